//! The region named "Plan": before a run, the plan of what is being typed; of a run, its plan when somebody asks for it.

use dunlin::{DueFilter, Filter, Now, Plan, Todo};
use leptos::prelude::*;

use super::{
    graph::PlanGraph,
    outline::{Outline, branches, days_said},
};
use crate::{
    model::{
        App, Pictured, SURE,
        format::{counted, curly, duration},
        held::held_to,
        use_app,
    },
    view::ui::{Note, PanelHead, Tone, later},
};

/// Goals that show what can be asked, by kind.
const EXAMPLES: [(&str, &[&str]); 3] = [
    (
        "Several things at once",
        &[
            "work out 15% tip on 84.50 and add todo pay dinner tomorrow, then show my list",
            "calculate 12 * 7 then add todo Pay the result",
        ],
    ),
    ("Todos", &["remind me to call Ann tomorrow at 9", "what is due today?", "plan a birthday party"]),
    ("Sums and dates", &["what is 18% of 240?", "350 F to C", "how many days until Christmas?"]),
];

/// What stands in the region of what is being typed.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Examples,
    NoPlan,
    Plan,
}

/// The region of what is being typed. Its parts stay while the plan in them changes, so that they draw only what is another.
#[component]
pub(crate) fn PlanPanel() -> impl IntoView {
    let app = use_app();
    let shown = app.picture.shown;
    // Nothing until somebody says otherwise: then the picture is there where the plan branches.
    let wanted = RwSignal::new(None::<bool>);
    let several = Memo::new(move |_| shown.with(|pictured| pictured.steps().len() > 1));
    let drawn = Memo::new(move |_| {
        several.get() && wanted.get().unwrap_or_else(|| shown.with(|pictured| branches(pictured.steps())))
    });
    let part = Memo::new(move |_| {
        shown.with(|pictured| match pictured {
            Pictured::Nothing | Pictured::Plan { live: true, .. } => Part::Examples,
            Pictured::Unreadable => Part::NoPlan,
            Pictured::Plan { .. } => Part::Plan,
        })
    });
    let left_out = Memo::new(move |_| app.edits_left_out());
    let body = move || match part.get() {
        Part::Examples => view! { <Examples /> }.into_any(),
        Part::NoPlan => {
            view! { <p class="empty panel-note">"There is no plan for this goal, and nothing will run."</p> }.into_any()
        }
        Part::Plan => view! {
            <Show when=move || drawn.get()>
                {later(graph(false))}
            </Show>
            <Outline live=false />
            <div role="status">
                {move || left_out.get().map(|words| view! { <Note tone=Tone::Warn words hint=None /> })}
            </div>
        }
        .into_any(),
    };
    let steps = move || shown.with(|pictured| pictured.plan().map(|plan| counted(plan.steps.len(), "step")));
    view! {
        <section class="plan" aria-labelledby="plan-title">
            <PanelHead id="plan-title" words="Plan">
                <span class="panel-note">{steps}</span>
                <Show when=move || part.get() == Part::Plan>
                    <LinkButton />
                </Show>
                <Show when=move || several.get()>
                    <button
                        type="button"
                        class="button button-bare plan-graph-switch"
                        aria-pressed=move || drawn.get().to_string()
                        on:click=move |_| wanted.set(Some(!drawn.get_untracked()))
                    >
                        "Graph"
                    </button>
                </Show>
            </PanelHead>
            {body}
        </section>
    }
}

/// Copies a link that puts the goal into the field of whoever opens it; it runs only when they say so.
#[component]
fn LinkButton() -> impl IntoView {
    let app = use_app();
    let copied = app.goal.copied;
    view! {
        <button
            type="button"
            class="button button-bare"
            title="Copy a link to the goal"
            on:click=move |_| app.copy_link_to_typed()
        >
            "Copy link"
        </button>
        <span class="panel-note" role="status" aria-label="Link">{move || copied.get().then_some("Copied")}</span>
    }
}

/// The plan of the run that is looked at, inside its log: the picture, how it was read, what it was expected to take, what
/// must be true of it, and its steps.
#[component]
pub(crate) fn PlanOfRun() -> impl IntoView {
    let app = use_app();
    let count = Memo::new(move |_| app.picture.shown.with(|pictured| pictured.steps().len()));
    view! {
        <section class="plan plan-of-run" aria-labelledby="plan-title">
            <PanelHead id="plan-title" words="Plan" />
            <Show when=move || { count.get() > 1 }>
                {later(graph(true))}
            </Show>
            <Show when=move || { count.get() > 0 }>
                <Outline live=true />
            </Show>
            <div class="panel-note">
                {move || app.picture.shown.with(|pictured| pictured.plan().map(|plan| told(plan, &app.todos.calendar())))}
                <Criteria />
            </div>
        </section>
    }
}

/// The picture of a plan comes when one is first looked at.
#[cfg_attr(not(test), lazy)]
async fn graph(live: bool) -> AnyView {
    view! { <PlanGraph live /> }.into_any()
}

/// How a plan was read, and what it was expected to take.
fn told(plan: &Plan, now: &Now) -> impl IntoView + use<> {
    let estimate = Some(plan.total_estimated_duration_ms).filter(|ms| *ms >= LONG_MS);
    let estimate = estimate.map(|ms| format!(", expected to take {}", duration(ms))).unwrap_or_default();
    // Said where it is worth a thought.
    let doubted = Some(plan.confidence).filter(|sure| *sure < SURE);
    let sure = doubted.map(|sure| (sure.max(0.0) * 100.0).round() as u32);
    let sure = sure.map(|sure| format!(", read with {sure} % certainty")).unwrap_or_default();
    // Otherwise the steps say it, in better words.
    let read = doubted.map(|_| view! { <p dir="auto">{days_said(&plan.rationale, now)}</p> });
    // How many steps there are, their numbers say.
    let numbers = format!("{}{estimate}{sure}.", counted(plan.steps.len(), "step"));
    let numbers = (!estimate.is_empty() || !sure.is_empty()).then(|| view! { <p>{numbers}</p> });
    view! { {read} {numbers} }
}

/// What must be true of what the run has done.
#[component]
fn Criteria() -> impl IntoView {
    let app = use_app();
    let held = Memo::new(move |_| {
        let mut held = app.runs.shown.with(|run| run.as_ref().map(held_to).unwrap_or_default());
        held.truncate(MOST_CRITERIA);
        held
    });
    let items =
        move || held.get().into_iter().map(|one| view! { <li dir="auto">{curly(&one)}</li> }).collect::<Vec<_>>();
    view! {
        <Show when=move || held.with(|held| !held.is_empty())>
            <p class="plan-criteria">"What must be true afterwards:"</p>
            <ul class="plan-marked" role="list" aria-label="Criteria">{items}</ul>
        </Show>
    }
}

/// What is expected to take less says nothing of it.
const LONG_MS: u64 = 1000;
/// More say no more.
const MOST_CRITERIA: usize = 6;

/// What to try when nothing is there.
#[component]
fn Examples() -> impl IntoView {
    let app = use_app();
    let example = move |goal: &'static str| {
        view! { <button type="button" class="suggestion" on:click=move |_| app.goal.take(goal)>{goal}</button> }
    };
    let group = |(kind, goals): (&'static str, &'static [&'static str])| {
        view! {
            <div class="example-kind">
                <p class="panel-note">{kind}</p>
                {goals.iter().copied().map(example).collect::<Vec<_>>()}
            </div>
        }
    };
    view! {
        <div>
            <p class="empty">"Type a goal and its plan appears here, before anything runs. For example:"</p>
            <div class="examples">{EXAMPLES.map(group).into_iter().collect::<Vec<_>>()}</div>
            <DueNow />
        </div>
    }
}

/// What is due, where the todos themselves are on another tab: a narrow screen.
#[component]
fn DueNow() -> impl IntoView {
    let app = use_app();
    move || {
        let due = due_now(app);
        let more = due.len().saturating_sub(MOST_DUE);
        let rows: Vec<_> = due.iter().take(MOST_DUE).map(|text| view! { <li dir="auto">{text.clone()}</li> }).collect();
        (!rows.is_empty()).then(|| {
            view! {
                <div class="due-now">
                    <p class="panel-note">"Due now"</p>
                    <ul role="list" aria-label="Due now">{rows}</ul>
                    {(more > 0).then(|| view! { <p class="panel-note">{format!("and {more} more")}</p> })}
                </div>
            }
        })
    }
}

/// So many of them are named.
const MOST_DUE: usize = 5;

/// The texts of what is overdue, and then of what is due today.
fn due_now(app: App) -> Vec<String> {
    let of = |due| Filter { due: DueFilter::parse(due), ..Filter::active() };
    app.todos.calendar();
    let late = app.todos.ask(|todos| todos.list_shared(&of("overdue")));
    let today = app.todos.ask(|todos| todos.list_shared(&of("today")));
    // A time that has passed today is both.
    let is_late = |todo: &Todo| late.iter().any(|known| known.id == todo.id);
    let today = today.iter().filter(|todo| !is_late(todo));
    late.iter().chain(today).map(|todo| todo.text.clone()).collect()
}
