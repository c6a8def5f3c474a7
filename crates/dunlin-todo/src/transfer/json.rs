//! Our own file: every field of every todo, one todo a line, so that a difference between two exports is readable.

use serde_json::{Map, Value};

use super::Reading;
use crate::{Todo, TodoError, TodoErrorKind};

/// The version of the file.
const VERSION: u64 = 1;

pub(super) fn write(todos: &[Todo], lists: &[String]) -> String {
    let lines = |values: Vec<String>| {
        if values.is_empty() { "[]".to_owned() } else { format!("[\n{}\n]", values.join(",\n")) }
    };
    let todos = lines(todos.iter().map(|todo| todo.to_value().to_string()).collect());
    let lists = lines(lists.iter().map(|name| Value::from(name.as_str()).to_string()).collect());
    format!("{{\n\"schemaVersion\": {VERSION},\n\"todos\": {todos},\n\"lists\": {lists}\n}}\n")
}

pub(super) fn read(text: &str) -> Result<Reading, TodoError> {
    let mut reading = Reading::default();
    let value = match dunlin_base::read_json(text) {
        Ok(value) => value,
        Err(error) => {
            reading.fault(error.line, format!("it is not JSON: {} in column {}", error.what, error.column));
            return Ok(reading);
        }
    };
    let todos = match value {
        Value::Array(todos) => todos,
        Value::Object(mut map) => {
            let version = map.get("schemaVersion").and_then(Value::as_u64).unwrap_or(VERSION);
            if version > VERSION {
                return Err(TodoError::new(
                    TodoErrorKind::Import,
                    format!("nothing was imported, the file is of a newer version ({version}, known is {VERSION})"),
                )
                .with_hint("import it with the version of Dunlin that wrote it, or a newer one"));
            }
            reading.lists = lists(&mut map, &mut reading);
            let Some(Value::Array(todos)) = map.remove("todos") else {
                reading.fault(1, "the file has no list of \"todos\"");
                return Ok(reading);
            };
            todos
        }
        _ => {
            reading.fault(1, "the file holds neither an object with \"todos\" nor a list of todos");
            return Ok(reading);
        }
    };
    let lines = element_lines(text);
    for (at, value) in todos.into_iter().enumerate() {
        let line = lines.get(at).copied().unwrap_or(1);
        match value {
            Value::Object(map) => match Todo::from_map(map) {
                Ok(todo) => reading.todos.push((line, todo)),
                Err(why) => reading.fault(line, format!("todo {}: {why}", at + 1)),
            },
            _ => reading.fault(line, format!("todo {} is not an object", at + 1)),
        }
    }
    Ok(reading)
}

fn lists(map: &mut Map<String, Value>, reading: &mut Reading) -> Vec<String> {
    match map.remove("lists") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(lists)) => {
            let count = lists.len();
            let names: Vec<String> = lists
                .into_iter()
                .filter_map(|name| name.as_str().map(str::to_owned))
                .filter(|name| !name.trim().is_empty())
                .collect();
            if names.len() < count {
                reading.fault(1, "\"lists\" holds something that is not a name");
            }
            names
        }
        Some(_) => {
            reading.fault(1, "\"lists\" is not a list of names");
            Vec::new()
        }
    }
}

/// The line on which each todo begins, in a text that is known to be JSON.
fn element_lines(text: &str) -> Vec<usize> {
    let mut lines = Vec::new();
    let (mut line, mut depth, mut in_text, mut escaped) = (1, 0_usize, false, false);
    // The todos stand one level deep in a bare list, and under the key "todos" two levels deep.
    let mut inside = None;
    let mut expecting = false;
    let mut string_at = 0;
    let mut last_text = "";
    for (at, c) in text.char_indices() {
        if c == '\n' {
            line += 1;
        }
        if in_text {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    in_text = false;
                    last_text = text.get(string_at..at).unwrap_or_default();
                }
                _ => {}
            }
            continue;
        }
        if expecting && !c.is_whitespace() && c != ']' {
            lines.push(line);
            expecting = false;
        }
        match c {
            '"' => (in_text, string_at) = (true, at + 1),
            '[' | '{' => {
                depth += 1;
                let is_todos = c == '[' && ((depth == 1) || (depth == 2 && last_text == "todos"));
                if is_todos && inside.is_none() {
                    (inside, expecting) = (Some(depth), true);
                }
            }
            ']' | '}' => {
                if inside == Some(depth) {
                    return lines;
                }
                depth = depth.saturating_sub(1);
            }
            ',' if inside == Some(depth) => expecting = true,
            _ => {}
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_each_todo_is_found() {
        let text = "{\"a\": [1,\n2], \"todos\": [\n {\"x\": \"],[\\\"\"},\n\n {\n}, 3\n]}";
        assert_eq!(element_lines(text), [3, 5, 6]);
        assert_eq!(element_lines("[{},\n{}]"), [1, 2]);
        assert!(element_lines("[]").is_empty());
    }
}
