//! A todo that is edited in its row, as the line that would make it.

use leptos::prelude::*;

use super::{Say, Todos};
use crate::model::Problem;

impl Todos {
    /// Opens it for editing, as the line that would make it, unless another edit is open and cannot be kept.
    pub(crate) fn begin_edit(self, id: &str) {
        self.save_edit();
        if self.editing.with_untracked(Option::is_some) {
            return;
        }
        let Some(todo) = self.engine.with(|dunlin| dunlin.todos().get(id)) else { return };
        let line = self.engine.with(|dunlin| dunlin.line_of(&todo));
        self.edit.start(line.text, line.dismissed);
        self.edit_list.set(todo.list.clone().unwrap_or_default());
        self.begun.set_value(todo);
        self.editing.set(Some(id.to_owned()));
    }

    /// Gives an edit up.
    pub(crate) fn end_edit(self) {
        self.editing.set(None);
    }

    /// Keeps what was edited; a line with nothing in it deletes. What is refused stays in the row as it was typed.
    pub(crate) fn save_edit(self) {
        let Some(id) = self.editing.get_untracked() else { return };
        if self.edit.is_blank() {
            self.end_edit();
            return self.delete(&id);
        }
        let (text, dismissed) = self.edit.said();
        let list = self.edit_list.get_untracked();
        // What a run or another tab has changed since, and this has not, stays.
        let revised = self.begun.with_value(|begun| {
            self.engine.with(|dunlin| dunlin.revise(begun, &text, &dismissed, Some(&list))).transpose()
        });
        let Some(outcome) = revised else { return self.end_edit() };
        // It has turned out to be gone: that, and where its words are, is said already.
        let is_told = outcome.is_err() && self.editing.with_untracked(Option::is_none);
        if !is_told && self.settle(outcome, Say::Summary) {
            self.end_edit();
        }
    }

    /// Ends the edit of a todo that is no longer there: what was typed goes on as a new one.
    pub(super) fn keep_edit_of_gone(self) {
        let Some(id) = self.editing.get_untracked() else { return };
        let (here, begun) = self.engine.with(|dunlin| {
            (dunlin.todos().get(&id).is_some(), self.begun.with_value(|begun| dunlin.line_of(begun).text))
        });
        if here {
            return;
        }
        self.end_edit();
        let (text, dismissed) = self.edit.said();
        if text == begun {
            return;
        }
        let hint = if self.draft.is_blank() {
            self.draft.start(text, dismissed);
            "what was typed stands in the field for a new one".to_owned()
        } else {
            format!("what was typed is “{text}”")
        };
        self.problem.set(Some(Problem::edit_of_gone(hint)));
    }
}
