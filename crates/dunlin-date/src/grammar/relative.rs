//! Days and moments counted from now or from another day: "in 2 weeks", "3 days ago", "a week after Easter".

use super::{Clock, Day, DayKind, Item, Line, Row, Trust, Value, clock_at, day_at, ends_cleanly, row};
use crate::calendar;
use crate::civil::{Date, DateTime};
use crate::lexicon::*;
use crate::now::Now;
use crate::pattern::{Match, may, one};

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[one(ARTICLE | NUM), one(UNIT), one(ON | FROM | AFTER), may(THE), may(NEXT | THIS), one(WEEKDAY)], Trust::Sure, week_on),
    row(&[one(ARTICLE | NUM), one(UNIT), one(TODAY | TOMORROW)], Trust::Tail, week_today),
    row(&[may(IN), one(NUM | COUPLE), one(WEEKDAYS), one(AGO | LATER)], Trust::Sure, weekdays_away),
    row(&[one(IN), one(NUM | COUPLE), one(WEEKDAYS)], Trust::Sure, weekdays_away),
    row(&[one(NUM), one(WEEKDAYS), one(FROM), one(NOW | TODAY)], Trust::Sure, weekdays_away),
    row(&[one(THE), one(UNIT), one(AFTER)], Trust::Tail, day_after),
    row(&[may(THE), one(UNIT), one(AFTER), one(NEXT)], Trust::Sure, unit_after_next),
];

/// The most parts a length has ("a year, two months and four days").
const MOST_PARTS: usize = 6;

/// A length of time, kept by what can be added: months clamp, days and weeks do not, seconds state a time of day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Length {
    months: i64,
    days: i64,
    workdays: i64,
    seconds: i64,
    parts: usize,
}

impl Length {
    fn add(&mut self, unit: Unit, over: i64, under: i64) -> Option<()> {
        let times = |base: i64| base.checked_mul(over).map(|value| value / under);
        match unit {
            Unit::Second => self.seconds += times(1)?,
            Unit::Minute => self.seconds += times(60)?,
            Unit::Hour => self.seconds += times(3600)?,
            Unit::Day => {
                self.days += over / under;
                self.seconds += over % under * 86_400 / under;
            }
            Unit::Week => self.days += times(7)?,
            Unit::Fortnight => self.days += times(14)?,
            Unit::Month => {
                self.months += over / under;
                self.days += over % under * 30 / under;
            }
            Unit::Quarter => self.months += times(3)?,
            Unit::Year => self.months += times(12)?,
            Unit::None => return None,
        }
        self.parts += 1;
        Some(())
    }

    /// Whether it states a time of day.
    pub(crate) fn is_clock(self) -> bool {
        self.seconds != 0
    }

    /// Moved from a moment, forwards or back.
    pub(crate) fn from(self, start: Now, sign: i32) -> Option<DateTime> {
        let sign = i64::from(sign);
        let part = |value: i64| i32::try_from(value * sign).ok();
        let date = calendar::plus_months(start.date(), part(self.months)?)?;
        let date = calendar::plus_days(date, part(self.days)?)?;
        let moved = start.seconds_after(date.at(start.datetime().time()), self.seconds * sign)?;
        if self.workdays == 0 {
            return Some(moved);
        }
        let date = calendar::plus_workdays(moved.date(), part(self.workdays)?)?;
        Some(date.at(moved.time()))
    }
}

/// A length that begins at `at`, and one past its last token.
pub(crate) fn length_at(line: &Line<'_>, at: usize) -> Option<(Length, usize)> {
    let mut length = Length::default();
    let mut end = part_at(line, at, &mut length)?;
    while length.parts < MOST_PARTS {
        let mut next = end;
        if line.is(next, COMMA) {
            next += 1;
        }
        if line.is(next, AND | AMPERSAND) {
            next += 1;
        }
        match part_at(line, next, &mut length) {
            Some(to) => end = to,
            None => break,
        }
    }
    Some((length, end))
}

/// One quantity with its unit.
fn part_at(line: &Line<'_>, at: usize, length: &mut Length) -> Option<usize> {
    let (mut over, mut under, mut next) = quantity_at(line, at)?;
    if line.is(next, MORE) {
        next += 1;
    }
    if line.is(next, WORKING) && line.token(next + 1)?.unit == Unit::Day {
        length.workdays += over / under;
        length.parts += 1;
        return Some(next + 2);
    }
    if line.is(next, WORKDAY) {
        length.workdays += over / under;
        length.parts += 1;
        return Some(next + 1);
    }
    let unit = line.token(next).filter(|token| token.is(UNIT))?.unit;
    next += 1;
    // "1h30", and "in 2 hours 15" where nothing else is counted so
    let ends = |glued: bool| {
        if glued {
            !line.glued(next + 1, UNIT | WORD | SIGN)
        } else {
            under == 1 && line.token(next + 1).is_none_or(|token| token.is(COMMA))
        }
    };
    if unit == Unit::Hour
        && let Some(minutes) = line.token(next).filter(|token| token.is(DIGITS) && token.digits == 2)
        && minutes.value < 60
        && ends(minutes.glued)
    {
        length.add(unit, over, under)?;
        length.add(Unit::Minute, minutes.value.into(), 1)?;
        return Some(next + 1);
    }
    // "an hour and a half"
    if line.is(next, AND) && line.is(next + 1, ARTICLE) && line.is(next + 2, HALF) && under == 1 {
        (over, under) = (over * 2 + 1, 2);
        next += 3;
    }
    length.add(unit, over, under)?;
    Some(next)
}

/// A number as a fraction, and where it ends.
fn quantity_at(line: &Line<'_>, at: usize) -> Option<(i64, i64, usize)> {
    let token = line.token(at)?;
    if token.is(HALF) {
        // "half an hour", "half hour", "half of an hour"
        let next = at + 1 + usize::from(line.is(at + 1, OF));
        return Some((1, 2, next + usize::from(line.is(next, ARTICLE))));
    }
    if token.is(QUARTER) && line.is(at + 1, OF) && line.is(at + 2, ARTICLE) {
        return Some((1, 4, at + 3));
    }
    if token.is(COUPLE) {
        return Some((i64::from(token.value), 1, at + 1 + usize::from(line.is(at + 1, OF))));
    }
    if token.is(ARTICLE) {
        if line.is(at + 1, COUPLE | HALF) || line.is(at + 1, QUARTER) && line.is(at + 2, OF) {
            return quantity_at(line, at + 1);
        }
        return Some((1, 1, at + 1));
    }
    if !token.is(NUM) || token.digits > 5 {
        return None;
    }
    let value = i64::from(token.value);
    if line.is(at + 1, UNIT)
        && line.token(at + 1)?.unit == Unit::Quarter
        && line.is(at + 2, OF)
        && line.is(at + 3, ARTICLE)
    {
        return Some((value, 4, at + 4));
    }
    if line.glued(at + 1, DOT) && line.glued(at + 2, DIGITS) {
        let decimals = line.token(at + 2)?;
        let under = 10_i64.checked_pow(u32::from(decimals.digits)).filter(|_| decimals.digits <= 3)?;
        return Some((value * under + i64::from(decimals.value), under, at + 3));
    }
    if line.glued(at + 1, SLASH) && line.glued(at + 2, DIGITS) {
        let under = i64::from(line.token(at + 2)?.value);
        let next = at + 3 + usize::from(line.is(at + 3, OF));
        return (1..=12).contains(&under).then(|| (value, under, next + usize::from(line.is(next, ARTICLE))));
    }
    // "2 1/2 hours", "2 and a half hours"
    if line.is(at + 1, DIGITS) && line.glued(at + 2, SLASH) && line.glued(at + 3, DIGITS) {
        let (over, under) = (i64::from(line.token(at + 1)?.value), i64::from(line.token(at + 3)?.value));
        return (1..=12).contains(&under).then_some((value * under + over, under, at + 4));
    }
    if line.is(at + 1, AND) && line.is(at + 2, ARTICLE) && line.is(at + 3, HALF) {
        return Some((value * 2 + 1, 2, at + 4));
    }
    Some((value, 1, at + 1))
}

const QUANTITY: Class = NUM | ARTICLE | HALF | QUARTER | COUPLE;

/// A length with its direction, at `at`.
pub(crate) fn at(line: &Line<'_>, at: usize) -> Option<Item> {
    let token = line.token(at)?;
    if !token.is(IN | WITHIN | PLUS | AFTER | QUANTITY | THE | ORD | UNIT | WEEKDAY | NEXT) {
        return None;
    }
    if token.is(THE | ORD | WEEKDAY | NEXT)
        && let Some(item) = nth_weekday_after(line, at).or_else(|| nth_day_after(line, at))
    {
        return Some(item);
    }
    if token.is(THE) || token.is(UNIT) && !token.is(SHORT) {
        return unit_from(line, at);
    }
    let forward = token.is(IN | WITHIN) || token.is(PLUS) && line.glued(at + 1, NUM);
    let after = token.is(AFTER);
    let mut next = at;
    if forward || after {
        next += 1;
        next += usize::from(line.is(next, AROUND));
        if line.is(next, THE) && line.is(next + 1, NEXT) {
            next += 2;
        } else {
            next += usize::from(line.is(next, NEXT));
        }
    }
    let (length, mut to) = length_at(line, next)?;
    // "in 3 days' time"
    to += usize::from(line.glued(to, APOSTROPHE));
    if line.is(to, TIMES_WORD) && line.word(to).eq_ignore_ascii_case("time") {
        to += 1;
    }
    if let Some(item) = length.is_clock().then(|| beside_clock(line, at, to, length)).flatten() {
        return Some(item);
    }
    let direction = direction_at(line, to);
    let (value, to, trust) = match direction {
        Some((Base::Now, sign, to)) => (counted(line, length, sign)?, to, Trust::Sure),
        Some((Base::Day(date), sign, to)) => (counted_from(date, length, sign)?, to, Trust::Sure),
        None if line.is(to, SINCE) => return None,
        None if forward => (counted(line, length, 1)?, to, Trust::Sure),
        None if after => (counted(line, length, 1)?, to, Trust::Tail),
        None => return None,
    };
    ends_cleanly(line, to).then_some(Item { from: at, to, value, trust })
}

/// "2 hours before noon", "an hour after 3pm": a time of the day that is meant.
fn beside_clock(line: &Line<'_>, at: usize, to: usize, length: Length) -> Option<Item> {
    let sign = line.token(to).filter(|token| token.is(AFTER | BEFORE))?;
    let (clock, end) = clock_at(line, to + 1).filter(|(clock, _)| !clock.open)?;
    // The midnight meant is the one that ends the day.
    let hour = if clock.midnight && sign.is(BEFORE) { 24 } else { clock.hour };
    let start = i64::from(hour) * 3600 + i64::from(clock.minute) * 60;
    let moved = if sign.is(AFTER) { start.checked_add(length.seconds)? } else { start.checked_sub(length.seconds)? };
    if length.months != 0 || length.days != 0 || length.workdays != 0 || !(0..86_400).contains(&moved) {
        return None;
    }
    let (hour, minute) = (i32::try_from(moved / 3600).ok()?, i32::try_from(moved / 60 % 60).ok()?);
    let value = Value::Clock(Clock { hour, minute, open: false, midnight: false });
    ends_cleanly(line, end).then_some(Item { from: at, to: end, value, trust: Trust::Sure })
}

enum Base {
    Now,
    Day(Date),
}

/// "The day before Friday", "week from Monday".
fn unit_from(line: &Line<'_>, at: usize) -> Option<Item> {
    let place = at + usize::from(line.is(at, THE));
    let unit = line.token(place).filter(|token| token.is(UNIT) && !token.is(SHORT))?.unit;
    if unit == Unit::Week && line.is(place + 1, OF) {
        return week_of(line, at, place);
    }
    if !line.is(place + 1, FROM | AFTER | BEFORE) {
        return None;
    }
    let mut length = Length::default();
    length.add(unit, 1, 1)?;
    match direction_at(line, place + 1)? {
        (Base::Day(date), sign, to) => {
            let value = counted_from(date, length, sign)?;
            ends_cleanly(line, to).then_some(Item { from: at, to, value, trust: Trust::Sure })
        }
        (Base::Now, ..) => None,
    }
}

/// "The week of 6 October" begins on its Monday; "the last week of October" names no day.
fn week_of(line: &Line<'_>, at: usize, place: usize) -> Option<Item> {
    let (day, to) = day_at(line, place + 2).filter(|(day, _)| day.kind != DayKind::Month)?;
    let counted = at.checked_sub(1).is_some_and(|before| line.is(before, ORD | LAST | NUM));
    let clean = !counted && ends_cleanly(line, to);
    let date = calendar::week_start(day.date).filter(|_| clean)?;
    Some(Item { from: at, to, value: Day::whole(date), trust: Trust::Sure })
}

/// "The third Tuesday after Christmas", "the Friday before Easter".
fn nth_weekday_after(line: &Line<'_>, at: usize) -> Option<Item> {
    let start = at + usize::from(line.is(at, THE));
    let counted = line.token(start).filter(|token| token.is(ORD) && (1..=10).contains(&token.value));
    let (nth, start) = counted.map_or((1, start), |count| (count.value, start + 1));
    let weekday = line.token(start).filter(|token| token.is(WEEKDAY)).and_then(|day| calendar::weekday(day.value))?;
    let sign = line.token(start + 1).filter(|token| token.is(AFTER | BEFORE))?;
    let (day, to) = day_at(line, start + 2)?;
    let weeks = (nth - 1).checked_mul(7)?;
    let date = if sign.is(AFTER) {
        calendar::plus_days(calendar::weekday_after(day.date, weekday)?, weeks)?
    } else {
        calendar::plus_days(calendar::weekday_before(day.date, weekday)?, -weeks)?
    };
    Some(Item { from: at, to, value: Day::whole(date), trust: Trust::Sure })
}

/// "The first working day after Christmas", "the third day after Easter", "the last business day before the 5th". The second
/// week after a day names none.
fn nth_day_after(line: &Line<'_>, at: usize) -> Option<Item> {
    let start = at + usize::from(line.is(at, THE));
    let counted = line.token(start).filter(|token| token.is(ORD | NEXT))?;
    let nth = if counted.is(NEXT | LAST) { 1 } else { counted.value };
    let working = line.is(start + 1, WORKDAY | WORKING);
    let last = start + 1 + usize::from(line.is(start + 1, WORKING));
    let unit = line.token(last)?.unit;
    let single = line.is(last, WORKDAY) || line.is(last, UNIT) && !line.is(last, SHORT);
    let sign = if line.is(last + 1, BEFORE) { -1 } else { 1 };
    let whose =
        single && !(counted.is(LAST) && sign > 0) && (1..=25).contains(&nth) && line.is(last + 1, AFTER | BEFORE);
    let (day, to) = day_at(line, last + 2).filter(|_| whose)?;
    let clean = ends_cleanly(line, to);
    let value = match () {
        () if working && (line.is(last, WORKDAY) || unit == Unit::Day) => {
            Day::whole(calendar::plus_workdays(day.date, sign * nth)?)
        }
        () if !working && unit == Unit::Day => Day::whole(calendar::plus_days(day.date, sign * nth)?),
        () if matches!(unit, Unit::Week | Unit::Month | Unit::Year) => Value::Block,
        () => return None,
    };
    clean.then_some(Item { from: at, to, value, trust: Trust::Sure })
}

/// The words after a length: "ago", "from now", "after Easter".
fn direction_at(line: &Line<'_>, at: usize) -> Option<(Base, i32, usize)> {
    let token = line.token(at)?;
    if token.is(AGO) {
        return Some((Base::Now, -1, at + 1));
    }
    if token.is(LATER) {
        return Some((Base::Now, 1, at + 1));
    }
    if !token.is(FROM | AFTER | BEFORE | SINCE) {
        return None;
    }
    let sign = if token.is(BEFORE) { -1 } else { 1 };
    let next = at + 1 + usize::from(line.is(at + 1, RIGHT) && line.is(at + 2, NOW));
    if line.is(next, NOW) {
        return Some((Base::Now, sign, next + 1));
    }
    let (day, to) = day_at(line, next)?;
    Some((Base::Day(day.date), sign, to))
}

fn counted(line: &Line<'_>, length: Length, sign: i32) -> Option<Value> {
    let moved = length.from(line.now, sign)?;
    Some(if length.is_clock() { Value::Moment(moved) } else { day_value(moved.date(), length) })
}

fn counted_from(date: Date, length: Length, sign: i32) -> Option<Value> {
    if length.is_clock() {
        return None;
    }
    let moved = length.from(date.at(crate::civil::Time::default()).into(), sign)?;
    Some(day_value(moved.date(), length))
}

fn day_value(date: Date, length: Length) -> Value {
    Day::of(date, if length.months == 0 { DayKind::InWeeks } else { DayKind::InMonths })
}

/// "A week on Tuesday", "two weeks from Friday".
fn week_on(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let weeks = found.value(NUM | ARTICLE)?;
    let unit = found.get(UNIT)?.unit;
    let weekday = calendar::weekday(found.value(WEEKDAY)?)?;
    let coming = if found.has(NEXT) {
        calendar::weekday_of_week(line.today, 1, weekday)?
    } else {
        calendar::weekday_after(line.today, weekday)?
    };
    let days = match unit {
        Unit::Week => 7,
        Unit::Fortnight => 14,
        Unit::Day if !found.has(ON) => 1,
        _ => return None,
    };
    Some(Day::whole(calendar::plus_days(coming, weeks.checked_mul(days)?)?))
}

/// "A week today", "two weeks tomorrow".
fn week_today(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let days = if found.get(UNIT)?.unit == Unit::Week { 7 } else { return None };
    let days = found.value(NUM | ARTICLE)?.checked_mul(days)?.checked_add(found.value(TODAY | TOMORROW)?)?;
    Some(Day::whole(calendar::plus_days(line.today, days)?))
}

/// "Two Thursdays ago", "3 Fridays from now".
fn weekdays_away(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let count = found.value(NUM | COUPLE)?;
    let weekday = calendar::weekday(found.value(WEEKDAYS)?)?;
    let weeks = count.checked_sub(1)?.checked_mul(7)?;
    if count < 1 {
        return None;
    }
    let date = if found.has(AGO) {
        calendar::plus_days(calendar::weekday_before(line.today, weekday)?, -weeks)?
    } else {
        calendar::plus_days(calendar::weekday_after(line.today, weekday)?, weeks)?
    };
    Some(Day::whole(date))
}

/// "The week after next" begins on its first day.
fn unit_after_next(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let unit = found.get(UNIT)?.unit;
    if !matches!(unit, Unit::Week | Unit::Month | Unit::Year) {
        return None;
    }
    Some(Day::whole(super::casual::period_start(line, unit, 2)?))
}

/// "The day after", counted from today.
fn day_after(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.get(UNIT)?.unit != Unit::Day {
        return None;
    }
    Some(Day::whole(calendar::plus_days(line.today, 1)?))
}
