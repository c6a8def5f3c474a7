//! The plan's records, as design and JSON have them.

use dunlin_base::{Fields, Record, Utf16Span, deserialize_records};
use serde::Serialize;
use serde_json::{Map, Value};

/// The version of the records in this module.
pub const SCHEMA_VERSION: u32 = 1;

/// An ordered graph of steps that carries out a goal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// The version of this record.
    pub schema_version: u32,
    /// What the person typed.
    pub goal: String,
    /// The steps, numbered from 1 in order.
    pub steps: Vec<PlanStep>,
    /// One plain sentence on how the goal was read.
    pub rationale: String,
    /// How sure the planner is, from 0 to 1.
    pub confidence: f64,
    /// How involved the graph is, from 0 to 1.
    pub complexity_score: f64,
    /// The estimate along the critical path, in milliseconds.
    pub total_estimated_duration_ms: u64,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

/// One step of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanStep {
    /// Its number, from 1.
    pub step_number: u32,
    /// What kind of step it is.
    pub kind: StepKind,
    /// The tool it calls; empty for kinds that call none.
    pub tool_name: String,
    /// The input, in which values may come from earlier steps; see [`crate::input`].
    pub tool_input: Value,
    /// Why the step is there.
    pub reasoning: String,
    /// The steps that must be done before.
    pub depends_on: Vec<u32>,
    /// What must be true of the result.
    pub acceptance_criteria: Vec<String>,
    /// What it costs, from 1 (next to nothing) to 5.
    pub estimated_cost_tier: u8,
    /// How long it takes, in milliseconds.
    pub estimated_duration_ms: u64,
    /// The words of the goal it came from.
    pub source: Utf16Span,
    /// What a newer version wrote and this one does not know.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl Record for Plan {
    fn read(value: Value) -> Result<Self, String> {
        Self::take(Fields::of(value, &[]), None)
    }
}

impl Plan {
    /// The plan of these fields, with steps that were read already or with those among the fields.
    pub(crate) fn take(mut fields: Fields, steps: Option<Result<Vec<PlanStep>, String>>) -> Result<Self, String> {
        fields.need(&["schemaVersion", "goal", "steps"]);
        let plan = Self {
            schema_version: fields.small("schemaVersion").unwrap_or_default(),
            goal: fields.text("goal").unwrap_or_default(),
            steps: match steps {
                Some(steps) => fields.take("steps").and_then(|_| fields.keep("steps", steps)),
                None => fields.records("steps"),
            }
            .unwrap_or_default(),
            rationale: fields.text("rationale").unwrap_or_default(),
            confidence: fields.float("confidence").unwrap_or_default(),
            complexity_score: fields.float("complexityScore").unwrap_or_default(),
            total_estimated_duration_ms: fields.number("totalEstimatedDurationMs", u64::MAX).unwrap_or_default(),
            unknown: Map::new(),
        };
        fields.rest().map(|unknown| Self { unknown, ..plan })
    }
}

impl Record for PlanStep {
    fn read(value: Value) -> Result<Self, String> {
        Self::take(Fields::of(value, &[]))
    }
}

impl PlanStep {
    pub(crate) fn take(mut fields: Fields) -> Result<Self, String> {
        fields.need(&["stepNumber"]);
        let step = Self {
            step_number: fields.small("stepNumber").unwrap_or_default(),
            kind: fields.choice("kind", &StepKind::ALL.map(|kind| (kind.name(), kind))).unwrap_or_default(),
            tool_name: fields.text("toolName").unwrap_or_default(),
            tool_input: fields.take("toolInput").unwrap_or_default(),
            reasoning: fields.text("reasoning").unwrap_or_default(),
            depends_on: fields.numbers("dependsOn").unwrap_or_default(),
            acceptance_criteria: fields.texts("acceptanceCriteria").unwrap_or_default(),
            estimated_cost_tier: fields.number("estimatedCostTier", u8::MAX.into()).map_or(1, |tier| tier as u8),
            estimated_duration_ms: fields.number("estimatedDurationMs", u64::MAX).unwrap_or_default(),
            source: fields.record("source").unwrap_or_default(),
            unknown: Map::new(),
        };
        fields.rest().map(|unknown| Self { unknown, ..step })
    }
}

deserialize_records!(Plan, PlanStep);

/// The kinds of step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
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
