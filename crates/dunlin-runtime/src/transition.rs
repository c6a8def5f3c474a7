//! `apply`: how an event changes the state. Total: an event that cannot follow is refused and changes nothing.
//! What can follow is said in `admit.rs`.

use std::{fmt, rc::Rc};

use dunlin_plan::{
    Plan, RunWhen, StepKind, ToolSpec, bounds,
    graph::{EdgeKind, Graph},
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    ApprovalAnswer, Event, EventKind, RunStatus, SkipReason, StepStatus, Usage,
    admit::admit_graph,
    inner::Inner,
    outcome::TIMEOUT,
    state::{Calm, Phase, RunState, StepState, Stop, is_performed},
};

/// An event that cannot follow the ones before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The event's number.
    pub seq: u64,
    /// The event's name.
    pub event: &'static str,
    /// Why it cannot follow.
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "event {} ({}) cannot follow: {}", self.seq, self.event, self.why)
    }
}

impl std::error::Error for Refusal {}

impl RunState {
    /// Changes the state by an event, or refuses it and changes nothing.
    pub fn apply(&mut self, event: &Event) -> Result<(), Refusal> {
        let refuse = |why: String| Refusal { seq: event.seq, event: event.kind.name(), why };
        if event.seq != self.seq + 1 {
            return Err(refuse(format!("found number {}, expected {}", event.seq, self.seq + 1)));
        }
        if self.seq > 0 && event.at < self.last_at {
            return Err(refuse(format!("found moment {}, expected {} or later", event.at, self.last_at)));
        }
        self.admit(&event.kind).map_err(refuse)?;
        if let EventKind::RunCreated(created) = &event.kind {
            let graph = created.plan.as_ref().map(|plan| Graph::of(plan, &created.tools)).unwrap_or_default();
            admit_graph(&graph).map_err(refuse)?;
            self.graph = Rc::new(graph);
        }
        let ran =
            self.phase == Phase::Is(RunStatus::Running) && event.kind != EventKind::RunRecovered && self.is_busy();
        if ran {
            let skipped = if let EventKind::TimeSkipped { ms } = event.kind { ms } else { 0 };
            let passed = event.at.saturating_sub(self.last_at).max(0) as u64;
            self.usage.active_ms = self.usage.active_ms.saturating_add(passed.saturating_sub(skipped));
        }
        self.seq = event.seq;
        self.last_at = event.at;
        self.change(&event.kind, event.at);
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event")]
    fn change(&mut self, kind: &EventKind, at: i64) {
        self.watch(kind, at);
        self.weigh(kind);
        match kind {
            EventKind::RunCreated(created) => {
                self.phase = Phase::Is(RunStatus::Pending);
                self.created_at = at;
                self.created = Some(created.clone());
                self.lay_out();
            }
            EventKind::RunStarted => {
                self.phase = Phase::Is(RunStatus::Running);
                self.started_at = Some(at);
            }
            EventKind::StepStarted { step, attempt, input } => self.begin(*step, *attempt, input.as_ref(), at),
            EventKind::StepSucceeded { step, output, metadata, .. } => {
                let tokens = metadata.as_ref().and_then(|metadata| metadata.get("tokens")).and_then(Value::as_u64);
                self.usage.tokens = self.usage.tokens.saturating_add(tokens.unwrap_or(0));
                let below = metadata.as_ref().and_then(|metadata| Usage::deserialize(metadata.get("below")?).ok());
                self.below = self.below.and(&below.unwrap_or_default());
                if let Some(state) = self.step_mut(*step) {
                    state.output = Some(output.clone());
                    state.metadata.clone_from(metadata);
                    state.failure = None;
                }
                self.take_signal(*step);
                self.end(*step, StepStatus::Succeeded, at);
            }
            EventKind::AttemptFailed { step, failure, .. } => {
                if failure.code == TIMEOUT {
                    self.give_up(*step);
                }
                if let Some(state) = self.step_mut(*step) {
                    state.status = StepStatus::Retrying;
                    state.failure = Some(failure.clone());
                    state.due_at = None;
                }
            }
            EventKind::RetryScheduled { step, delay_ms, .. } => {
                if let Some(state) = self.step_mut(*step) {
                    state.due_at = Some(at.saturating_add_unsigned(*delay_ms));
                }
            }
            EventKind::StepFailed { step, failure } => {
                let handler = self.handler_of(*step);
                if let Some(state) = self.step_mut(*step) {
                    state.failure = Some(failure.clone());
                    state.handled_by = handler;
                }
                if handler.is_none() {
                    self.fall(*step);
                }
                self.end(*step, StepStatus::Failed, at);
            }
            EventKind::StepSkipped { step, reason, cause } => {
                if let Some(state) = self.step_mut(*step) {
                    state.skipped = Some((*reason, *cause));
                }
                self.end(*step, StepStatus::Skipped, at);
            }
            EventKind::StepCancelled { step } => {
                self.give_up(*step);
                self.end(*step, StepStatus::Cancelled, at);
            }
            EventKind::ApprovalRequested { step, approval_id, reason, input, holds } => {
                self.ready.remove(step);
                self.active.retain(|active| active != step);
                self.waiting.insert(*step);
                if let Some(state) = self.step_mut(*step) {
                    state.status = StepStatus::WaitingApproval;
                    state.interrupted = false;
                    state.question = Some((approval_id.clone(), *reason));
                    state.approved = false;
                    state.leave.clone_from(holds);
                    if input.is_some() {
                        state.input.clone_from(input);
                    }
                }
            }
            EventKind::ApprovalAnswered { step, answer, .. } => self.answer(*step, answer, at),
            EventKind::RunSuspended => self.phase = Phase::Is(RunStatus::Suspended),
            EventKind::RunResumed => self.phase = Phase::Is(RunStatus::Running),
            EventKind::CancelRequested { reason, ending } => self.cancel(reason.as_ref(), *ending),
            EventKind::SignalReceived { id, name, data } => {
                self.signal_ids.insert(id.clone());
                self.signals.push((name.clone(), data.clone()));
            }
            EventKind::StepProgressed { step, fraction, words, .. } => {
                if let Some(state) = self.step_mut(*step) {
                    state.progress = Some((*fraction, words.clone()));
                }
            }
            EventKind::UndoBegan { steps } => self.begin_undo(steps),
            EventKind::BudgetSpent { budget, limit, spent } => {
                self.stop = Some(Stop::Budget { running_too: *budget == crate::Budget::Time });
                let message = format!("the budget of {limit} {} is spent: {spent} were used", budget.name());
                self.error = Some(crate::RunError {
                    code: "run.budget-exceeded".into(),
                    message,
                    hint: Some("raise the budget in the policy, or ask for less".into()),
                    step_number: None,
                });
            }
            EventKind::RunRecovered => self.interrupt(),
            EventKind::TimeSkipped { ms } => self.skip_time(*ms),
            EventKind::LateResult { .. } => {}
            EventKind::PlanRevised { plan, tools } => self.revise(plan, tools),
            EventKind::RunCompleted => {
                self.result = self.answer_of_plan().and_then(Result::ok);
                self.finish(RunStatus::Completed, at);
            }
            EventKind::RunFailed { error } => {
                self.error = Some(error.clone());
                self.finish(RunStatus::Failed, at);
            }
            EventKind::RunCancelled => self.finish(RunStatus::Cancelled, at),
        }
    }

    /// Counts what is kept of inputs, outputs and failures.
    fn weigh(&mut self, kind: &EventKind) {
        if let EventKind::AttemptFailed { failure, .. } | EventKind::StepFailed { failure, .. } = kind {
            let hint = failure.hint.as_ref().map_or(0, String::len);
            self.held = self.held.saturating_add(failure.message.len() + hint);
            return;
        }
        let kept = match kind {
            EventKind::StepStarted { input, .. } | EventKind::ApprovalRequested { input, .. } => [input.as_ref(), None],
            EventKind::ApprovalAnswered { answer: ApprovalAnswer::Edit { input }, .. } => [Some(input), None],
            EventKind::StepSucceeded { output, metadata, .. } => [Some(&**output), metadata.as_deref()],
            EventKind::SignalReceived { data, .. } => [Some(&**data), None],
            _ => return,
        };
        let size = |value: &Value| bounds::size(value, bounds::MAX_RUN).unwrap_or(bounds::MAX_RUN);
        self.held = kept.into_iter().flatten().map(size).fold(self.held, usize::saturating_add);
    }

    /// Keeps in mind when the steps under way call for something next.
    fn watch(&mut self, kind: &EventKind, at: i64) {
        let until = match kind {
            EventKind::StepStarted { step, .. } => {
                let planned = self.planned(*step).filter(|planned| is_performed(planned.kind));
                let timeout = planned.map(|planned| self.timeout_of(planned).unwrap_or(u64::MAX));
                timeout.map_or(i64::MIN, |timeout| at.saturating_add_unsigned(timeout))
            }
            EventKind::AttemptFailed { .. }
            | EventKind::RetryScheduled { .. }
            | EventKind::RunRecovered
            | EventKind::TimeSkipped { .. }
            | EventKind::ApprovalAnswered { .. }
            | EventKind::SignalReceived { .. }
            | EventKind::PlanRevised { .. } => i64::MIN,
            // The map that it stands in may be done, or not go on.
            EventKind::StepSucceeded { step, .. }
            | EventKind::StepFailed { step, .. }
            | EventKind::StepSkipped { step, .. }
                if self.inner(*step).is_some() =>
            {
                i64::MIN
            }
            _ => return,
        };
        // Nothing is under way, so nothing is left of what was kept in mind.
        let before = if self.active.is_empty() { i64::MAX } else { self.calm_until.0 };
        self.calm_until = Calm(before.min(until));
    }

    /// Makes graph and step states from the plan.
    fn lay_out(&mut self) {
        let Some(created) = &self.created else { return };
        let Some(plan) = &created.plan else { return };
        let graph = &self.graph;
        self.steps = plan
            .steps
            .iter()
            .map(|step| StepState::new(step, graph.edges_into(step.step_number).count() as u32))
            .collect();
        self.own = self.steps.len();
        self.open = self.own;
        self.ready = (1u32..).zip(&self.steps).filter(|(_, step)| step.unmet == 0).map(|(number, _)| number).collect();
    }

    fn begin(&mut self, number: u32, attempt: u32, input: Option<&Value>, at: i64) {
        let kind = self.planned(number).map(|step| step.kind);
        let is_tool = kind == Some(StepKind::Tool);
        let Some(state) = self.step_mut(number) else { return };
        let first = state.attempts == 0;
        // An attempt that is made again after an interruption is the same attempt.
        let counts = attempt > state.attempts;
        state.status = StepStatus::Running;
        state.attempts = attempt;
        state.interrupted = false;
        state.due_at = None;
        state.attempt_at = at;
        if first {
            state.started_at = Some(at);
        }
        if let Some(input) = input {
            state.input = Some(input.clone());
        }
        self.usage.steps += u32::from(first);
        self.usage.tool_calls += u32::from(counts && is_tool);
        self.ready.remove(&number);
        if !self.active.contains(&number) {
            self.active.push(number);
        }
        if kind == Some(StepKind::Map) && first {
            self.lay_out_map(number);
        }
    }

    /// A failure that nothing handles: it is the run's, or that of the map it stands in. The report says what could not be taken back,
    /// and no more.
    fn fall(&mut self, number: u32) {
        match self.inner(number) {
            Some(Inner::Undo { .. }) => return,
            Some(Inner::Body { of, .. }) => return self.break_map(of, number),
            None => {}
        }
        let Some(failure) = self.step(number).and_then(|step| step.failure.clone()) else { return };
        if self.stop.is_none() {
            self.stop = Some(Stop::Failure(number));
            self.error = Some(crate::RunError {
                code: failure.code,
                message: failure.message,
                hint: failure.hint,
                step_number: Some(number),
            });
        }
    }

    /// Somebody wants it to stop. Who is asked about a step at that moment says no with it.
    fn cancel(&mut self, reason: Option<&String>, ending: bool) {
        let asked: Vec<u32> = self.waiting.iter().map(|number| self.root(*number)).collect();
        for number in asked {
            if let Some(step) = self.step_mut(number) {
                step.fate = Some((SkipReason::Cancelled, None));
            }
        }
        self.stop = Some(Stop::Cancel { ending });
        self.cancel_reason = reason.cloned().or(self.cancel_reason.take());
    }

    /// The step took the oldest signal of its name.
    fn take_signal(&mut self, number: u32) {
        let Some(crate::Awaited::Signal { name }) = self.awaited(number) else { return };
        if let Some(at) = self.signals.iter().position(|(waiting, _)| waiting == name) {
            self.signals.remove(at);
        }
    }

    fn answer(&mut self, number: u32, answer: &ApprovalAnswer, at: i64) {
        self.waiting.remove(&number);
        self.give_up(number);
        let Some(state) = self.step_mut(number) else { return };
        state.question = None;
        match answer {
            ApprovalAnswer::Approve => {}
            ApprovalAnswer::Edit { input } => {
                state.input = Some(input.clone());
                // It was told of the other input.
                state.leave.clear();
            }
            ApprovalAnswer::Reject { feedback } => {
                state.feedback.clone_from(feedback);
                return self.end(number, StepStatus::Denied, at);
            }
        }
        state.approved = true;
        state.status = StepStatus::Pending;
        self.ready.insert(number);
    }

    fn interrupt(&mut self) {
        for number in self.active.clone() {
            let performed = self.planned(number).is_some_and(|step| is_performed(step.kind));
            if let Some(state) = self.step_mut(number)
                && state.status == StepStatus::Running
                && performed
            {
                state.interrupted = true;
            }
        }
    }

    /// Gives the calls under way the time that nobody could use; waits end by the clock.
    fn skip_time(&mut self, ms: u64) {
        let last = self.last_at;
        for number in self.active.clone() {
            let performed = self.planned(number).is_some_and(|step| is_performed(step.kind));
            if let Some(state) = self.step_mut(number).filter(|_| performed) {
                state.attempt_at = state.attempt_at.saturating_add_unsigned(ms).min(last);
            }
        }
    }

    /// Ends a step and frees or dooms what comes after it.
    fn end(&mut self, number: u32, status: StepStatus, at: i64) {
        self.active.retain(|active| *active != number);
        self.ready.remove(&number);
        self.to_skip.remove(&number);
        self.waiting.remove(&number);
        let kind = self.planned(number).map(|step| step.kind);
        let decides = kind == Some(StepKind::Decision);
        let cause = self.step(number).and_then(|step| step.skipped).and_then(|(_, cause)| cause);
        let failed_before = cause.is_some_and(|cause| self.step_status(cause) == Some(StepStatus::Failed));
        let seq = self.seq;
        let Some(state) = self.step_mut(number) else { return };
        let handles = state.run_when == RunWhen::AnyFailed;
        state.status = status;
        state.ended_at = Some(at);
        state.ended_seq = seq;
        state.question = None;
        state.interrupted = false;
        let fate = match status {
            StepStatus::Succeeded if decides && state.output.as_deref() == Some(&Value::Bool(false)) => {
                Some((SkipReason::Decision, Some(number)))
            }
            StepStatus::Skipped => {
                let cause = state.skipped.and_then(|(_, cause)| cause).or(Some(number));
                Some((SkipReason::DependencySkipped, cause))
            }
            StepStatus::Denied => Some((SkipReason::DependencyDenied, Some(number))),
            StepStatus::Failed => Some((SkipReason::DependencyFailed, Some(number))),
            StepStatus::Pending
            | StepStatus::WaitingApproval
            | StepStatus::Running
            | StepStatus::Retrying
            | StepStatus::Succeeded
            | StepStatus::Cancelled => None,
        };
        let is_own = number as usize <= self.own;
        self.open -= usize::from(is_own);
        let (graph, base) = self.scope(number);
        for edge in graph.edges_out_of(number - base) {
            let Some(next) = self.step_mut(base + edge.step) else { continue };
            next.unmet = next.unmet.saturating_sub(1);
            if edge.kind == EdgeKind::Need {
                next.fate = next.fate.or(fate);
                next.met |= status == StepStatus::Succeeded && fate.is_none();
                next.broken |= match next.instead_of {
                    Some(first) => base + first == number && status == StepStatus::Failed,
                    None => status == StepStatus::Failed || status == StepStatus::Skipped && failed_before,
                };
            }
            self.set_off(base + edge.step);
        }
        if handles && status != StepStatus::Succeeded {
            self.unhandle(number);
        }
        if kind == Some(StepKind::Map) {
            self.close_map(number);
        }
        if !is_own {
            self.end_inner(number);
        }
    }

    /// Notes what is to become of a step once nothing stands before it.
    fn set_off(&mut self, number: u32) {
        let Some(step) = self.step_mut(number).filter(|step| step.unmet == 0 && step.status == StepStatus::Pending)
        else {
            return;
        };
        match step.verdict() {
            Ok(()) => {
                self.ready.insert(number);
            }
            Err(fate) => {
                step.fate = Some(fate);
                self.to_skip.insert(number);
            }
        }
    }

    /// What a step was to handle is not handled after all: it was turned down.
    fn unhandle(&mut self, handler: u32) {
        let left: Vec<u32> =
            (1u32..).zip(&self.steps).filter(|(_, step)| step.handled_by == Some(handler)).map(|(of, _)| of).collect();
        for number in left {
            if let Some(step) = self.step_mut(number) {
                step.handled_by = None;
            }
            self.fall(number);
        }
    }

    /// Takes the new plan; what was not begun starts afresh, its questions are void.
    fn revise(&mut self, plan: &Plan, tools: &[ToolSpec]) {
        let Some(created) = self.created.as_mut().map(Rc::make_mut) else { return };
        created.plan = Some(plan.clone().into());
        created.tools = tools.to_vec();
        self.graph = Rc::new(Graph::of(plan, tools));
        let (ready, to_skip) = (std::mem::take(&mut self.ready), std::mem::take(&mut self.to_skip));
        let ended: Vec<bool> = self.steps.iter().map(|step| step.status.is_final()).collect();
        let is_open = |step: u32| ended.get(step as usize - 1) == Some(&false);
        for (state, step) in self.steps.iter_mut().zip(&plan.steps) {
            let number = step.step_number;
            let StepState { fate, met, broken, .. } = *state;
            if !state.status.is_final() && state.attempts == 0 {
                let unmet = self.graph.edges_into(number).filter(|edge| is_open(edge.step)).count() as u32;
                *state = StepState { fate, met, broken, ..StepState::new(step, unmet) };
                self.waiting.remove(&number);
            }
        }
        for number in 1..=self.own as u32 {
            self.set_off(number);
        }
        // Steps within those that were begun stay as they were.
        let own = self.own as u32;
        self.ready.extend(ready.into_iter().filter(|number| *number > own));
        self.to_skip.extend(to_skip.into_iter().filter(|number| *number > own));
    }

    fn finish(&mut self, status: RunStatus, at: i64) {
        self.phase = Phase::Is(status);
        self.ended_at = Some(at);
    }
}
