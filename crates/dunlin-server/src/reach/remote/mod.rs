//! Tools of other MCP servers, over the standard streams of a program or over HTTP, by the official SDK's client.
//!
//! What a server says is not believed: its names are checked, its texts are cut, its answers are bounded in size and time,
//! and a person is asked before each call unless the settings trust the server. A tool that is not the one that was
//! registered is not called any more. A server that is not there at the start is asked again, where the program stays.

mod late;
mod line;
mod tool;

use std::{collections::BTreeMap, rc::Rc, time::Duration};

use dunlin::{Dunlin, DunlinError};
use dunlin_base::Env;
use dunlin_tools::steady::BreakerOptions;
use serde::Deserialize;

use super::{guard::GuardSettings, lines::Lines};
pub(crate) use late::Late;
use line::{Line, Offered};
use tool::RemoteTool;

/// A server, and how far it is trusted.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RemoteSettings {
    /// The program that is started and spoken to over its standard streams.
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    /// Its environment, beside the few names every program needs.
    #[serde(default)]
    env: BTreeMap<String, String>,
    /// The address of a server over HTTP, instead of a program.
    url: Option<String>,
    /// Sent with every request, such as a key. They are never shown.
    #[serde(default)]
    headers: BTreeMap<String, String>,
    /// Only these of its tools, by its own names.
    tools: Option<Vec<String>>,
    /// Whether its tools do what they say of themselves. Otherwise a person is asked before each call.
    #[serde(default)]
    trusted: bool,
    /// The most milliseconds of a call.
    #[serde(default = "call_ms")]
    timeout_ms: u64,
    /// The most milliseconds until it has said which tools it has.
    #[serde(default = "connect_ms")]
    connect_ms: u64,
    /// The most bytes of an answer.
    #[serde(default = "most_bytes")]
    max_bytes: usize,
    /// When a server that fails is left alone.
    #[serde(default)]
    breaker: BreakerOptions,
}

fn call_ms() -> u64 {
    60_000
}

fn connect_ms() -> u64 {
    10_000
}

fn most_bytes() -> usize {
    1_000_000
}

impl RemoteSettings {
    /// What is wrong with them.
    fn refusal(&self, name: &str) -> Option<String> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || name.len() > 20 || !name.chars().all(fits) {
            return Some("its name is not made of at most 20 lower-case letters, digits and underscores".to_owned());
        }
        if self.command.is_some() == self.url.is_some() {
            return Some("it has both `command` and `url`, or neither".to_owned());
        }
        if self.timeout_ms == 0 || self.connect_ms == 0 || self.max_bytes == 0 {
            return Some("`timeoutMs`, `connectMs` and `maxBytes` are at least 1".to_owned());
        }
        None
    }

    fn connect_within(&self) -> Duration {
        Duration::from_millis(self.connect_ms)
    }
}

/// What became of the servers.
#[derive(Default)]
pub(crate) struct Connected {
    /// What cannot be used, in words.
    pub(crate) notices: Vec<String>,
    /// Those that have told no tools yet.
    pub(crate) late: Vec<Late>,
}

/// Asks the servers for their tools, side by side, and registers what can be used with the guard around it. What cannot be is said in words, and is no
/// error: the program goes on without it.
pub(super) async fn register(
    dunlin: &Dunlin,
    env: &Env,
    servers: &BTreeMap<String, RemoteSettings>,
    guard: &GuardSettings,
    lines: &Lines,
) -> Result<Connected, DunlinError> {
    for (name, settings) in servers {
        if let Some(why) = settings.refusal(name) {
            let message = format!("the MCP server {name:?} cannot be used: {why}");
            return Err(DunlinError::new("config.invalid", message).with_hint("see the page on the program `dunlin`"));
        }
    }
    let asked = servers.iter().map(|(name, settings)| async move {
        let line = Rc::new(Line::new(name, settings.clone(), env.clone()));
        (settings, line.clone(), line.tools().await)
    });
    let mut connected = Connected::default();
    for (settings, line, offered) in futures_util::future::join_all(asked).await {
        let asked = line.clone();
        lines.add("mcp", move || [(asked.name.clone(), asked.health())].into());
        match offered {
            Err(failure) => {
                let message = format!("the MCP server {:?} has no tools now: {}", line.name, failure.message);
                connected.notices.push(message);
                connected.late.push(Late::new(line, settings, guard));
            }
            Ok(offered) => connected.notices.extend(take_in(dunlin, &line, settings, guard, &offered)),
        }
    }
    Ok(connected)
}

/// Registers the tools of a server, and says which of them cannot be used.
fn take_in(
    dunlin: &Dunlin,
    line: &Rc<Line>,
    settings: &RemoteSettings,
    guard: &GuardSettings,
    offered: &Offered,
) -> Vec<String> {
    let wanted = |name: &str| settings.tools.as_ref().is_none_or(|wanted| wanted.iter().any(|one| *one == name));
    let unusable = offered.values().filter(|tool| wanted(&tool.name)).filter_map(|tool| {
        let registered = RemoteTool::new(line, tool, settings.trusted)
            .and_then(|tool| dunlin.register_tool(guard.around(Rc::new(tool))));
        let error = registered.err()?;
        let shown: String = tool.name.chars().take(80).collect();
        Some(format!("the tool {shown:?} of the MCP server {:?} is left out: {}", line.name, error.message))
    });
    unusable.collect()
}
