//! What is known of what a call did to the world: whether it only reads, whether it may be made again, and whether anybody
//! heard what came of it.

use dunlin_plan::StepKind;

use crate::{Failure, StepStatus, state::RunState};

/// The code of an attempt that took too long.
pub(crate) const TIMEOUT: &str = "tool.timeout";

impl RunState {
    /// Whether a call of a step may have had an effect, whatever it has answered. A call that is made in its place is another
    /// one, so it does not help that this one may be repeated.
    pub(crate) fn may_have_happened(&self, number: u32) -> bool {
        let is_call = self.planned(number).is_some_and(|planned| planned.kind == StepKind::Tool);
        self.was_begun(number) && (!is_call || !self.only_reads(number))
    }

    /// Whether a question is about a call that was under way once, and so is the one that was agreed to then.
    pub(crate) fn was_begun(&self, number: u32) -> bool {
        self.step(number).is_some_and(|step| step.attempts > 0)
    }

    /// Whether the step's call may be made again when its outcome is unknown.
    pub(crate) fn is_repeatable(&self, number: u32) -> bool {
        let Some(planned) = self.planned(number) else { return false };
        planned.kind != StepKind::Tool
            || self.spec(&planned.tool_name).is_some_and(|spec| spec.is_repeatable(self.input(number)))
    }

    /// What a call that did not answer in its time fails with.
    pub(crate) fn timed_out(&self, number: u32) -> Failure {
        let planned = self.planned(number);
        let limit = planned.and_then(|planned| self.timeout_of(planned)).unwrap_or(0);
        // The run that carries the step out is cancelled, and another attempt would only find it so.
        let delegates = planned.is_some_and(|planned| self.delegates(planned));
        let hint = if delegates {
            Some("the run that carried it out was cancelled: look at what that has done, or give it more time")
        } else if self.is_repeatable(number) {
            None
        } else {
            Some("its outcome is unknown and it is not safe to repeat: look before running it again")
        };
        let mut failure = Failure::new(TIMEOUT, format!("no answer within {limit} ms"));
        failure.retryable = hint.is_none();
        failure.hint = hint.map(str::to_owned);
        failure
    }

    /// Whether the step's call changes nothing, as its tool says.
    pub(crate) fn only_reads(&self, number: u32) -> bool {
        let Some(planned) = self.planned(number) else { return true };
        self.spec(&planned.tool_name).is_none_or(|spec| spec.is_read_only(self.input(number)))
    }

    /// Whether nobody knows what the step's call did: it was given up before it answered, and it does not only read. That the
    /// call may be repeated says nothing of what it has done.
    pub(crate) fn is_outcome_unknown(&self, number: u32) -> bool {
        let is_call = || self.planned(number).is_some_and(|planned| planned.kind == StepKind::Tool);
        self.step(number)
            .is_some_and(|step| step.unanswered && step.status.is_final() && step.status != StepStatus::Succeeded)
            && is_call()
            && self.may_have_happened(number)
    }

    /// Notes that the step ends, or is tried again, while its call has not answered.
    pub(crate) fn give_up(&mut self, number: u32) {
        if let Some(step) = self.step_mut(number) {
            // A call that failed has answered, and one that was never made does nothing.
            step.unanswered |= step.attempts > 0 && step.status != StepStatus::Retrying;
        }
    }
}
