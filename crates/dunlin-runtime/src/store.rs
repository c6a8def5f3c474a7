//! Journals in storage: a key for each batch of events while a run is on its way, one key once it has ended.
//!
//! Keys are `dunlin:v1:run:<runId>:<number of the first event, padded>` and `dunlin:v1:run:<runId>:journal`. A value that
//! cannot be read is set aside under `dunlin:v1:aside:<key>` and never deleted; one of a newer version is left alone.

use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use dunlin_base::{
    Storage, StorageError, StorageErrorKind,
    json::{self, Unreadable},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Event, EventKind, SCHEMA_VERSION};

/// What every key of a journal begins with.
pub(crate) const PREFIX: &str = "dunlin:v1:run:";
/// Where the keys of asks begin.
pub(crate) const ASKS: &str = "dunlin:v1:ask:";
const ASIDE: &str = "dunlin:v1:aside:";
const WHOLE: &str = "journal";
/// So often a journal is read that changes meanwhile.
const MOST_READINGS: u32 = 3;

/// What was found under a run's keys.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    pub(crate) events: Vec<Event>,
    /// Something in it could not be read, so nobody knows what the run has done.
    pub(crate) damaged: bool,
    /// A newer version wrote it.
    pub(crate) newer: bool,
    /// Where it was read from.
    pub(crate) kept: Kept,
}

/// How a journal is kept.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// Its keys, sorted as storage gives them.
    pub(crate) keys: Vec<String>,
    /// How many characters it takes with them.
    pub(crate) size: usize,
}

impl Kept {
    /// Notes what was written under a key.
    pub(crate) fn add(&mut self, key: String, size: usize) {
        self.size += size;
        // Events are numbered on, so it is the last key; after a refusal it may be an earlier one.
        if self.keys.last().is_none_or(|last| *last < key) {
            self.keys.push(key);
        } else if let Err(place) = self.keys.binary_search(&key) {
            self.keys.insert(place, key);
        }
    }
}

/// The journals of all runs.
pub(crate) struct JournalStore {
    storage: Rc<dyn Storage>,
    /// What people should be told, such as values that were set aside.
    notices: RefCell<Vec<String>>,
    /// Why the last write of a journal failed, when it did.
    failing: RefCell<Option<StorageError>>,
}

impl JournalStore {
    pub(crate) fn new(storage: Rc<dyn Storage>) -> Self {
        Self { storage, notices: RefCell::default(), failing: RefCell::default() }
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

    /// Writes a batch and gives its key, and how many characters it takes with that. Either all of it is stored or nothing. The
    /// first of a new run gives nothing where somebody else has begun a run of that name meanwhile.
    pub(crate) fn append(
        &self,
        run_id: &str,
        events: &[Rc<Event>],
        is_new: bool,
    ) -> Result<Option<(String, usize)>, StorageError> {
        let key = batch_key(run_id, events.first().map_or(0, |event| event.seq));
        let events = events.iter().map(Rc::as_ref).collect();
        let value = json::write(&Batch::<Vec<&Event>> { schema_version: SCHEMA_VERSION.into(), events });
        let result = if is_new {
            self.checked(&key, &value, self.storage.set_first(&format!("{PREFIX}{run_id}:"), &key, &value))
        } else {
            self.put(&key, &value).map(|()| true)
        };
        self.note_write(run_id, result.as_ref().err());
        result.map(|written| {
            let size = key.len() + value.len();
            written.then_some((key, size))
        })
    }

    fn put(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.checked(key, value, self.storage.set(key, value).map(|()| true)).map(|_| ())
    }

    /// What became of a write. A storage may have taken what it says it refused, so the key is read again after an error.
    fn checked(&self, key: &str, value: &str, done: Result<bool, StorageError>) -> Result<bool, StorageError> {
        done.or_else(|error| match self.storage.get(key) {
            Ok(Some(found)) if found == value => Ok(true),
            Ok(Some(half)) if value.starts_with(&half) => {
                // What cannot be removed is written over by the next try.
                let _ = self.storage.remove(key);
                Err(error)
            }
            _ => Err(error),
        })
    }

    /// Whether anything of such a run is stored.
    pub(crate) fn has(&self, run_id: &str) -> Result<bool, StorageError> {
        Ok(!self.storage.keys(&format!("{PREFIX}{run_id}:"))?.is_empty())
    }

    /// Writes a whole journal beside its batches. What half a write left is removed: the batches say it all.
    fn put_beside(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.put(key, value).inspect_err(|_| {
            // What cannot be removed is found out when the journal is read.
            let _ = self.storage.remove(key);
        })
    }

    /// The keys of a run, sorted.
    pub(crate) fn keys(&self, run_id: &str) -> Vec<String> {
        self.storage.keys(&format!("{PREFIX}{run_id}:")).unwrap_or_default()
    }

    /// Whether the last write of a journal failed, so that runs go on in memory, which was said.
    pub(crate) fn is_failing(&self) -> bool {
        self.failing.borrow().is_some()
    }

    /// Why the last write of a journal failed, when it did.
    pub(crate) fn failure(&self) -> Option<StorageError> {
        self.failing.borrow().clone()
    }

    fn note_write(&self, run_id: &str, error: Option<&StorageError>) {
        let before = self.failing.replace(error.cloned());
        if let Some(error) = error.filter(|_| before.is_none()) {
            self.notice(format!("run {run_id} goes on in memory and would be lost with this tab: {error}"));
        }
    }

    /// Puts an ended run's batches under one key, as they are stored, when together they are as large as what was written or
    /// read here; otherwise somebody else has written there. Batches that a newer version wrote stay as they are.
    pub(crate) fn compact(&self, run_id: &str, size: usize) -> Result<Option<Kept>, StorageError> {
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        let (mut keys, mut value, mut found) = (Vec::new(), String::with_capacity(size), 0);
        let mut is_ours = true;
        self.storage.each(&format!("{PREFIX}{run_id}:"), &mut |key, text| {
            if key == whole {
                return;
            }
            let text = text.unwrap_or_default();
            found += key.len() + text.len();
            value.push_str(if keys.is_empty() { OPENING } else { "," });
            match events_within(text) {
                Some(events) => value.push_str(events),
                None => is_ours = false,
            }
            keys.push(key.to_owned());
        })?;
        if !is_ours || keys.is_empty() || found != size {
            return Ok(None);
        }
        value.push_str(CLOSING);
        self.put_beside(&whole, &value)?;
        for key in &keys {
            self.storage.remove(key)?;
        }
        let size = whole.len() + value.len();
        Ok(Some(Kept { keys: vec![whole], size }))
    }

    /// The identifiers of all runs, sorted.
    pub(crate) fn run_ids(&self) -> Vec<String> {
        let keys = self.storage.keys(PREFIX).unwrap_or_default();
        let ids: BTreeSet<&str> = keys.iter().filter_map(|key| run_id_of(key)).collect();
        ids.into_iter().map(str::to_owned).collect()
    }

    /// Removes everything of a run.
    pub(crate) fn delete(&self, run_id: &str) -> Result<(), StorageError> {
        for key in self.storage.keys(&format!("{PREFIX}{run_id}:"))? {
            self.storage.remove(&key)?;
        }
        Ok(())
    }

    /// Reads a run's events as far as they follow each other; none when there is no such run, an error when the storage does
    /// not say.
    pub(crate) fn load(&self, run_id: &str) -> Result<Option<Loaded>, StorageError> {
        let mut loaded = self.load_once(run_id)?;
        for _ in 1..MOST_READINGS {
            // Removed, or put away as a whole, while it was read.
            if loaded.as_ref().is_none_or(|loaded| loaded.events.is_empty() || !loaded.kept.keys.is_empty()) {
                break;
            }
            loaded = self.load_once(run_id)?;
        }
        Ok(loaded)
    }

    fn load_once(&self, run_id: &str) -> Result<Option<Loaded>, StorageError> {
        let keys = self.storage.keys(&format!("{PREFIX}{run_id}:"))?;
        if keys.is_empty() {
            return Ok(None);
        }
        let aside = self.storage.keys(&format!("{ASIDE}{PREFIX}{run_id}:"))?;
        if aside.is_empty() && is_rest_of_removed(&keys) {
            for key in &keys {
                // What cannot be removed stands in the way of another run of that name; the caller hears of it.
                let _ = self.storage.remove(key);
            }
            let kept = Kept { keys: self.keys(run_id), size: 0 };
            return Ok((!kept.keys.is_empty()).then(|| Loaded { damaged: true, kept, ..Loaded::default() }));
        }
        let mut loaded = Loaded { damaged: !aside.is_empty(), ..Loaded::default() };
        let whole = format!("{PREFIX}{run_id}:{WHOLE}");
        let (whole, batches): (Vec<&String>, Vec<&String>) = keys.iter().partition(|key| **key == whole);
        if let Some(whole) = whole.first() {
            let text = self.text(whole)?;
            if self.is_torn_copy(&text, &batches)? {
                let _ = self.storage.remove(whole);
            } else if self.read(whole, &text, &mut loaded) {
                // A tab that died while putting the journal away left batches that say the same.
                for key in batches {
                    let _ = self.storage.remove(key);
                }
                loaded.kept.keys = self.keys_of(run_id, &keys);
                return Ok(Some(loaded));
            }
        }
        for key in batches {
            let text = self.text(key)?;
            if !self.read(key, &text, &mut loaded) {
                break;
            }
        }
        loaded.kept.keys = self.keys_of(run_id, &keys);
        Ok(Some(loaded))
    }

    /// Those of these keys that are still there. What another process writes while a journal is read is not known by it: it would
    /// never be read.
    fn keys_of(&self, run_id: &str, read: &[String]) -> Vec<String> {
        self.keys(run_id).into_iter().filter(|key| read.contains(key)).collect()
    }

    /// The text under a key that was there a moment ago.
    fn text(&self, key: &str) -> Result<String, StorageError> {
        let gone = || StorageError::new(StorageErrorKind::Unavailable, "it changes while it is read");
        self.storage.get(key)?.ok_or_else(gone)
    }

    /// Whether a whole journal is what a failed write left of it: it cannot be read, and the batches tell the run to its end.
    fn is_torn_copy(&self, whole: &str, batches: &[&String]) -> Result<bool, StorageError> {
        let Some(last) = batches.last() else { return Ok(false) };
        if !matches!(decode(whole), Decoded::Unreadable) {
            return Ok(false);
        }
        let Decoded::Events(events) = decode(&self.text(last)?) else { return Ok(false) };
        Ok(events.iter().any(|event| {
            matches!(event.kind, EventKind::RunCompleted | EventKind::RunFailed { .. } | EventKind::RunCancelled)
        }))
    }

    /// Takes one value onto the events before it; false when that cannot be done.
    fn read(&self, key: &str, text: &str, loaded: &mut Loaded) -> bool {
        let parsed = decode(text);
        let next = loaded.events.last().map_or(1, |event| event.seq + 1);
        match parsed {
            Decoded::Events(events) if events.iter().zip(next..).all(|(event, seq)| event.seq == seq) => {
                loaded.events.extend(events);
                loaded.kept.size += key.len() + text.len();
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
                self.set_aside(key, text);
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

/// Whether keys are what a removal left that did not come to its end: it goes from the first batch to the last, and a journal
/// without its beginning is of use to nobody.
fn is_rest_of_removed(keys: &[String]) -> bool {
    let first = |key: &String| key.rsplit(':').next().and_then(|number| number.parse::<u64>().ok());
    keys.iter().all(|key| first(key).is_some_and(|first| first > 1))
}

/// The key of the batch that begins with that event, its number in eight places.
fn batch_key(run_id: &str, first: u64) -> String {
    // Put together by hand: each step has one, and `format!` writes its zeros one by one.
    let number = first.to_string();
    let zeros = "00000000".get(number.len()..).unwrap_or_default();
    [PREFIX, run_id, ":", zeros, &number].concat()
}

/// The run that a key of a journal or of an ask belongs to.
pub(crate) fn run_id_of(key: &str) -> Option<&str> {
    [PREFIX, ASKS].into_iter().find_map(|prefix| key.strip_prefix(prefix))?.split(':').next()
}

enum Decoded {
    Events(Vec<Event>),
    Newer(u64),
    Unreadable,
}

/// What stands under a key of a journal.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Batch<E> {
    schema_version: u64,
    events: E,
}

/// How the text of a batch begins and ends as it is written here.
const OPENING: &str = r#"{"schemaVersion":2,"events":["#;
const CLOSING: &str = "]}";

/// The events of a batch as they stand in its text, without a look at each; none where it was not written so, or by a newer
/// version.
fn events_within(text: &str) -> Option<&str> {
    // Most were written by this version, and need no search.
    let events = text.strip_prefix(OPENING).or_else(|| {
        let (version, events) = text.strip_prefix(r#"{"schemaVersion":"#)?.split_once(r#","events":["#)?;
        version.parse().is_ok_and(|version: u32| version <= SCHEMA_VERSION).then_some(events)
    })?;
    events.strip_suffix(CLOSING).filter(|events| !events.is_empty())
}

/// Reads event by event: a long journal is never in memory as a second, much larger, tree of values.
fn decode(text: &str) -> Decoded {
    match json::read_in_place::<Batch<&RawValue>>(text) {
        // What a newer version wrote is not looked into.
        Ok(batch) if batch.schema_version > u64::from(SCHEMA_VERSION) => Decoded::Newer(batch.schema_version),
        Ok(batch) => events_in(batch.events.get()).map_or(Decoded::Unreadable, Decoded::Events),
        Err(_) => Decoded::Unreadable,
    }
}

fn events_in(text: &str) -> Result<Vec<Event>, Unreadable> {
    json::read_in_place::<Vec<&RawValue>>(text)?.into_iter().map(|event| json::read(event.get())).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use dunlin_base::{MemoryStorage, StorageKind};

    use super::*;

    /// A storage in which another process writes the next batch right after the first was read.
    #[derive(Default)]
    struct Shared {
        storage: MemoryStorage,
        written: Cell<bool>,
    }

    impl Storage for Shared {
        fn kind(&self) -> StorageKind {
            StorageKind::Custom
        }

        fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
            let found = self.storage.get(key);
            if !self.written.replace(true) {
                self.storage.set(&batch_key("r", 2), "another's")?;
            }
            found
        }

        fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
            self.storage.set(key, value)
        }

        fn remove(&self, key: &str) -> Result<(), StorageError> {
            self.storage.remove(key)
        }

        fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
            self.storage.keys(prefix)
        }
    }

    #[test]
    fn what_another_writes_while_a_journal_is_read_is_not_taken_for_read() {
        let storage = Rc::new(Shared::default());
        let empty = Batch::<Vec<&str>> { schema_version: SCHEMA_VERSION.into(), events: vec![] };
        storage.storage.set(&batch_key("r", 1), &json::write(&empty)).expect("room");
        let journals = JournalStore::new(storage);
        let loaded = journals.load("r").expect("it is read").expect("it is there");
        assert_eq!(loaded.kept.keys, [batch_key("r", 1)]);
        assert_eq!(journals.keys("r").len(), 2, "the next look finds another");
    }

    #[test]
    fn batches_are_in_the_order_of_their_keys() {
        for (first, digits) in
            [(0, "00000000"), (1, "00000001"), (10, "00000010"), (12_345_678, "12345678"), (123_456_789, "123456789")]
        {
            assert_eq!(batch_key("r", first), format!("{PREFIX}r:{digits}"));
        }
    }

    #[test]
    fn the_events_of_a_batch_are_found_in_its_text() {
        let batch = |schema_version: u32, events| json::write(&Batch { schema_version: schema_version.into(), events });
        let written = batch(SCHEMA_VERSION, vec!["a", r#"]},"events":["#]);
        assert_eq!(events_within(&written).map(|events| format!("{OPENING}{events}{CLOSING}")), Some(written));
        assert_eq!(events_within(&batch(1, vec!["a"])), Some(r#""a""#));
        assert_eq!(events_within(&batch(SCHEMA_VERSION + 1, vec!["a"])), None);
        assert_eq!(events_within(&batch(SCHEMA_VERSION, vec![])), None);
        for other in ["", "{", r#"{"schemaVersion":2,"newer":1,"events":["a"]}"#, r#"{"schemaVersion":2,"events":["a"#]
        {
            assert_eq!(events_within(other), None, "{other}");
        }
    }
}
