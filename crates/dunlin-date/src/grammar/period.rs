//! Ends, starts and middles of periods, and the nth weekday or day of a month.

use super::casual::period_start;
use super::{Day, DayKind, Line, Row, Trust, Value, row};
use crate::calendar;
use crate::civil::{Date, Weekday};
use crate::lexicon::*;
use crate::pattern::{Match, may, one};

const EDGE: Class = END | START | MID;
const WHICH: Class = THE | THIS | NEXT | LAST;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[may(THE), one(PERIOD_END)], Trust::Sure, short_end),
    row(&[may(THE), one(EDGE), one(OF), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, edge_of_unit),
    row(&[may(THE), one(EDGE), one(OF), may(WHICH), one(TODAY | TOMORROW | WEEKDAY)], Trust::Sure, end_of_day),
    row(&[may(THE), one(END | CLOSE), one(OF), one(WORKING)], Trust::Sure, close_of_business),
    row(&[may(THE), one(EDGE), one(OF), may(WHICH), one(MONTH | QTH), may(YEAR)], Trust::Sure, edge_of_month),
    row(&[one(QTH), one(YEAR)], Trust::Tail, edge_of_month),
    row(&[may(THE), one(EDGE), one(OF), one(YEAR)], Trust::Sure, edge_of_year),
    row(&[one(UNIT), one(END)], Trust::Tail, edge_of_unit),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WEEKDAY), one(OF | IN), may(THE), one(MONTH), may(COMMA), may(OF), may(YEAR)], Trust::Sure, nth_weekday),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WEEKDAY), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, nth_weekday),
    row(&[may(THE), one(ORD), one(WEEKDAY)], Trust::Tail, coming_nth_weekday),
    row(&[may(THE), one(ORD | LAST), one(WEEKEND), one(OF | IN), one(MONTH), may(COMMA), may(YEAR)], Trust::Sure, nth_weekend),
    row(&[may(THE), one(ORD | LAST), one(UNIT), one(OF | IN), may(THE), one(MONTH), may(COMMA), may(YEAR)], Trust::Sure, edge_day),
    row(&[may(THE), one(ORD | LAST), one(UNIT), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, edge_day),
];

fn short_end(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let unit = match found.value(PERIOD_END)? {
        period::DAY => Unit::Day,
        period::WEEK => Unit::Week,
        period::MONTH => Unit::Month,
        period::QUARTER => Unit::Quarter,
        _ => Unit::Year,
    };
    let date = last_day(line, unit, 0)?;
    Some(Day::of(date, if unit == Unit::Day { DayKind::EndOfDay } else { DayKind::Whole }))
}

fn last_day(line: &Line<'_>, unit: Unit, step: i32) -> Option<Date> {
    calendar::plus_days(period_start(line, unit, step + 1)?, -1)
}

/// "This" unless a direction says which.
fn direction(found: &Match<'_>) -> i32 {
    match found.all(NEXT | LAST).last() {
        Some(token) if token.is(NEXT) => 1,
        Some(_) => -1,
        None => 0,
    }
}

fn edge_of_unit(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let unit = found.get(UNIT)?.unit;
    let mut step = direction(found);
    let edge = found.get(EDGE)?;
    let mut first = period_start(line, unit, step)?;
    let middle = |first: Date| match unit {
        _ if edge.is(START) => Some(first),
        Unit::Week => calendar::plus_days(first, 2),
        Unit::Month => calendar::plus_days(first, 14),
        Unit::Year => calendar::plus_months(first, 6),
        _ => None,
    };
    // The start or middle of the month, said after it, is the next one's.
    if !edge.is(END) && step == 0 && !found.has(THIS) && middle(first)? < line.today {
        step = 1;
        first = period_start(line, unit, step)?;
    }
    let date = if edge.is(END) { last_day(line, unit, step)? } else { middle(first)? };
    Some(Day::of(date, if unit == Unit::Day && step == 0 { DayKind::EndOfDay } else { DayKind::Whole }))
}

fn close_of_business(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if !line.word(found.to - 1).eq_ignore_ascii_case("business") {
        return None;
    }
    Some(Day::of(line.today, DayKind::EndOfDay))
}

fn end_of_day(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let token = found.get(TODAY | TOMORROW | WEEKDAY)?;
    let date = if token.is(WEEKDAY) {
        calendar::weekday_after(line.today, calendar::weekday(token.value)?)?
    } else {
        calendar::plus_days(line.today, token.value)?
    };
    Some(Day::whole(date))
}

fn edge_of_month(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    // Without an edge ("Q3 2027") it is known by its start.
    let edge = found.get(EDGE).map_or(START, |token| token.classes);
    // A quarter is known by its first month, and ends with its third.
    let (month, last) = match found.value(QTH) {
        Some(quarter) => (3 * quarter - 2, 2),
        None => (found.value(MONTH)?, 0),
    };
    let of = |year: i32| -> Option<Date> {
        let first = Date::new(year, month, 1)?;
        if edge & END != 0 {
            Some(Date::new(year, month + last, 1)?.last_of_month())
        } else if edge & START != 0 {
            Some(first)
        } else if last > 0 {
            calendar::plus_days(first, 45)
        } else {
            calendar::plus_days(first, 14)
        }
    };
    let year = line.today.year();
    let date = match found.value(YEAR) {
        Some(year) => of(year)?,
        None => of(year).filter(|date| *date >= line.today).or_else(|| of(year + 1))?,
    };
    Some(Day::whole(date))
}

fn edge_of_year(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let year = found.value(YEAR)?;
    let edge = found.get(EDGE)?;
    let (month, of_month) = if edge.is(END) {
        (12, 31)
    } else if edge.is(START) {
        (1, 1)
    } else {
        (7, 1)
    };
    Some(Day::whole(Date::new(year, month, of_month)?))
}

/// The number counted from the start, or from the end with "last" ("second last").
fn count(found: &Match<'_>) -> Option<i32> {
    let mut counts = found.all(ORD | LAST);
    let first = counts.next()?;
    let from_end =
        first.is(LAST) || counts.next().is_some_and(|token| token.is(LAST) && token.span.start < end_of_head(found));
    if first.is(LAST) {
        return if first.is(ORD) { Some(-1) } else { None };
    }
    Some(if from_end { -first.value } else { first.value })
}

/// Where the words before the weekday or unit end; a "last" after them belongs to the month.
fn end_of_head(found: &Match<'_>) -> usize {
    found.get(WEEKDAY | WEEKEND | UNIT).map_or(0, |token| token.span.start)
}

/// The month meant: named, or reached by direction; with the years to try.
fn months(line: &Line<'_>, found: &Match<'_>) -> Option<(i32, i32, bool)> {
    let year = line.today.year();
    if let Some(month) = found.value(MONTH) {
        return Some(match found.value(YEAR) {
            Some(year) => (year, month, false),
            None => (year, month, true),
        });
    }
    let unit = found.all(UNIT).last()?;
    if unit.unit != Unit::Month {
        return None;
    }
    let head = end_of_head(found);
    let step = match found.all(NEXT | LAST).filter(|token| token.span.start > head).last() {
        Some(token) if token.is(NEXT) => 1,
        Some(_) => -1,
        None => 0,
    };
    let first = calendar::plus_months(line.today.first_of_month(), step)?;
    Some((first.year(), first.month(), false))
}

fn nth_weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = calendar::weekday(found.value(WEEKDAY)?)?;
    let nth = count(found)?;
    let (year, month, open) = months(line, found)?;
    let of = |year: i32| calendar::nth_weekday(year, month, nth, weekday);
    let date = of(year);
    let date = if open { date.filter(|date| *date >= line.today).or_else(|| of(year + 1)) } else { date };
    Some(date.map_or(Value::Block, Day::whole))
}

/// "The second Tuesday" without a month: the next there is.
fn coming_nth_weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = calendar::weekday(found.value(WEEKDAY)?)?;
    let nth = found.value(ORD).filter(|nth| (1..=5).contains(nth))?;
    (0..6)
        .find_map(|step| {
            let first = calendar::plus_months(line.today.first_of_month(), step)?;
            calendar::nth_weekday(first.year(), first.month(), nth, weekday).filter(|date| *date >= line.today)
        })
        .map(Day::whole)
}

/// "The last weekend of July", named by its Saturday.
fn nth_weekend(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let nth = count(found)?;
    let (year, month, open) = months(line, found)?;
    let of = |year: i32| calendar::nth_weekday(year, month, nth, Weekday::Saturday);
    let date = of(year);
    let date = if open { date.filter(|date| *date >= line.today).or_else(|| of(year + 1)) } else { date };
    date.map(Day::whole)
}

/// "The first day of next month", "the last day of March", "the third day of October".
fn edge_day(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let nth = count(found)?;
    match found.all(UNIT).find(|unit| !unit.is(ORD))?.unit {
        Unit::Day => {}
        // "The last week of December" is no day, and not last week.
        Unit::Week => return Some(Value::Block),
        _ => return None,
    }
    let last = found.all(UNIT).last()?;
    if !found.has(MONTH) && matches!(last.unit, Unit::Year | Unit::Quarter | Unit::Week) {
        let head = end_of_head(found);
        let step = match found.all(NEXT | LAST).filter(|token| token.span.start > head).last() {
            Some(token) if token.is(NEXT) => 1,
            Some(_) => -1,
            None => 0,
        };
        let date = match nth {
            1 => {
                let first = period_start(line, last.unit, step)?;
                if step == 0 && first < line.today { period_start(line, last.unit, 1)? } else { first }
            }
            -1 => last_day(line, last.unit, step)?,
            _ => return None,
        };
        return Some(Day::whole(date));
    }
    let (year, month, open) = months(line, found)?;
    let of = |year: i32| {
        let first = Date::new(year, month, 1)?;
        let date = if nth > 0 {
            calendar::plus_days(first, nth - 1)
        } else {
            calendar::plus_days(first.last_of_month(), nth + 1)
        };
        date.filter(|date| date.month() == first.month())
    };
    let date = of(year);
    let date = if open { date.filter(|date| *date >= line.today).or_else(|| of(year + 1)) } else { date };
    Some(date.map_or(Value::Block, Day::whole))
}
