//! The notes that tools may search: kept, replaced and taken away with a way back.

use dunlin_base::json as text;
use leptos::prelude::*;
use serde_json::{Value, json};

use super::Reach;
use crate::model::host::Entries;

/// Where notes are kept, each under its own name.
const NOTES: &str = "dunlin:v1:note:";

/// A text that the person gave.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) text: String,
}

impl Reach {
    /// The notes that are stored.
    pub(in crate::model) fn read_notes(self) {
        let note = |(key, value): (String, Option<String>)| {
            let value = text::parse(&value?).ok()?;
            let part = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            Some(Note { id: key.strip_prefix(NOTES)?.to_owned(), title: part("title"), text: part("text") })
        };
        let notes: Vec<Note> = self.engine.entries(NOTES).into_iter().filter_map(note).collect();
        if self.notes.with_untracked(|before| *before != notes) {
            self.note_turn.update_value(|turn| *turn += 1);
            self.notes.set(notes);
        }
    }

    /// Keeps notes, each under its name: one of the same name is replaced, with a way back. Whether it could.
    pub(crate) fn keep_notes(self, notes: &[(String, String)]) -> bool {
        let entry = |(title, words): &(String, String)| {
            (format!("{NOTES}{title}"), Some(json!({"title": title, "text": words}).to_string()))
        };
        let entries: Entries = notes.iter().map(entry).collect();
        let Some(before) = self.store(&entries) else { return false };
        let replaced: Entries =
            before.into_iter().filter(|entry| entry.1.is_some() && !entries.contains(entry)).collect();
        let named = |(key, _): &(String, _)| format!("“{}”", key.strip_prefix(NOTES).unwrap_or(key));
        let names: Vec<String> = replaced.iter().map(named).collect();
        let what = if names.len() == 1 { "note" } else { "notes" };
        let words = format!("The {what} {} had another text before", names.join(", "));
        self.note_undo.set((!replaced.is_empty()).then_some((words, replaced)));
        true
    }

    /// Takes a note away, with a way back.
    pub(crate) fn remove_note(self, id: &str) {
        if let Some(before) = self.store(&vec![(format!("{NOTES}{id}"), None)]) {
            self.note_undo.set(Some((format!("Removed “{id}”"), before)));
        }
    }

    /// Puts back the notes that were last removed or replaced.
    pub(crate) fn put_notes_back(self) {
        let Some((_, before)) = self.note_undo.get_untracked() else { return };
        if self.store(&before).is_some() {
            self.note_undo.set(None);
        }
    }

    /// Stores these and gives what was there before, unless it is refused.
    fn store(self, entries: &Entries) -> Option<Entries> {
        let stored = self.engine.store(entries).map_err(|error| error.message);
        self.problem.set(stored.as_ref().err().cloned());
        self.read_notes();
        stored.ok()
    }
}
