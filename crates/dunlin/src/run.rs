//! Runs through the facade: a goal or a plan becomes a run; plans are read and written, journals decided again.

use dunlin_base::json;
use dunlin_plan::Plan;
use dunlin_runtime::{Divergence, Journal, Policy, RunError, RunHandle};
use serde::Serialize;
use serde_json::json;

use crate::{Dunlin, DunlinError, GoalOptions, GoalOrPlan, RunOptions};

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
        let goal = match what.into() {
            GoalOrPlan::Plan(plan) => return self.run_plan(*plan, options),
            GoalOrPlan::Goal(goal) => goal,
        };
        let policy = options.policy.over(self.policy())?;
        let RunOptions { dismissed, context, language, .. } = options.clone();
        let planned =
            self.plan_within(&goal, &GoalOptions { dismissed, context, language }, &policy).and_then(|plan| {
                self.accept(&plan, &policy)?;
                Ok(plan)
            });
        match planned {
            Ok(plan) => self.run_plan(plan, options),
            Err(error) => Ok(self.parts().runtime.record_failed(&goal, policy, run_error(error))),
        }
    }
}

/// Decides a journal's run again from what was reported to it, and names the first event that does not follow.
pub fn replay(journal: &Journal) -> Replay {
    let difference = dunlin_runtime::replay(journal).err().map(|difference| *difference);
    Replay { matches: difference.is_none(), events: journal.events.len(), difference }
}

/// What [`replay`] found.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
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
        let error = DunlinError::new(fault.code, message).with_details(json!({"faults": [json::to_value(&fault)]}));
        DunlinError { span: fault.place.map(|place| place.span), ..error }
    })
}

/// As [`read_plan`] for a text that a person has before them, such as a file: what is wrong names its line and column.
///
/// ```
/// let error = dunlin::read_plan_file("{\"schemaVersion\": 1,\n \"goal\": 7}").unwrap_err();
/// assert!(error.message.ends_with("goal: found 7, expected a text at line 2 column 10"), "{error}");
/// ```
pub fn read_plan_file(text: &str) -> Result<Plan, DunlinError> {
    read_plan(text).map_err(|error| error.placed_in(text))
}

/// A plan as people keep it in a file; [`read_plan`] reads it.
pub fn write_plan(plan: &Plan) -> String {
    dunlin_plan::file::write(plan)
}

/// There is no such run. Its hint is for hosts that list runs; a program says where its own list is.
pub fn unknown_run(run_id: &str) -> DunlinError {
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
