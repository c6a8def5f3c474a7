//! The one day and time that all parts of a line make together.

use crate::civil::{Date, Time};

use crate::calendar;
use crate::grammar::clock::in_part;
use crate::grammar::relative::Length;
use crate::grammar::{Clock, Day, DayKind, Line};
use crate::group::Group;
use crate::lexicon::*;
use crate::occurrence;
use crate::rule::{Freq, Rule};

/// The day and time all parts make together.
pub(crate) fn resolve(line: &Line<'_>, whole: &mut Group) -> Option<(Date, Option<Time>)> {
    if let Some(moment) = whole.moment {
        return Some((moment.date(), Some(moment.time())));
    }
    let part = whole.day.map_or(whole.part, |day| if day.part == 0 { whole.part } else { day.part });
    let (mut time, mut carry) = (None, 0);
    if let Some(clock) = whole.clock {
        let hour = hour_of(line, whole, clock, part);
        carry = hour / 24;
        time = Time::new(hour % 24, clock.minute);
    }
    let passed = |date: Date| {
        date == line.today
            && match time {
                Some(time) => time < line.now.datetime().time() && carry == 0,
                None => is_over(line, part),
            }
    };
    if let Some(rule) = &whole.rule {
        let start = whole.start.or(whole.day.map(|day| day.date)).unwrap_or(line.today);
        let first = first_of(rule, start)?;
        let first = if passed(first) && rule.freq >= Freq::Daily {
            first_of(rule, calendar::plus_days(start, 1)?)?
        } else {
            first
        };
        let (first, time) = if rule.freq < Freq::Daily && first == line.today {
            let coming = occurrence::coming_moment(rule, first, time, line.now.datetime())?;
            (coming.date(), Some(coming.time()))
        } else {
            (first, time)
        };
        if let Some(length) = whole.lasts {
            ends_after(whole, first, length)?;
        }
        return Some((first, time));
    }
    if let Some(day) = whole.day {
        let date = if whole.after && time.is_none() { after(line, day)? } else { day.date };
        return Some((calendar::plus_days(date, carry)?, time));
    }
    if whole.clock.is_some_and(|clock| clock.midnight) {
        return Some((calendar::plus_days(line.today, 1)?, time));
    }
    if time.is_some() {
        let date = if passed(line.today) { calendar::plus_days(line.today, 1)? } else { line.today };
        return Some((calendar::plus_days(date, carry)?, time));
    }
    // A part of the day alone: the coming one.
    if part == 0 {
        return None;
    }
    Some((calendar::plus_days(line.today, i32::from(is_over(line, part)))?, None))
}

/// The first day that is not before the end of a day or a month: "after Christmas". Where a week ends was not said.
fn after(line: &Line<'_>, day: Day) -> Option<Date> {
    match day.kind {
        DayKind::Whole if line.tokens.iter().any(|token| token.is(WEEKEND)) => calendar::plus_days(day.date, 2),
        DayKind::Whole if line.tokens.iter().any(|token| token.is(UNIT)) => Some(day.date),
        DayKind::InWeeks | DayKind::InMonths => Some(day.date),
        DayKind::Month => calendar::plus_months(day.date, 1),
        _ => calendar::plus_days(day.date, 1),
    }
}

/// "For three weeks" counts from the first day, whenever that is.
fn ends_after(whole: &mut Group, first: Date, length: Length) -> Option<()> {
    let end = length.from(first.at(Time::default()).into(), 1)?;
    let last = calendar::plus_days(end.date(), -1)?;
    if let Some(rule) = &mut whole.rule {
        rule.until = Some((last, None));
    }
    Some(())
}

/// Whether that part of today has gone by.
fn is_over(line: &Line<'_>, part: i32) -> bool {
    let late = line.now.datetime().time().hour();
    match part {
        part::MORNING => late >= 12,
        part::AFTERNOON => late >= 18,
        part::EVENING => late >= 22,
        _ => false,
    }
}

/// The first day of a series from a day on. An interval counts from that first one, so it does not delay it.
fn first_of(rule: &Rule, start: Date) -> Option<Date> {
    if rule.freq == Freq::Yearly && rule.by_month_day.is_empty() && rule.by_day.is_empty() && !rule.by_month.is_empty()
    {
        return rule.by_month.iter().filter_map(|month| calendar::next_month_day(start, *month, 1)).min();
    }
    occurrence::on_or_after(&Rule { interval: 1, ..rule.clone() }, start, start)
}

/// The hour of 24 meant; 24 and more lie in the next day. Open hours are those of a working day.
fn hour_of(line: &Line<'_>, whole: &Group, clock: Clock, part: i32) -> i32 {
    if clock.midnight {
        return if whole.part == part::NIGHT || whole.day.is_some_and(|day| day.part == part::NIGHT) { 24 } else { 0 };
    }
    if part == part::NIGHT && !clock.open && clock.hour < 5 {
        return clock.hour + 24;
    }
    if !clock.open {
        return clock.hour;
    }
    let meal = line.tokens.iter().find(|token| token.is(DAYTIME)).map_or(0, |token| token.value);
    let part = if part == 0 && meal != part::AFTERNOON { meal } else { part };
    if part != 0 {
        return in_part(clock.hour, part);
    }
    let hour = if (1..=6).contains(&clock.hour) { clock.hour + 12 } else { clock.hour };
    let today = whole.rule.is_none() && whole.day.is_none_or(|day| day.date == line.today);
    let now = line.now.datetime().time().hour() * 60 + line.now.datetime().time().minute();
    if today && hour < 12 && hour * 60 + clock.minute < now && now < (hour + 12) * 60 { hour + 12 } else { hour }
}
