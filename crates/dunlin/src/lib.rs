//! Dunlin: a goal becomes a plan, a plan becomes a run, and todos and sums come out.
//!
//! This crate puts the rooms together behind an API of plain data: the built-in tools over the calculator and the todo
//! store, the planner that reads goals, the runtime that carries plans out. It knows no browser and no JavaScript; what
//! it needs from outside comes in as a [`dunlin_base::Env`].

mod error;
mod health;
mod options;
mod policy;
mod read;
mod reading;

pub use dunlin_plan::{Annotations, Plan, PlanStep, StepKind, ToolSpec};
pub use dunlin_runtime::{
    AbortSignal, ApprovalAnswer, ApprovalMode, ApprovalReason, Budget, Content, Event, EventKind, ExecutionStep,
    Failure, Jitter, PendingApproval, Policy, RetryPolicy, Run, RunError, RunStatus, RunSummary, SkipReason,
    StepStatus, Tool, ToolCall, ToolFailure, ToolOutput, ToolResult, Usage,
};
pub use error::DunlinError;
pub use health::{Capabilities, CapabilityLimits, Health, HealthStatus, StorageHealth};
pub use options::{GoalOrPlan, Options, RunOptions};
pub use policy::{PolicyChange, RetryChange};
pub use read::evaluate;
pub use reading::{Calculation, DateReading, QuickAdd, QuickAddSpan};
