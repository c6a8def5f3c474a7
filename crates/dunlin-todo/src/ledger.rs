//! Changes kept in storage: each is carried out whole or not at all, whatever is interrupted; it is undone by its inverse, and
//! found again by its idempotency key.
//!
//! A change is a list of effects, each a key with the value before and after; what the values mean is not the ledger's business.
//! Every change is written ahead: a small marker, then the record with every value, then the effects; then the marker goes. So
//! whatever is changed has its record, and an undo never meets the change before it instead. A marker that is still there says
//! that the effects may be missing:
//!
//! - an empty one, that they are written when the store next opens;
//! - [`TAKE_BACK`], that a failure was told and they could not be taken back at once.
//!
//! A marker may outlive its change. What a later change has touched, or taken back, is therefore left alone.
//!
//! The record of a change with an idempotency key lies under that key, so asking for it is one read whatever is stored.
//! The ledger is bounded: the oldest records lose their values (and with them undo), then go.

use std::collections::{BTreeMap, BTreeSet};

use dunlin_base::{Diagnostic, Storage, StorageError, StorageErrorKind, StorageKind};
use serde_json::Value;

use crate::{
    keys::{CHANGE, LAST, PENDING, PREFIX},
    record::{Effect, Read, Record, RecordKind},
    stored::{self, Stored},
};

/// The most changes that can be undone.
pub(crate) const MAX_CHANGES: usize = 200;
/// The most characters that records may take together, beside the newest.
const MAX_CHARS: usize = 1_000_000;
/// The most records kept only for their idempotency key.
const MAX_SLIM: usize = 1000;
/// What a marker says when its change is to be taken back.
const TAKE_BACK: &str = "take back";

/// Where a record stands among the others: its number, then its id.
type Place = (u64, String);

struct Kept {
    record: Record,
    chars: usize,
}

/// The changes that are known, oldest first.
#[derive(Default)]
pub(crate) struct Ledger {
    records: BTreeMap<Place, Kept>,
    by_suffix: BTreeMap<String, Place>,
    /// The records that still have their values.
    full: BTreeSet<Place>,
    chars: usize,
    /// Where the change is that a run made last to each name that was there already; gathered when it is first asked for.
    by_run: Option<BTreeMap<String, Place>>,
    /// The suffixes of changes whose markers could not be removed, and whether they are to be taken back.
    unsettled: BTreeMap<String, bool>,
}

/// What became of changes whose markers were still there.
#[derive(Default)]
pub(crate) struct Settled {
    /// The names that were written, or that may have been where the writing of them failed.
    pub(crate) names: Vec<String>,
    /// What to tell, when anything was missing.
    pub(crate) said: Vec<Diagnostic>,
}

impl Ledger {
    /// Reads the record under a key that begins with [`CHANGE`]; none there forgets it.
    pub(crate) fn take_in(&mut self, key: &str, text: Option<&str>) -> Result<(), Diagnostic> {
        let Some(suffix) = key.strip_prefix(CHANGE) else { return Ok(()) };
        self.forget(suffix);
        match text.map(Record::read) {
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

    /// Notes a marker that was found in storage.
    pub(crate) fn note_marker(&mut self, key: &str) {
        self.unsettled.extend(key.strip_prefix(PENDING).map(|suffix| (suffix.to_owned(), false)));
    }

    pub(crate) fn has_unsettled(&self) -> bool {
        !self.unsettled.is_empty()
    }

    /// Carries out, or takes back, what markers say is unfinished. A marker that cannot be looked at now is looked at next time.
    pub(crate) fn settle_all(&mut self, storage: &dyn Storage) -> Settled {
        let suffixes: Vec<String> = self.unsettled.keys().cloned().collect();
        let mut settled = Settled::default();
        for suffix in suffixes {
            let _ = self.settle(storage, &suffix, &mut settled);
        }
        settled
    }

    /// The record made under that idempotency key, also by another tab a moment ago.
    pub(crate) fn by_idempotency_key(
        &mut self,
        storage: &dyn Storage,
        key: &str,
    ) -> Result<Option<Record>, StorageError> {
        let suffix = format!("key:{key}");
        if !self.by_suffix.contains_key(&suffix) {
            let at = format!("{CHANGE}{suffix}");
            let text = storage.get(&at)?;
            // One that does not read was reported when the store was opened.
            let _ = self.take_in(&at, text.as_deref());
        }
        Ok(self.by_suffix.get(&suffix).and_then(|at| self.records.get(at)).map(|kept| kept.record.clone()))
    }

    /// Finishes or takes back the change under that idempotency key, where it is one that was interrupted.
    pub(crate) fn settle_key(
        &mut self,
        storage: &dyn Storage,
        key: &str,
        settled: &mut Settled,
    ) -> Result<(), StorageError> {
        self.settle(storage, &format!("key:{key}"), settled)
    }

    /// Takes back the changes of which others have told a failure and that they could not take back at once. A change that is
    /// being made elsewhere has an empty marker, and is left alone.
    pub(crate) fn settle_failed(&mut self, storage: &dyn Storage) -> Result<Settled, StorageError> {
        let mut settled = Settled::default();
        for marker in storage.keys(PENDING)? {
            if storage.get(&marker)?.as_deref() == Some(TAKE_BACK) {
                let suffix = marker.strip_prefix(PENDING).unwrap_or_default().to_owned();
                self.settle(storage, &suffix, &mut settled)?;
            }
        }
        Ok(settled)
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

    fn changes_of_runs(&self) -> BTreeMap<String, Place> {
        let mut found = BTreeMap::default();
        let mut gone: BTreeSet<&str> = BTreeSet::new();
        for (at, Kept { record, .. }) in self.records.iter().rev().filter(|(_, kept)| !kept.record.slim) {
            if gone.contains(record.id.as_str()) {
                continue;
            }
            gone.extend(record.of.iter().map(String::as_str));
            if record.run_id.is_none() || record.kind == RecordKind::Undo {
                continue;
            }
            for effect in record.effects.iter().filter(|effect| effect.before.is_some()) {
                found.entry(effect.name.clone()).or_insert_with(|| at.clone());
            }
        }
        found
    }

    /// Reads again what others have recorded since: a storage of a host's own tells nobody of it, and news from another tab
    /// comes late to one that slept. A record that is as long as it was is the same, for it only ever loses its values.
    pub(crate) fn refresh(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        let mut gone: BTreeSet<String> = self.by_suffix.keys().cloned().collect();
        for key in storage.keys(CHANGE)? {
            let Some(text) = storage.get(&key)? else { continue };
            let suffix = key.strip_prefix(CHANGE).unwrap_or_default();
            gone.remove(suffix);
            let kept = self.by_suffix.get(suffix).and_then(|at| self.records.get(at));
            if kept.is_none_or(|kept| kept.chars != text.len()) {
                // One that does not read was reported when the store was opened.
                let _ = self.take_in(&key, Some(&text));
            }
        }
        for suffix in gone {
            self.forget(&suffix);
        }
        Ok(())
    }

    /// The number of the next change: one more than the highest that is known here or was written by anybody.
    fn next_seq(&mut self, storage: &dyn Storage) -> u64 {
        let written: Option<u64> = storage.get(LAST).ok().flatten().and_then(|text| text.parse().ok());
        if written.is_none() && storage.kind() != StorageKind::Memory {
            // Where the records cannot be read either, those that are known have to do.
            let _ = self.refresh(storage);
        }
        let known = self.records.last_key_value().map_or(0, |((seq, _), _)| *seq);
        known.max(written.unwrap_or(0)).saturating_add(1)
    }

    /// Writes the change, all of it or nothing; gives it back as it was recorded.
    pub(crate) fn commit(&mut self, storage: &dyn Storage, record: Record) -> Result<Record, StorageError> {
        let record = Record { seq: self.next_seq(storage), ..record };
        let suffix = record.suffix();
        let (marker, key) = (format!("{PENDING}{suffix}"), format!("{CHANGE}{suffix}"));
        if record.effects.is_empty() {
            // Nothing changed: that it was asked for is all there is to keep.
            if record.key.is_some() || !record.of.is_empty() {
                let text = record.text();
                self.write(storage, &key, &text)?;
                note_last(storage, record.seq);
                self.keep(record.clone(), text.len());
            }
            return Ok(record);
        }
        let (mut kept, mut text) = (record.clone(), record.text());
        let mut written = self.write(storage, &marker, "").and_then(|()| self.write(storage, &key, &text));
        let is_full = |written: &Result<(), StorageError>| {
            written.as_ref().is_err_and(|error| error.kind() == StorageErrorKind::Quota) && record.only_removes()
        };
        if is_full(&written) {
            kept = record.thin();
            text = kept.text();
            written = storage.set(&marker, "").and_then(|()| storage.set(&key, &text));
        }
        if is_full(&written) && record.key.is_none() {
            // There is room for nothing at all, and deleting is what makes room; it cannot be undone then.
            self.take_back(storage, &record, 0);
            for effect in &record.effects {
                if let Err(error) = self.apply(storage, effect) {
                    let _ = restore(storage, &record.effects);
                    return Err(error);
                }
            }
            // There may be room now for the word that it was done, so that an undo does not take back the change before it.
            if storage.set(&key, &text).is_ok() {
                self.keep(kept.clone(), text.len());
            }
            return Ok(kept);
        }
        if let Err(error) = written {
            // A storage may have kept what it says it did not.
            self.take_back(storage, &record, 0);
            return Err(error);
        }
        for (at, effect) in record.effects.iter().enumerate() {
            if let Err(error) = self.apply(storage, effect) {
                self.take_back(storage, &record, at + 1);
                return Err(error);
            }
        }
        if storage.remove(&marker).is_err() {
            self.unsettled.insert(suffix, false);
        }
        note_last(storage, kept.seq);
        self.keep(kept.clone(), text.len());
        self.prune(storage);
        Ok(kept)
    }

    fn apply(&mut self, storage: &dyn Storage, effect: &Effect) -> Result<(), StorageError> {
        match &effect.after {
            Some(after) => self.write(storage, &format!("{PREFIX}{}", effect.name), &after.to_string()),
            None => put(storage, &effect.name, None),
        }
    }

    /// Takes back the first `count` effects of a change that failed, and then its record; leaves word where that fails too.
    fn take_back(&mut self, storage: &dyn Storage, record: &Record, count: usize) {
        let suffix = record.suffix();
        let marker = format!("{PENDING}{suffix}");
        let taken_back = restore(storage, record.effects.get(..count).unwrap_or_default())
            .and_then(|()| storage.remove(&format!("{CHANGE}{suffix}")))
            .and_then(|()| storage.remove(&marker));
        if taken_back.is_err() {
            let _ = storage.set(&marker, TAKE_BACK);
            self.unsettled.insert(suffix, true);
        }
    }

    /// Finishes the change under that suffix where its marker is still there, or takes it back where the marker says so.
    fn settle(&mut self, storage: &dyn Storage, suffix: &str, settled: &mut Settled) -> Result<(), StorageError> {
        let (marker, key) = (format!("{PENDING}{suffix}"), format!("{CHANGE}{suffix}"));
        let Some(word) = storage.get(&marker)? else {
            self.unsettled.remove(suffix);
            return Ok(());
        };
        if storage.kind() != StorageKind::Memory {
            // Others may have taken it back, or changed what it changed, without this store having heard of it.
            self.refresh(storage)?;
        }
        let is_known_to_fail = *self.unsettled.entry(suffix.to_owned()).or_default();
        let record = match storage.get(&key)?.map(|text| Record::read(&text)) {
            Some(Read::Record(record)) => record,
            Some(Read::Newer(_)) => return Ok(()),
            Some(Read::Unreadable) | None => {
                // The record is written before anything else, so nothing else was.
                storage.remove(&marker)?;
                self.unsettled.remove(suffix);
                return Ok(());
            }
        };
        let mut back = (is_known_to_fail || !word.is_empty()) && !record.slim;
        let before = settled.names.len();
        let mut done = self.finish(storage, &record, back, &mut settled.names);
        if let Err(error) = &done
            && error.kind() == StorageErrorKind::Quota
            && !back
        {
            back = true;
            done = self.finish(storage, &record, back, &mut settled.names);
        }
        done?;
        if back {
            storage.remove(&key)?;
            self.forget(suffix);
        } else {
            self.keep((*record).clone(), record.text().len());
        }
        storage.remove(&marker)?;
        self.unsettled.remove(suffix);
        if settled.names.len() > before {
            let (code, what) = if back { ("todo.interrupted", "taken back") } else { ("todo.recovered", "finished") };
            let said = format!("an interrupted change was {what}: {}", record.summary);
            settled.said.push(Diagnostic::warning(code, said));
        }
        Ok(())
    }

    /// Writes what is missing of a change, or of its way back. A value that is neither the one before nor the one after was
    /// written by somebody else since, and stays; so does what a later change has touched.
    fn finish(
        &self,
        storage: &dyn Storage,
        record: &Record,
        back: bool,
        names: &mut Vec<String>,
    ) -> Result<(), StorageError> {
        let others: Vec<&Record> = self.records().filter(|other| other.id != record.id).collect();
        if others.iter().any(|other| other.of.contains(&record.id)) {
            return Ok(());
        }
        let is_later = |other: &Record| other.seq >= record.seq || other.at > record.at;
        let later: Vec<&Record> = others.into_iter().filter(|other| is_later(other)).collect();
        for effect in &record.effects {
            let (from, to) = if back { (&effect.after, &effect.before) } else { (&effect.before, &effect.after) };
            let ours = match stored::stored(storage, &effect.name)? {
                Stored::Value(now) => now != *to && (now == *from || record.slim),
                // Half of what was being written.
                Stored::Torn => true,
                Stored::Newer => false,
            };
            if ours && !later.iter().any(|other| other.changes(&effect.name)) {
                names.push(effect.name.clone());
                put(storage, &effect.name, to.as_ref())?;
            }
        }
        Ok(())
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
        let Some(at) = self.full.pop_first() else { return };
        let Some(kept) = self.records.get(&at) else { return };
        if kept.record.key.is_none() {
            self.drop_record(storage, &at);
            return;
        }
        let slim = kept.record.slimmed();
        let text = slim.text();
        if storage.set(&format!("{CHANGE}{}", slim.suffix()), &text).is_ok() {
            self.keep(slim, text.len());
        }
    }

    fn drop_record(&mut self, storage: &dyn Storage, at: &Place) {
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
        if record.is_undoable() {
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

/// Says the number of the last change to those who have not heard of it. Without it they look at all records.
fn note_last(storage: &dyn Storage, seq: u64) {
    if storage.kind() != StorageKind::Memory && storage.set(LAST, &seq.to_string()).is_err() {
        let _ = storage.remove(LAST);
    }
}

/// Puts back the values before, the last effect first: each such state was stored already, so there is room for it.
fn restore(storage: &dyn Storage, effects: &[Effect]) -> Result<(), StorageError> {
    effects.iter().rev().try_for_each(|effect| put(storage, &effect.name, effect.before.as_ref()))
}

fn put(storage: &dyn Storage, name: &str, value: Option<&Value>) -> Result<(), StorageError> {
    let key = format!("{PREFIX}{name}");
    match value {
        Some(value) => storage.set(&key, &value.to_string()),
        None => storage.remove(&key),
    }
}
