//! The small print of a todo: when, how urgent, where it belongs, where it came from.

use dunlin::Todo;
use leptos::prelude::*;

use crate::{platform, state::Route};

/// The badges, in reading order; empty when there is nothing to say.
pub(crate) fn badges(todo: &Todo) -> AnyView {
    let due = todo.due.as_ref().map(|due| {
        let today = platform::today();
        let late = !todo.completed && due.date() < today.as_str();
        let day = match due.date() {
            date if date == today => "today",
            date if date == platform::tomorrow() => "tomorrow",
            date => date,
        };
        let time = due.time().map(|time| format!(" {time}")).unwrap_or_default();
        let words = if late { format!("overdue {day}{time}") } else { format!("due {day}{time}") };
        view! { <span class:badge-late=late>{words}</span> }
    });
    let priority = todo.priority.map(|priority| {
        view! { <span class=format!("badge-{priority}")>{format!("priority {priority}")}</span> }
    });
    let recurrence = todo.recurrence.as_ref().map(|rule| view! { <span>{repeats(rule)}</span> });
    let list = todo.list.clone().map(|list| view! { <bdi>{list}</bdi> });
    let tags: Vec<_> = todo.tags.iter().map(|tag| view! { <bdi>{format!("#{tag}")}</bdi> }).collect();
    let origin = todo.created_by.as_ref().and_then(|key| key.split_once(':')).map(|(run, step)| {
        let route = Route { run: Some(run.to_owned()), step: step.parse().ok(), ..Route::default() };
        view! { <a href=route.to_string()>"added by a run"</a> }
    });
    view! { <div class="todo-badges">{due}{priority}{recurrence}{list}{tags}{origin}</div> }.into_any()
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
