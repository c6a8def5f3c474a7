//! The plan's records, as design and JSON have them.

use dunlin_base::Utf16Span;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Check, OnFailure, PolicyPatch, RetryChange, RunWhen};

/// The version of the records in this module.
pub const SCHEMA_VERSION: u32 = 2;

/// The version that a plan without anything of version 2 is written in, so that every reader takes it.
pub const FIRST_VERSION: u32 = 1;

/// An ordered graph of steps that carries out a goal.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The version of this record.
    #[cfg_attr(feature = "types", ts(type = "1 | 2"))]
    pub schema_version: u32,
    /// What the person typed.
    pub goal: String,
    /// The steps, numbered from 1 in order.
    pub steps: Vec<PlanStep>,
    /// One plain sentence on how the goal was read.
    #[serde(default)]
    pub rationale: String,
    /// How sure the planner is, from 0 to 1.
    #[serde(default)]
    pub confidence: f64,
    /// How involved the graph is, from 0 to 1.
    #[serde(default)]
    pub complexity_score: f64,
    /// The estimate along the critical path, in milliseconds.
    #[serde(default)]
    pub total_estimated_duration_ms: u64,
    /// What the goal itself limits ("at most 3 steps").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub policy: Option<PolicyPatch>,
    /// What the run answers with, in which values may come from its steps; none means the output of its last step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Input"))]
    pub result: Option<Value>,
    /// What becomes of the steps that are done when the run fails or is cancelled.
    #[serde(default, skip_serializing_if = "OnFailure::is_default")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<OnFailure>"))]
    pub on_failure: OnFailure,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub unknown: Map<String, Value>,
}

/// One step of a plan.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Its number, from 1; a step that undoes another has none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub step_number: u32,
    /// What kind of step it is.
    #[serde(default)]
    pub kind: StepKind,
    /// The tool it calls; empty for kinds that call none.
    #[serde(default)]
    pub tool_name: String,
    /// The input, in which values may come from earlier steps; see [`crate::input`]. Where none is written it is `{}`.
    #[serde(default = "no_input")]
    #[cfg_attr(feature = "types", ts(type = "Input"))]
    pub tool_input: Value,
    /// Why the step is there.
    #[serde(default)]
    pub reasoning: String,
    /// The steps that must be done before.
    #[serde(default)]
    pub depends_on: Vec<u32>,
    /// What must be true of the result, in sentences.
    #[serde(default)]
    pub acceptance_criteria: Vec<String>,
    /// The same as conditions that are checked. A step that has none is held to its sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Check>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub checks: Vec<Check>,
    /// When it runs, given how the steps before it have ended.
    #[serde(default, skip_serializing_if = "RunWhen::is_default")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<RunWhen>"))]
    pub run_when: RunWhen,
    /// The step whose work it does when that one has failed, as a tool beside the one that was tried first. A person is asked
    /// before when the first may have had an effect all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub instead_of: Option<u32>,
    /// The most milliseconds one attempt may take, in place of the policy's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub timeout_ms: Option<u64>,
    /// How its transient failures are retried, where that differs from the policy's way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub retry: Option<RetryChange>,
    /// What takes it back, when the run fails and the plan says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Omit<PlanStep, \"stepNumber\">"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub undo: Option<Box<PlanStep>>,
    /// What a map does with each item; its steps are numbered from 1 and take values from each other and from step 0, which is
    /// `{"item", "index", "with"}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<PlanStep>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    pub body: Vec<PlanStep>,
    /// What a step of the kind plan carries out as a run of its own; step 0 is the input of this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub plan: Option<Box<Plan>>,
    /// What it costs, from 1 (next to nothing) to 5.
    #[serde(default = "lowest_tier")]
    #[cfg_attr(feature = "types", ts(type = "1 | 2 | 3 | 4 | 5"))]
    pub estimated_cost_tier: u8,
    /// How long it takes, in milliseconds.
    #[serde(default)]
    pub estimated_duration_ms: u64,
    /// The words of the goal it came from.
    #[serde(default)]
    pub source: Utf16Span,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    pub unknown: Map<String, Value>,
}

fn no_input() -> Value {
    Value::Object(Map::new())
}

const fn lowest_tier() -> u8 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Plan {
    /// Its steps and all within them: bodies, steps that undo, and the steps of child plans.
    pub fn all_steps(&self) -> impl Iterator<Item = &PlanStep> {
        let mut left: Vec<&PlanStep> = self.steps.iter().rev().collect();
        std::iter::from_fn(move || {
            let step = left.pop()?;
            left.extend(step.inner());
            Some(step)
        })
    }
}

impl PlanStep {
    /// The steps right within it.
    pub fn inner(&self) -> impl Iterator<Item = &Self> {
        let child = self.plan.iter().flat_map(|plan| &plan.steps);
        self.undo.as_deref().into_iter().chain(&self.body).chain(child)
    }

    /// Holds it to a condition besides, and says so in a sentence.
    pub fn hold_to(&mut self, check: Check) {
        self.acceptance_criteria.push(check.to_string());
        self.checks.push(check);
    }

    /// What its result is held to: its checks, or where it has none, as when somebody wrote it by hand, those that its sentences
    /// stand for.
    pub fn conditions(&self) -> Vec<Check> {
        if self.checks.is_empty() {
            self.acceptance_criteria.iter().filter_map(|sentence| Check::parse(sentence)).collect()
        } else {
            self.checks.clone()
        }
    }

    /// Whether it says anything of its result.
    pub fn is_held_to_something(&self) -> bool {
        !self.checks.is_empty() || !self.acceptance_criteria.is_empty()
    }
}

/// The kinds of step.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Calls a tool.
    #[default]
    Tool,
    /// Waits: input `{"ms": 1000}`, or `{"until": "2026-11-23T17:00+01:00"}`.
    Wait,
    /// Compares earlier outputs and runs or skips what depends on it: input `{"left", "operator", "right"}`.
    Decision,
    /// Tells the person something: input `{"title", "body"}`.
    Notify,
    /// Asks a person for data: input `{"question", "schema"}`; the answer is its output.
    Ask,
    /// Waits for a signal from outside: input `{"name"}`; its data is the output.
    Signal,
    /// Does the steps of its body for each item: input `{"over", "maxParallel", "with"}`; its output is theirs, in order.
    Map,
    /// Carries out a plan as a run of its own, whose result is its output.
    Plan,
}

impl StepKind {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::Tool, Self::Wait, Self::Decision, Self::Notify, Self::Ask, Self::Signal, Self::Map, Self::Plan];

    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Wait => "wait",
            Self::Decision => "decision",
            Self::Notify => "notify",
            Self::Ask => "ask",
            Self::Signal => "signal",
            Self::Map => "map",
            Self::Plan => "plan",
        }
    }
}
