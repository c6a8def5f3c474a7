//! What is always done closes what was begun, however the run stops: it fails, is cancelled, or has spent a budget.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::task::{Context, Waker};

use common::Page;
use dunlin_base::testing::Fault;
use dunlin_runtime::{Policy, Run, RunHandle, RunStatus, replay};

/// It takes the lock, works until somebody stops it, and gives the lock back whatever happens.
const LOCKED: [&str; 4] = [r#"put {"text":"lock"}"#, WORK, UNLOCK, r#"put {"text":"more"} after 3"#];
const WORK: &str = r#"{"kind":"signal","toolInput":{"name":"enough"},"dependsOn":[1]}"#;
const UNLOCK: &str = r#"{"toolName":"put","toolInput":{"text":"unlock"},"dependsOn":[2],"runWhen":"allDone"}"#;

/// Begins it and goes on until it waits for somebody.
fn begun(steps: &[&str]) -> (Page, RunHandle) {
    let page = Page::new(1);
    let handle = page.start(steps, Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    (page, handle)
}

fn finish(page: &Page, handle: &RunHandle) -> Run {
    let run = page.world.block_on(handle.drive());
    replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    assert_eq!(page.reloaded().runtime.get("run-1").unwrap(), run);
    run
}

fn statuses(run: &Run) -> Vec<&'static str> {
    run.execution_log.iter().map(|step| step.status.name()).collect()
}

#[test]
fn a_cancelled_run_gives_back_what_it_took() {
    let (page, handle) = begun(&LOCKED);
    handle.cancel(Some("enough".into())).unwrap();
    // Twice at once is the same wish.
    handle.cancel(None).unwrap();
    let run = finish(&page, &handle);
    assert_eq!((run.status, run.cancel_reason.as_deref()), (RunStatus::Cancelled, Some("enough")));
    assert_eq!(statuses(&run), ["succeeded", "cancelled", "succeeded", "skipped"]);
    assert_eq!(page.effects.texts(), ["lock", "unlock"]);
}

#[test]
fn a_spent_budget_keeps_nothing_from_being_given_back() {
    for policy in [
        Policy { max_tool_calls: 1, ..Policy::default() },
        Policy { max_steps: 1, ..Policy::default() },
        Policy { time_budget_ms: 100, step_timeout_ms: u64::MAX, ..Policy::default() },
    ] {
        let page = Page::new(1);
        let handle = page.start(&[LOCKED[0], r#"slow {"ms":1000} after 1"#, UNLOCK, LOCKED[3]], policy);
        let run = finish(&page, &handle);
        assert_eq!(run.error.as_ref().unwrap().code, "run.budget-exceeded");
        assert_eq!(page.effects.texts(), ["lock", "unlock"], "{:?}", statuses(&run));
        assert_eq!(run.execution_log[3].error.as_deref(), Some("skipped: a budget is spent"));
    }
}

#[test]
fn what_was_not_begun_is_not_closed_and_a_cancelled_run_waits_for_nobody() {
    let signal = r#"{"kind":"signal","toolInput":{"name":"go"}}"#;
    let wait = r#"{"kind":"wait","toolInput":{"ms":6000},"dependsOn":[1],"runWhen":"allDone"}"#;
    for (steps, expected) in [
        (&[signal, r#"put {"text":"lock"} after 1"#, UNLOCK][..], &["cancelled", "skipped", "skipped"][..]),
        (&[signal, wait, r#"put {"text":"later"} after 2"#], &["cancelled", "skipped", "skipped"]),
    ] {
        let (page, handle) = begun(steps);
        let before = page.world.env().clock.now_ms();
        handle.cancel(None).unwrap();
        let run = finish(&page, &handle);
        assert_eq!((run.status, statuses(&run).as_slice()), (RunStatus::Cancelled, expected));
        assert!(page.effects.texts().is_empty() && page.world.env().clock.now_ms() == before);
    }
    // Cancelled before it began, nothing is to be closed.
    let page = Page::new(1);
    let handle = page.start(&LOCKED, Policy::default());
    handle.cancel(None).unwrap();
    assert_eq!(statuses(&finish(&page, &handle)), ["skipped"; 4]);
}

#[test]
fn a_second_cancellation_ends_what_closes_too() {
    let stuck = r#"{"toolName":"hang","toolInput":{},"dependsOn":[1],"runWhen":"allDone"}"#;
    for first in ["noop", "fail"] {
        let page = Page::new(1);
        let handle = page.start(&[first, stuck, WORK], Policy::default());
        let mut driving = handle.drive();
        // Polled, and no time passes: what closes would be given up otherwise.
        let mut turn = || assert!(driving.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        turn();
        if first == "noop" {
            handle.cancel(Some("enough".into())).unwrap();
            turn();
        }
        assert_eq!(handle.record().execution_log[1].status.name(), "running", "what closes hangs");
        handle.cancel(None).unwrap();
        page.world.block_on(driving);
        let run = finish(&page, &handle);
        assert_eq!((run.status, run.execution_log[1].status.name()), (RunStatus::Cancelled, "cancelled"));
        assert_eq!(run.cancel_reason.as_deref(), (first == "noop").then_some("enough"));
        assert!(page.runtime.report("run-1").unwrap().markdown.contains("also of what is done at the end"));
    }
}

#[test]
fn who_is_asked_when_the_run_is_cancelled_says_no_with_it() {
    let asks = r#"{"toolName":"wipe","toolInput":{"text":"unlock"},"dependsOn":[1],"runWhen":"allDone"}"#;
    let (page, handle) = begun(&[r#"put {"text":"lock"}"#, asks]);
    assert!(handle.record().execution_log[1].approval.is_some());
    handle.cancel(None).unwrap();
    let run = finish(&page, &handle);
    assert_eq!((run.status, statuses(&run)), (RunStatus::Cancelled, vec!["succeeded", "skipped"]));
}

/// Cancels the run in a tab that dies at a write, if it does, and goes on in another; gives how often the first one wrote.
fn closed_once(death: Option<(usize, Fault)>) -> usize {
    let (page, handle) = begun(&LOCKED);
    let before = page.world.storage().writes();
    let dead = death.map(|(writes, fault)| page.world.storage().die_after(writes, fault)).unwrap_or_default();
    let _ = handle.cancel(None);
    page.world.run_while_alive(&dead, handle.drive());
    let wrote = page.world.storage().writes() - before;
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap_or_else(|error| panic!("{death:?}: {error}"));
    if !handle.status().is_final() && page.world.run_until_stalled(handle.drive()).is_none() {
        // That it was cancelled is lost with the tab, which told the caller.
        handle.cancel(None).unwrap();
    }
    let run = finish(&page, &handle);
    assert_eq!(run.status, RunStatus::Cancelled, "{death:?}");
    assert_eq!(statuses(&run), ["succeeded", "cancelled", "succeeded", "skipped"], "{death:?}");
    assert_eq!(page.effects.texts(), ["lock", "unlock"], "{death:?}");
    wrote
}

#[test]
fn what_closes_is_done_once_across_every_crash() {
    let writes = closed_once(None);
    assert!(writes > 4, "{writes}");
    // A journal that is torn is set aside, and nobody knows then what the run has done.
    for fault in [Fault::Quota, Fault::Unavailable, Fault::Unconfirmed] {
        (0..writes).for_each(|writes| _ = closed_once(Some((writes, fault))));
    }
}
