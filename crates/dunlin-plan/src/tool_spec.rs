//! What a tool says of itself.

use dunlin_base::json::{self, Unreadable};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Plan, PlanStep, StepKind, schema};

/// The description of a tool: enough to plan with.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolSpec {
    /// Its name, unique in a registry: lower-case letters, digits and underscores.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The JSON Schema its input is checked against.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[cfg_attr(feature = "types", ts(type = "{ [key: string]: Json }"))]
    pub input_schema: Value,
    /// What the tool promises of its effects.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub annotations: Annotations,
    /// The named resources it reads, such as `todos`; steps that write them come first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reads: Vec<String>,
    /// The named resources it writes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
    /// A schema of the inputs that make a call destructive; none means [`Annotations::destructive_hint`] decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub destructive_when: Option<Value>,
    /// A schema of the inputs that are destructive where a plan has more than one of them: deleting one todo comes back
    /// with one undo, deleting several is another matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub destructive_together: Option<Value>,
    /// A schema of the inputs that make a call read-only; none means [`Annotations::read_only_hint`] decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub read_only_when: Option<Value>,
    /// It honours the idempotency key: a second call with the same key does nothing and gives the first result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub keyed: bool,
    /// Some of its calls need a person's leave for what their input holds: what that is, the tool is asked before a call begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_leave: bool,
    /// Its calls carry out runs of their own, which count their own time and ask for themselves: such a call ends with its run, and
    /// not by the clock while a person is thinking.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub delegates: bool,
    /// How long its calls take by estimate: the first that fits the input counts, and where none does a call takes a millisecond.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Estimate>>"))]
    pub estimates: Vec<Estimate>,
}

/// How long some calls of a tool take.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Estimate {
    /// A schema of the inputs that it is about; none means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "Json"))]
    pub when: Option<Value>,
    /// In milliseconds.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub duration_ms: u64,
}

impl ToolSpec {
    /// Those of its fields in JSON that say when a person is asked before a call.
    pub const ASKING: [&str; 5] =
        ["annotations", "destructiveWhen", "destructiveTogether", "readOnlyWhen", "asksLeave"];

    /// What a host says of its tool. A name that is not known, also among the annotations, is a fault that names the
    /// nearest: a slip of the pen must not switch a question off.
    ///
    /// ```
    /// use dunlin_plan::ToolSpec;
    /// let fault = ToolSpec::read_strictly(r#"{"name": "charge", "annotations": {"destructive": true}}"#).unwrap_err();
    /// assert_eq!(fault.to_string(), r#"annotations.destructive: "destructive" is not known, did you mean "destructiveHint""#);
    /// ```
    pub fn read_strictly(text: &str) -> Result<Self, Unreadable> {
        let mut told = json::parse(text)?;
        // A schema may be large, and a record's reader would look after the path of each of its values.
        let input_schema = told.get_mut("inputSchema").map(Value::take).unwrap_or_default();
        let spec = json::from_value_strictly(told, &[("annotations", json::fields_of::<Annotations>())])?;
        Ok(Self { input_schema, ..spec })
    }

    /// Whether a call with this input may destroy something.
    pub fn is_destructive(&self, input: &Value) -> bool {
        match &self.destructive_when {
            Some(schema) => schema::fits(schema, input),
            None => self.annotations.destructive_hint,
        }
    }

    /// What of it matters while `plan` is carried out: its effects, with those that are destructive only together counted.
    #[must_use]
    pub fn effects_in(&self, plan: &Plan) -> Self {
        let bare =
            Self { description: String::new(), input_schema: Value::Null, destructive_together: None, ..self.clone() };
        let Some(together) = &self.destructive_together else { return bare };
        let is_one = |step: &&PlanStep| {
            step.kind == StepKind::Tool
                && step.tool_name == self.name
                && schema::fits_template(together, &step.tool_input)
        };
        // What stands in a body is done once for each item.
        let again = plan.all_steps().flat_map(|step| &step.body);
        if plan.all_steps().chain(again).filter(is_one).count() < 2 {
            return bare;
        }
        let destructive_when = match &self.destructive_when {
            None if self.annotations.destructive_hint => None,
            None => Some(together.clone()),
            Some(alone) => Some(json!({"anyOf": [alone, together]})),
        };
        Self { destructive_when, ..bare }
    }

    /// Whether a call with this input changes nothing. An input whose references are not resolved yet is not taken for
    /// one on the strength of a reference.
    pub fn is_read_only(&self, input: &Value) -> bool {
        match &self.read_only_when {
            Some(schema) => schema::fits(schema, input),
            None => self.annotations.read_only_hint,
        }
    }

    /// What a planned call may cost the person if it was not meant: 1 nothing is changed, 2 what is can be taken back, 3 something
    /// may be destroyed. An input whose references are not resolved yet counts as the worst that it may become.
    pub fn cost_tier(&self, template: &Value) -> u8 {
        let may_destroy = || match &self.destructive_when {
            Some(schema) => schema::fits_template(schema, template),
            None => self.annotations.destructive_hint,
        };
        match () {
            () if self.is_read_only(template) => 1,
            () if may_destroy() => 3,
            () => 2,
        }
    }

    /// How long a planned call takes by estimate, in milliseconds.
    pub fn duration_ms(&self, template: &Value) -> u64 {
        self.stated_ms(template).unwrap_or(1)
    }

    /// The same, where the tool says it.
    pub fn stated_ms(&self, template: &Value) -> Option<u64> {
        let fits =
            |estimate: &&Estimate| estimate.when.as_ref().is_none_or(|schema| schema::fits_template(schema, template));
        self.estimates.iter().find(fits).map(|estimate| estimate.duration_ms)
    }

    /// Whether a call whose outcome is unknown may be made again with the same idempotency key.
    pub fn is_repeatable(&self, input: &Value) -> bool {
        self.keyed || self.annotations.idempotent_hint || self.is_read_only(input)
    }
}

/// Promises about a tool's effects, as the Model Context Protocol names them.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "the four hints are the protocol's own")]
pub struct Annotations {
    /// It changes nothing.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub read_only_hint: bool,
    /// It may destroy something.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub destructive_hint: bool,
    /// Doing it twice is the same as once.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub idempotent_hint: bool,
    /// It reaches beyond the device.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub open_world_hint: bool,
}
