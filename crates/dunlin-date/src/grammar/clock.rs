//! Times of day: "5pm", "17:30", "half past 3", "ten to noon", "at 5", "in the evening".

use super::{Clock, Item, Line, Row, Trust, Value, ends_cleanly, row};
use crate::lexicon::*;
use crate::pattern::{Match, Slot, matches, may, one, tight};

const HOUR: Class = NUM;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = &[
    row(&[one(HOUR), may(DOT), one(AMPM)], Trust::Sure, hour_half),
    row(&[one(DIGITS), tight(SHORT_HALF)], Trust::Neighbour, hour_letter),
    row(&[one(AT | AT_SIGN), one(DIGITS), tight(SHORT_HALF)], Trust::Sure, hour_letter),
    row(&[one(DIGITS), tight(COLON | DOT), tight(DIGITS), one(AMPM)], Trust::Sure, hour_minute),
    row(&[one(DIGITS), tight(COLON), tight(DIGITS), tight(COLON), tight(DIGITS), may(AMPM)], Trust::Sure, hour_minute),
    row(&[one(DIGITS), tight(COLON), tight(DIGITS), tight(SHORT_HALF)], Trust::Sure, hour_minute_letter),
    row(&[one(DIGITS), tight(COLON), tight(DIGITS), may(OCLOCK)], Trust::Sure, hour_minute),
    row(&[one(DIGITS), tight(COLON), tight(DIGITS), tight(ISH), may(AMPM)], Trust::Sure, hour_minute),
    row(&[one(DIGITS), tight(DOT), tight(DIGITS)], Trust::Lead, hour_minute),
    row(&[one(DIGITS), tight(UNIT), tight(DIGITS)], Trust::Sure, hour_h_minute),
    row(&[one(DIGITS), tight(UNIT)], Trust::Sure, military),
    row(&[one(DIGITS), one(UNIT)], Trust::Sure, military),
    row(&[one(HOUR), may(ISH), one(OCLOCK), may(AMPM)], Trust::Noun, hour_half),
    row(&[one(HOUR), one(ISH), may(AMPM)], Trust::Tail, hour_half),
    row(&[one(HOUR), may(OCLOCK), one(IN), may(THE), one(PART | AMPM)], Trust::Sure, hour_half),
    row(&[one(DIGITS), tight(COLON), tight(DIGITS), one(IN), may(THE), one(PART | AMPM)], Trust::Sure, hour_minute),
    row(&[one(HOUR), one(NUM), one(AMPM)], Trust::Sure, word_hour_minute),
    row(&[one(HOUR), may(DASH), one(NUM), may(AMPM)], Trust::Lead, word_hour_minute),
    row(&[may(ARTICLE), one(HALF | QUARTER | NUM), may(UNIT), one(PAST | AFTER | TO | BEFORE), one(NUM | NOON | MIDNIGHT), may(OCLOCK), may(AMPM)], Trust::Sure, past_to),
    row(&[may(ARTICLE), one(HALF | QUARTER | NUM), may(UNIT), one(PAST | AFTER | TO | BEFORE), one(NUM), may(OCLOCK), one(IN), may(THE), one(PART)], Trust::Sure, past_to),
    row(&[one(HALF), one(NUM)], Trust::Lead, past_to),
    row(&[may(NUM), one(NOON)], Trust::Sure, noon),
    row(&[may(NUM), one(MIDNIGHT)], Trust::Sure, midnight),
    row(&[one(DIGITS)], Trust::Lead, bare_hour),
    row(&[one(NUM)], Trust::Lead, bare_hour),
    row(&[one(IN | ON), one(THE), may(LATE), one(PART)], Trust::Sure, part_of_day),
    row(&[one(IN | AT | BY), may(LATE), one(PART)], Trust::Sure, part_of_day),
    row(&[may(LATE), one(PART | DAYTIME)], Trust::Neighbour, part_of_day),
    row(&[one(AT), one(DAYTIME)], Trust::Neighbour, part_of_day),
];

fn clock(hour: i32, minute: i32, open: bool) -> Option<Value> {
    let fits = (0..24).contains(&hour) && (0..60).contains(&minute);
    fits.then_some(Value::Clock(Clock { hour, minute, open, midnight: false }))
}

/// The hour with its half of the day from "pm", from a part of the day, or open.
fn with_half(found: &Match<'_>, hour: i32, minute: i32) -> Option<Value> {
    if let Some(half) = found.value(AMPM) {
        return if (1..=12).contains(&hour) {
            clock(hour % 12 + half, minute, false)
        } else if hour < 24 {
            clock(hour, minute, false)
        } else {
            None
        };
    }
    if let Some(part) = found.value(PART) {
        return if (1..=12).contains(&hour) {
            clock(in_part(hour, part), minute, false)
        } else {
            clock(hour, minute, false)
        };
    }
    clock(hour, minute, (1..=12).contains(&hour))
}

/// The hour of the day that a clock's hour is in a part of the day; 24 and more lie in the next day.
pub(crate) fn in_part(hour: i32, part: i32) -> i32 {
    match part {
        part::MORNING => hour % 12 + if hour == 12 { 12 } else { 0 },
        part::AFTERNOON => hour % 12 + 12,
        part::EVENING => {
            if hour == 12 {
                24
            } else if hour >= 3 {
                hour + 12
            } else {
                hour + 24
            }
        }
        _ => {
            if hour == 12 {
                24
            } else if hour >= 5 {
                hour + 12
            } else {
                hour + 24
            }
        }
    }
}

fn hour_half(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let token = found.get(HOUR)?;
    // "415 p.m." and "1020 am" are hours and minutes run together.
    let (hour, minute) = if token.digits >= 3 { (token.value / 100, token.value % 100) } else { (token.value, 0) };
    if token.digits > 4 {
        return None;
    }
    with_part_of_night(found, hour, minute)
}

/// "2 at night" and "3 in the night" are small hours, not the next evening's.
fn with_part_of_night(found: &Match<'_>, hour: i32, minute: i32) -> Option<Value> {
    if found.value(PART) == Some(part::NIGHT) && (1..=4).contains(&hour) {
        return clock(hour, minute, false);
    }
    if found.value(PART).is_some() && (1..=12).contains(&hour) {
        let hour = in_part(hour, found.value(PART)?);
        return clock(hour % 24, minute, false);
    }
    with_half(found, hour, minute)
}

fn letter_half(line: &Line<'_>, found: &Match<'_>) -> Option<i32> {
    match line.word(found.to - 1) {
        "a" | "A" => Some(0),
        "p" | "P" => Some(12),
        _ => None,
    }
}

/// "9a", "7p".
fn hour_letter(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let half = letter_half(line, found)?;
    let token = found.get(DIGITS)?;
    if token.digits > 2 || !(1..=12).contains(&token.value) {
        return None;
    }
    clock(token.value % 12 + half, 0, false)
}

fn hour_minute_letter(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let half = letter_half(line, found)?;
    let mut numbers = found.all(DIGITS);
    let (hour, minute) = (numbers.next()?, numbers.next()?);
    if minute.digits != 2 || !(1..=12).contains(&hour.value) {
        return None;
    }
    clock(hour.value % 12 + half, minute.value, false)
}

fn hour_minute(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS);
    let (hour, minute) = (numbers.next()?, numbers.next()?);
    // "12 eggs at 2.50 each", but "standup at 9.30 each day"
    let is_price = found.has(DOT)
        && PRICED.iter().any(|word| line.word(found.to).eq_ignore_ascii_case(word))
        && !line.is(found.to + 1, UNIT | WEEKDAY | PART);
    if hour.digits > 2 || minute.digits != 2 || is_price {
        return None;
    }
    if let Some(second) = numbers.next() {
        if second.digits != 2 || second.value > 59 {
            return None;
        }
        // Seconds are written by machines and in full: the hour is of 24.
        return if found.has(AMPM) {
            with_half(found, hour.value, minute.value)
        } else {
            clock(hour.value, minute.value, false)
        };
    }
    if hour.digits == 2 && hour.value < 10 && !found.has(AMPM | PART) {
        return clock(hour.value, minute.value, false);
    }
    with_part_of_night(found, hour.value, minute.value)
}

/// What stands behind a price.
const PRICED: [&str; 4] = ["each", "apiece", "per", "ea"];

/// "15h30".
fn hour_h_minute(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(DIGITS);
    let (hour, minute) = (numbers.next()?, numbers.next()?);
    if !line.word(found.from + 1).eq_ignore_ascii_case("h") || minute.digits != 2 || hour.digits > 2 {
        return None;
    }
    clock(hour.value, minute.value, false)
}

/// "1800h", "0800 hours".
fn military(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let token = found.get(DIGITS)?;
    let before = found.from.checked_sub(1);
    let led = before.is_some_and(|before| line.is(before, AT | AT_SIGN));
    let glued = line.glued(found.to - 1, SHORT);
    if found.get(UNIT)?.unit != Unit::Hour {
        return None;
    }
    // Apart from its unit, a number is a time where it begins with a zero, after "at", or as the whole line: "0800 hours",
    // but "1200 hours of work". A day beside it tells too: "1730 hours on Friday".
    let alone = found.from == 0 && found.to == line.tokens.len();
    let day = WEEKDAY | TODAY | TOMORROW | TONIGHT;
    let dated = line.is(found.to + usize::from(line.is(found.to, ON)), day)
        || before.is_some_and(|before| line.is(before, day));
    // "at 17h", "wednesdays 17h", but "sleep 8h", "fast 16h tomorrow"
    let behind_a_day = before.is_some_and(|before| line.is(before, day | WEEKDAYS));
    if token.digits <= 2 && glued && (led || behind_a_day && (13..24).contains(&token.value)) {
        return clock(token.value, 0, false);
    }
    if token.digits != 4 || !(glued || led || alone || dated || token.value < 1000) {
        return None;
    }
    clock(token.value / 100, token.value % 100, false)
}

/// "six forty-two", "nine fifteen am".
fn word_hour_minute(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let mut numbers = found.all(NUM);
    let (hour, minute) = (numbers.next()?, numbers.next()?);
    if hour.digits > 0 || minute.digits > 0 || minute.value < 10 || !(1..=12).contains(&hour.value) {
        return None;
    }
    with_half(found, hour.value, minute.value)
}

/// "half past three", "ten to noon", "quarter past 2pm".
fn past_to(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let minutes = found.get(HALF | QUARTER).or_else(|| found.get(NUM))?;
    let hour = found.all(NUM | NOON | MIDNIGHT).last()?;
    if std::ptr::eq(minutes, hour) || !(1..=59).contains(&minutes.value) || hour.value > 23 || hour.digits > 2 {
        return None;
    }
    if found.get(UNIT).is_some_and(|unit| unit.unit != Unit::Minute) {
        return None;
    }
    let before = found.all(PAST | AFTER | TO | BEFORE).next().is_some_and(|token| token.is(TO | BEFORE));
    // "Read 2 to 5" counts; only halves, quarters, multiples of five and named minutes tell the time.
    if !minutes.is(HALF | QUARTER) && !found.has(UNIT) && (minutes.value % 5 != 0 && !found.has(AMPM | PART | OCLOCK)) {
        return None;
    }
    // "5 to 6pm" is a range unless an "at" says otherwise, and "at 2 to 3pm" is one as well; "20 to 6pm" and "five to six pm" are
    // times.
    let led = found.from.checked_sub(1).is_some_and(|before| line.is(before, AT | AT_SIGN));
    let spelt = minutes.digits == 0 && minutes.value % 5 == 0;
    let range = minutes.is(NUM) && minutes.value <= 12 && !spelt && !found.has(UNIT) && !hour.is(NOON | MIDNIGHT);
    if found.has(TO) && range && !(led && minutes.value % 5 == 0) {
        return None;
    }
    let told = minutes.is(HALF | QUARTER) || found.has(PAST | AMPM | OCLOCK | PART | UNIT | NOON);
    let alone = found.from == 0 && found.to == line.tokens.len();
    if !told && !alone && !led {
        return None;
    }
    let stated = hour.is(NOON | MIDNIGHT) || found.has(AMPM | PART);
    let base = if hour.is(NOON | MIDNIGHT) {
        hour.value
    } else if let Some(half) = found.value(AMPM) {
        hour.value % 12 + half
    } else if let Some(part) = found.value(PART) {
        in_part(hour.value, part) % 24
    } else {
        hour.value
    };
    let total = base * 60 + if before { -minutes.value } else { minutes.value };
    let total = total.rem_euclid(24 * 60);
    clock(total / 60, total % 60, !stated && (1..=12).contains(&hour.value))
}

fn noon(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.value(NUM).is_some_and(|hour| hour != 12) { None } else { clock(12, 0, false) }
}

fn midnight(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    if found.value(NUM).is_some_and(|hour| hour != 12) {
        return None;
    }
    Some(Value::Clock(Clock { hour: 0, minute: 0, open: false, midnight: true }))
}

/// "at 5", "at 1030"; whether it may stand is decided by its surroundings.
fn bare_hour(line: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    let token = found.get(NUM)?;
    if token.digits >= 3 && (line.glued(found.to, DASH) || is_part_of_a_number(line, found)) {
        return None;
    }
    match token.digits {
        // "0-1" is a score; midnight is "00:00" or "0:00".
        1 if token.value == 0 => None,
        0 if (1..=12).contains(&token.value) => clock(token.value, 0, true),
        1 | 2 if token.value < 24 => clock(token.value, 0, (1..=12).contains(&token.value)),
        3 => clock(token.value / 100, token.value % 100, token.value / 100 <= 12),
        4 => clock(token.value / 100, token.value % 100, (10..=12).contains(&(token.value / 100))),
        _ => None,
    }
}

/// "call 0207 946 0011": groups of digits beside each other are a telephone number. A year stands beside a time.
fn is_part_of_a_number(line: &Line<'_>, found: &Match<'_>) -> bool {
    let group = |at: usize| {
        line.token(at)
            .is_some_and(|token| token.is(DIGITS) && token.digits >= 3 && !(1900..2200).contains(&token.value))
    };
    found.from.checked_sub(1).is_some_and(group) || group(found.to)
}

/// "9.30", where a day or an "at" before it makes it a time and not a date.
pub(crate) fn dotted_at(line: &Line<'_>, at: usize) -> Option<Item> {
    const SLOTS: &[Slot] = &[one(DIGITS), tight(DOT), tight(DIGITS), may(AMPM)];
    let found = matches(&line.tokens, at, SLOTS)?;
    let value = hour_minute(line, &found)?;
    ends_cleanly(line, found.to).then_some(Item { from: at, to: found.to, value, trust: Trust::Sure })
}

fn part_of_day(_: &Line<'_>, found: &Match<'_>) -> Option<Value> {
    found.value(PART | DAYTIME).map(Value::Part)
}
