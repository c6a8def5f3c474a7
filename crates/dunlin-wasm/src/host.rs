//! What the JavaScript host lends: tools, a storage, a clock. Whatever it does, the core sees a value or an error.

use std::rc::Rc;

use dunlin::{Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_base::{Clock, Fields, LocalFuture, Storage, StorageError, StorageErrorKind, StorageKind, parse_json};
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A tool that JavaScript carries out; `js/host.js` has the other half.
pub(crate) struct JsTool {
    spec: ToolSpec,
    execute: Function,
}

impl JsTool {
    pub(crate) fn new(spec: ToolSpec, execute: Function) -> Self {
        Self { spec, execute }
    }

    /// Begins the call: the promise of its result, and the function that aborts it.
    fn begin(&self, call: &ToolCall) -> Result<(Promise, Option<Function>), JsValue> {
        let arguments = Array::of5(
            &JsValue::from_str(&call.input.to_string()),
            &JsValue::from_str(&call.idempotency_key),
            &JsValue::from(call.attempt),
            &JsValue::from_str(&call.run_id),
            &JsValue::from(call.step_number),
        );
        let begun = self.execute.apply(&JsValue::UNDEFINED, &arguments)?;
        let settled = Reflect::get(&begun, &JsValue::from_str("settled"))?;
        let abort = Reflect::get(&begun, &JsValue::from_str("abort"))?;
        Ok((Promise::resolve(&settled), abort.dyn_into().ok()))
    }
}

impl Tool for JsTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let begun = self.begin(&call);
        Box::pin(async move {
            let failed = |thrown: &JsValue| ToolFailure::new("tool.failed", said(thrown));
            let (settled, abort) = begun.map_err(|thrown| failed(&thrown))?;
            if let Some(abort) = abort {
                call.signal.on_abort(move || {
                    // A listener of the host's that throws has still been told.
                    let _ = abort.call0(&JsValue::UNDEFINED);
                });
            }
            let text = JsFuture::from(settled).await.map_err(|thrown| failed(&thrown))?;
            outcome(&text.as_string().unwrap_or_default())
        })
    }
}

/// What `js/host.js` says of a call that has settled.
fn outcome(text: &str) -> Result<ToolOutput, ToolFailure> {
    let bad = |why: String| ToolFailure::new("tool.bad-output", format!("the tool's output cannot be used: {why}"));
    let mut settled = Fields::of(parse_json(text).map_err(bad)?, &[]);
    if let Some(failure) = settled.take("failure") {
        let mut fields = Fields::of(failure, &["code", "message"]);
        let failure = ToolFailure {
            code: fields.text("code").unwrap_or_default(),
            message: fields.text("message").unwrap_or_default(),
            hint: fields.text("hint"),
            retryable: fields.flag("retryable").unwrap_or_default(),
        };
        return Err(fields.end().map_or_else(bad, |()| failure));
    }
    let output = settled.take("output").unwrap_or_default();
    let metadata = settled.take("metadata").filter(|value| value.as_object().is_some_and(|map| !map.is_empty()));
    settled.end().map_err(bad)?;
    Ok(ToolOutput { output, metadata })
}

/// The words of something thrown.
pub(crate) fn said(thrown: &JsValue) -> String {
    thrown
        .as_string()
        .or_else(|| Reflect::get(thrown, &JsValue::from_str("message")).ok()?.as_string())
        .unwrap_or_else(|| "something was thrown that says nothing".to_owned())
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
        keys.sort_unstable();
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

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        self.real.utc_offset_minutes(at_ms)
    }
}
