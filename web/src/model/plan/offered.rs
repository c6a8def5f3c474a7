//! Runs and plans from files: a run is looked at, a plan is shown and carried out when somebody says so.

use std::sync::Arc;

use dunlin::{ApprovalMode, GoalOrPlan, Plan, PlanStep, PolicyChange, Run, RunOptions, StepKind};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::{Problem, State, plan::edits::BY_HAND};

impl State {
    /// Looks at a run that was saved as a file, which is not kept here; or shows a plan that is one.
    pub(crate) fn open_run_file(&'static self, name: &str, text: &str) {
        self.runs.offered.set(None);
        self.runs.given.set(String::new());
        let no_run = match dunlin::read_journal(text) {
            Ok((run, events)) => {
                self.go(|place| place.at_run(None));
                return self.runs.show_file(run, events);
            }
            Err(error) => error,
        };
        let problem = match dunlin::read_plan_file(text) {
            Ok(plan) => match self.engine.with(|dunlin| dunlin.faults_in(text)).as_slice() {
                [] => {
                    self.runs.offered.set(Some(Arc::new(plan)));
                    None
                }
                [only] => Some(only.to_string()),
                [first, rest @ ..] => Some(format!("{first}; and {} more", rest.len())),
            },
            // What has no steps, or events as a journal does, was meant as a run.
            Err(error)
                if error.code == "plan.unreadable" && (text.contains("\"events\"") || !text.contains("\"steps\"")) =>
            {
                Some(no_run.message)
            }
            Err(error) => Some(error.message),
        };
        self.runs.file_problem.set(problem.map(|message| format!("“{name}”: {message}")));
    }

    /// Carries out the plan of a file that is shown.
    pub(crate) fn run_offered(&'static self) {
        let Some(plan) = self.runs.offered.get_untracked() else { return };
        let input = match self.given() {
            Ok(input) => input.filter(|_| takes(&plan)),
            Err(why) => return self.runs.file_problem.set(Some(why)),
        };
        self.runs.offered.set(None);
        let started = self.run_plan(plan.as_ref().clone(), input);
        self.runs.file_problem.set(started.err().map(|problem| problem.message));
    }

    /// Carries out a plan that somebody else made: each of its tool calls asks first, whatever the settings say.
    pub(in crate::model) fn run_plan(&'static self, plan: Plan, input: Option<Value>) -> Result<(), Problem> {
        let policy = PolicyChange { approval: Some(ApprovalMode::Always), ..self.settings.policy.get_untracked() };
        self.start(GoalOrPlan::Plan(Box::new(plan)), RunOptions { policy, input, ..RunOptions::default() })
    }

    /// Carries out a plan that was made on this page: its steps ask as the settings say.
    pub(in crate::model) fn run_own_plan(&'static self, plan: Plan) -> Result<(), Problem> {
        let policy = self.settings.policy.get_untracked();
        self.start(GoalOrPlan::Plan(Box::new(plan)), RunOptions { policy, ..RunOptions::default() })
    }

    /// What is written to be given to the plan that is shown.
    fn given(&'static self) -> Result<Option<Value>, String> {
        let text = self.runs.given.get_untracked();
        if text.trim().is_empty() {
            return Ok(None);
        }
        let read = dunlin_base::json::read::<Value>(&text);
        read.map(Some).map_err(|error| format!("what the plan is given is not JSON: {error}"))
    }
}

/// Whether a run carries out what its goal was read as, and not the plan of a file, which can call itself anything: only steps
/// that were read in a goal have words of it.
pub(in crate::model) fn is_of_goal(run: &Run) -> bool {
    let by_hand = |plan: &Plan| plan.steps.iter().any(|step| step.reasoning == BY_HAND);
    let of_words = |plan: &Plan| !by_hand(plan) && plan.steps.iter().any(|step| step.source.start < step.source.end);
    run.plan.as_ref().is_none_or(of_words)
}

/// Whether a plan takes something from whoever begins it.
pub(crate) fn takes(plan: &Plan) -> bool {
    plan.result.as_ref().is_some_and(is_given) || plan.steps.iter().any(takes_any)
}

fn takes_any(step: &PlanStep) -> bool {
    // What the body of a map and a child plan are given comes from their step.
    let of_step = is_given(&step.tool_input);
    of_step || step.undo.as_ref().is_some_and(|undo| undo.kind != StepKind::Plan && is_given(&undo.tool_input))
}

fn is_given(value: &Value) -> bool {
    match value {
        Value::Object(map) => match map.get("$from") {
            Some(from) => from.get("step").and_then(Value::as_u64) == Some(0) && from.get("default").is_none(),
            None => map.values().any(is_given),
        },
        Value::Array(items) => items.iter().any(is_given),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn a_plan_that_takes_something_is_told_from_one_that_does_not() {
        for (file, takes_some) in [
            (include_str!("../../../../testdata/workflows/order.json"), true),
            (include_str!("../../../../testdata/workflows/review.json"), false),
            (include_str!("../../../../testdata/workflows/rows.json"), true),
            (include_str!("../../../../testdata/workflows/parent.json"), false),
            (include_str!("../../../../testdata/workflows/weekly.json"), false),
        ] {
            let plan = dunlin::read_plan(file).unwrap();
            assert_eq!(takes(&plan), takes_some, "{file}");
        }
    }
}
