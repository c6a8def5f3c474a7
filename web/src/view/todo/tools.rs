//! Above the list: looking for words, and narrowing and sorting by what todos say of themselves.

use leptos::prelude::*;

use crate::{
    model::{App, DUES, SORTS},
    view::ui::{El, choice, el, link, value_of},
};

/// The search, and the choices behind "Filter and sort". Unneeded while there is hardly anything to look through.
pub(crate) fn tools(app: App) -> El {
    let search = el("input", "todo-search")
        .attr("type", "search")
        .attr("aria-label", "Search todos")
        .attr("placeholder", "Search todos")
        .prop_by("value", move || app.todos.words.get().into())
        .on("input", move |event| app.todos.words.set(value_of(&event)));
    let priorities = [("", "Any"), ("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")];
    let names = move |key: &'static str, all: &str| {
        let known = if key == "list" { app.todos.lists() } else { app.todos.tags() };
        let mut names: Vec<(String, String)> = vec![(String::new(), all.to_owned())];
        if key == "list" {
            names.push(("inbox".to_owned(), "No list".to_owned()));
        }
        // What the address asks for is a choice, though nothing has it any more.
        let asked = app.place.with(|place| {
            place.narrow.parts().into_iter().find(|(part, _)| *part == key).map(|(_, value)| value.to_owned())
        });
        let missing = asked.filter(|asked| !asked.is_empty() && asked != "inbox" && !known.contains(asked));
        names.extend(known.into_iter().chain(missing).map(|name| (name.clone(), name)));
        names
    };
    let grid = move || {
        el("div", "todo-choices")
            .child(one_of(app, "Due", "due", move || pairs(&DUES)))
            .child(one_of(app, "Priority", "priority", move || pairs(&priorities)))
            .child(one_of(app, "List", "list", move || names("list", "All lists")))
            .child(one_of(app, "Tag", "tag", move || names("tag", "All tags")))
            .child(one_of(app, "Sort", "sort", move || pairs(&SORTS)))
    };
    let summary = el("summary", "").text("Filter and sort").text_by(move || said(app));
    // The names in use are gathered only while somebody can choose one.
    let open = RwSignal::new(false);
    let details = el("details", "").child(summary).when(move || open.get(), grid);
    let shown = details.clone();
    let details = details.on("toggle", move |_| open.set(shown.element().has_attribute("open")));
    el("div", "todo-tools")
        .child(search)
        .child(details)
        .when(move || is_narrow(app), move || link("Show all", move |_| show_all(app)))
}

/// Whether fewer than all are looked for.
pub(super) fn is_narrow(app: App) -> bool {
    app.place.with(|place| place.narrow.is_narrow()) || app.todos.words.with(|words| !words.trim().is_empty())
}

pub(super) fn show_all(app: App) {
    app.todos.words.set(String::new());
    app.go(|place| {
        let sort = place.narrow.sort.clone();
        place.narrowed(crate::model::Narrow { sort, ..Default::default() })
    });
}

/// What is chosen, in a line: `: today, #home`.
fn said(app: App) -> String {
    app.place.with(|place| {
        let word = |(key, value): (&str, &str)| match key {
            "tag" => format!("#{value}"),
            "priority" => format!("priority {value}"),
            "due" | "sort" => {
                let known = DUES.iter().chain(&SORTS).find(|(name, _)| *name == value);
                known.map_or(value, |(_, words)| *words).to_lowercase()
            }
            _ => value.to_owned(),
        };
        let words: Vec<String> =
            place.narrow.parts().into_iter().filter(|(_, value)| !value.is_empty()).map(word).collect();
        if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
    })
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect()
}

/// A choice of one part of what narrows the list.
fn one_of(
    app: App,
    name: &'static str,
    key: &'static str,
    options: impl Fn() -> Vec<(String, String)> + 'static,
) -> El {
    let value = move || {
        app.place.with(|place| {
            let part = place.narrow.parts().into_iter().find(|(part, _)| *part == key);
            part.map(|(_, value)| value.to_owned()).unwrap_or_default()
        })
    };
    let change = move |value: String| app.go(|place| place.narrowed(place.narrow.with(key, &value)));
    // A choice whose options are the same is left alone, so that it keeps the focus while the list changes.
    let key = move || {
        vec![options().into_iter().map(|(value, words)| format!("{value}\t{words}")).collect::<Vec<_>>().join("\n")]
    };
    el("label", "todo-choice").child(el("span", "").text(name)).each(key, move |options| {
        let options = options.split('\n').filter_map(|line| line.split_once('\t'));
        let options: Vec<_> = options.map(|(value, words)| (value.to_owned(), words.to_owned())).collect();
        choice(options, value, change)
    })
}
