//! Under the list: how many are left, which are shown, and clearing.

use leptos::prelude::*;

use crate::model::{Listing, format::counted, use_app};

/// Counter, filters and "Clear completed".
#[component]
pub(crate) fn TodoFoot() -> impl IntoView {
    let app = use_app();
    let left = move || format!("{} left", counted(app.todos.ask(dunlin::TodoStore::active), "todo"));
    let any_done = Memo::new(move |_| app.todos.listed_done().0 > 0);
    let filters = Listing::EVERY.map(|listing| {
        let current = move || app.place.with(|place| place.listing == listing).then_some("true");
        view! {
            <a class="filter" href=move || app.place.with(|place| place.showing(listing).to_string()) aria-current=current>
                {listing.name()}
            </a>
        }
    });
    view! {
        <div class="todo-foot">
            <span class="todo-count">{left}</span>
            <nav class="filters" aria-label="Filter">{filters.into_iter().collect::<Vec<_>>()}</nav>
            <Show when=move || any_done.get()>
                <button type="button" class="button button-bare" on:click=move |_| app.todos.clear_completed()>
                    "Clear completed"
                </button>
            </Show>
        </div>
    }
}
