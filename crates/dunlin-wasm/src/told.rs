//! Who hears of runs that change, and a storage that tells them what is written here: also of a run that another one drives.
//!
//! A storage of the host's own says nothing of what others write to it, so its keys are looked at before runs are told of. That
//! is enough: whatever changes a run adds a key or takes one away.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use dunlin_base::{SeeEntry, Storage, StorageError, StorageKind};
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// What the keys of runs begin with.
const RUN_KEYS: &str = "dunlin:v1:run:";

/// The run that a key belongs to.
pub(crate) fn run_of(key: &str) -> Option<&str> {
    key.strip_prefix(RUN_KEYS)?.split(':').next()
}

/// Who hears of runs that change.
#[derive(Default)]
pub(crate) struct RunsHeard {
    listener: RefCell<Option<Function>>,
    /// The runs that were written here since the last turn.
    written: RefCell<BTreeSet<String>>,
}

impl RunsHeard {
    /// Calls `listener` from now on, or nobody.
    pub(crate) fn listen(&self, listener: Option<Function>) {
        self.listener.replace(listener);
    }

    /// Tells of a run, or of all, and whether somebody else has changed it. The package's own function hears it, and tells the
    /// console what a listener throws.
    pub(crate) fn tell(&self, run_id: Option<&str>, elsewhere: bool) {
        let Some(listener) = self.listener.borrow().clone() else { return };
        let run_id = run_id.map_or(JsValue::NULL, JsValue::from_str);
        drop(listener.call2(&JsValue::UNDEFINED, &run_id, &elsewhere.into()));
    }

    /// A key was written or removed here. It is told in the next turn, once for each run: who hears it at once would look at a
    /// half-written change.
    fn wrote(self: &Rc<Self>, key: &str) {
        let Some(run_id) = run_of(key).filter(|_| self.listener.borrow().is_some()) else { return };
        let mut written = self.written.borrow_mut();
        if written.is_empty() {
            let told = self.clone();
            spawn_local(async move {
                for run_id in told.written.take() {
                    told.tell(Some(&run_id), false);
                }
            });
        }
        written.insert(run_id.to_owned());
    }
}

/// A storage that tells of the runs that are written through it.
pub(crate) struct ToldStorage {
    storage: Rc<dyn Storage>,
    heard: Rc<RunsHeard>,
    /// The keys of runs as they are known here, where nobody says what others write.
    known: Option<RefCell<BTreeSet<String>>>,
}

impl ToldStorage {
    pub(crate) fn new(storage: Rc<dyn Storage>, heard: Rc<RunsHeard>) -> Self {
        let is_silent = storage.kind() == StorageKind::Custom;
        let known = is_silent.then(|| RefCell::new(keys_in(&*storage).unwrap_or_default()));
        Self { storage, heard, known }
    }

    /// A key of each run that others have written or removed since this was asked last.
    pub(crate) fn changed_elsewhere(&self) -> Vec<String> {
        // A storage that does not say is asked again with the next use.
        let Some((known, now)) = self.known.as_ref().zip(keys_in(&*self.storage)) else { return Vec::new() };
        let before = known.replace(now.clone());
        let changed = before.symmetric_difference(&now).filter_map(|key| Some((run_of(key)?, key.clone())));
        changed.collect::<BTreeMap<_, _>>().into_values().collect()
    }

    fn wrote(&self, key: &str, is_there: bool) {
        if let Some(known) = self.known.as_ref().filter(|_| run_of(key).is_some()) {
            let mut known = known.borrow_mut();
            let _ = if is_there { known.insert(key.to_owned()) } else { known.remove(key) };
        }
        self.heard.wrote(key);
    }
}

fn keys_in(storage: &dyn Storage) -> Option<BTreeSet<String>> {
    Some(storage.keys(RUN_KEYS).ok()?.into_iter().collect())
}

impl Storage for ToldStorage {
    fn kind(&self) -> StorageKind {
        self.storage.kind()
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.storage.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.storage.set(key, value)?;
        self.wrote(key, true);
        Ok(())
    }

    fn set_first(&self, prefix: &str, key: &str, value: &str) -> Result<bool, StorageError> {
        let is_set = self.storage.set_first(prefix, key, value)?;
        if is_set {
            self.wrote(key, true);
        }
        Ok(is_set)
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.storage.remove(key)?;
        self.wrote(key, false);
        Ok(())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.storage.keys(prefix)
    }

    fn is_untouched(&self) -> bool {
        self.storage.is_untouched()
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.storage.each(prefix, see)
    }

    fn each_of(&self, keys: &[String], see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        self.storage.each_of(keys, see)
    }
}
