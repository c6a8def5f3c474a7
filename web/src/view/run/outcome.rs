//! The region named "Result": the answer of the run first and large, what it changed with the way back, and after a failure
//! what was still done and how to go on.

use dunlin::{ExecutionStep, Match, Run, RunError, RunStatus, StepKind, StepStatus, Todo, Within};
use leptos::prelude::*;

use super::{
    row::said_of,
    value::{answer, answered, changed, changed_told, in_full, names_of},
};
use crate::{
    model::brief,
    model::format::{counted, sentence, shortened},
    model::{App, Source, Wanted, waits_until, wanted},
    view::ui::{El, Tone, button, el, link, note},
};

/// What tells one result from another: it is made anew when that is another. None while nothing was run.
pub(crate) fn result_key(app: App) -> Option<String> {
    app.runs.shown.with(|run| {
        let run = run.as_ref()?;
        let ended = if run.status.is_final() { run.status.name() } else { "" };
        // A file may hold another run of the same name.
        Some(format!("{} {ended} {}", run.run_id, app.runs.file()))
    })
}

/// The region named "Result". It has its place from the beginning of a run on: what stands below does not move when it ends.
pub(crate) fn result(app: App) -> El {
    let body = app.runs.shown.with_untracked(|run| run.as_ref().map(|run| body(app, run)));
    el("section", "result")
        .attr("aria-labelledby", "result-title")
        .class_by("is-earlier", move || app.is_earlier())
        .child(el("h2", "unseen").attr("id", "result-title").text("Result"))
        .children(body)
}

/// Whose result and log stand below, while another goal is typed above.
pub(crate) fn earlier(app: App) -> El {
    let words = move || {
        app.runs.shown.with(|run| {
            let Some(run) = run else { return String::new() };
            let which = if run.status.is_final() { "Earlier run" } else { "Run under way" };
            format!("{which}: {}", run.goal)
        })
    };
    el("h2", "earlier").attr("dir", "auto").text_by(words)
}

fn body(app: App, run: &Run) -> El {
    let told = el("div", "result-body");
    match run.status {
        status if !status.is_final() => told.children(awaited(app, run)),
        RunStatus::Failed => {
            let told = told.child(failure(app, run.error.as_ref()));
            let done = answers(app, run, false);
            let still = (!done.is_empty()).then(|| el("p", "result-note").text("This was still done:"));
            told.children(taken_back(app, run)).children(still).children(done)
        }
        RunStatus::Cancelled => {
            let why = run.cancel_reason.as_deref().map(|why| format!("Cancelled before it was done: {why}"));
            let why = why.unwrap_or_else(|| "Cancelled before it was done.".to_owned());
            told.child(el("p", "result-text").attr("dir", "auto").text(&why))
                .children(taken_back(app, run))
                .children(answers(app, run, false))
        }
        _ => {
            let denied = run.execution_log.iter().find(|step| step.status == StepStatus::Denied);
            let done = answers(app, run, true);
            let no = denied.map(|step| {
                if done.is_empty() {
                    "You rejected it, so nothing was changed.".to_owned()
                } else {
                    format!("You rejected step {}, so it was not done.", step.step_number)
                }
            });
            let nothing =
                (no.is_none() && done.is_empty()).then(|| "Done. The last step gives nothing back.".to_owned());
            told.children(no.or(nothing).map(|words| el("p", "result-text").text(&words)))
                .children(done)
                .children(handled(app, run))
        }
    }
}

/// What was taken back after a failure, and what could not be.
fn taken_back(app: App, run: &Run) -> Vec<El> {
    let calls = run.inner_log.iter().filter(|step| matches!(step.within, Some(Within::Undo { .. })));
    let told = |step: &ExecutionStep| {
        let said = changed_told(step).unwrap_or_else(|| said_of(app, Source::SHOWN, step).line());
        match &step.error {
            Some(error) if !step.success => format!("{said}: {error}"),
            _ => said,
        }
    };
    let (back, not): (Vec<_>, Vec<_>) = calls.partition(|step| step.success);
    let list = |name: &str, steps: Vec<&ExecutionStep>| {
        (!steps.is_empty()).then(|| {
            let items = steps.iter().take(MOST_SUMS).map(|step| el("li", "").attr("dir", "auto").text(&told(step)));
            el("div", "result-list")
                .child(el("p", "result-note").text(&format!("{name}:")))
                .child(el("ul", "").attr("role", "list").attr("aria-label", name).children(items))
        })
    };
    list("Taken back", back).into_iter().chain(list("Could not be taken back", not)).collect()
}

/// What failed and was handled: the run went on, and says so.
fn handled(app: App, run: &Run) -> Vec<El> {
    let all = run.execution_log.iter().filter(|step| step.handled_by.is_some() && step.status == StepStatus::Failed);
    let told = |step: &ExecutionStep| {
        let number = step.step_number;
        let by = step.handled_by.map(|by| format!("; step {by} handled it")).unwrap_or_default();
        let words = format!("Step {number} failed{by}: {}", sentence(step.error.as_deref().unwrap_or_default()));
        note(Tone::Warn, &words, None, Some(link("Show it", move |_| app.select_step(Some(number)))))
    };
    all.take(MOST_SUMS).map(told).collect()
}

/// The place of the result while a run is under way, as high as what will stand there: the log below is not moved.
fn awaited(app: App, run: &Run) -> Vec<El> {
    let sums: Vec<&ExecutionStep> = run.execution_log.iter().filter(|step| is_sum(step)).collect();
    match sums.as_slice() {
        [_] | [] => {
            let rests = |run: &Run| (run.status == RunStatus::Suspended).then(|| wanted(run));
            // While a run within it waits, it waits as that one does.
            let within = move || app.runs.children.with(|children| children.values().filter_map(rests).min());
            let rests = move || app.runs.shown.with(|run| run.as_ref().and_then(rests)).or_else(within);
            let words = move || match rests() {
                None => "…".to_owned(),
                Some(Wanted::Approval | Wanted::Answer) => "It waits for your answer.".to_owned(),
                Some(Wanted::Signal) => "It waits for a signal.".to_owned(),
                Some(Wanted::Moment) => {
                    let until = app.runs.shown.with(|run| run.as_ref().and_then(waits_until));
                    until.map_or_else(
                        || "It waits.".to_owned(),
                        |until| format!("It waits until {}.", app.moment(until)),
                    )
                }
            };
            vec![el("p", "result-awaited").text_by(words)]
        }
        sums => sums.iter().take(MOST_SUMS).map(|step| sum(step, "…")).collect(),
    }
}

fn is_sum(step: &ExecutionStep) -> bool {
    step.tool_name == "calculator"
}

/// All that a run gave: the answers of its sums, what it found, and what it changed.
fn answers(app: App, run: &Run, whole: bool) -> Vec<El> {
    // What was taken back is as if it had not been done.
    let stays = |step: &&ExecutionStep| step.success && step.undo != Some(StepStatus::Succeeded);
    let done: Vec<&ExecutionStep> = run.execution_log.iter().filter(stays).collect();
    let sums: Vec<&ExecutionStep> = done.iter().copied().filter(|step| is_sum(step)).collect();
    let last = done.last().copied();
    let mut out = Vec::new();
    // A single sum that is all there is, or comes last, is the answer itself; several are listed with what they are of.
    match sums.as_slice() {
        [only] if last.is_some_and(|last| last.step_number == only.step_number) => out.push(large(app, only)),
        sums => {
            out.extend(sums.iter().take(MOST_SUMS).map(|step| sum(step, &answer(step).unwrap_or_default())));
            let more = sums.len().saturating_sub(MOST_SUMS);
            out.extend((more > 0).then(|| el("p", "result-note").text(&format!("and {more} more in the log"))));
        }
    }
    // What was found: where a run looks several times, what it saw last.
    let found = last.filter(|step| whole && !is_sum(step) && changed(step).is_none() && is_told(app, step));
    // What was done for the items of a map, and by plans within this one, was done by this run.
    let within = untrack(|| app.runs.children.get());
    let inner = run.inner_log.iter().filter(|step| matches!(step.within, Some(Within::Map { .. })));
    let inner = inner.chain(within.values().flat_map(|run| run.execution_log.iter().chain(&run.inner_log)));
    let all: Vec<&ExecutionStep> = done.iter().copied().chain(inner.filter(stays)).collect();
    // What steps within gave is told by what they changed.
    let has_inner = |step: &&ExecutionStep| {
        let kind = app.runs.kind_of(step.step_number);
        matches!(kind, Some(StepKind::Map | StepKind::Plan)) && all.iter().any(|step| changed(step).is_some())
    };
    match run.result.as_ref().zip(run.plan.as_ref().and_then(|plan| plan.result.as_ref())) {
        // What the plan says that it answers with.
        Some((result, template)) => out.push(answered(result, template)),
        None => out.extend(found.filter(|step| !has_inner(step)).and_then(|step| step.output.as_ref()).map(in_full)),
    }
    out.extend(changes(app, run, &all));
    out
}

/// Whether what a step gave is worth saying: that a wait is over, or how a comparison came out, is the log's to say, unless
/// nothing else was done.
fn is_told(app: App, step: &ExecutionStep) -> bool {
    app.runs.kind_of(step.step_number).is_none_or(|kind| {
        let told = !matches!(kind, StepKind::Wait | StepKind::Decision | StepKind::Notify);
        told || step.step_number == 1
    })
}

/// An answer, copied by a click.
fn large(app: App, step: &ExecutionStep) -> El {
    let words = answer(step).unwrap_or_default();
    let copied = words.clone();
    let class = if words.chars().count() > LONG { "result-value result-long" } else { "result-value" };
    el("p", "result-answer")
        .child(
            button(class, &words, move |_| app.copy_answer(&copied))
                .attr("title", "Copy")
                .attr("aria-label", &format!("{words}, copy")),
        )
        .child(copied_word(app))
}

/// Says once that the answer is on the clipboard.
fn copied_word(app: App) -> El {
    let words = move || if app.runs.answer_copied.get() { "Copied" } else { "" }.to_owned();
    el("span", "result-note").attr("role", "status").text_by(words)
}

/// A longer answer is written smaller.
const LONG: usize = 24;

fn sum(step: &ExecutionStep, answer: &str) -> El {
    el("p", "result-sum")
        .attr("dir", "ltr")
        .text(&format!("{} = ", shortened(&brief(&step.tool_input), 120)))
        .child(el("b", "").text(answer))
}

/// What a run changed, in a sentence for every kind of change, the todos it was about where they are several, and the way back.
fn changes(app: App, run: &Run, done: &[&ExecutionStep]) -> Option<El> {
    let mut told: Vec<(String, Vec<&ExecutionStep>)> = Vec::new();
    for &step in done {
        let Some(said) = changed(step) else { continue };
        let verb = said.split(' ').next().unwrap_or_default().to_owned();
        match told.iter_mut().find(|(known, _)| *known == verb) {
            Some((_, steps)) => steps.push(step),
            None => told.push((verb, vec![step])),
        }
    }
    if told.is_empty() {
        return None;
    }
    let lines = told.iter().map(|(verb, steps)| change(verb, steps)).collect::<Vec<_>>();
    let id = run.run_id.clone();
    let undone = RwSignal::new(false);
    let undo = move || {
        let id = id.clone();
        button("button", "Undo", move |_| {
            app.todos.undo_run(&id);
            undone.set(true);
        })
        .attr("aria-label", "Undo what the run changed")
    };
    let acts = (!app.runs.is_from_file()).then(|| {
        let acts = el("p", "result-acts").when(move || !undone.get(), undo);
        acts.child(
            el("span", "result-note")
                .attr("role", "status")
                .text_by(move || if undone.get() { "Taken back." } else { "" }.to_owned()),
        )
    });
    Some(el("div", "result-changes").children(lines).children(acts))
}

/// One kind of change.
fn change(verb: &str, steps: &[&ExecutionStep]) -> El {
    let made = el("div", "");
    let line = |words: &str| el("p", "result-text").attr("dir", "auto").text(words);
    if let [only] = steps {
        let said = changed(only).unwrap_or_default();
        let gone =
            matches!(only.tool_input.get("action").and_then(serde_json::Value::as_str), Some("delete" | "clear"));
        let about = only.output.as_ref().and_then(|output| super::value::several(output, gone));
        let colon = if about.is_some() { ":" } else { "" };
        return made.child(line(&format!("{said}{colon}"))).children(about);
    }
    let count: u64 = steps.iter().filter_map(|step| step.metadata.as_ref()?.get("count")?.as_u64()).sum();
    if count == 0 {
        return made.children(steps.iter().filter_map(|step| changed(step)).map(|said| line(&said)));
    }
    let names: Vec<String> = steps.iter().filter_map(|step| names_of(step)).take(MOST_NAMED).collect();
    let more = if steps.len() > MOST_NAMED { ", …" } else { "" };
    made.child(line(&format!("{verb} {}: {}{more}", counted(count as usize, "todo"), names.join(", "))))
}

/// So many todos are named before the others are only counted.
const MOST_NAMED: usize = 5;

/// The most sums that are repeated above the result; the log has them all.
const MOST_SUMS: usize = 10;

fn failure(app: App, error: Option<&RunError>) -> El {
    let Some(error) = error else { return note(Tone::Bad, "the run failed", None, None) };
    let Some(step) = error.step_number else { return note(Tone::Bad, &error.message, error.hint.as_deref(), None) };
    let words = format!("Step {step}: {}", sentence(&error.message));
    let again = app.can_fork().then(|| button("button", "Go on from here", move |_| app.fork(step)));
    let choices =
        app.runs.shown.with_untracked(|run| run.as_ref().map(|run| choices(app, run, error)).unwrap_or_default());
    let again = again.filter(|_| choices.is_empty());
    let acts = el("span", "note-acts")
        .children(choices)
        .children(again)
        .child(link("Show it", move |_| app.select_step(Some(step))));
    note(Tone::Bad, &words, error.hint.as_deref(), Some(acts))
}

/// The todos that may have been meant, as buttons that go on with that one.
fn choices(app: App, run: &Run, error: &RunError) -> Vec<El> {
    let step = error.step_number.and_then(|number| run.execution_log.iter().find(|step| step.step_number == number));
    let Some(step) =
        step.filter(|_| matches!(error.code.as_str(), "todo.ambiguous" | "todo.not-found") && app.can_fork())
    else {
        return Vec::new();
    };
    let Some(words) = step.tool_input.get("match").and_then(serde_json::Value::as_str) else { return Vec::new() };
    let meant = match untrack(|| app.todos.ask(|todos| todos.find(words))) {
        Match::Several(todos) => todos,
        Match::None { nearest } => nearest,
        Match::One(todo) => vec![*todo],
    };
    let number = step.step_number;
    let choice = |todo: Todo| {
        button("button", &shortened(&todo.text, 60), move |_| app.fork_with(number, &todo.id)).attr("dir", "auto")
    };
    meant.into_iter().take(MOST_CHOICES).map(choice).collect()
}

/// Among more than these nobody chooses by buttons.
const MOST_CHOICES: usize = 6;
