//! The plan in words: the list named "Steps".

use dunlin::{Plan, PlanStep};
use dunlin_base::Utf16Span;
use leptos::prelude::*;

use super::words::{InputView, short_name, steps_before};
use crate::state::app;

/// Every step: tool, input, reason, what it waits for, the words it came from.
#[component]
pub(crate) fn Outline(
    /// The plan.
    plan: StoredValue<Plan>,
    /// Whether its steps can be selected.
    live: bool,
) -> impl IntoView {
    let rows: Vec<_> = plan.with_value(|plan| {
        let words = |span: Utf16Span| span.bytes(&plan.goal).of(&plan.goal).to_owned();
        plan.steps.iter().map(|step| (step.clone(), words(step.source))).collect()
    });
    let rows: Vec<_> = rows.into_iter().map(|(step, words)| view! { <Step step words live /> }).collect();
    view! {
        <ol class="steps" aria-label="Steps" role="list">
            {rows}
        </ol>
    }
}

#[component]
fn Step(step: PlanStep, words: String, live: bool) -> impl IntoView {
    let app = app();
    let number = step.step_number;
    let source = step.source;
    let selected = move || live && app.place.with(|place| place.step == Some(number));
    let point = move |_| {
        if !live {
            app.goal.pointed.set(Some(source));
        }
    };
    let name = short_name(&step);
    let tool = (!step.tool_name.is_empty()).then(|| view! { <span class="step-after">{step.tool_name.clone()}</span> });
    view! {
        <li
            class="step"
            class:step-pointed=selected
            on:mouseenter=point
            on:mouseleave=move |_| app.goal.pointed.set(None)
        >
            <span class="step-number">{number}</span>
            <div>
                <div class="step-what">
                    <span class="step-tool">{name}</span>
                    {tool}
                    <InputView input=step.tool_input.clone() />
                </div>
                <div class="step-why">{why(&step.reasoning, &words)}</div>
            </div>
            <span class="step-after">{steps_before(&step.depends_on)}</span>
        </li>
    }
}

/// The reason with the words it came from marked in it, or after it when it does not quote them.
fn why(reason: &str, words: &str) -> AnyView {
    let mark = |words: &str| view! { <bdi class="step-source">{words.to_owned()}</bdi> };
    match reason.split_once(words) {
        _ if words.is_empty() => reason.to_owned().into_any(),
        Some((before, after)) => view! { {before.to_owned()} {mark(words)} {after.to_owned()} }.into_any(),
        None => view! { {reason.to_owned()} " (from “" {mark(words)} "”)" }.into_any(),
    }
}
