//! Requests about todos, turned into the todo tool's input.

use std::fmt::Write as _;

use dunlin_base::Span;
use serde_json::{Map, Value, json};

use crate::{
    intent::Intent,
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
#[expect(clippy::too_many_lines, reason = "one arm for each intent, and nothing else")]
pub(crate) fn drafts(reader: &Reader<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let one = |input: Value, meaning: String| {
        let meaning = format!("{meaning}{}", details(&input));
        Some(vec![Draft { input, meaning, source }])
    };
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let item = words(request.item);
    match request.intent {
        Intent::Add => match enumeration(reader, request) {
            Some(parts) => several(reader, request, &parts),
            None => added(reader, request, &item?, source).map(|draft| vec![draft]),
        },
        Intent::AddSeveral => several(reader, request, &parts(reader, request.item?)),
        Intent::Complete | Intent::Delete | Intent::Reopen | Intent::Get => {
            let (action, verb) = match request.intent {
                Intent::Complete => ("complete", "mark"),
                Intent::Delete => ("delete", "delete"),
                Intent::Reopen => ("reopen", "reopen"),
                _ => ("get", "show"),
            };
            if let Some(places) = request.item.and_then(|item| positions(reader, item)) {
                let draft = |place: i64| {
                    let mut input = action_input(action);
                    input.insert("position".into(), place.into());
                    with_list(reader, request, &mut input);
                    let done = if request.intent == Intent::Complete { " as done" } else { "" };
                    let meaning = [verb, " ", &place_in_words(place), done].concat();
                    Draft { input: Value::Object(input), meaning, source }
                };
                return Some(places.into_iter().map(draft).collect());
            }
            if let Some(parts) = three_or_more(reader, request) {
                let draft = |part: &&[Token]| {
                    let mut input = action_input(action);
                    let one = Request { item: Some(part), ..request.clone() };
                    let named = target(reader, &one, &mut input)?;
                    with_list(reader, request, &mut input);
                    let done = if request.intent == Intent::Complete { " as done" } else { "" };
                    let meaning = [verb, " ", &named, done].concat();
                    Some(Draft { input: Value::Object(input), meaning, source: span_of(part) })
                };
                return parts.iter().map(draft).collect();
            }
            let mut input = action_input(action);
            let named = target(reader, request, &mut input)?;
            with_list(reader, request, &mut input);
            let done = if request.intent == Intent::Complete { " as done" } else { "" };
            one(Value::Object(input), format!("{verb} {named}{done}"))
        }
        Intent::CompleteAll => {
            let mut input = action_input("complete");
            input.insert("all".into(), true.into());
            with_list(reader, request, &mut input);
            one(Value::Object(input), "mark every todo as done".into())
        }
        Intent::Clear => {
            let mut input = action_input("clear");
            input.insert("all".into(), true.into());
            with_list(reader, request, &mut input);
            with_filter(reader, request, None, &mut input);
            one(Value::Object(input), "clear the list".into())
        }
        Intent::ClearDone => {
            let mut input = action_input("clear");
            with_list(reader, request, &mut input);
            with_filter(reader, request, Some("completed"), &mut input);
            one(Value::Object(input), "clear the completed todos".into())
        }
        Intent::List
        | Intent::ListDone
        | Intent::ListPending
        | Intent::ListOverdue
        | Intent::ListLoose
        | Intent::Count => {
            let (action, verb) = if request.intent == Intent::Count { ("count", "count") } else { ("list", "list") };
            let (status, what) = match request.intent {
                Intent::ListDone => (Some("completed"), "the completed todos"),
                Intent::ListPending => (Some("active"), "the active todos"),
                Intent::ListOverdue => (Some("active"), "the overdue todos"),
                _ => (None, "the todos"),
            };
            let mut input = action_input(action);
            with_list(reader, request, &mut input);
            with_filter(reader, request, status, &mut input);
            if request.intent == Intent::ListOverdue {
                input.insert("filter".into(), json!({"status": "active", "due": "overdue"}));
            }
            one(Value::Object(input), format!("{verb} {what}"))
        }
        Intent::Search => {
            let item = item?;
            let mut input = action_input("search");
            input.insert("match".into(), without_article(&item).into());
            with_list(reader, request, &mut input);
            one(Value::Object(input), format!("look for “{item}”"))
        }
        Intent::Rename => {
            let text = words(request.text)?;
            let mut input = action_input("update");
            let named = target(reader, request, &mut input)?;
            input.insert("text".into(), text.clone().into());
            one(Value::Object(input), format!("rename {named} to “{text}”"))
        }
        Intent::Reschedule => {
            let when = request.when?;
            let due = reading::due_or_after(&text_of(reader.goal, when), reader.context)?;
            let mut input = action_input("update");
            let named = target(reader, request, &mut input)?;
            input.insert("due".into(), due.clone().into());
            one(Value::Object(input), format!("move {named} to {due}"))
        }
        Intent::Relist => {
            let list = words(request.name)?;
            let mut input = action_input("update");
            let named = target(reader, request, &mut input)?;
            input.insert("list".into(), list.into());
            one(Value::Object(input), ["move ", &named, " to another list"].concat())
        }
        Intent::Prioritise => {
            let priority = priority(reader, request.value?)?;
            let mut input = action_input("update");
            let named = target(reader, request, &mut input)?;
            input.insert("priority".into(), priority.into());
            one(Value::Object(input), format!("give {named} priority {priority}"))
        }
        Intent::Undo => one(Value::Object(action_input("undo")), "undo the last change".into()),
        Intent::CreateList => {
            let name = words(request.item.or(request.name))?;
            let mut input = action_input("create_list");
            input.insert("list".into(), name.clone().into());
            one(Value::Object(input), format!("make the list “{name}”"))
        }
        Intent::DeleteList => {
            let name = without_article(&words(request.item.or(request.name))?);
            let mut input = action_input("delete_list");
            input.insert("list".into(), name.clone().into());
            one(Value::Object(input), format!("delete the list “{name}”"))
        }
        Intent::ListNames => one(Value::Object(action_input("list_names")), "name the lists".into()),
        Intent::CountLists => one(Value::Object(action_input("count_lists")), "count the lists".into()),
        Intent::Calculate | Intent::Convert | Intent::AddWhat | Intent::DeleteWhat | Intent::CompleteWhat => None,
    }
}

fn several(reader: &Reader<'_>, request: &Request<'_>, parts: &[&[Token]]) -> Option<Vec<Draft>> {
    parts.iter().map(|part| added(reader, request, &text_of(reader.goal, part), span_of(part))).collect()
}

/// The parts of "milk, eggs and bread" when a plain "add" names three short things or more; one todo was not said.
fn enumeration<'t>(reader: &Reader<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    let item = request.item.filter(|_| !request.singular)?;
    if let Some(parts) = told_apart(reader, item) {
        return Some(parts);
    }
    let item = Some(item).filter(|item| item.iter().any(|token| token.is_sign(',')))?;
    let parts = parts(reader, item);
    (parts.len() >= 3 && parts.iter().all(|part| part.len() <= 3)).then_some(parts)
}

/// The parts of "both flour and yeast", "flour and also yeast", "flour as well as yeast".
fn told_apart<'t>(reader: &Reader<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let word = |at: usize| item.get(at).map(|token| reader.word(token));
    let is = |at: usize, words: [&str; 3]| {
        words.iter().enumerate().all(|(ahead, known)| known.is_empty() || word(at + ahead).as_deref() == Some(known))
    };
    let both = is(0, ["both", "", ""]);
    let (at, length) = (1..item.len()).find_map(|at| match () {
        () if is(at, ["and", "also", ""]) => Some((at, 2)),
        () if is(at, ["as", "well", "as"]) => Some((at, 3)),
        () if both && is(at, ["and", "", ""]) => Some((at, 1)),
        () => None,
    })?;
    let parts = [item.get(usize::from(both)..at)?, item.get(at + length..)?];
    parts.iter().all(|part| !part.is_empty()).then(|| parts.to_vec())
}

/// What an input says beside its action and the todo's words, for people.
pub(crate) fn details(input: &Value) -> String {
    let mut said = String::new();
    let text = |name: &str| input.get(name).and_then(Value::as_str);
    let named_by_action = matches!(text("action"), Some("create_list" | "delete_list"));
    if let Some(list) = text("list").filter(|_| !named_by_action) {
        let _ = write!(said, " (list “{list}”)");
    }
    let moved = text("action") == Some("update");
    if let Some(due) = text("due").filter(|_| !moved) {
        let _ = write!(said, ", due {}", due.replace('T', " at "));
    }
    if text("recurrence").is_some() {
        said.push_str(", repeating");
    }
    if let Some(priority) = input.get("priority").and_then(Value::as_u64).filter(|_| !moved) {
        let _ = write!(said, ", priority {priority}");
    }
    let tags = input.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    for tag in tags.iter().filter_map(Value::as_str) {
        let _ = write!(said, " #{tag}");
    }
    let due = input.pointer("/filter/due").and_then(Value::as_str).filter(|due| *due != "overdue");
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
    let place = request.item.map_or(Span::default(), span_of);
    let quoted =
        request.item.is_some_and(|item| item.len() == 1 && item.iter().all(|token| token.kind == TokenKind::Quoted));
    let mut input = action_input("add");
    if quoted {
        input.insert("text".into(), text.into());
    } else {
        let start = if source.start >= place.start { source.start } else { place.start };
        reading::quick_add(text, start, reader.context).write(&mut input);
    }
    if let Some(due) = request.when.or(request.text).and_then(|when| due(reader, when)) {
        input.entry("due").or_insert_with(|| due.into());
    }
    // "add todo \"fix the bike\" p1": what is left is the quotation.
    let inside = input.get("text").and_then(Value::as_str).and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
    if let Some(inside) = inside.filter(|inside| !inside.contains('"')).map(str::to_owned) {
        input.insert("text".into(), inside.into());
    }
    with_list(reader, request, &mut input);
    let shown = input.get("text").and_then(Value::as_str).unwrap_or(text).to_owned();
    if shown.is_empty() {
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
    if let Some(tokens) = request.position {
        let position = position(reader, tokens)?;
        input.insert("position".into(), position.into());
        return Some(place_in_words(position));
    }
    let text = without_article(&text_of(reader.goal, request.item?));
    input.insert("match".into(), text.clone().into());
    Some(format!("“{text}”"))
}

fn place_in_words(place: i64) -> String {
    match place {
        -1 => "the last todo".to_owned(),
        ..0 => ["todo ", &(-place).to_string(), " from the end"].concat(),
        _ => ["todo ", &place.to_string()].concat(),
    }
}

/// The places that "the first and the second one", "tasks 1, 2 and 4" or "the last two items" name; none when it names
/// fewer than two, or anything else.
pub(crate) fn positions(reader: &Reader<'_>, item: &[Token]) -> Option<Vec<i64>> {
    if item.len() > 16 {
        return None;
    }
    let noun = |word: &str| {
        matches!(
            word,
            "todo"
                | "todos"
                | "task"
                | "tasks"
                | "item"
                | "items"
                | "one"
                | "ones"
                | "number"
                | "numbers"
                | "things"
                | "reminders"
                | "chores"
                | "entries"
        )
    };
    let small = |word: &str| matches!(word, "the" | "my" | "both" | "no" | "#" | "hash" | "do" | "to" | "dos");
    // "remove 1 and 3": numbers alone are places.
    let mut named = item.iter().all(|token| {
        token.kind == TokenKind::Number && token.span.len() <= 2 || token.is_sign(',') || reader.is(token, "and &")
    });
    let mut places = Vec::new();
    let mut count: Option<i64> = None;
    let mut before: Option<String> = None;
    for token in item {
        let word = reader.word(token);
        let word = word.as_ref();
        if matches!(word, "and" | "," | "&")
            || small(word)
            || word == "one" && !places.is_empty() && before.as_deref() != Some("and")
        {
            named |= word == "one";
        } else if noun(word) && word != "one" {
            named = true;
        } else {
            let place = position(reader, std::slice::from_ref(token))?;
            let ordinal = !matches!(token.kind, TokenKind::Number)
                && !["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].contains(&word);
            named |= ordinal;
            if !ordinal && matches!(before.as_deref(), Some("first" | "last" | "top" | "final")) {
                count = Some(place);
            } else {
                places.push(place);
            }
        }
        before = Some(word.to_owned());
    }
    if let (Some(count), [edge]) = (count, places.as_slice()) {
        let range = (1..=count.clamp(0, 10)).map(|at| if *edge < 0 { -at } else { at });
        return (2..=10).contains(&count).then(|| range.collect());
    }
    (named && count.is_none() && places.len() >= 2).then_some(places)
}

/// The parts of "milk, eggs and bread" in what is to be deleted or done.
fn three_or_more<'t>(reader: &Reader<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    if request.position.is_some() || !matches!(request.intent, Intent::Delete | Intent::Complete) {
        return None;
    }
    enumeration(reader, request)
}

fn with_list(reader: &Reader<'_>, request: &Request<'_>, input: &mut Map<String, Value>) {
    if let Some(name) = request.name.map(|name| text_of(reader.goal, name)).filter(|name| !name.is_empty()) {
        input.insert("list".into(), name.into());
    }
}

fn with_filter(reader: &Reader<'_>, request: &Request<'_>, status: Option<&str>, input: &mut Map<String, Value>) {
    let mut filter = Map::new();
    if let Some(status) = status {
        filter.insert("status".into(), status.into());
    }
    if let Some(due) = request.when.and_then(|when| due_filter(reader, when)) {
        filter.insert("due".into(), due.into());
    }
    if !filter.is_empty() {
        input.insert("filter".into(), Value::Object(filter));
    }
}

/// A span of days as the todo tool's filter names it, or a date.
fn due_filter(reader: &Reader<'_>, when: &[Token]) -> Option<String> {
    let words: Vec<_> = when.iter().map(|token| reader.word(token)).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    Some(match () {
        () if has("today") || has("tonight") || has("morning") || has("afternoon") || has("evening") => "today".into(),
        () if has("tomorrow") && words.len() <= 2 => "tomorrow".into(),
        () if has("next") && has("week") => "next week".into(),
        () if has("week") || has("weekend") => "this week".into(),
        () => reading::due(&text_of(reader.goal, when), reader.context)?,
    })
}

fn position(reader: &Reader<'_>, tokens: &[Token]) -> Option<i64> {
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    const CARDINALS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let words: Vec<_> = tokens.iter().map(|token| reader.word(token)).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    if has("second") && has("last") {
        return Some(-2);
    }
    if ["last", "latest", "final", "las", "bottom", "newest", "recent"].iter().any(|word| has(word)) {
        return Some(-1);
    }
    if has("top") || has("oldest") {
        return Some(1);
    }
    let place = |table: &[&str], word: &str| {
        table.iter().position(|known| *known == word).and_then(|at| i64::try_from(at + 1).ok())
    };
    words.iter().find_map(|word| place(&ORDINALS, word)).or_else(|| {
        words.iter().rev().find_map(|word| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            digits.parse().ok().filter(|number| *number > 0).or_else(|| place(&CARDINALS, word))
        })
    })
}

fn priority(reader: &Reader<'_>, tokens: &[Token]) -> Option<u8> {
    tokens.iter().find_map(|token| {
        Some(match reader.word(token).as_ref() {
            "high" | "urgent" | "top" | "highest" | "p1" | "1" => 1,
            "medium" | "p2" | "2" => 2,
            "normal" | "p3" | "3" => 3,
            "low" | "lowest" | "p4" | "4" => 4,
            _ => return None,
        })
    })
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

/// The parts of an enumeration: "milk, eggs and bread".
pub(crate) fn parts<'t>(reader: &Reader<'_>, tokens: &'t [Token]) -> Vec<&'t [Token]> {
    let commas = tokens.iter().any(|token| token.is_sign(','));
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let comma = token.is_sign(',') || token.is_sign(';') || token.is_sign('&') || token.kind == TokenKind::LineEnd;
        let and = reader.word(token) == "and" && (!commas || last_part(tokens, at));
        if comma || and {
            found.push(tokens.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    found.push(tokens.get(start..).unwrap_or_default());
    found.retain(|part| !part.is_empty());
    found
}

/// Whether no comma follows.
fn last_part(tokens: &[Token], at: usize) -> bool {
    !tokens.get(at..).unwrap_or_default().iter().any(|token| token.is_sign(','))
}
