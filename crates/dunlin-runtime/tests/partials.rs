//! Partial outputs: what a call hands out before its end, and what becomes of a tool whose readers are slow.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    cell::RefCell,
    future::{Future, poll_fn},
    pin::pin,
    rc::Rc,
    task::Poll,
};

use dunlin_base::{Env, LocalFuture, testing::World};
use dunlin_plan::ToolSpec;
use dunlin_runtime::{
    MAX_PARTIAL, Partial, Partials, Registry, RunHandle, RunStatus, Runtime, RuntimeOptions, StartOptions, Tool,
    ToolCall, ToolFailure, ToolOutput, replay,
};
use serde_json::{Value, json};

/// Hands out numbers from 1 on.
struct Counting {
    spec: ToolSpec,
    env: Env,
    pieces: u64,
    /// How long it works on each.
    pace_ms: u64,
    waits: bool,
}

impl Tool for Counting {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let (env, pieces, pace_ms, waits) = (self.env.clone(), self.pieces, self.pace_ms, self.waits);
        Box::pin(async move {
            for piece in 1..=pieces {
                let room = call.partial.give(json!(piece))?;
                if waits {
                    room.await;
                }
                if pace_ms > 0 {
                    env.timer.sleep(pace_ms).await;
                }
            }
            Ok(ToolOutput { output: json!(pieces), metadata: None })
        })
    }
}

/// Runs both to their ends.
async fn both<A, B>(one: impl Future<Output = A>, other: impl Future<Output = B>) -> (A, B) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    let (mut first, mut second) = (None, None);
    poll_fn(move |context| {
        if first.is_none()
            && let Poll::Ready(given) = one.as_mut().poll(context)
        {
            first = Some(given);
        }
        if second.is_none()
            && let Poll::Ready(given) = other.as_mut().poll(context)
        {
            second = Some(given);
        }
        if first.is_none() || second.is_none() {
            return Poll::Pending;
        }
        Poll::Ready((first.take().unwrap(), second.take().unwrap()))
    })
    .await
}

async fn read(partials: Partials, env: Env, pace_ms: u64) -> Vec<Rc<Partial>> {
    let mut read = Vec::new();
    while let Some(partial) = partials.next().await {
        read.push(partial);
        if pace_ms > 0 {
            env.timer.sleep(pace_ms).await;
        }
    }
    read
}

fn numbers(partials: &[Rc<Partial>]) -> Vec<u64> {
    partials.iter().map(|partial| partial.number).collect()
}

struct Place {
    world: World,
    env: Env,
    runtime: Runtime,
    log: Rc<RefCell<Vec<Value>>>,
}

impl Place {
    fn with(make: impl FnOnce(Env) -> Counting) -> Self {
        let world = World::new(1);
        let env = world.env();
        let mut registry = Registry::new();
        registry.register(Rc::new(make(env.clone()))).unwrap();
        let log = Rc::new(RefCell::new(Vec::new()));
        let lines = log.clone();
        let options = RuntimeOptions {
            log: Some(Rc::new(move |line| lines.borrow_mut().push(serde_json::from_str(line).unwrap()))),
            ..RuntimeOptions::default()
        };
        Self { world, runtime: Runtime::new(env.clone(), registry, options), env, log }
    }

    fn counting(pieces: u64, pace_ms: u64, waits: bool) -> Self {
        Self::with(|env| Counting { spec: common::spec("counting"), env, pieces, pace_ms, waits })
    }

    fn start(&self) -> RunHandle {
        let options = StartOptions { run_id: Some("run-1".into()), ..StartOptions::default() };
        self.runtime.start(common::plan(&["counting"]), options).unwrap()
    }
}

/// A tool's pieces and pace, whether it waits for room, the reader's pace; how many are read, whether some were left out, and
/// how long the run may have taken.
type Case = (u64, u64, bool, u64, std::ops::RangeInclusive<usize>, bool, std::ops::RangeInclusive<u64>);

#[test]
fn a_tool_goes_at_the_pace_of_its_reader() {
    let cases: [Case; 6] = [
        // As fast as it works where the reader is faster.
        (50, 10, true, 0, 50..=50, false, 500..=520),
        // Never more than may be handed out within a second, and nothing is lost by that.
        (500, 0, true, 0, 500..=500, false, 2_000..=2_020),
        // It waits for a slow reader.
        (150, 0, true, 50, 150..=150, false, 4_000..=8_000),
        // Who does not wait is not held up, and what finds no room is left out.
        (150, 0, false, 50, 64..=66, true, 0..=10),
        (1_000, 1, false, 0, 200..=202, true, 1_000..=1_020),
        // A reader that has forgotten to read costs a second, once.
        (300, 20, true, 60_000, 64..=66, true, 6_500..=7_700),
    ];
    for (pieces, pace, waits, reading, count, left_out, took) in cases {
        let place = Place::counting(pieces, pace, waits);
        let handle = place.start();
        let reader = read(handle.partials(), place.env.clone(), reading);
        let before = place.env.clock.now_ms();
        let (run, read) = place.world.block_on(both(handle.drive(), reader));
        let case = format!("{pieces} each {pace} ms, waits: {waits}, read each {reading} ms");
        assert_eq!((run.status, &run.result), (RunStatus::Completed, &Some(json!(pieces))), "{case}");
        let events = handle.events_since(0);
        let ms = (events.last().unwrap().at - before).unsigned_abs();
        assert!(took.contains(&ms), "{case}: took {ms} ms");
        assert!(count.contains(&read.len()), "{case}: read {}", read.len());
        // In order, each at most once, and a gap wherever something was left out.
        assert!(read.is_sorted_by_key(|partial| partial.number), "{case}");
        assert!(read.iter().all(|partial| partial.value == json!(partial.number)), "{case}");
        assert_eq!(numbers(&read) != (1..=pieces).collect::<Vec<_>>(), left_out, "{case}");
        // No journal knows of them.
        replay(&place.runtime.journal("run-1").unwrap()).unwrap();
        assert!(events.len() < 10, "{case}: {} events", events.len());
    }
}

#[test]
fn every_reader_has_its_own_and_one_that_goes_holds_nobody_up() {
    let place = Place::counting(100, 0, true);
    let handle = place.start();
    let (quick, slow, gone, closed) = (handle.partials(), handle.partials(), handle.partials(), handle.partials());
    drop(gone);
    closed.close();
    let reading = both(read(quick, place.env.clone(), 0), read(slow, place.env.clone(), 5));
    let (run, (quick, slow)) = place.world.block_on(both(handle.drive(), reading));
    assert_eq!(run.status, RunStatus::Completed);
    assert_eq!((quick.len(), slow.len()), (100, 100));
    // Of what is over nothing more comes.
    assert_eq!(place.world.block_on(closed.next()), None);
    assert_eq!(place.world.block_on(handle.partials().next()), None);
}

#[test]
fn nobody_waits_for_room_in_a_run_that_is_cancelled() {
    let place = Place::counting(1_000, 0, true);
    let handle = place.start();
    // Nobody reads them, so the tool waits for room.
    let kept = handle.partials();
    let cancel = async {
        place.env.timer.sleep(10).await;
        handle.cancel(None).unwrap();
    };
    let (run, ()) = place.world.block_on(both(handle.drive(), cancel));
    assert_eq!(run.status, RunStatus::Cancelled);
    let ended = handle.events_since(0).last().unwrap().at;
    assert!(ended - handle.events_since(0)[0].at <= 20);
    // What was handed out before is still read.
    let read = place.world.block_on(read(kept, place.env.clone(), 0));
    assert_eq!(numbers(&read), (1..=64).collect::<Vec<_>>());
}

#[test]
fn log_lines_say_how_large_they_are_and_not_what_they_say() {
    let place = Place::counting(40, 50, true);
    let run = place.world.block_on(place.start().drive());
    assert_eq!(run.status, RunStatus::Completed);
    let lines = place.log.borrow();
    let told: Vec<&Value> = lines.iter().filter(|line| line["event"] == "partialOutput").collect();
    // A few times a second within two seconds.
    assert!((7..=9).contains(&told.len()), "{told:?}");
    let expected = json!({
        "at": told[0]["at"], "level": "info", "event": "partialOutput", "runId": "run-1", "stepNumber": 1,
        "tool": "counting", "attempt": 1, "number": 1, "bytes": 1,
    });
    assert_eq!(*told[0], expected);
}

/// Hands out one value, and says what came of it.
struct Giving(ToolSpec, Value, Rc<RefCell<Option<String>>>);

impl Tool for Giving {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        let refused = call.partial.give(self.1.clone()).err();
        self.2.replace(refused.map(|failure| failure.code));
        Box::pin(std::future::ready(Ok(ToolOutput::default())))
    }
}

#[test]
fn what_is_too_large_is_refused_whether_or_not_somebody_reads() {
    let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
    for (value, code) in [
        (json!("x".repeat(MAX_PARTIAL - 2)), None),
        (json!("x".repeat(MAX_PARTIAL - 1)), Some("tool.output-too-large")),
        (deep, Some("tool.output-too-large")),
    ] {
        let (world, said) = (World::new(1), Rc::new(RefCell::new(None)));
        let mut registry = Registry::new();
        registry.register(Rc::new(Giving(common::spec("giving"), value, said.clone()))).unwrap();
        let runtime = Runtime::new(world.env(), registry, RuntimeOptions::default());
        let handle = runtime.start(common::plan(&["giving"]), StartOptions::default()).unwrap();
        let kept = handle.partials();
        world.block_on(handle.drive());
        assert_eq!(said.borrow().as_deref(), code);
        assert_eq!(world.block_on(kept.next()).is_some(), code.is_none());
    }
}
