//! Under the field: a chip for every reading, what was not understood, and what to type instead.

use dunlin::Chip;
use leptos::prelude::*;

use crate::{
    model::{App, Problem, Reading},
    view::ui::{El, Tone, button, chip, el, note},
};

/// Chips, problem, suggestions. What stays the same stays in place, so that it is neither spoken twice nor loses the focus.
pub(crate) fn reading_below(app: App) -> El {
    let problem = el("div", "").attr("id", "goal-problem").each(
        move || problem(app).into_iter().collect(),
        |words| {
            let (tone, words) = match words.strip_prefix(REFUSED) {
                Some(words) => (Tone::Bad, words),
                None => (Tone::Plain, words),
            };
            let (message, hint) = words.split_once('\n').unwrap_or((words, ""));
            note(tone, message, Some(hint).filter(|hint| !hint.is_empty()), None)
        },
    );
    let chips = el("div", "chips").each(
        move || app.goal.reading.with(|reading| worth(reading).map(key).collect()),
        move |wanted| app.goal.reading.with(|reading| made(app, worth(reading).find(|one| key(one) == *wanted))),
    );
    let goals = move || app.goal.reading.with(Reading::suggestions);
    let suggestions = move || {
        // The best offer first, and as the one that is meant to be taken.
        let best = goals().into_iter().next();
        el("div", "suggestions").child(el("span", "panel-note").text("Try")).each(goals, move |goal| {
            let words = goal.to_owned();
            let class = if best.as_deref() == Some(goal) { "suggestion suggestion-main" } else { "suggestion" };
            button(class, goal, move |_| app.goal.take(&words)).attr("dir", "auto")
        })
    };
    el("div", "prompt-reading").child(chips).child(problem).when(move || !goals().is_empty(), suggestions)
}

/// What was read. What a clause does is said by the plan, and the value of a sum stands in the bar: neither is said twice.
pub(super) fn worth(reading: &Reading) -> impl Iterator<Item = &Chip> {
    reading.explanation.chips.iter().filter(|chip| !matches!(chip.kind, "action" | "value"))
}

fn key(one: &Chip) -> String {
    format!("{} {} {} {} {}", one.span.start, one.span.end, one.kind, one.dismissible, one.label)
}

/// A reading, which can be taken back.
fn made(app: App, one: Option<&Chip>) -> El {
    let Some(one) = one else { return el("span", "") };
    let span = one.span;
    let off = one.dismissible.then(|| Box::new(move |_| app.goal.dismiss(span)) as Box<_>);
    chip(one.kind, &one.label, off)
        .class_by("chip-marked", move || app.goal.pointed.get() == Some(span))
        .on("mouseenter", move |_| app.goal.pointed.set(Some(span)))
        .on("mouseleave", move |_| app.goal.pointed.set(None))
}

/// Why the goal cannot run: marked once somebody tried, plain while it is still being typed.
fn problem(app: App) -> Option<String> {
    let words = |problem: &Problem| {
        let said = app.goal.heard.with(|text| problem.plainly(text));
        format!("{said}\n{}", problem.hint.as_deref().unwrap_or_default())
    };
    app.goal
        .problem
        .with(|refused| refused.as_ref().map(|problem| format!("{REFUSED}{}", words(problem))))
        .or_else(|| app.goal.reading.with(|reading| reading.problem_worth_saying().map(words)))
}

/// Before the words of a goal that somebody tried to run.
const REFUSED: char = '!';
