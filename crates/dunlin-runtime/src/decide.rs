//! `decide`: what comes next, from the state and the moment alone. Total and pure.
//!
//! It is asked again after every event. While it answers with an event to append, the driver appends it; an event that
//! begins an attempt authorises its effect once it is stored.

use std::rc::Rc;

use dunlin_base::{Random, SeededRandom, ms_of_iso};
use dunlin_plan::{PlanStep, RetryPolicy, StepKind, bounds, decision};
use serde_json::{Value, json};

use crate::{
    ApprovalMode, ApprovalReason, Awaited, Budget, EventKind, Failure, Jitter, Policy, RunError, RunStatus, SkipReason,
    StepStatus, Usage,
    state::{Phase, RunState, StepState, Stop, is_performed},
};

/// From that number of events on nothing is tried again: a plan of 5,000 steps comes to less than half of them.
const MOST_EVENTS: u64 = 50_000;

/// A wait that still takes as long as this lets the run rest.
const LONG_WAIT_MS: u64 = 60_000;

/// Failures that no other tool mends: what was refused stays refused, and what is used up is used up for all.
const BEYOND_HELP: [&str; 6] =
    ["run.cancelled", "run.denied", "run.budget-exceeded", "guard.blocked", "guard.refused", "run.unresolved-input"];

/// What comes next.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Write this down, then ask again.
    Append(EventKind),
    /// Nothing until something is reported or this moment comes.
    WaitUntil(i64),
    /// Nothing until something is reported.
    Wait,
    /// The run has ended.
    Finished,
}

/// What comes next for a run at a moment, in milliseconds since 1970.
pub fn decide(state: &RunState, now_ms: i64) -> Command {
    let (Phase::Is(status), Some(created)) = (state.phase, &state.created) else { return Command::Wait };
    if status.is_final() {
        return Command::Finished;
    }
    // A goal that was never planned is failed by whoever recorded it.
    if created.plan.is_none() && state.stop.is_none() {
        return Command::Wait;
    }
    Decider { state, policy: &created.policy, seed: created.seed, now: now_ms.max(state.last_at) }.next(status)
}

struct Decider<'a> {
    state: &'a RunState,
    policy: &'a Policy,
    seed: u64,
    now: i64,
}

impl Decider<'_> {
    fn next(&self, status: RunStatus) -> Command {
        if matches!(self.state.stop, Some(Stop::Cancel { .. }))
            && let Some(kind) = self.cancel()
        {
            return Command::Append(kind);
        }
        if status == RunStatus::Pending {
            return Command::Append(EventKind::RunStarted);
        }
        if status == RunStatus::Suspended {
            let goes = self.state.open > 0 || self.state.is_undoing();
            let stuck = self.state.ready.is_empty() && self.state.to_skip.is_empty() && goes;
            if stuck && self.active_step().is_none() {
                return self.deadline(false).map_or(Command::Wait, Command::WaitUntil);
            }
            return Command::Append(EventKind::RunResumed);
        }
        let next = match &self.state.stop {
            None => {
                self.time_spent().or_else(|| self.active_step()).or_else(|| self.skip()).or_else(|| self.ready_step())
            }
            Some(stop) => self.stopping(stop),
        };
        let next = next.or_else(|| self.closing());
        next.map_or_else(|| self.deadline(true).map_or(Command::Wait, Command::WaitUntil), Command::Append)
    }

    fn active(&self) -> impl Iterator<Item = (u32, &StepState, StepKind)> {
        self.state
            .active
            .iter()
            .filter_map(|number| Some((*number, self.state.step(*number)?, self.state.planned(*number)?.kind)))
    }

    fn active_ms(&self) -> u64 {
        let since = if self.state.is_busy() { self.now.saturating_sub(self.state.last_at).max(0) } else { 0 };
        self.state.usage.active_ms + since as u64
    }

    fn time_spent(&self) -> Option<EventKind> {
        let spent = self.active_ms();
        let limit = self.policy.time_budget_ms;
        let over = spent > limit && self.state.open > 0;
        over.then_some(EventKind::BudgetSpent { budget: Budget::Time, limit, spent })
    }

    /// What the steps under way call for.
    fn active_step(&self) -> Option<EventKind> {
        // A hundred calls side by side are not all looked at for every event.
        if self.state.calm_until.0 > self.now {
            return None;
        }
        self.active().find_map(|(number, step, kind)| match step.status {
            StepStatus::Running if self.state.is_abandoned(number) && !is_performed(kind) && kind != StepKind::Map => {
                Some(EventKind::StepCancelled { step: number })
            }
            StepStatus::Running if step.interrupted => Some(self.take_up(number, step)),
            StepStatus::Running => self.running(number, step, kind),
            StepStatus::Retrying => match (step.due_at, &step.failure) {
                (None, Some(failure)) => Some(self.verdict(number, step, failure)),
                (Some(_), Some(failure)) if self.state.is_abandoned(number) => {
                    Some(EventKind::StepFailed { step: number, failure: failure.clone() })
                }
                (Some(due), _) if due <= self.now => Some(self.retry(number, step)),
                _ => None,
            },
            StepStatus::Pending
            | StepStatus::WaitingApproval
            | StepStatus::Succeeded
            | StepStatus::Failed
            | StepStatus::Skipped
            | StepStatus::Denied
            | StepStatus::Cancelled => None,
        })
    }

    fn running(&self, number: u32, step: &StepState, kind: StepKind) -> Option<EventKind> {
        let attempt = step.attempts;
        let succeeded =
            |output: Value| EventKind::StepSucceeded { step: number, attempt, output: Rc::new(output), metadata: None };
        let failed = |failure| EventKind::AttemptFailed { step: number, attempt, failure: self.state.told(failure) };
        match kind {
            StepKind::Tool | StepKind::Notify | StepKind::Plan => {
                let late = self.timeout_at(number, step) <= self.now;
                late.then(|| failed(self.state.timed_out(number)))
            }
            StepKind::Wait => match self.wait_until(number, step) {
                Ok(until) if until > self.now => None,
                Ok(_) => Some(succeeded(json!({"waitedMs": self.now.saturating_sub(step.attempt_at)}))),
                Err(message) => Some(failed(Failure::new("plan.invalid-wait", message))),
            },
            StepKind::Decision => Some(match decision::evaluate(self.state.input(number)) {
                Ok(answer) => succeeded(Value::Bool(answer)),
                Err(message) => failed(Failure::new("plan.invalid-decision", message)),
            }),
            StepKind::Ask | StepKind::Signal => {
                if let Some(Awaited::Signal { name }) = self.state.awaited(number)
                    && let Some((_, data)) = self.state.signals.iter().find(|(waiting, _)| waiting == name)
                {
                    return Some(succeeded((**data).clone()));
                }
                let code = if kind == StepKind::Ask { "ask.timeout" } else { "signal.timeout" };
                let what = if kind == StepKind::Ask { "answer" } else { "signal" };
                let limit = self.state.planned(number)?.timeout_ms?;
                let late = self.timeout_at(number, step) <= self.now;
                late.then(|| failed(Failure::new(code, format!("no {what} within {limit} ms"))))
            }
            StepKind::Map => self.mapped(number).map(|outputs| match outputs {
                Ok(outputs) => succeeded(outputs),
                Err(failure) => failed(failure),
            }),
        }
    }

    /// What a map gives once all its items have ended, or why it gives nothing.
    fn mapped(&self, number: u32) -> Option<Result<Value, Failure>> {
        let map = self.state.maps.get(&number)?;
        if let Some(broken) = map.broken {
            let step = self.state.step(broken).filter(|_| !self.state.is_within_active(number))?;
            let item = self.state.item_of(broken).unwrap_or(0);
            let failure = step.failure.clone().unwrap_or_else(|| {
                let why = step.feedback.clone().map_or_else(String::new, |why| format!(": {why}"));
                Failure::new("run.denied", format!("it was denied{why}"))
            });
            let message = format!("item {item}: {}", failure.message);
            return Some(Err(Failure { message, retryable: false, ..failure }));
        }
        if self.state.is_abandoned(number) {
            let left = || Failure::new("run.abandoned", "the map around it failed");
            return (!self.state.is_within_active(number)).then(|| Err(left()));
        }
        (map.ended == map.items()).then(|| {
            let outputs = self.state.mapped(map);
            let most = bounds::MAX_OUTPUT.min(bounds::MAX_RUN.saturating_sub(self.state.held));
            match bounds::size(&outputs, most) {
                Some(_) => Ok(outputs),
                None => Err(Failure::new("tool.output-too-large", format!("the outputs are larger than {most} bytes"))),
            }
        })
    }

    fn timeout_at(&self, number: u32, step: &StepState) -> i64 {
        let limit = self.state.planned(number).and_then(|planned| self.state.timeout_of(planned));
        step.attempt_at.saturating_add_unsigned(limit.unwrap_or(u64::MAX))
    }

    fn wait_until(&self, number: u32, step: &StepState) -> Result<i64, String> {
        let input = self.state.input(number);
        match input.get("until") {
            None => {
                let ms = input.get("ms").and_then(Value::as_u64).unwrap_or(0);
                Ok(step.attempt_at.saturating_add_unsigned(ms))
            }
            Some(until) => until.as_i64().or_else(|| ms_of_iso(until.as_str()?)).ok_or_else(|| {
                let shown: String = until.to_string().chars().take(40).collect();
                format!("found {shown}, expected a moment with its zone such as \"2026-11-23T17:00+01:00\"")
            }),
        }
    }

    /// A step whose outcome is unknown is done again when that is safe; otherwise a person is asked.
    fn take_up(&self, number: u32, step: &StepState) -> EventKind {
        if self.state.is_repeatable(number) {
            return EventKind::StepStarted { step: number, attempt: step.attempts, input: None };
        }
        self.question(number, ApprovalReason::UnknownOutcome, None)
    }

    fn question(&self, number: u32, reason: ApprovalReason, input: Option<Value>) -> EventKind {
        let approval_id = self.state.approval_id(number, input.as_ref().unwrap_or(self.state.input(number)), &[]);
        EventKind::ApprovalRequested { step: number, approval_id, reason, input, holds: Vec::new() }
    }

    fn verdict(&self, number: u32, step: &StepState, failure: &Failure) -> EventKind {
        // A run whose journal is as large as it may be tries nothing again.
        let is_full = self.state.held >= bounds::MAX_RUN || self.state.seq >= MOST_EVENTS;
        let most = self.retry_policy(number).max_attempts;
        if !failure.retryable || step.attempts >= most || is_full || self.state.is_abandoned(number) {
            return EventKind::StepFailed { step: number, failure: failure.clone() };
        }
        let attempt = step.attempts.saturating_add(1);
        EventKind::RetryScheduled { step: number, attempt, delay_ms: self.delay(number, step.attempts) }
    }

    fn retry_policy(&self, number: u32) -> RetryPolicy {
        let own = self.state.planned(number).and_then(|planned| planned.retry.as_ref());
        own.map_or_else(|| self.policy.retry.clone(), |own| own.over(&self.policy.retry))
    }

    /// How long to wait after that many attempts.
    fn delay(&self, number: u32, attempts: u32) -> u64 {
        let RetryPolicy { initial_interval_ms, backoff_coefficient, maximum_interval_ms, jitter, .. } =
            self.retry_policy(number);
        let coefficient = if backoff_coefficient >= 1.0 { backoff_coefficient } else { 1.0 };
        let exponent = i32::try_from(attempts.saturating_sub(1)).unwrap_or(i32::MAX);
        // Casting saturates, so an endless wait is the longest one.
        let grown = (initial_interval_ms as f64 * coefficient.powi(exponent)) as u64;
        let whole = grown.min(maximum_interval_ms);
        let place = (u64::from(number) << 32) | u64::from(attempts);
        let random = SeededRandom::new(self.seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15)).next_u64();
        let up_to = |most: u64| random % most.saturating_add(1).max(1);
        match jitter {
            Jitter::None => whole,
            Jitter::Full => up_to(whole),
            Jitter::Equal => whole - whole / 2 + up_to(whole / 2),
        }
    }

    fn retry(&self, number: u32, step: &StepState) -> EventKind {
        let attempt = step.attempts.saturating_add(1);
        // What is begun at the end of a run is not held up by what the run has spent.
        let spent = if self.state.stop.is_none() { self.calls_spent() } else { None };
        spent.unwrap_or(EventKind::StepStarted { step: number, attempt, input: None })
    }

    /// What counts against the budgets of steps and calls: what the runs below it have used, too.
    fn spent(&self) -> Usage {
        self.state.usage.and(&self.state.below)
    }

    fn calls_spent(&self) -> Option<EventKind> {
        let limit = u64::from(self.policy.max_tool_calls);
        let spent = u64::from(self.spent().tool_calls);
        (spent >= limit).then_some(EventKind::BudgetSpent { budget: Budget::ToolCalls, limit, spent })
    }

    fn skip(&self) -> Option<EventKind> {
        let number = *self.state.to_skip.first()?;
        let (reason, cause) = self.state.step(number)?.fate?;
        Some(EventKind::StepSkipped { step: number, reason, cause })
    }

    /// What the first step that could begin calls for.
    fn ready_step(&self) -> Option<EventKind> {
        let number = *self.state.ready.first()?;
        let (step, planned) = (self.state.step(number)?, self.state.planned(number)?);
        let is_tool = planned.kind == StepKind::Tool;
        if is_tool && !self.is_allowed(&planned.tool_name) {
            let message = format!("the policy does not allow the tool {:?}", planned.tool_name);
            return Some(self.refused(number, Failure::new("tool.not-allowed", message)));
        }
        let resolved = match self.state.resolved_input(number) {
            Ok(resolved) => resolved,
            Err(error) => {
                return Some(self.refused(number, Failure::new(error.code(), error.to_string())));
            }
        };
        if planned.kind == StepKind::Map
            && let Some(message) = self.no_map(number, resolved.as_ref().unwrap_or(self.state.input(number)))
        {
            return Some(self.refused(number, Failure::new("plan.invalid-map", message)));
        }
        let first = self.state.first_of(number);
        if let Some(failure) = first.and_then(|first| self.helpless(first)) {
            return Some(self.refused(number, failure));
        }
        if is_tool && !step.approved {
            let input = resolved.as_ref().unwrap_or(self.state.input(number));
            let twice = first.is_some_and(|first| self.state.may_have_happened(first));
            let twice = twice.then_some(ApprovalReason::UnknownOutcome);
            if let Some(reason) = twice.or_else(|| self.must_ask(&planned.tool_name, input)) {
                return Some(self.question(number, reason, resolved));
            }
        }
        if !self.has_room(planned) {
            return None;
        }
        if self.state.stop.is_none()
            && let Some(spent) = self.start_spends(is_tool)
        {
            return Some(spent);
        }
        Some(EventKind::StepStarted { step: number, attempt: step.attempts.max(1), input: resolved })
    }

    /// Why another tool does not help where the first has failed: somebody said no, or what may be used is used up.
    fn helpless(&self, first: u32) -> Option<Failure> {
        let failure = self.state.step(first)?.failure.as_ref()?;
        BEYOND_HELP.contains(&failure.code.as_str()).then(|| {
            let message = format!("no other tool is tried in place of step {first}: {}", failure.message);
            Failure { message, retryable: false, ..failure.clone() }
        })
    }

    /// Why a map cannot be begun with that input, if it cannot.
    fn no_map(&self, number: u32, input: &Value) -> Option<String> {
        match self.state.items_of(number, input) {
            Ok(items) => self.state.too_much(number, items),
            Err(message) => Some(message),
        }
    }

    /// The failure of a step that cannot be begun.
    fn refused(&self, number: u32, failure: Failure) -> EventKind {
        EventKind::StepFailed { step: number, failure: self.state.told(failure) }
    }

    /// Whether one more may be under way. What only waits takes no room.
    fn has_room(&self, planned: &PlanStep) -> bool {
        let waits_long = !self.state.is_first_version();
        let takes = |kind: StepKind| match kind {
            StepKind::Tool | StepKind::Notify | StepKind::Decision | StepKind::Plan => true,
            StepKind::Wait => !waits_long,
            StepKind::Ask | StepKind::Signal | StepKind::Map => false,
        };
        let most = self.policy.max_parallel.max(1) as usize;
        self.state.active.len() < most
            || !takes(planned.kind)
            || self.active().filter(|(_, _, kind)| takes(*kind)).count() < most
    }

    fn is_allowed(&self, tool: &str) -> bool {
        self.policy.allowed_tools.as_ref().is_none_or(|allowed| allowed.iter().any(|name| name == tool))
    }

    fn must_ask(&self, tool: &str, input: &Value) -> Option<ApprovalReason> {
        let destroys = || self.state.spec(tool).is_some_and(|spec| spec.is_destructive(input));
        match self.policy.approval {
            ApprovalMode::Never => None,
            ApprovalMode::Always => Some(if destroys() { ApprovalReason::Destructive } else { ApprovalReason::Policy }),
            ApprovalMode::Destructive => destroys().then_some(ApprovalReason::Destructive),
        }
    }

    fn start_spends(&self, is_tool: bool) -> Option<EventKind> {
        let usage = &self.state.usage;
        let (limit, spent) = (u64::from(self.policy.max_steps), u64::from(self.spent().steps));
        if spent >= limit {
            return Some(EventKind::BudgetSpent { budget: Budget::Steps, limit, spent });
        }
        if usage.tokens > self.policy.token_budget {
            let (limit, spent) = (self.policy.token_budget, usage.tokens);
            return Some(EventKind::BudgetSpent { budget: Budget::Tokens, limit, spent });
        }
        if is_tool { self.calls_spent() } else { None }
    }

    /// While stopping, what runs is let finish, unless the time is up; what waits for anything is not.
    fn stopping(&self, stop: &Stop) -> Option<EventKind> {
        let running_too = *stop == Stop::Budget { running_too: true };
        let ending = || self.active().filter(|(number, ..)| !self.state.goes_on(*number));
        let active = ending().find_map(|(number, step, kind)| match (step.status, &step.failure) {
            (StepStatus::Retrying, Some(failure)) => {
                Some(EventKind::StepFailed { step: number, failure: failure.clone() })
            }
            (StepStatus::Running, _) if kind == StepKind::Map => {
                (!self.state.is_within_active(number)).then_some(EventKind::StepCancelled { step: number })
            }
            (StepStatus::Running, _)
                if running_too
                    || step.interrupted
                    || matches!(kind, StepKind::Wait | StepKind::Ask | StepKind::Signal | StepKind::Plan) =>
            {
                Some(EventKind::StepCancelled { step: number })
            }
            (StepStatus::Running, _) => self.running(number, step, kind),
            _ => None,
        });
        if active.is_some() || ending().next().is_some() {
            return active;
        }
        let to_end = |number: &u32| self.is_open(*number) && !self.state.goes_on(*number);
        if let Some(number) = self.state.graph.in_order().find(to_end) {
            let step = self.state.step(number)?;
            if step.attempts > 0 {
                return Some(EventKind::StepCancelled { step: number });
            }
            let (reason, cause) = self.why_skipped(number, stop);
            return Some(EventKind::StepSkipped { step: number, reason, cause });
        }
        if self.state.open > 0 {
            return self.active_step().or_else(|| self.skip()).or_else(|| self.ready_step());
        }
        self.undoing()
    }

    /// What taking back calls for, once everything else has ended.
    fn undoing(&self) -> Option<EventKind> {
        let steps = self.state.to_undo();
        if !steps.is_empty() {
            return Some(EventKind::UndoBegan { steps });
        }
        self.active_step().or_else(|| self.ready_step())
    }

    fn is_open(&self, number: u32) -> bool {
        self.state.step(number).is_some_and(|step| !step.status.is_final())
    }

    /// Why a step is skipped, with the step that is to blame: a failed one that it needs, however far back, or else the one that
    /// stopped the run.
    fn why_skipped(&self, number: u32, stop: &Stop) -> (SkipReason, Option<u32>) {
        let before = self.state.graph.edges_into(number).find_map(|edge| {
            let step = self.state.step(edge.step)?;
            match (step.status, step.skipped) {
                (StepStatus::Failed, _) => Some(edge.step),
                (_, Some((SkipReason::DependencyFailed, cause))) => cause,
                _ => None,
            }
        });
        match (before, stop) {
            (Some(cause), _) => (SkipReason::DependencyFailed, Some(cause)),
            (None, Stop::Failure(cause)) => (SkipReason::RunFailed, Some(*cause)),
            (None, Stop::Budget { .. }) => (SkipReason::BudgetSpent, None),
            (None, Stop::Cancel { .. }) => (SkipReason::Cancelled, None),
        }
    }

    /// What ends because the run is cancelled; nothing when something is still to be closed or taken back.
    fn cancel(&self) -> Option<EventKind> {
        // A map after what is under way in it: nothing of it is freed then once it is over.
        let ends = |number: &&u32| !self.state.goes_on(**number) && !self.state.is_within_active(**number);
        if let Some(number) = self.state.active.iter().find(ends) {
            return Some(EventKind::StepCancelled { step: *number });
        }
        let ends = |number: &u32| self.is_open(*number) && !self.state.goes_on(*number);
        let Some(number) = (1..=self.state.own as u32).find(ends) else {
            let over = self.state.open == 0 && !self.state.is_undoing() && self.state.to_undo().is_empty();
            return over.then_some(EventKind::RunCancelled);
        };
        if self.state.step(number).is_some_and(|step| step.attempts > 0) {
            return Some(EventKind::StepCancelled { step: number });
        }
        Some(EventKind::StepSkipped { step: number, reason: SkipReason::Cancelled, cause: None })
    }

    /// The end of the run, or its rest while a person thinks.
    fn closing(&self) -> Option<EventKind> {
        if self.state.open == 0 && !self.state.is_undoing() {
            return Some(match (&self.state.stop, &self.state.error) {
                (None, _) => match self.state.answer_of_plan() {
                    Some(Err(error)) => {
                        let failure =
                            RunError { code: error.code().into(), message: error.to_string(), ..unexplained() };
                        EventKind::RunFailed { error: failure }
                    }
                    _ => EventKind::RunCompleted,
                },
                (Some(_), Some(error)) => EventKind::RunFailed { error: error.clone() },
                (Some(_), None) => EventKind::RunFailed { error: unexplained() },
            });
        }
        let nothing = self.state.active.is_empty() && self.state.waiting.is_empty();
        let rests = !nothing && self.state.ready.is_empty() && self.active().all(|step| self.is_resting(step));
        rests.then_some(EventKind::RunSuspended)
    }

    /// Whether a step under way waits for something from outside, or for a moment that is far away.
    fn is_resting(&self, (number, step, kind): (u32, &StepState, StepKind)) -> bool {
        step.status == StepStatus::Running
            && match kind {
                StepKind::Ask | StepKind::Signal | StepKind::Map => true,
                StepKind::Wait if !self.state.is_first_version() => {
                    let soon = self.now.saturating_add_unsigned(LONG_WAIT_MS);
                    self.wait_until(number, step).is_ok_and(|until| until >= soon)
                }
                StepKind::Wait | StepKind::Tool | StepKind::Notify | StepKind::Decision | StepKind::Plan => false,
            }
    }

    /// The earliest moment at which time alone changes something.
    fn deadline(&self, running: bool) -> Option<i64> {
        let steps = self.active().filter_map(|(number, step, kind)| match (step.status, kind) {
            (StepStatus::Retrying, _) => step.due_at,
            (StepStatus::Running, StepKind::Wait) => self.wait_until(number, step).ok(),
            (StepStatus::Running, StepKind::Decision | StepKind::Map) => None,
            (StepStatus::Running, _) => Some(self.timeout_at(number, step)).filter(|at| *at < i64::MAX),
            _ => None,
        });
        let left = self.policy.time_budget_ms.saturating_sub(self.active_ms()).saturating_add(1);
        let counts = running && self.state.stop.is_none() && self.state.is_busy();
        let budget = counts.then(|| self.now.saturating_add_unsigned(left));
        steps.chain(budget).min()
    }
}

fn unexplained() -> RunError {
    RunError { code: "run.stopped".into(), message: "the run was stopped".into(), hint: None, step_number: None }
}
