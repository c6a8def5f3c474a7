//! Schedules while the clock on the wall is wrong, is set right, and is put forward and back by daylight saving.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

use dunlin::{Dunlin, Options, RunStatus, Schedule};
use dunlin_base::{Clock, Env, ms_of_iso, testing::World};
use serde_json::json;

const MINUTE: i64 = 60_000;
const DAY: i64 = 1440 * MINUTE;

fn schedule(at: &str, rule: &str) -> Schedule {
    Schedule {
        id: "ann".into(),
        goal: Some("add todo Call Ann".into()),
        at: at.into(),
        rule: Some(rule.into()),
        ..Schedule::default()
    }
}

/// A tab that is opened now; schedules, runs and todos are what the storage has.
fn opened(world: &World) -> Dunlin {
    Dunlin::open(world.env(), Options::default())
}

/// Looks each half hour for so many days; the names of the runs that are begun, without that of their schedule.
fn looked(world: &World, days: i64) -> Vec<String> {
    let dunlin = opened(world);
    let mut found = Vec::new();
    for _ in 0..days * 48 {
        let due = world.block_on(dunlin.begin_due());
        assert!(due.unable.is_empty(), "{due:?}");
        for run in due.runs {
            assert_eq!(world.block_on(run.drive()).status, RunStatus::Completed);
            found.push(run.run_id().replacen("ann-", "", 1));
        }
        world.wind(30 * MINUTE.unsigned_abs());
    }
    found
}

#[test]
fn a_clock_that_is_set_forward_and_back_silences_nothing() {
    for (rule, jump, in_ten_days) in [
        ("FREQ=DAILY", 366, 10),
        ("FREQ=DAILY", 4, 10),
        ("FREQ=DAILY;INTERVAL=2", 40, 5),
        ("FREQ=WEEKLY", 366, 2),
        ("FREQ=DAILY;COUNT=1000", 400, 10),
        ("FREQ=HOURLY;INTERVAL=12", 30, 20),
    ] {
        let world = World::new(1);
        opened(&world).add_schedule(schedule("2026-11-21T09:00", rule)).unwrap();
        world.shift_clock(jump * DAY);
        let ahead = looked(&world, 1);
        world.shift_clock(-jump * DAY - DAY);
        // The first time has passed, and was begun while the clock was wrong.
        let begun = looked(&world, 10);
        assert!(ahead.contains(&"20261121T0900".to_owned()), "{rule} {ahead:?}");
        assert!(begun.len() + 1 >= in_ten_days, "{rule} {jump}: {begun:?}");
        let mut all: Vec<_> = ahead.iter().chain(&begun).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), ahead.len() + begun.len(), "{rule} {jump}: a moment twice");
        assert_eq!(opened(&world).todos().total(), all.len(), "{rule} {jump}");
    }
}

#[test]
fn jumps_back_and_forward_begin_each_moment_at_most_once() {
    let world = World::new(1);
    opened(&world).add_schedule(schedule("2026-11-21T09:00", "FREQ=DAILY")).unwrap();
    let mut times = BTreeMap::<String, u32>::new();
    for jump in [0, 3, -2, 10, -10, 366, -366, -5, 1, 30, -29] {
        world.shift_clock(jump * DAY);
        for run in looked(&world, 2) {
            *times.entry(run).or_default() += 1;
        }
    }
    assert!(times.values().all(|times| *times == 1), "{times:?}");
    // It goes on from wherever the clock is in the end.
    let begun = looked(&world, 30);
    assert!(begun.len() > 20, "{begun:?}");
    assert!(opened(&world).notices().is_empty());
}

#[test]
fn what_is_meant_for_later_waits_and_a_small_step_back_changes_nothing() {
    let world = World::new(1);
    opened(&world).add_schedule(schedule("2027-11-21T09:00", "FREQ=DAILY")).unwrap();
    assert_eq!(looked(&world, 3), [""; 0]);
    assert_eq!(opened(&world).schedules()[0].at, "2027-11-21T09:00");
    let world = World::new(1);
    opened(&world).add_schedule(schedule("2026-11-21T09:00", "FREQ=DAILY")).unwrap();
    assert_eq!(looked(&world, 1), ["20261121T0900", "20261122T0900"]);
    let kept = opened(&world).schedules();
    world.shift_clock(-DAY);
    assert_eq!((looked(&world, 1).len(), opened(&world).schedules()), (0, kept));
}

/// Berlin in 2026: clocks are put forward on 29 March at 01:00 UTC and back on 25 October at 01:00 UTC.
fn berlin(at: i64) -> i32 {
    let switches = ["2026-03-29T01:00Z", "2026-10-25T01:00Z"].map(|at| ms_of_iso(at).unwrap());
    if (switches[0]..switches[1]).contains(&at) { 120 } else { 60 }
}

#[test]
fn each_day_has_its_run_over_both_switches_of_daylight_saving() {
    for (from, at, utc) in [
        // Half past two does not come on 29 March: it is begun as much later.
        ("2026-03-27T20:00Z", "2026-03-28T02:30", ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"]),
        ("2026-03-27T20:00Z", "2026-03-28T09:00", ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"]),
        // It comes twice on 25 October: the first is meant, and the second begins nothing.
        ("2026-10-23T20:00Z", "2026-10-24T02:30", ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"]),
        ("2026-10-23T20:00Z", "2026-10-24T09:00", ["2026-10-24T07:00", "2026-10-25T08:00", "2026-10-26T08:00"]),
    ] {
        let world = World::new(1);
        world.set_offset_by(berlin);
        world.shift_clock(ms_of_iso(from).unwrap() - world.env().clock.now_ms());
        let daily = Schedule { goal: Some("list todos".into()), ..schedule(at, "FREQ=DAILY") };
        opened(&world).add_schedule(daily).unwrap();
        assert_eq!(looked(&world, 3).len(), 3, "{at}");
        let mut begun: Vec<_> = opened(&world).runs().iter().map(|run| run.created_at_ms).collect();
        begun.sort_unstable();
        assert_eq!(begun, utc.map(|at| ms_of_iso(&format!("{at}Z")).unwrap()), "{at}");
    }
    // Each hour, over the hour that comes twice and the one that does not: nothing is begun twice, and it goes on.
    for from in ["2026-03-28T12:00Z", "2026-10-24T12:00Z"] {
        let world = World::new(1);
        world.set_offset_by(berlin);
        world.shift_clock(ms_of_iso(from).unwrap() - world.env().clock.now_ms());
        let at = if from.contains("-03-") { "2026-03-28T14:00" } else { "2026-10-24T15:00" };
        opened(&world).add_schedule(schedule(at, "FREQ=HOURLY")).unwrap();
        let begun = looked(&world, 1);
        assert!((22..=25).contains(&begun.len()), "{from}: {begun:?}");
        assert_eq!(opened(&world).todos().total(), begun.len());
    }
}

#[test]
fn a_kept_schedule_without_its_origin_is_read_and_gets_one() {
    let world = World::new(1);
    let old =
        json!({"schemaVersion": 1, "id": "ann", "goal": "list todos", "at": "2026-11-21T09:00", "rule": "FREQ=DAILY"});
    world.env().storage.set("dunlin:v1:schedule:ann", &old.to_string()).unwrap();
    assert_eq!(opened(&world).schedules()[0].origin, None);
    assert_eq!(looked(&world, 1), ["20261121T0900", "20261122T0900"]);
    let kept = opened(&world).schedules().remove(0);
    assert_eq!((kept.origin.unwrap().at.as_str(), kept.at.as_str()), ("2026-11-21T09:00", "2026-11-23T09:00"));
}

/// A clock of the host's own that asks for the metrics whenever it is looked at.
struct Asking(Rc<dyn Clock>, Rc<RefCell<Option<Dunlin>>>);

impl Clock for Asking {
    fn now_ms(&self) -> i64 {
        let asked = self.1.take();
        if let Some(dunlin) = asked {
            assert!(dunlin.metrics().contains("dunlin_schedule_times_total"));
            self.1.replace(Some(dunlin));
        }
        self.0.now_ms()
    }

    fn monotonic_ms(&self) -> u64 {
        self.0.monotonic_ms()
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        self.0.utc_offset_minutes(at_ms)
    }
}

#[test]
fn a_clock_that_asks_for_the_metrics_while_a_schedule_is_put_on_traps_nothing() {
    let world = World::new(1);
    let asked = Rc::new(RefCell::new(None));
    let clock = Rc::new(Asking(world.env().clock, asked.clone()));
    let dunlin = Dunlin::open(Env { clock, ..world.env() }, Options::default());
    dunlin.add_schedule(schedule("2026-11-21T09:00", "FREQ=DAILY")).unwrap();
    asked.replace(Some(dunlin.clone()));
    world.wind(2 * DAY.unsigned_abs());
    assert_eq!(world.block_on(dunlin.begin_due()).runs.len(), 1);
    let counted = dunlin.metrics();
    asked.take();
    assert!(counted.contains("dunlin_schedule_times_total"), "{counted}");
}

#[test]
fn a_schedule_that_is_removed_by_who_hears_of_its_run_stays_removed() {
    let world = World::new(1);
    let opened: Rc<RefCell<Option<Dunlin>>> = Rc::default();
    let heard = opened.clone();
    let log: dunlin::Log = Rc::new(move |line: &str| {
        if line.contains("runCreated") {
            let dunlin = heard.borrow().clone();
            assert!(dunlin.is_some_and(|dunlin| dunlin.remove_schedule("ann").unwrap()));
        }
    });
    let dunlin = Dunlin::open(world.env(), Options { log: Some(log), ..Options::default() });
    opened.replace(Some(dunlin.clone()));
    dunlin.add_schedule(schedule("2026-11-21T09:00", "FREQ=DAILY")).unwrap();
    world.wind(2 * DAY.unsigned_abs());
    assert_eq!(world.block_on(dunlin.begin_due()).runs.len(), 1);
    opened.take();
    assert!(dunlin.schedules().is_empty(), "{:?}", dunlin.schedules());
}
