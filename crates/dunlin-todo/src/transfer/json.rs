//! Our own file: every field of every todo, one todo a line, so that a difference between two exports is readable.

use dunlin_base::json;
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::Reading;
use crate::{Todo, TodoError, TodoErrorKind};

/// The version of the file.
const VERSION: u64 = 1;

/// The file, or the bare list of its todos; each todo still as its text, so that a fault names its line.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File<'a> {
    schema_version: Option<u64>,
    #[serde(borrow)]
    todos: Vec<&'a RawValue>,
    #[serde(default)]
    lists: Vec<String>,
}

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
    let is_list = text.trim_start().starts_with('[');
    let file = if is_list {
        json::read_in_place(text).map(|todos| File { schema_version: None, todos, lists: Vec::new() })
    } else {
        json::read_in_place::<File<'_>>(text)
    };
    let file = match file {
        Ok(file) => file,
        Err(fault) => {
            match fault.place {
                Some((line, column)) => {
                    reading.fault(line, format!("it is not JSON: {} in column {column}", fault.what));
                }
                None => reading.fault(1, format!("the file does not read: {fault}")),
            }
            return Ok(reading);
        }
    };
    let version = file.schema_version.unwrap_or(VERSION);
    if version > VERSION {
        return Err(TodoError::new(
            TodoErrorKind::Import,
            format!("nothing was imported, the file is of a newer version ({version}, known is {VERSION})"),
        )
        .with_hint("import it with the version of Dunlin that wrote it, or a newer one"));
    }
    reading.lists = file.lists.into_iter().filter(|name| !name.trim().is_empty()).collect();
    let (mut line, mut at) = (1, 0);
    for (number, raw) in file.todos.into_iter().enumerate() {
        let from = raw.get().as_ptr().addr() - text.as_ptr().addr();
        line += text.get(at..from).unwrap_or_default().matches('\n').count();
        at = from;
        match json::read::<Todo>(raw.get()) {
            Ok(todo) => reading.todos.push((line, todo)),
            Err(fault) => reading.fault(line, format!("todo {}: {fault}", number + 1)),
        }
    }
    Ok(reading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_each_todo_is_told() {
        let lines = |text: &str| read(text).unwrap().faults.iter().map(|fault| fault.line).collect::<Vec<_>>();
        assert_eq!(lines("{\"a\": [1,\n2], \"todos\": [\n {\"x\": \"],[\\\"\"},\n\n {\n}, 3\n]}"), [3, 5, 6]);
        assert_eq!(lines("[{},\n{}]"), [1, 2]);
        assert!(lines("[]").is_empty());
        assert_eq!(lines("[\n{]"), [2]);
    }
}
