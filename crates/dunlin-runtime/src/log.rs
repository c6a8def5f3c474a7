//! Structured log lines: one JSON object an event, with run and step.

use dunlin_base::iso_utc;
use serde_json::{Map, Value, json};

use crate::{Content, Event, EventKind, Partial, RunState, redact};

/// The line for an event; `state` is the state after it. Texts are left out when the policy keeps none.
pub(crate) fn line(state: &RunState, event: &Event) -> String {
    let keeps = state.policy().is_none_or(|policy| policy.content == Content::Keep);
    let mut line = Map::new();
    let mut put = |name: &str, value: Value| {
        line.insert(name.to_owned(), value);
    };
    put("at", json!(iso_utc(event.at)));
    put("level", json!(level(&event.kind)));
    put("event", json!(event.kind.name()));
    put("runId", json!(state.run_id()));
    put("seq", json!(event.seq));
    if let (EventKind::RunCreated(_), Some(parent)) = (&event.kind, state.parent()) {
        put("parentRunId", json!(parent.run_id));
        put("parentStep", json!(parent.step_number));
    }
    if let Some(step) = event.kind.step() {
        put("stepNumber", json!(step));
        if let Some(planned) = state.planned(step).filter(|planned| !planned.tool_name.is_empty()) {
            put("tool", json!(planned.tool_name));
        }
        put("attempt", json!(state.step(step).map_or(0, |step| step.attempts)));
    }
    let error = match &event.kind {
        EventKind::AttemptFailed { failure, .. } | EventKind::StepFailed { failure, .. } => {
            Some((&failure.code, &failure.message))
        }
        EventKind::RunFailed { error } => Some((&error.code, &error.message)),
        _ => None,
    };
    if let Some((code, message)) = error {
        put("code", if keeps { json!(code) } else { json!(redact::code_of(code)) });
        if keeps {
            put("message", json!(message));
        }
    }
    Value::Object(line).to_string()
}

/// The line for a partial output: how large it is, and never what it says.
pub(crate) fn partial(state: &RunState, partial: &Partial, bytes: usize) -> String {
    let mut line = json!({
        "at": iso_utc(partial.at),
        "level": "info",
        "event": "partialOutput",
        "runId": state.run_id(),
        "stepNumber": partial.step,
        "attempt": partial.attempt,
        "number": partial.number,
        "bytes": bytes,
    });
    if let Some(planned) = state.planned(partial.step).filter(|planned| !planned.tool_name.is_empty()) {
        line["tool"] = json!(planned.tool_name);
    }
    line.to_string()
}

fn level(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::StepFailed { .. } | EventKind::RunFailed { .. } => "error",
        EventKind::AttemptFailed { .. }
        | EventKind::RetryScheduled { .. }
        | EventKind::BudgetSpent { .. }
        | EventKind::RunRecovered
        | EventKind::TimeSkipped { .. }
        | EventKind::UndoBegan { .. }
        | EventKind::LateResult { .. } => "warn",
        EventKind::RunCreated(_)
        | EventKind::RunStarted
        | EventKind::StepStarted { .. }
        | EventKind::StepSucceeded { .. }
        | EventKind::StepSkipped { .. }
        | EventKind::StepCancelled { .. }
        | EventKind::ApprovalRequested { .. }
        | EventKind::ApprovalAnswered { .. }
        | EventKind::RunSuspended
        | EventKind::RunResumed
        | EventKind::CancelRequested { .. }
        | EventKind::PlanRevised { .. }
        | EventKind::SignalReceived { .. }
        | EventKind::StepProgressed { .. }
        | EventKind::RunCompleted
        | EventKind::RunCancelled => "info",
    }
}
