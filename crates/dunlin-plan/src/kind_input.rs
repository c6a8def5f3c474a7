//! What the inputs of steps that call no tool have to be.

use serde_json::{Value, json};

use crate::{StepKind, bounds::MAX_ITEMS, decision};

/// The longest wait and the longest time-out: ten years.
pub(crate) const MOST_MS: u64 = 315_360_000_000;

impl StepKind {
    /// The JSON Schema of the input of its steps. There is none for a step that calls a tool, which has its own, and for one that
    /// carries out a plan, which may be given anything.
    pub fn input_schema(self) -> Option<Value> {
        let (required, properties) = match self {
            Self::Tool | Self::Plan => return None,
            Self::Wait => {
                let ms = json!({"type": "integer", "minimum": 0, "maximum": MOST_MS});
                return Some(
                    json!({"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
                    "properties": {"ms": ms, "until": {"type": ["string", "integer"]}}}),
                );
            }
            Self::Decision => {
                let operators = json!({"enum": decision::OPERATORS});
                (json!(["left", "operator", "right"]), json!({"left": true, "operator": operators, "right": true}))
            }
            Self::Notify => (json!(["title"]), json!({"title": {"type": "string"}, "body": {"type": "string"}})),
            Self::Ask => (
                json!(["question"]),
                json!({"question": {"type": "string", "minLength": 1}, "schema": {"type": ["object", "boolean"]}}),
            ),
            Self::Signal => (json!(["name"]), json!({"name": {"type": "string", "minLength": 1, "maxLength": 100}})),
            Self::Map => (
                json!(["over"]),
                json!({"over": {"type": "array", "maxItems": MAX_ITEMS},
                    "maxParallel": {"type": "integer", "minimum": 1, "maximum": 64}, "with": true}),
            ),
        };
        Some(json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties}))
    }
}
