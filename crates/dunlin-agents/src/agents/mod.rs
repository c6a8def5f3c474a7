//! Agents: who may do what, under whom, and which skills they have.
//!
//! - [`Agent`] and [`Skill`]: the records, which a host writes as data.
//! - [`Team`]: agents under each other. What one may do only narrows along its parents; an attempt to widen it is refused and
//!   recorded.
//! - [`Team::register`]: each agent as a tool of a runtime, which carries its skills out as runs below the calling one.
//! - [`Team::plan`]: a goal of several clauses as a plan in which each is done by an agent that can.
//! - [`Trace`]: what was thought, done and seen, over all runs below one.

mod coordinate;
mod record;
mod team;
mod text;
mod tool;

pub use coordinate::NoAgent;
pub(crate) use dunlin_runtime::AGENT as TOOL;
pub use dunlin_runtime::{Trace, TraceStep};
pub use record::{Agent, AgentLimits, Skill};
pub use team::{AgentError, Refusal, Team};
pub use tool::Work;
