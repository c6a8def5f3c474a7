//! A step of a run in words: what it does or did, where it stands, what became of it.

use dunlin::{ExecutionStep, PlanStep, Run, StepKind, StepStatus, Within};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::{
    App, Phrase, Source, goes_by,
    run::outcome::is_unclear,
    said, wait_ends,
    waterfall::pulse::so_far,
    words::format::{counted, curly, duration, sentence},
    words::value::{changed_told, told as given, words_of},
};

/// A step that took less has no need to say how long.
const SHORT_MS: u64 = 1000;
/// A wait of so much says when it ends.
const LONG_WAIT_MS: u64 = 60_000;
/// So many are enough to know what would be repeated.
const MOST_NAMED: usize = 3;

/// What a step does, as people say it.
pub(crate) fn said_of(app: App, source: Source, step: &ExecutionStep) -> Phrase {
    let of = |run: &Run| {
        let planned = run.planned(step.step_number)?;
        let steps = run.plan.as_ref().map_or(&[][..], |plan| &plan.steps);
        let phrase = goes_by(steps, planned).unwrap_or_else(|| said(app, planned, &step.tool_input));
        Some(Phrase { words: words_of(run, step), ..phrase })
    };
    // The day is followed, and the run is not: the step itself says when it is another.
    app.todos.calendar();
    untrack(|| app.runs.of(source, of)).flatten().unwrap_or_default()
}

/// What a row says, for a search.
pub(crate) fn searched(app: App, step: &ExecutionStep) -> String {
    let output = given(step).unwrap_or_default();
    let name = said_of(app, Source::SHOWN, step).line();
    let parts = [&name, step_word(step.status), &output, step.error.as_deref().unwrap_or_default()];
    format!("{} {}", step.step_number, parts.join(" "))
}

/// Where a step stands, in words: `step 2`, `item 3 of step 1`.
pub(crate) fn place_of(app: App, source: Source, step: &ExecutionStep) -> String {
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

/// What kind of step it is, in the plan.
pub(crate) fn kind_of(app: App, source: Source, number: u32) -> Option<StepKind> {
    untrack(|| app.runs.of(source, |run| run.planned(number).map(|step| step.kind))).flatten()
}

/// The word for where a step stands.
pub(crate) const fn step_word(status: StepStatus) -> &'static str {
    match status {
        StepStatus::Pending => "Pending",
        StepStatus::WaitingApproval => "Needs approval",
        StepStatus::Running => "Running",
        StepStatus::Retrying => "Retrying",
        StepStatus::Succeeded => "Succeeded",
        StepStatus::Failed => "Failed",
        StepStatus::Skipped => "Skipped",
        StepStatus::Denied => "Rejected",
        StepStatus::Cancelled => "Cancelled",
    }
}

/// How long a step took, or how it goes on.
pub(crate) fn time_of(app: App, step: &ExecutionStep) -> String {
    match (step.duration_ms, step.attempts) {
        (None, _) if matches!(step.status, StepStatus::Running | StepStatus::Retrying) => so_far(app, step),
        (None, _) => String::new(),
        // What took no time worth telling says nothing of it.
        (Some(ms), 0 | 1) if ms < SHORT_MS => String::new(),
        (Some(ms), 0 | 1) => duration(ms),
        (Some(ms), attempts) => format!("{}, {}", duration(ms), counted(attempts as usize, "attempt")),
    }
}

/// Why a step gave nothing, and whether that was meant: what was left out, stopped or turned down on purpose is no fault.
pub(crate) fn fault_of(step: &ExecutionStep) -> Option<(String, bool)> {
    let meant = matches!(step.status, StepStatus::Skipped | StepStatus::Cancelled | StepStatus::Denied);
    let error = step.error.as_deref()?;
    // The word for where it stands is beside it, and is one word for one thing.
    let told = match step.status {
        StepStatus::Denied => format!("“{}”", error.strip_prefix("denied: ")?),
        StepStatus::Cancelled => return None,
        StepStatus::Skipped => {
            let why = error.trim_start_matches("skipped: ").trim_start_matches("the decision of ");
            sentence(why).replace("which was denied", "which was rejected")
        }
        // Which ones they are, the result asks.
        _ if is_unclear(step.error_code.as_deref()) => {
            let several = error.lines().next().unwrap_or_default().trim_end_matches(':');
            return Some((curly(several), true));
        }
        _ => curly(error),
    };
    Some((told, meant))
}

/// What became of a step besides: that its failure was handled, that it was taken back, until when it waits.
pub(crate) fn aside_of(app: App, source: Source, step: &ExecutionStep) -> Option<String> {
    if let Some(status) = step.undo {
        let number = step.step_number;
        let is_it = |one: &&ExecutionStep| one.within == Some(Within::Undo { undoes: number });
        let found = untrack(|| app.runs.of(source, |run| run.inner_log.iter().find(is_it).cloned())).flatten();
        let how = found.map(|found| {
            let did = changed_told(&found).unwrap_or_else(|| said_of(app, source, &found).line());
            (did, found.error.unwrap_or_default())
        });
        let (did, error) = how.unwrap_or_default();
        return Some(match status {
            StepStatus::Succeeded => did,
            status if status.is_final() => format!("This could not be taken back: {error}"),
            _ => format!("Is being taken back: {did}"),
        });
    }
    match (step.handled_by, step.status) {
        (Some(by), StepStatus::Failed) if source.is_shown() && step.within.is_none() => {
            return Some(format!("Step {by} handled it, and the run went on."));
        }
        (Some(_), StepStatus::Failed) => return Some("It was handled, and the run went on.".to_owned()),
        (_, StepStatus::Running) => {}
        _ => return None,
    }
    // A wait that is long says when it ends; one until a moment says it anyway.
    let long = step.tool_input.get("ms").and_then(Value::as_u64).is_some_and(|ms| ms >= LONG_WAIT_MS);
    let waits = long && kind_of(app, source, step.step_number) == Some(StepKind::Wait);
    Some(format!("Goes on {}.", app.moment(wait_ends(step).filter(|_| waits)?)))
}

/// The moment at which a step gives up waiting.
pub(crate) fn gives_up_at(app: App, source: Source, step: &ExecutionStep) -> Option<i64> {
    let most = app.runs.of(source, |run| run.planned(step.step_number).and_then(|step| step.timeout_ms)).flatten()?;
    // Of a later attempt the record does not say when it began.
    let began = step.started_at_ms.filter(|_| step.attempts == 1)?;
    Some(began.saturating_add_unsigned(most))
}

/// What comes with a signal, as somebody typed it: JSON where it is some, else the words themselves.
pub(crate) fn signal_data(text: &str) -> Value {
    let text = text.trim();
    if text.is_empty() {
        return Value::Null;
    }
    dunlin_base::json::read(text).unwrap_or_else(|_| text.into())
}

/// Where in a sum its fault is: what comes before it, itself, and what comes after; nothing where the calculator points at no
/// place, or at all of it.
pub(crate) fn fault_in(step: &ExecutionStep) -> Option<[String; 3]> {
    let sum = step.tool_input.get("expression").filter(|_| step.tool_name == "calculator")?.as_str()?;
    let fault = dunlin::evaluate(sum).err().filter(|fault| Some(&fault.code) == step.error_code.as_ref())?.span?;
    let place = fault.bytes(sum);
    let (before, after) = (sum.get(..place.start)?, sum.get(place.end..)?);
    if place.of(sum).trim().is_empty() || (before.trim().is_empty() && after.trim().is_empty()) {
        return None;
    }
    Some([before, place.of(sum), after].map(str::to_owned))
}

/// What of a run happens once more when it goes on from one of its steps.
pub(crate) fn done_again(app: App, steps: &[PlanStep]) -> String {
    let named = |step: &PlanStep| format!("{} {}", step.step_number, said(app, step, &step.tool_input).line());
    let named: Vec<String> = steps.iter().take(MOST_NAMED).map(named).collect();
    let more = if steps.len() > MOST_NAMED { ", …" } else { "" };
    match steps.len() {
        0 => "What was done before this step is taken over, not repeated. Nothing is changed a second time.".to_owned(),
        _ => format!(
            "What was done before this step is taken over, not repeated. Done a second time: {}{more}.",
            named.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_comes_with_a_signal_is_json_or_words() {
        for (text, data) in [
            ("", json!(null)),
            (" 7 ", json!(7)),
            ("{\"a\": 1}", json!({"a": 1})),
            ("go on", json!("go on")),
            ("true", json!(true)),
        ] {
            assert_eq!(signal_data(text), data, "{text}");
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_skipped_says_why_without_saying_it_twice() {
        let step = |status: StepStatus, error: &str| ExecutionStep {
            status,
            error: Some(error.to_owned()),
            ..ExecutionStep::default()
        };
        let skipped = step(StepStatus::Skipped, "skipped: the run was cancelled");
        assert_eq!(fault_of(&skipped), Some(("The run was cancelled".to_owned(), true)));
        let behind = step(StepStatus::Skipped, "skipped: it needs step 2, which was denied");
        assert_eq!(fault_of(&behind), Some(("It needs step 2, which was rejected".to_owned(), true)));
        assert_eq!(fault_of(&step(StepStatus::Denied, "denied")), None);
        let why = step(StepStatus::Denied, "denied: not today");
        assert_eq!(fault_of(&why), Some(("“not today”".to_owned(), true)));
        let failed = step(StepStatus::Failed, "division by zero");
        assert_eq!(fault_of(&failed), Some(("division by zero".to_owned(), false)));
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn the_fault_of_a_sum_is_a_part_of_it() {
        let step = |sum: &str, code: &str| ExecutionStep {
            tool_name: "calculator".to_owned(),
            tool_input: json!({"expression": sum}),
            error_code: Some(code.to_owned()),
            ..ExecutionStep::default()
        };
        let code = dunlin::evaluate("2 + 1 / (3 - 3)").err().map(|fault| fault.code).unwrap_or_default();
        let found = fault_in(&step("2 + 1 / (3 - 3)", &code));
        assert_eq!(found, Some(["2 + ", "1 / (3 - 3)", ""].map(str::to_owned)));
        assert_eq!(fault_in(&step("1 / 0", &code)), None, "all of it");
        assert_eq!(fault_in(&step("2 + 1 / (3 - 3)", "another")), None);
        assert_eq!(fault_in(&step("2 + 2", &code)), None);
    }
}
