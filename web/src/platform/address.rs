//! The part of the address after the hash.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusOptions, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// The hash of the address, with its sign.
pub(crate) fn address() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address of the page with that hash.
pub(crate) fn address_with(hash: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    format!("{}{hash}", href.split('#').next().unwrap_or_default())
}

/// Sets the hash; the back button then leads to the one before.
pub(crate) fn set_address(hash: &str) {
    if address() != hash {
        // An address the browser refuses leaves the page as it is, which is right.
        let _ = window().location().set_hash(hash);
    }
}

/// Sets the hash in place of the one there is.
pub(crate) fn amend_address(hash: &str) {
    if address() != hash {
        // A browser that is asked too often does not follow, which costs an address nobody has copied.
        let _ = window().location().replace(hash);
    }
}

/// Calls `changed` whenever the hash is another one, for as long as the page lives.
pub(crate) fn on_address(changed: impl Fn(String) + 'static) {
    window_event_listener_untyped("hashchange", move |_| changed(address()));
}

/// Brings the history into sight, with the focus in it.
pub(crate) fn to_history() {
    go_to(".page-past", ScrollLogicalPosition::Start);
}

/// Brings the result of the run that is looked at into sight, with the focus in it; what is in sight already stays where it is.
pub(crate) fn to_result() {
    go_to(".result", ScrollLogicalPosition::Nearest);
}

/// Brings the todos into sight, with the focus in them.
pub(crate) fn to_todos() {
    go_to(".page-side > section", ScrollLogicalPosition::Nearest);
}

fn go_to(selector: &str, place: ScrollLogicalPosition) {
    let found = document().query_selector(selector).ok().flatten().and_then(|found| found.dyn_into().ok());
    let Some(found): Option<HtmlElement> = found else { return };
    let (scroll, here) = (ScrollIntoViewOptions::new(), FocusOptions::new());
    scroll.set_block(place);
    here.set_prevent_scroll(true);
    found.scroll_into_view_with_scroll_into_view_options(&scroll);
    drop(found.set_attribute("tabindex", "-1"));
    drop(found.focus_with_options(&here));
}

/// Where this page came from, which is all that its policy lets it reach.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}
