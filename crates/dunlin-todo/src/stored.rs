//! One stored value, as it reads.

use std::rc::Rc;

use dunlin_base::{Storage, StorageError, iso_utc, json};
use serde_json::Value;

use crate::{
    Todo,
    keys::{PREFIX, TODO_NAME, newer_version},
};

/// The newest version of a stored todo that is understood.
pub(crate) const VERSION: u64 = 1;

/// What a stored todo turned out to be.
pub(crate) enum ReadTodo {
    Todo(Rc<Todo>),
    Newer(u64),
    Unreadable(String),
}

pub(crate) fn read_todo(id: &str, text: &str) -> ReadTodo {
    if let Some(version) = newer_version(text, VERSION) {
        return ReadTodo::Newer(version);
    }
    let mut todo: Todo = match json::read(text) {
        Ok(todo) => todo,
        Err(fault) => return ReadTodo::Unreadable(fault.to_string()),
    };
    // Its key says which one it is, whatever it says of itself.
    if todo.id != id {
        id.clone_into(&mut todo.id);
    }
    // A todo made by hand may have neither; readers of the record are promised moments.
    if todo.created_at.is_empty() {
        todo.created_at = iso_utc(0);
    }
    if todo.updated_at.is_empty() {
        todo.updated_at.clone_from(&todo.created_at);
    }
    ReadTodo::Todo(Rc::new(todo))
}

/// What is stored under a name that effects use.
pub(crate) enum Stored {
    /// The value as effects would have it, or none.
    Value(Option<Value>),
    /// Something that does not read, as when the writing of it was cut short.
    Torn,
    /// Something that a newer version wrote.
    Newer,
}

pub(crate) fn stored(storage: &dyn Storage, name: &str) -> Result<Stored, StorageError> {
    let Some(text) = storage.get(&format!("{PREFIX}{name}"))? else { return Ok(Stored::Value(None)) };
    Ok(match name.strip_prefix(TODO_NAME).map(|id| read_todo(id, &text)) {
        Some(ReadTodo::Todo(todo)) => Stored::Value(Some(todo.to_value())),
        Some(ReadTodo::Newer(_)) => Stored::Newer,
        Some(ReadTodo::Unreadable(_)) => Stored::Torn,
        None => json::read(&text).map_or(Stored::Torn, |value| Stored::Value(Some(value))),
    })
}
