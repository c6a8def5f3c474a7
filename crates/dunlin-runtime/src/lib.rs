//! Carries out plans: durable, parallel, bounded, interruptible, replayable.
//!
//! A run is a fold over its [`Event`]s. What to do next is decided from that fold alone; the driver does it, writes down
//! what it is about to do before it does it, and reports back what happened. So the execution log, a run taken up after a
//! reload, the report, the metrics and the tests all read the same thing.
//!
//! This crate knows no tool, no language, no browser and no clock of its own.

mod abort;
mod error;
mod event;
mod policy;
mod record;
mod tool;

pub use abort::{AbortSignal, Aborted};
pub use error::{RuntimeError, RuntimeErrorKind};
pub use event::{
    ApprovalAnswer, ApprovalReason, Budget, Event, EventKind, Failure, RunCreated, SCHEMA_VERSION, SkipReason,
};
pub use policy::{ApprovalMode, Content, Jitter, Policy, RetryPolicy};
pub use record::{ExecutionStep, PendingApproval, Run, RunError, RunStatus, RunSummary, StepStatus, Usage};
pub use tool::{Registry, Tool, ToolCall, ToolFailure, ToolOutput, ToolResult};
