//! Text in, text out: how values and failures cross.

use dunlin::DunlinError;
use dunlin_base::{Record, parse_json, to_text};
use serde::Serialize;
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

/// What every exported function gives: JSON text, or a thrown JSON text that describes a [`DunlinError`].
pub(crate) type Crossing<T = String> = Result<T, JsValue>;

/// A record as JSON text.
pub(crate) fn encode(value: &impl Serialize) -> String {
    to_text(value)
}

/// A record from JSON text; `what` names it as the caller does.
pub(crate) fn decode<T: Record>(text: &str, what: &str) -> Crossing<T> {
    T::read(decode_value(text, what)?).map_err(|why| unusable(what, &why))
}

/// Any value from JSON text.
pub(crate) fn decode_value(text: &str, what: &str) -> Crossing<Value> {
    parse_json(text).map_err(|why| unusable(what, &why))
}

/// An object from JSON text.
pub(crate) fn decode_object(text: &str, what: &str) -> Crossing<Map<String, Value>> {
    match decode_value(text, what)? {
        Value::Object(map) => Ok(map),
        _ => Err(unusable(what, "expected an object")),
    }
}

fn unusable(what: &str, why: &str) -> JsValue {
    fail(DunlinError::new("api.bad-argument", format!("{what} cannot be used: {why}")))
}

/// The failure as it is thrown: its JSON, which the JavaScript side makes into a real `Error`.
pub(crate) fn fail(error: impl Into<DunlinError>) -> JsValue {
    JsValue::from_str(&to_text(&error.into()))
}
