//! Dates with a month's name, in any order and with any of the usual joints.

use super::{Day, DayKind, Line, Row, Trust, Value, row};
use crate::calendar;
use crate::civil::Date;
use crate::lexicon::*;
use crate::pattern::{Match, may, one, tight};

const DAY: Class = ORD | NUM;
const JOINT: Class = SLASH | DASH;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[one(MONTH), may(DOT), may(THE), one(DAY), may(COMMA), may(OF | IN), one(YEAR)], Trust::Sure, month_day),
    row(&[one(MONTH), may(DOT), may(THE), one(DAY)], Trust::Sure, month_day),
    row(&[may(THE), one(DAY), may(UNIT), may(OF), one(MONTH), may(DOT), may(COMMA), may(OF | IN), one(YEAR)], Trust::Sure, month_day),
    row(&[may(THE), one(DAY), may(UNIT), may(OF), one(MONTH)], Trust::Sure, month_day),
    row(&[may(THE), one(DAY), may(OF), one(MONTH), one(DOT)], Trust::Sure, month_day),
    row(&[one(DAY), one(DOT), one(MONTH), may(DOT), may(YEAR)], Trust::Sure, month_day),
    row(&[one(MONTH), may(DOT), one(DAY), one(DASH | TO), one(DAY), may(COMMA), one(YEAR)], Trust::Sure, month_day),
    row(&[may(THE), one(DAY), one(DASH | TO), may(THE), one(DAY), may(OF), one(MONTH), may(DOT), may(COMMA), may(YEAR)], Trust::Sure, month_day),
    row(&[one(MONTH), may(DOT), one(DAY), may(COMMA), one(APOSTROPHE), tight(DIGITS)], Trust::Sure, short_year),
    row(&[one(DAY), one(MONTH), may(DOT), may(COMMA), may(APOSTROPHE), one(DIGITS)], Trust::Sure, short_year),
    row(&[one(YEAR), may(COMMA), one(MONTH), may(DOT), one(DAY)], Trust::Sure, month_day),
    row(&[one(MONTH), tight(JOINT), tight(DIGITS)], Trust::Sure, jointed),
    row(&[one(DIGITS), tight(JOINT), tight(MONTH)], Trust::Sure, jointed),
    row(&[one(MONTH), tight(JOINT), tight(DIGITS), tight(JOINT), tight(DIGITS)], Trust::Sure, jointed),
    row(&[one(DIGITS), tight(JOINT), tight(MONTH), tight(JOINT), tight(DIGITS)], Trust::Sure, jointed),
    row(&[one(DIGITS), tight(JOINT), tight(DIGITS), tight(JOINT), tight(MONTH)], Trust::Sure, jointed),
    row(&[may(NEXT | COMING), may(THE), one(DAY), may(OF), one(MONTH)], Trust::Sure, month_day),
    row(&[may(IN), one(MONTH), may(DOT), may(COMMA), may(OF), one(YEAR)], Trust::Sure, month_alone),
    row(&[one(IN), one(MONTH)], Trust::Sure, month_alone),
    row(&[one(THIS | NEXT | LAST | COMING), one(MONTH)], Trust::Sure, month_alone),
    row(&[one(MONTH)], Trust::Lead, month_alone),
    row(&[one(MID), may(DASH), may(OF), one(MONTH), may(YEAR)], Trust::Sure, part_of_month),
    row(&[one(LATE), may(DASH), may(IN), one(MONTH), may(YEAR)], Trust::Tail, part_of_month),
];

/// The year the words leave open is the one that puts the day soonest, today included.
fn month_day(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let month = found.value(MONTH)?;
    let of_month = found.all(DAY).find(|token| !(token.is(MONTH) || token.is(DIGITS) && token.digits > 2))?.value;
    if found.get(UNIT).is_some_and(|unit| unit.unit != Unit::Day && !unit.is(ORD)) || of_month < 1 {
        return None;
    }
    if of_month > 31 {
        return None;
    }
    Some(match found.value(YEAR) {
        Some(year) => Date::new(year, month, of_month).map_or(Value::Block, Day::whole),
        None => calendar::next_month_day(line.today, month, of_month)
            .map_or(Value::Block, |date| Day::of(date, DayKind::MonthDay)),
    })
}

/// "5 Jan 28", "Jan 5 '28": without its apostrophe a year must be no hour, and end the words.
fn short_year(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let of_month = found.all(DAY).find(|token| !token.is(MONTH))?;
    let year = line.token(found.to - 1)?;
    let marked = line.is(found.to - 2, APOSTROPHE);
    let last = line.token(found.to).is_none_or(|next| next.is(SIGN) && !next.glued || next.is(CLOSER | COMMA));
    if year.digits != 2 || of_month.digits > 2 || !marked && (year.value < 24 || !last) {
        return None;
    }
    let year = super::numeric::full_year(line, year)?;
    Some(Date::new(year, found.value(MONTH)?, of_month.value).map_or(Value::Block, Day::whole))
}

/// Numbers around the name: the one of four digits is the year, wherever it stands.
fn jointed(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let month = found.value(MONTH)?;
    let mut numbers = found.all(DIGITS);
    let (first, second) = (numbers.next()?, numbers.next());
    let Some(second) = second else {
        // "Jan-5" and "Jan-2028"
        return match first.digits {
            1 | 2 => month_day_of(line, month, first.value),
            4 if first.is(YEAR) => Some(Day::of(Date::new(first.value, month, 1)?, DayKind::Month)),
            _ => None,
        };
    };
    let (of_month, year) = if first.digits == 4 { (second, first) } else { (first, second) };
    let of_month = if of_month.digits <= 2 { of_month.value } else { return None };
    let year = super::numeric::full_year(line, year)?;
    Some(Date::new(year, month, of_month).map_or(Value::Block, Day::whole))
}

fn month_day_of(line: &Line<'_>, month: i32, of_month: i32) -> Option<Value> {
    if !(1..=31).contains(&of_month) {
        return None;
    }
    Some(
        calendar::next_month_day(line.today, month, of_month)
            .map_or(Value::Block, |date| Day::of(date, DayKind::MonthDay)),
    )
}

/// A month alone is its first day; the coming one, unless it is named as this or last.
fn month_alone(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let month = found.value(MONTH)?;
    let year = line.today.year();
    let passed = line.today.month() >= month;
    let year = match found.value(YEAR) {
        Some(year) => year,
        None if found.has(LAST) => year - i32::from(line.today.month() <= month),
        None if found.has(THIS) => year,
        None => year + i32::from(passed),
    };
    Some(Day::whole(Date::new(year, month, 1)?))
}

/// Early, mid and late in a month are its 5th, 15th and 25th: the middle of each third.
fn part_of_month(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let month = found.value(MONTH)?;
    let of_month = found.value(LATE).map_or(15, |late| if late == 0 { 5 } else { 25 });
    match found.value(YEAR) {
        Some(year) => Some(Day::whole(Date::new(year, month, of_month)?)),
        None => month_day_of(line, month, of_month),
    }
}
