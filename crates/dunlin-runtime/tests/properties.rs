//! What holds for any plan: a replay gives the live record, every linearisation ends in the same place, and the same seed
//! gives the same journal byte for byte.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::Page;
use dunlin_plan::{OnFailure, Plan, RunWhen, StepKind, graph::Graph, input};
use dunlin_runtime::{
    ApprovalAnswer, Jitter, Policy, RetryPolicy, RunState, RunStatus, StartOptions, StepStatus, replay,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const STEPS: [&str; 24] = [
    r#"put {"text":"a"}"#,
    r#"put {"text":"b"}"#,
    r#"sum {"of":[1,2]}"#,
    "look",
    r#"flaky {"times":1,"text":"f"}"#,
    r#"slow {"ms":30}"#,
    r#"wait {"ms":40}"#,
    r#"wipe {"text":"w"}"#,
    r#"decision {"left":1,"operator":"<","right":2}"#,
    r#"decision {"left":1,"operator":">","right":2}"#,
    r#"notify {"title":"t"}"#,
    "fail",
    r#"{"kind":"map","toolInput":{"over":["x","y","z"]},"body":[{"stepNumber":1,"toolName":"put","toolInput":{"text":{"$from":{"step":0,"pointer":"/item"}}}}]}"#,
    r#"{"kind":"map","toolInput":{"over":[1,2],"maxParallel":1},"body":[
        {"stepNumber":1,"toolName":"wipe","toolInput":{"text":"inner"}},
        {"stepNumber":2,"kind":"wait","toolInput":{"ms":20},"dependsOn":[1]}]}"#,
    r#"{"kind":"map","toolInput":{"over":[[1],[2,3]]},"body":[
        {"stepNumber":1,"kind":"map","toolInput":{"over":{"$from":{"step":0,"pointer":"/item"}}},"body":[{"stepNumber":1,"toolName":"slow","toolInput":{"ms":7}}]}]}"#,
    r#"{"kind":"map","toolInput":{"over":[]},"body":[{"stepNumber":1,"toolName":"fail","toolInput":{}}]}"#,
    r#"{"kind":"ask","toolInput":{"question":"How much?","schema":{"type":"integer"}}}"#,
    r#"{"kind":"signal","toolInput":{"name":"paid"}}"#,
    r#"{"kind":"wait","toolInput":{"ms":259200000}}"#,
    r#"{"kind":"plan","toolInput":{},"plan":{"schemaVersion":1,"goal":"child","steps":[
        {"stepNumber":1,"toolName":"put","toolInput":{"text":"of the child"}},
        {"stepNumber":2,"toolName":"wipe","toolInput":{"text":"also"},"dependsOn":[1]}]}}"#,
    r#"{"kind":"plan","toolInput":{},"plan":{"schemaVersion":2,"goal":"child","steps":[
        {"stepNumber":1,"kind":"signal","toolInput":{"name":"go"}},{"stepNumber":2,"toolName":"fail","toolInput":{},"dependsOn":[1]}]}}"#,
    r#"{"toolName":"hang","toolInput":{},"timeoutMs":30,"retry":{"maxAttempts":2,"initialIntervalMs":5}}"#,
    r#"{"toolName":"put","toolInput":{"text":"room"},"undo":{"toolName":"put","toolInput":{"text":"no room"}}}"#,
    r#"{"toolName":"put","toolInput":{"text":"seat"},"undo":{"toolName":"fail","toolInput":{}}}"#,
];

/// Any plan of those steps: each depends on some before it, and may take a value from one. In a plan of version 2 a step may
/// join, handle or end what it depends on, and the plan may take back what was done.
fn any_plan() -> impl Strategy<Value = Plan> {
    let step = (0..STEPS.len(), any::<u8>(), any::<u8>());
    (proptest::collection::vec(step, 1..9), any::<bool>()).prop_map(|(steps, undoes)| {
        let mut plan = common::plan(&steps.iter().map(|(kind, ..)| STEPS[*kind]).collect::<Vec<_>>());
        if undoes && plan.schema_version == 2 {
            plan.on_failure = OnFailure::Undo;
        }
        for (at, (_, after, from)) in steps.iter().enumerate().skip(1) {
            let earlier = |pick: u8| u32::from(pick) % at as u32 + 1;
            if after % 3 == 0 {
                plan.steps[at].depends_on.push(earlier(after / 3));
                if plan.schema_version == 2 {
                    plan.steps[at].run_when = match from % 6 {
                        1 => RunWhen::AnyFailed,
                        2 => RunWhen::AnySucceeded,
                        3 => RunWhen::AllDone,
                        _ => RunWhen::AllSucceeded,
                    };
                }
            }
            if from % 4 == 0 && plan.steps[at].tool_name == "put" {
                let reference = input::from_step(earlier(from / 4), "/status");
                plan.steps[at].tool_input = json!({"text": input::concat(vec![json!("s:"), reference])});
            }
        }
        plan
    })
}

fn any_policy() -> impl Strategy<Value = Policy> {
    (1u32..5, 1u32..12, 1u32..14, 20u64..4000, 0..3).prop_map(
        |(max_parallel, max_steps, max_tool_calls, time, jitter)| {
            let jitter = [Jitter::None, Jitter::Full, Jitter::Equal][jitter as usize];
            Policy {
                max_parallel,
                max_steps,
                max_tool_calls,
                time_budget_ms: time,
                retry: RetryPolicy { jitter, ..RetryPolicy::default() },
                ..Policy::default()
            }
        },
    )
}

/// Gives a run, or one that a step of it is, what it waits for from outside: approvals are granted, edited and rejected by turns.
fn given(page: &Page, run_id: &str, answers: &mut u32) -> bool {
    let handle = page.runtime.resume(run_id).unwrap();
    let record = handle.record();
    let mut steps = record.execution_log.iter().chain(&record.inner_log);
    if let Some(question) = steps.find_map(|step| step.approval.clone()) {
        *answers += 1;
        let answer = match *answers % 3 {
            0 => ApprovalAnswer::Reject { feedback: None },
            1 => ApprovalAnswer::Approve,
            _ => ApprovalAnswer::Edit { input: json!({"text": "edited"}) },
        };
        handle.approve(&question.approval_id, answer).unwrap();
        return true;
    }
    common::answer(&handle, &record)
        || record.plan.iter().flat_map(|plan| &plan.steps).zip(&record.execution_log).any(|(step, log)| {
            let goes_on = step.kind == StepKind::Plan && log.status == StepStatus::Running;
            goes_on && given(page, &format!("{run_id}-{}", step.step_number), answers)
        })
}

/// Runs a plan on a fresh page, answering questions by turns; gives the page and whether the run was left waiting.
fn carried_out(plan: &Plan, policy: &Policy, seed: u64) -> Page {
    let page = Page::new(seed);
    let options = StartOptions {
        policy: policy.clone(),
        run_id: Some("run-1".into()),
        seed: Some(seed),
        ..StartOptions::default()
    };
    let handle = page.runtime.start(plan.clone(), options).unwrap();
    let mut answers = 0;
    while page.world.run_until_stalled(handle.drive()).is_none() {
        assert_eq!(handle.record_text(), serde_json::to_string(&handle.record()).unwrap());
        assert!(given(&page, "run-1", &mut answers), "{:#?}", handle.record());
    }
    page
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_replay_gives_the_live_record(plan in any_plan(), policy in any_policy(), seed in 0u64..1000) {
        let page = carried_out(&plan, &policy, seed);
        let live = page.runtime.get("run-1").unwrap();
        prop_assert!(live.status.is_final());
        // The record that is written by hand is the one that is derived, at the end and in the middle.
        prop_assert_eq!(page.runtime.resume("run-1").unwrap().record_text(), serde_json::to_string(&live).unwrap());
        let again = page.reloaded();
        prop_assert_eq!(again.runtime.resume("run-1").unwrap().record_text(), serde_json::to_string(&live).unwrap());
        let journal = page.runtime.journal("run-1").unwrap();
        match replay(&journal) {
            Ok(replayed) => prop_assert_eq!(&replayed, &live),
            Err(divergence) => prop_assert!(false, "{}", divergence),
        }
        // The same through JSON, as it is stored and exported.
        let text = serde_json::to_string(&journal).unwrap();
        let again: dunlin_runtime::Journal = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&again, &journal);
        // Every prefix is a state that can be shown.
        let mut state = RunState::new();
        for event in &journal.events {
            state.apply(event).unwrap();
            prop_assert!(state.record().is_some());
        }
        // No budget is overrun but by what takes back and what is always done at the end.
        let undone = live.execution_log.iter().chain(&live.inner_log).filter(|step| step.undo.is_some()).count() as u32;
        let closing = plan.steps.iter().filter(|step| step.run_when == RunWhen::AllDone);
        let closing: u32 = closing.map(|step| 1 + step.body.len() as u32 * 9).sum();
        prop_assert!(live.usage.steps <= policy.max_steps + undone + closing);
        let tries = policy.retry.max_attempts * (undone + closing);
        prop_assert!(live.usage.tool_calls <= policy.max_tool_calls + tries);
        // The same once more is the same byte for byte.
        let twin = carried_out(&plan, &policy, seed);
        prop_assert_eq!(serde_json::to_string(&twin.runtime.journal("run-1").unwrap()).unwrap(), text);
    }

    #[test]
    fn a_changed_journal_is_found_out(plan in any_plan(), seed in 0u64..1000, pick in any::<usize>()) {
        let page = carried_out(&plan, &Policy::default(), seed);
        let mut journal = page.runtime.journal("run-1").unwrap();
        let at = 1 + pick % (journal.events.len() - 1);
        journal.events.remove(at);
        prop_assert_eq!(replay(&journal).map_err(|divergence| divergence.seq).err(), (at < journal.events.len()).then_some(at as u64 + 2));
    }
}

/// All orders of a plan's steps that its graph allows, as lists of numbers.
fn linearisations(graph: &Graph) -> Vec<Vec<u32>> {
    fn extend(graph: &Graph, done: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
        if done.len() == graph.len() {
            found.push(done.clone());
        }
        for next in 1..=graph.len() as u32 {
            if !done.contains(&next) && graph.dependencies(next).iter().all(|before| done.contains(before)) {
                done.push(next);
                extend(graph, done, found);
                done.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(graph, &mut Vec::new(), &mut found);
    found
}

/// The plan with its steps in that order, renumbered, every dependency written out.
fn in_order(plan: &Plan, graph: &Graph, order: &[u32]) -> Plan {
    let number = |old: u32| order.iter().position(|step| *step == old).unwrap() as u32 + 1;
    let mut steps = Vec::new();
    for old in order {
        let mut step = plan.steps[*old as usize - 1].clone();
        step.step_number = number(*old);
        step.depends_on = graph.dependencies(*old).into_iter().map(number).collect();
        renumber(&mut step.tool_input, &number);
        steps.push(step);
    }
    Plan { steps, ..plan.clone() }
}

fn renumber(value: &mut Value, number: &dyn Fn(u32) -> u32) {
    match value {
        Value::Object(map) => {
            if let Some(from) = map.get_mut("$from") {
                from["step"] = json!(number(from["step"].as_u64().unwrap() as u32));
            } else {
                map.values_mut().for_each(|value| renumber(value, number));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|value| renumber(value, number)),
        _ => {}
    }
}

#[test]
fn every_linearisation_ends_in_the_same_place() {
    let plans: [&[&str]; 4] = [
        &[r#"put {"text":"a"}"#, r#"sum {"of":[1,2]}"#, "look", r#"put {"text":"b"}"#, r#"sum {"of":[3]}"#, "look"],
        &[
            r#"sum {"of":[1]}"#,
            r#"put {"text":{"$concat":["n",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
            r#"sum {"of":[2]}"#,
            r#"put {"text":{"$concat":["m",{"$from":{"step":3,"pointer":"/output"}}]}}"#,
            "look",
        ],
        &[r#"sum {"of":[1]}"#, r#"sum {"of":[2]}"#, r#"sum {"of":[3]}"#, r#"sum {"of":[4]}"#, r#"put {"text":"x"}"#],
        &[
            r#"decision {"left":1,"operator":">","right":2}"#,
            r#"put {"text":"no"} after 1"#,
            r#"put {"text":"yes"}"#,
            "look",
            r#"sum {"of":[5]}"#,
        ],
    ];
    for steps in plans {
        let page = Page::new(1);
        let registry = page.runtime.registry();
        let specs = registry.specs();
        let plan = common::plan(steps);
        let graph = Graph::of(&plan, specs);
        let orders = linearisations(&graph);
        assert!(orders.len() > 2, "{steps:?}");
        let mut ends = Vec::new();
        for order in &orders {
            for max_parallel in [1, 4] {
                let page = Page::new(1);
                let policy = Policy { max_parallel, ..Policy::default() };
                let options = StartOptions { policy, run_id: None, seed: Some(1), ..StartOptions::default() };
                let handle = page.runtime.start(in_order(&plan, &graph, order), options).unwrap();
                let run = page.world.block_on(handle.drive());
                assert_eq!(run.status, RunStatus::Completed);
                let mut outputs: Vec<(u32, Value)> = Vec::new();
                for (step, old) in run.execution_log.iter().zip(order) {
                    outputs.push((*old, step.output.clone().unwrap_or_default()));
                }
                outputs.sort_by_key(|(old, _)| *old);
                ends.push((page.effects.texts(), outputs));
            }
        }
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{steps:?}: {ends:?}");
    }
}
