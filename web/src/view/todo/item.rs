//! One todo: its box, its text, its badges, and editing in place.

use dunlin::Todo;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FocusEvent, HtmlInputElement, KeyboardEvent, Node};

use super::{
    badges::badges,
    entry::{line_field, readings},
    menu::{row_menu, select_box},
};
use crate::{
    model::App,
    view::ui::{El, Icon, button, el, icon_button, is_composing, is_ticked, key_of, soon, value_of},
};

/// A row of the list.
pub(crate) fn item(app: App, id: &str) -> El {
    let todo = app.todos.watch(id.to_owned());
    let id = StoredValue::new(id.to_owned());
    let editing = move || app.todos.editing.with(|editing| id.with_value(|id| editing.as_ref() == Some(id)));
    let done = move || todo.with(|todo| todo.completed);
    el("li", "todo").attr("data-id", &id.get_value()).class_by("todo-done", done).each(
        move || vec![if editing() { "edit" } else { "rest" }.to_owned()],
        move |state| if state == "edit" { editor(app) } else { resting(app, id, todo) },
    )
}

/// The row as it is read.
fn resting(app: App, id: StoredValue<String>, todo: RwSignal<Todo>) -> El {
    let done = move || todo.with(|todo| todo.completed);
    let text = move || todo.with(|todo| todo.text.clone());
    let edit = move || id.with_value(|id| app.todos.begin_edit(id));
    // The row may leave the list with what is done to it: the focus then goes to its neighbour.
    let act = move |act: &dyn Fn(&str)| {
        let id = id.get_value();
        let next = app.todos.neighbour(&id);
        act(&id);
        focus_box(vec![id].into_iter().chain(next));
    };
    let delete = move || act(&|id| app.todos.delete(id));
    let shift = move |down| act(&|id| app.todos.shift(id, down));
    let tick = el("input", "check")
        .attr("type", "checkbox")
        .attr("id", &id.with_value(|id| box_id(id)))
        .attr_by("aria-label", move || Some(text()))
        .attr("aria-keyshortcuts", "Enter Delete Alt+ArrowUp Alt+ArrowDown")
        .prop_by("checked", move || done().into())
        .on("change", move |event| act(&|id| app.todos.complete(id, is_ticked(&event))))
        .on("keydown", move |event| {
            let key = key_of(&event);
            match key.key().as_str() {
                "Enter" | "F2" => edit(),
                "Delete" => delete(),
                arrow @ ("ArrowUp" | "ArrowDown") => {
                    let down = arrow == "ArrowDown";
                    if key.alt_key() { shift(down) } else { step(&event, down) }
                }
                _ => return,
            }
            event.prevent_default();
        });
    let words = el("div", "todo-text").attr("dir", "auto").on("dblclick", move |_| edit()).text_by(text);
    let body = el("div", "todo-body").child(words).slot(move || [todo.with(|todo| badges(app, todo))]);
    let named = |icon, verb: &'static str, act: Box<dyn Fn()>| {
        icon_button(icon, move |_| act()).attr_by("aria-label", move || Some(format!("{verb} {}", text())))
    };
    let selecting = move || app.todos.selecting.get();
    let acts = el("div", "todo-acts").child(named(Icon::Pencil, "Edit", Box::new(edit))).child(named(
        Icon::Bin,
        "Delete",
        Box::new(delete),
    ));
    let acts = acts.child(row_menu(app, todo));
    let row = el("div", "todo-row").attr("draggable", "true");
    let boxes = el("div", "todo-boxes")
        .when(selecting, move || el("label", "check-cell").child(select_box(app, id, todo)))
        .child(el("label", "check-cell").child(tick));
    row.child(boxes).child(body).child(acts)
}

/// Moves the focus to the box of the row below or above.
fn step(event: &web_sys::Event, down: bool) {
    let here = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let row = here.and_then(|here| here.closest(".todo").ok().flatten());
    let next = row.and_then(|row| {
        let beside = if down { row.next_element_sibling() } else { row.previous_element_sibling() };
        beside.or_else(|| {
            let group = row.closest(".todo-group").ok().flatten()?;
            let group = if down { group.next_element_sibling() } else { group.previous_element_sibling() }?;
            group.query_selector(if down { ".todo" } else { ".todo:last-child" }).ok().flatten()
        })
    });
    if let Some(tick) = next.and_then(|next| next.query_selector(".check:not(.check-select)").ok().flatten()) {
        El::of(tick).focus();
    }
}

/// The row while it is changed, as the line that makes it: kept on Enter and when the focus leaves, given up on Escape.
fn editor(app: App) -> El {
    let line = app.todos.edit;
    let field = line_field(line, "todo-edit").attr("aria-label", "Edit todo");
    let list = el("input", "todo-edit-list")
        .attr("type", "text")
        .attr("aria-label", "List of the todo")
        .attr("placeholder", "No list")
        .attr("list", "todo-lists")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .prop_by("value", move || app.todos.edit_list.get().into())
        .on("input", move |event| app.todos.edit_list.set(value_of(&event)));
    let names = el("datalist", "")
        .attr("id", "todo-lists")
        .children(untrack(|| app.todos.lists()).iter().map(|name| el("option", "").attr("value", name)));
    let foot = el("div", "todo-edit-foot")
        .child(readings(line, &field))
        .child(el("label", "todo-edit-field").child(el("span", "").text("List")).child(list).child(names))
        .children(app.todos.is_by_hand().then(|| el("span", "").child(mover(app, false)).child(mover(app, true))))
        .child(button("button", "Save", move |_| leave(app, true)));
    let row = el("div", "todo-row");
    let inside = row.element().clone();
    let first = field.clone();
    // The next key already belongs to it; the caret goes to the end.
    soon(move || {
        first.focus();
        let input: &HtmlInputElement = first.unchecked();
        let end = u32::try_from(input.value().encode_utf16().count()).unwrap_or(u32::MAX);
        drop(input.set_selection_range(end, end));
    });
    row.on("keydown", move |event| {
        let key: &KeyboardEvent = key_of(&event);
        match key.key().as_str() {
            "Enter" if !is_composing(key) => leave(app, true),
            "Escape" if !is_composing(key) => leave(app, false),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    })
    .on("focusout", move |event| {
        let event: &FocusEvent = event.unchecked_ref();
        if let Some(to) = event.related_target().and_then(|target| target.dyn_into::<Node>().ok()) {
            if !inside.contains(Some(&to)) {
                app.todos.save_edit();
            }
            return;
        }
        // To nowhere: for good, or for as long as the row is being moved.
        let inside = inside.clone();
        request_animation_frame(move || {
            if !inside.contains(document().active_element().as_deref()) {
                app.todos.save_edit();
            }
        });
    })
    .child(el("span", "check-cell"))
    .child(el("div", "todo-editor").child(field).child(foot))
}

/// Moves the todo that is edited by one place: what dragging does, for a pointer that cannot drag.
fn mover(app: App, down: bool) -> El {
    let (icon, name) = if down { (Icon::Down, "Move down") } else { (Icon::Up, "Move up") };
    icon_button(icon, move |event| {
        app.todos.editing.with_untracked(|id| app.todos.shift(id.as_deref().unwrap_or_default(), down));
        if let Some(here) = event.current_target().and_then(|target| target.dyn_into().ok()) {
            let here = El::of(here);
            request_animation_frame(move || here.focus());
        }
    })
    .attr("aria-label", name)
}

/// Ends an edit by a key or a button, and goes back to the row's box.
fn leave(app: App, keep: bool) {
    let id = app.todos.editing.get_untracked();
    if keep {
        app.todos.save_edit();
    } else {
        app.todos.end_edit();
    }
    focus_box(id);
}

fn box_id(id: &str) -> String {
    format!("todo-{id}")
}

/// Moves the focus to the box of the first of these that is there once the list has been drawn again.
pub(super) fn focus_box(ids: impl IntoIterator<Item = String> + 'static) {
    request_animation_frame(move || {
        if let Some(tick) = ids.into_iter().find_map(|id| document().get_element_by_id(&box_id(&id))) {
            El::of(tick).focus();
        }
    });
}

/// Scrolls the list to a row that lies outside what is seen of it. The page stays where it is: somebody is typing.
pub(super) fn bring(id: Option<String>) {
    request_animation_frame(move || {
        let tick = id.and_then(|id| document().get_element_by_id(&box_id(&id)));
        let Some(row) = tick.and_then(|tick| tick.closest(".todo").ok().flatten()) else { return };
        let Some(list) = row.closest(".todo-lists").ok().flatten() else { return };
        let (row, frame) = (row.get_bounding_client_rect(), list.get_bounding_client_rect());
        let away = (row.bottom() - frame.bottom()).max(0.0) + (row.top() - frame.top()).min(0.0);
        list.set_scroll_top(list.scroll_top() + away as i32);
    });
}
