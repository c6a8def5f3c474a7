//! The small print of a todo: when, how urgent, where it belongs, where it came from. What can be filtered by is a link to it.

use dunlin::Todo;
use leptos::prelude::*;

use crate::{
    state::{App, Route},
    ui::{El, Icon, el, glyph},
};

/// The badges, in reading order; empty when there is nothing to say.
pub(crate) fn badges(app: App, todo: &Todo) -> El {
    let now = app.todos.now();
    let due = todo.due.as_ref().map(|due| {
        let late = !todo.completed && dunlin::is_overdue(due.as_str(), &now);
        let (class, word) = if late { ("badge-late", "overdue") } else { ("", "due") };
        let words = format!("{word} {}", dunlin::describe_due(due.as_str(), &now));
        el("span", class).children(late.then(|| glyph(Icon::Clock))).text(&words)
    });
    let priority =
        todo.priority.map(|priority| el("span", &format!("badge-{priority}")).text(&format!("priority {priority}")));
    let recurrence = todo
        .recurrence
        .as_deref()
        .map(|rule| el("span", "").text(&dunlin::describe_recurrence(rule).unwrap_or_else(|_| rule.to_owned())));
    let list = todo.list.as_deref().map(|list| only(app, "list", list, list));
    let tags = todo.tags.iter().map(|tag| only(app, "tag", tag, &format!("#{tag}")));
    let origin = todo.created_by.as_ref().map(|key| by_run(app, key, "added by a run"));
    // Behind the first parts of the program, which bring the list itself.
    let changed = if app.whole.get() { app.todos.changed_by(&todo.id) } else { None };
    let changed = changed.filter(|(key, _)| todo.created_by.as_ref() != Some(key)).map(|(key, completed)| {
        by_run(app, &key, if completed && todo.completed { "completed by a run" } else { "changed by a run" })
    });
    el("div", "todo-badges")
        .children(due)
        .children(priority)
        .children(recurrence)
        .children(list)
        .children(tags)
        .children(origin)
        .children(changed)
}

/// A link to the step of a run, `run:step`, or to the run.
fn by_run(app: App, key: &str, words: &str) -> El {
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
