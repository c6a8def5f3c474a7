//! Tools of hosts that the same words ask for: where they say what a call costs, the cheapest does it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::rc::Rc;

use dunlin::{
    Annotations, Dunlin, Estimate, Filter, Options, Plan, PolicyChange, Run, RunOptions, RunStatus, RunWhen,
    StepStatus, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec,
};
use dunlin_base::{LocalFuture, testing::World};
use serde_json::json;

/// Gives its name and its input; the quick one fails where there is nothing to hear.
struct Player(ToolSpec);

impl Tool for Player {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (name, input) = (self.0.name.clone(), call.input);
        Box::pin(async move {
            if name == "quick" && input["music"] == "silence" {
                return Err(ToolFailure::new("player.nothing", "there is nothing to hear"));
            }
            Ok(ToolOutput { output: json!([name, input]), metadata: None })
        })
    }
}

struct Host {
    world: World,
    dunlin: Dunlin,
}

impl Host {
    fn new(policy: PolicyChange) -> Self {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options { policy, ..Options::default() });
        Self { world, dunlin }
    }

    fn add(&self, name: &str, ms: Option<u64>, gives: &str, phrase: &str) {
        let text = json!({"type": "string"});
        let schema = json!({"type": "object", "properties": {"music": text, "city": text}});
        let estimates = ms.map(|duration_ms| Estimate { when: None, duration_ms }).into_iter().collect();
        let annotations = Annotations { read_only_hint: true, ..Annotations::default() };
        let spec = ToolSpec { name: name.into(), input_schema: schema, estimates, annotations, ..ToolSpec::default() };
        self.dunlin.register_with_phrases(Rc::new(Player(spec)), json!([phrase]), Some(gives)).unwrap();
    }

    /// Three players, of which the second is the cheapest.
    fn with_players(policy: PolicyChange) -> Self {
        let host = Self::new(policy);
        for (name, ms) in [("slow", 90), ("quick", 5), ("fair", 40)] {
            host.add(name, Some(ms), "music", "play [some] {music}");
        }
        host
    }

    fn run(&self, goal: &str) -> Run {
        let run = self.dunlin.run(goal, RunOptions::default()).unwrap();
        self.world.block_on(run.drive())
    }
}

fn tools(plan: &Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| step.tool_name.as_str()).collect()
}

fn only(tools: &[&str]) -> PolicyChange {
    let tools = tools.iter().map(|name| (*name).to_owned()).collect();
    PolicyChange { allowed_tools: Some(tools), ..PolicyChange::default() }
}

#[test]
fn the_cheapest_is_planned_and_the_next_in_price_stands_in_for_it() {
    let host = Host::with_players(PolicyChange::default());
    let plan = host.dunlin.plan("play some jazz").unwrap();
    assert_eq!(tools(&plan), ["quick", "fair"]);
    let second = &plan.steps[1];
    assert_eq!((second.instead_of, second.run_when, &second.depends_on[..]), (Some(1), RunWhen::AnyFailed, &[1][..]));
    assert_eq!(second.tool_input, json!({"music": "jazz"}));
    assert_eq!(plan.total_estimated_duration_ms, 5, "what stands in is done only where the first fails");
    for told in [
        "as the cheapest: quick (cost 1 of 5, about 5 ms), not fair (cost 1 of 5, about 40 ms) or slow",
        "then if quick fails, fair (music “jazz”)",
    ] {
        assert!(plan.rationale.contains(told), "{}", plan.rationale);
    }
    assert_eq!(host.dunlin.plan("play some jazz").unwrap(), plan);

    let run = host.run("play some jazz");
    let played = json!(["quick", {"music": "jazz"}]);
    assert_eq!((run.status, &run.execution_log[0].output), (RunStatus::Completed, &Some(played)));
    assert_eq!(run.execution_log[1].status, StepStatus::Skipped);
    let run = host.run("play silence");
    assert_eq!((run.status, run.execution_log[0].handled_by), (RunStatus::Completed, Some(2)));
    assert_eq!(run.result, Some(json!(["fair", {"music": "silence"}])));
}

/// Two of the tools that reach further, with what their specifications say of their cost.
#[test]
fn what_is_nearer_is_looked_up_before_what_is_far() {
    let host = Host::new(PolicyChange::default());
    for text in
        [include_str!("../../dunlin-tools/specs/web_search.json"), include_str!("../../dunlin-tools/specs/search.json")]
    {
        let spec = ToolSpec::read_strictly(text).unwrap();
        host.dunlin.register_with_phrases(Rc::new(Player(spec)), json!(["look up {query}"]), Some("query")).unwrap();
    }
    let plan = host.dunlin.plan("look up heating").unwrap();
    assert_eq!((tools(&plan), plan.steps[1].instead_of), (vec!["search", "web_search"], Some(1)));
    let told: Vec<(u8, u64)> =
        plan.steps.iter().map(|step| (step.estimated_cost_tier, step.estimated_duration_ms)).collect();
    assert_eq!((told, plan.total_estimated_duration_ms), (vec![(1, 5), (1, 1000)], 5));
}

#[test]
fn it_composes_with_what_else_is_asked() {
    let host = Host::with_players(PolicyChange::default());
    // "it" is what was played, whichever plays it.
    let run = host.run("play jazz then add todo it");
    assert_eq!(run.status, RunStatus::Completed, "{run:#?}");
    assert_eq!(host.dunlin.todos().list(&Filter::all())[0].text, "jazz");
    // A handler is about the one that stands in, since that handles the first.
    let plan = host.dunlin.plan("play jazz, and if that fails, add todo buy records").unwrap();
    assert_eq!((plan.steps.len(), &plan.steps[2].depends_on[..]), (3, &[2][..]));
    let plan = host.dunlin.plan("calculate 2 + 3 then play it").unwrap();
    assert_eq!(plan.steps[2].tool_input, plan.steps[1].tool_input);
    assert_eq!(plan.steps[2].depends_on, [2]);
    // A limit on steps is about what is done.
    assert_eq!(tools(&host.dunlin.plan("play jazz, at most 1 step").unwrap()), ["quick", "fair"]);
    // What is put off is planned when it begins.
    assert_eq!(tools(&host.dunlin.plan("every friday at 9 play jazz").unwrap()), ["schedules"]);
}

#[test]
fn the_policy_says_who_may() {
    let host = Host::with_players(only(&["slow", "fair"]));
    assert_eq!(tools(&host.dunlin.plan("play jazz").unwrap()), ["fair", "slow"]);
    let plan = Host::with_players(only(&["slow"])).dunlin.plan("play jazz").unwrap();
    assert_eq!(tools(&plan), ["slow"]);
    assert!(plan.rationale.contains("the only one of several tools that the policy allows"), "{}", plan.rationale);
    // A run's own policy counts as well.
    let host = Host::with_players(PolicyChange::default());
    let options = RunOptions { policy: only(&["slow"]), ..RunOptions::default() };
    let run = host.dunlin.run("play jazz", options).unwrap();
    assert_eq!(host.world.block_on(run.drive()).result.unwrap()[0], "slow");
    let short = PolicyChange { time_budget_ms: Some(20), ..PolicyChange::default() };
    assert_eq!(tools(&Host::with_players(short).dunlin.plan("play jazz").unwrap()), ["quick"]);
}

#[test]
fn what_cost_does_not_decide_stays_a_question() {
    for [(one, gives, phrase), (two, also, other)] in [
        // One says nothing of its cost.
        [(Some(5), "music", "play {music}"), (None, "music", "play {music}")],
        // Both cost the same.
        [(Some(5), "music", "play {music}"), (Some(5), "music", "play {music}")],
        // The words would fill other slots.
        [(Some(5), "music", "play {music}"), (Some(9), "music", "play {city}")],
        // "it" would mean something else.
        [(Some(5), "music", "play {music}"), (Some(9), "city", "play {music}")],
    ] {
        let host = Host::new(PolicyChange::default());
        host.add("one", one, gives, phrase);
        host.add("two", two, also, other);
        let error = host.dunlin.plan("play jazz").unwrap_err();
        assert_eq!(error.code, "plan.ambiguous", "{one:?} {two:?} {phrase} {other}: {error:?}");
    }
    // Who is named is meant.
    let host = Host::with_players(PolicyChange::default());
    assert_eq!(tools(&host.dunlin.plan("play jazz (slow)").unwrap()), ["slow"]);
}
