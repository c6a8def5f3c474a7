//! Events without their texts: only lengths and hashes are left, for policies that keep no content.

use std::rc::Rc;

use dunlin_base::hash;
use dunlin_plan::{Plan, PlanStep};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{ApprovalAnswer, Event, EventKind, Failure, RunError, Usage};

/// The event with every goal, reason, input, output and message taken out.
pub(crate) fn event(event: &Event) -> Event {
    Event { seq: event.seq, at: event.at, kind: kind(&event.kind) }
}

fn kind(kind: &EventKind) -> EventKind {
    let mut kind = kind.clone();
    match &mut kind {
        EventKind::RunCreated(created) => {
            let created = Rc::make_mut(created);
            text(&mut created.goal);
            created.unknown.clear();
            created.given.iter_mut().for_each(value);
            if let Some(plan) = &mut created.plan {
                strip_plan(plan);
            }
        }
        EventKind::StepStarted { input, .. } => input.iter_mut().for_each(value),
        EventKind::ApprovalRequested { input, holds, .. } => {
            input.iter_mut().for_each(value);
            for one in holds {
                text(&mut one.field);
            }
        }
        EventKind::SignalReceived { data, .. } => value(Rc::make_mut(data)),
        EventKind::StepProgressed { words, .. } => text(words),
        EventKind::StepSucceeded { output, metadata, .. } => {
            value(Rc::make_mut(output));
            let counted = metadata.as_ref().and_then(|metadata| metadata.as_object()).into_iter().flatten();
            let counted: Map<String, Value> = counted
                .filter(|(name, value)| match name.as_str() {
                    "tokens" => value.is_u64(),
                    "below" => Usage::deserialize(*value).is_ok(),
                    _ => false,
                })
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect();
            *metadata = (!counted.is_empty()).then(|| Rc::new(Value::Object(counted)));
        }
        EventKind::AttemptFailed { failure: Failure { code, message, hint, .. }, .. }
        | EventKind::StepFailed { failure: Failure { code, message, hint, .. }, .. }
        | EventKind::RunFailed { error: RunError { code, message, hint, .. } } => {
            *code = code_of(code);
            text(message);
            *hint = None;
        }
        EventKind::ApprovalAnswered { answer, .. } => match answer {
            ApprovalAnswer::Approve => {}
            ApprovalAnswer::Reject { feedback } => feedback.iter_mut().for_each(text),
            ApprovalAnswer::Edit { input } => value(input),
        },
        EventKind::CancelRequested { reason, .. } => reason.iter_mut().for_each(text),
        EventKind::PlanRevised { plan, .. } => strip_plan(plan),
        EventKind::RunStarted
        | EventKind::RetryScheduled { .. }
        | EventKind::StepSkipped { .. }
        | EventKind::StepCancelled { .. }
        | EventKind::RunSuspended
        | EventKind::RunResumed
        | EventKind::BudgetSpent { .. }
        | EventKind::RunRecovered
        | EventKind::TimeSkipped { .. }
        | EventKind::UndoBegan { .. }
        | EventKind::LateResult { .. }
        | EventKind::RunCompleted
        | EventKind::RunCancelled => {}
    }
    kind
}

fn strip_plan(plan: &mut Plan) {
    text(&mut plan.goal);
    text(&mut plan.rationale);
    plan.unknown.clear();
    plan.result.iter_mut().for_each(value);
    plan.steps.iter_mut().for_each(strip_step);
}

fn strip_step(step: &mut PlanStep) {
    text(&mut step.reasoning);
    value(&mut step.tool_input);
    step.acceptance_criteria.iter_mut().for_each(text);
    step.checks.clear();
    step.unknown.clear();
    step.undo.iter_mut().for_each(|undo| strip_step(undo));
    step.body.iter_mut().for_each(strip_step);
    step.plan.iter_mut().for_each(|plan| strip_plan(plan));
}

/// A code, where it is one: what a host's tool gives for it may be any text.
pub(crate) fn code_of(code: &str) -> String {
    let is_code = code.chars().all(|sign| sign.is_ascii_lowercase() || matches!(sign, '.' | '-' | '_'));
    if is_code { code.to_owned() } else { "tool.failed".to_owned() }
}

fn text(text: &mut String) {
    if !text.is_empty() {
        let print = hash(&[text]);
        *text = format!("[{} characters, {}]", text.chars().count(), print.get(..12).unwrap_or(&print));
    }
}

/// Yes, no and nothing stay: later steps were chosen by them, and they tell no text.
fn value(value: &mut Value) {
    if !matches!(value, Value::Null | Value::Bool(_)) {
        let written = value.to_string();
        let print = hash(&[&written]);
        *value = json!({"$redacted": {"length": written.chars().count(), "hash": print}});
    }
}
