//! Dates in digits: ISO, slashes, dashes and dots, and a day of the month alone.

use super::{Day, DayKind, Line, Row, Trust, Value, row};
use crate::calendar;
use crate::civil::{Date, Time};
use crate::lexer::Token;
use crate::lexicon::*;
use crate::pattern::{Match, may, one, tight};

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[one(YEAR), tight(DASH), tight(DIGITS), tight(DASH), tight(DIGITS)], Trust::Sure, year_first),
    row(&[one(YEAR), tight(SLASH), tight(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Sure, year_first),
    row(&[one(YEAR), tight(DOT), tight(DIGITS), tight(DOT), tight(DIGITS)], Trust::Sure, year_first),
    row(&[one(DIGITS), tight(SLASH), tight(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Sure, year_last),
    row(&[one(DIGITS), tight(DASH), tight(DIGITS), tight(DASH), tight(DIGITS)], Trust::Sure, year_last),
    row(&[one(DIGITS), tight(DOT), tight(DIGITS), tight(DOT), tight(DIGITS | YEAR)], Trust::Sure, long_year_last),
    row(&[one(DIGITS), tight(DOT), tight(DIGITS), tight(DOT), tight(DIGITS)], Trust::Lead, year_last),
    row(&[one(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Sure, opening),
    row(&[one(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Tail, no_fraction),
    row(&[one(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Lead, month_and_day),
    row(&[one(DIGITS), tight(DOT), tight(DIGITS)], Trust::Lead, month_and_day),
    row(&[one(THIS | NEXT), one(DIGITS), tight(SLASH), tight(DIGITS)], Trust::Sure, month_and_day),
    row(&[one(DIGITS)], Trust::Sure, compact),
    row(&[one(YEAR), tight(DASH), tight(DIGITS), tight(DASH), tight(DIGITS), tight(TEE), tight(DIGITS), tight(COLON), tight(DIGITS)], Trust::Sure, stamp),
    row(&[one(YEAR), tight(DASH), tight(DIGITS), tight(DASH), tight(DIGITS), tight(TEE), tight(DIGITS), tight(COLON), tight(DIGITS), tight(COLON), tight(DIGITS)], Trust::Sure, stamp),
    row(&[one(DIGITS), tight(TEE), tight(DIGITS)], Trust::Sure, stamp_in_digits),
    row(&[one(YEAR), tight(DASH), tight(DIGITS), tight(DASH), tight(DIGITS), tight(TEE), tight(DIGITS)], Trust::Sure, stamp_in_digits),
    row(&[may(THE), one(ORD)], Trust::Tail, of_month),
    row(&[may(THE), one(ORD)], Trust::Lead, of_month_in_words),
    row(&[may(THE), one(ORD | DIGITS), one(OF), may(THE), one(NEXT | LAST | THIS), one(UNIT)], Trust::Sure, of_that_month),
    row(&[may(THE), one(ORD), one(UNIT), one(OF), may(THE), one(NEXT | LAST | THIS), one(UNIT)], Trust::Sure, of_that_month),
    row(&[may(THE), one(ORD), one(OF), one(THE), one(UNIT)], Trust::Sure, of_that_month),
];

/// A year of two digits lies in the century that keeps it within fifty years of today.
pub(crate) fn full_year(line: &Line<'_>, token: &Token) -> Option<i32> {
    match token.digits {
        4 => Some(token.value),
        2 => {
            let near = line.today.year();
            let year = near - near.rem_euclid(100) + token.value;
            Some(if year > near + 50 {
                year - 100
            } else if year <= near - 50 {
                year + 100
            } else {
                year
            })
        }
        _ => None,
    }
}

fn year_first(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS).filter(|token| token.digits <= 2);
    let (month, of_month) = (numbers.next()?, numbers.next()?);
    Some(Date::new(found.value(YEAR)?, month.value, of_month.value).map_or(Value::Block, Day::whole))
}

/// Month first unless the options say otherwise, or the numbers leave no choice, or dots say day first: who writes "3.12." means
/// the third.
fn ordered(line: &Line<'_>, found: &Match<'_>, first: &Token, second: &Token) -> (i32, i32) {
    let day_first = (line.day_first || found.has(DOT) || first.value > 12) && second.value <= 12;
    if day_first { (second.value, first.value) } else { (first.value, second.value) }
}

fn long_year_last(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.has(YEAR) { year_last(line, found) } else { None }
}

fn year_last(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS);
    let (first, second, year) = (numbers.next()?, numbers.next()?, numbers.next()?);
    if first.digits > 2 || second.digits > 2 {
        return None;
    }
    // "1.10.30" is a version; "01.10.30" may be a date.
    if found.has(DOT) && year.digits < 4 && (first.digits < 2 || second.digits < 2) {
        return None;
    }
    let (month, of_month) = ordered(line, found, first, second);
    let year = full_year(line, year)?;
    Some(Date::new(year, month, of_month).map_or(Value::Block, Day::whole))
}

/// "12/1 rent": before everything else in a line it is the day, as in a diary.
/// But "9/11 memorial" names that day, and "16/9 screen" a shape.
fn opening(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    // Marks of quick add that were read already (a tag, an opening) have no class any more.
    let opens = line.tokens.iter().take(found.from).all(|token| token.is(SIGN) || token.classes == 0);
    let mut numbers = found.all(DIGITS);
    let named = matches!((numbers.next()?.value, numbers.next()?.value), (9, 11) | (16, 9));
    let measured = line.is(found.to, UNIT) || line.is(found.to, COUNTED);
    if opens && !named && !measured { no_fraction(line, found) } else { None }
}

/// "1/2", "9/16" and "2/5 of it" are fractions, and "step 1/5" is a count, unless something says that they are dates.
fn no_fraction(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS);
    let (over, under) = (numbers.next()?.value, numbers.next()?.value);
    let fraction = over < under && (matches!(under, 2 | 3 | 4 | 8 | 16) || line.is(found.to, OF));
    let counted = found.from.checked_sub(1).is_some_and(|before| line.is(before, COUNTED));
    if fraction || counted { None } else { month_and_day(line, found) }
}

fn month_and_day(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS);
    let (first, second) = (numbers.next()?, numbers.next()?);
    if first.digits > 2 || second.digits > 2 || (first.value, second.value) == (24, 7) {
        return None;
    }
    let padded = first.digits == 2 && second.digits == 2;
    let led = found.from.checked_sub(1).is_some_and(|before| line.is(before, ON | BY | DUE | BEFORE | UNTIL));
    // "10.15" is a time or a version more often than a date; "27.11" can be nothing else.
    let alone = found.from == 0 && line.tokens.iter().skip(found.to).all(|token| token.is(SIGN));
    let timely = first.value < 24 && second.value < 60;
    // Nobody writes the month first before a point: "10.30" is a time wherever it stands.
    let is_date = alone && second.value <= 12;
    if found.has(DOT) && !led && (!padded || timely && !is_date) {
        return None;
    }
    let (month, of_month) = ordered(line, found, first, second);
    if !(1..=12).contains(&month) || !(1..=31).contains(&of_month) {
        return None;
    }
    let date = calendar::next_month_day(line.today, month, of_month);
    Some(date.map_or(Value::Block, |date| Day::of(date, DayKind::MonthDay)))
}

/// `YYYYMMDD`.
fn compact(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    Some(Day::whole(in_digits(found.get(DIGITS)?)?))
}

fn in_digits(token: &Token) -> Option<Date> {
    let year = token.value / 10_000;
    let is_date = token.digits == 8 && (1900..2200).contains(&year);
    if is_date { Date::new(year, token.value / 100 % 100, token.value % 100) } else { None }
}

/// `YYYYMMDDTHHMMSS`, and a day with dashes before such a time; the seconds, or the minutes too, may be missing.
fn stamp_in_digits(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let date = if found.has(YEAR) {
        let Value::Day(day) = year_first(line, found)? else { return Some(Value::Block) };
        day.date
    } else {
        in_digits(found.get(DIGITS)?)?
    };
    let clock = found.all(DIGITS).last()?;
    let (hour, minute) = match clock.digits {
        2 => (clock.value, 0),
        4 => (clock.value / 100, clock.value % 100),
        6 => (clock.value / 10_000, clock.value / 100 % 100),
        _ => return None,
    };
    Some(Value::Moment(date.at(Time::new(hour, minute)?)))
}

/// `YYYY-MM-DDTHH:MM`; what follows (seconds, zone) is eaten by the reader.
fn stamp(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let Value::Day(day) = year_first(line, found)? else { return Some(Value::Block) };
    let mut numbers = found.all(DIGITS).filter(|token| token.digits <= 2).skip(2);
    let (hour, minute) = (numbers.next()?.value, numbers.next()?.value);
    Some(Value::Moment(day.date.at(Time::new(hour, minute)?)))
}

fn of_month(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    // "1st thing on monday" names no day.
    let first_thing = line.word(found.to).eq_ignore_ascii_case("thing");
    if found.get(ORD)?.is(DIGITS) && !first_thing { the_day(line, found) } else { None }
}

/// "The fifteenth": as words, ordinals mostly count other things.
fn of_month_in_words(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.get(ORD)?.is(DIGITS) { None } else { the_day(line, found) }
}

fn the_day(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let number = found.value(ORD)?;
    if !(1..=31).contains(&number) {
        return None;
    }
    let date = calendar::next_day_of_month(line.today, number)?;
    Some(Day::of(date, DayKind::OfMonth(number)))
}

fn of_that_month(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let units = found.all(UNIT).filter(|unit| !unit.is(ORD)).collect::<Vec<_>>();
    let (last, others) = units.split_last()?;
    if last.unit != Unit::Month || others.iter().any(|unit| unit.unit != Unit::Day) {
        return None;
    }
    let number = found.all(ORD | DIGITS).next()?.value;
    let relative = found.all(NEXT | LAST | THIS).last();
    if !(1..=31).contains(&number) {
        return None;
    }
    let step = match relative {
        Some(token) if token.is(NEXT) => 1,
        Some(token) if token.is(LAST) => -1,
        Some(_) => 0,
        None => {
            let date = calendar::next_day_of_month(line.today, number)?;
            return Some(Day::of(date, DayKind::OfMonth(number)));
        }
    };
    let first = calendar::plus_months(line.today.first_of_month(), step)?;
    Some(Date::new(first.year(), first.month(), number).map_or(Value::Block, Day::whole))
}
