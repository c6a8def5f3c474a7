//! The log of a run in words, and what of it is folded away.

use dunlin::{ExecutionStep, Run, RunStatus, StepStatus};

use crate::model::words::format::{counted, duration};

/// How a run stands of which every step that could have changed anything was turned down.
pub(crate) const NOTHING_CHANGED: &str = "Rejected: nothing was changed";

/// A run that took less has no need to say how long.
const SHORT_MS: u64 = 1000;

/// How a run stands, in that word, and how far it has come: `Completed: 3 of 3 steps`, `Failed: 1 of 3 steps done`, and `in 1.2 s` where that is worth telling.
pub(crate) fn run_sentence(run: &Run, word: String) -> String {
    let all = run.execution_log.len();
    if all == 0 || word == NOTHING_CHANGED {
        return word;
    }
    let done = run.execution_log.iter().filter(|step| step.success).count();
    let again = run.status == RunStatus::Completed && run.execution_log.iter().any(|step| step.attempts > 1);
    let word = if again { word.replace("Completed", "Completed with retries") } else { word };
    // Of a failure the number alone could be of what failed.
    let gone = if run.status == RunStatus::Failed { " done" } else { "" };
    let progress = format!("{word}: {done} of {}{gone}", counted(all, "step"));
    let took = Some(run.usage.active_ms).filter(|took| run.status.is_final() && *took >= SHORT_MS);
    took.map_or_else(|| progress.clone(), |took| format!("{progress} in {}", duration(took)))
}

/// How many steps a run skipped because it failed; none where that is too few to fold.
pub(crate) fn skipped(run: &Run) -> usize {
    let skipped = run.execution_log.iter().filter(|step| step.status == StepStatus::Skipped).count();
    if run.status == RunStatus::Failed && skipped > 1 { skipped } else { 0 }
}

/// What was skipped, and for what: `3 steps skipped, because step 2 failed`.
pub(crate) fn skipped_told(run: &Run) -> String {
    let cause = run.error.as_ref().and_then(|error| error.step_number);
    let cause = cause.map(|step| format!(", because step {step} failed")).unwrap_or_default();
    format!("{} skipped{cause}", counted(skipped(run), "step"))
}

/// The places of the steps that were not skipped, and of the one that is selected.
pub(crate) fn beside_skipped(run: &Run, chosen: Option<u32>) -> Vec<usize> {
    places(run, |step| step.status != StepStatus::Skipped || Some(step.step_number) == chosen)
}

/// The places of the steps that are so.
pub(crate) fn places(run: &Run, is_so: impl Fn(&ExecutionStep) -> bool) -> Vec<usize> {
    run.execution_log.iter().enumerate().filter(|(_, step)| is_so(step)).map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn run(status: RunStatus, steps: &[StepStatus]) -> Run {
        let of = |(step_number, status): (u32, &StepStatus)| ExecutionStep {
            step_number,
            status: *status,
            success: *status == StepStatus::Succeeded,
            ..ExecutionStep::default()
        };
        let execution_log = (1..).zip(steps).map(of).collect();
        let usage = dunlin::Usage { active_ms: 12, ..dunlin::Usage::default() };
        Run { execution_log, status, usage, ..Run::default() }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn how_far_a_run_has_come_is_told_with_how_it_stands() {
        use StepStatus::{Running, Succeeded};
        let told = |run: &Run, word: &str| run_sentence(run, word.to_owned());
        let mut done = run(RunStatus::Completed, &[Succeeded, Succeeded]);
        assert_eq!(told(&done, "Completed"), "Completed: 2 of 2 steps");
        done.execution_log[0].attempts = 2;
        assert_eq!(told(&done, "Completed"), "Completed with retries: 2 of 2 steps");
        done.usage.active_ms = 1_200;
        assert_eq!(told(&done, "Completed"), "Completed with retries: 2 of 2 steps in 1.2 s");
        assert_eq!(told(&done, NOTHING_CHANGED), NOTHING_CHANGED);
        assert_eq!(told(&run(RunStatus::Running, &[Succeeded, Running]), "Running"), "Running: 1 of 2 steps");
        assert_eq!(told(&run(RunStatus::Failed, &[]), "Failed"), "Failed");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_skipped_for_a_failure_is_folded_where_it_is_several() {
        use StepStatus::{Failed, Skipped, Succeeded};
        let mut failed = run(RunStatus::Failed, &[Succeeded, Failed, Skipped, Skipped]);
        failed.error = Some(dunlin::RunError { step_number: Some(2), ..dunlin::RunError::default() });
        assert_eq!((skipped(&failed), skipped_told(&failed).as_str()), (2, "2 steps skipped, because step 2 failed"));
        assert_eq!((beside_skipped(&failed, None), beside_skipped(&failed, Some(4))), (vec![0, 1], vec![0, 1, 3]));
        assert_eq!(skipped(&run(RunStatus::Failed, &[Failed, Skipped])), 0);
        assert_eq!(skipped(&run(RunStatus::Completed, &[Succeeded, Skipped, Skipped])), 0);
    }
}
