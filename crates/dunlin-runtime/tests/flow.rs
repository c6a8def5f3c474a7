//! What plans of version 2 say: when a step runs, how a failure is handled, items of a map, questions with data, signals, long
//! waits, and what takes things back.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::Page;
use dunlin_runtime::{Policy, Run, RunHandle, RunStatus, StartOptions, StepStatus, replay};
use serde_json::{Value, json};

/// Carries a run out, giving it what it waits for, and checks that its journal follows from itself.
fn finish(page: &Page, handle: &RunHandle) -> Run {
    let run = loop {
        match page.world.run_until_stalled(handle.drive()) {
            Some(run) => break run,
            None => assert!(common::answer(handle, &handle.record()), "{:#?}", handle.record()),
        }
    };
    replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    assert_eq!(handle.record_text(), serde_json::to_string(&run).unwrap());
    assert_eq!(page.reloaded().runtime.get("run-1").unwrap(), run);
    run
}

fn done(steps: &[&str]) -> (Page, Run) {
    let page = Page::new(1);
    let handle = page.start(steps, Policy::default());
    let run = finish(&page, &handle);
    (page, run)
}

fn statuses(run: &Run) -> Vec<&'static str> {
    run.execution_log.iter().map(|step| step.status.name()).collect()
}

const HANDLER: &str = r#"{"toolName":"put","toolInput":{"text":"rescue"},"dependsOn":[2],"runWhen":"anyFailed"}"#;
const JOIN: &str = r#"{"toolName":"put","toolInput":{"text":"joined"},"dependsOn":[2,3],"runWhen":"anySucceeded"}"#;

#[test]
fn a_failure_that_is_handled_lets_the_run_go_on_and_says_by_what() {
    let (page, run) = done(&["fail", r#"put {"text":"never"} after 1"#, HANDLER, JOIN]);
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(statuses(&run), ["failed", "skipped", "succeeded", "succeeded"]);
    assert_eq!(run.execution_log[0].handled_by, Some(3));
    assert_eq!(page.effects.texts(), ["rescue", "joined"]);
    assert!(page.runtime.report("run-1").unwrap().markdown.contains("- Handled by: step 3"));
    assert!(page.runtime.metrics().contains("\ndunlin_failures_handled_total 1\n"));
    // Where nothing fails there is nothing to handle, and the ways are joined all the same.
    let (page, run) = done(&["noop", r#"put {"text":"done"} after 1"#, HANDLER, JOIN]);
    assert_eq!(statuses(&run), ["succeeded", "succeeded", "skipped", "succeeded"]);
    assert_eq!(run.execution_log[2].error.as_deref(), Some("skipped: nothing failed that it would handle"));
    assert_eq!(page.effects.texts(), ["done", "joined"]);
}

#[test]
fn a_handler_that_fails_or_is_turned_down_handles_nothing() {
    let handler = r#"{"toolName":"fail","toolInput":{},"dependsOn":[1],"runWhen":"anyFailed"}"#;
    let (_, run) = done(&["fail", handler]);
    assert_eq!((run.status, run.error.unwrap().step_number), (RunStatus::Failed, Some(2)));
    let page = Page::new(1);
    let asks = r#"{"toolName":"wipe","toolInput":{},"dependsOn":[1],"runWhen":"anyFailed"}"#;
    let handle = page.start(&["fail", asks], Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let question = handle.record().execution_log[1].approval.clone().unwrap();
    let no = dunlin_runtime::ApprovalAnswer::Reject { feedback: None };
    handle.approve(&question.approval_id, no).unwrap();
    let run = finish(&page, &handle);
    assert_eq!((run.status, run.error.unwrap().step_number), (RunStatus::Failed, Some(1)));
}

#[test]
fn both_ways_of_a_decision_are_joined() {
    for (number, text) in [(7, "small"), (70, "large")] {
        let decide = |operator: &str| {
            let left = r#"{"$from":{"step":1,"pointer":"/output"}}"#;
            format!(r#"decision {{"left":{left},"operator":"{operator}","right":10}}"#)
        };
        let join = r#"{"toolName":"put","toolInput":{"text":{"$concat":["then ",
            {"$from":{"step":4,"pointer":"/output","default":""}},{"$from":{"step":5,"pointer":"/output","default":""}}]}},
            "dependsOn":[4,5],"runWhen":"anySucceeded"}"#;
        let sum = format!(r#"sum {{"of":[{number}]}}"#);
        let small = r#"put {"text":"small"} after 2"#;
        let (page, run) = done(&[&sum, &decide("<"), &decide(">="), small, r#"put {"text":"large"} after 3"#, join]);
        assert_eq!(run.status, RunStatus::Completed);
        assert_eq!(page.effects.texts(), [text.to_owned(), format!("then {text}")]);
    }
}

#[test]
fn what_is_always_done_is_done_after_a_failure_and_handles_nothing() {
    let always = r#"{"toolName":"put","toolInput":{"text":"closed"},"dependsOn":[1,2],"runWhen":"allDone"}"#;
    for (first, status) in [("fail", RunStatus::Failed), ("noop", RunStatus::Completed)] {
        let (page, run) = done(&[first, r#"put {"text":"work"} after 1"#, always, r#"put {"text":"x"} after 3"#]);
        assert_eq!(run.status, status);
        assert!(page.effects.texts().contains(&"closed".to_owned()), "{:#?}", run.execution_log);
        assert_eq!(run.execution_log[3].success, status == RunStatus::Completed);
    }
}

#[test]
fn what_is_always_done_may_wait_for_a_signal_though_the_run_failed() {
    let waits = r#"{"kind":"signal","toolInput":{"name":"closed"},"dependsOn":[1],"runWhen":"allDone"}"#;
    let (_, run) = done(&["fail", waits]);
    assert_eq!((run.status, statuses(&run)), (RunStatus::Failed, vec!["failed", "succeeded"]));
}

#[test]
fn a_step_has_a_time_limit_and_tries_of_its_own() {
    let page = Page::new(1);
    let limited =
        r#"{"toolName":"hang","toolInput":{},"timeoutMs":50,"retry":{"maxAttempts":2,"initialIntervalMs":10}}"#;
    let often =
        r#"{"toolName":"flaky","toolInput":{"times":5,"text":"f"},"retry":{"maxAttempts":6,"initialIntervalMs":1}}"#;
    let handle = page.start(&[limited, often], Policy { max_parallel: 4, ..Policy::default() });
    let run = finish(&page, &handle);
    let (hung, flaky) = (&run.execution_log[0], &run.execution_log[1]);
    assert_eq!((hung.attempts, hung.duration_ms, hung.error_code.as_deref()), (2, Some(110), Some("tool.timeout")));
    assert_eq!((flaky.attempts, flaky.status), (6, StepStatus::Succeeded));
}

#[test]
fn a_run_answers_with_what_its_plan_says() {
    let (_, run) = done(&[
        r#"sum {"of":[1,2]}"#,
        r#"{"kind":"map","toolInput":{"over":[1,2]},"body":[{"stepNumber":1,"toolName":"sum","toolInput":{"of":[{"$from":{"step":0,"pointer":"/item"}},10]}}]}"#,
        r#"plan {"result":{"sum":{"$from":{"step":1,"pointer":"/output"}},"all":{"$from":{"step":2,"pointer":"/toolInput/over/*"}},
            "tens":{"$from":{"step":2,"pointer":"/output"}},"none":{"$from":{"step":1,"pointer":"/metadata/x"}}}}"#,
    ]);
    assert_eq!(run.result, Some(json!({"sum": 3.0, "all": [1, 2], "tens": [11.0, 12.0], "none": null})));
}

#[test]
fn a_wait_of_days_costs_no_time_and_no_place() {
    let page = Page::new(1);
    let policy = Policy { time_budget_ms: 1000, max_concurrent_runs: 1, ..Policy::default() };
    let wait = r#"{"kind":"wait","toolInput":{"ms":259200000}}"#;
    let until = r#"{"kind":"wait","toolInput":{"until":"2026-11-29T09:30:00Z"},"dependsOn":[1]}"#;
    let handle = page.start(&[wait, until, r#"put {"text":"later"} after 2"#], policy.clone());
    let mut driving = handle.drive();
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(driving.as_mut().poll(&mut context).is_pending());
    assert_eq!(handle.status(), RunStatus::Suspended);
    // Another run goes on meanwhile.
    let options = StartOptions { policy, ..StartOptions::default() };
    let other = page.runtime.start(common::planned(&["noop"], &page.runtime.registry()), options).unwrap();
    assert_eq!(page.world.block_on(other.drive()).status, RunStatus::Completed);
    drop(driving);
    let run = finish(&page, &handle);
    assert_eq!(run.status, RunStatus::Completed);
    assert!(run.usage.active_ms < 1000, "{:?}", run.usage);
    assert_eq!(run.completed_at_ms, dunlin_base::ms_of_iso("2026-11-29T09:30:00Z"));
}

/// It rests for two days.
const WAITS: [&str; 2] = [r#"{"kind":"wait","toolInput":{"ms":172800000}}"#, r#"put {"text":"later"} after 1"#];

/// What rests goes on by the time that passes, and not by a clock that somebody sets.
#[test]
fn a_run_that_rests_goes_on_though_the_clock_is_set_back() {
    for back in [1_i64, 61_000, 3_600_000, 400_000_000] {
        let page = Page::new(1);
        let handle = page.start(&WAITS, Policy::default());
        let mut driving = handle.drive();
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(driving.as_mut().poll(&mut context).is_pending());
        assert_eq!(handle.status(), RunStatus::Suspended);
        let before = page.world.env().clock.monotonic_ms();
        page.world.shift_clock(-back);
        assert_eq!(page.world.block_on(driving).status, RunStatus::Completed, "{back} ms back");
        // Nobody looks at the clock meanwhile, so it may rest as much longer as that shows, and no longer than once more.
        let most = 172_800_010 + back.min(172_800_000).unsigned_abs();
        assert!(page.world.env().clock.monotonic_ms() - before <= most, "{back} ms back");
        // The same when another page takes it up with a clock that is behind.
        let page = Page::new(1);
        let handle = page.start(&WAITS, Policy::default());
        assert!(handle.drive().as_mut().poll(&mut context).is_pending());
        page.world.shift_clock(-back);
        let page = page.reloaded();
        let run = page.world.block_on(page.runtime.resume("run-1").unwrap().drive());
        assert_eq!(run.status, RunStatus::Completed, "{back} ms back and taken up");
    }
}

#[test]
fn an_answer_is_data_that_fits_its_schema_and_survives_a_reload() {
    let page = Page::new(1);
    let ask = r#"{"kind":"ask","toolInput":{"question":"How much?","schema":{"type":"integer","minimum":1}}}"#;
    let put =
        r#"{"toolName":"put","toolInput":{"text":{"$concat":["pay ",{"$from":{"step":1,"pointer":"/output"}}]}}}"#;
    let handle = page.start(&[ask, put], Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(handle.status(), RunStatus::Suspended);
    let asked = serde_json::to_value(&handle.record().execution_log[0].awaits).unwrap();
    assert_eq!(asked, json!({"type": "answer", "question": "How much?", "schema": {"type": "integer", "minimum": 1}}));
    let error = handle.answer(1, json!("lots")).unwrap_err();
    assert_eq!(error.to_string(), "the answer does not fit: found a text, expected a whole number");
    handle.answer(1, json!(12)).unwrap();
    // It is stored before it is heard.
    let page = page.reloaded();
    let run = page.world.block_on(page.runtime.resume("run-1").unwrap().drive());
    assert_eq!((run.status, page.effects.texts()), (RunStatus::Completed, vec!["pay 12".to_owned()]));
    assert!(page.runtime.resume("run-1").unwrap().answer(1, json!(1)).is_err());
}

#[test]
fn a_question_nobody_answers_is_asked_again_after_a_reminder() {
    let page = Page::new(1);
    let handle = page.start(
        &[
            r#"{"kind":"ask","toolInput":{"question":"Ready?"},"timeoutMs":172800000}"#,
            r#"{"kind":"notify","toolInput":{"title":"Still to be reviewed"},"dependsOn":[1],"runWhen":"anyFailed"}"#,
            r#"{"kind":"ask","toolInput":{"question":"Ready now?"},"dependsOn":[2]}"#,
            r#"{"toolName":"put","toolInput":{"text":"published"},"dependsOn":[1,3],"runWhen":"anySucceeded"}"#,
        ],
        Policy::default(),
    );
    let run = finish(&page, &handle);
    assert_eq!(statuses(&run), ["failed", "succeeded", "succeeded", "succeeded"]);
    assert_eq!(run.execution_log[0].error_code.as_deref(), Some("ask.timeout"));
}

#[test]
fn a_signal_is_taken_once_whether_it_comes_before_or_after_it_is_waited_for() {
    for early in [true, false] {
        let page = Page::new(1);
        let wait = r#"{"kind":"signal","toolInput":{"name":"paid"},"timeoutMs":1000}"#;
        let again = r#"{"kind":"signal","toolInput":{"name":"paid"},"dependsOn":[1],"timeoutMs":1000}"#;
        let handle = page.start(&[wait, again], Policy::default());
        if early {
            handle.signal("paid", json!(1)).unwrap();
            handle.signal("other", json!(2)).unwrap();
        }
        let mut driving = handle.drive();
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        assert!(driving.as_mut().poll(&mut context).is_pending());
        if !early {
            handle.signal("paid", json!(1)).unwrap();
        }
        let run = page.world.run_until_stalled(driving).unwrap();
        assert_eq!(run.execution_log[0].output, Some(json!(1)));
        assert_eq!(run.execution_log[1].error_code.as_deref(), Some("signal.timeout"));
        assert!(handle.signal("paid", Value::Null).is_err());
        replay(&page.runtime.journal("run-1").unwrap()).unwrap();
    }
}

#[test]
fn the_items_of_a_map_are_done_side_by_side_and_answered_in_order() {
    let page = Page::new(1);
    let map = r#"{"kind":"map","toolInput":{"over":[30,10,20,40],"maxParallel":2},"body":[
        {"stepNumber":1,"toolName":"slow","toolInput":{"ms":{"$from":{"step":0,"pointer":"/item"}}}},
        {"stepNumber":2,"toolName":"sum","toolInput":{"of":[{"$from":{"step":0,"pointer":"/item"}},{"$from":{"step":0,"pointer":"/index"}}]},"dependsOn":[1]}]}"#;
    let handle = page.start(&[map], Policy { max_parallel: 8, ..Policy::default() });
    let run = finish(&page, &handle);
    assert_eq!(run.result, Some(json!([30.0, 11.0, 22.0, 43.0])));
    // Two at a time: 30 beside 10 and 20, then 40.
    assert_eq!(run.execution_log[0].duration_ms, Some(70));
    assert_eq!(run.inner_log.len(), 8);
    assert_eq!(serde_json::to_value(run.inner_log[3].within).unwrap(), json!({"map": 1, "item": 1, "step": 2}));
    assert_eq!(run.execution_log[0].progress.as_ref().unwrap().words, "4 of 4");
    // An empty list is done at once, and what is no list is a failure of the step.
    let (_, run) =
        done(&[r#"{"kind":"map","toolInput":{"over":[]},"body":[{"stepNumber":1,"toolName":"noop","toolInput":{}}]}"#]);
    assert_eq!(run.result, Some(json!([])));
}

#[test]
fn items_that_write_the_same_are_done_one_after_the_other() {
    let map = r#"{"kind":"map","toolInput":{"over":["a","b","c"],"maxParallel":3},"body":[
        {"stepNumber":1,"toolName":"late","toolInput":{"ms":20,"text":{"$from":{"step":0,"pointer":"/item"}}}}]}"#;
    let (page, run) = done(&[map]);
    assert_eq!(run.execution_log[0].duration_ms, Some(60));
    assert_eq!(page.effects.texts(), ["a", "b", "c"]);
}

#[test]
fn a_map_whose_item_fails_fails_and_says_which() {
    let map = r#"{"kind":"map","toolInput":{"over":[1,2,3]},"body":[
        {"stepNumber":1,"kind":"decision","toolInput":{"left":{"$from":{"step":0,"pointer":"/item"}},"operator":"==","right":2}},
        {"stepNumber":2,"toolName":"fail","toolInput":{},"dependsOn":[1]},
        {"stepNumber":3,"toolName":"slow","toolInput":{"ms":90000}}]}"#;
    let (_, run) = done(&[map, r#"put {"text":"never"} after 1"#]);
    let error = run.error.unwrap();
    assert_eq!(
        (run.status, error.message.as_str(), error.step_number),
        (RunStatus::Failed, "item 2: it cannot be done", Some(1))
    );
    // Within an item it can be handled.
    let map = r#"{"kind":"map","toolInput":{"over":[1,2]},"body":[
        {"stepNumber":1,"toolName":"fail","toolInput":{}},
        {"stepNumber":2,"toolName":"sum","toolInput":{"of":[{"$from":{"step":0,"pointer":"/item"}}]},"dependsOn":[1],"runWhen":"anyFailed"}]}"#;
    let (_, run) = done(&[map]);
    assert_eq!(run.result, Some(json!([1.0, 2.0])));
    assert_eq!(run.inner_log[0].handled_by, Some(3));
}

#[test]
fn maps_within_maps_and_no_room_but_one() {
    let page = Page::new(1);
    let map = r#"{"kind":"map","toolInput":{"over":[[1,2],[3]]},"body":[
        {"stepNumber":1,"kind":"map","toolInput":{"over":{"$from":{"step":0,"pointer":"/item"}}},"body":[
            {"stepNumber":1,"toolName":"sum","toolInput":{"of":[{"$from":{"step":0,"pointer":"/item"}},100]}}]}]}"#;
    let handle = page.start(&[map], Policy { max_parallel: 1, ..Policy::default() });
    let run = finish(&page, &handle);
    assert_eq!(run.result, Some(json!([[101.0, 102.0], [103.0]])));
}

fn booking(last: &str) -> Vec<String> {
    let step = |text: &str, after: &str, undo: &str| {
        format!(r#"{{"toolName":"put","toolInput":{{"text":"{text}"}},"dependsOn":[{after}],"undo":{undo}}}"#)
    };
    let put = |text: &str, step: u32| {
        format!(
            r#"{{"toolName":"put","toolInput":{{"text":{{"$concat":["{text} ",{{"$from":{{"step":{step},"pointer":"/output"}}}}]}}}}}}"#
        )
    };
    vec![
        step("room", "", &put("cancel", 1)),
        step("seat", "1", r#"{"toolName":"fail","toolInput":{}}"#),
        r#"put {"text":"letter"} after 2"#.to_owned(),
        step("card", "3", &put("refund", 4)),
        last.to_owned(),
        r#"plan {"onFailure":"undo"}"#.to_owned(),
    ]
}

#[test]
fn what_is_done_is_taken_back_in_reverse_order_and_the_report_says_what_was_not() {
    let steps = booking("fail after 4");
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let (page, run) = done(&steps);
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(page.effects.texts(), ["room", "seat", "letter", "card", "refund card", "cancel room"]);
    let undo: Vec<_> = run.execution_log.iter().map(|step| step.undo.map(StepStatus::name)).collect();
    assert_eq!(undo, [Some("succeeded"), Some("failed"), None, Some("succeeded"), None]);
    assert_eq!(run.error.unwrap().step_number, Some(5));
    let report = page.runtime.report("run-1").unwrap();
    let told = |name: &str, steps: &[u32]| {
        let steps: Vec<Value> = steps.iter().map(|step| json!({"stepNumber": step, "toolName": "put"})).collect();
        assert_eq!(report.json[name], json!(steps), "{name}");
    };
    told("takenBack", &[1, 4]);
    told("notTakenBack", &[2]);
    told("stays", &[3]);
    let report = report.markdown;
    for line in [
        "- Taken back: step 1 (put), step 4 (put)",
        "- Could not be taken back: step 2 (put)",
        "- Done, with nothing that takes it back: step 3 (put)",
    ] {
        assert!(report.contains(line), "{report}");
    }
    let metrics = page.runtime.metrics();
    for line in ["dunlin_undone_total{status=\"failed\"} 1", "dunlin_undone_total{status=\"succeeded\"} 2"] {
        assert!(metrics.contains(line), "{metrics}");
    }
    // With a run that has nothing wrong with it nothing is taken back.
    let steps = booking("noop after 4");
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let (page, run) = done(&steps);
    assert_eq!((run.status, page.effects.texts().len()), (RunStatus::Completed, 4));
}

#[test]
fn a_cancelled_run_is_taken_back_too_and_keeps_its_reason() {
    let steps = booking(r#"{"kind":"signal","toolInput":{"name":"never"},"dependsOn":[4]}"#);
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let page = Page::new(1);
    let handle = page.start(&steps, Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    handle.cancel(Some("the guest fell ill".into())).unwrap();
    let run = finish(&page, &handle);
    assert_eq!((run.status, run.cancel_reason.as_deref()), (RunStatus::Cancelled, Some("the guest fell ill")));
    assert_eq!(page.effects.texts()[4..], ["refund card", "cancel room"]);
    assert!(page.runtime.report("run-1").unwrap().markdown.contains("- Cancelled because: the guest fell ill"));
}

#[test]
fn what_is_under_way_in_a_map_keeps_nothing_from_being_taken_back_when_it_is_cancelled() {
    let page = Page::new(1);
    let map = r#"{"kind":"map","toolInput":{"over":[1]},"dependsOn":[1],"body":[
        {"stepNumber":1,"toolName":"hang","toolInput":{}},{"stepNumber":2,"toolName":"noop","toolInput":{},"dependsOn":[1]}]}"#;
    let room =
        r#"{"toolName":"put","toolInput":{"text":"room"},"undo":{"toolName":"put","toolInput":{"text":"no room"}}}"#;
    let handle = page.start(&[room, map, r#"plan {"onFailure":"undo"}"#], Policy::default());
    let mut driving = handle.drive();
    assert!(driving.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_pending());
    handle.cancel(None).unwrap();
    page.world.block_on(driving);
    let run = finish(&page, &handle);
    assert_eq!(
        (run.status, page.effects.texts()),
        (RunStatus::Cancelled, vec!["room".to_owned(), "no room".to_owned()])
    );
}

#[test]
fn steps_of_a_body_that_were_done_are_taken_back_as_well() {
    let map = r#"{"kind":"map","toolInput":{"over":["a","b"]},"body":[
        {"stepNumber":1,"toolName":"put","toolInput":{"text":{"$from":{"step":0,"pointer":"/item"}}},
            "undo":{"toolName":"put","toolInput":{"text":{"$concat":["not ",{"$from":{"step":1,"pointer":"/output"}},{"$from":{"step":0,"pointer":"/index"}}]}}}}]}"#;
    let (page, run) = done(&[map, "fail after 1", r#"plan {"onFailure":"undo"}"#]);
    assert_eq!(run.status, RunStatus::Failed);
    assert_eq!(page.effects.texts(), ["a", "b", "not b1", "not a0"]);
}

#[test]
fn policies_hold_within_steps_too() {
    let page = Page::new(1);
    let policy = Policy { allowed_tools: Some(vec!["noop".into()]), ..Policy::default() };
    let map = r#"{"kind":"map","toolInput":{"over":[1]},"body":[{"stepNumber":1,"toolName":"put","toolInput":{}}]}"#;
    let undone = r#"{"toolName":"noop","toolInput":{},"undo":{"toolName":"put","toolInput":{}}}"#;
    for step in [map, undone] {
        let error = page.try_start(&[step], policy.clone()).unwrap_err();
        assert!(error.to_string().contains("does not allow the tool \"put\""), "{error}");
    }
    // Each item counts against the budget of steps.
    let many = r#"{"kind":"map","toolInput":{"over":[1,2,3,4,5,6]},"body":[{"stepNumber":1,"toolName":"noop","toolInput":{}}]}"#;
    let handle = page.start(&[many], Policy { max_steps: 4, ..Policy::default() });
    let run = finish(&page, &handle);
    assert_eq!((run.status, run.usage.steps), (RunStatus::Failed, 4));
}
