//! The order that is made by hand: rows dragged with a pointer. The keys for it are a row's own (`item.rs`).

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use crate::model::App;

/// How a row is marked that another one would come before or after.
const MARK: &str = "data-drop";

/// A row is taken hold of.
pub(super) fn begin(app: App, event: &ev::DragEvent) {
    let Some((_, id)) = row_of(event).filter(|_| app.todos.is_by_hand()) else { return event.prevent_default() };
    if let Some(data) = event.data_transfer() {
        // Some browsers drag nothing without it.
        drop(data.set_data("text/plain", ""));
        data.set_effect_allowed("move");
    }
    app.todos.dragged.set_value(Some(id));
}

/// It is held over another row.
pub(super) fn over(app: App, event: &ev::DragEvent) {
    // Anything else that is dragged over the list is not ours.
    let Some((row, _)) = row_of(event).filter(|_| app.todos.dragged.with_value(Option::is_some)) else { return };
    event.prevent_default();
    unmark(event);
    let mark = if is_lower_half(event, &row) { "after" } else { "before" };
    drop(row.set_attribute(MARK, mark));
}

/// It is put down beside another row.
pub(super) fn put_down(app: App, event: &ev::DragEvent) {
    let (Some((row, beside)), Some(id)) = (row_of(event), app.todos.dragged.get_value()) else { return };
    event.prevent_default();
    app.todos.place(&id, &beside, is_lower_half(event, &row));
    end(app, event);
}

/// Nothing is held any more.
pub(super) fn end(app: App, event: &ev::DragEvent) {
    app.todos.dragged.set_value(None);
    unmark(event);
}

/// Takes the mark off the row that has it.
pub(super) fn unmark(event: &ev::DragEvent) {
    let list = event.current_target().and_then(|list| list.dyn_into::<Element>().ok());
    let marked = list.and_then(|list| list.query_selector("[data-drop]").ok().flatten());
    if let Some(marked) = marked {
        drop(marked.remove_attribute(MARK));
    }
}

/// The row that an event happened in, and its todo.
fn row_of(event: &ev::DragEvent) -> Option<(Element, String)> {
    let row = event.target()?.dyn_into::<Element>().ok()?.closest(".todo").ok()??;
    let id = row.get_attribute("data-id")?;
    Some((row, id))
}

fn is_lower_half(event: &ev::DragEvent, row: &Element) -> bool {
    let frame = row.get_bounding_client_rect();
    f64::from(event.client_y()) > frame.top() + frame.height() / 2.0
}
