//! Several stores over one storage, hosts that call back, and changes that were kept without their values: an undo takes back
//! the last change or refuses, and memory holds what is stored.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use dunlin_base::{
    Clock, Env,
    testing::{Access, Fault, World},
};
use dunlin_todo::{Command, Filter, NewTodo, Origin, Todo, TodoErrorKind, TodoStore, tool};
use serde_json::{Value, json};

fn add(store: &TodoStore, text: &str) -> Todo {
    store.execute(Command::Add(NewTodo::text(text)), &Origin::hand()).unwrap().todos.remove(0)
}

fn texts(store: &TodoStore) -> Vec<String> {
    let mut texts: Vec<String> = store.list(&Filter::all()).into_iter().map(|todo| todo.text).collect();
    texts.sort();
    texts
}

#[test]
fn an_undo_takes_back_the_last_change_whichever_runtime_made_it() {
    // Nobody is told of what another runtime writes to a storage of the host's own.
    for first in [0, 1] {
        let world = World::new(1);
        world.storage().be_custom();
        let stores = [TodoStore::open(&world.env()), TodoStore::open(&world.env())];
        add(&stores[first], "one");
        add(&stores[first], "two");
        world.wind(10);
        add(&stores[1 - first], "three");
        for (left, store) in [(2, first), (1, 1 - first), (0, first)] {
            assert!(stores[store].undo().unwrap().is_some());
            assert_eq!(texts(&stores[store]), ["one", "two"][..left].to_vec(), "{first}");
        }
    }
}

#[test]
fn an_undo_refuses_where_the_last_change_was_kept_without_its_values() {
    let world = World::new(1);
    let store = TodoStore::open(&world.env());
    let (_, other) = (add(&store, "bystander"), add(&store, "goes"));
    // There is no room for what was there before.
    world.storage().gate_writes(|key, value| {
        value.is_none() || !key.contains("todo-change:") || !value.unwrap().contains("\"before\"")
    });
    let gone = store.execute(Command::Delete { id: other.id }, &Origin::step("r", "r:1")).unwrap();
    world.storage().lift_faults();
    assert!(!gone.undoable);
    for store in [store, TodoStore::open(&world.env())] {
        let refused = store.undo().unwrap_err();
        assert_eq!(refused.kind(), TodoErrorKind::NotUndoable, "{refused}");
        assert!(refused.message().contains("deleted \"goes\""), "{refused}");
        assert_eq!(store.undo_run("r").unwrap_err().kind(), TodoErrorKind::NotUndoable);
        assert_eq!(texts(&store), ["bystander"]);
        // What comes after it can be undone as ever, and then it stands in the way again.
        add(&store, "later");
        store.undo().unwrap();
        assert_eq!(store.undo().unwrap_err().kind(), TodoErrorKind::NotUndoable);
    }
}

/// A clock of the host's that uses the todos whenever it is asked.
struct Meddling {
    inner: Rc<dyn Clock>,
    store: RefCell<Option<TodoStore>>,
    busy: Cell<bool>,
    turns: Cell<u32>,
    added: Cell<usize>,
}

impl Clock for Meddling {
    fn now_ms(&self) -> i64 {
        let store = self.store.borrow().clone();
        if let (Some(store), false) = (store, self.busy.replace(true)) {
            self.turns.set(self.turns.get() + 1);
            match self.turns.get() % 5 {
                0 => drop(store.list(&Filter::all())),
                1 => drop(store.count(&Filter::active())),
                2 => drop(store.changed_by("none")),
                3 => drop(store.notices()),
                // Refused while a change is being worked out, and said so.
                _ => match store.execute(Command::Add(NewTodo::text("said")), &Origin::hand()) {
                    Ok(_) => self.added.set(self.added.get() + 1),
                    Err(error) => assert_eq!(error.kind(), TodoErrorKind::Unavailable, "{error}"),
                },
            }
            self.busy.set(false);
        }
        self.inner.now_ms()
    }

    fn utc_offset_minutes(&self, at_ms: i64) -> i32 {
        self.inner.utc_offset_minutes(at_ms)
    }
}

#[test]
fn a_host_that_uses_the_todos_from_its_clock_breaks_nothing() {
    for custom in [false, true] {
        let world = World::new(3);
        if custom {
            world.storage().be_custom();
        }
        let clock = Rc::new(Meddling {
            inner: world.env().clock,
            store: RefCell::default(),
            busy: Cell::new(false),
            turns: Cell::new(0),
            added: Cell::new(0),
        });
        let store = TodoStore::open(&Env { clock: clock.clone(), ..world.env() });
        *clock.store.borrow_mut() = Some(store.clone());
        for number in 0..40 {
            let todo = add(&store, &format!("todo {number}"));
            store.count(&Filter::active());
            store.execute(Command::Complete { id: todo.id.clone() }, &Origin::hand()).unwrap();
            assert!(store.get(&todo.id).unwrap().completed);
        }
        clock.store.borrow_mut().take();
        assert!(clock.added.get() > 5, "{}", clock.added.get());
        assert_eq!(store.total(), 40 + clock.added.get());
        assert_eq!(texts(&store), texts(&TodoStore::open(&world.env())), "memory holds what is stored");
    }
}

#[test]
fn what_is_taken_back_halfway_is_read_again() {
    // Each of the uses that follow fails once, though what it was to do is done.
    for fails in 0..12 {
        let world = World::new(4);
        let store = TodoStore::open(&world.env());
        add(&store, "bystander");
        let uses = Rc::new(Cell::new(0));
        let counted = uses.clone();
        world.storage().fail(move |access| {
            let writes = matches!(access, Access::Set(..) | Access::Remove(_));
            counted.set(counted.get() + u32::from(writes));
            // The change itself fails at its effect; then one use of what takes it back.
            (writes && (counted.get() == 3 || counted.get() == 4 + fails)).then_some(Fault::Unconfirmed)
        });
        let _ = store.execute(Command::Add(NewTodo::text("new")), &Origin::step("r", "r:1"));
        let _ = store.execute(Command::Add(NewTodo::text("next")), &Origin::hand());
        world.storage().lift_faults();
        assert_eq!(texts(&store), texts(&TodoStore::open(&world.env())), "{fails}");
    }
}

/// An input, how many todos are added after the question, and what is left when what was agreed to is done.
type Agreed<'a> = (Value, &'a [&'a str]);

#[test]
fn what_is_agreed_to_is_what_is_done() {
    let shed = "shed";
    let cases: [Agreed<'_>; 7] = [
        (json!({"action": "delete", "all": true}), &["late", "late in the shed"]),
        (json!({"action": "clear"}), &["late", "late in the shed"]),
        (json!({"action": "clear", "list": shed}), &["bystander", "late", "late in the shed"]),
        (json!({"action": "delete_list", "list": shed}), &["bystander", "late", "late in the shed"]),
        (json!({"action": "delete", "filter": {"list": shed}}), &["bystander", "late", "late in the shed"]),
        (json!({"action": "delete", "match": "rake"}), &["bystander", "late", "late in the shed", "spade"]),
        (json!({"action": "delete", "positions": [1, 2]}), &["late", "late in the shed", "spade"]),
    ];
    for (input, left) in cases {
        let world = World::new(5);
        let store = TodoStore::open(&world.env());
        let add = |text: &str, list: Option<&str>| {
            let new = NewTodo { list: list.map(str::to_owned), ..NewTodo::text(text) };
            store.execute(Command::Add(new), &Origin::hand()).unwrap().todos.remove(0)
        };
        add("bystander", None);
        add("rake", Some(shed));
        add("spade", Some(shed));
        let agreed = tool::exact(&store, &input, Some("r")).unwrap();
        assert_eq!(tool::exact(&store, &agreed, Some("r")), None, "{input}: it says it all");
        assert!(dunlin_base::json::write(&tool::input_schema()).contains("todoIds"));
        add("late", None);
        add("late in the shed", Some(shed));
        let context = tool::Context { origin: Origin::step("r", "r:1"), now_ms: None };
        tool::execute(&store, &agreed, &context).unwrap();
        assert_eq!(texts(&store), left, "{input}");
    }
}

#[test]
fn what_is_gone_by_the_time_it_is_agreed_to_is_no_obstacle() {
    let world = World::new(6);
    let store = TodoStore::open(&world.env());
    let (first, _) = (add(&store, "first"), add(&store, "second"));
    let agreed = tool::exact(&store, &json!({"action": "delete", "all": true}), None).unwrap();
    store.execute(Command::Delete { id: first.id }, &Origin::hand()).unwrap();
    let reply = tool::execute(&store, &agreed, &tool::Context::default()).unwrap();
    assert_eq!((reply.metadata["count"].clone(), store.total()), (json!(1), 0));
    for reads in
        [json!({"action": "list"}), json!({"action": "add", "text": "x"}), json!({"action": "delete", "match": "none"})]
    {
        assert_eq!(tool::exact(&store, &reads, None), None);
    }
}

#[test]
fn what_another_runtime_took_back_is_not_done_again() {
    let world = World::new(7);
    world.storage().be_custom();
    let [one, two] = [(); 2].map(|()| TodoStore::open(&world.env()));
    let todo = add(&one, "note");
    // The deletion is done, and the mark that it is under way stays.
    world.storage().gate_writes(|key, value| value.is_some() || !key.contains("todo-pending:"));
    one.execute(Command::Delete { id: todo.id.clone() }, &Origin::hand()).unwrap();
    world.storage().lift_faults();
    two.undo().unwrap().unwrap();
    add(&one, "other");
    for store in [&one, &two, &TodoStore::open(&world.env())] {
        assert_eq!(texts(store), ["note", "other"]);
    }
}

#[test]
fn all_is_read_again_only_where_others_may_have_written() {
    let world = World::new(7);
    world.storage().be_custom();
    let [one, two] = [(); 2].map(|()| TodoStore::open(&world.env()));
    add(&one, "milk");
    let reads = Rc::new(Cell::new(0));
    let seen = reads.clone();
    world.storage().fail(move |access| {
        seen.set(seen.get() + usize::from(matches!(access, Access::Keys(_))));
        None
    });
    world.storage().be_untouched(true);
    assert_eq!((texts(&two), texts(&one)), (Vec::new(), vec!["milk".to_owned()]), "it is to be told of what is new");
    let _ = one.find("milk");
    assert_eq!(reads.get(), 0);
    world.storage().be_untouched(false);
    assert_eq!((texts(&two), reads.get()), (vec!["milk".to_owned()], 1));
}

#[test]
fn two_processes_that_draw_alike_give_no_id_twice() {
    // The same seed and the same moment: each would draw what the other drew.
    let (first, second) = (World::new(21), World::new(21));
    let store = TodoStore::open(&first.env());
    add(&store, "one");
    add(&store, "two");
    for (key, value) in first.storage().dump() {
        second.env().storage.set(&key, &value).unwrap();
    }
    let other = TodoStore::open(&second.env());
    add(&other, "three");
    add(&other, "four");
    assert_eq!(texts(&other), ["four", "one", "three", "two"]);
    // The changes are four, too: each is undone for itself.
    for left in (0..4).rev() {
        other.undo().unwrap();
        assert_eq!(other.total(), left);
    }
}

#[test]
fn what_another_store_must_still_take_back_is_not_acknowledged() {
    let world = World::new(3);
    let (failing, other) = (TodoStore::open(&world.env()), TodoStore::open(&world.env()));
    let todo = add(&failing, "milk");
    other.storage_changed(None);
    // The todo is written and reported as failed; then it cannot be put back.
    let mut writes = 0;
    world.storage().fail(move |access| match access {
        Access::Set(key, _) if key.contains(":todo:") => {
            writes += 1;
            Some(if writes == 1 { Fault::Unconfirmed } else { Fault::Unavailable })
        }
        _ => None,
    });
    failing.execute(Command::Complete { id: todo.id.clone() }, &Origin::hand()).unwrap_err();
    world.storage().lift_faults();
    other.storage_changed(None);
    assert!(other.get(&todo.id).unwrap().completed, "the write that was told as failed is seen elsewhere");
    // Asked for there, it is done there, and is still so when the first has taken back its own.
    other.execute(Command::Complete { id: todo.id.clone() }, &Origin::hand()).unwrap();
    add(&failing, "bread");
    assert!(TodoStore::open(&world.env()).get(&todo.id).unwrap().completed);
}
