//! The bar as a whole: field, answer, button, and the reading under it.

use leptos::prelude::*;

use super::{field::goal_field, link::link, reading::reading_below};
use crate::{
    model::App,
    model::format::{counted, grouped},
    view::ui::{El, el, follow, spoken},
};

/// The goal bar.
pub(crate) fn prompt_bar(app: App) -> El {
    let run = el("button", "button button-main").attr("type", "submit").text("Run");
    let frame = el("div", "prompt-frame")
        .child(goal_field(app))
        .child(el("div", "prompt-foot").each(move || vec![sum(app)], answer).child(run));
    let form = el("form", "prompt")
        .on("submit", move |event| {
            event.prevent_default();
            app.run_goal();
        })
        .child(frame)
        .child(reading_below(app))
        .child(spoken(summary(app)));
    let whole = form.clone();
    follow(Box::new(move || {
        if app.whole.get() {
            link(app, &whole);
        }
    }));
    form
}

/// The value of the sum that is typed; empty when none is.
fn sum(app: App) -> String {
    app.goal.reading.with(|reading| reading.explanation.preview.clone()).unwrap_or_default()
}

/// The value of a sum before it is run; otherwise which keys do what.
fn answer(value: &str) -> El {
    if !value.is_empty() {
        return el("output", "prompt-answer").child(el("span", "").text("= ")).text(&grouped(value));
    }
    let kbd = |key: &str| el("kbd", "").text(key);
    let keys = el("span", "prompt-hint-keys").child(kbd("Enter")).text(" runs, ");
    let keys = keys.child(kbd("Shift")).text(" ").child(kbd("Enter")).text(" starts a line, ");
    el("p", "prompt-hint").child(keys.child(kbd("Ctrl")).text(" ").child(kbd("K")).text(" comes back here"))
}

/// `3 steps: add, calculate, list`, once the typing has paused.
fn summary(app: App) -> RwSignal<String> {
    let words = RwSignal::new(String::new());
    let turn = StoredValue::new(0_u32);
    follow(Box::new(move || {
        let summary = app.goal.reading.with(|reading| match &reading.plan {
            Some(Ok(plan)) => {
                let steps: Vec<String> = plan.steps.iter().map(crate::model::short_name).collect();
                format!("{}: {}", counted(steps.len(), "step"), steps.join(", "))
            }
            Some(Err(problem)) => problem.message.clone(),
            None => String::new(),
        });
        let mine = turn.get_value() + 1;
        turn.set_value(mine);
        app.after(PAUSE_MS, move || {
            if turn.try_get_value() == Some(mine) {
                words.set(summary);
            }
        });
    }));
    words
}

const PAUSE_MS: u64 = 500;
