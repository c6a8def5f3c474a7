//! How long the store takes at ten and at ten thousand todos. Run with `cargo bench -p dunlin-todo`.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "a bench asks the real clock and prints figures")]

use std::time::Instant;

use dunlin_base::testing::World;
use dunlin_todo::{Command, DueFilter, Filter, Format, NewTodo, Origin, Sort, TodoStore, tool};

fn main() {
    let mut adds = Vec::new();
    for stored in [10, 10_000] {
        let world = World::new(1);
        let store = filled(&world, stored);
        adds.push(measured(&format!("add by hand, {stored} stored"), 400, || {
            let _ = store.execute(Command::Add(NewTodo::text("water the ferns")), &Origin::hand());
        }));
        let mut number = 0;
        measured(&format!("add by a step, {stored} stored"), 400, || {
            number += 1;
            let origin = Origin::step("run", format!("run:{number}"));
            let _ = store.execute(Command::Add(NewTodo::text("water the ferns")), &origin);
        });
    }
    if let [few, many] = adds.as_slice() {
        println!("add, 10,000 stored ÷ 10 stored: {:.2}", many / few);
    }
    let world = World::new(1);
    let store = filled(&world, 10_000);
    measured("load 10,000, just imported", 2, || drop(TodoStore::open(&world.env())));
    // The record of the import goes with the next change, as it is over the ledger's bound.
    let _ = store.execute(Command::Add(NewTodo::text("one more")), &Origin::hand());
    measured("load 10,000", 2, || drop(TodoStore::open(&world.env())));
    measured("list 10,000", 5, || drop(store.list(&Filter::all())));
    measured("list 10,000, shared", 5, || drop(store.list_shared(&Filter::all())));
    let search = Filter { text: Some("ferns 4711".into()), ..Filter::active() };
    measured("search 10,000, first", 1, || drop(store.list(&search)));
    measured("search 10,000, again", 5, || drop(store.list(&search)));
    let due = Filter { due: Some(DueFilter::Upcoming), sort: Sort::Due, ..Filter::active() };
    measured("filter and sort 10,000 by due", 5, || drop(store.list(&due)));
    for (what, filter) in [
        ("list", Filter { list: Some("list4".into()), ..Filter::all() }),
        ("tag", Filter { tag: Some("TAG7".into()), ..Filter::all() }),
        ("priority", Filter { priority: Some(2), ..Filter::all() }),
        ("today", Filter { due: Some(DueFilter::Today), ..Filter::active() }),
        ("overdue", Filter { due: Some(DueFilter::Overdue), ..Filter::active() }),
    ] {
        measured(&format!("filter 10,000 by {what}, shared"), 5, || drop(store.list_shared(&filter)));
    }
    measured("sort 10,000 by text", 5, || drop(store.list(&Filter { sort: Sort::Text, ..Filter::all() })));
    measured("find by words among 10,000", 5, || drop(store.find("fern 4711 water")));
    let get = serde_json::json!({"action": "get", "match": "fern 4711 water"});
    measured("tool get by words among 10,000", 5, || drop(tool::execute(&store, &get, &tool::Context::default())));
    for format in Format::ALL {
        measured(&format!("export 10,000 as {}", format.name()), 2, || drop(store.export(format)));
    }
    measured("clear 10,000", 1, || drop(store.execute(Command::DeleteAll { list: None }, &Origin::hand())));
    measured("undo clearing 10,000", 1, || drop(store.undo()));
}

fn filled(world: &World, count: usize) -> TodoStore {
    let store = TodoStore::open(&world.env());
    let line = |number: usize| {
        let (letter, month, day) = (if number.is_multiple_of(2) { 'A' } else { 'B' }, number % 12 + 1, number % 28 + 1);
        let (list, tag) = (number % 9, number % 31);
        format!("({letter}) water the ferns {number} +list{list} @tag{tag} due:2026-{month:02}-{day:02}")
    };
    let lines = (0..count).map(line).collect::<Vec<_>>().join("\n");
    if let Err(error) = store.import(Format::TodoTxt, &lines) {
        println!("{error}");
    }
    store
}

/// The fastest of five batches: other programs can only make one slower.
fn measured(what: &str, times: u32, mut act: impl FnMut()) -> f64 {
    let mut batch = || {
        let start = Instant::now();
        (0..times).for_each(|_| act());
        start.elapsed().as_secs_f64() * 1e6 / f64::from(times)
    };
    let batches = if times == 1 { 1 } else { 5 };
    let each = (0..batches).map(|_| batch()).fold(f64::INFINITY, f64::min);
    println!("{what}: {each:.1} µs");
    each
}
