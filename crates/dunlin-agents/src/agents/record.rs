//! The records of agents, as data has them. A field that is not known is a fault.

use dunlin_plan::{Plan, RetryPolicy};
use dunlin_runtime::{ApprovalMode, Policy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who does something: what it is good at, and what it may do at most.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Agent {
    /// Its name: lower-case letters, digits and underscores. As a tool it is `agent:` and the name.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default)]
    pub description: String,
    /// The agent that it is under. It may do nothing that this one may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The tools it may call; none: those of its parent, and for one without parent all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// How much it may use.
    #[serde(default)]
    pub limits: AgentLimits,
    /// The namespace of its memory, which is that of its parent or within it (`parent/own`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// What it can do.
    #[serde(default)]
    pub skills: Vec<Skill>,
}

/// How much an agent may use, each for one call; what is left out is as its parent has it, or as the run that calls it.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AgentLimits {
    /// The most steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// The most tool calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tool_calls: Option<u32>,
    /// The most milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_budget_ms: Option<u64>,
    /// The most tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_budget: Option<u64>,
    /// Which steps ask a person first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalMode>,
}

/// What stands behind the name of a skill where its nouns are meant; no name of a skill holds it.
pub(crate) const NOUN: &str = ".noun";

/// One thing that an agent can do: how it is asked for, and the plan that does it.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Skill {
    /// Its name among the agent's skills.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default)]
    pub description: String,
    /// A request for it, as a person says it; a refusal shows it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub example: String,
    /// How it is asked for: templates as those of a host's own commands, whose slots are fields of its input.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(type = "Json[]"))]
    pub phrases: Vec<Value>,
    /// How what it gives is named within a request for another skill: "the costs in my notes". Nothing is asked for by that alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(type = "Json[]"))]
    pub nouns: Vec<Value>,
    /// The JSON Schema of its input, an object.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(type = "{ [key: string]: Json } | null"))]
    pub input_schema: Value,
    /// The field of the input that takes what the step before it gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes: Option<String>,
    /// Of what kind that is, in a word of one's own: what is given by a skill of another kind is first made into it by one that
    /// can, so "find what my notes say about tea and draw a chart" is totalled between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_kind: Option<String>,
    /// Of what kind its result is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gives: Option<String>,
    /// The field of the input that takes what all steps before it gave, by the names of their skills.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takes_all: Option<String>,
    /// What does it; step 0 is the input.
    pub plan: Plan,
}

/// The policy that limits nothing: what an agent without parent starts from. The run that calls it has a policy of its own.
pub(crate) fn unlimited() -> Policy {
    let usual = Policy::default();
    Policy {
        approval: ApprovalMode::Never,
        max_steps: u32::MAX,
        max_tool_calls: u32::MAX,
        time_budget_ms: u64::MAX,
        token_budget: u64::MAX,
        max_parallel: u32::MAX,
        max_concurrent_runs: u32::MAX,
        step_timeout_ms: u64::MAX,
        retry: RetryPolicy { max_attempts: u32::MAX, ..usual.retry.clone() },
        ..usual
    }
}

impl AgentLimits {
    /// The policy that these limits set.
    pub(crate) fn over(&self, mut policy: Policy) -> Policy {
        policy.max_steps = self.max_steps.unwrap_or(policy.max_steps);
        policy.max_tool_calls = self.max_tool_calls.unwrap_or(policy.max_tool_calls);
        policy.time_budget_ms = self.time_budget_ms.unwrap_or(policy.time_budget_ms);
        policy.token_budget = self.token_budget.unwrap_or(policy.token_budget);
        policy.approval = self.approval.unwrap_or(policy.approval);
        policy
    }

    /// The first of these limits that is wider than the policy above it.
    pub(crate) fn wider_than(&self, above: &Policy) -> Option<String> {
        let number = |name: &str, mine: Option<u64>, most: u64| {
            mine.filter(|mine| *mine > most).map(|mine| format!("{name} {mine}, where {most} is the most"))
        };
        number("maxSteps", self.max_steps.map(u64::from), u64::from(above.max_steps))
            .or_else(|| number("maxToolCalls", self.max_tool_calls.map(u64::from), u64::from(above.max_tool_calls)))
            .or_else(|| number("timeBudgetMs", self.time_budget_ms, above.time_budget_ms))
            .or_else(|| number("tokenBudget", self.token_budget, above.token_budget))
            .or_else(|| {
                let laxer = self.approval.filter(|mine| *mine < above.approval);
                laxer.map(|mine| format!("approval {mine:?}, where {:?} is wanted", above.approval).to_lowercase())
            })
    }
}

impl Skill {
    /// The tools that its plan calls, each once.
    pub(crate) fn tools(&self) -> Vec<&str> {
        tools_of(&self.plan)
    }

    /// Its phrases and its nouns, each under the name it has among those of all agents.
    pub(crate) fn said(&self, agent: &str) -> [(String, &Vec<Value>); 2] {
        [(format!("{agent}.{}", self.name), &self.phrases), (format!("{agent}.{}{NOUN}", self.name), &self.nouns)]
    }

    /// What it costs: the dearest of its steps, then how long all of them take.
    pub(crate) fn cost(&self) -> (u8, u64) {
        let dearest = self.plan.all_steps().map(|step| step.estimated_cost_tier).max().unwrap_or(1);
        (dearest, self.plan.all_steps().map(|step| step.estimated_duration_ms).sum())
    }
}

/// The tools that a plan calls, each once.
pub(crate) fn tools_of(plan: &Plan) -> Vec<&str> {
    let mut tools: Vec<&str> =
        plan.all_steps().map(|step| step.tool_name.as_str()).filter(|name| !name.is_empty()).collect();
    tools.sort_unstable();
    tools.dedup();
    tools
}
