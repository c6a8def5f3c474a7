//! What the page hears, as JSON.

use std::{collections::BTreeMap, rc::Rc};

use dunlin_agents::{
    agents::Team,
    bus::{Bus, BusLimits},
};
use dunlin_base::Env;
use dunlin_runtime::{StoredLeases, ToolFailure, ToolOutput};
use serde_json::{Value, json};

/// What a call gave.
pub(crate) fn given(result: Result<ToolOutput, ToolFailure>) -> String {
    match result {
        Ok(ToolOutput { output, metadata }) => json!({"output": output, "metadata": metadata}).to_string(),
        Err(failure) => failed(&failure),
    }
}

/// Why it gave nothing.
pub(crate) fn failed(failure: &ToolFailure) -> String {
    let ToolFailure { code, message, hint, retryable } = failure;
    json!({"failure": {"code": code, "message": message, "hint": hint, "retryable": retryable}}).to_string()
}

/// What is kept for agents: by agent what it remembers, by topic what waits, and what was refused.
pub(crate) fn kept(env: &Env, team: &Team) -> Value {
    let mut memory: BTreeMap<String, Value> = BTreeMap::new();
    for agent in team.agents() {
        let records = team.memory(&agent.name, None).ok().flatten().and_then(|memory| memory.all().ok());
        if let Some(records) = records.filter(|records| !records.is_empty()) {
            memory.insert(agent.name.clone(), json!(records));
        }
    }
    let bus = Bus::new(env.clone(), Rc::new(StoredLeases::new(env.clone())), BusLimits::default());
    let topics = bus.topics().unwrap_or_default().into_iter();
    let topics: Vec<Value> = topics
        .map(|topic| {
            let dead = bus.dead(&topic).map_or(0, |dead| dead.len());
            json!({"topic": topic, "waiting": bus.waiting(&topic).unwrap_or_default(), "dead": dead})
        })
        .collect();
    let refusals: Vec<Value> = team
        .refusals()
        .iter()
        .map(|refusal| json!({"agent": refusal.agent, "what": refusal.what, "at": refusal.at}))
        .collect();
    json!({"memory": memory, "topics": topics, "refusals": refusals})
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::{json as text, testing::World};
    use dunlin_runtime::Policy;

    #[test]
    fn what_a_call_gave_and_why_it_gave_nothing_cross_as_json() {
        let output = ToolOutput { output: json!([1]), metadata: Some(json!({"count": 1})) };
        assert_eq!(text::parse(&given(Ok(output))).unwrap(), json!({"metadata": {"count": 1}, "output": [1]}));
        let failure = ToolFailure { hint: Some("do".into()), ..ToolFailure::transient("a.b", "no") };
        let told = json!({"failure": {"code": "a.b", "message": "no", "hint": "do", "retryable": true}});
        assert_eq!(text::parse(&given(Err(failure))).unwrap(), told);
    }

    #[test]
    fn what_is_kept_for_agents_is_told_by_agent_and_topic() {
        let world = World::new(1);
        let team = Team::shipped(world.env()).unwrap();
        assert_eq!(kept(&world.env(), &team), json!({"memory": {}, "topics": [], "refusals": []}));
        team.memory("analyst", None).unwrap().unwrap().put("rate", &json!(3), None).unwrap();
        let bus = Bus::new(world.env(), Rc::new(StoredLeases::new(world.env())), BusLimits::default());
        bus.subscribe("news", "readers").unwrap();
        bus.publish("news", None, &json!("hello")).unwrap();
        let refused = text::read(r#"{"name": "wide", "parent": "analyst", "tools": ["fetch"]}"#).unwrap();
        team.add(refused).unwrap_err();
        let told = kept(&world.env(), &team);
        assert_eq!(told["memory"]["analyst"][0]["key"], "rate");
        assert_eq!(told["topics"], json!([{"topic": "news", "waiting": 1, "dead": 0}]));
        assert_eq!(told["refusals"][0]["agent"], "wide");
    }

    #[test]
    fn the_example_is_a_goal_for_all_agents() {
        let example = text::parse(include_str!("../data/example.json")).unwrap();
        let team = Team::shipped(World::new(1).env()).unwrap();
        let plan = team.plan(example["goal"].as_str().unwrap(), &Policy::default()).unwrap();
        let tools: Vec<&str> = plan.steps.iter().map(|step| step.tool_name.as_str()).collect();
        assert_eq!(tools, ["agent:researcher", "agent:analyst", "agent:coder", "agent:reviewer"]);
    }
}
