//! Changes kept in storage: written so that a crash between any two writes leaves each change done or not done, undone by
//! their inverse, and found again by their idempotency key.
//!
//! A change is a list of effects, each a key with the value before and after; what the values mean is not the ledger's business.
//!
//! - One effect, no idempotency key (or one that the effect itself carries): the effect is written first and is the whole
//!   change; the record after it is for undo only.
//! - Anything else: a small marker, then the record with every value, then the effects, then the marker goes. A marker that is
//!   still there when the store opens means that the effects may be missing, and they are written then.
//!
//! The record of a change with an idempotency key lies under that key, so asking for it is one read whatever is stored.
//! The ledger is bounded: the oldest records lose their values (and with them undo), then go.

use dunlin_base::{Diagnostic, SortedMap, SortedSet, Storage, StorageError, StorageErrorKind};
use serde_json::Value;

use crate::{
    keys::{CHANGE, PENDING, PREFIX},
    load,
    record::{self, Effect, Read, Record, RecordKind},
};

/// The most changes that can be undone.
pub(crate) const MAX_CHANGES: usize = 200;
/// The most characters that records may take together, beside the newest.
const MAX_CHARS: usize = 1_000_000;
/// The most records kept only for their idempotency key.
const MAX_SLIM: usize = 1000;
struct Kept {
    record: Record,
    chars: usize,
}

/// The changes that are known, oldest first.
#[derive(Default)]
pub(crate) struct Ledger {
    records: SortedMap<(u64, String), Kept>,
    by_suffix: SortedMap<String, (u64, String)>,
    full: SortedSet<(u64, String)>,
    chars: usize,
    /// Where the change is that a run made last to each name that was there already; gathered when it is first asked for.
    by_run: Option<SortedMap<String, (u64, String)>>,
}

impl Ledger {
    /// Reads the record under a key that begins with [`CHANGE`]; false when it does not read.
    pub(crate) fn take_in(&mut self, key: &str, text: Option<&str>) -> Result<(), Diagnostic> {
        let Some(suffix) = key.strip_prefix(CHANGE) else { return Ok(()) };
        self.forget(suffix);
        match text.map(record::read) {
            None => Ok(()),
            Some(Read::Record(record)) => {
                self.keep(*record, text.map_or(0, str::len));
                Ok(())
            }
            Some(Read::Newer(version)) => Err(Diagnostic::warning(
                "todo.newer-version",
                format!("a change was recorded by a newer version ({version}), it is left untouched"),
            )
            .with_hint("reload the page to get the newer version")),
            Some(Read::Unreadable) => {
                Err(Diagnostic::warning("todo.unreadable-change", format!("the record {key:?} does not read")))
            }
        }
    }

    /// Carries out the changes whose markers are still there: all of each, or, when there is no room, none of it.
    pub(crate) fn recover(storage: &dyn Storage, markers: &[String]) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        for marker in markers {
            let Some(suffix) = marker.strip_prefix(PENDING) else { continue };
            let key = format!("{CHANGE}{suffix}");
            match storage.get(&key).ok().flatten().map(|text| record::read(&text)) {
                Some(Read::Record(record)) => said.push(finish(storage, &key, &record)),
                Some(Read::Newer(_)) => continue,
                Some(Read::Unreadable) | None => {}
            }
            // A marker that stays is looked at again next time, with the same outcome.
            let _ = storage.remove(marker);
        }
        said
    }

    /// The record made under that idempotency key, also by another tab a moment ago.
    pub(crate) fn by_idempotency_key(&mut self, storage: &dyn Storage, key: &str) -> Option<Record> {
        let suffix = format!("key:{key}");
        let at = format!("{CHANGE}{suffix}");
        if !self.by_suffix.contains_key(&suffix)
            && let Ok(Some(text)) = storage.get(&at)
        {
            // One that does not read was reported when the store was opened.
            let _ = self.take_in(&at, Some(&text));
        }
        let at = self.by_suffix.get(&suffix)?;
        self.records.get(at).map(|kept| kept.record.clone())
    }

    /// The records, oldest first.
    pub(crate) fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.values().map(|kept| &kept.record)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Record> {
        self.records().rev().find(|record| record.id == id)
    }

    /// The last change of a run to what was there already under that name; what was taken back does not count.
    pub(crate) fn changed_by_run(&mut self, name: &str) -> Option<&Record> {
        if self.by_run.is_none() {
            self.by_run = Some(self.changes_of_runs());
        }
        let at = self.by_run.as_ref()?.get(name)?;
        self.records.get(at).map(|kept| &kept.record)
    }

    fn changes_of_runs(&self) -> SortedMap<String, (u64, String)> {
        let mut found = SortedMap::default();
        let mut gone: Vec<&str> = Vec::new();
        for (at, Kept { record, .. }) in self.records.iter().rev().filter(|(_, kept)| !kept.record.slim) {
            if gone.contains(&record.id.as_str()) {
                continue;
            }
            gone.extend(record.of.iter().map(String::as_str));
            if record.run_id.is_none() || record.kind == RecordKind::Undo {
                continue;
            }
            for effect in record.effects.iter().filter(|effect| effect.before.is_some()) {
                if !found.contains_key(&effect.name) {
                    found.insert(effect.name.clone(), at.clone());
                }
            }
        }
        found
    }

    /// The number of the next change.
    pub(crate) fn next_seq(&self) -> u64 {
        self.records.last_key_value().map_or(1, |((seq, _), _)| seq.saturating_add(1))
    }

    /// Writes the change, all of it or nothing; gives it back as it was recorded. The parts give the length of the record that
    /// they stored, 0 for none.
    pub(crate) fn commit(&mut self, storage: &dyn Storage, record: Record) -> Result<Record, StorageError> {
        let kept = if record.effects.is_empty() {
            if record.key.is_none() {
                return Ok(record);
            }
            let text = record::text(&record);
            self.write(storage, &record_key(&record), &text)?;
            (record, text.len())
        } else if record.is_whole_in_one_write() {
            self.commit_effect_first(storage, record)?
        } else {
            self.commit_record_first(storage, record)?
        };
        let (record, chars) = kept;
        if chars > 0 {
            self.keep(record.clone(), chars);
            self.prune(storage);
        }
        Ok(record)
    }

    fn commit_effect_first(
        &mut self,
        storage: &dyn Storage,
        mut record: Record,
    ) -> Result<(Record, usize), StorageError> {
        let Some(effect) = record.effects.first().cloned() else { return Ok((record, 0)) };
        match &effect.after {
            Some(after) => self.write(storage, &format!("{PREFIX}{}", effect.name), &after.to_string())?,
            None => put(storage, &effect.name, None)?,
        }
        let text = record::text(&record);
        if let Err(error) = self.write(storage, &record_key(&record), &text) {
            if effect.after.is_none() {
                // Deleting must work when there is room for nothing; it cannot be undone then.
                record.slim = true;
                return Ok((record, 0));
            }
            put(storage, &effect.name, effect.before.as_ref())?;
            return Err(error);
        }
        Ok((record, text.len()))
    }

    fn commit_record_first(
        &mut self,
        storage: &dyn Storage,
        mut record: Record,
    ) -> Result<(Record, usize), StorageError> {
        let (marker, key) = (format!("{PENDING}{}", record.suffix()), record_key(&record));
        let mut text = record::text(&record);
        let mut written = self.write(storage, &marker, "").and_then(|()| self.write(storage, &key, &text));
        if written.is_err() && record.only_removes() {
            record = record.thin();
            text = record::text(&record);
            written = storage.set(&marker, "").and_then(|()| storage.set(&key, &text));
        }
        if let Err(error) = written {
            let _ = storage.remove(&marker);
            if record.only_removes() && record.key.is_none() {
                // There is room for nothing at all, and deleting is what makes room.
                record.effects.iter().try_for_each(|effect| put(storage, &effect.name, None))?;
                return Ok((record, 0));
            }
            return Err(error);
        }
        for (done, effect) in record.effects.iter().enumerate() {
            let Err(error) = self.apply(storage, effect) else { continue };
            // In the opposite order each state has been stored before, so there is room for it.
            let restored = record
                .effects
                .iter()
                .take(done)
                .rev()
                .try_for_each(|effect| put(storage, &effect.name, effect.before.as_ref()));
            if restored.is_ok() && storage.remove(&key).is_ok() {
                let _ = storage.remove(&marker);
            }
            return Err(error);
        }
        let _ = storage.remove(&marker);
        Ok((record, text.len()))
    }

    fn apply(&mut self, storage: &dyn Storage, effect: &Effect) -> Result<(), StorageError> {
        match &effect.after {
            Some(after) => self.write(storage, &format!("{PREFIX}{}", effect.name), &after.to_string()),
            None => put(storage, &effect.name, None),
        }
    }

    /// Writes, giving up old records when there is no room.
    fn write(&mut self, storage: &dyn Storage, key: &str, value: &str) -> Result<(), StorageError> {
        loop {
            match storage.set(key, value) {
                Err(error) if error.kind() == StorageErrorKind::Quota => {
                    let half = self.full.len().div_ceil(2);
                    if half == 0 {
                        return Err(error);
                    }
                    for _ in 0..half {
                        self.shrink_oldest(storage);
                    }
                }
                other => return other,
            }
        }
    }

    fn prune(&mut self, storage: &dyn Storage) {
        let newest = self.records.last_key_value().map_or(0, |(_, kept)| kept.chars);
        while self.full.len() > MAX_CHANGES || (self.full.len() > 1 && self.chars - newest > MAX_CHARS) {
            self.shrink_oldest(storage);
        }
        while self.records.len() - self.full.len() > MAX_SLIM
            || (self.records.len() > 1 && self.chars - newest > MAX_CHARS)
        {
            let Some(oldest) = self.records.keys().find(|at| !self.full.contains(*at)).cloned() else { return };
            self.drop_record(storage, &oldest);
        }
    }

    /// The oldest record that can be undone loses its values, or goes when nothing else needs it.
    fn shrink_oldest(&mut self, storage: &dyn Storage) {
        let Some(at) = self.full.first().cloned() else { return };
        let Some(kept) = self.records.get(&at) else {
            self.full.remove(&at);
            return;
        };
        if kept.record.key.is_none() {
            self.drop_record(storage, &at);
            return;
        }
        let slim = kept.record.slimmed();
        let text = record::text(&slim);
        if storage.set(&record_key(&slim), &text).is_ok() {
            self.keep(slim, text.len());
        } else {
            self.full.remove(&at);
        }
    }

    fn drop_record(&mut self, storage: &dyn Storage, at: &(u64, String)) {
        let Some(kept) = self.records.get(at) else { return };
        let suffix = kept.record.suffix();
        // One that cannot be removed is read again when the store next opens, and dropped then.
        let _ = storage.remove(&format!("{CHANGE}{suffix}"));
        self.forget(&suffix);
    }

    fn keep(&mut self, record: Record, chars: usize) {
        let suffix = record.suffix();
        self.forget(&suffix);
        self.by_run = None;
        let at = (record.seq, record.id.clone());
        if !record.slim && !record.effects.is_empty() {
            self.full.insert(at.clone());
        }
        self.chars += chars;
        self.by_suffix.insert(suffix, at.clone());
        self.records.insert(at, Kept { record, chars });
    }

    fn forget(&mut self, suffix: &str) {
        let Some(at) = self.by_suffix.remove(suffix) else { return };
        self.full.remove(&at);
        self.by_run = None;
        if let Some(kept) = self.records.remove(&at) {
            self.chars -= kept.chars;
        }
    }
}

fn record_key(record: &Record) -> String {
    format!("{CHANGE}{}", record.suffix())
}

fn put(storage: &dyn Storage, name: &str, value: Option<&Value>) -> Result<(), StorageError> {
    let key = format!("{PREFIX}{name}");
    match value {
        Some(value) => storage.set(&key, &value.to_string()),
        None => storage.remove(&key),
    }
}

fn stored(storage: &dyn Storage, name: &str) -> Option<Value> {
    let text = storage.get(&format!("{PREFIX}{name}")).ok().flatten()?;
    Some(load::value_of(name, &text))
}

/// Writes what is missing of a change that was interrupted; a value that is neither the one before nor the one after was
/// written by somebody else since, and stays.
fn finish(storage: &dyn Storage, key: &str, record: &Record) -> Diagnostic {
    let mut done: Vec<&Effect> = Vec::new();
    for effect in &record.effects {
        let now = stored(storage, &effect.name);
        if now == effect.after || (now != effect.before && !record.slim) {
            continue;
        }
        if put(storage, &effect.name, effect.after.as_ref()).is_ok() {
            done.push(effect);
            continue;
        }
        for effect in record.effects.iter().rev().filter(|effect| stored(storage, &effect.name) == effect.after) {
            let _ = put(storage, &effect.name, effect.before.as_ref());
        }
        let _ = storage.remove(key);
        return Diagnostic::warning(
            "todo.interrupted",
            format!("an interrupted change was taken back, there is no room for it: {}", record.summary),
        );
    }
    Diagnostic::warning("todo.recovered", format!("an interrupted change was finished: {}", record.summary))
}
