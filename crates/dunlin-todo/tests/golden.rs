//! Saved files of each version: they read today as on the day they were saved, and today's are the same byte for byte.
//!
//! When a format changes on purpose, its version goes up and the old files stay. What is written today is left in
//! `target/golden/` whenever it differs.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::{collections::BTreeMap, fs, path::Path};

use dunlin_base::testing::World;
use dunlin_todo::{Changes, Command, Due, Filter, Format, NewTodo, Origin, TodoStore};

fn golden(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden").join(name);
    fs::read_to_string(path).unwrap_or_default()
}

/// Whether a file is as it was saved. What is written otherwise today is left to be looked at.
fn is_same(name: &str, text: &str) -> bool {
    let same = golden(name) == text;
    if !same {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/golden");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), text).unwrap();
    }
    same
}

/// A store with something of everything.
fn sample(world: &World) -> TodoStore {
    world
        .env()
        .storage
        .set("dunlin:v1:todo:0-by-hand", r#"{"id":"0-by-hand","text":"made by hand","shade":"teal"}"#)
        .unwrap();
    let store = TodoStore::open(&world.env());
    let origin = |number: usize| Origin::step("run-1", format!("run-1:{number}"));
    let news = [
        NewTodo::text("Water the ferns"),
        NewTodo {
            notes: Some("ring twice\nthe bell is weak".into()),
            list: Some("Village hall".into()),
            due: Due::parse("2026-11-27T17:00"),
            priority: Some(1),
            tags: vec!["keys".into(), "two words".into()],
            ..NewTodo::text("Return the key, please; it's #3 <b>")
        },
        NewTodo {
            due: Due::parse("2026-11-30"),
            recurrence: Some("FREQ=MONTHLY;BYMONTHDAY=-1".into()),
            ..NewTodo::text("Read the meter")
        },
        NewTodo {
            recurrence: Some("FREQ=WEEKLY;INTERVAL=2;X-FROM=COMPLETION".into()),
            ..NewTodo::text("Trim the hedge")
        },
    ];
    let mut ids = Vec::new();
    for (number, new) in news.into_iter().enumerate() {
        world.wind(1500);
        ids.push(store.execute(Command::Add(new), &origin(number)).unwrap().todos[0].id.clone());
    }
    let by_hand = [
        Command::Complete { id: ids[2].clone() },
        Command::Complete { id: ids[0].clone() },
        Command::Update { id: ids[3].clone(), changes: Changes::text("Trim the hedges") },
        Command::CreateList { name: "Empty".into() },
        Command::Move { id: ids[1].clone(), after: None },
    ];
    for command in by_hand {
        world.wind(60_000);
        store.execute(command, &Origin::hand()).unwrap();
    }
    store.undo().unwrap();
    store
}

#[test]
fn what_is_written_today_is_what_was_saved() {
    let world = World::new(42);
    let store = sample(&world);
    let dump: BTreeMap<String, String> = world.storage().dump().into_iter().collect();
    let storage = ("storage-v2.json".to_owned(), serde_json::to_string_pretty(&dump).unwrap() + "\n");
    let export = |format: Format| (format!("export-v2.{}", format.extension()), store.export(format).text);
    let files = std::iter::once(storage).chain(Format::ALL.into_iter().map(export));
    let others: Vec<String> = files.filter(|(name, text)| !is_same(name, text)).map(|(name, _)| name).collect();
    assert_eq!(others, [""; 0], "see target/golden");
}

/// A world whose storage is the saved one.
fn reopened(name: &str) -> (World, BTreeMap<String, String>) {
    let saved: BTreeMap<String, String> = serde_json::from_str(&golden(name)).unwrap();
    let world = World::new(1);
    // Later than anything that was saved.
    world.wind(3_600_000);
    for (key, text) in &saved {
        world.env().storage.set(key, text).unwrap();
    }
    (world, saved)
}

#[test]
fn a_saved_storage_of_each_version_opens_and_goes_on() {
    for (name, export) in [("storage-v1.json", "export-v1.json"), ("storage-v2.json", "export-v2.json")] {
        let (world, saved) = reopened(name);
        let store = TodoStore::open(&world.env());
        assert_eq!(store.notices(), [], "{name}");
        assert_eq!(store.export(Format::Json).text, golden(export), "{name}");
        assert_eq!(store.get("0-by-hand").unwrap().unknown["shade"], "teal", "{name}");
        // Opening has changed nothing, however often.
        drop(TodoStore::open(&world.env()));
        let dump: BTreeMap<String, String> = world.storage().dump().into_iter().collect();
        assert_eq!(dump, saved, "{name}");
        // What was done before is taken back and done again, one by one and as a run, across a reload.
        assert!(store.redo().unwrap().is_some(), "{name}");
        let store = TodoStore::open(&world.env());
        assert!(store.undo().unwrap().is_some(), "{name}");
        assert_eq!(store.export(Format::Json).text, golden(export), "{name}");
        assert!(store.undo_run("run-1").unwrap().is_some(), "{name}");
        let store = TodoStore::open(&world.env());
        assert_eq!(store.list(&Filter::all()).iter().filter(|todo| todo.created_by.is_some()).count(), 0, "{name}");
        assert!(store.redo().unwrap().is_some(), "{name}");
        // A step that was done before is not done again.
        let again = store.execute(Command::Add(NewTodo::text("Water the ferns")), &Origin::step("run-1", "run-1:0"));
        assert!(again.unwrap().repeated, "{name}");
    }
}

#[test]
fn both_versions_hold_the_same_and_a_change_of_the_first_is_left_as_it_was_written() {
    let (world, saved) = reopened("storage-v1.json");
    let store = TodoStore::open(&world.env());
    while store.undo().unwrap().is_some() {}
    let undone = store.export(Format::Json).text;
    for (key, text) in saved.iter().filter(|(key, _)| key.starts_with("dunlin:v1:todo-change:")) {
        assert_eq!(world.env().storage.get(key).unwrap().as_ref(), Some(text), "{key}");
    }
    let (world, _) = reopened("storage-v2.json");
    let store = TodoStore::open(&world.env());
    while store.undo().unwrap().is_some() {}
    assert_eq!(store.export(Format::Json).text, undone);
    assert_eq!(store.total(), 1, "only what was made by hand is left");
}

/// The first version was left in the middle of a change: its marker and its record are there, its effects are not.
#[test]
fn a_change_that_an_older_version_began_is_finished() {
    let (world, _) = reopened("storage-v1-interrupted.json");
    let store = TodoStore::open(&world.env());
    let codes: Vec<_> = store.notices().into_iter().map(|notice| notice.code).collect();
    assert_eq!(codes, ["todo.recovered"]);
    let texts: Vec<(String, bool)> =
        store.list(&Filter::all()).into_iter().map(|todo| (todo.text, todo.completed)).collect();
    let meter = |completed| ("Read the meter".to_owned(), completed);
    assert_eq!(texts, [meter(true), meter(false)]);
    let again = TodoStore::open(&world.env());
    assert_eq!(again.notices(), []);
    assert_eq!(again.undo().unwrap().unwrap().todos.len(), 2);
    assert_eq!(again.total(), 1);
}

/// A tab of this version and what a tab of the version before writes meanwhile.
#[test]
fn two_tabs_of_different_versions_lose_nothing() {
    let (world, saved) = reopened("storage-v2.json");
    let store = TodoStore::open(&world.env());
    let old: BTreeMap<String, String> = serde_json::from_str(&golden("storage-v1-interrupted.json")).unwrap();
    for (key, text) in old.iter().filter(|(key, _)| !key.contains("todo-pending")) {
        world.env().storage.set(key, text).unwrap();
        store.storage_changed(Some(key));
    }
    store.execute(Command::Add(NewTodo::text("of this tab")), &Origin::hand()).unwrap();
    let again = TodoStore::open(&world.env());
    assert_eq!(again.notices(), []);
    assert_eq!(again.export(Format::Json).text, store.export(Format::Json).text);
    assert_eq!(again.total(), saved.keys().filter(|key| key.starts_with("dunlin:v1:todo:")).count() + 1);
}

/// Made up: no such version exists yet. What it wrote is said, not shown, and not touched, whatever is done beside it.
#[test]
fn a_storage_of_a_newer_version_is_left_as_it_is() {
    let saved: BTreeMap<String, String> = serde_json::from_str(&golden("storage-newer.json")).unwrap();
    let world = World::new(1);
    let env = world.env();
    for (key, text) in &saved {
        env.storage.set(key, text).unwrap();
    }
    let store = TodoStore::open(&env);
    let codes: Vec<_> = store.notices().into_iter().map(|notice| notice.code).collect();
    assert_eq!(codes, ["todo.newer-version", "todo.newer-version"]);
    // One that only has a field more is of this version, and keeps the field.
    let [known] = store.list(&Filter::all()).try_into().unwrap();
    assert_eq!((known.text.as_str(), &known.unknown["weather"]), ("Oil the hinge", &"dry".into()));
    store.execute(Command::Add(NewTodo::text("beside it")), &Origin::hand()).unwrap();
    store.execute(Command::DeleteAll { list: None }, &Origin::hand()).unwrap();
    for (key, text) in saved.iter().filter(|(_, text)| text.contains("schemaVersion")) {
        assert_eq!(env.storage.get(key).unwrap().as_ref(), Some(text), "{key}");
    }
}

#[test]
fn saved_files_import() {
    for format in Format::ALL {
        let store = TodoStore::open(&World::new(2).env());
        store.import(format, &golden(&format!("export-v1.{}", format.extension()))).unwrap();
        assert_eq!(store.total(), 6, "{format:?}");
        let key = store.find("key").clone();
        let dunlin_todo::Match::One(todo) = key else { panic!("{format:?}: {key:?}") };
        assert_eq!(todo.text, "Return the key, please; it's #3 <b>", "{format:?}");
        assert_eq!(todo.notes.as_deref(), Some("ring twice\nthe bell is weak"), "{format:?}");
        assert_eq!(todo.tags, ["keys", "two words"], "{format:?}");
        assert_eq!(todo.list.as_deref(), Some("Village hall"), "{format:?}");
    }
}
