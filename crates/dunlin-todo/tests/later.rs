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
    assert_eq!(slow.undo_summary(), store.undo_summary());

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
