//! What takes the place of what was said just before it: "move the rent to the 3rd, no, the 4th", "mark the gym as done, no sorry,
//! delete it".

use crate::{
    lang::en::{
        connectors::{IS_BETTER, IT, PUT_IT},
        doubts::{A, ONE_OR_TAG, TO},
        offers::ONTO_A_LIST,
    },
    model::{
        intent::TodoIntent,
        reading::ClauseRead,
        request::{Asked, Found, Request, Slots},
        token::{Token, span_of},
    },
    parse::{priority::priority, reader::Reader, timed::says_when_due},
};

/// Puts a clause that corrects the one before in its place.
pub(super) fn correct(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    if !next.link.corrects || clause.condition.is_some() || next.condition.is_some() {
        return;
    }
    let Found::Request(before) = &mut clause.found else { return };
    // "add batteries to shopping, no wait, make that to the holiday list"
    if before.todo() == Some(TodoIntent::Add)
        && let Some(list) = list_put_right(reader, next.words)
    {
        before.slots.name = Some(list);
        before.anchored = true;
        next.said_for_next = true;
        return;
    }
    match &next.found {
        // What was to be done with the todo is done no more.
        Found::Pointing(instead) if before.acts_on_a_todo() => {
            let intent = instead.todo().map(TodoIntent::of_what_is_meant).filter(|intent| intent.acts_on_a_todo());
            let Some(intent) = intent else { return };
            let slots = Slots { item: before.slots.item, position: before.slots.position, ..instead.slots };
            let request = Request { asked: Asked::Todo(intent), ..instead.with_slots(slots) };
            next.found = Found::Request(request);
            take_back(clause, next);
        }
        Found::Nothing => {
            let day = day_put_right(reader, next.words);
            // "give the gym low priority, scratch that, high"
            if before.todo() == Some(TodoIntent::Prioritise) && priority(reader, day).is_some() {
                clause.instead_of = before.slots.value.replace(day).map(span_of);
                next.said_for_next = true;
                return;
            }
            if !says_when_due(reader, day) {
                return;
            }
            match before.todo() {
                Some(TodoIntent::Reschedule) => {
                    let said = before.slots.when.replace(day);
                    clause.instead_of = said.map(span_of);
                    next.said_for_next = true;
                }
                Some(TodoIntent::Add) => {
                    let slots = Slots { when: Some(day), ..Slots::default() };
                    next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::Reschedule)).with_slots(slots));
                }
                _ => {}
            }
        }
        // "delete milk, no wait, delete bread"
        Found::Request(instead) => {
            let adds = |request: &Request<'_>| matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::AddSeveral));
            let alike = before.acts_on_a_todo() && instead.acts_on_a_todo()
                || adds(before) && adds(instead)
                || before.sum().is_some() && instead.sum().is_some();
            if alike {
                take_back(clause, next);
            } else if instead.todo() != Some(TodoIntent::Undo) {
                next.found = Found::Nothing;
            }
        }
        Found::Pointing(_) | Found::Missing(_) => {}
    }
}

/// The day in what puts one right: "sunday" in "sunday works better".
pub(super) fn day_put_right<'t>(reader: &Reader<'_>, words: &'t [Token]) -> &'t [Token] {
    let day = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    // "move the dentist to friday, I mean to monday"
    let day = day.get(usize::from(reader.first_is(day, TO) && day.len() > 1)..).unwrap_or(day);
    IS_BETTER.iter().find_map(|run| reader.before_the_end(day, run)).unwrap_or(day)
}

/// The list in what puts one right: "holiday" in "make that to the holiday list".
pub(super) fn list_put_right<'t>(reader: &Reader<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let said = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    let put = PUT_IT.iter().find(|run| reader.begins(said, run)).map_or(0, |run| run.len());
    let (onto, list) = said.get(put..)?.split_first()?;
    let known = || matches!(list, [only] if reader.grammar.known_lists.contains(only.word)).then_some(list);
    let named = reader.list_said(list).or_else(known).filter(|name| !name.is_empty())?;
    reader.is(onto, ONTO_A_LIST).then_some(named)
}

fn take_back(clause: &mut ClauseRead<'_>, next: &mut ClauseRead<'_>) {
    clause.said_for_next = true;
    next.instead_of = Some(clause.place());
}

/// "take the work tag off the report and put home on it instead": what is put there is a tag as well.
pub(super) fn tag_instead(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    give_it_on(reader, clauses, at);
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let (Found::Request(before), Found::Request(put)) = (&clause.found, &next.found) else { return };
    let tags = matches!(before.todo(), Some(TodoIntent::Untag | TodoIntent::Tag));
    let adds = put.todo() == Some(TodoIntent::Add) && put.slots.name.is_none() && put.slots.when.is_none();
    // "… and add a plumbing one instead"
    let one = |item: &'_ [Token]| matches!(item, [a, _, one] if reader.is(a, A) && reader.is(one, ONE_OR_TAG));
    let tag = put.slots.item.filter(|_| tags && adds).and_then(|item| match item {
        [_] if reader.says_on_it(next.words) => Some(item),
        [_, tag @ .., _] if one(item) => Some(tag),
        _ => None,
    });
    if tag.is_some() {
        let slots = Slots { text: tag, ..Slots::default() };
        next.found = Found::Pointing(Request::of(Asked::Todo(TodoIntent::Tag)).with_slots(slots));
    }
}

/// "take the tag urgent off the invoices and give it to the tax return": "it" is the tag. Where none was named, nothing is given.
fn give_it_on(reader: &Reader<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let gives = |found: &Found<'_>| {
        matches!(found, Found::Pointing(request) if request.todo() == Some(TodoIntent::Tag)
            && request.slots.text.is_some_and(|tag| reader.all_are(tag, IT)))
    };
    if let Some(first) = clauses.first_mut().filter(|first| at == 0 && gives(&first.found)) {
        first.found = Found::Nothing;
    }
    let Some([clause, next]) = clauses.get_mut(at..at + 2) else { return };
    let tags = |before: &&Request<'_>| matches!(before.todo(), Some(TodoIntent::Untag | TodoIntent::Tag));
    let tag = clause.found.request().filter(tags).and_then(|before| before.slots.text);
    if let Found::Pointing(request) = &next.found
        && gives(&next.found)
    {
        let given = |tag| Request { slots: Slots { text: Some(tag), ..request.slots }, ..request.clone() };
        next.found = tag.map_or(Found::Nothing, |tag| Found::Request(given(tag)));
    }
}
