//! Whether words that look like a date are one where they stand: "the Friday group", "at 5 Main Street", "2nd draft".

use crate::grammar::{DayKind, Item, Line, Trust, Value, item_at};
use crate::group::Group;
use crate::lexicon::*;

/// Whether an item so near may belong to the group; bare hours need their "at".
pub(crate) fn may_join(line: &Line<'_>, group: &Group, item: &Item) -> bool {
    let led = item.from.checked_sub(1).is_some_and(|before| line.is(before, AT | AT_SIGN | AROUND));
    match (&item.value, item.trust) {
        (Value::Clock(_), Trust::Sure) => true,
        (Value::Clock(_), _) if line.is(item.from + 1, DOT) => true,
        (Value::Clock(_), Trust::Lead) => {
            // "thursday after 4"
            let bound = |at: usize| at == group.to && line.is(at, AFTER | BEFORE | BY);
            let led = led || group.day.is_some() && item.from.checked_sub(1).is_some_and(bound);
            let range = line.is(item.to, DASH | TO | AND | UNTIL)
                && item.from.checked_sub(1).is_some_and(|before| line.is(before, FROM | BETWEEN));
            // "wed 1-2pm": the end of the range tells that its start is an hour.
            let told = group.day.is_some() && line.is(item.to, DASH | TO | UNTIL) && is_time(line, item.to + 1);
            // "daily at 9 standup", but "daily at 9 Main Street"
            let name = line.word(item.to).starts_with(char::is_uppercase);
            // "tomorrow at 3 call Ana", but "the office tomorrow at 10 Main Street"
            let opens = group.from == 0 && group.day.is_some() && led;
            // "tomorrow 0930"; after other days such a number may be their year.
            let joined = line.token(item.from).is_some_and(|token| {
                token.digits == 4 && (!token.is(YEAR) || line.is(item.from - 1, WEEKDAY | TODAY | TOMORROW | DIGITS))
            });
            let told = told || joined && group.day.is_some() && group.to == item.from;
            // "thursday half six"
            let spoken = line.is(item.from, HALF) && group.day.is_some();
            (led || range || told || spoken) && (!noun_after(line, item.to) || (group.rule.is_some() || opens) && !name)
        }
        (Value::Part(_), Trust::Neighbour) => {
            !line.is(item.to - 1, DAYTIME)
                || line.token(item.to).is_none_or(|token| token.is(SIGN) || token.classes == 0)
        }
        (Value::Day(day), Trust::Lead | Trust::Tail) => {
            let bare_ordinal = matches!(day.kind, DayKind::OfMonth(_));
            let weekday = group.day.is_some_and(|day| matches!(day.kind, DayKind::Weekday(_) | DayKind::Month));
            // "Monday 15th", but "Monday first thing"
            let said = line.token(item.to - 1).is_some_and(|token| token.digits > 0) || !noun_after(line, item.to);
            !bare_ordinal || said && (weekday || group.day.is_none() && group.clock.is_some())
        }
        (Value::Every(_), _) => item.trust == Trust::Sure || !noun_after(line, item.to),
        _ => true,
    }
}

/// Whether an hour stands here that can be nothing else.
pub(crate) fn is_time(line: &Line<'_>, at: usize) -> bool {
    item_at(line, at).is_some_and(|item| matches!(item.value, Value::Clock(_)) && item.trust == Trust::Sure)
}

/// Whether the group may stand where it stands.
pub(crate) fn stands(line: &Line<'_>, group: &Group, trust: Trust, has_neighbour: bool) -> bool {
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
    // "Since Saturday" looks back; nothing is due then.
    if before.is_some_and(|token| token.is(SINCE)) {
        return false;
    }
    // "Ask Tom about Friday": the day is what is talked of.
    if before.is_some_and(|token| token.is(ABOUT)) && group.clock.is_none() && group.from > 1 {
        return false;
    }
    match trust {
        Trust::Sure => true,
        Trust::Noun => has_neighbour || !(determined && noun),
        Trust::Tail => has_neighbour || led || alone || !noun && !determined,
        Trust::Lead if is_clock && !has_neighbour => {
            // "About 5" counts things more often than it tells the time.
            let timed = before.is_some_and(|token| token.is(AT | AT_SIGN | AROUND) && !token.is(ABOUT));
            timed && !noun && !line.is(group.to, NUM)
        }
        Trust::Lead => has_neighbour || alone || led && !noun,
        Trust::Neighbour => has_neighbour || alone && is_clock,
    }
}

/// Whether a plain word with a meaning of its own comes next.
pub(crate) fn noun_after(line: &Line<'_>, at: usize) -> bool {
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
