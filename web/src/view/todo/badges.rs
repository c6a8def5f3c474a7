//! The small print of a todo: when, how urgent, where it belongs. What can be filtered by is a link to it; where it came from
//! is in its menu.

use dunlin::Todo;
use leptos::prelude::*;

use crate::{
    model::{App, Route},
    view::ui::{El, Icon, el, glyph},
};

/// The badges, in reading order; empty when there is nothing to say.
pub(crate) fn badges(app: App, todo: &Todo) -> El {
    let due = todo.due.as_ref().map(|due| {
        let (due, open) = (StoredValue::new(due.as_str().to_owned()), !todo.completed);
        let late = Memo::new(move |_| open && dunlin::is_overdue(&due.get_value(), &app.todos.clock()));
        let words = move || {
            let word = if late.get() { "overdue" } else { "due" };
            format!("{word} {}", dunlin::describe_due(&due.get_value(), &app.todos.clock()))
        };
        el("span", "")
            .class_by("badge-late", move || late.get())
            .when(move || late.get(), || glyph(Icon::Clock))
            .text_by(words)
    });
    let priority =
        todo.priority.map(|priority| el("span", &format!("badge-{priority}")).text(&format!("priority {priority}")));
    let recurrence = todo
        .recurrence
        .as_deref()
        .map(|rule| el("span", "").text(&dunlin::describe_recurrence(rule).unwrap_or_else(|_| rule.to_owned())));
    let list = todo.list.as_deref().map(|list| only(app, "list", list, list));
    let tags = todo.tags.iter().map(|tag| only(app, "tag", tag, &format!("#{tag}")));
    el("div", "todo-badges").children(due).children(priority).children(recurrence).children(list).children(tags)
}

/// A link to the step of a run, `run:step`, or to the run.
pub(super) fn by_run(app: App, key: &str, words: &str) -> El {
    let (run, step) = key.split_once(':').unwrap_or((key, ""));
    let (run, step) = (run.to_owned(), step.parse().ok());
    let there = move |place: &Route| place.at_run(Some(run.clone())).at_step(step).to_string();
    el("a", "").attr_by("href", move || Some(app.place.with(&there))).text(words)
}

/// A link to all todos that share this.
fn only(app: App, key: &'static str, value: &str, words: &str) -> El {
    let value = value.to_owned();
    let address = move || Some(app.place.with(|place| place.narrowed(place.narrow.with(key, &value))).to_string());
    el("a", "badge").attr_by("href", address).child(el("bdi", "").text(words))
}
