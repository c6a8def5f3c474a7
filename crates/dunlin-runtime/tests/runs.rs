//! Runs from start to end: order, parallel steps, retries, failures, budgets, approvals, cancellation.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{cell::RefCell, rc::Rc};

use common::{Page, plan};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, Content, EventKind, Jitter, Policy, RetryPolicy, Run, RunStatus, StartOptions,
    StepStatus, replay,
};
use serde_json::json;

/// Runs a plan to its end and checks that its journal can be replayed.
fn run(page: &Page, steps: &[&str], policy: Policy) -> Run {
    let handle = page.start(steps, policy);
    let run = page.world.block_on(handle.drive());
    let replayed = replay(&page.runtime.journal(&run.run_id).unwrap()).unwrap_or_else(|d| panic!("{d}"));
    assert_eq!(replayed, run);
    run
}

fn statuses(run: &Run) -> Vec<&'static str> {
    statuses_of(&run.execution_log)
}

#[test]
fn a_plan_is_carried_out_in_order_with_data_passing() {
    let page = Page::new(1);
    let steps = [
        r#"sum {"of":[10,5]}"#,
        r#"put {"text":{"$concat":["pay ",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
        "look",
    ];
    let run = run(&page, &steps, Policy::default());
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(run.result, Some(json!(["pay 15.0"])));
    assert_eq!(run.execution_log[1].tool_input, json!({"text": "pay 15.0"}));
    assert_eq!(run.usage.steps, 3);
    assert_eq!(run.usage.tool_calls, 3);
    let record = serde_json::to_value(&run).unwrap();
    assert_eq!(record["createdAt"], json!("2026-11-21T09:30:00.000Z"));
    assert_eq!(record["executionLog"][0]["thought"], json!("because of sum"));
}

#[test]
fn independent_steps_run_side_by_side_up_to_the_limit() {
    let took = |max_parallel| {
        let page = Page::new(1);
        let steps = [r#"slow {"ms":100}"#; 6];
        let run = run(&page, &steps, Policy { max_parallel, ..Policy::default() });
        run.usage.active_ms
    };
    assert_eq!(took(1), 600);
    assert_eq!(took(4), 200);
    assert_eq!(took(6), 100);
}

#[test]
fn transient_failures_are_retried_with_back_off() {
    let page = Page::new(1);
    let done = run(&page, &[r#"flaky {"times":2,"text":"x"}"#], Policy::default());
    assert_eq!(done.status, RunStatus::Completed);
    assert_eq!((done.execution_log[0].attempts, done.usage.tool_calls), (3, 3));
    assert_eq!(done.usage.active_ms, 3000);
    let failed = Page::new(1);
    let failed = run(&failed, &[r#"flaky {"times":3,"text":"x"}"#], Policy::default());
    assert_eq!(failed.status, RunStatus::Failed);
    assert_eq!(failed.error.unwrap().code, "test.flaky");
    assert_eq!(failed.execution_log[0].attempts, 3);
}

#[test]
fn a_list_shows_a_run_as_it_stands_after_every_event() {
    let page = Page::new(1);
    let handle = page.start(&[r#"flaky {"times":1,"text":"x"}"#, r#"sum {"of":[1,2]}"#], Policy::default());
    let (runtime, seen) = (page.runtime.clone(), Rc::new(RefCell::new(Vec::new())));
    let told = seen.clone();
    let subscription = handle.subscribe(move |_| {
        let listed = runtime.runs().remove(0);
        let shared = runtime.summaries().remove(0);
        assert_eq!(*shared, listed);
        told.borrow_mut().push((listed.status, listed.steps_done));
    });
    let run = page.world.block_on(handle.drive());
    drop(subscription);
    assert_eq!(run.status, RunStatus::Completed);
    let mut seen = seen.take();
    seen.dedup();
    // Its end is told with that of its last step.
    assert_eq!(seen, [(RunStatus::Running, 0), (RunStatus::Running, 1), (RunStatus::Completed, 2)]);
}

#[test]
fn jitter_comes_from_the_seed() {
    let delays = |jitter, seed| {
        let page = Page::new(1);
        let plan = common::planned(&[r#"flaky {"times":4,"text":"x"}"#], &page.runtime.registry());
        let retry = RetryPolicy { max_attempts: 5, jitter, ..RetryPolicy::default() };
        let policy = Policy { retry, ..Policy::default() };
        let handle = page
            .runtime
            .start(plan, StartOptions { policy, run_id: None, seed: Some(seed), ..StartOptions::default() })
            .unwrap();
        page.world.block_on(handle.drive());
        let delay = |kind| if let EventKind::RetryScheduled { delay_ms, .. } = kind { Some(delay_ms) } else { None };
        handle.events_since(0).into_iter().filter_map(|event| delay(event.kind)).collect::<Vec<u64>>()
    };
    assert_eq!(delays(Jitter::None, 1), [1000, 2000, 4000, 8000]);
    assert_eq!(delays(Jitter::Full, 1), delays(Jitter::Full, 1));
    assert_ne!(delays(Jitter::Full, 1), delays(Jitter::Full, 2));
    for (delay, whole) in delays(Jitter::Equal, 3).into_iter().zip([1000, 2000, 4000, 8000]) {
        assert!((whole / 2..=whole).contains(&delay), "{delay}");
    }
}

#[test]
fn a_call_that_never_answers_times_out() {
    let page = Page::new(1);
    let run = run(&page, &["hang"], Policy { step_timeout_ms: 500, ..Policy::default() });
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error.unwrap().code, "tool.timeout");
    assert_eq!(run.execution_log[0].attempts, 3);
    assert_eq!(run.usage.active_ms, 3 * 500 + 3000);
}

#[test]
fn the_first_failure_fails_the_run_and_names_the_cause() {
    let page = Page::new(1);
    let steps = ["fail", "noop after 1", "noop after 2", r#"slow {"ms":50}"#, r#"wait {"ms":100000}"#, "noop after 4"];
    let run = run(&page, &steps, Policy::default());
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(statuses(&run), ["failed", "skipped", "skipped", "succeeded", "cancelled", "skipped"]);
    let error = |step: usize| run.execution_log[step - 1].error.clone().unwrap();
    assert_eq!(error(2), "skipped: it needs step 1, which failed");
    assert_eq!(error(3), "skipped: it needs step 1, which failed");
    assert_eq!(error(6), "skipped: the run failed at step 1");
    assert_eq!(run.error.as_ref().unwrap().step_number, Some(1));
    assert_eq!(run.usage.active_ms, 50);
}

#[test]
fn budgets_end_the_run_and_say_what_was_spent() {
    let check = |policy: Policy, steps: &[&str], expected: &str| {
        let run = run(&Page::new(1), steps, policy);
        let error = run.error.unwrap();
        assert_eq!(error.code, "run.budget-exceeded");
        assert_eq!(error.message, expected);
        assert_eq!(run.status, RunStatus::Failed);
    };
    let noops = ["noop", "noop after 1", "noop after 2"];
    check(Policy { max_steps: 2, ..Policy::default() }, &noops, "the budget of 2 steps is spent: 2 were used");
    let flaky = [r#"flaky {"times":2,"text":"x"}"#];
    check(
        Policy { max_tool_calls: 2, ..Policy::default() },
        &flaky,
        "the budget of 2 tool calls is spent: 2 were used",
    );
    let slow = [r#"slow {"ms":400}"#, r#"slow {"ms":400} after 1"#];
    check(
        Policy { time_budget_ms: 500, ..Policy::default() },
        &slow,
        "the budget of 500 milliseconds is spent: 501 were used",
    );
}

#[test]
fn a_destructive_step_asks_first_and_waiting_is_free() {
    let page = Page::new(1);
    let steps = [r#"put {"text":"a"}"#, r#"wipe {"text":"all"}"#, "look"];
    let handle = page.start(&steps, Policy { time_budget_ms: 1000, ..Policy::default() });
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.status(), RunStatus::Suspended);
    let question = handle.record().execution_log[1].approval.clone().unwrap();
    page.world.wind(3_600_000);
    assert!(handle.approve("something else", ApprovalAnswer::Approve).is_err());
    handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(run.result, Some(json!(["a", "all"])));
    assert!(run.usage.active_ms < 1000);
    assert_eq!(handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap_err().code(), "run.approval-void");
}

#[test]
fn a_denied_step_is_a_result_and_what_only_comes_after_it_goes_on() {
    let page = Page::new(1);
    let steps = [
        r#"wipe {"text":"all"}"#,
        "look",
        r#"put {"text":{"$concat":["did ",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
    ];
    let handle = page.start(&steps, Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let (_, id) = question(&handle.record());
    handle.approve(&id, ApprovalAnswer::Reject { feedback: Some("not today".into()) }).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(statuses(&run), ["denied", "succeeded", "skipped"]);
    assert_eq!(run.execution_log[0].error.as_deref(), Some("denied: not today"));
    assert_eq!(run.execution_log[2].error.as_deref(), Some("skipped: it needs step 1, which was denied"));
    assert_eq!(replay(&page.runtime.journal("run-1").unwrap()).unwrap(), run);
    let summary = handle.summary().unwrap();
    assert_eq!((summary.denied_steps, summary.succeeded_steps), (1, 1));
    let report = page.runtime.report("run-1").unwrap().markdown;
    assert!(report.contains("- Status: **completed**, 1 step rejected\n"), "{report}");
}

#[test]
fn a_run_that_was_turned_down_is_reported_as_no_success() {
    let page = Page::new(1);
    let handle = page.start(&[r#"wipe {"text":"all"}"#], Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let (_, id) = question(&handle.record());
    handle.approve(&id, ApprovalAnswer::Reject { feedback: None }).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.status, RunStatus::Completed);
    let summary = handle.summary().unwrap();
    assert_eq!((summary.denied_steps, summary.succeeded_steps), (1, 0));
    let report = page.runtime.report("run-1").unwrap().markdown;
    assert!(report.contains("- Status: **rejected: nothing was changed** (`completed`)\n"), "{report}");
}

fn question(run: &Run) -> (u32, String) {
    let step = run.execution_log.iter().find(|step| step.approval.is_some()).unwrap();
    (step.step_number, step.approval.clone().unwrap().approval_id)
}

#[test]
fn an_input_can_be_edited_and_an_edited_plan_voids_the_question() {
    let page = Page::new(1);
    let handle = page.start(
        &[r#"put {"text":"a"}"#, r#"put {"text":"b"}"#],
        Policy { approval: ApprovalMode::Always, ..Policy::default() },
    );
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let (_, old) = question(&handle.record());
    let mut revised = handle.record().plan.unwrap();
    revised.steps[0].tool_input = json!({"text": "changed"});
    handle.revise(revised).unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.record_text(), serde_json::to_string(&handle.record()).unwrap(), "the plan is the revised one");
    assert_eq!(handle.approve(&old, ApprovalAnswer::Approve).unwrap_err().code(), "run.approval-void");
    let (_, new) = question(&handle.record());
    let wrong = ApprovalAnswer::Edit { input: json!([1]) };
    assert_eq!(handle.approve(&new, wrong).unwrap_err().code(), "run.revision");
    handle.approve(&new, ApprovalAnswer::Edit { input: json!({"text": "edited"}) }).unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let (step, id) = question(&handle.record());
    assert_eq!(step, 2);
    handle.approve(&id, ApprovalAnswer::Approve).unwrap();
    let run = page.world.block_on(handle.drive());
    assert_eq!(page.effects.texts(), ["edited", "b"]);
    assert_eq!(replay(&page.runtime.journal("run-1").unwrap()).unwrap(), run);
}

#[test]
fn a_decision_runs_or_skips_what_depends_on_it() {
    for (left, expected) in [(5, ["succeeded", "succeeded", "succeeded"]), (1, ["succeeded", "succeeded", "skipped"])] {
        let page = Page::new(1);
        let first = format!(r#"sum {{"of":[{left}]}}"#);
        let decision = r#"decision {"left":{"$from":{"step":1,"pointer":"/output"}},"operator":">","right":3}"#;
        let run = run(&page, &[&first, decision, r#"put {"text":"big"} after 2"#], Policy::default());
        assert_eq!(run.status, RunStatus::Completed);
        assert_eq!(statuses(&run), expected);
    }
}

#[test]
fn cancelling_stops_a_running_tool_by_its_signal() {
    let page = Page::new(1);
    let handle = page.start(&["hang", "noop after 1"], Policy::default());
    let before = page.world.env().clock.now_ms();
    let env = page.world.env();
    let canceller = handle.clone();
    let run = page.world.block_on(async move {
        let mut driving = handle.drive();
        let mut later = env.timer.sleep(100);
        std::future::poll_fn(move |context| {
            if later.as_mut().poll(context).is_ready() && canceller.status() == RunStatus::Running {
                canceller.cancel(Some("enough".into())).unwrap();
            }
            driving.as_mut().poll(context)
        })
        .await
    });
    assert_eq!(run.status, RunStatus::Cancelled);
    assert_eq!(run.execution_log[0].status, StepStatus::Cancelled);
    assert_eq!(run.execution_log[1].status, StepStatus::Skipped);
    assert_eq!(page.world.env().clock.now_ms() - before, 100);
    assert_eq!(replay(&page.runtime.journal("run-1").unwrap()).unwrap(), run);
}

#[test]
fn a_plan_with_faults_is_refused_before_anything_is_recorded() {
    let page = Page::new(1);
    let error = page.runtime.start(plan(&["nothing", "sum after 9"]), StartOptions::default()).unwrap_err();
    assert_eq!(error.code(), "plan.unknown-tool");
    assert_eq!(error.faults().len(), 2);
    let policy = Policy { allowed_tools: Some(vec!["sum".into()]), ..Policy::default() };
    let options = StartOptions { policy, ..StartOptions::default() };
    assert_eq!(page.runtime.start(plan(&["noop"]), options).unwrap_err().code(), "plan.tool-not-allowed");
    assert!(page.runtime.runs().is_empty());
}

#[test]
fn a_run_is_found_again_after_a_reload_under_one_key() {
    let page = Page::new(1);
    let before = run(&page, &[r#"put {"text":"a"}"#, "look"], Policy::default());
    assert_eq!(page.world.storage().dump().len(), 1);
    let page = page.reloaded();
    assert_eq!(page.runtime.get("run-1"), Some(before));
    assert_eq!(page.runtime.runs()[0].status, RunStatus::Completed);
    page.runtime.delete("run-1").unwrap();
    assert!(page.world.storage().dump().is_empty());
    assert_eq!(page.runtime.resume("run-1").unwrap_err().code(), "run.not-found");
}

#[test]
fn a_late_result_is_recorded_and_dropped() {
    let page = Page::new(1);
    let steps = [r#"slow {"ms":700}"#, r#"slow {"ms":2900}"#];
    let policy = Policy {
        step_timeout_ms: 500,
        retry: RetryPolicy { max_attempts: 2, ..RetryPolicy::default() },
        ..Policy::default()
    };
    let run = run(&page, &steps, policy);
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(run.error.unwrap().code, "tool.timeout");
    let journal = page.runtime.journal("run-1").unwrap();
    let late: Vec<(u32, u32)> = journal
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::LateResult { step, attempt, success: true } => Some((step, attempt)),
            _ => None,
        })
        .collect();
    assert_eq!(late, [(1, 1)], "the first attempt answered while the step waited for its second");
    assert!(run.execution_log.iter().all(|step| step.output.is_none()));
}

#[test]
fn questions_may_be_answered_in_any_order() {
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
        let page = Page::new(1);
        let steps = ["launch", r#"sum {"of":[1]}"#, r#"sum {"of":[2]}"#];
        let handle = page.start(&steps, Policy { approval: ApprovalMode::Always, ..Policy::default() });
        assert!(page.world.run_until_stalled(handle.drive()).is_none());
        let log = handle.record().execution_log;
        let ids: Vec<String> = log.into_iter().map(|step| step.approval.unwrap().approval_id).collect();
        for question in order {
            assert_eq!(handle.status(), RunStatus::Suspended);
            handle.approve(&ids[question], ApprovalAnswer::Approve).unwrap();
            let _ = page.world.run_until_stalled(handle.drive());
        }
        assert_eq!(handle.record().status, RunStatus::Completed);
        assert_eq!(handle.record().result, Some(json!(2.0)));
        replay(&page.runtime.journal("run-1").unwrap()).unwrap();
    }
}

#[test]
fn tokens_that_tools_report_are_a_budget_too() {
    let page = Page::new(1);
    let steps = [r#"talk {"tokens":60}"#, r#"talk {"tokens":60} after 1"#, r#"talk {"tokens":1} after 2"#];
    let run = run(&page, &steps, Policy { token_budget: 100, ..Policy::default() });
    assert_eq!(run.error.unwrap().message, "the budget of 100 tokens is spent: 120 were used");
    assert_eq!(statuses_of(&run.execution_log), ["succeeded", "succeeded", "skipped"]);
}

fn statuses_of(log: &[dunlin_runtime::ExecutionStep]) -> Vec<&'static str> {
    log.iter().map(|step| step.status.name()).collect()
}

#[test]
fn a_listener_hears_every_event_once_and_none_after_it_left() {
    let page = Page::new(1);
    let handle = page.start(&["noop", "noop after 1"], Policy::default());
    let heard: std::rc::Rc<std::cell::RefCell<Vec<u64>>> = std::rc::Rc::default();
    let ear = heard.clone();
    let watched = handle.clone();
    let subscription = handle.subscribe(move |event| {
        // A listener may look at the run.
        assert!(watched.record().usage.steps <= 2);
        ear.borrow_mut().push(event.seq);
    });
    let gone = handle.subscribe(|_| panic!("this one has left"));
    drop(gone);
    page.world.block_on(handle.drive());
    let all: Vec<u64> = handle.events_since(1).iter().map(|event| event.seq).collect();
    assert_eq!(*heard.borrow(), all);
    drop(subscription);
}

#[test]
fn the_record_as_text_is_the_record() {
    let steps = [r#"flaky {"times":1,"text":"say \"a\"\n"}"#, "talk {\"tokens\":2}", r#"wait {"ms":5}"#, "launch"];
    for (policy, revised) in [
        (Policy::default(), false),
        (Policy { content: Content::Redact, ..Policy::default() }, false),
        (Policy { approval: ApprovalMode::Always, ..Policy::default() }, true),
        (Policy { max_steps: 2, ..Policy::default() }, false),
    ] {
        let page = Page::new(1);
        let handle = page.start(&steps, policy);
        if revised {
            assert!(page.world.run_until_stalled(handle.drive_to_text()).is_none());
            let mut plan = handle.record().plan.unwrap();
            plan.steps[3].tool_input = json!({"changed": true});
            handle.revise(plan).unwrap();
        }
        let text = loop {
            if let Some(text) = page.world.run_until_stalled(handle.drive_to_text()) {
                break text;
            }
            assert_eq!(handle.record_text(), serde_json::to_string(&handle.record()).unwrap());
            handle.approve(&question(&handle.record()).1, ApprovalAnswer::Approve).unwrap();
        };
        assert_eq!(text, serde_json::to_string(&handle.record()).unwrap());
        assert_eq!(text, handle.record_text(), "the same once more");
    }
}
