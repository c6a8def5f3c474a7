//! From items to one reading of a line: neighbours join, the rest must be able to stand alone,
//! and what was found at different places is put together when nothing contradicts it.

use dunlin_base::Span;
use jiff::civil::{Date, Time};

use crate::calendar;
use crate::grammar::clock::{dotted_at, in_part};
use crate::grammar::{Clock, Day, DayKind, Item, Line, Trust, Value, begins_cleanly, ends_cleanly, item_at};
use crate::lexicon::*;
use crate::occurrence;
use crate::rule::{Freq, Rule};

/// What kind of thing a place of the line was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Date,
    Time,
    Recurrence,
}

/// A place of the line that was read: its words, and the same with the connector before them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    pub(crate) span: Span,
    pub(crate) with_connector: Span,
}

/// Everything a line says about when.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) date: Date,
    pub(crate) time: Option<Time>,
    pub(crate) rule: Option<Rule>,
    pub(crate) pieces: Vec<Piece>,
}

/// Items that stand together.
#[derive(Default)]
struct Group {
    day: Option<Day>,
    clock: Option<Clock>,
    part: i32,
    moment: Option<jiff::civil::DateTime>,
    rule: Option<Rule>,
    start: Option<Date>,
    pieces: Vec<(PieceKind, usize, usize)>,
    trust: Option<Trust>,
    from: usize,
    to: usize,
}

/// Reads the whole line.
pub(crate) fn read(line: &Line<'_>) -> Option<Reading> {
    let mut whole = Group::default();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < line.tokens.len() {
        let group = match group_at(line, at) {
            Found::Group(group) => group,
            Found::Passed(to) => {
                at = to.max(at + 1);
                continue;
            }
        };
        at = group.to.max(at + 1);
        if merge(&mut whole, &group) {
            pieces.extend(group.pieces.iter().filter_map(|piece| placed(line, &group, *piece)));
        }
    }
    let (date, time) = settle(line, &whole)?;
    Some(Reading { date, time, rule: whole.rule, pieces })
}

/// What a place of the line holds.
enum Found {
    /// Items that stand.
    Group(Box<Group>),
    /// Nothing up to this token: what looks like a date there is the name of something ("Good Friday sale").
    Passed(usize),
}

/// The group that begins at `at`, if its items may stand there.
fn group_at(line: &Line<'_>, at: usize) -> Found {
    if !begins_cleanly(line, at) {
        return Found::Passed(at + 1);
    }
    let led = at.checked_sub(1).is_some_and(|before| line.is(before, AT | AT_SIGN));
    let dotted = if led { dotted_at(line, at) } else { None };
    let Some(item) = dotted.or_else(|| item_at(line, at)) else {
        return Found::Passed(at + 1);
    };
    if matches!(item.value, Value::Part(_)) && item.trust == Trust::Neighbour {
        // "Movie night Friday": a part of a day comes after its day.
        return Found::Passed(at + 1);
    }
    let mut group = Group { from: at, to: item.to, ..Group::default() };
    let trust = item.trust;
    if add(line, &mut group, &item).is_none() {
        return Found::Passed(item.to);
    }
    let alone = group.to;
    extend(line, &mut group);
    // "Homework 5 due Monday": a number is an hour only with its "at", in a range, or before a part of a day.
    let bare = matches!(item.value, Value::Clock(_)) && trust == Trust::Lead;
    let around = at.checked_sub(1).is_some_and(|before| line.is(before, AROUND));
    if bare && !led && !around && group.clock.is_some_and(|clock| clock.open) {
        let part = group.part != 0 && group.pieces.get(1).is_some_and(|(_, from, _)| *from == item.to);
        return if part { Found::Group(Box::new(group)) } else { Found::Passed(at + 1) };
    }
    if stands(line, &group, trust, group.to > alone) {
        return Found::Group(Box::new(group));
    }
    let named = matches!(item.value, Value::Day(_)) && trust >= Trust::Tail;
    Found::Passed(if named { item.to } else { at + 1 })
}

/// Takes an item into the group, if nothing in it is in the way.
fn add(line: &Line<'_>, group: &mut Group, item: &Item) -> Option<()> {
    let kind = match &item.value {
        Value::Block => return None,
        Value::Day(day) => {
            if group.moment.is_some() {
                return None;
            }
            let joined = match group.day {
                None => *day,
                Some(before) => join_days(line, before, *day)?,
            };
            group.part = if joined.part == 0 { group.part } else { joined.part };
            group.day = Some(joined);
            PieceKind::Date
        }
        Value::Clock(clock) => {
            if group.clock.is_some() || group.moment.is_some() {
                return None;
            }
            group.clock = Some(*clock);
            PieceKind::Time
        }
        Value::Part(part) => {
            if group.part != 0 || group.moment.is_some() {
                return None;
            }
            group.part = *part;
            if group.day.is_none() && group.clock.is_none() { PieceKind::Date } else { PieceKind::Time }
        }
        Value::Moment(moment) => {
            if group.day.is_some() || group.clock.is_some() || group.moment.is_some() {
                return None;
            }
            group.moment = Some(*moment);
            PieceKind::Date
        }
        Value::Every(rule) => {
            if group.rule.is_some() {
                return None;
            }
            group.rule = Some((**rule).clone());
            PieceKind::Recurrence
        }
    };
    group.pieces.push((kind, item.from, item.to));
    group.to = item.to;
    Some(())
}

/// Two days side by side are one when one of them only names the weekday of the other.
fn join_days(line: &Line<'_>, first: Day, second: Day) -> Option<Day> {
    let whole = |date: Date| Some(Day { date, kind: DayKind::Whole, part: first.part.max(second.part) });
    let (weekday, other) = match (first.kind, second.kind) {
        (DayKind::EndOfDay, _) => return whole(second.date),
        (_, DayKind::EndOfDay) => return whole(first.date),
        (DayKind::Month, DayKind::OfMonth(number)) => {
            return whole(calendar::day(first.date.year().into(), first.date.month().into(), number)?);
        }
        (DayKind::Weekday(_), DayKind::Weekday(_)) => return None,
        (DayKind::Weekday(weekday), _) => (weekday, second),
        (_, DayKind::Weekday(weekday)) => (weekday, first),
        _ => return None,
    };
    let part = if first.part == 0 { second.part } else { first.part };
    let date = match other.kind {
        DayKind::OfMonth(number) => {
            // The day of the month that falls on that weekday.
            let months = |step: i32| {
                let first = calendar::plus_months(line.today.first_of_month(), step)?;
                calendar::day(first.year().into(), first.month().into(), number)
            };
            let fits = |date: &Date| date.weekday() == weekday;
            (0..40)
                .filter_map(months)
                .find(|date| fits(date) && *date >= line.today)
                .filter(|date| line.today.until(*date).is_ok_and(|span| span.get_days() < 600))
                .unwrap_or(other.date)
        }
        DayKind::MonthDay => {
            let year = |step: i32| {
                calendar::day(i32::from(other.date.year()) + step, other.date.month().into(), other.date.day().into())
            };
            [0, -1, 1, 2].into_iter().filter_map(year).find(|date| date.weekday() == weekday).unwrap_or(other.date)
        }
        DayKind::InWeeks => calendar::weekday_of_week(other.date, 0, weekday)?,
        DayKind::InMonths => calendar::weekday_from(other.date, weekday)?,
        DayKind::Weekday(_) | DayKind::Whole | DayKind::Month | DayKind::EndOfDay => other.date,
    };
    // A year may still follow a month and day ("Thu Oct 26 11:00 2023").
    let kind = if other.kind == DayKind::MonthDay { DayKind::MonthDay } else { DayKind::Whole };
    Some(Day { date, kind, part })
}

/// The most words that may stand between two items of a group.
const MOST_JOINTS: usize = 3;

const JOINTS: Class = COMMA
    | ON
    | AT
    | AT_SIGN
    | THE
    | IN
    | FROM
    | AROUND
    | FOR
    | BY
    | BEFORE
    | AFTER
    | DASH
    | LATE
    | BETWEEN
    | DUE
    | UNTIL;

/// Adds what follows the group, over at most a few joining words.
fn extend(line: &Line<'_>, group: &mut Group) {
    loop {
        if range_end(line, group) || zone(line, group) || ending(line, group) || day_number(line, group) {
            continue;
        }
        let mut next = group.to;
        let mut joined = false;
        for _ in 0..=MOST_JOINTS {
            let dotted = if group.day.is_some() && group.clock.is_none() { dotted_at(line, next) } else { None };
            if let Some(item) = dotted.or_else(|| item_at(line, next))
                && begins_cleanly(line, next)
                && may_join(line, group, &item)
                && add(line, group, &item).is_some()
            {
                joined = true;
                break;
            }
            if !line.is(next, JOINTS) {
                break;
            }
            next += 1;
        }
        if !joined {
            return;
        }
    }
}

/// Whether an item so near may belong to the group; bare hours need their "at".
fn may_join(line: &Line<'_>, group: &Group, item: &Item) -> bool {
    let led = item.from.checked_sub(1).is_some_and(|before| line.is(before, AT | AT_SIGN | AROUND));
    match (&item.value, item.trust) {
        (Value::Clock(_), Trust::Sure) => true,
        (Value::Clock(_), _) if line.is(item.from + 1, DOT) => true,
        (Value::Clock(_), Trust::Lead) => {
            let range = line.is(item.to, DASH | TO | AND | UNTIL)
                && item.from.checked_sub(1).is_some_and(|before| line.is(before, FROM | BETWEEN));
            (led || range) && !noun_after(line, item.to)
        }
        (Value::Part(_), Trust::Neighbour) => {
            !line.is(item.to - 1, DAYTIME)
                || line.token(item.to).is_none_or(|token| token.is(SIGN) || token.classes == 0)
        }
        (Value::Day(day), Trust::Lead | Trust::Tail) => {
            let bare_ordinal = matches!(day.kind, DayKind::OfMonth(_));
            let weekday = group.day.is_some_and(|day| matches!(day.kind, DayKind::Weekday(_) | DayKind::Month));
            !bare_ordinal || weekday || group.day.is_none() && group.clock.is_some()
        }
        (Value::Every(_), _) => item.trust == Trust::Sure || !noun_after(line, item.to),
        _ => true,
    }
}

/// The end of a range is taken in, its start is what counts: "July 13-15", "9:30 - 11:00", "3 to 4pm".
fn range_end(line: &Line<'_>, group: &mut Group) -> bool {
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
    let Some((kind, from, to)) = last.filter(|(_, _, to)| *to == group.to) else { return false };
    let _ = to;
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
fn zone(line: &Line<'_>, group: &mut Group) -> bool {
    let mut to = group.to;
    if group.moment.is_some() {
        if line.glued(to, DOT) && line.glued(to + 1, DIGITS) {
            to += 2;
        }
        to += usize::from(line.glued(to, ZED));
        if line.glued(to, DASH | PLUS)
            && line.glued(to + 1, DIGITS)
            && line.glued(to + 2, COLON)
            && line.glued(to + 3, DIGITS)
        {
            to += 4;
        }
    }
    if let Some(day) = group.day.as_mut()
        && day.kind == DayKind::MonthDay
        && group.clock.is_some()
        && let Some(year) = line.token(to).filter(|token| token.is(YEAR))
        && let Some(date) = calendar::day(year.value, day.date.month().into(), day.date.day().into())
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

/// "Monday 21": the day of the month that the weekday falls on.
fn day_number(line: &Line<'_>, group: &mut Group) -> bool {
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
    if noun_after(line, at + 1) || line.is(at + 1, AMPM | UNIT | OCLOCK | IN | SHORT_HALF | MONTH | ISH) {
        return false;
    }
    let near = Day { date: day.date, kind: DayKind::OfMonth(number.value), part: 0 };
    let Some(joined) = join_days(line, day, near).filter(|joined| joined.date.day() == number.value as i8) else {
        return false;
    };
    let soon = line.today.until(joined.date).is_ok_and(|span| span.get_days() < 36);
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
fn ending(line: &Line<'_>, group: &mut Group) -> bool {
    let Some(rule) = group.rule.as_mut() else { return false };
    let at = group.to + usize::from(line.is(group.to, COMMA));
    let mut next = at + 1;
    let head = |class: Class| line.is(at, class);
    if head(STARTING | FROM) || head(UNTIL) {
        while line.is(next, ON | FROM | AT | THE) && next < at + 3 {
            next += 1;
        }
        let Some(item) = item_at(line, next) else { return false };
        let (Value::Day(day), to) = (&item.value, item.to) else { return false };
        if head(UNTIL) {
            rule.until = Some((day.date, None));
        } else if group.day.is_none() && group.start.is_none() {
            group.start = Some(day.date);
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
            let first = group.day.map_or(line.today, |day| day.date);
            let end = length.from(first.to_datetime(Time::midnight()), 1);
            let Some(last) = end.filter(|_| !length.is_clock()).and_then(|end| calendar::plus_days(end.date(), -1))
            else {
                return false;
            };
            rule.until = Some((last, None));
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

/// Whether a plain word with a meaning of its own comes next.
fn noun_after(line: &Line<'_>, at: usize) -> bool {
    let Some(token) = line.token(at) else { return false };
    if token.is(FUNCTION | SIGN) || !token.is(WORD) && token.classes != 0 {
        // "%" and the like make a number an amount.
        return token.classes == SIGN && token.glued;
    }
    if token.classes == 0 {
        // Taken back or read already (a tag, a priority): as good as the end.
        return false;
    }
    item_at(line, at).is_none_or(|item| item.trust > Trust::Noun)
        && !token.is(NEXT | LAST | EVERY | STARTING | UNTIL | DUE)
}

/// Whether the group may stand where it stands.
fn stands(line: &Line<'_>, group: &Group, trust: Trust, has_neighbour: bool) -> bool {
    let before = group.from.checked_sub(1).and_then(|at| line.token(at));
    let determined = before.is_some_and(|token| token.is(DETERMINER));
    let alone = group.from == 0 && line.tokens.iter().skip(group.to).all(|token| token.is(SIGN));
    let noun = noun_after(line, group.to);
    let led = before.is_some_and(|token| {
        token.is(ON | BY | DUE | BEFORE | UNTIL | FROM | STARTING | AT | AT_SIGN | SINCE | AFTER)
            || token.is(COLON) && group.from > 1
    });
    let is_clock = group.day.is_none() && group.rule.is_none() && group.moment.is_none();
    let shaky = line.is(group.from, SHAKY) && line.is(group.from, WEEKDAY) && group.to == group.from + 1;
    if shaky && !has_neighbour {
        let pronoun = before.is_some_and(|token| token.is(PRONOUN | DETERMINER));
        let ends = line.token(group.to).is_none_or(|token| token.is(SIGN) || token.classes == 0);
        return led && !noun || alone || ends && !pronoun && !before.is_some_and(|token| token.is(IN | OF));
    }
    match trust {
        Trust::Sure => true,
        Trust::Noun => has_neighbour || !(determined && noun),
        Trust::Tail => has_neighbour || led || alone || !noun && !determined,
        Trust::Lead if is_clock && !has_neighbour => {
            let timed = before
                .is_some_and(|token| token.is(AT | AT_SIGN | AROUND) && !(token.is(FUNCTION) && token.is(AROUND)));
            let about = before.is_some_and(|token| token.is(AROUND))
                && line.word(group.from.wrapping_sub(1)).eq_ignore_ascii_case("around");
            (timed || about) && !noun && !line.is(group.to, NUM)
        }
        Trust::Lead => has_neighbour || alone || led && !noun,
        Trust::Neighbour => has_neighbour,
    }
}

/// Takes the group's parts into the whole, all or none of them.
fn merge(whole: &mut Group, group: &Group) -> bool {
    if group.pieces.is_empty() {
        return false;
    }
    let taken = whole.moment.is_some() && (group.day.is_some() || group.clock.is_some() || group.moment.is_some())
        || group.moment.is_some() && (whole.day.is_some() || whole.clock.is_some())
        || whole.day.is_some() && group.day.is_some()
        || whole.clock.is_some() && group.clock.is_some()
        || whole.rule.is_some() && group.rule.is_some();
    let only_part = group.part != 0 && group.day.is_none() && group.clock.is_none() && group.rule.is_none();
    if taken || only_part && whole.part != 0 {
        return false;
    }
    whole.day = whole.day.or(group.day);
    whole.clock = whole.clock.or(group.clock);
    whole.moment = whole.moment.or(group.moment);
    whole.start = whole.start.or(group.start);
    whole.part = if whole.part == 0 { group.part } else { whole.part };
    if whole.rule.is_none() {
        whole.rule.clone_from(&group.rule);
    }
    if whole.trust.is_none() {
        whole.trust = Some(Trust::Sure);
    }
    true
}

/// The piece's bytes, with the joining words directly before it.
fn placed(line: &Line<'_>, group: &Group, (kind, from, to): (PieceKind, usize, usize)) -> Option<Piece> {
    let (first, last) = (line.token(from)?, line.token(to.checked_sub(1)?)?);
    let span = Span::new(first.span.start, last.span.end);
    let mut lead = from;
    let floor = if from == group.from { from.saturating_sub(MOST_JOINTS) } else { group.from };
    let joints = JOINTS | STARTING | WITHIN | COLON;
    if from == group.from && from >= 3 && line.is(from - 1, THAN) && line.is(from - 2, LATER) {
        // "no later than Friday"
        lead = from - 3;
    }
    while lead > floor && line.is(lead - 1, joints) && line.token(lead).is_some_and(|token| !token.is(COMMA)) {
        let before = line.token(lead - 1)?;
        // Commas and colons join only inside a group; before it they end the words in front.
        if before.is(COMMA | DASH) && from == group.from || before.is(COLON) && !line.is(lead.wrapping_sub(2), DUE) {
            break;
        }
        if before.is(FROM | SINCE) && kind == PieceKind::Date && line.is(lead, TODAY | NOW) {
            break;
        }
        lead -= 1;
    }
    let start = line.token(lead)?.span.start;
    Some(Piece { kind, span, with_connector: Span::new(start, span.end) })
}

/// The day and time all parts make together.
fn settle(line: &Line<'_>, whole: &Group) -> Option<(Date, Option<Time>)> {
    if let Some(moment) = whole.moment {
        return Some((moment.date(), Some(moment.time())));
    }
    let part = whole.day.map_or(whole.part, |day| if day.part == 0 { whole.part } else { day.part });
    let (mut time, mut carry) = (None, 0);
    if let Some(clock) = whole.clock {
        let hour = hour_of(line, whole, clock, part);
        carry = hour / 24;
        time = Time::new(i8::try_from(hour % 24).ok()?, i8::try_from(clock.minute).ok()?, 0, 0).ok();
    }
    let passed = |date: Date| date == line.today && time.is_some_and(|time| time < line.now.time() && carry == 0);
    if let Some(rule) = &whole.rule {
        let start = whole.start.or(whole.day.map(|day| day.date)).unwrap_or(line.today);
        let first = first_of(rule, start)?;
        let first = if passed(first) && rule.freq >= Freq::Daily {
            first_of(rule, calendar::plus_days(start, 1)?)?
        } else {
            first
        };
        return Some((first, time));
    }
    if let Some(day) = whole.day {
        return Some((calendar::plus_days(day.date, carry)?, time));
    }
    if whole.clock.is_some_and(|clock| clock.midnight) {
        return Some((calendar::plus_days(line.today, 1)?, time));
    }
    if time.is_some() {
        let date = if passed(line.today) { calendar::plus_days(line.today, 1)? } else { line.today };
        return Some((calendar::plus_days(date, carry)?, time));
    }
    // A part of the day alone: the coming one.
    let late = i32::from(line.now.hour());
    let over = match part {
        part::MORNING => late >= 12,
        part::AFTERNOON => late >= 18,
        part::EVENING => late >= 22,
        part::NIGHT => false,
        _ => return None,
    };
    Some((calendar::plus_days(line.today, i32::from(over))?, None))
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
    let now = i32::from(line.now.hour()) * 60 + i32::from(line.now.minute());
    if today && hour < 12 && hour * 60 + clock.minute < now && now < (hour + 12) * 60 { hour + 12 } else { hour }
}
