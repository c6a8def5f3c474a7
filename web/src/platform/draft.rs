//! What is typed and not yet sent: in the skeleton before the program has come, and kept for this tab over a reload. Another
//! tab has drafts of its own.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlTextAreaElement, Storage};

/// What was typed into the skeleton's goal while the program was on its way. A line end there was an Enter pressed too soon.
pub(crate) fn typed_in(skeleton: &Element) -> String {
    let field = skeleton.query_selector("textarea").ok().flatten();
    let field = field.and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
    field.map(|field| field.value().trim_end().to_owned()).unwrap_or_default()
}

/// What was typed under that name before the page was loaded again.
pub(crate) fn draft(name: &str) -> String {
    session().and_then(|session| session.get_item(&key(name)).ok().flatten()).unwrap_or_default()
}

/// Keeps what is typed; nothing is kept of nothing.
pub(crate) fn keep_draft(name: &str, words: &str) {
    let Some(session) = session() else { return };
    // Where there is no room, a reload costs the draft and nothing else.
    let _ = if words.is_empty() { session.remove_item(&key(name)) } else { session.set_item(&key(name), words) };
}

fn key(name: &str) -> String {
    format!("dunlin:draft:{name}")
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}
