//! Timers and alarms, of which there are none here: a todo with that time is offered, which rings then.

use super::is_request;
use crate::{
    dates,
    lang::en::days::BEFORE_NOON,
    lang::en::ringing::{
        self, ABOUT, COUNTS_DOWN, FOR, LEADS_A_TIME, LONGEST_WHEN, LOOK_HERE, RINGS, RINGS_ME, SETS_ONE, SHOUTS,
        THE_ALARM, THE_TIMER, TIMERS, WAKE_UP, WAKES_ME,
    },
    model::token::{Token, TokenKind, without_last_sign},
    parse::{
        text::{text_of, without_article},
        words::Words,
    },
};

/// The most words of a thing beside a time.
const LONGEST_THING: usize = 3;

/// "set a timer for 10 minutes": to be reminded when they are over.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let wakes = reader.begins(words, WAKES_ME);
    let sets = reader.first_is(words, SETS_ONE) || words.first()?.kind == TokenKind::Number;
    let counts = (sets && reader.any_is(words, TIMERS)) || reader.begins(words, COUNTS_DOWN);
    let shouts = reader.last_is(without_last_sign(words, '!'), SHOUTS) && words.len() > 2;
    let usual = match () {
        () if wakes => WAKE_UP,
        () if counts => THE_TIMER,
        () if sets && reader.any_is(words, RINGS) => THE_ALARM,
        () if shouts => LOOK_HERE,
        () if RINGS_ME.iter().any(|run| reader.begins(words, run)) => LOOK_HERE,
        () => return None,
    };
    let (from, to, when) = time_in(reader, words)?;
    let is_hour = words.get(from..to)?.last().is_some_and(|last| reader.grammar.is_numeric(last));
    // "count down from ten" counts no time.
    if counts && is_hour {
        return None;
    }
    let what = about(reader, words, from, to).or_else(|| beside(reader, words, from, to).filter(|_| counts || shouts));
    let what = what.map_or_else(|| usual.to_owned(), |text| [ringing::OF, &text].concat());
    // Who is to be woken at 7 is woken in the morning.
    let when = if wakes && is_hour { [when.as_str(), BEFORE_NOON].concat() } else { when };
    let goal = ringing::remind(&when, &what);
    is_request(reader, &goal).then_some(goal)
}

/// The longest run of words that is a moment or a length of time, as it is said of a reminder.
fn time_in(reader: &Words<'_>, words: &[Token]) -> Option<(usize, usize, String)> {
    let moment = reader.moment();
    for length in (1..=words.len().min(LONGEST_WHEN)).rev() {
        for from in 0..=words.len() - length {
            let Some(run) = words.get(from..from + length).filter(|run| !reader.first_is(run, FOR)) else { continue };
            let said = text_of(reader.goal, run);
            let led = reader.first_is(run, LEADS_A_TIME);
            let when = match dates::length(&said) {
                _ if led => said,
                Some(_) => dates::after(&said),
                None => dates::at(&said),
            };
            if dates::is_when(&when, &moment) {
                return Some((from, from + length, when));
            }
        }
    }
    None
}

/// The thing that stands beside a time and what rings: "eggs, 7 minutes, shout", "timer 10 min pasta".
fn beside(reader: &Words<'_>, words: &[Token], from: usize, to: usize) -> Option<String> {
    let small = |token: &Token| {
        let rings = [SETS_ONE, SHOUTS, RINGS, LEADS_A_TIME, ABOUT].iter().any(|known| reader.is(token, known));
        rings || token.kind != TokenKind::Word || reader.grammar.is_numeric(token)
    };
    let own = |at: &usize| !(from..to).contains(at) && words.get(*at).is_some_and(|token| !small(token));
    let places: Vec<usize> = (0..words.len()).filter(own).collect();
    let (first, last) = (*places.first()?, *places.last()?);
    let together = places.len() <= LONGEST_THING && last - first + 1 == places.len();
    together.then(|| words.get(first..=last).map(|run| text_of(reader.goal, run)))?
}

/// What it is about: "a timer for the pasta".
fn about(reader: &Words<'_>, words: &[Token], from: usize, to: usize) -> Option<String> {
    let at = (1..words.len()).find(|at| {
        let is_time = (from..to).contains(at) || at + 1 == from;
        !is_time && reader.is_at(words, *at, ABOUT)
    })?;
    let end = if from > at { from } else { words.len() };
    let text = without_article(&text_of(reader.goal, words.get(at + 1..end)?));
    let text = text.trim_end_matches([',', ' ']);
    (!text.is_empty() && !text.contains('"')).then(|| text.to_owned())
}
