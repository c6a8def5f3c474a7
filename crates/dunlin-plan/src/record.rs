//! The plan's records, as design and JSON have them.

use dunlin_base::Utf16Span;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::PolicyPatch;

/// The version of the records in this module.
pub const SCHEMA_VERSION: u32 = 1;

/// An ordered graph of steps that carries out a goal.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The version of this record.
    #[cfg_attr(feature = "types", ts(type = "1"))]
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
    pub policy: Option<PolicyPatch>,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub unknown: Map<String, Value>,
}

/// One step of a plan.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Its number, from 1.
    pub step_number: u32,
    /// What kind of step it is.
    #[serde(default)]
    pub kind: StepKind,
    /// The tool it calls; empty for kinds that call none.
    #[serde(default)]
    pub tool_name: String,
    /// The input, in which values may come from earlier steps; see [`crate::input`].
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(type = "Input"))]
    pub tool_input: Value,
    /// Why the step is there.
    #[serde(default)]
    pub reasoning: String,
    /// The steps that must be done before.
    #[serde(default)]
    pub depends_on: Vec<u32>,
    /// What must be true of the result.
    #[serde(default)]
    pub acceptance_criteria: Vec<String>,
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
    pub unknown: Map<String, Value>,
}

const fn lowest_tier() -> u8 {
    1
}

/// The kinds of step.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Calls a tool.
    #[default]
    Tool,
    /// Waits: input `{"ms": 1000}`.
    Wait,
    /// Compares earlier outputs and runs or skips what depends on it: input `{"left", "operator", "right"}`.
    Decision,
    /// Tells the person something: input `{"title", "body"}`.
    Notify,
}

impl StepKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Tool, Self::Wait, Self::Decision, Self::Notify];

    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Wait => "wait",
            Self::Decision => "decision",
            Self::Notify => "notify",
        }
    }
}
