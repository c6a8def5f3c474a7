//! A run's record as JSON text: byte for byte what its derived writer gives, in a third of its time. At the end of a run of
//! many steps a program waits for little else.
//!
//! It knows what is where in the record and nothing of how the run came to it.

use dunlin_base::{append_number, append_text, iso_utc};
use serde_json::Value;

use crate::{ExecutionStep, RunState};

/// What a step takes at least, in the log and in the plan.
const STEP: usize = 256;

/// The record, none before the first event. `plan` is the text of the run's plan, when that is at hand.
pub(crate) fn record_text(state: &RunState, plan: Option<&str>) -> Option<String> {
    let run = state.outline()?;
    let steps = state.steps.len() * STEP;
    let mut text = String::with_capacity(plan.map_or(steps, str::len) + steps + 1024);
    let mut moments = Moments::default();
    number(&mut text, "{\"schemaVersion\":", run.schema_version.into());
    append_to(&mut text, ",\"runId\":", run.run_id);
    append_to(&mut text, ",\"goal\":", run.goal);
    append_to(&mut text, ",\"status\":", run.status.name());
    text.push_str(",\"plan\":");
    match plan {
        Some(plan) => text.push_str(plan),
        None => append_text(&mut text, &run.plan),
    }
    text.push_str(",\"policy\":");
    append_text(&mut text, &run.policy);
    text.push_str(",\"executionLog\":[");
    for (place, step) in state.log().enumerate() {
        text.push_str(if place > 0 { ",{" } else { "{" });
        put_step(&mut text, &mut moments, &step);
    }
    text.push(']');
    value(&mut text, ",\"result\":", run.result);
    if let Some(error) = &run.error {
        text.push_str(",\"error\":");
        append_text(&mut text, error);
    }
    text.push_str(",\"usage\":");
    append_text(&mut text, &run.usage);
    moments.put(&mut text, ",\"createdAt\":\"", Some(run.created_at_ms));
    moments.put(&mut text, ",\"startedAt\":\"", run.started_at_ms);
    moments.put(&mut text, ",\"completedAt\":\"", run.completed_at_ms);
    text.push('}');
    Some(text)
}

fn put_step(text: &mut String, moments: &mut Moments, step: &ExecutionStep<&str, &Value>) {
    number(text, "\"stepNumber\":", step.step_number.into());
    append_to(text, ",\"toolName\":", step.tool_name);
    value(text, ",\"toolInput\":", Some(step.tool_input));
    append_to(text, ",\"status\":", step.status.name());
    text.push_str(if step.success { ",\"success\":true" } else { ",\"success\":false" });
    value(text, ",\"output\":", step.output);
    if let Some(error) = &step.error {
        append_to(text, ",\"error\":", error);
    }
    value(text, ",\"metadata\":", step.metadata);
    number(text, ",\"attempts\":", step.attempts.into());
    if let Some(ms) = step.duration_ms {
        number(text, ",\"durationMs\":", ms);
    }
    moments.put(text, ",\"startedAt\":\"", step.started_at_ms);
    moments.put(text, ",\"completedAt\":\"", step.completed_at_ms);
    append_to(text, ",\"thought\":", step.thought);
    if let Some(code) = step.error_code {
        append_to(text, ",\"errorCode\":", code);
    }
    if let Some(approval) = &step.approval {
        text.push_str(",\"approval\":");
        append_text(text, approval);
    }
    text.push('}');
}

fn append_to(text: &mut String, name: &str, value: &str) {
    text.push_str(name);
    append_text(text, value);
}

fn number(text: &mut String, name: &str, value: u64) {
    text.push_str(name);
    append_number(text, value);
}

fn value(text: &mut String, name: &str, value: Option<&Value>) {
    if let Some(value) = value {
        text.push_str(name);
        append_text(text, value);
    }
}

/// The moment written last: mostly the next one is the same.
#[derive(Default)]
struct Moments {
    ms: i64,
    text: String,
}

impl Moments {
    /// Writes a moment after its name and the opening quote.
    fn put(&mut self, text: &mut String, name: &str, ms: Option<i64>) {
        let Some(ms) = ms else { return };
        if ms != self.ms || self.text.is_empty() {
            *self = Self { ms, text: iso_utc(ms) };
        }
        text.push_str(name);
        text.push_str(&self.text);
        text.push('"');
    }
}
