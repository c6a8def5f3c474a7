//! Text kept by key, as `localStorage` keeps it.

use std::{cell::RefCell, cmp::Ordering, collections::BTreeMap, fmt};

/// What kind of place keeps the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageKind {
    /// The browser's `localStorage`: survives a reload.
    Local,
    /// Memory: gone with the page or the process.
    Memory,
    /// The host's own.
    Custom,
}

impl StorageKind {
    /// The word for it in records: `local`, `memory` or `custom`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Memory => "memory",
            Self::Custom => "custom",
        }
    }
}

/// Why a storage call failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StorageErrorKind {
    /// There is no room for the value; nothing was written.
    Quota,
    /// The place cannot be used at all, as when the browser refuses it.
    Unavailable,
}

/// A storage call that failed. A failed write has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageError {
    kind: StorageErrorKind,
    detail: String,
}

impl StorageError {
    /// An error of that kind, with what the host said.
    pub fn new(kind: StorageErrorKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }

    /// Why it failed.
    pub fn kind(&self) -> StorageErrorKind {
        self.kind
    }

    /// The stable code: `storage.quota` or `storage.unavailable`.
    pub fn code(&self) -> &'static str {
        match self.kind {
            StorageErrorKind::Quota => "storage.quota",
            StorageErrorKind::Unavailable => "storage.unavailable",
        }
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            StorageErrorKind::Quota => write!(f, "the storage is full, nothing was written")?,
            StorageErrorKind::Unavailable => write!(f, "the storage cannot be used")?,
        }
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

impl std::error::Error for StorageError {}

/// A place that keeps text by key. One `set` is all or nothing; there are no transactions over several keys.
pub trait Storage {
    /// What kind of place it is.
    fn kind(&self) -> StorageKind;

    /// The text under that key.
    fn get(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Puts the text under that key, in place of what was there.
    fn set(&self, key: &str, value: &str) -> Result<(), StorageError>;

    /// Puts the text under that key, where the caller has just found no key that begins with `prefix`. False, and nothing is
    /// written, when another process has written one since; a place that cannot look and write in one step does not look.
    fn set_first(&self, prefix: &str, key: &str, value: &str) -> Result<bool, StorageError> {
        let _ = prefix;
        self.set(key, value).map(|()| true)
    }

    /// Removes the key; not an error when it is not there.
    fn remove(&self, key: &str) -> Result<(), StorageError>;

    /// All keys that begin with `prefix`, sorted.
    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError>;

    /// Whether it is sure that nobody else has written since it last told what others wrote. One that tells nobody never is.
    fn is_untouched(&self) -> bool {
        false
    }

    /// Shows `see` every key that begins with `prefix`, sorted, with the text under it. `see` must not write.
    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.each_of(&self.keys(prefix)?, see)
    }

    /// Shows `see` those of these keys that are there, in their order, with the text under each. `see` must not write.
    fn each_of(&self, keys: &[String], see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        for key in keys {
            if let Some(text) = self.get(key).transpose() {
                see(key, text.as_deref());
            }
        }
        Ok(())
    }
}

/// What is shown the entries of a storage: a key and the text under it, or why that cannot be read.
pub type SeeEntry<'a> = dyn FnMut(&str, Result<&str, &StorageError>) + 'a;

/// Keeps text in memory.
#[derive(Debug, Default)]
pub struct MemoryStorage(RefCell<BTreeMap<Key, String>>);

/// A key, ordered as its text is. In wasm texts are compared byte by byte, and keys are alike for their first fifty.
#[derive(Debug, PartialEq, Eq)]
struct Key(String);

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let ((a, _), (b, _)) = (self.0.as_bytes().as_chunks::<8>(), other.0.as_bytes().as_chunks::<8>());
        let alike = 8 * a.iter().zip(b).take_while(|(a, b)| u64::from_ne_bytes(**a) == u64::from_ne_bytes(**b)).count();
        self.0.as_bytes().get(alike..).cmp(&other.0.as_bytes().get(alike..))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for Key {
    fn from(key: &str) -> Self {
        Self(key.to_owned())
    }
}

impl MemoryStorage {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Storage for MemoryStorage {
    fn kind(&self) -> StorageKind {
        StorageKind::Memory
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(self.0.borrow().get(&Key::from(key)).cloned())
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.0.borrow_mut().insert(key.into(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.0.borrow_mut().remove(&Key::from(key));
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let map = self.0.borrow();
        Ok(map
            .range(Key::from(prefix)..)
            .map(|(Key(key), _)| key)
            .take_while(|key| key.starts_with(prefix))
            .cloned()
            .collect())
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        let map = self.0.borrow();
        for (Key(key), text) in map.range(Key::from(prefix)..).take_while(|(Key(key), _)| key.starts_with(prefix)) {
            see(key, Ok(text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_their_texts() {
        let texts =
            ["", "a", "abcdefgh", "abcdefg", "abcdefghi", "abcdefgz", "abcdefghabcdefghé", "é", "abcdefghabcdefgha"];
        for one in texts {
            for other in texts {
                assert_eq!(Key::from(one).cmp(&Key::from(other)), one.cmp(other), "{one} {other}");
            }
        }
        let storage = MemoryStorage::new();
        for text in texts {
            storage.set(text, "x").unwrap();
        }
        assert_eq!(storage.keys("abcdefgha").unwrap(), ["abcdefghabcdefgha", "abcdefghabcdefghé"]);
        let mut seen = Vec::new();
        storage.each("abcdefgha", &mut |key, text| seen.push(format!("{key}={}", text.unwrap()))).unwrap();
        assert_eq!(seen, ["abcdefghabcdefgha=x", "abcdefghabcdefghé=x"]);
    }
}
