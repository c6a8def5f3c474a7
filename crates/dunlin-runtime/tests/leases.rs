//! Leases: one driver a run over a shared storage, whatever the clocks say, whoever sleeps, however late a write is seen.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    collections::BTreeSet,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use common::{Effects, Page};
use dunlin_base::{
    Env, LocalFuture, Random, SeededRandom,
    testing::{Access, Fault, World},
};
use dunlin_runtime::{
    ApprovalAnswer, ApprovalMode, Awaited, Claim, ClaimKind, Claims as _, Grant, Policy, Run, RunHandle, RunStatus,
    Runtime, RuntimeOptions, Standing, StartOptions, StoredLeases, replay,
};
use serde_json::json;

fn ask(world: &World, leases: &StoredLeases, name: &str) -> Option<Claim> {
    match world.block_on(leases.try_claim(name)) {
        Grant::Held(claim) => Some(claim),
        Grant::Taken => None,
        Grant::Refused(_, error) => panic!("{error}"),
    }
}

/// Asks for a lease every half second; how long that took.
fn ask_until_had(world: &World, leases: &StoredLeases, name: &str) -> (u64, Claim) {
    let began = world.env().clock.monotonic_ms();
    loop {
        if let Some(claim) = ask(world, leases, name) {
            return (world.env().clock.monotonic_ms() - began, claim);
        }
        world.wind(500);
    }
}

#[test]
fn a_lease_lasts_while_it_is_renewed_and_falls_to_another_when_it_is_not() {
    let world = World::new(1);
    let (one, two) = (StoredLeases::new(world.env()), StoredLeases::new(world.env()));
    let claim = ask(&world, &one, "run:a").unwrap();
    assert!(ask(&world, &two, "run:a").is_none());
    assert!(ask(&world, &two, "run:b").is_some());
    for _ in 0..10 {
        world.wind(claim.check_every_ms().unwrap());
        assert_eq!(claim.check(), Standing::Held);
        assert!(ask(&world, &two, "run:a").is_none());
    }
    let (_, stolen) = ask_until_had(&world, &two, "run:a");
    assert_eq!(claim.check(), Standing::Lost, "the old holder notices");
    drop(claim);
    assert_eq!(stolen.check(), Standing::Held, "and takes nothing with it");
    drop(stolen);
    let (waited, again) = ask_until_had(&world, &one, "run:a");
    assert!(waited < 100, "what is given back is free at once: {waited}");
    again.forget();
    assert!(!world.storage().dump().iter().any(|(key, _)| key.ends_with("run:a")), "{:?}", world.storage().dump());
}

#[test]
fn every_holder_has_a_greater_token() {
    let world = World::new(1);
    let leases = StoredLeases::new(world.env());
    let token = || {
        let (_, text) = world.storage().dump().pop().unwrap();
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["token"].as_u64().unwrap()
    };
    for expected in 1..5 {
        let claim = ask(&world, &leases, "run:a").unwrap();
        assert_eq!(token(), expected);
        drop(claim);
        assert_eq!(token(), expected, "a lease that is given back remembers its token");
    }
}

#[test]
fn a_clock_that_is_set_back_or_forward_costs_no_hour_and_ends_no_lease() {
    for shift in [-3_600_000, -86_400_000, 3_600_000] {
        let world = World::new(1);
        let (one, two) = (StoredLeases::new(world.env()), StoredLeases::new(world.env()));
        let claim = ask(&world, &one, "run:a").unwrap();
        world.shift_clock(shift);
        // Its holder lives and renews when it is due: nobody takes it.
        for _ in 0..20 {
            assert_eq!(claim.check(), Standing::Held);
            assert!(ask(&world, &two, "run:a").is_none(), "{shift}");
            world.wind(400);
        }
        world.shift_clock(shift);
        std::mem::forget(claim);
        let (waited, _) = ask_until_had(&world, &two, "run:a");
        assert!(waited <= 12_000, "the lease of a dead holder is over after {waited} ms, shift {shift}");
    }
}

#[test]
fn who_slept_keeps_its_lease_when_nobody_took_it_meanwhile() {
    let world = World::new(1);
    let (one, two) = (StoredLeases::new(world.env()), StoredLeases::new(world.env()));
    let claim = ask(&world, &one, "run:a").unwrap();
    assert!(ask(&world, &two, "run:a").is_none());
    // The machine sleeps: both wake, the other one looks first.
    world.wind(3_600_000);
    assert!(ask(&world, &two, "run:a").is_none());
    assert_eq!(claim.check(), Standing::Held);
    world.wind(500);
    assert!(ask(&world, &two, "run:a").is_none());
    // Given back and taken and given back again: the sleeper is not fooled by a free lease.
    let (_, stolen) = ask_until_had(&world, &two, "run:a");
    drop(stolen);
    assert_eq!(claim.check(), Standing::Lost);
}

#[test]
fn a_storage_that_takes_no_leases_says_so() {
    let world = World::new(1);
    assert_eq!(StoredLeases::new(world.env()).kind(), ClaimKind::Leases);
    assert!(world.storage().dump().is_empty(), "trying leaves nothing behind");
    world.storage().fail(|access| matches!(access, Access::Set(..)).then_some(Fault::Unavailable));
    let leases = StoredLeases::new(world.env());
    assert_eq!(leases.kind(), ClaimKind::None);
    let Grant::Refused(claim, _) = world.block_on(leases.try_claim("run:a")) else { panic!("granted") };
    assert_eq!(claim.check(), Standing::Unrecorded);
    world.storage().lift_faults();
    assert_eq!(claim.check(), Standing::Held, "it is recorded as soon as it can be");
    assert!(ask(&world, &leases, "run:a").is_none());
}

/// A process that has the run open: it is polled when the schedule says so.
struct Process {
    runtime: Runtime,
    handle: Option<RunHandle>,
    driving: Option<LocalFuture<'static, Run>>,
    asleep_until: u64,
    ended: bool,
    turns: u32,
    /// The plan has a step that is a run of its own.
    has_children: bool,
    /// The steps that were given what they wait for.
    given: BTreeSet<(String, u32)>,
}

const STEPS: [&str; 5] = [
    r#"charge {"ms":40}"#,
    r#"put {"text":"a"} after 1"#,
    r#"charge {"ms":700} after 2"#,
    r#"wait {"ms":300} after 3"#,
    r#"charge {"ms":5} after 4"#,
];

fn process(env: &Env, effects: &Effects) -> Process {
    let options = RuntimeOptions { claims: Rc::new(StoredLeases::new(env.clone())), ..RuntimeOptions::default() };
    let runtime = Runtime::new(env.clone(), common::registry(env, effects), options);
    Process {
        runtime,
        handle: None,
        driving: None,
        asleep_until: 0,
        ended: false,
        turns: 0,
        has_children: false,
        given: BTreeSet::new(),
    }
}

impl Process {
    /// Polls it once; answers what is asked. Whether a call of unknown outcome is to be made again only a person can know: no.
    fn turn(&mut self) {
        if self.handle.is_none() {
            self.handle = self.runtime.resume("run-1").ok();
        }
        let Some(handle) = self.handle.clone().filter(|_| !self.ended) else { return };
        let driving = self.driving.get_or_insert_with(|| handle.drive());
        if let Poll::Ready(run) = driving.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            self.driving = None;
            self.ended = run.status.is_final();
        }
        // To look at what they ask takes longer than all the rest.
        self.turns += 1;
        if !self.turns.is_multiple_of(4) {
            return;
        }
        let children = if self.has_children { self.runtime.children("run-1") } else { Vec::new() };
        let below = children.into_iter().filter(|child| !child.status.is_final());
        let below: Vec<RunHandle> = below.filter_map(|child| self.runtime.resume(&child.run_id).ok()).collect();
        for run in below.iter().chain([&handle]) {
            self.say(run);
        }
    }

    /// Answers what a run asks and gives it what it waits for. What comes too late, since the other one has said it, is refused.
    fn say(&mut self, run: &RunHandle) {
        let record = run.record();
        for step in record.execution_log.iter().chain(&record.inner_log) {
            if let Some(question) = &step.approval {
                let was_begun = step.attempts > 0;
                let answer =
                    if was_begun { ApprovalAnswer::Reject { feedback: None } } else { ApprovalAnswer::Approve };
                let _ = run.approve(&question.approval_id, answer);
            }
            let Some(awaits) = &step.awaits else { continue };
            if self.given.insert((record.run_id.clone(), step.step_number)) {
                let _ = match awaits {
                    Awaited::Answer { .. } => run.answer(step.step_number, json!(7)),
                    Awaited::Signal { name } => run.signal(name, json!({"by": "card"})),
                };
            }
        }
    }
}

/// Two steps of a body or of a child, one after the other, one of them a call that is not safe to repeat: what is before it
/// waits for time, for a person or for a signal, or must be agreed to.
fn any_pair(below: &dyn Fn(u64) -> u64, charge: &str) -> String {
    let other = [
        r#""kind":"wait","toolInput":{"ms":30}"#,
        r#""kind":"ask","toolInput":{"question":"How much?"}"#,
        r#""kind":"signal","toolInput":{"name":"within"}"#,
        r#""toolName":"wipe","toolInput":{"text":"within"}"#,
        r#""toolName":"flaky","toolInput":{"times":1,"text":"f"},"retry":{"initialIntervalMs":20}"#,
    ][below(5) as usize];
    let (first, second) = if below(3) == 0 { (charge, other) } else { (other, charge) };
    format!(r#"{{"stepNumber":1,{first}}},{{"stepNumber":2,{second},"dependsOn":[1]}}"#)
}

/// The steps of a plan of a seed: some of every kind, one after the other or side by side, most with a call that is not safe to
/// repeat. What is begun is closed, and some of it is taken back when the run fails.
fn any_steps(random: &SeededRandom) -> Vec<String> {
    let below = |most: u64| random.next_u64() % most;
    let mut steps: Vec<String> = Vec::new();
    for _ in 0..2 + below(3) {
        let ms = [0, 5, 40, 700][below(4) as usize];
        let charge = format!(r#""toolName":"charge","toolInput":{{"ms":{ms}}}"#);
        let undo = format!(r#""undo":{{"toolName":"charge","toolInput":{{"ms":{ms}}}}}"#);
        let timeout = ["", r#","timeoutMs":60"#, r#","timeoutMs":5000"#][below(3) as usize];
        let within = any_pair(&below, &charge);
        let last = steps.len();
        let after = if last > 0 && below(4) > 0 { format!(r#","dependsOn":[{last}]"#) } else { String::new() };
        let mut add = |fields: &str| steps.push(format!("{{{fields}{after}}}"));
        match below(14) {
            0 => add(&charge),
            1 => add(&format!("{charge},{undo}")),
            2 => add(&format!(r#""kind":"map","toolInput":{{"over":[1,2,3],"maxParallel":2}},"body":[{within}]"#)),
            3 => add(&format!(
                r#""kind":"plan","toolInput":{{}},"plan":{{"schemaVersion":2,"goal":"below","onFailure":"undo","steps":[{within}]}},{undo}"#
            )),
            4 => add(&format!(r#""kind":"ask","toolInput":{{"question":"How much?"}}{timeout}"#)),
            5 => add(&format!(r#""kind":"signal","toolInput":{{"name":"paid"}}{timeout}"#)),
            6 => add(&format!(r#""kind":"decision","toolInput":{{"left":{},"operator":"<","right":2}}"#, below(4))),
            7 => add(r#""kind":"notify","toolInput":{"title":"t"}"#),
            8 => add(&format!(r#""kind":"wait","toolInput":{{"ms":{}}}"#, [10, 900, 70_000][below(3) as usize])),
            // Ten seconds after the world begins, and before.
            9 => add(&format!(r#""kind":"wait","toolInput":{{"until":"2026-11-21T09:{}:10Z"}}"#, 29 + below(2))),
            // It may have been done when its time is up, and is not tried again.
            10 => add(&format!(r#"{charge},"retry":{{"maxAttempts":3,"initialIntervalMs":20}}{timeout}"#)),
            11 => add(r#""toolName":"wipe","toolInput":{"text":"w"}"#),
            12 => {
                let failing =
                    [r#""toolName":"fail","toolInput":{}"#, r#""toolName":"hang","toolInput":{},"timeoutMs":40"#];
                add(failing[below(2) as usize]);
                let of = last + 1;
                steps.push(format!(r#"{{{charge},"dependsOn":[{of}],"runWhen":"anyFailed","insteadOf":{of}}}"#));
            }
            _ => {
                add(r#""toolName":"fail","toolInput":{}"#);
                steps.push(format!(r#"{{{charge},"dependsOn":[{}],"runWhen":"anyFailed"}}"#, last + 1));
            }
        }
    }
    let last = steps.len();
    steps.push(format!(r#"{{"toolName":"charge","toolInput":{{"ms":20}},"dependsOn":[{last}],"runWhen":"allDone"}}"#));
    if below(3) == 0 {
        steps.push(format!(r#"{{"toolName":"fail","toolInput":{{}},"dependsOn":[{last}]}}"#));
    }
    steps.push(r#"plan {"onFailure":"undo"}"#.to_owned());
    steps
}

/// Two processes, one run, a schedule of a seed: who goes, how much time passes, who sleeps past its lease, whose clock is set.
/// No call that is not safe to repeat is ever made twice, and the run ends.
fn interleaved(seed: u64, any: bool) {
    let random = SeededRandom::new(seed);
    let below = |most: u64| random.next_u64() % most;
    let world = World::new(seed);
    world.storage().be_custom();
    let delay = if seed.is_multiple_of(2) { 0 } else { 1 + below(15) };
    let effects = Effects::default();
    let mut processes: Vec<Process> = (0..2).map(|_| process(&world.env_behind(delay), &effects)).collect();
    let steps = if any { any_steps(&random) } else { STEPS.map(str::to_owned).to_vec() };
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let has_children = steps.iter().any(|step| step.contains("\"below\""));
    for process in &mut processes {
        process.has_children = has_children;
    }
    let plan = common::planned(&steps, &processes[0].runtime.registry());
    let mut cancelled_at = (any && below(4) == 0).then(|| below(60));
    // The clock may be set forward by more than the usual limits.
    let approval = if any && below(4) == 0 { ApprovalMode::Always } else { ApprovalMode::Destructive };
    let policy = Policy { time_budget_ms: u64::MAX, step_timeout_ms: 1 << 50, approval, ..Policy::default() };
    let options = StartOptions { policy, run_id: Some("run-1".into()), seed: Some(7), ..StartOptions::default() };
    processes[0].handle = Some(processes[0].runtime.start(plan, options).unwrap());
    let clock = world.env().clock;
    let mut turns = 0_u64;
    while processes.iter().any(|process| !process.ended) {
        turns += 1;
        assert!(turns < 20_000, "seed {seed}: the run does not end\n{steps:#?}");
        let which = below(2) as usize;
        let now = clock.monotonic_ms();
        if processes[which].asleep_until <= now {
            processes[which].turn();
            if let Some(handle) = &processes[which].handle
                && cancelled_at.take_if(|at| *at <= turns).is_some()
            {
                let _ = handle.cancel(None);
            }
            match below(400) {
                0..4 => processes[which].asleep_until = now + below(30_000),
                4 if turns < 2_000 => world.shift_clock(below(7_200_000).cast_signed() - 3_600_000),
                _ => {}
            }
        }
        // A clock that was set back makes a wait an hour longer.
        let more = if turns > 2_000 { 2_000 } else { 0 };
        world.wind([0, 0, 1, 5, 20, 100, 400][below(7) as usize] + more);
        let made = effects.unsafe_calls.borrow();
        assert!(made.values().all(|count| *count == 1), "seed {seed} delay {delay}: {made:?}\n{steps:#?}");
    }
    // What the run says of itself is what was done.
    world.wind(60_000);
    for process in &processes {
        let below = process.runtime.children("run-1").into_iter().map(|child| child.run_id);
        for run in below.chain(["run-1".to_owned()]) {
            let journal = process.runtime.journal(&run).unwrap();
            replay(&journal).unwrap_or_else(|divergence| panic!("seed {seed}, {run}: {divergence}\n{steps:#?}"));
        }
        let status = process.runtime.get("run-1").unwrap().status;
        assert!(if any { status.is_final() } else { status == RunStatus::Completed }, "seed {seed}: {status:?}");
        assert!(!process.runtime.notices().iter().any(|notice| notice.contains("could not be read")), "seed {seed}");
    }
    let aside = world.storage().dump().into_iter().filter(|(key, _)| key.contains(":aside:")).count();
    assert_eq!(aside, 0, "seed {seed}");
}

/// `DUNLIN_SEEDS=10000` runs more of them.
#[test]
fn two_processes_over_one_storage_never_both_drive_a_run() {
    let seeds = option_env!("DUNLIN_SEEDS").and_then(|seeds| seeds.parse().ok()).unwrap_or(3000);
    for seed in 0..seeds {
        interleaved(seed, false);
    }
}

#[test]
fn no_effect_of_any_kind_of_step_begins_twice_over_two_processes() {
    (0..600).for_each(|seed| interleaved(seed, true));
}

/// As the one before it, for longer: by name only.
#[test]
#[ignore = "it takes minutes"]
fn no_effect_begins_twice_in_ten_thousand_plans() {
    (0..10_000).for_each(|seed| interleaved(seed, true));
}

#[test]
fn runs_wait_for_their_place_over_all_processes() {
    let world = World::new(1);
    let tab = || {
        let claims = Rc::new(StoredLeases::new(world.env()));
        Page::on(world.clone(), Effects::default(), RuntimeOptions { claims, ..RuntimeOptions::default() })
    };
    let pages = [tab(), tab(), tab()];
    let handles: Vec<RunHandle> = (0..9)
        .map(|number| {
            let page = &pages[number % 3];
            let plan = common::planned(&[r#"slow {"ms":800}"#], &page.runtime.registry());
            let policy = Policy { max_concurrent_runs: 2, ..Policy::default() };
            let options =
                StartOptions { policy, run_id: Some(format!("r{number}")), seed: Some(1), ..StartOptions::default() };
            page.runtime.start(plan, options).unwrap()
        })
        .collect();
    let mut drives: Vec<_> = handles.iter().map(RunHandle::drive).collect();
    let mut most = 0;
    world.block_on(std::future::poll_fn(|context| {
        drives.retain_mut(|drive| drive.as_mut().poll(context).is_pending());
        most = most.max(handles.iter().filter(|handle| handle.status() == RunStatus::Running).count());
        if drives.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    }));
    assert_eq!(most, 2);
}
