//! The list of the keys: the dialog named "Keys", which `?` opens.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::sheet::sheet;
use crate::{
    model::App,
    view::ui::{El, el, is_ticked},
};

/// Where they work, and what each does: the keys of a row are held together, `/` stands between those that do the same.
const KEYS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Anywhere",
        &[
            ("Ctrl K / ⌘ K", "to the goal; there again, all commands"),
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
pub(crate) fn keys_sheet(app: App) -> El {
    let fill = move || {
        let by_key = el("input", "check")
            .attr("type", "checkbox")
            .prop_by("checked", move || app.settings.keys_by_key.get().into())
            .on("change", move |event| app.settings.list_keys_by_key(is_ticked(&event)));
        let by_key = el("label", "field").text("Open this list with the ? key").child(by_key);
        el("div", "sheet-groups").children(KEYS.into_iter().map(group)).child(by_key)
    };
    sheet("keys-title", "Keys", app.settings.keys_open, fill, || {})
}

fn group((name, keys): (&str, &[(&str, &str)])) -> El {
    let row = |list: El, (keys, words): &(&str, &str)| {
        let key = |key: &str| if key == "/" { el("span", "").text(" or ") } else { el("kbd", "").text(key) };
        let keys = el("dt", "").children(keys.split(' ').map(key));
        list.child(keys).child(el("dd", "").text(words))
    };
    let list = keys.iter().fold(el("dl", "keys"), row);
    el("section", "group").child(el("h3", "").text(name)).child(list)
}

/// Whether a key belongs to a field or a dialog.
pub(crate) fn is_writing(event: &web_sys::Event) -> bool {
    let here = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let writes = "dialog, textarea, select, input:not([type=checkbox])";
    here.is_some_and(|here| here.closest(writes).is_ok_and(|field| field.is_some()))
}

/// Lists the keys when `?` is pressed where nothing is being written.
pub(crate) fn on_question_mark(app: App, event: &web_sys::KeyboardEvent) {
    if event.key() != "?" || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    if !is_writing(event) && app.settings.keys_by_key.get_untracked() {
        event.prevent_default();
        app.settings.keys_open.set(true);
    }
}
