//! What comes of a goal that is understood.

use dunlin_plan::{Plan, PolicyPatch};

/// A plan and what the goal says about carrying it out.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// What the goal itself limits.
    pub policy: PolicyPatch,
    /// Whether words of a request are left out, as the plan says.
    pub leaves_out: bool,
}
