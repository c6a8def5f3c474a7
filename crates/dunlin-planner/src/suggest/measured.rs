//! A refused conversion, told by an amount with its unit and by another unit that stands anywhere beside it, or by whose units are asked
//! for: "the oven says 200 celsius but I only know fahrenheit", "kilos 70 → lbs", "6ft2 metric please".

use super::is_request;
use crate::{
    lang::{
        en::{
            offers::{self, NO_UNIT},
            reckoning::{FEET, FEET_SIGNS, HALVES, INCH_SIGNS, OTHER_SYSTEMS, TENS_OF_UNITS},
        },
        holds,
    },
    model::token::{Token, TokenKind, span_of},
    parse::words::Words,
    sum,
};

/// The most words of a unit, and the most words of an amount in two units.
const LONGEST_UNIT: usize = 3;
const LONGEST_AMOUNT: usize = 5;

/// An amount with its unit, and where it stands.
struct Measured {
    text: String,
    unit: String,
    from: usize,
    to: usize,
}

/// The conversion in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let measured = measured(reader, words)?;
    let convert = |unit: &str| {
        let unit = sum::degrees(unit);
        let goal = sum::comes_out(&measured.text, &unit).then(|| offers::convert(&measured.text, &unit));
        goal.filter(|goal| is_request(reader, goal))
    };
    let outside = |from: usize, length: usize| from >= measured.to || from + length <= measured.from;
    let named = |run: &[Token]| {
        !reader.first_is(run, NO_UNIT)
            && run.iter().all(|token| token.kind == TokenKind::Word && !reader.grammar.is_numeric(token))
    };
    let lengths = (1..=LONGEST_UNIT.min(words.len())).rev();
    let runs = lengths.flat_map(|length| (0..=words.len() - length).map(move |from| (from, length)));
    let mut other = runs.filter(|(from, length)| outside(*from, *length)).filter_map(|(from, length)| {
        let run = words.get(from..from + length).filter(|run| named(run))?;
        convert(span_of(run).of(reader.goal))
    });
    other.next().or_else(|| {
        let (_, units) = OTHER_SYSTEMS.iter().find(|(whose, _)| reader.any_is(words, whose))?;
        let (_, unit) = units.iter().find(|(own, _)| holds(own, &measured.unit))?;
        convert(unit)
    })
}

/// The one amount with a unit that words hold; nothing where another number stands beside it.
fn measured(reader: &Words<'_>, words: &[Token]) -> Option<Measured> {
    let is_number = |token: &Token| {
        reader.grammar.is_numeric(token) || token.span.of(reader.goal).starts_with(|sign: char| sign.is_ascii_digit())
    };
    let first = words.iter().position(is_number)?;
    let behind = (1..=LONGEST_AMOUNT.min(words.len() - first)).rev().find_map(|length| {
        let said = span_of(words.get(first..first + length)?).of(reader.goal).to_lowercase();
        let (text, unit) = amount(&in_feet(&said).unwrap_or(said))?;
        Some(Measured { text, unit, from: first, to: first + length })
    });
    // "two litres"
    let in_words = || {
        let lengths = || (1..LONGEST_AMOUNT).flat_map(|number| (1..LONGEST_UNIT).map(move |unit| (number, unit)));
        lengths().find_map(|(number, unit)| {
            let to = first + number + unit;
            let text = sum::number(words.get(first..first + number)?, reader.goal)?;
            let unit = span_of(words.get(first + number..to)?).of(reader.goal).to_lowercase();
            is_unit(&unit).then(|| Measured { text: [&text, " ", &unit].concat(), unit, from: first, to })
        })
    };
    let said_before = || {
        let before = first.checked_sub(1)?;
        let unit = words.get(before).filter(|unit| unit.kind == TokenKind::Word)?.span.of(reader.goal).to_lowercase();
        let text = [words.get(first)?.span.of(reader.goal), " ", &unit].concat();
        is_unit(&unit).then_some(Measured { text, unit, from: before, to: first + 1 })
    };
    let found = behind.or_else(in_words).or_else(said_before)?;
    let others = words.get(found.to..)?.iter().any(is_number);
    (!others).then_some(found)
}

/// "5'10" in words: "5 ft 10".
fn in_feet(said: &str) -> Option<String> {
    let (feet, inches) = said.split_once(FEET_SIGNS)?;
    let inches = inches.trim_end_matches(INCH_SIGNS).trim();
    let plain = |number: &str| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    (plain(feet.trim()) && plain(inches)).then(|| [feet.trim(), FEET, inches].concat())
}

/// A text as an amount with its unit: "42 km", "180c", "30 degrees celsius", "6ft2"; with the large unit's name.
fn amount(said: &str) -> Option<(String, String)> {
    let end = said.find(|sign: char| !sign.is_ascii_digit() && sign != '.')?;
    let (number, rest) = said.split_at_checked(end)?;
    number.parse::<f64>().ok()?;
    let spaced = rest.starts_with(' ');
    let rest = rest.trim_start();
    let end = rest.find(|sign: char| sign.is_ascii_digit()).unwrap_or(rest.len());
    let (unit, small) = rest.split_at_checked(end)?;
    let unit = unit.trim();
    // "two in the morning" is no length.
    // So is "4pm".
    if !sum::is_unit(unit) || holds(HALVES, unit) || spaced && !is_unit(unit) {
        return None;
    }
    let own = sum::degrees(unit);
    if small.is_empty() {
        return Some(([number, " ", &own].concat(), own));
    }
    let (_, named) = TENS_OF_UNITS.iter().find(|(large, _)| holds(large, unit))?;
    let count = small.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let named_here = small.get(count.len()..)?.trim();
    (named_here.is_empty() || sum::is_unit(named_here)).then_some(())?;
    count.parse::<u32>().ok()?;
    let small_unit = if named_here.is_empty() { named } else { named_here };
    Some(([number, " ", unit, " ", count, " ", small_unit].concat(), own))
}

/// Whether a word by itself is a unit, and no small word or half of a day.
fn is_unit(word: &str) -> bool {
    sum::is_unit(word) && !holds(NO_UNIT, word) && !holds(HALVES, word)
}
