//! Steps that are runs of their own, and calls that say how far they have come.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::rc::Rc;

use common::{Effects, Page};
use dunlin_base::{LocalFuture, Storage, testing::World};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, ClaimKind, Claims, EventKind, Grant, LocalClaims, Policy, Registry, Retention,
    RunStatus, Runtime, RuntimeOptions, StartOptions, Tool, ToolCall, ToolFailure, ToolOutput, replay,
};
use serde_json::json;

/// A step that carries out these steps as a run of its own.
fn child(steps: &[&str], input: &str, policy: &str) -> String {
    let mut plan = serde_json::to_value(common::plan(steps)).unwrap();
    plan["schemaVersion"] = json!(2);
    plan["policy"] = serde_json::from_str(policy).unwrap();
    format!(r#"{{"kind":"plan","toolInput":{input},"plan":{plan}}}"#)
}

fn alone() -> Policy {
    Policy { max_concurrent_runs: 1, ..Policy::default() }
}

#[test]
fn a_child_is_a_run_of_its_own_and_its_result_is_the_output_of_its_step() {
    let page = Page::new(1);
    let put = r#"{"toolName":"put","toolInput":{"text":{"$concat":["for ",{"$from":{"step":0,"pointer":"/name"}}]}}}"#;
    let one = child(&[put], r#"{"name":"Ann"}"#, "null");
    let two = child(&[&child(&[r#"sum {"of":[1,2]}"#], "{}", "null")], "{}", "null");
    let handle = page.start(&[&one, &two], alone());
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.status, RunStatus::Completed, "{run:#?}");
    assert_eq!(run.execution_log[0].output, Some(json!("for Ann")));
    assert_eq!(run.execution_log[1].output, Some(json!(3.0)));
    let of_child = page.runtime.get("run-1-1").unwrap();
    assert_eq!(serde_json::to_value(of_child.parent).unwrap(), json!({"runId": "run-1", "stepNumber": 1}));
    // Its journal is its own, and follows from itself; that of the parent knows nothing of what is in it.
    for run_id in ["run-1", "run-1-1", "run-1-2", "run-1-2-1"] {
        replay(&page.runtime.journal(run_id).unwrap()).unwrap_or_else(|divergence| panic!("{run_id}: {divergence}"));
    }
    assert!(page.runtime.journal("run-1").unwrap().events.len() < 8);
}

#[test]
fn a_run_and_the_runs_below_it_stay_and_go_as_one() {
    let retention = Retention { max_runs: 3, ..Retention::default() };
    let page = Page::on(World::new(1), Effects::default(), RuntimeOptions { retention, ..RuntimeOptions::default() });
    let below: Vec<String> = (0..5).map(|_| child(&["noop"], "{}", "null")).collect();
    let steps: Vec<&str> = below.iter().map(String::as_str).collect();
    let run = page.world.block_on(page.start(&steps, alone()).drive());
    assert_eq!(run.status, RunStatus::Completed, "{run:#?}");
    let kept = |page: &Page| page.runtime.runs().into_iter().map(|run| run.run_id).collect::<Vec<_>>();
    // The latest stays however many runs it is, for its children say what it did.
    let mut all = kept(&page);
    all.sort();
    assert_eq!(all, ["run-1", "run-1-1", "run-1-2", "run-1-3", "run-1-4", "run-1-5"]);
    assert_eq!(page.reloaded().runtime.get("run-1").as_ref(), Some(&run));
    let options = StartOptions { run_id: Some("run-2".into()), ..StartOptions::default() };
    let next = page.runtime.start(common::planned(&["noop"], &page.runtime.registry()), options).unwrap();
    page.world.block_on(next.drive());
    assert_eq!(kept(&page), ["run-2"]);
}

#[test]
fn a_run_is_deleted_with_the_runs_below_it_unless_another_runtime_drives_one_of_them() {
    let page = Page::new(1);
    let below = child(&[r#"{"kind":"signal","toolInput":{"name":"go"}}"#], "{}", "null");
    assert!(page.world.run_until_stalled(page.start(&[&below], alone()).drive()).is_none());
    let claims = LocalClaims::default();
    let held = page.world.block_on(claims.try_claim("run:run-1-1"));
    let options = RuntimeOptions { claims: Rc::new(claims), ..RuntimeOptions::default() };
    let page = Page::on(page.world.restarted(), page.effects.clone(), options);
    assert_eq!(page.runtime.left(), ["run-1"], "its driver has gone");
    let refused = page.runtime.delete("run-1").unwrap_err();
    assert_eq!(refused.code(), "run.under-way");
    assert!(refused.to_string().contains("run-1-1 is under way in another runtime"), "{refused}");
    drop(held);
    page.runtime.delete("run-1").unwrap();
    assert!(page.runtime.runs().is_empty(), "{:?}", page.runtime.runs());
}

#[test]
fn a_run_that_somebody_drives_is_not_left() {
    let page = Page::new(1);
    let handle = page.start(&[r#"{"kind":"signal","toolInput":{"name":"go"}}"#], alone());
    let mut driving = handle.drive();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(driving.as_mut().poll(&mut context).is_pending());
    assert_eq!((page.runtime.left(), page.runtime.unfinished().len()), (Vec::new(), 1));
    drop(driving);
    let claims = LocalClaims::default();
    let held = page.world.block_on(claims.try_claim("run:run-1"));
    let options = RuntimeOptions { claims: Rc::new(claims), ..RuntimeOptions::default() };
    let page = Page::on(page.world.restarted(), page.effects.clone(), options);
    assert!(page.runtime.left().is_empty());
    drop(held);
    assert_eq!(page.runtime.left(), ["run-1"]);
}

#[test]
fn a_child_may_do_less_than_its_parent_and_never_more() {
    let page = Page::new(1);
    let tight = child(&["noop", "noop", "noop"], "{}", r#"{"maxSteps":2}"#);
    let run = page.world.block_on(page.start(&[&tight], alone()).drive());
    assert_eq!((run.status, run.error.unwrap().code.as_str()), (RunStatus::Failed, "run.budget-exceeded"));
    // Its steps count against what the parent has left, and what the parent may not call is found before anything is done.
    let wide = child(&["noop", "noop", "noop"], "{}", r#"{"maxSteps":50}"#);
    let page = Page::new(1);
    let run = page.world.block_on(page.start(&[&wide], Policy { max_steps: 3, ..alone() }).drive());
    assert_eq!(run.error.unwrap().code, "run.budget-exceeded");
    let policy = Policy { allowed_tools: Some(vec!["noop".into()]), ..alone() };
    let error = page.try_start(&[&child(&["look"], "{}", "null")], policy).unwrap_err();
    assert!(error.to_string().contains("does not allow the tool \"look\""), "{error}");
}

#[test]
fn children_side_by_side_spend_no_more_than_their_parent_has() {
    let three = child(&["noop", "noop", "noop"], "{}", "null");
    for (most, parallel, enough) in
        [(4, 4, false), (4, 1, false), (8, 2, false), (9, 1, true), (30, 4, true), (30, 2, true)]
    {
        let page = Page::new(1);
        let beside = |step: &str| step.replacen('{', r#"{"dependsOn":[],"#, 1);
        let steps = [three.clone(), beside(&three), beside(&three)];
        let policy = Policy { max_tool_calls: most, max_parallel: parallel, ..alone() };
        let run = page.world.block_on(page.start(&steps.each_ref().map(String::as_str), policy).drive());
        let calls: u32 = page
            .runtime
            .runs()
            .iter()
            .filter_map(|run| page.runtime.get(&run.run_id))
            .map(|run| run.usage.tool_calls)
            .sum();
        assert!(calls <= most, "{calls} of {most}");
        assert_eq!(run.status == RunStatus::Completed, enough, "{most} {parallel}");
    }
}

#[test]
fn the_failure_of_a_child_is_that_of_its_step_and_its_end_is_its_parents_wish() {
    let page = Page::new(1);
    let handler = r#"{"toolName":"put","toolInput":{"text":"instead"},"dependsOn":[1],"runWhen":"anyFailed"}"#;
    let run = page.world.block_on(page.start(&[&child(&["fail"], "{}", "null"), handler], alone()).drive());
    assert_eq!((run.status, page.effects.texts()), (RunStatus::Completed, vec!["instead".to_owned()]));
    assert_eq!(run.execution_log[0].error_code.as_deref(), Some("test.fail"));
    let page = Page::new(1);
    let handle = page.start(&[&child(&["hang"], "{}", "null")], alone());
    let mut driving = handle.drive();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(driving.as_mut().poll(&mut context).is_pending());
    handle.cancel(None).unwrap();
    assert_eq!(page.world.block_on(driving).status, RunStatus::Cancelled);
    assert_eq!(page.runtime.get("run-1-1").unwrap().status, RunStatus::Cancelled);
}

/// What takes a lock, works until it is stopped, and needs a while to give the lock back.
const LOCKS: [&str; 4] = [
    r#"put {"text":"lock"}"#,
    "hang after 1",
    r#"{"toolName":"slow","toolInput":{"ms":300},"dependsOn":[2],"runWhen":"allDone"}"#,
    r#"{"toolName":"put","toolInput":{"text":"unlock"},"dependsOn":[3],"runWhen":"allDone"}"#,
];

#[test]
fn whoever_cancels_a_run_cancels_those_below_at_once_and_they_close_what_they_began() {
    for reason in [None, Some("enough")] {
        let begun = || {
            let page = Page::new(1);
            let below = child(&[&child(&LOCKS, "{}", "null")], "{}", "null");
            let handle = page.start(&[&below], alone());
            let mut driving = handle.drive();
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            for _ in 0..3 {
                assert!(driving.as_mut().poll(&mut context).is_pending());
            }
            assert_eq!(page.effects.texts(), ["lock"]);
            handle.cancel(reason.map(str::to_owned)).unwrap();
            assert!(driving.as_mut().poll(&mut context).is_pending(), "what closes takes a while");
            // All three have heard of it in one turn, and the one that has nothing to close has ended.
            let asked = |id: &str| {
                let events = page.runtime.journal(id).unwrap().events;
                events.iter().find(|event| event.kind.name() == "cancelRequested").map(|event| event.at)
            };
            let at = asked("run-1").unwrap();
            assert_eq!([asked("run-1-1"), asked("run-1-1-1")], [Some(at); 2]);
            assert_eq!(handle.record().status, RunStatus::Cancelled);
            (page, driving)
        };
        let told = |page: &Page, id: &str| {
            let run = page.runtime.get(id).unwrap();
            replay(&page.runtime.journal(id).unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
            (run.status, run.cancel_reason)
        };
        let above = reason.map_or_else(String::new, |reason| format!(": {reason}"));
        let check = |page: &Page| {
            let why = format!("the run it belongs to was cancelled{above}");
            assert_eq!(told(page, "run-1-1"), (RunStatus::Cancelled, Some(why.clone())));
            let why = format!("the run it belongs to was cancelled: {why}");
            assert_eq!(told(page, "run-1-1-1"), (RunStatus::Cancelled, Some(why)));
            assert_eq!(page.effects.texts(), ["lock", "unlock"]);
        };
        let (page, driving) = begun();
        let run = page.world.block_on(driving);
        assert_eq!((run.status, run.cancel_reason.as_deref()), (RunStatus::Cancelled, reason));
        check(&page);
        // The tab dies while they close: they are what another one takes up.
        let (page, driving) = begun();
        drop(driving);
        let page = page.reloaded();
        assert_eq!(page.runtime.unfinished(), ["run-1-1-1"]);
        page.world.block_on(page.runtime.resume("run-1-1-1").unwrap().drive());
        check(&page);
    }
}

#[test]
fn a_second_cancellation_ends_what_is_closed_below_too() {
    let stuck = r#"{"toolName":"hang","toolInput":{},"dependsOn":[1],"runWhen":"allDone"}"#;
    let below = child(&[&child(&["noop", stuck, "hang"], "{}", "null")], "{}", "null");
    // The one above has something to close itself, or has ended already.
    for steps in
        [&[below.as_str()][..], &[&below, r#"{"toolName":"hang","toolInput":{},"dependsOn":[1],"runWhen":"allDone"}"#]]
    {
        let page = Page::new(1);
        let handle = page.start(steps, alone());
        let mut driving = handle.drive();
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let before = page.world.env().clock.now_ms();
        let status = |id: &str| page.runtime.get(id).unwrap().status;
        for turns in [3, 1] {
            for _ in 0..turns {
                assert!(driving.as_mut().poll(&mut context).is_pending());
            }
            handle.cancel(Some("enough".into())).unwrap();
        }
        assert_eq!(page.world.block_on(driving).status, RunStatus::Cancelled);
        assert_eq!(["run-1", "run-1-1", "run-1-1-1"].map(status), [RunStatus::Cancelled; 3]);
        assert_eq!(page.world.env().clock.now_ms(), before, "nobody waited for what hangs");
        assert_eq!(handle.cancel(None).unwrap_err().code(), "run.finished");
    }
}

#[test]
fn a_child_that_took_too_long_gives_its_parent_a_journal_that_replays() {
    let page = Page::new(1);
    let slow = child(&[r#"{"toolName":"hang","toolInput":{},"timeoutMs":20,"retry":{"maxAttempts":1}}"#], "{}", "null");
    let run = page.world.block_on(page.start(&[&slow], alone()).drive());
    assert_eq!(run.error.unwrap().code, "tool.timeout");
    replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
}

#[test]
fn a_step_that_gives_its_child_too_little_time_fails_for_that_and_another_does_its_work() {
    let page = Page::new(1);
    let slow = child(&[r#"{"kind":"wait","toolInput":{"ms":5000}}"#], "{}", "null");
    let slow = format!(r#"{},"timeoutMs":50}}"#, slow.strip_suffix('}').unwrap());
    let instead = r#"{"toolName":"put","toolInput":{"text":"b"},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}"#;
    let policy = Policy { approval: ApprovalMode::Never, ..alone() };
    let handle = page.start(&[&slow, instead], policy);
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let record = handle.record();
    let step = &record.execution_log[0];
    assert_eq!((step.attempts, step.error_code.as_deref()), (1, Some("tool.timeout")), "{record:#?}");
    assert_eq!(page.runtime.get("run-1-1").unwrap().status, RunStatus::Cancelled);
    // What the child did is not known, so a person is asked before it is done another way.
    let question = record.execution_log[1].approval.clone().unwrap();
    handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!((run.status, page.effects.texts()), (RunStatus::Completed, vec!["b".to_owned()]), "{run:#?}");
    replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
}

#[test]
fn a_child_goes_on_where_it_was_when_the_tab_died() {
    for dies_after in 0..30_u32 {
        let page = Page::new(1);
        let dead = std::rc::Rc::new(std::cell::Cell::new(false));
        let (flag, mut left) = (dead.clone(), dies_after);
        page.world.storage().gate_writes(move |_, _| {
            flag.set(flag.get() || left == 0);
            left = left.saturating_sub(1);
            !flag.get()
        });
        let steps = child(
            &[r#"put {"text":"a"}"#, r#"{"kind":"signal","toolInput":{"name":"go"}}"#, r#"put {"text":"b"} after 2"#],
            "{}",
            "null",
        );
        let steps = [steps.as_str(), r#"put {"text":"c"} after 1"#];
        let handle = page.start(&steps, alone());
        if !dead.get() {
            let _ = page.world.run_while_alive(&dead, handle.drive());
        }
        let page = page.reloaded();
        let handle = page.runtime.resume("run-1").unwrap_or_else(|_| page.start(&steps, alone()));
        // The parent takes its child up; nobody else does.
        assert_eq!(page.runtime.unfinished(), ["run-1"]);
        assert!(page.world.run_until_stalled(handle.drive()).is_none());
        page.runtime.resume("run-1-1").unwrap().signal("go", json!(null)).unwrap();
        let run = page.world.run_until_stalled(handle.drive()).unwrap();
        assert_eq!((run.status, page.effects.texts().join("")), (RunStatus::Completed, "abc".into()), "{dies_after}");
    }
}

#[test]
fn a_run_whose_tools_are_not_here_is_not_taken_up() {
    let page = Page::new(1);
    let undone = r#"{"toolName":"put","toolInput":{"text":"a"},"undo":{"toolName":"late","toolInput":{"text":"b"}}}"#;
    let signal = r#"{"kind":"signal","toolInput":{"name":"go"},"dependsOn":[1]}"#;
    let noop = r#"{"toolName":"noop","toolInput":{},"dependsOn":[2]}"#;
    let handle = page.start(&[undone, signal, noop, r#"plan {"onFailure":"undo"}"#], alone());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert!(handle.missing_tools().is_empty());
    // What is done is not done again; what undoes it may still be wanted.
    for (gone, missing) in [("noop", vec!["noop"]), ("put", vec!["noop"]), ("late", vec!["late", "noop"])] {
        assert!(page.runtime.unregister(gone));
        assert_eq!(handle.missing_tools(), missing);
        // To stop takes what takes back what is done.
        assert_eq!(handle.missing_to_stop().is_empty(), gone != "late");
    }
    assert!(page.runtime.unfinished().is_empty());
    let notices = page.runtime.notices();
    assert!(notices.iter().any(|notice| notice.contains("calls late, noop, not registered here")), "{notices:?}");
    handle.cancel(None).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!((run.status, handle.missing_tools()), (RunStatus::Cancelled, Vec::new()));
}

/// Says a hundred times within a second how far it has come.
struct Telling(dunlin_plan::ToolSpec, dunlin_base::Env);

impl Tool for Telling {
    fn spec(&self) -> &dunlin_plan::ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> dunlin_base::LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let env = self.1.clone();
        Box::pin(async move {
            for page in 0..100u32 {
                call.progress.report(f64::from(page) / 100.0, &format!("page {page}"));
                env.timer.sleep(10).await;
            }
            call.progress.report(f64::NAN, &"x".repeat(10_000));
            env.timer.sleep(1000).await;
            Ok(ToolOutput::default())
        })
    }
}

#[test]
fn a_call_that_says_how_far_it_has_come_is_heard_a_few_times_a_second() {
    let world = World::new(1);
    let env = world.env();
    let mut registry = Registry::new();
    registry.register(std::rc::Rc::new(Telling(common::spec("telling"), env.clone()))).unwrap();
    let page =
        Page { world, effects: Effects::default(), runtime: Runtime::new(env, registry, RuntimeOptions::default()) };
    let handle = page
        .runtime
        .start(common::plan(&["telling"]), StartOptions { run_id: Some("run-1".into()), ..StartOptions::default() })
        .unwrap();
    let run = page.world.block_on(handle.drive());
    let told: Vec<(f64, String)> = handle
        .events_since(0)
        .into_iter()
        .filter_map(|event| match event.kind {
            EventKind::StepProgressed { fraction, words, .. } => Some((fraction, words)),
            _ => None,
        })
        .collect();
    assert!((4..=6).contains(&told.len()), "{told:?}");
    // The last word is heard although nothing follows it for long.
    let (fraction, words) = told.last().unwrap();
    assert!(*fraction == 0.0 && words.len() < 210, "{words}");
    assert_eq!(run.status, RunStatus::Completed);
    replay(&page.runtime.journal("run-1").unwrap()).unwrap();
}

/// Claims over a storage in which another process breaks the journal of the run `run-1-1` before that can be had.
struct Broken(LocalClaims, Rc<dyn Storage>);

impl Claims for Broken {
    fn try_claim(&self, name: &str) -> LocalFuture<'static, Grant> {
        if name == "run:run-1-1" {
            for batch in ["00000001", "00000002"] {
                self.1.set(&format!("dunlin:v1:run:run-1-1:{batch}"), "{").unwrap();
            }
        }
        self.0.try_claim(name)
    }

    fn kind(&self) -> ClaimKind {
        self.0.kind()
    }
}

#[test]
fn a_run_below_whose_journal_breaks_before_it_is_driven_is_damaged_and_not_cancelled() {
    let world = World::new(1);
    let claims = Rc::new(Broken(LocalClaims::default(), world.env().storage));
    let page = Page::on(world, Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() });
    let run = page.world.block_on(page.start(&[&child(&[r#"put {"text":"x"}"#], "{}", "null")], alone()).drive());
    assert_eq!(run.error.unwrap().code, "run.damaged-journal");
    assert!(page.effects.texts().is_empty());
}
