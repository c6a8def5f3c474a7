//! What a tool says of a call before a person is asked about it or it begins: what exactly it would be about, and what of its
//! input needs leave.

use dunlin_base::{hash, json};
use dunlin_plan::{StepKind, bounds, schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    ApprovalReason, EventKind, RunState, Sensitive, StepStatus, Tool, live::Live, runtime::Shared, state::StepState,
};

/// A call of which its tool is asked something.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Naming {
    /// The run.
    pub run_id: String,
    /// The tool.
    pub tool_name: String,
    /// The input as it stands.
    pub input: Value,
    /// Whether it may name what it is about. A call that was under way once is the one that was agreed to.
    pub chooses: bool,
}

/// What a tool says of a call.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// The same call, naming exactly what it would be about; none where the input says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<Value>,
    /// What of the input needs a person's leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Sensitive>,
}

/// The call that a tool is to be asked about before that is written down, if there is one.
pub(crate) fn naming_of(state: &RunState, kind: &EventKind) -> Option<Naming> {
    let (step, input, chooses) = match kind {
        EventKind::ApprovalRequested { step, reason, input, .. } => {
            (*step, input, *reason != ApprovalReason::UnknownOutcome || !state.was_begun(*step))
        }
        EventKind::StepStarted { step, input, .. } if is_askable(state, *step) => (*step, input, false),
        _ => return None,
    };
    (chooses || state.asks_leave(step)).then(|| Naming {
        run_id: state.run_id().to_owned(),
        tool_name: state.planned(step).map(|planned| planned.tool_name.clone()).unwrap_or_default(),
        input: input.as_ref().unwrap_or_else(|| state.input(step)).clone(),
        chooses,
    })
}

/// Whether a person can be asked in place of a call that would begin: another attempt is the same call as the first.
pub(crate) fn is_askable(state: &RunState, step: u32) -> bool {
    let is_first = |found: &StepState| found.status == StepStatus::Pending || found.interrupted;
    state.asks_leave(step) && state.step(step).is_some_and(is_first)
}

/// What is written down once the tool has spoken: a question names what it is about and what it holds, and a call does not
/// begin whose input holds what nobody has let through.
pub(crate) fn with_named(state: &RunState, kind: EventKind, named: &Named) -> EventKind {
    let question = |step, reason, input: Option<Value>| {
        let holds = if state.asks_leave(step) { named.holds.clone() } else { Vec::new() };
        let approval_id = state.approval_id(step, input.as_ref().unwrap_or_else(|| state.input(step)), &holds);
        EventKind::ApprovalRequested { step, approval_id, reason, input, holds }
    };
    match kind {
        EventKind::ApprovalRequested { step, reason, input, .. } => {
            let input = named.exact.clone().or(input);
            question(step, reason, input)
        }
        EventKind::StepStarted { step, input, .. }
            if !named.holds.iter().all(|one| state.leave(step).contains(one)) =>
        {
            question(step, ApprovalReason::Guarded, input)
        }
        other => other,
    }
}

impl RunState {
    /// What an answer about this step, this input and what is told of it must name. Each question whether a call that was begun
    /// is to be made again is one of its own, so that no earlier yes that is still stored somewhere is taken for its answer.
    pub(crate) fn approval_id(&self, number: u32, input: &Value, holds: &[Sensitive]) -> String {
        let again = self.was_begun(number).then(|| self.seq().to_string());
        self.question_id(number, input, holds, again.as_deref())
    }

    /// The same as it was made before questions about calls that were begun had names of their own: old journals have it.
    pub(crate) fn old_approval_id(&self, number: u32, input: &Value, holds: &[Sensitive]) -> String {
        self.question_id(number, input, holds, None)
    }

    fn question_id(&self, number: u32, input: &Value, holds: &[Sensitive], again: Option<&str>) -> String {
        let tool = self.planned(number).map_or("", |step| &step.tool_name);
        let (number, input) = (number.to_string(), input.to_string());
        let told = (!holds.is_empty()).then(|| json::write(&holds));
        let parts = [self.run_id(), &number, tool, &input].into_iter();
        let parts: Vec<&str> = parts.chain(told.as_deref()).chain(again).collect();
        hash(&parts)
    }

    /// Whether the input of a step's calls may need a person's leave.
    pub(crate) fn asks_leave(&self, number: u32) -> bool {
        let called = self.planned(number).filter(|planned| planned.kind == StepKind::Tool);
        called.and_then(|planned| self.spec(&planned.tool_name)).is_some_and(|spec| spec.asks_leave)
    }

    /// What of a step's input a person has let through.
    pub(crate) fn leave(&self, number: u32) -> &[Sensitive] {
        self.step(number).filter(|step| step.approved).map_or(&[], |step| &step.leave)
    }
}

/// What of an input needs a person's leave before the tool is called with it.
pub(crate) fn leave_for(tool: &dyn Tool, input: &Value) -> Vec<Sensitive> {
    let spec = tool.spec();
    if !spec.asks_leave {
        return Vec::new();
    }
    // As it is called; what does not fit is not called at all.
    let mut input = input.clone();
    schema::fill_defaults(&spec.input_schema, &mut input);
    if schema::check(&spec.input_schema, &input).is_empty() { tool.needs_leave(&input) } else { Vec::new() }
}

impl Shared {
    /// What the tool of a call says of it now. Nothing is borrowed while a tool looks at its store.
    pub(crate) fn name(&self, naming: &Naming) -> Named {
        let Some(tool) = self.registry.borrow().get(&naming.tool_name).cloned() else { return Named::default() };
        let fits = |input: &Value| schema::check(&tool.spec().input_schema, input).is_empty();
        let exact = naming.chooses.then(|| tool.exact(&naming.input, &naming.run_id)).flatten();
        let exact = exact.filter(|exact| fits(exact) && bounds::size(exact, bounds::MAX_INPUT).is_some());
        let holds = leave_for(&*tool, exact.as_ref().unwrap_or(&naming.input));
        Named { exact, holds }
    }

    /// What is decided, after the tool of its call has had its say.
    pub(crate) fn with_what_its_tool_says(&self, live: &Live, kind: EventKind) -> EventKind {
        let naming = naming_of(&live.state.borrow(), &kind);
        let Some(naming) = naming else { return kind };
        let named = self.name(&naming);
        with_named(&live.state.borrow(), kind, &named)
    }
}
