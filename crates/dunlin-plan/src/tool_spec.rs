//! What a tool says of itself.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The description of a tool: enough to plan with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Its name, unique in a registry: lower-case letters, digits and underscores.
    pub name: String,
    /// What it does, in a sentence.
    pub description: String,
    /// The JSON Schema its input is checked against.
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
