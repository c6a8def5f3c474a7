//! Every (state, event) pair of `testdata/runtime_table.toml`: allowed or refused, and a refusal changes nothing.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{collections::BTreeMap, rc::Rc};

use dunlin_base::{Random, SeededRandom};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, ApprovalReason, Budget, Command, Event, EventKind, Failure, Policy, RunCreated,
    RunError, RunState, SkipReason, decide,
};
use serde_json::json;

/// The events of the table; `step/2` is about step 2, all others about step 1, `#2` is about attempt 2.
const EVENTS: [&str; 28] = [
    "runCreated",
    "runStarted",
    "stepStarted#1",
    "stepStarted#2",
    "stepSucceeded#1",
    "stepSucceeded#2",
    "attemptFailed#1",
    "retryScheduled#2",
    "stepFailed",
    "stepSkipped",
    "stepCancelled",
    "approvalRequested",
    "approve",
    "approve another question",
    "runSuspended",
    "runResumed",
    "cancelRequested",
    "budgetSpent",
    "runRecovered",
    "timeSkipped",
    "lateResult#1",
    "planRevised",
    "signalReceived",
    "stepProgressed#1",
    "undoBegan",
    "runCompleted",
    "runFailed",
    "runCancelled",
];

fn kind(name: &str) -> EventKind {
    let (name, step) = name.split_once('/').map_or((name, 1), |(name, step)| (name, step.parse().unwrap()));
    let (name, attempt) = name.split_once('#').map_or((name, 1), |(name, number)| (name, number.parse().unwrap()));
    let plan = common::plan(&["noop", "noop after 1"]);
    let failure = Failure::new("test.fail", "it cannot be done");
    let answer = |id: &str, answer| EventKind::ApprovalAnswered { step, approval_id: id.into(), answer };
    let created = |plan| {
        EventKind::RunCreated(Rc::new(RunCreated {
            run_id: "run-1".into(),
            goal: "test".into(),
            plan,
            policy: Policy::default(),
            seed: 1,
            tools: Vec::new(),
            depth: 0,
            given: None,
            parent: None,
            unknown: serde_json::Map::new(),
        }))
    };
    match name {
        "runCreated" => created(Some(plan.into())),
        "runCreated without a plan" => created(None),
        "runStarted" => EventKind::RunStarted,
        "stepStarted" => EventKind::StepStarted { step, attempt, input: None },
        "stepSucceeded" => EventKind::StepSucceeded { step, attempt, output: Rc::new(json!(1)), metadata: None },
        "attemptFailed" => EventKind::AttemptFailed { step, attempt, failure },
        "retryScheduled" => EventKind::RetryScheduled { step, attempt, delay_ms: 5 },
        "stepFailed" => EventKind::StepFailed { step, failure },
        "stepSkipped" => EventKind::StepSkipped { step, reason: SkipReason::RunFailed, cause: Some(1) },
        "stepCancelled" => EventKind::StepCancelled { step },
        "approvalRequested" => EventKind::ApprovalRequested {
            step,
            approval_id: "q".into(),
            reason: ApprovalReason::Policy,
            input: None,
            holds: Vec::new(),
        },
        "approve" => answer("q", ApprovalAnswer::Approve),
        "reject" => answer("q", ApprovalAnswer::Reject { feedback: None }),
        "approve another question" => answer("p", ApprovalAnswer::Approve),
        "runSuspended" => EventKind::RunSuspended,
        "runResumed" => EventKind::RunResumed,
        "cancelRequested" => EventKind::CancelRequested { reason: None, ending: step > 1 },
        "budgetSpent" => EventKind::BudgetSpent { budget: Budget::Steps, limit: 1, spent: 1 },
        "runRecovered" => EventKind::RunRecovered,
        "timeSkipped" => EventKind::TimeSkipped { ms: 1 },
        "lateResult" => EventKind::LateResult { step, attempt, success: true },
        "planRevised" => {
            let mut plan = plan;
            plan.steps[1].tool_input = json!({"changed": true});
            EventKind::PlanRevised { plan: Box::new(plan), tools: Vec::new() }
        }
        "signalReceived" => {
            EventKind::SignalReceived { id: step.to_string(), name: "go".into(), data: Rc::new(json!(1)) }
        }
        "stepProgressed" => EventKind::StepProgressed { step, attempt, fraction: 0.5, words: "half".into() },
        "undoBegan" => EventKind::UndoBegan { steps: vec![step] },
        "runCompleted" => EventKind::RunCompleted,
        "runFailed" => EventKind::RunFailed {
            error: RunError { code: "test.fail".into(), message: "no".into(), hint: None, step_number: None },
        },
        "runCancelled" => EventKind::RunCancelled,
        other => panic!("no event is called {other:?}"),
    }
}

fn event(state: &RunState, name: &str) -> Event {
    Event { seq: state.seq() + 1, at: state.last_at() + 1, kind: kind(name) }
}

#[test]
fn every_pair_of_state_and_event_is_allowed_or_refused_as_listed() {
    let file: toml::Table = include_str!("../../../testdata/runtime_table.toml").parse().unwrap();
    let rows = file["state"].as_array().unwrap();
    let mut paths: BTreeMap<&str, RunState> = BTreeMap::new();
    let mut wrong = Vec::new();
    for row in rows {
        let name = row["name"].as_str().unwrap();
        let mut state = row.get("from").map_or_else(RunState::new, |from| paths[from.as_str().unwrap()].clone());
        for step in row["by"].as_array().unwrap() {
            let event = event(&state, step.as_str().unwrap());
            state.apply(&event).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        }
        let listed: Vec<&str> = row["allows"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert!(listed.iter().all(|name| EVENTS.contains(name)), "{name} lists an event that is not in the table");
        for candidate in EVENTS {
            let mut next = state.clone();
            let allowed = next.apply(&event(&state, candidate)).is_ok();
            if !allowed {
                assert_eq!(
                    format!("{next:?}"),
                    format!("{state:?}"),
                    "{name}: the refused {candidate} changed something"
                );
            }
            if allowed != listed.contains(&candidate) {
                wrong.push(format!("{name}: {candidate} is {}", if allowed { "allowed" } else { "refused" }));
            }
        }
        paths.insert(name, state);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows.len() * EVENTS.len() > 500);
}

/// From any state that events can lead to, in whatever order they come: `decide` says something, what it decides can follow,
/// what cannot follow changes nothing, and the run can be shown.
#[test]
fn whatever_has_happened_what_is_decided_can_follow() {
    let plans: [&[&str]; 6] = [
        &["noop", "noop after 1"],
        &[
            "noop",
            r#"{"kind":"signal","toolInput":{"name":"go"},"timeoutMs":500}"#,
            r#"{"toolName":"noop","toolInput":{},"dependsOn":[1,2],"runWhen":"anyFailed"}"#,
            r#"{"toolName":"noop","toolInput":{},"dependsOn":[1,3],"runWhen":"anySucceeded"}"#,
        ],
        &[
            r#"{"toolName":"noop","toolInput":{},"undo":{"toolName":"noop","toolInput":{}}}"#,
            r#"{"kind":"ask","toolInput":{"question":"Q?"},"dependsOn":[1]}"#,
            r#"{"toolName":"noop","toolInput":{},"dependsOn":[2],"runWhen":"allDone"}"#,
            r#"plan {"onFailure":"undo"}"#,
        ],
        &[
            r#"{"kind":"map","toolInput":{"over":[1,2,3],"maxParallel":2},"body":[{"stepNumber":1,"toolName":"noop","toolInput":{"n":{"$from":{"step":0,"pointer":"/item"}}}},{"stepNumber":2,"kind":"wait","toolInput":{"ms":100000},"dependsOn":[1]}]}"#,
            r#"{"toolName":"noop","toolInput":{},"dependsOn":[1],"runWhen":"anyFailed"}"#,
        ],
        &[
            r#"wait {"ms":400}"#,
            r#"decision {"left":{"$from":{"step":1,"pointer":"/output/waitedMs"}},"operator":"<","right":500}"#,
            "noop after 2",
            r#"notify {"title":"t"} after 1"#,
        ],
        &["noop", "noop", r#"noop {"again":{"$from":{"step":2,"pointer":"/output"}}}"#, r#"wait {"ms":1} after 1"#],
    ];
    let (mut decided, mut admitted, mut refused, mut ended) = (0, 0, 0, 0);
    for seed in 0..2000 {
        let random = SeededRandom::new(seed);
        let mut state = RunState::new();
        let approval = [ApprovalMode::Never, ApprovalMode::Always][(seed % 2) as usize];
        let EventKind::RunCreated(mut created) = kind("runCreated") else { unreachable!() };
        let run = Rc::make_mut(&mut created);
        run.plan = Some(common::plan(plans[(seed % 6) as usize]).into());
        run.policy = Policy { approval, max_parallel: 1 + (seed % 2) as u32, max_tool_calls: 3, ..Policy::default() };
        state.apply(&Event { seq: 1, at: 0, kind: EventKind::RunCreated(created) }).unwrap();
        for _ in 0..50 {
            let at = state.last_at() + [0, 0, 1, 400, 40_000][(random.next_u64() % 5) as usize];
            let next = |kind| Event { seq: state.seq() + 1, at, kind };
            match decide(&state, at) {
                Command::Append(kind) if !random.next_u64().is_multiple_of(3) => {
                    let event = next(kind);
                    state.apply(&event).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}\n{state:#?}"));
                    decided += 1;
                }
                _ => {
                    let name = EVENTS[(random.next_u64() % EVENTS.len() as u64) as usize];
                    let name = format!("{name}{}", ["", "", "/2", "/3", "/5"][(random.next_u64() % 5) as usize]);
                    // Writing a state out takes longer than all the rest.
                    let told = |state: &RunState| (seed % 5 == 0).then(|| format!("{state:?}"));
                    let (event, before) = (next(kind(&name)), told(&state));
                    if state.apply(&event).is_ok() {
                        admitted += 1;
                    } else {
                        assert_eq!(told(&state), before, "seed {seed}: the refused {name} changed something");
                        refused += 1;
                    }
                }
            }
            assert!(state.record().is_some());
        }
        ended += u32::from(state.status().is_final());
    }
    let all = [decided, admitted, refused, ended];
    assert!(all.iter().all(|count| *count > 500), "{all:?}: decided, admitted, refused, ended");
}

#[test]
fn numbers_without_gaps_and_moments_that_never_step_back() {
    let mut state = RunState::new();
    let created = event(&state, "runCreated");
    assert!(state.apply(&Event { seq: 2, ..created.clone() }).is_err());
    state.apply(&created).unwrap();
    let started = event(&state, "runStarted");
    assert!(state.apply(&Event { at: created.at - 1, ..started.clone() }).is_err());
    assert!(state.apply(&Event { seq: 1, ..started.clone() }).is_err());
    state.apply(&started).unwrap();
}

#[test]
fn a_journal_with_an_impossible_plan_is_refused() {
    for steps in [&["noop after 2", "noop after 1"][..], &["noop after 1"]] {
        let mut state = RunState::new();
        let EventKind::RunCreated(mut created) = kind("runCreated") else { unreachable!() };
        Rc::make_mut(&mut created).plan = Some(common::plan(steps).into());
        let event = Event { seq: 1, at: 0, kind: EventKind::RunCreated(created) };
        assert!(state.apply(&event).is_err(), "{steps:?}");
    }
}
