//! Today and its neighbours, weekdays, weekends, and next or last periods.

use super::{Day, DayKind, Line, Row, Trust, Value, row};
use crate::calendar;
use crate::civil::Weekday;
use crate::lexicon::*;
use crate::pattern::{Match, may, one};

const NAMED: Class = TODAY | TOMORROW | YESTERDAY | TONIGHT;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[one(NAMED)], Trust::Sure, named),
    row(&[may(LATE), one(TODAY | TOMORROW | YESTERDAY), may(AT | IN), may(THE), may(LATE), one(PART)], Trust::Sure, named),
    row(&[may(LATE), one(TONIGHT)], Trust::Sure, named),
    row(&[one(THIS | LAST), one(PART | TONIGHT)], Trust::Sure, this_part),
    row(&[may(LATE), one(LAST), one(PART)], Trust::Sure, this_part),
    row(&[may(THE), one(UNIT), one(AFTER | BEFORE), one(TOMORROW | YESTERDAY | TODAY)], Trust::Sure, day_after),
    row(&[one(NEXT | LAST), one(UNIT)], Trust::Sure, next_unit),
    row(&[may(THE), one(NEXT | LAST), one(UNIT)], Trust::Sure, next_unit),
    row(&[one(WEEKDAY)], Trust::Noun, weekday),
    row(&[one(WEEKDAY), one(DOT)], Trust::Noun, weekday),
    row(&[one(WEEKDAY), may(LATE), one(PART)], Trust::Sure, weekday),
    row(&[may(THE), one(THIS), may(COMING | PAST_WORD), one(WEEKDAY)], Trust::Sure, this_weekday),
    row(&[may(THE), one(COMING | PAST_WORD), one(WEEKDAY)], Trust::Sure, this_weekday),
    row(&[may(THE), one(NEXT | LAST), one(WEEKDAY)], Trust::Sure, next_weekday),
    row(&[one(WEEKDAY), may(COMMA), may(OF | IN | ON | FROM), may(THE), one(NEXT | LAST | THIS), one(UNIT)], Trust::Sure, weekday_of_week),
    row(&[may(THE), one(NEXT | LAST | THIS), one(UNIT), may(DASH), may(ON), one(WEEKDAY)], Trust::Sure, weekday_of_week),
    row(&[may(THE), one(WEEKDAY), one(AFTER), one(NEXT)], Trust::Sure, after_next),
    row(&[may(NEXT), one(WEEKDAY), one(UNIT)], Trust::Sure, weekday_week),
    row(&[one(WEEKDAY), may(OF | IN), may(THE), one(UNIT), one(AFTER), one(NEXT)], Trust::Sure, weekday_of_week),
    row(&[one(TODAY | TOMORROW), one(UNIT)], Trust::Tail, weekday_week),
    row(&[may(THE), one(THIS | NEXT | LAST | COMING), may(PAST_WORD | COMING), one(WEEKEND)], Trust::Sure, weekend),
    row(&[may(THE), one(WEEKEND), one(AFTER), one(NEXT)], Trust::Sure, weekend),
    row(&[may(THE), one(WEEKEND)], Trust::Tail, weekend),
    row(&[one(RIGHT), one(NOW)], Trust::Sure, now),
    row(&[one(NOW)], Trust::Sure, bare_now),
];

fn part_of(found: &Match<'_>) -> i32 {
    found.value(PART | DAYTIME | TONIGHT).unwrap_or(0)
}

fn named(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let token = found.get(NAMED)?;
    let days = if token.is(TOMORROW | YESTERDAY) { token.value } else { 0 };
    let date = calendar::plus_days(line.today, days)?;
    Some(Value::Day(Day { date, kind: DayKind::Whole, part: part_of(found) }))
}

fn this_part(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let part = part_of(found);
    let back = if !found.has(LAST) {
        0
    } else if part == part::NIGHT {
        -1
    } else {
        return None;
    };
    Some(Value::Day(Day { date: calendar::plus_days(line.today, back)?, kind: DayKind::Whole, part }))
}

fn day_after(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let unit = found.get(UNIT)?;
    if unit.unit != Unit::Day {
        return None;
    }
    let step = if found.has(AFTER) { 1 } else { -1 };
    let from = found.get(TOMORROW | YESTERDAY).map_or(0, |token| token.value);
    Some(Day::whole(calendar::plus_days(line.today, from + step)?))
}

/// A period before or after this one begins on its first day.
fn next_unit(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let step = if found.has(NEXT) { 1 } else { -1 };
    let unit = found.get(UNIT)?.unit;
    // "Next week's meeting" names the meeting.
    let owner = line.word(found.to - 1).ends_with("'s") || line.word(found.to - 1).ends_with("’s");
    if owner && line.is(found.to, WORD) {
        return None;
    }
    let date = period_start(line, unit, step)?;
    Some(Day::of(date, if unit == Unit::Month { DayKind::Month } else { DayKind::Whole }))
}

/// The first day of the period `step` after the present one.
pub(crate) fn period_start(line: &Line<'_>, unit: Unit, step: i32) -> Option<crate::civil::Date> {
    let month = line.today.first_of_month();
    match unit {
        Unit::Day => calendar::plus_days(line.today, step),
        Unit::Week => calendar::plus_days(calendar::week_start(line.today)?, 7 * step),
        Unit::Fortnight => calendar::plus_days(calendar::week_start(line.today)?, 14 * step),
        Unit::Month => calendar::plus_months(month, step),
        Unit::Quarter => calendar::plus_months(month, 3 * step - (line.today.month() - 1) % 3),
        Unit::Year => calendar::plus_months(line.today.first_of_year(), 12 * step),
        Unit::None | Unit::Second | Unit::Minute | Unit::Hour => None,
    }
}

fn the_weekday(found: &Match<'_>) -> Option<Weekday> {
    calendar::weekday(found.value(WEEKDAY)?)
}

/// A bare weekday is the coming one, and a week away when said on that very day.
fn weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = the_weekday(found)?;
    // "thursday nights" come again.
    if line.is_plural_part(found.to) || found.has(PART) && line.is_plural_part(found.to - 1) {
        return None;
    }
    let date = calendar::weekday_after(line.today, weekday)?;
    Some(Value::Day(Day { date, kind: DayKind::Weekday(weekday), part: part_of(found) }))
}

fn this_weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = the_weekday(found)?;
    let date = if found.has(PAST_WORD) {
        calendar::weekday_before(line.today, weekday)?
    } else if found.has(COMING) {
        calendar::weekday_after(line.today, weekday)?
    } else {
        calendar::weekday_from(line.today, weekday)?
    };
    Some(Day::of(date, DayKind::Weekday(weekday)))
}

/// "Next" is the one of next calendar week; "last" the latest one gone by.
fn next_weekday(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = the_weekday(found)?;
    let date = if found.has(NEXT) {
        calendar::weekday_of_week(line.today, 1, weekday)?
    } else {
        calendar::weekday_before(line.today, weekday)?
    };
    Some(Day::of(date, DayKind::Weekday(weekday)))
}

fn weekday_of_week(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weekday = the_weekday(found)?;
    if found.get(UNIT)?.unit != Unit::Week {
        return None;
    }
    let weeks = if found.has(NEXT) { 1 + i32::from(found.has(AFTER)) } else { -i32::from(found.has(LAST)) };
    Some(Day::whole(calendar::weekday_of_week(line.today, weeks, weekday)?))
}

fn after_next(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    Some(Day::whole(calendar::weekday_of_week(line.today, 2, the_weekday(found)?)?))
}

/// "Friday week": a week after the coming Friday. "Next Friday week" and "Friday fortnight" go on from there.
fn weekday_week(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let word = line.word(found.to - 1);
    let days = match found.get(UNIT)?.unit {
        Unit::Week if word.len() == "week".len() => 7,
        Unit::Fortnight if word.len() == "fortnight".len() => 14,
        _ => return None,
    };
    let base = match found.get(TODAY | TOMORROW) {
        Some(day) => calendar::plus_days(line.today, day.value)?,
        None if found.has(NEXT) => calendar::weekday_of_week(line.today, 1, the_weekday(found)?)?,
        None => calendar::weekday_after(line.today, the_weekday(found)?)?,
    };
    Some(Day::whole(calendar::plus_days(base, days)?))
}

/// A weekend is named by its Saturday, or by its Sunday once that is today.
fn weekend(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.value(WEEKEND)? != 0 {
        return None;
    }
    let saturday = calendar::weekday_of_week(line.today, 0, Weekday::Saturday)?;
    // "A three day weekend" is a kind of weekend.
    if found.from.checked_sub(1).is_some_and(|before| line.is(before, UNIT)) {
        return None;
    }
    let date = if found.has(AFTER) {
        calendar::plus_days(saturday, 14)?
    } else if found.has(NEXT) {
        calendar::plus_days(saturday, 7)?
    } else if found.has(LAST | PAST_WORD) {
        calendar::plus_days(saturday, -7)?
    } else {
        saturday.max(line.today)
    };
    Some(Day::whole(date))
}

/// "Now" is also a filler ("for now", "now what"): it is a moment as the whole line or after "is".
fn bare_now(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let alone = found.from == 0 && line.tokens.iter().skip(found.to).all(|token| token.is(SIGN));
    let led = found.from.checked_sub(1).is_some_and(|before| line.is(before, IS));
    if alone || led { now(line, found) } else { None }
}

#[expect(clippy::unnecessary_wraps, reason = "a row's reader may find nothing; this one always finds")]
fn now(line: &Line<'_>, _: &Match<'_>) -> Option<Value> {
    Some(Value::Moment(line.now.datetime()))
}
