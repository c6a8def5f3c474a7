//! The todos in groups, each a list of its own: "Todo items: today" and so on, "Todo items" where there is one.

use leptos::prelude::*;

use super::{item::TodoItem, order};
use crate::{
    model::{Group, use_app},
    platform,
    view::ui::{Glyph, Icon},
};

/// With so many todos there is a way past them: each is several presses of Tab.
const SKIPPED_FROM: usize = 4;
/// What comes after them.
const PAST: &str = ".todo-lists ~ button, .todo-lists ~ .todo-foot a";

/// All groups that have something in them. Whoever goes by keys can pass over them.
#[component]
pub(super) fn TodoLists() -> impl IntoView {
    let app = use_app();
    view! {
        <Show when=move || { app.todos.counts().0 >= SKIPPED_FROM }>
            <button type="button" class="button skip" on:click=|_| platform::focus(PAST)>"Skip the todos"</button>
        </Show>
        <div class="todo-lists" style=("--todos", move || app.todos.counts().0.to_string())>
            <For each=move || app.todos.groups() key=|group| *group let:group>
                <TodoGroup group />
            </For>
        </div>
    }
}

/// One group: its heading, where it has one, and its list.
#[component]
fn TodoGroup(group: Option<Group>) -> impl IntoView {
    let app = use_app();
    let several = Memo::new(move |_| app.todos.groups().len() > 1);
    let name = group.map_or("", Group::name);
    let lower = name.to_lowercase();
    let label =
        Signal::derive(move || if several.get() { format!("Todo items: {lower}") } else { "Todo items".to_owned() });
    // How many there are of a single one stands below it.
    let is_counted = move || several.get() || group == Some(Group::Completed);
    let words = Signal::derive(move || match app.todos.open_of(group) {
        open if open > 0 && is_counted() => format!("{name} {open}"),
        _ => name.to_owned(),
    });
    // Those without a date need no heading where there are no others.
    let is_headed = move || group.is_some_and(|group| group != Group::NoDate || several.get());
    let is_open = Memo::new(move |_| group != Some(Group::Completed) || app.todos.is_done_open());
    let head = move || {
        if group == Some(Group::Completed) {
            return view! { <Fold words /> }.into_any();
        }
        view! { <h3 class="todo-head" class:todo-late=group == Some(Group::Overdue)>{words}</h3> }.into_any()
    };
    view! {
        <div class="todo-group">
            <Show when=is_headed>{head()}</Show>
            <Show when=move || is_open.get()>
                <ul
                    class="todo-list"
                    aria-label=label
                    role="list"
                    on:dragstart=move |event| order::begin(app, &event)
                    on:dragover=move |event| order::over(app, &event)
                    on:drop=move |event| order::put_down(app, &event)
                    on:dragleave=move |event| order::unmark(&event)
                    on:dragend=move |event| order::end(app, &event)
                >
                    <For each=move || app.todos.drawn_of(group) key=String::clone let:id>
                        <TodoItem id />
                    </For>
                </ul>
            </Show>
        </div>
    }
}

/// The heading of what is completed, which folds it away.
#[component]
fn Fold(words: Signal<String>) -> impl IntoView {
    let app = use_app();
    view! {
        <h3 class="todo-head">
            <button
                type="button"
                class="todo-fold"
                aria-expanded=move || app.todos.is_done_open().to_string()
                on:click=move |_| app.todos.fold_done(app.todos.is_done_open_now())
            >
                <Glyph icon=Icon::Chevron />
                <span>{words}</span>
            </button>
        </h3>
    }
}
