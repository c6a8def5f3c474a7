//! What a goal itself says about how it may be carried out.

use serde::{Deserialize, Serialize};

/// Limits a person wrote into the goal ("without deleting anything"). They only ever tighten the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PolicyPatch {
    /// The only tools that may be called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_tools: Option<Vec<String>>,
    /// The most steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// Whether every step is to be approved by a person first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub approve_always: bool,
}

impl PolicyPatch {
    /// Whether the goal says nothing about how it is carried out.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
