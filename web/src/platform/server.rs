//! Whether a server of Dunlin gave out this page.

use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// Lies beside the page, and says no; a server of Dunlin answers in its place.
const PLACE: &str = "place.json";

/// Whether it did. Who cannot be asked is none.
pub(crate) async fn came_from_server() -> bool {
    let asked = async {
        let response = JsFuture::from(window().fetch_with_str(PLACE)).await.ok()?;
        let text = JsFuture::from(response.dyn_into::<Response>().ok()?.text().ok()?).await.ok()?;
        dunlin_base::json::parse(&text.as_string()?).ok()?.get("server")?.as_bool()
    };
    asked.await.unwrap_or(false)
}

/// Loads the page again.
pub(crate) fn reload() {
    // A browser that does not leaves it to the person.
    drop(window().location().reload());
}
