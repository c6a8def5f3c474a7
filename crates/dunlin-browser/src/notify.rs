//! Notifications of the operating system, where the person has allowed them; nothing is ever asked for here.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Shows a notification; one with the same `key` takes the place of an earlier one. Says whether it was shown.
pub fn notify(title: &str, body: &str, key: &str) -> bool {
    shown(title, body, key).unwrap_or(false)
}

/// Browsers refuse in two ways: the permission is not granted, or the constructor throws (on phones, outside a worker).
fn shown(title: &str, body: &str, key: &str) -> Result<bool, JsValue> {
    let notification = Reflect::get(&js_sys::global(), &JsValue::from_str("Notification"))?;
    let Ok(constructor) = notification.dyn_into::<Function>() else { return Ok(false) };
    let permission = Reflect::get(&constructor, &JsValue::from_str("permission"))?;
    if permission.as_string().as_deref() != Some("granted") {
        return Ok(false);
    }
    let options = Object::new();
    Reflect::set(&options, &JsValue::from_str("body"), &JsValue::from_str(body))?;
    Reflect::set(&options, &JsValue::from_str("tag"), &JsValue::from_str(key))?;
    Reflect::construct(&constructor, &Array::of2(&JsValue::from_str(title), &options))?;
    Ok(true)
}
