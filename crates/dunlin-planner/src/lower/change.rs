//! Changes of one todo that is there: its words, its day, its list, its tags, its priority.

use crate::{
    dates::{self, QuickAdd},
    lower::todo::target,
    model::{
        intent::TodoIntent,
        request::Request,
        todo::{Change, Filter, Target, TodoCall, Update},
        token::Token,
    },
    parse::{text::text_of, words::Words},
};

/// The call that changes a todo, and what it does in words. Few goals ask for it, so it stays out of the way of the others.
pub(super) fn changed(reader: &Words<'_>, request: &Request<'_>) -> Option<(TodoCall, String)> {
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let (Target { which, mut filter, .. }, named) = target(reader, request)?;
    let slots = request.slots;
    let (change, meaning) = match request.todo()? {
        TodoIntent::Rename => {
            let text = words(slots.text)?;
            if let Some(name) = slots.name {
                filter = Filter::in_list(text_of(reader.goal, name));
            }
            let meaning = ["rename ", &named, " to “", &text, "”"].concat();
            (Change::Text(text), meaning)
        }
        TodoIntent::Reschedule => {
            let due = dates::due_or_after(&text_of(reader.goal, slots.when?), &reader.moment())?;
            let meaning = ["move ", &named, " to ", &due].concat();
            (Change::Due(Some(due)), meaning)
        }
        TodoIntent::Postpone => {
            let by = dates::length(&words(slots.text)?)?;
            let meaning = ["postpone ", &named, " by ", &by].concat();
            (Change::Postpone(by), meaning)
        }
        TodoIntent::Advance => {
            let by = dates::length(&words(slots.text)?)?;
            (Change::Postpone(["-", &by].concat()), ["bring ", &named, " forward by ", &by].concat())
        }
        TodoIntent::Undate => (Change::Due(None), ["take the due date off ", &named].concat()),
        TodoIntent::Repeat => {
            let (rule, often) = dates::recurrence(&words(slots.text)?, &reader.moment())?;
            (Change::Recurrence(Some(rule)), ["repeat ", &named, " ", &often].concat())
        }
        TodoIntent::Unrepeat => (Change::Recurrence(None), ["stop repeating ", &named].concat()),
        TodoIntent::Tag => {
            let tag = words(slots.text)?.trim_start_matches('#').to_owned();
            let meaning = ["tag ", &named, " with #", &tag].concat();
            (Change::AddTags([tag]), meaning)
        }
        TodoIntent::Untag => {
            let tag = words(slots.text)?.trim_start_matches('#').to_owned();
            let meaning = ["take from ", &named, " the tag #", &tag].concat();
            (Change::RemoveTags([tag]), meaning)
        }
        TodoIntent::Relist => {
            let list = words(slots.name).unwrap_or_default();
            if let Some(from) = slots.text {
                filter = Filter::in_list(text_of(reader.goal, from_list(reader, from)?));
            }
            let to = if list.is_empty() { " to the inbox" } else { " to another list" };
            (Change::List(list), ["move ", &named, to].concat())
        }
        _ => {
            let priority = priority(reader, slots.value?)?;
            (Change::Priority(priority), ["give ", &named, " priority ", &priority.to_string()].concat())
        }
    };
    Some((TodoCall::Update(Update { which, filter, change }), meaning))
}

/// The list that a todo is moved from: "move milk from my work list to my home list", "… from work to home". Where it cannot be
/// told, nothing is moved: else all there is would be.
fn from_list<'t>(reader: &Words<'_>, from: &'t [Token]) -> Option<&'t [Token]> {
    let named = reader.grammar.name_of_list(from);
    named.or_else(|| reader.grammar.is_list_name(from).then_some(from))
}

/// Words after which a priority belongs to what is said.
const OPEN: [&str; 14] =
    ["a", "the", "of", "about", "on", "for", "is", "are", "to", "and", "or", "set", "explain", "discuss"];

/// What stands for a quotation while what follows it is read.
const STAND_IN: &str = "the todo";

/// Takes a priority said at the end of a todo's words ("call Ann, high priority", "pay rent with priority 2", "sweep, urgent") out
/// of them; what is in quotes stays.
pub(super) fn take_priority(todo: &mut QuickAdd) {
    // "\"renew passport\" with priority 1"
    let quoted = todo.text.strip_prefix('"').and_then(|text| text.split_once('"'));
    if let Some((inside, tail)) = quoted.filter(|(inside, tail)| !inside.is_empty() && !tail.contains('"')) {
        let mut after = QuickAdd { text: [STAND_IN, tail].concat(), ..QuickAdd::default() };
        take_priority(&mut after);
        if after.text == STAND_IN && after.priority.is_some() && todo.priority.is_none() {
            todo.priority = after.priority;
            todo.text = inside.to_owned();
        }
        return;
    }
    let text = todo.text.as_str();
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
    if kept.is_empty() || todo.priority.is_some() {
        return;
    }
    kept.clone_into(&mut todo.text);
    todo.priority = Some(priority);
}

pub(super) fn priority(reader: &Words<'_>, tokens: &[Token]) -> Option<u8> {
    tokens.iter().find_map(|token| priority_of(reader.word(token).as_ref()))
}

fn priority_of(word: &str) -> Option<u8> {
    Some(match word {
        "high" | "urgent" | "important" | "top" | "highest" | "prioritise" | "prioritize" | "p1" | "1" => 1,
        "medium" | "p2" | "2" => 2,
        "normal" | "p3" | "3" => 3,
        "low" | "lowest" | "deprioritise" | "deprioritize" | "p4" | "4" => 4,
        _ => return None,
    })
}
