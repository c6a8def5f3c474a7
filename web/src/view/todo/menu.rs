//! What can be done with one todo besides ticking, editing and deleting it, and with several that are selected.

use dunlin::{Due, Format, Todo};
use leptos::{ev, html, prelude::*};

use super::{badges::ByRun, item::focus_box};
use crate::{
    model::{App, format::counted, use_app},
    platform,
    view::ui::{Choice, Field, FileInput, Glyph, Icon, Menu, MenuItem},
};

/// The days that are one click away: their names, and how far off they are.
const DAYS: [(&str, i32); 3] = [("Today", 0), ("Tomorrow", 1), ("In a week", 7)];

/// What opens a menu beside a row: three dots.
const DOTS: &str = "button button-bare button-icon";

/// The menu of a row: its date, how urgent it is, whether it is selected, and where it came from.
#[component]
pub(super) fn RowMenu(todo: Memo<Todo>) -> impl IntoView {
    let label = Signal::derive(move || format!("More for {}", todo.with(|todo| todo.text.clone())));
    view! {
        <Menu name="Todo" label class=DOTS opener=|| view! { <Glyph icon=Icon::More /> }>
            {move || view! { <RowItems todo=todo.get_untracked() /> }}
        </Menu>
    }
}

#[component]
fn RowItems(todo: Todo) -> impl IntoView {
    let app = use_app();
    let id = StoredValue::new(todo.id.clone());
    let due = StoredValue::new(todo.due.as_ref().map(|due| due.date().to_owned()).unwrap_or_default());
    // The row may go to another group: the focus goes with it.
    let put = Callback::new(move |due: Option<Due>| {
        app.todos.reschedule(vec![id.get_value()], due);
        focus_box([id.get_value()]);
    });
    // A browser tells of each part of a date that is typed: it counts with Enter, or when the focus leaves; one that is chosen
    // counts at once. The row, and the field with it, may be gone by then.
    let typing = StoredValue::new(false);
    let date = move |text: String| {
        let said = Due::parse(&text).filter(|_| due.try_get_value().is_some_and(|before| before != text));
        if said.is_some() {
            typing.set_value(false);
            due.set_value(text);
            put.run(said);
        }
    };
    let on_key = move |event: ev::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            date(event_target_value(&event));
        }
        "Escape" => typing.set_value(false),
        _ => typing.set_value(true),
    };
    let on_change = move |event: ev::Event| {
        if !typing.get_value() {
            date(event_target_value(&event));
        }
    };
    let on_leave = move |event: ev::FocusEvent| {
        if typing.try_get_value() == Some(true) {
            date(event_target_value(&event));
        }
    };
    let priority = todo.priority.map(|priority| priority.to_string()).unwrap_or_default();
    let options =
        ["", "1", "2", "3", "4"].map(|one| (one.to_owned(), if one.is_empty() { "None" } else { one }.to_owned()));
    let prioritise = move |one: String| app.todos.prioritise(vec![id.get_value()], one.parse().ok());
    view! {
        <Days put clears=todo.due.is_some() />
        <Field name="Date">
            <input
                class="field-input"
                type="date"
                prop:value=due.get_value()
                on:keydown=on_key
                on:change=on_change
                on:blur=on_leave
            />
        </Field>
        <Field name="Priority">
            <Choice options=options.into() value=priority change=prioritise />
        </Field>
        <MenuItem words="Select" on:click=move |_| app.todos.select(&id.get_value(), true) />
        // Where a row has room for its words only.
        <div class="menu-narrow">
            <MenuItem words="Edit" on:click=move |_| app.todos.begin_edit(&id.get_value()) />
            <MenuItem words="Delete" on:click=move |_| app.todos.delete(&id.get_value()) />
        </div>
        {origin(app, &todo)}
    }
}

/// The days that are one click away, and none where there is one to take off.
#[component]
fn Days(
    /// Puts off to a day, or takes the day away.
    put: Callback<Option<Due>>,
    clears: bool,
) -> impl IntoView {
    let app = use_app();
    let days =
        DAYS.map(|(name, days)| view! { <MenuItem words=name on:click=move |_| put.run(app.todos.day(days)) /> });
    let none = clears.then(|| view! { <MenuItem words="No date" on:click=move |_| put.run(None) /> });
    view! { {days.into_iter().collect::<Vec<_>>()} {none} }
}

/// The runs that made it and last changed it.
fn origin(app: App, todo: &Todo) -> Vec<impl IntoView + use<>> {
    let added = todo.created_by.as_ref().map(|key| (key.clone(), "added by a run"));
    let changed = app.todos.changed_by(&todo.id).filter(|(key, _)| todo.created_by.as_ref() != Some(key));
    let changed = changed.map(|(key, completed)| {
        (key, if completed && todo.completed { "completed by a run" } else { "changed by a run" })
    });
    let link = |(key, words)| view! { <div class="menu-link"><ByRun key words /></div> };
    added.into_iter().chain(changed).map(link).collect()
}

/// What can be done with the todos as a whole: selecting several, files in and out.
#[component]
pub(super) fn PanelMenu() -> impl IntoView {
    const KINDS: &str = ".md,.markdown,.txt,.ics,.csv,.tsv,.json";
    const FORMS: [(&str, Format); 4] = [
        ("Markdown", Format::Markdown),
        ("todo.txt", Format::TodoTxt),
        ("iCalendar", Format::ICalendar),
        ("CSV", Format::Csv),
    ];
    let app = use_app();
    let file = NodeRef::<html::Input>::new();
    let read = move |(name, text): (String, String)| app.todos.import_file(&name, &text);
    let save = move |format| {
        let (name, kind, text) = app.todos.export_file(format);
        platform::save_text(name, kind, &text);
    };
    let forms = move || {
        FORMS.map(|(name, format)| {
            view! { <MenuItem words=format!("Save as {name}") on:click=move |_| save(format) /> }
        })
    };
    view! {
        <span>
            <Menu
                name="All todos"
                label="More for all todos"
                class=DOTS
                opener=|| view! { <Glyph icon=Icon::More /> }
            >
                <MenuItem words="Select several" on:click=move |_| app.todos.selecting.set(true) />
                <MenuItem words="Add from a file…" on:click=move |_| platform::choose_file(file) />
                {forms().into_iter().collect::<Vec<_>>()}
            </Menu>
            <FileInput kinds=KINDS name="Todo file" node_ref=file read />
        </span>
    }
}

/// The box that selects a row, while rows are being selected.
#[component]
pub(super) fn SelectBox(id: StoredValue<String>, todo: Memo<Todo>) -> impl IntoView {
    let app = use_app();
    view! {
        <input
            class="check check-select"
            type="checkbox"
            aria-label=move || format!("Select {}", todo.with(|todo| todo.text.clone()))
            prop:checked=move || app.todos.selected.with(|all| id.with_value(|id| all.contains(id)))
            on:change=move |event| app.todos.select(&id.get_value(), event_target_checked(&event))
        />
    }
}

/// What can be done with all that are selected.
#[component]
pub(super) fn Selection() -> impl IntoView {
    let app = use_app();
    let ids = Signal::derive(move || app.todos.selected.get());
    let count = move || format!("{} selected", counted(app.todos.selected.with(Vec::len), "todo"));
    let none = Signal::derive(move || app.todos.selected.with(Vec::is_empty));
    let put = Callback::new(move |due| app.todos.reschedule(ids.get_untracked(), due));
    view! {
        <div class="todo-selection" role="group" aria-label="Selected todos">
            <span class="panel-note" role="status">{count}</span>
            <button
                type="button"
                class="button"
                disabled=none
                on:click=move |_| app.todos.complete_each(ids.get_untracked())
            >
                "Complete"
            </button>
            <Menu
                name="Date of the selected todos"
                class="button"
                disabled=none
                opener=|| view! { "Date" <Glyph icon=Icon::Down /> }
            >
                <Days put clears=true />
            </Menu>
            <button
                type="button"
                class="button"
                disabled=none
                on:click=move |_| app.todos.delete_each(ids.get_untracked())
            >
                "Delete"
            </button>
            <button type="button" class="button" on:click=move |_| app.todos.select_none()>"Cancel"</button>
        </div>
    }
}
