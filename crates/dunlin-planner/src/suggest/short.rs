//! Words put so shortly that a bare number stands for an hour: "plumber tues 10".

use crate::{
    dates,
    lang::en::{
        days::WEEKDAYS,
        offers::{self, AT},
    },
    model::token::{Token, TokenKind, span_of},
    parse::words::Words,
};

/// The latest hour that is said without "at".
const NOON: u8 = 12;

/// The same with "at" before the hour.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (hour, before) = words.split_last()?;
    let (day, thing) = before.split_last()?;
    let said: u8 = hour.span.of(reader.goal).parse().ok()?;
    let fits = hour.kind == TokenKind::Number && (1..=NOON).contains(&said) && reader.is(day, WEEKDAYS);
    let named = !thing.is_empty() && thing.iter().all(|token| token.kind == TokenKind::Word && !token.numeric);
    let text = [span_of(before).of(reader.goal), AT, hour.span.of(reader.goal)].concat();
    let read = dates::quick_add(&text, 0, &reader.moment());
    (fits && named && read.due.is_some_and(|due| due.contains('T'))).then(|| offers::add(&text))
}
