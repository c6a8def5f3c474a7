//! What is kept in the browser's storage, looked after while the page is open.

use dunlin::{Filter, Todo};
use dunlin_base::StorageKind;
use leptos::prelude::*;

use super::Todos;
use crate::model::host::Entries;

impl Todos {
    /// Notices that storage was emptied while the page had it all: what is still known is offered back.
    pub(in crate::model) fn look_at_storage(self) {
        if !self.read.get_untracked() || !self.is_kept() {
            return;
        }
        let known = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::all()));
        let Some(first) = known.first() else { return };
        let is_there =
            |todo: &Todo| self.engine.with_env(|env| env.storage.get(&key_of(&todo.id)).ok().flatten().is_some());
        if !is_there(first) && !known.iter().any(|todo| is_there(todo)) {
            self.lost.set(self.snapshot());
        }
    }

    /// Every todo as it is stored.
    pub(in crate::model) fn snapshot(self) -> Entries {
        let known = self.engine.with(|dunlin| dunlin.todos().list_shared(&Filter::all()));
        known.iter().map(|todo| (key_of(&todo.id), Some(todo.to_value().to_string()))).collect()
    }

    /// Puts back what had gone from storage, and is not there again by now.
    pub(crate) fn put_lost_back(self) {
        let mut lost = self.lost.get_untracked();
        self.engine.with_env(|env| lost.retain(|(key, _)| matches!(env.storage.get(key), Ok(None))));
        match self.engine.store(&lost) {
            Ok(_) => self.lost.set(Entries::new()),
            Err(error) => self.problem.set(Some(error.into())),
        }
        self.refresh();
    }

    /// Whether what is stored outlives the page.
    pub(crate) fn is_kept(self) -> bool {
        self.engine.with_env(|env| env.storage.kind() != StorageKind::Memory)
    }
}

/// Where a todo is stored.
fn key_of(id: &str) -> String {
    format!("dunlin:v1:todo:{id}")
}
