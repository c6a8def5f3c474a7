//! Words put so shortly that a bare number stands for an hour: "plumber tues 10", "stretch, each day, 7".

use crate::{
    dates,
    lang::en::offers::{self, AT},
    model::token::{Token, TokenKind, span_of, without_last_sign},
    parse::words::Words,
};

/// The latest hour that is said without "at".
const NOON: u8 = 12;

/// The todo with "at" before the hour.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    with_hour(reader, words).map(|text| offers::add(&text))
}

/// The words with "at" before the hour in which they end, right behind a day or a repetition.
pub(super) fn with_hour(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (hour, before) = words.split_last()?;
    let before = without_last_sign(before, ',');
    let said: u8 = hour.span.of(reader.goal).parse().ok()?;
    let fits = hour.kind == TokenKind::Number && (1..=NOON).contains(&said);
    let day = span_of(before).of(reader.goal).trim_end();
    let dated = dates::quick_add(day, 0, &reader.moment());
    // The day stands right before the hour, and has none of its own.
    let ends = dated.found.iter().any(|(place, ..)| place.end >= day.len());
    let open = dated.due.is_none_or(|due| !due.contains('T'));
    let named = before.iter().any(|token| token.kind == TokenKind::Word) && !before.iter().any(|token| token.numeric);
    let text = [day, AT, hour.span.of(reader.goal)].concat();
    let read = dates::quick_add(&text, 0, &reader.moment());
    let timed = read.due.is_some_and(|due| due.contains('T')) && !read.text.trim().is_empty();
    (fits && ends && open && named && timed).then_some(text)
}
