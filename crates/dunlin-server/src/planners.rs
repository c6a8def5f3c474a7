//! Who plans: the rules, and for goals that they do not understand the agents, where they are switched on, and then a model,
//! where the settings name one.

use std::rc::Rc;

use dunlin::{
    Dunlin, DunlinError, Plan,
    exposition::{head, line},
};
use dunlin_agents::agents::{Agent, Team};
use dunlin_base::json;
use dunlin_tools::{ModelOptions, ModelPlanner, native::NativeHttp};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::reach::lines::{Lines, ear};

/// The planners that are switched on.
#[derive(Clone, Default)]
pub(crate) struct Planners {
    team: Option<Team>,
    model: Option<Rc<ModelPlanner>>,
}

/// An agent, as the API describes it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgentTold {
    pub(crate) name: String,
    pub(crate) description: String,
    /// The tool of plans that it is.
    tool: String,
    /// The tools that it may call; all, when there is no list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    tools: Option<Vec<String>>,
    pub(crate) skills: Vec<SkillTold>,
}

/// One thing that an agent can do.
#[derive(Serialize, ToSchema)]
pub(crate) struct SkillTold {
    pub(crate) name: String,
    pub(crate) description: String,
}

/// A plan, and who made it.
pub(crate) enum Planned {
    /// The rules or the agents: the same goal gives the same plan.
    Rules(Plan),
    /// The model: somebody must see it before it runs.
    Model(Plan),
}

impl Planned {
    pub(crate) fn plan(self) -> Plan {
        match self {
            Self::Rules(plan) | Self::Model(plan) => plan,
        }
    }
}

impl Planners {
    /// Those that the settings name. The key of a model comes from the environment only, so that it stands in no file.
    pub(crate) fn of(
        dunlin: &Dunlin,
        team: Option<Team>,
        model: Option<&ModelOptions>,
        lines: &Lines,
    ) -> Result<Self, DunlinError> {
        if let Some(team) = team.clone() {
            dunlin.set_second_planner(Some(Rc::new(move |goal, policy| team.plan(goal, policy).ok())));
        }
        let Some(options) = model else { return Ok(Self { team, model: None }) };
        let key = std::env::var_os("DUNLIN_MODEL_KEY").and_then(|key| key.into_string().ok());
        let key = key.map(|key| key.trim().to_owned()).filter(|key| !key.is_empty());
        let options = ModelOptions { key, ..options.clone() };
        let model = ModelPlanner::new(options, Rc::new(NativeHttp::new()), dunlin.todos().env().clone());
        let model = model.map_err(|error| {
            DunlinError::new("config.invalid", format!("the settings of the planner cannot be used: {error}"))
                .with_hint("see the page on the program `dunlin`")
        })?;
        let model = Rc::new(model.on_change(ear("planner")));
        let asked = model.clone();
        lines.add("planner", move || asked.health());
        Ok(Self { team, model: Some(model) })
    }

    /// The tokens of the model as Prometheus reads them; nothing where there is no model.
    pub(crate) fn metrics(&self) -> String {
        let (name, mut text) = ("dunlin_model_tokens_total", String::new());
        if let Some((model, tokens)) = self.model.as_ref().map(|model| model.tokens()) {
            head(&mut text, name, "counter", "Tokens of the second planner, as its endpoint counts them.");
            for (kind, number) in [("prompt", tokens.prompt), ("completion", tokens.completion)] {
                line(&mut text, name, &[("model", model), ("kind", kind)], number);
            }
        }
        text
    }

    /// The agents that are switched on, by name.
    pub(crate) fn agents(&self) -> Vec<AgentTold> {
        let agents = self.team.as_ref().map(Team::agents).unwrap_or_default();
        let told = |agent: &Rc<Agent>| AgentTold {
            name: agent.name.clone(),
            description: agent.description.clone(),
            tool: format!("agent:{}", agent.name),
            tools: agent.tools.clone(),
            skills: agent
                .skills
                .iter()
                .map(|skill| SkillTold { name: skill.name.clone(), description: skill.description.clone() })
                .collect(),
        };
        agents.iter().map(told).collect()
    }

    /// The plan for a goal.
    pub(crate) async fn plan(&self, dunlin: &Dunlin, goal: &str) -> Result<Planned, DunlinError> {
        match dunlin.plan(goal) {
            Ok(plan) => Ok(Planned::Rules(plan)),
            Err(refusal) => self.another(dunlin, goal, refusal).await,
        }
    }

    /// Whether the model may have a plan for a goal that the rules and the agents have refused so. What they refuse for another
    /// reason than that they do not understand it is nobody else's to decide.
    pub(crate) fn may_have_another(&self, refusal: &DunlinError) -> bool {
        refusal.code == "plan.unrecognized" && self.model.is_some()
    }

    /// The model's plan for a goal that the rules and the agents have refused, or what they say.
    pub(crate) async fn another(
        &self,
        dunlin: &Dunlin,
        goal: &str,
        refusal: DunlinError,
    ) -> Result<Planned, DunlinError> {
        if !self.may_have_another(&refusal) {
            return Err(refusal);
        }
        let Some(model) = &self.model else { return Err(refusal) };
        by_model(model, dunlin, goal).await.map_err(|why| {
            // What the rules offer instead is of use all the same.
            let mut told = refusal;
            told.message = format!("{}; the second planner: {} ({})", told.message, why.message, why.code);
            told.hint = why.hint.or(told.hint);
            told
        })
    }
}

async fn by_model(model: &ModelPlanner, dunlin: &Dunlin, goal: &str) -> Result<Planned, DunlinError> {
    let plan = model
        .plan(goal, &dunlin.tools())
        .await
        .map_err(|failure| DunlinError { hint: failure.hint, ..DunlinError::new(failure.code, failure.message) })?;
    let faults = dunlin.faults(&json::write(&plan));
    if faults.is_empty() {
        return Ok(Planned::Model(plan));
    }
    let told: Vec<&str> = faults.iter().take(3).map(|fault| fault.message.as_str()).collect();
    let message = format!("the model gave a plan that does not hold: {}", told.join("; "));
    Err(DunlinError::new("plan.invalid", message).with_details(json!({ "faults": faults })))
}
