//! A step in a word, and its input in a line.

pub(in crate::model) mod change;
pub(crate) mod format;
pub(crate) mod markdown;
pub(in crate::model) mod phrase;
pub(crate) mod tabled;
pub(crate) mod value;

use dunlin::{Now, PlanStep, RunWhen, StepKind};
use serde_json::{Map, Value};

use crate::model::{AGENT, plan::form::called, words::format::length, words::value::line};

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
        (tool, None) => tool.strip_prefix(AGENT).unwrap_or(tool).replace('_', " "),
    }
}

/// The keys that say most, in that order.
const TELLING: [&str; 12] =
    ["expression", "text", "match", "query", "title", "question", "name", "list", "todoId", "position", "ms", "filter"];

/// How much the value under a key says, the least number first.
pub(crate) fn telling(key: &str) -> usize {
    TELLING.iter().position(|known| *known == key).unwrap_or(TELLING.len())
}

/// The most telling value of an input, in a line.
pub(crate) fn brief(input: &Value) -> String {
    TELLING.iter().find_map(|key| input.get(key).map(|value| told(key, value))).unwrap_or_default()
}

/// The parts of what a tool is given, each by its name: what says which of its things it does first, then what says most.
pub(crate) fn parts_told(tool: &str, input: &Value, now: Now) -> Vec<(String, String)> {
    let Some(parts) = input.as_object() else { return Vec::new() };
    let mut parts: Vec<_> = parts.iter().collect();
    parts.sort_by_key(|(name, _)| if *name == "action" { 0 } else { telling(name) + 1 });
    let words = |name: &str, value: &Value| match value {
        Value::String(due) if name == "due" => dunlin::describe_due(due, &now),
        Value::String(rule) if name == "recurrence" => {
            dunlin::describe_recurrence(rule).unwrap_or_else(|_| rule.clone())
        }
        Value::String(_) | Value::Array(_) => value_text(value),
        Value::Object(map) => reference(map).unwrap_or_else(|| line(value)),
        Value::Number(_) if name == "ms" => told(name, value),
        Value::Null | Value::Bool(_) | Value::Number(_) => line(value),
    };
    parts.into_iter().map(|(name, value)| (called(tool, name), words(name, value))).collect()
}

/// When a step begins, as words: `after 1 and 2`, `if 3 fails`.
pub(crate) fn steps_before(depends_on: &[u32], when: RunWhen) -> Option<String> {
    let mut before = depends_on.to_vec();
    before.sort_unstable();
    let (last, rest) = before.split_last()?;
    let joined = |word: &str| {
        let rest: Vec<String> = rest.iter().map(u32::to_string).collect();
        if rest.is_empty() { last.to_string() } else { format!("{} {word} {last}", rest.join(", ")) }
    };
    Some(match when {
        RunWhen::AllSucceeded => format!("after {}", joined("and")),
        RunWhen::AnySucceeded => format!("after {}", joined("or")),
        RunWhen::AnyFailed => format!("if {} fails", joined("or")),
        RunWhen::AllDone => format!("after {}, whatever came of it", joined("and")),
    })
}

/// A value in a line; a length of time as everywhere on the page.
fn told(key: &str, value: &Value) -> String {
    match value.as_u64() {
        Some(ms) if key == "ms" => length(ms),
        _ => value_text(value),
    }
}

/// A value in a line, its references in words.
pub(in crate::model) fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(map) => reference(map).unwrap_or_else(|| value.to_string()),
        Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(", "),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

fn reference(map: &Map<String, Value>) -> Option<String> {
    if let Some(from) = map.get("$from") {
        return Some(match from.get("step")?.as_u64()? {
            0 => given(from.get("pointer").and_then(Value::as_str).unwrap_or_default()),
            step => format!("the result of step {step}"),
        });
    }
    let parts = map.get("$concat")?.as_array()?;
    let texts: Vec<String> = parts.iter().map(value_text).collect();
    Some(texts.concat())
}

/// What a plan or the body of a map was given: `the item's name`, `the given rows`.
fn given(pointer: &str) -> String {
    let last = pointer.rsplit('/').next().unwrap_or_default();
    match pointer.split('/').nth(1) {
        None => "what is given".to_owned(),
        Some("item") if last == "item" => "the item".to_owned(),
        Some("item") => format!("the item's {last}"),
        Some("index") => "the item's place".to_owned(),
        Some(_) => format!("the given {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
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

    #[wasm_bindgen_test(unsupported = test)]
    fn what_a_tool_is_given_by_name_and_in_words() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        let told = |tool: &str, input: &Value| {
            let parts = parts_told(tool, input, now).into_iter();
            parts.map(|(name, words)| format!("{name}: {words}")).collect::<Vec<_>>().join("; ")
        };
        let todo = json!({"action": "add", "due": "2026-11-22T17:00", "recurrence": "FREQ=DAILY", "tags": ["a", "b"],
            "text": {"$concat": ["pay ", {"$from": {"step": 1, "pointer": "/output"}}]}});
        assert_eq!(
            told("todo_store", &todo),
            "Action: add; Text: pay the result of step 1; Date: tomorrow 17:00; Repeats: every day; Tags: a, b"
        );
        let other = json!({"due": "a bill", "all": true, "most": 12000, "filter": {"due": "today"}, "ms": 90_000});
        assert_eq!(told("invoices", &other), "Ms: 1 min 30 s; Filter: Due: today; All: yes; Due: a bill; Most: 12,000");
        assert_eq!(told("x", &json!(null)), "");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_comes_before() {
        for (before, when, said) in [
            (&[][..], RunWhen::AllSucceeded, None),
            (&[1], RunWhen::AllSucceeded, Some("after 1")),
            (&[4, 1, 2], RunWhen::AllSucceeded, Some("after 1, 2 and 4")),
            (&[1, 2], RunWhen::AnySucceeded, Some("after 1 or 2")),
            (&[3], RunWhen::AnyFailed, Some("if 3 fails")),
            (&[3], RunWhen::AllDone, Some("after 3, whatever came of it")),
        ] {
            assert_eq!(steps_before(before, when).as_deref(), said);
        }
    }
}
