//! Events read back from JSON.
//!
//! A field that a newer version added to an event is let be; [`RunCreated`] keeps what it does not know.

use std::rc::Rc;

use dunlin_base::{Fields, Record, deserialize_records};
use serde_json::{Map, Value};

use crate::{ApprovalAnswer, ApprovalReason, Budget, Event, EventKind, Failure, RunCreated, RunError, SkipReason};

const SKIP_REASONS: [(&str, SkipReason); 7] = [
    ("dependencyFailed", SkipReason::DependencyFailed),
    ("dependencySkipped", SkipReason::DependencySkipped),
    ("dependencyDenied", SkipReason::DependencyDenied),
    ("decision", SkipReason::Decision),
    ("runFailed", SkipReason::RunFailed),
    ("budgetSpent", SkipReason::BudgetSpent),
    ("cancelled", SkipReason::Cancelled),
];
const APPROVAL_REASONS: [(&str, ApprovalReason); 3] = [
    ("destructive", ApprovalReason::Destructive),
    ("policy", ApprovalReason::Policy),
    ("unknownOutcome", ApprovalReason::UnknownOutcome),
];
const BUDGETS: [(&str, Budget); 4] =
    [("steps", Budget::Steps), ("toolCalls", Budget::ToolCalls), ("time", Budget::Time), ("tokens", Budget::Tokens)];

impl Record for Event {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["seq", "at", "type"]);
        let (seq, at) = (fields.number("seq", u64::MAX).unwrap_or_default(), fields.signed("at").unwrap_or_default());
        EventKind::take(fields).map(|kind| Self { seq, at, kind })
    }
}

impl Record for EventKind {
    fn read(value: Value) -> Result<Self, String> {
        Self::take(Fields::of(value, &["type"]))
    }
}

impl EventKind {
    fn take(mut fields: Fields) -> Result<Self, String> {
        let name = fields.text("type").unwrap_or_default();
        let needed: &[&str] = match name.as_str() {
            "stepStarted" | "stepSucceeded" => &["step", "attempt"],
            "attemptFailed" => &["step", "attempt", "failure"],
            "retryScheduled" => &["step", "attempt", "delayMs"],
            "stepFailed" => &["step", "failure"],
            "stepSkipped" => &["step", "reason"],
            "stepCancelled" => &["step"],
            "approvalRequested" => &["step", "approvalId", "reason"],
            "approvalAnswered" => &["step", "approvalId", "answer"],
            "budgetSpent" => &["budget", "limit", "spent"],
            "lateResult" => &["step", "attempt", "success"],
            "planRevised" => &["plan"],
            "runFailed" => &["error"],
            _ => &[],
        };
        fields.need(needed);
        let step = if needed.contains(&"step") { fields.small("step").unwrap_or_default() } else { 0 };
        let attempt = if needed.contains(&"attempt") { fields.small("attempt").unwrap_or_default() } else { 0 };
        let failure: Option<Failure> = if needed.contains(&"failure") { fields.record("failure") } else { None };
        let failure = failure.unwrap_or_else(|| Failure::new("", ""));
        let kind = match name.as_str() {
            "runCreated" => return RunCreated::take(fields).map(|created| Self::RunCreated(Rc::new(created))),
            "runStarted" => Self::RunStarted,
            "stepStarted" => Self::StepStarted { step, attempt, input: fields.take("input") },
            "stepSucceeded" => {
                let output = Rc::new(fields.take("output").unwrap_or_default());
                let metadata = fields.take("metadata").map(Rc::new);
                Self::StepSucceeded { step, attempt, output, metadata }
            }
            "attemptFailed" => Self::AttemptFailed { step, attempt, failure },
            "retryScheduled" => {
                let delay_ms = fields.number("delayMs", u64::MAX).unwrap_or_default();
                Self::RetryScheduled { step, attempt, delay_ms }
            }
            "stepFailed" => Self::StepFailed { step, failure },
            "stepSkipped" => {
                let reason = fields.choice("reason", &SKIP_REASONS).unwrap_or(SkipReason::RunFailed);
                Self::StepSkipped { step, reason, cause: fields.small("cause") }
            }
            "stepCancelled" => Self::StepCancelled { step },
            "approvalRequested" => {
                let approval_id = fields.text("approvalId").unwrap_or_default();
                let reason = fields.choice("reason", &APPROVAL_REASONS).unwrap_or(ApprovalReason::Policy);
                Self::ApprovalRequested { step, approval_id, reason, input: fields.take("input") }
            }
            "approvalAnswered" => {
                let approval_id = fields.text("approvalId").unwrap_or_default();
                let answer = fields.record("answer").unwrap_or(ApprovalAnswer::Reject { feedback: None });
                Self::ApprovalAnswered { step, approval_id, answer }
            }
            "runSuspended" => Self::RunSuspended,
            "runResumed" => Self::RunResumed,
            "cancelRequested" => Self::CancelRequested { reason: fields.text("reason") },
            "budgetSpent" => {
                let budget = fields.choice("budget", &BUDGETS).unwrap_or(Budget::Steps);
                let mut number = |name: &str| fields.number(name, u64::MAX).unwrap_or_default();
                Self::BudgetSpent { budget, limit: number("limit"), spent: number("spent") }
            }
            "runRecovered" => Self::RunRecovered,
            "lateResult" => Self::LateResult { step, attempt, success: fields.flag("success").unwrap_or_default() },
            "planRevised" => {
                let (plan, tools) = (fields.record("plan"), fields.records("tools").unwrap_or_default());
                match plan {
                    Some(plan) => Self::PlanRevised { plan: Box::new(plan), tools },
                    // The fault is noted, so this event is never given out.
                    None => Self::RunResumed,
                }
            }
            "runCompleted" => Self::RunCompleted,
            "runFailed" => Self::RunFailed { error: fields.record("error").unwrap_or_default() },
            "runCancelled" => Self::RunCancelled,
            _ => {
                fields.unfit("type", &name, "an event");
                Self::RunResumed
            }
        };
        fields.end().map(|()| kind)
    }
}

impl RunCreated {
    fn take(mut fields: Fields) -> Result<Self, String> {
        fields.need(&["runId", "goal", "policy", "seed"]);
        let created = Self {
            run_id: fields.text("runId").unwrap_or_default(),
            goal: fields.text("goal").unwrap_or_default(),
            plan: fields.record("plan"),
            policy: fields.record("policy").unwrap_or_default(),
            seed: fields.number("seed", u64::MAX).unwrap_or_default(),
            tools: fields.records("tools").unwrap_or_default(),
            unknown: Map::new(),
        };
        fields.rest().map(|unknown| Self { unknown, ..created })
    }
}

impl Record for Failure {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["code", "message"]);
        let failure = Self {
            code: fields.text("code").unwrap_or_default(),
            message: fields.text("message").unwrap_or_default(),
            hint: fields.text("hint"),
            retryable: fields.flag("retryable").unwrap_or_default(),
        };
        fields.end().map(|()| failure)
    }
}

impl Record for RunError {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["code", "message"]);
        let error = Self {
            code: fields.text("code").unwrap_or_default(),
            message: fields.text("message").unwrap_or_default(),
            hint: fields.text("hint"),
            step_number: fields.small("stepNumber"),
        };
        fields.end().map(|()| error)
    }
}

impl Record for ApprovalAnswer {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["type"]);
        let answer = match fields.choice("type", &[("approve", 0), ("reject", 1), ("edit", 2)]) {
            Some(1) => Self::Reject { feedback: fields.text("feedback") },
            Some(2) => Self::Edit { input: fields.take("input").unwrap_or_default() },
            // No answer at all is a fault that is noted.
            Some(_) | None => Self::Approve,
        };
        fields.end().map(|()| answer)
    }
}

deserialize_records!(Event, EventKind, Failure, RunError, ApprovalAnswer);
