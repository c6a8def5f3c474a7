//! The bar as a whole: field, answer, button, and the reading under it.

use leptos::prelude::*;

use super::{field::GoalField, reading::ReadingBelow};
use crate::{
    state::{App, app},
    ui::{Spoken, format::counted},
};

/// The goal bar.
#[component]
pub(crate) fn PromptBar() -> impl IntoView {
    let app = app();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        app.run_goal();
    };
    view! {
        <form class="prompt" on:submit=submit>
            <div class="prompt-frame">
                <GoalField />
                <div class="prompt-foot">
                    <Answer />
                    <button type="submit" class="button button-main">
                        "Run"
                    </button>
                </div>
            </div>
            <ReadingBelow />
            <Spoken words=spoken_summary(app) />
        </form>
    }
}

/// The value of a sum before it is run; otherwise which keys do what.
#[component]
fn Answer() -> impl IntoView {
    let app = app();
    let preview = Memo::new(move |_| app.goal.reading.with(|reading| reading.explanation.preview.clone()));
    move || {
        match preview.get() {
        Some(answer) => {
            view! { <output class="prompt-answer"><span>"= "</span>{crate::ui::format::grouped(&answer)}</output> }.into_any()
        }
        None => view! {
            <p class="prompt-hint">
                <span class="prompt-hint-keys">
                    <kbd>"Enter"</kbd>" runs, "<kbd>"Shift"</kbd>" "<kbd>"Enter"</kbd>" starts a line, "<kbd>"Ctrl"</kbd>" "
                    <kbd>"K"</kbd>" comes back here"
                </span>
            </p>
        }
        .into_any(),
    }
    }
}

/// `3 steps: add, calculate, list`, once the typing has paused.
fn spoken_summary(app: App) -> Signal<String> {
    let words = RwSignal::new(String::new());
    let turn = StoredValue::new(0_u32);
    Effect::new(move |_| {
        let summary = app.goal.reading.with(|reading| match &reading.plan {
            Some(Ok(plan)) => {
                let steps: Vec<String> = plan.steps.iter().map(crate::plan::short_name).collect();
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
    });
    words.into()
}

const PAUSE_MS: u64 = 500;
