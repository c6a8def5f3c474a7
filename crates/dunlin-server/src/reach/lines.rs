//! What is known of the services that tools ask: for health, metrics and the log.

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use dunlin::{
    Health, HealthStatus,
    exposition::{head, line},
};
use dunlin_tools::steady::{BreakerState, LineHealth};
use serde::Serialize;
use utoipa::ToSchema;

/// Gives what is known now, by service.
type Look = Box<dyn Fn() -> BTreeMap<String, LineHealth>>;

/// One of the counts of a line.
type Count = fn(&LineTold) -> u64;

/// The lines of all tools that reach out. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct Lines(Rc<RefCell<Vec<(&'static str, Look)>>>);

/// What is known of the line to one service.
#[derive(Serialize, ToSchema)]
pub(crate) struct LineTold {
    /// Who asks: `fetch`, `web_search`, `planner`, or `mcp` for the tools of another MCP server.
    tool: &'static str,
    /// Who is asked: an origin, or the name of an MCP server in the settings.
    service: String,
    /// What its circuit breaker lets through: `closed` is every request, `open` none, `half-open` one as a trial.
    state: &'static str,
    /// How often the circuit breaker has opened. This and what follows is since the start.
    opened: u64,
    /// Requests that were sent.
    requests: u64,
    /// Requests that failed.
    failures: u64,
    /// Requests that were not sent: the circuit was open, or the rate left no room.
    refused: u64,
}

/// How it is doing, the services that tools ask included.
#[derive(Serialize, ToSchema)]
pub(crate) struct WholeHealth {
    #[serde(flatten)]
    health: Health,
    /// Empty until a service was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<LineTold>,
}

impl Lines {
    /// Takes in the lines of a tool.
    pub(crate) fn add(&self, tool: &'static str, look: impl Fn() -> BTreeMap<String, LineHealth> + 'static) {
        self.0.borrow_mut().push((tool, Box::new(look)));
    }

    /// What is known now, in the order of the tools and services.
    fn told(&self) -> Vec<LineTold> {
        let lines = self.0.borrow();
        let each =
            lines.iter().flat_map(|(tool, look)| look().into_iter().map(|(service, line)| (*tool, service, line)));
        let mut told: Vec<LineTold> = each
            .map(|(tool, service, LineHealth { state, opened, requests, failures, refused })| LineTold {
                tool,
                service,
                state: state.name(),
                opened,
                requests,
                failures,
                refused,
            })
            .collect();
        told.sort_by(|one, other| (one.tool, &one.service).cmp(&(other.tool, &other.service)));
        told
    }

    /// The health with the lines. It is degraded while a circuit is open, and a notice says which.
    pub(crate) fn health(&self, mut health: Health) -> WholeHealth {
        let lines = self.told();
        for line in lines.iter().filter(|line| line.state == BreakerState::Open.name()) {
            health.status = HealthStatus::Degraded;
            health.notices.push(format!("{}: {} failed and is left alone for a while", line.tool, line.service));
        }
        WholeHealth { health, lines }
    }

    /// The lines as Prometheus reads them; nothing until a service was asked.
    pub(crate) fn metrics(&self) -> String {
        let (lines, mut text) = (self.told(), String::new());
        if lines.is_empty() {
            return text;
        }
        head(&mut text, "dunlin_circuit_state", "gauge", "Circuit breakers: 1 for the state that each is in.");
        for told in &lines {
            for state in [BreakerState::Closed, BreakerState::Open, BreakerState::HalfOpen].map(BreakerState::name) {
                let labels = [("tool", told.tool), ("service", &told.service), ("state", state)];
                line(&mut text, "dunlin_circuit_state", &labels, u64::from(told.state == state));
            }
        }
        for (name, help, count) in [
            ("dunlin_circuit_opened_total", "How often circuit breakers opened.", (|line| line.opened) as Count),
            ("dunlin_service_requests_total", "Requests that tools sent to services.", |line| line.requests),
            ("dunlin_service_failures_total", "Requests that services failed.", |line| line.failures),
            ("dunlin_service_refused_total", "Requests not sent: circuit open, or rate spent.", |line| line.refused),
        ] {
            head(&mut text, name, "counter", help);
            for told in &lines {
                line(&mut text, name, &[("tool", told.tool), ("service", &told.service)], count(told));
            }
        }
        text
    }
}

/// Tells the log of a change of a circuit breaker.
pub(super) fn log(tool: &'static str, service: &str, before: BreakerState, state: BreakerState) {
    let (before, name) = (before.name(), state.name());
    match state {
        BreakerState::Open => tracing::warn!(tool, service, before, state = name, "the circuit opened"),
        BreakerState::HalfOpen => {
            tracing::info!(tool, service, before, state = name, "the circuit lets one request try");
        }
        BreakerState::Closed => tracing::info!(tool, service, before, state = name, "the circuit closed"),
    }
}

/// The ear of one tool for the changes of its circuit breakers.
pub(crate) fn ear(tool: &'static str) -> impl Fn(&str, BreakerState, BreakerState) + 'static {
    move |service, before, state| log(tool, service, before, state)
}
