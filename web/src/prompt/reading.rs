//! Under the field: a chip for every reading, what was not understood, and what to type instead.

use dunlin::Chip;
use leptos::prelude::*;

use crate::{
    state::{Problem, Reading, app},
    ui::{Icon, Tone, glyph, note},
};

/// Chips, problem, suggestions.
#[component]
pub(crate) fn ReadingBelow() -> impl IntoView {
    view! {
        <div class="prompt-reading">
            <Chips />
            <div id="goal-problem">
                <GoalProblem />
            </div>
            <Suggestions />
        </div>
    }
}

/// What was read, each of which can be taken back.
#[component]
fn Chips() -> impl IntoView {
    let app = app();
    // What a clause does is said by the plan, and the value of a sum stands in the bar: neither is said twice.
    let chips = Memo::new(move |_| {
        app.goal.reading.with(|reading| {
            let worth = |chip: &&Chip| !matches!(chip.kind, "action" | "value");
            reading.explanation.chips.iter().filter(worth).cloned().collect::<Vec<_>>()
        })
    });
    move || {
        let chips = chips.get();
        (!chips.is_empty()).then(|| {
            let chips: Vec<_> = chips
                .into_iter()
                .map(|chip| {
                    let span = chip.span;
                    let off = chip.dismissible.then(|| {
                        let name = format!("Do not read as {}: {}", chip.kind, chip.label);
                        view! {
                            <button type="button" class="chip-off" aria-label=name on:click=move |_| app.goal.dismiss(span)>
                                {glyph(Icon::Cross)}
                            </button>
                        }
                    });
                    view! {
                        <span
                            class="chip"
                            on:mouseenter=move |_| app.goal.pointed.set(Some(span))
                            on:mouseleave=move |_| app.goal.pointed.set(None)
                        >
                            <span class="chip-kind">{chip.kind}</span>
                            <bdi>{chip.label}</bdi>
                            {off}
                        </span>
                    }
                })
                .collect();
            view! { <div class="chips">{chips}</div> }
        })
    }
}

/// Why the goal cannot run: an alert once somebody tried, a quiet note while it is still being typed.
#[component]
fn GoalProblem() -> impl IntoView {
    let app = app();
    move || {
        let refused = app.goal.problem.get();
        let tone = if refused.is_some() { Tone::Bad } else { Tone::Plain };
        let problem = refused.or_else(|| app.goal.reading.with(|reading| reading.problem_worth_saying().cloned()));
        problem.map(|Problem { message, hint, .. }| note(tone, &message, hint.as_deref(), ().into_any()))
    }
}

/// Whole goals that would be understood, one click each.
#[component]
fn Suggestions() -> impl IntoView {
    let app = app();
    let suggestions = Memo::new(move |_| app.goal.reading.with(Reading::suggestions));
    move || {
        let suggestions = suggestions.get();
        (!suggestions.is_empty()).then(|| {
            let buttons: Vec<_> = suggestions
                .into_iter()
                .map(|goal| {
                    let words = goal.clone();
                    view! {
                        <button type="button" class="suggestion" dir="auto" on:click=move |_| app.goal.take(&goal)>
                            {words}
                        </button>
                    }
                })
                .collect();
            view! {
                <div class="suggestions">
                    <span class="panel-note">"Try"</span>
                    {buttons}
                </div>
            }
        })
    }
}
