//! The list of the keys: the dialog named "Keys", which `?` opens.

use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::{
    model::{App, use_app},
    view::ui::{Sheet, later},
};

/// Where they work, and what each does: the keys of a row are held together, `/` stands between those that do the same.
const KEYS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Anywhere",
        &[
            ("Ctrl K / ⌘ K", "all commands"),
            ("Ctrl Z", "undoes, outside of fields"),
            ("Ctrl Shift Z", "does it again"),
            ("?", "this list"),
            ("Escape", "closes, gives up an edit"),
        ],
    ),
    (
        "Goal",
        &[
            ("Enter", "carries it out"),
            ("Shift Enter", "starts a line"),
            ("↑ / ↓", "earlier and later goals"),
            ("Backspace", "at the end: marks what is read there, then takes it back"),
            ("Escape", "leaves the mark, then empties the line"),
        ],
    ),
    (
        "Plan",
        &[
            ("← / →", "along the arrows"),
            ("↑ / ↓", "to a step beside"),
            ("Home / End", "the first step, the last"),
            ("+ / − / 0", "nearer, farther, all of it"),
        ],
    ),
    ("Execution log", &[("↑ / ↓", "from step to step"), ("Enter", "opens a step"), ("Escape", "closes it")]),
    (
        "Todos",
        &[
            ("↑ / ↓", "from todo to todo"),
            ("Space", "done, or not"),
            ("Enter / F2", "edits"),
            ("Alt ↑ / Alt ↓", "moves it"),
            ("Delete", "deletes it, with a way back"),
        ],
    ),
];

/// The dialog named "Keys".
#[component]
pub(crate) fn KeysSheet() -> impl IntoView {
    let app = use_app();
    view! {
        <Sheet id="keys-title" name="Keys" open=app.settings.keys_open>
            {later(groups())}
        </Sheet>
    }
}

#[cfg_attr(not(test), lazy)]
async fn groups() -> AnyView {
    let app = use_app();
    let groups: Vec<_> = KEYS.map(|(name, keys)| view! { <Keys name keys /> }).into();
    view! {
        <div class="sheet-groups">
            {groups}
            <label class="field">
                "Open this list with the ? key"
                <input
                    class="check"
                    type="checkbox"
                    prop:checked=move || app.settings.keys_by_key.get()
                    on:change=move |event| app.settings.list_keys_by_key(event_target_checked(&event))
                />
            </label>
        </div>
    }
    .into_any()
}

/// The keys of one part of the page.
#[component]
fn Keys(name: &'static str, keys: &'static [(&'static str, &'static str)]) -> impl IntoView {
    let key = |key: &'static str| match key {
        "/" => view! { <span>" or "</span> }.into_any(),
        key => view! { <kbd>{key}</kbd> }.into_any(),
    };
    let row = |(keys, words): &(&'static str, &'static str)| {
        let keys: Vec<_> = keys.split(' ').map(key).collect();
        view! { <dt>{keys}</dt> <dd>{*words}</dd> }
    };
    let rows: Vec<_> = keys.iter().map(row).collect();
    view! {
        <section class="group">
            <h3>{name}</h3>
            <dl class="keys">{rows}</dl>
        </section>
    }
}

/// Whether a key belongs to a field or a dialog.
pub(crate) fn is_writing(event: &ev::KeyboardEvent) -> bool {
    let here = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let writes = "dialog, textarea, select, input:not([type=checkbox])";
    here.is_some_and(|here| here.closest(writes).is_ok_and(|field| field.is_some()))
}

/// Lists the keys when `?` is pressed where nothing is being written.
pub(crate) fn on_question_mark(app: App, event: &ev::KeyboardEvent) {
    if event.key() != "?" || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    if !is_writing(event) && app.settings.keys_by_key.get_untracked() {
        event.prevent_default();
        app.settings.keys_open.set(true);
    }
}
