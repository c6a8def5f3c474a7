//! Small things that stand in many places: buttons, chips, headings, what is only spoken.

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::{Glyph, Icon};

/// Whether a key belongs to the composition of a character: then it is the input method's.
pub(crate) fn is_composing(event: &KeyboardEvent) -> bool {
    event.is_composing() || event.key_code() == 229
}

/// Escape closes what it is pressed in, and nothing around that.
pub(crate) fn on_escape(event: &KeyboardEvent, close: impl FnOnce()) {
    if event.key() == "Escape" && !is_composing(event) && !event.default_prevented() {
        event.prevent_default();
        event.stop_propagation();
        close();
    }
}

/// Puts the focus into the first field of a form that was just opened.
pub(crate) fn focus_field_in(form: NodeRef<html::Div>) {
    let first = form.get_untracked().and_then(|form| form.query_selector("input, textarea, select").ok()?);
    drop(first.and_then(|first| first.dyn_into::<HtmlElement>().ok()).map(|first| first.focus()));
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
        <button type="button" class="button button-bare button-icon" aria-label=move || label.get() title=move || label.get()>
            <Glyph icon />
        </button>
    }
}

/// What a reading is, as people say it. A moment is a date with a time, each with its own words.
fn kind_said(kind: &'static str, label: &str) -> &'static str {
    match kind {
        "due" if label.starts_with(|first: char| first.is_ascii_digit()) => "time",
        "due" => "date",
        "recurrence" => "repeats",
        kind => kind,
    }
}

/// A reading, its kind before it, which can be taken back if `off` is given.
#[component]
pub(crate) fn Chip(kind: &'static str, label: String, off: Option<Callback<()>>) -> impl IntoView {
    let kind = kind_said(kind, &label);
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

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_reading_is_called_what_people_call_it() {
        for (kind, label, said) in [
            ("due", "Sun 29 Nov 2026", "date"),
            ("due", "09:00", "time"),
            ("recurrence", "every monday", "repeats"),
            ("priority", "p1", "priority"),
        ] {
            assert_eq!(kind_said(kind, label), said);
        }
    }
}
