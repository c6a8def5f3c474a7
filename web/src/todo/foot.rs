//! Under the list: how many are left, which are shown, and clearing.

use leptos::prelude::*;

use crate::{
    state::{Listing, app},
    ui::format::counted,
};

/// Counter, filters and "Clear completed".
#[component]
pub(crate) fn Foot() -> impl IntoView {
    let app = app();
    let left = Memo::new(move |_| app.todos.list.with(|list| list.iter().filter(|todo| !todo.completed).count()));
    let any_done = Memo::new(move |_| app.todos.list.with(|list| list.iter().any(|todo| todo.completed)));
    let filters: Vec<_> = Listing::EVERY
        .into_iter()
        .map(|listing| {
            let address = move || app.place.with(|place| place.showing(listing).to_string());
            let current = move || app.place.with(|place| place.listing == listing).then_some("true");
            view! {
                <a class="filter" href=address aria-current=current>
                    {listing.name()}
                </a>
            }
        })
        .collect();
    view! {
        <div class="todo-foot">
            <span class="todo-count">{move || format!("{} left", counted(left.get(), "item"))}</span>
            <nav class="filters" aria-label="Filter">
                {filters}
            </nav>
            <Show when=move || any_done.get()>
                <button type="button" class="button button-bare" on:click=move |_| app.todos.clear_completed()>
                    "Clear completed"
                </button>
            </Show>
        </div>
    }
}
