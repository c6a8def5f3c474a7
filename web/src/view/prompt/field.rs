//! The text area and the mirror behind it that carries the highlights.

use leptos::prelude::*;

use crate::model::segments::{joined, segments};
use crate::{
    model::App,
    view::ui::{El, at_end, el, is_composing, key_of, soon, value_of},
};

/// The field named "Goal".
pub(crate) fn goal_field(app: App) -> El {
    let field = el("textarea", "prompt-input")
        .attr("aria-label", "Goal")
        .attr("aria-describedby", "goal-problem")
        .attr("aria-keyshortcuts", "Control+K Meta+K")
        .attr("placeholder", "What should be done?")
        .attr("dir", "auto")
        .attr("rows", "1")
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("autocomplete", "off")
        .attr("enterkeyhint", "go")
        .prop_by("value", move || app.goal.text.get().into())
        .on("input", move |event| app.goal.type_in(value_of(&event)))
        .on("keydown", move |event| {
            let key = key_of(&event);
            match key.key().as_str() {
                // An Enter that ends the composition of a character belongs to the input method.
                "Enter" if !key.shift_key() && !is_composing(key) => {
                    event.prevent_default();
                    app.run_goal();
                }
                "Escape" if !is_composing(key) && app.goal.step_out() => event.prevent_default(),
                // Held down, it deletes letters as everywhere.
                "Backspace" if !key.repeat() && !is_composing(key) && takes_back(app) => event.prevent_default(),
                "ArrowUp" if recall(app, true) => event.prevent_default(),
                "ArrowDown" if recall(app, false) => event.prevent_default(),
                _ => {}
            }
        });
    app.goal.field.set_value(Some(field.clone()));
    soon(move || app.goal.focus());
    // A line that has just begun needs something to be as high as.
    let mirror = el("div", "prompt-mirror")
        .attr("aria-hidden", "true")
        .attr("dir", "auto")
        .each(move || highlights(app), highlight)
        .text("\u{200b}");
    el("div", "prompt-field").child(mirror).child(field)
}

/// Whether a key at the very end of what is typed was for the reading there: its words stay.
fn takes_back(app: App) -> bool {
    app.goal.field.with_value(|field| field.as_ref().is_some_and(at_end)) && app.goal.take_back_last()
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

/// The same text, unseen but for its highlights: every piece as its class, a line end, and its words.
fn highlights(app: App) -> Vec<String> {
    // What is read belongs to the text it was read from.
    let text = app.goal.heard.get();
    let pointed = app.goal.pointed.get();
    let pieces = app.goal.reading.with(|reading| {
        let marks = joined(&text, reading.marks(), &["number", "operator"], "sum");
        segments(&text, &marks, pointed)
    });
    let class = |class: &str, pointed: bool| {
        let mark = if class.is_empty() { String::new() } else { format!("mark mark-{class}") };
        if pointed { mark + " mark-pointed" } else { mark }
    };
    pieces.into_iter().map(|piece| class(&piece.class, piece.pointed) + "\n" + &piece.text).collect()
}

fn highlight(piece: &str) -> El {
    let (class, words) = piece.split_once('\n').unwrap_or_default();
    el("span", class).text(words)
}
