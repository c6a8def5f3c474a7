//! Reading everything that is stored, putting right what a crash left, and setting aside what does not read.

use std::rc::Rc;

use dunlin_base::{Diagnostic, Storage, StorageError, json};
use serde_json::Value;

use crate::{
    Todo,
    keys::{ASIDE, CHANGE, LIST, OURS, PENDING, PREFIX, TODO, list_name},
    ledger::Ledger,
    state::State,
    stored::{ReadTodo, VERSION, read_todo},
};

/// Whether reading may write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The store is being opened: interrupted changes are finished, what does not read is set aside.
    Repair,
    /// Another tab may be in the middle of a change.
    LookOnly,
}

/// Everything that is stored, and what is to be said of it.
#[derive(Default)]
pub(crate) struct Reading {
    pub(crate) ledger: Ledger,
    pub(crate) state: State,
    pub(crate) said: Vec<Diagnostic>,
    /// The names of values that could not be read now; they may be another time.
    pub(crate) unread: Vec<String>,
    /// What is to be set aside: its key, its text and why.
    aside: Vec<(String, String, String)>,
}

/// Reads what is stored; says what is wrong with it.
pub(crate) fn read(storage: &dyn Storage, manner: Manner) -> Result<Reading, StorageError> {
    settled(storage, manner, Reading::of(storage)?)
}

/// Puts right what was read, where that is wanted.
fn settled(storage: &dyn Storage, manner: Manner, mut reading: Reading) -> Result<Reading, StorageError> {
    if manner == Manner::LookOnly {
        return Ok(reading);
    }
    if reading.ledger.has_unsettled() {
        let said = reading.ledger.settle_all(storage).said;
        reading = Reading::of(storage)?;
        reading.said.splice(..0, said);
    }
    for (key, text, why) in std::mem::take(&mut reading.aside) {
        reading.said.push(set_aside(storage, &key, &text, &why));
    }
    Ok(reading)
}

/// What is stored, read a little at a time.
pub(crate) struct Slices {
    keys: Vec<String>,
    at: usize,
    reading: Reading,
    todos: Vec<(String, Rc<Todo>)>,
}

impl Slices {
    pub(crate) fn begin(storage: &dyn Storage) -> Result<Self, StorageError> {
        Ok(Self { keys: storage.keys(OURS)?, at: 0, reading: Reading::default(), todos: Vec::new() })
    }

    /// Reads so many entries more. Whether there are others.
    pub(crate) fn go_on(&mut self, storage: &dyn Storage, entries: usize) -> Result<bool, StorageError> {
        let end = self.keys.len().min(self.at.saturating_add(entries.max(1)));
        let keys = self.keys.get(self.at..end).unwrap_or_default();
        storage.each_of(keys, &mut |key, text| self.reading.take(key, text, &mut self.todos))?;
        self.at = end;
        Ok(end < self.keys.len())
    }

    /// All that was read, put right as when everything is read at once.
    pub(crate) fn finish(mut self, storage: &dyn Storage) -> Result<Reading, StorageError> {
        self.reading.state.fill(self.todos);
        settled(storage, Manner::Repair, self.reading)
    }
}

/// What to tell when nothing can be read.
pub(crate) fn unreadable(error: &StorageError) -> Diagnostic {
    Diagnostic::warning(error.code(), format!("the todos cannot be read: {error}"))
        .with_hint("let Dunlin store data here, then open it again")
}

impl Reading {
    fn of(storage: &dyn Storage) -> Result<Self, StorageError> {
        let mut reading = Self::default();
        let mut todos = Vec::new();
        storage.each(OURS, &mut |key, text| reading.take(key, text, &mut todos))?;
        reading.state.fill(todos);
        Ok(reading)
    }

    fn take(&mut self, key: &str, text: Result<&str, &StorageError>, todos: &mut Vec<(String, Rc<Todo>)>) {
        let (id, folded) = (key.strip_prefix(TODO), key.strip_prefix(LIST));
        if id.is_none() && folded.is_none() && !key.starts_with(CHANGE) {
            if key.starts_with(PENDING) {
                self.ledger.note_marker(key);
            }
            return;
        }
        let text = match text {
            Ok(text) => text,
            Err(error) => {
                self.unread.extend(key.strip_prefix(PREFIX).map(str::to_owned));
                self.said.push(Diagnostic::warning(error.code(), format!("{key:?} cannot be read: {error}")));
                return;
            }
        };
        let mut set_aside = |why: String| self.aside.push((key.to_owned(), text.to_owned(), why));
        if let Some(id) = id {
            match read_todo(id, text) {
                ReadTodo::Todo(_) if id.is_empty() => set_aside("its key has no id".to_owned()),
                ReadTodo::Todo(todo) => todos.push((id.to_owned(), todo)),
                ReadTodo::Newer(version) => self.said.push(newer(version)),
                ReadTodo::Unreadable(why) => set_aside(why),
            }
        } else if let Some(folded) = folded {
            match json::read::<Value>(text) {
                Ok(value) if value.get("name").is_some_and(Value::is_string) => {
                    self.state.put(&list_name(folded), Some(&value));
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
