//! What may follow a group without being an item of its own: the end of a range, seconds and zone of a time stamp,
//! a bare day number after a weekday, and the start, end or count of a recurrence.

use crate::civil::Date;

use crate::acceptance::{is_time, noun_after};
use crate::calendar;
use crate::grammar::{Clock, Day, DayKind, Item, Line, Value, ends_cleanly, item_at, recurrence};
use crate::group::{Group, PieceKind, join_days};
use crate::lexicon::*;

/// The end of a range is taken in, its start is what counts: "July 13-15", "9:30 - 11:00", "3 to 4pm".
pub(crate) fn range_end(line: &Line<'_>, group: &mut Group) -> bool {
    let between = line.is(group.to, AND)
        && group
            .pieces
            .last()
            .is_some_and(|(_, from, _)| from.checked_sub(1).is_some_and(|before| line.is(before, BETWEEN)));
    if !between && !line.is(group.to, DASH | TO | UNTIL) || group.rule.is_some() {
        return false;
    }
    let next = group.to + 1;
    let last = group.pieces.last().copied();
    let Some((kind, from, _)) = last.filter(|(_, _, to)| *to == group.to) else { return false };
    if kind == PieceKind::Date
        && line.is(next, DIGITS | ORD)
        && line.is(group.to, DASH)
        && line.token(next).is_some_and(|token| token.digits <= 2)
        && group.day.is_some_and(|day| day.kind == DayKind::MonthDay)
        && ends_cleanly(line, next + 1)
    {
        group.to = next + 1;
    } else if let Some(item) = item_at(line, next) {
        let same = match item.value {
            Value::Day(_) => kind == PieceKind::Date && group.clock.is_none(),
            Value::Clock(end) => {
                if kind == PieceKind::Time
                    && !end.open
                    && let Some(start) = group.clock.as_mut()
                    && start.open
                {
                    let later = Clock { hour: start.hour % 12 + 12, open: false, ..*start };
                    start.open = false;
                    if end.hour >= 12 && later.hour <= end.hour {
                        *start = later;
                    }
                }
                kind == PieceKind::Time
            }
            _ => false,
        };
        if !same {
            return false;
        }
        group.to = item.to;
    } else {
        return false;
    }
    if let Some(piece) = group.pieces.last_mut() {
        *piece = (kind, from, group.to);
    }
    true
}

/// The rest of a machine's time stamp, and a year that comes after the time.
pub(crate) fn zone(line: &Line<'_>, group: &mut Group) -> bool {
    let mut to = group.to;
    if group.moment.is_some() && line.glued(to, DOT) && line.glued(to + 1, DIGITS) {
        to += 2;
    }
    if (group.moment.is_some() || group.clock.is_some()) && group.east.is_none() {
        // "Z" stands right after the time; "UTC" and "GMT" are words, which an offset may follow.
        let is_named = line.is(to, ZED) && line.word(to).len() > 1;
        if is_named || line.glued(to, ZED) {
            group.east = Some(0);
            to += 1;
        }
        if (is_named || group.moment.is_some() && group.east.is_none())
            && let Some((minutes, end)) = offset_at(line, to)
        {
            group.east = Some(minutes);
            to = end;
        }
    }
    if let Some(day) = group.day.as_mut()
        && day.kind == DayKind::MonthDay
        && group.clock.is_some()
        && let Some(year) = line.token(to).filter(|token| token.is(YEAR))
        && let Some(date) = Date::new(year.value, day.date.month(), day.date.day())
    {
        *day = Day { date, kind: DayKind::Whole, ..*day };
        to += 1;
    }
    let moved = to > group.to;
    group.to = to;
    if let Some(piece) = group.pieces.last_mut().filter(|_| moved) {
        piece.2 = to;
    }
    moved
}

/// "+02:00", "-0530" or "+2", right after a time: minutes east of Greenwich, and where it ends.
fn offset_at(line: &Line<'_>, at: usize) -> Option<(i32, usize)> {
    let sign = match line.word(at) {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let hours = line.token(at + 1).filter(|token| token.glued && token.is(DIGITS))?;
    let minutes = line.token(at + 3).filter(|token| line.glued(at + 2, COLON) && token.glued && token.is(DIGITS));
    let ((hours, minutes), end) = match (hours.digits, minutes) {
        (1 | 2, Some(minutes)) if minutes.digits == 2 => ((hours.value, minutes.value), at + 4),
        (1 | 2, None) => ((hours.value, 0), at + 2),
        (4, None) => ((hours.value / 100, hours.value % 100), at + 2),
        _ => return None,
    };
    (line.glued(at, DASH | PLUS) && hours < 24 && minutes < 60).then_some((sign * (hours * 60 + minutes), end))
}

/// "Tuesday 14": the day of the month that the weekday falls on.
pub(crate) fn day_number(line: &Line<'_>, group: &mut Group) -> bool {
    let at = group.to;
    let Some(day) = group.day.filter(|_| group.clock.is_none() && group.rule.is_none()) else { return false };
    let Some(number) =
        line.token(at).filter(|token| token.is(DIGITS) && token.digits <= 2 && (1..=31).contains(&token.value))
    else {
        return false;
    };
    if !matches!(day.kind, DayKind::Weekday(_))
        || !ends_cleanly(line, at + 1)
        || line.glued(at + 1, DASH | COLON | DOT) && line.glued(at + 2, NUM)
    {
        return false;
    }
    // "Wednesday 1 to 2pm"
    if line.is(at + 1, DASH | TO | UNTIL) && is_time(line, at + 2) {
        return false;
    }
    if noun_after(line, at + 1) || line.is(at + 1, AMPM | UNIT | OCLOCK | IN | SHORT_HALF | MONTH | ISH) {
        return false;
    }
    let near = Day { date: day.date, kind: DayKind::OfMonth(number.value), part: 0 };
    let Some(joined) = join_days(line, day, near).filter(|joined| joined.date.day() == number.value) else {
        return false;
    };
    let soon = calendar::days_between(line.today, joined.date) < 36;
    if number.value <= 12 && !soon || joined.date.weekday() != day.date.weekday() {
        return false;
    }
    group.day = Some(joined);
    group.to = at + 1;
    if let Some(piece) = group.pieces.last_mut() {
        piece.2 = at + 1;
    }
    true
}

/// "starting Monday", "until June", "for 5 times" after a recurrence.
pub(crate) fn ending(line: &Line<'_>, group: &mut Group) -> bool {
    let Some(rule) = group.rule.as_mut() else { return false };
    let at = group.to + usize::from(line.is(group.to, COMMA));
    let mut next = at + 1;
    let head = |class: Class| line.is(at, class);
    if head(STARTING | FROM) || head(UNTIL) {
        while line.is(next, ON | FROM | AT | THE) && next < at + 3 {
            next += 1;
        }
        let Some(item) = item_at(line, next) else { return false };
        let (Value::Day(day), mut to) = (&item.value, item.to) else { return false };
        if head(UNTIL) {
            rule.until = Some((day.date, None));
        } else if group.day.is_none() && group.start.is_none() {
            group.start = Some(day.date);
            // "from Jan 7 to Mar 25"
            if line.is(to, DASH | TO | UNTIL)
                && let Some(Item { value: Value::Day(last), to: end, .. }) = item_at(line, to + 1)
                && last.date > day.date
            {
                rule.until = Some((last.date, None));
                to = end;
            }
        } else {
            return false;
        }
        group.to = to;
    } else if head(FOR) || head(NUM) {
        let start = at + usize::from(head(FOR));
        let start = start + usize::from(line.is(start, THE));
        let start = start + usize::from(line.is(start, NEXT));
        if line.is(start, NUM) && line.is(start + 1, TIMES_WORD) {
            rule.count = line
                .token(start)
                .and_then(|token| u32::try_from(token.value).ok())
                .filter(|count| (1..=1000).contains(count));
            if rule.count.is_none() {
                return false;
            }
            group.to = start + 2;
        } else if head(FOR)
            && let Some((length, to)) = crate::grammar::relative::length_at(line, start)
        {
            if length.is_clock() {
                return false;
            }
            group.lasts = Some(length);
            group.to = to;
        } else {
            return false;
        }
    } else {
        return false;
    }
    group.pieces.push((PieceKind::Recurrence, at, group.to));
    true
}

/// "except Friday", "but not at weekends" after a recurrence by weekdays: the days that are left.
pub(crate) fn exception(line: &Line<'_>, group: &mut Group) -> bool {
    let Some(rule) = group.rule.as_mut() else { return false };
    let at = group.to + usize::from(line.is(group.to, COMMA));
    if !line.is(at, EXCEPT) {
        return false;
    }
    let mut next = at + 1;
    while line.is(next, FOR | ON | AT | THE) || line.word(next).eq_ignore_ascii_case("not") {
        next += 1;
    }
    let Some((without, to)) = recurrence::days_named(line, next) else { return false };
    let fits = ends_cleanly(line, to) && rule.leave_out(&without);
    if fits {
        group.to = to;
        group.pieces.push((PieceKind::Recurrence, at, to));
    }
    fits
}
