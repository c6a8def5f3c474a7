//! The order in which todos were last shown, which "the second one" counts in.
//!
//! Kept for each run from its first look, so that deleting the second and then the third one of a run means the third as it
//! was shown. The last one is stored, so that a run resumed after a reload counts in the same order.

use dunlin_base::{SortedMap, Storage};
use serde_json::{Map, Value};

use crate::{keys::SHOWN, todo::texts_of};

/// The most todos of a shown order that are kept.
const MAX_SHOWN: usize = 1000;
/// The most runs whose order is kept.
const MAX_RUNS: usize = 50;

#[derive(Default)]
pub(crate) struct Shown {
    last: Option<Vec<String>>,
    by_run: SortedMap<String, Vec<String>>,
}

impl Shown {
    /// The order that positions of that run, or of a person, count in.
    pub(crate) fn order(&self, run: Option<&str>) -> Option<&Vec<String>> {
        run.and_then(|run| self.by_run.get(run)).or(self.last.as_ref())
    }

    /// Whether that run has its own order already.
    pub(crate) fn has(&self, run: &str) -> bool {
        self.by_run.contains_key(run)
    }

    /// Todos were shown on the page.
    pub(crate) fn set(&mut self, ids: Vec<String>) {
        self.last = Some(ids);
    }

    /// Todos were shown by a run, or are about to be counted by it; stored as well as can be.
    pub(crate) fn set_for(&mut self, run: Option<&str>, mut ids: Vec<String>, storage: &dyn Storage) {
        ids.truncate(MAX_SHOWN);
        if let Some(run) = run {
            self.by_run.insert(run.to_owned(), ids.clone());
            while self.by_run.len() > MAX_RUNS {
                self.by_run.pop_first();
            }
        }
        let mut stored = Map::new();
        if let Some(run) = run {
            stored.insert("runId".to_owned(), Value::from(run));
        }
        stored.insert("ids".to_owned(), Value::from(ids.as_slice()));
        // Losing it costs no more than that positions count in the order of the list.
        let _ = storage.set(SHOWN, &Value::Object(stored).to_string());
        self.last = Some(ids);
    }

    /// Reads what is stored; a run's own order that is known already stays.
    pub(crate) fn read(&mut self, storage: &dyn Storage) {
        let text = storage.get(SHOWN).ok().flatten();
        let Some(stored) = text.and_then(|text| dunlin_base::parse_json(&text).ok()) else { return };
        let Some(ids) = stored.get("ids").and_then(texts_of) else { return };
        if let Some(run) = stored.get("runId").and_then(Value::as_str) {
            self.by_run.or_insert_with(run.to_owned(), || ids.clone());
        }
        if self.last.is_none() {
            self.last = Some(ids);
        }
    }
}
