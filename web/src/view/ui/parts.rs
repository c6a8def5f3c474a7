//! Small things that stand in many places: buttons, chips, headings, what is only spoken.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use super::{El, Glyph, Icon, el, glyph};

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

/// A button with a picture instead of words.
#[component]
pub(crate) fn IconButton(
    icon: Icon,
    /// What it is called.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    view! {
        <button type="button" class="button button-bare button-icon" aria-label=move || label.get()>
            <Glyph icon />
        </button>
    }
}

/// A reading, its kind before it, which can be taken back if `off` is given.
#[component]
pub(crate) fn Chip(kind: &'static str, label: String, off: Option<Callback<()>>) -> impl IntoView {
    let name = format!("Do not read as {kind}: {label}");
    let off = off.map(|off| {
        view! {
            <button type="button" class="chip-off" aria-label=name on:click=move |_| off.run(())>
                <Glyph icon=Icon::Cross />
            </button>
        }
    });
    view! {
        <span class="chip">
            <span class="chip-kind">{kind}</span>
            <bdi>{label}</bdi>
            {off}
        </span>
    }
}

/// The head of a region that is named by it, with what stands beside the heading in `children`.
#[component]
pub(crate) fn PanelHead(
    /// The id of the heading, for the region to name.
    id: &'static str,
    #[prop(into)] words: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="panel-head">
            <h2 id=id>{words}</h2>
            {children.map(|children| children())}
        </div>
    }
}

/// A region that politely speaks its words whenever they change, and shows nothing.
#[component]
pub(crate) fn Spoken(#[prop(into)] words: Signal<String>) -> impl IntoView {
    view! { <p class="unseen" aria-live="polite">{move || words.get()}</p> }
}
