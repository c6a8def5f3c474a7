//! The moment every relative date counts from. It is given, never asked of a clock.

use crate::calendar;
use crate::civil::{Date, DateTime, Time};

/// A local civil moment, and the next time that clocks are put forward or back there, where the host can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Now {
    moment: DateTime,
    zone: Option<Zone>,
    switch: Option<Switch>,
}

/// The time zone of the host, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Zone {
    /// How far its clocks are ahead of UTC now.
    seconds: i64,
    /// For how many days they have been so, and not longer.
    days_back: i64,
}

/// Clocks are put forward, or back: the beginning or the end of daylight saving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Switch {
    /// When, as clocks show it that were not put yet.
    at: DateTime,
    /// By how much they are put forward.
    seconds: i64,
}

/// How many days ahead the time zone is asked for its offset. Between two of them clocks are put at most once.
const DAYS_AHEAD: [i64; 7] = [1, 2, 4, 8, 16, 32, FARTHEST_DAY];
const FARTHEST_DAY: i64 = 64;
/// How many days lie between two moments at which clocks are put, at least.
const STEADY_DAYS: i64 = 28;
const DAY_MS: i64 = 86_400_000;
const MINUTE_MS: i64 = 60_000;

impl From<DateTime> for Now {
    fn from(moment: DateTime) -> Self {
        Self { moment, zone: None, switch: None }
    }
}

/// The civil moment of a Unix time, seen so many minutes east of Greenwich.
fn civil(unix_ms: i64, offset_minutes: i32) -> DateTime {
    let seconds = unix_ms.div_euclid(1000).saturating_add(i64::from(offset_minutes).saturating_mul(60));
    let border = if seconds < 0 { DateTime::MIN } else { DateTime::MAX };
    DateTime::numbered(seconds).unwrap_or(border)
}

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
        Self::at(now_ms, &|_| utc_offset_minutes)
    }

    /// As [`Now::from_unix`], with the offset of any moment, in minutes east of Greenwich: so that "in 3 hours" means three
    /// hours also in the night in which clocks are put forward or back.
    ///
    /// ```
    /// use dunlin_date::{DateOptions, Now, parse_date};
    /// // Berlin, 2026-03-29: an hour before clocks are put from 02:00 to 03:00.
    /// let switch = 1_774_746_000_000;
    /// let now = Now::at(switch - 3_600_000, &|at| if at < switch { 60 } else { 120 });
    /// let read = parse_date("in 3 hours", &DateOptions { now, day_first: false }).unwrap();
    /// assert_eq!((now.to_text().as_str(), read.time.as_deref()), ("2026-03-29T01:00", Some("05:00")));
    /// ```
    pub fn at(now_ms: i64, offset_minutes: &dyn Fn(i64) -> i32) -> Self {
        let here = offset_minutes(now_ms);
        let was_so = offset_minutes(now_ms.saturating_sub(STEADY_DAYS * DAY_MS)) == here;
        let zone = Some(Zone { seconds: i64::from(here) * 60, days_back: if was_so { STEADY_DAYS } else { 0 } });
        let mut before = now_ms;
        for days in DAYS_AHEAD {
            let mut after = now_ms.saturating_add(days * DAY_MS);
            let there = offset_minutes(after);
            if there == here {
                before = after;
                continue;
            }
            while after.saturating_sub(before) > MINUTE_MS {
                let middle = before + (after - before) / 2;
                if offset_minutes(middle) == here {
                    before = middle;
                } else {
                    after = middle;
                }
            }
            // Clocks are put at whole minutes.
            let at = civil(after.div_euclid(MINUTE_MS) * MINUTE_MS, here);
            let switch = Switch { at, seconds: i64::from(there - here) * 60 };
            return Self { moment: civil(now_ms, here), zone, switch: Some(switch) };
        }
        Self { moment: civil(now_ms, here), zone, switch: None }
    }

    /// What clocks show here when they show `there` so many minutes east of Greenwich. Nothing where the host's zone is not
    /// known, or its clocks may have been put in between: a month back, and one or two ahead.
    pub(crate) fn here(self, there: DateTime, minutes_east: i32) -> Option<DateTime> {
        let zone = self.zone?;
        let moved = calendar::plus_seconds(there, zone.seconds - i64::from(minutes_east) * 60)?;
        let days_from = |from: DateTime| i64::from(calendar::days_between(from.date(), moved.date()));
        if days_from(self.moment) < -zone.days_back {
            return None;
        }
        match self.switch {
            None => (days_from(self.moment) < FARTHEST_DAY).then_some(moved),
            Some(switch) if moved < switch.at => Some(moved),
            Some(switch) if days_from(switch.at) > STEADY_DAYS => None,
            Some(switch) => calendar::plus_seconds(moved, switch.seconds),
        }
    }

    /// A day or a local moment to come as an instant: `2026-11-27T15:00` as `2026-11-27T15:00+01:00`. Nothing where the host's
    /// zone is not known there, or the text is no moment of the calendar.
    ///
    /// ```
    /// use dunlin_date::Now;
    /// let now = Now::from_unix(1_795_253_400_000, 60);
    /// assert_eq!(now.with_zone("2026-11-27T15:00").as_deref(), Some("2026-11-27T15:00+01:00"));
    /// ```
    pub fn with_zone(self, moment: &str) -> Option<String> {
        let zone = self.zone?;
        let (date, time) = calendar::parse_due(moment)?;
        let there = date.at(time.unwrap_or_default());
        let days_from = |from: DateTime| i64::from(calendar::days_between(from.date(), there.date()));
        let seconds = match self.switch {
            None => (days_from(self.moment) < FARTHEST_DAY).then_some(zone.seconds)?,
            Some(switch) if there < switch.at => zone.seconds,
            Some(switch) => (days_from(switch.at) <= STEADY_DAYS).then_some(zone.seconds + switch.seconds)?,
        };
        let (sign, minutes) = (if seconds < 0 { '-' } else { '+' }, seconds.abs() / 60);
        Some(format!("{}{sign}{:02}:{:02}", Self::from(there).to_text(), minutes / 60, minutes % 60))
    }

    /// The moment so many seconds after `from`, which lies a length of days after now: clocks are put in between.
    pub(crate) fn seconds_after(self, from: DateTime, seconds: i64) -> Option<DateTime> {
        let moved = calendar::plus_seconds(from, seconds)?;
        match self.switch {
            Some(switch) if from < switch.at && moved >= switch.at => calendar::plus_seconds(moved, switch.seconds),
            _ => Some(moved),
        }
    }

    /// The moment with these parts, or nothing when there is no such day or minute.
    pub fn new(year: i32, month: i32, day: i32, hour: i32, minute: i32) -> Option<Self> {
        Some(Date::new(year, month, day)?.at(Time::new(hour, minute)?).into())
    }

    /// The moment written as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`.
    pub fn parse(text: &str) -> Option<Self> {
        calendar::parse_due(text).map(|(date, time)| date.at(time.unwrap_or_default()).into())
    }

    /// The moment as `YYYY-MM-DDTHH:MM`.
    pub fn to_text(self) -> String {
        calendar::due_text(self.moment.date(), Some(self.moment.time()))
    }

    /// The day as `YYYY-MM-DD`.
    pub fn date_text(self) -> String {
        calendar::due_text(self.moment.date(), None)
    }

    /// The same clock time `days` later; negative goes back.
    #[must_use]
    pub fn plus_days(self, days: i32) -> Self {
        let border = if days < 0 { Date::MIN } else { Date::MAX };
        let date = calendar::plus_days(self.moment.date(), days).unwrap_or(border);
        Self { moment: date.at(self.moment.time()), ..self }
    }

    pub(crate) fn datetime(self) -> DateTime {
        self.moment
    }

    pub(crate) fn date(self) -> Date {
        self.moment.date()
    }
}
