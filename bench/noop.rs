//! Plans of steps that do nothing, and the tool that they call: what a step costs beside what its tool does.

use dunlin::{Annotations, Plan, PlanStep, StepKind, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec};
use dunlin_base::LocalFuture;
use serde_json::json;

/// The step above in a grid of that width.
pub(crate) fn above(step: u32, width: u32) -> Vec<u32> {
    step.checked_sub(width).filter(|above| *above > 0).into_iter().collect()
}

/// So many steps, each after those that are named for it.
pub(crate) fn graph(steps: u32, depends_on: impl Fn(u32) -> Vec<u32>) -> Plan {
    let steps: Vec<PlanStep> = (1..=steps)
        .map(|step_number| PlanStep {
            step_number,
            kind: StepKind::Tool,
            tool_name: "noop".to_owned(),
            tool_input: json!({}),
            depends_on: depends_on(step_number),
            estimated_cost_tier: 1,
            ..PlanStep::default()
        })
        .collect();
    Plan { schema_version: 1, goal: "a benchmark".to_owned(), steps, confidence: 1.0, ..Plan::default() }
}

/// The tool that they call.
pub(crate) struct Noop(ToolSpec);

impl Noop {
    pub(crate) fn new() -> Self {
        Self(spec())
    }
}

impl Tool for Noop {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(std::future::ready(Ok(ToolOutput { output: json!(null), metadata: None })))
    }
}

fn spec() -> ToolSpec {
    ToolSpec {
        name: "noop".to_owned(),
        description: "Does nothing".to_owned(),
        input_schema: json!({"type": "object"}),
        annotations: Annotations { read_only_hint: true, ..Annotations::default() },
        ..ToolSpec::default()
    }
}
