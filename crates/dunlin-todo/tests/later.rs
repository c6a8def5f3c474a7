//! What comes again, and what is read later than at once.

use dunlin_base::testing::World;
use dunlin_todo::{Command, Due, Filter, NewTodo, Origin, TodoStore};

fn hand() -> Origin {
    Origin::hand()
}

#[test]
fn what_comes_again_stands_where_it_stood() {
    let world = World::new(43);
    let store = TodoStore::open(&world.env());
    let weekly = |text: &str| NewTodo {
        text: text.to_owned(),
        due: Due::parse("2026-11-20"),
        recurrence: Some("FREQ=WEEKLY".to_owned()),
        ..NewTodo::default()
    };
    for new in [weekly("bins"), NewTodo { text: "milk".to_owned(), ..NewTodo::default() }] {
        store.execute(Command::Add(new), &hand()).unwrap();
    }
    let order = || store.list(&Filter::active()).into_iter().map(|todo| todo.text).collect::<Vec<_>>();
    for _ in 0..3 {
        let bins = store.list(&Filter::active())[0].clone();
        store.execute(Command::Complete { id: bins.id }, &hand()).unwrap();
        assert_eq!(order(), ["bins", "milk"]);
    }
    // It is moved as any other, and what is moved before or after it stands there.
    let [bins, milk] = [0, 1].map(|at| store.list(&Filter::active())[at].id.clone());
    store.execute(Command::Move { id: milk.clone(), after: None }, &hand()).unwrap();
    assert_eq!(order(), ["milk", "bins"]);
    store.execute(Command::Move { id: milk, after: Some(bins) }, &hand()).unwrap();
    assert_eq!(order(), ["bins", "milk"]);
}

#[test]
fn what_is_read_a_little_at_a_time_is_what_is_read_at_once() {
    let world = World::new(44);
    let store = TodoStore::open(&world.env());
    for at in 0..25 {
        store.execute(Command::Add(NewTodo { text: format!("todo {at}"), ..NewTodo::default() }), &hand()).unwrap();
    }
    world.env().storage.set("dunlin:v1:todo:broken", "{").unwrap();
    let slow = TodoStore::open_unread(&world.env());
    let mut turns = 1;
    while slow.read_some(7) {
        turns += 1;
    }
    assert!(turns > 3, "{turns}");
    assert_eq!(slow.list(&Filter::all()), TodoStore::open(&world.env()).list(&Filter::all()));
    assert_eq!((slow.total(), slow.notices().len()), (25, 1));

    // What another tab does meanwhile is not missed, and whoever cannot wait reads all of it.
    let slow = TodoStore::open_unread(&world.env());
    assert!(slow.read_some(7));
    let id = store.list(&Filter::all())[0].id.clone();
    store.execute(Command::Delete { id: id.clone() }, &hand()).unwrap();
    slow.storage_changed(Some(&format!("dunlin:v1:todo:{id}")));
    while slow.read_some(7) {}
    assert_eq!(slow.total(), 24);
    let hasty = TodoStore::open_unread(&world.env());
    assert!(hasty.read_some(7));
    hasty.read_stored();
    assert_eq!((hasty.total(), hasty.read_some(7)), (24, false));
}

#[test]
fn what_is_held_in_memory_has_another_number_after_every_change() {
    let world = World::new(45);
    let other = TodoStore::open(&world.env());
    let add = |store: &TodoStore, text: &str| {
        store.execute(Command::Add(NewTodo::text(text)), &hand()).unwrap().todos.remove(0)
    };
    let first = add(&other, "first");
    let store = TodoStore::open_unread(&world.env());
    let seen = || (store.list_shared(&Filter::all()), store.changes());
    let changed = |what: &str, act: &dyn Fn()| {
        let before = seen();
        act();
        let after = seen();
        assert_ne!(before.0, after.0, "{what}");
        assert_ne!(before.1, after.1, "{what}");
    };
    changed("read", &|| store.read_stored());
    changed("added", &|| drop(add(&store, "second")));
    changed("undone", &|| drop(store.undo().unwrap()));
    changed("told of a key", &|| {
        other.execute(Command::Complete { id: first.id.clone() }, &hand()).unwrap();
        store.storage_changed(Some(&format!("dunlin:v1:todo:{}", first.id)));
    });
    changed("told of all keys", &|| {
        add(&other, "third");
        store.storage_changed(None);
    });
    let before = seen();
    store.read_stored();
    assert_eq!(store.list(&Filter::all()).len(), 2);
    store.execute(Command::Complete { id: "nobody".to_owned() }, &hand()).unwrap_err();
    assert_eq!(seen(), before, "nothing has changed");

    // A storage of the host's own tells nobody: what is found there when it is asked counts as well.
    world.storage().be_custom();
    changed("found", &|| {
        add(&other, "fourth");
        assert_eq!(store.list(&Filter::all()).len(), 3);
    });
    let before = store.changes();
    assert_eq!(store.list(&Filter::all()).len(), 3);
    assert_eq!(store.changes(), before);
}
