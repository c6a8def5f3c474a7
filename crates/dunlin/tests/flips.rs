//! Stored values of which a byte was flipped or a part is gone: every value of a scene with todos, runs and schedules is broken
//! at places that a seed chooses. What is elsewhere stays as it was, nothing of what was broken is thrown away, what it held is
//! there or said to be missing, and every run ends, or says why it cannot be taken up.
//!
//! A flip that makes another record of the same form ("milk", "mild") is that record: there are no checksums.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::collections::BTreeMap;

use dunlin::{
    ApprovalAnswer, Awaited, Dunlin, Filter, Options, Plan, PolicyChange, RunHandle, RunOptions, RunStatus, Schedule,
    Todo,
};
use dunlin_base::{
    Random, SeededRandom,
    testing::{START_MS, World},
};
use serde_json::json;

const ENDED: &str = "ended";
const ASKING: &str = "asking";
const MIDWAY: &str = "midway";
const ASKED: &str = "asked";
const FAMILY: &str = "family";
const UNDONE: &str = "undone";
const AGAIN: &str = "again";
const ONCE: &str = "once";

/// Until when all schedules of the scene were due.
const LATER_MS: u64 = 60 * 86_400_000;

/// What was acknowledged, and the storage that holds it.
struct Scene {
    stored: Vec<(String, String)>,
    elapsed_ms: u64,
    todos: BTreeMap<String, Todo>,
    runs: BTreeMap<String, RunStatus>,
}

/// A plan of these steps, which takes back what it did where one of them says how.
fn plan(steps: &[&str]) -> Plan {
    let on_failure = if steps.iter().any(|step| step.contains("undo")) { "undo" } else { "stop" };
    let steps: Vec<serde_json::Value> = steps.iter().map(|step| serde_json::from_str(step).unwrap()).collect();
    let plan = json!({"schemaVersion": 2, "goal": "by hand", "steps": steps, "onFailure": on_failure});
    dunlin::read_plan(&plan.to_string()).unwrap()
}

fn todos(dunlin: &Dunlin) -> BTreeMap<String, Todo> {
    dunlin.todos().list(&Filter::all()).into_iter().map(|todo| (todo.id.clone(), todo)).collect()
}

fn begin(dunlin: &Dunlin, id: &str, steps: &[&str]) -> RunHandle {
    let options = RunOptions {
        run_id: Some(id.into()),
        seed: Some(7),
        policy: PolicyChange { max_parallel: Some(2), ..PolicyChange::default() },
        ..RunOptions::default()
    };
    dunlin.run(plan(steps), options).unwrap()
}

impl Scene {
    fn new() -> Self {
        let world = World::new(1);
        let dunlin = Dunlin::open(world.env(), Options::default());
        for line in ["Ash", "Birch !2 #tree", "Cedar tomorrow every week"] {
            dunlin.quick_add(line, &[]).unwrap();
        }
        let add = |number: u32| {
            format!(
                r#"{{"stepNumber":{number},"toolName":"todo_store","toolInput":{{"action":"add","text":"n{number}"}}}}"#
            )
        };
        let clear = r#"{"stepNumber":2,"toolName":"todo_store","toolInput":{"action":"clear"},"dependsOn":[1]}"#;
        let wait = r#"{"stepNumber":2,"kind":"wait","toolInput":{"ms":60000},"dependsOn":[1]}"#;
        let sum = r#"{"stepNumber":3,"toolName":"calculator","toolInput":{"expression":"6 * 7"},"dependsOn":[2]}"#;
        let sum2 = r#"{"stepNumber":2,"toolName":"calculator","toolInput":{"expression":"6 * 7"},"dependsOn":[1]}"#;
        assert_eq!(world.block_on(begin(&dunlin, ENDED, &[&add(1), wait, sum]).drive()).status, RunStatus::Completed);
        assert!(world.run_until_stalled(begin(&dunlin, ASKING, &[&add(1), clear, sum]).drive()).is_none());
        // Data and a signal are waited for, also by an item and by a child, and what was done is taken back.
        let ask = r#"{"stepNumber":1,"kind":"ask","toolInput":{"question":"How many?","schema":{"type":"integer"}}}"#;
        let map = r#"{"stepNumber":2,"kind":"map","toolInput":{"over":["a","b"]},"body":[
            {"stepNumber":1,"toolName":"todo_store","toolInput":{"action":"add","text":{"$from":{"step":0,"pointer":"/item"}}}},
            {"stepNumber":2,"kind":"signal","toolInput":{"name":"item"},"dependsOn":[1]}]}"#;
        assert!(world.run_until_stalled(begin(&dunlin, ASKED, &[ask, map]).drive()).is_none());
        let child = format!(
            r#"{{"stepNumber":1,"kind":"plan","toolInput":{{}},"plan":{{"schemaVersion":2,"goal":"within","steps":[{},
                {{"stepNumber":2,"kind":"signal","toolInput":{{"name":"go"}},"dependsOn":[1]}}]}}}}"#,
            add(1)
        );
        assert!(world.run_until_stalled(begin(&dunlin, FAMILY, &[&child, sum2]).drive()).is_none());
        let undo =
            add(1).replace("}}", r#"},"undo":{"toolName":"todo_store","toolInput":{"action":"delete","match":"n1"}}}"#);
        let fails = r#"{"stepNumber":2,"toolName":"calculator","toolInput":{"expression":"1 / 0"},"dependsOn":[1]}"#;
        let undone = world.block_on(begin(&dunlin, UNDONE, &[&undo, fails]).drive());
        assert_eq!((undone.status, undone.inner_log.len()), (RunStatus::Failed, 1));
        let midway = begin(&dunlin, MIDWAY, &[&add(1), wait, sum]);
        let mut driving = midway.drive();
        let polled = std::future::poll_fn(|context| {
            assert!(driving.as_mut().poll(context).is_pending());
            if midway.record().execution_log[0].success { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        });
        world.block_on(polled);
        // The tab is closed without a word.
        std::mem::forget(driving);
        let schedule =
            Schedule { goal: Some("calculate 1 + 1".into()), at: "2027-01-04T09:00".into(), ..Schedule::default() };
        dunlin
            .add_schedule(Schedule { id: AGAIN.into(), rule: Some("FREQ=WEEKLY".into()), ..schedule.clone() })
            .unwrap();
        dunlin
            .add_schedule(Schedule { id: ONCE.into(), goal: None, plan: Some(plan(&[&add(1)])), ..schedule })
            .unwrap();
        Self {
            stored: world.storage().dump(),
            elapsed_ms: (world.env().clock.now_ms() - START_MS).unsigned_abs(),
            todos: todos(&dunlin),
            runs: dunlin.runs().into_iter().map(|run| (run.run_id, run.status)).collect(),
        }
    }

    /// A page over that storage, with one value broken; the clock may have been set back to before all of it.
    fn with(&self, key: &str, broken: &str, behind: bool) -> (World, Dunlin) {
        let world = World::new(1);
        let storage = world.env().storage;
        for (name, text) in &self.stored {
            storage.set(name, if name == key { broken } else { text }).unwrap();
        }
        if !behind {
            world.wind(self.elapsed_ms);
        }
        let dunlin = Dunlin::open(world.env(), Options::default());
        (world, dunlin)
    }
}

/// The text with something wrong with it; none where no such text can be stored.
fn broken(text: &str, random: &SeededRandom) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let at = (random.next_u64() % bytes.len() as u64) as usize;
    match random.next_u64() % 8 {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(..at)),
        2 => drop(bytes.remove(at)),
        _ => bytes[at] ^= 1 << (random.next_u64() % 7),
    }
    String::from_utf8(bytes).ok().filter(|broken| broken != text)
}

/// Carries a run to its end, with yes to every question and all that it and the runs below it wait for.
fn ends(world: &World, dunlin: &Dunlin, handle: &RunHandle) -> Result<RunStatus, String> {
    for _ in 0..20 {
        if let Some(run) = world.run_until_stalled(handle.drive()) {
            return Ok(run.status);
        }
        if !given(dunlin, handle) {
            return Err(format!("{} stands still without a question", handle.run_id()));
        }
    }
    Err(format!("{} asks again and again", handle.run_id()))
}

/// Gives a run, or one below it, what it waits for; what is not taken, because it does not fit what was broken, cancels it.
fn given(dunlin: &Dunlin, handle: &RunHandle) -> bool {
    let record = handle.record();
    let steps = || record.execution_log.iter().chain(&record.inner_log);
    if let Some(question) = steps().find_map(|step| step.approval.clone()) {
        handle.approve(&question.approval_id, ApprovalAnswer::Approve).unwrap();
        return true;
    }
    if let Some((step, awaits)) = steps().find_map(|step| Some((step.step_number, step.awaits.clone()?))) {
        let taken = match awaits {
            Awaited::Answer { .. } => handle.answer(step, json!(7)).is_ok(),
            Awaited::Signal { name } => handle.signal(&name, json!(null)).is_ok(),
        };
        return taken || handle.cancel(None).is_ok();
    }
    let below = dunlin.runs().into_iter().filter(|run| run.parent_run_id.as_ref() == Some(&record.run_id));
    let mut below = below.filter(|run| !run.status.is_final()).filter_map(|run| dunlin.resume(&run.run_id).ok());
    below.any(|run| given(dunlin, &run))
}

/// Whether the broken value is of a run, of one below it or of one above it.
fn concerns(broken: Option<&str>, id: &str) -> bool {
    let is_below = |one: &str, other: &str| one.strip_prefix(other).is_some_and(|rest| rest.starts_with('-'));
    broken.is_some_and(|broken| broken == id || is_below(broken, id) || is_below(id, broken))
}

/// What is wrong after a value was broken; nothing where all is as it should be.
fn look(scene: &Scene, key: &str, text: &str, behind: bool) -> Result<(), String> {
    let (world, dunlin) = scene.with(key, text, behind);
    let said = |dunlin: &Dunlin| dunlin.notices().join("\n");
    let id_of = |prefix: &str| key.strip_prefix(prefix).map(|rest| rest.split(':').next().unwrap_or_default());

    // Todos, each of which is a value of its own.
    let found = todos(&dunlin);
    for (id, todo) in &scene.todos {
        let is_broken = id_of("dunlin:v1:todo:") == Some(id);
        match found.get(id) {
            Some(same) if same == todo || is_broken => {}
            None if is_broken && said(&dunlin).contains(key) => {}
            other => return Err(format!("the todo {} became {other:?}: {}", todo.text, said(&dunlin))),
        }
    }

    // Runs. One that is carried on takes those below it along, so all are looked at before.
    let stood: BTreeMap<_, _> = dunlin.runs().into_iter().map(|run| (run.run_id, run.status)).collect();
    for (id, status) in &scene.runs {
        let is_broken = concerns(id_of("dunlin:v1:run:"), id);
        let stands = stood.get(id);
        if !is_broken && stands != Some(status) {
            return Err(format!("the run {id} is {stands:?}"));
        }
        match dunlin.resume(id) {
            Ok(handle) => {
                let ended = ends(&world, &dunlin, &handle)?;
                let expected = if status.is_final() { *status } else { RunStatus::Completed };
                if !is_broken && ended != expected {
                    return Err(format!("the run {id} ended as {ended:?}: {:?}", handle.record().error));
                }
                let journal = dunlin.journal(id).map_err(|error| format!("the run {id} has ended: {error}"))?;
                let replayed = dunlin::replay(&journal);
                if !is_broken && !replayed.matches {
                    return Err(format!("the run {id}: {:?}", replayed.difference));
                }
            }
            Err(error)
                if is_broken
                    && (said(&dunlin).contains(key) || said(&dunlin).contains(&format!("the journal of run {id}"))) =>
            {
                let known = ["run.damaged-journal", "run.schema-version", "run.redacted", "run.not-found"];
                if !known.contains(&error.code.as_str()) {
                    return Err(format!("the run {id}: {error:?}"));
                }
            }
            Err(error) => return Err(format!("the run {id}: {error:?}; {}", said(&dunlin))),
        }
    }

    // Schedules: each begins its run, is still to come, or is told of.
    world.wind(LATER_MS);
    let begun = world.block_on(dunlin.begin_due());
    for id in [AGAIN, ONCE] {
        let is_broken = id_of("dunlin:v1:schedule:") == Some(id);
        let has_begun = begun.runs.iter().any(|run| run.run_id().starts_with(id));
        let schedules = dunlin.schedules();
        let kept = schedules.iter().find(|schedule| schedule.id == id);
        let is_to_come = kept.is_some_and(|schedule| dunlin.due_of(schedule).is_some());
        let goes_on = has_begun && (id == ONCE || is_to_come);
        if !(goes_on || is_broken && (is_to_come || said(&dunlin).contains(id))) {
            return Err(format!("the schedule {id} is lost: {kept:?}; {}", said(&dunlin)));
        }
    }

    // Whatever was broken and does not read is kept as it was found.
    let is_kept = |name: &str| name == key || name.contains("aside:") && name.ends_with(key);
    let kept = world.storage().dump().iter().any(|(name, value)| is_kept(name) && value == text);
    let again = Dunlin::open(world.restarted().env(), Options::default());
    if kept || !said(&again).contains(key) {
        return Ok(());
    }
    Err(format!("what was broken is not kept: {}", said(&again)))
}

/// Breaks each value so often.
fn check(breaks: u64) {
    let scene = Scene::new();
    let mut wrong = Vec::new();
    let mut looked = 0;
    for (at, (key, text)) in scene.stored.iter().enumerate() {
        for seed in 0..breaks {
            let random = SeededRandom::new(at as u64 * breaks + seed);
            let Some(broken) = broken(text, &random) else { continue };
            looked += 1;
            if let Err(why) = look(&scene, key, &broken, seed.is_multiple_of(4)) {
                wrong.push(format!("{key}\n  was   {text}\n  found {broken}\n  {why}"));
            }
        }
    }
    assert!(looked as u64 > breaks * 20, "{looked} of {} values", scene.stored.len());
    assert!(
        wrong.is_empty(),
        "{} of {looked} are wrong, the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(6)].join("\n")
    );
}

#[test]
fn whatever_is_flipped_or_cut_nothing_is_lost_without_a_word() {
    check(12);
}

/// As the one before it, for longer: by name only.
#[test]
#[ignore = "it takes minutes"]
fn whatever_is_broken_two_hundred_times_nothing_is_lost_without_a_word() {
    check(200);
}
