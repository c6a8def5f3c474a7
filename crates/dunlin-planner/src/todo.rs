//! Requests about todos, turned into the todo tool's input.

mod change;
mod parts;

use std::fmt::Write as _;

use dunlin_base::Span;
use serde_json::{Map, Value, json};

use change::{changed, priority, take_priority};
use parts::{are_places, enumeration, is_unclear, position, several_places, things_changed, three_or_more};
pub(crate) use parts::{parts, positions, selection};

use crate::{
    intent::TodoIntent,
    reader::{Reader, Request},
    reading,
    token::{Token, TokenKind, normalize, span_of},
};

/// What one step does, before it has a number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) input: Value,
    /// What it does, in plain words, for reasoning and rationale.
    pub(crate) meaning: String,
    pub(crate) source: Span,
}

/// The steps a request about todos asks for; `None` when a slot does not make sense after all.
pub(crate) fn drafts(reader: &Reader<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let one = |input: Value, meaning: String| {
        let meaning = format!("{meaning}{}", details(&input));
        Some(vec![Draft { input, meaning, source }])
    };
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let item = words(request.slots.item);
    match request.todo()? {
        TodoIntent::Add => match enumeration(reader, request) {
            Some(parts) => several(reader, request, &parts),
            None => added(reader, request, &item?, source).map(|draft| vec![draft]),
        },
        TodoIntent::AddSeveral => several(reader, request, &parts(reader, request.slots.item?)),
        TodoIntent::Complete | TodoIntent::Delete | TodoIntent::Reopen | TodoIntent::Get => {
            acted_on(reader, request, source)
        }
        TodoIntent::CompleteAll | TodoIntent::Clear if names_words(reader, request) => {
            let (action, verb) = if request.todo() == Some(TodoIntent::Clear) {
                ("delete", "delete ")
            } else {
                ("complete", "complete ")
            };
            let mut input = action_input(action);
            let selected = parts::Selection { words: request.slots.name, ..parts::Selection::default() };
            let named = select(reader, &selected, &mut input);
            one(Value::Object(input), [verb, &named].concat())
        }
        TodoIntent::CompleteAll => {
            let mut input = action_input("complete");
            input.insert("all".into(), true.into());
            with_list(reader, request, &mut input);
            one(Value::Object(input), "mark every todo as done".into())
        }
        TodoIntent::Clear => {
            let mut input = action_input("clear");
            input.insert("all".into(), true.into());
            with_list(reader, request, &mut input);
            with_filter(reader, request, None, &mut input);
            one(Value::Object(input), "clear the list".into())
        }
        TodoIntent::ClearDone => {
            let mut input = action_input("clear");
            with_list(reader, request, &mut input);
            with_filter(reader, request, Some("completed"), &mut input);
            one(Value::Object(input), "clear the completed todos".into())
        }
        TodoIntent::List
        | TodoIntent::ListDone
        | TodoIntent::ListPending
        | TodoIntent::ListOverdue
        | TodoIntent::ListLoose
        | TodoIntent::Count
        | TodoIntent::CountPending
        | TodoIntent::CountDone => Some(vec![shown(reader, request, source)]),
        TodoIntent::Search => {
            let item = item?;
            let mut input = action_input("search");
            input.insert("match".into(), without_article(&item).into());
            with_list(reader, request, &mut input);
            one(Value::Object(input), format!("look for “{item}”"))
        }
        TodoIntent::Rename
        | TodoIntent::Reschedule
        | TodoIntent::Postpone
        | TodoIntent::Advance
        | TodoIntent::Undate
        | TodoIntent::Repeat
        | TodoIntent::Unrepeat
        | TodoIntent::Tag
        | TodoIntent::Untag
        | TodoIntent::Relist
        | TodoIntent::Prioritise => {
            let each = things_changed(reader, request);
            if let Some(each) = each {
                let draft = |part: &&[Token]| {
                    let (input, meaning) = changed(reader, &request.about(part))?;
                    Some(Draft { input, meaning, source })
                };
                return each.iter().map(draft).collect();
            }
            let (input, meaning) = changed(reader, request)?;
            one(input, meaning)
        }
        TodoIntent::Undo => one(Value::Object(action_input("undo")), "undo the last change".into()),
        TodoIntent::CreateList => made_list(reader, request, source),
        TodoIntent::DeleteList => {
            let name = without_article(&words(request.slots.item.or(request.slots.name))?);
            let mut input = action_input("delete_list");
            input.insert("list".into(), name.clone().into());
            one(Value::Object(input), format!("delete the list “{name}”"))
        }
        TodoIntent::ListNames => one(Value::Object(action_input("list_names")), "name the lists".into()),
        TodoIntent::CountLists => one(Value::Object(action_input("count_lists")), "count the lists".into()),
        TodoIntent::AddWhat | TodoIntent::DeleteWhat | TodoIntent::CompleteWhat => None,
    }
}

/// The step that shows todos, or counts them.
fn shown(reader: &Reader<'_>, request: &Request<'_>, source: Span) -> Draft {
    let counts = matches!(request.todo(), Some(TodoIntent::Count | TodoIntent::CountPending | TodoIntent::CountDone));
    let (action, verb) = if counts { ("count", "count") } else { ("list", "list") };
    let (status, what) = match request.todo() {
        Some(TodoIntent::ListDone | TodoIntent::CountDone) => (Some("completed"), "the completed todos"),
        Some(TodoIntent::ListPending | TodoIntent::CountPending) => (Some("active"), "the active todos"),
        Some(TodoIntent::ListOverdue) => (Some("active"), "the overdue todos"),
        _ => (None, "the todos"),
    };
    let mut input = action_input(action);
    with_list(reader, request, &mut input);
    with_filter(reader, request, status, &mut input);
    let overdue = request.todo() == Some(TodoIntent::Count)
        && input.get("filter").is_some_and(|filter| filter["due"] == "overdue");
    if request.todo() == Some(TodoIntent::ListOverdue) || overdue {
        input.insert("filter".into(), json!({"status": "active", "due": "overdue"}));
    }
    let meaning = [verb, " ", what, &details(&Value::Object(input.clone()))].concat();
    Draft { input: Value::Object(input), meaning, source }
}

/// Whether "all my milk todos" speaks of words in them and of no list.
fn names_words(reader: &Reader<'_>, request: &Request<'_>) -> bool {
    let Some(name) = request.slots.name.filter(|name| !name.is_empty()) else { return false };
    let after = reader.goal.get(span_of(name).end..).unwrap_or_default().trim_start().to_lowercase();
    let todos = ["todo", "to do", "to-do", "task", "chore", "item", "reminder", "errand"]
        .iter()
        .any(|noun| after.starts_with(noun));
    let known = name.iter().any(|token| reader.grammar.known_lists.contains(token.word));
    todos && !known && !after.contains("list")
}

/// The steps that act on a todo that is there, or on several.
fn acted_on(reader: &Reader<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let (action, verb) = match request.todo() {
        Some(TodoIntent::Complete) => ("complete", "mark"),
        Some(TodoIntent::Delete) => ("delete", "delete"),
        Some(TodoIntent::Reopen) => ("reopen", "reopen"),
        _ => ("get", "show"),
    };
    let done = if request.todo() == Some(TodoIntent::Complete) { " as done" } else { "" };
    if request.slots.item.is_some_and(|item| is_unclear(reader, item)) {
        return None;
    }
    if let Some(places) =
        request.slots.item.or(several_places(reader, request)).and_then(|item| positions(reader, item))
    {
        if places.contains(&0) {
            return None;
        }
        let draft = |place: i64| {
            let mut input = action_input(action);
            input.insert("position".into(), place.into());
            with_list(reader, request, &mut input);
            let meaning = [verb, " ", &place_in_words(place), done].concat();
            Draft { input: Value::Object(input), meaning, source }
        };
        return Some(places.into_iter().map(draft).collect());
    }
    let draft = |part: Option<&[Token]>, source: Span| {
        let mut input = action_input(action);
        let named = target(reader, &part.map_or_else(|| request.clone(), |part| request.about(part)), &mut input)?;
        with_list(reader, request, &mut input);
        let input = Value::Object(input);
        let said = if part.is_some() { String::new() } else { details(&input) };
        Some(Draft { input, meaning: [verb, " ", &named, done, &said].concat(), source })
    };
    match three_or_more(reader, request) {
        Some(parts) => parts.iter().map(|part| draft(Some(part), span_of(part))).collect(),
        None => Some(vec![draft(None, source)?]),
    }
}

/// A list that is made, and what is on it from the start. Few goals ask for one, so it stays out of the way of the others.
fn made_list(reader: &Reader<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let (name, inside) = parts::name_and_items(reader, request.slots.item.or(request.slots.name)?);
    let name = Some(text_of(reader.goal, name)).filter(|name| !name.is_empty())?;
    let mut input = action_input("create_list");
    input.insert("list".into(), name.as_str().into());
    let meaning = ["make the list “", &name, "”"].concat();
    let mut drafts = vec![Draft { input: Value::Object(input), meaning, source }];
    for item in inside {
        let text = text_of(reader.goal, item);
        let meaning = ["add the todo “", &text, "” (list “", &name, "”)"].concat();
        let mut input = action_input("add");
        input.insert("text".into(), text.into());
        input.insert("list".into(), name.as_str().into());
        drafts.push(Draft { input: Value::Object(input), meaning, source: span_of(item) });
    }
    Some(drafts)
}

fn several(reader: &Reader<'_>, request: &Request<'_>, parts: &[&[Token]]) -> Option<Vec<Draft>> {
    parts.iter().map(|part| added(reader, request, &text_of(reader.goal, part), span_of(part))).collect()
}

/// What an input says beside its action and the todo's words, for people.
pub(crate) fn details(input: &Value) -> String {
    let mut said = String::new();
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let named_by_action = matches!(text("action"), Some("create_list" | "delete_list"));
    if let Some(list) = text("list").filter(|list| !named_by_action && !list.is_empty()) {
        let _ = write!(said, " (list “{list}”)");
    }
    let moved = text("action") == Some("update");
    if let Some(due) = text("due").filter(|_| !moved) {
        let _ = write!(said, ", due {}", due.replace('T', " at "));
    }
    if text("recurrence").is_some() && !moved {
        said.push_str(", repeating");
    }
    if let Some(priority) = input.get("priority").and_then(Value::as_u64).filter(|_| !moved) {
        let _ = write!(said, ", priority {priority}");
    }
    if let Some(until) = text("notes").filter(|notes| notes.starts_with(reading::UNTIL)) {
        let _ = write!(said, ", {until}");
    }
    let tags = input.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for tag in tags.iter().filter_map(Value::as_str) {
        let _ = write!(said, " #{tag}");
    }
    // What is selected is said with the todos.
    let selected = input.get("all").is_some() && matches!(text("action"), Some("update" | "complete" | "delete"));
    let due = input.pointer("/filter/due").and_then(Value::as_str).filter(|due| *due != "overdue" && !selected);
    if let Some(due) = due {
        let _ = write!(said, ", due {due}");
    }
    said
}

fn action_input(action: &str) -> Map<String, Value> {
    let mut input = Map::new();
    input.insert("action".into(), action.into());
    input
}

fn added(reader: &Reader<'_>, request: &Request<'_>, text: &str, source: Span) -> Option<Draft> {
    let place = request.slots.item.map_or(Span::default(), span_of);
    let quoted = request
        .slots
        .item
        .is_some_and(|item| item.len() == 1 && item.iter().all(|token| token.kind == TokenKind::Quoted));
    let mut input = action_input("add");
    if quoted {
        input.insert("text".into(), text.into());
    } else {
        let start = if source.start >= place.start { source.start } else { place.start };
        reading::quick_add(text, start, reader.context).write(&mut input);
    }
    if let Some(when) = request.slots.when.or(request.slots.text) {
        // "remind me every weekday at 9am to stretch"
        let read = reading::quick_add(&text_of(reader.goal, when), 0, reader.context);
        if let Some(rule) = read.recurrence {
            input.entry("recurrence").or_insert_with(|| rule.into());
        }
        if let Some(due) = read.due.or_else(|| due(reader, when)) {
            input.entry("due").or_insert_with(|| due.into());
        }
    }
    if let Some(priority) = request.slots.value.and_then(|value| priority(reader, value)) {
        input.entry("priority").or_insert_with(|| priority.into());
    }
    if !quoted {
        take_priority(&mut input);
    }
    // "add todo \"fix the bike\" p1": what is left is the quotation.
    let inside = input.get("text").and_then(Value::as_str).and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
    if let Some(inside) = inside.filter(|inside| !inside.contains('"')).map(str::to_owned) {
        input.insert("text".into(), inside.into());
    }
    with_list(reader, request, &mut input);
    // "a reminder for 4pm to oil the gate"
    let begun = input.get("text").and_then(Value::as_str).and_then(|shown| shown.strip_prefix("to "));
    if let Some(rest) = begun.filter(|_| !text.starts_with("to ")).map(str::to_owned) {
        input.insert("text".into(), rest.into());
    }
    let shown = input.get("text").and_then(Value::as_str).unwrap_or(text).to_owned();
    // "remind me about it tomorrow" does not say of what.
    if shown.is_empty() || matches!(shown.to_lowercase().as_str(), "it" | "that" | "this" | "them") {
        return None;
    }
    let input = Value::Object(input);
    let meaning = format!("add the todo “{shown}”{}", details(&input));
    Some(Draft { input, meaning, source })
}

/// The day, or day and time, that words are.
pub(crate) fn due(reader: &Reader<'_>, words: &[Token]) -> Option<String> {
    reading::due(&text_of(reader.goal, words), reader.context)
}

/// Which todo is meant: its words, or its place.
fn target(reader: &Reader<'_>, request: &Request<'_>, input: &mut Map<String, Value>) -> Option<String> {
    if let Some(tokens) = request.slots.position {
        if several_places(reader, request).is_some() {
            return None;
        }
        let position = position(reader, tokens)?;
        input.insert("position".into(), position.into());
        return Some(place_in_words(position));
    }
    if let Some(text) = &request.meant {
        input.insert("match".into(), text.as_str().into());
        return Some(["“", text, "”"].concat());
    }
    let item = request.slots.item?;
    // "move todos 2 and 3 to friday" speaks of several, which one change of one todo is not.
    if positions(reader, item).is_some() || are_places(reader, item) {
        return None;
    }
    // "delete 3"
    if let [only] = item
        && only.kind == TokenKind::Number
        && only.span.len() <= 2
        && let Some(position) = position(reader, item)
    {
        input.insert("position".into(), position.into());
        return Some(place_in_words(position));
    }
    if reader.means_all(item) {
        input.insert("all".into(), true.into());
        return Some("every todo".to_owned());
    }
    if let Some(selected) = selection(reader, item) {
        return Some(select(reader, &selected, input));
    }
    // "delete everything but milk"
    if item.first().is_some_and(|first| reader.is(first, "everything")) {
        return None;
    }
    let text = without_article(&text_of(reader.goal, item));
    input.insert("match".into(), text.clone().into());
    Some(format!("“{text}”"))
}

/// Narrows a change to the todos that are selected, and says which they are.
fn select(reader: &Reader<'_>, selected: &parts::Selection<'_>, input: &mut Map<String, Value>) -> String {
    input.insert("all".into(), true.into());
    let mut said = "every todo".to_owned();
    let mut filter = Map::new();
    if let Some(words) = selected.words {
        let words = text_of(reader.goal, words);
        said += &[" with “", &words, "”"].concat();
        input.insert("match".into(), words.into());
    }
    if let Some(due) = &selected.due {
        said += &if due == "overdue" { " overdue".to_owned() } else { [" due ", due].concat() };
        filter.insert("due".into(), due.as_str().into());
    }
    if let Some(tag) = selected.tag {
        let tag = text_of(reader.goal, tag);
        said += &[" tagged #", &tag].concat();
        filter.insert("tag".into(), tag.into());
    }
    if let Some(list) = selected.list {
        let list = text_of(reader.goal, list);
        said += &[" on the list “", &list, "”"].concat();
        filter.insert("list".into(), list.into());
    }
    if !filter.is_empty() {
        filter.insert("status".into(), "active".into());
        input.insert("filter".into(), Value::Object(filter));
    }
    said
}

/// Whether words are nothing but a day or a span of days.
pub(crate) fn names_days(reader: &Reader<'_>, words: &[Token]) -> bool {
    let span = |token: &Token| reader.is(token, "today tonight tomorrow this next the week weekend month in");
    !words.is_empty()
        && (words.iter().all(span)
            && words.iter().any(|token| reader.is(token, "today tonight tomorrow week weekend month"))
            || reading::is_when(&text_of(reader.goal, words), reader.context))
}

fn place_in_words(place: i64) -> String {
    match place {
        -1 => "the last todo".to_owned(),
        ..0 => ["todo ", &(-place).to_string(), " from the end"].concat(),
        _ => ["todo ", &place.to_string()].concat(),
    }
}

fn with_list(reader: &Reader<'_>, request: &Request<'_>, input: &mut Map<String, Value>) {
    if let Some(name) = request.slots.name.map(|name| text_of(reader.goal, name)).filter(|name| !name.is_empty()) {
        input.insert("list".into(), name.into());
    }
}

fn with_filter(reader: &Reader<'_>, request: &Request<'_>, status: Option<&str>, input: &mut Map<String, Value>) {
    let mut filter = Map::new();
    if let Some(status) = status {
        filter.insert("status".into(), status.into());
    }
    if let Some(due) = request.slots.when.and_then(|when| due_filter(reader, when)) {
        filter.insert("due".into(), due.into());
    }
    if let Some(priority) = request.slots.value.and_then(|value| priority(reader, value)) {
        filter.insert("priority".into(), priority.into());
    }
    if let Some(tag) = request.slots.text {
        filter.insert("tag".into(), text_of(reader.goal, tag).into());
    }
    if !filter.is_empty() {
        input.insert("filter".into(), Value::Object(filter));
    }
}

/// A span of days as the todo tool's filter names it, or a date.
pub(crate) fn due_filter(reader: &Reader<'_>, when: &[Token]) -> Option<String> {
    let words: Vec<_> = when.iter().map(|token| reader.word(token)).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    Some(match () {
        () if has("overdue") => "overdue".into(),
        () if has("today") || has("tonight") || has("morning") || has("afternoon") || has("evening") => "today".into(),
        () if has("tomorrow") && words.len() <= 2 => "tomorrow".into(),
        () if has("next") && has("week") => "next week".into(),
        () if has("weekend") => weekend(reader, 7 * (i32::from(has("next")) - i32::from(has("last"))))?,
        () if has("week") => "this week".into(),
        () if has("month") && !has("next") => "this month".into(),
        () => reading::due(&text_of(reader.goal, when), reader.context)?,
    })
}

/// The saturday and sunday of this weekend, or of the one some days away; of one that has begun, from today.
fn weekend(reader: &Reader<'_>, away: i32) -> Option<String> {
    let now = reader.context.now;
    let sunday = reading::due("sunday", reader.context)?;
    // On a sunday, the next one is a week away.
    let ahead = (1..7).find(|days| now.plus_days(*days).date_text() == sunday).unwrap_or(0);
    let first = if away == 0 { (ahead - 1).max(0) } else { ahead - 1 + away };
    Some([now.plus_days(first).date_text(), "..".to_owned(), now.plus_days(ahead + away).date_text()].concat())
}

/// The words as they were typed; a single quotation without its quotes, spaces and line ends as one space each.
pub(crate) fn text_of(goal: &str, tokens: &[Token]) -> String {
    let text = span_of(tokens).of(goal);
    if let [only] = tokens
        && only.kind == TokenKind::Quoted
    {
        let mut inside = text.chars();
        inside.next();
        inside.next_back();
        return inside.as_str().trim().to_owned();
    }
    if !text.contains(['\n', '\r', '\t']) {
        return text.trim().to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without a leading article; "the milk" and "my milk" mean the todo "milk".
pub(crate) fn without_article(text: &str) -> String {
    let mut lower = String::new();
    let first = text.split_whitespace().next().unwrap_or("");
    normalize(first, &mut lower);
    let article = matches!(lower.as_str(), "the" | "a" | "an" | "my");
    let rest = text.get(first.len()..).unwrap_or("").trim_start();
    if article && !rest.is_empty() { rest.to_owned() } else { text.to_owned() }
}
