//! A server that was not there when the program began.

use std::{rc::Rc, time::Duration};

use dunlin::Dunlin;

use super::{super::guard::GuardSettings, RemoteSettings, line::Line, take_in};

/// A server that has told no tools yet, and what is said of it in the settings.
pub(crate) struct Late {
    line: Rc<Line>,
    settings: RemoteSettings,
    guard: GuardSettings,
}

impl Late {
    pub(super) fn new(line: Rc<Line>, settings: &RemoteSettings, guard: &GuardSettings) -> Self {
        Self { line, settings: settings.clone(), guard: guard.clone() }
    }

    /// Asks the server again until it tells its tools, and registers them: as often as a circuit that is open lets a trial through.
    pub(crate) async fn come(self, dunlin: &Dunlin) {
        let Self { line, settings, guard } = self;
        let longest = settings.breaker.longest_open_ms.max(1);
        let mut wait = settings.breaker.open_ms.clamp(1, longest);
        let offered = loop {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            match line.tools().await {
                Ok(offered) => break offered,
                Err(failure) => tracing::debug!(service = line.name, "it has no tools yet: {}", failure.message),
            }
            wait = wait.saturating_mul(2).min(longest);
        };
        for notice in take_in(dunlin, &line, &settings, &guard, &offered) {
            tracing::warn!("{notice}");
        }
        tracing::info!(tool = "mcp", service = line.name, "the MCP server has told its tools");
    }
}
