//! When a todo is due, and which local day it is. Floating civil values as text; no time zones, no natural language.

use std::{fmt, rc::Rc};

use dunlin_base::{Clock, Env, days_from_civil, iso_utc};
use dunlin_date::{Now, is_valid_due};
use serde::{Deserialize, Serialize};

use crate::error::clip;

/// A due date, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, in whatever zone the reader is. Sorts by time.
///
/// ```
/// use dunlin_todo::Due;
/// let due = Due::parse("2026-11-27T17:00").unwrap();
/// assert_eq!((due.date(), due.time()), ("2026-11-27", Some("17:00")));
/// assert!(Due::parse("2026-02-30").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Due(String);

impl TryFrom<String> for Due {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text).ok_or_else(|| format!("found \"{}\", expected YYYY-MM-DD or YYYY-MM-DDTHH:MM", clip(&text)))
    }
}

impl From<Due> for String {
    fn from(due: Due) -> Self {
        due.0
    }
}

impl Due {
    /// The due date that is written so, or none.
    pub fn parse(text: &str) -> Option<Self> {
        // A clock's seconds are no part of it.
        (text.len() <= 16 && is_valid_due(text)).then(|| Self(text.to_owned()))
    }

    /// The whole value, as records have it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The day, `YYYY-MM-DD`.
    pub fn date(&self) -> &str {
        self.0.get(..10).unwrap_or_default()
    }

    /// The time of day, `HH:MM`, when one was stated.
    pub fn time(&self) -> Option<&str> {
        self.0.get(11..)
    }
}

impl fmt::Debug for LocalNow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LocalNow({})", self.minute)
    }
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn digits(text: &str, from: usize, to: usize) -> Option<i64> {
    let part = text.get(from..to)?;
    if part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None }
}

/// The number of a day written `YYYY-MM-DD`, counted from 1970-01-01; none when there is no such day.
pub(crate) fn day_number(date: &str) -> Option<i64> {
    let is_day = date.len() == 10 && is_valid_due(date);
    days_from_civil(digits(date, 0, 4)?, digits(date, 5, 7)?, digits(date, 8, 10)?).filter(|_| is_day)
}

/// The day with that number, as `YYYY-MM-DD`.
pub(crate) fn day_text(number: i64) -> String {
    iso_utc(number * 86_400_000).chars().take(10).collect()
}

/// The moment written `YYYY-MM-DDTHH:MM…` in UTC, in milliseconds since 1970.
pub(crate) fn utc_ms(text: &str) -> Option<i64> {
    let moment = Due::parse(text.get(..16)?)?;
    let (hour, minute) = (digits(text, 11, 13)?, digits(text, 14, 16)?);
    Some(day_number(moment.date())? * 86_400_000 + (hour * 60 + minute) * 60_000)
}

/// The minute that clocks show where the host is at a moment.
pub(crate) fn local_minute(clock: &dyn Clock, at_ms: i64) -> String {
    let local = at_ms + i64::from(clock.utc_offset_minutes(at_ms)) * 60_000;
    iso_utc(local).chars().take(16).collect()
}

/// The local moment that "today" and "overdue" are counted from.
#[derive(Clone)]
pub struct LocalNow {
    minute: String,
    now: Now,
    clock: Rc<dyn Clock>,
}

impl LocalNow {
    /// The local moment of `at_ms` where `env` is.
    pub fn at(env: &Env, at_ms: i64) -> Self {
        let clock = env.clock.clone();
        let now = Now::at(at_ms, &|moment| clock.utc_offset_minutes(moment));
        Self { minute: local_minute(clock.as_ref(), at_ms), now, clock }
    }

    /// The present local moment.
    pub fn of(env: &Env) -> Self {
        Self::at(env, env.clock.now_ms())
    }

    /// What relative dates are read against.
    pub(crate) fn now(&self) -> Now {
        self.now
    }

    /// The local day of a moment written in UTC.
    pub(crate) fn local_day(&self, utc: &str) -> Option<String> {
        utc_ms(utc).map(|at| local_minute(self.clock.as_ref(), at).chars().take(10).collect())
    }

    /// The month before this one, `YYYY-MM`.
    pub(crate) fn last_month(&self) -> String {
        let of_month = digits(self.today(), 8, 10).unwrap_or(1);
        self.day_after(-of_month).chars().take(7).collect()
    }

    /// Today, `YYYY-MM-DD`.
    pub fn today(&self) -> &str {
        self.minute.get(..10).unwrap_or_default()
    }

    /// The present minute, `YYYY-MM-DDTHH:MM`.
    pub fn minute(&self) -> &str {
        &self.minute
    }

    /// The day that many days after today.
    pub(crate) fn day_after(&self, days: i64) -> String {
        day_text(self.day() + days)
    }

    /// How many days ago this week's Monday was.
    pub(crate) fn since_monday(&self) -> i64 {
        // 1970-01-01 was a Thursday, three days after a Monday.
        (self.day() + 3).rem_euclid(7)
    }

    /// Whether a todo due then should have been done already.
    pub(crate) fn is_past(&self, due: &Due) -> bool {
        match due.time() {
            Some(_) => due.as_str() < self.minute.as_str(),
            None => due.date() < self.today(),
        }
    }

    fn day(&self) -> i64 {
        day_number(self.today()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_days_that_exist_are_due_dates() {
        for (text, good) in [
            ("2026-11-27", true),
            ("2024-02-29", true),
            ("2026-02-29", false),
            ("2026-13-01", false),
            ("2026-1-1", false),
            ("2026-11-27T17:00", true),
            ("2026-11-27T24:00", false),
            ("2026-11-27T1:00", false),
            ("2026-11-27 17:00", false),
            ("+026-11-27", false),
            ("", false),
            ("2026-11-2é", false),
        ] {
            assert_eq!(Due::parse(text).is_some(), good, "{text}");
        }
    }

    #[test]
    fn days_are_counted_both_ways() {
        for number in (-800_000..300_000).step_by(97) {
            if let Some(back) = day_number(&day_text(number)) {
                assert_eq!(back, number);
            }
        }
        assert_eq!(day_number("1970-01-05"), Some(4));
    }
}
