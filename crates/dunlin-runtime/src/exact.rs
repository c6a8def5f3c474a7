//! Questions about calls that choose what they are about: they name it, as it is when they are asked.

use dunlin_plan::{bounds, schema};

use crate::{ApprovalReason, EventKind, live::Live, runtime::Shared};

impl Shared {
    /// A question about a call that chooses what it is about names that, as it is now: an answer counts for nothing else.
    pub(crate) fn with_exact_input(&self, live: &Live, kind: EventKind) -> EventKind {
        let EventKind::ApprovalRequested { step, reason, input, approval_id } = kind else { return kind };
        let (tool, asked) = {
            let state = live.state.borrow();
            let name = state.planned(step).map(|planned| planned.tool_name.clone()).unwrap_or_default();
            let tool = self.registry.borrow().get(&name).cloned();
            (tool, input.clone().unwrap_or_else(|| state.input(step).clone()))
        };
        // A call that was under way once is the one that was agreed to. Nothing is borrowed while a tool looks at its store.
        let exact = tool.filter(|_| reason != ApprovalReason::UnknownOutcome).and_then(|tool| {
            let exact = tool.exact(&asked, live.run_id())?;
            let fits = schema::check(&tool.spec().input_schema, &exact).is_empty()
                && bounds::size(&exact, bounds::MAX_INPUT).is_some();
            fits.then_some(exact)
        });
        match exact {
            Some(exact) => {
                let approval_id = live.state.borrow().approval_id(step, &exact);
                EventKind::ApprovalRequested { step, approval_id, reason, input: Some(exact) }
            }
            None => EventKind::ApprovalRequested { step, approval_id, reason, input },
        }
    }
}
