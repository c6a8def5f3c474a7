//! Journals in storage: a key for each batch of events while a run is on its way, one key once it has ended.
//!
//! Keys are `dunlin:v1:run:<runId>:<number of the first event, padded>` and `dunlin:v1:run:<runId>:journal`. A value that
//! cannot be read is set aside under `dunlin:v1:aside:<key>` and never deleted; one of a newer version is left alone.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    rc::Rc,
};

use dunlin_base::{Storage, StorageError};
use serde::{Deserialize, Serialize};

use crate::{Event, SCHEMA_VERSION};

/// What every key of a journal begins with.
pub(crate) const PREFIX: &str = "dunlin:v1:run:";
const ASIDE: &str = "dunlin:v1:aside:";
const WHOLE: &str = "journal";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BatchOut<'a> {
    schema_version: u32,
    events: Events<'a>,
}

struct Events<'a>(&'a [Rc<Event>]);

impl Serialize for Events<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|event| &**event))
    }
}

/// Enough of a batch to know whether the rest can be read.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    schema_version: u64,
}

#[derive(Deserialize)]
struct BatchIn {
    events: Vec<Event>,
}

/// What was found under a run's keys.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) events: Vec<Event>,
    /// Something in it could not be read, so nobody knows what the run has done.
    pub(crate) damaged: bool,
    /// A newer version wrote it.
    pub(crate) newer: bool,
    /// The keys it was read from.
    pub(crate) keys: Vec<String>,
}

/// The journals of all runs.
pub(crate) struct JournalStore {
    storage: Rc<dyn Storage>,
    /// What people should be told, such as values that were set aside.
    notices: RefCell<Vec<String>>,
    failing: Cell<bool>,
}

impl JournalStore {
    pub(crate) fn new(storage: Rc<dyn Storage>) -> Self {
        Self { storage, notices: RefCell::default(), failing: Cell::new(false) }
    }

    pub(crate) fn notices(&self) -> Vec<String> {
        self.notices.borrow().clone()
    }

    pub(crate) fn notice(&self, text: String) {
        let mut notices = self.notices.borrow_mut();
        if !notices.contains(&text) && notices.len() < 100 {
            notices.push(text);
        }
    }

    /// Writes a batch under the key that is given back. Either all of it is stored or nothing.
    pub(crate) fn append(&self, run_id: &str, events: &[Rc<Event>]) -> Result<String, StorageError> {
        let key = format!("{PREFIX}{run_id}:{:08}", events.first().map_or(0, |event| event.seq));
        let result = self.storage.set(&key, &encode(events));
        self.note_write(run_id, result.as_ref().err());
        result.map(|()| key)
    }

    /// The keys of a run, sorted.
    pub(crate) fn keys(&self, run_id: &str) -> Vec<String> {
        self.storage.keys(&format!("{PREFIX}{run_id}:")).unwrap_or_default()
    }

    fn note_write(&self, run_id: &str, error: Option<&StorageError>) {
        match error {
            Some(error) if !self.failing.replace(true) => {
                self.notice(format!("run {run_id} goes on in memory and would be lost with this tab: {error}"));
            }
            Some(_) => {}
            None => self.failing.set(false),
        }
    }

    /// Puts the whole journal under one key and removes the batches. When there is no room, the batches stay.
    pub(crate) fn compact(&self, run_id: &str, events: &[Rc<Event>]) -> Result<(), StorageError> {
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        self.storage.set(&whole, &encode(events))?;
        for key in self.storage.keys(&format!("{PREFIX}{run_id}:"))? {
            if key != whole {
                self.storage.remove(&key)?;
            }
        }
        Ok(())
    }

    /// The identifiers of all runs, sorted.
    pub(crate) fn run_ids(&self) -> Vec<String> {
        let keys = self.storage.keys(PREFIX).unwrap_or_default();
        let ids: BTreeSet<&str> = keys.iter().filter_map(|key| run_id_of(key)).collect();
        ids.into_iter().map(str::to_owned).collect()
    }

    /// How many characters a run's keys and values take.
    pub(crate) fn size(&self, run_id: &str) -> usize {
        let keys = self.keys(run_id);
        let value = |key: &String| self.storage.get(key).ok().flatten().map_or(0, |value| value.len());
        keys.iter().map(|key| key.len() + value(key)).sum()
    }

    /// Removes everything of a run.
    pub(crate) fn delete(&self, run_id: &str) -> Result<(), StorageError> {
        for key in self.storage.keys(&format!("{PREFIX}{run_id}:"))? {
            self.storage.remove(&key)?;
        }
        Ok(())
    }

    /// Reads a run's events as far as they follow each other; none when there is no such run.
    pub(crate) fn load(&self, run_id: &str) -> Option<Loaded> {
        let keys = self.keys(run_id);
        if keys.is_empty() {
            return None;
        }
        let aside = self.storage.keys(&format!("{ASIDE}{PREFIX}{run_id}:")).unwrap_or_default();
        let mut loaded = Loaded { damaged: !aside.is_empty(), ..Loaded::default() };
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        if !keys.contains(&whole) || !self.read(&whole, &mut loaded) {
            for key in keys.iter().filter(|key| **key != whole) {
                if !self.read(key, &mut loaded) {
                    break;
                }
            }
        }
        loaded.keys = keys;
        Some(loaded)
    }

    /// Reads one value onto the events before it; false when that cannot be done.
    fn read(&self, key: &str, loaded: &mut Loaded) -> bool {
        let Some(text) = self.storage.get(key).ok().flatten() else { return false };
        let parsed = decode(&text);
        let next = loaded.events.last().map_or(1, |event| event.seq + 1);
        match parsed {
            Decoded::Events(events) if events.iter().zip(next..).all(|(event, seq)| event.seq == seq) => {
                loaded.events.extend(events);
                true
            }
            Decoded::Newer(version) => {
                self.notice(format!(
                    "{key} was written by a newer version (schema {version}, this one reads up to {SCHEMA_VERSION}); it is left untouched"
                ));
                loaded.newer = true;
                false
            }
            Decoded::Events(_) | Decoded::Unreadable => {
                loaded.damaged = true;
                self.set_aside(key, &text);
                false
            }
        }
    }

    /// Moves a value that cannot be read to a key where nobody looks for events.
    pub(crate) fn set_aside(&self, key: &str, text: &str) {
        let aside = format!("{ASIDE}{key}");
        let done = self.storage.set(&aside, text).and_then(|()| self.storage.remove(key));
        let what = if done.is_ok() { format!("it is kept under {aside}") } else { "it is left where it is".to_owned() };
        self.notice(format!("{key} could not be read; {what}"));
    }
}

/// The run a key belongs to.
pub(crate) fn run_id_of(key: &str) -> Option<&str> {
    key.strip_prefix(PREFIX)?.split(':').next()
}

enum Decoded {
    Events(Vec<Event>),
    Newer(u64),
    Unreadable,
}

fn encode(events: &[Rc<Event>]) -> String {
    serde_json::to_string(&BatchOut { schema_version: SCHEMA_VERSION, events: Events(events) }).unwrap_or_default()
}

fn decode(text: &str) -> Decoded {
    let Ok(head) = serde_json::from_str::<Head>(text) else { return Decoded::Unreadable };
    if head.schema_version > u64::from(SCHEMA_VERSION) {
        return Decoded::Newer(head.schema_version);
    }
    serde_json::from_str::<BatchIn>(text).map_or(Decoded::Unreadable, |batch| Decoded::Events(batch.events))
}
