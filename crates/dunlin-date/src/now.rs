//! The moment every relative date counts from. It is given, never asked of a clock.

use crate::calendar;
use crate::civil::{Date, DateTime, Time};

/// A local civil moment without a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Now(DateTime);

impl Now {
    /// The civil moment of a Unix time in milliseconds, seen at `utc_offset_minutes` east of Greenwich.
    ///
    /// Times beyond what a calendar of years −9999 to 9999 can hold are moved to its borders.
    ///
    /// ```
    /// use dunlin_date::Now;
    /// let now = Now::from_unix(1_795_253_400_000, 60);
    /// assert_eq!(now.to_text(), "2026-11-21T10:30");
    /// ```
    pub fn from_unix(now_ms: i64, utc_offset_minutes: i32) -> Self {
        let seconds = now_ms.div_euclid(1000).saturating_add(i64::from(utc_offset_minutes).saturating_mul(60));
        let border = if seconds < 0 { DateTime::MIN } else { DateTime::MAX };
        Self(DateTime::numbered(seconds).unwrap_or(border))
    }

    /// The moment with these parts, or nothing when there is no such day or minute.
    pub fn new(year: i32, month: i32, day: i32, hour: i32, minute: i32) -> Option<Self> {
        Some(Self(Date::new(year, month, day)?.at(Time::new(hour, minute)?)))
    }

    /// The moment written as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`.
    pub fn parse(text: &str) -> Option<Self> {
        calendar::parse_due(text).map(|(date, time)| Self(date.at(time.unwrap_or_default())))
    }

    /// The moment as `YYYY-MM-DDTHH:MM`.
    pub fn to_text(self) -> String {
        calendar::due_text(self.0.date(), Some(self.0.time()))
    }

    /// The day as `YYYY-MM-DD`.
    pub fn date_text(self) -> String {
        calendar::due_text(self.0.date(), None)
    }

    /// The same clock time `days` later; negative goes back.
    #[must_use]
    pub fn plus_days(self, days: i32) -> Self {
        let border = if days < 0 { Date::MIN } else { Date::MAX };
        let date = calendar::plus_days(self.0.date(), days).unwrap_or(border);
        Self(date.at(self.0.time()))
    }

    pub(crate) fn datetime(self) -> DateTime {
        self.0
    }

    pub(crate) fn date(self) -> Date {
        self.0.date()
    }
}
