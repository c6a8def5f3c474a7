//! Dunlin: a goal becomes a plan, a plan becomes a run, and todos and sums come out.
//!
//! This crate puts the rooms together behind an API of plain data: the built-in tools over the calculator and the todo
//! store, the planner that reads goals, the runtime that carries plans out. It knows no browser and no JavaScript; what
//! it needs from outside comes in as a [`dunlin_base::Env`].

mod amount;
mod compose;
mod engine;
mod error;
mod explain;
mod facade;
mod fork;
mod health;
mod known;
mod line;
mod options;
mod phrases;
mod policy;
mod read;
mod reading;
mod rules;
mod run;
mod schedules;
mod second;
mod templates;
mod todos;
mod tool;
mod touch;

pub use amount::shown_answer;
pub use dunlin_calc::Value as Number;
pub use dunlin_date::{Now, describe_due, describe_recurrence, due_in_full, is_overdue, is_valid_due};
pub use dunlin_plan::RetryChange;
pub use dunlin_plan::{
    Annotations, Check, Estimate, Fault, OnFailure, Plan, PlanStep, PolicyPatch, RunWhen, StepKind, ToolSpec, input,
    schema,
};
pub use dunlin_planner::{Template, TemplateTodo, Templates, words::speaks_of_further_tools};
pub use dunlin_runtime::{
    AbortSignal, Aftermath, ApprovalAnswer, ApprovalMode, ApprovalReason, Awaited, Begin, Budget, CallResult, Claim,
    Claims, Content, Course, Divergence, Elsewhere, Event, EventKind, ExecutionStep, Failure, Jitter, Journal, Log,
    Named, Naming, Next, Notifier, ParentStep, Partial, PartialSink, Partials, PendingApproval, Policy, Progress,
    ProgressSink, Report, Retention, RetryPolicy, Room, Run, RunCreated, RunError, RunHandle, RunStatus, RunSummary,
    Runtime, Sensitive, SkipReason, StepStatus, StoredLeases, Subscription as RunSubscription, Tool, ToolCall,
    ToolFailure, ToolOutput, ToolResult, Trace, TraceStep, Turn, Usage, WeakRuntime, Within, child_id, child_metadata,
    exposition,
};
pub use dunlin_todo::{
    Change, Changes, Command, Due, DueFilter, Export, Field, Filter, Format, Imported, List, LocalNow, Match, NewTodo,
    Origin, Outcome, Sort, Status, Subscription, Todo, TodoChanges, TodoError, TodoErrorKind, TodoFields, TodoFilter,
    TodoStore, tool::ToolReply, tool::would_change, tool::would_delete,
};
pub use engine::{Engine, VERSION};
pub use error::DunlinError;
pub use explain::{Chip, ClauseReading, Explanation, Finding, Highlight};
pub use facade::Dunlin;
pub use fork::{fork, read_journal};
pub use health::{Capabilities, CapabilityLimits, Health, HealthStatus, StorageHealth};
pub use line::TodoLine;
pub use options::{
    CallOptions, GoalOptions, GoalOrPlan, Options, RunOptions, claims_by, known_claims_by, losable_claims_by,
    notifier_by,
};
pub use phrases::{GiveValues, Recognition, RecognizeOptions};
pub use policy::PolicyChange;
pub use read::{calculate, evaluate, parse_date, parse_quick_add};
pub use reading::{Calculation, DateReading, QuickAdd, QuickAddSpan};
pub use rules::Rules;
pub use run::{Replay, read_plan, read_plan_file, replay, unknown_run, write_plan};
pub use schedules::{Begun, Schedule, ScheduleFault, ScheduleOrigin, ScheduleWords};
pub use second::SecondPlanner;
pub use tool::asks_for_the_same;
pub use touch::{Touch, TouchedTodo};

/// The README's Rust example, run with the doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
