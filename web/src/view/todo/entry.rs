//! The field for a new todo, and how a line is read.

use dunlin::QuickAddSpan;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::item::bring;
use crate::{
    model::{App, Line, format::shortened, use_app},
    view::ui::{Chip, is_composing},
};

/// The field named "New todo", and what its line says.
#[component]
pub(crate) fn NewTodo() -> impl IntoView {
    let app = use_app();
    let line = app.todos.draft;
    let field = NodeRef::<html::Input>::new();
    let on_input = move |_| {
        if app.todos.problem.with_untracked(Option::is_some) {
            app.todos.problem.set(None);
        }
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && !is_composing(&event) {
            event.prevent_default();
            bring(app.todos.add_draft());
        }
    };
    let placeholder = move || {
        app.place.with(|place| match place.narrow.list.as_str() {
            "" | "inbox" => "Add a todo: call Ann tomorrow #home".to_owned(),
            list => format!("Add a todo to “{}”", shortened(list, 40)),
        })
    };
    view! {
        <LineField
            line
            node_ref=field
            attr:class="todo-new"
            attr:aria-label="New todo"
            attr:placeholder=placeholder
            on:input=on_input
            on:paste=move |event| paste(app, &event)
            on:keydown=on_key
        />
        <Readings line focus=Callback::new(move |()| drop(field.get_untracked().map(|field| field.focus()))) />
    }
}

/// Several lines that are pasted are several todos, with what was typed already as part of the first or the last.
fn paste(app: App, event: &ev::ClipboardEvent) {
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
#[component]
pub(super) fn LineField(line: Line, node_ref: NodeRef<html::Input>) -> impl IntoView {
    view! {
        <input
            type="text"
            dir="auto"
            autocomplete="off"
            enterkeyhint="done"
            node_ref=node_ref
            prop:value=move || line.text.get()
            on:input=move |event| line.type_in(event_target_value(&event))
        />
    }
}

/// The field of a line that is edited in its row: as high as its words. It is one line all the same.
#[component]
pub(super) fn LongLineField(line: Line, node_ref: NodeRef<html::Textarea>) -> impl IntoView {
    let type_in = move |event: ev::Event| {
        let words = event_target_value(&event);
        line.type_in(words.replace("\r\n", " ").replace(['\r', '\n'], " "));
    };
    view! {
        <div class="todo-edit-grow" data-words=move || line.text.get()>
            <textarea
                class="todo-edit"
                aria-label="Edit todo"
                rows="1"
                dir="auto"
                autocomplete="off"
                spellcheck="false"
                enterkeyhint="done"
                node_ref=node_ref
                prop:value=move || line.text.get()
                on:input=type_in
            ></textarea>
        </div>
    }
}

/// What the line says beyond its text; each reading can be taken back, and the focus then goes to the field.
#[component]
pub(super) fn Readings(line: Line, focus: Callback<()>) -> impl IntoView {
    let chip = move |reading: QuickAddSpan| {
        let off = Callback::new(move |()| {
            // The button goes with its reading, and the line goes on.
            focus.run(());
            line.dismiss(reading.span);
        });
        view! { <Chip kind=reading.kind label=reading.label off=Some(off) /> }
    };
    // A minute that changes nothing leaves the chips as they are, and the focus in them.
    let readings = Memo::new(move |_| line.readings());
    view! { <div class="chips todo-reading">{move || readings.get().into_iter().map(chip).collect::<Vec<_>>()}</div> }
}
