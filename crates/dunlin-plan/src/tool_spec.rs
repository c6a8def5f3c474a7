//! What a tool says of itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::schema;

/// The description of a tool: enough to plan with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Its name, unique in a registry: lower-case letters, digits and underscores.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The JSON Schema its input is checked against.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub input_schema: Value,
    /// What the tool promises of its effects.
    #[serde(default)]
    pub annotations: Annotations,
    /// The named resources it reads, such as `todos`; steps that write them come first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// The named resources it writes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// A schema of the inputs that make a call destructive; none means [`Annotations::destructive_hint`] decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub destructive_when: Option<Value>,
    /// A schema of the inputs that make a call read-only; none means [`Annotations::read_only_hint`] decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_when: Option<Value>,
    /// It honours the idempotency key: a second call with the same key does nothing and gives the first result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keyed: bool,
}

impl ToolSpec {
    /// Whether a call with this input may destroy something.
    pub fn is_destructive(&self, input: &Value) -> bool {
        match &self.destructive_when {
            Some(schema) => schema::check(schema, input).is_empty(),
            None => self.annotations.destructive_hint,
        }
    }

    /// Whether a call with this input changes nothing. An input whose references are not resolved yet is not taken for
    /// one on the strength of a reference.
    pub fn is_read_only(&self, input: &Value) -> bool {
        match &self.read_only_when {
            Some(schema) => schema::check(schema, input).is_empty(),
            None => self.annotations.read_only_hint,
        }
    }

    /// Whether a call whose outcome is unknown may be made again with the same idempotency key.
    pub fn is_repeatable(&self, input: &Value) -> bool {
        self.keyed || self.annotations.idempotent_hint || self.is_read_only(input)
    }
}

/// Promises about a tool's effects, as the Model Context Protocol names them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "the four hints are the protocol's own")]
pub struct Annotations {
    /// It changes nothing.
    pub read_only_hint: bool,
    /// It may destroy something.
    pub destructive_hint: bool,
    /// Doing it twice is the same as once.
    pub idempotent_hint: bool,
    /// It reaches beyond the device.
    pub open_world_hint: bool,
}
