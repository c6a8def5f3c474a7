//! The order in which todos were last shown, which "the second one" counts in.
//!
//! Each run has its own orders, stored under its id. A run that deletes the second todo and then the third means the third as it
//! was shown first, whatever other runs show meanwhile, also after a reload. A run that was shown nothing itself counts in what
//! was shown last of all.

use std::collections::BTreeMap;

use dunlin_base::{Storage, json};
use serde::{Deserialize, Serialize};

use crate::{
    TodoError, TodoErrorKind,
    keys::{SHOWN, SHOWN_BY, SHOWN_GONE},
};

/// The most todos of a shown order that are kept: of a longer one the first and the last, with places left free between them.
const MAX_SHOWN: usize = 1000;
/// The most places that are left free.
const MAX_FREE: usize = 20_000;
/// The most runs whose orders are kept, and the most of which it is known that they were.
const MAX_RUNS: usize = 100;
const MAX_GONE: usize = 1000;

/// What was shown last of all.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Last {
    /// The run that showed it; versions before kept the order of one run here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run_id: Option<String>,
    ids: Vec<String>,
}

/// The orders that one run counts in: what it was shown under the empty name, and what it counted in for itself under the
/// filter it had then.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Orders {
    orders: BTreeMap<String, Vec<String>>,
}

#[derive(Default)]
pub(crate) struct Shown {
    last: Option<Vec<String>>,
    by_run: BTreeMap<String, Orders>,
}

impl Shown {
    /// What was shown last, to anybody.
    pub(crate) fn last(&self) -> Option<&Vec<String>> {
        self.last.as_ref()
    }

    /// The order that a run counts in under that name. An error where it cannot be told: another order would mean other todos.
    pub(crate) fn of_run(
        &mut self,
        run: &str,
        name: &str,
        storage: &dyn Storage,
    ) -> Result<Option<&Vec<String>>, TodoError> {
        if !self.by_run.contains_key(run)
            && let Some(text) = storage.get(&format!("{SHOWN_BY}{run}"))?
        {
            let orders = json::read(&text).map_err(|_| {
                TodoError::new(TodoErrorKind::NoSuchPosition, "the order in which todos were shown does not read")
                    .with_hint("list the todos again, or name them by their words")
            })?;
            self.by_run.insert(run.to_owned(), orders);
        }
        // What was shown last belongs to others.
        if !self.by_run.contains_key(run) && storage.get(&format!("{SHOWN_GONE}{run}"))?.is_some() {
            let message = "the order in which this run showed todos is kept no more: very many runs showed some since";
            return Err(TodoError::new(TodoErrorKind::NoSuchPosition, message)
                .with_hint("list the todos again, or name them by their words"));
        }
        Ok(self.by_run.get(run).and_then(|orders| orders.orders.get(name)))
    }

    /// Todos were shown to somebody, or by a run.
    pub(crate) fn show(&mut self, run: Option<&str>, mut ids: Vec<String>, storage: &dyn Storage) {
        shorten(&mut ids);
        if let Some(run) = run {
            self.count_in(run, String::new(), ids.clone(), storage);
        }
        let last = Last { run_id: run.map(str::to_owned), ids };
        // If this fails, positions count in the order of the list: no worse.
        let _ = storage.set(SHOWN, &json::write(&last));
        self.last = Some(last.ids);
    }

    /// A run counts in that order from now on; stored as well as can be.
    pub(crate) fn count_in(&mut self, run: &str, name: String, mut ids: Vec<String>, storage: &dyn Storage) {
        shorten(&mut ids);
        if !self.by_run.contains_key(run) {
            make_room(storage);
        }
        let orders = self.by_run.entry(run.to_owned()).or_default();
        orders.orders.insert(name, ids);
        let (key, text) = (format!("{SHOWN_BY}{run}"), json::write(orders));
        // A storage that is full refuses the run's own record too, so no run goes on after a reload without its order. The write is
        // tried twice, for a storage that failed for a moment. If both fail, the old order is removed: none is better than a wrong one.
        if storage.set(&key, &text).is_err() && storage.set(&key, &text).is_err() {
            let _ = storage.remove(&key);
            let _ = storage.set(&format!("{SHOWN_GONE}{run}"), "1");
        }
        while self.by_run.len() > MAX_RUNS {
            self.by_run.pop_first();
        }
    }

    /// Reads what is stored; an order that is known already stays.
    pub(crate) fn read(&mut self, storage: &dyn Storage) {
        let text = storage.get(SHOWN).ok().flatten();
        let Some(stored) = text.and_then(|text| json::read::<Last>(&text).ok()) else { return };
        if let Some(run) = stored.run_id
            && let Ok(None) = storage.get(&format!("{SHOWN_BY}{run}"))
        {
            self.by_run.entry(run).or_default().orders.entry(String::new()).or_insert_with(|| stored.ids.clone());
        }
        if self.last.is_none() {
            self.last = Some(stored.ids);
        }
    }
}

/// The orders of the oldest runs go; the ids of runs begin with the moment they were made. That they went is kept: such a run may
/// still wait for somebody, and must not count in what others were shown.
fn make_room(storage: &dyn Storage) {
    let known = storage.keys(SHOWN_BY).unwrap_or_default();
    let leave = (known.len() + 1).saturating_sub(MAX_RUNS);
    if leave == 0 {
        return;
    }
    let gone = storage.keys(SHOWN_GONE).unwrap_or_default();
    for key in gone.iter().take((gone.len() + leave).saturating_sub(MAX_GONE)) {
        let _ = storage.remove(key);
    }
    for key in known.iter().take(leave) {
        let run = key.strip_prefix(SHOWN_BY).unwrap_or_default();
        if storage.set(&format!("{SHOWN_GONE}{run}"), "1").is_ok() {
            let _ = storage.remove(key);
        }
    }
}

/// Keeps the first and the last of a long order. Positions count on from both ends; those between are known to be there only.
fn shorten(ids: &mut Vec<String>) {
    if ids.len() <= MAX_SHOWN {
        return;
    }
    let last = ids.split_off(ids.len() - MAX_SHOWN / 2);
    let free = (ids.len() - MAX_SHOWN / 2).min(MAX_FREE);
    ids.truncate(MAX_SHOWN / 2);
    ids.resize(MAX_SHOWN / 2 + free, String::new());
    ids.extend(last);
}
