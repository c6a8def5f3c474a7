//! Questions about calls that choose what they are about: they name it, as it is when they are asked.

use dunlin_plan::{bounds, schema};

use serde_json::Value;

use crate::{ApprovalReason, EventKind, RunState, live::Live, runtime::Shared};

/// The tool that a question is about, and the input in question.
pub(crate) fn asking_about(state: &RunState, step: u32, input: Option<&Value>) -> (String, Value) {
    let name = state.planned(step).map(|planned| planned.tool_name.clone()).unwrap_or_default();
    (name, input.unwrap_or_else(|| state.input(step)).clone())
}

impl Shared {
    /// The same call, naming exactly what it would be about now, where its tool says so.
    pub(crate) fn exact(&self, tool: &str, input: &Value, run_id: &str) -> Option<Value> {
        let tool = self.registry.borrow().get(tool).cloned()?;
        let exact = tool.exact(input, run_id)?;
        let fits = schema::check(&tool.spec().input_schema, &exact).is_empty()
            && bounds::size(&exact, bounds::MAX_INPUT).is_some();
        fits.then_some(exact)
    }

    /// A question about a call that chooses what it is about names that, as it is now: an answer counts for nothing else.
    pub(crate) fn with_exact_input(&self, live: &Live, kind: EventKind) -> EventKind {
        let EventKind::ApprovalRequested { step, reason, input, approval_id } = kind else { return kind };
        let (name, asked) = asking_about(&live.state.borrow(), step, input.as_ref());
        // A call that was under way once is the one that was agreed to. Nothing is borrowed while a tool looks at its store.
        let asks = reason != ApprovalReason::UnknownOutcome || !live.state.borrow().was_begun(step);
        match asks.then(|| self.exact(&name, &asked, live.run_id())).flatten() {
            Some(exact) => {
                let approval_id = live.state.borrow().approval_id(step, &exact);
                EventKind::ApprovalRequested { step, approval_id, reason, input: Some(exact) }
            }
            None => EventKind::ApprovalRequested { step, approval_id, reason, input },
        }
    }
}
