//! The small print of a todo: when, how urgent, where it belongs. What can be filtered by is a link to it; where it came from
//! is in its menu.

use dunlin::Todo;
use leptos::prelude::*;

use crate::{
    model::{Route, Tab, use_app},
    view::ui::{Glyph, Icon},
};

/// The badges, in reading order; empty when there is nothing to say.
#[component]
pub(crate) fn Badges(todo: Todo) -> impl IntoView {
    let open = !todo.completed;
    let due = todo.due.map(|due| view! { <DueBadge due=due.as_str().to_owned() open /> });
    let priority = todo.priority.map(|priority| {
        view! { <span class=format!("badge-{priority}")>{format!("priority {priority}")}</span> }
    });
    let recurrence = todo.recurrence.map(|rule| {
        let words = dunlin::describe_recurrence(&rule).unwrap_or(rule);
        view! { <span>{words}</span> }
    });
    let list = todo.list.map(|list| view! { <Only key="list" words=list.clone() value=list /> });
    let tags: Vec<_> =
        todo.tags.into_iter().map(|tag| view! { <Only key="tag" words=format!("#{tag}") value=tag /> }).collect();
    view! { <div class="todo-badges">{due} {priority} {recurrence} {list} {tags}</div> }
}

/// When it is due, told by the clock.
#[component]
fn DueBadge(due: String, open: bool) -> impl IntoView {
    let app = use_app();
    let due = StoredValue::new(due);
    let late = Memo::new(move |_| open && due.with_value(|due| dunlin::is_overdue(due, &app.todos.clock())));
    let words = move || {
        let word = if late.get() { "overdue" } else { "due" };
        due.with_value(|due| format!("{word} {}", dunlin::describe_due(due, &app.todos.clock())))
    };
    view! {
        <span class:badge-late=move || late.get()>
            <Show when=move || late.get()>
                <Glyph icon=Icon::Clock />
            </Show>
            {words}
        </span>
    }
}

/// A link to the step of a run, `run:step`, or to the run.
#[component]
pub(super) fn ByRun(key: String, words: &'static str) -> impl IntoView {
    let app = use_app();
    let (run, step) = key.split_once(':').unwrap_or((&key, ""));
    let (run, step) = (run.to_owned(), step.parse().ok());
    let there = move |place: &Route| place.at_run(Some(run.clone())).at_step(step).to_string();
    view! { <a href=move || app.place.with(&there) on:click=move |_| app.tab.set(Tab::Ask)>{words}</a> }
}

/// A link to all todos that share this.
#[component]
fn Only(key: &'static str, value: String, words: String) -> impl IntoView {
    let app = use_app();
    let address = move || app.place.with(|place| place.narrowed(place.narrow.with(key, &value))).to_string();
    view! { <a class="badge" href=address><bdi>{words}</bdi></a> }
}
