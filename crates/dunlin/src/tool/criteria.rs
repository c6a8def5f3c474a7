//! Acceptance criteria: each step's result is held against the conditions its plan states.
//!
//! The runtime knows no criteria; a step that misses one fails because its tool, wrapped here, says so.

use std::{cell::RefCell, rc::Rc};

use dunlin_base::{LocalFuture, SortedMap};
use dunlin_plan::{Plan, ToolSpec};
use dunlin_planner::Criterion;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::Value;

/// One run's conditions, by step.
type Steps = SortedMap<u32, Vec<Criterion>>;

/// The conditions of the runs under way, by run. Cloning shares them.
#[derive(Clone, Default)]
pub(crate) struct Criteria(Rc<RefCell<SortedMap<String, Steps>>>);

impl Criteria {
    /// Takes note of a run's conditions; sentences that are no condition are remarks.
    pub(crate) fn watch(&self, run_id: &str, plan: &Plan) {
        let steps: Steps = plan
            .steps
            .iter()
            .map(|step| {
                let criteria = step.acceptance_criteria.iter().filter_map(|sentence| Criterion::parse(sentence));
                (step.step_number, criteria.collect::<Vec<_>>())
            })
            .filter(|(_, criteria)| !criteria.is_empty())
            .collect();
        let mut watched = self.0.borrow_mut();
        watched.remove(run_id);
        if !steps.is_empty() {
            watched.insert(run_id.to_owned(), steps);
        }
    }

    /// Forgets the runs that `is_over` says have ended, once there are many.
    pub(crate) fn tidy(&self, is_over: impl Fn(&str) -> bool) {
        /// Ended runs are looked for only beyond this, so that starting a run stays cheap.
        const MANY: usize = 200;
        if self.0.borrow().len() > MANY {
            self.0.borrow_mut().retain(|run_id, _| !is_over(run_id));
        }
    }

    /// The first condition of the step that its result misses.
    fn missed(&self, run_id: &str, step: u32, input: &Value, output: &ToolOutput) -> Option<Criterion> {
        let watched = self.0.borrow();
        let criteria = watched.get(run_id)?.get(&step)?;
        let metadata = output.metadata.as_ref().unwrap_or(&Value::Null);
        criteria
            .iter()
            .find(|criterion| asks_for_the_same(criterion, input) && !criterion.holds(&output.output, metadata))
            .cloned()
    }
}

/// A person may have edited the input when they approved it; what the plan said of the old one no longer counts.
fn asks_for_the_same(criterion: &Criterion, input: &Value) -> bool {
    let is = |key: &str, value: &str| input.get(key).and_then(Value::as_str) == Some(value);
    match criterion {
        Criterion::TextIs(text) => is("text", text),
        Criterion::ActionIs(action) => is("action", action),
        Criterion::ResultIsNumber | Criterion::ResultIsYesOrNo | Criterion::AtLeast(_) => true,
    }
}

/// A tool whose results are held against the criteria of the step that called it.
pub(crate) struct Checked {
    tool: Rc<dyn Tool>,
    criteria: Criteria,
}

impl Checked {
    pub(crate) fn new(tool: Rc<dyn Tool>, criteria: Criteria) -> Self {
        Self { tool, criteria }
    }
}

impl Tool for Checked {
    fn spec(&self) -> &ToolSpec {
        self.tool.spec()
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let criteria = self.criteria.clone();
        if !criteria.0.borrow().contains_key(&call.run_id) {
            return self.tool.call(call);
        }
        let (run_id, step, input) = (call.run_id.clone(), call.step_number, call.input.clone());
        let called = self.tool.call(call);
        Box::pin(async move {
            let output = called.await?;
            match criteria.missed(&run_id, step, &input, &output) {
                None => Ok(output),
                Some(criterion) => {
                    let mut failure = ToolFailure::new(
                        "step.criterion-not-met",
                        format!("the result does not meet {:?}", criterion.to_string()),
                    );
                    failure.hint = Some("look at the step's input; what it did can be undone".to_owned());
                    Err(failure)
                }
            }
        })
    }
}
