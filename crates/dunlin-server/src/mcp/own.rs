//! The tools of the door itself, and what they take.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde::Deserialize;
use serde_json::{Value, json};

/// What may be carried out by `dunlin_run`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RunInput {
    #[serde(default)]
    pub(super) goal: Option<String>,
    #[serde(default)]
    pub(super) plan: Option<Value>,
    #[serde(default)]
    pub(super) run_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GoalInput {
    pub(super) goal: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RunNamed {
    pub(super) run_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CancelInput {
    pub(super) run_id: String,
    #[serde(default)]
    pub(super) reason: Option<String>,
}

/// Data for a step that asks.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AnswerInput {
    pub(super) run_id: String,
    pub(super) step_number: u32,
    pub(super) answer: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SignalInput {
    pub(super) run_id: String,
    pub(super) name: String,
    #[serde(default)]
    pub(super) data: Value,
}

/// The tools of the door itself, beside those that plans can call.
pub(super) fn own_tools() -> Vec<Tool> {
    let named = json!({"runId": {"type": "string", "description": "the run"}});
    let tool = |name: &'static str, about: &'static str, properties: Value, required: Value, hints: ToolAnnotations| {
        let schema =
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
        Tool::new(name, about, Arc::new(object(schema))).with_annotations(hints)
    };
    let looks = || ToolAnnotations::new().read_only(true).open_world(false);
    vec![
        tool(
            "dunlin_plan",
            "Read a goal into a plan and do nothing: which steps, with which tools and inputs, and why",
            json!({"goal": {"type": "string", "description": "what is to be done, in plain words"}}),
            json!(["goal"]),
            looks(),
        ),
        tool(
            "dunlin_run",
            "Carry out a goal or a plan; a person is asked before anything is destroyed. Answers with the record of the run",
            json!({
                "goal": {"type": "string", "description": "what is to be done, in plain words"},
                "plan": {"type": "object", "description": "a plan, as dunlin_plan gives it, instead of a goal"},
                "runId": {"type": "string", "description": "a name for the run; the same again is refused, so nothing is done twice"},
            }),
            json!([]),
            ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(false),
        ),
        tool("dunlin_status", "The record of a run, as it stands", named.clone(), json!(["runId"]), looks()),
        tool("dunlin_report", "A run told as a whole, in Markdown", named.clone(), json!(["runId"]), looks()),
        tool(
            "dunlin_approve",
            "Have the person asked again about what a run waits for, leave or data, and go on with the run; the answer is theirs. \
             Answers with the record",
            named.clone(),
            json!(["runId"]),
            ToolAnnotations::new().read_only(false).destructive(true).idempotent(false).open_world(false),
        ),
        tool(
            "dunlin_answer",
            "Give a step that asks something (its `awaits` is an answer) what it asks for, in the person's words, and go on with \
             the run. Answers with the record",
            json!({
                "runId": named["runId"],
                "stepNumber": {"type": "integer", "minimum": 1, "description": "the step that asks"},
                "answer": {"description": "what fits the schema of the question"},
            }),
            json!(["runId", "stepNumber", "answer"]),
            ToolAnnotations::new().read_only(false).destructive(false).idempotent(false).open_world(false),
        ),
        tool(
            "dunlin_signal",
            "Tell a run that something has happened: the first step that waits for a signal of that name takes it, now or \
             later. Answers with the record",
            json!({
                "runId": named["runId"],
                "name": {"type": "string", "description": "the name of the signal"},
                "data": {"description": "what comes with it"},
            }),
            json!(["runId", "name"]),
            ToolAnnotations::new().read_only(false).destructive(false).idempotent(false).open_world(false),
        ),
        tool(
            "dunlin_cancel",
            "Ask a run to stop",
            json!({"runId": named["runId"], "reason": {"type": "string"}}),
            json!(["runId"]),
            ToolAnnotations::new().read_only(false).destructive(false).idempotent(true).open_world(false),
        ),
    ]
}

pub(super) fn object(value: Value) -> JsonObject {
    if let Value::Object(map) = value { map } else { JsonObject::new() }
}
