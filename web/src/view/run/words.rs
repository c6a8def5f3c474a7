//! The word and the picture for every state; nothing is said by colour alone.

use dunlin::{Awaited, ExecutionStep, Run, RunStatus, RunSummary, StepKind, StepStatus};
use leptos::prelude::*;

use crate::{
    model::{
        App, Source, Wanted, format::counted, log::NOTHING_CHANGED, outcome::is_unclear, step::kind_of,
        step::step_word, wanted,
    },
    view::ui::{Glyph, Icon},
};

/// How something stands: its picture and its words, in the colours of that name.
#[component]
pub(crate) fn StateMark(
    /// The name of its look.
    name: &'static str,
    icon: Icon,
    #[prop(into)] words: String,
    /// Whether the picture says it all: then the words are for who does not see it.
    #[prop(optional)]
    unseen: bool,
) -> impl IntoView {
    let words = if unseen { view! { <span class="unseen">{words}</span> }.into_any() } else { words.into_any() };
    view! { <span class=format!("state state-{name}")><Glyph icon /> {words}</span> }
}

/// Where a step stands: its picture, its word, its colour.
#[component]
pub(crate) fn StateWord(status: StepStatus) -> impl IntoView {
    view! { <StateMark name=status.name() icon=step_icon(status) words=step_word(status) /> }
}

/// Where a step stands in its log, which may be more than its status says.
pub(super) fn state_of(app: App, source: Source, step: &ExecutionStep) -> AnyView {
    let told = |name: &'static str, icon: Icon, words: &str| view! { <StateMark name icon words /> }.into_any();
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
    let (status, again) = (step.status, step.success && step.attempts > 1);
    match status {
        StepStatus::Running if kind_of(app, source, step.step_number) == Some(StepKind::Wait) => {
            told("waiting_approval", Icon::Clock, "Waiting")
        }
        StepStatus::Failed if is_unclear(step.error_code.as_deref()) => told("waiting_approval", Icon::Hand, UNCLEAR),
        StepStatus::Succeeded if again => told(status.name(), step_icon(status), "With retries"),
        StepStatus::Succeeded => {
            let (name, icon) = (status.name(), step_icon(status));
            view! { <StateMark name icon words=step_word(status) unseen=true /> }.into_any()
        }
        status => view! { <StateWord status /> }.into_any(),
    }
}

/// How a run stands: the name of its look, its picture, its words. One that a person turned down is recorded as completed, and
/// is shown as no success.
pub(crate) type Standing = (&'static str, Icon, String);

/// How a run in a list stands by itself.
fn summary_standing(run: &RunSummary) -> Standing {
    match run.status {
        RunStatus::Suspended if run.asks => ("suspended", Icon::Hand, "Waiting for you".to_owned()),
        RunStatus::Suspended => ("suspended", Icon::Clock, "Waiting".to_owned()),
        RunStatus::Failed if is_unclear(run.error.as_ref().map(|error| error.code.as_str())) => unclear(),
        status => standing(status, run.denied_steps, run.succeeded_steps),
    }
}

/// How a run in a list stands: one that goes on stands as what it waits for within it, if that waits.
pub(crate) fn listed_standing(list: &[RunSummary], run: &RunSummary) -> Standing {
    summary_standing(waiter(list, run))
}

/// Whether a run in a list, or one within it, waits for a person.
pub(crate) fn waits_for_person(list: &[RunSummary], run: &RunSummary) -> bool {
    let waiter = waiter(list, run);
    waiter.asks && waiter.status == RunStatus::Suspended
}

/// The run within that one which waits, if it goes on and one does; else itself.
fn waiter<'a>(list: &'a [RunSummary], run: &'a RunSummary) -> &'a RunSummary {
    let mut outer = vec![run.run_id.as_str()];
    let mut waiting = Vec::new();
    // Each run is within one other at most, so this ends.
    while let Some(id) = outer.pop().filter(|_| run.status == RunStatus::Running) {
        for child in list.iter().filter(|child| child.parent_run_id.as_deref() == Some(id)) {
            match child.status {
                RunStatus::Suspended => waiting.push(child),
                RunStatus::Running => outer.push(&child.run_id),
                _ => {}
            }
        }
    }
    waiting.into_iter().max_by_key(|child| child.asks).unwrap_or(run)
}

/// How a run stands that waits for that.
pub(crate) fn waiting(wanted: Wanted) -> Standing {
    let (icon, words) = match wanted {
        Wanted::Approval => (Icon::Hand, "Waiting for approval"),
        Wanted::Answer => (Icon::Hand, "Waiting for your answer"),
        Wanted::Signal => (Icon::Clock, "Waiting for a signal"),
        Wanted::Moment => (Icon::Clock, "Waiting"),
    };
    ("suspended", icon, words.to_owned())
}

/// How a run stands.
pub(crate) fn run_standing(run: &Run) -> Standing {
    if run.status == RunStatus::Suspended {
        return waiting(wanted(run));
    }
    if is_unclear(run.error.as_ref().map(|error| error.code.as_str())) {
        return unclear();
    }
    let count = |status: StepStatus| run.execution_log.iter().filter(|step| step.status == status).count() as u32;
    let in_doubt = run.execution_log.iter().filter(|step| step.outcome_unknown).count() as u32;
    standing(run.status, count(StepStatus::Denied), count(StepStatus::Succeeded) + in_doubt)
}

/// How a run or a step stands that asks which of several todos was meant.
const UNCLEAR: &str = "Not clear which one";

fn unclear() -> Standing {
    ("suspended", Icon::Hand, UNCLEAR.to_owned())
}

fn standing(status: RunStatus, denied: u32, succeeded: u32) -> Standing {
    let words = match (denied, succeeded) {
        _ if status != RunStatus::Completed => None,
        (0, _) => None,
        (_, 0) => Some(NOTHING_CHANGED.to_owned()),
        (denied, _) => Some(format!("Completed, {} rejected", counted(denied as usize, "step"))),
    };
    match words {
        Some(words) => ("rejected", Icon::Barred, words),
        None => (status.name(), run_icon(status), run_word(status).to_owned()),
    }
}

/// The word for where a run stands.
const fn run_word(status: RunStatus) -> &'static str {
    match status {
        RunStatus::Pending => "Not begun",
        RunStatus::Running => "Running",
        RunStatus::Suspended => "Waiting",
        RunStatus::Completed => "Completed",
        RunStatus::Failed => "Failed",
        RunStatus::Cancelled => "Cancelled",
    }
}

/// The picture for where a run stands.
const fn run_icon(status: RunStatus) -> Icon {
    match status {
        RunStatus::Pending => Icon::Dot,
        RunStatus::Running => Icon::Turning,
        RunStatus::Suspended => Icon::Hand,
        RunStatus::Completed => Icon::Check,
        RunStatus::Failed => Icon::Cross,
        RunStatus::Cancelled => Icon::Barred,
    }
}

/// The picture for where a step stands.
pub(crate) const fn step_icon(status: StepStatus) -> Icon {
    match status {
        StepStatus::Pending => Icon::Dot,
        StepStatus::WaitingApproval => Icon::Hand,
        StepStatus::Running | StepStatus::Retrying => Icon::Turning,
        StepStatus::Succeeded => Icon::Check,
        StepStatus::Failed => Icon::Cross,
        StepStatus::Skipped => Icon::Skip,
        StepStatus::Denied | StepStatus::Cancelled => Icon::Barred,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_run_waits_while_one_within_it_does() {
        let run = |id: &str, parent: Option<&str>, status: RunStatus, asks: bool| RunSummary {
            run_id: id.to_owned(),
            status,
            steps: 1,
            asks,
            parent_run_id: parent.map(str::to_owned),
            ..RunSummary::default()
        };
        let going = run("a", None, RunStatus::Running, false);
        let within = |status, asks| [run("b", Some("a"), RunStatus::Running, false), run("c", Some("b"), status, asks)];
        for (status, asks, words) in [
            (RunStatus::Suspended, true, "Waiting for you"),
            (RunStatus::Suspended, false, "Waiting"),
            (RunStatus::Completed, false, "Running"),
        ] {
            let list = within(status, asks);
            assert_eq!(listed_standing(&list, &going).2, words);
            assert_eq!(waits_for_person(&list, &going), words == "Waiting for you");
        }
        let done = run("a", None, RunStatus::Completed, false);
        assert_eq!(listed_standing(&within(RunStatus::Suspended, true), &done).2, "Completed");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_turned_down_is_no_success() {
        for (status, (denied, succeeded), name, words) in [
            (RunStatus::Completed, (0, 2), "completed", "Completed"),
            (RunStatus::Completed, (1, 0), "rejected", NOTHING_CHANGED),
            (RunStatus::Completed, (1, 3), "rejected", "Completed, 1 step rejected"),
            (RunStatus::Completed, (2, 1), "rejected", "Completed, 2 steps rejected"),
            (RunStatus::Cancelled, (1, 0), "cancelled", "Cancelled"),
        ] {
            let (found, _, said) = standing(status, denied, succeeded);
            assert_eq!((found, said.as_str()), (name, words));
        }
    }
}
