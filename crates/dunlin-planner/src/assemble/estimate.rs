//! What a step costs, how long it takes and what must hold after it.

use dunlin_plan::StepKind;
use serde_json::Value;

use super::{CALCULATOR, GUIDE, SCHEDULES, TODO_STORE};
use crate::{Criterion, day::DATES};

/// What a step may cost the person if it was not meant: 1 nothing is changed, 2 one thing is and can be taken back at once,
/// 3 many go together. Steps that would cost money or leave the device would stand above, and there are none.
pub(super) fn cost_tier(tool: &str, tool_input: &Value) -> u8 {
    let action = tool_input.get("action").and_then(Value::as_str).unwrap_or_default();
    match action {
        _ if tool == SCHEDULES => 2,
        _ if tool != TODO_STORE => 1,
        "list" | "search" | "get" | "count" | "list_names" | "count_lists" => 1,
        "clear" | "delete_list" => 3,
        _ if tool_input.get("all").is_some() => 3,
        _ => 2,
    }
}

pub(super) fn criteria(kind: StepKind, tool: &str, tool_input: &Value) -> Vec<Criterion> {
    match kind {
        StepKind::Decision => return vec![Criterion::ResultIsYesOrNo],
        StepKind::Wait => return vec![Criterion::Waited],
        StepKind::Ask => return vec![Criterion::Answered],
        _ => {}
    }
    if tool == CALCULATOR {
        return vec![Criterion::ResultIsNumber];
    }
    if tool != TODO_STORE && tool != DATES && tool != GUIDE && tool != SCHEDULES {
        // What a tool of the host's own must come to, only the host knows.
        return Vec::new();
    }
    let action = tool_input.get("action").and_then(Value::as_str).unwrap_or_default();
    let mut criteria = vec![Criterion::ActionIs(action.to_owned())];
    if action == "add" || action == "update" && tool_input.get("all").is_none() {
        criteria.extend(tool_input.get("text").and_then(Value::as_str).map(|text| Criterion::TextIs(text.to_owned())));
    }
    criteria.extend(effects(action, tool_input));
    criteria
}

/// What a change of what is there must come to.
fn effects(action: &str, tool_input: &Value) -> Vec<Criterion> {
    let text = |field: &str| tool_input.get(field).and_then(Value::as_str).map(str::to_owned);
    let mut criteria = Vec::new();
    if matches!(action, "delete" | "clear") {
        criteria.push(Criterion::Gone);
    }
    let some = ["list", "filter", "match"].iter().any(|field| tool_input.get(*field).is_some());
    match action {
        "complete" | "reopen" | "update" | "delete" if tool_input.get("all").is_none() => {
            criteria.push(Criterion::One);
            if action == "delete" {
                criteria.extend(text("match").map(Criterion::NamedBy));
            }
        }
        // What of a list or of a day is to go, the store alone can count.
        "clear" | "delete" if !some => criteria.push(Criterion::NoneRemains),
        "clear"
            if tool_input.get("filter") == Some(&serde_json::json!({"status": "completed"}))
                && tool_input.get("list").is_none() =>
        {
            criteria.push(Criterion::NoneCompletedRemains);
        }
        _ => {}
    }
    match action {
        "complete" => criteria.push(Criterion::Completed),
        "reopen" => criteria.push(Criterion::Open),
        "update" if tool_input.get("all").is_none() => criteria.extend(text("due").map(Criterion::Due)),
        _ => {}
    }
    criteria
}

/// How long a step takes by estimate, in milliseconds. The levels are measured: the slower of the median with 10 and with
/// 1,000 todos, through the npm package in Node, rounded up to 1, 2, 5, 10, 20, 50 … A plan takes as long as its critical path,
/// and waiting for a person's answer counts nowhere.
pub(super) fn duration_ms(kind: StepKind, tool: &str, tool_input: &Value) -> u64 {
    let action = tool_input.get("action").and_then(Value::as_str).unwrap_or_default();
    match (kind, cost_tier(tool, tool_input)) {
        // What is decided lies in the journal already.
        (StepKind::Decision, _) => 0,
        (StepKind::Wait, _) => tool_input.get("ms").and_then(Value::as_u64).unwrap_or(1),
        _ if tool == CALCULATOR || tool == DATES || tool == GUIDE => 1,
        (_, 1) if matches!(action, "list" | "search" | "get") => 5,
        (_, 1 | 2) => 1,
        _ => 50,
    }
}
