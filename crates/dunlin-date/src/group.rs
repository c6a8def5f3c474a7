//! What items that stand together say: one day, one time, one recurrence, and where each was said.

use crate::calendar;
use crate::civil::Date;
use crate::grammar::relative::Length;
use crate::grammar::{Clock, Day, DayKind, Line};
use crate::rule::Rule;

/// What kind of thing a place of the line was read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Date,
    Time,
    Recurrence,
}

/// Items that stand together.
#[derive(Default)]
pub(crate) struct Group {
    pub(crate) day: Option<Day>,
    pub(crate) clock: Option<Clock>,
    pub(crate) part: i32,
    pub(crate) moment: Option<crate::civil::DateTime>,
    /// The zone that was said, in minutes east of Greenwich.
    pub(crate) east: Option<i32>,
    pub(crate) rule: Option<Rule>,
    pub(crate) start: Option<Date>,
    /// How long the recurrence goes on from its first day.
    pub(crate) lasts: Option<Length>,
    /// Whether it is later than its day: "after Christmas".
    pub(crate) after: bool,
    pub(crate) pieces: Vec<(PieceKind, usize, usize)>,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// How long ago a day without a year may be that its weekday picks.
const MOST_DAYS_BACK: i32 = 200;

/// Two days side by side are one when one of them only names the weekday of the other.
pub(crate) fn join_days(line: &Line<'_>, first: Day, second: Day) -> Option<Day> {
    let whole = |date: Date| Some(Day { date, kind: DayKind::Whole, part: first.part.max(second.part) });
    let (weekday, other) = match (first.kind, second.kind) {
        (DayKind::EndOfDay, _) => return whole(second.date),
        (_, DayKind::EndOfDay) => return whole(first.date),
        (DayKind::Month, DayKind::OfMonth(number)) => {
            return whole(Date::new(first.date.year(), first.date.month(), number)?);
        }
        (DayKind::Weekday(_), DayKind::Weekday(_)) => return None,
        (DayKind::Weekday(weekday), _) => (weekday, second),
        (_, DayKind::Weekday(weekday)) => (weekday, first),
        _ => return None,
    };
    let part = if first.part == 0 { second.part } else { first.part };
    let date = match other.kind {
        DayKind::OfMonth(number) => {
            // The day of the month that falls on that weekday.
            let months = |step: i32| {
                let first = calendar::plus_months(line.today.first_of_month(), step)?;
                Date::new(first.year(), first.month(), number)
            };
            let fits = |date: &Date| date.weekday() == weekday;
            (0..40)
                .filter_map(months)
                .find(|date| fits(date) && *date >= line.today)
                .filter(|date| calendar::days_between(line.today, *date) < 600)
                .unwrap_or(other.date)
        }
        DayKind::MonthDay => {
            let year = |step: i32| Date::new(other.date.year() + step, other.date.month(), other.date.day());
            // A weekday that only fits long ago is a slip: nobody means last December in November.
            let near = |date: &Date| calendar::days_between(*date, line.today) < MOST_DAYS_BACK;
            let fits = |date: &Date| date.weekday() == weekday && near(date);
            [0, -1, 1, 2].into_iter().filter_map(year).find(fits).unwrap_or(other.date)
        }
        DayKind::InWeeks => calendar::weekday_of_week(other.date, 0, weekday)?,
        DayKind::InMonths => calendar::weekday_from(other.date, weekday)?,
        DayKind::Weekday(_) | DayKind::Whole | DayKind::Month | DayKind::EndOfDay => other.date,
    };
    // A year may still follow a month and day ("Mon Jun 3 07:00 2030").
    let kind = if other.kind == DayKind::MonthDay { DayKind::MonthDay } else { DayKind::Whole };
    Some(Day { date, kind, part })
}
