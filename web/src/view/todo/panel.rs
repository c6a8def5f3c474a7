//! The panel as a whole.

use std::cell::Cell;

use leptos::prelude::*;

use super::{
    entry::new_todo,
    foot::foot,
    item::{bring, focus_box},
    lists::lists,
    menu::{panel_menu, selection},
    reminders::question,
    tools::{is_narrow, show_all, tools},
};
use crate::{
    model::format::{counted, shortened},
    model::{App, Listing},
    view::settings::export_button,
    view::ui::{El, Tone, button, el, is_ticked, link, note, panel_head},
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
    let more = move || {
        let words = move || format!("Show {} more of {}", app.todos.next_page(), app.todos.counts().0);
        link("", move |_| app.todos.draw_more()).text_by(words)
    };
    el("section", "")
        .attr("aria-labelledby", "todos-title")
        .child(
            panel_head("todos-title", "Todos")
                .when(move || total() > 0, move || toggle_all(app))
                .child(panel_menu(app)),
        )
        .children(new_todo(app))
        .slot(problem)
        .child(lost_notice(app))
        .when(tooled, move || tools(app))
        .when(none, move || el("p", "empty panel-note todo-empty").text_by(move || empty_words(app)))
        .when(move || app.todos.selecting.get(), move || selection(app))
        .when(move || !none(), move || lists(app))
        .when(move || app.todos.counts().1 > 0, more)
        .when(move || total() > 0, move || foot(app))
        .child(undo_notice(app))
        .child(question(app))
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
        .prop_by("checked", move || {
            let (done, listed) = app.todos.listed_done();
            (done == listed).into()
        })
        .on("change", move |event| app.todos.complete_all(is_ticked(&event)));
    let fewer = move || {
        let (_, listed) = app.todos.listed_done();
        if listed == app.todos.ask(dunlin::TodoStore::total) { String::new() } else { format!(" ({listed} shown)") }
    };
    el("label", "panel-note todo-all").child(tick).text("Mark all as complete").text_by(fewer)
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
    let redo = move || button("button", "Redo", move |_| focus_box(app.todos.redo()));
    let back = move || if app.todos.again.get() { redo() } else { undo() };
    let hidden = move || {
        app.todos.hidden.get().map(|todo| {
            let words = format!("“{}” was added; it is not in this view", shortened(&todo.text, 60));
            let show = button("button", "Show it", move |_| {
                app.todos.hidden.set(None);
                go_to(app, Some(todo.id.clone()));
            });
            note(Tone::Plain, &words, None, Some(show))
        })
    };
    el("div", "todo-undo")
        .attr("role", "status")
        .attr("aria-label", "Last change")
        .slot(move || app.todos.said.get().map(|said| note(Tone::Plain, &said, None, Some(back()))))
        .slot(hidden)
}

/// What was kept here and has gone from storage under the page, offered back.
fn lost_notice(app: App) -> El {
    el("div", "todo-undo").slot(move || {
        let count = app.todos.lost.with(Vec::len);
        (count > 0).then(|| {
            let words = format!("{} kept here went missing from this browser's storage", counted(count, "todo"));
            let back = button("button button-main", "Put back", move |_| app.todos.put_lost_back());
            note(Tone::Bad, &words, None, Some(back))
        })
    })
}

/// Goes to a todo, with all of them listed; or to the field for a new one.
pub(crate) fn go_to(app: App, id: Option<String>) {
    let Some(id) = id else {
        request_animation_frame(|| {
            if let Some(field) = document().query_selector(".page-side .todo-new").ok().flatten() {
                El::of(field).focus();
            }
        });
        return;
    };
    show_all(app);
    app.go(|place| place.showing(Listing::All));
    bring(Some(id.clone()));
    focus_box([id]);
}
