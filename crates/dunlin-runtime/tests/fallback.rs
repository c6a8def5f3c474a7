//! One tool in place of another that failed: where that can help the run goes on, and no effect is doubled unasked.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::Page;
use dunlin_runtime::{ApprovalAnswer, ApprovalMode, ApprovalReason, Policy, Run, RunHandle, RunStatus, replay};
use serde_json::json;

const SECOND: &str = r#"{"toolName":"launch","toolInput":{},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}"#;
const JOIN: &str = r#"{"toolName":"put","toolInput":{"text":{"$concat":["by ",{"$from":{"step":1,"pointer":"/output",
    "default":{"$from":{"step":2,"pointer":"/output","default":null}}}}]}}}"#;
/// It only reads, and never answers.
const HANG: &str = r#"{"toolName":"hang","toolInput":{},"timeoutMs":50,"retry":{"maxAttempts":1}}"#;
/// It moves money, and answers too late.
const CHARGE: &str = r#"{"toolName":"charge","toolInput":{"ms":1000},"timeoutMs":50}"#;

/// Nothing is asked because of the policy.
fn never() -> Policy {
    Policy { approval: ApprovalMode::Never, ..Policy::default() }
}

fn checked(page: &Page, run: Run) -> Run {
    replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    assert_eq!(page.reloaded().runtime.get("run-1").unwrap(), run);
    run
}

fn done(steps: &[&str], policy: Policy) -> (Page, Run) {
    let page = Page::new(1);
    let handle = page.start(steps, policy);
    let run = page.world.run_until_stalled(handle.drive()).unwrap_or_else(|| panic!("{:#?}", handle.record()));
    let run = checked(&page, run);
    (page, run)
}

/// A run that waits for an answer about its second step.
fn asked(steps: &[&str], policy: Policy) -> (Page, RunHandle, String) {
    let page = Page::new(1);
    let handle = page.start(steps, policy);
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let question = handle.record().execution_log[1].approval.clone().unwrap();
    assert_eq!(question.reason, ApprovalReason::UnknownOutcome);
    (page, handle, question.approval_id)
}

fn statuses(run: &Run) -> Vec<&'static str> {
    run.execution_log.iter().map(|step| step.status.name()).collect()
}

fn launches(page: &Page) -> u32 {
    page.effects.unsafe_calls.borrow().iter().filter(|(key, _)| key.as_str() == "run-1:2").map(|(_, n)| *n).sum()
}

#[test]
fn where_the_first_only_reads_the_second_does_its_work() {
    let result = r#"plan {"result":{"is":{"$from":{"step":1,"pointer":"/output","default":{"$from":{"step":2,"pointer":"/output","default":null}}}},
        "or":{"$from":{"step":1,"pointer":"/output","default":"none"}},"no":{"$from":{"step":1,"pointer":"/output"}}}}"#;
    let (page, run) = done(&[HANG, SECOND, JOIN, result], never());
    assert_eq!(run.result, Some(json!({"is": "launched", "or": "none", "no": null})));
    assert_eq!((run.status, statuses(&run)), (RunStatus::Completed, vec!["failed", "succeeded", "succeeded"]));
    assert_eq!(run.execution_log[0].handled_by, Some(2));
    assert_eq!((page.effects.texts(), launches(&page)), (vec!["by launched".to_owned()], 1));
    let markdown = page.runtime.report("run-1").unwrap().markdown;
    assert!(markdown.contains("- Handled by: step 2"), "{markdown}");
}

#[test]
fn where_the_first_does_it_the_second_is_left_out() {
    let (page, run) = done(&[r#"sum {"of":[1,2]}"#, SECOND, JOIN], Policy::default());
    assert_eq!((run.status, statuses(&run)), (RunStatus::Completed, vec!["succeeded", "skipped", "succeeded"]));
    assert_eq!((page.effects.texts(), launches(&page)), (vec!["by 3.0".to_owned()], 0));
}

#[test]
fn what_may_have_happened_is_asked_about_whatever_the_policy_says() {
    for first in [CHARGE, "fail", r#"{"toolName":"flaky","toolInput":{"times":9},"retry":{"maxAttempts":1}}"#] {
        let (page, handle, id) = asked(&[first, SECOND], never());
        assert_eq!(launches(&page), 0);
        handle.approve(&id, ApprovalAnswer::Approve).unwrap();
        let run = page.world.run_until_stalled(handle.drive()).unwrap();
        assert_eq!((checked(&page, run).status, launches(&page)), (RunStatus::Completed, 1));

        let (page, handle, id) = asked(&[first, SECOND], never());
        handle.approve(&id, ApprovalAnswer::Reject { feedback: None }).unwrap();
        let run = checked(&page, page.world.run_until_stalled(handle.drive()).unwrap());
        assert_eq!((run.status, launches(&page), run.error.unwrap().step_number), (RunStatus::Failed, 0, Some(1)));
    }
}

#[test]
fn a_question_outlives_the_tab_and_nothing_is_done_before_its_answer() {
    let (page, _, id) = asked(&[CHARGE, SECOND], never());
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    assert_eq!(launches(&page), 0);
    handle.approve(&id, ApprovalAnswer::Approve).unwrap();
    assert_eq!(page.world.run_until_stalled(handle.drive()).unwrap().status, RunStatus::Completed);
    assert_eq!(launches(&page), 1);
}

#[test]
fn a_fallback_stands_in_for_its_step_alone() {
    // What the first needs has failed, which is no failure of the first.
    let second = r#"{"toolName":"launch","toolInput":{},"dependsOn":[2],"runWhen":"anyFailed","insteadOf":2}"#;
    let needs = r#"{"toolName":"slow","toolInput":{"ms":{"$from":{"step":1,"pointer":"/output"}}}}"#;
    let (page, run) = done(&[HANG, needs, second], never());
    assert_eq!((run.status, run.error.as_ref().unwrap().step_number), (RunStatus::Failed, Some(1)));
    assert_eq!(statuses(&run), ["failed", "skipped", "skipped"]);
    assert!(page.effects.unsafe_calls.borrow().is_empty());
    // Also where that failure is handled by something else.
    let handler = r#"{"toolName":"put","toolInput":{"text":"rescue"},"dependsOn":[1],"runWhen":"anyFailed"}"#;
    let (page, run) = done(&[HANG, needs, second, handler], never());
    assert_eq!(statuses(&run), ["failed", "skipped", "skipped", "succeeded"]);
    assert!(page.effects.unsafe_calls.borrow().is_empty());
    assert_eq!(run.status, RunStatus::Completed);
}

#[test]
fn where_both_fail_the_run_does_and_what_needed_them_is_not_done() {
    let second = r#"{"toolName":"hang","toolInput":{},"timeoutMs":50,"retry":{"maxAttempts":1},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}"#;
    let (page, run) = done(&[HANG, second, JOIN], never());
    assert_eq!((run.status, run.error.as_ref().unwrap().step_number), (RunStatus::Failed, Some(2)));
    assert_eq!(statuses(&run), ["failed", "failed", "skipped"]);
    assert!(page.effects.texts().is_empty());
}

#[test]
fn within_a_map_each_item_has_its_own() {
    let map = r#"{"kind":"map","toolInput":{"over":[1,2]},"body":[
        {"stepNumber":1,"toolName":"hang","toolInput":{},"timeoutMs":50,"retry":{"maxAttempts":1}},
        {"stepNumber":2,"toolName":"sum","toolInput":{"of":[{"$from":{"step":0,"pointer":"/item"}}]},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}]}"#;
    let (_, run) = done(&[map], never());
    assert_eq!((run.status, run.result), (RunStatus::Completed, Some(json!([1.0, 2.0]))));
}

#[test]
fn somebody_who_said_no_is_not_gone_around() {
    // The work below was cancelled: that is an answer, not a failure that another tool mends.
    let child = r#"{"kind":"plan","plan":{"schemaVersion":2,"goal":"below","steps":[
        {"stepNumber":1,"kind":"ask","toolInput":{"question":"How much?"}}]}}"#;
    let page = Page::new(1);
    let handle = page.start(&[child, SECOND], never());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    page.runtime.resume("run-1-1").unwrap().cancel(None).unwrap();
    let run = checked(&page, page.world.run_until_stalled(handle.drive()).unwrap());
    assert_eq!((run.status, launches(&page)), (RunStatus::Failed, 0));
    let error = run.error.unwrap();
    assert_eq!((error.code.as_str(), error.step_number), ("run.cancelled", Some(2)));
    assert!(error.message.starts_with("no other tool is tried in place of step 1"), "{error:?}");
}
