//! What a run must stand: storages that refuse, clocks that jump, machines that sleep, runs that are removed elsewhere, and
//! words without end.

mod common;

use std::{cell::Cell, rc::Rc};

use common::{Effects, Page};
use dunlin_base::{
    LocalFuture,
    testing::{Access, Fault, World},
};
use dunlin_plan::{Annotations, ToolSpec, bounds};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, Command, Event, EventKind, Failure, Journal, Policy, Retention, RetryPolicy, Run,
    RunHandle, RunState, RunStatus, RuntimeOptions, StartOptions, StepStatus, StoredLeases, Tool, ToolCall,
    ToolFailure, ToolOutput, decide, replay,
};
use serde_json::{Value, json};

fn leased(world: &World) -> Page {
    let claims = Rc::new(StoredLeases::new(world.env()));
    Page::on(world.clone(), Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() })
}

/// Drives a run while something happens after each of so many milliseconds.
fn drive_while(page: &Page, run: &RunHandle, every: u64, mut happens: impl FnMut(u64)) -> Run {
    let timer = page.world.env().timer;
    let mut driving = run.drive();
    let mut count = 0;
    let mut next = timer.sleep(every);
    page.world.block_on(std::future::poll_fn(move |context| {
        while next.as_mut().poll(context).is_ready() {
            happens(count);
            count += 1;
            next = timer.sleep(every);
        }
        driving.as_mut().poll(context)
    }))
}

#[test]
fn a_run_that_is_only_in_memory_waits_for_its_answer_without_spinning() {
    let world = World::new(1);
    let page = leased(&world);
    world.storage().fail(|access| matches!(access, Access::Set(..)).then_some(Fault::Unavailable));
    let policy = Policy { approval: ApprovalMode::Always, ..Policy::default() };
    let run = page.start(&["put {\"text\":\"a\"}"], policy);
    world.storage().fail(|_| Some(Fault::Unavailable));
    let (storage, asked) = (world.clone(), run.clone());
    let record = drive_while(&page, &run, 3000, |count| match count {
        3 => storage.storage().lift_faults(),
        4 => {
            let question = asked.step(1).unwrap().approval.unwrap();
            asked.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
        }
        _ => {}
    });
    assert_eq!(record.status, RunStatus::Completed, "{:?}", record.error);
    assert_eq!(page.effects.texts(), ["a"]);
}

#[test]
fn a_run_that_was_removed_elsewhere_says_so_and_is_not_carried_out_from_memory() {
    let world = World::new(1);
    let (one, two) = (leased(&world), leased(&world));
    let policy = Policy { approval: ApprovalMode::Always, ..Policy::default() };
    let run = one.start(&["launch"], policy);
    let seen = two.runtime.resume("run-1").unwrap();
    let mut driving = run.drive();
    world.run_until_stalled(std::future::poll_fn(|context| {
        let _ = driving.as_mut().poll(context);
        if run.status() == RunStatus::Suspended { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    }));
    drop(driving);
    for key in world.env().storage.keys("dunlin:v1:run:").unwrap() {
        world.env().storage.remove(&key).unwrap();
    }
    assert!(!seen.was_removed());
    for handle in [&run, &seen] {
        world.block_on(handle.drive());
        assert!(handle.was_removed(), "{:?}", handle.status());
    }
    assert!(one.effects.unsafe_calls.borrow().is_empty());
    assert!(world.env().storage.keys("dunlin:v1:run:").unwrap().is_empty(), "nothing of it is written again");
}

#[test]
fn time_that_nobody_could_use_counts_against_no_budget_and_no_time_out() {
    type Jump = fn(&World);
    let jumps: [(&str, Jump); 2] = [
        ("the clock is set forward", |world| world.shift_clock(3_600_000)),
        ("the machine sleeps", |world| world.wind(3_600_000)),
    ];
    for (name, jump) in jumps {
        let page = Page::new(1);
        let policy = Policy { time_budget_ms: 60_000, step_timeout_ms: 40_000, ..Policy::default() };
        let run = page.start(&["slow {\"ms\":25000}", "put {\"text\":\"a\"} after 1"], policy);
        let world = page.world.clone();
        let record = drive_while(&page, &run, 7000, |count| {
            if count == 1 {
                jump(&world);
            }
        });
        assert_eq!(record.status, RunStatus::Completed, "{name}: {:?}", record.error);
        assert!(record.usage.active_ms < 45_000, "{name}: {:?}", record.usage);
        let journal = page.runtime.journal("run-1").unwrap();
        let skipped: u64 = journal
            .events
            .iter()
            .map(|event| if let EventKind::TimeSkipped { ms } = event.kind { ms } else { 0 })
            .sum();
        assert!((3_580_000..=3_600_000).contains(&skipped), "{name}: {skipped}");
        assert_eq!(replay(&journal).unwrap(), record);
    }
}

#[test]
fn time_that_passes_counts() {
    let page = Page::new(1);
    let policy = Policy { time_budget_ms: 60_000, step_timeout_ms: 600_000, ..Policy::default() };
    let run = page.start(&["slow {\"ms\":300000}"], policy);
    let record = page.world.block_on(run.drive());
    assert_eq!(record.error.unwrap().code, "run.budget-exceeded");
    assert!((60_000..62_000).contains(&record.usage.active_ms), "{:?}", record.usage);
}

/// A tool that chooses what it is about: the names there are.
struct Choosing {
    spec: ToolSpec,
    names: Rc<Cell<&'static [&'static str]>>,
}

impl Tool for Choosing {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn exact(&self, _input: &Value, _run_id: &str) -> Option<Value> {
        Some(json!({"names": self.names.get()}))
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let output = call.input["names"].clone();
        Box::pin(async move { Ok(ToolOutput { output, metadata: None }) })
    }
}

#[test]
fn what_a_person_was_asked_about_is_what_is_done_also_after_a_reload() {
    for reload in [false, true] {
        let names: Rc<Cell<&'static [&'static str]>> = Rc::new(Cell::new(&["a", "b"]));
        let choosing = |page: &Page| {
            let annotations = Annotations { destructive_hint: true, ..Annotations::default() };
            let spec = ToolSpec { annotations, keyed: true, ..common::spec("choosing") };
            page.runtime.register(Rc::new(Choosing { spec, names: names.clone() })).unwrap();
        };
        let page = Page::new(1);
        choosing(&page);
        let run = page.start(&["choosing {\"all\":true}"], Policy::default());
        let mut driving = run.drive();
        page.world.run_until_stalled(std::future::poll_fn(|context| driving.as_mut().poll(context)));
        names.set(&["a", "b", "c"]);
        let again = if reload {
            page.reloaded()
        } else {
            Page { world: page.world.clone(), effects: page.effects.clone(), runtime: page.runtime.clone() }
        };
        if reload {
            choosing(&again);
        }
        let run = if reload { again.runtime.resume("run-1").unwrap() } else { run };
        let asked = run.step(1).unwrap();
        assert_eq!(asked.tool_input, json!({"names": ["a", "b"]}), "it is shown");
        let driving = if reload { run.drive() } else { driving };
        run.approve(&asked.approval.unwrap().approval_id, ApprovalAnswer::Approve).unwrap();
        let record = again.world.block_on(driving);
        assert_eq!(record.result, Some(json!(["a", "b"])), "{reload}");
        assert_eq!(replay(&again.runtime.journal("run-1").unwrap()).unwrap(), record);
    }
}

#[test]
fn a_journal_whose_question_was_tampered_with_does_not_replay() {
    let page = Page::new(1);
    let run = page.start(&["wipe {\"text\":\"a\"}"], Policy::default());
    let mut driving = run.drive();
    page.world.run_until_stalled(std::future::poll_fn(|context| driving.as_mut().poll(context)));
    let mut journal: Journal = page.runtime.journal("run-1").unwrap();
    assert!(replay(&journal).is_ok());
    for event in &mut journal.events {
        if let EventKind::ApprovalRequested { input, .. } = &mut event.kind {
            *input = Some(json!({"text": "b"}));
        }
    }
    assert!(replay(&journal).is_err());
}

/// A tool that begins a run of its own and never answers.
struct Outer(ToolSpec, dunlin_runtime::Runtime);
impl Tool for Outer {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }
    fn call(&self, _call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let plan = common::planned(&["put {\"text\":\"inner\"}"], &self.1.registry());
        let options = StartOptions { run_id: Some("inner".into()), ..StartOptions::default() };
        // It is begun, and the tab dies before it is driven.
        let _ = self.1.start(plan, options);
        Box::pin(std::future::pending())
    }
}

#[test]
fn a_nested_run_that_is_taken_up_by_itself_needs_no_place() {
    let page = Page::new(1);
    page.runtime.register(Rc::new(Outer(common::spec("outer"), page.runtime.clone()))).unwrap();
    let run = page.start(&["outer"], Policy::default());
    let mut driving = run.drive();
    page.world.run_until_stalled(std::future::poll_fn(|context| {
        let _ = driving.as_mut().poll(context);
        if page.runtime.get("inner").is_some() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    }));
    let again = page.reloaded();
    // Another run has all the places there are, and never ends.
    let policy = Policy { max_concurrent_runs: 1, ..Policy::default() };
    let plan = common::planned(&["hang"], &again.runtime.registry());
    let policy = Policy { step_timeout_ms: 100_000_000, time_budget_ms: 100_000_000, ..policy };
    let busy = again.runtime.start(plan, StartOptions { policy, ..StartOptions::default() }).unwrap();
    let mut busy_driving = busy.drive();
    let inner = again.runtime.resume("inner").unwrap();
    let mut inner_driving = inner.drive();
    let began = again.world.env().clock.monotonic_ms();
    let record = again.world.block_on(std::future::poll_fn(|context| {
        let _ = busy_driving.as_mut().poll(context);
        inner_driving.as_mut().poll(context)
    }));
    assert_eq!(record.status, RunStatus::Completed);
    assert!(again.world.env().clock.monotonic_ms() - began < 1000);
}

#[test]
fn a_run_that_another_may_still_ask_for_makes_no_room() {
    let retention = Retention { max_runs: 1, ..Retention::default() };
    let page = Page::on(World::new(1), Effects::default(), RuntimeOptions { retention, ..RuntimeOptions::default() });
    page.runtime.register(Rc::new(Outer(common::spec("outer"), page.runtime.clone()))).unwrap();
    let outer = page.start(&["outer"], Policy { step_timeout_ms: 5000, ..Policy::default() });
    let mut driving = outer.drive();
    let mut poll_outer =
        || driving.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())).is_ready();
    assert!(!poll_outer());
    page.world.block_on(page.runtime.resume("inner").unwrap().drive());
    let end_another = || {
        let plan = common::planned(&["noop"], &page.runtime.registry());
        page.world.block_on(page.runtime.start(plan, StartOptions::default()).unwrap().drive());
    };
    end_another();
    assert!(page.runtime.get("inner").is_some(), "the outer one has not ended");
    page.world.wind(10_000);
    assert!(poll_outer());
    end_another();
    assert!(page.runtime.get("inner").is_none());
}

#[test]
fn words_have_an_end() {
    let long = "a".repeat(10 * bounds::MAX_MESSAGE);
    let page = Page::new(1);
    let policy = Policy { approval: ApprovalMode::Always, ..Policy::default() };
    let run = page.start(&["put {\"text\":\"a\"}", "put {\"text\":\"b\"}"], policy);
    let mut driving = run.drive();
    page.world.run_until_stalled(std::future::poll_fn(|context| driving.as_mut().poll(context)));
    let question = run.step(1).unwrap().approval.unwrap();
    run.approve(&question.approval_id, ApprovalAnswer::Reject { feedback: Some(long.clone()) }).unwrap();
    run.cancel(Some(long)).unwrap();
    page.world.block_on(driving);
    let stored: usize = page.world.storage().dump().iter().map(|(_, value)| value.len()).sum();
    assert!(stored < 4 * bounds::MAX_MESSAGE, "{stored}");
}

#[test]
fn a_call_is_not_tried_again_without_end() {
    let retry = RetryPolicy {
        max_attempts: u32::MAX,
        initial_interval_ms: 1,
        backoff_coefficient: 1.0,
        ..RetryPolicy::default()
    };
    let policy = Policy { retry, max_tool_calls: u32::MAX, time_budget_ms: u64::MAX / 4, ..Policy::default() };
    for (message, most) in [("no", 50_010), (&*"no".repeat(5000), 3000)] {
        let page = Page::new(2);
        page.start(&["flaky"], policy.clone());
        let mut state = RunState::new();
        state.apply(&page.runtime.journal("run-1").unwrap().events[0]).unwrap();
        let (mut now, mut attempt) = (state.last_at(), 0);
        while !state.status().is_final() {
            let kind = match decide(&state, now) {
                Command::Append(kind) => kind,
                Command::WaitUntil(at) if state.step_status(1) == Some(StepStatus::Retrying) => {
                    now = at;
                    continue;
                }
                _ => {
                    let failure = Failure { retryable: true, ..Failure::new("test.fail", message) };
                    EventKind::AttemptFailed { step: 1, attempt, failure }
                }
            };
            if let EventKind::StepStarted { attempt: begun, .. } = &kind {
                attempt = *begun;
            }
            state.apply(&Event { seq: state.seq() + 1, at: now, kind }).unwrap();
        }
        assert_eq!(state.record().unwrap().error.unwrap().code, "test.fail");
        assert!((most / 2..most).contains(&state.seq()), "{}", state.seq());
    }
}

#[test]
fn a_storage_that_does_not_say_what_it_holds_loses_no_run() {
    let world = World::new(1);
    let page = leased(&world);
    let run = page.start(&["put {\"text\":\"a\"}"], Policy::default());
    world.storage().fail(|access| matches!(access, Access::Keys(_)).then_some(Fault::Unavailable));
    page.runtime.storage_changed(Some("dunlin:v1:run:run-1:00000001"));
    world.storage().lift_faults();
    assert!(!run.was_removed());
    assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
}

#[test]
fn what_a_removal_left_of_a_run_is_no_damaged_run() {
    let page = Page::new(1);
    let handle = page.start(&["noop", r#"wipe {"text":"x"}"#, r#"wipe {"text":"y"}"#], Policy::default());
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let step = handle.record().execution_log.into_iter().find_map(|step| step.approval).unwrap();
    handle.approve(&step.approval_id, dunlin_runtime::ApprovalAnswer::Approve).unwrap();
    assert!(page.world.run_until_stalled(handle.drive()).is_none());
    let batches =
        || page.world.storage().dump().into_iter().map(|(key, _)| key).filter(|key| key.contains(":run:run-1:"));
    assert!(batches().count() > 1, "nothing is left when one batch is gone");
    // A removal goes from the first to the last, and the tab dies in the middle of it.
    page.world.env().storage.remove(&batches().next().unwrap()).unwrap();
    let page = page.reloaded();
    assert_eq!(page.runtime.resume("run-1").unwrap_err().code(), "run.not-found");
    assert_eq!((page.runtime.notices(), page.runtime.runs().len()), (Vec::<String>::new(), 0));
    assert_eq!(page.world.storage().dump().into_iter().find(|(key, _)| key.contains("run-1")), None);
    page.start(&["noop"], Policy::default());
}
