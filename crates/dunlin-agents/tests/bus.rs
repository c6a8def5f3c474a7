//! The bus: what is published is given out until it is acknowledged, in order by key, also when the storage fails at any
//! moment and several instances share it.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::{collections::BTreeSet, rc::Rc};

use dunlin_agents::bus::{Bus, BusError, BusLimits, Consumer};
use dunlin_base::{
    Env,
    testing::{Fault, World},
};
use dunlin_runtime::{LocalClaims, StoredLeases};
use proptest::prelude::*;
use serde_json::json;

fn bus(world: &World) -> Bus {
    Bus::new(world.env(), Rc::new(LocalClaims::default()), BusLimits::default())
}

fn leased(env: &Env) -> Bus {
    Bus::new(env.clone(), Rc::new(StoredLeases::new(env.clone())), BusLimits::default())
}

fn consumer(world: &World, bus: &Bus, group: &str) -> Consumer {
    bus.subscribe("notes", group).unwrap();
    world.block_on(bus.consume("notes", group)).unwrap()
}

#[test]
fn every_group_gets_every_message_once_and_nothing_is_left() {
    let world = World::new(1);
    let bus = bus(&world);
    // What came before anybody followed is kept for who comes.
    bus.publish("notes", None, &json!({"n": 1})).unwrap();
    let (one, two) = (consumer(&world, &bus, "one"), consumer(&world, &bus, "two"));
    bus.publish("notes", Some("house/1"), &json!("é")).unwrap();
    bus.publish("other", None, &json!(3)).unwrap();
    for taker in [&one, &two] {
        let first = taker.take().unwrap().unwrap();
        let second = taker.take().unwrap().unwrap();
        assert_eq!((first.value.clone(), first.key.clone(), first.tries), (json!({"n": 1}), None, 1));
        assert_eq!((second.value.clone(), second.key.as_deref(), second.at), (json!("é"), Some("house/1"), first.at));
        assert!(taker.take().unwrap().is_none());
        bus.acknowledge(&second).unwrap();
        bus.acknowledge(&first).unwrap();
        bus.acknowledge(&first).unwrap();
    }
    assert_eq!(
        (bus.waiting("notes").unwrap(), bus.topics().unwrap()),
        (0, vec!["notes".to_owned(), "other".to_owned()])
    );
    bus.unsubscribe("notes", "one").unwrap();
    bus.unsubscribe("notes", "two").unwrap();
    assert_eq!(bus.topics().unwrap(), ["other"]);
    assert_eq!(bus.forget_all().unwrap(), 1);
    assert!(world.storage().dump().is_empty());
}

#[test]
fn what_is_not_acknowledged_is_given_out_again_and_set_aside_in_the_end() {
    let world = World::new(1);
    let bus = bus(&world);
    let taker = consumer(&world, &bus, "g");
    let id = bus.publish("notes", Some("a"), &json!("bad")).unwrap();
    bus.publish("notes", Some("a"), &json!("good")).unwrap();
    for tries in 1..=5 {
        let delivery = taker.take().unwrap().unwrap();
        assert_eq!((&delivery.id, delivery.tries), (&id, tries));
        assert!(taker.take().unwrap().is_none(), "the second of the key waits for the first");
        if tries % 2 == 0 {
            bus.give_back(&delivery, &format!("try {tries}"), 0).unwrap();
        } else {
            world.wind(29_999);
            assert!(taker.take().unwrap().is_none());
            world.wind(1);
        }
    }
    let second = taker.take().unwrap().unwrap();
    assert_eq!(second.value, "good");
    bus.acknowledge(&second).unwrap();
    let letters = bus.dead("notes").unwrap();
    assert_eq!(letters.len(), 1);
    assert_eq!((letters[0].id.as_str(), letters[0].tries, letters[0].why.as_str()), (id.as_str(), 5, "try 4"));
    bus.revive("notes", &letters[0]).unwrap();
    let again = taker.take().unwrap().unwrap();
    assert_eq!((again.id.as_str(), again.tries, bus.dead("notes").unwrap().len()), (id.as_str(), 1, 0));
    bus.acknowledge(&again).unwrap();
    assert_eq!(bus.waiting("notes").unwrap(), 0);
    assert_eq!(bus.revive("notes", &letters[0]).unwrap_err().code(), "bus.unknown");
}

#[test]
fn a_letter_that_comes_to_life_again_is_given_to_its_group_alone() {
    let world = World::new(1);
    let bus = bus(&world);
    let (one, two) = (consumer(&world, &bus, "one"), consumer(&world, &bus, "two"));
    for others_are_done in [true, false] {
        bus.publish("notes", None, &json!(1)).unwrap();
        for _ in 0..5 {
            bus.give_back(&one.take().unwrap().unwrap(), "no", 0).unwrap();
        }
        assert!(one.take().unwrap().is_none());
        if others_are_done {
            bus.acknowledge(&two.take().unwrap().unwrap()).unwrap();
        }
        bus.revive("notes", &bus.dead("notes").unwrap()[0]).unwrap();
        bus.acknowledge(&one.take().unwrap().unwrap()).unwrap();
        let left = two.take().unwrap();
        assert_eq!(left.is_none(), others_are_done);
        if let Some(delivery) = &left {
            bus.acknowledge(delivery).unwrap();
        }
        assert_eq!(bus.waiting("notes").unwrap(), 0);
    }
}

#[test]
fn names_and_sizes_are_bounded_and_who_does_not_follow_gets_nothing() {
    let world = World::new(1);
    let limits = BusLimits { topics: 2, groups: 1, messages: 3, bytes: 100, ..BusLimits::default() };
    let bus = Bus::new(world.env(), Rc::new(LocalClaims::default()), limits);
    for name in ["", "a:b", "a b", "x\n", &"x".repeat(101)] {
        assert_eq!(bus.publish(name, None, &json!(1)).unwrap_err().code(), "bus.name", "{name:?}");
        assert_eq!(bus.publish("a", Some(name), &json!(1)).unwrap_err().code(), "bus.name", "{name:?}");
        assert_eq!(bus.subscribe("a", name).unwrap_err().code(), "bus.name", "{name:?}");
    }
    assert_eq!(bus.publish("a", None, &json!("x".repeat(100))).unwrap_err().code(), "bus.too-much");
    (0..3).for_each(|n| drop(bus.publish("a", None, &json!(n)).unwrap()));
    assert_eq!(bus.publish("a", None, &json!(3)).unwrap_err().code(), "bus.too-much");
    bus.subscribe("b", "g").unwrap();
    assert_eq!(bus.subscribe("b", "h").unwrap_err().code(), "bus.too-much");
    assert_eq!(bus.publish("c", None, &json!(1)).unwrap_err().code(), "bus.too-much");
    assert_eq!(bus.subscribe("c", "g").unwrap_err().code(), "bus.too-much");
    assert_eq!(world.block_on(bus.consume("a", "nobody")).unwrap_err().code(), "bus.unknown");
}

#[test]
fn a_text_that_is_no_message_is_set_aside_and_the_others_go_on() {
    let world = World::new(1);
    let bus = bus(&world);
    let taker = consumer(&world, &bus, "g");
    bus.publish("notes", Some("k"), &json!(1)).unwrap();
    bus.publish("notes", Some("k"), &json!(2)).unwrap();
    let (key, _) = world.storage().dump().into_iter().find(|(key, _)| key.contains(":m:")).unwrap();
    world.env().storage.set(&key, "{\"val").unwrap();
    assert_eq!(taker.take().unwrap().unwrap().value, 2);
    assert!(world.storage().dump().iter().any(|(key, text)| key.contains("damaged:bus:") && text == "{\"val"));
}

/// What a script of publications and a consumer that acknowledges every second message at first has been promised.
#[derive(Default)]
struct Promised {
    published: Vec<(String, i64)>,
    acknowledged: BTreeSet<i64>,
}

impl Promised {
    /// Whether it is the first of its key that is not acknowledged.
    fn is_next(&self, key: &str, n: i64) -> bool {
        let mut left = self.published.iter().filter(|(of, n)| of == key && !self.acknowledged.contains(n));
        left.next().is_some_and(|(_, first)| *first == n)
    }
}

fn script(bus: &Bus, world: &World) -> Promised {
    let mut promised = Promised::default();
    let _ = bus.subscribe("notes", "g");
    let _ = bus.subscribe("notes", "h");
    for n in 0..4 {
        let key = if n % 2 == 0 { "even" } else { "odd" };
        if bus.publish("notes", Some(key), &json!(n)).is_ok() {
            promised.published.push((key.to_owned(), n));
        }
    }
    for group in ["g", "h"] {
        let Ok(taker) = world.block_on(bus.consume("notes", group)) else { continue };
        for round in 0..4 {
            let Ok(Some(delivery)) = taker.take() else { continue };
            if round % 2 == 1 {
                let _ = bus.give_back(&delivery, "later", 0);
            } else if bus.acknowledge(&delivery).is_ok() && group == "g" {
                promised.acknowledged.extend(delivery.value.as_i64());
            }
        }
    }
    promised
}

#[test]
fn a_crash_at_any_write_loses_no_message_and_gives_none_out_that_was_acknowledged() {
    let whole = World::new(1);
    script(&bus(&whole), &whole);
    let writes = whole.storage().writes();
    assert!(writes > 20, "{writes}");
    for fault in Fault::OF_WRITES {
        for at in 0..writes {
            let world = World::new(1);
            world.storage().die_after(at, fault);
            let promised = script(&bus(&world), &world);
            let world = world.restarted();
            let bus = bus(&world);
            bus.subscribe("notes", "g").unwrap();
            let taker = world.block_on(bus.consume("notes", "g")).unwrap();
            world.wind(30_000);
            let mut got: Vec<(String, i64)> = Vec::new();
            while let Some(delivery) = taker.take().unwrap() {
                got.push((delivery.key.clone().unwrap(), delivery.value.as_i64().unwrap()));
                bus.acknowledge(&delivery).unwrap();
            }
            for (key, n) in &promised.published {
                let (is_done, was_given) = (promised.acknowledged.contains(n), got.contains(&(key.clone(), *n)));
                assert!(!is_done || !was_given, "{fault:?} {at}: {n} was acknowledged and given out again");
                // What was acknowledged when the tab died may be so, although nobody said so.
                let may_be_done = matches!(fault, Fault::Unconfirmed | Fault::Torn) && promised.is_next(key, *n);
                assert!(is_done || was_given || may_be_done, "{fault:?} {at}: {n} is lost: {got:?}");
            }
            for key in ["even", "odd"] {
                let order: Vec<i64> = got.iter().filter(|(of, _)| of == key).map(|(_, n)| *n).collect();
                assert!(order.is_sorted(), "{fault:?} {at}: {order:?}");
            }
        }
    }
}

/// A message that is given back until it is set aside, comes to life again and is dealt with, before another of its key; and
/// a second group that leaves. What was acknowledged goes into `acknowledged`, what was to be into `tried`.
fn hardships(bus: &Bus, world: &World, published: &mut Vec<i64>, acknowledged: &mut Vec<i64>, tried: &mut Vec<i64>) {
    let _ = bus.subscribe("notes", "g");
    let _ = bus.subscribe("notes", "h");
    for n in 0..2 {
        if bus.publish("notes", Some("k"), &json!(n)).is_ok() {
            published.push(n);
        }
    }
    let Ok(taker) = world.block_on(bus.consume("notes", "g")) else { return };
    let mut deal = |delivery: &dunlin_agents::bus::Delivery| {
        let n = delivery.value.as_i64().unwrap();
        tried.push(n);
        if bus.acknowledge(delivery).is_ok() {
            acknowledged.push(n);
        }
    };
    for _ in 0..5 {
        if let Ok(Some(delivery)) = taker.take() {
            let _ = bus.give_back(&delivery, "no", 0);
        }
    }
    if let Ok(Some(delivery)) = taker.take() {
        deal(&delivery);
    }
    for letter in bus.dead("notes").unwrap_or_default() {
        let _ = bus.revive("notes", &letter);
    }
    if let Ok(Some(delivery)) = taker.take() {
        deal(&delivery);
    }
    let _ = bus.unsubscribe("notes", "h");
}

#[test]
fn a_crash_at_any_write_of_setting_aside_reviving_and_leaving_loses_and_repeats_nothing() {
    let (whole, mut lists) = (World::new(1), [vec![], vec![], vec![]]);
    let [published, acknowledged, tried] = &mut lists;
    hardships(&bus(&whole), &whole, published, acknowledged, tried);
    assert_eq!((published.as_slice(), acknowledged.as_slice()), (&[0, 1][..], &[1, 0][..]));
    let writes = whole.storage().writes();
    assert!(writes > 15, "{writes}");
    for fault in Fault::OF_WRITES {
        for at in 0..writes {
            let world = World::new(1);
            world.storage().die_after(at, fault);
            let (mut published, mut acknowledged, mut tried) = (vec![], vec![], vec![]);
            hardships(&bus(&world), &world, &mut published, &mut acknowledged, &mut tried);
            let world = world.restarted();
            let bus = bus(&world);
            bus.subscribe("notes", "g").unwrap();
            let taker = world.block_on(bus.consume("notes", "g")).unwrap();
            let mut got = Vec::new();
            // What is set aside once more, or was, comes to life again.
            for _ in 0..3 {
                world.wind(30_000);
                while let Some(delivery) = taker.take().unwrap() {
                    got.push(delivery.value.as_i64().unwrap());
                    bus.acknowledge(&delivery).unwrap();
                }
                for letter in bus.dead("notes").unwrap() {
                    bus.revive("notes", &letter).unwrap();
                }
            }
            for n in published {
                let times = got.iter().filter(|given| **given == n).count();
                let (is_done, may_be) = (acknowledged.contains(&n), tried.contains(&n));
                assert!(times <= usize::from(!is_done), "{fault:?} {at}: {n} is given again: {got:?}");
                assert!(is_done || may_be || times == 1, "{fault:?} {at}: {n} is lost: {got:?}");
            }
            // Nothing is left of what everybody has dealt with.
            bus.unsubscribe("notes", "h").unwrap();
            bus.sweep("notes").unwrap();
            assert_eq!((bus.waiting("notes").unwrap(), bus.dead("notes").unwrap().len()), (0, 0), "{fault:?} {at}");
        }
    }
}

#[test]
fn the_guard_decides_what_is_published() {
    let world = World::new(1);
    let bus = bus(&world).guarded(Rc::default());
    let taker = consumer(&world, &bus, "g");
    bus.publish("notes", None, &json!({"from": "anna@example.org"})).unwrap();
    assert_eq!(bus.publish("notes", None, &json!("card 4111 1111 1111 1111")).unwrap_err().code(), "bus.guarded");
    let delivery = taker.take().unwrap().unwrap();
    assert_eq!(delivery.value, json!({"from": "[e-mail]"}));
    bus.give_back(&delivery, "anna@example.org does not answer", 0).unwrap();
    assert!(world.storage().dump().iter().all(|(_, text)| !text.contains("anna") && !text.contains("4111")));
}

#[test]
fn what_is_exported_and_brought_back_goes_on_and_what_is_removed_is_gone() {
    let world = World::new(1);
    let bus_here = bus(&world);
    bus_here.subscribe("notes", "g").unwrap();
    bus_here.publish("notes", Some("k"), &json!(1)).unwrap();
    let entries = world.storage().dump();
    // The page exports, and removes, what is under this prefix.
    assert!(!entries.is_empty() && entries.iter().all(|(key, _)| key.starts_with("dunlin:v1:")), "{entries:?}");
    let other = World::new(2);
    for (key, text) in &entries {
        other.env().storage.set(key, text).unwrap();
    }
    let bus_there = bus(&other);
    let taker = other.block_on(bus_there.consume("notes", "g")).unwrap();
    let delivery = taker.take().unwrap().unwrap();
    assert_eq!((delivery.value.clone(), delivery.tries), (json!(1), 1));
    bus_there.acknowledge(&delivery).unwrap();
    bus_there.forget_all().unwrap();
    drop(taker);
    assert!(other.storage().dump().is_empty(), "{:?}", other.storage().dump());
}

#[test]
fn of_two_instances_one_works_for_a_group_and_the_other_goes_on_when_it_is_gone() {
    let world = World::new(3);
    let (mine, yours) = (leased(&world.env_behind(5)), leased(&world.env_behind(5)));
    mine.subscribe("notes", "g").unwrap();
    for n in 0..3 {
        let bus = if n == 1 { &yours } else { &mine };
        bus.publish("notes", Some("k"), &json!(n)).unwrap();
        world.wind(10);
    }
    let taker = world.block_on(mine.consume("notes", "g")).unwrap();
    assert_eq!(world.block_on(yours.consume("notes", "g")).unwrap_err(), BusError::Taken);
    let slow = taker.take().unwrap().unwrap();
    assert_eq!(slow.value, 0);
    // It dies: nobody gives its lease back. The other one asks until it may go on.
    std::mem::forget(taker);
    let other = loop {
        world.wind(500);
        match world.block_on(yours.consume("notes", "g")) {
            Ok(other) => break other,
            Err(error) => assert_eq!(error, BusError::Taken),
        }
    };
    assert!(other.take().unwrap().is_none(), "what was given out has its time");
    world.wind(9000);
    let mut got = Vec::new();
    for _ in 0..10 {
        world.wind(5000);
        while let Some(delivery) = other.take().unwrap() {
            got.push((delivery.value.as_i64().unwrap(), delivery.tries));
            yours.acknowledge(&delivery).unwrap();
        }
    }
    assert_eq!(got, [(0, 2), (1, 1), (2, 1)]);
    // Who comes back too late does no harm.
    mine.acknowledge(&slow).unwrap();
    world.wind(10);
    yours.sweep("notes").unwrap();
    world.wind(10);
    let left: Vec<String> = world.storage().dump().into_iter().map(|(key, _)| key).collect();
    assert!(left.iter().all(|key| key.contains(":g:") || key.contains("lease")), "{left:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done in whatever order: of a key nothing is given out before what was published earlier is dealt with.
    #[test]
    fn messages_of_a_key_come_in_order(script in prop::collection::vec((0..5u8, 0..3usize), 1..80)) {
        let world = World::new(1);
        let bus = bus(&world);
        let taker = consumer(&world, &bus, "g");
        let (mut open, mut dealt, mut count) = (Vec::new(), BTreeSet::new(), [0i64; 3]);
        for (what, which) in script {
            match what {
                0 => {
                    bus.publish("notes", Some(["a", "b", "c"][which]), &json!([which, count[which]])).unwrap();
                    count[which] += 1;
                }
                1 | 2 => {
                    let Some(delivery) = taker.take().unwrap() else { continue };
                    let (of, n) = (delivery.value[0].as_i64().unwrap(), delivery.value[1].as_i64().unwrap());
                    let dead: BTreeSet<(i64, i64)> = bus.dead("notes").unwrap().iter()
                        .map(|letter| (letter.value[0].as_i64().unwrap(), letter.value[1].as_i64().unwrap())).collect();
                    for earlier in 0..n {
                        prop_assert!(dealt.contains(&(of, earlier)) || dead.contains(&(of, earlier)));
                    }
                    prop_assert!(!dealt.contains(&(of, n)));
                    open.push(delivery);
                }
                3 if !open.is_empty() => {
                    let delivery = open.swap_remove(which % open.len());
                    dealt.insert((delivery.value[0].as_i64().unwrap(), delivery.value[1].as_i64().unwrap()));
                    bus.acknowledge(&delivery).unwrap();
                }
                4 if !open.is_empty() => {
                    let delivery = open.swap_remove(which % open.len());
                    let pair = (delivery.value[0].as_i64().unwrap(), delivery.value[1].as_i64().unwrap());
                    if !dealt.contains(&pair) {
                        bus.give_back(&delivery, "again", 0).unwrap();
                    }
                }
                _ => world.wind(31_000),
            }
        }
    }
}
