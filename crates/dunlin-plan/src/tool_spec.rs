//! What a tool says of itself.

use dunlin_base::{Fields, Record, deserialize_records};
use serde::Serialize;
use serde_json::Value;

use crate::schema;

/// The description of a tool: enough to plan with.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Its name, unique in a registry: lower-case letters, digits and underscores.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The JSON Schema its input is checked against.
    #[serde(skip_serializing_if = "Value::is_null")]
    pub input_schema: Value,
    /// What the tool promises of its effects.
    pub annotations: Annotations,
    /// The named resources it reads, such as `todos`; steps that write them come first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// The named resources it writes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// A schema of the inputs that make a call destructive; none means [`Annotations::destructive_hint`] decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive_when: Option<Value>,
    /// A schema of the inputs that make a call read-only; none means [`Annotations::read_only_hint`] decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only_when: Option<Value>,
    /// It honours the idempotency key: a second call with the same key does nothing and gives the first result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
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

impl Record for ToolSpec {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &["name"]);
        let spec = Self {
            name: fields.text("name").unwrap_or_default(),
            description: fields.text("description").unwrap_or_default(),
            input_schema: fields.take("inputSchema").unwrap_or_default(),
            annotations: fields.record("annotations").unwrap_or_default(),
            reads: fields.texts("reads").unwrap_or_default(),
            writes: fields.texts("writes").unwrap_or_default(),
            destructive_when: fields.take("destructiveWhen"),
            read_only_when: fields.take("readOnlyWhen"),
            keyed: fields.flag("keyed").unwrap_or_default(),
        };
        fields.end().map(|()| spec)
    }
}

impl Record for Annotations {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &[]);
        let mut hint = |name: &str| fields.flag(name).unwrap_or_default();
        let annotations = Self {
            read_only_hint: hint("readOnlyHint"),
            destructive_hint: hint("destructiveHint"),
            idempotent_hint: hint("idempotentHint"),
            open_world_hint: hint("openWorldHint"),
        };
        fields.end().map(|()| annotations)
    }
}

deserialize_records!(ToolSpec, Annotations);
