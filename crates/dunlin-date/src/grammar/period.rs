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
    row(&[one(MID | LATE), may(DASH), may(IN), may(THE), one(THIS | NEXT | LAST), one(UNIT)], Trust::Noun, part_of_unit),
    row(&[one(MID | LATE), one(IN), one(THE), one(UNIT)], Trust::Tail, part_of_unit),
    row(&[one(MID), may(DASH), one(UNIT)], Trust::Tail, part_of_unit),
    row(&[one(QTH), one(YEAR)], Trust::Tail, edge_of_month),
    row(&[may(THE), one(EDGE), one(OF), one(YEAR)], Trust::Sure, edge_of_year),
    row(&[one(UNIT), one(END)], Trust::Tail, edge_of_unit),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WEEKDAY), one(OF | IN), may(THE), one(MONTH), may(COMMA), may(OF), may(YEAR)], Trust::Sure, nth_weekday),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WEEKDAY), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, nth_weekday),
    row(&[may(THE), one(ORD), one(WEEKDAY)], Trust::Tail, coming_nth_weekday),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WORKDAY | WORKING), may(UNIT), one(OF | IN), may(THE), one(MONTH), may(COMMA), may(YEAR)], Trust::Sure, nth_workday),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(WORKDAY | WORKING), may(UNIT), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, nth_workday),
    row(&[may(THE), one(NEXT), one(WORKDAY)], Trust::Noun, next_workday),
    row(&[may(THE), one(NEXT), one(WORKING), one(UNIT)], Trust::Noun, next_workday),
    row(&[may(THE), one(ORD | LAST), one(WEEKEND), one(OF | IN), one(MONTH), may(COMMA), may(YEAR)], Trust::Sure, nth_weekend),
    row(&[may(THE), one(ORD | LAST), one(WEEKEND), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, nth_weekend),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(UNIT), one(OF | IN), may(THE), one(MONTH), may(COMMA), may(YEAR)], Trust::Sure, edge_day),
    row(&[may(THE), one(ORD | LAST), may(LAST), one(UNIT), one(OF | IN), may(THE), may(THIS | NEXT | LAST), one(UNIT)], Trust::Sure, edge_day),
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

/// "Mid next week", "early in the month": a week's Monday, Wednesday and Friday, a month's 5th, 15th and 25th. What is early or
/// late in anything longer names no day, and nothing inside it is read.
fn part_of_unit(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let place = found.value(LATE).map_or(1, |late| late * 2);
    let days = match found.get(UNIT)?.unit {
        Unit::Week => place * 2,
        Unit::Month => 4 + place * 10,
        Unit::Quarter | Unit::Year => return Some(Value::Block),
        _ => return None,
    };
    let unit = found.get(UNIT)?.unit;
    let of = |ahead: i32| calendar::plus_days(period_start(line, unit, direction(found) + ahead)?, days);
    let date = of(0)?;
    let open = date < line.today && !found.has(THIS | NEXT | LAST);
    Some(Day::whole(if open { of(1)? } else { date }))
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
    found.get(WEEKDAY | WEEKEND | WORKDAY | WORKING | UNIT).map_or(0, |token| token.span.start)
}

/// The first day of the month meant, named or reached by direction; `ahead` years or months later.
fn month_of(line: &Line<'_>, found: &Match<'_>, ahead: i32) -> Option<Date> {
    if let Some(month) = found.value(MONTH) {
        return Date::new(found.value(YEAR).unwrap_or(line.today.year()) + ahead, month, 1);
    }
    let unit = found.all(UNIT).last().filter(|unit| unit.unit == Unit::Month)?;
    period_start(line, unit.unit, step_after(found) + ahead)
}

/// The day that `of` gives for the period meant; where nothing says which one, the coming day.
fn coming(line: &Line<'_>, found: &Match<'_>, of: &dyn Fn(i32) -> Option<Date>) -> Option<Date> {
    let open = !found.has(YEAR | THIS) && step_after(found) == 0;
    let date = of(0);
    if open { date.filter(|date| *date >= line.today).or_else(|| of(1)) } else { date }
}

/// Which period is meant by what stands behind the weekday or unit: the next, the last, or this one.
fn step_after(found: &Match<'_>) -> i32 {
    let head = end_of_head(found);
    match found.all(NEXT | LAST).filter(|token| token.span.start > head).last() {
        Some(token) if token.is(NEXT) => 1,
        Some(_) => -1,
        None => 0,
    }
}

fn nth_weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = calendar::weekday(found.value(WEEKDAY)?)?;
    let nth = count(found)?;
    let of = |ahead: i32| {
        let first = month_within(line, found, nth, ahead)?;
        calendar::nth_weekday(first.year(), first.month(), nth, weekday)
    };
    Some(coming(line, found, &of).map_or(Value::Block, Day::whole))
}

/// As [`month_of`]; "the first Monday of next year" lies in its first month, the last one in its last.
fn month_within(line: &Line<'_>, found: &Match<'_>, nth: i32, ahead: i32) -> Option<Date> {
    if found.all(UNIT).last().is_some_and(|unit| unit.unit == Unit::Year) {
        let year = line.today.year() + step_after(found) + ahead;
        return Date::new(year, if nth > 0 { 1 } else { 12 }, 1);
    }
    month_of(line, found, ahead)
}

/// Whether "working" and "business" are followed by a day, and "weekday" by nothing of the kind.
fn is_workday(found: &Match<'_>) -> bool {
    let unit =
        found.get(UNIT).filter(|unit| unit.span.start < found.get(OF | IN).map_or(usize::MAX, |of| of.span.start));
    let day = unit.is_some_and(|unit| unit.unit == Unit::Day);
    if found.has(WORKING) { day } else { unit.is_none() && found.value(WORKDAY) == Some(0) }
}

/// "The last working day of the month", "the first business day in January".
fn nth_workday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let nth = count(found).filter(|nth| (-25..=25).contains(nth) && is_workday(found))?;
    let within = |first: Date, last: Date| {
        let from = if nth > 0 { calendar::plus_days(first, -1) } else { calendar::plus_days(last, 1) };
        calendar::plus_workdays(from?, nth).filter(|date| (first..=last).contains(date))
    };
    let of = |ahead: i32| {
        if found.has(MONTH) {
            let first = month_of(line, found, ahead)?;
            return within(first, first.last_of_month());
        }
        let (unit, step) = (found.all(UNIT).last()?.unit, step_after(found) + ahead);
        within(period_start(line, unit, step)?, last_day(line, unit, step)?)
    };
    coming(line, found, &of).map(Day::whole)
}

/// "The next working day".
fn next_workday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let date = calendar::plus_workdays(line.today, 1).filter(|_| is_workday(found))?;
    Some(Day::whole(date))
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
    let of = |ahead: i32| {
        let first = month_within(line, found, nth, ahead)?;
        calendar::nth_weekday(first.year(), first.month(), nth, Weekday::Saturday)
    };
    coming(line, found, &of).map(Day::whole)
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
        let step = step_after(found);
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
    let of = |ahead: i32| {
        let first = month_of(line, found, ahead)?;
        let date = if nth > 0 {
            calendar::plus_days(first, nth - 1)
        } else {
            calendar::plus_days(first.last_of_month(), nth + 1)
        };
        date.filter(|date| date.month() == first.month())
    };
    Some(coming(line, found, &of).map_or(Value::Block, Day::whole))
}
