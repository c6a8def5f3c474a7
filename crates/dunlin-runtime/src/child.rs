//! Child runs: a step of the kind plan is carried out by a run of its own, under what its parent has left. Its journal is its
//! own, so it survives what its parent survives, and it takes no place among the runs at once: nothing waits for it in vain.

use std::rc::Rc;

use dunlin_base::{LocalFuture, hash};
use dunlin_plan::{Plan, StepKind};
use serde_json::{Value, json};

use crate::{
    ParentStep, Policy, Run, RunHandle, RunStatus, RunSummary, Runtime, StartOptions, ToolCall, ToolFailure,
    ToolOutput, Usage,
    live::Live,
    runtime::{MOST_DEPTH, Shared},
    state::Stop,
    tool::refused,
};

/// The longest identifier of a run.
const MOST_LETTERS: usize = 64;

/// The identifier of the run that carries out a step: the same whoever takes its parent up.
pub fn child_id(run_id: &str, step: u32) -> String {
    let plain = format!("{run_id}-{step}");
    if plain.len() <= MOST_LETTERS { plain } else { hash(&[run_id, &step.to_string()]).chars().take(32).collect() }
}

/// Begins the child run of a step, or takes it up, and gives what it answers.
pub(crate) fn carry_out(
    shared: &Rc<Shared>,
    live: &Live,
    call: &ToolCall,
) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    let state = live.state.borrow();
    let planned = state.planned(call.step_number).and_then(|planned| planned.plan.as_deref().cloned());
    let (Some(plan), Some(policy)) = (planned, state.policy().cloned()) else {
        return refused(ToolFailure::new("plan.misplaced-field", "the step has no plan"));
    };
    let used = state.usage();
    // Those that begin beside it take their share of what is left: together they spend no more than there is.
    let room = policy.max_parallel.saturating_sub(state.active.len() as u32);
    let coming = state.children_among(&state.ready, call.step_number).min(room);
    let active = state.active.clone();
    // What one has that is there already is taken off as used.
    let begun: Vec<u32> =
        active.into_iter().filter(|step| !matches!(shared.find(&child_id(&call.run_id, *step)), Ok(Some(_)))).collect();
    let beside = coming + state.children_among(&begun, call.step_number);
    drop(state);
    let left = policy.left_by(&used.and(&spent_below(shared, &call.run_id, 0, true)));
    let policy = left.shared_by(beside + 1).under(plan.policy.as_ref());
    followed(shared, call, open(shared, call, plan, call.input.clone(), policy))
}

/// Whether the run that carries out a step has not ended, or one below it.
pub(crate) fn goes_on_below(shared: &Rc<Shared>, run_id: &str, step: u32) -> bool {
    let child = child_id(run_id, step);
    let is_its = |live: &Live| {
        live.state.borrow().parent().is_some_and(|parent| parent.run_id == run_id && parent.step_number == step)
    };
    matches!(shared.find(&child), Ok(Some(live)) if is_its(&live) && goes_on(shared, &child, &live, 0))
}

fn goes_on(shared: &Rc<Shared>, run_id: &str, live: &Live, depth: u32) -> bool {
    !live.is_final()
        || depth <= MOST_DEPTH && below(shared, run_id).iter().any(|(id, live)| goes_on(shared, id, live, depth + 1))
}

/// The runs right below a run.
fn below(shared: &Rc<Shared>, run_id: &str) -> Vec<(String, Rc<Live>)> {
    let children = shared.summaries().into_iter().filter(|run| run.parent_run_id.as_deref() == Some(run_id));
    children.filter_map(|run| Some((run.run_id.clone(), shared.find(&run.run_id).ok()??))).collect()
}

/// The runs below a run, at whatever depth.
pub(crate) fn ids_below(shared: &Rc<Shared>, run_id: &str) -> Vec<String> {
    let all = shared.summaries();
    let mut found = vec![run_id.to_owned()];
    let mut at = 0;
    while let Some(above) = found.get(at).cloned() {
        at += 1;
        for run in all.iter().filter(|run| run.parent_run_id.as_deref() == Some(above.as_str())) {
            // Records that name each other as parents are walked once.
            if !found.contains(&run.run_id) {
                found.push(run.run_id.clone());
            }
        }
    }
    found.split_off(1)
}

/// The runs right below a run that have not ended, or have such below them.
pub(crate) fn going_on_below(shared: &Rc<Shared>, run_id: &str) -> Vec<Rc<Live>> {
    below(shared, run_id).into_iter().filter(|(id, live)| goes_on(shared, id, live, 0)).map(|(_, live)| live).collect()
}

impl Runtime {
    /// Carries a plan out for a call of a tool, as a run of its own below the run that makes the call: under what that one has
    /// left, and under no more than `limits`. What its other children have used is counted, and of those under way all that they
    /// were given. The same call made again, also after a reload, takes the same run up.
    pub fn carry_out(
        &self,
        call: &ToolCall,
        plan: Plan,
        given: Value,
        limits: &Policy,
    ) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        match self.left_for(&call.run_id) {
            Ok(left) => {
                let policy = left.within(limits).under(plan.policy.as_ref());
                followed(&self.shared, call, open(&self.shared, call, plan, given, policy))
            }
            Err(failure) => refused(failure),
        }
    }

    /// What a run may hand on now: its policy with what it and all runs below it have used taken off.
    pub fn left_for(&self, run_id: &str) -> Result<Policy, ToolFailure> {
        let unknown =
            || ToolFailure::new("run.unknown", format!("there is no run {run_id:?} that this could belong to"));
        let live = self.shared.find(run_id).map_err(failed)?.ok_or_else(unknown)?;
        let (policy, used) = {
            let state = live.state.borrow();
            (state.policy().cloned().ok_or_else(unknown)?, state.usage())
        };
        Ok(policy.left_by(&used.and(&spent_below(&self.shared, run_id, 0, true))))
    }

    /// The runs right below a run, in the order of its steps.
    pub fn children(&self, run_id: &str) -> Vec<RunSummary> {
        let mut children: Vec<(u32, RunSummary)> = self
            .summaries()
            .into_iter()
            .filter(|run| run.parent_run_id.as_deref() == Some(run_id))
            .filter_map(|run| {
                let live = self.shared.find(&run.run_id).ok()??;
                let step = live.state.borrow().parent()?.step_number;
                Some((step, Rc::unwrap_or_clone(run)))
            })
            .collect();
        children.sort_by_key(|(step, _)| *step);
        children.into_iter().map(|(_, run)| run).collect()
    }
}

/// The tool whose call the run below `above` carries out, or else the nearest of the runs above it; empty where no call of a
/// tool began them. Where that is not known it is `run:` and the run that would know, which is the name of no tool.
pub(crate) fn caller(shared: &Rc<Shared>, mut above: Option<ParentStep>) -> String {
    while let Some(ParentStep { run_id, step_number }) = above {
        let Ok(Some(live)) = shared.find(&run_id) else { return format!("run:{run_id}") };
        let state = live.state.borrow();
        match state.planned(step_number) {
            Some(step) if step.kind == StepKind::Plan => above = state.parent().cloned(),
            Some(step) => return step.tool_name.clone(),
            None => return format!("run:{run_id}"),
        }
    }
    String::new()
}

/// What the runs below a run have used. With `reserved`, one that is under way for a step that has not ended counts with all
/// that it was given: what it has not used yet cannot be given to another.
fn spent_below(shared: &Rc<Shared>, run_id: &str, depth: u32, reserved: bool) -> Usage {
    let mut spent = Usage::default();
    if depth > MOST_DEPTH {
        return spent;
    }
    let Ok(Some(above)) = shared.find(run_id) else { return spent };
    let children = shared.summaries().into_iter().filter(|run| run.parent_run_id.as_deref() == Some(run_id));
    for child in children {
        let Ok(Some(live)) = shared.find(&child.run_id) else { continue };
        let (used, given) = {
            let state = live.state.borrow();
            (state.usage(), state.policy().map(|policy| (policy.max_steps, policy.max_tool_calls, policy.token_budget)))
        };
        let mut used = used.and(&spent_below(shared, &child.run_id, depth + 1, reserved));
        // The end of a run may not have been stored, and that of its step was.
        let is_wanted = || {
            let step = live.state.borrow().parent().map(|parent| parent.step_number);
            let status = step.and_then(|step| above.state.borrow().step_status(step));
            status.is_none_or(|status| !status.is_final())
        };
        if let Some((steps, calls, tokens)) = given.filter(|_| reserved && !live.is_final() && is_wanted()) {
            used.steps = used.steps.max(steps);
            used.tool_calls = used.tool_calls.max(calls);
            used.tokens = used.tokens.max(tokens);
        }
        let state = live.state.borrow();
        let Some(parent) = state.parent() else { continue };
        let succeeded = state.status() == RunStatus::Completed;
        spent = spent.and(&above.state.borrow().on_top(parent.step_number, used, succeeded));
    }
    spent
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn failed(error: crate::RuntimeError) -> ToolFailure {
    // The run below is found again by its name, so another attempt doubles nothing.
    let retryable = error.code().starts_with("storage.");
    ToolFailure { retryable, ..ToolFailure::new(error.code(), error.to_string()) }
}

fn open(
    shared: &Rc<Shared>,
    call: &ToolCall,
    plan: Plan,
    given: Value,
    policy: Policy,
) -> Result<RunHandle, ToolFailure> {
    let parent = ParentStep { run_id: call.run_id.clone(), step_number: call.step_number };
    let run_id = child_id(&call.run_id, call.step_number);
    let runtime = Runtime { shared: shared.clone() };
    if let Some(found) = shared.find(&run_id).map_err(failed)? {
        if found.state.borrow().parent() != Some(&parent) {
            return Err(ToolFailure::new("run.exists", format!("there is another run {run_id:?} already")));
        }
        return runtime.resume(&run_id).map_err(failed);
    }
    let options = StartOptions { policy, run_id: Some(run_id), seed: None, given: Some(given), parent: Some(parent) };
    runtime.start(plan, options).map_err(failed)
}

fn followed(
    shared: &Rc<Shared>,
    call: &ToolCall,
    opened: Result<RunHandle, ToolFailure>,
) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
    let handle = match opened {
        Ok(handle) => handle,
        Err(failure) => return refused(failure),
    };
    let (child, above, parent) = (handle.clone(), Rc::downgrade(shared), call.run_id.clone());
    call.signal.on_abort(move || {
        let above = above.upgrade().and_then(|shared| shared.find(&parent).ok()?);
        // One that has ended needs no end.
        let _ = child.cancel(Some(reason_of(above.as_deref())));
    });
    let (driven, run_id, shared) = (handle.drive(), handle.run_id(), Rc::downgrade(shared));
    Box::pin(async move {
        let run = driven.await;
        let shared = shared.upgrade();
        if let Some(shared) = shared.clone().filter(|_| !run.status.is_final()) {
            // Its journal cannot be read any more, or is gone.
            Runtime { shared }.resume(&run_id).map_err(failed)?;
        }
        let below = shared.map(|shared| spent_below(&shared, &run.run_id, 0, false));
        let spent = run.usage.and(&below.unwrap_or_default());
        outcome(run, &spent)
    })
}

/// What a step says of the run below it that has succeeded: `tokens` counts as any tool's, and `below` against what the run may
/// still begin.
pub fn child_metadata(run: &Run, spent: &Usage) -> Value {
    json!({
        "runId": run.run_id,
        "tokens": run.usage.tokens,
        "below": {"steps": spent.steps, "toolCalls": spent.tool_calls},
    })
}

/// Why a run below another is cancelled: for the reason of the one above, or because that one needs it no more.
fn reason_of(above: Option<&Live>) -> String {
    let state = above.map(|above| above.state.borrow());
    match state
        .as_ref()
        .filter(|state| matches!(state.stop, Some(Stop::Cancel { .. })))
        .map(|state| state.cancel_reason.as_deref())
    {
        Some(Some(reason)) => format!("the run it belongs to was cancelled: {reason}"),
        Some(None) => "the run it belongs to was cancelled".into(),
        None => "the run it belongs to wants no more of it".into(),
    }
}

fn outcome(run: Run, spent: &Usage) -> Result<ToolOutput, ToolFailure> {
    let metadata = Some(child_metadata(&run, spent));
    let Run { run_id, status, result, error, .. } = run;
    if status == RunStatus::Completed {
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
