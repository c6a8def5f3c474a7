//! What a step gave, as people read it: charts and rows are tables, things that have a text are listed by it, whatever tool
//! they come from; anything else is its JSON. It knows the shapes of values and no tool.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{code, line, table::Table};

/// The most things of a list that are written out; the count says how many there are.
const MOST_LISTED: usize = 100;

/// How deep in something else a table is looked for.
const DEEPEST: usize = 3;

/// What only programs ask of a thing.
const ASIDE: [&str; 6] = ["id", "text", "completed", "order", "createdBy", "schemaVersion"];

/// Writes `- name: …`, with a line below for each of several things, or a table. `columns` are the names of the columns of
/// rows, in order, where they are known.
pub(super) fn given(text: &mut String, name: &str, value: &Value, columns: Option<&Value>) {
    if columns.is_some() || !is_told(value) {
        if let Some(table) = Table::of(value, columns) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "- {name}: {}", table.words);
            return table.write(text);
        }
        if let Some(map) = value.as_object().filter(|_| has_table(value, DEEPEST)) {
            for (field, value) in map {
                given(text, &format!("{name}, {}", line(field)), value, None);
            }
            return;
        }
    }
    listed(text, name, value);
}

/// Whether it has a text, or is a list of what has one.
fn is_told(value: &Value) -> bool {
    match value {
        Value::Array(things) => things.iter().all(|thing| told(thing).is_some()),
        thing => thing.get("todos").is_some_and(Value::is_array) || told(thing).is_some(),
    }
}

/// Whether a table stands in it, not deeper than so many fields.
fn has_table(value: &Value, deep: usize) -> bool {
    let is_one = |value: &Value| !is_told(value) && (Table::of(value, None).is_some() || has_table(value, deep - 1));
    deep > 0 && value.as_object().is_some_and(|map| map.values().any(is_one))
}

fn listed(text: &mut String, name: &str, value: &Value) {
    let things = match value {
        Value::Array(things) => Some(things.as_slice()),
        Value::Object(map) => match map.get("todos").and_then(Value::as_array) {
            Some(things) => Some(things.as_slice()),
            None => Some(std::slice::from_ref(value)),
        },
        _ => None,
    };
    let told: Option<Vec<String>> = things.and_then(|things| things.iter().map(told).collect());
    // Writing to a string cannot fail.
    let _ = match told.as_deref() {
        None => writeln!(text, "- {name}: {}", code(value)),
        Some([]) => writeln!(text, "- {name}: nothing on the list"),
        Some([one]) => writeln!(text, "- {name}:\n  - {one}"),
        Some(several) => {
            let _ = writeln!(text, "- {name}: {} items", several.len());
            for one in several.iter().take(MOST_LISTED) {
                let _ = writeln!(text, "  - {one}");
            }
            match several.len().saturating_sub(MOST_LISTED) {
                0 => Ok(()),
                more => writeln!(text, "  - and {more} more"),
            }
        }
    };
}

/// A thing in a line, `[x] Buy milk (due 2026-11-23, tags home shop)`; none when it has no text.
fn told(thing: &Value) -> Option<String> {
    let map = thing.as_object()?;
    let words = line(map.get("text")?.as_str()?);
    let tick = match map.get("completed").and_then(Value::as_bool) {
        Some(true) => "[x] ",
        Some(false) => "[ ] ",
        None => "",
    };
    let more = more(map);
    Some(if more.is_empty() { format!("{tick}{words}") } else { format!("{tick}{words} ({more})") })
}

fn more(map: &Map<String, Value>) -> String {
    let kept = map.iter().filter(|(key, _)| !ASIDE.contains(&key.as_str()) && !key.ends_with("At"));
    let field = |(key, value): (&String, &Value)| {
        let words = match value {
            Value::String(words) => words.clone(),
            Value::Number(number) => number.to_string(),
            Value::Array(all) => all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
            Value::Null | Value::Bool(_) | Value::Object(_) => String::new(),
        };
        (!words.is_empty()).then(|| line(&format!("{key} {words}")))
    };
    kept.filter_map(field).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn things_with_a_text_are_a_list_and_anything_else_is_code() {
        let full = json!({"id": "1", "text": "Sweep *the* yard", "completed": true, "createdAt": "2026-11-20T00:00:00.000Z",
            "due": "2026-11-23", "priority": 1, "tags": ["home", "yard"], "createdBy": "run:2"});
        for (value, expected) in [
            (json!(30), "- Output: `30`\n"),
            (json!({"name": "Garden"}), "- Output: `{\"name\":\"Garden\"}`\n"),
            (json!(["Garden", "Home"]), "- Output: `[\"Garden\",\"Home\"]`\n"),
            (json!([]), "- Output: nothing on the list\n"),
            (full, "- Output:\n  - [x] Sweep \\*the\\* yard (due 2026-11-23, priority 1, tags home yard)\n"),
            (
                json!({"undone": "added", "todos": [{"text": "A\nb", "completed": false}, {"text": "C"}]}),
                "- Output: 2 items\n  - [ ] A b\n  - C\n",
            ),
        ] {
            let mut text = String::new();
            given(&mut text, "Output", &value, None);
            assert_eq!(text, expected);
        }
        let many: Vec<Value> = (0..130).map(|at| json!({"text": format!("Errand {at}")})).collect();
        let mut text = String::new();
        given(&mut text, "Result", &Value::from(many), None);
        assert!(text.starts_with("- Result: 130 items\n") && text.ends_with("Errand 99\n  - and 30 more\n"), "{text}");
    }
}
