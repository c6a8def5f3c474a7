//! The field for a new todo, and how its line is read.

use leptos::{
    ev::{Event, KeyboardEvent},
    prelude::*,
};

use crate::{
    state::app,
    ui::{Icon, glyph},
};

/// The field named "New todo".
#[component]
pub(crate) fn NewTodoField() -> impl IntoView {
    let app = app();
    let text = app.todos.draft;
    let press = move |event: KeyboardEvent| {
        let composing = event.is_composing() || event.key_code() == 229;
        if event.key() == "Enter" && !composing {
            event.prevent_default();
            app.todos.add_draft();
        }
    };
    view! {
        <input
            class="todo-new"
            type="text"
            aria-label="New todo"
            placeholder="Call Ann tomorrow p1 #home"
            dir="auto"
            autocomplete="off"
            enterkeyhint="done"
            prop:value=move || text.get()
            on:input=move |event: Event| app.todos.type_in(event_target_value(&event))
            on:keydown=press
        />
        <Reading />
    }
}

/// What the line says beyond its text; each reading can be taken back.
#[component]
fn Reading() -> impl IntoView {
    let app = app();
    let readings = app.todos.readings;
    move || {
        let readings = readings.get();
        (!readings.is_empty()).then(|| {
            let chips: Vec<_> = readings
                .into_iter()
                .map(|reading| {
                    let span = reading.span;
                    let name = format!("Do not read as {}: {}", reading.kind, reading.label);
                    view! {
                        <span class="chip">
                            <span class="chip-kind">{reading.kind}</span>
                            <bdi>{reading.label}</bdi>
                            <button
                                type="button"
                                class="chip-off"
                                aria-label=name
                                on:click=move |_| app.todos.dismiss(span)
                            >
                                {glyph(Icon::Cross)}
                            </button>
                        </span>
                    }
                })
                .collect();
            view! { <div class="chips todo-reading">{chips}</div> }
        })
    }
}
