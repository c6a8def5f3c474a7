//! One yes to several calls of a run: to the one that asks, and ahead to those behind it that would ask the same.

use std::collections::BTreeMap;

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PlanStep, Run, StepKind, StepStatus, ToolSpec, input};
use leptos::prelude::*;
use serde_json::Value;

use crate::model::{Source, run::Runs};

/// What was agreed to ahead, by run: why it was asked, and each step as it was planned then.
pub(in crate::model) type Ahead = BTreeMap<String, Vec<(ApprovalReason, PlanStep)>>;

impl Runs {
    /// The steps behind that one which would ask the same, now and whenever they are others.
    pub(crate) fn alike(self, source: Source, step: &ExecutionStep, reason: ApprovalReason) -> Vec<PlanStep> {
        let tool = self.engine.with(|dunlin| dunlin.tool(&step.tool_name));
        let alike = |run: &Run| tool.as_ref().map(|tool| alike(run, tool, step, reason));
        self.of(source, alike).flatten().unwrap_or_default()
    }

    /// Lets those steps be done as well, each once it asks, as long as it is what it was. Another page that takes the run up
    /// asks about each of them.
    pub(crate) fn agree_ahead(self, source: Source, reason: ApprovalReason, steps: Vec<PlanStep>) {
        let Some(id) = self.id_of(source) else { return };
        self.ahead.update_value(|ahead| {
            ahead.entry(id.clone()).or_default().extend(steps.into_iter().map(|step| (reason, step)));
        });
        self.answer_ahead(&id);
    }

    /// Answers what a run asks about the steps that were agreed to ahead. What it asks for another reason, or of another input,
    /// waits for the person.
    pub(in crate::model) fn answer_ahead(self, id: &str) {
        let Some(agreed) = self.ahead.with_value(|ahead| ahead.get(id).cloned()) else { return };
        let Some(handle) = self.engine.with(|dunlin| dunlin.resume(id)).ok() else { return };
        let run = handle.record();
        for (reason, step) in agreed.iter().filter(|(_, step)| run.planned(step.step_number) == Some(step)) {
            let asked = handle.step(step.step_number).and_then(|step| step.approval);
            if let Some(asked) = asked.filter(|asked| asked.reason == *reason && asked.holds.is_empty()) {
                // One that is answered meanwhile has its answer.
                drop(handle.approve(&asked.approval_id, ApprovalAnswer::Approve));
            }
        }
    }
}

/// The steps of a run behind that one which call the same tool to do the same, and would ask for the same reason.
fn alike(run: &Run, tool: &ToolSpec, step: &ExecutionStep, reason: ApprovalReason) -> Vec<PlanStep> {
    let Some(plan) = run.plan.as_ref().filter(|_| step.within.is_none()) else { return Vec::new() };
    let tool = tool.effects_in(plan);
    let asks = |input: &Value| match reason {
        ApprovalReason::Policy => true,
        ApprovalReason::Destructive => tool.is_destructive(input),
        ApprovalReason::UnknownOutcome | ApprovalReason::Guarded => false,
    };
    let is_open = |number: u32| {
        let at = (number as usize).checked_sub(1).and_then(|at| run.execution_log.get(at));
        at.is_some_and(|step| matches!(step.status, StepStatus::Pending | StepStatus::WaitingApproval))
    };
    let is_alike = |one: &&PlanStep| {
        one.step_number > step.step_number
            && one.kind == StepKind::Tool
            && one.tool_name == step.tool_name
            && one.tool_input.get("action") == step.tool_input.get("action")
            && is_open(one.step_number)
            // Nobody agrees ahead to what another step has still to give.
            && input::references(&one.tool_input).is_empty()
            && asks(&one.tool_input)
    };
    plan.steps.iter().filter(is_alike).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin::Plan;
    use serde_json::json;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn one_yes_is_for_what_follows_of_the_same_kind() {
        let deletes = |name: &str| json!({"action": "delete", "match": name});
        let inputs = [
            deletes("milk"),
            json!({"action": "delete", "match": {"$from": {"step": 1, "pointer": "/output/text"}}}),
            json!({"action": "add", "text": "Oats"}),
            deletes("bread"),
            deletes("salt"),
        ];
        let of = |(at, input): (usize, &Value)| {
            let number = at as u32 + 1;
            let planned = PlanStep {
                step_number: number,
                tool_name: "todo_store".to_owned(),
                tool_input: input.clone(),
                ..PlanStep::default()
            };
            let step = ExecutionStep {
                step_number: number,
                tool_name: planned.tool_name.clone(),
                tool_input: input.clone(),
                ..ExecutionStep::default()
            };
            (planned, step)
        };
        let (steps, mut log): (Vec<_>, Vec<_>) = inputs.iter().enumerate().map(of).unzip();
        log[4].status = StepStatus::Denied;
        let deletion = json!({"properties": {"action": {"const": "delete"}}});
        let tool = json!({"name": "todo_store", "description": "", "inputSchema": {}, "destructiveWhen": deletion});
        let tool = ToolSpec::read_strictly(&tool.to_string()).unwrap();
        let plan = Some(Plan { steps, ..Plan::default() });
        let run = Run { plan, execution_log: log.clone(), ..Run::default() };
        let found = |at: usize, reason| {
            alike(&run, &tool, &log[at], reason).iter().map(|step| step.step_number).collect::<Vec<_>>()
        };
        assert_eq!(found(0, ApprovalReason::Destructive), [4]);
        assert_eq!(found(0, ApprovalReason::Policy), [4]);
        assert_eq!(found(2, ApprovalReason::Policy), [0; 0], "none adds behind it");
        assert_eq!(found(0, ApprovalReason::UnknownOutcome), [0; 0], "what may have been done is looked at one by one");
        let within = ExecutionStep { within: Some(dunlin::Within::Map { map: 1, item: 0, step: 1 }), ..log[0].clone() };
        assert!(alike(&run, &tool, &within, ApprovalReason::Destructive).is_empty());
    }
}
