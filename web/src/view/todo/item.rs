//! One todo: its box, its text, its badges, and editing in place.

use dunlin::Todo;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, Node};

use super::{
    badges::Badges,
    entry::{LongLineField, Readings},
    menu::{RowMenu, SelectBox},
};
use crate::{
    model::{App, use_app},
    platform,
    view::ui::{Icon, IconButton, is_composing},
};

/// A row of the list.
#[component]
pub(crate) fn TodoItem(id: String) -> impl IntoView {
    let app = use_app();
    let todo = app.todos.watch(id.clone());
    let id = StoredValue::new(id);
    let is_edited =
        Memo::new(move |_| app.todos.editing.with(|editing| id.with_value(|id| editing.as_ref() == Some(id))));
    view! {
        <li class="todo" data-id=id.get_value() class:todo-done=move || todo.with(|todo| todo.completed)>
            <Show when=move || is_edited.get() fallback=move || view! { <Resting id todo /> }>
                <Editor />
            </Show>
        </li>
    }
}

/// The row as it is read.
#[component]
fn Resting(id: StoredValue<String>, todo: Memo<Todo>) -> impl IntoView {
    let app = use_app();
    let text = Signal::derive(move || todo.with(|todo| todo.text.clone()));
    let edit = move || id.with_value(|id| app.todos.begin_edit(id));
    // The row may leave the list with what is done to it: the focus then goes to its neighbour.
    let act = move |act: &dyn Fn(&str)| {
        let id = id.get_value();
        let next = app.todos.neighbour(&id);
        act(&id);
        focus_box(vec![id].into_iter().chain(next));
    };
    let delete = move || act(&|id| app.todos.delete(id));
    let on_key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Enter" | "F2" => edit(),
            "Delete" => delete(),
            arrow @ ("ArrowUp" | "ArrowDown") => {
                let down = arrow == "ArrowDown";
                if event.alt_key() { act(&|id| app.todos.shift(id, down)) } else { step(&event, down) }
            }
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <div class="todo-row" draggable="true">
            <div class="todo-boxes">
                <Show when=move || app.todos.selecting.get()>
                    <label class="check-cell"><SelectBox id todo /></label>
                </Show>
                <label class="check-cell">
                    <input
                        class="check"
                        type="checkbox"
                        id=id.with_value(|id| box_id(id))
                        aria-label=text
                        aria-keyshortcuts="Enter Delete Alt+ArrowUp Alt+ArrowDown"
                        prop:checked=move || todo.with(|todo| todo.completed)
                        on:change=move |event| act(&|id| app.todos.complete(id, event_target_checked(&event)))
                        on:keydown=on_key
                    />
                </label>
            </div>
            <div class="todo-body">
                <div class="todo-text" dir="auto" on:dblclick=move |_| edit()>{text}</div>
                {move || todo.with(|todo| view! { <Badges todo=todo.clone() /> })}
            </div>
            <div class="todo-acts">
                <IconButton icon=Icon::Pencil label=Signal::derive(move || format!("Edit {}", text.get())) on:click=move |_| edit() />
                <IconButton icon=Icon::Bin label=Signal::derive(move || format!("Delete {}", text.get())) on:click=move |_| delete() />
                <RowMenu todo />
            </div>
        </div>
    }
}

/// Moves the focus to the box of the row below or above.
fn step(event: &ev::KeyboardEvent, down: bool) {
    let here = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let row = here.and_then(|here| here.closest(".todo").ok().flatten());
    let next = row.and_then(|row| {
        let beside = if down { row.next_element_sibling() } else { row.previous_element_sibling() };
        beside.or_else(|| {
            let group = row.closest(".todo-group").ok().flatten()?;
            let group = if down { group.next_element_sibling() } else { group.previous_element_sibling() }?;
            group.query_selector(if down { ".todo" } else { ".todo:last-child" }).ok().flatten()
        })
    });
    let tick = next.and_then(|next| next.query_selector(".check:not(.check-select)").ok().flatten());
    if let Some(tick) = tick.and_then(|tick| tick.dyn_into::<HtmlElement>().ok()) {
        drop(tick.focus());
    }
}

/// The row while it is changed, as the line that makes it: kept on Enter and when the focus leaves, given up on Escape.
#[component]
fn Editor() -> impl IntoView {
    let app = use_app();
    let line = app.todos.edit;
    let (row, field) = (NodeRef::<html::Div>::new(), NodeRef::<html::Textarea>::new());
    // The next key already belongs to it; the caret goes to the end.
    Effect::new(move || {
        if let Some(field) = field.get() {
            drop(field.focus());
            let end = u32::try_from(field.value().encode_utf16().count()).unwrap_or(u32::MAX);
            drop(field.set_selection_range(end, end));
        }
    });
    let on_key = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "Enter" if !is_composing(&event) => leave(app, true),
            "Escape" if !is_composing(&event) => leave(app, false),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let is_inside = move |node: Option<&Node>| row.get_untracked().is_some_and(|row| row.contains(node));
    let on_focus_out = move |event: ev::FocusEvent| {
        if let Some(to) = event.related_target().and_then(|target| target.dyn_into::<Node>().ok()) {
            if !is_inside(Some(&to)) {
                app.todos.save_edit();
            }
            return;
        }
        // To nowhere: for good, or for as long as the row is being moved.
        request_animation_frame(move || {
            if row.try_get_untracked().is_some() && !is_inside(document().active_element().as_deref()) {
                app.todos.save_edit();
            }
        });
    };
    let lists: Vec<_> =
        untrack(|| app.todos.lists()).into_iter().map(|name| view! { <option value=name></option> }).collect();
    let movers = app.todos.is_by_hand().then(|| {
        view! {
            <span>
                <Mover down=false />
                <Mover down=true />
            </span>
        }
    });
    view! {
        <div class="todo-row" node_ref=row on:keydown=on_key on:focusout=on_focus_out>
            <span class="check-cell"></span>
            <div class="todo-editor">
                <LongLineField line node_ref=field />
                <div class="todo-edit-foot">
                    <Readings line focus=Callback::new(move |()| drop(field.get_untracked().map(|field| field.focus()))) />
                    <label class="todo-edit-field">
                        <span>"List"</span>
                        <input
                            class="todo-edit-list"
                            type="text"
                            aria-label="List of the todo"
                            placeholder="No list"
                            list="todo-lists"
                            dir="auto"
                            autocomplete="off"
                            prop:value=move || app.todos.edit_list.get()
                            on:input=move |event| app.todos.edit_list.set(event_target_value(&event))
                        />
                        <datalist id="todo-lists">{lists}</datalist>
                    </label>
                    {movers}
                    <button type="button" class="button" on:click=move |_| leave(app, true)>"Save"</button>
                </div>
            </div>
        </div>
    }
}

/// Moves the todo that is edited by one place: what dragging does, for a pointer that cannot drag.
#[component]
fn Mover(down: bool) -> impl IntoView {
    let app = use_app();
    let (icon, label) = if down { (Icon::Down, "Move down") } else { (Icon::Up, "Move up") };
    let shift = move |event: ev::MouseEvent| {
        app.todos.editing.with_untracked(|id| app.todos.shift(id.as_deref().unwrap_or_default(), down));
        if let Some(here) = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok()) {
            request_animation_frame(move || drop(here.focus()));
        }
    };
    view! { <IconButton icon label on:click=shift /> }
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

/// Moves the focus to the box of the first of these that is there once the list has been drawn again, unless somebody has
/// gone on to another field or button by then: keys that are pressed before the next frame belong there.
pub(super) fn focus_box(ids: impl IntoIterator<Item = String> + 'static) {
    let before = document().active_element();
    request_animation_frame(move || {
        let now = document().active_element();
        if now != before && now.is_some_and(|now| now.matches("input, textarea, select, button, a").unwrap_or(false)) {
            return;
        }
        if let Some(id) = ids.into_iter().map(|id| box_id(&id)).find(|id| document().get_element_by_id(id).is_some()) {
            platform::focus(&format!("[id=\"{id}\"]"));
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
