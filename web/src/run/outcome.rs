//! The region named "Result": what came of the run, or why nothing did.

use dunlin::{Run, RunError, RunStatus, StepStatus};
use leptos::prelude::*;

use super::value::in_full;
use crate::{
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
    main.each(
        move || key().into_iter().collect(),
        move |_| app.runs.shown.with(|run| region(run.as_ref().map(|run| body(app, run)))),
    )
}

fn region(body: Option<El>) -> El {
    let head = panel_head("result-title", "Result");
    el("section", "result").attr("aria-labelledby", "result-title").child(head).children(body)
}

fn body(app: App, run: &Run) -> El {
    let text = |words: &str| el("p", "result-text").text(words);
    match (run.status, &run.result) {
        (status, _) if !status.is_final() => el("p", "panel-note").text("It appears here when the run has ended."),
        (RunStatus::Failed, _) => failure(app, run.error.as_ref()),
        (RunStatus::Cancelled, _) => text("Cancelled before it was done."),
        (_, Some(value)) => in_full(value),
        (_, None) if run.execution_log.last().is_some_and(|step| step.status == StepStatus::Denied) => {
            text("You said no, so the last step was not done.")
        }
        (_, None) => text("Done. The last step gives nothing back."),
    }
}

fn failure(app: App, error: Option<&RunError>) -> El {
    let Some(error) = error else { return note(Tone::Bad, "the run failed", None, None) };
    let words = match error.step_number {
        Some(step) => format!("Step {step}: {}", sentence(&error.message)),
        None => error.message.clone(),
    };
    let show = error.step_number.map(|step| link("Show it", move |_| app.select_step(Some(step))));
    note(Tone::Bad, &words, error.hint.as_deref(), show)
}
