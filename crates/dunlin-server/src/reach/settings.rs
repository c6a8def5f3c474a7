//! What is switched on, read from a file of settings and from the command line.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use dunlin::DunlinError;
use dunlin_agents::{agents::Agent, guard::Switch};
use dunlin_base::json;
use dunlin_tools::{CodeLimits, FetchOptions, Limits, ModelOptions, SqlLimits};
use serde::Deserialize;

use super::{guard::GuardSettings, remote::RemoteSettings};
use crate::{
    cli::{OptIn, Reaching},
    exit::Trouble,
    host::Role,
    telemetry::Telemetry,
};

/// The file of settings: everything in it may be left out, and what is not known is an error.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Settings {
    pub(super) tools: Tools,
    /// Where traces of runs are sent.
    #[serde(skip)]
    pub(crate) telemetry: Option<Telemetry>,
    /// What this process does about runs.
    #[serde(skip)]
    pub(crate) role: Role,
    /// A model that plans what the rules do not understand.
    pub(crate) planner: Option<ModelOptions>,
    /// Other MCP servers, by the prefix of their tools.
    pub(super) mcp: BTreeMap<String, RemoteSettings>,
    /// What of the inputs of tools that reach beyond this machine may leave it.
    pub(super) guard: GuardSettings,
}

/// The tools, by name; one that is named is switched on.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Tools {
    pub(super) fetch: Option<FetchOptions>,
    pub(super) web_search: Option<WebSearchSettings>,
    pub(super) search: Option<SearchSettings>,
    pub(super) sql: Option<SqlLimits>,
    pub(super) code: Option<CodeLimits>,
    pub(super) memory: Option<KeptSettings>,
    pub(super) bus: Option<KeptSettings>,
    pub(super) chart: Option<Unset>,
    pub(super) judge: Option<Unset>,
    pub(super) agents: Option<AgentSettings>,
}

/// Of the search through what the program has itself.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SearchSettings {
    /// The most texts, and bytes of all of them; the tool's own without them.
    documents: Option<usize>,
    bytes: Option<usize>,
    /// Folders whose text files are searched too.
    pub(super) notes: Vec<PathBuf>,
}

impl SearchSettings {
    /// How much is taken in.
    pub(super) fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits { documents: self.documents.unwrap_or(usual.documents), bytes: self.bytes.unwrap_or(usual.bytes) }
    }
}

/// Of a tool that keeps what it is given on this device.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct KeptSettings {
    /// Whether keys and the numbers of accounts and cards are refused.
    pub(super) guard: Switch,
}

/// Of a tool with nothing to set.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unset {}

/// The agents: those that come along, and these.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct AgentSettings {
    /// More of them, parents first.
    pub(super) add: Vec<Agent>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WebSearchSettings {
    /// A search service that answers in the JSON form of `SearXNG`.
    pub(super) endpoint: String,
    /// Of its requests, as those of `fetch`.
    #[serde(default)]
    pub(super) options: FetchOptions,
}

impl Settings {
    /// The settings of the file, with what the command line adds.
    pub(crate) fn read(typed: &Reaching) -> Result<Self, Trouble> {
        let mut settings = match &typed.config {
            Some(path) => Self::of_file(path)?,
            None => Self::default(),
        };
        let tools = &mut settings.tools;
        for tool in &typed.with {
            match tool {
                OptIn::Search => _ = tools.search.get_or_insert_default(),
                OptIn::Sql => _ = tools.sql.get_or_insert_default(),
                OptIn::Code => _ = tools.code.get_or_insert_default(),
                OptIn::Memory => _ = tools.memory.get_or_insert_default(),
                OptIn::Bus => _ = tools.bus.get_or_insert_default(),
                OptIn::Chart => _ = tools.chart.get_or_insert_default(),
                OptIn::Judge => _ = tools.judge.get_or_insert_default(),
                OptIn::Agents => _ = tools.agents.get_or_insert_default(),
            }
        }
        if tools.agents.is_some() {
            tools.search.get_or_insert_default();
            tools.sql.get_or_insert_default();
            tools.code.get_or_insert_default();
            tools.memory.get_or_insert_default();
            tools.bus.get_or_insert_default();
            tools.chart.get_or_insert_default();
            tools.judge.get_or_insert_default();
        }
        if !typed.notes.is_empty() {
            tools.search.get_or_insert_default().notes.extend(typed.notes.iter().cloned());
        }
        if !typed.fetch.is_empty() {
            tools.fetch.get_or_insert_default().origins.extend(typed.fetch.iter().cloned());
        }
        if let Some(endpoint) = &typed.web_search {
            let options = tools.web_search.take().map(|kept| kept.options).unwrap_or_default();
            tools.web_search = Some(WebSearchSettings { endpoint: endpoint.clone(), options });
        }
        Ok(settings)
    }

    fn of_file(path: &Path) -> Result<Self, Trouble> {
        let text = crate::command::read(path)?;
        json::read(&text).map_err(|error| {
            let message = format!("the settings in {} do not read: {error}", path.display());
            DunlinError::new("config.invalid", message).with_hint("see the page on the program `dunlin`").into()
        })
    }
}
