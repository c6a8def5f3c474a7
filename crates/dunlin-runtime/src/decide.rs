//! `decide`: what comes next, from the state and the moment alone. Total and pure.
//!
//! It is asked again after every event. While it answers with an event to append, the driver appends it; an event that
//! begins an attempt authorises its effect once it is stored.

use std::rc::Rc;

use dunlin_base::{Random, SeededRandom};
use dunlin_plan::{StepKind, bounds, decision};
use serde_json::{Value, json};

use crate::{
    ApprovalMode, ApprovalReason, Budget, EventKind, Failure, Jitter, Policy, RetryPolicy, RunError, RunStatus,
    SkipReason, StepStatus,
    state::{Phase, RunState, StepState, Stop},
};

/// The code of an attempt that took too long.
pub(crate) const TIMEOUT: &str = "tool.timeout";

/// From that number of events on nothing is tried again: a plan of 5,000 steps comes to less than half of them.
const MOST_EVENTS: u64 = 50_000;

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
        if self.state.stop == Some(Stop::Cancel) {
            return Command::Append(self.cancel());
        }
        if status == RunStatus::Pending {
            return Command::Append(EventKind::RunStarted);
        }
        if status == RunStatus::Suspended {
            let stuck = self.state.ready.is_empty() && self.state.doomed.is_empty() && self.state.open > 0;
            return if stuck { Command::Wait } else { Command::Append(EventKind::RunResumed) };
        }
        let next = match &self.state.stop {
            None => {
                self.time_spent().or_else(|| self.active_step()).or_else(|| self.skip()).or_else(|| self.ready_step())
            }
            Some(stop) => self.stopping(stop),
        };
        let next = next.or_else(|| self.closing());
        next.map_or_else(|| self.deadline().map_or(Command::Wait, Command::WaitUntil), Command::Append)
    }

    fn active(&self) -> impl Iterator<Item = (u32, &StepState, StepKind)> {
        self.state
            .active
            .iter()
            .filter_map(|number| Some((*number, self.state.step(*number)?, self.state.planned(*number)?.kind)))
    }

    fn active_ms(&self) -> u64 {
        self.state.usage.active_ms + self.now.saturating_sub(self.state.last_at).max(0) as u64
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
            StepStatus::Running if step.interrupted => Some(self.take_up(number, step)),
            StepStatus::Running => self.running(number, step, kind),
            StepStatus::Retrying => match (step.due_at, &step.failure) {
                (None, Some(failure)) => Some(self.verdict(number, step, failure)),
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
        match kind {
            StepKind::Tool | StepKind::Notify => {
                let late = self.timeout_at(step) <= self.now;
                late.then(|| EventKind::AttemptFailed { step: number, attempt, failure: self.timeout(number) })
            }
            StepKind::Wait => (self.wait_until(number, step) <= self.now)
                .then(|| succeeded(json!({"waitedMs": self.now.saturating_sub(step.attempt_at)}))),
            StepKind::Decision => Some(match decision::evaluate(self.state.input(number)) {
                Ok(answer) => succeeded(Value::Bool(answer)),
                Err(message) => {
                    let failure = Failure::new("plan.invalid-decision", message);
                    EventKind::AttemptFailed { step: number, attempt, failure }
                }
            }),
        }
    }

    fn timeout_at(&self, step: &StepState) -> i64 {
        step.attempt_at.saturating_add_unsigned(self.policy.step_timeout_ms)
    }

    fn wait_until(&self, number: u32, step: &StepState) -> i64 {
        let ms = self.state.input(number).get("ms").and_then(Value::as_u64).unwrap_or(0);
        step.attempt_at.saturating_add_unsigned(ms)
    }

    fn timeout(&self, number: u32) -> Failure {
        let limit = self.policy.step_timeout_ms;
        let retryable = self.state.is_repeatable(number);
        let mut failure = Failure::new(TIMEOUT, format!("no answer within {limit} ms"));
        failure.retryable = retryable;
        if !retryable {
            failure.hint =
                Some("its outcome is unknown and it is not safe to repeat: look before running it again".into());
        }
        failure
    }

    /// A step whose outcome is unknown is done again when that is safe; otherwise a person is asked.
    fn take_up(&self, number: u32, step: &StepState) -> EventKind {
        if self.state.is_repeatable(number) {
            return EventKind::StepStarted { step: number, attempt: step.attempts, input: None };
        }
        self.question(number, ApprovalReason::UnknownOutcome, None)
    }

    fn question(&self, number: u32, reason: ApprovalReason, input: Option<Value>) -> EventKind {
        let approval_id = self.state.approval_id(number, input.as_ref().unwrap_or(self.state.input(number)));
        EventKind::ApprovalRequested { step: number, approval_id, reason, input }
    }

    fn verdict(&self, number: u32, step: &StepState, failure: &Failure) -> EventKind {
        // A run whose journal is as large as it may be tries nothing again.
        let is_full = self.state.held >= bounds::MAX_RUN || self.state.seq >= MOST_EVENTS;
        if !failure.retryable || step.attempts >= self.policy.retry.max_attempts || is_full {
            return EventKind::StepFailed { step: number, failure: failure.clone() };
        }
        let attempt = step.attempts.saturating_add(1);
        EventKind::RetryScheduled { step: number, attempt, delay_ms: self.delay(number, step.attempts) }
    }

    /// How long to wait after that many attempts.
    fn delay(&self, number: u32, attempts: u32) -> u64 {
        let RetryPolicy { initial_interval_ms, backoff_coefficient, maximum_interval_ms, jitter, .. } =
            self.policy.retry;
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
        self.calls_spent().unwrap_or(EventKind::StepStarted { step: number, attempt, input: None })
    }

    fn calls_spent(&self) -> Option<EventKind> {
        let limit = u64::from(self.policy.max_tool_calls);
        let spent = u64::from(self.state.usage.tool_calls);
        (spent >= limit).then_some(EventKind::BudgetSpent { budget: Budget::ToolCalls, limit, spent })
    }

    fn skip(&self) -> Option<EventKind> {
        let number = *self.state.doomed.first()?;
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
            return Some(EventKind::StepFailed { step: number, failure: Failure::new("tool.not-allowed", message) });
        }
        let resolved = match self.state.resolved_input(number) {
            Ok(resolved) => resolved,
            Err(error) => {
                let failure = Failure::new(error.code(), error.to_string());
                return Some(EventKind::StepFailed { step: number, failure });
            }
        };
        if is_tool && !step.approved {
            let input = resolved.as_ref().unwrap_or(self.state.input(number));
            if let Some(reason) = self.must_ask(&planned.tool_name, input) {
                return Some(self.question(number, reason, resolved));
            }
        }
        if self.state.active.len() >= self.policy.max_parallel.max(1) as usize {
            return None;
        }
        if let Some(spent) = self.start_spends(is_tool) {
            return Some(spent);
        }
        Some(EventKind::StepStarted { step: number, attempt: step.attempts.max(1), input: resolved })
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
        let (limit, spent) = (u64::from(self.policy.max_steps), u64::from(usage.steps));
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
        let active = self.active().find_map(|(number, step, kind)| match (step.status, &step.failure) {
            (StepStatus::Retrying, Some(failure)) => {
                Some(EventKind::StepFailed { step: number, failure: failure.clone() })
            }
            (StepStatus::Running, _) if running_too || step.interrupted || kind == StepKind::Wait => {
                Some(EventKind::StepCancelled { step: number })
            }
            (StepStatus::Running, _) => self.running(number, step, kind),
            _ => None,
        });
        if active.is_some() || !self.state.active.is_empty() {
            return active;
        }
        let number = self.state.graph.in_order().find(|number| self.is_open(*number))?;
        let step = self.state.step(number)?;
        if step.attempts > 0 {
            return Some(EventKind::StepCancelled { step: number });
        }
        let (reason, cause) = self.why_skipped(number, stop);
        Some(EventKind::StepSkipped { step: number, reason, cause })
    }

    fn is_open(&self, number: u32) -> bool {
        self.state.step(number).is_some_and(|step| !step.status.is_final())
    }

    /// A step that needs a failed one, however far back, names it; another names what stopped the run.
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
            (None, Stop::Cancel) => (SkipReason::Cancelled, None),
        }
    }

    fn cancel(&self) -> EventKind {
        if let Some(number) = self.state.active.first() {
            return EventKind::StepCancelled { step: *number };
        }
        let Some(number) = (1..=self.state.steps.len() as u32).find(|number| self.is_open(*number)) else {
            return EventKind::RunCancelled;
        };
        if self.state.step(number).is_some_and(|step| step.attempts > 0) {
            return EventKind::StepCancelled { step: number };
        }
        EventKind::StepSkipped { step: number, reason: SkipReason::Cancelled, cause: None }
    }

    /// The end of the run, or its rest while a person thinks.
    fn closing(&self) -> Option<EventKind> {
        if self.state.open == 0 {
            return Some(match (&self.state.stop, &self.state.error) {
                (None, _) => EventKind::RunCompleted,
                (Some(_), Some(error)) => EventKind::RunFailed { error: error.clone() },
                (Some(_), None) => EventKind::RunFailed { error: unexplained() },
            });
        }
        let rests = self.state.active.is_empty() && self.state.ready.is_empty() && !self.state.waiting.is_empty();
        rests.then_some(EventKind::RunSuspended)
    }

    /// The earliest moment at which time alone changes something.
    fn deadline(&self) -> Option<i64> {
        let steps = self.active().filter_map(|(number, step, kind)| match (step.status, kind) {
            (StepStatus::Retrying, _) => step.due_at,
            (StepStatus::Running, StepKind::Wait) => Some(self.wait_until(number, step)),
            (StepStatus::Running, StepKind::Tool | StepKind::Notify) => Some(self.timeout_at(step)),
            _ => None,
        });
        let left = self.policy.time_budget_ms.saturating_sub(self.active_ms()).saturating_add(1);
        let budget = self.state.stop.is_none().then(|| self.now.saturating_add_unsigned(left));
        steps.chain(budget).min()
    }
}

fn unexplained() -> RunError {
    RunError { code: "run.stopped".into(), message: "the run was stopped".into(), hint: None, step_number: None }
}
