//! A clause that only says which todos are meant, and not that they are to be shown: "late ones", "rest of the week looks like?",
//! "home stuff", "tally of open ones". Every word of it must be one that says so, or next to nothing.

use std::ops::Range;

use super::{gist::Gist, quoted_where_needed, things};
use crate::{
    context::Known,
    lang::en::{
        brief::AT_OR_FOR,
        cues::ALL,
        looking::{
            self, A_PERIOD, AFTER, ALL_BUT, ASKS_TO_SEE, ASKS_WHEN_AGAIN, ASKS_WHETHER_NOTED, COUNT_DONE, COUNT_OPEN,
            COUNT_OVERDUE, DAYS_AHEAD, DONE, FULL, GOOD_FOR, LET_SLIDE, MOVES_ALL, OF_WHAT, ONLY, OPEN, OPENS_A_SPAN,
            PUTS_OFF, REST_OF, SHOW_OPEN, STILL, TALLY, THAT_IS, THINGS, WHEN_DUE, WHOLE_PERIODS,
        },
        offers::{self, COUNT, LATE, RANKED, SHOW_DONE, SHOW_OVERDUE, SHOW_URGENT, WHAT_CAN_YOU_DO},
    },
    model::token::{Token, TokenKind},
    parse::{text::text_of, words::Words},
};

/// The longest clause that is looked at.
const LONGEST: usize = 10;

/// What narrows the todos that are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Narrowed {
    Tag(String),
    List(String),
}

/// The goal that shows or counts them.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let asks = reader.is_question(words) || words.last().is_some_and(|last| last.is_sign('?'));
    let said = reader.grammar.without_courtesy_after(reader.grammar.without_courtesy(words));
    // "clear my schedule" asks for a change.
    let changes = said.get(..1).is_some_and(|first| reader.grammar.asks_for_change(first));
    if changes || !(1..=LONGEST).contains(&said.len()) {
        return None;
    }
    if GOOD_FOR.iter().any(|run| reader.holds(said, run)) && reader.all_are(said.get(..1)?, ASKS_TO_SEE) {
        return Some(WHAT_CAN_YOU_DO.to_owned());
    }
    let begins = said.iter().take(2).any(|token| reader.is(token, OF_WHAT));
    if begins && LET_SLIDE.iter().any(|run| reader.holds(said, run)) {
        return Some(SHOW_OVERDUE.to_owned());
    }
    if let Some(days) = days_ahead(reader, reader.grammar.without_courtesy_after(words)) {
        return Some(looking::due_in(&days));
    }
    // "what am I after at the shops"
    if let Some((from, to, list)) = things::at_the_shops(reader, said, AT_OR_FOR) {
        let told = said.iter().enumerate().filter(|(at, _)| !(from..to).contains(at));
        let small = |token: &Token| {
            token.is_sign('?') || [ASKS_TO_SEE, AFTER, THINGS].iter().any(|known| reader.is(token, known))
        };
        if reader.is_question(words) && told.map(|(_, token)| token).all(small) {
            return Some(offers::show_list(&list));
        }
    }
    // "until friday" is more than that day.
    if reader.any_is(said, OPENS_A_SPAN) {
        return None;
    }
    let gist = Gist::of(reader, said);
    let (period, taken) = rest_of(reader, said).or_else(|| period_in(reader, said)).unzip();
    let taken = taken.unwrap_or_default();
    let puts_off = reader.any_is(said, LATE) && reader.any_is(said, MOVES_ALL) && gist.day().is_some();
    let plain = |token: &Token| {
        matches!(token.kind, TokenKind::Sign('?' | ',' | '.' | '!' | ':' | '→' | '-' | '>' | '=') | TokenKind::LineEnd)
            || puts_off && reader.is(token, PUTS_OFF)
            || [OPEN, DONE, TALLY, THINGS, FULL, ASKS_TO_SEE, LATE, RANKED, ONLY, STILL]
                .iter()
                .any(|known| reader.is(token, known))
    };
    let told = |at: usize, token: &Token| taken.contains(&at) || gist.is_day(at) || plain(token);
    let untold: Vec<&Token> =
        said.iter().enumerate().filter(|(at, token)| !told(*at, token)).map(|(_, own)| own).collect();
    // Tags are looked for among all todos, so no more than once.
    let name = match untold.as_slice() {
        [only] => narrowed(reader, only),
        _ => None,
    };
    if name.is_none() && !untold.is_empty() {
        return asks.then(|| asked_about(reader, said)).flatten();
    }
    let says = |words: &'static str| reader.any_is(said, words);
    let counts = says(TALLY);
    let day = gist.day();
    let by_count = |counted: &str, shown: &str| Some(if counts { counted } else { shown }.to_owned());
    match name {
        // "home stuff -> 3 dec"
        Some(Narrowed::Tag(tag)) if day.is_some() && said.iter().any(|token| token.is_sign('>')) => {
            return Some(looking::move_tagged(&tag, day?));
        }
        Some(Narrowed::Tag(tag)) => return Some(offers::show_tagged(&tag)),
        // "all of shopping done"
        Some(Narrowed::List(list)) if says(DONE) && !asks => return says(ALL).then(|| offers::complete_all(&list)),
        Some(Narrowed::List(list)) if counts => return Some(offers::count_list(&list)),
        Some(Narrowed::List(list)) => return Some(offers::show_list(&list)),
        None => {}
    }
    match (says(LATE), day, period) {
        (true, Some(day), _) if !asks && !counts => Some(looking::move_overdue(day)),
        (true, ..) => by_count(COUNT_OVERDUE, SHOW_OVERDUE),
        (false, Some(day), _) if asks || says(FULL) || says(THINGS) => Some(offers::show_on(day)),
        (false, None, Some(period)) => Some(offers::show_on(&period)),
        _ if says(RANKED) => Some(SHOW_URGENT.to_owned()),
        _ if says(OPEN) && (counts || says(THINGS) || says(STILL)) => by_count(COUNT_OPEN, SHOW_OPEN),
        _ if says(DONE) && (counts || says(THINGS)) => by_count(COUNT_DONE, SHOW_DONE),
        _ if counts && says(THINGS) => Some(COUNT.to_owned()),
        _ => None,
    }
}

/// The tag or the list of one's own that a word names.
fn narrowed(reader: &Words<'_>, token: &Token) -> Option<Narrowed> {
    let on_list = reader.context.on_list.filter(|_| token.kind == TokenKind::Word)?;
    let name = text_of(reader.goal, std::slice::from_ref(token));
    match () {
        () if on_list.is_only_a_tag(&name) => Some(Narrowed::Tag(name)),
        () if on_list.has_list(&name) => Some(Narrowed::List(name)),
        () => None,
    }
}

/// "next 3 days", where nothing else is said but that they are to be seen.
fn days_ahead(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = (0..words.len()).find(|at| words.get(*at..).is_some_and(|rest| reader.begins(rest, DAYS_AHEAD)))?;
    let places = at..at + DAYS_AHEAD.len();
    let small = |(at, token): (usize, &Token)| {
        let sign = matches!(token.kind, TokenKind::Sign('?' | ',' | '.' | '!'));
        places.contains(&at) || sign || [FULL, THINGS, ASKS_TO_SEE].iter().any(|known| reader.is(token, known))
    };
    let plain = words.iter().enumerate().all(small);
    plain.then(|| words.get(places.clone()).map(|days| text_of(reader.goal, days)))?
}

/// "flights, did i note that": the todo that is named before somebody asks whether it is there.
pub(super) fn noted_already(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let comma = words.iter().position(|token| matches!(token.kind, TokenKind::Sign(',' | '?' | '.' | '-')))?;
    let (named, asked) = (words.get(..comma)?, words.get(comma + 1..)?);
    let begins = |runs: &[&[&'static str]]| runs.iter().any(|run| reader.begins(asked, run));
    let asks = asked.len() <= LONGEST && (begins(ASKS_WHETHER_NOTED) || begins(ASKS_WHEN_AGAIN));
    let said = text_of(reader.goal, Some(named).filter(|named| !named.is_empty() && asks)?);
    match reader.context.on_list?.find(&said) {
        // "dentist, what time was it again"
        Known::One(text) if begins(ASKS_WHEN_AGAIN) => Some(offers::when_due(&quoted_where_needed(&text))),
        Known::One(_) | Known::Several(_) => Some(offers::find(&said)),
        Known::None(_) => None,
    }
}

/// The length of time of which the rest is meant, and the places of the words that say so: "rest of the week".
fn rest_of(reader: &Words<'_>, words: &[Token]) -> Option<(String, Range<usize>)> {
    (0..words.len()).find_map(|at| {
        let rest = words.get(at..)?;
        let run = REST_OF.iter().find(|run| reader.begins(rest, run))?;
        let period = rest.get(run.len())?;
        let (_, whole) = WHOLE_PERIODS.iter().find(|(name, _)| reader.is(period, name))?;
        Some(((*whole).to_owned(), at..at + run.len() + 1))
    })
}

/// A length of time that words name, and their places: "next week".
fn period_in(reader: &Words<'_>, words: &[Token]) -> Option<(String, Range<usize>)> {
    let at = (0..words.len()).find(|at| words.get(*at..).is_some_and(|rest| reader.begins(rest, A_PERIOD)))?;
    let places = at..at + A_PERIOD.len();
    Some((text_of(reader.goal, words.get(places.clone())?), places))
}

/// "show stuff, no shopping": all but what is on a list.
pub(super) fn all_but(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let words = reader.grammar.without_courtesy_after(words);
    // "my list minus the finished stuff"
    let left = words.iter().position(|token| reader.is(token, ALL_BUT)).and_then(|at| words.split_at_checked(at));
    if let Some((shown, [_, rest @ ..])) = left
        && shown.iter().chain(rest).all(|token| [ASKS_TO_SEE, THINGS, DONE].iter().any(|known| reader.is(token, known)))
        && reader.any_is(shown, THINGS)
        && reader.any_is(rest, DONE)
    {
        return Some(SHOW_OPEN.to_owned());
    }
    let (list, before) = words.split_last()?;
    let led = |token: &&Token| reader.is(token, ALL_BUT) || reader.is(token, THAT_IS);
    let buts = before.iter().rev().take_while(led).count();
    let turned = reader.any_is(before.get(before.len() - buts..)?, ALL_BUT);
    let before = before.get(..before.len() - buts).filter(|_| turned)?;
    let plain = |token: &Token| token.is_sign(',') || [ASKS_TO_SEE, THINGS].iter().any(|known| reader.is(token, known));
    let shows = !before.is_empty() && before.len() <= LONGEST && before.iter().all(plain);
    match shows.then(|| narrowed(reader, list))?? {
        Narrowed::List(name) => Some(looking::show_all_but(&name)),
        Narrowed::Tag(_) => None,
    }
}

/// "mum?", "rent due?": the todo that a question names and says no more of.
fn asked_about(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let own = |token: &&Token| token.kind == TokenKind::Word && !reader.is(token, ASKS_TO_SEE);
    let named: Vec<&Token> = words.iter().filter(own).filter(|token| !reader.is(token, WHEN_DUE)).collect();
    let [only] = named.as_slice() else { return None };
    let said = only.span.of(reader.goal);
    match reader.context.on_list?.find(said) {
        Known::One(text) if reader.any_is(words, WHEN_DUE) => Some(offers::when_due(&quoted_where_needed(&text))),
        Known::One(_) | Known::Several(_) => Some(offers::find(said)),
        Known::None(_) => None,
    }
}
