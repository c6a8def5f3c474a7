//! Recurrences: "every other Friday", "weekly on Mondays", "the first and third Friday of each month".
//!
//! Lists of days make these too long for rows of slots, so they are read by small functions from left to right;
//! every function takes a place and gives a value with the place after it.

use super::{Item, Line, Trust, Value, ends_cleanly, holiday};
use crate::calendar;
use crate::civil::Weekday;
use crate::lexicon::*;
use crate::rule::{Freq, Rule};

/// The most entries a list of days has.
const MOST_DAYS: usize = 31;

const WORKDAYS: [Weekday; 5] =
    [Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];
const WEEKEND_DAYS: [Weekday; 2] = [Weekday::Saturday, Weekday::Sunday];

/// A recurrence that begins at `at`.
pub(crate) fn at(line: &Line<'_>, at: usize) -> Option<Item> {
    let token = line.token(at)?;
    if !token.is(EVERY
        | ADVERB
        | TWO_FOLD
        | ONCE
        | WEEKDAY
        | WEEKDAYS
        | WORKDAY
        | WEEKEND
        | THE
        | ORD
        | DIGITS
        | PART
        | ON)
    {
        return None;
    }
    // "Three Mondays" are counted, not repeated.
    if token.is(WEEKDAYS) && at.checked_sub(1).is_some_and(|before| line.is(before, NUM | COUPLE)) {
        return None;
    }
    let (rule, to, trust) = if token.is(EVERY) {
        let bang = line.glued(at + 1, BANG);
        let next = at + 1 + usize::from(bang);
        let (mut rule, to) = body(line, next + usize::from(line.is(next, SINGLE)))?;
        rule.from_completion = bang;
        (rule, to, Trust::Sure)
    } else if token.is(ADVERB) {
        let (rule, to) = tail(line, adverb(token.value)?, at + 1);
        // "Monthly on the 5th" can be no adjective.
        (rule, to, if to > at + 1 { Trust::Sure } else { Trust::Tail })
    } else if let Some((rule, to)) = so_many(line, at) {
        (rule, to, Trust::Tail)
    } else if token.is(TWO_FOLD) {
        let adverb = line.token(at + 2).filter(|adverb| adverb.is(ADVERB) && line.glued(at + 1, DASH))?;
        let (rule, to) = tail(line, two_fold(token.value, adverb.value)?, at + 3);
        (rule, to, Trust::Tail)
    } else if token.is(ONCE) && line.is(at + 1, EVERY) && line.is(at + 2, NUM | COUPLE | OTHER) {
        let (rule, to) = body(line, at + 2)?;
        (rule, to, Trust::Sure)
    } else if token.is(ONCE) {
        let next = at + 1 + usize::from(line.is(at + 1, ARTICLE | EVERY));
        let unit = line.token(next).filter(|token| token.is(UNIT) && next > at + 1)?.unit;
        let (rule, to) = tail(line, of_unit(unit, 1)?, next + 1);
        (rule, to, Trust::Sure)
    } else if token.is(WEEKDAY) {
        let (days, to) = each_week(line, at)?;
        (Rule::every(Freq::Weekly, 1).on(0, &days), to, Trust::Noun)
    } else if token.is(WEEKDAYS) {
        let (days, to) = weekdays(line, at)?;
        (Rule::every(Freq::Weekly, 1).on(0, &days), to, Trust::Noun)
    } else if token.is(WORKDAY | WEEKEND) && token.value == 2 {
        let days: &[Weekday] = if token.is(WORKDAY) { &WORKDAYS } else { &WEEKEND_DAYS };
        (Rule::every(Freq::Weekly, 1).on(0, days), at + 1, Trust::Noun)
    } else if token.is(THE | ORD | DIGITS | ON) {
        let (rule, to) =
            of_every(line, at + usize::from(token.is(THE | ON)) + usize::from(token.is(ON) && line.is(at + 1, THE)))?;
        (rule, to, Trust::Sure)
    } else {
        return None;
    };
    ends_cleanly(line, to).then(|| Item { from: at, to, value: Value::Every(Box::new(rule)), trust })
}

/// Days of the week, named as one, that are meant in every week, and the place behind them; nothing where one day may be meant.
fn each_week(line: &Line<'_>, at: usize) -> Option<(Vec<Weekday>, usize)> {
    let (days, to) = weekdays(line, at)?;
    if (at + 1..to).any(|at| line.is_plural_part(at)) {
        // "thursday nights"; the part of the day is read as when on that day. "monday nights and tuesday mornings" are no one time.
        let part = line.token(to - 1).map(|part| part.value);
        let mut parts = line.tokens.windows(2).filter(|pair| pair[0].is(WEEKDAY | WEEKDAYS) && pair[1].is(PART));
        return parts.all(|pair| Some(pair[1].value) == part).then_some((days, to));
    }
    // "mon/wed/fri", "mon wed fri", "tue thu": of two days with a word or a sign between them either could be meant, and a
    // range of days is as often one time away.
    let range = (at..to).any(|at| line.is(at, DASH | TO | UNTIL));
    // But "mon-fri 5pm" and "monday to friday at 9" are at that time on each of them.
    let timed = super::clock_at(line, to + usize::from(line.is(to, AT))).is_some();
    let each = days.len() > 2 && timed && line.is(at + 1, DASH | TO | UNTIL);
    // "tue and thu at 6pm" is when something takes place every week.
    let both = timed && line.is(at + 1, AND);
    ((!range || each) && (days.len() > 2 || to == at + 2 || both)).then_some((days, to))
}

fn adverb(value: i32) -> Option<Rule> {
    let (freq, interval) = match value {
        1 => (Freq::Daily, 1),
        2 => (Freq::Weekly, 1),
        3 => (Freq::Weekly, 2),
        4 => (Freq::Monthly, 1),
        5 => (Freq::Monthly, 2),
        6 => (Freq::Monthly, 3),
        7 => (Freq::Monthly, 6),
        8 => (Freq::Yearly, 1),
        9 => (Freq::Yearly, 2),
        10 => (Freq::Hourly, 1),
        _ => return None,
    };
    Some(Rule::every(freq, interval))
}

/// "bi-weekly", "semi-annually": the prefix written apart.
fn two_fold(prefix: i32, value: i32) -> Option<Rule> {
    match (prefix, value) {
        (2, 2) => adverb(3),
        (2, 4) => adverb(5),
        (1 | 2, 8) => adverb(7),
        _ => None,
    }
}

fn of_unit(unit: Unit, times: i32) -> Option<Rule> {
    let (freq, base) = match unit {
        Unit::Minute => (Freq::Minutely, 1),
        Unit::Hour => (Freq::Hourly, 1),
        Unit::Day => (Freq::Daily, 1),
        Unit::Week => (Freq::Weekly, 1),
        Unit::Fortnight => (Freq::Weekly, 2),
        Unit::Month => (Freq::Monthly, 1),
        Unit::Quarter => (Freq::Monthly, 3),
        Unit::Year => (Freq::Yearly, 1),
        Unit::None | Unit::Second => return None,
    };
    let interval = base * times;
    (1..=1000).contains(&interval).then(|| Rule::every(freq, interval))
}

/// "3 monthly", "6-weekly", "12 hourly"; of no more than there are weeks in a year.
fn so_many(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    let number =
        line.token(at).filter(|token| token.is(DIGITS) && !token.is(ORD) && (2..=52).contains(&token.value))?;
    let next = at + 1 + usize::from(line.glued(at + 1, DASH));
    let unit = match line.token(next).filter(|token| token.is(ADVERB))?.value {
        2 => Unit::Week,
        4 => Unit::Month,
        10 => Unit::Hour,
        _ => return None,
    };
    Some(tail(line, of_unit(unit, number.value)?, next + 1))
}

/// What follows "every".
fn body(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    let token = line.token(at)?;
    // "every second monday" is every other one; "every 2nd monday" and "every second monday of the month" are the month's second.
    let other = token.is(ORD) && token.value == 2 && token.digits == 0 && line.is(at + 1, WEEKDAY | WEEKDAYS);
    if other && let Some((rule, to)) = interval_of(line, at + 1, 2).filter(|(_, to)| !line.is(*to, OF | IN)) {
        return Some((rule, to));
    }
    if token.is(ORD)
        && let Some(found) = counted(line, at)
    {
        return Some(found);
    }
    if token.is(OTHER) {
        return interval_of(line, at + 1, 2);
    }
    if token.is(HALF) {
        let next = at + 1 + usize::from(line.is(at + 1, ARTICLE));
        let rule = match line.token(next)?.unit {
            Unit::Hour => Rule::every(Freq::Minutely, 30),
            Unit::Year => Rule::every(Freq::Monthly, 6),
            _ => return None,
        };
        return Some((rule, next + 1));
    }
    if token.is(NUM | COUPLE) {
        return number_body(line, at);
    }
    if token.is(UNIT) && !token.is(SHORT) {
        let rule = of_unit(token.unit, 1)?;
        return Some(tail(line, rule, at + 1));
    }
    if token.is(WEEKDAY | WEEKDAYS) {
        let (days, to) = weekdays(line, at)?;
        return Some((Rule::every(Freq::Weekly, 1).on(0, &days), to));
    }
    if token.is(WORKDAY) {
        return Some((Rule::every(Freq::Weekly, 1).on(0, &WORKDAYS), at + 1));
    }
    if token.is(WORKING) && line.token(at + 1)?.unit == Unit::Day {
        return Some((Rule::every(Freq::Weekly, 1).on(0, &WORKDAYS), at + 2));
    }
    if token.is(WEEKEND) {
        return Some((Rule::every(Freq::Weekly, 1).on(0, &WEEKEND_DAYS), at + 1));
    }
    if token.is(MONTH)
        && let Some(found) = yearly(line, Rule::every(Freq::Yearly, 1), at)
    {
        return Some(found);
    }
    if token.is(PART) {
        return Some((Rule::every(Freq::Daily, 1), at + 1));
    }
    match holiday::name_at(line, at)? {
        (holiday::Rule::Fixed(month, day), to) => {
            let mut rule = Rule::every(Freq::Yearly, 1);
            rule.by_month = vec![month];
            rule.by_month_day = vec![day];
            Some((rule, to))
        }
        (holiday::Rule::Nth(month, nth, weekday), to) => {
            let mut rule = Rule::every(Freq::Yearly, 1).on(nth, &[weekday]);
            rule.by_month = vec![month];
            Some((rule, to))
        }
        (holiday::Rule::NthPlus(..) | holiday::Rule::Easter(_), _) => None,
    }
}

/// "2 weeks", "other Friday", "3 months on the 1st".
fn interval_of(line: &Line<'_>, at: usize, interval: i32) -> Option<(Rule, usize)> {
    let token = line.token(at)?;
    if token.is(WEEKDAY | WEEKDAYS) {
        let (days, to) = weekdays(line, at)?;
        return Some((Rule::every(Freq::Weekly, interval).on(0, &days), to));
    }
    if token.is(WEEKEND) {
        return Some((Rule::every(Freq::Weekly, interval).on(0, &WEEKEND_DAYS), at + 1));
    }
    if token.is(PART) {
        return Some((Rule::every(Freq::Daily, interval), at + 1));
    }
    if token.is(UNIT) {
        return Some(tail(line, of_unit(token.unit, interval)?, at + 1));
    }
    None
}

/// "3 days", "14 Jan", "2, 15, 27".
fn number_body(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    let token = line.token(at)?;
    if line.is(at + 1, UNIT | WEEKDAYS | WEEKDAY) && (1..=1000).contains(&token.value) {
        return interval_of(line, at + 1, token.value);
    }
    if !token.is(DIGITS) {
        return None;
    }
    if line.is(at + 1, MONTH) {
        return yearly(line, Rule::every(Freq::Yearly, 1), at);
    }
    let (days, to) = month_days(line, at)?;
    if days.len() < 2 {
        return None;
    }
    let mut rule = Rule::every(Freq::Monthly, 1);
    rule.by_month_day = days;
    Some((rule, of_the_month(line, to).unwrap_or(to)))
}

/// "3rd Friday", "last day", "second week", "6th and 20th of the month", "14th January".
fn counted(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    let (counts, mut to) = counts(line, at)?;
    let first = *counts.first()?;
    let next = line.token(to);
    if next.is_some_and(|token| token.is(WEEKDAY | WEEKDAYS)) {
        let (days, end) = weekdays(line, to)?;
        let mut rule = Rule::every(Freq::Monthly, 1);
        for count in &counts {
            rule = rule.on(*count, &days);
        }
        return Some(within(line, rule, end));
    }
    let workday = next.is_some_and(|token| token.is(WORKDAY))
        || next.is_some_and(|token| token.is(WORKING))
            && line.token(to + 1).is_some_and(|token| token.unit == Unit::Day);
    if workday {
        let mut rule = Rule::every(Freq::Monthly, 1).on(0, &WORKDAYS);
        rule.by_set_pos = counts;
        let end = to + if line.is(to, WORKDAY) { 1 } else { 2 };
        return Some((rule, of_the_month(line, end).unwrap_or(end)));
    }
    if let Some(token) = next.filter(|token| token.is(UNIT) && !token.is(ORD)) {
        let of_month = of_the_month(line, to + 1);
        if token.unit == Unit::Day && (first == -1 || of_month.is_some()) {
            if let Some((rule, end)) = year_edge(line, first, to + 1) {
                return Some((rule, end));
            }
            let mut rule = Rule::every(Freq::Monthly, 1);
            rule.by_month_day = counts;
            return Some((rule, of_month.unwrap_or(to + 1)));
        }
        return if first > 1 { interval_of(line, to, first) } else { None };
    }
    if next.is_some_and(|token| token.is(MONTH)) || line.is(to, OF) && line.is(to + 1, MONTH) {
        return yearly(line, Rule::every(Freq::Yearly, 1), at);
    }
    if counts.iter().any(|count| *count < 1) {
        return None;
    }
    if line.token(at)?.digits == 0 && of_the_month(line, to).is_none() {
        return None;
    }
    let mut rule = Rule::every(Freq::Monthly, 1);
    rule.by_month_day = counts;
    to = of_the_month(line, to).unwrap_or(to);
    Some((rule, to))
}

/// "the last day of the year".
fn year_edge(line: &Line<'_>, count: i32, at: usize) -> Option<(Rule, usize)> {
    let next = at + 1 + usize::from(line.is(at + 1, THE | EVERY));
    if !line.is(at, OF | IN) || line.token(next)?.unit != Unit::Year {
        return None;
    }
    let (month, day) = match count {
        1 => (1, 1),
        -1 => (12, 31),
        _ => return None,
    };
    let mut rule = Rule::every(Freq::Yearly, 1);
    rule.by_month = vec![month];
    rule.by_month_day = vec![day];
    Some((rule, next + 1))
}

/// "of the month", "of each month", "in every month".
fn of_the_month(line: &Line<'_>, at: usize) -> Option<usize> {
    if !line.is(at, OF | IN) {
        return None;
    }
    let next = at + 1 + usize::from(line.is(at + 1, THE | EVERY | ARTICLE));
    (line.token(next)?.unit == Unit::Month).then_some(next + 1)
}

/// A month or year named after counted weekdays.
fn within(line: &Line<'_>, mut rule: Rule, at: usize) -> (Rule, usize) {
    if let Some(to) = of_the_month(line, at) {
        return (rule, to);
    }
    if line.is(at, OF | IN)
        && let Some(month) = line.token(at + 1).filter(|token| token.is(MONTH))
    {
        rule.freq = Freq::Yearly;
        rule.by_month = vec![month.value];
        return (rule, at + 2);
    }
    (rule, at)
}

/// "9th of every month", "first and third Friday of each month", "the 28th each month": the frequency comes last.
fn of_every(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    let (found, to) = counts(line, at)?;
    let mut end = to;
    while line.is(end, WEEKDAY | WEEKDAYS | WORKDAY | WORKING | UNIT) && end < to + 2 {
        end += 1;
    }
    let every = end + usize::from(line.is(end, OF | IN));
    // "the second week every month" says no day.
    let apart = every == end && (end > to || found.iter().any(|count| *count < 1));
    if found.is_empty() || !line.is(every, EVERY) || apart {
        return None;
    }
    let unit = line.token(every + 1)?;
    if unit.unit != Unit::Month && unit.unit != Unit::Year && !unit.is(MONTH | OTHER) {
        return None;
    }
    let monthly = |interval| Rule { by_month_day: found.clone(), ..Rule::every(Freq::Monthly, interval) };
    if unit.is(OTHER) {
        return (end == to && line.token(every + 2)?.unit == Unit::Month).then(|| (monthly(2), every + 3));
    }
    if unit.is(MONTH) {
        if end > to {
            let (mut rule, _) = counted(line, at)?;
            rule.freq = Freq::Yearly;
            rule.by_month = vec![unit.value];
            return Some((rule, every + 2));
        }
        let mut rule = Rule::every(Freq::Yearly, 1);
        rule.by_month = vec![unit.value];
        rule.by_month_day.clone_from(&found);
        return Some((rule, every + 2));
    }
    if end == to && unit.unit == Unit::Month {
        return Some((monthly(1), every + 2));
    }
    counted(line, at).filter(|(_, to)| *to == every + 2)
}

/// "on Monday and Wednesday", "on the 9th", "on the 3rd last Monday", "on June 2nd" after a frequency.
fn tail(line: &Line<'_>, rule: Rule, at: usize) -> (Rule, usize) {
    let plain = (rule.clone(), at);
    let comma = usize::from(line.is(at, COMMA) && line.is(at + 1, ON));
    if !line.is(at + comma, ON | IN) {
        return plain;
    }
    let on = at + comma + 1;
    let next = on + usize::from(line.is(on, THE | EVERY));
    let read = match rule.freq {
        Freq::Weekly => weekdays(line, next).map(|(days, to)| (rule.on(0, &days), to)).or_else(|| {
            let days: &[Weekday] = if line.is(next, WORKDAY) {
                &WORKDAYS
            } else if line.is(next, WEEKEND) {
                &WEEKEND_DAYS
            } else {
                return None;
            };
            Some((plain.0.clone().on(0, days), next + 1))
        }),
        Freq::Monthly => monthly(line, rule, next),
        Freq::Yearly => yearly(line, rule, next),
        Freq::Minutely | Freq::Hourly | Freq::Daily => None,
    };
    read.unwrap_or(plain)
}

fn monthly(line: &Line<'_>, mut rule: Rule, at: usize) -> Option<(Rule, usize)> {
    let at = at + usize::from(line.token(at)?.unit == Unit::Day);
    if line.is(at, DIGITS) && !line.is(at, ORD) {
        let (days, to) = month_days(line, at)?;
        rule.by_month_day = days;
        return Some((rule, to));
    }
    let (counts, to) = counts(line, at)?;
    if line.is(to, WEEKDAY | WEEKDAYS) {
        let (days, end) = weekdays(line, to)?;
        for count in counts {
            rule = rule.on(count, &days);
        }
        return Some((rule, end));
    }
    if line.is(to, WORKDAY) || line.is(to, WORKING) && line.token(to + 1)?.unit == Unit::Day {
        rule = rule.on(0, &WORKDAYS);
        rule.by_set_pos = counts;
        return Some((rule, to + if line.is(to, WORKDAY) { 1 } else { 2 }));
    }
    rule.by_month_day = counts;
    let day = line.token(to).is_some_and(|token| token.unit == Unit::Day);
    Some((rule, to + usize::from(day)))
}

/// "June 2nd", "14 January, 14 April", "the 4th Thursday in November", "January".
fn yearly(line: &Line<'_>, mut rule: Rule, at: usize) -> Option<(Rule, usize)> {
    let mut next = at;
    let mut end = None;
    let mut common: Option<Vec<i32>> = None;
    while rule.by_month.len() < 12 {
        let Some((month, days, to)) = month_and_days(line, next) else { break };
        // One BYMONTHDAY goes with every BYMONTH, so only dates on the same days make one rule.
        if common.as_ref().is_some_and(|common| *common != days) {
            break;
        }
        rule.by_month.push(month);
        common = Some(days);
        end = Some(to);
        next = separator(line, to);
        if next == to {
            break;
        }
    }
    if let (Some(days), Some(to)) = (common, end) {
        rule.by_month_day = days;
        return Some((rule, to));
    }
    let (counts, to) = counts(line, at)?;
    let (days, end) = weekdays(line, to)?;
    for count in counts {
        rule = rule.on(count, &days);
    }
    let (rule, to) = within(line, rule, end);
    Some((rule, to))
}

fn month_and_days(line: &Line<'_>, at: usize) -> Option<(i32, Vec<i32>, usize)> {
    let token = line.token(at)?;
    if token.is(MONTH) {
        let next = at + 1 + usize::from(line.is(at + 1, DOT));
        let next = next + usize::from(line.is(next, THE));
        let day = line
            .token(next)
            .filter(|day| day.is(ORD | DIGITS) && (1..=31).contains(&day.value) && ends_cleanly(line, next + 1));
        return Some(match day {
            Some(day) => (token.value, vec![day.value], next + 1),
            None => (token.value, Vec::new(), at + 1),
        });
    }
    if token.is(ORD | DIGITS) && (1..=31).contains(&token.value) {
        let next = at + 1 + usize::from(line.is(at + 1, OF));
        let month = line.token(next).filter(|month| month.is(MONTH))?;
        return Some((month.value, vec![token.value], next + 1));
    }
    None
}

/// Ordinals in a list: "first", "1st and 3rd", "2nd last", "last".
fn counts(line: &Line<'_>, at: usize) -> Option<(Vec<i32>, usize)> {
    let mut found = Vec::new();
    let mut next = at;
    let mut end = at;
    while found.len() < MOST_DAYS {
        next += usize::from(!found.is_empty() && line.is(next, THE));
        let Some(token) = line.token(next).filter(|token| token.is(ORD) && token.value.abs() <= 31) else { break };
        let mut value = token.value;
        end = next + 1;
        let to = usize::from(line.is(end, TO));
        if value > 0 && line.is(end + to, LAST) && line.is(end + to, ORD) {
            value = -value;
            end += to + 1;
        }
        found.push(value);
        next = separator(line, end);
        if next == end {
            break;
        }
    }
    (!found.is_empty()).then_some((found, end))
}

/// Days of the month in a list: "1, 15 and 28".
fn month_days(line: &Line<'_>, at: usize) -> Option<(Vec<i32>, usize)> {
    let mut found = Vec::new();
    let mut next = at;
    let mut end = at;
    while found.len() < MOST_DAYS {
        let Some(token) = line.token(next).filter(|token| token.is(ORD | DIGITS) && (1..=31).contains(&token.value))
        else {
            break;
        };
        found.push(token.value);
        end = next + 1;
        next = separator(line, end);
        if next == end {
            break;
        }
    }
    (!found.is_empty()).then_some((found, end))
}

fn separator(line: &Line<'_>, at: usize) -> usize {
    let comma = at + usize::from(line.is(at, COMMA | SLASH));
    comma + usize::from(line.is(comma, AND | AMPERSAND))
}

/// Weekdays in a list or a range: "Mon, Wed and Fri", "Tuesdays", "Monday to Friday".
fn weekdays(line: &Line<'_>, at: usize) -> Option<(Vec<Weekday>, usize)> {
    let day = |at: usize| {
        line.token(at).filter(|token| token.is(WEEKDAY | WEEKDAYS)).and_then(|token| calendar::weekday(token.value))
    };
    let mut found = Vec::new();
    let mut next = at;
    let mut end = at;
    for _ in 0..MOST_DAYS {
        let Some(weekday) = day(next) else { break };
        if !found.contains(&weekday) {
            found.push(weekday);
        }
        end = next + 1;
        if line.is(end, DASH | TO | UNTIL)
            && let Some(last) = day(end + 1)
        {
            let mut between = Weekday::at(weekday.offset() + 1);
            while !found.contains(&between) {
                found.push(between);
                if between == last {
                    break;
                }
                between = Weekday::at(between.offset() + 1);
            }
            end += 2;
        }
        if line.is(end, DOT) && line.glued(end, DOT) && separator(line, end + 1) > end + 1 {
            end += 1;
        }
        if line.is(end, PART) {
            end += 1;
        }
        next = separator(line, end);
    }
    (!found.is_empty()).then_some((found, end))
}

/// Days of the week that are named in any way: "Fridays", "Mon and Tue", "weekends", "weekdays".
pub(crate) fn days_named(line: &Line<'_>, at: usize) -> Option<(Vec<Weekday>, usize)> {
    match line.token(at)? {
        token if token.is(WORKDAY) => Some((WORKDAYS.to_vec(), at + 1)),
        token if token.is(WEEKEND) => Some((WEEKEND_DAYS.to_vec(), at + 1)),
        _ => weekdays(line, at),
    }
}
