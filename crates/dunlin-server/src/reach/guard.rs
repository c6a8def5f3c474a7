//! The guard around the tools that reach beyond this machine: what of their inputs may leave it.

use std::{collections::BTreeMap, rc::Rc};

use dunlin::{DunlinError, Tool};
use dunlin_agents::guard::{Guard, Guarded, Guarding};
use serde::Deserialize;

/// The settings: one word for all tools, or one for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum GuardSettings {
    /// For all of them.
    All(Guarding),
    /// By name.
    Each(Each),
}

/// By tool what is done.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Each {
    /// For tools that are not named.
    default: Guarding,
    /// By the name of the tool, as `dunlin tools` lists it.
    tools: BTreeMap<String, Guarding>,
}

impl Default for GuardSettings {
    fn default() -> Self {
        Self::All(Guarding::default())
    }
}

impl GuardSettings {
    fn of(&self, tool: &str) -> Guarding {
        match self {
            Self::All(guarding) => *guarding,
            Self::Each(Each { default, tools }) => tools.get(tool).copied().unwrap_or(*default),
        }
    }

    /// Refuses the name of a tool that can be none that reaches beyond this machine: a slip there would leave it less guarded
    /// than was meant. `servers` are other servers, by their tools' prefix.
    pub(super) fn check<T>(&self, servers: &BTreeMap<String, T>) -> Result<(), DunlinError> {
        let Self::Each(Each { tools, .. }) = self else { return Ok(()) };
        let is_known = |name: &str| {
            let of_server =
                |server: &String| name.strip_prefix(server.as_str()).is_some_and(|rest| rest.starts_with('_'));
            matches!(name, "fetch" | "web_search") || servers.keys().any(of_server)
        };
        match tools.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => {
                let message = format!("the guard names {name:?}, which is no tool that reaches beyond this machine");
                Err(DunlinError::new("config.invalid", message)
                    .with_hint("name fetch, web_search, or a tool of a server under `mcp`, such as wiki_read"))
            }
        }
    }

    /// The tool with the guard around it that is wanted.
    pub(super) fn around(&self, tool: Rc<dyn Tool>) -> Rc<dyn Tool> {
        let name = tool.spec().name.clone();
        let guarding = self.of(&name);
        let Some(policy) = guarding.policy(&name) else { return tool };
        // A run that began before the setting was made has nobody asked.
        let asked = if guarding == Guarding::Ask { "begin anew, so that a person is asked, or " } else { "" };
        let hint = format!("{asked}take it out, or set `guard` for {name} to redact or off in the settings");
        Rc::new(Guarded::new(tool, Rc::new(Guard::new(policy))).hinting(&hint))
    }
}
