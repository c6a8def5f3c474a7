//! Calls whose input holds what needs a person's leave: they are asked about before they begin, and only what was told of goes.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use common::Page;
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, ApprovalReason, Content, EventKind, ExecutionStep, Policy, Run, RunHandle, RunStatus,
    Sensitive, StepStatus, replay,
};
use serde_json::{Value, json};

fn address(count: u32) -> Sensitive {
    Sensitive { kind: "e-mail".into(), field: "/text".into(), count }
}

/// The steps that ask, once nothing goes on by itself.
fn asked(page: &Page, handle: &RunHandle) -> Vec<ExecutionStep> {
    assert!(page.world.run_until_stalled(handle.drive()).is_none(), "{:#?}", handle.record());
    let Run { execution_log, inner_log, .. } = handle.record();
    execution_log.into_iter().chain(inner_log).filter(|step| step.approval.is_some()).collect()
}

fn say(handle: &RunHandle, step: &ExecutionStep, answer: ApprovalAnswer) {
    handle.approve(&step.approval.as_ref().unwrap().approval_id, answer).unwrap();
}

fn approve_all(page: &Page, handle: &RunHandle) {
    for step in asked(page, handle) {
        say(handle, &step, ApprovalAnswer::Approve);
    }
}

fn ended(page: &Page, handle: &RunHandle) -> Run {
    let run = page.world.block_on(handle.drive());
    assert_eq!(replay(&page.runtime.journal("run-1").unwrap()).unwrap(), run);
    run
}

#[test]
fn a_call_that_holds_something_is_asked_about_and_goes_as_it_was_told_of() {
    let page = Page::new(1);
    let never = Policy { approval: ApprovalMode::Never, ..Policy::default() };
    let handle = page.start(&[r#"mail {"text":"to a@b and c@d"}"#, r#"mail {"text":"plain"}"#], never);
    let open = asked(&page, &handle);
    assert_eq!((open.len(), handle.status()), (1, RunStatus::Suspended), "what holds nothing is not asked about");
    let question = open[0].approval.clone().unwrap();
    assert_eq!((question.reason, question.holds), (ApprovalReason::Guarded, vec![address(2)]));
    let told = page.runtime.journal("run-1").unwrap().events;
    assert!(!told.iter().any(|event| matches!(event.kind, EventKind::StepStarted { step: 1, .. })));
    say(&handle, &open[0], ApprovalAnswer::Approve);
    let run = ended(&page, &handle);
    assert_eq!((run.status, run.usage.tool_calls), (RunStatus::Completed, 2));
    assert_eq!(page.effects.texts(), ["to a@b and c@d", "plain"]);
    let report = dunlin_runtime::Report::of(&run, &page.runtime.journal("run-1").unwrap().events);
    assert!(report.json.to_string().contains("whose input holds 2 × e-mail (/text)"), "{}", report.json);
}

#[test]
fn who_says_no_has_it_denied_as_any_call() {
    let page = Page::new(1);
    let handle = page.start(&[r#"mail {"text":"a@b"}"#, "noop after 1"], Policy::default());
    let open = asked(&page, &handle);
    say(&handle, &open[0], ApprovalAnswer::Reject { feedback: Some("not to them".into()) });
    let run = ended(&page, &handle);
    let statuses: Vec<StepStatus> = run.execution_log.iter().map(|step| step.status).collect();
    assert_eq!(statuses, [StepStatus::Denied, StepStatus::Skipped]);
    assert!(page.effects.texts().is_empty());
}

#[test]
fn another_input_is_another_question() {
    for (text, asks_again) in [("nobody", false), ("c@d", true)] {
        let page = Page::new(1);
        let handle = page.start(&[r#"mail {"text":"a@b"}"#], Policy::default());
        let first = asked(&page, &handle);
        say(&handle, &first[0], ApprovalAnswer::Edit { input: json!({ "text": text }) });
        if asks_again {
            let second = asked(&page, &handle);
            assert_eq!(second[0].tool_input, json!({ "text": text }));
            assert_ne!(second[0].approval, first[0].approval);
            say(&handle, &second[0], ApprovalAnswer::Approve);
        }
        assert_eq!(ended(&page, &handle).result, Some(Value::from(text)));
    }
}

#[test]
fn where_the_policy_asks_anyway_it_is_one_question() {
    let page = Page::new(1);
    let always = Policy { approval: ApprovalMode::Always, ..Policy::default() };
    let handle = page.start(&[r#"mail {"text":"a@b"}"#], always);
    let open = asked(&page, &handle);
    let question = open[0].approval.clone().unwrap();
    assert_eq!((question.reason, question.holds), (ApprovalReason::Policy, vec![address(1)]));
    say(&handle, &open[0], ApprovalAnswer::Approve);
    assert_eq!(ended(&page, &handle).status, RunStatus::Completed);
}

#[test]
fn what_earlier_steps_gave_is_seen_in_items_of_maps_in_child_runs_and_where_something_is_taken_back() {
    let page = Page::new(1);
    let map = r#"{"kind":"map","toolInput":{"over":[{"$from":{"step":1,"pointer":"/output"}},"plain","c@d"]},"body":[
        {"stepNumber":1,"toolName":"mail","toolInput":{"text":{"$from":{"step":0,"pointer":"/item"}}}}]}"#;
    let handle = page.start(&[r#"put {"text":"a@b"}"#, map], Policy::default());
    approve_all(&page, &handle);
    approve_all(&page, &handle);
    assert_eq!(ended(&page, &handle).result, Some(json!(["a@b", "plain", "c@d"])));

    let page = Page::new(1);
    let child = r#"{"kind":"plan","toolInput":{"to":"a@b"},"plan":{"schemaVersion":2,"goal":"","steps":[
        {"stepNumber":1,"toolName":"mail","toolInput":{"text":{"$from":{"step":0,"pointer":"/to"}}}}]}}"#;
    let handle = page.start(&[child], Policy::default());
    assert!(asked(&page, &handle).is_empty());
    let below = page.runtime.resume("run-1-1").unwrap();
    let open: Vec<ExecutionStep> = below.record().execution_log;
    assert_eq!(open[0].approval.as_ref().unwrap().holds, [address(1)]);
    say(&below, &open[0], ApprovalAnswer::Approve);
    assert_eq!(ended(&page, &handle).result, Some(json!("a@b")));

    let page = Page::new(1);
    let undone =
        r#"{"toolName":"put","toolInput":{"text":"seat"},"undo":{"toolName":"mail","toolInput":{"text":"a@b"}}}"#;
    let handle = page.start(&[undone, "fail after 1", r#"plan {"onFailure":"undo"}"#], Policy::default());
    approve_all(&page, &handle);
    assert_eq!(ended(&page, &handle).status, RunStatus::Failed);
    assert_eq!(page.effects.texts(), ["seat", "a@b"]);
}

#[test]
fn a_journal_whose_question_tells_of_something_else_does_not_replay() {
    let page = Page::new(1);
    let handle = page.start(&[r#"mail {"text":"a@b"}"#, r#"put {"text":"x"}"#], Policy::default());
    approve_all(&page, &handle);
    ended(&page, &handle);
    let journal = page.runtime.journal("run-1").unwrap();
    let with = |change: fn(&mut EventKind)| {
        let mut journal = journal.clone();
        journal.events.iter_mut().for_each(|event| change(&mut event.kind));
        replay(&journal)
    };
    assert!(with(|_| {}).is_ok());
    let told_less = with(|kind| {
        if let EventKind::ApprovalRequested { holds, .. } = kind {
            holds.clear();
        }
    });
    let of_another = with(|kind| {
        if let EventKind::ApprovalRequested { step, .. } = kind {
            *step = 2;
        }
    });
    assert!(told_less.is_err() && of_another.is_err());
}

#[test]
fn where_no_words_are_kept_places_are_none_either() {
    let page = Page::new(1);
    let handle = page.start(&[r#"mail {"text":"a@b"}"#], Policy { content: Content::Redact, ..Policy::default() });
    asked(&page, &handle);
    let kept = serde_json::to_string(&page.runtime.journal("run-1").unwrap()).unwrap();
    assert!(kept.contains("e-mail") && !kept.contains("/text") && !kept.contains("a@b"), "{kept}");
}
