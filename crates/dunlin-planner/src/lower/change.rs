//! Changes of one todo that is there: its words, its day, its list, its tags, its priority.

use crate::{
    dates::{self},
    lang::{
        en::{
            again::PUTS_OFF,
            dates::{A_WEEK, ONE, THE_DAY_AFTER},
            days::{FROM, WEEKDAYS},
            meanings,
        },
        holds,
    },
    lower::target::target,
    model::{
        intent::TodoIntent,
        request::{Meant, Request},
        todo::{Change, Filter, Target, TodoCall, Update, Which},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        priority::{priority, takes_priority_away},
        text::text_of,
        words::Words,
    },
};

/// "change dentist from 3 to 4pm": of the dentist.
fn without_old_time<'t>(reader: &Words<'_>, request: &Request<'t>) -> Request<'t> {
    let to_a_time = request.slots.when.and_then(|when| dates::due(&text_of(reader.goal, when), &reader.moment()));
    let timed = request.todo() == Some(TodoIntent::Reschedule) && to_a_time.is_some_and(|due| due.contains('T'));
    match request.slots.item {
        Some([item @ .., from, hour])
            if timed && !item.is_empty() && reader.is(from, FROM) && hour.kind == TokenKind::Number =>
        {
            request.about(item)
        }
        _ => request.clone(),
    }
}

/// The call that changes a todo, and what it does in words. Few goals ask for it, so it stays out of the way of the others.
pub(super) fn changed(reader: &Words<'_>, request: &Request<'_>) -> Option<(TodoCall, String)> {
    let words =
        |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens)).filter(|text| !text.is_empty());
    let request = &without_old_time(reader, request);
    let (Target { which, mut filter, .. }, named) = target(reader, request)?;
    let slots = request.slots;
    let (change, meaning) = match request.todo()? {
        TodoIntent::Rename => {
            let text = words(slots.text)?;
            if let Some(name) = slots.name {
                filter = Filter::in_list(text_of(reader.goal, name));
            }
            let meaning = meanings::renamed(&named, &text);
            (Change::Text(text), meaning)
        }
        // "move what is due tomorrow to the day after", "… to the week after"
        TodoIntent::Reschedule if slots.when.is_some_and(|when| reader.is_run(when, THE_DAY_AFTER)) => {
            let by = [ONE, &reader.word(slots.when?.get(1)?)].concat();
            let meaning = meanings::postponed(&named, &by);
            (Change::Postpone(by), meaning)
        }
        TodoIntent::Reschedule => {
            let every = matches!(which, Which::Every { .. }).then_some(&filter);
            let due = new_day(reader, request, every)?;
            let meaning = meanings::moved(&named, &due);
            (Change::Due(Some(due)), meaning)
        }
        TodoIntent::Postpone => {
            let by = dates::length(&words(slots.text)?)?;
            let meaning = meanings::postponed(&named, &by);
            (Change::Postpone(by), meaning)
        }
        TodoIntent::Advance => {
            let by = dates::length(&words(slots.text)?)?;
            (Change::Postpone(["-", &by].concat()), meanings::advanced(&named, &by))
        }
        TodoIntent::Undate => (Change::Due(None), meanings::undated(&named)),
        TodoIntent::Repeat => {
            let (rule, often) = dates::recurrence(&words(slots.text)?, &reader.moment())?;
            (Change::Recurrence(Some(rule)), meanings::repeated(&named, &often))
        }
        TodoIntent::Unrepeat => (Change::Recurrence(None), meanings::unrepeated(&named)),
        TodoIntent::Note => {
            let note = words(slots.text)?;
            let meaning = meanings::noted(&named, &note);
            (Change::Notes(note), meaning)
        }
        TodoIntent::Tag => {
            let tag = words(slots.text)?.trim_start_matches('#').to_owned();
            let meaning = meanings::tagged(&named, &tag);
            (Change::AddTags([tag]), meaning)
        }
        TodoIntent::Untag => {
            let tag = words(slots.text)?.trim_start_matches('#').to_owned();
            let meaning = meanings::untagged(&named, &tag);
            (Change::RemoveTags([tag]), meaning)
        }
        TodoIntent::Relist => {
            let list = words(slots.name).unwrap_or_default();
            if let Some(from) = slots.text {
                filter = Filter::in_list(text_of(reader.goal, from_list(reader, from)?));
            }
            let meaning = meanings::relisted(&named, &list);
            (Change::List(list), meaning)
        }
        _ => {
            let value = slots.value?;
            let none = takes_priority_away(reader, value);
            let priority = if none { None } else { Some(priority(reader, value)?) };
            let meaning =
                priority.map_or_else(|| meanings::unranked(&named), |priority| meanings::prioritised(&named, priority));
            (Change::Priority(priority), meaning)
        }
    };
    Some((TodoCall::Update(Update { which, filter, change }), meaning))
}

/// When a todo is to be due, or every todo of a filter: what is said of it, and of what is not said what it has on the list.
fn new_day(reader: &Words<'_>, request: &Request<'_>, every: Option<&Filter>) -> Option<String> {
    let slots = request.slots;
    let due = dates::due_or_after(&text_of(reader.goal, slots.when?), &reader.moment())?;
    // "is the dentist on my list? if so move it to monday"
    let todo = match &request.meant {
        Some(Meant::Todo(text)) => Some(text.clone()),
        _ => slots.item.map(|item| text_of(reader.goal, item)).filter(|text| !text.is_empty()),
    };
    let own = match every {
        Some(filter) => reader.day_of_theirs(filter, &slots, &due),
        None => reader.day_of_its_own(todo.as_deref(), &slots, &due),
    };
    let due = own.or_else(|| reader.time_of_its_own(todo.as_deref(), &due)).unwrap_or(due);
    put_off(reader, request, todo.as_deref(), &due).or(Some(due))
}

/// "postpone the dentist until thursday", which is due on friday: the first thursday behind it. Nothing where no todo is put off to
/// a day of the week, or it is later as it stands.
fn put_off(reader: &Words<'_>, request: &Request<'_>, todo: Option<&str>, due: &str) -> Option<String> {
    let when = request.slots.when.filter(|when| reader.all_are(when, WEEKDAYS))?;
    let start = span_of(request.slots.item.unwrap_or(when)).start;
    let before = reader.goal.get(..start)?.to_lowercase();
    let puts_off = before.split_whitespace().rev().take(LONGEST_VERB).any(|word| holds(PUTS_OFF, word));
    let own = reader.context.on_list?.due(todo?)?;
    let earlier = due.split('T').next()? <= own.split('T').next()?;
    if puts_off && earlier { dunlin_date::postpone(due, A_WEEK) } else { None }
}

/// The most words of what puts a todo off, with its article: "push back the".
const LONGEST_VERB: usize = 3;

/// The list that a todo is moved from: "move milk from my work list to my home list", "… from work to home". Where it cannot be
/// told, nothing is moved: else all there is would be.
fn from_list<'t>(reader: &Words<'_>, from: &'t [Token]) -> Option<&'t [Token]> {
    let named = reader.grammar.name_of_list(from);
    named.or_else(|| reader.grammar.is_list_name(from).then_some(from))
}
