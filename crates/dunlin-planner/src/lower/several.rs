//! Requests that add several todos, each with its own words.

use dunlin_base::Span;

use super::{
    attributes::{give, only_attributes},
    todo::{Draft, added},
};
use crate::{
    dates::QuickAdd,
    lang::en::{
        connectors::PUTS_ON,
        doubts::ARTICLES,
        lists::{HARDLY_NOUNS, LEADS_A_NAME, PARTICLES, PUT_THERE},
        meanings,
        phrases::CALLS,
    },
    model::{
        request::{Request, Slots},
        todo::{NewTodo, TodoCall},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        due::thing_beside,
        parts::{name_and_items, parts},
        text::{text_of, without_article},
        timed::says_when_due,
        words::Words,
    },
};

/// The most words of the name of one list among several.
const LONGEST_NAME: usize = 4;

pub(super) fn several(reader: &Words<'_>, request: &Request<'_>, parts: &[&[Token]]) -> Option<Vec<Draft>> {
    let mut drafts: Vec<Draft> = Vec::with_capacity(parts.len());
    for part in parts {
        match (drafts.last_mut(), only_attributes(reader, part)) {
            // "wash the car, low priority, and vacuum it"
            (Some(before), Some(read)) => give(before, &read),
            (Some(_), None) if let Some(said) = called_as_well(reader, parts, part) => {
                drafts.push(added(reader, request, &said, span_of(part))?);
            }
            _ => drafts.push(added(reader, request, &text_of(reader.goal, part), span_of(part))?),
        }
    }
    Some(drafts)
}

/// "call Rosa at 4 and Pia at 5": who is named alone is called as well.
fn called_as_well(reader: &Words<'_>, parts: &[&[Token]], part: &[Token]) -> Option<String> {
    let verb = parts.first()?.first().filter(|verb| reader.is(verb, CALLS))?;
    let name = part.first().filter(|name| name.is_unknown_word())?;
    let timed = part.len() > 1 && says_when_due(reader, part.get(1..)?);
    (timed && name.span.of(reader.goal).starts_with(char::is_uppercase))
        .then(|| [verb.span.of(reader.goal), " ", &text_of(reader.goal, part)].concat())
}

/// The steps that add what is named last as well: "get stamps tomorrow, envelopes too" gets both, on that day. Nothing where nothing is
/// said so.
pub(super) fn added_as_well(reader: &Words<'_>, request: &Request<'_>) -> Option<Vec<Draft>> {
    let item = request.slots.item?;
    let each = parts(reader, item);
    let (first, others) = each.split_first().filter(|(_, others)| reader.said_as_well(item) && !others.is_empty())?;
    let short = |part: &&[Token]| part.len() <= 3 && only_attributes(reader, part).is_none();
    others.iter().all(short).then_some(())?;
    // "hand soap" and "oil paint" are things.
    let deed = reader.first_is(first, HARDLY_NOUNS) || reader.is_at(first, 1, ARTICLES);
    let verb = first.first().filter(|_| first.len() > 1 && deed && reader.is_deed(first));
    let mut drafts = vec![added(reader, request, &text_of(reader.goal, first), span_of(first))?];
    let TodoCall::Add(NewTodo { due, .. }) = &drafts.first()?.call else { return None };
    let said = QuickAdd { due: due.clone(), ..QuickAdd::default() };
    for other in others {
        let own = text_of(reader.goal, other);
        let verb = verb.filter(|_| !reader.is_deed(other)).map(|verb| verb.span.of(reader.goal));
        let text = verb.map_or_else(|| own.clone(), |verb| [verb, " ", &own].concat());
        let mut draft = added(reader, request, &text, span_of(other))?;
        give(&mut draft, &said);
        drafts.push(draft);
    }
    Some(drafts)
}

/// A list that is made, and what is on it from the start.
pub(super) fn made_list(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let Slots { name, text, item, .. } = request.slots;
    // "make a packing list: socks, charger"
    let behind_a_colon = |item: &&[Token]| {
        let before = reader.goal.get(..span_of(item).start).unwrap_or_default();
        before.trim_end().ends_with(':')
    };
    let (name, inside) = match (name, text.or_else(|| item.filter(|item| name.is_some() && behind_a_colon(item)))) {
        (Some(name), Some(items)) => (name, put_on_it(reader, items)),
        (None, Some(names)) if item.is_none() => return made_lists(reader, names),
        _ => name_and_items(reader, item.or(name)?),
    };
    // "make a list of milk, bread and eggs" names what goes on a list, and no list.
    if request.slots.name.is_none() && inside.is_empty() && name.iter().any(|token| token.is_sign(',')) {
        let added = |part: &[Token]| {
            let text = text_of(reader.goal, part);
            let meaning = meanings::added(&text);
            Draft { call: TodoCall::add(text, None), meaning, source: span_of(part) }
        };
        return Some(parts(reader, name).into_iter().map(added).collect());
    }
    let name = Some(without_article(&text_of(reader.goal, name))).filter(|name| !name.is_empty())?;
    let mut drafts = vec![made(name.clone(), source)];
    for item in inside {
        let text = text_of(reader.goal, item);
        let meaning = meanings::added(&text) + &meanings::on_list(&name);
        drafts.push(Draft { call: TodoCall::add(text, Some(name.clone())), meaning, source: span_of(item) });
    }
    Some(drafts)
}

/// What is put on the list that is made, without the words that say so: "add seeds and twine to it", but not "put up shelves".
fn put_on_it<'t>(reader: &Words<'_>, items: &'t [Token]) -> Vec<&'t [Token]> {
    let verb = reader.first_is(items, PUTS_ON)
        && items.get(1).is_some_and(|next| next.kind == TokenKind::Word && !reader.is(next, PARTICLES));
    let Some(things) = items.get(1..).filter(|_| verb) else { return parts(reader, items) };
    let bare =
        |part: &'t [Token]| reader.before_the_end(part, PUT_THERE).filter(|part| !part.is_empty()).unwrap_or(part);
    parts(reader, things).into_iter().map(bare).collect()
}

/// Several lists, each by its name: "camping and office", "one named camping and another named office".
fn made_lists(reader: &Words<'_>, names: &[Token]) -> Option<Vec<Draft>> {
    let each = parts(reader, names).into_iter().map(|part| {
        let led = part.iter().take_while(|token| reader.is(token, LEADS_A_NAME)).count();
        let name = part.get(led..).filter(|name| (1..=LONGEST_NAME).contains(&name.len()))?;
        Some(made(text_of(reader.goal, name), span_of(part)))
    });
    each.collect::<Option<Vec<Draft>>>().filter(|drafts| drafts.len() > 1)
}

/// The step that makes a list.
fn made(name: String, source: Span) -> Draft {
    let meaning = meanings::made_list(&name);
    Draft { call: TodoCall::CreateList { list: name }, meaning, source }
}

/// "buy flowers the day before the dentist": counted from when the todo on the list is due.
pub(super) fn added_beside(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let item = request.slots.item.filter(|_| request.slots.when.is_none() && request.slots.text.is_none())?;
    let (thing, due) = thing_beside(reader, item).filter(|(thing, _)| parts(reader, thing).len() == 1)?;
    let text = without_article(&text_of(reader.goal, thing));
    let draft = added(reader, &request.about(thing), &text, source)?;
    let TodoCall::Add(todo @ NewTodo { due: None, recurrence: None, .. }) = draft.call else { return None };
    Some(vec![Draft::adding(NewTodo { due: Some(due), ..todo }, source)])
}
