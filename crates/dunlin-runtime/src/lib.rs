//! Carries out plans: durable, parallel, bounded, interruptible, replayable.
//!
//! A run is a fold over its [`Event`]s. What to do next is decided from that fold alone; the driver does it, writes down
//! what it is about to do before it does it, and reports back what happened. So the execution log, a run taken up after a
//! reload, the report, the metrics and the tests all read the same thing.
//!
//! This crate knows no tool, no language, no browser and no clock of its own.

mod abort;
mod admit;
mod ask;
mod child;
mod claim;
mod course;
mod decide;
mod driver;
mod elsewhere;
mod error;
mod event;
pub mod exposition;
mod gate;
mod guard;
mod handle;
mod inner;
mod journal;
mod lease;
mod live;
mod log;
mod metrics;
mod missing;
mod naming;
mod options;
mod outcome;
mod partial;
mod passing;
mod policy;
mod progress;
mod record;
mod redact;
mod report;
mod retention;
mod runtime;
mod state;
mod store;
mod summaries;
mod tool;
mod trace;
mod transition;

pub use dunlin_plan::{Jitter, RetryChange, RetryPolicy};

pub use abort::{AbortSignal, Aborted};
pub use child::{child_id, child_metadata};
pub use claim::{Claim, ClaimKind, Claims, Grant, LocalClaims, Release, Standing};
pub use course::{Begin, CallResult, Child, Course, Next, Turn};
pub use decide::{Command, decide};
pub use error::{RuntimeError, RuntimeErrorKind};
pub use event::{
    ApprovalAnswer, ApprovalReason, Budget, Event, EventKind, Failure, ParentStep, RunCreated, SCHEMA_VERSION,
    Sensitive, SkipReason,
};
pub use handle::RunHandle;
pub use journal::{Divergence, Journal, replay};
pub use lease::StoredLeases;
pub use live::Subscription;
pub use naming::{Named, Naming};
pub use options::{
    AcceptAll, Criteria, Elsewhere, JournalOnly, Log, Notifier, Retention, RuntimeOptions, StartOptions,
};
pub use partial::{MAX_PARTIAL, Partial, PartialSink, Partials, Room};
pub use policy::{ApprovalMode, Content, Policy};
pub use progress::ProgressSink;
pub use record::{
    Awaited, ExecutionStep, PendingApproval, Progress, Run, RunError, RunStatus, RunSummary, StepStatus, Usage, Within,
};
pub use report::{Aftermath, Left, Report};
pub use runtime::{Runtime, WeakRuntime, faults_of};
pub use state::RunState;
pub use tool::{AGENT, Registry, Tool, ToolCall, ToolFailure, ToolOutput, ToolResult};
pub use trace::{Trace, TraceStep};
pub use transition::Refusal;
