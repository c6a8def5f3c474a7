//! An output as a person reads it: a number, a sentence, a list of todos, a table, a chart, or else its JSON.

use dunlin::Run;
use leptos::prelude::*;
use serde_json::Value;

use crate::{
    model::{
        beside,
        form::label,
        format::grouped,
        tabled::{Tabled, are_things, columns_from, tabled},
        use_app,
        value::{fields, hit, is_chart, items, line, pretty, verdict, waited},
    },
    view::ui::Picture,
};

/// The most rows of a list that are shown; the count says how many there are.
const MOST_ROWS: usize = 100;
/// How deep parts are shown by their names, and the most of them; more are JSON.
const DEEPEST: u32 = 3;
const MOST_PARTS: usize = 12;

/// An output in full; rows in the columns that are known of them.
pub(super) fn in_full(value: &Value, columns: Option<&[String]>) -> AnyView {
    let rows = columns.and_then(|columns| table(value.as_array()?, Some(columns)));
    rows.unwrap_or_else(|| within(value, 0))
}

/// The answer of a plan whose `result` says which step each of its parts comes from: in that order, and what can be seen first.
pub(super) fn answered(value: &Value, template: &Value, run: &Run) -> AnyView {
    let step = |name: &String| template.get(name).and_then(|part| part.get("$from")?.get("step")?.as_u64());
    let Some(map) =
        value.as_object().filter(|map| map.len() <= MOST_PARTS && map.keys().all(|name| step(name).is_some()))
    else {
        return in_full(value, columns_from(run, template).as_deref());
    };
    let mut all: Vec<_> = map.iter().collect();
    all.sort_by_key(|(name, value)| (!is_chart(value), step(name)));
    let rows = |name: &String, value: &Value| {
        let columns = columns_from(run, template.get(name)?)?;
        table(value.as_array()?, Some(&columns))
    };
    named(all.into_iter(), 0, rows)
}

/// An output, so deep in another.
fn within(value: &Value, depth: u32) -> AnyView {
    match value {
        Value::Array(_) => list(value, depth),
        Value::Object(map) if waited(map).is_none() => list(value, depth),
        Value::Number(_) => text("result-value", line(value)),
        Value::String(words) if words.chars().count() <= 60 => text("result-value", grouped(words)),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Object(_) => text("result-text", line(value)),
    }
}

fn text(class: &'static str, words: String) -> AnyView {
    view! { <p class=class dir="auto">{words}</p> }.into_any()
}

/// Several things, or a thing of several parts.
fn list(value: &Value, depth: u32) -> AnyView {
    if let Some(items) = items(value) {
        return table(items, None).unwrap_or_else(|| rows(items, false));
    }
    let plain = || fields(value).map(plain_fields);
    let json = || view! { <pre class="code" tabindex="0">{pretty(value)}</pre> }.into_any();
    chart(value).or_else(plain).or_else(|| checked(value)).or_else(|| parts(value, depth)).unwrap_or_else(json)
}

/// A record of plain fields.
pub(super) fn plain_fields(fields: Vec<(String, String)>) -> AnyView {
    let field = |(name, value)| {
        view! {
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
        }
    };
    view! { <dl class="result-fields">{fields.into_iter().map(field).collect::<Vec<_>>()}</dl> }.into_any()
}

/// A chart as a picture, with the table that it was drawn from behind it.
fn chart(value: &Value) -> Option<AnyView> {
    let words = |name: &str| value.get(name).and_then(Value::as_str);
    let (svg, title) = (words("svg")?.to_owned(), words("title")?);
    let table = value.get("table")?;
    let columns: Vec<String> = table.get("columns")?.as_array()?.iter().map(line).collect();
    let cells = |row: &Value| row.as_array().into_iter().flatten().map(cell).collect();
    let rows: Vec<Vec<Cell>> = table.get("rows")?.as_array()?.iter().map(cells).collect();
    let described = words("description").unwrap_or_default().to_owned();
    let words = format!("{title}. {described}");
    Some(
        view! {
            <figure class="chart">
                <Picture svg words />
                <figcaption class="result-note" dir="auto">{described}</figcaption>
                <details class="chart-data">
                    <summary>"The numbers"</summary>
                    <Table columns rows />
                </details>
            </figure>
        }
        .into_any(),
    )
}

/// Records as a table: in the columns that are known, else where all have the same few plain fields.
fn table(items: &[Value], columns: Option<&[String]>) -> Option<AnyView> {
    // Todos and what was found have views of their own, unless they are said to be rows.
    if columns.is_none() && are_things(items) {
        return None;
    }
    let Tabled { names, rows } = tabled(items, columns, MOST_ROWS)?;
    let rows: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    Some(view! { <div><Table columns=names rows /> {more(items.len())}</div> }.into_any())
}

/// How many of so many are not shown.
fn more(count: usize) -> Option<impl IntoView> {
    let more = count.saturating_sub(MOST_ROWS);
    (more > 0).then(|| view! { <p class="result-note">{format!("and {more} more")}</p> })
}

/// What stands in a cell of a table.
struct Cell {
    words: String,
    is_number: bool,
}

fn cell(value: &Value) -> Cell {
    let words = if value.is_null() { String::new() } else { line(value) };
    Cell { words, is_number: value.is_number() }
}

/// A table. What is wider than its place scrolls in itself, also by keys.
#[component]
fn Table(columns: Vec<String>, rows: Vec<Vec<Cell>>) -> impl IntoView {
    // A column is of numbers where its first cell is one.
    let first: Vec<bool> = rows.first().into_iter().flatten().map(|cell| cell.is_number).collect();
    let head = columns.into_iter().enumerate().map(|(at, name)| {
        let is_number = first.get(at) == Some(&true);
        view! { <th scope="col" dir="auto" class:is-number=is_number>{name}</th> }
    });
    let cell = |Cell { words, is_number }| view! { <td dir="auto" class:is-number=is_number>{words}</td> };
    let row = |row: Vec<Cell>| view! { <tr>{row.into_iter().map(cell).collect::<Vec<_>>()}</tr> };
    view! {
        <div class="value-scroll" tabindex="0" role="group" aria-label="Table">
            <table class="value-table">
                <thead>
                    <tr>{head.collect::<Vec<_>>()}</tr>
                </thead>
                <tbody>{rows.into_iter().map(row).collect::<Vec<_>>()}</tbody>
            </table>
        </div>
    }
}

/// A record that has others in it: each part under its name.
fn parts(value: &Value, depth: u32) -> Option<AnyView> {
    let map = value.as_object().filter(|map| depth < DEEPEST && !map.is_empty() && map.len() <= MOST_PARTS)?;
    Some(named(map.iter(), depth, |_, _| None))
}

/// The parts of a record under their names; those that are rows of known columns are made by `rows`.
fn named<'a>(
    parts: impl Iterator<Item = (&'a String, &'a Value)>,
    depth: u32,
    rows: impl Fn(&String, &Value) -> Option<AnyView>,
) -> AnyView {
    let part = |(name, value): (&String, &Value)| {
        let plain = !matches!(value, Value::Array(_) | Value::Object(_));
        let told = match rows(name, value) {
            Some(rows) => rows,
            None if plain => view! { <p dir="auto">{line(value)}</p> }.into_any(),
            None => within(value, depth + 1),
        };
        view! {
            <div class="result-part">
                <p class="result-part-name">{label(name)}</p>
                {told}
            </div>
        }
    };
    view! { <div class="result-parts">{parts.map(part).collect::<Vec<_>>()}</div> }.into_any()
}

/// What came of checks, in a line; each with its reason behind it.
fn checked(value: &Value) -> Option<AnyView> {
    let (words, checks) = verdict(value)?;
    let list = table(checks, None)?;
    Some(view! { <details class="chart-data"><summary>{words}</summary> {list}</details> }.into_any())
}

/// The things in a list; those that are gone have no box, and are struck through.
pub(super) fn rows(items: &[Value], gone: bool) -> AnyView {
    if items.is_empty() {
        return view! { <p class="result-text">"Nothing is on the list."</p> }.into_any();
    }
    let rows: Vec<_> = items.iter().take(MOST_ROWS).map(|item| row(item, gone)).collect();
    view! { <div><ul class="value-list" role="list">{rows}</ul> {more(items.len())}</div> }.into_any()
}

/// When a todo is due, how urgent it is and where it stands, as the list says it.
fn said_of_todo(item: &Value, gone: bool) -> Option<impl IntoView + use<>> {
    item.get("completed").filter(|_| !gone)?;
    let words = untrack(|| beside(item, use_app().todos.calendar()));
    (!words.is_empty()).then(|| view! { " " <span class="value-aside" dir="auto">{words}</span> })
}

fn row(item: &Value, gone: bool) -> AnyView {
    if let Some((title, words)) = hit(item) {
        let (title, words) = (title.to_owned(), words.to_owned());
        return view! { <li class="value-hit"><b dir="auto">{title}</b> " " <span dir="auto">{words}</span></li> }
            .into_any();
    }
    view! { <Thing item=item.clone() gone /> }.into_any()
}

/// One thing; a todo that is still on the list has its box, which does what the box there does.
#[component]
fn Thing(item: Value, gone: bool) -> impl IntoView {
    let app = use_app();
    let (name, aside) = (line(&item), said_of_todo(&item, gone));
    let was_done = item.get("completed").and_then(Value::as_bool).filter(|_| !gone);
    let id = item.get("id").and_then(Value::as_str).filter(|_| was_done.is_some() && !app.runs.is_from_file());
    let id = StoredValue::new(id.unwrap_or_default().to_owned());
    let todo = app.todos.watch(id.get_value());
    // One that has been deleted since is a line of what was.
    let is_here = Memo::new(move |_| id.with_value(|id| !id.is_empty() && todo.with(|todo| todo.id == *id)));
    let is_done =
        Memo::new(move |_| if is_here.get() { todo.with(|todo| todo.completed) } else { was_done == Some(true) });
    let label = name.clone();
    let tick = move || {
        let label = label.clone();
        is_here.get().then(|| {
            view! {
                <label class="check-cell">
                    <input
                        class="check"
                        type="checkbox"
                        aria-label=label
                        prop:checked=move || is_done.get()
                        on:change=move |event| id.with_value(|id| app.todos.complete(id, event_target_checked(&event)))
                    />
                </label>
            }
        })
    };
    let told = move || (is_done.get() && !is_here.get()).then(|| view! { <span class="unseen">" (completed)"</span> });
    view! {
        <li class="value-row">
            {tick}
            <span class="value-what">
                <span class:value-done=move || gone || is_done.get() dir="auto">{name}</span>
                {aside}
                {told}
            </span>
        </li>
    }
}
