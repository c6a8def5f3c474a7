//! The clocks of other places: what time it is there, what a time there is here, and how far two of them lie apart.

use std::{collections::HashMap, sync::LazyLock};

use dunlin_date::Now;

use crate::{
    dates::{self, Moment},
    lang::{
        en::{
            dates::{AROUND_A_ZONE, HERE, THERE},
            phrases::AT,
            sums::IN,
            zones::{SHORT_ZONES, TIME_THERE, ZONES},
        },
        holds,
    },
    model::{
        asked::DayCall,
        token::{Token, TokenKind},
    },
    parse::{text::text_of, words::Words},
};

/// The most words of a time of day and two places.
const MOST_WORDS: usize = 12;

/// The zones by what they are called.
static BY_NAME: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let named = |(names, zone): &(&'static str, &'static str)| {
        let zone = *zone;
        names.split(" | ").map(move |name| (name, zone))
    };
    // Of two zones of one name the first is meant.
    ZONES.iter().rev().flat_map(named).collect()
});

/// A zone by the name that clocks know it by, and what it is called here; the one here has neither.
struct Zone {
    zone: String,
    place: String,
}

/// The zone of a place, or of what a zone is called: "Tokyo", "the eastern time zone".
pub(crate) fn time_in(reader: &Words<'_>, words: &[Token]) -> Option<DayCall> {
    let (zone, words) = named(reader, words)?;
    Some(DayCall::Time { zone, place: text_of(reader.goal, words) })
}

/// "3pm london time in new york"; or the time is said apart from where it is wanted: "if it is 3pm in London, what time is it here".
pub(crate) fn time_there(reader: &Words<'_>, item: Option<&[Token]>, text: &[Token]) -> Option<DayCall> {
    let (time, there) = match item {
        Some(time) => (time, zone(reader, text)?),
        None => (1..text.len().min(MOST_WORDS)).rev().find_map(|at| {
            let between = text.get(at).filter(|token| reader.is(token, THERE) || arrow(token));
            between.and_then(|_| Some((text.get(..at)?, zone(reader, text.get(at + 1..)?)?)))
        })?,
    };
    // "paris 18:30 -> new york"
    let time = time.get(..time.len() - time.iter().rev().take_while(|token| arrow(token)).count())?;
    let (time, here) = (1..time.len().min(MOST_WORDS)).find_map(|at| {
        let (first, rest) = time.split_at_checked(at)?;
        zone(reader, rest).map(|here| (first, here)).or_else(|| zone(reader, first).map(|here| (rest, here)))
    })?;
    let time = match time.split_last() {
        Some((last, time)) if reader.is(last, IN) => time,
        _ => time,
    };
    // Seen from midnight: a time of this day, also where it is past.
    let dawn = Moment::new(Now::parse(&[&reader.context.now.date_text(), "T00:00"].concat())?);
    let said = text_of(reader.goal, time);
    let from = dates::is_when(&said, &dawn).then(|| dates::due(&said, &dawn))?.filter(|from| from.contains('T'))?;
    Some(DayCall::Convert { from, zone: here.zone, to_zone: there.zone, place: there.place })
}

/// Whether a sign is one of an arrow: "->", "→".
fn arrow(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign('-' | '>' | '→' | '='))
}

/// How far the clocks of two places lie apart, or that of one and the clock here.
pub(crate) fn apart(reader: &Words<'_>, item: Option<&[Token]>, text: &[Token]) -> Option<DayCall> {
    let here = Zone { zone: String::new(), place: String::new() };
    let (one, other) = (item.map_or(Some(here), |item| zone(reader, item))?, zone(reader, text)?);
    // "between Rome and here" is the same as between here and Rome.
    let (one, other) = if other.zone.is_empty() { (other, one) } else { (one, other) };
    (!other.zone.is_empty()).then_some(DayCall::Apart {
        zone: one.zone,
        place: one.place,
        to_zone: other.zone,
        to_place: other.place,
    })
}

/// A todo's words without a time of day that another clock tells, and that time: "9am pst" of "call Bob at 9am pst on friday".
/// What it is here, only the clock knows, so it is kept as it was said.
pub(crate) fn told_elsewhere(text: &str, moment: &Moment<'_>) -> Option<(String, String)> {
    let words = text.split_inclusive(' ').scan(0, |next, word| {
        let place = *next;
        *next += word.len();
        Some((place, word.trim_end()))
    });
    let words: Vec<(usize, &str)> = words.filter(|(_, word)| !word.is_empty()).collect();
    let end = |at: usize| words.get(at).map(|(from, word)| from + word.len());
    let timed = |from: usize, to: usize| {
        let said = text.get(words.get(from)?.0..end(to)?)?;
        let said = dates::at(said);
        (dates::is_when(&said, moment) && dates::due(&said, moment)?.contains('T')).then_some(())
    };
    (1..words.len()).find_map(|at| {
        let to = zone_behind(&words, at)?;
        let from =
            [1, 2].into_iter().filter_map(|back| at.checked_sub(back)).find(|from| timed(*from, at - 1).is_some())?;
        let led = from.checked_sub(1).filter(|before| words.get(*before).is_some_and(|(_, word)| *word == AT));
        let (start, stop) = (words.get(led.unwrap_or(from))?.0, end(to)?);
        let rest = [text.get(..start)?.trim_end(), text.get(stop..)?].concat();
        Some((rest.trim().to_owned(), text.get(words.get(from)?.0..stop)?.to_owned()))
    })
}

/// Where the words end that stand behind a time and name its zone: "pst", "new york time".
fn zone_behind(words: &[(usize, &str)], at: usize) -> Option<usize> {
    let said = |to: usize| {
        let named = words.get(at..to)?.iter().map(|(_, word)| word.to_lowercase()).collect::<Vec<_>>().join(" ");
        BY_NAME.get(named.as_str())
    };
    let last = |to: usize| words.get(to).is_some_and(|(_, word)| word.eq_ignore_ascii_case(TIME_THERE));
    if let Some(to) = (at + 1..=at + 3).find(|to| last(*to) && said(*to).is_some()) {
        return Some(to);
    }
    let short = words.get(at).is_some_and(|(_, word)| holds(SHORT_ZONES, &word.to_lowercase()));
    short.then_some(at)
}

fn zone(reader: &Words<'_>, words: &[Token]) -> Option<Zone> {
    let said = words.iter().map(|token| reader.word(token)).collect::<Vec<_>>().join(" ");
    if HERE.contains(&said.trim_end_matches('?').trim_end()) {
        return Some(Zone { zone: String::new(), place: String::new() });
    }
    let (zone, words) = named(reader, words)?;
    Some(Zone { zone: zone.to_owned(), place: text_of(reader.goal, words) })
}

/// The zone that words name, and those of them that do.
fn named<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'static str, &'t [Token])> {
    let around = |token: &&Token| reader.is(token, AROUND_A_ZONE);
    let words = words.get(words.iter().take_while(around).count()..)?;
    let words = words.get(..words.len() - words.iter().rev().take_while(around).count())?;
    let said = words.iter().map(|token| reader.word(token)).collect::<Vec<_>>().join(" ");
    Some((BY_NAME.get(said.as_str())?, words))
}
