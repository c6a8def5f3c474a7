//! The bar as a whole: field, answer, button, and the reading under it.

use dunlin::PlanStep;
use leptos::{ev, prelude::*};

use super::{field::GoalField, reading::ReadingBelow};
use crate::{
    model::{
        App,
        format::{counted, shortened},
        short_name, use_app,
        value::{amount, foreseen, prime_in},
    },
    view::ui::{Note, Spoken, Tone},
};

/// The goal bar.
#[component]
pub(crate) fn PromptBar() -> impl IntoView {
    let app = use_app();
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        app.run_goal();
    };
    // What will not run is not offered first.
    let refused = Memo::new(move |_| app.goal.reading.with(|reading| matches!(reading.plan, Some(Err(_)))));
    view! {
        <form class="prompt" on:submit=submit>
            <div class="prompt-frame">
                <GoalField />
                <div class="prompt-foot">
                    <Answer />
                    <button class="button" class:button-main=move || !refused.get() type="submit">"Run"</button>
                </div>
            </div>
            <ReadingBelow />
            <Offered />
            <Spoken words=summary(app) />
        </form>
    }
}

/// The goal that a link brought while something was typed, which stays until somebody wants the other.
#[component]
fn Offered() -> impl IntoView {
    let goal = use_app().goal;
    let told = move || {
        goal.offered.get().map(|offered| {
            let words = format!("A link brought another goal: “{}”", shortened(&offered, 200));
            let take = move |_| {
                goal.offered.set(None);
                goal.take(&offered);
            };
            view! {
                <Note tone=Tone::Plain words>
                    <button type="button" class="button" on:click=take>"Put it into the field"</button>
                    <button type="button" class="link" on:click=move |_| goal.offered.set(None)>"Close"</button>
                </Note>
            }
        })
    };
    view! { <div role="status" aria-label="Goal of a link">{told}</div> }
}

/// The value of the sum that is typed, before it is run; otherwise which keys do what.
#[component]
fn Answer() -> impl IntoView {
    let app = use_app();
    let value = Memo::new(move |_| preview(app));
    let keys = || {
        view! {
            <p class="prompt-hint">
                <kbd>"Enter"</kbd>
                " runs, "
                <kbd>"Shift"</kbd>
                " "
                <kbd>"Enter"</kbd>
                " starts a line, "
                <kbd>"Ctrl"</kbd>
                " "
                <kbd>"K"</kbd>
                " lists all commands"
            </p>
        }
    };
    move || match value.get() {
        Some(value) => {
            view! { <output class="prompt-answer">{value.0.then(|| view! { <span>"= "</span> })} {value.1}</output> }
                .into_any()
        }
        None => keys().into_any(),
    }
}

/// The value of the sum that is typed last, in the form in which its step and the result tell it, and whether it is equal to the
/// sum: what is asked with yes or no has an answer.
fn preview(app: App) -> Option<(bool, String)> {
    app.goal.reading.with(|reading| {
        let value = reading.explanation.preview.as_deref()?;
        // What has no plan yet has no step that says it.
        let Some(Ok(plan)) = &reading.plan else { return Some((true, amount("", "", value))) };
        let words = |step: &PlanStep| step.source.bytes(&plan.goal).of(&plan.goal).to_owned();
        let input = |step: &PlanStep| app.goal.edits.of(step).unwrap_or_else(|| step.tool_input.clone());
        plan.steps.iter().rev().find_map(|step| {
            let input = input(step);
            Some((prime_in(&input).is_none(), foreseen(step, &input, &words(step))?))
        })
    })
}

/// `3 steps: add, calculate, list`, once the typing has paused.
fn summary(app: App) -> RwSignal<String> {
    let words = RwSignal::new(String::new());
    let turn = StoredValue::new(0_u32);
    Effect::new(move || {
        let summary = app.goal.reading.with(|reading| match &reading.plan {
            Some(Ok(plan)) => {
                let steps: Vec<String> = plan.steps.iter().map(short_name).collect();
                format!("{}: {}", counted(steps.len(), "step"), steps.join(", "))
            }
            Some(Err(problem)) => app.goal.heard.with_untracked(|text| problem.plainly(text)),
            None => app.asked_told().unwrap_or_default(),
        });
        let mine = turn.get_value() + 1;
        turn.set_value(mine);
        app.after(PAUSE_MS, move || {
            if turn.try_get_value() == Some(mine) {
                words.set(summary);
            }
        });
    });
    words
}

/// How long typing rests before what was read is spoken.
const PAUSE_MS: u64 = 500;
