//! The grammar: tables of patterns by subject, each with the function that gives the match its value.
//!
//! An item is one date, time, part of a day or recurrence standing at one place of a line.
//! How items join, and which of them may stand where they stand, is the reader's business (`reader.rs`).

pub(crate) mod casual;
pub(crate) mod clock;
pub(crate) mod holiday;
pub(crate) mod month;
pub(crate) mod numeric;
pub(crate) mod period;
pub(crate) mod recurrence;
pub(crate) mod relative;

use crate::civil::{Date, DateTime, Weekday};

use crate::lexer::Token;
use crate::lexicon::*;
use crate::now::Now;
use crate::pattern::{Match, Slot, first_classes, matches};
use crate::rule::Rule as Recurrence;

/// A text made into tokens, with the moment its words count from.
pub(crate) struct Line<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    pub(crate) now: Now,
    pub(crate) today: Date,
    pub(crate) day_first: bool,
}

impl Line<'_> {
    pub(crate) fn is(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(class))
    }

    pub(crate) fn glued(&self, at: usize, class: Class) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(class) && token.glued)
    }

    pub(crate) fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at)
    }

    /// Whether a part of many days stands there: "nights".
    pub(crate) fn is_plural_part(&self, at: usize) -> bool {
        self.is(at, PART) && self.word(at).ends_with(['s', 'S'])
    }

    pub(crate) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.span.of(self.text))
    }
}

/// What a day was said as; it decides how the day joins with others and with recurrences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum DayKind {
    /// A day of the week; another date beside it is the date meant.
    Weekday(Weekday),
    /// Month and day without a year.
    MonthDay,
    /// A day of the month alone.
    OfMonth(i32),
    /// A whole month; a day of the month beside it lies in it.
    Month,
    /// The end of a day; another day beside it is the day meant.
    EndOfDay,
    /// Counted in days or weeks; a weekday beside it moves it inside that week.
    InWeeks,
    /// Counted in months or years; a weekday beside it moves it on to that weekday.
    InMonths,
    /// Anything complete in itself.
    Whole,
}

/// A day, perhaps with the part of it that was named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Day {
    pub(crate) date: Date,
    pub(crate) kind: DayKind,
    pub(crate) part: i32,
}

impl Day {
    pub(crate) fn whole(date: Date) -> Value {
        Self::of(date, DayKind::Whole)
    }

    pub(crate) fn of(date: Date, kind: DayKind) -> Value {
        Value::Day(Self { date, kind, part: 0 })
    }
}

/// A time of day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clock {
    pub(crate) hour: i32,
    pub(crate) minute: i32,
    /// Whether the half of the day was left open.
    pub(crate) open: bool,
    /// Midnight belongs to the night before it.
    pub(crate) midnight: bool,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A day.
    Day(Day),
    /// A time of day.
    Clock(Clock),
    /// A part of a day, such as [`part::EVENING`].
    Part(i32),
    /// A day and a time at once ("in two hours").
    Moment(DateTime),
    /// A recurrence.
    Every(Box<Recurrence>),
    /// Words with the form of a date that name none ("30 February"): nothing inside them is read.
    Block,
}

/// What an item needs around it in order to be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trust {
    /// Nothing.
    Sure,
    /// Not to be an adjective: no article before together with a noun after.
    Noun,
    /// A connector before, a neighbour, or no noun after.
    Tail,
    /// A connector before, a neighbour, or the whole line.
    Lead,
    /// A neighbour.
    Neighbour,
}

/// Something read at a place of a line.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) value: Value,
    pub(crate) trust: Trust,
}

/// A row of the grammar.
pub(crate) struct Row {
    slots: &'static [Slot],
    first: Class,
    trust: Trust,
    read: fn(&Line<'_>, &Match<'_>) -> Option<Value>,
}

/// A row: pattern, what it needs around it, what it means.
pub(crate) const fn row(slots: &'static [Slot], trust: Trust, read: fn(&Line<'_>, &Match<'_>) -> Option<Value>) -> Row {
    assert!(slots.len() <= crate::pattern::WIDEST, "a pattern is too wide");
    Row { slots, first: first_classes(slots), trust, read }
}

const TABLES: [&[Row]; 6] = [casual::ROWS, month::ROWS, numeric::ROWS, period::ROWS, clock::ROWS, relative::ROWS];

/// The longest item that begins at `at`; of equally long ones the first in the tables.
pub(crate) fn item_at(line: &Line<'_>, at: usize) -> Option<Item> {
    let classes = line.token(at)?.classes;
    if classes & !(WORD | SIGN | FUNCTION | DETERMINER | PRONOUN | CLOSER | OPENER) == 0 && classes & DETERMINER == 0 {
        return None;
    }
    let mut best: Option<Item> = None;
    let mut keep = |item: Item| {
        if best.as_ref().is_none_or(|best| item.to > best.to) {
            best = Some(item);
        }
    };
    for rows in TABLES {
        read_rows(line, at, classes, rows, &mut keep);
    }
    for special in [relative::at, holiday::at, recurrence::at] {
        if let Some(item) = special(line, at) {
            keep(item);
        }
    }
    best
}

fn read_rows(line: &Line<'_>, at: usize, classes: Class, rows: &[Row], keep: &mut impl FnMut(Item)) {
    for row in rows.iter().filter(|row| row.first & classes != 0) {
        if let Some(found) = matches(&line.tokens, at, row.slots)
            && ends_cleanly(line, found.to)
            && let Some(value) = (row.read)(line, &found)
        {
            keep(Item { from: found.from, to: found.to, value, trust: row.trust });
        }
    }
}

/// The longest day at `at` that is not itself counted from another day.
pub(crate) fn day_at(line: &Line<'_>, at: usize) -> Option<(Day, usize)> {
    let classes = line.token(at)?.classes;
    let mut best: Option<(Day, usize)> = None;
    let mut keep = |item: Item| {
        if let Value::Day(day) = item.value
            && best.is_none_or(|(_, to)| item.to > to)
        {
            best = Some((day, item.to));
        }
    };
    for rows in [casual::ROWS, month::ROWS, numeric::ROWS, period::ROWS] {
        read_rows(line, at, classes, rows, &mut keep);
    }
    if let Some(item) = holiday::at(line, at) {
        keep(item);
    }
    best
}

/// The longest time of day at `at` that is not itself counted from another one.
pub(crate) fn clock_at(line: &Line<'_>, at: usize) -> Option<(Clock, usize)> {
    let classes = line.token(at)?.classes;
    let mut best: Option<(Clock, usize)> = None;
    read_rows(line, at, classes, clock::ROWS, &mut |item: Item| {
        if let Value::Clock(clock) = item.value
            && best.is_none_or(|(_, to)| item.to > to)
        {
            best = Some((clock, item.to));
        }
    });
    best
}

/// Whether an item may begin at this token: not inside a longer word, number, path or amount.
pub(crate) fn begins_cleanly(line: &Line<'_>, at: usize) -> bool {
    let Some(token) = line.token(at) else { return false };
    if !token.glued {
        return true;
    }
    let Some(before) = at.checked_sub(1) else { return true };
    if line.is(before, COMMA | COLON | DOT) {
        // "2,350" and "31:07" are one thing; "Mon,Tue" and "due:friday" are two.
        let number_before =
            before.checked_sub(1).is_some_and(|earlier| line.is(earlier, NUM)) && line.glued(before, SIGN);
        let dotted_word = line.is(before, DOT) && before.checked_sub(1).is_some_and(|earlier| !line.is(earlier, DOT));
        return !(dotted_word || number_before && line.is(at, DIGITS));
    }
    line.is(before, OPENER | CLOSER | BANG | AT_SIGN | AROUND | PLUS | AMPERSAND)
        || line.is(before, DASH) && !line.glued(before, DASH)
        || line.is(before, DASH) && line.word(before) != "-"
}

/// Whether an item may end before this token.
pub(crate) fn ends_cleanly(line: &Line<'_>, at: usize) -> bool {
    let Some(next) = line.token(at) else { return true };
    if !next.glued {
        return true;
    }
    let follows = |class: Class| line.glued(at + 1, class);
    if next.is(DASH) {
        // A range, or a dash that separates: "July 13-15", "tomorrow- call".
        return next.span.len() > 1
            || !line.token(at + 1).is_some_and(|token| token.glued)
            || follows(MONTH | WEEKDAY | ORD | NOON | MIDNIGHT)
            || line.token(at + 1).is_some_and(|token| token.is(NUM) && token.digits <= 2);
    }
    if next.is(DOT | PLUS) && follows(DIGITS) && (at.saturating_sub(6)..at).any(|at| line.glued(at, TEE)) {
        // A machine's stamp goes on with parts of a second and its zone.
        return true;
    }
    if next.is(DOT) {
        return !follows(WORD | NUM | ORD);
    }
    if next.is(COMMA | COLON) {
        return !follows(DIGITS);
    }
    if next.is(AT_SIGN) {
        // "tomorrow@3pm"
        return follows(DIGITS);
    }
    if next.is(APOSTROPHE) {
        return !follows(WORD);
    }
    next.is(CLOSER | BANG) || next.is(ZED) && !follows(WORD | NUM)
}
