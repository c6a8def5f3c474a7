//! Small things that stand in many places: buttons, chips, headings, what is only spoken.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::{El, Icon, el, glyph};

/// A button with words.
pub(crate) fn button(class: &str, words: &str, act: impl FnMut(Event) + 'static) -> El {
    el("button", class).attr("type", "button").on("click", act).text(words)
}

/// A button that looks like a link.
pub(crate) fn link(words: &str, act: impl FnMut(Event) + 'static) -> El {
    button("link", words, act)
}

/// A button with a picture; its name is given after.
pub(crate) fn icon_button(icon: Icon, act: impl FnMut(Event) + 'static) -> El {
    button("button button-bare button-icon", "", act).child(glyph(icon))
}

/// A reading, its kind before it, which can be taken back if `off` is given.
pub(crate) fn chip(kind: &str, label: &str, off: Option<Box<dyn FnMut(Event)>>) -> El {
    let name = format!("Do not read as {kind}: {label}");
    el("span", "chip")
        .child(el("span", "chip-kind").text(kind))
        .child(el("bdi", "").text(label))
        .children(off.map(|off| button("chip-off", "", off).attr("aria-label", &name).child(glyph(Icon::Cross))))
}

/// The head of a region that is named by it.
pub(crate) fn panel_head(id: &str, words: &str) -> El {
    el("div", "panel-head").child(el("h2", "").attr("id", id).text(words))
}

/// A region that politely speaks its words whenever they change, and shows nothing.
pub(crate) fn spoken(words: RwSignal<String>) -> El {
    el("p", "unseen").attr("aria-live", "polite").text_by(move || words.get())
}

/// The key of a keyboard event.
pub(crate) fn key_of(event: &Event) -> &KeyboardEvent {
    event.unchecked_ref()
}

/// Whether a key belongs to the composition of a character: then it is the input method's.
pub(crate) fn is_composing(event: &KeyboardEvent) -> bool {
    event.is_composing() || event.key_code() == 229
}
