//! The plan of a file that was opened: what it would do, and whether it is to.

use dunlin::{Plan, PlanStep, RunWhen};
use leptos::prelude::*;

use crate::{
    model::{
        App,
        format::{counted, shortened},
        said, steps_before, takes, use_app,
    },
    view::plan::Said,
};

/// How many steps of a plan are listed; the others are asked about one by one when it runs.
const MOST: usize = 100;
/// A plan within a plan within a plan, and so on, is shown to so many levels; each of its steps is asked about when it runs.
const DEEPEST: usize = 4;

/// The plan, while there is one.
#[component]
pub(super) fn OfferedPlan() -> impl IntoView {
    let app = use_app();
    move || app.runs.offered.get().map(|plan| offered(app, &plan))
}

fn offered(app: App, plan: &Plan) -> impl IntoView + use<> {
    let steps: Vec<_> = plan.steps.iter().take(MOST).map(|step| planned(app, step, 0)).collect();
    let more = plan.steps.len().saturating_sub(MOST);
    let more = (more > 0).then(|| view! { <p class="panel-note">{format!("and {}", counted(more, "more step"))}</p> });
    let given = takes(plan).then(|| view! { <Given /> });
    view! {
        <section class="offered" aria-label="Plan from a file">
            <p class="panel-note">"This plan is from a file. Nothing of it has run: "</p>
            <bdi>{shortened(&plan.goal, 200)}</bdi>
            <ol class="offered-steps">{steps}</ol>
            {more}
            {given}
            <div class="actions">
                <button type="button" class="button" on:click=move |_| app.run_offered()>"Run this plan"</button>
                <button type="button" class="link" on:click=move |_| app.runs.offered.set(None)>"Close"</button>
            </div>
        </section>
    }
}

/// What a plan takes from whoever begins it.
#[component]
fn Given() -> impl IntoView {
    let app = use_app();
    view! {
        <label class="field offered-given">
            <span>"What it is given" <small>"JSON, such as {\"rows\": [1, 2]}"</small></span>
            <input class="field-input" type="text" dir="ltr" autocomplete="off" bind:value=app.runs.given />
        </label>
    }
}

/// A step of a plan, with what it does within it: nothing that would run is hidden.
fn planned(app: App, step: &PlanStep, depth: usize) -> AnyView {
    let before = steps_before(&step.depends_on, step.run_when).filter(|_| step.run_when != RunWhen::AllSucceeded);
    let before = before.map(|before| format!(", {before}"));
    let undo = step.undo.as_deref().map(|undo| {
        let words = format!(" Taken back by: {}", said(app, undo, &undo.tool_input).line());
        view! { <span class="panel-note" dir="auto">{words}</span> }
    });
    let child = step.plan.iter().flat_map(|plan| &plan.steps);
    // The row has said already that there is one step for each item.
    let within: Vec<&PlanStep> = step.body.iter().filter(|_| step.body.len() > 1).chain(child).collect();
    let within = (!within.is_empty() && depth < DEEPEST).then(|| {
        let rows: Vec<_> = within.into_iter().take(MOST).map(|step| planned(app, step, depth + 1)).collect();
        view! { <ol class="offered-steps">{rows}</ol> }
    });
    view! {
        <li>
            <span dir="auto"><Said phrase=said(app, step, &step.tool_input) /> {before}</span>
            {undo}
            {within}
        </li>
    }
    .into_any()
}
