//! Child runs: a step of the kind plan is carried out by a run of its own, under what its parent has left. Its journal is its
//! own, so it survives what its parent survives, and it takes no place among the runs at once: nothing waits for it in vain.

use std::rc::Rc;

use dunlin_base::LocalFuture;
use serde_json::json;

use crate::{
    ParentStep, Run, RunHandle, RunStatus, Runtime, StartOptions, ToolCall, ToolFailure, ToolOutput, hash::hash,
    live::Live, runtime::Shared, tool::refused,
};

/// The longest identifier of a run.
const MOST_LETTERS: usize = 64;

/// The identifier of a step's child: the same whoever takes the parent up.
pub(crate) fn child_id(run_id: &str, step: u32) -> String {
    let plain = format!("{run_id}-{step}");
    if plain.len() <= MOST_LETTERS { plain } else { hash(&[run_id, &step.to_string()]).chars().take(32).collect() }
}

/// Begins the child run of a step, or takes it up, and gives what it answers.
pub(crate) fn carry_out(
    shared: &Rc<Shared>,
    live: &Live,
    call: &ToolCall,
) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    let handle = match open(shared, live, call) {
        Ok(handle) => handle,
        Err(failure) => return refused(failure),
    };
    let child = handle.clone();
    call.signal.on_abort(move || {
        // One that has ended needs no end.
        let _ = child.cancel(Some("the run it belongs to wants no more of it".into()));
    });
    let driven = handle.drive();
    Box::pin(async move { outcome(driven.await) })
}

fn open(shared: &Rc<Shared>, live: &Live, call: &ToolCall) -> Result<RunHandle, ToolFailure> {
    let failed = |error: crate::RuntimeError| ToolFailure::new(error.code(), error.to_string());
    let state = live.state.borrow();
    let planned = state.planned(call.step_number).and_then(|planned| planned.plan.as_deref().cloned());
    let (Some(plan), Some(policy)) = (planned, state.policy().cloned()) else {
        return Err(ToolFailure::new("plan.misplaced-field", "the step has no plan"));
    };
    let policy = policy.left_by(&state.usage()).under(plan.policy.as_ref());
    let parent = ParentStep { run_id: call.run_id.clone(), step_number: call.step_number };
    drop(state);
    let run_id = child_id(&call.run_id, call.step_number);
    let runtime = Runtime { shared: shared.clone() };
    if let Some(found) = shared.find(&run_id).map_err(failed)? {
        if found.state.borrow().parent() != Some(&parent) {
            return Err(ToolFailure::new("run.exists", format!("there is another run {run_id:?} already")));
        }
        return runtime.resume(&run_id).map_err(failed);
    }
    let given = Some(call.input.clone());
    let options = StartOptions { policy, run_id: Some(run_id), seed: None, given, parent: Some(parent) };
    runtime.start(plan, options).map_err(failed)
}

fn outcome(run: Run) -> Result<ToolOutput, ToolFailure> {
    let Run { run_id, status, result, error, usage, .. } = run;
    if status == RunStatus::Completed {
        let metadata = Some(json!({"runId": run_id, "tokens": usage.tokens}));
        return Ok(ToolOutput { output: result.unwrap_or_default(), metadata });
    }
    let error = error.unwrap_or_default();
    let why = if error.message.is_empty() { status.name().to_owned() } else { error.message };
    let code = if error.code.is_empty() { "run.cancelled".to_owned() } else { error.code };
    Err(ToolFailure {
        code,
        message: format!("its run {run_id} did not succeed: {why}"),
        hint: error.hint,
        retryable: false,
    })
}
