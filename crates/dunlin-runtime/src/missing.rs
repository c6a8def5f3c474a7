//! The tools that a run needs and that are not registered here: carried out here, it would fail for that alone.

use std::collections::BTreeSet;

use dunlin_plan::{OnFailure, PlanStep, StepKind};

use crate::{StepStatus, live::Live, runtime::Shared};

/// What is left of a step.
#[derive(Clone, Copy, PartialEq)]
enum Left {
    /// All of it.
    All,
    /// It ends where it is, and what is done of it is taken back.
    Stop,
    /// It has ended, and may be taken back.
    Undo,
}

/// What the step calls, where its plan takes back what is done when it fails, or does not.
fn called<'a>(step: &'a PlanStep, undoes: bool, left: Left, found: &mut BTreeSet<&'a str>) {
    let undo = step.undo.as_deref().filter(|_| undoes);
    let own = Some(step).filter(|_| left == Left::All);
    let tools = own.into_iter().chain(undo).filter(|step| step.kind == StepKind::Tool);
    found.extend(tools.map(|step| step.tool_name.as_str()));
    for inner in &step.body {
        called(inner, undoes, left, found);
    }
    // A child that has ended takes nothing back any more.
    for plan in step.plan.iter().filter(|_| left != Left::Undo) {
        let undoes = plan.on_failure == OnFailure::Undo;
        plan.steps.iter().for_each(|inner| called(inner, undoes, left, found));
    }
}

impl Shared {
    /// The tools that what is left of a run calls and that are not registered here, by name.
    pub(crate) fn missing_tools(&self, live: &Live) -> Vec<String> {
        self.missing(live, Left::All)
    }

    /// Those of them that are called when the run is stopped now.
    pub(crate) fn missing_to_stop(&self, live: &Live) -> Vec<String> {
        self.missing(live, Left::Stop)
    }

    fn missing(&self, live: &Live, wanted: Left) -> Vec<String> {
        let (state, registry) = (live.state.borrow(), self.registry.borrow());
        let Some(plan) = state.plan().filter(|_| !state.status().is_final()) else { return Vec::new() };
        let undoes = plan.on_failure == OnFailure::Undo;
        // Stopped while it closes what was begun, it ends without that.
        let closes = wanted == Left::Stop && !state.is_closing();
        let mut found = BTreeSet::new();
        for step in &plan.steps {
            let left = match state.step_status(step.step_number) {
                Some(status) if status.is_final() => Left::Undo,
                // What closes what was begun is done all the same.
                _ if closes && state.closes(step.step_number) => Left::All,
                None | Some(StepStatus::Pending) if wanted == Left::Stop => continue,
                _ => wanted,
            };
            called(step, undoes, left, &mut found);
        }
        found.retain(|name| registry.get(name).is_none());
        found.into_iter().map(str::to_owned).collect()
    }
}
