//! Refused questions about clocks and ages whose pieces are all said, in whatever order: "sydney clock if berlin says noon", "must be
//! there 9:30, drive's 50 min, leave?", "born 88 november 2nd, age".

use std::ops::Range;

use super::{dated, is_request};
use crate::{
    dates,
    lang::en::{
        forms, offers,
        phrases::MONTH_NAMES,
        timely::{self, A_YEAR, AGE, AROUND_A_WAY, AROUND_CLOCKS, BORN, LEAP, LEAVES, PLUS},
    },
    model::token::{Token, TokenKind, without_last_sign},
    parse::{text::text_of, timed::says_when_due, words::Words, zones},
};

/// The longest question that is looked at, and the most words of a place, an hour and a length of time.
const LONGEST: usize = 20;
const LONGEST_PLACE: usize = 3;
const LONGEST_TIME: usize = 4;
/// The last day of a month, after which a number can only be a year, and the years of a century.
const LAST_DAY: u32 = 31;
const CENTURY: u32 = 100;

/// The question in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !(3..=LONGEST).contains(&words.len()) {
        return None;
    }
    let said = two_clocks(reader, words).or_else(|| set_off(reader, words)).or_else(|| born(reader, words));
    let said = said.or_else(|| dated::by_clock(reader, words)).or_else(|| later(reader, words));
    let said = said.or_else(|| leap_year(reader, words));
    said.filter(|goal| is_request(reader, goal))
}

/// The places of the longest runs of words that are what is looked for, outside of those that are taken.
fn runs(words: &[Token], longest: usize, taken: &[Range<usize>], is: impl Fn(&[Token]) -> bool) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let free = |run: &Range<usize>| !taken.iter().any(|taken| taken.start < run.end && run.start < taken.end);
        let run = (1..=longest)
            .rev()
            .map(|length| at..at + length)
            .find(|run| words.get(run.clone()).is_some_and(|words| free(run) && is(words)));
        at = run.as_ref().map_or(at + 1, |run| run.end);
        found.extend(run);
    }
    found
}

/// Whether nothing stands beside these places but such words and signs.
fn only(reader: &Words<'_>, words: &[Token], told: &[Range<usize>], around: &'static str) -> bool {
    words.iter().enumerate().all(|(at, token)| {
        let sign = matches!(token.kind, TokenKind::Sign(_) | TokenKind::LineEnd);
        sign || told.iter().any(|told| told.contains(&at)) || reader.is(token, around)
    })
}

/// Whether words are an hour of a day, and no length of time.
fn is_hour(reader: &Words<'_>, words: &[Token]) -> bool {
    let said = text_of(reader.goal, words);
    let moment = reader.moment();
    let plain = words.iter().all(|token| !matches!(token.kind, TokenKind::Sign(',' | '?' | '.')));
    plain
        && dates::length(&said).is_none()
        && dates::is_when(&said, &moment)
        && dates::due(&said, &moment).is_some_and(|due| due.contains('T'))
}

/// "sydney clock if berlin says noon": the hour is that of the place which it stands nearest to.
fn two_clocks(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let is_place = |run: &[Token]| {
        let named = run.iter().all(|token| token.kind == TokenKind::Word) && !reader.all_are(run, AROUND_CLOCKS);
        named && zones::time_in(reader, run).is_some()
    };
    let places = runs(words, LONGEST_PLACE, &[], is_place);
    let [one, other] = places.as_slice() else { return None };
    let hours = runs(words, LONGEST_TIME, &places, |run| !reader.first_is(run, AROUND_CLOCKS) && is_hour(reader, run));
    let [hour] = hours.as_slice() else { return None };
    let told = [one.clone(), other.clone(), hour.clone()];
    let away = |place: &Range<usize>| hour.start.saturating_sub(place.end) + place.start.saturating_sub(hour.end);
    let (here, there) = match away(one).cmp(&away(other)) {
        std::cmp::Ordering::Less => (one, other),
        std::cmp::Ordering::Greater => (other, one),
        std::cmp::Ordering::Equal => return None,
    };
    let said = |run: &Range<usize>| words.get(run.clone()).map(|run| text_of(reader.goal, run));
    let plain = only(reader, words, &told, AROUND_CLOCKS);
    plain.then(|| Some(timely::time_there(&said(there)?, &said(hour)?, &said(here)?)))?
}

/// "must be there 9:30, drive's 50 min, leave?"
fn set_off(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    reader.any_is(words, LEAVES).then_some(())?;
    let is_length =
        |run: &[Token]| run.iter().any(|token| token.numeric) && dates::length(&text_of(reader.goal, run)).is_some();
    let lengths = runs(words, LONGEST_TIME, &[], is_length);
    let [length] = lengths.as_slice() else { return None };
    let hours = runs(words, LONGEST_TIME, &lengths, |run| !reader.first_is(run, AROUND_A_WAY) && is_hour(reader, run));
    let [hour] = hours.as_slice() else { return None };
    let plain = only(reader, words, &[length.clone(), hour.clone()], AROUND_A_WAY);
    let said = |run: &Range<usize>| words.get(run.clone()).map(|run| text_of(reader.goal, run));
    plain.then(|| Some(timely::time_before(&said(length)?, &said(hour)?)))?
}

/// "born 88 november 2nd, age": a month, a day and a year in any order.
fn born(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    (reader.any_is(words, BORN) && reader.any_is(words, AGE)).then_some(())?;
    let mut months = words.iter().filter(|token| reader.is(token, MONTH_NAMES));
    let (month, None) = (months.next()?, months.next()) else { return None };
    let number = |token: &Token| {
        let said = token.span.of(reader.goal);
        let digits = said.trim_start_matches(['\'', '’']).trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
        digits.parse::<u32>().ok()
    };
    let numbers: Vec<u32> = words.iter().filter_map(number).collect();
    let [one, other] = *numbers.as_slice() else { return None };
    let (day, year) = match (one > LAST_DAY, other > LAST_DAY) {
        (true, false) => (other, one),
        (false, true) => (one, other),
        _ => return None,
    };
    let now: u32 = reader.context.now.date_text().get(..4)?.parse().ok()?;
    let this = now - now % CENTURY;
    // "88" lies behind us.
    let year = match year {
        year if year >= CENTURY => year,
        year if this + year <= now => this + year,
        year => this + year - CENTURY,
    };
    Some(offers::how_old(&[month.span.of(reader.goal), " ", &day.to_string(), " ", &year.to_string()].concat()))
}

/// "the ram went in 1 november, plus 147 days": a day, and so long behind it.
fn later(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let plus = (1..words.len()).find(|at| reader.is_at(words, *at, PLUS) || words[*at].is_sign('+'))?;
    let (before, length) = (words.get(..plus)?, words.get(plus + 1..)?);
    let length = without_last_sign(without_last_sign(length, '?'), '?');
    let by = text_of(reader.goal, length);
    let counts = length.len() <= LONGEST_TIME && length.iter().any(|token| token.numeric);
    counts.then(|| dates::length(&by))??;
    let is_day = |run: &[Token]| {
        let first = run.first().is_some_and(|first| {
            first.numeric || reader.grammar.days.contains(first.word) || reader.is(first, MONTH_NAMES)
        });
        let bare = first && run.iter().all(|token| !matches!(token.kind, TokenKind::Sign(_)));
        bare && says_when_due(reader, run) && reader.says_day(run)
    };
    let days = runs(before, LONGEST_TIME, &[], is_day);
    let [day] = days.as_slice() else { return None };
    let others = before.iter().enumerate().any(|(at, token)| token.numeric && !day.contains(&at));
    let mut day = text_of(reader.goal, before.get(day.clone())?);
    // What is told as past was in the year before the next such day.
    let past = |token: &Token| forms::is_past(&reader.word(token));
    let ahead = dates::due(&day, &reader.moment()).filter(|due| *due > reader.context.now.date_text());
    let dated = day.bytes().filter(u8::is_ascii_digit).count() > 2;
    if let Some(due) = ahead.filter(|due| !due.contains('T') && !dated && before.iter().any(past)) {
        let (year, rest) = due.split_once('-')?;
        day = [&(year.parse::<u32>().ok()? - 1).to_string(), "-", rest].concat();
    }
    (!others).then(|| timely::day_after(&by, &day))
}

/// "leap year, 2028?"
fn leap_year(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let mut years = words.iter().filter(|token| token.numeric);
    let (year, None) = (years.next()?, years.next()) else { return None };
    let told = |known: &'static str| reader.any_is(words, known);
    let plain = words.iter().all(|token| {
        token.numeric
            || matches!(token.kind, TokenKind::Sign(_))
            || [LEAP, A_YEAR].iter().any(|known| reader.is(token, known))
    });
    (plain && told(LEAP)).then(|| timely::is_leap_year(year.span.of(reader.goal)))
}
