//! An agent as a tool: a call carries out one of its skills, or a plan, as a run below the one that calls.

use std::future::ready;

use dunlin_base::LocalFuture;
use dunlin_plan::{Annotations, Estimate, Plan, ToolSpec, schema};
use dunlin_runtime::{Policy, Runtime, Tool, ToolCall, ToolFailure, ToolOutput, WeakRuntime};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{AgentError, Skill, TOOL, Team};

pub(super) struct AgentTool {
    spec: ToolSpec,
    team: Team,
    agent: String,
    runtime: WeakRuntime,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    skill: Option<String>,
    plan: Option<Plan>,
    #[serde(default)]
    with: Value,
}

/// What a call of an agent is to carry out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Work {
    /// The plan.
    pub plan: Plan,
    /// Its step 0.
    pub given: Value,
    /// What the agent may do at most.
    pub limits: Policy,
}

impl Team {
    /// An agent as a tool. What it says of its effects is taken from those of these tools that it may call.
    pub fn spec(&self, agent: &str, tools: &[ToolSpec]) -> Result<ToolSpec, AgentError> {
        let (agent, limits) = (self.get(agent)?, self.limits(agent)?);
        let may_call = |tool: &&ToolSpec| limits.allowed_tools.as_ref().is_none_or(|tools| tools.contains(&tool.name));
        let tools: Vec<&ToolSpec> = tools.iter().filter(may_call).collect();
        let all = |of: fn(&ToolSpec) -> &Vec<String>| {
            let mut all: Vec<String> = tools.iter().flat_map(|tool| of(tool)).cloned().collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        // Only what it may call by name can be vouched for: what is registered later is not known yet.
        let reads_only = limits.allowed_tools.as_ref().is_some_and(|names| {
            names.iter().all(|name| {
                let known = tools.iter().find(|tool| tool.name == *name);
                known.is_some_and(|tool| tool.annotations.read_only_hint && tool.read_only_when.is_none())
            })
        });
        let skills: Vec<&str> = agent.skills.iter().map(|skill| skill.name.as_str()).collect();
        let mut properties = json!({
            "plan": {"type": "object", "description": "a plan for it, in place of a skill"},
            "with": {"description": "the input of the skill or the plan"},
        });
        if let Some(fields) = properties.as_object_mut().filter(|_| !skills.is_empty()) {
            fields.insert("skill".to_owned(), json!({"type": "string", "enum": skills}));
        }
        Ok(ToolSpec {
            name: format!("{TOOL}{}", agent.name),
            description: agent.description.clone(),
            input_schema: json!({"type": "object", "properties": properties, "additionalProperties": false}),
            // What it does asks for itself, step by step, under the approvals of all above it.
            annotations: Annotations {
                read_only_hint: reads_only,
                open_world_hint: tools.iter().any(|tool| tool.annotations.open_world_hint),
                ..Annotations::default()
            },
            reads: all(|tool| &tool.reads),
            writes: all(|tool| &tool.writes),
            // A second call with the same key takes the same run up.
            keyed: true,
            delegates: true,
            estimates: agent.skills.iter().map(estimate).collect(),
            ..ToolSpec::default()
        })
    }

    /// What a call of an agent is to carry out, where `left` is what the run that calls has left. A call that would have it do
    /// more than it may, or more than that, is refused and recorded.
    pub fn work(&self, agent: &str, input: &Value, left: Policy, run_id: &str) -> Result<Work, ToolFailure> {
        let tool = format!("{TOOL}{agent}");
        let Input { skill, plan, mut with } = Input::deserialize(input).map_err(|error| {
            ToolFailure::new("tool.invalid-input", format!("the input of {tool} does not fit: {error}"))
        })?;
        let (known, limits) = (self.get(agent)?, self.limits(agent)?);
        let plan = match (skill, plan) {
            (Some(name), None) => {
                let skill = Self::skill(&known, &name)?;
                if with.is_null() {
                    with = json!({});
                }
                schema::fill_defaults(&skill.input_schema, &mut with);
                if let Some(fault) = schema::check(&skill.input_schema, &with).first() {
                    let place = if fault.pointer.is_empty() { String::new() } else { format!(" at {}", fault.pointer) };
                    let message = format!("the input of {agent}.{name} does not fit: {}{place}", fault.message);
                    return Err(ToolFailure::new("tool.invalid-input", message));
                }
                skill.plan
            }
            (None, Some(plan)) => plan,
            _ => {
                return Err(ToolFailure::new("agent.unclear", "found neither a skill nor a plan, or both")
                    .with_hint(format!("give one of them to {tool}")));
            }
        };
        // Not only the agent's own limits hold, but those of the run that calls it, whoever that belongs to.
        if let Some(beyond) = Self::beyond(&plan, &left.within(&limits)) {
            self.refuse(agent, &beyond, run_id);
            return Err(ToolFailure::new("agent.widened", format!("the plan of {tool} would call {beyond}"))
                .with_hint("an agent may do less than those above it, never more"));
        }
        Ok(Work { plan, given: with, limits })
    }
}

/// How long a call for a skill takes: as long as its steps.
fn estimate(skill: &Skill) -> Estimate {
    let when = json!({"properties": {"skill": {"const": skill.name}}, "required": ["skill"]});
    Estimate { when: Some(when), duration_ms: skill.cost().1 }
}

impl AgentTool {
    pub(super) fn new(team: Team, agent: &str, runtime: &Runtime) -> Result<Self, AgentError> {
        let spec = team.spec(agent, runtime.registry().specs())?;
        Ok(Self { spec, team, agent: agent.to_owned(), runtime: runtime.downgrade() })
    }

    fn begin(&self, call: &ToolCall) -> Result<LocalFuture<'static, Result<ToolOutput, ToolFailure>>, ToolFailure> {
        let runtime =
            self.runtime.upgrade().ok_or_else(|| ToolFailure::new("agent.closed", "what it works with is closed"))?;
        let left = runtime.left_for(&call.run_id)?;
        let Work { plan, given, limits } = self.team.work(&self.agent, &call.input, left, &call.run_id)?;
        Ok(runtime.carry_out(call, plan, given, &limits))
    }
}

impl Tool for AgentTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        self.begin(&call).unwrap_or_else(|failure| Box::pin(ready(Err(failure))))
    }
}
