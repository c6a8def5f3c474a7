//! The region named "Result": what came of the run, or why nothing did.

use dunlin::{ExecutionStep, Run, RunError, RunStatus, StepStatus};
use leptos::prelude::*;
use serde_json::Value;

use super::value::{line, step_in_full};
use crate::{
    plan::brief,
    state::App,
    ui::{El, Tone, el, format::sentence, link, note, panel_head},
};

/// With the region named "Result" after what is in it. It has its place from the beginning of a run on: what stands below does
/// not move when the run ends.
pub(crate) fn with_result(main: El, app: App) -> El {
    let key = move || {
        app.runs.shown.with(|run| {
            let run = run.as_ref()?;
            let ended = if run.status.is_final() { run.status.name() } else { "" };
            // A file may hold another run of the same name.
            Some(format!("{} {ended} {}", run.run_id, app.runs.file()))
        })
    };
    main.when(move || app.is_earlier(), move || earlier(app)).each(
        move || key().into_iter().collect(),
        move |_| {
            let shown = app.runs.shown.with(|run| region(run.as_ref().map(|run| body(app, run))));
            shown.class_by("is-earlier", move || app.is_earlier())
        },
    )
}

/// Whose result and log stand below, while another goal is typed above.
fn earlier(app: App) -> El {
    let words = move || {
        app.runs.shown.with(|run| {
            let Some(run) = run else { return String::new() };
            let which = if run.status.is_final() { "Earlier run" } else { "Run under way" };
            format!("{which}: {}", run.goal)
        })
    };
    el("h2", "earlier").attr("dir", "auto").text_by(words)
}

fn region(body: Option<El>) -> El {
    let head = panel_head("result-title", "Result");
    el("section", "result").attr("aria-labelledby", "result-title").child(head).children(body)
}

fn body(app: App, run: &Run) -> El {
    let text = |words: &str| el("p", "result-text").text(words);
    match (run.status, &run.result) {
        (status, _) if !status.is_final() => awaited(run),
        (RunStatus::Failed, _) => failure(app, run.error.as_ref()),
        (RunStatus::Cancelled, _) => text("Cancelled before it was done."),
        (_, value) => {
            let denied = run.execution_log.iter().find(|step| step.status == StepStatus::Denied);
            let last = run.execution_log.iter().rfind(|step| step.success);
            let no = match (denied, last) {
                (Some(_), None) => text("You said no, so nothing was changed."),
                (Some(step), Some(_)) => {
                    text(&format!("You said no to step {}, so it was not done.", step.step_number))
                }
                (None, _) => return given(run, last, value.as_ref()),
            };
            el("div", "").child(no).children(last.map(|_| given(run, last, value.as_ref())))
        }
    }
}

/// The place of the result while a run is under way, as high as what will stand there: the log below is not moved.
fn awaited(run: &Run) -> El {
    let sums = sums_before(run, run.execution_log.last());
    el("div", "")
        .children(sums.into_iter().take(MOST_SUMS).map(|step| sum(step, "…")))
        .child(el("p", "panel-note").text("It appears here when the run has ended."))
}

/// The sums of a run but the one that is its result.
fn sums_before<'r>(run: &'r Run, last: Option<&ExecutionStep>) -> Vec<&'r ExecutionStep> {
    let number = last.map(|step| step.step_number);
    let is_sum = |step: &&ExecutionStep| step.tool_name == "calculator" && Some(step.step_number) != number;
    run.execution_log.iter().filter(is_sum).collect()
}

fn sum(step: &ExecutionStep, answer: &str) -> El {
    el("p", "result-sum").attr("dir", "ltr").text(&format!("{} = {answer}", brief(&step.tool_input)))
}

/// What the last step gave, below the answers of the sums before it: who asked for one wants to see it.
fn given(run: &Run, last: Option<&ExecutionStep>, value: Option<&Value>) -> El {
    let mut sums = sums_before(run, last);
    sums.retain(|step| step.success);
    let answered = |step: &&ExecutionStep| sum(step, &step.output.as_ref().map(line).unwrap_or_default());
    let more = sums.len().saturating_sub(MOST_SUMS);
    el("div", "")
        .children(sums.iter().take(MOST_SUMS).map(answered))
        .children((more > 0).then(|| el("p", "result-note").text(&format!("and {more} more in the log"))))
        .child(match (last, value) {
            (Some(step), Some(value)) => step_in_full(step, value),
            _ => el("p", "result-text").text("Done. The last step gives nothing back."),
        })
}

/// The most sums that are repeated above the result; the log has them all.
const MOST_SUMS: usize = 10;

fn failure(app: App, error: Option<&RunError>) -> El {
    let Some(error) = error else { return note(Tone::Bad, "the run failed", None, None) };
    let words = match error.step_number {
        Some(step) => format!("Step {step}: {}", sentence(&error.message)),
        None => error.message.clone(),
    };
    let show = error.step_number.map(|step| link("Show it", move |_| app.select_step(Some(step))));
    note(Tone::Bad, &words, error.hint.as_deref(), show)
}
