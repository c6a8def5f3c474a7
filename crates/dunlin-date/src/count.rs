//! How far two days lie apart, and a day written out.

use crate::calendar;
use crate::civil::Date;
use crate::due::{month_name, weekday_name};

/// What days are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayUnit {
    /// Days.
    Days,
    /// Mondays to Fridays, the first day and the last one among them.
    Weekdays,
    /// Whole weeks.
    Weeks,
    /// Whole months.
    Months,
    /// Whole years.
    Years,
    /// Mondays, the first day and the last one among them.
    Mondays,
    /// Tuesdays, the first day and the last one among them.
    Tuesdays,
    /// Wednesdays, the first day and the last one among them.
    Wednesdays,
    /// Thursdays, the first day and the last one among them.
    Thursdays,
    /// Fridays, the first day and the last one among them.
    Fridays,
    /// Saturdays, the first day and the last one among them.
    Saturdays,
    /// Sundays, the first day and the last one among them.
    Sundays,
}

impl DayUnit {
    /// Those that are one day of the week, in its order.
    const EACH_WEEKDAY: [Self; 7] = [
        Self::Mondays,
        Self::Tuesdays,
        Self::Wednesdays,
        Self::Thursdays,
        Self::Fridays,
        Self::Saturdays,
        Self::Sundays,
    ];

    /// The unit with this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Days, Self::Weekdays, Self::Weeks, Self::Months, Self::Years];
        all.into_iter().chain(Self::EACH_WEEKDAY).find(|unit| unit.name() == name)
    }

    /// Its name: "days".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::Weekdays => "weekdays",
            Self::Weeks => "weeks",
            Self::Months => "months",
            Self::Years => "years",
            Self::Mondays => "mondays",
            Self::Tuesdays => "tuesdays",
            Self::Wednesdays => "wednesdays",
            Self::Thursdays => "thursdays",
            Self::Fridays => "fridays",
            Self::Saturdays => "saturdays",
            Self::Sundays => "sundays",
        }
    }
}

/// How many of a unit lie between two days, and how many days are left over; negative when the second comes first. Nothing where
/// a text is no day.
///
/// ```
/// use dunlin_date::{DayUnit, count_between};
/// assert_eq!(count_between("2026-11-25", "2026-12-25", DayUnit::Days), Some((30, 0)));
/// assert_eq!(count_between("2026-11-25", "2027-02-01", DayUnit::Weeks), Some((9, 5)));
/// assert_eq!(count_between("2026-12-01", "2026-12-15", DayUnit::Weekdays), Some((11, 0)));
/// assert_eq!(count_between("2026-12-01", "2026-12-31", DayUnit::named("tuesdays").unwrap_or(DayUnit::Days)), Some((5, 0)));
/// assert_eq!(count_between("1990-05-03", "2026-11-25", DayUnit::Years), Some((36, 206)));
/// ```
pub fn count_between(from: &str, to: &str, unit: DayUnit) -> Option<(i64, i64)> {
    let (from, to) = (calendar::parse_due(from)?.0, calendar::parse_due(to)?.0);
    if to < from {
        let (count, rest) = apart(to, from, unit)?;
        return Some((-count, -rest));
    }
    apart(from, to, unit)
}

fn apart(from: Date, to: Date, unit: DayUnit) -> Option<(i64, i64)> {
    let days = i64::from(calendar::days_between(from, to));
    let months = |each: i32| {
        let all = (to.year() - from.year()) * 12 + to.month() - from.month();
        let fits = |count: &i32| calendar::plus_months(from, *count * each).is_some_and(|date| date <= to);
        let count = [all / each, all / each - 1].into_iter().find(fits)?;
        let reached = calendar::plus_months(from, count * each)?;
        Some((i64::from(count), i64::from(calendar::days_between(reached, to))))
    };
    match unit {
        DayUnit::Days => Some((days, 0)),
        DayUnit::Weeks => Some((days / 7, days % 7)),
        DayUnit::Months => months(1),
        DayUnit::Years => months(12),
        DayUnit::Weekdays => {
            // Of every seven days on end five are such; what is left over is less than a week.
            let start = i64::from(from.weekday().offset());
            let left: i64 = (0..(days + 1) % 7).map(|day| i64::from((start + day) % 7 < 5)).sum();
            Some(((days + 1) / 7 * 5 + left, 0))
        }
        _ => {
            let weekday = DayUnit::EACH_WEEKDAY.iter().position(|each| *each == unit)?;
            // How many days after the first one the first such day comes.
            let first = (i64::try_from(weekday).ok()? - i64::from(from.weekday().offset())).rem_euclid(7);
            Some(((days - first).div_euclid(7) + 1, 0))
        }
    }
}

/// A day written out: "Friday, 18 December 2026". Nothing where the text is no day.
///
/// ```
/// assert_eq!(dunlin_date::day_in_words("2026-12-18").as_deref(), Some("Friday, 18 December 2026"));
/// ```
pub fn day_in_words(day: &str) -> Option<String> {
    let (date, time) = calendar::parse_due(day)?;
    let (weekday, month) = (weekday_name(date.weekday()), month_name(date.month()));
    let at = time.map_or_else(String::new, |time| {
        let mut at = ", ".to_owned();
        time.push_to(&mut at);
        at
    });
    Some(format!("{weekday}, {} {month} {}{at}", date.day(), date.year()))
}

/// The week that a day lies in, and the year the week belongs to, as ISO 8601 counts them: weeks begin on a Monday, and the first
/// one of a year holds its first Thursday. Nothing where the text is no day.
///
/// ```
/// use dunlin_date::week_of_year;
/// assert_eq!(week_of_year("2026-11-25"), Some((2026, 48)));
/// assert_eq!(week_of_year("2027-01-01"), Some((2026, 53)));
/// assert_eq!(week_of_year("2024-12-30"), Some((2025, 1)));
/// ```
pub fn week_of_year(day: &str) -> Option<(i32, i32)> {
    let date = calendar::parse_due(day)?.0;
    // A week belongs to the year of its Thursday.
    let thursday = calendar::plus_days(date, 3 - date.weekday().offset())?;
    let week = calendar::days_between(thursday.first_of_year(), thursday) / 7 + 1;
    Some((thursday.year(), week))
}

/// Whether a year of the Gregorian calendar has a 29 February. Nothing where the calendar does not go so far.
///
/// ```
/// use dunlin_date::is_leap_year;
/// assert_eq!([1900, 2000, 2026, 2028].map(is_leap_year), [Some(false), Some(true), Some(false), Some(true)]);
/// ```
pub fn is_leap_year(year: i32) -> Option<bool> {
    Date::new(year, 1, 1).map(|first| first.days_in_year() == 366)
}
