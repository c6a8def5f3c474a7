//! What the facade promises beyond single journeys.
#![expect(clippy::unwrap_used, reason = "a test that meets an error has failed")]

use std::{cell::RefCell, rc::Rc};

use dunlin::{
    ApprovalAnswer, ApprovalMode, CallOptions, Claims, Dunlin, EventKind, Filter, NewTodo, Options, Origin, Plan,
    PolicyChange, PolicyPatch, RunOptions, RunStatus, StepStatus, StoredLeases, Tool, ToolCall, ToolFailure,
    ToolOutput, ToolSpec,
};
use dunlin_base::{
    LocalFuture,
    testing::{Access, Fault, World},
};
use serde_json::{Value, json};

fn open(world: &World) -> Dunlin {
    Dunlin::open(world.env(), Options::default())
}

fn add(dunlin: &Dunlin, text: &str) {
    dunlin.todos().execute(dunlin::Command::Add(NewTodo::text(text)), &Origin::hand()).unwrap();
}

fn plan(steps: &Value) -> Plan {
    dunlin::read_plan(
        &json!({
            "schemaVersion": 1, "goal": "by hand", "steps": steps, "rationale": "", "confidence": 1.0,
            "complexityScore": 0.0, "totalEstimatedDurationMs": 0
        })
        .to_string(),
    )
    .unwrap()
}

#[test]
fn the_same_goal_gives_the_same_plan_byte_for_byte() {
    let goal = "add todo ring Ann tomorrow at 5pm and calculate 2 + 3";
    let text = |seed| serde_json::to_string(&open(&World::new(seed)).plan(goal).unwrap()).unwrap();
    assert_eq!(text(1), text(99));
}

#[test]
fn everything_is_there_after_a_reload() {
    let world = World::new(3);
    let dunlin = open(&world);
    let run = dunlin.run("add todo Sweep the yard and calculate 9 * 9", RunOptions::default()).unwrap();
    let record = world.block_on(run.drive());
    drop((dunlin, run));
    let again = open(&world.restarted());
    assert_eq!(again.todos().list(&Filter::all()).len(), 1);
    assert_eq!(again.run_record(&record.run_id).as_ref(), Some(&record));
    assert_eq!(again.runs().len(), 1);
    assert!(dunlin::replay(&again.journal(&record.run_id).unwrap()).matches);
}

#[test]
fn a_result_is_the_same_double_after_a_reload() {
    let world = World::new(3);
    let dunlin = open(&world);
    // A reader of JSON that is only nearly exact gives this one back a unit smaller.
    let run = dunlin.run("calculate 3676.0721899868067 * 1", RunOptions::default()).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.result, Some(json!(3_676.072_189_986_806_7)));
    let again = open(&world.restarted()).run_record(&record.run_id).unwrap();
    assert_eq!(again.result.unwrap().as_f64().unwrap().to_bits(), 3_676.072_189_986_806_7_f64.to_bits());
}

#[test]
fn clearing_asks_first_and_a_rejection_is_no_error() {
    let world = World::new(4);
    let dunlin = open(&world);
    add(&dunlin, "one");
    add(&dunlin, "two");
    let run = dunlin.run("clear my todos", RunOptions::default()).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it waits for an answer");
    let record = run.record();
    assert_eq!(record.status, RunStatus::Suspended);
    let question = record.execution_log[0].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Reject { feedback: Some("not yet".into()) }).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.execution_log[0].status, StepStatus::Denied);
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 2);

    let run = dunlin.run("clear my todos", RunOptions::default()).unwrap();
    world.run_until_stalled(run.drive());
    let question = run.record().execution_log[0].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
    assert!(dunlin.todos().list(&Filter::all()).is_empty());
}

#[test]
fn an_undo_that_was_agreed_to_takes_back_what_was_shown() {
    let world = World::new(4);
    let dunlin = open(&world);
    add(&dunlin, "one");
    add(&dunlin, "two");
    let always = PolicyChange { approval: Some(ApprovalMode::Always), ..PolicyChange::default() };
    let run = dunlin.run("undo", RunOptions { policy: always.clone(), ..RunOptions::default() }).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it waits for an answer");
    add(&dunlin, "three");
    let question = run.record().execution_log[0].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
    let texts = || dunlin.todos().list(&Filter::all()).into_iter().map(|todo| todo.text).collect::<Vec<_>>();
    assert_eq!(texts(), ["one", "three"]);
    // What does not stand any more by the time of the yes is named, and nothing else is taken back.
    let run = dunlin.run("undo", RunOptions { policy: always, ..RunOptions::default() }).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it waits for an answer");
    dunlin.todos().undo().unwrap();
    let question = run.record().execution_log[0].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.execution_log[0].error_code.as_deref(), Some("todo.nothing-to-undo"));
    assert_eq!(texts(), ["one"]);
}

#[test]
fn deleting_one_todo_asks_nothing() {
    let world = World::new(5);
    let dunlin = open(&world);
    add(&dunlin, "mow the lawn");
    let run = dunlin.run("delete mow the lawn", RunOptions::default()).unwrap();
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
}

#[test]
fn what_the_goal_limits_tightens_the_policy_wherever_the_plan_is_run() {
    let world = World::new(6);
    let dunlin = open(&world);
    let mut plan = dunlin.plan("calculate 1 + 1 and calculate 2 + 2").unwrap();
    plan.policy = Some(PolicyPatch { max_steps: Some(1), approve_always: true, ..PolicyPatch::default() });
    let text = serde_json::to_string(&plan).unwrap();
    let run = dunlin.run(dunlin::read_plan(&text).unwrap(), RunOptions::default()).unwrap();
    let policy = run.record().policy;
    assert_eq!((policy.max_steps, policy.approval), (1, ApprovalMode::Always));
    // It never loosens.
    plan.policy = Some(PolicyPatch { max_steps: Some(100), ..PolicyPatch::default() });
    let tight = PolicyChange { max_steps: Some(7), ..PolicyChange::default() };
    let run = dunlin.run(plan, RunOptions { policy: tight, ..RunOptions::default() }).unwrap();
    assert_eq!(run.record().policy.max_steps, 7);
}

#[test]
fn a_result_that_misses_its_criterion_fails_the_step() {
    struct Odd(ToolSpec);
    impl Tool for Odd {
        fn spec(&self) -> &ToolSpec {
            &self.0
        }
        fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
            Box::pin(std::future::ready(Ok(ToolOutput { output: json!("no number"), metadata: None })))
        }
    }
    let world = World::new(7);
    let dunlin = open(&world);
    dunlin.register_tool(Rc::new(Odd(ToolSpec { name: "odd".into(), ..ToolSpec::default() }))).unwrap();
    let step = |criteria: &[&str]| {
        plan(
            &json!([{"stepNumber": 1, "kind": "tool", "toolName": "odd", "toolInput": {}, "acceptanceCriteria": criteria}]),
        )
    };
    let run = dunlin.run(step(&["the result is a number"]), RunOptions::default()).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.status, RunStatus::Failed);
    assert_eq!(record.error.unwrap().code, "step.criterion-not-met");
    let run = dunlin.run(step(&["people like it"]), RunOptions::default()).unwrap();
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed, "a remark checks nothing");
}

#[test]
fn a_plan_with_faults_names_them_all_and_is_no_run() {
    let world = World::new(8);
    let dunlin = open(&world);
    let wrong = plan(&json!([
        {"stepNumber": 1, "toolName": "calculater", "toolInput": {"expression": "1"}},
        {"stepNumber": 2, "toolName": "calculator", "toolInput": {}},
    ]));
    let error = dunlin.run(wrong, RunOptions::default()).unwrap_err();
    assert!(error.code.starts_with("plan."), "{error:?}");
    assert_eq!(error.details.unwrap()["faults"].as_array().unwrap().len(), 2);
    assert!(dunlin.runs().is_empty());
}

#[test]
fn a_call_outside_a_run_is_a_result_either_way() {
    let world = World::new(9);
    let dunlin = open(&world);
    let call = |name: &str, input: Value| world.block_on(dunlin.call_tool(name, input, CallOptions::default()));
    assert_eq!(call("calculator", json!({"expression": "6 * 7"})).output, Some(json!(42)));
    for (name, input, message) in [
        ("todo_store", json!({"action": "add"}), "Text is required for 'add' action"),
        ("todo_store", json!({"action": "get"}), "todoId is required for 'get' action"),
        ("todo_store", json!({"action": "juggle"}), "Unknown action: juggle"),
        ("todo_store", json!({"action": "get", "todoId": "nope"}), "Todo not found: nope"),
    ] {
        let result = call(name, input.clone());
        assert_eq!((result.success, result.error.as_deref()), (false, Some(message)), "{input}");
    }
    assert!(call("weather", json!({})).error.unwrap().contains("no tool"));
    assert!(call("calculator", json!({"expression": 5})).error.unwrap().contains("expression"));
}

#[test]
fn two_calls_outside_a_run_are_two_effects() {
    let world = World::new(10);
    let dunlin = open(&world);
    let call = |input, approved| {
        let options = CallOptions { approved, ..CallOptions::default() };
        world.block_on(dunlin.call_tool("todo_store", input, options))
    };
    for _ in 0..2 {
        assert!(call(json!({"action": "add", "text": "same"}), false).success);
    }
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 2);
    let refused = call(json!({"action": "clear"}), false);
    assert_eq!((refused.success, refused.code.as_deref()), (false, Some("tool.approval-required")));
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 2);
    assert!(call(json!({"action": "clear"}), true).success);
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 0);
}

#[test]
fn a_goal_that_may_not_be_carried_out_says_so_while_it_is_typed() {
    let policy: PolicyChange = dunlin_base::json::read(r#"{"allowedTools": ["calculator"]}"#).unwrap();
    let dunlin = Dunlin::open(World::new(11).env(), Options { policy, ..Options::default() });
    assert_eq!(dunlin.explain("what is 6 * 7", &[]).diagnostics, []);
    let explanation = dunlin.explain("add todo buy milk", &[]);
    let codes: Vec<&str> = explanation.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["plan.tool-not-allowed"]);
    assert_eq!(dunlin.plan("add todo buy milk").unwrap_err().code, codes[0]);
}

#[test]
fn explanations_count_in_utf16_and_never_fail() {
    let dunlin = open(&World::new(11));
    let goal = "what is the capital of Peru; add todo 🌻 sunflowers tomorrow";
    let explanation = dunlin.explain(goal, &[]);
    let units: Vec<u16> = goal.encode_utf16().collect();
    let words = |span: dunlin_base::Utf16Span| String::from_utf16(&units[span.start..span.end]).unwrap();
    let finding = &explanation.diagnostics[0];
    assert_eq!(finding.code, "plan.unrecognized");
    assert!(words(finding.span.unwrap()).contains("Peru"), "{finding:?}");
    assert!(explanation.chips.iter().any(|chip| chip.kind == "due" && words(chip.span).contains("tomorrow")));
    for odd in ["", " ", "\u{0}", "((((", "\u{202e}abc", "a\nb"] {
        dunlin.explain(odd, &[dunlin_base::Utf16Span { start: 5, end: 2 }]);
    }
}

#[test]
fn a_full_storage_is_an_error_with_a_code_and_nothing_is_half_written() {
    let world = World::new(12);
    let dunlin = open(&world);
    add(&dunlin, "before");
    let stored = world.storage().dump();
    world.storage().gate_writes(|_, _| false);
    let error = dunlin.quick_add("after", &[]).unwrap_err();
    assert_eq!(error.code(), "storage.quota");
    assert_eq!(world.storage().dump(), stored);
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 1);
}

#[test]
fn a_storage_that_takes_no_leases_is_told() {
    let claims = |dunlin: &Dunlin| {
        let (health, can) = (json!(dunlin.health()), json!(dunlin.capabilities()));
        assert_eq!(health["storage"]["claims"], can["claims"]);
        (can["claims"].clone(), health["status"].clone())
    };
    let shared = |world: &World| {
        let leases: Rc<dyn Claims> = Rc::new(StoredLeases::new(world.env()));
        Dunlin::open(world.env(), Options { claims: Some(leases), ..Options::default() })
    };
    assert_eq!(claims(&shared(&World::new(5))), (json!("leases"), json!("healthy")));
    let refusing = World::new(5);
    refusing.storage().fail(|access| matches!(access, Access::Set(..)).then_some(Fault::Unavailable));
    let dunlin = shared(&refusing);
    assert_eq!(claims(&dunlin), (json!("none"), json!("degraded")));
    assert!(dunlin.health().notices.iter().any(|notice| notice.contains("takes no leases")));
}

#[test]
fn health_and_notices_tell_a_loss() {
    let world = World::new(13);
    let dunlin = open(&world);
    world.wind(1500);
    let health = serde_json::to_value(dunlin.health()).unwrap();
    assert_eq!(health["status"], "healthy");
    assert_eq!(health["uptimeMs"], 1500);
    assert_eq!(health["storage"]["kind"], "memory");
    assert_eq!(health["tools"], json!(["calculator", "dates", "guide", "schedules", "todo_store"]));

    world.env().storage.set("dunlin:v1:todo:broken", "{not json").unwrap();
    let again = open(&world.restarted());
    assert_eq!(serde_json::to_value(again.health()).unwrap()["status"], "degraded");
    assert!(!again.notices().is_empty());
}

#[test]
fn a_policy_that_cannot_be_used_leaves_the_default_and_says_so() {
    let policy = PolicyChange { max_parallel: Some(0), ..PolicyChange::default() };
    let dunlin = Dunlin::open(World::new(14).env(), Options { policy, ..Options::default() });
    assert_eq!(dunlin.policy().max_parallel, dunlin::Policy::default().max_parallel);
    assert!(dunlin.notices()[0].contains("maxParallel"));
}

#[test]
fn the_same_seed_makes_the_same_journal() {
    let journal = || {
        let world = World::new(15);
        let dunlin = Dunlin::open(world.env(), Options { seed: Some(8), ..Options::default() });
        let run = dunlin.run("add todo Call Bo then list todos", RunOptions::default()).unwrap();
        let heard = Rc::new(RefCell::new(0));
        let counter = heard.clone();
        let kept = run.subscribe(move |_| *counter.borrow_mut() += 1);
        world.block_on(run.drive());
        drop(kept);
        assert!(*heard.borrow() > 0);
        let events = run.events_since(0);
        assert!(matches!(events[0].kind, EventKind::RunCreated(_)));
        serde_json::to_string(&events).unwrap()
    };
    assert_eq!(journal(), journal());
}

#[test]
fn a_notification_is_shown_by_the_host_and_always_recorded() {
    let world = World::new(16);
    let seen: Rc<RefCell<Vec<String>>> = Rc::default();
    let into = seen.clone();
    let notifier = Some(dunlin::notifier_by(move |title, body, key| {
        into.borrow_mut().push(format!("{title}|{body}|{key}"));
        true
    }));
    let dunlin = Dunlin::open(world.env(), Options { notifier, ..Options::default() });
    let tea = plan(&json!([{"stepNumber": 1, "kind": "notify", "toolInput": {"title": "Tea", "body": "is ready"}}]));
    let run = dunlin.run(tea, RunOptions { run_id: Some("tea".into()), ..RunOptions::default() }).unwrap();
    let record = world.block_on(run.drive());
    assert_eq!(record.status, RunStatus::Completed, "{:?}", record.error);
    assert_eq!(record.result, Some(json!({"title": "Tea", "body": "is ready", "shown": true})));
    assert_eq!(*seen.borrow(), ["Tea|is ready|tea:1"]);
}

#[test]
fn a_persons_templates_outlive_a_restart_and_what_cannot_be_read_is_kept() {
    let world = World::new(17);
    let dunlin = open(&world);
    let trip = r#"[{"name": "trip", "triggers": ["camping trip"], "todos": [{"text": "Pack"}, {"text": "Go", "after": [1]}]}]"#;
    dunlin.set_templates(&dunlin::Template::read_all(trip).unwrap()).unwrap();
    let again = open(&world.restarted());
    assert_eq!(again.plan("plan a camping trip").unwrap().steps.len(), 3);
    assert_eq!(again.plan("plan a birthday party").unwrap_err().code, "plan.unrecognized");
    again.reset_templates().unwrap();
    assert!(again.plan("plan a birthday party").is_ok());

    world.env().storage.set("dunlin:v1:templates", "{not json").unwrap();
    let broken = open(&world.restarted());
    assert!(broken.notices()[0].contains("templates"), "{:?}", broken.notices());
    broken.set_templates(&broken.templates()).unwrap();
    let aside = world.env().storage.get("dunlin:v1:aside:dunlin:v1:templates").unwrap();
    assert_eq!(aside.as_deref(), Some("{not json"));
    let mut unsound = broken.templates();
    unsound[0].todos.clear();
    assert_eq!(broken.set_templates(&unsound).unwrap_err().code, "template.invalid");
}

#[test]
fn deleting_several_todos_asks_however_the_goal_says_it() {
    for (goal, asks) in [
        ("delete todos 1-4", true),
        ("delete todos 1 and 2", true),
        ("delete ant and bee", true),
        ("delete ant then calculate 1 + 1 and delete bee", true),
        ("clear my todos", true),
        ("delete ant", false),
        ("delete the second one", false),
    ] {
        let world = World::new(4);
        let dunlin = open(&world);
        for text in ["ant", "bee", "cat", "dog", "eel"] {
            add(&dunlin, text);
        }
        let run = dunlin.run(goal, RunOptions::default()).unwrap();
        let ended = world.run_until_stalled(run.drive()).is_some();
        assert_eq!(!ended, asks, "{goal}: {:?}", run.record().error);
        if asks {
            assert_eq!(run.record().status, RunStatus::Suspended, "{goal}");
            assert_eq!(dunlin.todos().list(&Filter::all()).len(), 5, "{goal}: nothing is gone before the answer");
        }
    }
}

#[test]
fn a_plan_that_somebody_wrote_asks_before_its_second_deletion_too() {
    let world = World::new(4);
    let dunlin = open(&world);
    for text in ["ant", "bee"] {
        add(&dunlin, text);
    }
    let step = |number: u32, word: &str| json!({"stepNumber": number, "toolName": "todo_store", "toolInput": {"action": "delete", "match": word}});
    let run = dunlin.run(plan(&json!([step(1, "ant"), step(2, "bee")])), RunOptions::default()).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it waits for an answer");
    assert_eq!(dunlin.todos().list(&Filter::all()).len(), 2);
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_no_wait() {
    let now = dunlin::Now::new(2026, 11, 21, 9, 30).unwrap();
    for text in ["\"".repeat(200_000), "a“".repeat(100_000), "tomorrow ".repeat(2_000)] {
        assert_eq!(dunlin::parse_quick_add(&text, now).unwrap_err().code, "date.too-long");
        assert_eq!(dunlin::parse_date(&text, now).unwrap_err().code, "date.too-long");
    }
    assert!(dunlin::parse_quick_add(&"\"😀\" ".repeat(1_000), now).is_ok());
}

#[test]
fn a_goal_with_a_name_that_is_too_long_is_no_plan() {
    let world = World::new(4);
    let dunlin = open(&world);
    let goal = format!("add milk to my {} list", "a".repeat(300));
    let error = dunlin.plan(&goal).unwrap_err();
    assert_eq!((error.code.as_str(), error.message.contains("300")), ("plan.invalid-input", true), "{error}");
    let run = dunlin.run(goal.as_str(), RunOptions::default()).unwrap();
    assert_eq!(run.record().error.unwrap().code, "plan.invalid-input");
}

#[test]
fn a_run_that_waits_deletes_what_it_was_shown_itself() {
    let world = World::new(24);
    let dunlin = open(&world);
    for (text, list) in [("oats", "shop"), ("rice", "shop"), ("sweep", "yard"), ("rake", "yard")] {
        let new = NewTodo { list: Some(list.into()), ..NewTodo::text(text) };
        dunlin.todos().execute(dunlin::Command::Add(new), &Origin::hand()).unwrap();
    }
    let step = |number: u32, input: Value, after: &[u32]| {
        json!({
            "stepNumber": number, "kind": "tool", "toolName": "todo_store", "toolInput": input, "reasoning": "",
            "dependsOn": after, "acceptanceCriteria": [], "estimatedCostTier": 1, "estimatedDurationMs": 0,
            "source": {"start": 0, "end": 0}
        })
    };
    let listing = |list: &str| step(1, json!({"action": "list", "list": list}), &[]);
    let deletion = json!({"action": "delete", "positions": [1, 2]});
    let steps = json!([listing("shop"), step(2, deletion.clone(), &[1])]);
    let run = dunlin.run(plan(&steps), RunOptions::default()).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "deleting several asks");
    let id = run.record().run_id;
    // Another run shows another list meanwhile, and the page is loaded anew.
    let other = dunlin.run(plan(&json!([listing("yard")])), RunOptions::default()).unwrap();
    assert_eq!(world.block_on(other.drive()).status, RunStatus::Completed);
    drop((dunlin, run, other));
    let again = open(&world.restarted());
    let run = again.resume(&id).unwrap();
    assert!(world.run_until_stalled(run.drive()).is_none(), "it still waits");
    let named = dunlin::would_delete(again.todos(), &deletion, Some(&id)).unwrap();
    assert_eq!(named.iter().map(|todo| todo.text.as_str()).collect::<Vec<_>>(), ["oats", "rice"]);
    let second = dunlin::would_delete(again.todos(), &json!({"action": "delete", "position": 2}), Some(&id)).unwrap();
    assert_eq!(second.iter().map(|todo| todo.text.as_str()).collect::<Vec<_>>(), ["rice"]);
    let question = run.record().execution_log[1].approval.clone().unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
    let left = again.todos().list(&Filter::all()).into_iter().map(|todo| todo.text).collect::<Vec<_>>();
    assert_eq!(left, ["sweep", "rake"]);
}
