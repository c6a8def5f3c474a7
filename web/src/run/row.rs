//! One step of the log: a line, its output, a question that waits, and the details when opened.

use dunlin::ExecutionStep;
use leptos::prelude::*;
use serde_json::Value;

use super::{
    ask::Ask,
    bars::{Bar, BarKind},
    details::details,
    scale::Stretch,
    value::line,
    words::{step_icon, step_word},
};
use crate::{
    plan::{brief, tool_word},
    state::{App, app},
    ui::{
        Icon,
        format::{counted, duration, shortened},
        glyph,
    },
};

/// The longest output that a row shows; the details have it all.
const MOST_CHARACTERS: usize = 300;

/// A row of the log.
#[component]
pub(crate) fn Row(
    /// Its place in the execution log.
    index: usize,
) -> impl IntoView {
    let app = app();
    let step = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref()?.execution_log.get(index).cloned()));
    let number = step.with_untracked(|step| step.as_ref().map_or(0, |step| step.step_number));
    let open = Memo::new(move |_| app.place.with(|place| place.step == Some(number)));
    view! {
        <li class="log-row" id=format!("step-{number}")>
            <div class="log-line">
                <button
                    type="button"
                    class="log-open"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| app.select_step((!open.get_untracked()).then_some(number))
                >
                    {glyph(Icon::Chevron)} {move || step.with(|step| step.as_ref().map(title))}
                </button>
                {move || step.with(|step| step.as_ref().map(state))}
                <Track number />
                <span class="log-time">{move || step.with(|step| step.as_ref().map(time))}</span>
            </div>
            {move || step.with(|step| step.as_ref().map(said))}
            {move || {
                let waiting = step.with(|step| step.as_ref().and_then(|step| Some((step.approval.clone()?, step.clone()))));
                waiting.map(|(approval, step)| view! { <Ask approval step /> })
            }}
            {move || {
                let events = || app.runs.timeline.with(|timeline| timeline.events_of(number));
                open.get().then(|| step.with(|step| step.as_ref().map(|step| details(step, events()))))
            }}
        </li>
    }
}

fn title(step: &ExecutionStep) -> AnyView {
    let name = if step.tool_name.is_empty() { "step".to_owned() } else { tool_word(&step.tool_name, &step.tool_input) };
    view! {
        <span>
            <span class="log-tool">{step.step_number} " " {name}</span>
            " "
            <bdi class="log-brief">{shortened(&brief(&step.tool_input), 80)}</bdi>
        </span>
    }
    .into_any()
}

fn state(step: &ExecutionStep) -> AnyView {
    let again = step.success && step.attempts > 1;
    let word = if again { "With retries" } else { step_word(step.status) };
    view! { <span class=format!("state state-{}", step.status.name())>{glyph(step_icon(step.status))} {word}</span> }
        .into_any()
}

fn time(step: &ExecutionStep) -> String {
    match (step.duration_ms, step.attempts) {
        (None, _) => String::new(),
        (Some(ms), 0) => duration(ms),
        (Some(ms), attempts) => format!("{}, {}", duration(ms), counted(attempts as usize, "attempt")),
    }
}

/// The output, or why there is none.
fn said(step: &ExecutionStep) -> AnyView {
    if let Some(error) = &step.error {
        return view! { <p class="log-output log-error" dir="auto">{error.clone()}</p> }.into_any();
    }
    let output = step.output.as_ref().filter(|output| **output != Value::Null);
    output
        .map(|output| view! { <p class="log-output" dir="auto">{shortened(&line(output), MOST_CHARACTERS)}</p> })
        .into_any()
}

/// The step on the time axis of the run. The words beside it say the same.
#[component]
fn Track(number: u32) -> impl IntoView {
    let app = app();
    view! {
        <div class="track" aria-hidden="true">
            {move || folds(app)}
            {move || bars(app, number)}
        </div>
    }
}

/// Marks where waiting was folded away.
fn folds(app: App) -> Vec<AnyView> {
    app.runs.timeline.with(|timeline| {
        let at = |fold: &Stretch| percent(timeline.scale.project(f64::midpoint(fold.start, fold.end)));
        let folds = timeline.scale.folds().iter();
        folds.map(|fold| view! { <span class="fold" style:left=at(fold)></span> }.into_any()).collect()
    })
}

fn percent(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

fn bars(app: App, number: u32) -> Vec<AnyView> {
    app.runs.timeline.with(|timeline| {
        let bars = timeline.bars.of_step.get(&number).map(Vec::as_slice).unwrap_or_default();
        bars.iter()
            .map(|bar: &Bar| {
                let class = match bar.kind {
                    BarKind::Work => "bar",
                    BarKind::Failed => "bar bar-failed",
                    BarKind::Wait => "bar bar-wait",
                    BarKind::Approval => "bar bar-approval",
                };
                let start = timeline.scale.project(bar.start);
                let end = timeline.scale.project(bar.end.unwrap_or(timeline.bars.end));
                // Kept inside even when a short bar at the very end is widened to be seen.
                let left = format!("min({}, 100% - 3px)", percent(start));
                view! { <span class=class style:left=left style:width=percent(end - start)></span> }.into_any()
            })
            .collect()
    })
}
