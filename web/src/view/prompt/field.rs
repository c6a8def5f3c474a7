//! The text area and the mirror behind it that carries the highlights.

use leptos::{ev, html, prelude::*};

use super::pointer;
use crate::{
    model::{
        App,
        segments::{Segment, joined, segments},
        use_app,
    },
    platform,
    view::ui::is_composing,
};

/// The field named "Goal".
#[component]
pub(crate) fn GoalField() -> impl IntoView {
    let app = use_app();
    let field = app.goal.field;
    let mirror = NodeRef::<html::Div>::new();
    // What the words under the pointer were read as.
    let title = RwSignal::new(None::<String>);
    Effect::new(move || {
        if field.get().is_some() {
            app.goal.focus();
        }
    });
    let at_caret = move || app.goal.under.set(pointer::at_caret(app));
    Effect::new(move || {
        app.goal.reading.track();
        at_caret();
    });
    let selected = window_event_listener_untyped("selectionchange", move |_| at_caret());
    on_cleanup(move || selected.remove());
    let on_move = move |event: ev::MouseEvent| {
        let point = (f64::from(event.client_x()), f64::from(event.client_y()));
        let found = mirror.get_untracked().and_then(|mirror| pointer::under(app, &mirror, point));
        let (span, words) = found.map(|(span, words)| (Some(span), Some(words))).unwrap_or_default();
        title.set(words);
        app.goal.under.set(span);
    };
    let on_leave = move |_| {
        title.set(None);
        at_caret();
    };
    view! {
        <div class="prompt-field">
            <div class="prompt-mirror" aria-hidden="true" dir="auto" node_ref=mirror>
                {move || highlights(app)}
                // A line that has just begun needs something to be as high as.
                "\u{200b}"
            </div>
            <textarea
                class="prompt-input"
                aria-label="Goal"
                aria-describedby="goal-problem"
                placeholder="What should be done?"
                dir="auto"
                rows="1"
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                enterkeyhint="go"
                title=move || title.get()
                node_ref=field
                prop:value=move || app.goal.text.get()
                on:input=move |event| app.goal.type_in(event_target_value(&event))
                on:keydown=move |event| on_key(app, &event)
                on:mousemove=on_move
                on:mouseleave=on_leave
            ></textarea>
        </div>
    }
}

fn on_key(app: App, event: &ev::KeyboardEvent) {
    let taken = match event.key().as_str() {
        _ if is_composing(event) => false,
        // An Enter that ends the composition of a character belongs to the input method.
        "Enter" if !event.shift_key() => {
            app.run_goal();
            true
        }
        "Escape" => app.goal.step_out(),
        // Held down, it deletes letters as everywhere.
        "Backspace" if !event.repeat() => takes_back(app),
        "ArrowUp" => recall(app, true),
        "ArrowDown" => recall(app, false),
        _ => false,
    };
    if taken {
        event.prevent_default();
    }
}

/// Whether a key at the very end of what is typed was for the reading there: its words stay.
fn takes_back(app: App) -> bool {
    app.goal.field.get_untracked().is_some_and(|field| platform::at_end(&field)) && app.goal.take_back_last()
}

/// Puts an earlier goal into the field, or a later one again, while nothing else is written there. Whether it did.
fn recall(app: App, earlier: bool) -> bool {
    let goals = app.runs.goals();
    let here = app.goal.text.with_untracked(|text| goals.iter().position(|goal| goal == text));
    let empty = app.goal.text.with_untracked(String::is_empty);
    let goal = match (here, earlier) {
        (None, true) if empty => goals.first(),
        (Some(here), true) => goals.get(here + 1),
        (Some(0), false) => Some(const { &String::new() }),
        (Some(here), false) => goals.get(here - 1),
        (None, _) => None,
    };
    goal.inspect(|goal| app.goal.take(goal)).is_some()
}

/// The same text, unseen but for its highlights.
fn highlights(app: App) -> Vec<impl IntoView> {
    // What is read belongs to the text it was read from.
    let text = app.goal.heard.get();
    let pointed = app.goal.pointed.get();
    let pieces = app.goal.reading.with(|reading| {
        let marks = joined(&text, reading.marks(), &["number", "operator"], "sum");
        segments(&text, &marks, pointed)
    });
    let drawn = |piece: Segment| {
        let class = class_of(&piece);
        view! { <span class=class>{piece.text}</span> }
    };
    pieces.into_iter().map(drawn).collect()
}

fn class_of(piece: &Segment) -> String {
    let mark = if piece.class.is_empty() { String::new() } else { format!("mark mark-{}", piece.class) };
    if piece.pointed { mark + " mark-pointed" } else { mark }
}
