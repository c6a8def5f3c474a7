//! How the whole is doing, and what it can do here.

use serde::Serialize;

/// A snapshot for whoever watches over it.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Whether everything works, or something does with a loss.
    pub status: HealthStatus,
    /// The version of this library.
    pub version: &'static str,
    /// Milliseconds since it was opened.
    pub uptime_ms: u64,
    /// Where things are kept.
    pub storage: StorageHealth,
    /// The names of the tools that can be called.
    pub tools: Vec<String>,
    /// What was set aside, refused or lost, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<String>,
}

/// The word for a [`Health`].
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HealthStatus {
    /// Everything works.
    Healthy,
    /// It works with a loss, and the notices say which.
    Degraded,
}

/// Where things are kept and how much of it there is.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StorageHealth {
    /// `local`, `memory` or `custom`.
    #[cfg_attr(feature = "types", ts(type = "\"local\" | \"memory\" | \"custom\""))]
    pub kind: &'static str,
    /// What keeps two drivers of a run apart: `locks` of the browser, `leases` in the storage, `process` when the storage is
    /// this process's own, or `none`.
    #[cfg_attr(feature = "types", ts(type = "\"locks\" | \"leases\" | \"process\" | \"none\""))]
    pub claims: &'static str,
    /// The size of keys and values in UTF-16 bytes, as browsers count; none when it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub bytes: Option<u64>,
}

/// What this build can do, for hosts that choose by capability and not by version.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Capabilities {
    /// The version of this library.
    pub version: &'static str,
    /// The version of the records it reads and writes.
    pub schema_version: u32,
    /// The kinds of step it carries out.
    pub step_kinds: Vec<&'static str>,
    /// The actions of the tool `todo_store`.
    pub todo_actions: Vec<&'static str>,
    /// The formats todos are exported to and imported from.
    pub exchange_formats: Vec<&'static str>,
    /// Whether what is stored outlives the page or process.
    pub durable: bool,
    /// What keeps two drivers of a run apart; see [`StorageHealth::claims`].
    #[cfg_attr(feature = "types", ts(type = "\"locks\" | \"leases\" | \"process\" | \"none\""))]
    pub claims: &'static str,
    /// The limits that goals and plans are held to.
    pub limits: CapabilityLimits,
}

/// Sizes that are refused beyond.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CapabilityLimits {
    /// Characters of a goal or an expression.
    pub goal_characters: usize,
    /// Steps of a plan.
    pub plan_steps: usize,
    /// Levels of nesting of an input.
    pub input_depth: usize,
}
