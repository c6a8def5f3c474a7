//! A due moved by a length of time that was said in words: "a week", "2 hours and a half", "-3 days".

use crate::calendar;
use crate::grammar::relative::length_at;
use crate::line::{DateOptions, line};
use crate::now::Now;

/// The due that much later, or earlier where the length begins with a minus; nothing where `by` is no length of time, or leads
/// out of the calendar.
///
/// A due without a time gets one only from a length of hours or less, counted from midnight. Months end where they end.
///
/// ```
/// use dunlin_date::postpone;
/// assert_eq!(postpone("2026-11-27T17:00", "a week").as_deref(), Some("2026-12-04T17:00"));
/// assert_eq!(postpone("2027-01-31", "1 month").as_deref(), Some("2027-02-28"));
/// assert_eq!(postpone("2026-11-27", "-2 days").as_deref(), Some("2026-11-25"));
/// assert_eq!(postpone("2026-11-27", "friday"), None);
/// ```
pub fn postpone(due: &str, by: &str) -> Option<String> {
    let (date, time) = calendar::parse_due(due)?;
    let by = by.trim();
    let (by, sign) = by.strip_prefix(['-', '\u{2212}']).map_or((by, 1), |by| (by, -1));
    let options = DateOptions { now: Now::parse(due)?, day_first: false };
    let said = line(by, &options, &[]);
    let (length, to) = length_at(&said, 0)?;
    if to != said.tokens.len() {
        return None;
    }
    let moved = length.from(date.at(time.unwrap_or_default()).into(), sign)?;
    let states_time = time.is_some() || length.is_clock();
    Some(calendar::due_text(moved.date(), states_time.then(|| moved.time())))
}
