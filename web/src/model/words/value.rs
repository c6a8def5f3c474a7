//! An output in words: a number, a sentence, the names of todos, or else its JSON.

use dunlin::{ExecutionStep, PlanStep, Run};
use serde_json::{Map, Value};

use crate::model::{
    plan::form::label,
    words::format::{counted, duration, grouped, sentence},
};

/// What a step changed, in a sentence; none where it only looked.
pub(crate) fn changed(step: &ExecutionStep) -> Option<String> {
    Some(sentence(step.metadata.as_ref()?.get("summary")?.as_str()?))
}

/// The words of the goal that a step came from; empty where it has none.
pub(crate) fn words_of(run: &Run, step: &ExecutionStep) -> String {
    let of = |run: &Run| {
        let goal = &run.plan.as_ref()?.goal;
        Some(run.planned(step.step_number)?.source.bytes(goal).of(goal).to_owned())
    };
    of(run).unwrap_or_default()
}

/// The answer of a sum, in the form and with the unit that it had while it was typed, or of a count of days. The words are those
/// that the step came from.
pub(crate) fn answer(step: &ExecutionStep, words: &str) -> Option<String> {
    let told = |field: &str| step.metadata.as_ref().and_then(|metadata| metadata.get(field)?.as_str());
    if step.tool_name == "dates" {
        // `28 days`, where the output is the number.
        return step.output.as_ref().filter(|output| output.is_number()).and(told("text")).map(str::to_owned);
    }
    let output = step.output.as_ref().filter(|_| step.tool_name == "calculator")?;
    let shown = told("display");
    // In a file somebody may have changed the one and not the other: what was given counts.
    let differs = |shown: &&str| {
        let number = dunlin_base::json::read::<f64>(shown).ok();
        number.zip(output.as_f64()).is_some_and(|(shown, given)| (shown - given).abs() > given.abs() * 1e-9)
    };
    let shown = shown.filter(|shown| !differs(shown)).map_or_else(|| output.to_string(), str::to_owned);
    let sum = step.tool_input.get("expression").and_then(Value::as_str).unwrap_or_default();
    if prime_in(&step.tool_input).is_some() {
        return Some(yes_or_no(output.as_f64() == Some(1.0)));
    }
    Some(amount(words, sum, &shown))
}

/// The number of which a sum asks whether it is prime: its answer is yes or no, which the calculator writes as 1 or 0.
pub(crate) fn prime_in(input: &Value) -> Option<&str> {
    let number = input.get("expression")?.as_str()?.strip_prefix("isprime(")?.strip_suffix(')')?;
    Some(number).filter(|number| !number.contains(['(', ')']))
}

/// What stands between a sum and what it comes to: a question has an answer, and is not equal to something.
pub(crate) fn joint(input: &Value) -> &'static str {
    if prime_in(input).is_some() { ": " } else { " = " }
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// What a sum will come to, which is known before anything runs, in the form in which it is told afterwards; none where it waits
/// for what another step gives.
pub(crate) fn foreseen(step: &PlanStep, input: &Value, words: &str) -> Option<String> {
    let sum = input.get("expression").filter(|_| step.tool_name == "calculator")?.as_str()?;
    let value = dunlin::evaluate(sum).ok()?;
    Some(match prime_in(input) {
        Some(_) => yes_or_no(value.value == Some(1.0)),
        None => amount(words, sum, &value.display),
    })
}

/// Goals that show what can be said, by what they are about, where a step tells of some.
pub(crate) fn examples_of(step: &ExecutionStep) -> Option<Vec<(String, Vec<String>)>> {
    let words = |value: &Value| value.as_str().map(str::to_owned);
    let group = |group: &Value| {
        let goals = group.get("goals")?.as_array()?.iter().filter_map(words).collect();
        Some((words(group.get("topic")?)?, goals))
    };
    step.metadata.as_ref()?.get("examples")?.as_array()?.iter().map(group).collect()
}

/// What a sum comes to as people write it: with the sign of the money that was said, in whole cents, in groups of three digits.
pub(crate) fn amount(words: &str, sum: &str, display: &str) -> String {
    let shown = dunlin::shown_answer(words, sum, display);
    let digits = shown.trim_start_matches(|c: char| !c.is_ascii_digit()).len();
    let (before, number) = shown.split_at(shown.len() - digits);
    let minus = before.ends_with('-') && before.len() == 1;
    if minus { grouped(&shown) } else { [before, &grouped(number)].concat() }
}

/// What a step changed, with what that was about; none where it only looked.
pub(crate) fn changed_told(step: &ExecutionStep) -> Option<String> {
    let said = changed(step)?;
    let names = step.output.as_ref().and_then(items).map(names).unwrap_or_default();
    // One that was named has its name in the sentence.
    Some(if names.is_empty() || said.contains(&names) { said } else { format!("{said}: {names}") })
}

/// Whether what a step gave says nothing beside what it does: a wait that is over, or what can be said, which is the result's.
pub(crate) fn gives_nothing_new(step: &ExecutionStep) -> bool {
    let is_wait = step.output.as_ref().and_then(Value::as_object).is_some_and(|output| waited(output).is_some());
    is_wait || examples_of(step).is_some()
}

/// What a step gave, in a line: with a verb in front where it changed something.
pub(crate) fn told(step: &ExecutionStep) -> Option<String> {
    let output = step.output.as_ref().filter(|output| **output != Value::Null && !is_shown(output));
    changed_told(step).or_else(|| answer(step, "")).or_else(|| output.map(line))
}

/// Whether an output only says that somebody was told something.
fn is_shown(output: &Value) -> bool {
    output.get("title").is_some() && output.get("shown").is_some()
}

/// What a change was about, by name.
pub(crate) fn names_of(step: &ExecutionStep) -> Option<String> {
    step.output.as_ref().and_then(items).map(names).filter(|names| !names.is_empty())
}

/// The things that a value is about.
pub(crate) fn items(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(items) => Some(items),
        Value::Object(map) => match map.get("todos").and_then(Value::as_array) {
            Some(items) => Some(items),
            None => text_of(value).map(|_| std::slice::from_ref(value)),
        },
        _ => None,
    }
}

/// The first few of them, by name.
fn names(items: &[Value]) -> String {
    let texts: Vec<String> = items.iter().take(MOST_NAMES).map(line).collect();
    texts.join(", ") + if items.len() > MOST_NAMES { ", …" } else { "" }
}

/// So many of several things are named in a line.
const MOST_NAMES: usize = 3;

/// Several things as people say them: the first few by name, and how many more there are. What has no name is counted.
fn listed(items: &[Value]) -> String {
    let is_named = |item: &Value| match item {
        Value::Array(_) => false,
        Value::Object(_) => text_of(item).is_some() || hit(item).is_some(),
        _ => true,
    };
    let first: Vec<String> = items.iter().take(MOST_NAMES).map(line).collect();
    match items.len().saturating_sub(MOST_NAMES) {
        _ if items.is_empty() => "none".to_owned(),
        // What has no words in a line stands in the table of the result.
        _ if items.iter().all(Value::is_object) && first.iter().any(|words| words.starts_with('{')) => {
            counted(items.len(), "row")
        }
        _ if !items.iter().all(is_named) => format!("{}: {}", counted(items.len(), "item"), names(items)),
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// `7 of 7 checks met`, and the checks.
pub(crate) fn verdict(value: &Value) -> Option<(String, &[Value])> {
    value.get("passed")?.as_bool()?;
    let checks = value.get("checks")?.as_array()?;
    let met = checks.iter().filter(|check| check.get("verdict").and_then(Value::as_str) == Some("met")).count();
    Some((format!("{met} of {} met", counted(checks.len(), "check")), checks))
}

pub(crate) fn is_chart(value: &Value) -> bool {
    value.get("svg").is_some() && value.get("table").is_some()
}

fn of_chart(value: &Value) -> String {
    format!("a chart: {}", value.get("title").and_then(Value::as_str).unwrap_or_default())
}

/// Something that was found by its words: what it is called, and what it says.
pub(crate) fn hit(value: &Value) -> Option<(&str, &str)> {
    let words = |name: &str| value.get(name).and_then(Value::as_str);
    Some((words("title")?, words("text").or(words("snippet"))?)).filter(|_| words("snippet").is_some())
}

/// An output in a line.
pub(crate) fn line(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(yes) => yes_or_no(*yes),
        Value::Number(number) => grouped(&number.to_string()),
        Value::String(text) => text.clone(),
        Value::Array(items) => listed(items),
        Value::Object(map) if waited(map).is_some() => {
            format!("waited {}", duration(waited(map).unwrap_or_default()))
        }
        Value::Object(map) => match (text_of(value).filter(|_| hit(value).is_none()), map.get("todos")) {
            (Some(text), _) => text.to_owned(),
            (None, Some(todos)) => line(todos),
            (None, None) if hit(value).is_some() => hit(value).map(|(title, _)| title.to_owned()).unwrap_or_default(),
            (None, None) if is_chart(value) => of_chart(value),
            (None, None) if verdict(value).is_some() => verdict(value).map(|(words, _)| words).unwrap_or_default(),
            (None, None) => match fields(value) {
                Some(fields) if fields.len() <= MOST_IN_LINE => {
                    let one = |(name, value): &(String, String)| format!("{name}: {value}");
                    fields.iter().map(one).collect::<Vec<_>>().join(", ")
                }
                None if map.len() <= MOST_IN_LINE && map.values().all(|value| !value.is_object()) => {
                    let short = |value: &Value| match value {
                        Value::Array(items) => counted(items.len(), "item"),
                        value => line(value),
                    };
                    let one = |(name, value): (&String, &Value)| format!("{}: {}", label(name), short(value));
                    map.iter().map(one).collect::<Vec<_>>().join(", ")
                }
                _ => value.to_string(),
            },
        },
    }
}

/// More fields than these are no line.
const MOST_IN_LINE: usize = 4;

/// The fields of a record that has nothing but plain ones, and lists of things that have names, each with its value in words.
pub(crate) fn fields(value: &Value) -> Option<Vec<(String, String)>> {
    let plain = |value: &Value| match value {
        Value::Object(_) => text_of(value).is_some(),
        Value::Array(items) => {
            items.iter().all(|item| !matches!(item, Value::Object(_) | Value::Array(_)) || text_of(item).is_some())
        }
        _ => true,
    };
    let map = value.as_object().filter(|map| !map.is_empty() && map.values().all(plain))?;
    let told = |value: &Value| match value {
        Value::Array(items) if !items.is_empty() => items.iter().map(line).collect::<Vec<_>>().join(", "),
        value => line(value),
    };
    Some(map.iter().map(|(name, value)| (label(name), told(value))).collect())
}

/// JSON with line breaks.
pub(crate) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// How long a step that waits has waited.
pub(crate) fn waited(map: &Map<String, Value>) -> Option<u64> {
    map.get("waitedMs").filter(|_| map.len() == 1)?.as_u64()
}

pub(crate) fn text_of(value: &Value) -> Option<&str> {
    value.get("text")?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn outputs_in_a_line() {
        for (value, expected) in [
            (json!(30), "30"),
            (json!(1_234_567), "1,234,567"),
            (json!("done"), "done"),
            (json!([]), "none"),
            (json!([{"text": "Buy milk", "id": "1"}]), "Buy milk"),
            (json!({"todos": [1, 2, 3, 4]}), "1, 2, 3 and 1 more"),
            (json!({"text": "Buy milk"}), "Buy milk"),
            (json!({"count": 2}), "Count: 2"),
            (json!({"agreed": true, "bestBefore": ["a", "b"]}), "Agreed: yes, Best before: a, b"),
            (json!({"in": {"two": 1}}), r#"{"in":{"two":1}}"#),
            (json!({"waitedMs": 1500}), "waited 1.5 s"),
            (json!({"by": "month", "rows": [{"a": 1}, {"a": 2}]}), "By: month, Rows: 2 items"),
            (json!({"svg": "<svg/>", "title": "costs", "table": {}}), "a chart: costs"),
            (json!({"passed": true, "checks": [{"verdict": "met"}, {"verdict": "not there"}]}), "1 of 2 checks met"),
            (json!([{"title": "Heating", "snippet": "cost", "text": "cost 3"}]), "Heating"),
            (json!([{"a": 1}, {"a": 2}]), "2 items: A: 1, A: 2"),
            (json!([{"a": {"b": 1}, "c": [1]}]), "1 row"),
            (json!(null), "nothing"),
        ] {
            assert_eq!(line(&value), expected);
        }
    }
}
