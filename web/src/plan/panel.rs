//! The region named "Plan": the plan of what is being typed, else of the run that is looked at.

use dunlin::Plan;
use leptos::prelude::*;

use super::{graph::graph, outline::outline};
use crate::{
    state::App,
    ui::{
        El, button, el,
        format::{counted, duration},
        panel_head,
    },
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
pub(crate) fn plan_panel(app: App) -> El {
    let pictured = Memo::new(move |_| Pictured::of(app));
    let summary = el("span", "panel-note").text_by(move || pictured.with(summary));
    el("section", "").attr("aria-labelledby", "plan-title").child(panel_head("plan-title", "Plan").child(summary)).slot(
        move || match pictured.get() {
            Pictured::Nothing => examples(app),
            Pictured::Unreadable => {
                vec![el("p", "empty panel-note").text("There is no plan for this goal, and nothing will run.")]
            }
            Pictured::Draft(plan) => pictures(app, &plan, false),
            Pictured::OfRun(plan) => pictures(app, &plan, true),
        },
    )
}

fn summary(pictured: &Pictured) -> String {
    match pictured {
        Pictured::Nothing | Pictured::Unreadable => String::new(),
        Pictured::Draft(plan) | Pictured::OfRun(plan) => {
            let sure = (plan.confidence.clamp(0.0, 1.0) * 100.0).round() as u32;
            let estimate = duration(plan.total_estimated_duration_ms);
            format!("{}, about {estimate}, {sure} % sure", counted(plan.steps.len(), "step"))
        }
    }
}

/// The picture above the words.
fn pictures(app: App, plan: &Plan, live: bool) -> Vec<El> {
    graph(app, plan, live).into_iter().chain([outline(app, plan, live)]).collect()
}

/// What to try when nothing is there.
fn examples(app: App) -> Vec<El> {
    let made = |goal: &'static str| button("suggestion", goal, move |_| app.goal.take(goal));
    vec![
        el("p", "empty").text("Type a goal and its plan appears here, before anything runs. For example:"),
        el("div", "examples").children(EXAMPLES.into_iter().map(made)),
    ]
}
