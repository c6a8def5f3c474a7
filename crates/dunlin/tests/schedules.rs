//! Schedules: due, late, repeated, and once over two tabs.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use dunlin::{Dunlin, Options, RunStatus, Schedule, claims_by};
use dunlin_base::{LocalFuture, testing::World};
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
    let begun = world.block_on(dunlin.begin_due());
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
    let begun: Vec<usize> = tabs.iter().map(|tab| world.block_on(tab.begin_due()).len()).collect();
    assert_eq!(begun, [1, 0]);
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
    let env = world.env();
    env.storage.set("dunlin:v1:schedule:odd", "{").unwrap();
    env.storage.set("dunlin:v1:schedule:newer", r#"{"schemaVersion":9,"what":"?"}"#).unwrap();
    assert!(dunlin.schedules().is_empty());
    assert_eq!(env.storage.get("dunlin:v1:aside:dunlin:v1:schedule:odd").unwrap().as_deref(), Some("{"));
    assert!(env.storage.get("dunlin:v1:schedule:newer").unwrap().is_some());
}
