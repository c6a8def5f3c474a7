//! One todo: its box, its text, its badges, and editing in place.

use leptos::{ev::KeyboardEvent, html::Input, prelude::*};
use wasm_bindgen::JsCast;

use super::badges::badges;
use crate::{
    state::{App, app},
    ui::{Icon, glyph},
};

/// A row of the list.
#[component]
pub(crate) fn Item(id: String) -> impl IntoView {
    let app = app();
    let id = StoredValue::new(id);
    let editing = Memo::new(move |_| app.todos.editing.with(|editing| *editing == Some(id.get_value())));
    let done = Memo::new(move |_| app.todos.read(&id.get_value(), |todo| todo.completed).unwrap_or_default());
    view! {
        <li class="todo" class:todo-done=move || done.get()>
            <Show when=move || editing.get() fallback=move || view! { <Resting id done /> }>
                <Editing id />
            </Show>
        </li>
    }
}

/// The row as it is read.
#[component]
fn Resting(id: StoredValue<String>, done: Memo<bool>) -> impl IntoView {
    let app = app();
    let text = Memo::new(move |_| app.todos.read(&id.get_value(), |todo| todo.text.clone()).unwrap_or_default());
    let edit = move || app.todos.editing.set(Some(id.get_value()));
    let delete = move || {
        let next = app.todos.neighbour(&id.get_value());
        app.todos.delete(&id.get_value());
        focus_box(next);
    };
    let press = move |event: KeyboardEvent| {
        let taken = match event.key().as_str() {
            "Enter" | "F2" => {
                edit();
                true
            }
            "Delete" => {
                delete();
                true
            }
            "ArrowUp" if event.alt_key() => {
                app.todos.shift(&id.get_value(), crate::state::Shift::Earlier);
                focus_box(Some(id.get_value()));
                true
            }
            "ArrowDown" if event.alt_key() => {
                app.todos.shift(&id.get_value(), crate::state::Shift::Later);
                focus_box(Some(id.get_value()));
                true
            }
            _ => false,
        };
        if taken {
            event.prevent_default();
        }
    };
    view! {
        <label class="check-cell">
            <input
                type="checkbox"
                class="check"
                id=move || box_id(&id.get_value())
                aria-label=move || text.get()
                aria-keyshortcuts="Enter Delete Alt+ArrowUp Alt+ArrowDown"
                prop:checked=move || done.get()
                on:change=move |event| app.todos.complete(&id.get_value(), event_target_checked(&event))
                on:keydown=press
            />
        </label>
        <div>
            <div class="todo-text" dir="auto" on:dblclick=move |_| edit()>
                {move || text.get()}
            </div>
            {move || app.todos.read(&id.get_value(), badges)}
        </div>
        <div class="todo-acts">
            <button
                type="button"
                class="button button-bare button-icon"
                aria-label=move || format!("Edit {}", text.get())
                on:click=move |_| edit()
            >
                {glyph(Icon::Pencil)}
            </button>
            <button
                type="button"
                class="button button-bare button-icon"
                aria-label=move || format!("Delete {}", text.get())
                on:click=move |_| delete()
            >
                {glyph(Icon::Bin)}
            </button>
        </div>
    }
}

/// The row while its text is changed: saved on Enter and when the focus leaves, given up on Escape.
#[component]
fn Editing(id: StoredValue<String>) -> impl IntoView {
    let app = app();
    let node: NodeRef<Input> = NodeRef::new();
    let before = app.todos.read_once(&id.get_value(), |todo| todo.text.clone()).unwrap_or_default();
    Effect::new(move |_| {
        if let Some(field) = node.get() {
            // A field that cannot take the focus can still be clicked.
            let _ = field.focus();
            let end = u32::try_from(field.value().encode_utf16().count()).unwrap_or(u32::MAX);
            let _ = field.set_selection_range(end, end);
        }
    });
    // Leaving by a key closes the row first, so the blur that follows finds nothing to save.
    let save = move || {
        if is_open(app, id)
            && let Some(field) = node.get_untracked()
        {
            app.todos.rename(&id.get_value(), &field.value());
        }
    };
    let press = move |event: KeyboardEvent| {
        let composing = event.is_composing() || event.key_code() == 229;
        let this = id.get_value();
        match event.key().as_str() {
            "Enter" if !composing => save(),
            "Escape" if !composing => app.todos.editing.set(None),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        focus_box(Some(this));
    };
    view! {
        <span class="check-cell"></span>
        <input
            class="todo-edit"
            type="text"
            aria-label="Edit todo"
            dir="auto"
            autocomplete="off"
            enterkeyhint="done"
            node_ref=node
            prop:value=before
            on:keydown=press
            on:blur=move |_| save()
        />
    }
}

fn is_open(app: App, id: StoredValue<String>) -> bool {
    id.try_get_value().is_some_and(|id| app.todos.editing.with_untracked(|editing| *editing == Some(id)))
}

fn box_id(id: &str) -> String {
    format!("todo-{id}")
}

/// Moves the focus to a row's box once the list has been drawn again.
fn focus_box(id: Option<String>) {
    let Some(id) = id else { return };
    request_animation_frame(move || {
        let found =
            document().get_element_by_id(&box_id(&id)).and_then(|node| node.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(node) = found {
            let _ = node.focus();
        }
    });
}
