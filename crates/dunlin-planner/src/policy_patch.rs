//! What a goal itself says about how it may be carried out.

use dunlin_base::{Fields, Record};
use serde_json::{Map, Value};

/// Limits a person wrote into the goal ("without deleting anything"). They only ever tighten the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyPatch {
    /// The only tools that may be called.
    pub allowed_tools: Option<Vec<String>>,
    /// The most steps.
    pub max_steps: Option<u32>,
    /// Whether every step is to be approved by a person first.
    pub approve_always: bool,
}

impl Record for PolicyPatch {
    fn read(value: Value) -> Result<Self, String> {
        let mut fields = Fields::of(value, &[]);
        let patch = Self {
            allowed_tools: fields.texts("allowedTools"),
            max_steps: fields.small("maxSteps"),
            approve_always: fields.flag("approveAlways").unwrap_or_default(),
        };
        fields.end().map(|()| patch)
    }
}

impl PolicyPatch {
    /// As it is kept with a plan; what the goal says nothing about is left out.
    pub fn to_value(&self) -> Value {
        let mut map = Map::new();
        let mut put = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                map.insert(name.to_owned(), value);
            }
        };
        put("allowedTools", self.allowed_tools.clone().map(Value::from));
        put("maxSteps", self.max_steps.map(Value::from));
        put("approveAlways", self.approve_always.then_some(Value::Bool(true)));
        Value::Object(map)
    }

    /// Whether the goal says nothing about how it is carried out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
