//! Acceptance criteria: each step's result is held against the conditions its plan states.

use dunlin_plan::PlanStep;
use dunlin_planner::Criterion;
use dunlin_runtime::{Criteria, ToolFailure, ToolOutput};
use serde_json::Value;

/// Reads the sentences of a step as the planner writes them; those that are no condition are remarks.
pub(crate) struct Sentences;

impl Criteria for Sentences {
    fn check(&self, step: &PlanStep, input: &Value, output: &ToolOutput) -> Result<(), ToolFailure> {
        let metadata = output.metadata.as_ref().unwrap_or(&Value::Null);
        let mut criteria = step.acceptance_criteria.iter().filter_map(|sentence| Criterion::parse(sentence));
        let missed = criteria
            .find(|criterion| asks_for_the_same(criterion, input) && !criterion.holds(&output.output, metadata));
        let Some(criterion) = missed else { return Ok(()) };
        let message = format!("the result does not meet {:?}", criterion.to_string());
        let mut failure = ToolFailure::new("step.criterion-not-met", message);
        failure.hint = Some("look at the step's input; what it did can be undone".to_owned());
        Err(failure)
    }
}

/// A person may have edited the input when they approved it; what the plan said of the old one no longer counts.
fn asks_for_the_same(criterion: &Criterion, input: &Value) -> bool {
    let is = |key: &str, value: &str| input.get(key).and_then(Value::as_str) == Some(value);
    let has = |key: &str| input.get(key).is_some();
    match criterion {
        Criterion::TextIs(text) => is("text", text),
        Criterion::ActionIs(action) => is("action", action),
        Criterion::NamedBy(words) => is("match", words),
        Criterion::Due(due) => is("due", due),
        Criterion::Completed => is("action", "complete"),
        Criterion::Open => is("action", "reopen"),
        Criterion::Gone => is("action", "delete") || is("action", "clear"),
        Criterion::One => !has("all"),
        // What was agreed to by name says nothing of what came to be since.
        Criterion::NoneRemains => has("all") && !has("filter") && !has("list") && !has("todoIds"),
        Criterion::NoneCompletedRemains => has("filter") && !has("list") && !has("todoIds"),
        Criterion::ResultIsNumber
        | Criterion::ResultIsYesOrNo
        | Criterion::Waited
        | Criterion::Answered
        | Criterion::AtLeast(_) => true,
    }
}
