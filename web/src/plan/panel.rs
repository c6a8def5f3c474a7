//! The region named "Plan": the plan of what is being typed, else of the run that is looked at.

use leptos::prelude::*;

use super::{graph::graph, outline::outline};
use crate::{
    state::{App, Pictured},
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

/// The region named "Plan". Its parts stay while the plan in them changes, so that they draw only what is another.
pub(crate) fn plan_panel(app: App) -> El {
    let shown = app.picture.shown;
    // What a first visit needs at once is the list of steps; the picture is drawn by a part of the program that comes later.
    let parts = move || {
        shown.with(|pictured| match pictured {
            Pictured::Nothing => vec![EXAMPLES_TO_TRY.to_owned()],
            Pictured::Unreadable => vec![NO_PLAN.to_owned()],
            Pictured::Plan { plan, live } => {
                let picture = (app.whole.get() && plan.steps.len() > 1).then(|| format!("{GRAPH}{live}"));
                picture.into_iter().chain([format!("{OUTLINE}{live}")]).collect()
            }
        })
    };
    let part = move |part: &str| match part {
        EXAMPLES_TO_TRY => examples(app),
        NO_PLAN => el("p", "empty panel-note").text("There is no plan for this goal, and nothing will run."),
        part if part.starts_with(GRAPH) => graph(app, part.ends_with("true")),
        part => outline(app, part.ends_with("true")),
    };
    let summary = el("span", "panel-note").text_by(move || shown.with(summary));
    el("section", "")
        .attr("aria-labelledby", "plan-title")
        .child(panel_head("plan-title", "Plan").child(summary))
        .each(parts, part)
}

const EXAMPLES_TO_TRY: &str = "examples";
const NO_PLAN: &str = "none";
const GRAPH: &str = "graph ";
const OUTLINE: &str = "outline ";

fn summary(pictured: &Pictured) -> String {
    let Some(plan) = pictured.plan() else { return String::new() };
    let sure = (plan.confidence.clamp(0.0, 1.0) * 100.0).round() as u32;
    let estimate = duration(plan.total_estimated_duration_ms);
    format!("{}, about {estimate}, {sure} % sure", counted(plan.steps.len(), "step"))
}

/// What to try when nothing is there.
fn examples(app: App) -> El {
    let made = |goal: &'static str| button("suggestion", goal, move |_| app.goal.take(goal));
    let words = "Type a goal and its plan appears here, before anything runs. For example:";
    el("div", "")
        .child(el("p", "empty").text(words))
        .child(el("div", "examples").children(EXAMPLES.into_iter().map(made)))
}
