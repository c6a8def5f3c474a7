//! The region named "Execution log": how the run stands, and every step of it.

use dunlin::{Run, RunStatus};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::{
    budget::budget,
    row::{row, told},
    words::{run_icon, run_word},
};
use crate::{
    state::{App, ReportForm},
    ui::{
        El, button, el,
        format::{counted, duration},
        glyph, key_of, long_list, panel_head, value_of,
    },
};

/// The region named "Execution log".
pub(crate) fn log_panel(app: App) -> El {
    let some = move || app.runs.shown.with(Option::is_some);
    let goal = move || app.runs.shown.with(|run| run.as_ref().map(|run| run.goal.clone()).unwrap_or_default());
    let nothing = || {
        let words = "Nothing has run yet. Every step is written down here as it happens, and kept.";
        el("p", "empty panel-note").text(words)
    };
    // Of several buttons, those that fit the run: made anew when another kind of run is looked at.
    let kind = |run: &Run| match run.status.is_final() {
        false => GOING,
        true if app.runs.is_from_file() => OPENED,
        true => ENDED,
    };
    let acts = move || app.runs.shown.with(|run| run.as_ref().map(|run| kind(run).to_owned()));
    let kinds = move || acts().into_iter().collect();
    let head = panel_head("log-title", "Execution log")
        .child(
            el("span", "run-status")
                .attr("role", "status")
                .attr("aria-label", "Run status")
                .each(move || vec![status_key(app)], status),
        )
        .each(kinds, move |kind| if kind == GOING { going(app) } else { ended(app, kind == ENDED) });
    el("section", "")
        .attr("aria-labelledby", "log-title")
        .child(head)
        .when(move || !some(), nothing)
        .when(some, move || el("p", "run-goal").attr("dir", "auto").text_by(goal))
        .each(kinds, move |kind| budget(app, kind == GOING))
        .when(some, move || rows(app))
}

const ENDED: &str = "ended";
const GOING: &str = "going";
/// Ended elsewhere, or earlier: a file.
const OPENED: &str = "opened";

/// What the status shows, so that it is made anew only when it says something else: the place of the picture, the words.
fn status_key(app: App) -> String {
    app.runs.shown.with(|run| match run {
        None => String::new(),
        Some(run) => format!("{}\n{}", run.status.name(), sentence(run)),
    })
}

fn status(key: &str) -> El {
    let Some((name, words)) = key.split_once('\n') else { return el("span", "state").text("No run yet") };
    let status = RunStatus::ALL.into_iter().find(|status| status.name() == name);
    el("span", &format!("state state-{name}")).children(status.map(|status| glyph(run_icon(status)))).text(words)
}

/// `Completed: 3 of 3 steps in 12 ms`.
fn sentence(run: &Run) -> String {
    let word = run_word(run.status);
    let all = run.execution_log.len();
    if all == 0 {
        return word.to_owned();
    }
    let done = run.execution_log.iter().filter(|step| step.success).count();
    let progress = format!("{word}: {done} of {}", counted(all, "step"));
    if run.status.is_final() { format!("{progress} in {}", duration(run.usage.active_ms)) } else { progress }
}

/// What can be done with a run that is under way.
fn going(app: App) -> El {
    let words = move || if app.runs.cancelling.get() { "Cancelling…" } else { "Cancel run" }.to_owned();
    button("button", "", move |_| app.cancel_run())
        .flag_by("disabled", move || app.runs.cancelling.get())
        .text_by(words)
}

/// What can be done with a run that has ended. One from a file is a file already.
fn ended(app: App, stored: bool) -> El {
    let copied = move || if app.runs.copied.get() { "Copied" } else { "Copy report" }.to_owned();
    let act = |words: &str, act: Box<dyn Fn()>| button("button button-bare", words, move |_| act());
    let acts = el("span", "run-acts")
        .child(act("Repeat", Box::new(move || app.repeat())))
        .child(act("Report", Box::new(move || app.runs.report_open.set(true))));
    if !stored {
        return acts;
    }
    acts.child(act("", Box::new(move || app.copy_report())).text_by(copied))
        .child(act("Save Markdown", Box::new(move || app.save_report(ReportForm::Markdown))))
        .child(act("Save JSON", Box::new(move || app.save_report(ReportForm::Json))))
        .child(act("Save plan", Box::new(move || app.save_report(ReportForm::Plan))))
}

/// The list named "Log", with a search above it once there is something to look through.
fn rows(app: App) -> El {
    let query = RwSignal::new(String::new());
    let count = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map_or(0, |run| run.execution_log.len())));
    // A row stands for a place in a run: another run has rows of its own.
    let id = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref().map(|run| run.run_id.clone())));
    let found = move || -> Vec<usize> {
        let words = query.with(|query| query.trim().to_lowercase());
        if words.is_empty() {
            return (0..count.get()).collect();
        }
        app.runs.shown.with(|run| {
            let log = run.as_ref().map(|run| run.execution_log.as_slice()).unwrap_or_default();
            let has = |step: &dunlin::ExecutionStep| told(step).to_lowercase().contains(&words);
            log.iter().enumerate().filter(|(_, step)| has(step)).map(|(index, _)| index).collect()
        })
    };
    let found = Memo::new(move |_| found());
    let keys = move || {
        let id = id.get().unwrap_or_default();
        found.with(|found| found.iter().map(|index| format!("{index} {id}")).collect())
    };
    let chosen = move || {
        let index = (app.place.with(|place| place.step)? as usize).checked_sub(1)?;
        found.with(|found| found.binary_search(&index).ok())
    };
    let place = |key: &str| key.split(' ').next().and_then(|index| index.parse().ok()).unwrap_or_default();
    let list = el("ol", "log").attr("aria-label", "Log").attr("role", "list").on("keydown", |event| {
        let down = match key_of(&event).key().as_str() {
            "ArrowDown" => true,
            "ArrowUp" => false,
            _ => return,
        };
        if beside(&event, down) {
            event.prevent_default();
        }
    });
    let search = move || {
        let field = el("input", "log-search")
            .attr("type", "search")
            .attr("aria-label", "Search log")
            .attr("placeholder", "Search log")
            .on("input", move |event| query.set(value_of(&event)));
        let said = move || {
            if query.with(|query| query.trim().is_empty()) {
                return String::new();
            }
            format!("{} of {}", found.with(Vec::len), counted(count.get(), "step"))
        };
        el("div", "log-tools").child(field).child(el("span", "panel-note").attr("role", "status").text_by(said))
    };
    el("div", "")
        .when(move || count.get() > SEARCH_FROM, search)
        .child(long_list(list, keys, chosen, move |_, key| row(app, place(key))))
}

/// A search helps from so many steps on.
const SEARCH_FROM: usize = 20;

/// Moves the focus from the line of one step to that of the one above or below. Whether there is one.
fn beside(event: &web_sys::Event, down: bool) -> bool {
    let Some(here) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else { return false };
    if !here.class_list().contains("log-open") {
        return false;
    }
    let row = here.closest(".log-row").ok().flatten();
    let next = row.and_then(|row| if down { row.next_element_sibling() } else { row.previous_element_sibling() });
    let opener = next.and_then(|next| next.query_selector(".log-open").ok().flatten());
    opener.map(|opener| El::of(opener).focus()).is_some()
}
