//! A storage and a clock that the JavaScript host lends. Whatever they do, the core sees a value or an error.

use std::rc::Rc;

use dunlin::DunlinError;
use dunlin_base::{Clock, MemoryStorage, Storage, StorageError, StorageErrorKind, StorageKind};
use dunlin_browser::Opened;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use crate::border::{Crossing, fail, said};

/// What is kept where the host says: `"local"`, `"memory"`, or its own storage.
pub(crate) fn open(storage: &JsValue) -> Crossing<Opened> {
    match storage.as_string().as_deref() {
        Some("local") => Ok(dunlin_browser::open()),
        Some("memory") => Ok(dunlin_browser::open_with(Rc::new(MemoryStorage::new()))),
        Some(other) => Err(fail(DunlinError::bad_argument("the storage", other, "local or memory"))),
        None => {
            let host = HostStorage::new(storage).ok_or_else(|| {
                fail(DunlinError::bad_argument(
                    "the storage",
                    "something else",
                    "an object with get, set, remove and keys",
                ))
            })?;
            Ok(dunlin_browser::open_with(Rc::new(host)))
        }
    }
}

/// A storage of the host's own: an object with `get`, `set`, `remove` and `keys`, all synchronous.
pub(crate) struct HostStorage {
    get: Function,
    set: Function,
    remove: Function,
    keys: Function,
}

impl HostStorage {
    pub(crate) fn new(object: &JsValue) -> Option<Self> {
        let function = |name: &str| Reflect::get(object, &JsValue::from_str(name)).ok()?.dyn_into::<Function>().ok();
        Some(Self {
            get: function("get")?,
            set: function("set")?,
            remove: function("remove")?,
            keys: function("keys")?,
        })
    }
}

impl Storage for HostStorage {
    fn kind(&self) -> StorageKind {
        StorageKind::Custom
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let value = settled(self.get.call1(&JsValue::UNDEFINED, &JsValue::from_str(key)))?;
        if value.is_null() || value.is_undefined() {
            return Ok(None);
        }
        value.as_string().map(Some).ok_or_else(|| unusable("get gave something that is no text"))
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        let (key, value) = (JsValue::from_str(key), JsValue::from_str(value));
        settled(self.set.call2(&JsValue::UNDEFINED, &key, &value)).map(|_| ())
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        settled(self.remove.call1(&JsValue::UNDEFINED, &JsValue::from_str(key))).map(|_| ())
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        let keys: Array = settled(self.keys.call0(&JsValue::UNDEFINED))?
            .dyn_into()
            .map_err(|_| unusable("keys gave something that is no list"))?;
        let mut keys: Vec<String> =
            keys.iter().filter_map(|key| key.as_string()).filter(|key| key.starts_with(prefix)).collect();
        keys.sort();
        Ok(keys)
    }
}

fn unusable(detail: &str) -> StorageError {
    StorageError::new(StorageErrorKind::Unavailable, detail)
}

fn settled(result: Result<JsValue, JsValue>) -> Result<JsValue, StorageError> {
    match result {
        Ok(value) if value.has_type::<Promise>() => {
            Err(unusable("the storage gave a promise, expected a value: it must be synchronous"))
        }
        Ok(value) => Ok(value),
        Err(thrown) => {
            let name = Reflect::get(&thrown, &JsValue::from_str("name")).ok().and_then(|name| name.as_string());
            let is_full = name.as_deref() == Some("QuotaExceededError");
            let kind = if is_full { StorageErrorKind::Quota } else { StorageErrorKind::Unavailable };
            Err(StorageError::new(kind, said(&thrown)))
        }
    }
}

/// The host's own `now`; a call that throws or gives no moment falls back to the real clock.
pub(crate) struct HostClock {
    pub(crate) now: Function,
    pub(crate) real: Rc<dyn Clock>,
}

impl Clock for HostClock {
    fn now_ms(&self) -> i64 {
        let given = self.now.call0(&JsValue::UNDEFINED).ok().and_then(|now| now.as_f64());
        given.filter(|ms| ms.is_finite()).map_or_else(|| self.real.now_ms(), |ms| ms as i64)
    }

    fn monotonic_ms(&self) -> u64 {
        self.real.monotonic_ms()
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        self.real.utc_offset_minutes(at_ms)
    }

    fn zone_offset_minutes(&self, zone: &str, at_ms: i64) -> Option<i32> {
        self.real.zone_offset_minutes(zone, at_ms)
    }
}
