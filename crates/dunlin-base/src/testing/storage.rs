//! Storages that fail: every way in which a write or a read can go wrong, and one that shows what others wrote only later.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use crate::{Clock, MemoryStorage, Storage, StorageError, StorageErrorKind, StorageKind};

/// One use of a storage, as it is about to happen.
#[derive(Clone, Copy, Debug)]
pub enum Access<'a> {
    /// A key is read.
    Get(&'a str),
    /// A value is written.
    Set(&'a str, &'a str),
    /// A key is removed.
    Remove(&'a str),
    /// The keys are listed.
    Keys(&'a str),
}

/// What goes wrong with one use of a storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room: nothing is done, and the error says so.
    Quota,
    /// Nothing is done, and the error says that the place cannot be used.
    Unavailable,
    /// A write or removal is done and reported as failed.
    Unconfirmed,
    /// Half of the value is written, and the write is reported as failed. Another use fails without effect.
    Torn,
    /// A read gives what stood there before the last write. Another use is as it should be.
    Stale,
}

impl Fault {
    /// Every fault of a write or a removal.
    pub const OF_WRITES: [Self; 4] = [Self::Quota, Self::Unavailable, Self::Unconfirmed, Self::Torn];

    fn error(self) -> StorageError {
        match self {
            Self::Quota => StorageError::new(StorageErrorKind::Quota, "refused by the test"),
            Self::Unavailable | Self::Unconfirmed | Self::Torn | Self::Stale => {
                StorageError::new(StorageErrorKind::Unavailable, "EIO")
            }
        }
    }
}

/// Decides what goes wrong with a use of the storage, if anything.
type Faults = Box<dyn FnMut(Access<'_>) -> Option<Fault>>;

/// A memory storage that counts its writes and can fail in every way there is.
#[derive(Default)]
pub struct FaultyStorage {
    inner: MemoryStorage,
    before: RefCell<BTreeMap<String, Option<String>>>,
    writes: Cell<usize>,
    faults: RefCell<Option<Faults>>,
    is_custom: Cell<bool>,
    is_untouched: Cell<bool>,
}

impl FaultyStorage {
    /// How many writes and removals were done.
    pub fn writes(&self) -> usize {
        self.writes.get()
    }

    /// From now on each write and removal asks `gate` first, with the key and the value (none for a removal); a refusal is the
    /// quota error.
    pub fn gate_writes(&self, mut gate: impl FnMut(&str, Option<&str>) -> bool + 'static) {
        self.fail(move |access| {
            let passes = match access {
                Access::Set(key, value) => gate(key, Some(value)),
                Access::Remove(key) => gate(key, None),
                Access::Get(_) | Access::Keys(_) => true,
            };
            (!passes).then_some(Fault::Quota)
        });
    }

    /// From now on each use asks `faults` what goes wrong with it.
    pub fn fail(&self, faults: impl FnMut(Access<'_>) -> Option<Fault> + 'static) {
        *self.faults.borrow_mut() = Some(Box::new(faults));
    }

    /// After so many writes and removals the tab dies: the next one meets `fault`, and whatever comes then fails. Tells from
    /// then on that it is dead.
    pub fn die_after(&self, writes: usize, fault: Fault) -> Rc<Cell<bool>> {
        let dead = Rc::new(Cell::new(false));
        let (flag, mut seen) = (dead.clone(), 0);
        self.fail(move |access| {
            let is_write = matches!(access, Access::Set(..) | Access::Remove(_));
            seen += usize::from(is_write);
            flag.set(seen > writes);
            (seen > writes).then_some(if is_write && seen == writes + 1 { fault } else { Fault::Unavailable })
        });
        dead
    }

    /// Lets everything go well again.
    pub fn lift_faults(&self) {
        self.faults.borrow_mut().take();
    }

    /// From now on it says that it is a storage of the host's own.
    pub fn be_custom(&self) {
        self.is_custom.set(true);
    }

    /// Says from now on whether it knows that nobody else has written.
    pub fn be_untouched(&self, untouched: bool) {
        self.is_untouched.set(untouched);
    }

    /// Everything that is stored, sorted by key.
    pub fn dump(&self) -> Vec<(String, String)> {
        let keys = self.inner.keys("").unwrap_or_default();
        keys.into_iter().filter_map(|key| self.inner.get(&key).ok().flatten().map(|value| (key, value))).collect()
    }

    fn fault(&self, access: Access<'_>) -> Option<Fault> {
        // Taken out meanwhile: what decides may use the storage itself.
        let mut faults = self.faults.take()?;
        let fault = faults(access);
        self.faults.borrow_mut().get_or_insert(faults);
        fault
    }

    /// Puts a value, or nothing, under a key and keeps in mind what was there.
    fn put(&self, key: &str, value: Option<&str>) -> Result<(), StorageError> {
        let before = self.inner.get(key)?;
        match value {
            Some(value) => self.inner.set(key, value)?,
            None => self.inner.remove(key)?,
        }
        self.before.borrow_mut().insert(key.to_owned(), before);
        self.writes.set(self.writes.get() + 1);
        Ok(())
    }

    fn change(&self, access: Access<'_>, key: &str, value: Option<&str>) -> Result<(), StorageError> {
        let fault = self.fault(access);
        match (fault, value) {
            (None | Some(Fault::Stale), _) => return self.put(key, value),
            (Some(Fault::Unconfirmed), _) => self.put(key, value)?,
            (Some(Fault::Torn), Some(value)) => {
                let half = value.char_indices().nth(value.chars().count() / 2).map_or(0, |(at, _)| at);
                self.put(key, value.get(..half))?;
            }
            (Some(Fault::Torn | Fault::Quota | Fault::Unavailable), _) => {}
        }
        Err(fault.unwrap_or(Fault::Unavailable).error())
    }
}

impl Storage for FaultyStorage {
    fn kind(&self) -> StorageKind {
        if self.is_custom.get() { StorageKind::Custom } else { StorageKind::Memory }
    }

    fn is_untouched(&self) -> bool {
        self.is_untouched.get()
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        match self.fault(Access::Get(key)) {
            None => self.inner.get(key),
            Some(Fault::Stale) => match self.before.borrow().get(key) {
                Some(before) => Ok(before.clone()),
                None => self.inner.get(key),
            },
            Some(fault) => Err(fault.error()),
        }
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.change(Access::Set(key, value), key, Some(value))
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.change(Access::Remove(key), key, None)
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        match self.fault(Access::Keys(prefix)) {
            None | Some(Fault::Stale) => self.inner.keys(prefix),
            Some(fault) => Err(fault.error()),
        }
    }
}

/// What was written, by whom and when.
struct Write {
    at_ms: u64,
    writer: usize,
    key: String,
    value: Option<String>,
}

/// Everything that processes have written to a storage they share, in order.
#[derive(Default)]
pub(super) struct Log {
    writes: RefCell<Vec<Write>>,
    writers: Cell<usize>,
}

/// A storage that several processes share, as one of them sees it: its own writes at once, those of others after a delay.
pub(super) struct Late {
    shared: Rc<FaultyStorage>,
    log: Rc<Log>,
    clock: Rc<dyn Clock>,
    delay_ms: u64,
    writer: usize,
}

impl Late {
    /// The view of one more process.
    pub(super) fn new(shared: Rc<FaultyStorage>, log: Rc<Log>, clock: Rc<dyn Clock>, delay_ms: u64) -> Self {
        let writer = log.writers.get();
        log.writers.set(writer + 1);
        Self { shared, log, clock, delay_ms, writer }
    }

    fn note(&self, key: &str, value: Option<&str>) {
        let (at_ms, key, value) = (self.clock.monotonic_ms(), key.to_owned(), value.map(str::to_owned));
        self.log.writes.borrow_mut().push(Write { at_ms, writer: self.writer, key, value });
    }

    fn sees(&self, write: &Write) -> bool {
        write.writer == self.writer || write.at_ms + self.delay_ms <= self.clock.monotonic_ms()
    }
}

impl Storage for Late {
    fn kind(&self) -> StorageKind {
        StorageKind::Custom
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let writes = self.log.writes.borrow();
        Ok(writes.iter().rev().find(|write| write.key == key && self.sees(write)).and_then(|write| write.value.clone()))
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.shared.set(key, value)?;
        self.note(key, Some(value));
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.shared.remove(key)?;
        self.note(key, None);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let mut there = BTreeSet::new();
        for write in self.log.writes.borrow().iter().filter(|write| write.key.starts_with(prefix) && self.sees(write)) {
            match write.value {
                Some(_) => there.insert(write.key.clone()),
                None => there.remove(&write.key),
            };
        }
        Ok(there.into_iter().collect())
    }
}
