//! What is to go into a calendar, of which there is none here: a todo with the same day is offered.

use super::recurring;
use crate::{
    dates,
    lang::en::offers::{self, INTO_A_DIARY, THERE_IS, WRITES_DOWN},
    model::token::{Token, span_of},
    parse::{
        text::{text_of, without_article},
        words::Words,
    },
};

/// The todo that is due then.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    there_is(reader, words).or_else(|| written(reader, words)).or_else(|| recurring::goal(reader, words))
}

/// "add lunch with Bob to my calendar for tuesday"
fn written(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (verb, rest) = words.split_first()?;
    let at = (1..rest.len()).find(|at| rest.get(*at..).is_some_and(|rest| reader.begins(rest, INTO_A_DIARY)))?;
    let (item, after) = (rest.get(..at)?, rest.get(at + INTO_A_DIARY.len()..)?);
    let said = [without_article(&text_of(reader.goal, item)), text_of(reader.goal, after)].join(" ");
    reader.is(verb, WRITES_DOWN).then(|| offers::add(said.trim_end()))
}

/// "there's a parents' evening on the 3rd": what somebody tells that there is, on a day.
fn there_is(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let told = THERE_IS.iter().find(|run| reader.begins(words, run))?;
    let said = span_of(words.get(told.len()..).filter(|rest| !rest.is_empty())?).of(reader.goal);
    let read = dates::quick_add(said, 0, &reader.moment());
    read.due.filter(|_| !read.text.is_empty()).map(|_| offers::add(said))
}
