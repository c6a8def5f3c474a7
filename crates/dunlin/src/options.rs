//! What a host says when it opens Dunlin and when it starts a run.

use dunlin_base::Utf16Span;
use dunlin_plan::Plan;

use crate::PolicyChange;

/// How Dunlin is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What differs from the default policy, for every run.
    pub policy: PolicyChange,
    /// Where the randomness of runs begins; none draws a seed for each run.
    pub seed: Option<u64>,
    /// What the host knows that a person should: that the browser refuses storage. Shown with the other notices.
    pub notices: Vec<String>,
}

/// How a run is started.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// What differs from the policy Dunlin was opened with.
    pub policy: PolicyChange,
    /// The run's identifier; none makes one.
    pub run_id: Option<String>,
    /// Where its randomness begins.
    pub seed: Option<u64>,
    /// Readings of the goal that the person took back.
    pub dismissed: Vec<Utf16Span>,
}

/// What a run carries out.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalOrPlan {
    /// What a person typed; it is planned first.
    Goal(String),
    /// A plan that was made before; it is validated first.
    Plan(Box<Plan>),
}

impl From<&str> for GoalOrPlan {
    fn from(goal: &str) -> Self {
        Self::Goal(goal.to_owned())
    }
}

impl From<String> for GoalOrPlan {
    fn from(goal: String) -> Self {
        Self::Goal(goal)
    }
}

impl From<Plan> for GoalOrPlan {
    fn from(plan: Plan) -> Self {
        Self::Plan(Box::new(plan))
    }
}
