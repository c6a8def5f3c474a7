//! The panel as a whole.

use leptos::prelude::*;

use super::{entry::NewTodoField, foot::Foot, item::Item};
use crate::{
    state::{Listing, Problem, app},
    ui::{Tone, note},
};

/// How many rows are shown before somebody asks for more: a list of thousands stays quick.
const PAGE_ROWS: usize = 200;

/// The region named "Todos".
#[component]
pub(crate) fn TodoPanel() -> impl IntoView {
    let app = app();
    let some = Memo::new(move |_| app.todos.list.with(|list| !list.is_empty()));
    view! {
        <section aria-labelledby="todos-title">
            <div class="panel-head">
                <h2 id="todos-title">"Todos"</h2>
                <Show when=move || some.get()>
                    <ToggleAll />
                </Show>
            </div>
            <NewTodoField />
            {move || {
                app.todos
                    .problem
                    .get()
                    .map(|Problem { message, hint, .. }| {
                        view! { <div class="todo-undo">{note(Tone::Bad, &message, hint.as_deref(), ().into_any())}</div> }
                    })
            }}
            <List />
            <Show when=move || some.get()>
                <Foot />
            </Show>
            <UndoNotice />
        </section>
    }
}

/// Completes everything, or takes that back.
#[component]
fn ToggleAll() -> impl IntoView {
    let app = app();
    let all_done = Memo::new(move |_| app.todos.list.with(|list| list.iter().all(|todo| todo.completed)));
    view! {
        <label class="panel-note todo-all">
            <input
                type="checkbox"
                class="check"
                prop:checked=move || all_done.get()
                on:change=move |event| app.todos.complete_all(event_target_checked(&event))
            />
            "Mark all as complete"
        </label>
    }
}

/// The list named "Todo items".
#[component]
fn List() -> impl IntoView {
    let app = app();
    let limit = RwSignal::new(PAGE_ROWS);
    let ids = Memo::new(move |_| {
        let listing = app.place.with(|place| place.listing);
        app.todos.list.with(|list| {
            let wanted = list.iter().filter(|todo| match listing {
                Listing::All => true,
                Listing::Active => !todo.completed,
                Listing::Completed => todo.completed,
            });
            wanted.map(|todo| todo.id.clone()).collect::<Vec<_>>()
        })
    });
    let shown = move || ids.with(|ids| ids.iter().take(limit.get()).cloned().collect::<Vec<_>>());
    let more = Memo::new(move |_| ids.with(Vec::len).saturating_sub(limit.get()));
    let any_more = move || more.get() > 0;
    view! {
        <Show when=move || ids.with(|ids| !ids.is_empty()) fallback=move || view! { <EmptyList /> }>
            <ul class="todo-list" aria-label="Todo items" role="list">
                <For each=shown key=Clone::clone let:id>
                    <Item id />
                </For>
            </ul>
        </Show>
        <Show when=any_more>
            <button type="button" class="link" on:click=move |_| limit.update(|limit| *limit += PAGE_ROWS)>
                {move || format!("Show {} more of {}", more.get().min(PAGE_ROWS), ids.with(Vec::len))}
            </button>
        </Show>
    }
}

/// What stands in place of a list without items.
#[component]
fn EmptyList() -> impl IntoView {
    let app = app();
    let words = move || {
        let none = app.todos.list.with(Vec::is_empty);
        match app.place.with(|place| place.listing) {
            _ if none => "Nothing to do yet. What you or a run adds is kept on this device.",
            Listing::Active | Listing::All => "Everything is done.",
            Listing::Completed => "Nothing is completed yet.",
        }
    };
    view! { <p class="empty panel-note todo-empty">{words}</p> }
}

/// What was just done, and the way back.
#[component]
fn UndoNotice() -> impl IntoView {
    let app = app();
    view! {
        <div class="todo-undo" role="status" aria-label="Last change">
            {move || {
                app.todos
                    .said
                    .get()
                    .map(|said| {
                        let undo = view! {
                            <button type="button" class="button" on:click=move |_| app.todos.undo()>
                                "Undo"
                            </button>
                        };
                        note(Tone::Plain, &said, None, undo.into_any())
                    })
            }}
        </div>
    }
}
