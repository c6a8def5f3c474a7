//! Words put so shortly that a bare number stands for an hour: "plumber tues 10", "stretch, each day, 7".

use crate::{
    dates,
    lang::en::{
        clocks::{AFTER_NOON, BEFORE_NOON, BY},
        offers::{self, AT},
    },
    model::token::{Token, TokenKind, span_of, without_last_sign},
    parse::words::Words,
    sum,
};

/// The latest hour that is said without "at".
const NOON: u8 = 12;
/// The first hour that is meant before noon.
const EARLY: u8 = 8;

/// The todo with "at" before the hour.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if let Some(text) = by_an_hour(reader, words) {
        return Some(offers::add(&text));
    }
    with_hour(reader, words).map(|text| offers::add(&text))
}

/// "pick up parcel by 5": an hour of the day's second half, where it is early in the other.
fn by_an_hour(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (item, by) = words.split_at_checked(words.len().checked_sub(2)?)?;
    let time = with_early_hour(reader, by)?;
    let first = item.first().filter(|first| first.kind == TokenKind::Word)?;
    let sums = item.iter().any(|token| token.numeric) || sum::is_word(&reader.word(first));
    let does = item.len() > 1 && !sums && !reader.is_question(item);
    does.then(|| [span_of(item).of(reader.goal), " ", &time].concat())
}

/// "by 5 on tuesday" as "on tuesday by 5pm": an early hour is one after noon, and a day stands before it.
pub(super) fn with_early_hour(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let [by, hour, day @ ..] = words else { return None };
    let said: u8 = hour.span.of(reader.goal).parse().ok().filter(|hour| (1..NOON).contains(hour))?;
    let half = if said < EARLY { AFTER_NOON } else { BEFORE_NOON };
    let time = [by.span.of(reader.goal), " ", hour.span.of(reader.goal), half].concat();
    let day = Some(day).filter(|day| !day.is_empty()).map(|day| span_of(day).of(reader.goal));
    reader.is(by, BY).then(|| day.map_or_else(|| time.clone(), |day| [day, " ", &time].concat()))
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
