//! Reading everything that is stored, putting right what a crash left, and setting aside what does not read.

use std::rc::Rc;

use dunlin_base::{Diagnostic, Storage, iso_utc, parse_json};
use serde_json::Value;

use crate::{
    Todo,
    keys::{ASIDE, CHANGE, LIST, OURS, PENDING, PREFIX, TODO, list_name},
    ledger::Ledger,
    state::State,
};

/// The newest version of a stored todo that is understood.
const VERSION: u64 = 1;

/// Whether reading may write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The store is being opened: interrupted changes are finished, what does not read is set aside.
    Repair,
    /// Another tab may be in the middle of a change.
    LookOnly,
}

/// What a stored todo turned out to be.
pub(crate) enum ReadTodo {
    Todo(Rc<Todo>),
    Newer(u64),
    Unreadable(String),
}

pub(crate) fn read_todo(text: &str) -> ReadTodo {
    let newest = |value: Option<&Value>| value.and_then(Value::as_u64).filter(|version| *version > VERSION);
    let mut todo = match Todo::from_text(text) {
        Ok(todo) => todo,
        Err(why) => {
            let value = parse_json(text).unwrap_or_default();
            return match newest(value.get("schemaVersion")) {
                Some(version) => ReadTodo::Newer(version),
                None => ReadTodo::Unreadable(why),
            };
        }
    };
    if let Some(version) = newest(todo.unknown.get("schemaVersion")) {
        return ReadTodo::Newer(version);
    }
    // A todo made by hand may have neither; readers of the record are promised moments.
    if todo.created_at.is_empty() || todo.updated_at.is_empty() {
        let todo = Rc::make_mut(&mut todo);
        if todo.created_at.is_empty() {
            todo.created_at = iso_utc(0);
        }
        if todo.updated_at.is_empty() {
            todo.updated_at.clone_from(&todo.created_at);
        }
    }
    ReadTodo::Todo(todo)
}

/// The stored text under a name that effects use as the value that effects would have for it.
pub(crate) fn value_of(name: &str, text: &str) -> Value {
    if let (Some(id), ReadTodo::Todo(mut todo)) = (name.strip_prefix("todo:"), read_todo(text)) {
        id.clone_into(&mut Rc::make_mut(&mut todo).id);
        return todo.to_value();
    }
    parse_json(text).unwrap_or_else(|_| Value::from(text))
}

/// Fills `state` and `ledger` with what is stored; says what is wrong with it.
pub(crate) fn read(storage: &dyn Storage, manner: Manner, state: &mut State, ledger: &mut Ledger) -> Vec<Diagnostic> {
    let mut keys = match storage.keys(OURS) {
        Ok(keys) => keys,
        Err(error) => {
            return vec![
                Diagnostic::warning(error.code(), format!("the todos cannot be read: {error}"))
                    .with_hint("allow this page to store data, then reload it"),
            ];
        }
    };
    let mut said = Vec::new();
    if manner == Manner::Repair {
        let markers: Vec<String> = keys.iter().filter(|key| key.starts_with(PENDING)).cloned().collect();
        if !markers.is_empty() {
            said = Ledger::recover(storage, &markers);
            keys = storage.keys(OURS).unwrap_or(keys);
        }
    }
    let mut aside: Vec<(String, String, String)> = Vec::new();
    let mut todos: Vec<(String, Rc<Todo>)> = Vec::with_capacity(keys.len());
    for key in &keys {
        let (id, folded) = (key.strip_prefix(TODO), key.strip_prefix(LIST));
        if id.is_none() && folded.is_none() && !key.starts_with(CHANGE) {
            continue;
        }
        let text = match storage.get(key) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(error) => {
                said.push(Diagnostic::warning(error.code(), format!("{key:?} cannot be read: {error}")));
                continue;
            }
        };
        if let Some(id) = id {
            match read_todo(&text) {
                ReadTodo::Todo(_) if id.is_empty() => aside.push((key.clone(), text, "its key has no id".to_owned())),
                ReadTodo::Todo(todo) => todos.push((id.to_owned(), todo)),
                ReadTodo::Newer(version) => said.push(newer(version)),
                ReadTodo::Unreadable(why) => aside.push((key.clone(), text, why)),
            }
        } else if let Some(folded) = folded {
            match parse_json(&text) {
                Ok(value) if value.get("name").is_some_and(Value::is_string) => {
                    state.put(&list_name(folded), Some(&value));
                }
                _ => aside.push((key.clone(), text, "it is not the record of a list".to_owned())),
            }
        } else if let Err(notice) = ledger.take_in(key, Some(&text)) {
            if notice.code == "todo.newer-version" {
                said.push(notice);
            } else {
                aside.push((key.clone(), text, "it is not the record of a change".to_owned()));
            }
        }
    }
    state.fill(todos);
    if manner == Manner::Repair {
        said.extend(aside.iter().map(|(key, text, why)| set_aside(storage, key, text, why)));
    }
    said
}

fn newer(version: u64) -> Diagnostic {
    Diagnostic::warning(
        "todo.newer-version",
        format!("a todo was written by a newer version ({version}, known is {VERSION}), it is left untouched"),
    )
    .with_hint("reload the page to get the newer version")
}

/// Moves a value that does not read to another key: written there first, so that no crash can lose it.
fn set_aside(storage: &dyn Storage, key: &str, text: &str, why: &str) -> Diagnostic {
    let name = key.strip_prefix(PREFIX).unwrap_or(key);
    let mut to = format!("{ASIDE}{name}");
    for number in 2..100 {
        match storage.get(&to) {
            Ok(Some(other)) if other != text => to = format!("{ASIDE}{name}:{number}"),
            _ => break,
        }
    }
    let moved = storage.set(&to, text).and_then(|()| storage.remove(key));
    let what =
        if moved.is_ok() { format!("it was set aside under {to:?}") } else { "it was left where it is".to_owned() };
    Diagnostic::warning("todo.set-aside", format!("the value under {key:?} does not read ({why}), {what}"))
        .with_hint("nothing was deleted; the value can be copied from the browser's storage")
}
