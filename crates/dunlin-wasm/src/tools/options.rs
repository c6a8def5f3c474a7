//! What tools are made with. One that is named is made; a name that is not known is an error.

use dunlin_agents::guard::Switch;
use dunlin_tools::{CodeLimits, FetchOptions, Limits, ModelOptions, SqlLimits};
use serde::Deserialize;
use serde_json::Value;

use super::agents::Agents;
use crate::options::Kept;

/// The tools by name, and what is for all of them.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Making {
    pub(super) search: Option<Searching>,
    pub(super) chart: Option<Bare>,
    pub(super) judge: Option<Bare>,
    pub(super) sql: Option<Asking>,
    pub(super) code: Option<Computing>,
    pub(super) memory: Option<Keeping>,
    pub(super) bus: Option<Keeping>,
    pub(super) fetch: Option<FetchOptions>,
    pub(super) web_search: Option<WebSearching>,
    pub(super) agents: Option<Agents>,
    pub(super) planner: Option<ModelOptions>,
    pub(super) guard: Value,
    #[serde(rename = "storage")]
    _storage: Kept,
    #[serde(rename = "now")]
    _now: Kept,
    #[serde(rename = "wasm")]
    _wasm: Kept,
}

/// Of a tool that needs nothing.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Bare {}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Searching {
    pub(super) limits: Limits,
    #[serde(rename = "documents")]
    _documents: Kept,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Asking {
    pub(super) limits: SqlLimits,
    #[serde(rename = "tables")]
    _tables: Kept,
    #[serde(rename = "worker")]
    _worker: Kept,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Computing {
    pub(super) limits: CodeLimits,
    #[serde(rename = "worker")]
    _worker: Kept,
}

/// Of a tool that keeps what it is given on this device.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Keeping {
    /// Whether keys and the numbers of accounts and cards are refused.
    pub(super) guard: Switch,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WebSearching {
    /// A search service that answers in the JSON form of `SearXNG`.
    pub(super) endpoint: String,
    /// Of its requests, as those of `fetch`.
    #[serde(default)]
    pub(super) options: FetchOptions,
}
