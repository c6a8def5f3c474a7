//! The steps within a step: what a map does for its items, or what the run that carries a step out does.

use std::collections::BTreeMap;

use dunlin::{ExecutionStep, Run, StepStatus, Within, child_id};

use crate::model::words::format::counted;

/// What is listed.
#[derive(Clone, Copy)]
pub(crate) enum Listed {
    /// What a map does for its items.
    Items(u32),
    /// All steps of the run that carries out that step.
    All(u32),
}

impl Listed {
    /// Those steps, in order.
    pub(crate) fn of(self, run: &Run) -> Vec<&ExecutionStep> {
        match self {
            Self::Items(of) => {
                let is_in = |step: &&ExecutionStep| matches!(step.within, Some(Within::Map { map, .. }) if map == of);
                run.inner_log.iter().filter(is_in).collect()
            }
            Self::All(_) => run.execution_log.iter().collect(),
        }
    }

    /// How it went, in a line: `2 of 3 items done, 1 failed`.
    pub(crate) fn told(self, run: &Run) -> String {
        let steps = self.of(run);
        let failed = steps.iter().filter(|step| step.status == StepStatus::Failed).count();
        let (done, all, what) = match self {
            Self::Items(of) => {
                let over = run.step(of).and_then(|step| step.tool_input.get("over")?.as_array().map(Vec::len));
                let all = over.unwrap_or(steps.len());
                let body = run.planned(of).map_or(1, |step| step.body.len()) as u32;
                // An item is done with the last of its steps.
                let last = |step: &&&ExecutionStep| {
                    step.success && matches!(step.within, Some(Within::Map { step, .. }) if step == body)
                };
                (steps.iter().filter(last).count(), all, "item")
            }
            Self::All(_) => (steps.iter().filter(|step| step.success).count(), steps.len(), "step"),
        };
        let failed = if failed == 0 { String::new() } else { format!(", {failed} failed") };
        let whole = if done == all { counted(all, what) } else { format!("{done} of {}", counted(all, what)) };
        format!("{whole} done{failed}")
    }

    /// The name of the list.
    pub(crate) fn name(self) -> String {
        match self {
            Self::Items(of) => format!("Items of step {of}"),
            Self::All(of) => format!("Steps within step {of}"),
        }
    }

    /// The numbers of the steps that are shown: all of them where somebody looks, else those that ask something of a person,
    /// or have something within them that does.
    pub(crate) fn shown(self, run: &Run, children: &BTreeMap<String, Run>, open: bool) -> Vec<u32> {
        let is_shown =
            |step: &&ExecutionStep| open || asks(step) || (!step.status.is_final() && asks_within(run, children, step));
        self.of(run).into_iter().filter(is_shown).map(|step| step.step_number).collect()
    }

    /// What stands before a step: its item, and its place among the several steps that are done for that.
    pub(crate) fn number(self, run: &Run, step: &ExecutionStep) -> String {
        match (self, step.within) {
            (Self::Items(of), Some(Within::Map { item, step, .. }))
                if run.planned(of).is_some_and(|step| step.body.len() > 1) =>
            {
                format!("{}.{step}", item + 1)
            }
            (_, Some(Within::Map { item, .. })) => (item + 1).to_string(),
            _ => step.step_number.to_string(),
        }
    }
}

/// Whether a step waits for a person.
fn asks(step: &ExecutionStep) -> bool {
    step.approval.is_some() || step.awaits.is_some()
}

/// Whether anything within a step does: what a map does for an item, or a step of the run that carries it out.
fn asks_within(run: &Run, children: &BTreeMap<String, Run>, step: &ExecutionStep) -> bool {
    let is_in = |one: &ExecutionStep| matches!(one.within, Some(Within::Map { map, .. }) if map == step.step_number);
    let child = children.get(&child_id(&run.run_id, step.step_number));
    run.inner_log.iter().any(|one| asks(one) && is_in(one))
        || child.is_some_and(|run| run.execution_log.iter().chain(&run.inner_log).any(asks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn run(over: usize, statuses: &[StepStatus]) -> Run {
        use dunlin::{Dunlin, Options, RunOptions};
        let dunlin = Dunlin::open(dunlin_base::testing::World::new(1).env(), Options::default());
        let items: Vec<usize> = (0..over).collect();
        let plan = json!({"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "kind": "map", "toolInput": {"over": items},
            "body": [{"stepNumber": 1, "toolName": "calculator", "toolInput": {"expression": "1"}}]}]});
        let plan = dunlin::read_plan(&plan.to_string()).unwrap();
        let mut run = dunlin.run_plan(plan, RunOptions::default()).unwrap().record();
        let own = run.execution_log[0].clone();
        run.inner_log = (2..)
            .zip(statuses)
            .map(|(step_number, status)| ExecutionStep {
                step_number,
                status: *status,
                success: *status == StepStatus::Succeeded,
                within: Some(Within::Map { map: 1, item: step_number - 2, step: 1 }),
                ..own.clone()
            })
            .collect();
        run
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn how_the_items_of_a_map_went_is_told_in_a_line() {
        use StepStatus::{Failed, Running, Succeeded};
        for (over, statuses, told) in [
            (3, &[Succeeded, Running][..], "1 of 3 items done"),
            (3, &[Succeeded, Succeeded, Failed], "2 of 3 items done, 1 failed"),
            (2, &[Succeeded, Succeeded], "2 items done"),
            (1, &[Running], "0 of 1 item done"),
        ] {
            let run = run(over, statuses);
            assert_eq!(Listed::Items(1).told(&run), told);
            assert_eq!(
                (Listed::Items(1).number(&run, &run.inner_log[0]), Listed::All(1).number(&run, &run.execution_log[0])),
                ("1".to_owned(), "1".to_owned())
            );
            assert_eq!(run.planned(3).map(|step| step.tool_name.as_str()), Some("calculator").filter(|_| over > 1));
        }
    }
    #[wasm_bindgen_test(unsupported = test)]
    fn what_asks_stands_there_before_anybody_looks() {
        let mut run = run(3, &[StepStatus::Succeeded, StepStatus::Running, StepStatus::Running]);
        let shown = |run: &Run, open| Listed::Items(1).shown(run, &BTreeMap::new(), open);
        assert_eq!((shown(&run, false), shown(&run, true)), (vec![], vec![2, 3, 4]));
        run.inner_log[2].awaits = Some(dunlin::Awaited::Signal { name: "go".to_owned() });
        assert_eq!(shown(&run, false), [4]);
        // A run that carries out an item's step may ask as well.
        let mut child = run.clone();
        child.run_id = child_id(&run.run_id, 3);
        let children = BTreeMap::from([(child.run_id.clone(), child)]);
        assert_eq!(Listed::Items(1).shown(&run, &children, false), [3, 4]);
    }
}
