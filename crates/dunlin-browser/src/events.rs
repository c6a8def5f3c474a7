//! Storage events: what other tabs of this site write.

use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{EventTarget, StorageEvent};

/// A listener that is taken away when this is dropped.
pub struct StorageListener {
    target: EventTarget,
    closure: Closure<dyn FnMut(JsValue)>,
}

impl Drop for StorageListener {
    fn drop(&mut self) {
        // A target that cannot take a listener away has none of ours left to call.
        let _ = self.target.remove_event_listener_with_callback("storage", self.closure.as_ref().unchecked_ref());
    }
}

/// Calls `heard` with the key another tab wrote or removed, or with nothing when it cleared everything.
///
/// Gives nothing back where there are no such events (in Node, in a worker).
pub fn on_storage_event(heard: impl Fn(Option<String>) + 'static) -> Option<StorageListener> {
    let target: EventTarget = js_sys::global().dyn_into().ok()?;
    let local = js_sys::Reflect::get(&target, &JsValue::from_str("localStorage")).ok()?;
    let closure = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        let Some(event) = event.dyn_ref::<StorageEvent>() else { return };
        // Session storage sends the same event.
        if event.storage_area().is_none_or(|area| AsRef::<JsValue>::as_ref(&area) == &local) {
            heard(event.key());
        }
    });
    target.add_event_listener_with_callback("storage", closure.as_ref().unchecked_ref()).ok()?;
    Some(StorageListener { target, closure })
}
