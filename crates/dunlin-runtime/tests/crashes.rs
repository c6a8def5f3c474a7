//! Nothing lost, nothing doubled: the tab dies after every single storage write and at both ends of every effect; storage
//! refuses at random; another driver takes the run up. The effects and the final run are those of an undisturbed one.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    cell::Cell,
    rc::Rc,
    task::{Context, Poll},
};

use common::{Effects, Page};
use dunlin_base::{
    Random, SeededRandom,
    testing::{Access, Fault, World},
};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, ApprovalReason, Policy, Run, RunHandle, RunStatus, RuntimeOptions, replay,
};
use serde_json::{Value, json};

const PLANS: [&[&str]; 18] = [
    &[r#"put {"text":"a"}"#, r#"put {"text":"b"}"#, "look"],
    &[
        r#"sum {"of":[1,2]}"#,
        r#"put {"text":{"$concat":["n",{"$from":{"step":1,"pointer":"/output"}}]}}"#,
        r#"wait {"ms":250} after 2"#,
        r#"put {"text":"later"} after 3"#,
    ],
    &[r#"flaky {"times":2,"text":"f"}"#, "look", r#"sum {"of":[1]}"#, r#"slow {"ms":40}"#],
    &[r#"put {"text":"a"}"#, r#"wipe {"text":"gone"}"#, r#"put {"text":"after"}"#, "look"],
    &[
        r#"sum {"of":[7]}"#,
        r#"decision {"left":{"$from":{"step":1,"pointer":"/output"}},"operator":"==","right":8}"#,
        r#"put {"text":"no"} after 2"#,
        r#"notify {"title":"done"} after 1"#,
        r#"put {"text":"yes"}"#,
    ],
    &[r#"put {"text":"a"}"#, "fail after 1", r#"put {"text":"never"} after 2"#],
    &[
        r#"slow {"ms":30}"#,
        r#"slow {"ms":20}"#,
        r#"slow {"ms":10}"#,
        r#"put {"text":"x"} after 1"#,
        r#"put {"text":"y"} after 2"#,
        r#"wipe {"text":"z"} after 3"#,
    ],
    // The first attempts time out: one does its work all the same while the second is made, the other never answers.
    &[
        r#"late {"ms":1200,"text":"l"}"#,
        r#"stall {"text":"s"}"#,
        r#"put {"text":"both"} after 1,2"#,
        r#"late {"ms":900,"text":"m"} after 2"#,
        "fail after 3,4",
    ],
    // A failure is handled, what it kept from being done is joined again, and something is always done.
    &[
        "fail",
        r#"put {"text":"never"} after 1"#,
        r#"{"toolName":"put","toolInput":{"text":"rescue"},"dependsOn":[2],"runWhen":"anyFailed"}"#,
        r#"{"toolName":"put","toolInput":{"text":"joined"},"dependsOn":[2,3],"runWhen":"anySucceeded"}"#,
        r#"{"toolName":"stall","toolInput":{"text":"own"},"timeoutMs":90,"retry":{"initialIntervalMs":5}}"#,
        r#"{"toolName":"put","toolInput":{"text":"last"},"dependsOn":[4,5],"runWhen":"allDone"}"#,
        r#"plan {"result":{"rescue":{"$from":{"step":3,"pointer":"/output"}},"none":{"$from":{"step":2,"pointer":"/output"}}}}"#,
    ],
    // Items side by side, one of them with a second try, and items one after the other that ask before each.
    &[
        r#"{"kind":"map","toolInput":{"over":["a","b","c"],"maxParallel":2},"body":[
            {"stepNumber":1,"toolName":"slow","toolInput":{"ms":20}},
            {"stepNumber":2,"toolName":"flaky","toolInput":{"times":1,"text":{"$from":{"step":0,"pointer":"/item"}}},"dependsOn":[1]}]}"#,
        r#"{"kind":"map","toolInput":{"over":{"$from":{"step":1,"pointer":"/output"}},"with":"!"},"body":[
            {"stepNumber":1,"toolName":"wipe","toolInput":{"text":{"$concat":[{"$from":{"step":0,"pointer":"/item"}},{"$from":{"step":0,"pointer":"/with"}}]}}}]}"#,
    ],
    // A map that fails is handled.
    &[
        r#"{"kind":"map","toolInput":{"over":[1,2]},"body":[
            {"stepNumber":1,"toolName":"put","toolInput":{"text":{"$concat":["i",{"$from":{"step":0,"pointer":"/index"}}]}}},
            {"stepNumber":2,"toolName":"fail","toolInput":{},"dependsOn":[1]}]}"#,
        r#"{"toolName":"put","toolInput":{"text":{"$concat":["because ",{"$from":{"step":1,"pointer":"/error","default":"?"}}]}},"dependsOn":[1],"runWhen":"anyFailed"}"#,
    ],
    // What is done is taken back, the last first; one of it cannot be.
    &[
        r#"{"toolName":"put","toolInput":{"text":"room"},"undo":{"toolName":"put","toolInput":{"text":{"$concat":["no ",{"$from":{"step":1,"pointer":"/output"}}]}}}}"#,
        r#"{"toolName":"put","toolInput":{"text":"seat"},"dependsOn":[1],"undo":{"toolName":"fail","toolInput":{}}}"#,
        r#"{"toolName":"put","toolInput":{"text":"card"},"dependsOn":[2],"undo":{"toolName":"wipe","toolInput":{"text":"refund"}}}"#,
        "fail after 3",
        r#"plan {"onFailure":"undo"}"#,
    ],
    // One that only reads fails, and another is tried in its place; what comes after takes what either gave.
    &[
        r#"{"toolName":"hang","toolInput":{},"timeoutMs":40,"retry":{"initialIntervalMs":5,"maxAttempts":2}}"#,
        r#"{"toolName":"put","toolInput":{"text":"second"},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}"#,
        r#"{"toolName":"put","toolInput":{"text":{"$concat":["by ",{"$from":{"step":1,"pointer":"/output",
            "default":{"$from":{"step":2,"pointer":"/output","default":null}}}}]}}}"#,
    ],
    // One that may have done its work fails, so a person is asked first.
    &[
        "fail",
        r#"{"toolName":"put","toolInput":{"text":"second"},"dependsOn":[1],"runWhen":"anyFailed","insteadOf":1}"#,
        "look",
    ],
    // What goes out is asked about where it holds an address, also one that an earlier step gave.
    &[
        r#"put {"text":"a@b"}"#,
        r#"{"kind":"map","toolInput":{"over":[{"$from":{"step":1,"pointer":"/output"}},"nobody"]},"body":[
            {"stepNumber":1,"toolName":"mail","toolInput":{"text":{"$from":{"step":0,"pointer":"/item"}}}}]}"#,
    ],
    // From outside: an answer, a signal, and a moment that is days away.
    &[
        r#"put {"text":"a"}"#,
        r#"{"kind":"ask","toolInput":{"question":"How much?","schema":{"type":"integer"}},"dependsOn":[1]}"#,
        r#"{"kind":"wait","toolInput":{"ms":172800000},"dependsOn":[2]}"#,
        r#"{"kind":"signal","toolInput":{"name":"paid"},"dependsOn":[2]}"#,
        r#"{"toolName":"put","toolInput":{"text":{"$concat":[{"$from":{"step":2,"pointer":"/output"}},{"$from":{"step":4,"pointer":"/output/by"}}]}},"dependsOn":[3]}"#,
    ],
    // A child asks and is taken back by its step; another fails and takes back itself what it did.
    &[
        r#"{"toolName":"put","toolInput":{"text":"room"},"undo":{"toolName":"put","toolInput":{"text":"no room"}}}"#,
        r#"{"kind":"plan","toolInput":{"of":{"$from":{"step":1,"pointer":"/output"}}},"plan":{"schemaVersion":2,"goal":"c","steps":[
            {"stepNumber":1,"kind":"ask","toolInput":{"question":"How many?","schema":{"type":"integer"}}},
            {"stepNumber":2,"toolName":"put","toolInput":{"text":{"$concat":[{"$from":{"step":0,"pointer":"/of"}},{"$from":{"step":1,"pointer":"/output"}}]}}}]},
            "undo":{"toolName":"put","toolInput":{"text":{"$concat":["no ",{"$from":{"step":2,"pointer":"/output"}}]}}}}"#,
        r#"{"kind":"plan","toolInput":{},"dependsOn":[2],"plan":{"schemaVersion":2,"goal":"d","onFailure":"undo","steps":[
            {"stepNumber":1,"toolName":"put","toolInput":{"text":"seat"},"undo":{"toolName":"put","toolInput":{"text":"no seat"}}},
            {"stepNumber":2,"toolName":"fail","toolInput":{},"dependsOn":[1]}]}}"#,
        r#"plan {"onFailure":"undo"}"#,
    ],
    // An item asks each time, and a child waits for days and for a signal.
    &[
        r#"{"kind":"map","toolInput":{"over":["a","b"]},"body":[
            {"stepNumber":1,"kind":"ask","toolInput":{"question":"How much?"}},
            {"stepNumber":2,"toolName":"put","toolInput":{"text":{"$concat":[{"$from":{"step":0,"pointer":"/item"}},{"$from":{"step":1,"pointer":"/output"}}]}}}]}"#,
        r#"{"kind":"plan","toolInput":{},"plan":{"schemaVersion":2,"goal":"c","steps":[
            {"stepNumber":1,"kind":"wait","toolInput":{"ms":172800000}},
            {"stepNumber":2,"kind":"signal","toolInput":{"name":"go"},"dependsOn":[1]},
            {"stepNumber":3,"toolName":"put","toolInput":{"text":{"$from":{"step":2,"pointer":"/output/by"}}}}]}}"#,
        r#"{"toolName":"put","toolInput":{"text":{"$concat":["by ",{"$from":{"step":2,"pointer":"/output"}}]}},"dependsOn":[1]}"#,
    ],
];

/// Drives until the run ends, the tab dies or nothing can go on; answers every question with yes.
fn carry_on(page: &Page, handle: &RunHandle, is_dead: &dyn Fn() -> bool) -> Option<Run> {
    loop {
        let mut driving = handle.drive();
        let ended = page.world.run_until_stalled(std::future::poll_fn(|context| {
            if is_dead() {
                return Poll::Ready(None);
            }
            match driving.as_mut().poll(context) {
                _ if is_dead() => Poll::Ready(None),
                Poll::Ready(run) => Poll::Ready(Some(run)),
                Poll::Pending => Poll::Pending,
            }
        }));
        drop(driving);
        match ended {
            Some(run) => return run,
            None if is_dead() => return None,
            None => {}
        }
        // A page that stands still without a question has a driver that waits for a claim; that is a failure of the test.
        assert!(given(page, handle) || is_dead(), "{:#?}", handle.record());
    }
}

/// Gives a run, or one below it, what it waits for; false when none waits for anything.
fn given(page: &Page, handle: &RunHandle) -> bool {
    let record = handle.record();
    if common::answer(handle, &record) {
        return true;
    }
    let mut steps = record.execution_log.iter().chain(&record.inner_log);
    if let Some(question) = steps.find_map(|step| step.approval.clone()) {
        handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
        return true;
    }
    let children = page.runtime.children(&record.run_id).into_iter().filter(|child| !child.status.is_final());
    let mut children = children.filter_map(|child| page.runtime.resume(&child.run_id).ok());
    children.any(|child| given(page, &child))
}

/// The record without what a crash may change: when things happened.
fn timeless(run: &Run) -> Value {
    let mut value = serde_json::to_value(run).unwrap();
    for name in ["createdAt", "startedAt", "completedAt"] {
        value[name] = Value::Null;
    }
    value["usage"]["activeMs"] = Value::Null;
    let of = |value: &mut Value, log: &str| value[log].as_array_mut().map(std::mem::take).unwrap_or_default();
    let mut steps = of(&mut value, "executionLog");
    steps.extend(of(&mut value, "innerLog"));
    for step in &mut steps {
        for name in ["startedAt", "completedAt", "durationMs"] {
            step[name] = Value::Null;
        }
        // A storage that cannot be read for a moment costs a child another attempt.
        if step["toolName"] == "" {
            step["attempts"] = Value::Null;
        }
        if step["output"]["waitedMs"].is_number() {
            step["output"]["waitedMs"] = json!("some");
        }
    }
    if value["result"]["waitedMs"].is_number() {
        value["result"]["waitedMs"] = json!("some");
    }
    value["executionLog"] = Value::from(steps);
    value
}

struct Undisturbed {
    run: Value,
    keyed: Vec<(String, String)>,
    writes: usize,
    calls: u32,
}

fn keyed(effects: &Effects) -> Vec<(String, String)> {
    effects.keyed.borrow().iter().map(|(key, text)| (key.clone(), text.clone())).collect()
}

fn policy(seed: u64) -> Policy {
    Policy { max_parallel: 1 + (seed % 4) as u32, step_timeout_ms: 500, ..Policy::default() }
}

fn undisturbed(steps: &[&str], seed: u64) -> Undisturbed {
    let page = Page::new(seed);
    let handle = page.start(steps, policy(seed));
    let run = carry_on(&page, &handle, &|| false).unwrap();
    Undisturbed {
        run: timeless(&run),
        keyed: keyed(&page.effects),
        writes: page.world.storage().writes(),
        calls: page.effects.calls.borrow().values().sum(),
    }
}

/// After the crash: a fresh page takes the run up, or starts it when it was not even recorded.
fn take_up(page: &Page, steps: &[&str], seed: u64) -> Run {
    let page = page.reloaded();
    let handle = match page.runtime.resume("run-1") {
        Ok(handle) => handle,
        Err(error) => {
            assert_eq!(error.code(), "run.not-found");
            page.start(steps, policy(seed))
        }
    };
    let run = carry_on(&page, &handle, &|| false).unwrap();
    let below = page.runtime.children("run-1").into_iter().map(|child| child.run_id);
    for run in below.chain(["run-1".to_owned()]) {
        replay(&page.runtime.journal(&run).unwrap()).unwrap_or_else(|divergence| panic!("{run}: {divergence}"));
    }
    assert_eq!(page.runtime.notices(), Vec::<String>::new());
    run
}

fn compare(expected: &Undisturbed, page: &Page, run: &Run, what: &str) {
    assert_eq!(timeless(run), expected.run, "{what}");
    assert_eq!(keyed(&page.effects), expected.keyed, "{what}");
}

#[test]
fn the_tab_dies_after_every_single_write() {
    for steps in PLANS {
        for seed in 0..4 {
            let expected = undisturbed(steps, seed);
            assert!(expected.writes > 3);
            for dies_after in 0..=expected.writes {
                let page = Page::new(seed);
                let dead = Rc::new(Cell::new(false));
                let (flag, mut left) = (dead.clone(), dies_after);
                page.world.storage().gate_writes(move |_, _| {
                    if left == 0 {
                        flag.set(true);
                    }
                    left = left.saturating_sub(1);
                    !flag.get()
                });
                let handle = page.start(steps, policy(seed));
                let is_dead = || dead.get();
                let _ = carry_on_from(&page, &handle, &is_dead);
                let run = take_up(&page, steps, seed);
                compare(&expected, &page, &run, &format!("{steps:?} seed {seed} dies after write {dies_after}"));
            }
        }
    }
}

/// As `carry_on`, but a tab that died while starting does nothing.
fn carry_on_from(page: &Page, handle: &RunHandle, is_dead: &dyn Fn() -> bool) -> Option<Run> {
    if is_dead() { None } else { carry_on(page, handle, is_dead) }
}

#[test]
fn the_tab_dies_before_and_after_every_effect() {
    for steps in PLANS {
        for seed in 0..8 {
            let expected = undisturbed(steps, seed);
            for dies_at in 1..=2 * expected.calls {
                let page = Page::new(seed);
                page.effects.fuse.set(Some(dies_at));
                let fuse = page.effects.fuse.clone();
                let handle = page.start(steps, policy(seed));
                let _ = carry_on(&page, &handle, &|| fuse.get() == Some(0));
                let run = take_up(&page, steps, seed);
                compare(&expected, &page, &run, &format!("{steps:?} seed {seed} dies at effect {dies_at}"));
            }
        }
    }
}

#[test]
fn the_tab_dies_again_and_again_at_random() {
    for seed in 0..1000u64 {
        let steps = PLANS[(seed % PLANS.len() as u64) as usize];
        let expected = undisturbed(steps, seed);
        let random = SeededRandom::new(seed);
        let mut page = Page::new(seed);
        let mut deaths = 0;
        let run = loop {
            let mut left = random.next_u64() % 6;
            let dead = Rc::new(Cell::new(false));
            let flag = dead.clone();
            // Until it dies some of its writes are refused.
            let refusals = SeededRandom::new(random.next_u64());
            if deaths < 8 {
                page.world.storage().gate_writes(move |_, _| {
                    flag.set(flag.get() || left == 0);
                    left = left.saturating_sub(1);
                    !flag.get() && !refusals.next_u64().is_multiple_of(5)
                });
            }
            let handle = page.runtime.resume("run-1").unwrap_or_else(|_| page.start(steps, policy(seed)));
            match carry_on_from(&page, &handle, &|| dead.get()) {
                Some(run) if !dead.get() => break run,
                _ => {
                    deaths += 1;
                    page = page.reloaded();
                }
            }
        };
        compare(&expected, &page, &run, &format!("{steps:?} seed {seed}"));
    }
}

#[test]
fn a_storage_that_refuses_at_random_changes_nothing_but_where_the_run_is_kept() {
    for seed in 0..1000u64 {
        let steps = PLANS[(seed % PLANS.len() as u64) as usize];
        let expected = undisturbed(steps, seed);
        let page = Page::new(seed);
        let random = SeededRandom::new(seed);
        page.world.storage().gate_writes(move |_, _| !random.next_u64().is_multiple_of(3));
        let handle = page.start(steps, policy(seed));
        let run = carry_on(&page, &handle, &|| false).unwrap();
        compare(&expected, &page, &run, &format!("{steps:?} seed {seed}"));
        // Whatever was kept is a journal that can be taken up, and what it does again is not doubled.
        let run = take_up(&page, steps, seed);
        compare(&expected, &page, &run, &format!("{steps:?} seed {seed} taken up"));
    }
}

/// What goes wrong with one use of the storage: a write of four, a read of sixteen.
fn fault(access: Access<'_>, draw: u64) -> Option<Fault> {
    match access {
        Access::Set(..) | Access::Remove(_) => {
            draw.is_multiple_of(4).then(|| Fault::OF_WRITES[(draw >> 8) as usize % Fault::OF_WRITES.len()])
        }
        Access::Get(_) if draw.is_multiple_of(32) => Some(Fault::Stale),
        Access::Get(_) | Access::Keys(_) => draw.is_multiple_of(16).then_some(Fault::Unavailable),
    }
}

/// The storage fails in every way there is, and the tab dies at random. A run ends as an undisturbed one, or says that its
/// journal cannot be read; nothing is doubled.
#[test]
fn whatever_a_storage_does_nothing_is_doubled() {
    let mut unreadable = 0;
    for seed in 0..1000u64 {
        let steps = PLANS[(seed % PLANS.len() as u64) as usize];
        let expected = undisturbed(steps, seed);
        let random = Rc::new(SeededRandom::new(seed));
        let mut page = Page::new(seed);
        let mut deaths = 0;
        let run = loop {
            let dead = Rc::new(Cell::new(false));
            let (flag, draws, mut left) = (dead.clone(), random.clone(), random.next_u64() % 12);
            if deaths < 6 {
                page.world.storage().fail(move |access| {
                    if matches!(access, Access::Set(..) | Access::Remove(_)) {
                        flag.set(flag.get() || left == 0);
                        left = left.saturating_sub(1);
                    }
                    if flag.get() { Some(Fault::Unavailable) } else { fault(access, draws.next_u64()) }
                });
            }
            let opened = page.runtime.resume("run-1").or_else(|error| match error.code() {
                "run.not-found" => page.try_start(steps, policy(seed)),
                _ => Err(error),
            });
            let ended = match opened {
                Ok(handle) => carry_on_from(&page, &handle, &|| dead.get()),
                Err(error) if error.code() == "run.damaged-journal" => break None,
                Err(error) => {
                    assert_eq!(error.code(), "storage.unavailable", "seed {seed}");
                    None
                }
            };
            match ended {
                Some(run) if !dead.get() && run.status.is_final() => break Some(run),
                _ => {
                    deaths += 1;
                    assert!(deaths < 20, "seed {seed}: the run does not go on");
                    page = page.reloaded();
                }
            }
        };
        let code = run.as_ref().and_then(|run| run.error.as_ref()).map(|error| error.code.as_str());
        if code == Some("run.damaged-journal") {
            // That of a run below it, so nobody knows what its step has done, and the run says so.
            unreadable += 1;
        } else if let Some(run) = run {
            compare(&expected, &page, &run, &format!("{steps:?} seed {seed}"));
        } else {
            unreadable += 1;
            let dump = page.world.storage().dump();
            // It is set aside, now or in an earlier life, or left where it is by a storage that takes nothing.
            let notices = page.runtime.notices();
            let said = notices.iter().any(|notice| notice.contains("could not be read"));
            assert!(said || dump.iter().any(|(key, _)| key.contains(":aside:")), "seed {seed}: {dump:#?} {notices:?}");
            page.world.storage().lift_faults();
            // Now it can be set aside, and then there is no such run any more.
            let removed = page.runtime.delete("run-1");
            assert!(removed.is_ok() || removed.is_err_and(|error| error.code() == "run.not-found"), "seed {seed}");
            assert!(!page.world.storage().dump().iter().any(|(key, _)| key.starts_with("dunlin:v1:run:run-1:")));
        }
    }
    assert!(unreadable < 150, "{unreadable} of 1000 runs were lost to half-written values");
}

#[test]
fn a_storage_that_refuses_everything_keeps_the_run_in_memory_and_says_so() {
    let page = Page::new(1);
    page.world.storage().gate_writes(|_, _| false);
    let handle = page.start(PLANS[0], Policy::default());
    let run = carry_on(&page, &handle, &|| false).unwrap();
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(page.runtime.get("run-1").unwrap(), run);
    let notices = page.runtime.notices();
    assert!(notices[0].starts_with("run run-1 goes on in memory and would be lost with this tab"), "{notices:?}");
}

#[test]
fn a_call_that_is_not_safe_to_repeat_asks_the_person_after_a_crash() {
    for (dies_at, answer, launches) in
        [(1, ApprovalAnswer::Approve, 1), (2, ApprovalAnswer::Reject { feedback: None }, 1)]
    {
        let page = Page::new(1);
        page.effects.fuse.set(Some(dies_at));
        let fuse = page.effects.fuse.clone();
        let handle = page.start(&["launch"], Policy::default());
        assert!(carry_on(&page, &handle, &|| fuse.get() == Some(0)).is_none());
        let page = page.reloaded();
        let handle = page.runtime.resume("run-1").unwrap();
        assert!(page.world.run_until_stalled(handle.drive()).is_none());
        let step = handle.record().execution_log[0].clone();
        let question = step.approval.unwrap();
        assert_eq!(question.reason, dunlin_runtime::ApprovalReason::UnknownOutcome);
        assert_eq!(handle.status(), RunStatus::Suspended);
        // The question itself survives another reload.
        let page = page.reloaded();
        let handle = page.runtime.resume("run-1").unwrap();
        handle.approve(&question.approval_id, answer).unwrap();
        let run = page.world.block_on(handle.drive());
        assert_eq!(run.status, RunStatus::Completed);
        assert_eq!(page.effects.unsafe_calls.borrow().values().sum::<u32>(), launches);
    }
}

/// A yes to a call is no yes to making it again, also when it is still stored where the next driver finds it.
#[test]
fn an_answer_that_could_not_be_removed_repeats_no_call() {
    for answer in [ApprovalAnswer::Approve, ApprovalAnswer::Edit { input: json!({"ms": 5}) }] {
        let page = Page::new(1);
        let handle = page.start(&["charge"], Policy { approval: ApprovalMode::Always, ..Policy::default() });
        assert!(page.world.run_until_stalled(handle.drive()).is_none());
        let asked = |handle: &RunHandle| handle.record().execution_log[0].approval.clone().unwrap();
        let first = asked(&handle);
        let is_ask = |access: Access<'_>| matches!(access, Access::Remove(key) if key.contains(":ask:"));
        page.world.storage().fail(move |access| is_ask(access).then_some(Fault::Unavailable));
        handle.approve(&first.approval_id, answer).unwrap();
        page.effects.fuse.set(Some(2));
        let fuse = page.effects.fuse.clone();
        assert!(carry_on(&page, &handle, &|| fuse.get() == Some(0)).is_none());
        let page = page.reloaded();
        let handle = page.runtime.resume("run-1").unwrap();
        assert!(page.world.run_until_stalled(handle.drive()).is_none(), "nobody was asked");
        let second = asked(&handle);
        assert_eq!(second.reason, ApprovalReason::UnknownOutcome);
        assert_ne!(second.approval_id, first.approval_id);
        assert_eq!(page.effects.unsafe_calls.borrow().values().copied().collect::<Vec<_>>(), [1]);
        handle.approve(&second.approval_id, ApprovalAnswer::Reject { feedback: None }).unwrap();
        page.world.block_on(handle.drive());
        replay(&page.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
    }
}

#[test]
fn a_call_that_is_not_safe_to_repeat_is_not_made_unrecorded() {
    let page = Page::new(1);
    page.world.storage().gate_writes(|_, _| false);
    let handle = page.start(&["launch"], Policy::default());
    let run = page.world.block_on(handle.drive());
    assert_eq!(run.error.unwrap().code, "storage.quota");
    assert!(page.effects.unsafe_calls.borrow().is_empty());
}

#[test]
fn an_answer_given_where_nobody_drives_survives_a_reload() {
    let page = Page::new(1);
    let handle = page.start(PLANS[3], Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let page = page.reloaded();
    let handle = page.runtime.resume("run-1").unwrap();
    let id = handle.record().execution_log[1].approval.clone().unwrap().approval_id;
    handle.approve(&id, ApprovalAnswer::Approve).unwrap();
    let page = page.reloaded();
    let run = page.world.block_on(page.runtime.resume("run-1").unwrap().drive());
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(page.world.storage().dump().len(), 1, "asks and batches are gone");
}

/// Two tabs on one storage: polls both in turn, and carries writes of one to the other as storage events would.
#[test]
fn a_second_tab_finishes_what_a_closed_one_began_and_no_step_twice() {
    let world = World::new(3);
    let effects = Effects::default();
    let tab = |world: &World| {
        let claims = Rc::new(dunlin_runtime::StoredLeases::new(world.env()));
        Page::on(world.clone(), effects.clone(), RuntimeOptions { claims, ..RuntimeOptions::default() })
    };
    let (first, second) = (tab(&world), tab(&world));
    let steps = [r#"put {"text":"a"}"#, r#"wait {"ms":20000} after 1"#, r#"put {"text":"b"} after 2"#];
    let one = first.start(&steps, Policy::default());
    let two = second.runtime.resume("run-1").unwrap();
    let mut driving = Some(one.drive());
    let mut following = two.drive();
    let closes_at = std::cell::Cell::new(5000i64);
    let began = world.env().clock.now_ms();
    let clock = world.env().clock.clone();
    let mut seen_live = false;
    let run = world.block_on(std::future::poll_fn(|context: &mut Context<'_>| {
        second.runtime.storage_changed(None);
        seen_live |= one.status() == RunStatus::Running && two.record().execution_log[0].success;
        if clock.now_ms() - began > closes_at.get() {
            // The tab is closed without a word: its lease must expire.
            if let Some(driving) = driving.take() {
                std::mem::forget(driving);
            }
        }
        if let Some(driving) = &mut driving
            && driving.as_mut().poll(context).is_ready()
        {
            panic!("the first tab was to be closed before the end");
        }
        following.as_mut().poll(context)
    }));
    assert!(seen_live, "the second tab showed the run while the first drove it");
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!(effects.texts(), ["a", "b"]);
    assert_eq!(effects.calls.borrow()["put"], 2);
    replay(&second.runtime.journal("run-1").unwrap()).unwrap_or_else(|divergence| panic!("{divergence}"));
}
