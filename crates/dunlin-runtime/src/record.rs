//! The records people and hosts see: a run, its execution log, a summary for lists. They are folded from events, never
//! stored, so they are written out and not read back.

use dunlin_base::{Written, iso_utc};
use dunlin_plan::{Plan, PlanStep};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::Policy;

/// Where a run stands.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// Recorded, not begun.
    #[default]
    Pending,
    /// On its way.
    Running,
    /// Nothing can go on until a person answers.
    Suspended,
    /// All steps are done.
    Completed,
    /// A step failed or a budget is spent.
    Failed,
    /// Somebody cancelled it.
    Cancelled,
}

impl RunStatus {
    /// All of them, in order.
    pub const ALL: [Self; 6] =
        [Self::Pending, Self::Running, Self::Suspended, Self::Completed, Self::Failed, Self::Cancelled];

    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Suspended => "suspended",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing can change any more.
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// Where a step of a run stands.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    /// Not begun.
    #[default]
    Pending,
    /// A person must answer first.
    WaitingApproval,
    /// An attempt is under way.
    Running,
    /// An attempt failed, another will follow.
    Retrying,
    /// Done.
    Succeeded,
    /// The last attempt failed.
    Failed,
    /// Never begun, for a reason that is named.
    Skipped,
    /// A person said no.
    Denied,
    /// Cancelled before it was done.
    Cancelled,
}

impl StepStatus {
    /// All of them, in order.
    pub const ALL: [Self; 9] = [
        Self::Pending,
        Self::WaitingApproval,
        Self::Running,
        Self::Retrying,
        Self::Succeeded,
        Self::Failed,
        Self::Skipped,
        Self::Denied,
        Self::Cancelled,
    ];

    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::WaitingApproval => "waiting_approval",
            Self::Running => "running",
            Self::Retrying => "retrying",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
            Self::Denied => "denied",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether nothing can change any more.
    pub const fn is_final(self) -> bool {
        match self {
            Self::Pending | Self::WaitingApproval | Self::Running | Self::Retrying => false,
            Self::Succeeded | Self::Failed | Self::Skipped | Self::Denied | Self::Cancelled => true,
        }
    }
}

/// A run as people see it. Its texts, values and plan are its own, or borrowed while it is only written out.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "RunRecord", concrete(T = String, V = String, P = Plan)))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run<T = String, V = Value, P = Plan> {
    /// The version of this record.
    #[cfg_attr(feature = "types", ts(type = "1 | 2"))]
    pub schema_version: u32,
    /// Its identifier.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub run_id: T,
    /// What the person typed.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub goal: T,
    /// Where it stands.
    pub status: RunStatus,
    /// What it carries out; none when the goal could not be planned.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Plan>, required = true))]
    pub plan: Option<P>,
    /// What it was given: step 0 of its plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Value>))]
    pub given: Option<V>,
    /// What it may do.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub policy: Policy,
    /// What happened, a record a step, in the order of the plan.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ExecutionStep>))]
    pub execution_log: Vec<ExecutionStep<T, V>>,
    /// What happened within its steps: the items of maps, and what took steps back, in the order in which they came to be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, type = "Array<ExecutionStep>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<ExecutionStep>))]
    pub inner_log: Vec<ExecutionStep<T, V>>,
    /// What the plan says it answers with, or else the output of the last step that has one; once the run is completed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Value>))]
    pub result: Option<V>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub error: Option<RunError>,
    /// Why it was cancelled, in the words of who did.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub cancel_reason: Option<T>,
    /// The step that it carries out, when it is the child of another run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub parent: Option<crate::ParentStep>,
    /// What it has used up.
    pub usage: Usage,
    /// When it was recorded; in JSON the moment in UTC by ISO 8601.
    #[serde(rename = "createdAt", serialize_with = "iso")]
    #[cfg_attr(feature = "types", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub created_at_ms: i64,
    /// When it began.
    #[serde(rename = "startedAt", serialize_with = "iso_if_any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub started_at_ms: Option<i64>,
    /// When it ended.
    #[serde(rename = "completedAt", serialize_with = "iso_if_any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub completed_at_ms: Option<i64>,
}

impl Run {
    /// What a run without any event looks like; no run of a runtime is without its first event.
    pub(crate) fn nothing() -> Self {
        Self { schema_version: crate::SCHEMA_VERSION, ..Self::default() }
    }

    /// A step of its log, be it one of its plan or within another.
    pub fn step(&self, number: u32) -> Option<&ExecutionStep> {
        let own = self.execution_log.get((number as usize).checked_sub(1)?);
        own.or_else(|| {
            let at = self.inner_log.binary_search_by_key(&number, |step| step.step_number).ok()?;
            self.inner_log.get(at)
        })
    }

    /// The planned step that a step of its log stands for: one of the plan's own, of the body of a map, or one that takes
    /// another back.
    pub fn planned(&self, number: u32) -> Option<&PlanStep> {
        let steps = &self.plan.as_ref()?.steps;
        if let Some(own) = steps.get((number as usize).checked_sub(1)?) {
            return Some(own);
        }
        // What a step stands in came before it, so this ends.
        match self.step(number)?.within? {
            Within::Map { map, step, .. } if map < number => {
                self.planned(map)?.body.get((step as usize).checked_sub(1)?)
            }
            Within::Undo { undoes } if undoes < number => self.planned(undoes)?.undo.as_deref(),
            Within::Map { .. } | Within::Undo { .. } => None,
        }
    }
}

impl Run<&str, &Value, &Written<Plan>> {
    /// The record with everything its own.
    pub(crate) fn owned(self) -> Run {
        Run {
            schema_version: self.schema_version,
            run_id: self.run_id.to_owned(),
            goal: self.goal.to_owned(),
            status: self.status,
            plan: self.plan.map(|plan| Plan::clone(plan)),
            given: self.given.cloned(),
            policy: self.policy,
            execution_log: self.execution_log.into_iter().map(ExecutionStep::owned).collect(),
            inner_log: self.inner_log.into_iter().map(ExecutionStep::owned).collect(),
            result: self.result.cloned(),
            error: self.error,
            cancel_reason: self.cancel_reason.map(str::to_owned),
            parent: self.parent,
            usage: self.usage,
            created_at_ms: self.created_at_ms,
            started_at_ms: self.started_at_ms,
            completed_at_ms: self.completed_at_ms,
        }
    }
}

/// One step of the execution log.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(concrete(T = String, V = String)))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ExecutionStep<T = String, V = Value> {
    /// Its number in the plan.
    pub step_number: u32,
    /// The tool it calls; empty for kinds that call none.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub tool_name: T,
    /// The input with references resolved, or as planned while they are not.
    #[cfg_attr(feature = "types", ts(type = "Json"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Value))]
    pub tool_input: V,
    /// Where it stands.
    pub status: StepStatus,
    /// Whether it is done.
    pub success: bool,
    /// What the tool gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Value>))]
    pub output: Option<V>,
    /// Why it has no output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub error: Option<String>,
    /// What the tool said beside its output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "{ [key: string]: Json }"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Value>))]
    pub metadata: Option<V>,
    /// How many attempts were made.
    pub attempts: u32,
    /// From the first attempt's beginning to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub duration_ms: Option<u64>,
    /// When the first attempt began.
    #[serde(rename = "startedAt", serialize_with = "iso_if_any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub started_at_ms: Option<i64>,
    /// When it ended.
    #[serde(rename = "completedAt", serialize_with = "iso_if_any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub completed_at_ms: Option<i64>,
    /// Why the step is there: with the action and the output, the reasoning trace.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub thought: T,
    /// The stable code of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub error_code: Option<T>,
    /// The question that waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub approval: Option<PendingApproval>,
    /// What it waits for from outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "types",
        ts(
            optional,
            type = "{ type: \"answer\", question: string, schema?: Json } | { type: \"signal\", name: string }"
        )
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub awaits: Option<Awaited<T, V>>,
    /// How far it has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "{ fraction: number, words?: string }"))]
    pub progress: Option<Progress>,
    /// The step that handles its failure: the run went on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub handled_by: Option<u32>,
    /// Where what takes it back stands, once that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub undo: Option<StepStatus>,
    /// Which step it stands in, when it is none of the plan's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "types",
        ts(optional, type = "{ map: number, item: number, step: number } | { undoes: number }")
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub within: Option<Within>,
    /// Whether nobody knows what its call did: it was given up before it answered, and its tool does not say that it only
    /// reads.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub outcome_unknown: bool,
    /// Whether its call changes nothing, as its tool says; once the run has ended, and only for the one who shows the run.
    #[serde(skip)]
    pub only_reads: bool,
}

impl ExecutionStep<&str, &Value> {
    pub(crate) fn owned(self) -> ExecutionStep {
        ExecutionStep {
            step_number: self.step_number,
            tool_name: self.tool_name.to_owned(),
            tool_input: self.tool_input.clone(),
            status: self.status,
            success: self.success,
            output: self.output.cloned(),
            error: self.error,
            metadata: self.metadata.cloned(),
            attempts: self.attempts,
            duration_ms: self.duration_ms,
            started_at_ms: self.started_at_ms,
            completed_at_ms: self.completed_at_ms,
            thought: self.thought.to_owned(),
            error_code: self.error_code.map(str::to_owned),
            approval: self.approval,
            awaits: self.awaits.map(Awaited::owned),
            progress: self.progress,
            handled_by: self.handled_by,
            undo: self.undo,
            within: self.within,
            outcome_unknown: self.outcome_unknown,
            only_reads: self.only_reads,
        }
    }
}

/// What a step waits for from outside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Awaited<T = String, V = Value> {
    /// A person's answer.
    Answer {
        /// What is asked.
        question: T,
        /// The JSON Schema of the answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        schema: Option<V>,
    },
    /// A signal.
    Signal {
        /// Its name.
        name: T,
    },
}

impl Awaited<&str, &Value> {
    fn owned(self) -> Awaited {
        match self {
            Self::Answer { question, schema } => {
                Awaited::Answer { question: question.to_owned(), schema: schema.cloned() }
            }
            Self::Signal { name } => Awaited::Signal { name: name.to_owned() },
        }
    }
}

/// How far a step has come.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// From 0 to 1.
    pub fraction: f64,
    /// In words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub words: String,
}

/// Which step an inner step stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Within {
    /// It is done for an item of a map.
    Map {
        /// The map.
        map: u32,
        /// The item, from 0.
        item: u32,
        /// The step of the body, from 1.
        step: u32,
    },
    /// It takes a step back.
    Undo {
        /// That step.
        undoes: u32,
    },
}

/// A question to a person.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingApproval {
    /// What the answer must name: a hash of run, step, tool and input.
    pub approval_id: String,
    /// Why it is asked.
    pub reason: crate::ApprovalReason,
    /// What the input holds that needs leave.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<crate::Sensitive>>", optional))]
    pub holds: Vec<crate::Sensitive>,
}

/// Why a run failed.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunError {
    /// The stable dotted code.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The step that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_number: Option<u32>,
}

/// What a run has used up.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Steps begun.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub steps: u32,
    /// Tool calls, each attempt counted.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub tool_calls: u32,
    /// Tokens the tools reported.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub tokens: u64,
    /// Milliseconds not spent waiting for a person.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub active_ms: u64,
}

impl Usage {
    /// This and another together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            steps: self.steps.saturating_add(other.steps),
            tool_calls: self.tool_calls.saturating_add(other.tool_calls),
            tokens: self.tokens.saturating_add(other.tokens),
            active_ms: self.active_ms.saturating_add(other.active_ms),
        }
    }
}

/// A run in a list.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunSummary {
    /// Its identifier.
    pub run_id: String,
    /// What the person typed.
    pub goal: String,
    /// Where it stands.
    pub status: RunStatus,
    /// How many steps its plan has.
    pub steps: u32,
    /// How many of them have ended.
    pub steps_done: u32,
    /// How many steps of a completed run a person turned down: for the one who shows the run, as the record has it too.
    #[serde(skip)]
    pub denied_steps: u32,
    /// How many steps of a completed run succeeded, or may have been done.
    #[serde(skip)]
    pub succeeded_steps: u32,
    /// Whether a person is asked something that it cannot go on without: for the one who shows the run.
    #[serde(skip)]
    pub asks: bool,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
    /// The run that it is a child of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_run_id: Option<String>,
    /// When it was recorded; in JSON the moment in UTC by ISO 8601.
    #[serde(rename = "createdAt", serialize_with = "iso")]
    #[cfg_attr(feature = "types", ts(type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub created_at_ms: i64,
    /// When it ended.
    #[serde(rename = "completedAt", serialize_with = "iso_if_any", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "string"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub completed_at_ms: Option<i64>,
}

impl RunSummary {
    /// The names of its fields in JSON, whether they are there or not: the columns of a table of runs.
    pub const FIELDS: [&str; 9] =
        ["runId", "goal", "status", "steps", "stepsDone", "error", "parentRunId", "createdAt", "completedAt"];
}

// Where a pointer is shorter than the number, the lint has nothing to say.
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")
)]
fn iso<S: Serializer>(ms: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&iso_utc(*ms))
}

#[expect(clippy::ref_option, reason = "serde hands out references")]
fn iso_if_any<S: Serializer>(ms: &Option<i64>, serializer: S) -> Result<S::Ok, S::Error> {
    match ms {
        Some(ms) => iso(ms, serializer),
        None => serializer.serialize_none(),
    }
}
