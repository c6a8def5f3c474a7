//! The reader of dates, times, recurrences and quick-add lines, with spans.
//!
//! - [`parse_date`]: the first date in a sentence.
//! - [`parse_quick_add`]: a todo typed as one line, with its date, priority, tags and recurrence taken out of the text.
//! - [`next_occurrence`] and [`advance`]: when a recurring todo comes back.
//! - [`postpone`]: a due that much later.
//! - [`count_between`], [`day_in_words`], [`week_of_year`], [`is_leap_year`]: how far two days lie apart, a day written out, and
//!   what its year says of it.
//! - [`describe_due`], [`is_overdue`]: a due as people say it.
//!
//! Dates are floating civil values, counted from a given local [`Now`]. A time with its zone ("2026-11-24T10:00Z", "3pm UTC",
//! "2026-11-24T10:00+02:00") becomes what clocks show here then; where the host does not tell its zone, or for moments so far
//! off that clocks may be put in between, it is not read.
//! Weeks start on Monday; "next Friday" is the Friday of next calendar week; a weekday said on that weekday is a week away;
//! numbers are month first unless [`DateOptions::day_first`] or dots ("3.12.") say otherwise; early, mid and late in a month are
//! its 5th, 15th and 25th, in a week its Monday, Wednesday and Friday; where no time is stated there is none.
//!
//! This crate knows no clock, no store, no plan and no page, and never fails on text: what it does not know stays text.
//!
//! ```
//! use dunlin_date::{DateOptions, Now, parse_date, parse_quick_add};
//! let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
//!
//! let read = parse_date("lunch with Ada next friday at 1pm", &options).unwrap();
//! assert_eq!((read.date.as_str(), read.time.as_deref()), ("2026-11-27", Some("13:00")));
//!
//! let added = parse_quick_add("water the ferns every 3 days #home p2", &options, &[]);
//! assert_eq!(added.text, "water the ferns");
//! assert_eq!(added.recurrence.as_deref(), Some("FREQ=DAILY;INTERVAL=3"));
//! ```

// Clippy passes over such imports in tests, where the expectation would not be met.
#![cfg_attr(
    not(test),
    expect(clippy::wildcard_imports, reason = "word classes are the grammar's alphabet; patterns name dozens of them")
)]

mod acceptance;
mod calendar;
mod civil;
mod count;
mod due;
mod error;
mod gather;
mod grammar;
mod group;
mod lexer;
mod lexicon;
mod line;
mod now;
mod occurrence;
mod pattern;
mod phrase;
mod postpone;
mod quick_add;
mod reader;
mod resolve;
mod rule;
mod suffix;

pub use count::{DayUnit, count_between, day_in_words, is_leap_year, week_of_year};
pub use due::{describe_due, describe_recurrence, due_in_full, is_overdue, is_valid_due};
pub use dunlin_base::Span;
pub use error::{DateError, DateErrorKind};
pub use line::DateOptions;
pub use now::Now;
pub use occurrence::{Advance, advance, next_occurrence};
/// The most bytes of a line that are read; what stands after them is plain text.
pub const MAX_LINE: usize = 10_000;

/// The day or time of day that one slip of the keyboard makes this word of, in lower case, where nothing else can be meant.
///
/// ```
/// assert_eq!(dunlin_date::slip_of("fridya"), Some("friday"));
/// assert_eq!(dunlin_date::slip_of("sundae"), None);
/// ```
pub fn slip_of(word: &str) -> Option<&'static str> {
    lexicon::slipped(word.as_bytes())
}

pub use phrase::{DateReading, parse_date};
pub use postpone::postpone;
pub use quick_add::{QuickAdd, Reading, ReadingKind, parse_quick_add};
