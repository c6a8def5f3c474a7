//! Plans: what is to be done, step by step, before anything is done.
//!
//! - [`Plan`] and [`PlanStep`]: the records people see and hosts exchange as JSON.
//! - [`ToolSpec`]: what a tool says of itself; enough to plan with, not enough to call it.
//! - [`input`]: values in a step's input that come from earlier steps.
//!
//! This crate knows no language, no tools and no time.

pub mod input;
mod record;
mod tool_spec;

pub use record::{Plan, PlanStep, SCHEMA_VERSION, StepKind};
pub use tool_spec::{Annotations, ToolSpec};
