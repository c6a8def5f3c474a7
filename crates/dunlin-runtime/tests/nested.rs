//! Runs within runs, and hosts that call back in: nothing deadlocks and nothing traps.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    task::Poll,
};

use common::{Effects, Page};
use dunlin_base::{Clock, Env, LocalFuture, Random, SeededRandom, Storage, StorageError, StorageKind, testing::World};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{
    ApprovalAnswer, Policy, RunHandle, RunStatus, Runtime, RuntimeOptions, StartOptions, Tool, ToolCall, ToolFailure,
    ToolOutput,
};
use serde_json::json;

type Slot = Rc<RefCell<Option<Runtime>>>;

/// A tool that starts a run with itself in it and waits for that, until `depth` is 0. With `unseen` it starts the run only
/// after a wait, as JavaScript does after an `await`: nobody can tell then which call it belongs to.
struct Nest {
    spec: ToolSpec,
    runtime: Slot,
    env: Env,
}

fn start(runtime: &Runtime, input: &serde_json::Value) -> Result<RunHandle, ToolFailure> {
    let policy = Policy { max_concurrent_runs: 1, step_timeout_ms: 600_000, ..Policy::default() };
    let plan = common::planned(&[&format!("nest {input}")], &runtime.registry());
    let started = runtime.start(plan, StartOptions { policy, ..StartOptions::default() });
    started.map_err(|error| ToolFailure::new(error.code(), error.to_string()))
}

impl Tool for Nest {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (runtime, timer) = (self.runtime.borrow().clone().unwrap(), self.env.timer.clone());
        let (depth, unseen) = (call.input["depth"].as_u64().unwrap(), call.input["unseen"].as_bool().unwrap());
        let inner = json!({"depth": depth.saturating_sub(1), "unseen": unseen});
        let begun = (depth > 0 && !unseen).then(|| start(&runtime, &inner).map(|run| run.drive()));
        let unseen_run: Rc<RefCell<Option<LocalFuture<'static, dunlin_runtime::Run>>>> = Rc::default();
        Box::pin(async move {
            let driving = match begun {
                _ if depth == 0 => return Ok(ToolOutput { output: json!("bottom"), metadata: None }),
                Some(begun) => begun?,
                None => {
                    timer.sleep(5).await;
                    let outside = unseen_run.clone();
                    OUTSIDE.with_borrow_mut(|waiting| {
                        waiting.push(Box::new(move || {
                            *outside.borrow_mut() = Some(start(&runtime, &inner).unwrap().drive());
                        }));
                    });
                    while unseen_run.borrow().is_none() {
                        timer.sleep(1).await;
                    }
                    unseen_run.take().unwrap()
                }
            };
            let run = driving.await;
            match run.error {
                Some(error) => Err(ToolFailure::new(error.code, error.message)),
                None => Ok(ToolOutput { output: run.result.unwrap_or_default(), metadata: None }),
            }
        })
    }
}

thread_local! {
    /// What is done outside of every call, as JavaScript's microtasks are.
    static OUTSIDE: RefCell<Vec<Box<dyn FnOnce()>>> = const { RefCell::new(Vec::new()) };
}

fn nesting(depth: u64, unseen: bool) -> dunlin_runtime::Run {
    let page = Page::new(1);
    let slot: Slot = Rc::default();
    let spec = ToolSpec { keyed: true, ..common::spec("nest") };
    page.runtime.register(Rc::new(Nest { spec, runtime: slot.clone(), env: page.world.env() })).unwrap();
    slot.replace(Some(page.runtime.clone()));
    let mut driving = start(&page.runtime, &json!({"depth": depth, "unseen": unseen})).unwrap().drive();
    let run = page.world.block_on(std::future::poll_fn(|context| {
        for work in OUTSIDE.take() {
            work();
        }
        driving.as_mut().poll(context)
    }));
    slot.take();
    run
}

#[test]
fn a_tool_that_waits_for_another_run_never_deadlocks() {
    for depth in [1, 4, 12] {
        let run = nesting(depth, false);
        assert_eq!(run.status, RunStatus::Completed, "{:?}", run.error);
        assert_eq!(run.result, Some(json!("bottom")));
        assert!(run.usage.active_ms < 1000, "a nested run waits for no place: {:?}", run.usage);
    }
}

#[test]
fn a_run_that_is_awaited_unseen_goes_on_after_a_while() {
    let run = nesting(4, true);
    assert_eq!(run.status, RunStatus::Completed, "{:?}", run.error);
    assert!(run.usage.active_ms < 60_000, "{:?}", run.usage);
}

#[test]
fn a_tool_that_starts_itself_without_end_is_stopped() {
    let run = nesting(40, false);
    assert_eq!((run.status, run.error.unwrap().code.as_str()), (RunStatus::Failed, "run.too-deep"));
}

/// What a host's callback does to the runtime that called it.
type Intrusion = Rc<RefCell<Option<Box<dyn Fn()>>>>;

/// Calls back in now and then; never out of a call that it made itself.
#[derive(Clone)]
struct Nosy {
    intrusion: Intrusion,
    busy: Rc<Cell<u32>>,
    random: Rc<SeededRandom>,
}

impl Nosy {
    fn call(&self) {
        if self.busy.get() > 1 || !self.random.next_u64().is_multiple_of(3) {
            return;
        }
        self.busy.set(self.busy.get() + 1);
        let intrusion = self.intrusion.borrow();
        if let Some(intrude) = &*intrusion {
            intrude();
        }
        self.busy.set(self.busy.get() - 1);
    }
}

struct NosyHost(Nosy, Env);

impl Clock for NosyHost {
    fn now_ms(&self) -> i64 {
        self.0.call();
        self.1.clock.now_ms()
    }

    fn monotonic_ms(&self) -> u64 {
        self.1.clock.monotonic_ms()
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        self.1.clock.utc_offset_minutes(at_ms)
    }
}

impl Storage for NosyHost {
    fn kind(&self) -> StorageKind {
        StorageKind::Custom
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.0.call();
        self.1.storage.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        self.0.call();
        let done = self.1.storage.set(key, value);
        self.0.call();
        done
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.0.call();
        self.1.storage.remove(key)
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.0.call();
        self.1.storage.keys(prefix)
    }
}

/// Everything a host can ask for while it is called back.
fn intrude(runtime: &Runtime, handle: &RunHandle, random: &SeededRandom, begun: &Cell<u32>) {
    match random.next_u64() % 14 {
        0 => drop(runtime.runs()),
        1 => drop(runtime.metrics()),
        2 => drop(runtime.get("run-1")),
        3 => drop(runtime.journal("run-1")),
        4 => drop(runtime.report("run-1")),
        5 => runtime.storage_changed(None),
        6 => runtime.storage_changed(Some("dunlin:v1:run:run-1:00000001")),
        7 => drop(handle.record_text()),
        8 => drop(handle.events_since(0)),
        9 => drop(runtime.resume("run-1")),
        10 => drop(runtime.delete("run-2")),
        11 => drop(handle.subscribe(|_| {})),
        12 if begun.get() < 5 => {
            begun.set(begun.get() + 1);
            let plan = common::planned(&["noop"], &runtime.registry());
            drop(runtime.start(plan, StartOptions { run_id: Some("run-2".into()), ..StartOptions::default() }));
        }
        _ => {
            let questions = handle.record().execution_log.into_iter().filter_map(|step| step.approval);
            for question in questions {
                let _ = handle.approve(&question.approval_id, ApprovalAnswer::Approve);
            }
        }
    }
}

#[test]
fn a_host_that_calls_back_in_from_everywhere_traps_nothing() {
    for seed in 0..600 {
        let world = World::new(seed);
        let random = Rc::new(SeededRandom::new(seed));
        let nosy = Nosy { intrusion: Intrusion::default(), busy: Rc::default(), random: random.clone() };
        let host = Rc::new(NosyHost(nosy.clone(), world.env()));
        let env = Env { clock: host.clone(), storage: host, ..world.env() };
        let effects = Effects::default();
        let told = nosy.clone();
        let options = RuntimeOptions {
            log: Some(Rc::new(move |_: &str| told.call())),
            claims: Rc::new(dunlin_runtime::StoredLeases::new(env.clone())),
            ..RuntimeOptions::default()
        };
        let runtime = Runtime::new(env.clone(), common::registry(&env, &effects), options);
        let steps = [
            r#"put {"text":"a"}"#,
            r#"wipe {"text":"b"}"#,
            r#"flaky {"times":1,"text":"f"}"#,
            r#"wait {"ms":20}"#,
            "look",
        ];
        let plan = common::planned(&steps, &runtime.registry());
        let handle =
            runtime.start(plan, StartOptions { run_id: Some("run-1".into()), ..StartOptions::default() }).unwrap();
        let told = nosy.clone();
        let _listening = handle.subscribe(move |_| told.call());
        let (calls, begun) = ((runtime.clone(), handle.clone(), random.clone()), Cell::new(0));
        nosy.intrusion.replace(Some(Box::new(move || intrude(&calls.0, &calls.1, &calls.2, &begun))));
        let mut driving = handle.drive();
        let mut left = 2000;
        let run = world.block_on(std::future::poll_fn(|context| {
            left -= 1;
            assert!(left > 0, "seed {seed}: it does not end");
            // A question may wait for the next time somebody calls in.
            for question in handle.record().execution_log.into_iter().filter_map(|step| step.approval) {
                let _ = handle.approve(&question.approval_id, ApprovalAnswer::Approve);
            }
            match driving.as_mut().poll(context) {
                Poll::Ready(run) => Poll::Ready(run),
                Poll::Pending => Poll::Pending,
            }
        }));
        assert_eq!(run.status, RunStatus::Completed, "seed {seed}: {:?}", run.error);
        nosy.intrusion.take();
        dunlin_runtime::replay(&runtime.journal("run-1").unwrap())
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
}

#[test]
fn news_that_is_read_while_news_is_read_is_taken_in_once() {
    for seed in 0..200 {
        let world = World::new(seed);
        let effects = Effects::default();
        let (env, options) = (world.env(), RuntimeOptions::default);
        let writer = Runtime::new(env.clone(), common::registry(&env, &effects), options());
        let random = Rc::new(SeededRandom::new(seed));
        let nosy = Nosy { intrusion: Intrusion::default(), busy: Rc::default(), random };
        let host = Rc::new(NosyHost(nosy.clone(), env.clone()));
        let theirs = Env { clock: host.clone(), storage: host, ..env };
        let reader = Runtime::new(theirs.clone(), common::registry(&theirs, &effects), options());
        let seen = Rc::new(RefCell::new(Vec::new()));
        let (asked, found) = (reader.clone(), seen.clone());
        nosy.intrusion.replace(Some(Box::new(move || {
            asked.storage_changed(None);
            let handle = asked.resume("run-1").ok();
            found.borrow_mut().extend(handle);
        })));
        let plan =
            common::planned(&[r#"wait {"ms":5}"#, r#"put {"text":"a"}"#, r#"wait {"ms":5}"#], &writer.registry());
        let handle =
            writer.start(plan, StartOptions { run_id: Some("run-1".into()), ..StartOptions::default() }).unwrap();
        let mut driving = handle.drive();
        world.block_on(std::future::poll_fn(|context| {
            let driven = driving.as_mut().poll(context);
            reader.storage_changed(None);
            let handle = reader.resume("run-1").ok();
            seen.borrow_mut().extend(handle);
            driven
        }));
        nosy.intrusion.take();
        reader.storage_changed(None);
        let ended = writer.get("run-1").unwrap();
        assert_eq!((reader.get("run-1").unwrap().status, reader.notices()), (ended.status, vec![]), "seed {seed}");
        assert!(reader.resume("run-1").is_ok(), "seed {seed}");
        for handle in seen.take() {
            assert_eq!(handle.record(), ended, "seed {seed}: one run, however often it was found");
        }
    }
}

#[test]
fn a_run_that_a_host_deletes_while_it_is_read_or_put_away_stays_deleted() {
    let mut deleted = 0;
    for seed in 0..1000 {
        let world = World::new(seed);
        let random = Rc::new(SeededRandom::new(seed));
        let nosy = Nosy { intrusion: Intrusion::default(), busy: Rc::default(), random };
        let host = Rc::new(NosyHost(nosy.clone(), world.env()));
        let env = Env { clock: host.clone(), storage: host, ..world.env() };
        let effects = Effects::default();
        let open = || Runtime::new(env.clone(), common::registry(&env, &effects), RuntimeOptions::default());
        let writer = open();
        let plan = common::planned(&[r#"put {"text":"a"}"#, r#"wait {"ms":5}"#], &writer.registry());
        let options = StartOptions { run_id: Some("run-1".into()), ..StartOptions::default() };
        let handle = writer.start(plan, options).unwrap();
        let is_gone = Rc::new(Cell::new(false));
        let told = is_gone.clone();
        // Once, so that nothing takes away what comes back.
        let deletes = move |runtime: &Runtime| {
            if !told.get() && runtime.delete("run-1").is_ok() {
                told.set(true);
            }
        };
        if seed % 2 == 0 {
            // While it is put away.
            let runtime = writer.clone();
            nosy.intrusion.replace(Some(Box::new(move || deletes(&runtime))));
            world.block_on(handle.drive());
        } else {
            // While another reads it.
            world.block_on(handle.drive());
            let (reader, runtime) = (open(), open());
            nosy.intrusion.replace(Some(Box::new(move || deletes(&runtime))));
            reader.runs();
            let _ = reader.resume("run-1");
            nosy.intrusion.take();
            assert_eq!(reader.get("run-1").is_none(), is_gone.get(), "seed {seed}");
        }
        nosy.intrusion.take();
        let keys = env.storage.keys("dunlin:v1:run:run-1").unwrap();
        assert_eq!(keys.is_empty(), is_gone.get(), "seed {seed}: {keys:?}");
        deleted += usize::from(is_gone.get());
    }
    assert!(deleted > 50, "{deleted}");
}

#[test]
fn a_run_that_a_listener_deletes_at_its_end_does_not_come_back() {
    let page = Page::new(1);
    let handle = page.start(&[r#"put {"text":"a"}"#], Policy::default());
    let runtime = page.runtime.clone();
    let _listening = handle.subscribe(move |event| {
        if event.kind.name() == "runCompleted" {
            runtime.delete("run-1").unwrap();
        }
    });
    page.world.block_on(handle.drive());
    assert_eq!(page.world.storage().dump(), []);
    assert!(page.runtime.runs().is_empty());
}
