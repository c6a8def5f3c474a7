//! Properties of commands: the inverse gives back what was there, a crash leaves all or nothing, a whole run comes undone.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use dunlin_base::testing::World;
use dunlin_todo::{Changes, Command, Due, Field, Filter, NewTodo, Origin, Todo, TodoStore};
use proptest::prelude::*;

/// A command in terms of positions, so that it can be made for any store.
#[derive(Clone, Debug)]
enum Act {
    Add(String, Option<String>),
    AddRecurring(String),
    Complete(usize),
    Reopen(usize),
    Update(usize, String, Option<u8>),
    Delete(usize),
    Move(usize, Option<usize>),
    Snooze(usize),
    CompleteAll,
    ClearCompleted,
    DeleteAll,
    DeleteList,
    RenameList,
    CreateList(String),
}

fn act() -> impl Strategy<Value = Act> {
    let list = || prop::option::of(prop::sample::select(vec!["shop".to_owned(), "House".to_owned()]));
    prop_oneof![
        6 => ("[a-c]{1,3}", list()).prop_map(|(text, list)| Act::Add(text, list)),
        2 => "[a-c]{1,3}".prop_map(Act::AddRecurring),
        3 => (0usize..9).prop_map(Act::Complete),
        1 => (0usize..9).prop_map(Act::Reopen),
        2 => (0usize..9, "[a-c ]{0,3}x", prop::option::of(1u8..5)).prop_map(|(at, text, p)| Act::Update(at, text, p)),
        2 => (0usize..9).prop_map(Act::Delete),
        2 => (0usize..9, prop::option::of(0usize..9)).prop_map(|(at, after)| Act::Move(at, after)),
        1 => (0usize..9).prop_map(Act::Snooze),
        1 => Just(Act::CompleteAll),
        1 => Just(Act::ClearCompleted),
        1 => Just(Act::DeleteAll),
        1 => Just(Act::DeleteList),
        1 => Just(Act::RenameList),
        1 => "[a-c]".prop_map(Act::CreateList),
    ]
}

fn command(store: &TodoStore, act: &Act) -> Command {
    let todos = store.list(&Filter::all());
    let id = |at: usize| todos.get(at % todos.len().max(1)).map_or_else(|| "none".to_owned(), |todo| todo.id.clone());
    match act {
        Act::Add(text, list) => Command::Add(NewTodo { list: list.clone(), ..NewTodo::text(text.as_str()) }),
        Act::AddRecurring(text) => Command::Add(NewTodo {
            due: Due::parse("2026-11-20"),
            recurrence: Some("FREQ=WEEKLY;COUNT=3".into()),
            ..NewTodo::text(text.as_str())
        }),
        Act::Complete(at) => Command::Complete { id: id(*at) },
        Act::Reopen(at) => Command::Reopen { id: id(*at) },
        Act::Update(at, text, priority) => Command::Update {
            id: id(*at),
            changes: Changes { priority: priority.map_or(Field::Clear, Field::Set), ..Changes::text(text.as_str()) },
        },
        Act::Delete(at) => Command::Delete { id: id(*at) },
        Act::Move(at, after) => Command::Move { id: id(*at), after: after.map(id) },
        Act::Snooze(at) => Command::Snooze { id: id(*at), due: Due::parse("2026-12-24").unwrap() },
        Act::CompleteAll => Command::CompleteAll { list: None },
        Act::ClearCompleted => Command::ClearCompleted { list: None },
        Act::DeleteAll => Command::DeleteAll { list: None },
        Act::DeleteList => Command::DeleteList { name: "shop".into() },
        Act::RenameList => Command::RenameList { name: "shop".into(), to: "market".into() },
        Act::CreateList(name) => Command::CreateList { name: name.clone() },
    }
}

/// What the stored values mean: todos and lists, in order, without what undoing needs.
fn meaning(world: &World) -> Vec<(String, serde_json::Value)> {
    let kept = |key: &str| key.starts_with("dunlin:v1:todo:") || key.starts_with("dunlin:v1:todo-list:");
    let dump = world.storage().dump().into_iter().filter(|(key, _)| kept(key));
    dump.map(|(key, value)| (key, serde_json::from_str(&value).unwrap())).collect()
}

type Seen = (String, bool, Option<String>, Option<u8>);

/// What people would see, without ids and moments.
fn seen(store: &TodoStore) -> Vec<Seen> {
    let todos = store.list(&Filter::all()).into_iter();
    todos.map(|todo: Todo| (todo.text, todo.completed, todo.list, todo.priority)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn undo_gives_back_what_was_there_and_redo_what_came(acts in prop::collection::vec(act(), 1..14)) {
        let world = World::new(1);
        let mut store = TodoStore::open(&world.env());
        let mut states = vec![meaning(&world)];
        for act in &acts {
            world.wind(10);
            if store.execute(command(&store, act), &Origin::hand()).is_ok() && meaning(&world) != *states.last().unwrap() {
                states.push(meaning(&world));
            }
        }
        for at in (0..states.len() - 1).rev() {
            store = TodoStore::open(&world.env());
            prop_assert!(store.undo().unwrap().is_some());
            prop_assert_eq!(&meaning(&world), &states[at]);
        }
        prop_assert!(store.undo().unwrap().is_none());
        for state in &states[1..] {
            store = TodoStore::open(&world.env());
            prop_assert!(store.redo().unwrap().is_some());
            prop_assert_eq!(&meaning(&world), state);
        }
        prop_assert!(store.redo().unwrap().is_none());
    }

    #[test]
    fn a_whole_run_comes_undone(
        before in prop::collection::vec(act(), 0..6),
        during in prop::collection::vec(act(), 1..8),
    ) {
        let world = World::new(2);
        let store = TodoStore::open(&world.env());
        for act in &before {
            let _ = store.execute(command(&store, act), &Origin::hand());
        }
        let start = meaning(&world);
        for (number, act) in during.iter().enumerate() {
            let _ = store.execute(command(&store, act), &Origin::step("r", format!("r:{number}")));
        }
        let end = meaning(&world);
        let store = TodoStore::open(&world.env());
        let undone = store.undo_run("r").unwrap();
        prop_assert_eq!(undone.is_some(), end != start || undone.is_some());
        prop_assert_eq!(&meaning(&world), &start);
        if undone.is_some_and(|outcome| outcome.undoable) {
            store.redo().unwrap();
            prop_assert_eq!(&meaning(&world), &end);
            store.undo_run("r").unwrap();
            prop_assert_eq!(&meaning(&world), &start);
        }
    }

    #[test]
    fn a_crash_between_any_two_writes_leaves_all_or_nothing(
        acts in prop::collection::vec(act(), 1..8),
        last in act(),
        keyed in any::<bool>(),
    ) {
        for allowed in 0.. {
            let world = World::new(3);
            let store = TodoStore::open(&world.env());
            for act in &acts {
                let _ = store.execute(command(&store, act), &Origin::hand());
            }
            let origin = if keyed { Origin::step("r", "r:1") } else { Origin::hand() };
            let wanted = command(&store, &last);
            let before = seen(&store);
            let mut left = allowed;
            let crashed = std::rc::Rc::new(std::cell::Cell::new(false));
            let flag = crashed.clone();
            // After the crash nothing is written any more, not even what would put things right.
            world.storage().gate_writes(move |_, _| {
                if left == 0 {
                    flag.set(true);
                    return false;
                }
                left -= 1;
                true
            });
            let result = store.execute(wanted.clone(), &origin);
            let world = world.restarted();
            world.wind(10);
            let after = TodoStore::open(&world.env());
            prop_assert!(after.notices().iter().all(|notice| notice.code != "todo.set-aside"), "{:?}", after.notices());
            if !crashed.get() {
                if result.is_ok() {
                    prop_assert_eq!(seen(&after), seen(&store));
                }
                break;
            }
            let settled = seen(&after);
            let again = after.execute(wanted.clone(), &origin);
            let fresh = {
                let world = World::new(3);
                let store = TodoStore::open(&world.env());
                for act in &acts {
                    let _ = store.execute(command(&store, act), &Origin::hand());
                }
                let wanted = command(&store, &last);
                store.execute(wanted, &origin).unwrap();
                seen(&store)
            };
            prop_assert!(settled == before || settled == fresh, "{:?} is neither {:?} nor {:?}", settled, before, fresh);
            if keyed {
                prop_assert!(again.is_ok(), "{:?}", again);
                prop_assert_eq!(seen(&after), fresh, "done once, and only once");
            }
            let last_look = TodoStore::open(&world.env());
            prop_assert_eq!(seen(&last_look), seen(&after));
        }
    }

    #[test]
    fn any_stored_text_is_read_or_set_aside(texts in prop::collection::vec(".{0,40}|\\{\"text\":.{0,20}\\}", 0..5)) {
        let world = World::new(4);
        for (number, text) in texts.iter().enumerate() {
            for kind in ["todo:", "todo-list:", "todo-change:", "todo-pending:", "todo-shown"] {
                let _ = world.env().storage.set(&format!("dunlin:v1:{kind}{number}"), text);
            }
        }
        let store = TodoStore::open(&world.env());
        store.execute(Command::Add(NewTodo::text("still works")), &Origin::hand()).unwrap();
        store.undo().unwrap();
        let again = TodoStore::open(&world.env());
        prop_assert_eq!(again.total(), store.total());
    }
}
