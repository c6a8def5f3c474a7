//! The driver: does what `decide` says and reports what happened.
//!
//! One turn: settle (ask `decide` until it has nothing to append), write the new events down as one batch, only then begin
//! the effects they authorise, then look for reports. A report is written down only when nothing is left to decide at its
//! moment, so that a replay decides the same.

use std::{
    rc::Rc,
    task::{Context, Poll},
};

use dunlin_base::LocalFuture;
use dunlin_plan::{StepKind, bounds};

use crate::{
    AbortSignal, Claim, ClaimKind, Command, Event, EventKind, Failure, PartialSink, ProgressSink, RunState, RunStatus,
    Standing, ToolCall, ToolFailure, ToolOutput,
    child::{caller, carry_out, goes_on_below},
    decide,
    gate::Pass,
    live::{Ask, Live},
    partial::Heard,
    passing::{LOOK_MS, Passing},
    runtime::Shared,
    state::is_performed,
    tool::{bounded, checked_call, key_of, refused, unrecordable},
};

/// How long the driver works on end before it lets the page breathe.
const BREATH_MS: i64 = 12;

/// How often the driver looks for what others ask of the run, over a storage that does not tell of it.
const ASK_MS: i64 = 500;

/// How long it is between two words on how far a call has come.
const PROGRESS_MS: i64 = 250;

/// A call that is under way.
struct Attempt {
    step: u32,
    number: u32,
    future: LocalFuture<'static, Result<ToolOutput, ToolFailure>>,
    signal: AbortSignal,
    progress: ProgressSink,
    _ear: Heard,
    /// When its progress was last written down.
    told_at: i64,
    /// It is a run of its own, which goes on whoever has its parent.
    is_child: bool,
}

impl Attempt {
    /// From when on its progress may be written down.
    fn progress_at(&self) -> i64 {
        self.told_at.saturating_add(PROGRESS_MS)
    }
}

/// What is to be done once the events that authorise it are stored.
enum Effect {
    Perform { step: u32, attempt: u32 },
    Abort { step: u32 },
}

pub(crate) struct Driver {
    shared: Rc<Shared>,
    live: Rc<Live>,
    /// The claim on the run and the place among the runs at once. A run that waits for a person has given its place back.
    pass: Pass,
    /// The search for a place once there is an answer.
    seeking: Option<LocalFuture<'static, Option<Claim>>>,
    attempts: Vec<Attempt>,
    effects: Vec<Effect>,
    timer: Option<(i64, LocalFuture<'static, ()>)>,
    /// How many events were waiting when the storage last refused them.
    refused: usize,
    refused_at: i64,
    broken: bool,
    /// Somebody else has the run now.
    lost: bool,
    /// It has ended, and runs below it still close what they began.
    over: bool,
    time: Passing,
    /// When it last looked for what others ask.
    asked_at: i64,
}

/// Why the driver stopped driving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stopped {
    /// The run has ended.
    Ended,
    /// Another driver has the run now.
    Lost,
    /// It waits for a person, and so may every other driver.
    Rests,
    /// The state refused what was decided from it: a defect, which costs this run and nothing else.
    Broken,
}

impl Driver {
    pub(crate) fn new(shared: Rc<Shared>, live: Rc<Live>, pass: Pass) -> Self {
        live.rests.set(false);
        Self {
            shared,
            live,
            pass,
            seeking: None,
            attempts: Vec::new(),
            effects: Vec::new(),
            timer: None,
            refused: 0,
            refused_at: 0,
            broken: false,
            lost: false,
            over: false,
            time: Passing::default(),
            asked_at: 0,
        }
    }

    /// Before the first turn: a run that was on its way lost its driver, and one that was not yet begun may be cancelled
    /// before it is.
    pub(crate) fn take_up(&mut self) {
        let now = self.tick();
        let status = self.live.state.borrow().status();
        let cancelled = self.live.asks.borrow().iter().find_map(|ask| match ask {
            Ask::Cancel { reason, .. } => Some(reason.clone()),
            Ask::Answer { .. } | Ask::Revise { .. } | Ask::Data { .. } | Ask::Signal { .. } => None,
        });
        if status == RunStatus::Running {
            self.append(EventKind::RunRecovered, now);
        } else if let (RunStatus::Pending, Some(reason)) = (status, cancelled) {
            self.append(EventKind::CancelRequested { reason, ending: false }, now);
        }
    }

    /// Looks at the clock.
    fn tick(&mut self) -> i64 {
        let last = self.live.state.borrow().last_at();
        self.time.look(&*self.shared.env.clock, last)
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Stopped> {
        if self.over {
            return if self.wind_up(context) { Poll::Ready(Stopped::Ended) } else { Poll::Pending };
        }
        let began = self.tick();
        if self.is_leased() && began.saturating_sub(self.asked_at) >= ASK_MS {
            self.asked_at = began;
            self.shared.read_asks(&self.live);
        }
        loop {
            if self.is_lost() {
                return Poll::Ready(self.give_up());
            }
            if self.has_place(context) {
                let now = self.time.at();
                let next = self.settle(now);
                self.flush();
                self.begin_effects();
                if self.lost {
                    return Poll::Ready(self.give_up());
                }
                if self.broken {
                    return Poll::Ready(Stopped::Broken);
                }
                if next == Command::Finished {
                    return if self.wind_up(context) { Poll::Ready(Stopped::Ended) } else { Poll::Pending };
                }
                if self.collect(context) {
                    if self.time.at() - began < BREATH_MS {
                        continue;
                    }
                    self.timer = Some((now, self.shared.env.timer.sleep(0)));
                } else {
                    self.set_timer(&next, now);
                    if self.rest() {
                        return Poll::Ready(Stopped::Rests);
                    }
                }
            } else {
                let next = decide(&self.live.state.borrow(), self.time.at());
                self.set_timer(&next, self.time.at());
            }
            let rang = self.timer.as_mut().is_some_and(|(_, timer)| timer.as_mut().poll(context).is_ready());
            if !rang {
                // Only now: what this turn announced is no news to itself.
                self.live.wake_on_change(context.waker());
                return Poll::Pending;
            }
            self.timer = None;
            self.tick();
        }
    }

    /// Whether somebody else has the run now. Asked before everything that others can see.
    fn is_lost(&mut self) -> bool {
        // A run that has lost its place while its tab slept goes on to its end: the limit keeps a page quick, nothing more.
        self.pass.place.take_if(|place| place.check() == Standing::Lost);
        self.lost = self.lost || self.pass.claim.check() == Standing::Lost;
        self.lost
    }

    /// Stops what is under way: whoever has the run now decides about it.
    fn give_up(&mut self) -> Stopped {
        for attempt in self.attempts.drain(..).filter(|attempt| !attempt.is_child) {
            attempt.signal.abort();
        }
        Stopped::Lost
    }

    /// Gives the place back while a person is thinking: however many questions are open, other runs go on. True when the
    /// claim is to be given back as well: over a shared storage whoever hears the answer goes on with the run.
    fn rest(&mut self) -> bool {
        if self.live.state.borrow().status() != RunStatus::Suspended {
            return false;
        }
        if self.pass.place.take().is_some() {
            self.live.rests.set(true);
            self.shared.unmark(&self.live);
            self.shared.wake_waiting();
        }
        self.is_leased() && self.live.asks.borrow().is_empty()
    }

    /// Whether others share the storage without a word of what they write.
    fn is_leased(&self) -> bool {
        matches!(self.shared.options.claims.kind(), ClaimKind::Leases | ClaimKind::None)
    }

    /// Whether the run may go on. One that rests wants no place before something is asked of it, and needs none to end.
    fn has_place(&mut self, context: &mut Context<'_>) -> bool {
        if !self.live.rests.get() {
            return true;
        }
        // By the driver's own time: a clock that was set back is behind it.
        let is_due = matches!(decide(&self.live.state.borrow(), self.time.at()), Command::Append(_));
        if self.live.asks.borrow().is_empty() && !is_due {
            return false;
        }
        let (shared, live) = (self.shared.clone(), self.live.clone());
        let seeking = self
            .seeking
            .get_or_insert_with(|| Box::pin(async move { shared.seek_place(&live, &|| true).await.flatten() }));
        let Poll::Ready(place) = seeking.as_mut().poll(context) else { return false };
        self.seeking = None;
        self.pass.place = place;
        self.live.rests.set(false);
        self.tick();
        true
    }

    /// Appends what is decided until nothing is.
    fn settle(&mut self, now: i64) -> Command {
        let runs = self.live.state.borrow().status() == RunStatus::Running;
        if let Some(ms) = self.time.take_skipped().filter(|_| runs) {
            self.append(EventKind::TimeSkipped { ms }, now);
        }
        loop {
            let command = decide(&self.live.state.borrow(), now);
            match command {
                Command::Append(kind) => {
                    let kind = self.shared.with_what_its_tool_says(&self.live, kind);
                    if !self.append(kind, now) {
                        return Command::Finished;
                    }
                }
                other => return other,
            }
        }
    }

    /// Appends an event and notes the effects it authorises. False when the state refuses it.
    fn append(&mut self, kind: EventKind, now: i64) -> bool {
        match &kind {
            EventKind::StepStarted { step, attempt, .. } => {
                self.effects.push(Effect::Perform { step: *step, attempt: *attempt });
            }
            EventKind::StepCancelled { step } | EventKind::AttemptFailed { step, .. } => {
                self.effects.push(Effect::Abort { step: *step });
            }
            _ => {}
        }
        let seq = self.live.state.borrow().seq() + 1;
        let event = Event { seq, at: now, kind };
        if let Err(refusal) = self.live.push(event) {
            self.shared.journals.notice(format!("run {} stopped: {refusal}", self.live.run_id()));
            self.broken = true;
            return false;
        }
        self.shared.appended.set(self.shared.appended.get().wrapping_add(1));
        self.shared.observe(&self.live);
        true
    }

    /// Writes down what the world said, after all that is decided at that moment. False when it cannot follow any more.
    fn report(&mut self, kind: EventKind) -> bool {
        let now = self.time.at();
        self.settle(now);
        let admitted = self.live.state.borrow().admitted(kind);
        admitted.is_some_and(|kind| self.append(kind, now))
    }

    /// Stores the new events as one batch, then tells the listeners.
    fn flush(&mut self) {
        let stored = self.live.stored.get();
        let total = self.live.events.borrow().len();
        if total > stored {
            let is_final = self.live.is_final();
            // A storage that refuses is not asked about every single event: the batch grows with each refusal.
            let due = self.refused == 0
                || total - stored >= 2 * self.refused
                || self.time.at() - self.refused_at >= 1000
                || self.must_be_stored();
            if due || is_final {
                self.store(stored, total);
            }
        }
        self.live.announce();
    }

    fn store(&mut self, stored: usize, total: usize) {
        // Read again right before the write: what the claim protects is this journal.
        let standing = self.pass.claim.check();
        self.lost |= standing == Standing::Lost;
        if self.lost {
            return;
        }
        let batch = self.live.events.borrow().get(stored..total).unwrap_or(&[]).to_vec();
        // What is not recorded as this driver's stays in memory, where nobody else sees it.
        let done = standing == Standing::Held && self.shared.store_batch(&self.live, &batch);
        if done {
            self.live.stored.set(total);
            self.refused = 0;
            self.shared.note_progress(&self.live, &batch);
            self.shared.clear_taken(&self.live);
        } else {
            self.refused = total - stored;
            self.refused_at = self.time.at();
        }
    }

    /// Whether an effect is about to begin that must not begin unrecorded, because it is not safe to repeat.
    fn must_be_stored(&self) -> bool {
        let state = self.live.state.borrow();
        self.effects.iter().any(|effect| match effect {
            Effect::Perform { step, .. } => !state.is_repeatable(*step),
            Effect::Abort { .. } => false,
        })
    }

    fn begin_effects(&mut self) {
        // Between the write and the effect another process may have taken the run.
        if self.effects.is_empty() || self.is_lost() {
            return;
        }
        let is_stored = self.live.stored.get() == self.live.events.borrow().len();
        for effect in std::mem::take(&mut self.effects) {
            match effect {
                Effect::Abort { step } => {
                    self.attempts
                        .iter()
                        .filter(|attempt| attempt.step == step)
                        .for_each(|attempt| attempt.signal.abort());
                }
                Effect::Perform { step, attempt } => self.begin(step, attempt, is_stored),
            }
        }
    }

    fn begin(&mut self, step: u32, attempt: u32, is_stored: bool) {
        let state = self.live.state.borrow();
        let Some(planned) = state.planned(step) else { return };
        let kind = planned.kind;
        if !is_performed(kind) {
            return;
        }
        let signal = AbortSignal::new();
        let listening = Rc::downgrade(&self.live);
        let progress = ProgressSink::new(move || {
            if let Some(live) = listening.upgrade() {
                live.wake();
            }
        });
        let (partial, ear) = PartialSink::new(&self.shared, &self.live, &signal, (step, attempt));
        let unrecorded = !is_stored && !state.is_repeatable(step);
        let name = planned.tool_name.clone();
        let call = ToolCall {
            input: state.input(step).clone(),
            idempotency_key: key_of(state.run_id(), step),
            attempt,
            run_id: state.run_id().to_owned(),
            step_number: step,
            caller: caller(&self.shared, state.parent().cloned()),
            leave: state.leave(step).to_vec(),
            signal: signal.clone(),
            now_ms: self.time.at(),
            progress: progress.clone(),
            partial,
        };
        // Nothing is borrowed while a tool is called: it may look at its run, or register another tool.
        drop(state);
        let future = self.nested(|driver| match kind {
            StepKind::Notify => driver.shared.options.notifier.notify(&call.input, &call.idempotency_key),
            StepKind::Plan => carry_out(&driver.shared, &driver.live, &call),
            _ if unrecorded => refused(unrecordable()),
            _ => driver.call(&name, call),
        });
        let (is_child, told_at) = (kind == StepKind::Plan, self.time.at().saturating_sub(PROGRESS_MS));
        self.attempts.push(Attempt { step, number: attempt, future, signal, progress, _ear: ear, told_at, is_child });
        self.live.calls.set(self.attempts.len());
    }

    /// Does something in which tools may start runs: those are nested in this one.
    fn nested<T>(&self, work: impl FnOnce(&Self) -> T) -> T {
        let outside = self.shared.depth.replace(self.live.depth.get() + 1);
        let done = work(self);
        self.shared.depth.set(outside);
        done
    }

    fn call(&self, name: &str, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let tool = self.shared.registry.borrow().get(name).cloned();
        match tool {
            Some(tool) => checked_call(&*tool, call),
            None => refused(self.shared.registry.borrow().not_found(name)),
        }
    }

    /// Takes what has been reported since the last look. True when there was something.
    fn collect(&mut self, context: &mut Context<'_>) -> bool {
        let mut any = false;
        loop {
            let Some(ask) = self.live.asks.borrow_mut().pop_front() else { break };
            self.tick();
            any |= self.report(ask.into());
        }
        any | self.poll_attempts(context) | self.tell_progress()
    }

    /// Writes down how far the calls say they have come, a few times a second at most.
    fn tell_progress(&mut self) -> bool {
        let now = self.time.at();
        let due = |attempt: &&mut Attempt| attempt.progress.is_waiting() && attempt.progress_at() <= now;
        let news: Vec<EventKind> = self
            .attempts
            .iter_mut()
            .filter(due)
            .filter_map(|attempt| {
                attempt.told_at = now;
                let (fraction, words) = attempt.progress.take()?;
                Some(EventKind::StepProgressed { step: attempt.step, attempt: attempt.number, fraction, words })
            })
            .collect();
        news.into_iter().fold(false, |any, kind| any | self.report(kind))
    }

    fn poll_attempts(&mut self, context: &mut Context<'_>) -> bool {
        let mut done = Vec::new();
        let mut attempts = std::mem::take(&mut self.attempts);
        self.nested(|_| {
            attempts.retain_mut(|attempt| match attempt.future.as_mut().poll(context) {
                Poll::Pending => true,
                Poll::Ready(result) => {
                    done.push((attempt.step, attempt.number, result));
                    false
                }
            });
        });
        self.attempts = attempts;
        self.live.calls.set(self.attempts.len());
        let any = !done.is_empty();
        if any {
            self.tick();
        }
        for (step, attempt, result) in done {
            let kind = self.outcome(step, attempt, result);
            self.report(kind);
        }
        any
    }

    fn outcome(&self, step: u32, attempt: u32, result: Result<ToolOutput, ToolFailure>) -> EventKind {
        let result = result.and_then(|output| {
            // Nothing is borrowed while the host checks: it may look at the run.
            let asked = {
                let state = self.live.state.borrow();
                let planned = state.planned(step).filter(|planned| planned.is_held_to_something());
                planned.map(|planned| (planned.clone(), state.input(step).clone()))
            };
            if let Some((planned, input)) = asked {
                bounded(&output, bounds::MAX_RUN.saturating_sub(self.live.state.borrow().held))?;
                self.shared.options.criteria.check(&planned, &input, &output)?;
            }
            Ok(output)
        });
        outcome_of(&self.live.state.borrow(), step, attempt, result)
    }

    /// One timer serves all deadlines: it is set anew only for an earlier one, and a late one costs an idle turn.
    fn set_timer(&mut self, next: &Command, now: i64) {
        let decided = if let Command::WaitUntil(at) = next { Some(*at) } else { None };
        let claims = self.pass.place.iter().chain([&self.pass.claim]);
        let renewal = claims.filter_map(Claim::check_every_ms).min();
        let renewal = renewal.map(|ms| now.saturating_add_unsigned(ms.min(ASK_MS.unsigned_abs())));
        // What is under way may sleep with the machine, which shows when a look comes much too late.
        let runs = self.live.state.borrow().status() == RunStatus::Running;
        let look = decided.filter(|_| runs).map(|_| now.saturating_add(LOOK_MS));
        let waiting = self.attempts.iter().filter(|attempt| attempt.progress.is_waiting());
        let progress = waiting.map(Attempt::progress_at).min();
        let Some(due) = decided.into_iter().chain(renewal).chain(look).chain(progress).min() else {
            self.timer = None;
            return;
        };
        if self.timer.as_ref().is_none_or(|(at, _)| *at > due) {
            let ms = due.saturating_sub(now).clamp(0, i64::from(i32::MAX)) as u64;
            self.timer = Some((due, self.shared.env.timer.sleep(ms)));
        }
    }

    /// Gives aborted calls one turn to say their last word, then puts the journal away. Runs below that close what they began go
    /// on: true once none does.
    fn wind_up(&mut self, context: &mut Context<'_>) -> bool {
        if std::mem::replace(&mut self.over, true) {
            let mut attempts = std::mem::take(&mut self.attempts);
            self.nested(|_| attempts.retain_mut(|attempt| attempt.future.as_mut().poll(context).is_pending()));
            self.attempts = attempts;
        } else {
            self.poll_attempts(context);
            self.flush();
            self.shared.put_away(&self.live);
        }
        self.attempts.retain(|attempt| goes_on_below(&self.shared, self.live.run_id(), attempt.step));
        self.attempts.is_empty()
    }
}

/// What is written down of what a call gave, within what the run may still hold.
pub(crate) fn outcome_of(
    state: &RunState,
    step: u32,
    attempt: u32,
    result: Result<ToolOutput, ToolFailure>,
) -> EventKind {
    let rest = bounds::MAX_RUN.saturating_sub(state.held);
    match result.and_then(|output| bounded(&output, rest).map(|()| output)) {
        Ok(ToolOutput { output, metadata }) => {
            EventKind::StepSucceeded { step, attempt, output: Rc::new(output), metadata: metadata.map(Rc::new) }
        }
        Err(ToolFailure { code, message, hint, retryable }) => {
            let failure = state.told(Failure { code, message, hint, retryable });
            EventKind::AttemptFailed { step, attempt, failure }
        }
    }
}

/// Waits until the run has ended here or in another tab, or this tab may drive it; then drives it.
pub(crate) async fn drive(shared: Rc<Shared>, live: Rc<Live>) {
    while !live.is_final() && !live.removed.get() && !live.damaged.get() {
        let seen = live.changes();
        // Another future of this tab drives it, or an engine elsewhere does.
        if shared.is_elsewhere(live.run_id()) || live.driven.replace(true) {
            live.changed_since(seen).await;
            continue;
        }
        let place = Place(&shared, &live);
        let pass = shared.claim_run(&live).await;
        if let Some(pass) = pass {
            shared.read_asks(&live);
            shared.mark(&live);
            let mut driver = Driver::new(shared.clone(), live.clone(), pass);
            driver.take_up();
            live.driving.set(true);
            match std::future::poll_fn(|context| driver.poll(context)).await {
                Stopped::Ended => driver.pass.claim.forget(),
                Stopped::Lost | Stopped::Rests => {}
                Stopped::Broken => break,
            }
        }
        drop(place);
    }
}

/// The place of the one future that drives a run; free again when that future is dropped.
struct Place<'a>(&'a Shared, &'a Live);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let Self(shared, live) = self;
        shared.unmark(live);
        live.driven.set(false);
        live.driving.set(false);
        live.rests.set(false);
        live.calls.set(0);
        live.wake();
    }
}
