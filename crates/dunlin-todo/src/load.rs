//! Reading everything that is stored, putting right what a crash left, and setting aside what does not read.

use std::rc::Rc;

use dunlin_base::{Diagnostic, Storage, StorageError, iso_utc, parse_json};
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

/// What reading has come to so far.
#[derive(Default)]
struct Reading {
    ledger: Ledger,
    todos: Vec<(String, Rc<Todo>)>,
    lists: Vec<(String, Value)>,
    /// Keys of changes that were interrupted.
    markers: Vec<String>,
    /// What is to be set aside: its key, its text and why.
    aside: Vec<(String, String, String)>,
    said: Vec<Diagnostic>,
}

impl Reading {
    fn of(storage: &dyn Storage) -> Result<Self, StorageError> {
        let mut reading = Self::default();
        storage.each(OURS, &mut |key, text| reading.take(key, text))?;
        Ok(reading)
    }

    fn take(&mut self, key: &str, text: Result<&str, &StorageError>) {
        let (id, folded) = (key.strip_prefix(TODO), key.strip_prefix(LIST));
        if id.is_none() && folded.is_none() && !key.starts_with(CHANGE) {
            if key.starts_with(PENDING) {
                self.markers.push(key.to_owned());
            }
            return;
        }
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.said.push(Diagnostic::warning(error.code(), format!("{key:?} cannot be read: {error}")));
                return;
            }
        };
        let mut set_aside = |why: String| self.aside.push((key.to_owned(), text.to_owned(), why));
        if let Some(id) = id {
            match read_todo(text) {
                ReadTodo::Todo(_) if id.is_empty() => set_aside("its key has no id".to_owned()),
                ReadTodo::Todo(todo) => self.todos.push((id.to_owned(), todo)),
                ReadTodo::Newer(version) => self.said.push(newer(version)),
                ReadTodo::Unreadable(why) => set_aside(why),
            }
        } else if let Some(folded) = folded {
            match parse_json(text) {
                Ok(value) if value.get("name").is_some_and(Value::is_string) => {
                    self.lists.push((list_name(folded), value));
                }
                _ => set_aside("it is not the record of a list".to_owned()),
            }
        } else if let Err(notice) = self.ledger.take_in(key, Some(text)) {
            if notice.code == "todo.newer-version" {
                self.said.push(notice);
            } else {
                set_aside("it is not the record of a change".to_owned());
            }
        }
    }
}

/// Fills `state` and `ledger` with what is stored; says what is wrong with it.
pub(crate) fn read(storage: &dyn Storage, manner: Manner, state: &mut State, ledger: &mut Ledger) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    let read = Reading::of(storage).and_then(|reading| {
        if manner == Manner::LookOnly || reading.markers.is_empty() {
            return Ok(reading);
        }
        said = Ledger::recover(storage, &reading.markers);
        Reading::of(storage)
    });
    let reading = match read {
        Ok(reading) => reading,
        Err(error) => {
            said.push(
                Diagnostic::warning(error.code(), format!("the todos cannot be read: {error}"))
                    .with_hint("allow this page to store data, then reload it"),
            );
            return said;
        }
    };
    *ledger = reading.ledger;
    state.fill(reading.todos);
    for (name, value) in &reading.lists {
        state.put(name, Some(value));
    }
    said.extend(reading.said);
    if manner == Manner::Repair {
        said.extend(reading.aside.iter().map(|(key, text, why)| set_aside(storage, key, text, why)));
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
