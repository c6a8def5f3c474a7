//! The order that is made by hand: rows dragged with a pointer. The keys for it are a row's own (`item.rs`).

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Element, Event};

use crate::{model::App, view::ui::El};

/// How a row is marked that another one would come before or after.
const MARK: &str = "data-drop";

/// With rows that can be dragged: the list answers for all of them.
pub(super) fn with_dragging(list: El, app: App) -> El {
    let dragged = app.todos.dragged;
    let end = move |event: Event| {
        dragged.set_value(None);
        unmark(&event);
    };
    list.on("dragstart", move |event| {
        let Some((_, id)) = row_of(&event).filter(|_| app.todos.is_by_hand()) else { return event.prevent_default() };
        let drag: &DragEvent = event.unchecked_ref();
        if let Some(data) = drag.data_transfer() {
            // Some browsers drag nothing without it.
            drop(data.set_data("text/plain", ""));
            data.set_effect_allowed("move");
        }
        dragged.set_value(Some(id));
    })
    .on("dragover", move |event| {
        // Anything else that is dragged over the list is not ours.
        let Some((row, _)) = row_of(&event).filter(|_| dragged.with_value(Option::is_some)) else { return };
        event.prevent_default();
        unmark(&event);
        let mark = if is_lower_half(&event, &row) { "after" } else { "before" };
        drop(row.set_attribute(MARK, mark));
    })
    .on("drop", move |event| {
        let (Some((row, beside)), Some(id)) = (row_of(&event), dragged.get_value()) else { return };
        event.prevent_default();
        app.todos.place(&id, &beside, is_lower_half(&event, &row));
        end(event);
    })
    .on("dragleave", |event| unmark(&event))
    .on("dragend", end)
}

/// The row that an event happened in, and its todo.
fn row_of(event: &Event) -> Option<(Element, String)> {
    let row = event.target()?.dyn_into::<Element>().ok()?.closest(".todo").ok()??;
    let id = row.get_attribute("data-id")?;
    Some((row, id))
}

fn is_lower_half(event: &Event, row: &Element) -> bool {
    let drag: &DragEvent = event.unchecked_ref();
    let frame = row.get_bounding_client_rect();
    f64::from(drag.client_y()) > frame.top() + frame.height() / 2.0
}

fn unmark(event: &Event) {
    let list = event.current_target().and_then(|list| list.dyn_into::<Element>().ok());
    let marked = list.and_then(|list| list.query_selector("[data-drop]").ok().flatten());
    if let Some(marked) = marked {
        drop(marked.remove_attribute(MARK));
    }
}
