//! The field for a new todo, and how a line is read.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event, HtmlInputElement};

use super::item::bring;
use crate::{
    model::{App, Line},
    view::ui::{El, chip, el, is_composing, key_of, value_of},
};

/// The field named "New todo", and what its line says.
pub(crate) fn new_todo(app: App) -> [El; 2] {
    let line = app.todos.draft;
    let field = line_field(line, "todo-new")
        .attr("aria-label", "New todo")
        .attr("placeholder", "Call Ann tomorrow p1 #home")
        .on("input", move |_| {
            if app.todos.problem.with_untracked(Option::is_some) {
                app.todos.problem.set(None);
            }
        })
        .on("paste", move |event| paste(app, &event))
        .on("keydown", move |event| {
            let key = key_of(&event);
            if key.key() == "Enter" && !is_composing(key) {
                event.prevent_default();
                bring(app.todos.add_draft());
            }
        });
    let below = readings(line, &field);
    [field, below]
}

/// Several lines that are pasted are several todos, with what was typed already as part of the first or the last.
fn paste(app: App, event: &Event) {
    let event: &ClipboardEvent = event.unchecked_ref();
    let pasted = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
    let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(field) = field.filter(|_| pasted.trim().contains('\n')) else { return };
    event.prevent_default();
    let typed: Vec<u16> = field.value().encode_utf16().collect();
    let end = typed.len();
    let place = |at: Result<Option<u32>, _>| at.ok().flatten().map_or(end, |at| end.min(at as usize));
    let (from, to) = (place(field.selection_start()), place(field.selection_end()));
    let part = |from: usize, to: usize| String::from_utf16_lossy(typed.get(from..to).unwrap_or_default());
    bring(app.todos.add_lines(&[part(0, from), pasted, part(to, end)].concat()));
}

/// A field for a line of quick add.
pub(super) fn line_field(line: Line, class: &str) -> El {
    el("input", class)
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .attr("enterkeyhint", "done")
        .prop_by("value", move || line.text.get().into())
        .on("input", move |event| line.type_in(value_of(&event)))
}

/// What the line says beyond its text; each reading can be taken back.
pub(super) fn readings(line: Line, field: &El) -> El {
    let field = field.clone();
    el("div", "chips todo-reading").slot(move || {
        let made = |reading: dunlin::QuickAddSpan| {
            let field = field.clone();
            let off = Box::new(move |_| {
                // The button goes with its reading, and the line goes on.
                field.focus();
                line.dismiss(reading.span);
            });
            chip(reading.kind, &reading.label, Some(off))
        };
        line.readings().into_iter().map(made).collect::<Vec<_>>()
    })
}
