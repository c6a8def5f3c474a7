//! What happened, as the journal keeps it: one closed set of events.
//!
//! An event is either *decided* (it follows from the events before it and its own moment) or *reported* (the world said
//! so). Replaying a journal decides the first kind again and compares.

use std::rc::Rc;

use dunlin_base::{
    Written,
    json::{self, Unreadable},
};
use dunlin_plan::{Plan, ToolSpec};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Policy, RunError};

/// The version of the journal's records.
pub const SCHEMA_VERSION: u32 = 2;

/// One line of a journal.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RunEvent"))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Event {
    /// Its place in the journal, from 1 without gaps.
    pub seq: u64,
    /// The moment, in milliseconds since 1970; never before that of the event before it.
    pub at: i64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EventKind,
}

/// What can happen to a run.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RunEventKind", optional_fields))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum EventKind {
    /// Reported: somebody wants this done.
    RunCreated(Rc<RunCreated>),
    /// Decided: the run begins.
    RunStarted,
    /// Decided: an attempt begins; the tool may be called once this is stored.
    StepStarted {
        /// The step.
        step: u32,
        /// Which attempt, from 1.
        attempt: u32,
        /// The input, when it is not the plan's.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
        input: Option<Value>,
    },
    /// The step is done. Reported for tools and notifications, decided for waits and decisions.
    StepSucceeded {
        /// The step.
        step: u32,
        /// Which attempt.
        attempt: u32,
        /// What the tool gave.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(type = "Json"))]
        output: Rc<Value>,
        /// What it said beside.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, type = "{ [key: string]: Json }"))]
        metadata: Option<Rc<Value>>,
    },
    /// An attempt failed. Reported for what tools say, decided for time-outs.
    AttemptFailed {
        /// The step.
        step: u32,
        /// Which attempt.
        attempt: u32,
        /// Why.
        failure: Failure,
    },
    /// Decided: another attempt will follow after a wait.
    RetryScheduled {
        /// The step.
        step: u32,
        /// The attempt that will follow.
        attempt: u32,
        /// How long to wait from this event's moment.
        delay_ms: u64,
    },
    /// Decided: the step failed for good.
    StepFailed {
        /// The step.
        step: u32,
        /// Why.
        failure: Failure,
    },
    /// Decided: the step will not be begun.
    StepSkipped {
        /// The step.
        step: u32,
        /// Why not.
        reason: SkipReason,
        /// The step that caused it.
        #[serde(skip_serializing_if = "Option::is_none")]
        cause: Option<u32>,
    },
    /// Decided: the step was begun and will not be finished.
    StepCancelled {
        /// The step.
        step: u32,
    },
    /// Decided: a person must answer before the step goes on.
    ApprovalRequested {
        /// The step.
        step: u32,
        /// What the answer must name: a hash of run, step, tool and input.
        approval_id: String,
        /// Why it is asked.
        reason: ApprovalReason,
        /// The input in question, when it is not the plan's.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
        input: Option<Value>,
        /// What the input holds that needs the person's leave: an answer counts for nothing else.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "types", ts(as = "Option<Vec<Sensitive>>", optional))]
        holds: Vec<Sensitive>,
    },
    /// Reported: the person answered.
    ApprovalAnswered {
        /// The step.
        step: u32,
        /// Which question.
        approval_id: String,
        /// What they said.
        answer: ApprovalAnswer,
    },
    /// Decided: nothing can go on until a person answers.
    RunSuspended,
    /// Decided: it can go on again.
    RunResumed,
    /// Reported: somebody wants it to stop.
    CancelRequested {
        /// Why, in their words.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// Whether what closes what was begun ends as well: it was cancelled again, or while that was done.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
        ending: bool,
    },
    /// Decided: a budget is spent; nothing more is begun but what closes what was.
    BudgetSpent {
        /// Which.
        budget: Budget,
        /// How much it was.
        limit: u64,
        /// How much was used.
        spent: u64,
    },
    /// Reported: another driver took the run up; what was running then has an unknown outcome.
    RunRecovered,
    /// Reported: so much of the time since the event before passed without anybody being able to do anything, because the
    /// clock was set forward or the machine slept. It counts against no budget and no time-out.
    TimeSkipped {
        /// How much.
        ms: u64,
    },
    /// Reported: an attempt that no longer counts gave its result.
    LateResult {
        /// The step.
        step: u32,
        /// Which attempt.
        attempt: u32,
        /// Whether it would have been a success.
        success: bool,
    },
    /// Reported: the person changed steps that were not begun; open questions about them are void.
    PlanRevised {
        /// The new plan: the same number of steps, the begun ones unchanged.
        plan: Box<Plan>,
        /// What the new plan's tools say of their effects.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "types", ts(as = "Option<Vec<ToolSpec>>", optional))]
        tools: Vec<ToolSpec>,
    },
    /// Reported: a signal came; it is kept until a step waits for it.
    SignalReceived {
        /// What tells it from others: it is taken in once, however often it arrives.
        id: String,
        /// Its name.
        name: String,
        /// What came with it.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(type = "Json"))]
        data: Rc<Value>,
    },
    /// Reported: a tool says how far it has come.
    StepProgressed {
        /// The step.
        step: u32,
        /// Which attempt.
        attempt: u32,
        /// From 0 to 1.
        fraction: f64,
        /// What it says beside.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(feature = "types", ts(as = "Option<String>", optional))]
        words: String,
    },
    /// Decided: what is done is taken back.
    UndoBegan {
        /// The steps, in the order in which they are taken back.
        steps: Vec<u32>,
    },
    /// Decided: all steps are done.
    RunCompleted,
    /// Decided, or reported for a goal that could not be planned: the run failed.
    RunFailed {
        /// Why.
        error: RunError,
    },
    /// Decided: the run was stopped.
    RunCancelled,
}

/// Everything a run begins with.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunCreated {
    /// Its identifier.
    pub run_id: String,
    /// What the person typed.
    pub goal: String,
    /// What it will carry out; none when the goal could not be planned.
    #[cfg_attr(feature = "types", ts(as = "Option<Plan>"))]
    pub plan: Option<Written<Plan>>,
    /// What it may do.
    pub policy: Policy,
    /// Where its randomness begins.
    pub seed: u64,
    /// What the plan's tools say of their effects, so that the journal can be replayed without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ToolSpec>>", optional))]
    pub tools: Vec<ToolSpec>,
    /// How many runs it is nested in: those wait for it, so it never waits for a place among the runs at once.
    #[serde(default, skip_serializing_if = "is_outermost")]
    #[cfg_attr(feature = "types", ts(as = "Option<u32>", optional))]
    pub depth: u32,
    /// What it was given: step 0 of its plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub given: Option<Value>,
    /// The step that it carries out, when it is the child of another run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub parent: Option<ParentStep>,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub unknown: Map<String, Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_outermost(depth: &u32) -> bool {
    *depth == 0
}

/// The step of another run that a run carries out.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParentStep {
    /// The other run.
    pub run_id: String,
    /// Its step.
    pub step_number: u32,
}

/// Why an attempt failed.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    /// The stable dotted code.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Whether another attempt may succeed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub retryable: bool,
}

impl Failure {
    /// A failure that another attempt would only repeat.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), hint: None, retryable: false }
    }
}

/// Why a step was not begun.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SkipReason {
    /// A step it needs failed.
    DependencyFailed,
    /// A step it needs was skipped.
    DependencySkipped,
    /// A person denied a step it needs.
    DependencyDenied,
    /// The decision before it said no.
    Decision,
    /// It handles failures, and none came.
    NothingFailed,
    /// The run failed elsewhere.
    RunFailed,
    /// A budget is spent.
    BudgetSpent,
    /// The run was cancelled.
    Cancelled,
}

/// Why a person is asked.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalReason {
    /// The call may destroy something.
    Destructive,
    /// The policy asks about every call.
    Policy,
    /// The call was under way when its tab died, and it is not safe to make it twice; or it stands in for one that failed and
    /// may have had its effect all the same.
    UnknownOutcome,
    /// The input holds something that needs leave, such as an address that would leave the device.
    Guarded,
}

/// Something in an input that needs a person's leave: what it is and where it stands, never the thing itself.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sensitive {
    /// What it is, in words: "e-mail".
    pub kind: String,
    /// Where it stands: a JSON pointer into the input, in which a name that is such a thing itself is not told.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub field: String,
    /// How often.
    #[serde(default = "once")]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub count: u32,
}

const fn once() -> u32 {
    1
}

impl Sensitive {
    /// The most that is counted of one kind.
    const MOST: u32 = 1_000_000;

    /// What a host says of an input of its tool, as JSON text. A name that is not known is a fault: a slip lets nothing pass.
    ///
    /// ```
    /// use dunlin_runtime::Sensitive;
    /// assert_eq!(Sensitive::read_strictly(r#"[{"kind": "e-mail"}]"#).unwrap()[0].count, 1);
    /// let fault = Sensitive::read_strictly(r#"[{"kind": "e-mail", "feld": "/to"}]"#).unwrap_err();
    /// assert_eq!(fault.to_string(), r#"feld: "feld" is not known, did you mean "field""#);
    /// assert!(Sensitive::read_strictly(r#"[{"kind": "e-mail", "count": 0}]"#).is_err());
    /// ```
    pub fn read_strictly(text: &str) -> Result<Vec<Self>, Unreadable> {
        let read = |one| {
            let one: Self = json::from_value_strictly(one, &[])?;
            if (1..=Self::MOST).contains(&one.count) {
                return Ok(one);
            }
            let what = format!("found {}, expected a whole number from 1 to {}", one.count, Self::MOST);
            Err(Unreadable { field: "count".to_owned(), pointer: "/count".to_owned(), what, place: None })
        };
        json::read::<Vec<Value>>(text)?.into_iter().map(read).collect()
    }

    /// All of it in words: "1 × e-mail (/query), 2 × key (/body)".
    pub fn in_words(all: &[Self]) -> String {
        let word = |one: &Self| {
            let place = if one.field.is_empty() { String::new() } else { format!(" ({})", one.field) };
            format!("{} × {}{place}", one.count, one.kind)
        };
        all.iter().map(word).collect::<Vec<_>>().join(", ")
    }
}

/// What a person says to a question.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum ApprovalAnswer {
    /// Go on.
    Approve,
    /// Do not.
    Reject {
        /// What the person says about it.
        #[serde(skip_serializing_if = "Option::is_none")]
        feedback: Option<String>,
    },
    /// Go on with another input.
    Edit {
        /// The input.
        #[cfg_attr(feature = "types", ts(type = "Json"))]
        input: Value,
    },
}

/// What can be spent.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Budget {
    /// Steps begun.
    Steps,
    /// Tool calls.
    ToolCalls,
    /// Active milliseconds.
    Time,
    /// Tokens.
    Tokens,
}

impl Budget {
    /// The word for it in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::ToolCalls => "tool calls",
            Self::Time => "milliseconds",
            Self::Tokens => "tokens",
        }
    }
}

impl EventKind {
    /// The word for it in records.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::RunCreated(_) => "runCreated",
            Self::RunStarted => "runStarted",
            Self::StepStarted { .. } => "stepStarted",
            Self::StepSucceeded { .. } => "stepSucceeded",
            Self::AttemptFailed { .. } => "attemptFailed",
            Self::RetryScheduled { .. } => "retryScheduled",
            Self::StepFailed { .. } => "stepFailed",
            Self::StepSkipped { .. } => "stepSkipped",
            Self::StepCancelled { .. } => "stepCancelled",
            Self::ApprovalRequested { .. } => "approvalRequested",
            Self::ApprovalAnswered { .. } => "approvalAnswered",
            Self::RunSuspended => "runSuspended",
            Self::RunResumed => "runResumed",
            Self::CancelRequested { .. } => "cancelRequested",
            Self::BudgetSpent { .. } => "budgetSpent",
            Self::RunRecovered => "runRecovered",
            Self::TimeSkipped { .. } => "timeSkipped",
            Self::LateResult { .. } => "lateResult",
            Self::PlanRevised { .. } => "planRevised",
            Self::SignalReceived { .. } => "signalReceived",
            Self::StepProgressed { .. } => "stepProgressed",
            Self::UndoBegan { .. } => "undoBegan",
            Self::RunCompleted => "runCompleted",
            Self::RunFailed { .. } => "runFailed",
            Self::RunCancelled => "runCancelled",
        }
    }

    /// The step it is about, if it is about one.
    pub const fn step(&self) -> Option<u32> {
        match self {
            Self::StepStarted { step, .. }
            | Self::StepSucceeded { step, .. }
            | Self::AttemptFailed { step, .. }
            | Self::RetryScheduled { step, .. }
            | Self::StepFailed { step, .. }
            | Self::StepSkipped { step, .. }
            | Self::StepCancelled { step }
            | Self::ApprovalRequested { step, .. }
            | Self::ApprovalAnswered { step, .. }
            | Self::StepProgressed { step, .. }
            | Self::LateResult { step, .. } => Some(*step),
            Self::RunCreated(_)
            | Self::RunStarted
            | Self::RunSuspended
            | Self::RunResumed
            | Self::CancelRequested { .. }
            | Self::BudgetSpent { .. }
            | Self::RunRecovered
            | Self::TimeSkipped { .. }
            | Self::PlanRevised { .. }
            | Self::SignalReceived { .. }
            | Self::UndoBegan { .. }
            | Self::RunCompleted
            | Self::RunFailed { .. }
            | Self::RunCancelled => None,
        }
    }
}
