//! Export and import: what a format holds comes back, what it does not is said, what does not read changes nothing.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use dunlin_base::testing::World;
use dunlin_todo::{Command, Due, Filter, Format, NewTodo, Origin, Todo, TodoErrorKind, TodoStore};
use proptest::prelude::*;

fn filled(world: &World, todos: Vec<NewTodo>) -> TodoStore {
    let store = TodoStore::open(&world.env());
    for (number, new) in todos.into_iter().enumerate() {
        world.wind(61_001);
        let added = store.execute(Command::Add(new), &Origin::hand()).unwrap().todos.remove(0);
        if number % 3 == 1 {
            let done = Command::CompleteEach { ids: vec![added.id] };
            store.execute(done, &Origin::hand()).unwrap();
        }
    }
    store
}

fn came_back(store: &TodoStore, format: Format) -> Vec<Todo> {
    let export = store.export(format);
    let other = TodoStore::open(&World::new(9).env());
    other.import(format, &export.text).unwrap_or_else(|error| panic!("{error}\n{}", export.text));
    assert!(other.undo().unwrap().is_some() || store.total() == 0, "one undo takes an import back");
    assert_eq!(other.total(), 0);
    other.redo().unwrap();
    other.list(&Filter::all())
}

/// What people put into a todo, without ids, moments and places: that they come back in their order is compared beside it.
fn core(todo: &Todo) -> Todo {
    Todo {
        id: String::new(),
        order: None,
        created_at: String::new(),
        updated_at: String::new(),
        completed_at: None,
        ..todo.clone()
    }
}

type Case = (Format, &'static str, &'static [(usize, &'static str)]);

fn any_todo() -> impl Strategy<Value = NewTodo> {
    let words = "[a-zA-Zé🦉()#@+:;,\\\\*_\\[\\]<>&%\"'. x-]{0,24}[a-z]";
    (
        words,
        prop::option::of("[a-z#>*: ]{0,8}[a-z](\n[a-z -]{0,5}z){0,2}"),
        prop::option::of("[A-Za-z é%+:-]{0,8}x"),
        prop::option::of(prop::sample::select(vec!["2026-11-27", "2026-11-27T17:05", "2024-02-29"])),
        prop::option::of(1u8..5),
        prop::collection::vec("[a-z +:,;#%-]{0,5}[a-z]", 0..3),
        prop::option::of(prop::sample::select(vec![
            "FREQ=DAILY",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
            "FREQ=MONTHLY;X-FROM=COMPLETION",
            "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5",
        ])),
    )
        .prop_map(|(text, notes, list, due, priority, tags, rule)| NewTodo {
            text,
            notes,
            list,
            due: due.and_then(Due::parse),
            priority,
            tags,
            recurrence: rule.map(str::to_owned),
        })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn json_comes_back_whole(todos in prop::collection::vec(any_todo(), 0..6)) {
        let store = filled(&World::new(1), todos);
        prop_assert_eq!(came_back(&store, Format::Json), store.list(&Filter::all()));
    }

    #[test]
    fn the_others_come_back_or_say_what_is_lost(todos in prop::collection::vec(any_todo(), 0..6)) {
        let store = filled(&World::new(1), todos);
        let before = store.list(&Filter::all());
        for format in [Format::TodoTxt, Format::ICalendar, Format::Markdown] {
            let lost = store.export(format).lost;
            let back = came_back(&store, format);
            let same = before.len() == back.len() && before.iter().zip(&back).all(|(was, is)| core(was) == core(is));
            let unsaid = lost.iter().all(|what| what.starts_with("when exactly"));
            prop_assert_eq!(same, unsaid, "{:?} {:?}\n{}", format, lost, store.export(format).text);
            if format == Format::ICalendar {
                prop_assert!(lost.is_empty(), "{:?}\n{}", lost, store.export(format).text);
            }
        }
    }

    #[test]
    fn any_text_imports_or_is_refused_whole(
        text in "(\\PC{0,12}|BEGIN:VCALENDAR|BEGIN:VTODO|END:VTODO|SUMMARY:x|DUE:2026|- \\[ \\] a|  > b|x |\\(A\\) |[\\[\\]{}\",:\n -]){0,12}",
    ) {
        for format in Format::ALL {
            let world = World::new(2);
            let store = TodoStore::open(&world.env());
            if store.import(format, &text).is_err() {
                prop_assert!(world.storage().dump().is_empty());
            }
        }
    }
}

#[test]
fn lines_that_do_not_read_are_named_and_nothing_is_imported() {
    let cases: [Case; 6] = [
        (
            Format::Json,
            "{\"todos\": [\n{\"text\": \"a\"},\n{\"text\": \"b\", \"priority\": 7},\n4\n]}",
            &[(3, "priority"), (4, "expected an object")],
        ),
        (Format::Json, "{\"todos\": [\n{\"text\": \"a\"},\n", &[(3, "not JSON")]),
        (Format::Json, "{}", &[(1, "\"todos\"")]),
        (Format::Markdown, "- [ ] fine\n\n- [x]\n- [ ] <br>\n", &[(3, "no text"), (4, "no text")]),
        (
            Format::ICalendar,
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:a\nDUE:20261399\nEND:VTODO\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n",
            &[(4, "due date"), (6, "SUMMARY")],
        ),
        (Format::ICalendar, "hello", &[(1, "colon")]),
    ];
    for (format, text, faults) in cases {
        let world = World::new(3);
        let error = TodoStore::open(&world.env()).import(format, text).unwrap_err();
        assert_eq!(error.kind(), TodoErrorKind::Import, "{text}");
        let found: Vec<usize> = error.faults().iter().map(|fault| fault.line).collect();
        assert_eq!(found, faults.iter().map(|(line, _)| *line).collect::<Vec<_>>(), "{text}: {error}");
        for (fault, (_, part)) in error.faults().iter().zip(faults) {
            assert!(fault.message.contains(part), "{}: {part}", fault.message);
        }
        assert!(world.storage().dump().is_empty());
    }
}

#[test]
fn files_over_the_limits_are_refused() {
    let store = TodoStore::open(&World::new(4).env());
    let long = "x".repeat(10_000_001);
    assert_eq!(store.import(Format::TodoTxt, &long).unwrap_err().kind(), TodoErrorKind::Limit);
    let many = "buy\n".repeat(20_001);
    assert_eq!(store.import(Format::TodoTxt, &many).unwrap_err().kind(), TodoErrorKind::Limit);
    let newer = store.import(Format::Json, "{\"schemaVersion\": 2, \"todos\": []}").unwrap_err();
    assert!(newer.message().contains("newer version"), "{newer}");
    let deep = "[".repeat(100_000);
    assert_eq!(store.import(Format::Json, &deep).unwrap_err().kind(), TodoErrorKind::Import);
    assert_eq!(store.total(), 0);
}

#[test]
fn an_export_that_comes_back_replaces_and_does_not_double() {
    let store = filled(&World::new(5), vec![NewTodo::text("a"), NewTodo::text("b"), NewTodo::text("c")]);
    for format in [Format::Json, Format::ICalendar] {
        let file = store.export(format).text;
        store.import(format, &file).unwrap();
        assert_eq!(store.total(), 3, "{format:?}");
    }
}

#[test]
fn calendars_are_readable_by_another_reader() {
    use icalendar::{Calendar, CalendarComponent, Component as _};
    let new = NewTodo {
        notes: Some("one\ntwo, and; three".into()),
        due: Due::parse("2026-11-27T17:05"),
        priority: Some(2),
        tags: vec!["a".into(), "b c".into()],
        recurrence: Some("FREQ=WEEKLY;BYDAY=FR;X-FROM=COMPLETION".into()),
        list: Some("shop, large".into()),
        ..NewTodo::text("wrap the présent; twice ".repeat(9))
    };
    let store = filled(&World::new(6), vec![new, NewTodo::text("done already")]);
    let calendar: Calendar = store.export(Format::ICalendar).text.parse().unwrap();
    let todos: Vec<_> = calendar.components.iter().filter_map(CalendarComponent::as_todo).collect();
    assert_eq!(todos.len(), 2);
    let ours = store.list(&Filter::all());
    for (theirs, ours) in todos.iter().zip(&ours) {
        assert_eq!(theirs.get_uid(), Some(ours.id.as_str()));
        assert_eq!(theirs.get_summary(), Some(ours.text.as_str()));
        assert_eq!(theirs.get_description(), ours.notes.as_deref());
        assert_eq!(theirs.get_priority(), ours.priority.map(|priority| u32::from(priority) * 2 - 1));
        assert_eq!(theirs.get_completed().is_some(), ours.completed);
    }
    assert_eq!(todos[0].property_value("DUE"), Some("20261127T170500"));
    assert_eq!(todos[0].property_value("RRULE"), Some("FREQ=WEEKLY;BYDAY=FR"));
}
