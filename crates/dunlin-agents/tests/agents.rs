//! Agents: who may do what, how a goal finds who does it, and what the journal says of it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{cell::Cell, rc::Rc};

use common::{GOAL, block_on, office};
use dunlin_agents::agents::{Agent, Team, Trace};
use dunlin_base::{LocalFuture, testing::World};
use dunlin_plan::{Annotations, Plan, ToolSpec};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, Policy, Registry, Run, RunStatus, Runtime, RuntimeOptions, StartOptions, Tool,
    ToolCall, ToolFailure, ToolOutput, replay,
};
use dunlin_tools::{Document, Documents};
use serde_json::{Value, json};

fn start(runtime: &Runtime, plan: Plan, policy: Policy) -> Run {
    let options = StartOptions { policy, run_id: Some("root".into()), ..StartOptions::default() };
    block_on(runtime.start(plan, options).unwrap().drive())
}

fn plan(steps: &Value) -> Plan {
    serde_json::from_value(json!({"schemaVersion": 2, "goal": "", "steps": steps})).unwrap()
}

fn agent(value: Value) -> Agent {
    serde_json::from_value(value).unwrap()
}

#[test]
fn four_agents_find_total_draw_and_check_without_a_model() {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let plan = team.plan(GOAL, &Policy::default()).unwrap();
    assert_eq!(plan, team.plan(GOAL, &Policy::default()).unwrap());
    let run = start(&runtime, plan, Policy::default());
    assert_eq!(run.status, RunStatus::Completed, "{:#?}", run.error);
    let result = run.result.unwrap();
    assert_eq!(
        result["total"]["totals"],
        json!([
            {"period": "2026-01", "total": 142.3, "entries": 1},
            {"period": "2026-02", "total": 138.9, "entries": 1},
            {"period": "2026-03", "total": 110.0, "entries": 2},
        ])
    );
    let found: Vec<&str> = result["find"].as_array().unwrap().iter().map(|hit| hit["id"].as_str().unwrap()).collect();
    assert!(found.len() == 2 && found.contains(&"n1") && found.contains(&"n2"), "{found:?}");
    assert_eq!(result["draw"]["title"], "total by period");
    assert!(result["draw"]["svg"].as_str().unwrap().contains("2026-03"));
    assert_eq!(result["check"]["passed"], true);
    assert_eq!(result["check"]["checks"].as_array().unwrap().len(), 7);

    // One tree of journals: each agent's run below the step that handed the work over, each with its own journal.
    let tree = Trace::of(&runtime, "root").unwrap();
    let below: Vec<(&str, &str, usize)> = tree
        .steps
        .iter()
        .map(|step| {
            let below = step.below.as_ref().unwrap();
            (below.agent.as_deref().unwrap(), below.goal.as_str(), below.steps.len())
        })
        .collect();
    assert_eq!(
        below,
        [
            ("researcher", "find texts", 1),
            ("analyst", "total amounts", 3),
            ("coder", "draw a chart", 2),
            ("reviewer", "check the work", 1)
        ]
    );
    let sql = &tree.steps[1].below.as_ref().unwrap().steps[1];
    assert_eq!(sql.thought, "amounts of the same period are added up");
    assert_eq!((&sql.action["tool"], sql.observation["output"].as_array().unwrap().len()), (&json!("sql"), 3));
    assert_eq!((tree.usage.steps, tree.usage.tool_calls), (11, 11));
    for run_id in ["root", "root-1", "root-2", "root-3", "root-4"] {
        replay(&runtime.journal(run_id).unwrap()).unwrap_or_else(|divergence| panic!("{run_id}: {divergence}"));
    }
}

#[test]
fn where_nothing_is_found_the_totals_are_none() {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let goal = team.plan("find what my notes say about xyzzy, total them by month", &Policy::default()).unwrap();
    let run = start(&runtime, goal, Policy::default());
    assert_eq!(run.status, RunStatus::Completed, "{:#?}", run.error);
    let nothing = json!({"rows": [], "totals": [], "sum": {"total": 0, "entries": 0}});
    assert_eq!(run.result, Some(json!({"find": [], "total": nothing})));
}

/// Notes that say what they cost in many ways.
struct Bills(&'static [(&'static str, &'static str)]);

impl Documents for Bills {
    fn parts(&self) -> Vec<(String, u64)> {
        vec![("all".into(), 0)]
    }

    fn each(&self, _part: &str, see: &mut dyn FnMut(Document)) {
        for (at, (title, text)) in self.0.iter().enumerate() {
            see(Document { id: at.to_string(), kind: "note".into(), title: (*title).into(), text: (*text).into() });
        }
    }
}

#[test]
fn what_something_costs_is_looked_for_by_its_name() {
    let (team, _) = office(&World::new(1).env());
    for goal in
        ["chart the tea costs in my notes", "add up the tea expenses in my notes", "draw a graph of tea from my notes"]
    {
        let plan = team.plan(goal, &Policy::default()).unwrap();
        assert_eq!(plan.steps[0].tool_input["with"], json!({"query": "tea", "source": "note"}), "{goal}");
    }
}

#[test]
fn the_examples_of_all_skills_are_requests_for_them() {
    let (team, _) = office(&World::new(1).env());
    for agent in team.agents() {
        for skill in &agent.skills {
            let goal = format!("find what my notes say about tea, {}", skill.example);
            let plan = team.plan(&goal, &Policy::default()).unwrap_or_else(|refused| panic!("{refused}"));
            let last = plan.steps.last().unwrap();
            assert_eq!(
                (&last.tool_name, &last.tool_input["skill"]),
                (&format!("agent:{}", agent.name), &json!(skill.name))
            );
        }
    }
}

#[test]
fn amounts_are_found_as_people_write_them_and_none_is_left_out_of_the_sum() {
    let cases: [(&[(&str, &str)], Value); 4] = [
        (
            &[("Tea", "Tea, March 2026: 12 euros and €1,300.5"), ("Tea 2026", "tea on 2026-02-11: 3,50 EUR (19% tax)")],
            json!({"totals": [["2026-02", 3.5], ["2026-03", 1312.5]], "sum": 1316}),
        ),
        // Without a year the month stands alone, and without a month the amount does.
        (
            &[("Tea, May", "tea was $4"), ("Tea", "tea: 2.25, version 1.20.3, 7 cups, 03.12.2025")],
            json!({"totals": [["undated", 2.25], ["May", 4]], "sum": 6.25}),
        ),
        (&[("Tea", "tea 1-2 times, 5 or 6")], json!({"totals": [], "sum": 0})),
        (&[("Tea", "tea 5 euros, later tea $5")], json!("EUR and USD")),
    ];
    for (notes, expected) in cases {
        let world = World::new(1);
        let (team, runtime) = common::office_of(&world.env(), Rc::new(Bills(notes)));
        let run = start(
            &runtime,
            team.plan("total what my notes say about tea", &Policy::default()).unwrap(),
            Policy::default(),
        );
        if let Some(why) = expected.as_str() {
            assert!(format!("{:?}", run.error).contains(why), "{:?}", run.error);
            continue;
        }
        let total = &run.result.unwrap()["total"];
        let pairs = total["totals"].as_array().unwrap().iter();
        let pairs: Vec<Value> = pairs.map(|row| json!([row["period"], row["total"]])).collect();
        let number = |value: &Value| value.as_f64().unwrap();
        assert_eq!(json!(pairs).to_string().replace(".0]", "]"), expected["totals"].to_string(), "{notes:?}");
        assert!((number(&total["sum"]["total"]) - number(&expected["sum"])).abs() < 1e-9, "{total}");
    }
}

#[test]
fn a_goal_is_cut_where_agents_understand_the_pieces() {
    let world = World::new(1);
    let (team, _) = office(&world.env());
    for (goal, agents) in [
        ("Find what my notes say about heating and cooling costs.", &["researcher"][..]),
        ("look up my todos about rent, and then sum them up by year", &["researcher", "analyst"]),
        ("look up my todos about rent, and then sum up them by year", &["researcher", "analyst"]),
        // What was found is totalled before it is drawn.
        (
            "search for notes about cats and dogs and draw it; verify everything",
            &["researcher", "analyst", "coder", "reviewer"],
        ),
        (
            "find what my notes say about tea then total it by month then plot a line chart of it",
            &["researcher", "analyst", "coder"],
        ),
        // What a request is about may be said in it.
        ("total what my notes say about tea", &["researcher", "analyst"]),
        ("how much did I spend on tea according to my notes?", &["researcher", "analyst"]),
        ("show me the total of the tea costs in my notes per year", &["researcher", "analyst"]),
        ("draw a pie chart of my notes about tea by month", &["researcher", "analyst", "coder"]),
        (
            "draw a graph of the tea costs in my notes and check that it is right",
            &["researcher", "analyst", "coder", "reviewer"],
        ),
        ("what do my notes say about tea? Add it up, put it in a chart", &["researcher", "analyst", "coder"]),
        ("find tea in my notes, work out the total, check everything", &["researcher", "analyst", "reviewer"]),
        ("show me the notes on tea", &["researcher"]),
        // One may be asked by name, and does only what it can.
        ("ask the researcher to find my notes on tea, then have the analyst add them up", &["researcher", "analyst"]),
        ("tell the coder to find my notes on tea", &[]),
        // Its name alone asks for nothing, and what nobody finds cannot be drawn.
        ("the tea costs in my notes", &[]),
        ("take milk off my todos", &[]),
        ("draw a chart of my cat", &[]),
        ("draw a horse", &[]),
    ] {
        let found = team.plan(goal, &Policy::default());
        let tools: Vec<String> = found
            .map(|plan| plan.steps.into_iter().map(|step| step.tool_name.replace("agent:", "")).collect())
            .unwrap_or_default();
        assert_eq!(tools, agents, "{goal}");
    }
    for (goal, clause, why) in [
        ("find what my notes say about tea and then brew some", "brew some", "no agent"),
        ("find what my notes say about tea; brew some, total them by month", "brew some", "no agent"),
        // What begins as a request does is one, and no part of what was to be found.
        ("find what my notes say about tea and total the lot", "total the lot", "no agent"),
        ("find what my notes say about tea and draw a horse", "draw a horse", "no agent"),
        ("total them by month", "total them by month", "nothing stands before it"),
        ("", "", "no agent"),
        ("dance, find what my notes say about tea", "dance", "no agent"),
    ] {
        let refused = team.plan(goal, &Policy::default()).unwrap_err();
        assert_eq!(refused.clause, clause, "{goal}");
        assert!(refused.why.contains(why) && refused.hint.contains("say such as"), "{refused}");
    }
    let policy = Policy { allowed_tools: Some(vec!["agent:researcher".into(), "search".into()]), ..Policy::default() };
    assert_eq!(team.plan(GOAL, &policy).unwrap_err().clause, "total them by month");
}

#[test]
fn an_agent_may_do_less_than_its_parent_and_never_more() {
    let world = World::new(1);
    let team = Team::shipped(world.env()).unwrap();
    let search = json!([{"stepNumber": 1, "toolName": "search", "toolInput": {"query": "x"}}]);
    team.add(agent(json!({"name": "strict", "limits": {"approval": "always", "tokenBudget": 1000}}))).unwrap();
    let skill = |tool: &str| json!([{"name": "s", "inputSchema": {"type": "object"}, "plan": {"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "toolName": tool, "toolInput": {}}]}}]);
    for (value, wider) in [
        (json!({"name": "a", "parent": "researcher", "tools": ["search", "code"]}), "the tool code"),
        (json!({"name": "a", "parent": "researcher", "limits": {"maxSteps": 11}}), "maxsteps 11, where 10"),
        (json!({"name": "a", "parent": "researcher", "limits": {"maxToolCalls": 21}}), "maxtoolcalls 21"),
        (json!({"name": "a", "parent": "strict", "limits": {"tokenBudget": 2_000_000}}), "tokenbudget"),
        (json!({"name": "a", "parent": "strict", "limits": {"approval": "never"}}), "approval never"),
        (json!({"name": "a", "parent": "researcher", "memory": "analyst"}), "the memory"),
        (json!({"name": "a", "parent": "researcher", "skills": skill("fetch")}), "the tool fetch"),
        (json!({"name": "a", "tools": ["search"], "skills": skill("fetch")}), "the tool fetch"),
    ] {
        let error = team.add(agent(value.clone())).unwrap_err();
        assert_eq!(error.code(), "agent.widened", "{value}");
        assert!(error.to_string().to_lowercase().contains(wider), "{error}");
    }
    // Each is recorded, and outlives this page.
    let refusals = Team::new(world.restarted().env()).refusals();
    assert_eq!(refusals.len(), 8);
    assert_eq!((refusals[0].agent.as_str(), refusals[0].at > 0), ("a", true));
    assert!(refusals[0].what.contains("the tool code"));
    for (value, code) in [
        (json!({"name": "researcher"}), "agent.name"),
        (json!({"name": "Bad Name"}), "agent.name"),
        (json!({"name": "b", "parent": "nobody"}), "agent.unknown"),
        (json!({"name": "b", "memory": "a:b"}), "agent.name"),
        (
            json!({"name": "b", "skills": [{"name": "s", "inputSchema": {"type": "object"}, "phrases": ["{"], "plan": {"schemaVersion": 2, "goal": "", "steps": search}}]}),
            "agent.phrase",
        ),
    ] {
        assert_eq!(team.add(agent(value.clone())).unwrap_err().code(), code, "{value}");
    }
    assert_eq!(team.read(r#"[{"name": "c", "tols": []}]"#).unwrap_err().code(), "agent.data");
    // What is narrower is taken, and narrows further down the line.
    team.add(agent(json!({"name": "young", "parent": "researcher", "limits": {"maxSteps": 3, "approval": "always"}, "memory": "researcher/young"}))).unwrap();
    team.add(agent(json!({"name": "youngest", "parent": "young", "tools": []}))).unwrap();
    let limits = team.limits("youngest").unwrap();
    assert_eq!(
        (limits.allowed_tools, limits.max_steps, limits.max_tool_calls, limits.approval),
        (Some(vec![]), 3, 20, ApprovalMode::Always)
    );
    assert!(team.memory("youngest", None).unwrap().is_some());
}

#[test]
fn an_agent_goes_with_its_phrases_when_none_is_under_it() {
    let team = Team::new(World::new(1).env());
    let clerk = json!({"name": "clerk", "tools": ["sql"], "skills": [{"name": "weigh", "phrases": ["weigh my list"],
        "plan": {"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "toolName": "sql", "toolInput": {}}]}}]});
    team.add(agent(clerk.clone())).unwrap();
    team.add(agent(json!({"name": "trainee", "parent": "clerk"}))).unwrap();
    let stays = team.remove("clerk").unwrap_err();
    assert_eq!((stays.code(), stays.to_string().contains("trainee is under it")), ("agent.name", true));
    assert!(team.plan("weigh my list", &Policy::default()).is_ok());
    team.remove("trainee").unwrap();
    team.remove("clerk").unwrap();
    assert_eq!(team.remove("clerk").unwrap_err().code(), "agent.unknown");
    assert!(team.plan("weigh my list", &Policy::default()).is_err());
    team.add(agent(clerk)).unwrap();
    assert!(team.plan("weigh my list", &Policy::default()).is_ok());
}

#[test]
fn a_plan_that_would_do_more_is_refused_and_recorded_wherever_it_comes_from() {
    let policy = |tools: &[&str]| Policy {
        allowed_tools: Some(tools.iter().map(|tool| (*tool).to_owned()).collect()),
        ..Policy::default()
    };
    let sql = json!({"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "toolName": "sql", "toolInput": {"query": "SELECT 1"}}]});
    for (tool, input, policy) in [
        // More than the agent may.
        ("agent:researcher", json!({"plan": sql}), Policy::default()),
        // No more than the agent may, but more than the run that hands the work over.
        ("agent:analyst", json!({"plan": sql}), policy(&["agent:analyst", "code"])),
        (
            "agent:analyst",
            json!({"skill": "total", "with": {"texts": [], "by": "month"}}),
            policy(&["agent:analyst", "sql"]),
        ),
    ] {
        let world = World::new(1);
        let (team, runtime) = office(&world.env());
        let run = start(&runtime, plan(&json!([{"stepNumber": 1, "toolName": tool, "toolInput": input}])), policy);
        assert_eq!(
            (run.status, run.error.unwrap().code.as_str()),
            (RunStatus::Failed, "agent.widened"),
            "{tool} {input}"
        );
        assert!(runtime.get("root-1").is_none(), "nothing is begun");
        let refusals = team.refusals();
        assert_eq!((refusals.len(), refusals[0].run_id.as_str()), (1, "root"));
    }
}

#[test]
fn what_agents_use_counts_for_who_handed_the_work_over() {
    for (most, ends) in
        [(11, RunStatus::Completed), (10, RunStatus::Failed), (6, RunStatus::Failed), (4, RunStatus::Failed)]
    {
        let world = World::new(1);
        let (team, runtime) = office(&world.env());
        let goal = team.plan(GOAL, &Policy::default()).unwrap();
        let run = start(&runtime, goal, Policy { max_steps: most, ..Policy::default() });
        assert_eq!(run.status, ends, "{most}: {:?}", run.error);
        let used = Trace::of(&runtime, "root").unwrap().usage.steps;
        assert!(used <= most, "{used} of {most}");
        if ends == RunStatus::Failed {
            assert_eq!(run.error.unwrap().code, "run.budget-exceeded");
        }
    }
}

/// Counts how often it did its work.
struct Shred(ToolSpec, Rc<Cell<u32>>);

impl Shred {
    fn new(done: &Rc<Cell<u32>>) -> Self {
        let annotations = Annotations { destructive_hint: true, ..Annotations::default() };
        let spec = ToolSpec {
            name: "shred".into(),
            input_schema: json!({"type": "object"}),
            annotations,
            keyed: true,
            ..ToolSpec::default()
        };
        Self(spec, done.clone())
    }
}

impl Tool for Shred {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        self.1.set(self.1.get() + 1);
        Box::pin(std::future::ready(Ok(ToolOutput { output: json!("gone"), metadata: None })))
    }
}

/// A cleaner who hands over to a shredder.
fn cleaners(world: &World, done: &Rc<Cell<u32>>) -> (Team, Runtime) {
    let mut registry = Registry::new();
    registry.register(Rc::new(Shred::new(done))).unwrap();
    let runtime = Runtime::new(world.env(), registry, RuntimeOptions::default());
    let team = Team::new(world.env());
    let skill = |tool: &str, input: Value| json!([{"name": "clean", "inputSchema": {"type": "object"}, "plan": {"schemaVersion": 2, "goal": "clean", "steps": [{"stepNumber": 1, "toolName": tool, "toolInput": input}]}}]);
    team.add(agent(json!({"name": "shredder", "tools": ["shred"], "skills": skill("shred", json!({}))}))).unwrap();
    team.add(agent(json!({"name": "cleaner", "tools": ["agent:shredder", "shred"], "skills": skill("agent:shredder", json!({"skill": "clean"}))}))).unwrap();
    team.register(&runtime).unwrap();
    (team, runtime)
}

fn clean() -> Plan {
    plan(&json!([{"stepNumber": 1, "toolName": "agent:cleaner", "toolInput": {"skill": "clean"}}]))
}

#[test]
fn a_question_far_below_is_seen_at_the_top_and_its_answer_goes_down() {
    let (world, done) = (World::new(1), Rc::new(Cell::new(0)));
    let (_team, runtime) = cleaners(&world, &done);
    let options = StartOptions { run_id: Some("root".into()), ..StartOptions::default() };
    let handle = runtime.start(clean(), options).unwrap();
    let mut driving = handle.drive();
    // Nobody is hurried: whatever is timed has rung by then.
    assert!(world.run_until_stalled(&mut driving).is_none());
    let questions = Trace::of(&runtime, "root").unwrap().questions();
    assert_eq!(questions.len(), 1);
    let (run_id, step, approval_id) = &questions[0];
    assert_eq!((run_id.as_str(), *step, done.get()), ("root-1-1", 1, 0));
    runtime.resume(run_id).unwrap().approve(approval_id, ApprovalAnswer::Approve).unwrap();
    let run = world.block_on(driving);
    assert_eq!((run.status, done.get(), run.result), (RunStatus::Completed, 1, Some(json!("gone"))));
    assert!(Trace::of(&runtime, "root").unwrap().questions().is_empty());
}

#[test]
fn work_that_was_handed_over_goes_on_where_it_was_when_the_tab_died() {
    for dies_after in 0..40_u32 {
        let (world, done) = (World::new(1), Rc::new(Cell::new(0)));
        let (_team, runtime) = cleaners(&world, &done);
        let (dead, policy) = (Rc::new(Cell::new(false)), Policy { approval: ApprovalMode::Never, ..Policy::default() });
        let (flag, mut left) = (dead.clone(), dies_after);
        world.storage().gate_writes(move |_, _| {
            flag.set(flag.get() || left == 0);
            left = left.saturating_sub(1);
            !flag.get()
        });
        let options =
            || StartOptions { run_id: Some("root".into()), policy: policy.clone(), ..StartOptions::default() };
        let handle = runtime.start(clean(), options()).unwrap();
        if !dead.get() {
            let _ = world.run_while_alive(&dead, handle.drive());
        }
        drop((handle, runtime));
        let world = world.restarted();
        let (_team, runtime) = cleaners(&world, &done);
        let handle = runtime.resume("root").unwrap_or_else(|_| runtime.start(clean(), options()).unwrap());
        let run = world.block_on(handle.drive());
        assert_eq!(
            (run.status, run.result),
            (RunStatus::Completed, Some(json!("gone"))),
            "{dies_after}: {:?}",
            run.error
        );
        // Its tool honours the key, so a second call is the same effect; it is not called a third time.
        assert!((1..=2).contains(&done.get()), "{dies_after}: {}", done.get());
    }
}

#[test]
fn a_shipped_skill_costs_what_its_tools_say_and_an_agent_what_its_skill_does() {
    let world = World::new(1);
    let (team, runtime) = office(&world.env());
    let specs = runtime.registry().specs().to_vec();
    for agent in team.agents() {
        let own = team.spec(&agent.name, &specs).unwrap();
        for skill in &agent.skills {
            let mut whole = 0;
            for step in skill.plan.all_steps() {
                let spec = specs.iter().find(|spec| spec.name == step.tool_name).unwrap();
                let told = (step.estimated_cost_tier, step.estimated_duration_ms);
                let wanted = (spec.cost_tier(&step.tool_input), spec.stated_ms(&step.tool_input).unwrap());
                assert_eq!(told, wanted, "{}.{} {}", agent.name, skill.name, step.tool_name);
                whole += step.estimated_duration_ms;
            }
            assert_eq!(own.stated_ms(&json!({"skill": skill.name, "with": {}})), Some(whole), "{}", skill.name);
        }
        assert_eq!(own.stated_ms(&json!({"plan": {}})), None);
    }
}

#[test]
fn of_several_that_can_the_cheapest_is_chosen_and_told() {
    let world = World::new(1);
    let team = Team::new(world.env());
    let greeter = |name: &str, tool: &str, tier: u8| {
        agent(json!({"name": name, "tools": [tool], "skills": [{
            "name": "greet", "phrases": ["greet {whom}"],
            "inputSchema": {"type": "object", "properties": {"whom": {"type": "string"}}},
            "plan": {"schemaVersion": 2, "goal": "greet", "steps": [{"stepNumber": 1, "toolName": tool, "estimatedCostTier": tier}]},
        }]}))
    };
    team.add(greeter("dear", "fetch", 4)).unwrap();
    team.add(greeter("cheap", "code", 2)).unwrap();
    let plan = team.plan("greet Ann", &Policy::default()).unwrap();
    assert_eq!((plan.steps[0].tool_name.as_str(), plan.steps[0].estimated_cost_tier), ("agent:cheap", 2));
    assert!(
        plan.rationale.contains("cheap.greet (cost 2 of 5")
            && plan.rationale.contains("not dear.greet (cost 4 of 5")
            && plan.rationale.ends_with("if that fails, dear.greet does it."),
        "{}",
        plan.rationale
    );
    let fallback = &plan.steps[1];
    assert_eq!((fallback.tool_name.as_str(), fallback.instead_of, plan.steps.len()), ("agent:dear", Some(1), 2));
    assert_eq!(plan.total_estimated_duration_ms, plan.steps[0].estimated_duration_ms, "it is not counted on");
    // Where the policy forbids the cheapest, the next one does it.
    let policy = Policy {
        allowed_tools: Some(vec!["agent:cheap".into(), "agent:dear".into(), "fetch".into()]),
        ..Policy::default()
    };
    let plan = team.plan("greet Ann", &policy).unwrap();
    assert_eq!((plan.steps[0].tool_name.as_str(), plan.steps.len()), ("agent:dear", 1));
}

/// Answers with its name, or fails.
struct Teller(ToolSpec, bool, Rc<Cell<u32>>);

impl Tool for Teller {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        self.2.set(self.2.get() + 1);
        let given = if self.1 {
            Ok(ToolOutput { output: json!(self.0.name), metadata: None })
        } else {
            Err(ToolFailure::new("test.down", "it is down"))
        };
        Box::pin(std::future::ready(given))
    }
}

/// Two agents that can greet, of whom the cheaper one works or not and only reads or not; and one who frames what they gave.
fn greeters(world: &World, works: bool, reads: bool) -> (Team, Runtime, [Rc<Cell<u32>>; 2]) {
    let (mut registry, calls) = (Registry::new(), [Rc::default(), Rc::default()]);
    let annotations = Annotations { read_only_hint: reads, ..Annotations::default() };
    for (at, (name, works)) in [("near", works), ("far", true)].into_iter().enumerate() {
        let spec =
            ToolSpec { name: name.into(), input_schema: json!({"type": "object"}), annotations, ..ToolSpec::default() };
        registry.register(Rc::new(Teller(spec, works, Rc::clone(&calls[at])))).unwrap();
    }
    registry.register(Rc::new(dunlin_agents::judge::Judge::new())).unwrap();
    let runtime = Runtime::new(world.env(), registry, RuntimeOptions::default());
    let team = Team::new(world.env());
    for (name, tool, tier) in [("dear", "far", 4), ("cheap", "near", 2)] {
        team.add(agent(json!({"name": name, "tools": [tool], "skills": [{
            "name": "greet", "phrases": ["greet {whom}"],
            "inputSchema": {"type": "object", "properties": {"whom": {"type": "string"}}},
            "plan": {"schemaVersion": 2, "goal": "greet", "steps": [{"stepNumber": 1, "toolName": tool, "toolInput": {}, "estimatedCostTier": tier}]},
        }]})))
        .unwrap();
    }
    team.add(agent(json!({"name": "framer", "tools": [], "skills": [{
        "name": "frame", "phrases": ["frame {what}"], "takes": "what",
        "inputSchema": {"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]},
        "plan": {"schemaVersion": 2, "goal": "frame", "steps": [{"stepNumber": 1, "kind": "wait", "toolInput": {"ms": 1}}],
            "result": {"$concat": ["[", {"$from": {"step": 0, "pointer": "/what"}}, "]"]}},
    }]})))
    .unwrap();
    team.register(&runtime).unwrap();
    (team, runtime, calls)
}

#[test]
fn where_the_cheapest_fails_the_next_does_it_and_what_follows_takes_what_it_gave() {
    for (works, gives, called) in [(true, "near", [1, 0]), (false, "far", [1, 1])] {
        let world = World::new(1);
        let (team, runtime, calls) = greeters(&world, works, true);
        let plan = team.plan("greet Ann, then frame it", &Policy::default()).unwrap();
        assert_eq!(plan.steps.len(), 3);
        let options = StartOptions { run_id: Some("root".into()), ..StartOptions::default() };
        let run = world.block_on(runtime.start(plan, options).unwrap().drive());
        assert_eq!(run.status, RunStatus::Completed, "{:#?}", run.error);
        assert_eq!(run.result, Some(json!({"greet": gives, "frame": format!("[{gives}]")})));
        assert_eq!(calls.map(|calls| calls.get()), called);
        // It is told, and the journal follows from itself.
        assert_eq!(run.execution_log[0].handled_by, (!works).then_some(2));
        replay(&runtime.journal("root").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    }
}

#[test]
fn work_that_may_have_had_an_effect_is_not_handed_to_another_unasked() {
    let world = World::new(1);
    let (team, runtime, calls) = greeters(&world, false, false);
    let plan = team.plan("greet Ann", &Policy::default()).unwrap();
    let policy = Policy { approval: ApprovalMode::Never, ..Policy::default() };
    let options = StartOptions { policy, run_id: Some("root".into()), ..StartOptions::default() };
    let handle = runtime.start(plan, options).unwrap();
    assert!(world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(calls.each_ref().map(|calls| calls.get()), [1, 0]);
    let question = handle.record().execution_log[1].approval.clone().unwrap();
    handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    let run = world.block_on(handle.drive());
    assert_eq!((run.status, run.result), (RunStatus::Completed, Some(json!({"greet": "far"}))));
    assert_eq!(calls.map(|calls| calls.get()), [1, 1]);
}
