//! `localStorage` as a storage, with its two ways of saying no: refused altogether, and full.

use dunlin_base::{Storage, StorageError, StorageErrorKind, StorageKind};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::DomException;

/// The key that is written and removed to see whether writing works.
const PROBE: &str = "dunlin:probe";

/// Keeps text in `localStorage`; writes are durable when `set` returns.
#[derive(Clone, Debug)]
pub struct LocalStorage(web_sys::Storage);

impl LocalStorage {
    /// The page's `localStorage`, when it can be used.
    ///
    /// Browsers refuse it in three ways: the property throws, it is null, or every write throws. A storage that is
    /// merely full can still be read and emptied, so it counts as usable.
    pub fn detect() -> Result<Self, StorageError> {
        let unavailable = |detail: &str| StorageError::new(StorageErrorKind::Unavailable, detail);
        let storage = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("localStorage"))
            .map_err(|thrown| said(&thrown))?
            .dyn_into::<web_sys::Storage>()
            .map_err(|_| unavailable("there is no localStorage here"))?;
        match storage.set_item(PROBE, "1") {
            Ok(()) => storage.remove_item(PROBE).map_err(|thrown| said(&thrown))?,
            Err(thrown) => {
                let error = said(&thrown);
                // Some browsers say "quota" to mean "never": a storage that holds nothing cannot be full.
                if error.kind() != StorageErrorKind::Quota || storage.length().unwrap_or(0) == 0 {
                    return Err(unavailable("the browser refuses writes"));
                }
            }
        }
        Ok(Self(storage))
    }
}

impl Storage for LocalStorage {
    fn kind(&self) -> StorageKind {
        StorageKind::Local
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.0.get_item(key).map_err(|thrown| said(&thrown))
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.0.set_item(key, value).map_err(|thrown| said(&thrown))
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.0.remove_item(key).map_err(|thrown| said(&thrown))
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        // One call for all keys: asking for each by its number costs a call each, and some browsers count from the start.
        // They come over as one text, because ten thousand small ones cost as much as reading what is under them.
        let all = js_sys::Object::keys(self.0.as_ref());
        let joined = String::from(all.join("\n"));
        let mut keys: Vec<String> = Vec::new();
        if joined.split('\n').count() == all.length() as usize {
            keys.extend(joined.split('\n').filter(|key| key.starts_with(prefix)).map(str::to_owned));
        } else {
            // A key has a line end of its own, or there is none at all.
            keys.extend(all.iter().filter_map(|key| key.as_string()).filter(|key| key.starts_with(prefix)));
        }
        dunlin_base::sort(&mut keys);
        Ok(keys)
    }
}

/// What the browser threw, as an error of the house.
fn said(thrown: &JsValue) -> StorageError {
    let (name, message) = match thrown.dyn_ref::<DomException>() {
        Some(exception) => (exception.name(), exception.message()),
        None => match thrown.dyn_ref::<js_sys::Error>() {
            Some(error) => (String::from(error.name()), String::from(error.message())),
            None => (String::new(), thrown.as_string().unwrap_or_default()),
        },
    };
    // Firefox used its own name for the same thing until 2023.
    let kind = match name.as_str() {
        "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => StorageErrorKind::Quota,
        _ => StorageErrorKind::Unavailable,
    };
    StorageError::new(kind, if message.is_empty() { name } else { message })
}
