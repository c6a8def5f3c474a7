//! The limits of every goal, and those that a goal sets on its own plan.

/// The longest goal, in characters.
pub const MAX_GOAL_CHARACTERS: usize = 10_000;
/// The most steps a plan may have.
pub const MAX_STEPS: usize = 100;

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// "at most 3 steps"
    MaxSteps(u32),
    /// "only use the calculator"
    Only(&'static str),
    /// "ask me first"
    AskFirst,
    /// "without deleting anything"
    NoDeletion,
    /// "without changing anything"
    NoChange,
}
