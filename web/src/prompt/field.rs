//! The text area and the mirror behind it that carries the highlights.

use leptos::{
    ev::{Event, KeyboardEvent},
    html::Textarea,
    prelude::*,
};

use super::segments::{joined, segments};
use crate::state::app;

/// The field named "Goal".
#[component]
pub(crate) fn GoalField() -> impl IntoView {
    let app = app();
    let node: NodeRef<Textarea> = app.goal.node;
    let type_in = move |event: Event| app.goal.type_in(event_target_value(&event));
    let press = move |event: KeyboardEvent| {
        // An Enter that ends the composition of a character belongs to the input method.
        let composing = event.is_composing() || event.key_code() == 229;
        match event.key().as_str() {
            "Enter" if !event.shift_key() && !composing => {
                event.prevent_default();
                app.run_goal();
            }
            "ArrowUp" if app.goal.text.with_untracked(String::is_empty) => {
                if let Some(goal) = app.runs.last_goal() {
                    event.prevent_default();
                    app.goal.type_in(goal);
                }
            }
            _ => {}
        }
    };
    Effect::new(move |_| {
        if let Some(field) = node.get() {
            // A field that cannot take the focus is still a field.
            let _ = field.focus();
        }
    });
    view! {
        <div class="prompt-field">
            <div class="prompt-mirror" aria-hidden="true" dir="auto">
                <Mirror />
            </div>
            <textarea
                class="prompt-input"
                aria-label="Goal"
                aria-describedby="goal-problem"
                aria-keyshortcuts="Control+K Meta+K"
                placeholder="What should be done?"
                dir="auto"
                rows="1"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                enterkeyhint="go"
                node_ref=node
                prop:value=move || app.goal.text.get()
                on:input=type_in
                on:keydown=press
            ></textarea>
        </div>
    }
}

/// The same text, unseen but for its highlights.
#[component]
fn Mirror() -> impl IntoView {
    let app = app();
    move || {
        let text = app.goal.text.get();
        let pointed = app.goal.pointed.get();
        let pieces = app.goal.reading.with(|reading| {
            // What is read belongs to the text it was read from.
            let marks = joined(&text, reading.marks(), &["number", "operator"], "sum");
            segments(&text, &marks, pointed)
        });
        let spans: Vec<_> = pieces
            .into_iter()
            .map(|piece| {
                let mut class =
                    if piece.class.is_empty() { String::new() } else { format!("mark mark-{}", piece.class) };
                if piece.pointed {
                    class.push_str(" mark-pointed");
                }
                view! { <span class=class>{piece.text}</span> }
            })
            .collect();
        // A line that has just begun needs something to be as high as.
        view! { {spans} "\u{200b}" }
    }
}
