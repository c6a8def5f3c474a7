//! What is kept between runs: records by key within a namespace, found again by their words, gone when their time is over.
//!
//! A record is one text under one key of the storage, so a write is all or nothing. One that does not parse is set aside and
//! told of, never overwritten.

mod tool;

use std::{collections::BTreeSet, fmt, rc::Rc};

use dunlin_base::{Env, StorageError};
use dunlin_tools::{Document, Index, Limits};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    guard::Guard,
    names::{NAME, is_name, shown},
};

pub use tool::MemoryTool;

/// The namespace of what is remembered for the person. No agent has it.
pub const PERSON: &str = "person";

const PREFIX: &str = "dunlin:v1:memory:";
const ASIDE: &str = "dunlin:v1:damaged:memory:";
/// The most records of a namespace, and the most bytes of one.
const MOST_RECORDS: usize = 10_000;
const MOST_BYTES: usize = 100_000;

/// One thing that is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// What it is asked for by.
    pub key: String,
    /// What is remembered.
    pub value: Value,
    /// When it was put, in milliseconds since 1970.
    pub at: i64,
    /// From when on it is forgotten; never, if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

/// Why something is not remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemoryError {
    /// The name of a namespace or a key cannot be used.
    Name(String),
    /// It is too large, or there is too much already.
    TooMuch(String),
    /// The guard has found something in it that it does not let be kept.
    Guarded(String),
    /// The storage failed; nothing has changed.
    Storage(StorageError),
}

impl MemoryError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "memory.name",
            Self::TooMuch(_) => "memory.too-much",
            Self::Guarded(_) => "memory.guarded",
            Self::Storage(error) => error.code(),
        }
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                write!(f, "found the name {name:?}, expected {NAME}")
            }
            Self::TooMuch(what) => f.write_str(what),
            Self::Guarded(what) => write!(f, "found {what}: take it out, or let the guard allow it"),
            Self::Storage(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MemoryError {}

impl From<StorageError> for MemoryError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// What one namespace remembers.
#[derive(Clone)]
pub struct Memory {
    env: Env,
    namespace: String,
    guard: Option<Rc<Guard>>,
}

impl Memory {
    /// The memory of that namespace. What the guard redacts is kept redacted, and what it would ask about or block is not
    /// kept; without a guard everything is kept.
    pub fn new(env: Env, namespace: &str, guard: Option<Rc<Guard>>) -> Result<Self, MemoryError> {
        Ok(Self { env, namespace: named(namespace)?.to_owned(), guard })
    }

    /// Remembers a value, in place of what was there; for `ttl_ms` milliseconds, if that is given.
    pub fn put(&self, key: &str, value: &Value, ttl_ms: Option<u64>) -> Result<(), MemoryError> {
        let place = self.place(key)?;
        let value = match &self.guard {
            None => value.clone(),
            Some(guard) => guard.keep(value).map_err(MemoryError::Guarded)?,
        };
        let at = self.env.clock.now_ms();
        let record =
            Record { key: key.to_owned(), value, at, until: ttl_ms.map(|ttl| at.saturating_add_unsigned(ttl)) };
        let text = serde_json::to_string(&record).unwrap_or_default();
        if text.len() > MOST_BYTES {
            return Err(MemoryError::TooMuch(format!("found {} bytes, at most {MOST_BYTES} are kept", text.len())));
        }
        let is_new = self.env.storage.get(&place)?.is_none();
        if is_new && self.env.storage.keys(&self.prefix())?.len() >= MOST_RECORDS {
            // What is over makes room.
            self.sweep()?;
            if self.env.storage.keys(&self.prefix())?.len() >= MOST_RECORDS {
                return Err(MemoryError::TooMuch(format!("{MOST_RECORDS} things are remembered already: forget some")));
            }
        }
        Ok(self.env.storage.set(&place, &text)?)
    }

    /// What is remembered under a key.
    pub fn get(&self, key: &str) -> Result<Option<Value>, MemoryError> {
        Ok(self.record(key)?.map(|record| record.value))
    }

    /// The same, with when it was put and until when it is kept.
    pub fn record(&self, key: &str) -> Result<Option<Record>, MemoryError> {
        let place = self.place(key)?;
        let text = self.env.storage.get(&place)?;
        Ok(text.and_then(|text| self.read(&place, &text)))
    }

    /// Everything that is remembered, by key.
    pub fn all(&self) -> Result<Vec<Record>, MemoryError> {
        let mut texts = Vec::new();
        let mut failed = None;
        self.env.storage.each(&self.prefix(), &mut |place, text| match text {
            Ok(text) => texts.push((place.to_owned(), text.to_owned())),
            Err(error) => failed = Some(error.clone()),
        })?;
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(texts.iter().filter_map(|(place, text)| self.read(place, text)).collect()),
        }
    }

    /// What fits words best, at most `limit`, best first.
    pub fn search(&self, words: &str, limit: usize) -> Result<Vec<Record>, MemoryError> {
        self.found(words, limit, false)
    }

    /// Everything that fits every word, best first.
    pub fn search_all(&self, words: &str) -> Result<Vec<Record>, MemoryError> {
        self.found(words, MOST_RECORDS, true)
    }

    fn found(&self, words: &str, limit: usize, every: bool) -> Result<Vec<Record>, MemoryError> {
        let records = self.all()?;
        let mut index = Index::new(Limits::default());
        for record in &records {
            let text = record.value.as_str().map_or_else(|| record.value.to_string(), str::to_owned);
            let document = Document { id: record.key.clone(), kind: String::new(), title: record.key.clone(), text };
            index.add(document).map_err(|error| MemoryError::TooMuch(error.to_string()))?;
        }
        let (hits, _) =
            if every { index.search_all(words, limit, |_| true) } else { index.search(words, limit, |_| true) };
        let keys = hits.iter().filter_map(|hit| index.document(hit));
        Ok(keys.filter_map(|document| records.iter().find(|record| record.key == document.id).cloned()).collect())
    }

    /// Forgets a key, also what was set aside of it; false when nothing was remembered under it.
    pub fn forget(&self, key: &str) -> Result<bool, MemoryError> {
        let place = self.place(key)?;
        let was_there = self.env.storage.get(&place)?.is_some();
        self.env.storage.remove(&place)?;
        self.env.storage.remove(&format!("{ASIDE}{}:{key}", self.namespace))?;
        Ok(was_there)
    }

    /// Forgets everything of the namespace, also what was set aside; gives how many.
    pub fn forget_all(&self) -> Result<usize, MemoryError> {
        let mut count = 0;
        for prefix in [self.prefix(), format!("{ASIDE}{}:", self.namespace)] {
            for place in self.env.storage.keys(&prefix)? {
                self.env.storage.remove(&place)?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Removes what is over; gives how many.
    pub fn sweep(&self) -> Result<usize, MemoryError> {
        let mut count = 0;
        for place in self.env.storage.keys(&self.prefix())? {
            let Some(text) = self.env.storage.get(&place)? else { continue };
            if serde_json::from_str::<Record>(&text).is_ok_and(|record| self.is_over(&record)) {
                self.env.storage.remove(&place)?;
                count += 1;
            }
        }
        Ok(count)
    }

    fn prefix(&self) -> String {
        format!("{PREFIX}{}:", self.namespace)
    }

    fn place(&self, key: &str) -> Result<String, MemoryError> {
        Ok(format!("{}{}", self.prefix(), named(key)?))
    }

    fn is_over(&self, record: &Record) -> bool {
        record.until.is_some_and(|until| until <= self.env.clock.now_ms())
    }

    /// A record that is not over; one that is goes, as far as the storage lets it. A text that is none is set aside likewise.
    fn read(&self, place: &str, text: &str) -> Option<Record> {
        if let Ok(record) = serde_json::from_str::<Record>(text) {
            if !self.is_over(&record) {
                return Some(record);
            }
            // What stays is removed at the next reading.
            let _ = self.env.storage.remove(place);
            return None;
        }
        let rest = place.strip_prefix(PREFIX).unwrap_or(place);
        if self.env.storage.set(&format!("{ASIDE}{rest}"), text).is_ok() {
            // What stays here as well is set aside again at the next reading.
            let _ = self.env.storage.remove(place);
        }
        None
    }
}

/// The namespaces in which something is remembered, that of the person included.
pub fn namespaces(env: &Env) -> Result<Vec<String>, MemoryError> {
    let keys = env.storage.keys(PREFIX)?;
    let names: BTreeSet<&str> = keys.iter().filter_map(|key| key.strip_prefix(PREFIX)?.split(':').next()).collect();
    Ok(names.into_iter().map(str::to_owned).collect())
}

fn named(name: &str) -> Result<&str, MemoryError> {
    if is_name(name) { Ok(name) } else { Err(MemoryError::Name(shown(name))) }
}
