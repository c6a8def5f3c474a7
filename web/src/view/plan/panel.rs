//! The region named "Plan": before a run, the plan of what is being typed; of a run, its plan when somebody asks for it.

use dunlin::{DueFilter, Filter};
use leptos::prelude::*;

use super::{
    graph::graph,
    outline::{branches, outline},
};
use crate::{
    model::format::{counted, duration},
    model::{App, Pictured},
    view::ui::{El, button, el, panel_head},
};

/// Goals that show what can be asked, by kind.
const EXAMPLES: [(&str, &[&str]); 3] = [
    (
        "Several things at once",
        &[
            "add todo Water the plants and calculate (10 + 5) * 2 then list todos",
            "calculate 12 * 7 then add todo Pay the result",
        ],
    ),
    ("Todos", &["remind me to call Ann tomorrow at 9", "what is due today?", "plan a birthday party"]),
    ("Sums", &["what is 18% of 240?", "350 F to C"]),
];

/// The region of what is being typed. Its parts stay while the plan in them changes, so that they draw only what is another.
pub(crate) fn plan_panel(app: App) -> El {
    let shown = app.picture.shown;
    // Nothing until somebody says otherwise: then the picture is there where the plan branches.
    let wanted = RwSignal::new(None::<bool>);
    let drawn = move || {
        shown.with(|pictured| {
            let steps = pictured.steps();
            app.whole.get() && steps.len() > 1 && wanted.get().unwrap_or_else(|| branches(steps))
        })
    };
    let drawn = Memo::new(move |_| drawn());
    // What a first visit needs at once is the list of steps; the picture is drawn by a part of the program that comes later.
    let parts = move || {
        shown.with(|pictured| match pictured {
            Pictured::Nothing | Pictured::Plan { live: true, .. } => vec![EXAMPLES_TO_TRY.to_owned()],
            Pictured::Unreadable => vec![NO_PLAN.to_owned()],
            Pictured::Plan { .. } => {
                let picture = drawn.get().then(|| GRAPH.to_owned());
                picture.into_iter().chain([OUTLINE.to_owned()]).collect()
            }
        })
    };
    let part = move |part: &str| match part {
        EXAMPLES_TO_TRY => examples(app),
        NO_PLAN => el("p", "empty panel-note").text("There is no plan for this goal, and nothing will run."),
        GRAPH => graph(app, false),
        _ => outline(app, false),
    };
    let several = move || app.whole.get() && shown.with(|pictured| pictured.steps().len() > 1);
    let toggle = move || {
        button("button button-bare", "Graph", move |_| wanted.set(Some(!drawn.get_untracked())))
            .attr_by("aria-pressed", move || Some(drawn.get().to_string()))
    };
    let summary = el("span", "panel-note").text_by(move || shown.with(summary));
    el("section", "plan")
        .attr("aria-labelledby", "plan-title")
        .child(panel_head("plan-title", "Plan").child(summary).when(several, toggle))
        .each(parts, part)
}

const EXAMPLES_TO_TRY: &str = "examples";
const NO_PLAN: &str = "none";
const GRAPH: &str = "graph";
const OUTLINE: &str = "outline";

fn summary(pictured: &Pictured) -> String {
    pictured.plan().map(|plan| counted(plan.steps.len(), "step")).unwrap_or_default()
}

/// The plan of the run that is looked at, inside its log: the picture, how it was read, what it was expected to take, what
/// must be true of it, and its steps.
pub(crate) fn plan_of_run(app: App) -> El {
    let shown = app.picture.shown;
    let parts = move || {
        shown.with(|pictured| {
            let some = pictured.steps().len();
            let picture = (app.whole.get() && some > 1).then(|| GRAPH.to_owned());
            let list = (some > 0).then(|| OUTLINE.to_owned());
            picture.into_iter().chain(list).collect::<Vec<_>>()
        })
    };
    let told = move || {
        shown.with(|pictured| {
            pictured.plan().map(|plan| {
                let sure = (plan.confidence.clamp(0.0, 1.0) * 100.0).round() as u32;
                let estimate = duration(plan.total_estimated_duration_ms);
                let numbers =
                    format!("{}, expected to take {estimate}, {sure} % sure.", counted(plan.steps.len(), "step"));
                let mut criteria: Vec<&String> = plan.steps.iter().flat_map(|step| &step.acceptance_criteria).collect();
                criteria.dedup();
                criteria.truncate(MOST_CRITERIA);
                let list = (!criteria.is_empty()).then(|| {
                    let items = criteria.iter().map(|one| el("li", "").attr("dir", "auto").text(one));
                    el("ul", "plan-criteria").attr("role", "list").attr("aria-label", "Criteria").children(items)
                });
                el("div", "panel-note")
                    .child(el("p", "").attr("dir", "auto").text(&plan.rationale))
                    .child(el("p", "").text(&numbers))
                    .children(list)
            })
        })
    };
    el("section", "plan plan-of-run")
        .attr("aria-labelledby", "plan-title")
        .child(panel_head("plan-title", "Plan"))
        .each(parts, move |part| if part == GRAPH { graph(app, true) } else { outline(app, true) })
        .slot(told)
}

/// More say no more.
const MOST_CRITERIA: usize = 6;

/// What to try when nothing is there.
fn examples(app: App) -> El {
    let made = |goal: &'static str| button("suggestion", goal, move |_| app.goal.take(goal));
    let group = |(kind, goals): (&str, &'static [&'static str])| {
        el("div", "example-kind").child(el("p", "panel-note").text(kind)).children(goals.iter().copied().map(made))
    };
    let words = "Type a goal and its plan appears here, before anything runs. For example:";
    el("div", "")
        .child(el("p", "empty").text(words))
        .child(el("div", "examples").children(EXAMPLES.into_iter().map(group)))
        .slot(move || due_now(app))
}

/// What is due, where the todos themselves are on another tab: a narrow screen.
fn due_now(app: App) -> Option<El> {
    let today = Filter { due: DueFilter::parse("today"), ..Filter::active() };
    let late = Filter { due: DueFilter::parse("overdue"), ..Filter::active() };
    app.todos.calendar();
    let mut due = app.todos.ask(|todos| todos.list_shared(&late));
    let late = due.len();
    // A time that has passed today is both.
    let today = app.todos.ask(|todos| todos.list_shared(&today));
    due.extend(
        today.into_iter().filter(|todo| !due.iter().take(late).any(|known| known.id == todo.id)).collect::<Vec<_>>(),
    );
    let rows = due.iter().take(MOST_DUE).map(|todo| el("li", "").attr("dir", "auto").text(&todo.text));
    let more = due.len().saturating_sub(MOST_DUE);
    (!due.is_empty()).then(|| {
        el("div", "due-now")
            .child(el("p", "panel-note").text("Due now"))
            .child(el("ul", "").attr("role", "list").attr("aria-label", "Due now").children(rows))
            .children((more > 0).then(|| el("p", "panel-note").text(&format!("and {more} more"))))
    })
}

/// So many of them are named.
const MOST_DUE: usize = 5;
