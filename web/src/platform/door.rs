//! The door for agents of the browser (`web/reach/door.js`), fetched where the browser has a model context.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = dunlinDoor, catch)]
    fn open(ask: &Function) -> Result<Promise, JsValue>;

    /// What was offered.
    pub(crate) type Door;

    /// Takes it away.
    #[wasm_bindgen(method, js_name = unregister)]
    pub(crate) fn close(this: &Door);
}

impl Door {
    /// Whether this browser has agents to offer anything to.
    pub(crate) fn is_possible() -> bool {
        Reflect::has(&document(), &"modelContext".into()).unwrap_or_default()
    }

    /// Offers the page; `ask` answers questions about it, as JSON.
    pub(crate) async fn opened(ask: impl Fn(String, String) -> String + 'static) -> Option<Self> {
        // Kept for as long as the page lives.
        let ask = Closure::<dyn Fn(String, String) -> String>::new(ask).into_js_value();
        let opened = JsFuture::from(open(ask.unchecked_ref()).ok()?).await.ok()?;
        Some(opened.unchecked_into())
    }
}
