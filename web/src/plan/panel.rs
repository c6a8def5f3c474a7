//! The region named "Plan": the plan of what is being typed, else of the run that is looked at.

use dunlin::Plan;
use leptos::prelude::*;

use super::{graph::Graph, outline::Outline};
use crate::{
    state::{App, app},
    ui::format::{counted, duration},
};

/// Goals that show what can be asked.
const EXAMPLES: [&str; 3] = [
    "add todo Water the plants and calculate (10 + 5) * 2 then list todos",
    "what is 18% of 240?",
    "calculate 12 * 7 then add todo Pay the result",
];

/// Which plan is shown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pictured {
    /// None: nothing is typed and nothing was run.
    Nothing,
    /// What is typed cannot be planned.
    Unreadable,
    /// The plan of what is typed.
    Draft(Plan),
    /// The plan of the run that is looked at.
    OfRun(Plan),
}

impl Pictured {
    fn of(app: App) -> Self {
        // What failed comes back into the field: then it is still that run that is looked at.
        let typed =
            app.goal.text.with(|text| app.runs.shown.with(|run| run.as_ref().is_none_or(|run| run.goal != *text)));
        if typed && let Some(plan) = app.goal.reading.with(|reading| reading.plan.clone()) {
            return plan.map_or(Self::Unreadable, Self::Draft);
        }
        match app.runs.shown.with(|run| run.as_ref().map(|run| run.plan.clone())) {
            None => Self::Nothing,
            Some(None) => Self::Unreadable,
            Some(Some(plan)) => Self::OfRun(plan),
        }
    }
}

/// The region named "Plan".
#[component]
pub(crate) fn PlanPanel() -> impl IntoView {
    let app = app();
    let pictured = Memo::new(move |_| Pictured::of(app));
    view! {
        <section aria-labelledby="plan-title">
            <div class="panel-head">
                <h2 id="plan-title">"Plan"</h2>
                <span class="panel-note">{move || pictured.with(summary)}</span>
            </div>
            {move || match pictured.get() {
                Pictured::Nothing => view! { <Examples /> }.into_any(),
                Pictured::Unreadable => {
                    view! { <p class="empty panel-note">"There is no plan for this goal, and nothing will run."</p> }
                        .into_any()
                }
                Pictured::Draft(plan) => view! { <PlanView plan live=false /> }.into_any(),
                Pictured::OfRun(plan) => view! { <PlanView plan live=true /> }.into_any(),
            }}
        </section>
    }
}

fn summary(pictured: &Pictured) -> String {
    match pictured {
        Pictured::Nothing | Pictured::Unreadable => String::new(),
        Pictured::Draft(plan) | Pictured::OfRun(plan) => {
            let sure = (plan.confidence.clamp(0.0, 1.0) * 100.0).round();
            let estimate = duration(plan.total_estimated_duration_ms);
            format!("{}, about {estimate}, {sure} % sure", counted(plan.steps.len(), "step"))
        }
    }
}

/// The picture above the words.
#[component]
fn PlanView(
    /// The plan.
    plan: Plan,
    /// Whether its steps have states to show.
    live: bool,
) -> impl IntoView {
    let plan = StoredValue::new(plan);
    view! {
        <Graph plan live />
        <Outline plan live />
    }
}

/// What to try when nothing is there.
#[component]
fn Examples() -> impl IntoView {
    let app = app();
    let buttons: Vec<_> = EXAMPLES
        .into_iter()
        .map(|goal| {
            view! {
                <button type="button" class="suggestion" on:click=move |_| app.goal.take(goal)>
                    {goal}
                </button>
            }
        })
        .collect();
    view! {
        <p class="empty">"Type a goal and its plan appears here, before anything runs. For example:"</p>
        <div class="examples">{buttons}</div>
    }
}
