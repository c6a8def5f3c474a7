//! An output as a person reads it: a number, a sentence, a list of todos, or else its JSON.

use dunlin::ExecutionStep;
use serde_json::Value;

use super::form::label;
use crate::model::format::{counted, duration, grouped, sentence};
use crate::view::ui::{El, Icon, el, glyph};

/// The most rows of a list that are shown; the count says how many there are.
const MOST_ROWS: usize = 100;

/// What a step changed, in a sentence; none where it only looked.
pub(super) fn changed(step: &ExecutionStep) -> Option<String> {
    Some(sentence(step.metadata.as_ref()?.get("summary")?.as_str()?))
}

/// The answer of a sum, in the form and with the unit that it had while it was typed.
pub(super) fn answer(step: &ExecutionStep) -> Option<String> {
    let output = step.output.as_ref().filter(|_| step.tool_name == "calculator")?;
    let shown = step.metadata.as_ref().and_then(|metadata| metadata.get("display")?.as_str());
    // In a file somebody may have changed the one and not the other: what was given counts.
    let differs = |shown: &&str| {
        let number = dunlin_base::json::read::<f64>(shown).ok();
        number.zip(output.as_f64()).is_some_and(|(shown, given)| (shown - given).abs() > given.abs() * 1e-9)
    };
    Some(shown.filter(|shown| !differs(shown)).map_or_else(|| line(output), grouped))
}

/// What a step changed, with what that was about; none where it only looked.
pub(super) fn changed_told(step: &ExecutionStep) -> Option<String> {
    let said = changed(step)?;
    let names = step.output.as_ref().and_then(items).map(names).unwrap_or_default();
    // One that was named has its name in the sentence.
    Some(if names.is_empty() || said.contains(&names) { said } else { format!("{said}: {names}") })
}

/// What a step gave, in a line: with a verb in front where it changed something.
pub(super) fn told(step: &ExecutionStep) -> Option<String> {
    let output = step.output.as_ref().filter(|output| **output != Value::Null && !is_shown(output));
    changed_told(step).or_else(|| answer(step)).or_else(|| output.map(line))
}

/// Whether an output only says that somebody was told something.
fn is_shown(output: &Value) -> bool {
    output.get("title").is_some() && output.get("shown").is_some()
}

/// The todos that a change was about, as a list where they are several; those that are gone have no box.
pub(super) fn several(value: &Value, gone: bool) -> Option<El> {
    items(value).filter(|items| items.len() > 1).map(|items| rows(items, gone))
}

/// What a change was about, by name.
pub(super) fn names_of(step: &ExecutionStep) -> Option<String> {
    step.output.as_ref().and_then(items).map(names).filter(|names| !names.is_empty())
}

/// The things that a value is about.
fn items(value: &Value) -> Option<&[Value]> {
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
    let texts: Vec<String> = items.iter().take(3).map(line).collect();
    texts.join(", ") + if items.len() > 3 { ", …" } else { "" }
}

/// An output in full.
pub(super) fn in_full(value: &Value) -> El {
    within(value, 0)
}

/// The answer of a plan whose `result` says which step each of its parts comes from: in that order, and what can be seen first.
pub(super) fn answered(value: &Value, template: &Value) -> El {
    let step = |name: &String| template.get(name).and_then(|part| part.get("$from")?.get("step")?.as_u64());
    let Some(map) =
        value.as_object().filter(|map| map.len() <= MOST_PARTS && map.keys().all(|name| step(name).is_some()))
    else {
        return in_full(value);
    };
    let mut all: Vec<_> = map.iter().collect();
    all.sort_by_key(|(name, value)| (!is_chart(value), step(name)));
    el("div", "result-parts").children(all.into_iter().map(|(name, value)| part(name, value, 0)))
}

/// An output, so deep in another.
fn within(value: &Value, depth: u32) -> El {
    let text = |class: &str, words: &str| el("p", class).attr("dir", "auto").text(words);
    match value {
        Value::Object(map) if waited(map).is_some() => text("result-text", &line(value)),
        Value::Array(_) | Value::Object(_) => match items(value) {
            Some(items) => table(items).unwrap_or_else(|| rows(items, false)),
            None => match fields(value).filter(|_| chart(value).is_none()) {
                Some(fields) => {
                    let field = |(name, value): &(String, String)| {
                        [el("dt", "").text(name), el("dd", "").attr("dir", "auto").text(value)]
                    };
                    el("dl", "result-fields").children(fields.iter().flat_map(field))
                }
                None => chart(value)
                    .or_else(|| checked(value))
                    .or_else(|| parts(value, depth))
                    .unwrap_or_else(|| el("pre", "code").attr("tabindex", "0").text(&pretty(value))),
            },
        },
        Value::Number(_) => text("result-value", &line(value)),
        Value::String(words) if words.chars().count() <= 60 => text("result-value", &grouped(words)),
        Value::Null | Value::Bool(_) | Value::String(_) => text("result-text", &line(value)),
    }
}

/// A chart as a picture, with the table that it was drawn from behind it.
fn chart(value: &Value) -> Option<El> {
    let words = |name: &str| value.get(name).and_then(Value::as_str);
    let (svg, title) = (words("svg")?, words("title")?);
    let table = value.get("table")?;
    let columns: Vec<String> = table.get("columns")?.as_array()?.iter().map(line).collect();
    let rows: Vec<Vec<&Value>> =
        table.get("rows")?.as_array()?.iter().map(|row| row.as_array().into_iter().flatten().collect()).collect();
    let described = words("description").unwrap_or_default();
    let data = el("details", "chart-data").child(el("summary", "").text("The numbers")).child(drawn(&columns, &rows));
    Some(
        el("figure", "chart")
            .view(
                leptos::view! { <crate::view::ui::Picture svg=svg.to_owned() words=format!("{title}. {described}") /> },
            )
            .child(el("figcaption", "result-note").attr("dir", "auto").text(described))
            .child(data),
    )
}

/// Records that all have the same few plain fields, as a table.
fn table(items: &[Value]) -> Option<El> {
    let plain = |value: &Value| !matches!(value, Value::Array(_) | Value::Object(_));
    let first = items.first()?.as_object().filter(|first| (2..=MOST_COLUMNS).contains(&first.len()))?;
    let alike = |item: &Value| {
        let map = item.as_object();
        map.is_some_and(|map| map.len() == first.len() && map.keys().eq(first.keys()) && map.values().all(plain))
    };
    // Todos and what was found are told in their own way.
    let is_own = text_of(items.first()?).is_some() || hit(items.first()?).is_some();
    if is_own || !items.iter().all(alike) {
        return None;
    }
    let columns: Vec<String> = first.keys().map(|name| label(name)).collect();
    let rows: Vec<Vec<&Value>> =
        items.iter().take(MOST_ROWS).filter_map(|item| Some(item.as_object()?.values().collect())).collect();
    let more = items.len().saturating_sub(MOST_ROWS);
    let more = (more > 0).then(|| el("p", "result-note").text(&format!("and {more} more")));
    Some(el("div", "").child(drawn(&columns, &rows)).children(more))
}

fn drawn(columns: &[String], rows: &[Vec<&Value>]) -> El {
    let of_numbers = |at: usize| rows.first().is_some_and(|row| row.get(at).is_some_and(|value| value.is_number()));
    let class = |at: usize| if of_numbers(at) { "is-number" } else { "" };
    let head = columns.iter().enumerate();
    let head = head.map(|(at, name)| el("th", class(at)).attr("scope", "col").attr("dir", "auto").text(name));
    let cell = |value: &&Value| {
        el("td", if value.is_number() { "is-number" } else { "" }).attr("dir", "auto").text(&line(value))
    };
    let row = |row: &Vec<&Value>| el("tr", "").children(row.iter().map(cell));
    // What is wider than its place scrolls in itself, also by keys.
    let table = el("table", "value-table")
        .child(el("thead", "").child(el("tr", "").children(head)))
        .child(el("tbody", "").children(rows.iter().map(row)));
    el("div", "value-scroll").attr("tabindex", "0").attr("role", "group").attr("aria-label", "Table").child(table)
}

/// A record that has others in it: each part under its name.
fn parts(value: &Value, depth: u32) -> Option<El> {
    let map = value.as_object().filter(|map| depth < DEEPEST && !map.is_empty() && map.len() <= MOST_PARTS)?;
    Some(el("div", "result-parts").children(map.iter().map(|(name, value)| part(name, value, depth))))
}

fn part(name: &str, value: &Value, depth: u32) -> El {
    let plain = !matches!(value, Value::Array(_) | Value::Object(_));
    let told = if plain { el("p", "").attr("dir", "auto").text(&line(value)) } else { within(value, depth + 1) };
    el("div", "result-part").child(el("p", "result-part-name").text(&label(name))).child(told)
}

/// What came of checks, in a line; each with its reason behind it.
fn checked(value: &Value) -> Option<El> {
    let (words, checks) = verdict(value)?;
    let list = table(checks)?;
    Some(el("details", "chart-data").child(el("summary", "").text(&words)).child(list))
}

/// `7 of 7 checks met`, and the checks.
fn verdict(value: &Value) -> Option<(String, &[Value])> {
    value.get("passed")?.as_bool()?;
    let checks = value.get("checks")?.as_array()?;
    let met = checks.iter().filter(|check| check.get("verdict").and_then(Value::as_str) == Some("met")).count();
    Some((format!("{met} of {} met", counted(checks.len(), "check")), checks))
}

/// How deep parts are told by their names, and the most of them; more are JSON.
const DEEPEST: u32 = 3;
const MOST_PARTS: usize = 12;
const MOST_COLUMNS: usize = 8;

fn is_chart(value: &Value) -> bool {
    value.get("svg").is_some() && value.get("table").is_some()
}

fn of_chart(value: &Value) -> String {
    format!("a chart: {}", value.get("title").and_then(Value::as_str).unwrap_or_default())
}

/// Something that was found by its words: what it is called, and what it says.
fn hit(value: &Value) -> Option<(&str, &str)> {
    let words = |name: &str| value.get(name).and_then(Value::as_str);
    Some((words("title")?, words("text").or(words("snippet"))?)).filter(|_| words("snippet").is_some())
}

/// An output in a line.
pub(crate) fn line(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => grouped(&number.to_string()),
        Value::String(text) => text.clone(),
        Value::Array(items) => match items.len() {
            0 => "an empty list".to_owned(),
            count => format!("{}: {}", counted(count, "item"), names(items)),
        },
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
fn fields(value: &Value) -> Option<Vec<(String, String)>> {
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
fn waited(map: &serde_json::Map<String, Value>) -> Option<u64> {
    map.get("waitedMs").filter(|_| map.len() == 1)?.as_u64()
}

fn text_of(value: &Value) -> Option<&str> {
    value.get("text")?.as_str()
}

/// The things in a list; those that are gone have no box, and are struck through.
fn rows(items: &[Value], gone: bool) -> El {
    if items.is_empty() {
        return el("p", "result-text").text("Nothing is on the list.");
    }
    let more = items.len().saturating_sub(MOST_ROWS);
    el("div", "")
        .child(
            el("ul", "value-list")
                .attr("role", "list")
                .children(items.iter().take(MOST_ROWS).map(|item| row(item, gone))),
        )
        .children((more > 0).then(|| el("p", "result-note").text(&format!("and {more} more"))))
}

fn row(item: &Value, gone: bool) -> El {
    if let Some((title, words)) = hit(item) {
        return el("li", "value-hit")
            .child(el("b", "").attr("dir", "auto").text(title))
            .text(" ")
            .child(el("span", "").attr("dir", "auto").text(words));
    }
    let done = item.get("completed").and_then(Value::as_bool).filter(|_| !gone);
    let class = if gone || done == Some(true) { "value-done" } else { "" };
    el("li", "value-row")
        .children(done.map(|done| glyph(if done { Icon::BoxTicked } else { Icon::Box })))
        .text(" ")
        .child(el("span", class).attr("dir", "auto").text(&line(item)))
        .children((done == Some(true)).then(|| el("span", "unseen").text(" (completed)")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn outputs_in_a_line() {
        for (value, expected) in [
            (json!(30), "30"),
            (json!(1_234_567), "1,234,567"),
            (json!("done"), "done"),
            (json!([]), "an empty list"),
            (json!([{"text": "Buy milk", "id": "1"}]), "1 item: Buy milk"),
            (json!({"todos": [1, 2, 3, 4]}), "4 items: 1, 2, 3, …"),
            (json!({"text": "Buy milk"}), "Buy milk"),
            (json!({"count": 2}), "Count: 2"),
            (json!({"agreed": true, "bestBefore": ["a", "b"]}), "Agreed: yes, Best before: a, b"),
            (json!({"in": {"two": 1}}), r#"{"in":{"two":1}}"#),
            (json!({"waitedMs": 1500}), "waited 1.5 s"),
            (json!({"by": "month", "rows": [{"a": 1}, {"a": 2}]}), "By: month, Rows: 2 items"),
            (json!({"svg": "<svg/>", "title": "costs", "table": {}}), "a chart: costs"),
            (json!({"passed": true, "checks": [{"verdict": "met"}, {"verdict": "not there"}]}), "1 of 2 checks met"),
            (json!([{"title": "Heating", "snippet": "cost", "text": "cost 3"}]), "1 item: Heating"),
            (json!(null), "nothing"),
        ] {
            assert_eq!(line(&value), expected);
        }
    }
}
