//! Schedules: due, late, repeated, and once over two tabs.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeSet, future::ready, rc::Rc};

use dunlin::{
    Dunlin, HealthStatus, Options, RunOptions, RunStatus, Schedule, Tool, ToolCall, ToolFailure, ToolOutput, ToolSpec,
    claims_by, read_plan,
};
use dunlin_base::{
    LocalFuture,
    testing::{Access, Fault, World},
};
use serde_json::json;

const HOUR: u64 = 3_600_000;

fn weekly() -> Schedule {
    let plan = json!({"schemaVersion": 2, "goal": "report", "steps": [
        {"stepNumber": 1, "toolName": "todo_store", "toolInput": {"action": "list"}},
        {"stepNumber": 2, "kind": "notify", "toolInput": {"title": "The week"}, "dependsOn": [1]}],
        "result": {"late": {"$from": {"step": 0, "pointer": "/late"}}, "todos": {"$from": {"step": 1, "pointer": "/output"}}}});
    Schedule {
        id: "weekly".into(),
        plan: Some(serde_json::from_value(plan).unwrap()),
        at: "2026-11-27T09:00".into(),
        rule: Some("FREQ=WEEKLY;BYDAY=FR".into()),
        ..Schedule::default()
    }
}

/// Begins and carries out what is due; gives the names of the runs.
fn look(world: &World, dunlin: &Dunlin) -> Vec<String> {
    let begun = world.block_on(dunlin.begin_due()).runs;
    for run in &begun {
        assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
    }
    begun.iter().map(dunlin::RunHandle::run_id).collect()
}

#[test]
fn a_weekly_report_is_begun_each_week_and_once_when_it_was_missed() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    dunlin.add_schedule(weekly()).unwrap();
    assert_eq!(look(&world, &dunlin), [""; 0]);
    world.wind(143 * HOUR + HOUR / 2);
    assert_eq!(look(&world, &dunlin), ["weekly-20261127T0900"]);
    assert_eq!(dunlin.run_record("weekly-20261127T0900").unwrap().result.unwrap()["late"], json!(false));
    assert_eq!(look(&world, &dunlin), [""; 0]);
    assert_eq!(dunlin.schedules()[0].at, "2026-12-04T09:00");
    // Three weeks nobody looks: it is begun once, and told that it is late.
    world.wind(21 * 24 * HOUR + HOUR);
    let again = Dunlin::open(world.env(), Options::default());
    assert_eq!(look(&world, &again), ["weekly-20261204T0900"]);
    assert_eq!(again.run_record("weekly-20261204T0900").unwrap().result.unwrap()["late"], json!(true));
    assert_eq!((look(&world, &again), again.schedules()[0].at.as_str()), (vec![], "2026-12-25T09:00"));
    assert!(again.remove_schedule("weekly").unwrap() && !again.remove_schedule("weekly").unwrap());
}

#[test]
fn a_schedule_that_rests_begins_nothing_and_makes_up_for_nothing() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    dunlin.add_schedule(weekly()).unwrap();
    assert!(dunlin.pause_schedule("weekly", true).unwrap() && !dunlin.pause_schedule("monthly", true).unwrap());
    world.wind((143 + 7 * 24) * HOUR + HOUR / 2);
    assert_eq!((look(&world, &dunlin), dunlin.next_due_in_ms()), (vec![], 60_000));
    // It goes on with the next Friday, and the two before are left out.
    assert!(dunlin.pause_schedule("weekly", false).unwrap());
    assert_eq!((look(&world, &dunlin), dunlin.schedules()[0].at.as_str()), (vec![], "2026-12-11T09:00"));
    world.wind(7 * 24 * HOUR);
    assert_eq!(look(&world, &dunlin), ["weekly-20261211T0900"]);
    // A single time that has passed meanwhile is over.
    let once = Schedule { id: "once".into(), at: "2026-12-12T09:00".into(), rule: None, ..weekly() };
    dunlin.add_schedule(once).unwrap();
    dunlin.pause_schedule("once", true).unwrap();
    world.wind(48 * HOUR);
    assert!(!dunlin.pause_schedule("once", false).unwrap());
    assert_eq!(dunlin.schedules().len(), 1);
}

/// What the metrics say of the times of schedules: begun, late, skipped and failed.
fn counted(dunlin: &Dunlin) -> [u64; 4] {
    let metrics = dunlin.metrics();
    ["begun", "late", "skipped", "failed"].map(|outcome| {
        let sample = format!("dunlin_schedule_times_total{{outcome=\"{outcome}\"}} ");
        metrics.lines().find_map(|line| line.strip_prefix(&sample)).unwrap().parse().unwrap()
    })
}

#[test]
fn the_metrics_count_what_became_of_each_time() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    dunlin.add_schedule(weekly()).unwrap();
    assert_eq!((look(&world, &dunlin).len(), counted(&dunlin)), (0, [0, 0, 0, 0]));
    world.wind(143 * HOUR + HOUR / 2);
    assert_eq!((look(&world, &dunlin).len(), counted(&dunlin)), (1, [1, 0, 0, 0]));
    // Three Fridays nobody looks: the first is begun late, and the two after it are left out.
    world.wind(21 * 24 * HOUR + HOUR);
    assert_eq!((look(&world, &dunlin).len(), counted(&dunlin)), (1, [1, 1, 2, 0]));
    // It rests for two Fridays: both are left out.
    dunlin.pause_schedule("weekly", true).unwrap();
    world.wind(14 * 24 * HOUR);
    dunlin.pause_schedule("weekly", false).unwrap();
    assert_eq!((look(&world, &dunlin).len(), counted(&dunlin)), (0, [1, 1, 4, 0]));
    // Its last time of three is the one of these that has passed and nobody began.
    let counted_out = Some("FREQ=DAILY;COUNT=3".to_owned());
    let at = dunlin.schedules()[0].at.clone();
    dunlin.add_schedule(Schedule { at, rule: counted_out, ..weekly() }).unwrap();
    world.wind(30 * 24 * HOUR);
    assert_eq!((look(&world, &dunlin).len(), counted(&dunlin)), (1, [1, 2, 6, 0]));
    // One whose tool is gone has failed once, however often somebody looks.
    tab(&world, true).add_schedule(Schedule { at: "2027-03-01T09:00".into(), ..ringing() }).unwrap();
    world.wind(40 * 24 * HOUR);
    assert_eq!((unable(&world, &dunlin).len(), unable(&world, &dunlin).len(), counted(&dunlin)[3]), (1, 0, 1));
}

#[test]
fn a_reminder_is_begun_once_over_two_tabs() {
    let world = World::new(1);
    let tabs = [(); 2].map(|()| Dunlin::open(world.env(), Options::default()));
    let kept =
        Schedule { goal: Some("add todo Call Ann".into()), at: "2026-11-21T14:30:30Z".into(), ..Schedule::default() };
    let kept = tabs[0].add_schedule(kept).unwrap();
    world.wind(5 * HOUR);
    assert_eq!(tabs[1].next_due_in_ms(), 30_000);
    world.wind(30_000);
    let begun: usize = tabs.iter().map(|tab| look(&world, tab).len()).sum();
    assert_eq!((begun, tabs[1].schedules().len()), (1, 0));
    assert_eq!(Dunlin::open(world.env(), Options::default()).todos().total(), 1);
    // Its run is there before the schedule is put on: who died in between does not begin it again.
    tabs[0].add_schedule(kept).unwrap();
    assert_eq!((look(&world, &tabs[0]), tabs[0].schedules().len()), (vec![], 0));
}

#[test]
fn a_lock_that_is_free_sooner_than_its_writes_are_seen_begins_a_run_once() {
    let world = World::new(1);
    let held = Rc::new(RefCell::new(BTreeSet::<String>::new()));
    let open = || {
        let held = held.clone();
        let claims = claims_by(move |name: &str| {
            let (held, name) = (held.clone(), name.to_owned());
            let is_free = held.borrow_mut().insert(name.clone());
            let lock = is_free.then(|| Lock { held, name });
            Box::pin(async move { lock }) as LocalFuture<'static, Option<Lock>>
        });
        Dunlin::open(world.env_behind(10), Options { claims: Some(claims), ..Options::default() })
    };
    let tabs = [open(), open()];
    let kept =
        Schedule { goal: Some("add todo Call Ann".into()), at: "2026-11-21T14:30:30Z".into(), ..Schedule::default() };
    tabs[0].add_schedule(kept).unwrap();
    world.wind(5 * HOUR + 30_000);
    let begun: Vec<usize> = tabs.iter().map(|tab| world.block_on(tab.begin_due()).runs.len()).collect();
    assert_eq!(begun, [1, 0]);
}

/// Ends what is under way and begins what is due, as a page does that is opened, until nothing changes any more.
fn settle(world: &World) -> Dunlin {
    let dunlin = Dunlin::open(world.env(), Options::default());
    for _ in 0..8 {
        for run in dunlin.unfinished_runs() {
            assert!(world.block_on(dunlin.resume(&run).unwrap().drive()).status.is_final());
        }
        for run in world.block_on(dunlin.begin_due()).runs {
            assert!(world.block_on(run.drive()).status.is_final());
        }
        // What was held by the tab that died is free after a while.
        world.wind(4000);
    }
    dunlin
}

/// Begins what is due in a tab that dies at a write, if it does, and then in another; gives how often the first one wrote.
fn begun_once(rule: Option<&str>, death: Option<(usize, Fault)>) -> usize {
    let world = World::new(1);
    world.storage().be_custom();
    let dunlin = Dunlin::open(world.env(), Options::default());
    let (goal, at, rule) = (Some("add todo Call Ann".into()), "2026-11-21T14:30".into(), rule.map(str::to_owned));
    let left = usize::from(rule.is_some());
    dunlin.add_schedule(Schedule { id: "ann".into(), goal, at, rule, ..Schedule::default() }).unwrap();
    world.wind(5 * HOUR + HOUR / 60);
    let before = world.storage().writes();
    let dead = death.map(|(writes, fault)| world.storage().die_after(writes, fault)).unwrap_or_default();
    if let Some(begun) = world.run_while_alive(&dead, dunlin.begin_due()) {
        begun.runs.iter().for_each(|run| drop(world.run_while_alive(&dead, run.drive())));
    }
    let wrote = world.storage().writes() - before;
    drop(dunlin);
    let dunlin = settle(&world.restarted());
    let found = (dunlin.todos().total(), dunlin.runs().len(), dunlin.schedules().len());
    assert_eq!(found, (1, 1, left), "{death:?}: {:?}", dunlin.runs());
    assert!(dunlin.schedules().iter().all(|schedule| schedule.at == "2026-11-28T14:30"), "{death:?}");
    wrote
}

/// The tab dies at each of its writes, in every way a write can go wrong but one: the run is begun, and done, once.
#[test]
fn a_schedule_begins_its_run_once_across_every_crash() {
    for rule in [None, Some("FREQ=WEEKLY")] {
        let writes = begun_once(rule, None);
        assert!(writes > 5, "{writes}");
        // What is torn is set aside, and nobody knows then what was done.
        for fault in [Fault::Quota, Fault::Unavailable, Fault::Unconfirmed] {
            (0..writes).for_each(|writes| _ = begun_once(rule, Some((writes, fault))));
        }
    }
}

/// A lock of the browser: free as soon as it is dropped.
struct Lock {
    held: Rc<RefCell<BTreeSet<String>>>,
    name: String,
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.held.borrow_mut().remove(&self.name);
    }
}

/// A tool that a host registers, or does not.
struct Bell(ToolSpec);

impl Tool for Bell {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(Ok(ToolOutput { output: json!("rung"), metadata: None })))
    }
}

/// A tab over that world, with the bell or without.
fn tab(world: &World, has_bell: bool) -> Dunlin {
    let dunlin = Dunlin::open(world.env(), Options::default());
    if has_bell {
        dunlin.register_tool(Rc::new(Bell(ToolSpec { name: "bell".into(), ..ToolSpec::default() }))).unwrap();
    }
    dunlin
}

fn ringing() -> Schedule {
    let plan =
        json!({"schemaVersion": 1, "goal": "ring", "steps": [{"stepNumber": 1, "toolName": "bell", "toolInput": {}}]});
    Schedule { plan: Some(serde_json::from_value(plan).unwrap()), ..weekly() }
}

/// What a look at what is due could not begin: schedule and code.
fn unable(world: &World, dunlin: &Dunlin) -> Vec<(String, String)> {
    let begun = world.block_on(dunlin.begin_due());
    assert!(begun.runs.is_empty());
    begun.unable.into_iter().map(|(id, error)| (id, error.code)).collect()
}

#[test]
fn what_cannot_be_begun_says_why_and_is_asked_again_at_its_next_time() {
    let world = World::new(1);
    tab(&world, true).add_schedule(ringing()).unwrap();
    let bare = tab(&world, false);
    world.wind(143 * HOUR + HOUR / 2);
    assert_eq!(unable(&world, &bare), [("weekly".to_owned(), "plan.unknown-tool".to_owned())]);
    let kept = bare.schedules().remove(0);
    let fault = kept.fault.unwrap();
    assert_eq!((kept.at.as_str(), fault.at.as_str()), ("2026-12-04T09:00", "2026-11-27T09:00"));
    assert_eq!(fault.code, "plan.unknown-tool");
    let health = bare.health();
    assert_eq!(health.status, HealthStatus::Degraded);
    let says = "the schedule weekly could not begin at 2026-11-27T09:00: ";
    assert!(health.notices[0].starts_with(says) && health.notices[0].contains("\"bell\""), "{:?}", health.notices);
    // It is not due again before its next time, for nobody.
    for tab in [&bare, &tab(&world, true)] {
        assert_eq!((unable(&world, tab), tab.next_due_in_ms()), (vec![], 60_000));
    }
    world.wind(7 * 24 * HOUR);
    let whole = tab(&world, true);
    assert_eq!(look(&world, &whole), ["weekly-20261204T0900"]);
    assert_eq!((whole.schedules()[0].fault.clone(), whole.health().status), (None, HealthStatus::Healthy));
}

#[test]
fn a_single_time_that_could_not_be_begun_stays_to_say_why() {
    let world = World::new(1);
    let whole = tab(&world, true);
    whole.add_schedule(Schedule { rule: None, ..ringing() }).unwrap();
    whole.add_schedule(Schedule { id: "last".into(), rule: Some("FREQ=DAILY;COUNT=1".into()), ..ringing() }).unwrap();
    let bare = tab(&world, false);
    world.wind(143 * HOUR + HOUR / 2);
    assert_eq!(unable(&world, &bare).len(), 2);
    assert_eq!((unable(&world, &bare), bare.next_due_in_ms(), bare.schedules().len()), (vec![], 60_000, 2));
    assert!(bare.schedules().iter().all(|schedule| schedule.fault.is_some() && schedule.rule.is_none()));
    // Nothing is left of it to rest or to go on; it is removed, or kept anew and begun.
    assert!(!bare.pause_schedule("last", true).unwrap() && bare.remove_schedule("last").unwrap());
    let kept = whole.schedules().remove(0);
    assert_eq!(whole.add_schedule(kept).unwrap().fault, None);
    assert_eq!((look(&world, &whole).len(), whole.schedules().len(), whole.notices().len()), (1, 0, 0));
}

#[test]
fn a_schedule_that_cannot_be_put_on_is_not_asked_without_end() {
    let world = World::new(1);
    let dunlin = tab(&world, true);
    dunlin.add_schedule(ringing()).unwrap();
    world.wind(143 * HOUR + HOUR / 2);
    let is_schedule =
        |access: Access<'_>| matches!(access, Access::Set(key, _) if key.starts_with("dunlin:v1:schedule:"));
    world.storage().fail(move |access| is_schedule(access).then_some(Fault::Quota));
    assert_eq!(look(&world, &dunlin), ["weekly-20261127T0900"]);
    assert_eq!((dunlin.next_due_in_ms(), look(&world, &dunlin).len()), (60_000, 0));
    assert!(dunlin.notices().iter().any(|notice| notice.starts_with("the schedule weekly waits for the storage: ")));
    world.storage().lift_faults();
    world.wind(60_000);
    // Its run is there, so it is only put on.
    assert_eq!((look(&world, &dunlin), dunlin.schedules()[0].at.as_str()), (vec![], "2026-12-04T09:00"));
    assert_eq!(dunlin.health().status, HealthStatus::Healthy);
}

#[test]
fn what_cannot_be_kept_is_refused_and_what_cannot_be_read_is_set_aside() {
    let world = World::new(1);
    let dunlin = Dunlin::open(world.env(), Options::default());
    let error = |schedule: Schedule| dunlin.add_schedule(schedule).unwrap_err().message;
    let plain = || Schedule { goal: Some("list todos".into()), at: "2026-12-02T09:00".into(), ..Schedule::default() };
    for (schedule, says) in [
        (Schedule { at: "soon".into(), ..plain() }, "found \"soon\", expected a moment"),
        (Schedule { at: "2026-12-02".into(), ..plain() }, "expected a moment"),
        (Schedule { goal: None, ..plain() }, "found both a goal and a plan, or neither"),
        (Schedule { rule: Some("FREQ=OFTEN".into()), ..plain() }, "the rule cannot be used"),
        (Schedule { at: "2026-12-02T09:00Z".into(), rule: Some("FREQ=DAILY".into()), ..plain() }, "expected a moment"),
        (Schedule { id: "a b".into(), ..plain() }, "found an identifier"),
    ] {
        assert!(error(schedule.clone()).contains(says), "{schedule:?}");
    }
    assert!(dunlin.add_schedule(Schedule { goal: Some("frobnicate the moon".into()), ..plain() }).is_err());
    // A plan is refused in the words in which it is when it is run.
    let plan =
        r#"{"schemaVersion": 2, "goal": "", "steps": [{"stepNumber": 1, "toolName": "calculater", "toolInput": {}}]}"#;
    let plan = read_plan(plan).unwrap();
    let scheduled = dunlin.add_schedule(Schedule { goal: None, plan: Some(plan.clone()), ..plain() }).unwrap_err();
    assert_eq!(scheduled, dunlin.run_plan(plan, RunOptions::default()).unwrap_err());
    let env = world.env();
    env.storage.set("dunlin:v1:schedule:odd", "{").unwrap();
    env.storage.set("dunlin:v1:schedule:newer", r#"{"schemaVersion":9,"what":"?"}"#).unwrap();
    assert!(dunlin.schedules().is_empty());
    assert_eq!(env.storage.get("dunlin:v1:aside:dunlin:v1:schedule:odd").unwrap().as_deref(), Some("{"));
    assert!(env.storage.get("dunlin:v1:schedule:newer").unwrap().is_some());
}
