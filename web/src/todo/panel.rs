//! The panel as a whole.

use std::cell::Cell;

use leptos::prelude::*;

use super::{
    entry::new_todo,
    foot::foot,
    item::{focus_box, item},
    order::with_dragging,
    tools::{is_narrow, tools},
};
use crate::{
    settings::export_button,
    state::{App, Listing},
    ui::{El, Tone, button, el, is_ticked, link, note, panel_head},
};

/// The search and the choices appear once there is something to look through.
const TOOLS_FROM: usize = 4;

/// The region named "Todos".
pub(crate) fn todo_panel(app: App) -> El {
    let total = move || if app.todos.is_read() { app.todos.ask(dunlin::TodoStore::total) } else { 0 };
    let problem = move || {
        app.todos.problem.get().map(|problem| {
            let export = (problem.code == "storage.quota").then(|| export_button(app));
            el("div", "todo-undo").child(note(Tone::Bad, &problem.message, problem.hint.as_deref(), export))
        })
    };
    // They stay while there is anything: nothing moves under the pointer that deletes.
    let stay = Cell::new(false);
    let tooled = move || {
        let total = total();
        stay.set(stay.get() && total > 0 || total >= TOOLS_FROM || is_narrow(app));
        stay.get()
    };
    let none = move || app.todos.counts().0 == 0;
    let list = move || {
        let list = el("ul", "todo-list").attr("aria-label", "Todo items").attr("role", "list");
        with_dragging(list, app).each(move || app.todos.drawn(), move |id| item(app, id))
    };
    let more = move || {
        let words = move || format!("Show {} more of {}", app.todos.next_page(), app.todos.counts().0);
        link("", move |_| app.todos.draw_more()).text_by(words)
    };
    el("section", "")
        .attr("aria-labelledby", "todos-title")
        .child(panel_head("todos-title", "Todos").when(move || total() > 0, move || toggle_all(app)))
        .children(new_todo(app))
        .slot(problem)
        .when(tooled, move || tools(app))
        .when(none, move || el("p", "empty panel-note todo-empty").text_by(move || empty_words(app)))
        .when(move || !none(), list)
        .when(move || app.todos.counts().1 > 0, more)
        .when(move || total() > 0, move || foot(app))
        .child(undo_notice(app))
        .children((!app.todos.is_kept()).then(|| unkept(app)))
}

/// Where the browser lets nothing be stored: how long the todos last, and the way to keep them.
fn unkept(app: App) -> El {
    let words = "Kept only in this tab, until it is closed or reloaded.";
    el("div", "todo-undo").child(note(Tone::Warn, words, None, Some(export_button(app))))
}

/// Completes everything, or takes that back.
fn toggle_all(app: App) -> El {
    let tick = el("input", "check")
        .attr("type", "checkbox")
        .prop_by("checked", move || app.todos.ask(|todos| todos.active() == 0).into())
        .on("change", move |event| app.todos.complete_all(is_ticked(&event)));
    el("label", "panel-note todo-all").child(tick).text("Mark all as complete")
}

/// What stands in place of a list without items.
fn empty_words(app: App) -> String {
    if !app.todos.is_read() {
        return "Reading what is kept here…".to_owned();
    }
    let none = app.todos.ask(dunlin::TodoStore::total) == 0;
    let words = match app.place.with(|place| place.listing) {
        _ if none && app.todos.is_kept() => "Nothing to do yet. What you or a run adds is kept on this device.",
        _ if none => "Nothing to do yet.",
        _ if is_narrow(app) => "No todo is like that.",
        Listing::Active | Listing::All => "Everything is done.",
        Listing::Completed => "Nothing is completed yet.",
    };
    words.to_owned()
}

/// What was just done, and the way back.
fn undo_notice(app: App) -> El {
    let undo = move || button("button", "Undo", move |_| focus_box(app.todos.undo()));
    el("div", "todo-undo")
        .attr("role", "status")
        .attr("aria-label", "Last change")
        .slot(move || app.todos.said.get().map(|said| note(Tone::Plain, &said, None, Some(undo()))))
}
