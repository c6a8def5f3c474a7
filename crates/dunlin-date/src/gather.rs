//! Neighbouring items made one group: "Sunday the 8th at 3", "9:30 - 11:00 on Thursday".
//!
//! A group grows to the right over a few joining words for as long as what follows adds something it lacks.

use crate::acceptance::{may_join, stands};
use crate::grammar::clock::dotted_at;
use crate::grammar::{Item, Line, Trust, Value, begins_cleanly, item_at};
use crate::group::{Group, PieceKind, join_days};
use crate::lexicon::*;
use crate::suffix::{day_number, ending, exception, range_end, zone};

/// What a place of the line holds.
pub(crate) enum Found {
    /// Items that stand.
    Group(Box<Group>),
    /// Nothing up to this token: what looks like a date there is the name of something ("Good Friday sale").
    Passed(usize),
}

/// The group that begins at `at`, if its items may stand there.
pub(crate) fn group_at(line: &Line<'_>, at: usize) -> Found {
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
    if !led
        && matches!(item.value, Value::Clock(_))
        && item.trust == Trust::Lead
        && at.checked_sub(1).is_some_and(|before| line.is(before, COUNTED))
    {
        // "Chapter 4 tomorrow morning", "pages 10-20 tonight": the number is a name.
        let mut to = item.to;
        while line.is(to, DASH | TO | AND | COMMA) && line.is(to + 1, DIGITS) {
            to += 2;
        }
        return Found::Passed(to);
    }
    let mut group = Group { from: at, to: item.to, ..Group::default() };
    let trust = item.trust;
    if add(line, &mut group, &item).is_none() {
        return Found::Passed(item.to);
    }
    let alone = group.to;
    extend(line, &mut group);
    let led_by = |back: usize| at.checked_sub(back).is_some_and(|before| line.is(before, AFTER));
    group.after = led_by(1) || led_by(2) && line.is(at - 1, THE);
    // "Sonata 2 due Sunday": a number is an hour only with its "at", in a range, or before a part of a day.
    let bare = matches!(item.value, Value::Clock(_)) && trust == Trust::Lead;
    let around = at.checked_sub(1).is_some_and(|before| line.is(before, AROUND));
    if bare && !led && !around && group.clock.is_some_and(|clock| clock.open) {
        // "8 tonight", "6 tomorrow morning", "by 6 tomorrow"
        let bound = at.checked_sub(1).is_some_and(|before| line.is(before, BY | BEFORE | UNTIL | AFTER));
        let near = group.pieces.get(1).is_some_and(|(_, from, _)| *from == item.to);
        // "2 nights in Rome" are counted.
        let counted = line.word(item.to).ends_with(['s', 'S']);
        let part = near && (group.part != 0 && !counted || bound && group.day.is_some());
        // "from 2 to 3:30", "from 9 to 5 on Friday"
        let framed = at.checked_sub(1).is_some_and(|before| line.is(before, FROM | BETWEEN));
        let range = framed && line.is(item.to, DASH | TO | AND | UNTIL) && group.to > item.to + 1;
        let told = group.day.is_some() || (item.to..group.to).any(|place| line.is(place, COLON));
        // "five thirty", "half seven" as the whole line
        let alone = at == 0 && item.to > 1 && line.tokens.iter().skip(item.to).all(|token| token.is(SIGN));
        let spoken = alone && !line.is(at, DIGITS);
        // "half six tomorrow"
        let halved = near && group.day.is_some() && line.is(at, HALF);
        // "12.15 on Monday" begins a line with its time.
        let dotted =
            at == 0 && item.to == at + 3 && group.pieces.get(1).is_some_and(|(_, from, _)| *from <= item.to + 1);
        return if part || spoken || halved || dotted || range && told {
            Found::Group(Box::new(group))
        } else {
            Found::Passed(at + 1)
        };
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
            // "every evening at 7": the part of the day stands inside the recurrence.
            let said = line.tokens.get(item.from..item.to).unwrap_or(&[]).iter().find(|token| token.is(PART));
            group.part = said.map_or(group.part, |token| token.value);
            if line.word(item.from).eq_ignore_ascii_case("nightly") {
                group.part = part::NIGHT;
            }
            PieceKind::Recurrence
        }
    };
    group.pieces.push((kind, item.from, item.to));
    group.to = item.to;
    Some(())
}

/// The most words that may stand between two items of a group.
pub(crate) const MOST_JOINTS: usize = 3;

pub(crate) const JOINTS: Class = COMMA
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

/// The most additions a group takes; more than any phrase has, so that no text makes one group of itself over and over.
const MOST_ADDITIONS: usize = 12;

/// Adds what follows the group, over at most a few joining words.
fn extend(line: &Line<'_>, group: &mut Group) {
    for _ in 0..MOST_ADDITIONS {
        let grew = range_end(line, group)
            || zone(line, group)
            || ending(line, group)
            || exception(line, group)
            || day_number(line, group);
        if !grew && !join_next(line, group) {
            return;
        }
    }
}

/// Takes in the next item, if it is near enough and adds something.
fn join_next(line: &Line<'_>, group: &mut Group) -> bool {
    for next in group.to..=group.to + MOST_JOINTS {
        let dotted = if group.day.is_some() && group.clock.is_none() { dotted_at(line, next) } else { None };
        if let Some(item) = dotted.or_else(|| item_at(line, next))
            && begins_cleanly(line, next)
            && may_join(line, group, &item)
            && add(line, group, &item).is_some()
        {
            return true;
        }
        if !line.is(next, JOINTS) {
            return false;
        }
    }
    false
}
