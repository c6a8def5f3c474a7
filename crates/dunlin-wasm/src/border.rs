//! How records and failures cross: records of ours as JavaScript values, what holds JSON of others as JSON text.

use dunlin::DunlinError;
use dunlin_base::json;
use js_sys::Reflect;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

/// What every exported function gives: a value or JSON text, or a thrown JSON text that describes a [`DunlinError`].
pub(crate) type Crossing<T = String> = Result<T, JsValue>;

/// A record as a JavaScript value. Every field of it is ours: a key of somebody else's could be `__proto__`, which is a plain
/// key in JSON only, and an integer too large for a double.
pub(crate) fn give(record: &impl Serialize) -> Crossing<JsValue> {
    record
        .serialize(&Serializer::json_compatible())
        .map_err(|why| fail(DunlinError::new("internal", format!("a record cannot be given: {why}"))))
}

/// A record that holds JSON of others, or very many records, as JSON text.
pub(crate) fn encode(value: &impl Serialize) -> String {
    json::write(value)
}

/// A record from JSON text; `what` names it as the caller does.
pub(crate) fn decode<T: DeserializeOwned>(text: &str, what: &str) -> Crossing<T> {
    json::read(text).map_err(|why| unusable(what, &why.to_string()))
}

/// A record from a value.
pub(crate) fn take<T: DeserializeOwned>(value: Value, what: &str) -> Crossing<T> {
    json::from_value(value).map_err(|why| unusable(what, &why.to_string()))
}

pub(crate) fn unusable(what: &str, why: &str) -> JsValue {
    let hint = format!("look up in the package's types what {what} can hold");
    fail(DunlinError::new("api.bad-argument", format!("{what} cannot be used: {why}")).with_hint(hint))
}

/// The failure as it is thrown: its JSON, which the JavaScript side makes into a real `Error`.
pub(crate) fn fail(error: impl Into<DunlinError>) -> JsValue {
    JsValue::from_str(&json::write(&error.into()))
}

/// The words of something thrown.
pub(crate) fn said(thrown: &JsValue) -> String {
    thrown
        .as_string()
        .or_else(|| Reflect::get(thrown, &JsValue::from_str("message")).ok()?.as_string())
        .unwrap_or_else(|| "something was thrown that says nothing".to_owned())
}
