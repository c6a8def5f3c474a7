//! What a run may hold is bounded, whatever its plan says and its tools give, and nothing that is stored is larger.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod echo;

use std::{future::ready, rc::Rc};

use dunlin::{
    Dunlin, Options, Plan, PlanStep, Run, RunOptions, RunStatus, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec,
};
use dunlin_base::{LocalFuture, Random, SeededRandom, testing::World};
use dunlin_plan::{
    bounds::{MAX_INPUT, MAX_OUTPUT, MAX_PLAN, MAX_REPEATED, MAX_RUN},
    input::{concat, from_step},
};
use serde_json::{Value, json};

use echo::Echo;

fn open(world: &World) -> Dunlin {
    let dunlin = Dunlin::open(world.env(), Options::default());
    let spec = ToolSpec { name: "echo".into(), keyed: true, ..ToolSpec::default() };
    dunlin.register_tool(Rc::new(Echo(spec))).unwrap();
    dunlin
}

fn plan(inputs: impl IntoIterator<Item = Value>) -> Plan {
    let step = |(tool_input, number): (Value, u32)| PlanStep {
        step_number: number,
        tool_name: "echo".into(),
        tool_input,
        ..PlanStep::default()
    };
    Plan {
        schema_version: 1,
        goal: "hand it on".into(),
        steps: inputs.into_iter().zip(1..).map(step).collect(),
        ..Plan::default()
    }
}

fn ran(plan: Plan) -> (World, Run) {
    let world = World::new(1);
    let dunlin = open(&world);
    let record = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
    (world, record)
}

/// What a run that ended holds of its steps, as JSON text.
fn held(run: &Run) -> usize {
    let size = |value: &Value| value.to_string().len();
    run.execution_log.iter().map(|step| size(&step.tool_input) + step.output.as_ref().map_or(0, size)).sum()
}

#[test]
fn a_plan_whose_inputs_double_fails_with_a_code_and_opens_again() {
    for pointer in ["/output", "/toolInput", "/toolInput/a"] {
        let double = |step| json!({"a": from_step(step, pointer), "b": [from_step(step, pointer), {"c": concat(vec![from_step(step, "")])}]});
        let inputs = std::iter::once(json!({"a": "xy"})).chain((1..40).map(double));
        let (world, record) = ran(plan(inputs));
        assert_eq!(record.status, RunStatus::Failed, "{pointer}");
        let code = record.error.as_ref().unwrap().code.clone();
        assert!(["run.input-too-large", "run.input-too-deep"].contains(&code.as_str()), "{pointer}: {code}");
        let again = open(&world.restarted());
        assert_eq!(again.run_record(&record.run_id).as_ref(), Some(&record), "{pointer}");
        assert!(again.report(&record.run_id).unwrap().markdown.contains(&code), "{pointer}");
    }
}

#[test]
fn an_output_that_is_too_large_is_a_failure_of_its_step() {
    let half = "x".repeat(MAX_PLAN / 3);
    let third = |step| json!({"a": from_step(step, "/output"), "b": from_step(step, "/output")});
    let (_, record) = ran(plan([json!(half), third(1), third(2)]));
    assert_eq!(record.error.unwrap().code, "run.input-too-large");
}

#[test]
fn what_a_run_holds_in_all_is_bounded() {
    let half = "x".repeat(MAX_INPUT / 2);
    let same = std::iter::repeat_n(from_step(1, "/output"), 40);
    let (_, record) = ran(plan(std::iter::once(json!(half)).chain(same)));
    assert_eq!(record.status, RunStatus::Failed);
    assert!(held(&record) <= MAX_PLAN + MAX_RUN + MAX_OUTPUT, "{}", held(&record));
}

/// Fails each time with long words, and says that another try may do.
struct Wordy(ToolSpec);

impl Tool for Wordy {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let words = "no ".repeat(10_000);
        let failure =
            ToolFailure { code: "wordy".repeat(1000), message: words.clone(), hint: Some(words), retryable: true };
        Box::pin(ready(Err(failure)))
    }
}

/// Runs a plan file that means harm under a policy that lets it, looks at what is kept of it, and opens it again.
fn harmless(plan: &Value, most_events: usize) -> Run {
    let world = World::new(1);
    let dunlin = open(&world);
    let spec = ToolSpec { name: "wordy".into(), keyed: true, ..ToolSpec::default() };
    dunlin.register_tool(Rc::new(Wordy(spec))).unwrap();
    let policy = json!({
        "maxSteps": 1_000_000, "maxToolCalls": 1_000_000, "timeBudgetMs": 1_000_000_000_000_u64, "maxParallel": 64,
    });
    let options = RunOptions { policy: serde_json::from_value(policy).unwrap(), ..RunOptions::default() };
    let plan = dunlin::read_plan(&plan.to_string()).unwrap();
    let record = world.block_on(dunlin.run(plan, options).unwrap().drive());
    assert!(record.status.is_final());
    let journal = dunlin.journal(&record.run_id).unwrap();
    assert!(journal.events.len() <= most_events, "{} events", journal.events.len());
    // Its frame, and what is kept of a failure however much the run holds.
    let most = MAX_PLAN + MAX_RUN + MAX_OUTPUT + most_events * 1000;
    let size = serde_json::to_string(&journal).unwrap().len();
    assert!(size <= most, "the journal takes {size}");
    let size = serde_json::to_string(&record).unwrap().len();
    assert!(size <= most + MAX_REPEATED, "the record takes {size}");
    assert_eq!(open(&world.restarted()).run_record(&record.run_id).as_ref(), Some(&record));
    record
}

/// A map over so many items whose body does one step, and another where that one failed.
fn handled(items: usize, step: &Value) -> Value {
    let mut first = step.clone();
    first["stepNumber"] = json!(1);
    let over: Vec<usize> = (0..items).collect();
    let second =
        json!({"stepNumber": 2, "kind": "wait", "toolInput": {"ms": 0}, "dependsOn": [1], "runWhen": "anyFailed"});
    let map = json!({"stepNumber": 1, "kind": "map", "toolInput": {"over": over}, "body": [first, second]});
    json!({"schemaVersion": 2, "goal": "harm", "steps": [map]})
}

/// A step that takes what is not there, by a pointer of that length.
fn lost(length: usize) -> Value {
    let pointer = format!("/item/{}", "x".repeat(length));
    json!({"toolName": "echo", "toolInput": {"a": {"$from": {"step": 0, "pointer": pointer}}}})
}

#[test]
fn a_body_that_says_too_much_for_its_items_is_not_begun() {
    let wide = json!({"toolName": "echo", "toolInput": {"a": "x".repeat(100_000)}});
    for step in [lost(100_000), wide] {
        let record = harmless(&handled(2000, &step), 10);
        assert_eq!((record.inner_log.len(), record.error.unwrap().code.as_str()), (0, "plan.invalid-map"));
    }
}

#[test]
fn tries_without_end_end() {
    let retry = json!({"maxAttempts": u32::MAX, "initialIntervalMs": 1, "backoffCoefficient": 1, "jitter": "none"});
    let step = |number: u32| json!({"stepNumber": number, "toolName": "wordy", "toolInput": {}, "retry": retry});
    let plan = json!({"schemaVersion": 2, "goal": "harm", "steps": [step(1), step(2), step(3)]});
    let record = harmless(&plan, 5000);
    assert_eq!(record.status, RunStatus::Failed);
}

#[test]
fn failures_of_many_items_are_told_in_few_words_once_there_are_too_many() {
    let wordy = json!({"toolName": "wordy", "toolInput": {}});
    let lost = lost(10_000);
    for step in [wordy, lost] {
        let record = harmless(&handled(2000, &step), 20_000);
        // Each item is taken care of, and there is no room left for what all of them gave.
        assert!(record.inner_log.iter().all(|step| step.handled_by.is_some() || step.success));
        assert_eq!((record.inner_log.len(), record.error.unwrap().code.as_str()), (4000, "tool.output-too-large"));
    }
}

#[test]
fn maps_of_maps_have_no_more_steps_than_a_run_may_have() {
    let over = |items: usize| (0..items).collect::<Vec<_>>();
    let wait = json!({"stepNumber": 1, "kind": "wait", "toolInput": {"ms": 86_400_000}});
    let inner = json!({"stepNumber": 1, "kind": "map", "toolInput": {"over": over(10_000)}, "body": [wait]});
    let outer = json!({"stepNumber": 1, "kind": "map", "toolInput": {"over": over(6)}, "body": [inner]});
    let record = harmless(&json!({"schemaVersion": 2, "goal": "harm", "steps": [outer]}), 120_000);
    assert_eq!((record.status, record.error.unwrap().code.as_str()), (RunStatus::Failed, "plan.invalid-map"));
}

/// The shortest steps there are, so a plan may hold the most of them.
#[test]
fn a_plan_of_waits_alone_ends_and_opens_again() {
    const COUNT: u32 = 4000;
    let wait = |number: u32| json!({"stepNumber": number, "kind": "wait", "toolInput": {"ms": 0}});
    let after =
        |number: u32| json!({"stepNumber": number, "kind": "wait", "toolInput": {"ms": 9}, "dependsOn": [number - 1]});
    let beside: Vec<Value> = (1..=COUNT).map(wait).collect();
    let chain: Vec<Value> = std::iter::once(wait(1)).chain((2..=COUNT).map(after)).collect();
    for steps in [beside, chain] {
        let record = harmless(&json!({"schemaVersion": 2, "goal": "harm", "steps": steps}), 5 * COUNT as usize);
        assert_eq!((record.status, record.execution_log.len()), (RunStatus::Completed, COUNT as usize));
    }
}

/// An input that takes values from some of the steps before.
fn input(random: &SeededRandom, step: u32, depth: u32) -> Value {
    let pick = random.next_u64();
    let before =
        || from_step(1 + (pick >> 8) as u32 % (step - 1), ["/output", "/toolInput", ""][(pick >> 40) as usize % 3]);
    let inner = || input(random, step, depth - 1);
    match pick % 8 {
        _ if depth == 0 || step == 1 => json!("\u{1}\"x".repeat(pick as usize % 20)),
        0..=2 => before(),
        3 => concat(vec![before(), json!("-"), inner(), before()]),
        4 | 5 => json!([inner(), before(), inner()]),
        _ => json!({"a": inner(), "b": before(), "\"c": inner()}),
    }
}

#[test]
fn no_plan_that_is_accepted_takes_more_than_the_bound() {
    for seed in 1..=4 {
        let random = SeededRandom::new(seed);
        let count = 5 + (random.next_u64() % 40) as u32;
        let plan = plan((1..=count).map(|step| input(&random, step, 3)));
        let world = World::new(seed);
        let dunlin = open(&world);
        assert!(dunlin.faults(&dunlin::write_plan(&plan)).is_empty(), "seed {seed}");
        let record = world.block_on(dunlin.run(plan, RunOptions::default()).unwrap().drive());
        assert!(record.status.is_final(), "seed {seed}");
        // The plan's own inputs stand in the log where they were never resolved.
        assert!(held(&record) <= MAX_PLAN + MAX_RUN, "seed {seed}: {}", held(&record));
        let journal = serde_json::to_string(&dunlin.journal(&record.run_id).unwrap()).unwrap();
        assert!(journal.len() <= 2 * MAX_PLAN + MAX_RUN, "seed {seed}: {}", journal.len());
        let report = dunlin.report(&record.run_id).unwrap();
        assert!(report.json.to_string().len() + report.markdown.len() <= 3 * (MAX_PLAN + MAX_RUN), "seed {seed}");
        assert_eq!(open(&world.restarted()).run_record(&record.run_id), Some(record), "seed {seed}");
    }
}

/// A step of any kind that ends by itself, within a plan, a body or a child, whose input takes what it can reach.
fn any_step(random: &SeededRandom, number: u32, inside: bool, depth: u32) -> Value {
    let pick = random.next_u64();
    let taken = serde_json::to_value(input(random, number, 2)).unwrap();
    let item = |pointer: &str| json!({"$from": {"step": 0, "pointer": pointer}});
    let mut step = match pick % 8 {
        0 | 1 if depth > 0 => {
            let over: Vec<Value> = (0..=(pick >> 8) % 6).map(|_| taken.clone()).collect();
            let body: Vec<Value> =
                (1..=1 + (pick >> 16) as u32 % 3).map(|at| any_step(random, at, true, depth - 1)).collect();
            json!({"kind": "map", "toolInput": {"over": over, "with": taken, "maxParallel": 1 + (pick >> 24) % 4}, "body": body})
        }
        2 if depth > 0 => {
            let steps: Vec<Value> =
                (1..=1 + (pick >> 16) as u32 % 4).map(|at| any_step(random, at, true, depth - 1)).collect();
            let result = [json!({"$from": {"step": 1, "pointer": "/output"}}), item("")];
            let result = json!({"a": result[0], "b": result[(pick >> 32) as usize % 2], "c": result[0]});
            json!({"kind": "plan", "toolInput": taken, "plan": {"schemaVersion": 2, "goal": "child", "steps": steps, "result": result}})
        }
        3 => json!({"kind": "notify", "toolInput": {"title": {"$concat": ["n", taken]}}}),
        4 => json!({"toolName": "wordy", "toolInput": {}, "retry": {"maxAttempts": 3, "initialIntervalMs": 1}}),
        _ if inside => json!({"toolName": "echo", "toolInput": [item(""), taken, item("")]}),
        _ => json!({"toolName": "echo", "toolInput": taken, "undo": {"toolName": "echo", "toolInput": item("")}}),
    };
    step["stepNumber"] = json!(number);
    if number > 1 {
        step["dependsOn"] = json!([number - 1]);
        step["runWhen"] = json!("allDone");
    }
    step
}

#[test]
fn no_plan_of_any_kind_of_step_takes_more_than_the_bound() {
    let (mut accepted, mut done) = (0, 0);
    for seed in 1..=30 {
        let random = SeededRandom::new(seed);
        let count = 2 + random.next_u64() as u32 % 8;
        let steps: Vec<Value> = (1..=count).map(|number| any_step(&random, number, false, 2)).collect();
        let plan = json!({"schemaVersion": 2, "goal": format!("seed {seed}"), "steps": steps, "onFailure": "undo"});
        let world = World::new(seed);
        let dunlin = open(&world);
        dunlin
            .register_tool(Rc::new(Wordy(ToolSpec { name: "wordy".into(), keyed: true, ..ToolSpec::default() })))
            .unwrap();
        if !dunlin.faults(&plan.to_string()).is_empty() {
            continue;
        }
        accepted += 1;
        let record = harmless(&plan, 20_000);
        done += record.execution_log.iter().chain(&record.inner_log).filter(|step| step.success).count();
    }
    assert!(accepted >= 15 && done >= 150, "{accepted} accepted, {done} steps done: the plans prove nothing");
}
