//! Agents of one's own: data that the person gave, kept with everything else, and taken by the module of the agents whenever
//! it is fetched.

use std::collections::BTreeMap;

use dunlin::ToolSpec;
use dunlin_base::json as text;
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    model::reach::{Reach, agent, as_tool, failure},
    platform,
};

/// Where each is kept, under its name.
const AGENTS: &str = "dunlin:v1:agent:";

impl Reach {
    /// Makes the module's agents of one's own those that are kept: others may have been imported, removed or reset meanwhile.
    pub(in crate::model) fn follow_kept_agents(self, module: &platform::Reach) {
        let kept = self.kept_agents();
        let listed = self.agents.get_untracked();
        let gone = listed.iter().filter(|agent| agent.own && !kept.contains_key(&agent.name));
        let gone: Vec<&str> = gone.map(|agent| agent.name.as_str()).collect();
        let new = kept.iter().filter(|(name, _)| listed.iter().all(|agent| agent.name != **name));
        let new: Vec<&str> = new.map(|(_, data)| data.as_str()).collect();
        // Every switch comes by here, and most change nothing of it.
        if gone.is_empty() && new.is_empty() && !listed.is_empty() {
            return;
        }
        let why = until_done(gone, |name| {
            self.engine.with(|dunlin| dunlin.unregister_tool(&as_tool(name)));
            module.remove_agent(name)
        });
        let why = until_done(new, |data| module.add_agent(data)).or(why);
        if let Some(why) = why {
            self.problem.set(Some(format!("an agent of your own is not taken any more: {why}")));
        }
        self.list_agents(module, &kept);
    }

    /// The data of the agents that are kept, by name.
    fn kept_agents(self) -> BTreeMap<String, String> {
        let entries = self.engine.entries(AGENTS).into_iter();
        entries.filter_map(|(key, data)| Some((key.strip_prefix(AGENTS)?.to_owned(), data?))).collect()
    }

    /// Lists the agents of the module, as the tools that they are beside those of the page.
    fn list_agents(self, module: &platform::Reach, kept: &BTreeMap<String, String>) {
        let specs: Vec<ToolSpec> =
            self.tools.with_untracked(|tools| tools.iter().map(|one| one.spec.clone()).collect());
        let agents = text::parse(&module.agents(&text::write(&specs))).unwrap_or_default();
        let agents = agents.as_array().into_iter().flatten().filter_map(agent).map(|mut agent| {
            agent.own = kept.contains_key(&agent.name);
            agent
        });
        let agents: Vec<_> = agents.collect();
        if self.agents.with_untracked(|before| *before != agents) {
            self.agents.set(agents);
        }
    }

    /// Takes an agent of one's own from its data, as JSON, and keeps it; it is off until it is switched on.
    ///
    /// # Errors
    /// The data are not those of an agent, or cannot be kept; in words.
    pub(crate) fn add_agent(self, data: &str) -> Result<(), String> {
        let added = self.changed(|module| {
            let answer = said(&module.add_agent(data))?;
            let name = answer.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let stored = self.engine.store(&vec![(format!("{AGENTS}{name}"), Some(data.to_owned()))]);
            stored.map(drop).map_err(|error| {
                module.remove_agent(&name);
                error.message
            })
        });
        self.apply();
        added
    }

    /// Takes an agent of one's own away, and what was switched of it.
    ///
    /// # Errors
    /// Another is under it, or it cannot be removed; in words.
    pub(in crate::model) fn remove_agent(self, name: &str) -> Result<(), String> {
        self.changed(|module| {
            said(&module.remove_agent(name))?;
            self.engine.store(&vec![(format!("{AGENTS}{name}"), None)]).map_err(|error| error.message)?;
            self.engine.with(|dunlin| dunlin.unregister_tool(&as_tool(name)));
            Ok(())
        })
    }

    /// Changes the module's agents, and lists them anew.
    fn changed(self, change: impl FnOnce(&platform::Reach) -> Result<(), String>) -> Result<(), String> {
        let Some(module) = self.module.get_value() else { return Err("the agents are not here yet".to_owned()) };
        let changed = change(&module);
        self.list_agents(&module, &self.kept_agents());
        changed
    }
}

impl crate::model::State {
    /// Takes an agent of one's own away.
    pub(crate) fn remove_agent(&'static self, name: &str) {
        let reach = self.reach;
        let removed = reach.remove_agent(name);
        if removed.is_ok() {
            self.switch(&as_tool(name), false);
        }
        reach.problem.set(removed.err());
    }
}

/// Does it with each, and once more with those that are refused as long as others are taken: one that is under another is added
/// after it and removed before it. Why the last one was refused, if any is left.
fn until_done(mut left: Vec<&str>, act: impl Fn(&str) -> String) -> Option<String> {
    loop {
        let (before, mut why) = (left.len(), None);
        left.retain(|one| match said(&act(one)) {
            Ok(_) => false,
            Err(refused) => {
                why = Some(refused);
                true
            }
        });
        if left.is_empty() || left.len() == before {
            return why;
        }
    }
}

/// What the module answers, or why it does not do it.
fn said(answer: &str) -> Result<Value, String> {
    let answer = text::parse(answer).unwrap_or_default();
    match failure(&answer) {
        Some(failure) => Err(failure.message),
        None => Ok(answer),
    }
}
