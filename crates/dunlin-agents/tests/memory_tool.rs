//! The tool `memory`: whose memory a call is about, what is put, found and forgotten, and what the guard keeps out.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::{block_on, office};
use dunlin_agents::{
    agents::{Agent, Team},
    memory::{MemoryTool, PERSON, namespaces},
};
use dunlin_base::testing::World;
use dunlin_plan::Plan;
use dunlin_runtime::{Policy, Run, RunStatus, Runtime, StartOptions, Tool, ToolCall, ToolFailure};
use serde_json::{Value, json};

fn said(tool: &MemoryTool, caller: &str, input: Value) -> Result<Value, ToolFailure> {
    block_on(tool.call(ToolCall { input, caller: caller.to_owned(), ..ToolCall::default() })).map(|given| given.output)
}

fn start(runtime: &Runtime, run_id: &str, plan: Plan) -> Run {
    let options = StartOptions { run_id: Some(run_id.to_owned()), ..StartOptions::default() };
    block_on(runtime.start(plan, options).unwrap().drive())
}

#[test]
fn what_is_put_is_found_by_its_words_and_forgotten_by_all_of_them() {
    let world = World::new(1);
    let tool = MemoryTool::new(world.env(), None);
    let ask = |input: Value| said(&tool, "", input);
    let put = ask(json!({"action": "put", "value": "the boiler is due in May"})).unwrap();
    assert_eq!(put["value"], "the boiler is due in May");
    // Said twice, remembered once.
    assert_eq!(ask(json!({"action": "put", "value": "the boiler is due in May"})).unwrap()["key"], put["key"]);
    world.wind(1);
    ask(json!({"action": "put", "key": "heating rate", "value": {"cents": 12}})).unwrap();
    assert_eq!(ask(json!({"action": "get", "key": "heating-rate"})).unwrap(), json!({"cents": 12}));
    let found = ask(json!({"action": "search", "query": "boiler"})).unwrap();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["key"]), (1, &put["key"]));
    assert_eq!(ask(json!({"action": "search"})).unwrap()[0]["key"], "heating-rate");
    let none = json!({"forgotten": []});
    assert_eq!(ask(json!({"action": "forget", "query": "boiler in June"})).unwrap(), none);
    let forgotten = ask(json!({"action": "forget", "query": "boiler in May"})).unwrap();
    assert_eq!(forgotten, json!({"forgotten": [put["key"]]}));
    assert_eq!(ask(json!({"action": "forget", "key": "heating rate"})).unwrap()["forgotten"][0], "heating-rate");
    assert!(world.storage().dump().is_empty());
    ask(json!({"action": "put", "value": "soon over", "forMinutes": 2})).unwrap();
    world.wind(120_000);
    assert_eq!(ask(json!({"action": "search"})).unwrap(), json!([]));
}

#[test]
fn what_does_not_fit_is_refused_and_says_why() {
    let tool = MemoryTool::new(World::new(1).env(), None);
    for (input, code, part) in [
        (json!({"action": "dance"}), "tool.invalid-input", "dance"),
        (json!({"action": "put"}), "tool.invalid-input", "put of memory needs a value"),
        (json!({"action": "get"}), "tool.invalid-input", "needs a key"),
        (json!({"action": "forget"}), "tool.invalid-input", "either a key or a query"),
        (json!({"action": "forget", "key": "a", "query": "b"}), "tool.invalid-input", "either a key or a query"),
        (json!({"action": "get", "key": 7}), "tool.invalid-input", "integer"),
        (json!({"action": "get", "key": "rent"}), "memory.unknown", "\"rent\""),
        (json!({"action": "put", "key": "a:b", "value": 1}), "memory.name", "a:b"),
        (json!({"action": "put", "value": "x".repeat(200_000)}), "memory.too-much", "100000"),
    ] {
        let failure = said(&tool, "", input.clone()).unwrap_err();
        assert_eq!(failure.code, code, "{input}: {failure:?}");
        assert!(failure.message.contains(part), "{input}: {failure:?}");
    }
}

#[test]
fn keys_and_numbers_of_accounts_are_kept_out_unless_the_guard_is_switched_off() {
    let world = World::new(1);
    let tool = MemoryTool::new(world.env(), None);
    for secret in ["the card is 4111 1111 1111 1111", "IBAN DE89370400440532013000", "password: hunter2Hunter2"] {
        let failure = said(&tool, "", json!({"action": "put", "value": secret})).unwrap_err();
        assert_eq!(failure.code, "memory.guarded", "{secret}");
        assert!(failure.hint.unwrap().contains("guard"));
    }
    assert!(world.storage().dump().is_empty());
    // It stays on this device, so nothing is taken out.
    let anna = json!("Anna is anna@example.org, +49 30 1234567");
    assert_eq!(said(&tool, "", json!({"action": "put", "value": anna.clone()})).unwrap()["value"], anna);
    let all = MemoryTool::new(world.env(), None).unguarded();
    said(&all, "", json!({"action": "put", "key": "card", "value": "4111 1111 1111 1111"})).unwrap();
}

#[test]
fn each_agent_has_its_own_memory_and_none_has_the_persons() {
    let world = World::new(1);
    let team = Team::shipped(world.env()).unwrap();
    let agent = |value: Value| serde_json::from_value::<Agent>(value).unwrap();
    for name in [PERSON, "person/within"] {
        let error = team.add(agent(json!({"name": "sly", "memory": name}))).unwrap_err();
        assert_eq!(error.code(), "agent.name", "{error}");
    }
    team.add(agent(json!({"name": "blank"}))).unwrap();
    let tool = MemoryTool::new(world.env(), Some(team));
    said(&tool, "", json!({"action": "put", "key": "k", "value": "mine"})).unwrap();
    said(&tool, "agent:analyst", json!({"action": "put", "key": "k", "value": "the analyst's"})).unwrap();
    assert_eq!(said(&tool, "", json!({"action": "get", "key": "k"})).unwrap(), "mine");
    assert_eq!(said(&tool, "agent:coder", json!({"action": "get", "key": "k"})).unwrap_err().code, "memory.unknown");
    for caller in ["agent:blank", "agent:nobody", "run:gone", "fetch"] {
        let failure = said(&tool, caller, json!({"action": "search"})).unwrap_err();
        assert_eq!(failure.code, "memory.none", "{caller}");
    }
    assert_eq!(namespaces(&world.env()).unwrap(), ["analyst", "person"]);
}

#[test]
fn what_an_agent_keeps_in_one_run_it_recalls_in_another() {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let plan = |goal: &str| team.plan(goal, &Policy::default()).unwrap();
    let goal = "find what my notes say about heating costs and keep it as heating costs, total them by month";
    let kept = start(&runtime, "first", plan(goal));
    assert_eq!(kept.status, RunStatus::Completed, "{:#?}", kept.error);
    assert_eq!(namespaces(&world.env()).unwrap(), ["researcher"]);
    let again = start(&runtime, "second", plan("recall heating costs, total them by month"));
    assert_eq!(again.result.unwrap()["total"], kept.result.unwrap()["total"]);
    let unknown = start(&runtime, "third", plan("recall the weather"));
    assert_eq!(unknown.error.unwrap().code, "memory.unknown");

    // Also a run within the agent's is the agent's; what the person's own run puts is the person's.
    let put = json!({"stepNumber": 1, "toolName": "memory", "toolInput": {"action": "put", "key": "deep", "value": 1}});
    let inner = json!({"schemaVersion": 2, "goal": "inner", "steps": [put.clone()]});
    let outer =
        json!({"schemaVersion": 2, "goal": "outer", "steps": [{"stepNumber": 1, "kind": "plan", "plan": inner}]});
    let by_agent = json!({"stepNumber": 1, "toolName": "agent:researcher", "toolInput": {"plan": outer.clone()}});
    for (run_id, step) in [("deep", by_agent), ("own", outer["steps"][0].clone())] {
        let plan = serde_json::from_value(json!({"schemaVersion": 2, "goal": "", "steps": [step]})).unwrap();
        let run = start(&runtime, run_id, plan);
        assert_eq!(run.status, RunStatus::Completed, "{run_id}: {:#?}", run.error);
    }
    let researcher = team.memory("researcher", None).unwrap().unwrap();
    assert_eq!(researcher.get("deep").unwrap(), Some(json!(1)));
    assert_eq!(namespaces(&world.env()).unwrap(), ["person", "researcher"]);
}
