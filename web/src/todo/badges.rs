//! The small print of a todo: when, how urgent, where it belongs, where it came from. What can be filtered by is a link to it.

use dunlin::Todo;
use leptos::prelude::*;

use crate::{
    platform,
    state::{App, Route},
    ui::{El, el},
};

/// The badges, in reading order; empty when there is nothing to say.
pub(crate) fn badges(app: App, todo: &Todo) -> El {
    let due = todo.due.as_ref().map(|due| {
        let today = platform::today();
        let late = !todo.completed && due.date() < today.as_str();
        let day = match due.date() {
            date if date == today => "today",
            date if date == platform::tomorrow() => "tomorrow",
            date => date,
        };
        let time = due.time().map(|time| format!(" {time}")).unwrap_or_default();
        let (class, word) = if late { ("badge-late", "overdue") } else { ("", "due") };
        el("span", class).text(&format!("{word} {day}{time}"))
    });
    let priority =
        todo.priority.map(|priority| el("span", &format!("badge-{priority}")).text(&format!("priority {priority}")));
    let recurrence = todo.recurrence.as_deref().map(|rule| el("span", "").text(&repeats(rule)));
    let list = todo.list.as_deref().map(|list| only(app, "list", list, list));
    let tags = todo.tags.iter().map(|tag| only(app, "tag", tag, &format!("#{tag}")));
    let origin = todo.created_by.as_ref().and_then(|key| key.split_once(':')).map(|(run, step)| {
        let route = Route { run: Some(run.to_owned()), step: step.parse().ok(), ..Route::default() };
        el("a", "").attr("href", &route.to_string()).text("added by a run")
    });
    el("div", "todo-badges")
        .children(due)
        .children(priority)
        .children(recurrence)
        .children(list)
        .children(tags)
        .children(origin)
}

/// A link to all todos that share this.
fn only(app: App, key: &'static str, value: &str, words: &str) -> El {
    let value = value.to_owned();
    let address = move || Some(app.place.with(|place| place.narrowed(place.narrow.with(key, &value))).to_string());
    el("a", "badge").attr_by("href", address).child(el("bdi", "").text(words))
}

/// A recurrence rule in words where it is a plain one, else as it is.
fn repeats(rule: &str) -> String {
    let word = match rule.trim_start_matches("RRULE:") {
        "FREQ=DAILY" => "day",
        "FREQ=WEEKLY" => "week",
        "FREQ=MONTHLY" => "month",
        "FREQ=YEARLY" => "year",
        _ => return rule.to_owned(),
    };
    format!("every {word}")
}
