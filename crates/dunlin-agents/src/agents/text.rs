//! A team for a host on the other side of a border: what goes in and what comes out is JSON text.

use dunlin_base::json as text;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Policy, ToolFailure};
use serde_json::{Value, json};

use super::{Agent, AgentError, NoAgent, Team};

impl Team {
    /// Every agent, and each as the tool that it is beside the tools of `specs`: `[{ agent, spec }]`.
    pub fn told(&self, specs: &str) -> String {
        let specs: Vec<ToolSpec> = text::read(specs).unwrap_or_default();
        let all = self.agents().into_iter().filter_map(|agent| {
            let spec = self.spec(&agent.name, &specs).ok()?;
            Some(json!({"agent": *agent, "spec": spec}))
        });
        Value::Array(all.collect()).to_string()
    }

    /// Adds an agent from its data, and gives its name.
    pub fn add_text(&self, data: &str) -> Result<String, AgentError> {
        let agent: Agent = text::read(data).map_err(|error| AgentError::Data(error.to_string()))?;
        let name = agent.name.clone();
        self.add(agent).map(|()| name)
    }

    /// What the call of an agent is to carry out, as [`Team::work`] gives it: `{ plan, given, limits }`.
    pub fn work_text(&self, agent: &str, input: &str, left: &str, run_id: &str) -> Result<String, ToolFailure> {
        let left: Policy = text::read(left)
            .map_err(|error| ToolFailure::new("agent.data", format!("what the run has left: {error}")))?;
        let input = text::parse(input).unwrap_or_default();
        self.work(agent, &input, left, run_id).map(|work| text::write(&work))
    }
}

impl From<AgentError> for ToolFailure {
    fn from(error: AgentError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<NoAgent> for ToolFailure {
    fn from(refusal: NoAgent) -> Self {
        let NoAgent { clause, why, hint, .. } = refusal;
        Self::new(NoAgent::CODE, format!("{why}: {clause:?}")).with_hint(hint)
    }
}
