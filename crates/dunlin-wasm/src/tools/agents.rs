//! The agents of `createTools`: each is a tool of the runtime that they join, and its work a run there.

use dunlin::{DunlinError, Policy, ToolFailure};
use dunlin_agents::agents::{Agent, AgentError, Team};
use dunlin_base::Env;
use serde::Deserialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use super::RawTools;
use crate::border::{Crossing, decode, encode, fail, unusable};

/// Which agents there are.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Agents {
    /// Whether those that come along are among them.
    shipped: bool,
    /// Agents of one's own, parents first.
    add: Vec<Agent>,
}

impl Default for Agents {
    fn default() -> Self {
        Self { shipped: true, add: Vec::new() }
    }
}

impl Agents {
    pub(super) fn team(self, env: &Env) -> Crossing<Team> {
        let team = if self.shipped { Team::shipped(env.clone()) } else { Ok(Team::new(env.clone())) };
        let team = team.map_err(refused)?;
        self.add.into_iter().try_for_each(|agent| team.add(agent)).map_err(refused)?;
        Ok(team)
    }
}

#[wasm_bindgen]
impl RawTools {
    /// Every agent, and each as the tool that it is beside the tools of `specs`: `[{ agent, spec }]`.
    pub fn agents(&self, specs: &str) -> Crossing {
        Ok(self.team()?.told(specs))
    }

    /// Adds an agent from its data, and gives its name.
    #[wasm_bindgen(js_name = addAgent)]
    pub fn add_agent(&self, data: &str) -> Crossing {
        self.team()?.add_text(data).map_err(refused)
    }

    /// Takes an agent away.
    #[wasm_bindgen(js_name = removeAgent)]
    pub fn remove_agent(&self, name: &str) -> Crossing<()> {
        self.team()?.remove(name).map_err(refused)
    }

    /// The plan for a goal that agents understand, under a policy.
    #[wasm_bindgen(js_name = planFor)]
    pub fn plan_for(&self, goal: &str, policy: &str) -> Crossing {
        let policy: Policy = decode(policy, "the policy")?;
        self.team()?.plan(goal, &policy).map(|plan| encode(&plan)).map_err(|refusal| {
            let span = refusal.span.utf16(goal);
            fail(DunlinError { span: Some(span), ..error(ToolFailure::from(refusal)) })
        })
    }

    /// What the call of an agent is to carry out: `{ plan, given, limits }`.
    pub fn work(&self, agent: &str, input: &str, left: &str, run_id: &str) -> Crossing {
        self.team()?.work_text(agent, input, left, run_id).map_err(|failure| fail(error(failure)))
    }

    /// What was refused, the oldest first.
    pub fn refusals(&self) -> Crossing {
        Ok(encode(&self.team()?.refusals()))
    }
}

impl RawTools {
    fn team(&self) -> Crossing<&Team> {
        self.team.as_ref().ok_or_else(|| unusable("agents", "they were not asked for"))
    }
}

fn refused(refusal: AgentError) -> JsValue {
    let hint = match refusal {
        AgentError::Widened(_) => {
            "an agent may do less than those above it, never more: give its parent more, or it less"
        }
        AgentError::Phrase(_) => "see the guide's page on phrases",
        _ => "see the guide's page on the tools that reach further",
    };
    fail(error(ToolFailure::from(refusal).with_hint(hint)))
}

fn error(ToolFailure { code, message, hint, .. }: ToolFailure) -> DunlinError {
    DunlinError { hint, ..DunlinError::new(code, message) }
}
