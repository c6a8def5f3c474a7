//! A step in a word, and its input in a line.

use dunlin::{PlanStep, StepKind};
use serde_json::{Map, Value};

use crate::ui::format::duration;

/// The one word for a step: `add`, `calculate`, `list`, `wait`.
pub(crate) fn short_name(step: &PlanStep) -> String {
    match step.kind {
        StepKind::Tool => tool_word(&step.tool_name, &step.tool_input),
        StepKind::Wait
        | StepKind::Decision
        | StepKind::Notify
        | StepKind::Ask
        | StepKind::Signal
        | StepKind::Map
        | StepKind::Plan => step.kind.name().to_owned(),
    }
}

/// The one word for a call of a tool.
fn tool_word(tool: &str, input: &Value) -> String {
    match (tool, input.get("action").and_then(Value::as_str)) {
        ("calculator", _) => "calculate".to_owned(),
        (_, Some(action)) => action.replace('_', " "),
        (tool, None) => tool.replace('_', " "),
    }
}

/// The keys that say most, in that order.
const TELLING: [&str; 9] = ["expression", "text", "match", "title", "list", "todoId", "position", "ms", "filter"];

/// How much the value under a key says, the least number first.
pub(crate) fn telling(key: &str) -> usize {
    TELLING.iter().position(|known| *known == key).unwrap_or(TELLING.len())
}

/// The most telling value of an input, in a line.
pub(crate) fn brief(input: &Value) -> String {
    TELLING.iter().find_map(|key| input.get(key).map(|value| told(key, value))).unwrap_or_default()
}

/// The numbers of the steps that come before, as words: `after 1 and 2`.
pub(crate) fn steps_before(depends_on: &[u32]) -> Option<String> {
    let (last, rest) = depends_on.split_last()?;
    let rest: Vec<String> = rest.iter().map(u32::to_string).collect();
    Some(if rest.is_empty() { format!("after {last}") } else { format!("after {} and {last}", rest.join(", ")) })
}

/// A value in a line; a length of time as everywhere on the page.
fn told(key: &str, value: &Value) -> String {
    match value.as_u64() {
        Some(ms) if key == "ms" => duration(ms),
        _ => value_text(value),
    }
}

/// A value in a line, its references in words.
pub(super) fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) => reference(map).unwrap_or_else(|| value.to_string()),
        Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

fn reference(map: &Map<String, Value>) -> Option<String> {
    if let Some(from) = map.get("$from") {
        let step = from.get("step")?.as_u64()?;
        return Some(format!("the result of step {step}"));
    }
    let parts = map.get("$concat")?.as_array()?;
    let texts: Vec<String> = parts.iter().map(value_text).collect();
    Some(texts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn inputs_in_a_line() {
        for (input, expected) in [
            (json!({"expression": "2 + 2"}), "2 + 2"),
            (
                json!({"action": "add", "text": {"$concat": ["pay ", {"$from": {"step": 1, "pointer": "/output"}}]}}),
                "pay the result of step 1",
            ),
            (json!({"action": "complete", "position": -1}), "-1"),
            (json!({"action": "list"}), ""),
            (json!({"ms": 90_000}), "1 min 30 s"),
            (json!(null), ""),
        ] {
            assert_eq!(brief(&input), expected);
        }
    }

    #[test]
    fn what_comes_before() {
        assert_eq!(steps_before(&[]), None);
        assert_eq!(steps_before(&[1]).as_deref(), Some("after 1"));
        assert_eq!(steps_before(&[1, 2, 4]).as_deref(), Some("after 1, 2 and 4"));
    }
}
