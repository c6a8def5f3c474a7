//! Plans: what is to be done, step by step, before anything is done.
//!
//! - [`Plan`] and [`PlanStep`]: the records people see and hosts exchange as JSON.
//! - [`ToolSpec`]: what a tool says of itself; enough to plan with, not enough to call it.
//! - [`graph`]: what must be done before what, and in which order.
//! - [`schema`]: a value against a JSON Schema; [`pattern`]: its regular expressions.
//! - [`validate()`]: every fault of a plan at once; [`file`]: plans as untrusted text.
//! - [`decision`]: the comparison of a decision step.
//! - [`bounds`]: how large inputs, outputs and plans may become.
//! - [`input`]: values in a step's input that come from earlier steps.
//!
//! This crate knows no language, no tools and no time.

pub mod bounds;
mod check;
pub mod decision;
pub mod file;
mod flow;
pub mod graph;
pub mod input;
mod kind_input;
pub mod pattern;
mod policy_patch;
mod record;
pub mod schema;
mod tool_spec;
mod validate;

pub use check::Check;
pub use flow::{Jitter, OnFailure, RetryChange, RetryPolicy, RunWhen};
pub use policy_patch::PolicyPatch;
pub use record::{FIRST_VERSION, Plan, PlanStep, SCHEMA_VERSION, StepKind};
pub use tool_spec::{Annotations, Estimate, ToolSpec};
pub use validate::{Fault, Limits, validate};
