//! Under the list: how many are left, which are shown, and clearing.

use leptos::prelude::*;

use crate::{
    model::format::counted,
    model::{App, Listing},
    view::ui::{El, button, el},
};

/// Counter, filters and "Clear completed".
pub(crate) fn foot(app: App) -> El {
    let left = move || format!("{} left", counted(app.todos.ask(dunlin::TodoStore::active), "item"));
    let any_done = move || app.todos.listed_done().0 > 0;
    let filter = |listing: Listing| {
        let address = move || Some(app.place.with(|place| place.showing(listing).to_string()));
        let current = move || app.place.with(|place| place.listing == listing).then(|| "true".to_owned());
        el("a", "filter").attr_by("href", address).attr_by("aria-current", current).text(listing.name())
    };
    let clear = move || button("button button-bare", "Clear completed", move |_| app.todos.clear_completed());
    el("div", "todo-foot")
        .child(el("span", "todo-count").text_by(left))
        .child(el("nav", "filters").attr("aria-label", "Filter").children(Listing::EVERY.into_iter().map(filter)))
        .when(any_done, clear)
}
