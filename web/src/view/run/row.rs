//! One step of the log: a line, its output, a question that waits, and the details when opened.

use dunlin::{Awaited, ExecutionStep, Run, StepKind, StepStatus, Within};
use leptos::prelude::*;
use serde_json::Value;
use web_sys::HtmlElement;

use super::{
    ask::ask,
    details::details,
    inside::inside,
    pulse::so_far,
    question::question,
    value::{answer, changed_told, told as given},
    words::{step_icon, step_word},
};
use crate::model::scale::Stretch;
use crate::model::{Bar, BarKind};
use crate::{
    model::format::{counted, duration, shortened},
    model::{App, Source, wait_ends},
    model::{Phrase, said},
    view::plan::said_in,
    view::ui::{El, Icon, button, el, glyph},
};

/// The longest output that a row shows; the details have it all.
const MOST_CHARACTERS: usize = 300;
/// A step that took less has no need to say how long.
const SHORT_MS: u64 = 1000;

/// The row of that place in the execution log.
pub(crate) fn row(app: App, index: usize) -> El {
    // Told only when this very step has changed: a run of a thousand steps tells of one at a time.
    let step = Memo::new(move |_| app.runs.shown.with(|run| run.as_ref()?.execution_log.get(index).cloned()));
    let number = step.with_untracked(|step| step.as_ref().map_or(0, |step| step.step_number));
    let open = move || app.place.with(|place| place.step == Some(number));
    let toggle = move |_| app.select_step((!untrack(open)).then_some(number));
    let opener = button("log-open", "", toggle)
        .attr_by("aria-expanded", move || Some(open().to_string()))
        .child(glyph(Icon::Chevron))
        .text(" ")
        .slot(move || step.with(|step| step.as_ref().map(|step| title(app, step))));
    // The words beside it say the same, so the picture of the time can wait for its part of the program.
    let marks = move || if true { bars(app, number) } else { Vec::new() };
    let track = el("div", "track").attr("aria-hidden", "true").each(marks, mark);
    let line = el("div", "log-line")
        .child(opener)
        .slot(move || step.with(|step| step.as_ref().map(|step| state(app, Source::SHOWN, step))))
        .child(track)
        .child(
            el("span", "log-time")
                .text_by(move || step.with(|step| step.as_ref().map(|step| time(app, step)).unwrap_or_default())),
        );
    // What is open stays as it is, and with it the focus and what was scrolled to, until something happens to this step.
    let opened = move || {
        let happened = open().then(|| app.runs.timeline.with(|timeline| timeline.count_of(number)));
        happened.map(|count| format!("{count} {}", app.can_fork())).into_iter().collect()
    };
    let open_details = move |_: &str| {
        let events = app.runs.timeline.with(|timeline| timeline.events_of(number));
        step.with(|step| step.as_ref().map(|step| details(app, step, &events))).unwrap_or_else(|| el("div", ""))
    };
    let made = el("li", "log-row")
        .attr("id", &format!("step-{number}"))
        .child(line)
        .slot(move || step.with(|step| step.as_ref().and_then(fault)))
        .slot(move || step.with(|step| step.as_ref().and_then(|step| aside(app, Source::SHOWN, step))));
    let made = asking(app, Source::SHOWN, step, made);
    inside(app, Source::SHOWN, step, made).each(opened, open_details)
}

/// With what a step asks of a person, in place. It is asked once: what is typed into it stays while the run goes on beside it.
pub(super) fn asking(app: App, source: Source, step: Memo<Option<ExecutionStep>>, made: El) -> El {
    let waiting = move || {
        let asked = step.with(|step| {
            let step = step.as_ref()?;
            match (&step.approval, &step.awaits) {
                (Some(approval), _) => Some(approval.approval_id.clone()),
                (None, Some(_)) => Some(format!("attempt {}", step.attempts)),
                (None, None) => None,
            }
        });
        // A run from a file is looked at, and asks nobody.
        asked.filter(|_| app.runs.can_answer(source)).into_iter().collect()
    };
    let asked = move |_: &str| {
        let made = step.with(|step| {
            let step = step.as_ref()?;
            match &step.approval {
                Some(approval) => Some(ask(app, source, approval, step)),
                None => question(app, source, step),
            }
        });
        made.unwrap_or_else(|| el("span", ""))
    };
    made.each(waiting, asked)
}

/// What a row says, for a search.
pub(super) fn told(app: App, step: &ExecutionStep) -> String {
    let output = given(step).unwrap_or_default();
    let name = said_of(app, Source::SHOWN, step).line();
    let parts = [&name, step_word(step.status), &output, step.error.as_deref().unwrap_or_default()];
    format!("{} {}", step.step_number, parts.join(" "))
}

/// What a step does, as people say it.
pub(super) fn said_of(app: App, source: Source, step: &ExecutionStep) -> Phrase {
    let of = |run: &Run| run.planned(step.step_number).map(|planned| said(app, planned, &step.tool_input));
    // The day is followed, and the run is not: the step itself says when it is another.
    app.todos.calendar();
    untrack(|| app.runs.of(source, of)).flatten().unwrap_or_default()
}

/// Where a step stands, in words: `step 2`, `item 3 of step 1`.
pub(super) fn place_of(app: App, source: Source, step: &ExecutionStep) -> String {
    let place = match step.within {
        None => format!("step {}", step.step_number),
        Some(Within::Map { map, item, .. }) => format!("item {} of step {map}", item + 1),
        Some(Within::Undo { undoes }) => format!("taking back step {undoes}"),
    };
    let of = |run: &Run| run.parent.as_ref().map(|parent| format!("{place} within step {}", parent.step_number));
    let is_shown =
        app.runs.shown.with_untracked(|run| run.as_ref().map(|run| run.run_id.clone())) == app.runs.id_of(source);
    if is_shown { place } else { untrack(|| app.runs.of(source, of)).flatten().unwrap_or(place) }
}

/// Before it is done, what it does; after, what it did or gave.
fn title(app: App, step: &ExecutionStep) -> El {
    titled(app, Source::SHOWN, step, &step.step_number.to_string())
}

/// The same with another number before it.
pub(super) fn titled(app: App, source: Source, step: &ExecutionStep, number: &str) -> El {
    let said = said_of(app, source, step);
    let made = el("span", "log-words").attr("dir", "auto");
    let number = el("span", "log-number").text(number);
    if !step.success {
        return el("span", "log-title").child(number).text(" ").child(said_in(made, &said));
    }
    let made = match changed_told(step) {
        Some(did) if said.rest.is_empty() => made.text(&shortened(&did, MOST_CHARACTERS)),
        Some(did) => made.text(&shortened(&did, MOST_CHARACTERS)).text(&format!(", {}", said.rest)),
        None => {
            let made = said_in(made, &said);
            match (answer(step), given(step)) {
                (Some(answer), _) => made.text(" = ").child(el("b", "log-answer").text(&answer)),
                (None, Some(gave)) => {
                    made.child(el("span", "log-gave").text(&format!(": {}", shortened(&gave, MOST_CHARACTERS))))
                }
                (None, None) => made,
            }
        }
    };
    el("span", "log-title").child(number).text(" ").child(made)
}

pub(super) fn state(app: App, source: Source, step: &ExecutionStep) -> El {
    let again = step.success && step.attempts > 1;
    let told =
        |name: &str, icon: Icon, word: &str| el("span", &format!("state state-{name}")).child(glyph(icon)).text(word);
    match step.undo {
        Some(StepStatus::Succeeded) => return told("undone", Icon::Back, "Taken back"),
        Some(status) if status.is_final() => return told("failed", Icon::Cross, "Not taken back"),
        Some(_) => return told("running", Icon::Turning, "Taking back"),
        None => {}
    }
    match (&step.awaits, step.handled_by) {
        (Some(Awaited::Answer { .. }), _) => return told("waiting_approval", Icon::Hand, "Needs an answer"),
        (Some(Awaited::Signal { .. }), _) => return told("waiting_approval", Icon::Clock, "Waits for a signal"),
        (None, Some(_)) if step.status == StepStatus::Failed => return told("handled", Icon::Cross, "Failed, handled"),
        (None, _) => {}
    }
    match step.status {
        StepStatus::Running if kind_of(app, source, step.step_number) == Some(StepKind::Wait) => {
            told("waiting_approval", Icon::Clock, "Waiting")
        }
        StepStatus::Succeeded if again => labelled(step.status, "With retries"),
        // The tick says it; the word is for who does not see it.
        StepStatus::Succeeded => el("span", "state state-succeeded")
            .child(glyph(step_icon(step.status)))
            .child(el("span", "unseen").text(step_word(step.status))),
        status => state_word(status),
    }
}

/// What kind of step it is, in the plan.
pub(super) fn kind_of(app: App, source: Source, number: u32) -> Option<StepKind> {
    untrack(|| app.runs.of(source, |run| run.planned(number).map(|step| step.kind))).flatten()
}

/// Where a step stands: its picture, its word, its colour.
pub(crate) fn state_word(status: StepStatus) -> El {
    labelled(status, step_word(status))
}

fn labelled(status: StepStatus, word: &str) -> El {
    el("span", &format!("state state-{}", status.name())).child(glyph(step_icon(status))).text(word)
}

fn time(app: App, step: &ExecutionStep) -> String {
    match (step.duration_ms, step.attempts) {
        // What has not ended says how it goes on as soon as all of the program is here.
        (None, _) if matches!(step.status, StepStatus::Running | StepStatus::Retrying) && true => so_far(app, step),
        (None, _) => String::new(),
        // What took no time worth telling says nothing of it.
        (Some(ms), 0 | 1) if ms < SHORT_MS => String::new(),
        (Some(ms), 0 | 1) => duration(ms),
        (Some(ms), attempts) => format!("{}, {}", duration(ms), counted(attempts as usize, "attempt")),
    }
}

/// What became of a step besides: that its failure was handled, that it was taken back, until when it waits.
pub(super) fn aside(app: App, source: Source, step: &ExecutionStep) -> Option<El> {
    let line = |words: &str| Some(el("p", "log-output log-aside").attr("dir", "auto").text(words));
    if let Some(status) = step.undo {
        let number = step.step_number;
        let is_it = |one: &&ExecutionStep| one.within == Some(Within::Undo { undoes: number });
        let found = untrack(|| app.runs.of(source, |run| run.inner_log.iter().find(is_it).cloned())).flatten();
        let how = found.map(|found| {
            let did = changed_told(&found).unwrap_or_else(|| said_of(app, source, &found).line());
            (did, found.error.unwrap_or_default())
        });
        let (did, error) = how.unwrap_or_default();
        return line(&match status {
            StepStatus::Succeeded => did,
            status if status.is_final() => format!("This could not be taken back: {error}"),
            _ => format!("Is being taken back: {did}"),
        });
    }
    match (step.handled_by, step.status) {
        (Some(by), StepStatus::Failed) if source.is_shown() && step.within.is_none() => {
            return line(&format!("Step {by} handled it, and the run went on."));
        }
        (Some(_), StepStatus::Failed) => return line("It was handled, and the run went on."),
        (_, StepStatus::Running) => {}
        _ => return None,
    }
    // A wait that is long says when it ends; one until a moment says it anyway.
    let long = step.tool_input.get("ms").and_then(Value::as_u64).is_some_and(|ms| ms >= LONG_WAIT_MS);
    let waits = long && kind_of(app, source, step.step_number) == Some(StepKind::Wait);
    line(&format!("Goes on {}.", app.moment(wait_ends(step).filter(|_| waits)?)))
}

/// A wait of so much says when it ends.
const LONG_WAIT_MS: u64 = 60_000;

/// Why there is no output.
pub(super) fn fault(step: &ExecutionStep) -> Option<El> {
    let error = step.error.as_ref()?;
    // What was left out, stopped or turned down on purpose is no fault.
    let meant = matches!(step.status, StepStatus::Skipped | StepStatus::Cancelled | StepStatus::Denied);
    let class = if meant { "log-output log-aside" } else { "log-output log-error" };
    Some(el("p", class).attr("dir", "auto").text(error))
}

pub(super) fn percent(share: f64) -> String {
    let hundredths = (share * 10_000.0).round().max(0.0) as u32;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// The step on the time axis of the run, and where waiting was folded away: class, place and length of every mark, a line
/// each. The words beside it say the same.
fn bars(app: App, number: u32) -> Vec<String> {
    app.runs.timeline.with(|timeline| {
        let fold = |fold: &Stretch| {
            let at = percent(timeline.scale.project(f64::midpoint(fold.start, fold.end)));
            format!("fold\n{at}\n")
        };
        let bar = |bar: &Bar| {
            let class = match bar.kind {
                BarKind::Work => "bar",
                BarKind::Failed => "bar bar-failed",
                BarKind::Wait => "bar bar-wait",
                BarKind::Approval => "bar bar-approval",
            };
            let start = timeline.scale.project(bar.start);
            let end = timeline.scale.project(bar.end.unwrap_or(timeline.bars.end));
            // Kept inside even when a short bar at the very end is widened to be seen.
            format!("{class}\nmin({}, 100% - 3px)\n{}", percent(start), percent(end - start))
        };
        let bars = timeline.bars.of_step.get(&number).map(Vec::as_slice).unwrap_or_default();
        let folds = timeline.scale.gaps().iter().filter(|gap| gap.1).map(|gap| fold(&gap.0));
        folds.chain(bars.iter().map(bar)).collect()
    })
}

/// A mark on the axis.
fn mark(key: &str) -> El {
    let mut parts = key.split('\n');
    placed(el("span", parts.next().unwrap_or_default()), parts)
}

/// An element where the axis has it: from the left, and how wide. Set on the element itself: a style in the markup is
/// forbidden.
pub(super) fn placed<'a>(made: El, parts: impl Iterator<Item = &'a str>) -> El {
    let style = made.unchecked::<HtmlElement>().style();
    for (name, length) in ["left", "width"].into_iter().zip(parts).filter(|(_, length)| !length.is_empty()) {
        // Both are lengths, which no browser refuses.
        drop(style.set_property(name, length));
    }
    made
}
