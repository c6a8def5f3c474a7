//! What the report of an undone run says of calls whose outcome nobody knows, of items, and of the runs below it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::task::{Context, Waker};

use common::{Page, answer};
use dunlin_base::LocalFuture;
use dunlin_runtime::{ApprovalAnswer, Policy, Report, Run, RunHandle, RunStatus, StepStatus};
use serde_json::{Value, json};

const ROOM: &str =
    r#"{"toolName":"put","toolInput":{"text":"room"},"undo":{"toolName":"put","toolInput":{"text":"no room"}}}"#;
const CHARGE: &str = r#"{"toolName":"charge","toolInput":{"ms":300},"dependsOn":[1],"timeoutMs":50,
    "undo":{"toolName":"put","toolInput":{"text":"refund"}}}"#;
const UNDO: &str = r#"plan {"onFailure":"undo"}"#;

/// Drives a run to its end; whatever is asked of a person is answered.
fn ended(page: &Page, handle: &RunHandle) -> Run {
    for _ in 0..20 {
        let _ = page.world.run_until_stalled(handle.drive());
        let run = handle.record();
        if run.status.is_final() {
            return run;
        }
        assert!(answer(handle, &run), "it waits for nothing: {run:?}");
    }
    panic!("it does not end")
}

/// Drives a run until its second step is under way.
fn under_way(handle: &RunHandle) -> LocalFuture<'static, Run> {
    let mut driving: LocalFuture<'static, Run> = Box::pin(handle.drive());
    let polled = driving.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_pending());
    assert_eq!(handle.record().execution_log[1].status, StepStatus::Running);
    driving
}

/// What the report lists, by name: `step` of the run itself, `run/step` of one below it.
fn lists(report: &Report) -> [Vec<String>; 4] {
    ["takenBack", "notTakenBack", "mayBeDone", "stays"].map(|name| {
        let told = |one: &Value| match one["runId"].as_str() {
            Some(run) => format!("{run}/{}", one["stepNumber"]),
            None => one["stepNumber"].to_string(),
        };
        report.json[name].as_array().unwrap_or_else(|| panic!("no {name}")).iter().map(told).collect()
    })
}

fn check(steps: &[&str], expected: [&[&str]; 4]) -> (Run, Report) {
    let page = Page::new(1);
    let handle = page.start(steps, Policy::default());
    let run = ended(&page, &handle);
    let report = page.runtime.report("run-1").unwrap();
    assert_eq!(lists(&report), expected, "{}", report.markdown);
    assert_eq!(handle.report(), report);
    (run, report)
}

#[test]
fn a_call_that_did_not_answer_in_time_may_have_been_done() {
    let (run, report) = check(&[ROOM, CHARGE, UNDO], [&["1"], &[], &["2"], &[]]);
    assert_eq!((run.status, run.execution_log[1].outcome_unknown), (RunStatus::Failed, true));
    let line = "- May have been done, and was not taken back: step 2 (charge)\n";
    assert!(report.markdown.contains(line), "{}", report.markdown);
    assert_eq!(serde_json::to_value(&run.execution_log[1]).unwrap()["outcomeUnknown"], json!(true));
    assert_eq!(serde_json::to_value(&run.execution_log[0]).unwrap().get("outcomeUnknown"), None);
}

#[test]
fn what_answers_or_only_reads_is_not_in_doubt() {
    // It says itself that it failed, after an attempt, or it changes nothing.
    for last in ["fail after 1", r#"{"toolName":"hang","toolInput":{},"dependsOn":[1],"timeoutMs":50}"#] {
        let (run, _) = check(&[ROOM, last, UNDO], [&["1"], &[], &[], &[]]);
        assert_eq!(run.execution_log[1].status, StepStatus::Failed, "{last}");
    }
    // One that can be repeated and was is known to be done; one that was tried in vain is not.
    let stall = |tries: u32| {
        format!(
            r#"{{"toolName":"stall","toolInput":{{"text":"s"}},"dependsOn":[1],"timeoutMs":50,"retry":{{"maxAttempts":{tries}}}}}"#
        )
    };
    check(&[ROOM, &stall(2), "fail after 2", UNDO], [&["1"], &[], &[], &["2"]]);
    check(&[ROOM, &stall(1), UNDO], [&["1"], &[], &["2"], &[]]);
}

#[test]
fn a_call_that_is_cancelled_in_flight_may_have_been_done() {
    let page = Page::new(1);
    let handle =
        page.start(&[ROOM, r#"{"toolName":"charge","toolInput":{"ms":300},"dependsOn":[1]}"#, UNDO], Policy::default());
    let driving = under_way(&handle);
    handle.cancel(None).unwrap();
    let run = page.world.block_on(driving);
    assert_eq!((run.status, run.execution_log[1].status), (RunStatus::Cancelled, StepStatus::Cancelled));
    assert_eq!(lists(&page.runtime.report("run-1").unwrap()), [vec!["1"], vec![], vec!["2"], vec![]]);
}

#[test]
fn a_call_that_a_crash_cut_off_and_a_person_did_not_want_again_may_have_been_done() {
    let page = Page::new(1);
    let ask = r#"{"kind":"ask","toolInput":{"question":"Go on?"},"dependsOn":[1]}"#;
    let steps = [ROOM, "launch after 1", ask, "fail after 3", UNDO];
    let handle = page.start(&steps, Policy::default());
    page.effects.fuse.set(Some(4));
    drop(under_way(&handle));
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    let _ = page.world.run_until_stalled(handle.drive());
    let run = handle.record();
    let question = run.execution_log[1].approval.clone().unwrap_or_else(|| panic!("{run:?}"));
    handle.approve(&question.approval_id, ApprovalAnswer::Reject { feedback: None }).unwrap();
    let run = ended(&page, &handle);
    assert_eq!((run.status, run.execution_log[1].status), (RunStatus::Failed, StepStatus::Denied));
    assert_eq!(page.effects.unsafe_calls.borrow().values().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(lists(&page.runtime.report("run-1").unwrap()), [vec!["1"], vec![], vec!["2"], vec![]]);
}

#[test]
fn a_run_is_not_said_to_have_changed_nothing_when_nobody_knows() {
    let page = Page::new(1);
    let handle = page.start(&["noop", "launch after 1"], Policy::default());
    page.effects.fuse.set(Some(4));
    drop(under_way(&handle));
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    let _ = page.world.run_until_stalled(handle.drive());
    let question = handle.record().execution_log[1].approval.clone().unwrap();
    handle.approve(&question.approval_id, ApprovalAnswer::Reject { feedback: None }).unwrap();
    let run = ended(&page, &handle);
    let report = page.runtime.report("run-1").unwrap();
    assert_eq!((run.status, &lists(&report)[2]), (RunStatus::Completed, &vec!["2".to_owned()]));
    assert!(!report.markdown.contains("nothing was changed"), "{}", report.markdown);
}

/// Puts each item; its own undo where the text says so.
fn map(over: &str, body: &str) -> String {
    format!(r#"{{"kind":"map","toolInput":{{"over":{over}}},"body":[{body}]}}"#)
}

const PUT_ITEM: &str =
    r#"{"stepNumber":1,"toolName":"put","toolInput":{"text":{"$from":{"step":0,"pointer":"/item"}}}}"#;

#[test]
fn items_that_were_done_stay_and_are_named() {
    let (_, report) = check(&[&map(r#"["a","b"]"#, PUT_ITEM), "fail after 1", UNDO], [&[], &[], &[], &["3", "4"]]);
    let line =
        "- Done, with nothing that takes it back: step 3 (put, item 1 of step 1), step 4 (put, item 2 of step 1)\n";
    assert!(report.markdown.contains(line), "{}", report.markdown);
    // Also when the third item fails, and nothing is said of items that only read.
    let sum = r#"{"stepNumber":1,"toolName":"sum","toolInput":{"of":[1]}},"#;
    let put = r#"{"stepNumber":2,"toolName":"put","toolInput":{"text":{"$from":{"step":0,"pointer":"/item/text"}}},"dependsOn":[1]}"#;
    let third = map(r#"[{"text":"a"},{"text":"b"},{}]"#, &format!("{sum}{put}"));
    let (run, _) = check(&[&third, UNDO], [&[], &[], &[], &["3", "5"]]);
    assert_eq!(run.status, RunStatus::Failed);
}

/// A child plan of these steps.
fn child(after: &str, own: &str, steps: &[&str]) -> String {
    let steps: Vec<Value> = (1u32..).zip(steps).map(|(number, text)| json!(common::step(number, text))).collect();
    let steps = Value::from(steps);
    format!(
        r#"{{"kind":"plan","toolInput":{{}},"dependsOn":[{after}],"plan":{{"schemaVersion":2,"goal":"c","steps":{steps}{own}}}}}"#
    )
}

#[test]
fn what_a_finished_child_did_stays_and_is_named() {
    let done = child("1", "", &[r#"put {"text":"paid"}"#, r#"sum {"of":[1]} after 1"#]);
    let (_, report) = check(&[ROOM, &done, "fail after 2", UNDO], [&["1"], &[], &[], &["run-1-2/1"]]);
    let line = "- Done, with nothing that takes it back: step 1 (put) of run `run-1-2`\n";
    assert!(report.markdown.contains(line), "{}", report.markdown);
    // A step that takes the child back as a whole says so for all of it.
    let undo = r#""undo":{"toolName":"put","toolInput":{"text":"refund"}},"plan":"#;
    check(&[ROOM, &done.replacen(r#""plan":"#, undo, 1), "fail after 2", UNDO], [&["1", "2"], &[], &[], &[]]);
    // At whatever depth.
    let deep = child("1", "", &[&done.replacen("[1]", "[]", 1)]);
    check(&[ROOM, &deep, "fail after 2", UNDO], [&["1"], &[], &[], &["run-1-2-1/1"]]);
}

#[test]
fn a_failed_child_says_what_it_took_back_itself_and_what_is_in_doubt() {
    let own = r#","onFailure":"undo""#;
    let failed = child("1", own, &[ROOM, r#"put {"text":"letter"} after 1"#, CHARGE]);
    let expected: [&[&str]; 4] = [&["1", "run-1-2/1"], &[], &["run-1-2/3"], &["run-1-2/2"]];
    check(&[ROOM, &failed, UNDO], expected);
    // Its parent takes nothing back, and tells of the child all the same.
    check(&[ROOM, &failed], [&["run-1-2/1"], &[], &["run-1-2/3"], &["run-1-2/2"]]);
    // A child that takes nothing back leaves everything.
    let plain = child("1", "", &[r#"put {"text":"a"}"#, "fail after 1"]);
    check(&[ROOM, &plain, UNDO], [&["1"], &[], &[], &["run-1-2/1"]]);
}
