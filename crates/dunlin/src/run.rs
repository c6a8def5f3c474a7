//! Runs through the facade: a goal or a plan becomes a run; runs are found, taken up, told and forgotten.

use dunlin_base::json;
use dunlin_plan::{Fault, Plan};
use dunlin_runtime::{Divergence, Journal, Policy, Report, Run, RunError, RunHandle, RunSummary, StartOptions};
use serde::Serialize;
use serde_json::{Value, json};

use crate::{Dunlin, DunlinError, GoalOrPlan, RunOptions};

impl Dunlin {
    /// Records a run of a goal or a plan; [`RunHandle::drive`] carries it out.
    ///
    /// A goal that cannot be planned is a failed run without a plan, so that it is not lost; call [`Dunlin::plan`] first to
    /// have the error instead. A plan with faults is an error and no run.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options, RunOptions, RunStatus};
    /// use dunlin_base::testing::World;
    ///
    /// let world = World::new(1);
    /// let dunlin = Dunlin::open(world.env(), Options::default());
    /// let run = dunlin.run("calculate 6 * 7", RunOptions::default())?;
    /// let record = world.block_on(run.drive());
    /// assert_eq!(record.status, RunStatus::Completed);
    /// assert_eq!(record.result, Some(serde_json::json!(42)));
    /// # Ok::<(), dunlin::DunlinError>(())
    /// ```
    pub fn run(&self, what: impl Into<GoalOrPlan>, options: RunOptions) -> Result<RunHandle, DunlinError> {
        let inner = self.inner();
        let policy = options.policy.over(&inner.policy)?;
        let plan = match what.into() {
            GoalOrPlan::Plan(plan) => *plan,
            GoalOrPlan::Goal(goal) => match self.plan_without(&goal, &options.dismissed).and_then(|plan| {
                self.accept(&plan, &policy)?;
                Ok(plan)
            }) {
                Ok(plan) => plan,
                Err(error) => return Ok(inner.runtime.record_failed(&goal, policy, run_error(error))),
            },
        };
        let policy = tightened(policy, &plan);
        let start =
            StartOptions { policy, run_id: options.run_id, seed: options.seed, given: options.input, parent: None };
        Ok(inner.runtime.start(plan, start)?)
    }

    /// Everything that is wrong with a plan that somebody else wrote, as [`Dunlin::run`] would find it; nothing for a plan
    /// that can be run.
    ///
    /// ```
    /// use dunlin::{Dunlin, Options};
    /// use dunlin_base::testing::World;
    ///
    /// let dunlin = Dunlin::open(World::new(1).env(), Options::default());
    /// let step = |number, tool| format!(r#"{{"stepNumber": {number}, "kind": "tool", "toolName": "{tool}", "toolInput": {{}}}}"#);
    /// let plan = format!(r#"{{"schemaVersion": 1, "goal": "", "steps": [{}, {}]}}"#, step(1, "calculater"), step(3, "todo_store"));
    /// let codes: Vec<&str> = dunlin.faults(&plan).iter().map(|fault| fault.code).collect();
    /// assert_eq!(codes, ["plan.unknown-tool", "plan.step-number", "plan.invalid-input"]);
    /// ```
    pub fn faults(&self, plan: &str) -> Vec<Fault> {
        let plan = match dunlin_plan::file::read(plan) {
            Ok(plan) => plan,
            Err(fault) => return vec![fault],
        };
        let inner = self.inner();
        inner.runtime.validate(&plan, &tightened(inner.policy.clone(), &plan))
    }

    /// Summaries of all runs, the newest first.
    pub fn runs(&self) -> Vec<RunSummary> {
        self.inner().runtime.runs()
    }

    /// The runs that have not ended, the earliest first: what a page takes up after a reload.
    pub fn unfinished_runs(&self) -> Vec<String> {
        self.inner().runtime.unfinished()
    }

    /// The record of a run.
    pub fn run_record(&self, run_id: &str) -> Option<Run> {
        self.inner().runtime.get(run_id)
    }

    /// The handle of a run that this or another tab began, before or after a reload.
    pub fn resume(&self, run_id: &str) -> Result<RunHandle, DunlinError> {
        Ok(self.inner().runtime.resume(run_id)?)
    }

    /// Sends a run a signal: the first of its steps that waits for one of that name takes the data, now or later. It is kept
    /// until then, also when the run is not driven here or not at all just now.
    pub fn signal(&self, run_id: &str, name: &str, data: Value) -> Result<(), DunlinError> {
        Ok(self.resume(run_id)?.signal(name, data)?)
    }

    /// Answers the question of an ask step; the data fits the question's schema.
    pub fn answer(&self, run_id: &str, step_number: u32, data: Value) -> Result<(), DunlinError> {
        Ok(self.resume(run_id)?.answer(step_number, data)?)
    }

    /// A run told for people and programs.
    pub fn report(&self, run_id: &str) -> Result<Report, DunlinError> {
        self.inner().runtime.report(run_id).ok_or_else(|| unknown_run(run_id))
    }

    /// A run's events, as they are stored.
    pub fn journal(&self, run_id: &str) -> Result<Journal, DunlinError> {
        self.inner().runtime.journal(run_id).ok_or_else(|| unknown_run(run_id))
    }

    /// Forgets a run that has ended.
    pub fn delete_run(&self, run_id: &str) -> Result<(), DunlinError> {
        Ok(self.inner().runtime.delete(run_id)?)
    }
}

/// Decides a journal's run again from what was reported to it, and names the first event that does not follow.
pub fn replay(journal: &Journal) -> Replay {
    let difference = dunlin_runtime::replay(journal).err().map(|difference| *difference);
    Replay { matches: difference.is_none(), events: journal.events.len(), difference }
}

/// What [`replay`] found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// Whether every event follows.
    pub matches: bool,
    /// How many events there are.
    pub events: usize,
    /// The first that does not follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Divergence>,
}

/// A plan that somebody else wrote, as JSON text; what is wrong with its steps is found when it is run.
pub fn read_plan(text: &str) -> Result<Plan, DunlinError> {
    dunlin_plan::file::read(text).map_err(|fault| {
        let message = fault.to_string();
        DunlinError::new(fault.code, message).with_details(json!({"faults": [json::to_value(&fault)]}))
    })
}

/// A plan as people keep it in a file; [`read_plan`] reads it.
pub fn write_plan(plan: &Plan) -> String {
    dunlin_plan::file::write(plan)
}

fn unknown_run(run_id: &str) -> DunlinError {
    let shown: String = run_id.chars().take(80).collect();
    DunlinError::new("run.not-found", format!("there is no run {shown:?}"))
        .with_hint("list the runs to see what there is")
}

/// The policy under what the plan's goal itself limits; it only ever becomes tighter.
pub(crate) fn tightened(policy: Policy, plan: &Plan) -> Policy {
    policy.under(plan.policy.as_ref())
}

fn run_error(error: DunlinError) -> RunError {
    RunError { code: error.code, message: error.message, hint: error.hint, step_number: None }
}
