//! Changes of one todo that is there: its words, its day, its list, its tags, its priority.

use serde_json::{Map, Value, json};

use super::{action_input, target, text_of};
use crate::{
    intent::TodoIntent,
    reader::{Reader, Request},
    reading,
    token::Token,
};

/// The input of the step that changes a todo, and what it does in words. Few goals ask for it, so it stays out of the way of the
/// others.
pub(super) fn changed(reader: &Reader<'_>, request: &Request<'_>) -> Option<(Value, String)> {
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let mut input = action_input("update");
    let named = target(reader, request, &mut input)?;
    let mut set = |field: &str, value: Value| input.insert(field.to_owned(), value);
    let meaning = match request.todo()? {
        TodoIntent::Rename => {
            let text = words(request.slots.text)?;
            let meaning = ["rename ", &named, " to “", &text, "”"].concat();
            set("text", text.into());
            within_list(reader, request.slots.name, &mut input);
            meaning
        }
        TodoIntent::Reschedule => {
            let due = reading::due_or_after(&text_of(reader.goal, request.slots.when?), reader.context)?;
            let meaning = ["move ", &named, " to ", &due].concat();
            set("due", due.into());
            meaning
        }
        TodoIntent::Postpone => {
            let by = reading::length(&words(request.slots.text)?)?;
            let meaning = ["postpone ", &named, " by ", &by].concat();
            set("postpone", by.into());
            meaning
        }
        TodoIntent::Advance => {
            let by = reading::length(&words(request.slots.text)?)?;
            set("postpone", ["-", &by].concat().into());
            ["bring ", &named, " forward by ", &by].concat()
        }
        TodoIntent::Undate => {
            set("due", Value::Null);
            ["take the due date off ", &named].concat()
        }
        TodoIntent::Repeat => {
            let (rule, often) = reading::recurrence(&words(request.slots.text)?, reader.context)?;
            set("recurrence", rule.into());
            ["repeat ", &named, " ", &often].concat()
        }
        TodoIntent::Unrepeat => {
            set("recurrence", Value::Null);
            ["stop repeating ", &named].concat()
        }
        TodoIntent::Tag | TodoIntent::Untag => {
            let tag = words(request.slots.text)?;
            let tag = tag.trim_start_matches('#');
            let tags = request.todo() == Some(TodoIntent::Tag);
            set(if tags { "addTags" } else { "removeTags" }, json!([tag]));
            let (verb, joined) = if tags { ("tag ", " with #") } else { ("take from ", " the tag #") };
            [verb, &named, joined, tag].concat()
        }
        TodoIntent::Relist => {
            let list = words(request.slots.name).unwrap_or_default();
            let to = if list.is_empty() { " to the inbox" } else { " to another list" };
            set("list", list.into());
            if let Some(from) = request.slots.text {
                within_list(reader, Some(from_list(reader, from)?), &mut input);
            }
            ["move ", &named, to].concat()
        }
        _ => {
            let priority = priority(reader, request.slots.value?)?;
            set("priority", priority.into());
            ["give ", &named, " priority ", &priority.to_string()].concat()
        }
    };
    Some((Value::Object(input), meaning))
}

/// Narrows a change to the todos of a list.
fn within_list(reader: &Reader<'_>, name: Option<&[Token]>, input: &mut Map<String, Value>) {
    if let Some(name) = name {
        input.insert("filter".into(), json!({"list": text_of(reader.goal, name)}));
    }
}

/// The list that a todo is moved from: "move milk from my work list to my home list", "… from work to home". Where it cannot be
/// told, nothing is moved: else all there is would be.
fn from_list<'t>(reader: &Reader<'_>, from: &'t [Token]) -> Option<&'t [Token]> {
    let named = reader.grammar.name_of_list(from);
    named.or_else(|| reader.grammar.is_list_name(from).then_some(from))
}

/// Words after which a priority belongs to what is said.
const OPEN: [&str; 14] =
    ["a", "the", "of", "about", "on", "for", "is", "are", "to", "and", "or", "set", "explain", "discuss"];

/// Takes a priority said at the end of a todo's words ("call Ann, high priority", "pay rent with priority 2", "sweep, urgent") out
/// of them; what is in quotes stays.
pub(super) fn take_priority(input: &mut Map<String, Value>) {
    let Some(text) = input.get("text").and_then(Value::as_str) else { return };
    let lower = text.to_ascii_lowercase();
    let lower = lower.trim_end_matches([')', '.', '!']);
    if text.contains('"')
        || !["priority", "urgent", "important"].iter().any(|word| lower.ends_with(word) || lower.contains(" priority "))
    {
        return;
    }
    let words: Vec<&str> = lower.split_whitespace().map(|word| word.trim_start_matches('(')).collect();
    let (rest, priority, said) = match words.as_slice() {
        [rest @ .., value, "priority"] => (rest, priority_of(value), false),
        [rest @ .., "priority", value] => (rest, priority_of(value), true),
        [rest @ .., "very", "urgent" | "important"] | [rest @ .., "urgent" | "important"] => (rest, Some(1), false),
        _ => return,
    };
    let article = usize::from(matches!(rest.last(), Some(&("a" | "an" | "the" | "its" | "it's"))));
    let rest = rest.get(..rest.len() - article).unwrap_or_default();
    let named = matches!(rest.last(), Some(&("with" | "at" | "as" | "of")));
    let rest = rest.get(..rest.len() - usize::from(named)).unwrap_or_default();
    // "read about urgent" and "explain the high priority" speak of it; after a comma or "with" it is the todo's own.
    let opens = text.split_whitespace().nth(rest.len()).is_some_and(|word| word.starts_with('('));
    // "call the plumber high priority", but not "explain high priority".
    let plain = article == 0
        && rest.len() > 1
        && lower.ends_with("priority")
        && !rest.last().is_some_and(|last| OPEN.contains(last));
    let apart = opens || plain || rest.last().is_some_and(|last| last.ends_with([',', ';', ':', '-', '–', '—']));
    let (Some(priority), true) = (priority, apart || named || said && article == 0) else { return };
    let kept: Vec<&str> = text.split_whitespace().take(rest.len()).collect();
    let kept = kept.join(" ");
    let kept = kept.trim_end_matches([',', ';', ':', '-', '–', '—', '(', ' ']);
    if kept.is_empty() || input.contains_key("priority") {
        return;
    }
    let kept = Value::from(kept);
    input.insert("text".into(), kept);
    input.insert("priority".into(), priority.into());
}

pub(super) fn priority(reader: &Reader<'_>, tokens: &[Token]) -> Option<u8> {
    tokens.iter().find_map(|token| priority_of(reader.word(token).as_ref()))
}

fn priority_of(word: &str) -> Option<u8> {
    Some(match word {
        "high" | "urgent" | "important" | "top" | "highest" | "p1" | "1" => 1,
        "medium" | "p2" | "2" => 2,
        "normal" | "p3" | "3" => 3,
        "low" | "lowest" | "p4" | "4" => 4,
        _ => return None,
    })
}
