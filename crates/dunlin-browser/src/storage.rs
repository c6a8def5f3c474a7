//! `localStorage` as a storage, with its two ways of saying no: refused altogether, and full.

use dunlin_base::{SeeEntry, Storage, StorageError, StorageErrorKind, StorageKind};
use js_sys::{Array, Function, Reflect, RegExp};
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
        let storage = found()?;
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

fn unavailable(detail: &str) -> StorageError {
    StorageError::new(StorageErrorKind::Unavailable, detail)
}

/// The page's `localStorage`, whether or not it takes writes.
fn found() -> Result<web_sys::Storage, StorageError> {
    let storage =
        Reflect::get(&js_sys::global(), &JsValue::from_str("localStorage")).map_err(|thrown| said(&thrown))?;
    storage.dyn_into().map_err(|_| unavailable("there is no localStorage here"))
}

/// The same for what the browser itself remembers, which does without where there is none.
pub(crate) fn local() -> Option<web_sys::Storage> {
    found().ok()
}

/// How many entries `localStorage` holds, of whomever they are: known without reading one.
pub fn stored_entries() -> usize {
    local().and_then(|storage| storage.length().ok()).unwrap_or(0) as usize
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
        let names = self.names(prefix)?;
        let joined = joined(&names);
        let mut keys: Vec<String> = match apart(&joined, &names) {
            Some(keys) => keys.into_iter().map(str::to_owned).collect(),
            None => names.iter().filter_map(|key| key.as_string()).collect(),
        };
        keys.sort();
        Ok(keys)
    }

    fn each(&self, prefix: &str, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        // The browser's own order is the core's for all letters up to U+FFFF, and sorting there costs a fifth.
        let names = self.names(prefix)?.sort();
        let mut from = 0;
        while from < names.length() {
            self.each_named(&names.slice(from, from + AT_ONCE), see)?;
            from += AT_ONCE;
        }
        Ok(())
    }

    fn each_of(&self, keys: &[String], see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        keys.chunks(AT_ONCE as usize)
            .try_for_each(|keys| self.each_named(&keys.iter().map(|key| JsValue::from_str(key)).collect(), see))
    }
}

/// How many entries come over at once: few enough for what they leave behind in the browser to be swept up while it is young.
const AT_ONCE: u32 = 256;

/// What stands between texts that come over as one, because ten thousand small ones cost as much as all that is done with
/// them. Where it is in one of them they come one by one.
const BETWEEN: char = '\0';

impl LocalStorage {
    /// Shows the entries of these keys, in their order.
    fn each_named(&self, names: &Array, see: &mut SeeEntry<'_>) -> Result<(), StorageError> {
        let texts = called(names, "map", &JsValue::from_str("getItem"), self.0.as_ref())?;
        let (keys, values) = (joined(names), joined(&texts));
        let (Some(keys), Some(values)) = (apart(&keys, names), apart(&values, &texts)) else {
            for key in names.iter().filter_map(|key| key.as_string()) {
                if let Some(text) = self.get(&key).transpose() {
                    see(&key, text.as_deref());
                }
            }
            return Ok(());
        };
        for (key, text) in keys.into_iter().zip(values) {
            // Nothing under a key that another tab has just removed looks like an empty text.
            if !text.is_empty() {
                see(key, Ok(text));
            } else if let Some(text) = self.get(key).transpose() {
                see(key, text.as_deref());
            }
        }
        Ok(())
    }

    /// The keys that begin with `prefix`, in any order. The browser does all of it: a call for each key costs more than the
    /// key, and `Object.keys` looks at every value.
    fn names(&self, prefix: &str) -> Result<Array, StorageError> {
        let mut pattern = String::from("^");
        for letter in prefix.chars() {
            if !letter.is_alphanumeric() {
                pattern.push('\\');
            }
            pattern.push(letter);
        }
        let all = Reflect::own_keys(self.0.as_ref()).map_err(|thrown| said(&thrown))?;
        let (test, pattern) = (JsValue::from_str("test"), RegExp::new(&pattern, ""));
        called(&all, "filter", &test, &pattern).or_else(|_| {
            // A storage that is made in JavaScript, such as jsdom's, has symbols among its keys, and those are no texts.
            let texts: Array = all.iter().filter(JsValue::is_string).collect();
            called(&texts, "filter", &test, &pattern)
        })
    }
}

/// `texts.method(of[name], of)`: the browser's own loop over a function of its own, with `of` as what the function belongs to.
fn called(texts: &Array, method: &str, name: &JsValue, of: &JsValue) -> Result<Array, StorageError> {
    let function = |of: &JsValue, name: &JsValue| Reflect::get(of, name)?.dyn_into::<Function>();
    let result = function(of, name)
        .and_then(|each| function(texts, &JsValue::from_str(method))?.call2(texts, &each, of)?.dyn_into::<Array>());
    result.map_err(|thrown| said(&thrown))
}

fn joined(texts: &Array) -> String {
    texts.join(BETWEEN.encode_utf8(&mut [0])).into()
}

/// The texts that were joined; none when they do not come apart where they were joined.
fn apart<'a>(joined: &'a str, texts: &Array) -> Option<Vec<&'a str>> {
    let count = texts.length() as usize;
    let mut found = Vec::with_capacity(count);
    // No text is one empty one when it is joined.
    found.extend(joined.split(BETWEEN).filter(|_| count > 0));
    (found.len() == count).then_some(found)
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
