//! The store against storage: crashes, quota, other tabs, idempotency keys, values that do not read.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use dunlin_base::{MemoryStorage, Storage, StorageError, StorageErrorKind, StorageKind, testing::World};
use dunlin_todo::{Change, Changes, Command, Filter, NewTodo, Origin, Todo, TodoErrorKind, TodoStore};

fn hand() -> Origin {
    Origin::hand()
}

fn add(store: &TodoStore, text: &str) -> Todo {
    store.execute(Command::Add(NewTodo::text(text)), &hand()).unwrap().todos.remove(0)
}

fn texts(store: &TodoStore) -> Vec<String> {
    store.list(&Filter::all()).into_iter().map(|todo| todo.text).collect()
}

#[test]
fn each_todo_has_its_own_key() {
    let world = World::new(1);
    let store = TodoStore::open(&world.env());
    let todo = add(&store, "buy milk");
    let stored = world.env().storage.get(&format!("dunlin:v1:todo:{}", todo.id)).unwrap().unwrap();
    assert_eq!(serde_json::from_str::<Todo>(&stored).unwrap(), todo);
    assert_eq!(texts(&TodoStore::open(&world.env())), ["buy milk"]);
}

#[test]
fn a_key_used_twice_gives_the_first_outcome_also_after_a_reload() {
    type Make = fn(&Todo) -> Command;
    let commands: [(&str, Make); 7] = [
        ("add", |_| Command::Add(NewTodo::text("new"))),
        ("complete", |todo| Command::Complete { id: todo.id.clone() }),
        ("update", |todo| Command::Update { id: todo.id.clone(), changes: Changes::text("other") }),
        ("delete", |todo| Command::Delete { id: todo.id.clone() }),
        ("clear", |_| Command::DeleteAll { list: None }),
        ("clear completed", |_| Command::ClearCompleted { list: None }),
        ("create list", |_| Command::CreateList { name: "garden".into() }),
    ];
    for (name, make) in commands {
        for reload in [false, true] {
            let world = World::new(2);
            let mut store = TodoStore::open(&world.env());
            let todo = add(&store, "first");
            let origin = Origin::step("run", "run:1");
            let first = store.execute(make(&todo), &origin).unwrap();
            let others = add(&store, "made in between");
            if reload {
                store = TodoStore::open(&world.env());
            }
            let before = world.storage().dump();
            let again = store.execute(make(&todo), &origin).unwrap();
            assert!(again.repeated, "{name}");
            assert_eq!((again.todos, again.summary, again.total), (first.todos, first.summary, first.total), "{name}");
            assert_eq!(world.storage().dump(), before, "{name}");
            assert!(store.get(&others.id).is_some(), "{name}");
        }
    }
}

#[test]
fn a_key_of_another_tab_counts() {
    let world = World::new(3);
    let (one, two) = (TodoStore::open(&world.env()), TodoStore::open(&world.env()));
    let todo = add(&one, "only once");
    let origin = Origin::step("run", "run:1");
    one.execute(Command::DeleteAll { list: None }, &origin).unwrap();
    // The other tab has heard of nothing yet.
    let again = two.execute(Command::DeleteAll { list: None }, &origin).unwrap();
    assert!(again.repeated);
    assert_eq!(again.todos, [todo]);
}

#[test]
fn what_does_not_read_is_set_aside_and_reported() {
    let world = World::new(4);
    let storage = world.env().storage;
    for (id, text) in
        [("a", "{\"text\":"), ("b", "[]"), ("c", "{\"id\":\"c\",\"text\":\"x\",\"priority\":7}"), ("d", "")]
    {
        storage.set(&format!("dunlin:v1:todo:{id}"), text).unwrap();
    }
    storage.set("dunlin:v1:todo:good", "{\"id\":\"good\",\"text\":\"fine\"}").unwrap();
    storage.set("dunlin:v1:todo-change:x", "nonsense").unwrap();
    storage.set("dunlin:v1:set-aside:todo:a", "an older one").unwrap();
    let store = TodoStore::open(&world.env());
    assert_eq!(texts(&store), ["fine"]);
    let notices = store.notices();
    assert_eq!(notices.iter().filter(|notice| notice.code == "todo.set-aside").count(), 5, "{notices:?}");
    assert_eq!(storage.get("dunlin:v1:set-aside:todo:a").unwrap().unwrap(), "an older one");
    assert_eq!(storage.get("dunlin:v1:set-aside:todo:a:2").unwrap().unwrap(), "{\"text\":");
    assert_eq!(storage.get("dunlin:v1:todo:a").unwrap(), None);
    assert!(TodoStore::open(&world.env()).notices().is_empty());
}

#[test]
fn what_a_newer_version_wrote_is_left_untouched() {
    let world = World::new(5);
    let text = "{\"schemaVersion\":2,\"headline\":\"from the future\"}";
    world.env().storage.set("dunlin:v1:todo:f", text).unwrap();
    let store = TodoStore::open(&world.env());
    assert_eq!(store.notices()[0].code, "todo.newer-version");
    assert_eq!(store.total(), 0);
    assert_eq!(world.env().storage.get("dunlin:v1:todo:f").unwrap().unwrap(), text);
}

#[test]
fn unknown_fields_survive_a_change() {
    let world = World::new(6);
    world.env().storage.set("dunlin:v1:todo:u", "{\"id\":\"u\",\"text\":\"x\",\"mood\":{\"is\":\"good\"}}").unwrap();
    let store = TodoStore::open(&world.env());
    store.execute(Command::Complete { id: "u".into() }, &hand()).unwrap();
    let again = TodoStore::open(&world.env());
    assert_eq!(again.get("u").unwrap().unknown["mood"]["is"], "good");
}

#[test]
fn two_tabs_lose_nothing() {
    let world = World::new(7);
    let (one, two) = (TodoStore::open(&world.env()), TodoStore::open(&world.env()));
    let heard = Rc::new(RefCell::new(Vec::<Change>::new()));
    let log = heard.clone();
    let subscription = two.subscribe(Box::new(move |change| log.borrow_mut().push(change.clone())));
    for number in 0..200 {
        add(&one, &format!("one {number}"));
        add(&two, &format!("two {number}"));
    }
    heard.borrow_mut().clear();
    for (key, _) in world.storage().dump() {
        one.storage_changed(Some(&key));
        two.storage_changed(Some(&key));
    }
    assert_eq!((one.total(), two.total()), (400, 400));
    assert!(heard.borrow().iter().all(|change| change.elsewhere));
    assert_eq!(heard.borrow().len(), 200);
    drop(subscription);
    let todo = one.list(&Filter::all()).remove(0);
    one.execute(Command::Update { id: todo.id.clone(), changes: Changes::text("by one") }, &hand()).unwrap();
    // The second tab has not heard of it, and changes another field: both changes stand.
    two.execute(Command::Complete { id: todo.id.clone() }, &hand()).unwrap();
    let both = TodoStore::open(&world.env()).get(&todo.id).unwrap();
    assert_eq!((both.text.as_str(), both.completed), ("by one", true));
    assert_eq!(heard.borrow().len(), 200, "a dropped subscription hears nothing");
    two.storage_changed(Some("dunlin:v1:todo-change:nonsense"));
    world.env().storage.remove(&format!("dunlin:v1:todo:{}", todo.id)).unwrap();
    one.storage_changed(None);
    assert_eq!(one.total(), 399);
}

#[test]
fn a_full_storage_refuses_whole_changes() {
    // One more write is let through each time, until the command goes through.
    for allowed in 0..12 {
        let world = World::new(8);
        let store = TodoStore::open(&world.env());
        let ids: Vec<String> = (0..3).map(|number| add(&store, &format!("todo {number}")).id).collect();
        let before = todos_of(&world);
        let mut left = allowed;
        world.storage().gate_writes(move |_, value| {
            // Removing always works; so does writing once there is room for it.
            value.is_none() || {
                left -= 1;
                !(-40..0).contains(&left)
            }
        });
        let result = store.execute(Command::CompleteEach { ids }, &hand());
        world.storage().lift_faults();
        match result {
            Ok(_) => assert!(store.list(&Filter::active()).is_empty()),
            Err(error) => {
                assert_eq!(error.kind(), TodoErrorKind::Quota);
                if todos_of(&world) == before {
                    assert_eq!(store.active(), 3, "{allowed}");
                } else {
                    // The values could not be put back at once; the next change settles this one as a whole.
                    add(&store, "afterwards");
                    assert_eq!(store.active(), 4, "{allowed}");
                    assert_eq!(TodoStore::open(&world.env()).active(), 4, "{allowed}");
                }
            }
        }
    }
}

#[test]
fn old_changes_give_way_when_there_is_no_room() {
    let world = World::new(9);
    let store = TodoStore::open(&world.env());
    for number in 0..50 {
        add(&store, &format!("todo {number}"));
    }
    let limit: usize = world.storage().dump().iter().map(|(key, value)| key.len() + value.len()).sum();
    let env = world.env();
    world.storage().gate_writes({
        let sizes: RefCell<std::collections::BTreeMap<String, usize>> = RefCell::new(
            world.storage().dump().into_iter().map(|(key, value)| (key.clone(), key.len() + value.len())).collect(),
        );
        move |key, value| {
            let mut sizes = sizes.borrow_mut();
            let Some(value) = value else {
                sizes.remove(key);
                return true;
            };
            let others: usize = sizes.iter().filter(|(known, _)| *known != key).map(|(_, size)| size).sum();
            let fits = others + key.len() + value.len() <= limit;
            if fits {
                sizes.insert(key.to_owned(), key.len() + value.len());
            }
            fits
        }
    });
    add(&store, "one more");
    assert_eq!(store.total(), 51);
    while store.execute(Command::Add(NewTodo::text("x".repeat(300))), &hand()).is_ok() {}
    let total = store.total();
    assert_eq!(TodoStore::open(&env).total(), total, "what was refused is not stored");
    let cleared = store.execute(Command::DeleteAll { list: None }, &hand()).unwrap();
    assert_eq!((cleared.count, store.total()), (total, 0));
    assert_eq!(TodoStore::open(&env).total(), 0);
}

#[test]
fn typed_text_over_the_limit_is_refused() {
    let store = TodoStore::open(&World::new(10).env());
    let error = store.execute(Command::Add(NewTodo::text("x".repeat(10_001))), &hand()).unwrap_err();
    assert_eq!(error.kind(), TodoErrorKind::Limit);
    assert_eq!(error.message(), "the text has 10001 characters, at most 10000 are kept");
}

#[test]
fn listeners_may_use_the_store() {
    let store = TodoStore::open(&World::new(11).env());
    let counts = Rc::new(RefCell::new(Vec::new()));
    let (inner, log) = (store.clone(), counts.clone());
    let _subscription = store.subscribe(Box::new(move |_| {
        log.borrow_mut().push(inner.total());
        if inner.total() == 1 {
            add(&inner, "from the listener");
        }
    }));
    add(&store, "first");
    assert_eq!(store.total(), 2);
    assert_eq!(*counts.borrow(), [1, 2]);
}

#[test]
fn moving_rewrites_one_todo_only() {
    let world = World::new(12);
    let store = TodoStore::open(&world.env());
    let ids: Vec<String> = ["a", "b", "c"].map(|text| add(&store, text).id).to_vec();
    let before = world.storage().writes();
    store.execute(Command::Move { id: ids[2].clone(), after: None }, &hand()).unwrap();
    assert_eq!(world.storage().writes() - before, 4);
    assert_eq!(texts(&store), ["c", "a", "b"]);
    store.execute(Command::Move { id: ids[2].clone(), after: Some(ids[0].clone()) }, &hand()).unwrap();
    assert_eq!(texts(&TodoStore::open(&world.env())), ["a", "c", "b"]);
    add(&store, "d");
    assert_eq!(texts(&store), ["a", "c", "b", "d"]);
}

fn todos_of(world: &World) -> Vec<(String, String)> {
    world.storage().dump().into_iter().filter(|(key, _)| key.starts_with("dunlin:v1:todo:")).collect()
}

#[test]
fn adding_writes_the_same_whatever_is_stored() {
    let world = World::new(13);
    let store = TodoStore::open(&world.env());
    let file = (0..10_000).map(|number| format!("todo number {number}")).collect::<Vec<_>>().join("\n");
    let mut cost = Vec::new();
    for keyed in [false, true] {
        let origin = if keyed { Origin::step("r", "r:1") } else { hand() };
        let before = world.storage().writes();
        store.execute(Command::Add(NewTodo::text("few stored")), &origin).unwrap();
        cost.push(world.storage().writes() - before);
    }
    store.import(dunlin_todo::Format::TodoTxt, &file).unwrap();
    assert_eq!(store.total(), 10_002);
    add(&store, "the first one after may tidy up");
    for keyed in [false, true] {
        let origin = if keyed { Origin::step("r", "r:2") } else { hand() };
        let before = world.storage().writes();
        store.execute(Command::Add(NewTodo::text("many stored")), &origin).unwrap();
        cost.push(world.storage().writes() - before);
    }
    assert_eq!(cost, [4, 4, 4, 4]);
    assert_eq!(TodoStore::open(&world.env()).total(), 10_005);
}

#[test]
fn undoing_a_run_keeps_what_was_changed_by_hand_since() {
    let world = World::new(14);
    let store = TodoStore::open(&world.env());
    let old = add(&store, "old");
    let step = |number: usize| Origin::step("r", format!("r:{number}"));
    store.execute(Command::Add(NewTodo::text("by the run")), &step(1)).unwrap();
    store.execute(Command::Complete { id: old.id.clone() }, &step(2)).unwrap();
    store.execute(Command::Update { id: old.id.clone(), changes: Changes::text("old, but better") }, &hand()).unwrap();
    add(&store, "by hand");
    assert!(store.stands("r") && !store.stands("s"));
    let undoes = [None, Some("r"), Some("s")].map(|run| store.undoes(run));
    assert_eq!(undoes, [Some("added \"by hand\"".to_owned()), Some("2 changes of the run".to_owned()), None]);
    assert_eq!(store.redoes(), None);
    let undone = TodoStore::open(&world.env()).undo_run("r").unwrap().unwrap();
    assert_eq!(undone.summary, "undid: 2 changes of the run");
    let store = TodoStore::open(&world.env());
    assert!(!store.stands("r"));
    assert_eq!(texts(&store), ["old, but better", "by hand"]);
    assert_eq!(store.active(), 2);
    assert!(store.undo_run("r").unwrap().is_none(), "it is undone already");
    assert_eq!(store.redoes().as_deref(), Some("2 changes of the run"));
    store.redo().unwrap();
    assert_eq!((store.total(), store.active()), (3, 2));
}

#[test]
fn changes_of_very_many_are_as_those_of_few() {
    let world = World::new(3);
    let store = TodoStore::open(&world.env());
    let ids: Vec<String> = (0..500).map(|number| add(&store, &format!("todo {number}")).id).collect();
    let every = |step: usize| ids.iter().rev().step_by(step).cloned().collect::<Vec<_>>();
    let before = store.list(&Filter::all());
    store.execute(Command::CompleteEach { ids: every(2) }, &hand()).unwrap();
    store.execute(Command::DeleteEach { ids: every(3) }, &hand()).unwrap();
    let agrees = |store: &TodoStore| {
        let all = store.list(&Filter::all());
        assert_eq!((store.total(), store.active()), (all.len(), all.iter().filter(|todo| !todo.completed).count()));
        assert!(all.is_sorted_by(|one, other| one.id < other.id));
        assert_eq!(all, TodoStore::open(&world.env()).list(&Filter::all()));
        all.len()
    };
    assert_eq!(agrees(&store), 500 - 167);
    store.undo().unwrap();
    assert_eq!(agrees(&store), 500);
    store.undo().unwrap();
    agrees(&store);
    // The change of each stamps it; nothing else is another.
    let after = store.list(&Filter::all());
    assert!(before.iter().zip(&after).all(|(one, other)| (&one.id, &one.text) == (&other.id, &other.text)));
    store.execute(Command::DeleteAll { list: None }, &hand()).unwrap();
    assert_eq!(agrees(&store), 0);
    store.undo().unwrap();
    assert_eq!(agrees(&store), 500);
}

#[test]
fn a_run_that_was_undone_and_redone_by_hand_can_be_undone_again() {
    let world = World::new(9);
    let store = TodoStore::open(&world.env());
    add(&store, "mine");
    for (number, text) in ["one", "two"].into_iter().enumerate() {
        let origin = Origin::step("run-1", format!("run-1:{number}"));
        store.execute(Command::Add(NewTodo::text(text)), &origin).unwrap();
    }
    // Taken back and made again as a run, then by hand, then after a reload: it is the run's all the time.
    store.undo_run("run-1").unwrap();
    store.redo().unwrap();
    store.undo().unwrap();
    assert_eq!(texts(&store), ["mine"]);
    let store = TodoStore::open(&world.env());
    assert!(!store.stands("run-1"));
    store.redo().unwrap();
    assert!(store.stands("run-1"));
    assert_eq!(texts(&store), ["mine", "one", "two"]);
    assert!(store.undo_run("run-1").unwrap().is_some());
    assert_eq!(texts(&store), ["mine"]);
}

#[test]
fn the_ledger_is_bounded_and_keys_outlive_undo() {
    let world = World::new(15);
    let store = TodoStore::open(&world.env());
    let todo = add(&store, "kept by its key");
    let origin = Origin::step("r", "r:1");
    let first = store.execute(Command::Delete { id: todo.id.clone() }, &origin).unwrap();
    for number in 0..300 {
        add(&store, &format!("todo {number}"));
    }
    let records =
        |world: &World| world.storage().dump().iter().filter(|(key, _)| key.contains(":todo-change:")).count();
    assert_eq!(records(&world), 201);
    let store = TodoStore::open(&world.env());
    let again = store.execute(Command::Delete { id: todo.id }, &origin).unwrap();
    assert_eq!((again.repeated, again.todos, again.total), (true, first.todos, first.total));
    let mut undone = 0;
    let end = loop {
        match store.undo() {
            Ok(Some(_)) => undone += 1,
            end => break end,
        }
    };
    // The deletion before them is known, and what it deleted is not.
    assert_eq!(end.unwrap_err().kind(), TodoErrorKind::NotUndoable);
    assert!((100..=200).contains(&undone), "{undone}");
    assert!(records(&world) <= 201);
}

/// A browser that refuses storage.
struct Refused;

impl Storage for Refused {
    fn kind(&self) -> StorageKind {
        StorageKind::Local
    }

    fn get(&self, _: &str) -> Result<Option<String>, StorageError> {
        Err(StorageError::new(StorageErrorKind::Unavailable, "refused"))
    }

    fn set(&self, _: &str, _: &str) -> Result<(), StorageError> {
        Err(StorageError::new(StorageErrorKind::Unavailable, "refused"))
    }

    fn remove(&self, _: &str) -> Result<(), StorageError> {
        Err(StorageError::new(StorageErrorKind::Unavailable, "refused"))
    }

    fn keys(&self, _: &str) -> Result<Vec<String>, StorageError> {
        Err(StorageError::new(StorageErrorKind::Unavailable, "refused"))
    }
}

#[test]
fn a_refused_storage_is_said_and_nothing_pretends() {
    let mut env = World::new(16).env();
    env.storage = Rc::new(Refused);
    let store = TodoStore::open(&env);
    assert_eq!(store.notices()[0].code, "storage.unavailable");
    let error = store.execute(Command::Add(NewTodo::text("x")), &hand()).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        ("storage.unavailable", "the storage cannot be used: refused")
    );
    assert_eq!(store.total(), 0);
}

/// What browsers give a page: so many UTF-16 units of keys and values together.
struct Roomy {
    kept: MemoryStorage,
    used: Cell<usize>,
}

const ROOM: usize = 5 * 1024 * 1024;

impl Roomy {
    fn cost(&self, key: &str) -> usize {
        self.kept.get(key).unwrap().map_or(0, |text| key.encode_utf16().count() + text.encode_utf16().count())
    }
}

impl Storage for Roomy {
    fn kind(&self) -> StorageKind {
        StorageKind::Local
    }

    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.kept.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StorageError> {
        let wanted = self.used.get() - self.cost(key) + key.encode_utf16().count() + value.encode_utf16().count();
        if wanted > ROOM {
            return Err(StorageError::new(StorageErrorKind::Quota, ""));
        }
        self.used.set(wanted);
        self.kept.set(key, value)
    }

    fn remove(&self, key: &str) -> Result<(), StorageError> {
        self.used.set(self.used.get() - self.cost(key));
        self.kept.remove(key)
    }

    fn keys(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.kept.keys(prefix)
    }
}

#[test]
fn ten_thousand_todos_are_cleared_and_brought_back_in_the_room_a_browser_gives() {
    let mut env = World::new(17).env();
    let storage = Rc::new(Roomy { kept: MemoryStorage::new(), used: Cell::new(0) });
    env.storage = storage.clone();
    for number in 0..10_000 {
        let id = format!("01900000-0000-7000-8000-{number:012x}");
        let text = format!(
            r#"{{"completed":false,"createdAt":"2026-11-20T00:00:00.000Z","id":"{id}","tags":[],"text":"Errand {number} for the allotment","updatedAt":"2026-11-20T00:00:00.000Z"}}"#
        );
        storage.set(&format!("dunlin:v1:todo:{id}"), &text).unwrap();
    }
    let store = TodoStore::open(&env);
    let before = store.list(&Filter::all());
    let cleared = store.execute(Command::DeleteAll { list: None }, &hand()).unwrap();
    assert!(cleared.undoable, "there is no room for the way back");
    assert_eq!(store.total(), 0);
    let store = TodoStore::open(&env);
    assert_eq!(store.undo().unwrap().unwrap().count, 10_000);
    assert_eq!(TodoStore::open(&env).list(&Filter::all()), before);
}

#[test]
fn several_lines_are_added_and_taken_back_at_once() {
    let world = World::new(40);
    let store = TodoStore::open(&world.env());
    add(&store, "first");
    let options =
        dunlin_date::DateOptions { now: dunlin_date::Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
    let lines = "1. Buy oats #shop\n\n2. [x] Ring Ida\r\n3. tomorrow";
    let added = store.execute(dunlin_todo::add_lines(lines, &options).unwrap(), &hand()).unwrap();
    assert_eq!((added.count, added.summary.as_str(), added.undoable), (3, "added 3 todos", true));
    assert_eq!(texts(&store), ["first", "Buy oats", "Ring Ida", "tomorrow"]);
    let ida = &added.todos[1];
    assert!(ida.completed && ida.completed_at.is_some() && !ida.created_at.is_empty());
    assert_eq!(added.todos[0].tags, ["shop"]);
    assert_eq!(texts(&TodoStore::open(&world.env())), ["first", "Buy oats", "Ring Ida", "tomorrow"]);
    store.undo().unwrap().unwrap();
    assert_eq!(texts(&store), ["first"]);

    let many = "egg\n".repeat(dunlin_todo::MAX_LINES + 1);
    let refused = dunlin_todo::add_lines(&many, &options).unwrap_err();
    assert!(refused.message().contains("501 lines") && refused.hint().is_some());
}

#[test]
fn the_run_that_last_changed_a_todo_is_known() {
    let world = World::new(41);
    let store = TodoStore::open(&world.env());
    let step = |key: &str| Origin::step(key.split(':').next().unwrap(), key);
    let made = store.execute(Command::Add(NewTodo::text("sow peas")), &step("a:1")).unwrap().todos.remove(0);
    let by = |store: &TodoStore| store.changed_by(&made.id);
    let id = || made.id.clone();
    assert_eq!(by(&store), None, "adding it is no change of it");
    store.execute(Command::Update { id: id(), changes: Changes::text("sow beans") }, &hand()).unwrap();
    assert_eq!(by(&store), None, "a hand is no run");
    store.execute(Command::Update { id: id(), changes: Changes::text("sow leeks") }, &step("b:2")).unwrap();
    assert_eq!(by(&store), Some(("b:2".to_owned(), false)));
    store.execute(Command::Complete { id: id() }, &step("c:1")).unwrap();
    assert_eq!(by(&TodoStore::open(&world.env())), Some(("c:1".to_owned(), true)), "also after a reload");
    store.undo_run("c").unwrap();
    assert_eq!(by(&store), Some(("b:2".to_owned(), false)), "what was taken back does not count");
    store.redo().unwrap();
    assert_eq!(by(&store), Some(("c".to_owned(), true)), "unless it was made again");
}

#[test]
fn what_an_input_would_delete_is_told_and_nothing_is_done() {
    use serde_json::json;
    let store = TodoStore::open(&World::new(1).env());
    add(&store, "sweep the yard");
    add(&store, "oil the gate");
    let on_list = NewTodo { list: Some("Garden".into()), ..NewTodo::text("plant beans") };
    store.execute(Command::Add(on_list), &hand()).unwrap();
    for (input, expected) in [
        (json!({"action": "clear"}), Some(vec!["sweep the yard", "oil the gate", "plant beans"])),
        (json!({"action": "clear", "list": "garden"}), Some(vec!["plant beans"])),
        (json!({"action": "clear", "filter": "completed"}), Some(vec![])),
        (json!({"action": "delete", "all": true, "match": "gate"}), Some(vec!["oil the gate"])),
        (json!({"action": "delete_list", "list": "Garden"}), Some(vec!["plant beans"])),
        (json!({"action": "delete", "match": "gate"}), Some(vec!["oil the gate"])),
        (json!({"action": "delete", "positions": [3, 1]}), Some(vec!["plant beans", "sweep the yard"])),
        // No such list; none at that place; no deletion; no input.
        (json!({"action": "delete_list", "list": "Attic"}), None),
        (json!({"action": "delete", "positions": [1, 9]}), None),
        (json!({"action": "complete", "all": true}), None),
        (json!(7), None),
    ] {
        let found = dunlin_todo::tool::would_delete(&store, &input, None);
        let found: Option<Vec<&str>> =
            found.as_ref().map(|todos| todos.iter().map(|todo| todo.text.as_str()).collect());
        assert_eq!(found, expected, "{input}");
        assert_eq!(store.total(), 3);
    }
}

#[test]
fn a_rule_that_an_earlier_version_kept_stays_where_it_is() {
    let world = World::new(42);
    let moon = r#"{"id":"m","text":"look at the moon","recurrence":"FREQ=LUNAR"}"#;
    world.env().storage.set("dunlin:v1:todo:m", moon).unwrap();
    let store = TodoStore::open(&world.env());
    store.execute(Command::Update { id: "m".into(), changes: Changes::text("look up") }, &hand()).unwrap();
    let done = store.execute(Command::Complete { id: "m".into() }, &hand()).unwrap();
    assert_eq!((done.todos[0].recurrence.as_deref(), store.total()), (Some("FREQ=LUNAR"), 1));
    let saved = store.export(dunlin_todo::Format::Json).text;
    store.execute(Command::Delete { id: "m".into() }, &hand()).unwrap();
    store.import(dunlin_todo::Format::Json, &saved).unwrap();
    assert_eq!(store.get("m").unwrap().recurrence.as_deref(), Some("FREQ=LUNAR"));
}
