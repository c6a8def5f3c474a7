//! A run whose content is not kept: whatever the guard would find in it, nothing of it is stored, logged or handed out.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, rc::Rc};

use dunlin_agents::{
    agents::Team,
    guard::{Detector, Kind},
};
use dunlin_base::{LocalFuture, testing::World};
use dunlin_plan::{Annotations, Plan, ToolSpec};
use dunlin_runtime::{
    Content, Log, Policy, Registry, RunStatus, Runtime, RuntimeOptions, StartOptions, Tool, ToolCall, ToolFailure,
    ToolOutput,
};
use serde_json::json;

/// One of each kind that the guard finds.
const HELD: [&str; 6] = [
    "anna@example.org",
    "DE89370400440532013000",
    "4111111111111111",
    "+49 30 901820",
    "10.1.2.3",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
];

/// Gives its input back, or fails with it, as a careless tool of a host does.
struct Careless {
    spec: ToolSpec,
    fails: bool,
}

impl Tool for Careless {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        call.progress.report(0.5, &call.input.to_string());
        let given = if self.fails {
            let hint = Some(call.input.to_string());
            Err(ToolFailure { hint, ..ToolFailure::new(HELD[5], call.input.to_string()) })
        } else {
            Ok(ToolOutput { metadata: Some(json!({"seen": call.input})), output: call.input })
        };
        Box::pin(std::future::ready(given))
    }
}

/// Everything that a run, and the runs below it, have written down or hand out, by where it stands.
fn written(content: Content) -> Vec<(String, String)> {
    let (world, lines) = (World::new(1), Rc::new(RefCell::new(Vec::new())));
    let seen: Rc<RefCell<Vec<String>>> = Rc::default();
    let (sink, writes) = (lines.clone(), seen.clone());
    // Also what is written and removed again.
    world.storage().gate_writes(move |key, text| {
        writes.borrow_mut().push(format!("{key} {text:?}"));
        true
    });
    let log: Log = Rc::new(move |line: &str| sink.borrow_mut().push(line.to_owned()));
    let mut registry = Registry::new();
    for (name, fails) in [("echo", false), ("fail", true)] {
        let annotations = Annotations { read_only_hint: true, ..Annotations::default() };
        let spec =
            ToolSpec { name: name.into(), input_schema: json!({"type": "object"}), annotations, ..ToolSpec::default() };
        registry.register(Rc::new(Careless { spec, fails })).unwrap();
    }
    let options = RuntimeOptions { log: Some(log), ..RuntimeOptions::default() };
    let runtime = Runtime::new(world.env(), registry, options);
    let team = Team::new(world.env());
    let held = HELD.join(" and ");
    team.add(
        serde_json::from_value(json!({"name": "worker", "tools": ["echo", "fail"], "skills": [{
            "name": "work", "inputSchema": {"type": "object"},
            "plan": {"schemaVersion": 2, "goal": "work", "steps": [
                {"stepNumber": 1, "toolName": "echo", "toolInput": {"text": {"$from": {"step": 0, "pointer": "/text"}}}},
                {"stepNumber": 2, "toolName": "fail", "toolInput": {"text": {"$from": {"step": 1, "pointer": "/output"}}}},
            ]},
        }]}))
        .unwrap(),
    )
    .unwrap();
    team.register(&runtime).unwrap();
    let plan: Plan = serde_json::from_value(json!({
        "schemaVersion": 2, "goal": held, "rationale": held, "result": {"all": held},
        "steps": [
            {"stepNumber": 1, "toolName": "agent:worker", "toolInput": {"skill": "work", "with": {"text": held}}, "reasoning": held},
            {"stepNumber": 2, "toolName": "echo", "toolInput": {"text": {"$concat": ["because of ", held]}},
                "dependsOn": [1], "runWhen": "anyFailed", "insteadOf": 1, "acceptanceCriteria": [held]},
        ]
    }))
    .unwrap();
    let policy = Policy { content, ..Policy::default() };
    let options = StartOptions { policy, run_id: Some("root".into()), ..StartOptions::default() };
    let run = world.block_on(runtime.start(plan, options).unwrap().drive());
    assert_eq!(run.status, RunStatus::Completed, "{:#?}", run.error);
    let mut written: Vec<(String, String)> = Vec::new();
    for run_id in ["root", "root-1"] {
        let (report, journal) = (runtime.report(run_id).unwrap(), runtime.journal(run_id).unwrap());
        assert!(report.markdown.contains("## Timeline"));
        written.push((format!("the report of {run_id}"), report.markdown));
        written.push((format!("the JSON of {run_id}"), report.json.to_string()));
        written.push((format!("the journal of {run_id}"), serde_json::to_string(&journal).unwrap()));
    }
    written.extend(lines.borrow().iter().map(|line| ("the log".to_owned(), line.clone())));
    written.extend(seen.borrow().iter().map(|write| ("the storage".to_owned(), write.clone())));
    written.extend(world.storage().dump());
    assert!(written.len() > 30, "{}", written.len());
    written
}

#[test]
fn nothing_that_the_guard_finds_is_stored_logged_or_handed_out() {
    let kinds: Vec<Kind> = HELD.iter().flat_map(|text| Detector.find(text)).map(|finding| finding.kind).collect();
    assert_eq!(kinds.len(), Kind::ALL.len(), "one of each kind: {kinds:?}");
    for (place, text) in written(Content::Redact) {
        for held in HELD {
            assert!(!text.contains(held), "{held} is in {place}: {text}");
        }
    }
    // The same run with its content kept has it all, so the places that are looked at are the right ones.
    let kept = written(Content::Keep);
    for held in HELD {
        for place in ["the report of root", "the JSON of root-1", "the journal of root-1", "the storage", "the log"] {
            let has = |(of, text): &(String, String)| of == place && text.contains(held);
            assert!(kept.iter().any(has), "{held} is not in {place}");
        }
    }
}
