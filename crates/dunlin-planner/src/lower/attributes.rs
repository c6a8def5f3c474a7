//! What is said of a todo beside its own words: its priority, a tag, a day, a note.

use super::todo::Draft;
use crate::{
    dates::{self, QuickAdd},
    lang::{
        en::{
            asides::IT_IS,
            conditions::DUE,
            items::BOTH_OR_ALL,
            places::AND_OR_COMMA,
            priorities::{PRIORITY_BEHIND, STAND_IN, URGENT},
            references::{NOTED_WITH, TAGGED_WITH},
        },
        holds,
    },
    model::{request::Request, todo::TodoCall, token::Token},
    parse::{
        parts::{enumeration, parts},
        priority::take_priority,
        text::text_of,
        words::Words,
    },
};

/// One todo's words without what is said of it behind them, each after a pause or an "and", and that: "water the plants, low priority,
/// and due on sunday". Nothing where nothing is said so, or several todos stand before it.
pub(super) fn without_what_is_said<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<(&'t [Token], QuickAdd)> {
    let item = request.slots.item?;
    let (mut rest, mut all) = (item, QuickAdd::default());
    while let [.., _, last] = parts(reader, rest).as_slice()
        && let told = without_it_is(reader, last)
        && let Some(read) = only_attributes(reader, told)
        && (read.priority.is_some() || !read.tags.is_empty() || reader.first_is(told, DUE))
    {
        let said = last.first()?.span.start;
        let before = rest.iter().take_while(|token| token.span.start < said).count();
        let joins = rest.iter().take(before).rev().take_while(|token| reader.is(token, AND_OR_COMMA)).count();
        rest = rest.get(..before - joins)?;
        all.due = all.due.or(read.due);
        all.recurrence = all.recurrence.or(read.recurrence);
        all.priority = all.priority.or(read.priority);
        all.tags.extend(read.tags);
    }
    let one = rest.len() < item.len() && enumeration(reader, &request.about(rest)).is_none();
    one.then_some((rest, all))
}

/// What words say of "it": "due on the 15th" in "it's due on the 15th".
fn without_it_is<'t>(reader: &Words<'_>, words: &'t [Token]) -> &'t [Token] {
    let told = IT_IS.iter().find(|run| reader.begins(words, run)).and_then(|run| words.get(run.len()..));
    told.filter(|told| !told.is_empty()).unwrap_or(words)
}

/// The things of an enumeration, and what its end says of all of them: "…, all tagged cleaning", "…, each with high priority".
pub(super) fn said_of_all<'p, 't>(
    reader: &Words<'_>,
    parts: &'p [&'t [Token]],
) -> (&'p [&'t [Token]], Option<QuickAdd>) {
    let read = || {
        let (last, things) = parts.split_last().filter(|(_, things)| things.len() > 1)?;
        let (_, said) = last.split_first().filter(|(first, _)| reader.is(first, BOTH_OR_ALL))?;
        only_attributes(reader, said).map(|read| (things, read))
    };
    read().map_or((parts, None), |(things, read)| (things, Some(read)))
}

/// What words say of a todo where they name none: "low priority", "tagged home".
pub(super) fn only_attributes(reader: &Words<'_>, words: &[Token]) -> Option<QuickAdd> {
    // A rank alone stands behind a comma: "…, due friday and urgent".
    let mut read = dates::quick_add(&[STAND_IN, ", ", &text_of(reader.goal, words)].concat(), 0, &reader.moment());
    take_attributes(&mut read);
    (read.text == STAND_IN).then_some(read)
}

/// Gives a todo that is added what is said of all of them, where it says nothing of it itself.
pub(super) fn give(draft: &mut Draft, read: &QuickAdd) {
    let TodoCall::Add(todo) = &mut draft.call else { return };
    todo.due = todo.due.take().or_else(|| read.due.clone());
    todo.recurrence = todo.recurrence.take().or_else(|| read.recurrence.clone());
    todo.priority = todo.priority.or(read.priority);
    todo.tags.extend(read.tags.iter().cloned());
    *draft = Draft::adding(todo.clone(), draft.source);
}

/// Takes a priority and a tag that are said at the end: "…, low priority, tagged wedding".
pub(super) fn take_attributes(todo: &mut QuickAdd) {
    take_priority(todo);
    take_tag(todo);
    let apart = todo.text.trim_end_matches([',', ';', ' ']).len();
    todo.text.truncate(apart);
    take_priority(todo);
}

/// Takes a tag that is said at the end: "get petrol tagged car", "call Ida with the tag family".
fn take_tag(todo: &mut QuickAdd) {
    let said = TAGGED_WITH.iter().find_map(|said| todo.text.rsplit_once(said));
    let Some((text, tag)) = said.filter(|(text, _)| !text.is_empty() && !text.contains('"')) else { return };
    let tag = tag.trim_start_matches('#');
    if !tag.is_empty() && tag.chars().all(char::is_alphanumeric) {
        todo.tags.push(tag.to_owned());
        todo.text = text.to_owned();
    }
}

/// The words of a todo, and the note that is said behind them: "… with a note saying cash only".
pub(super) fn with_note(text: &str) -> (&str, Option<&str>) {
    let parted = NOTED_WITH.iter().find_map(|said| text.split_once(said));
    match parted.filter(|(text, note)| !text.trim().is_empty() && !note.trim().is_empty()) {
        Some((text, note)) => (text.trim_end_matches([',', ' ']), Some(note.trim())),
        None => (text, None),
    }
}

/// "the report by friday 5pm urgent": a rank behind a day is no part of a todo's words. `start` is where those stand in the goal.
pub(super) fn set_rank_apart(todo: &mut QuickAdd, text: &str, start: usize) {
    // "high priority" is a rank of two words.
    let words = 1 + usize::from(text.to_lowercase().ends_with(PRIORITY_BEHIND));
    let split = |text: &str| text.rmatch_indices(' ').nth(words - 1).map(|(at, _)| at);
    let Some(last) = split(text).map(|at| start + at + 1) else { return };
    let behind_a_day = todo.found.iter().any(|(span, _, _)| (last.saturating_sub(1)..=last).contains(&span.end));
    if let Some((rest, rank)) = split(&todo.text).and_then(|at| todo.text.split_at_checked(at))
        && let rank = rank.trim_start()
        && behind_a_day
        && (words > 1 || holds(URGENT, &rank.to_lowercase()))
    {
        todo.text = [rest, ", ", rank].concat();
    }
}
