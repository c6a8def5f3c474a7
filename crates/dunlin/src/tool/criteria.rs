//! Acceptance checks: each step's result is held against the conditions its plan states.

use dunlin_plan::{Check, PlanStep};
use dunlin_runtime::{Criteria, ToolFailure, ToolOutput};
use serde_json::Value;

/// Holds a step to its checks, or where it has none to its sentences, as people and earlier versions write them.
pub(crate) struct Checks;

impl Criteria for Checks {
    fn check(&self, step: &PlanStep, input: &Value, output: &ToolOutput) -> Result<(), ToolFailure> {
        let metadata = output.metadata.as_ref().unwrap_or(&Value::Null);
        let checks = step.conditions();
        let missed =
            checks.iter().find(|check| asks_for_the_same(check, input) && !check.holds(&output.output, metadata));
        let Some(check) = missed else { return Ok(()) };
        let message = format!("the result does not meet {:?}", check.to_string());
        Err(ToolFailure::new("step.criterion-not-met", message)
            .with_hint("look at the step's input; what it did can be undone"))
    }
}

/// Whether a check is still about what a step does. A person may have edited the input when they approved it; what the plan said
/// of the old one no longer counts.
#[must_use]
pub fn asks_for_the_same(check: &Check, input: &Value) -> bool {
    let is = |key: &str, value: &str| input.get(key).and_then(Value::as_str) == Some(value);
    let has = |key: &str| input.get(key).is_some();
    match check {
        Check::TextIs(text) => is("text", text),
        Check::ActionIs(action) => is("action", action),
        Check::NamedBy(words) => is("match", words),
        Check::Due(due) => is("due", due),
        Check::Told(words) => is("title", words),
        Check::Completed => is("action", "complete"),
        Check::Open => is("action", "reopen"),
        Check::Gone => is("action", "delete") || is("action", "clear"),
        Check::One => !has("all"),
        // What was agreed to by name says nothing of what came to be since.
        Check::NoneRemains => has("all") && !has("filter") && !has("list") && !has("todoIds"),
        Check::NoneCompletedRemains => has("filter") && !has("list") && !has("todoIds"),
        Check::ResultIsNumber | Check::ResultIsYesOrNo | Check::Waited | Check::Answered | Check::AtLeast(_) => true,
    }
}
