//! Days with a name of their own, as a table of names and rules.

use super::{Day, Item, Line, Trust, ends_cleanly};
use crate::calendar;
use crate::civil::{Date, Weekday};
use crate::lexicon::*;

/// How a holiday's day is found in a year.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rule {
    /// Month and day.
    Fixed(i32, i32),
    /// The nth such weekday of a month; −1 is the last.
    Nth(i32, i32, Weekday),
    /// The nth such weekday of a month, and so many days on.
    NthPlus(i32, i32, Weekday, i32),
    /// So many days from Easter Sunday.
    Easter(i32),
}

use Rule::{Easter, Fixed, Nth, NthPlus};

#[rustfmt::skip]
static HOLIDAYS: &[(&[&str], Rule)] = &[
    (&["christmas", "eve"], Fixed(12, 24)), (&["xmas", "eve"], Fixed(12, 24)), (&["christmas", "day"], Fixed(12, 25)), (&["xmas", "day"], Fixed(12, 25)),
    (&["christmas"], Fixed(12, 25)), (&["xmas"], Fixed(12, 25)), (&["boxing", "day"], Fixed(12, 26)),
    (&["new", "year's", "eve"], Fixed(12, 31)), (&["new", "years", "eve"], Fixed(12, 31)), (&["new", "year", "eve"], Fixed(12, 31)), (&["nye"], Fixed(12, 31)),
    (&["new", "year's", "day"], Fixed(1, 1)), (&["new", "years", "day"], Fixed(1, 1)), (&["new", "year's"], Fixed(1, 1)), (&["new", "year"], Fixed(1, 1)), (&["new", "years"], Fixed(1, 1)),
    (&["epiphany"], Fixed(1, 6)), (&["groundhog", "day"], Fixed(2, 2)),
    (&["valentine's", "day"], Fixed(2, 14)), (&["valentines", "day"], Fixed(2, 14)), (&["valentine", "day"], Fixed(2, 14)), (&["valentine's"], Fixed(2, 14)), (&["valentines"], Fixed(2, 14)),
    (&["st", "patrick's", "day"], Fixed(3, 17)), (&["st", ".", "patrick's", "day"], Fixed(3, 17)), (&["saint", "patrick's", "day"], Fixed(3, 17)), (&["st", "patricks", "day"], Fixed(3, 17)), (&["saint", "patrick"], Fixed(3, 17)), (&["st", "patrick"], Fixed(3, 17)),
    (&["women's", "day"], Fixed(3, 8)), (&["april", "fools"], Fixed(4, 1)), (&["april", "fools", "day"], Fixed(4, 1)), (&["april", "fool's", "day"], Fixed(4, 1)), (&["april", "fools'", "day"], Fixed(4, 1)),
    (&["earth", "day"], Fixed(4, 22)), (&["cinco", "de", "mayo"], Fixed(5, 5)), (&["juneteenth"], Fixed(6, 19)), (&["independence", "day"], Fixed(7, 4)),
    (&["halloween"], Fixed(10, 31)), (&["hallowe'en"], Fixed(10, 31)), (&["halloween", "day"], Fixed(10, 31)), (&["veterans", "day"], Fixed(11, 11)),
    (&["martin", "luther", "king", "day"], Nth(1, 3, Weekday::Monday)), (&["martin", "luther", "king", "jr", "day"], Nth(1, 3, Weekday::Monday)), (&["mlk", "day"], Nth(1, 3, Weekday::Monday)),
    (&["presidents", "day"], Nth(2, 3, Weekday::Monday)), (&["president's", "day"], Nth(2, 3, Weekday::Monday)),
    (&["mother's", "day"], Nth(5, 2, Weekday::Sunday)), (&["mothers", "day"], Nth(5, 2, Weekday::Sunday)), (&["memorial", "day"], Nth(5, -1, Weekday::Monday)),
    (&["father's", "day"], Nth(6, 3, Weekday::Sunday)), (&["fathers", "day"], Nth(6, 3, Weekday::Sunday)), (&["labor", "day"], Nth(9, 1, Weekday::Monday)), (&["labour", "day"], Fixed(5, 1)),
    (&["columbus", "day"], Nth(10, 2, Weekday::Monday)), (&["thanksgiving"], Nth(11, 4, Weekday::Thursday)), (&["thanksgiving", "day"], Nth(11, 4, Weekday::Thursday)),
    (&["black", "friday"], NthPlus(11, 4, Weekday::Thursday, 1)), (&["cyber", "monday"], NthPlus(11, 4, Weekday::Thursday, 4)),
    (&["ash", "wednesday"], Easter(-46)), (&["palm", "sunday"], Easter(-7)), (&["good", "friday"], Easter(-2)), (&["easter"], Easter(0)), (&["easter", "sunday"], Easter(0)), (&["easter", "day"], Easter(0)), (&["easter", "monday"], Easter(1)),
];

impl Rule {
    fn day(self, year: i32) -> Option<Date> {
        match self {
            Fixed(month, day) => Date::new(year, month, day),
            Nth(month, nth, weekday) => calendar::nth_weekday(year, month, nth, weekday),
            NthPlus(month, nth, weekday, days) => {
                calendar::plus_days(calendar::nth_weekday(year, month, nth, weekday)?, days)
            }
            Easter(days) => calendar::plus_days(calendar::easter(year)?, days),
        }
    }
}

/// The rule and end of the holiday whose name begins at `at`.
pub(crate) fn name_at(line: &Line<'_>, at: usize) -> Option<(Rule, usize)> {
    if !line.is(at, HOLIDAY) {
        return None;
    }
    HOLIDAYS
        .iter()
        .filter(|(words, _)| words.iter().enumerate().all(|(step, word)| same(line.word(at + step), word)))
        .max_by_key(|(words, _)| words.len())
        .map(|(words, rule)| (*rule, at + words.len()))
}

fn same(said: &str, word: &str) -> bool {
    let plain = |c: char| if c == '’' { '\'' } else { c.to_ascii_lowercase() };
    said.len() <= word.len() + 2 && said.chars().map(plain).eq(word.chars())
}

/// Words that make another calendar's day of one of ours.
const ELSEWHERE: [&str; 5] = ["chinese", "lunar", "orthodox", "jewish", "persian"];

/// A holiday with "next", "last" or a year about it.
pub(crate) fn at(line: &Line<'_>, at: usize) -> Option<Item> {
    let head = line.token(at)?;
    if at.checked_sub(1).is_some_and(|before| ELSEWHERE.iter().any(|word| line.word(before).eq_ignore_ascii_case(word)))
    {
        return None;
    }
    let mut start = at + usize::from(head.is(NEXT | LAST | THIS | COMING | THE));
    if head.is(THE) && line.is(start, NEXT | LAST | COMING) {
        start += 1;
    }
    let directed = start > at && line.is(start - 1, NEXT | LAST | THIS | COMING);
    let (rule, mut to) = name_at(line, start)?;
    let this = line.today.year();
    let coming = |from: i32| (from..=from + 1).find_map(|year| rule.day(year).filter(|date| *date >= line.today));
    let after = to + usize::from(line.is(to, OF | IN | COMMA));
    let before = |at: usize| line.is(at, LAST);
    let date = if let Some(year) = line.token(after).filter(|token| token.is(YEAR)) {
        to = after + 1;
        rule.day(year.value)
    } else if line.is(after, NEXT | LAST | THIS) && line.token(after + 1).is_some_and(|token| token.unit == Unit::Year)
    {
        to = after + 2;
        rule.day(this + i32::from(line.is(after, NEXT)) - i32::from(line.is(after, LAST)))
    } else if start > at && before(start - 1) {
        (this - 1..=this).rev().find_map(|year| rule.day(year).filter(|date| *date < line.today))
    } else {
        coming(this)
    }?;
    // "Organise Halloween" names the thing; "Christmas Eve" is a day even without its "on".
    let plain = if to == start + 1 { Trust::Lead } else { Trust::Tail };
    // "Christmas dinner at 7" is on that day.
    let timed = line.is(to, WORD) && line.is(to + 1, AT) && line.is(to + 2, NUM | NOON | MIDNIGHT)
        || at == 0 && at_a_time(line, to);
    let trust = if directed || to > start + 2 || timed || line.is(to - 1, YEAR) { Trust::Noun } else { plain };
    ends_cleanly(line, to).then_some(Item { from: at, to, value: Day::whole(date), trust })
}

/// The most words of what is on a holiday.
const LONGEST_THING: usize = 6;

/// Whether what stands behind a holiday is a thing and then, to the end, its time: "boxing day" "lunch at nans, 1pm".
fn at_a_time(line: &Line<'_>, to: usize) -> bool {
    let timed = |at: &usize| {
        let hour = line.is(*at, NUM) && line.is(at + 1, AMPM) && line.token(at + 2).is_none();
        (hour || line.is(*at, NOON | MIDNIGHT) && line.token(at + 1).is_none()) && line.is(at - 1, AT | COMMA)
    };
    let thing = |at: usize| !line.is(at, NUM | WEEKDAY | MONTH | TODAY | TOMORROW | TONIGHT | UNIT | PART);
    line.is(to, WORD) && (to + 2..to + 2 + LONGEST_THING).find(timed).is_some_and(|end| (to..end).all(thing))
}
