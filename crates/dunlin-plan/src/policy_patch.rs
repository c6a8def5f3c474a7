//! What a goal itself says about how it may be carried out.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Limits a person wrote into the goal ("without deleting anything"). They only ever tighten the policy.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PolicyPatch {
    /// The only tools that may be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed_tools: Option<Vec<String>>,
    /// Whether every step is to be approved by a person first.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>"))]
    pub approve_always: bool,
    /// The most steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// What a newer version wrote and this one does not know; a plan with such a limit is not run.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub unknown: Map<String, Value>,
}

impl PolicyPatch {
    /// Whether the goal says nothing about how it is carried out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
