//! Crashes and failing storages, one after every use of the storage: a change is done whole or not at all, and taking it back
//! takes back that and nothing else. Todos of others and a second run stand by all the time and stay as they are.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::{cell::Cell, collections::BTreeMap, rc::Rc};

use dunlin_base::testing::{Access, Fault, World};
use dunlin_todo::{Changes, Command, Due, Filter, NewTodo, Origin, Todo, TodoStore, tool};
use serde_json::{Value, json};

/// What the stored values mean: todos and lists, without what undoing needs.
type Meaning = BTreeMap<String, Value>;

fn meaning(world: &World) -> Meaning {
    let kept = |key: &str| key.starts_with("dunlin:v1:todo:") || key.starts_with("dunlin:v1:todo-list:");
    let dump = world.storage().dump().into_iter().filter(|(key, _)| kept(key));
    dump.map(|(key, text)| (key, serde_json::from_str(&text).unwrap_or_default())).collect()
}

/// Memory and storage hold the same.
fn agree(store: &TodoStore, world: &World, place: &str) {
    let stored: Vec<Value> = meaning(world)
        .into_iter()
        .filter(|(key, _)| key.starts_with("dunlin:v1:todo:"))
        .map(|(_, todo)| todo)
        .collect();
    let mut known: Vec<Todo> = store.list(&Filter::all());
    known.sort_by(|one, other| one.id.cmp(&other.id));
    assert_eq!(known.iter().map(Todo::to_value).collect::<Vec<_>>(), stored, "{place}: memory is another than storage");
}

/// The first step of the run that is tried.
fn step(number: usize) -> Origin {
    Origin::step("r", format!("r:{number}"))
}

/// Makes a change of the todos with these ids.
type Made = fn(&[String]) -> Command;

/// Changes of the todos `mine`, of every shape.
const COMMANDS: [(&str, Made); 9] = [
    ("add", |_| Command::Add(NewTodo::text("new"))),
    ("complete", |mine| Command::Complete { id: mine[0].clone() }),
    ("update", |mine| Command::Update { id: mine[1].clone(), changes: Changes::text("other") }),
    ("delete", |mine| Command::Delete { id: mine[1].clone() }),
    ("complete both", |mine| Command::CompleteEach { ids: mine.to_vec() }),
    ("delete both", |mine| Command::DeleteEach { ids: mine.to_vec() }),
    ("create list", |_| Command::CreateList { name: "garden".into() }),
    ("rename list", |_| Command::RenameList { name: "shed".into(), to: "barn".into() }),
    ("delete list", |_| Command::DeleteList { name: "shed".into() }),
];

struct Scene {
    world: World,
    store: TodoStore,
    mine: Vec<String>,
    /// Before the second run did anything.
    without_second: Meaning,
    before: Meaning,
}

fn scene() -> Scene {
    let world = World::new(5);
    let store = TodoStore::open(&world.env());
    let add = |new: NewTodo, origin: &Origin| {
        world.wind(1000);
        store.execute(Command::Add(new), origin).unwrap().todos.remove(0).id
    };
    add(NewTodo::text("bystander"), &Origin::hand());
    add(NewTodo { list: Some("shop".into()), ..NewTodo::text("bystander on a list") }, &Origin::hand());
    let recurring = NewTodo {
        due: Due::parse("2026-11-20"),
        recurrence: Some("FREQ=WEEKLY".into()),
        ..NewTodo::text("mine, every week")
    };
    let mine = vec![
        add(recurring, &Origin::hand()),
        add(NewTodo { list: Some("shed".into()), ..NewTodo::text("mine too") }, &Origin::hand()),
    ];
    let without_second = meaning(&world);
    add(NewTodo::text("of the second run"), &Origin::step("s", "s:1"));
    world.wind(1000);
    let before = meaning(&world);
    Scene { world, store, mine, without_second, before }
}

/// What people would see, without ids and moments.
fn seen(store: &TodoStore) -> Vec<(String, bool, Option<String>)> {
    store.list(&Filter::all()).into_iter().map(|todo| (todo.text, todo.completed, todo.list)).collect()
}

/// What the command comes to when nothing goes wrong.
fn done(make: fn(&[String]) -> Command) -> (Vec<(String, bool, Option<String>)>, usize) {
    let Scene { store, mine, .. } = scene();
    store.execute(make(&mine), &step(1)).unwrap();
    (seen(&store), store.lists().len())
}

/// Fails every use of the storage from the `at`th write on, and says whether it came to that.
fn fail_from(world: &World, at: usize, fault: impl Fn(Access<'_>) -> Option<Fault> + 'static) -> Rc<Cell<bool>> {
    let (mut left, reached) = (at, Rc::new(Cell::new(false)));
    let flag = reached.clone();
    world.storage().fail(move |access| {
        if let Access::Set(..) | Access::Remove(_) = access {
            if left > 0 {
                left -= 1;
                return None;
            }
            flag.set(true);
        }
        if flag.get() { fault(access) } else { None }
    });
    reached
}

#[test]
fn undoing_after_a_crash_takes_back_what_was_done_and_nothing_else() {
    for (name, make) in COMMANDS {
        let whole = done(make);
        for (at, keyed) in (0..30).flat_map(|at| [(at, false), (at, true)]) {
            let place = format!("{name}, crash at write {at}, keyed {keyed}");
            let Scene { world, store, mine, without_second, before } = scene();
            let none = (seen(&store), store.lists().len());
            let origin = if keyed { step(1) } else { Origin::hand() };
            // After a crash nothing is written any more, not even what would put things right.
            let crashed = fail_from(&world, at, |_| Some(Fault::Unavailable));
            let _ = store.execute(make(&mine), &origin);
            let world = world.restarted();
            world.wind(1000);
            let store = TodoStore::open(&world.env());
            let now = (seen(&store), store.lists().len());
            assert!(now == none || now == whole, "{place}: half done: {now:?}");
            agree(&store, &world, &place);
            if keyed {
                store.execute(make(&mine), &origin).unwrap();
                assert_eq!((seen(&store), store.lists().len()), whole, "{place}: done once and only once");
                if at % 2 == 0 {
                    store.undo_run("r").unwrap().unwrap();
                } else {
                    // Typed as a later step of the same run.
                    store.undo_as(&step(2)).unwrap().unwrap();
                }
                assert_eq!(meaning(&world), before, "{place}");
            } else if now == whole {
                store.undo().unwrap().unwrap();
                assert_eq!(meaning(&world), before, "{place}");
            }
            store.undo_run("s").unwrap().unwrap();
            assert_eq!(meaning(&world), without_second, "{place}: the second run");
            assert_eq!(
                meaning(&world),
                {
                    drop(TodoStore::open(&world.env()));
                    meaning(&world)
                },
                "{place}: a reload"
            );
            if !crashed.get() {
                break;
            }
        }
    }
}

#[test]
fn a_crash_while_undoing_leaves_it_done_or_undone() {
    for (name, make) in COMMANDS {
        for at in 0..30 {
            let place = format!("{name}, crash at write {at} of the undoing");
            let Scene { world, store, mine, before, .. } = scene();
            store.execute(make(&mine), &step(1)).unwrap();
            world.wind(1000);
            let after = meaning(&world);
            let crashed = fail_from(&world, at, |_| Some(Fault::Unavailable));
            let _ = store.undo_run("r");
            let world = world.restarted();
            world.wind(1000);
            let store = TodoStore::open(&world.env());
            let now = meaning(&world);
            assert!(now == before || now == after, "{place}: half undone");
            if now == after {
                store.undo_run("r").unwrap().unwrap();
            } else {
                assert!(store.undo_run("r").unwrap().is_none(), "{place}: it is undone");
            }
            assert_eq!(meaning(&world), before, "{place}");
            store.redo().unwrap().unwrap();
            assert_eq!(meaning(&world).len(), after.len(), "{place}: made again");
            if !crashed.get() {
                break;
            }
        }
    }
}

#[test]
fn a_failing_storage_leaves_memory_and_storage_the_same() {
    for (name, make) in COMMANDS {
        let whole = done(make);
        for fault in Fault::OF_WRITES {
            for (at, lasts) in (0..12).flat_map(|at| [(at, false), (at, true)]) {
                let place = format!("{name}, {fault:?} at write {at}, lasting {lasts}");
                let Scene { world, store, mine, without_second, before } = scene();
                let once = Cell::new(false);
                let failed = fail_from(&world, at, move |access| match access {
                    Access::Get(_) | Access::Keys(_) => None,
                    Access::Set(..) | Access::Remove(_) => (lasts || !once.replace(true)).then_some(fault),
                });
                let result = store.execute(make(&mine), &step(1));
                let now = meaning(&world);
                world.storage().lift_faults();
                if !lasts {
                    // Whatever could not be written was put back at once.
                    assert!(result.is_ok() || now == before, "{place}: {result:?}");
                }
                // The next change, of anybody, finds everything as it is stored.
                store.execute(Command::Add(NewTodo::text("afterwards")), &Origin::hand()).unwrap();
                agree(&store, &world, &place);
                store.undo().unwrap().unwrap();
                let again = store.execute(make(&mine), &step(1)).unwrap();
                assert!(again.repeated || result.is_err() || fault == Fault::Quota, "{place}");
                assert_eq!((seen(&store), store.lists().len()), whole, "{place}: done once and only once");
                let reopened = TodoStore::open(&world.env());
                assert_eq!((seen(&reopened), reopened.lists().len()), whole, "{place}: after a reload");
                if fault != Fault::Quota {
                    // No history gave way; a full storage takes it.
                    reopened.undo_run("r").unwrap().unwrap();
                    assert_eq!(meaning(&world), before, "{place}");
                    reopened.undo_run("s").unwrap().unwrap();
                    assert_eq!(meaning(&world), without_second, "{place}");
                }
                if !failed.get() {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_was_undone_stays_undone_when_its_marker_outlives_it() {
    for (name, make) in COMMANDS {
        let Scene { world, store, mine, before, .. } = scene();
        let stubborn = |access: Access<'_>| match access {
            Access::Remove(key) => key.contains("todo-pending").then_some(Fault::Unavailable),
            _ => None,
        };
        world.storage().fail(stubborn);
        store.execute(make(&mine), &step(1)).unwrap();
        world.wind(1000);
        store.undo_run("r").unwrap().unwrap();
        assert_eq!(meaning(&world), before, "{name}");
        // Another tab opens, now and when markers can be removed again.
        for lift in [false, true] {
            if lift {
                world.storage().lift_faults();
            }
            let other = TodoStore::open(&world.env());
            assert_eq!(meaning(&world), before, "{name}");
            agree(&other, &world, name);
        }
        assert!(
            !world.storage().dump().iter().any(|(key, _)| key.contains("todo-pending")),
            "{name}: markers are gone"
        );
        // A change by hand over the finished one stays as well.
        world.storage().fail(stubborn);
        store.execute(Command::Complete { id: mine[1].clone() }, &step(2)).unwrap();
        store.execute(Command::Delete { id: mine[1].clone() }, &Origin::hand()).unwrap();
        let over = meaning(&world);
        world.storage().lift_faults();
        drop(TodoStore::open(&world.env()));
        assert_eq!(meaning(&world), over, "{name}: applied again over a later change");
    }
}

#[test]
fn what_cannot_be_read_is_no_ground_for_a_change() {
    for fault in [Fault::Unavailable, Fault::Stale] {
        for (name, make) in COMMANDS {
            let Scene { world, store, mine, .. } = scene();
            let strangers = |world: &World| {
                let mut all = meaning(world);
                all.retain(|_, todo| {
                    todo["text"].as_str().is_some_and(|text| text.contains("bystander") || text.contains("second"))
                });
                all
            };
            let before = strangers(&world);
            assert_eq!(before.len(), 3);
            for at in 0..6 {
                let mut left = at;
                world.storage().fail(move |access| {
                    left -= i32::from(matches!(access, Access::Get(_)));
                    (left == -1 && matches!(access, Access::Get(_))).then_some(fault)
                });
                let _ = store.execute(make(&mine), &step(at as usize));
                world.storage().lift_faults();
                let _ = store.undo_run("r");
                assert_eq!(strangers(&world), before, "{name}, {fault:?} at read {at}");
                if fault == Fault::Stale {
                    // The host says so when what others wrote has come.
                    store.storage_changed(None);
                }
                agree(&store, &world, name);
            }
        }
    }
    // A storage that fails on opening is read when it works again.
    let Scene { world, before, .. } = scene();
    world.storage().fail(|_| Some(Fault::Unavailable));
    let store = TodoStore::open(&world.env());
    assert_eq!((store.total(), store.notices()[0].code), (0, "storage.unavailable"));
    assert_eq!(
        store.execute(Command::DeleteAll { list: None }, &Origin::hand()).unwrap_err().code(),
        "storage.unavailable"
    );
    world.storage().lift_faults();
    store.execute(Command::Add(NewTodo::text("afterwards")), &Origin::hand()).unwrap();
    assert_eq!(store.total(), before.keys().filter(|key| key.starts_with("dunlin:v1:todo:")).count() + 1);
}

#[test]
fn a_run_counts_in_what_it_was_shown_itself() {
    let world = World::new(6);
    let store = TodoStore::open(&world.env());
    let run = |store: &TodoStore, run: &str, number: usize, input: Value| {
        let context = tool::Context { origin: Origin::step(run, format!("{run}:{number}")), now_ms: None };
        tool::execute(store, &input, &context).unwrap().output
    };
    for (text, list) in [("one", "a"), ("two", "a"), ("three", "b"), ("four", "b")] {
        run(
            &store,
            "make",
            text.len() + list.len() * 10 + text.as_bytes()[1] as usize,
            json!({"action": "add", "text": text, "list": list}),
        );
    }
    run(&store, "r", 1, json!({"action": "list", "list": "a"}));
    // While it waits for its approval, another run shows another list, and the page is loaded anew.
    run(&store, "q", 1, json!({"action": "list", "list": "b"}));
    let store = TodoStore::open(&world.env());
    let input = json!({"action": "delete", "position": 2});
    let named = tool::would_delete(&store, &input, Some("r")).unwrap();
    assert_eq!(named.iter().map(|todo| todo.text.as_str()).collect::<Vec<_>>(), ["two"]);
    assert_eq!(run(&store, "r", 2, input)["text"], "two");
    // The next one is counted as it was shown, too.
    let store = TodoStore::open(&world.env());
    let several = json!({"action": "delete", "positions": [1, 2]});
    let named = tool::would_delete(&store, &several, Some("q")).unwrap();
    assert_eq!(named.iter().map(|todo| todo.text.as_str()).collect::<Vec<_>>(), ["three", "four"]);
    assert_eq!(run(&store, "q", 2, several).as_array().unwrap().len(), 2);
    // An order that does not read is no order: nothing is guessed.
    world.env().storage.set("dunlin:v1:todo-shown:r", "{\"or").unwrap();
    let context = tool::Context { origin: Origin::step("r", "r:3"), now_ms: None };
    let refused = tool::execute(&TodoStore::open(&world.env()), &json!({"action": "delete", "position": 1}), &context);
    assert_eq!(refused.unwrap_err().code(), "todo.no-such-position");
}

#[test]
fn a_storage_that_tells_nobody_of_a_write_is_read_again() {
    let world = World::new(7);
    world.storage().be_custom();
    let (one, two) = (TodoStore::open(&world.env()), TodoStore::open(&world.env()));
    let heard = Rc::new(Cell::new(0));
    let (log, inner) = (heard.clone(), two.clone());
    let _subscription = two.subscribe(Box::new(move |_| log.set(log.get() + inner.list(&Filter::all()).len())));
    let made = one.execute(Command::Add(NewTodo::text("by one")), &Origin::hand()).unwrap().todos.remove(0);
    assert_eq!(two.list(&Filter::all()), std::slice::from_ref(&made));
    assert_eq!(two.count(&Filter::active()), 1);
    assert_eq!(heard.get(), 1, "it is told once");
    one.execute(Command::Delete { id: made.id }, &Origin::hand()).unwrap();
    let context = tool::Context::default();
    let refused = tool::execute(&two, &json!({"action": "complete", "match": "by one"}), &context);
    assert_eq!(refused.unwrap_err().code(), "todo.not-found");
}

#[test]
fn a_storage_that_calls_back_in_never_traps() {
    for (name, make) in COMMANDS {
        let whole = done(make);
        let Scene { world, store, mine, before, .. } = scene();
        let (inner, ids) = (store.clone(), mine.clone());
        let (depth, refused) = (Cell::new(0), Rc::new(Cell::new(0)));
        let count = refused.clone();
        world.storage().fail(move |access| {
            if depth.replace(1) == 0 && matches!(access, Access::Set(..) | Access::Remove(_)) {
                let nested = inner.execute(Command::Complete { id: ids[1].clone() }, &Origin::hand());
                count.set(count.get() + usize::from(nested.is_err_and(|error| error.code() == "storage.unavailable")));
                inner.list(&Filter::all());
                inner.storage_changed(None);
                let _ = (inner.undo(), inner.changed_by(&ids[0]));
                let _ = tool::execute(&inner, &json!({"action": "list"}), &tool::Context::default());
            }
            depth.set(0);
            None
        });
        store.execute(make(&mine), &step(1)).unwrap();
        world.storage().lift_faults();
        assert!(refused.get() > 0, "{name}: a change came in between");
        assert_eq!((seen(&store), store.lists().len()), whole, "{name}");
        agree(&store, &world, name);
        store.undo_run("r").unwrap().unwrap();
        assert_eq!(meaning(&world), before, "{name}");
    }
}

/// What a run finds at a position, or the code of why it finds nothing.
fn found_at(store: &TodoStore, run: &str, position: i64) -> Result<String, String> {
    let context = tool::Context { origin: Origin::step(run, format!("{run}:2")), now_ms: None };
    let found = tool::execute(store, &json!({"action": "get", "position": position}), &context);
    found.map(|found| found.output["text"].as_str().unwrap().to_owned()).map_err(|fault| fault.code().to_owned())
}

fn show_to(store: &TodoStore, run: &str, filter: &Value) {
    let context = tool::Context { origin: Origin::step(run, format!("{run}:1")), now_ms: None };
    tool::execute(store, &json!({"action": "list", "filter": filter}), &context).unwrap();
}

#[test]
fn a_run_whose_order_had_to_go_counts_in_nobody_elses() {
    let world = World::new(8);
    let store = TodoStore::open(&world.env());
    for text in ["one", "two", "three", "five"] {
        store.execute(Command::Add(NewTodo::text(text)), &Origin::hand()).unwrap();
    }
    show_to(&store, "run-000", &json!({"text": "e"}));
    assert_eq!(found_at(&store, "run-000", 2).unwrap(), "three");
    for number in 1..=150 {
        show_to(&store, &format!("run-{number:03}"), &json!({}));
    }
    // In the tab at hand and in one that is opened later; what it lists anew it counts in again.
    for store in [store, TodoStore::open(&world.env())] {
        assert_eq!(found_at(&store, "run-000", 2).unwrap_err(), "todo.no-such-position");
        assert_eq!(found_at(&store, "run-150", 2).unwrap(), "two");
    }
    let store = TodoStore::open(&world.env());
    show_to(&store, "run-000", &json!({"text": "e"}));
    assert_eq!(found_at(&store, "run-000", 2).unwrap(), "three");
}

#[test]
fn an_order_that_cannot_be_stored_is_missed_and_not_taken_for_another() {
    // The storage refuses the order once, or always.
    for refusals in [1, usize::MAX] {
        let world = World::new(10);
        let store = TodoStore::open(&world.env());
        for text in ["one", "two", "three"] {
            store.execute(Command::Add(NewTodo::text(text)), &Origin::hand()).unwrap();
        }
        show_to(&store, "r", &json!({}));
        let mut left = refusals;
        world.storage().fail(move |access| {
            let order = matches!(access, Access::Set(key, _) if key.starts_with("dunlin:v1:todo-shown:r"));
            (order && left > 0).then(|| {
                left = left.saturating_sub(1);
                Fault::Unavailable
            })
        });
        show_to(&store, "r", &json!({"text": "t"}));
        assert_eq!(found_at(&store, "r", 1).unwrap(), "two");
        world.storage().lift_faults();
        show_to(&store, "q", &json!({"text": "o"}));
        let store = TodoStore::open(&world.env());
        let found = found_at(&store, "r", 1);
        assert_eq!(found, if refusals == 1 { Ok("two".to_owned()) } else { Err("todo.no-such-position".to_owned()) });
    }
}

#[test]
fn the_last_of_a_very_long_list_is_the_last_that_was_shown() {
    let world = World::new(9);
    let store = TodoStore::open(&world.env());
    for number in 1..=2500 {
        store.execute(Command::Add(NewTodo::text(format!("todo {number}"))), &Origin::hand()).unwrap();
    }
    show_to(&store, "r", &json!({}));
    let store = TodoStore::open(&world.env());
    for (position, text) in [(1, 1), (500, 500), (-1, 2500), (-500, 2001), (2500, 2500)] {
        assert_eq!(found_at(&store, "r", position), Ok(format!("todo {text}")), "{position}");
    }
    for position in [501, 2000, -501, 2501, -2501] {
        assert_eq!(found_at(&store, "r", position).unwrap_err(), "todo.no-such-position", "{position}");
    }
}
