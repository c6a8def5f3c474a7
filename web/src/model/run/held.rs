//! What must be true of what a run has done: only what its steps are held to as they were carried out.

use dunlin::{Check, PlanStep, Run, asks_for_the_same};

use crate::model::run::outcome::holds;

/// Each sentence once, in the order of the steps. Nothing was held to what a step says that was rejected, left out or taken back,
/// and of one that a person changed only what still asks for the same.
pub(crate) fn held_to(run: &Run) -> Vec<String> {
    let mut held: Vec<String> = Vec::new();
    for planned in run.plan.iter().flat_map(|plan| &plan.steps) {
        for sentence in planned.acceptance_criteria.iter().filter(|sentence| stands(run, planned, sentence)) {
            if !held.contains(sentence) {
                held.push(sentence.clone());
            }
        }
    }
    held
}

fn stands(run: &Run, planned: &PlanStep, sentence: &str) -> bool {
    let at = (planned.step_number as usize).checked_sub(1);
    let Some(step) = at.and_then(|at| run.execution_log.get(at)) else { return true };
    if !step.status.is_final() {
        return true;
    }
    holds(step) && Check::parse(sentence).is_none_or(|check| asks_for_the_same(&check, &step.tool_input))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::{ExecutionStep, Plan, StepStatus};
    use serde_json::{Value, json};
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_rejected_is_held_to_nothing() {
        let said = |number: u32, sentences: &[&str]| PlanStep {
            step_number: number,
            acceptance_criteria: sentences.iter().map(|one| (*one).to_owned()).collect(),
            ..PlanStep::default()
        };
        let steps = vec![
            said(
                1,
                &["the store reports the action clear", "what is deleted is gone from the store", "no todo remains"],
            ),
            said(2, &["what is deleted is gone from the store", "it looks nice"]),
        ];
        let held = |first: (StepStatus, Value), second: StepStatus| {
            let step = |status: StepStatus, tool_input: Value| ExecutionStep {
                status,
                success: status == StepStatus::Succeeded,
                tool_input,
                ..ExecutionStep::default()
            };
            let execution_log = vec![step(first.0, first.1), step(second, json!({"action": "delete"}))];
            let plan = Some(Plan { steps: steps.clone(), ..Plan::default() });
            held_to(&Run { plan, execution_log, ..Run::default() })
        };
        let (all, part) = (json!({"action": "clear", "all": true}), json!({"action": "delete", "todoIds": ["a"]}));
        let [clear, gone, none, nice] = [
            "the store reports the action clear",
            "what is deleted is gone from the store",
            "no todo remains",
            "it looks nice",
        ];
        assert_eq!(held((StepStatus::Pending, all.clone()), StepStatus::Pending), [clear, gone, none, nice]);
        assert_eq!(held((StepStatus::Succeeded, all.clone()), StepStatus::Succeeded), [clear, gone, none, nice]);
        assert_eq!(held((StepStatus::Succeeded, part), StepStatus::Denied), [gone]);
        assert_eq!(held((StepStatus::Denied, all), StepStatus::Skipped), [""; 0]);
    }
}
