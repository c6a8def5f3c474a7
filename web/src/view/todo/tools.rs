//! Above the list: looking for words, and narrowing and sorting by what todos say of themselves.

use leptos::prelude::*;

use crate::{
    model::{App, DUES, Narrow, SORTS, use_app},
    view::ui::{Choice, Glyph, Icon},
};

/// The search, and the choices behind "Filter and sort". Unneeded while there is hardly anything to look through.
#[component]
pub(crate) fn TodoTools() -> impl IntoView {
    let app = use_app();
    // The names in use are gathered only while somebody can choose one.
    let open = RwSignal::new(false);
    view! {
        <div class="todo-tools">
            <input
                class="todo-search"
                type="search"
                aria-label="Search todos"
                placeholder="Search todos"
                prop:value=move || app.todos.words.get()
                on:input=move |event| app.todos.words.set(event_target_value(&event))
            />
            <button
                type="button"
                class="button button-bare todo-opener"
                aria-expanded=move || open.get().to_string()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span>"Filter and sort" {move || said(app)}</span>
                <Glyph icon=Icon::Down />
            </button>
            <Show when=move || open.get()>
                <div class="todo-choices">
                    <OneOf name="Due" key="due" options=pairs(&DUES) />
                    <OneOf name="Priority" key="priority" options=pairs(&PRIORITIES) />
                    <OneOf name="List" key="list" options=names(app, "list", "All lists") />
                    <OneOf name="Tag" key="tag" options=names(app, "tag", "All tags") />
                    <OneOf name="Sort" key="sort" options=pairs(&SORTS) />
                </div>
            </Show>
            <Show when=move || is_narrow(app)>
                <button type="button" class="link" on:click=move |_| show_all(app)>"Show all"</button>
            </Show>
        </div>
    }
}

const PRIORITIES: [(&str, &str); 5] = [("", "Any"), ("1", "1"), ("2", "2"), ("3", "3"), ("4", "4")];

/// The lists or tags that there are, and that the address asks for.
fn names(app: App, key: &'static str, all: &'static str) -> Signal<Vec<(String, String)>> {
    Signal::derive(move || {
        let known = if key == "list" { app.todos.lists() } else { app.todos.tags() };
        let mut names = pairs_of(&[("", all)]);
        if key == "list" {
            names.extend(pairs_of(&[("inbox", "No list")]));
        }
        // What the address asks for is a choice, though nothing has it any more.
        let asked = chosen(app, key);
        let missing = Some(asked).filter(|asked| !asked.is_empty() && asked != "inbox" && !known.contains(asked));
        names.extend(known.into_iter().chain(missing).map(|name| (name.clone(), name)));
        names
    })
}

/// Whether fewer than all are looked for.
pub(super) fn is_narrow(app: App) -> bool {
    app.place.with(|place| place.narrow.is_narrow()) || app.todos.words.with(|words| !words.trim().is_empty())
}

pub(super) fn show_all(app: App) {
    app.todos.words.set(String::new());
    app.go(|place| {
        let sort = place.narrow.sort.clone();
        place.narrowed(Narrow { sort, ..Narrow::default() })
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

fn pairs_of(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect()
}

fn pairs(pairs: &[(&str, &str)]) -> Signal<Vec<(String, String)>> {
    Signal::stored(pairs_of(pairs))
}

/// What the address says of one part of what narrows the list.
fn chosen(app: App, key: &str) -> String {
    app.place.with(|place| {
        let part = place.narrow.parts().into_iter().find(|(part, _)| *part == key);
        part.map(|(_, value)| value.to_owned()).unwrap_or_default()
    })
}

/// A choice of one part of what narrows the list.
#[component]
fn OneOf(name: &'static str, key: &'static str, options: Signal<Vec<(String, String)>>) -> impl IntoView {
    let app = use_app();
    let change = move |value: String| app.go(|place| place.narrowed(place.narrow.with(key, &value)));
    // A choice whose options are the same is left alone, so that it keeps the focus while the list changes.
    let options = Memo::new(move |_| options.get());
    view! {
        <label class="todo-choice">
            <span>{name}</span>
            {move || view! { <Choice options=options.get() value=Signal::derive(move || chosen(app, key)) change /> }}
        </label>
    }
}
