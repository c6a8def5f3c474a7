//! The clipboard.

use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Puts the text on the clipboard and then says whether that worked.
pub(crate) fn copy(text: &str, done: impl FnOnce(bool) + 'static) {
    let written = window().navigator().clipboard().write_text(text);
    wasm_bindgen_futures::spawn_local(async move { done(JsFuture::from(written).await.is_ok()) });
}
