//! What can be done with one todo besides ticking, editing and deleting it, and with several that are selected.

use dunlin::{Due, Format, Todo};
use leptos::prelude::*;

use super::badges::by_run;
use crate::{
    model::App,
    model::format::counted,
    platform,
    view::ui::{El, Icon, button, choice, el, field, glyph, icon_button, menu, menu_item, value_of},
};

/// The days that are one click away: their names, and how far off they are.
const DAYS: [(&str, i32); 3] = [("Today", 0), ("Tomorrow", 1), ("In a week", 7)];

/// The menu of a row: its date, how urgent it is, whether it is selected, and where it came from.
pub(super) fn row_menu(app: App, todo: RwSignal<Todo>) -> El {
    let name = move || format!("More for {}", todo.with(|todo| todo.text.clone()));
    let opener = icon_button(Icon::More, |_| {}).attr_by("aria-label", move || Some(name()));
    menu(opener, "Todo", move || todo.with_untracked(|todo| items(app, todo)))
}

fn items(app: App, todo: &Todo) -> Vec<El> {
    let id = StoredValue::new(todo.id.clone());
    let ids = move || vec![id.get_value()];
    let mut made: Vec<El> = DAYS
        .into_iter()
        .map(|(name, days)| menu_item(name, move |_| app.todos.reschedule(ids(), app.todos.day(days))))
        .collect();
    made.extend(todo.due.is_some().then(|| menu_item("No date", move |_| app.todos.reschedule(ids(), None))));
    let date = el("input", "field-input")
        .attr("type", "date")
        .prop_by("value", {
            let due = todo.due.as_ref().map(|due| due.date().to_owned()).unwrap_or_default();
            move || due.clone().into()
        })
        .on("change", move |event| {
            if let Some(due) = Due::parse(&value_of(&event)) {
                app.todos.reschedule(ids(), Some(due));
            }
        });
    made.push(field("Date", date));
    let priority = todo.priority.map(|priority| priority.to_string()).unwrap_or_default();
    let options = ["", "1", "2", "3", "4"]
        .map(|one| (one.to_owned(), if one.is_empty() { "None".to_owned() } else { one.to_owned() }));
    made.push(field(
        "Priority",
        choice(options, move || priority.clone(), move |one| app.todos.prioritise(ids(), one.parse().ok())),
    ));
    made.push(menu_item("Select", move |_| app.todos.select(&id.get_value(), true)));
    made.extend(origin(app, todo));
    made
}

/// The runs that made it and last changed it.
fn origin(app: App, todo: &Todo) -> Vec<El> {
    let added = todo.created_by.as_ref().map(|key| by_run(app, key, "added by a run"));
    let changed = app.todos.changed_by(&todo.id).filter(|(key, _)| todo.created_by.as_ref() != Some(key));
    let changed = changed.map(|(key, completed)| {
        by_run(app, &key, if completed && todo.completed { "completed by a run" } else { "changed by a run" })
    });
    added.into_iter().chain(changed).map(|link| el("div", "menu-link").child(link)).collect()
}

/// What can be done with the todos as a whole: selecting several, files in and out.
pub(super) fn panel_menu(app: App) -> El {
    let input = platform::file_input(".md,.markdown,.txt,.ics,.csv,.tsv,.json", "Todo file", move |name, text| {
        app.todos.import_file(&name, &text);
    });
    let picker = input.clone();
    let fill = move || {
        let picker = picker.clone();
        let mut made = vec![
            menu_item("Select several", move |_| app.todos.selecting.set(true)),
            menu_item("Add from a file…", move |_| platform::choose_file(&picker)),
        ];
        let forms = [
            ("Markdown", Format::Markdown),
            ("todo.txt", Format::TodoTxt),
            ("iCalendar", Format::ICalendar),
            ("CSV", Format::Csv),
        ];
        made.extend(forms.map(|(name, format)| {
            menu_item(&format!("Save as {name}"), move |_| {
                let (name, kind, text) = app.todos.export_file(format);
                platform::save_text(name, kind, &text);
            })
        }));
        made
    };
    let opener = icon_button(Icon::More, |_| {}).attr("aria-label", "More for all todos");
    el("span", "").child(menu(opener, "All todos", fill)).child(input)
}

/// The box that selects a row, while rows are being selected.
pub(super) fn select_box(app: App, id: StoredValue<String>, todo: RwSignal<Todo>) -> El {
    el("input", "check check-select")
        .attr("type", "checkbox")
        .attr_by("aria-label", move || Some(format!("Select {}", todo.with(|todo| todo.text.clone()))))
        .prop_by("checked", move || app.todos.selected.with(|all| id.with_value(|id| all.contains(id))).into())
        .on("change", move |event| app.todos.select(&id.get_value(), crate::view::ui::is_ticked(&event)))
}

/// What can be done with all that are selected.
pub(super) fn selection(app: App) -> El {
    let ids = move || app.todos.selected.get_untracked();
    let act = move |words: &str, act: Box<dyn Fn()>| button("button", words, move |_| act());
    let count = move || format!("{} selected", counted(app.todos.selected.with(Vec::len), "todo"));
    let days = DAYS
        .into_iter()
        .map(move |(name, days)| menu_item(name, move |_| app.todos.reschedule(ids(), app.todos.day(days))));
    let when = move || {
        let mut items: Vec<El> = days.clone().collect();
        items.push(menu_item("No date", move |_| app.todos.reschedule(ids(), None)));
        items
    };
    let due = button("button", "Date", |_| {}).child(glyph(Icon::Down));
    el("div", "todo-selection")
        .attr("role", "group")
        .attr("aria-label", "Selected todos")
        .child(el("span", "panel-note").attr("role", "status").text_by(count))
        .child(act("Complete", Box::new(move || app.todos.complete_each(ids()))))
        .child(menu(due, "Date of the selected todos", when))
        .child(act("Delete", Box::new(move || app.todos.delete_each(ids()))))
        .child(act("Cancel", Box::new(move || app.todos.select_none())))
}
