//! The memory: what is kept, found and forgotten, also when the storage fails at any moment.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

use std::rc::Rc;

use dunlin_agents::{
    guard::{Action, Guard, GuardPolicy, Kind},
    memory::Memory,
};
use dunlin_base::testing::{Fault, World};
use serde_json::{Value, json};

fn memory(world: &World, namespace: &str) -> Memory {
    Memory::new(world.env(), namespace, None).unwrap()
}

#[test]
fn what_is_put_is_kept_by_namespace_until_it_is_forgotten_or_over() {
    let world = World::new(1);
    let (mine, other) = (memory(&world, "researcher"), memory(&world, "research"));
    mine.put("costs", &json!({"heating": 142.3}), None).unwrap();
    mine.put("weather", &json!("cold and wet"), Some(1000)).unwrap();
    other.put("costs", &json!(1), None).unwrap();
    assert_eq!(mine.get("costs").unwrap(), Some(json!({"heating": 142.3})));
    world.wind(999);
    assert_eq!(mine.get("weather").unwrap(), Some(json!("cold and wet")));
    mine.put("news", &json!("old"), Some(1)).unwrap();
    world.wind(1);
    assert_eq!((mine.sweep().unwrap(), mine.sweep().unwrap()), (2, 0));
    assert_eq!(mine.get("weather").unwrap(), None);
    // Who looks at what is over leaves nothing of it behind.
    for look in [
        |memory: &Memory| drop(memory.get("weather")),
        |memory: &Memory| drop(memory.all()),
        |memory: &Memory| drop(memory.search("x", 1)),
    ] {
        mine.put("weather", &json!("cold and wet"), Some(5)).unwrap();
        world.wind(5);
        look(&mine);
        assert!(world.storage().dump().iter().all(|(_, text)| !text.contains("cold")));
    }
    assert_eq!(mine.all().unwrap().len(), 1);
    assert!(mine.forget("costs").unwrap() && !mine.forget("costs").unwrap());
    assert_eq!(other.get("costs").unwrap(), Some(json!(1)));
    assert_eq!(other.forget_all().unwrap(), 1);
    assert!(world.storage().dump().is_empty());
}

#[test]
fn what_is_remembered_is_found_by_its_words() {
    let world = World::new(1);
    let memory = memory(&world, "notes");
    memory.put("heating", &json!("The costs of January were 142.30"), None).unwrap();
    memory.put("garden", &json!({"note": "seeds and soil", "costs": [12, 30]}), None).unwrap();
    memory.put("boiler", &json!("Call the plumber about the heating"), Some(10)).unwrap();
    let keys = |words: &str| memory.search(words, 10).unwrap().into_iter().map(|record| record.key).collect::<Vec<_>>();
    assert_eq!(keys("heating costs"), ["heating", "boiler", "garden"]);
    world.wind(10);
    assert_eq!(keys("heating plumber"), ["heating"]);
}

#[test]
fn the_guard_decides_what_is_kept() {
    let world = World::new(1);
    let policy = GuardPolicy::default().with(Kind::Phone, Action::Ask);
    let memory = Memory::new(world.env(), "a", Some(Rc::new(Guard::new(policy)))).unwrap();
    memory.put("mail", &json!("from anna@example.org"), None).unwrap();
    assert_eq!(memory.get("mail").unwrap(), Some(json!("from [e-mail]")));
    for value in ["card 4111 1111 1111 1111", "call +49 30 901820"] {
        assert_eq!(memory.put("other", &json!(value), None).unwrap_err().code(), "memory.guarded", "{value}");
    }
    assert_eq!(memory.get("other").unwrap(), None);
}

#[test]
fn names_and_sizes_are_bounded() {
    let world = World::new(1);
    let memory = memory(&world, "a");
    for name in ["", "a:b", "a b", "x\n", &"x".repeat(101)] {
        assert_eq!(memory.put(name, &Value::Null, None).unwrap_err().code(), "memory.name", "{name:?}");
        assert!(Memory::new(world.env(), name, None).is_err(), "{name:?}");
    }
    assert_eq!(memory.put("a", &json!("x".repeat(100_001)), None).unwrap_err().code(), "memory.too-much");
}

#[test]
fn a_text_that_is_no_record_is_set_aside() {
    let world = World::new(1);
    let memory = memory(&world, "a");
    world.env().storage.set("dunlin:v1:memory:a:broken", "{\"key\": ").unwrap();
    memory.put("well", &json!(1), None).unwrap();
    assert_eq!(memory.all().unwrap().len(), 1);
    let kept: Vec<String> = world.storage().dump().into_iter().map(|(key, _)| key).collect();
    assert_eq!(kept, ["dunlin:v1:damaged:memory:a:broken", "dunlin:v1:memory:a:well"]);
    memory.forget("broken").unwrap();
    assert_eq!(memory.forget_all().unwrap(), 1);
    assert!(world.storage().dump().is_empty());
}

#[test]
fn a_write_that_fails_at_any_moment_leaves_the_old_value_or_the_new_one() {
    let script = |memory: &Memory| {
        let _ = memory.put("a", &json!("one"), None);
        let _ = memory.put("b", &json!("two"), Some(5));
        let _ = memory.put("a", &json!("three"), None);
        let _ = memory.forget("b");
    };
    let count = |world: &World| world.storage().writes();
    let whole = World::new(1);
    script(&memory(&whole, "m"));
    for fault in [Fault::Quota, Fault::Unavailable, Fault::Unconfirmed] {
        for at in 0..count(&whole) {
            let world = World::new(1);
            world.storage().die_after(at, fault);
            script(&memory(&world, "m"));
            let memory = memory(&world.restarted(), "m");
            let (a, b) = (memory.get("a").unwrap(), memory.get("b").unwrap());
            assert!([None, Some(json!("one")), Some(json!("three"))].contains(&a), "{fault:?} {at}: {a:?}");
            assert!([None, Some(json!("two"))].contains(&b), "{fault:?} {at}: {b:?}");
            let aside = world.storage().dump().iter().filter(|(key, _)| key.contains("damaged")).count();
            assert_eq!(aside, 0, "{fault:?} {at}");
        }
    }
}
