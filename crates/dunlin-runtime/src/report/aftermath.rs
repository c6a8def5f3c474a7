//! What a run leaves in the world: what it took back, what it could not, what may have been done, and what stays of one that
//! takes back what it did. The runs below it are a part of that: what a child did, its parent did.

use dunlin_plan::OnFailure;
use serde_json::{Value, json};

use super::line;
use crate::{ExecutionStep, Run, RunStatus, StepStatus, Within};

/// The most steps that a line of the report names; the count says how many more there are.
const MOST_NAMED: usize = 100;

/// A step, and the run whose it is.
pub type Left<'a> = (&'a Run, &'a ExecutionStep);

/// What a run leaves.
#[derive(Clone, Debug, Default)]
pub struct Aftermath<'a> {
    /// What was taken back.
    pub taken_back: Vec<Left<'a>>,
    /// What was to be taken back, and could not be.
    pub not_taken_back: Vec<Left<'a>>,
    /// Calls of unknown outcome, of any run: what perhaps was never done is not taken back.
    pub may_be_done: Vec<Left<'a>>,
    /// What was done, and has nothing that takes it back.
    pub stays: Vec<Left<'a>>,
}

impl<'a> Aftermath<'a> {
    /// Of a run and the runs below it, at whatever depth.
    pub fn of(run: &'a Run, below: &'a [Run]) -> Self {
        let mut found = Self::default();
        // Each run is looked at once, however the records name each other, so this ends.
        let mut open = vec![(run, false)];
        let mut rest: Vec<&Run> = below.iter().collect();
        while let Some((run, within_undone)) = open.pop() {
            let undone = within_undone || is_undone(run);
            let (mut of_run, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|child| is_below(child, run));
            rest = others;
            for step in run.execution_log.iter().chain(&run.inner_log) {
                let has_child = of_run.iter().any(|child| carries_out(child, step));
                found.sort((run, step), undone, has_child);
            }
            // A child whose step was taken back, or could not be, is told by that step.
            let by_itself = |child: &&Run| {
                let step = child.parent.as_ref().and_then(|parent| run.step(parent.step_number));
                step.is_none_or(|step| step.undo.is_none())
            };
            of_run.retain(by_itself);
            open.extend(of_run.into_iter().rev().map(|child| (child, undone)));
        }
        found
    }

    fn sort(&mut self, left: Left<'a>, undone: bool, has_child: bool) {
        let (_, step) = left;
        match step.undo {
            Some(StepStatus::Succeeded) => return self.taken_back.push(left),
            Some(status) if status.is_final() => return self.not_taken_back.push(left),
            _ => {}
        }
        // What a child did is told by its own steps, and what takes a step back by that step.
        if has_child || matches!(step.within, Some(Within::Undo { .. })) {
            return;
        }
        let is_done = step.success && !step.tool_name.is_empty() && !step.only_reads;
        if step.outcome_unknown {
            self.may_be_done.push(left);
        } else if undone && is_done {
            self.stays.push(left);
        }
    }

    /// The lists, named as the report's JSON names them and as its Markdown does.
    pub(super) fn lists(&self) -> [(&'static str, &'static str, &[Left<'a>]); 4] {
        [
            ("takenBack", "Taken back", &self.taken_back),
            ("notTakenBack", "Could not be taken back", &self.not_taken_back),
            ("mayBeDone", "May have been done, and was not taken back", &self.may_be_done),
            ("stays", "Done, with nothing that takes it back", &self.stays),
        ]
    }
}

/// Whether the run has ended without success, and its plan takes back what was done.
fn is_undone(run: &Run) -> bool {
    let undoes = run.plan.as_ref().is_some_and(|plan| plan.on_failure == OnFailure::Undo);
    undoes && matches!(run.status, RunStatus::Failed | RunStatus::Cancelled)
}

fn is_below(child: &Run, run: &Run) -> bool {
    child.parent.as_ref().is_some_and(|parent| parent.run_id == run.run_id)
}

fn carries_out(child: &Run, step: &ExecutionStep) -> bool {
    child.parent.as_ref().is_some_and(|parent| parent.step_number == step.step_number)
}

/// Steps for programs; `top` is the run that is told.
pub(super) fn as_json(top: &Run, steps: &[Left<'_>]) -> Vec<Value> {
    let told = |(run, step): &Left<'_>| {
        let mut told = json!({"stepNumber": step.step_number, "toolName": step.tool_name});
        if run.run_id != top.run_id {
            told["runId"] = json!(run.run_id);
        }
        told
    };
    steps.iter().map(told).collect()
}

/// Steps for people.
pub(super) fn in_words(top: &Run, steps: &[Left<'_>]) -> String {
    let told = |(run, step): &Left<'_>| {
        let item = match step.within {
            Some(Within::Map { map, item, .. }) => format!(", item {} of step {map}", item + 1),
            Some(Within::Undo { .. }) | None => String::new(),
        };
        let of = if run.run_id == top.run_id { String::new() } else { format!(" of run `{}`", run.run_id) };
        format!("step {} ({}{item}){of}", step.step_number, line(&step.tool_name))
    };
    let named: Vec<String> = steps.iter().take(MOST_NAMED).map(told).collect();
    let more = steps.len().saturating_sub(MOST_NAMED);
    let more = if more == 0 { String::new() } else { format!(", and {more} more") };
    format!("{}{more}", named.join(", "))
}
