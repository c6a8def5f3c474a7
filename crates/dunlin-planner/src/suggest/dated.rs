//! A refused question about days, told by its day and by what it asks: "how many more sleeps till christmas".

use super::is_request;
use crate::{
    dates,
    lang::en::{
        brief,
        connectors::AND,
        offers::{self, A_DAY_ASKED, BORN_THEN, HOW_LONG_UNTIL, HOW_OLD, JOINS_A_DAY, UNITS_OF_AGE},
        phrases::MONTH_NAMES,
        reckoning::{
            BEFORE_AN_HOUR, FROM, HOW_LONG, HOW_MANY_DAYS, HOW_MANY_OF_TIME, IN, ON_FROM, SPAN_BEGINS, SPAN_GOES_ON,
            STARTS_OR_ENDS,
        },
    },
    lex::tokenize,
    model::{
        request::{Asked, Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{reader::Reader, words::Words},
};

/// The longest question that is looked at, and the longest day.
const LONGEST: usize = 24;
const LONGEST_DAY: usize = 7;

/// How many hours lie before noon.
const NOON: u8 = 12;

/// The question in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    // "move the rent two days before the dentist" asks for a change.
    let changes = words.get(..1).is_some_and(|first| reader.grammar.asks_for_change(first));
    if changes || !(3..=LONGEST).contains(&words.len()) {
        return None;
    }
    // A day without one of its numbers is another day: "4 workers take 6 days, how long do 3 take" asks for none.
    let holds_all = |goal: &String| {
        let mut numbers = words.iter().filter(|token| token.kind == TokenKind::Number);
        numbers.all(|token| goal.contains(token.span.of(reader.goal)))
    };
    in_plain_words(reader, words).filter(holds_all)
}

/// "we leave at 10 and arrive at 2, how long is that", "shift is 21:30 till 8:15, how long is that": two hours, of which the second comes
/// after the first.
pub(super) fn by_clock(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let dated = words.iter().any(|token| reader.grammar.days.contains(token.word));
    (!dated && HOW_LONG.iter().any(|run| reader.holds(words, run))).then_some(())?;
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(token) = words.get(at) {
        if !reader.grammar.is_numeric(token) {
            at += 1;
            continue;
        }
        let led = at.checked_sub(1).is_some_and(|before| reader.is_at(words, before, BEFORE_AN_HOUR));
        let minutes = words.get(at + 1).filter(|sign| sign.is_sign(':') && sign.glued).and_then(|_| words.get(at + 2));
        let said =
            minutes.map_or(token.span, |minutes| token.span.cover(minutes.span)).of(reader.goal).replace('.', ":");
        let (hour, minute) = said.split_once(':').unwrap_or((&said, "00"));
        // "start 7.15 finish 16.00"
        let started = said.contains(':') && reader.any_is(words, STARTS_OR_ENDS);
        let led = led || minutes.is_some() || started;
        let hour: u8 = hour.parse().ok().filter(|hour| led && *hour < 24 && minute.len() == 2)?;
        found.push((hour, minute.to_owned()));
        at += if minutes.is_some() { 3 } else { 1 };
    }
    let [one, other] = found.as_slice() else { return None };
    // Behind 21:30 comes 8:15 of the next day.
    let later = if other > one || other.0 >= NOON || one.0 >= NOON { other.0 } else { other.0 + NOON };
    let goal = offers::time_between(&format!("{}:{}", one.0, one.1), &format!("{later}:{}", other.1));
    is_request(reader, &goal).then_some(goal)
}

fn in_plain_words(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let says = |runs: &[&[&'static str]]| runs.iter().any(|run| reader.holds(words, run));
    let counted = words.iter().find(|token| reader.is(token, UNITS_OF_AGE)).filter(|_| says(BORN_THEN));
    let of_age = counted.map(|unit| unit.span.of(reader.goal));
    // "how long till 18 june, in weeks"
    let unit = words.windows(2).find(|pair| reader.is(&pair[0], IN) && reader.is(&pair[1], UNITS_OF_AGE));
    let counted_in = unit.and_then(|pair| pair.last()).map(|unit| unit.span.of(reader.goal));
    // "how old is someone born in 1990"
    if says(BORN_THEN)
        && let Some(year) = born_in(reader, words)
    {
        return Some(offers::difference(reader.context.now.date_text().get(..4)?, &year));
    }
    if let Some(goal) = so_long_ago(reader, words) {
        return Some(goal);
    }
    let ask: fn(&str) -> String = match () {
        () if says(BORN_THEN) => offers::how_old,
        () if says(HOW_OLD) => return None,
        () if says(HOW_LONG_UNTIL) => offers::days_until,
        () if says(A_DAY_ASKED) => offers::what_day,
        () => return None,
    };
    if says(HOW_MANY_DAYS)
        && let Some(goal) = between(reader, words)
    {
        return Some(goal);
    }
    // "I started on 4 april 2022, how long have I been here"
    let since = |day: &str| says(HOW_LONG_UNTIL) && !says(BORN_THEN) && has_gone_by(reader, day);
    day_in(reader, words, &|day| match of_age {
        Some(unit) => Some(offers::so_many_since(unit, day)),
        None if since(day) => Some(offers::days_since(day)),
        None if says(HOW_LONG) && counted_in.is_some() => Some(brief::so_many_until(counted_in?, day)),
        None => Some(ask(day)),
    })
}

/// "married on 14 aug 2004, how many years is that now": what is counted since a day gone by.
pub(super) fn so_long_ago(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = (0..words.len())
        .find(|at| HOW_MANY_OF_TIME.iter().any(|run| reader.begins(words.get(*at..).unwrap_or_default(), run)))?;
    let unit = words.get(at + 2)?.span.of(reader.goal);
    day_in(reader, words.get(..at)?, &|day| has_gone_by(reader, day).then(|| offers::so_many_since(unit, day)))
}

/// Whether a day lies before today.
fn has_gone_by(reader: &Words<'_>, day: &str) -> bool {
    let (due, today) = (dates::due(day, &reader.moment()), reader.context.now.date_text());
    due.is_some_and(|due| dates::day_of(&due).is_some_and(|day| Some(day) < dates::day_of(&today)))
}

/// What is asked with the longest run of words that is a day.
fn day_in(reader: &Words<'_>, words: &[Token], ask: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let day = |from: usize, length: usize| {
        let run = words.get(from..from + length)?;
        let whole =
            run.iter().all(|token| !matches!(token.kind, TokenKind::Sign(',' | ';' | '?' | ':') | TokenKind::LineEnd));
        let joins = run.first().is_some_and(|first| reader.is(first, JOINS_A_DAY));
        let ends = run.last().is_some_and(|last| reader.is(last, AND));
        let said = span_of(run).of(reader.goal).replace(ON_FROM, FROM);
        let goal = if whole && !joins && !ends { ask(&said) } else { None };
        goal.filter(|goal| is_about_days(reader, goal))
    };
    let lengths = (1..=LONGEST_DAY.min(words.len())).rev();
    lengths
        .flat_map(|length| (0..=words.len() - length).map(move |from| (from, length)))
        .find_map(|(from, length)| day(from, length))
}

/// The year in which somebody was born, where no more is said of the day.
fn born_in(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let mut numbers = words.iter().filter(|token| token.numeric);
    let (year, None) = (numbers.next()?.span.of(reader.goal), numbers.next()) else { return None };
    let now = reader.context.now.date_text();
    let plain = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) && Some(year) <= now.get(..4);
    let dated = words.iter().any(|token| reader.is(token, MONTH_NAMES));
    (plain && !dated).then(|| year.to_owned())
}

/// Whether a text is one question about days.
fn is_about_days(reader: &Words<'_>, text: &str) -> bool {
    let tokens = tokenize(text, reader.grammar.vocabulary());
    let found = Reader::new(text, reader.context).find(&tokens);
    matches!(found, Found::Request(Request { asked: Asked::Day(_), .. }))
}

/// "from june 3rd to august 19th, how many days is that"
fn between(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let from = words.iter().position(|token| reader.is(token, SPAN_BEGINS))?;
    let rest = words.get(from + 1..)?;
    let end = rest.iter().position(|token| token.is_sign(',') || token.is_sign('?')).unwrap_or(rest.len());
    let rest = rest.get(..end)?;
    let to = rest.iter().position(|token| reader.is(token, SPAN_GOES_ON))?;
    let (one, other) = (rest.get(..to)?, rest.get(to + 1..)?);
    let said = |words: &[Token]| span_of(words).of(reader.goal);
    let goal = (!one.is_empty() && !other.is_empty()).then(|| offers::days_between(said(one), said(other)))?;
    is_request(reader, &goal).then_some(goal)
}
