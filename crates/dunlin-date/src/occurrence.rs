//! Which days a recurrence falls on, and the due that follows a completed todo.
//!
//! A series starts at the due it is asked about. Rules that name their days behave as RFC 5545 says (a 31st skips short months);
//! a plain "every month" that started on a 31st falls on the last day of shorter months and comes back to the 31st,
//! because the rule handed on names that day.

use crate::civil::{Date, DateTime, Time, Weekday};

use crate::calendar;
use crate::error::{DateError, DateErrorKind};
use crate::rule::{Freq, Rule};

/// Periods looked at before a rule is taken to have no further occurrence.
const MOST_PERIODS: i32 = 6000;

/// The next todo of a series: its due, and the rule it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advance {
    /// When the next todo is due, with a time where the last one had one.
    pub due: String,
    /// The recurrence of the next todo: a count lowered by what has passed, a clamped month's end written out.
    pub recurrence: String,
}

/// The due after `due`, or nothing when the series is over. See [`advance`], which also gives the rule to carry on with.
///
/// ```
/// use dunlin_date::next_occurrence;
/// let next = next_occurrence("FREQ=MONTHLY;BYDAY=-1FR", "2026-11-27", None)?;
/// assert_eq!(next.as_deref(), Some("2026-12-25"));
/// # Ok::<(), dunlin_date::DateError>(())
/// ```
///
/// # Errors
/// When the rule or one of the dates cannot be read.
pub fn next_occurrence(rule: &str, due: &str, completed_on: Option<&str>) -> Result<Option<String>, DateError> {
    Ok(advance(rule, due, completed_on)?.map(|next| next.due))
}

/// The next todo of a series after the one due at `due` was completed.
///
/// Occurrences that had already passed at completion are skipped, so an overdue todo comes back in the future.
/// With `X-FROM=COMPLETION` the series is counted from the day of completion.
///
/// # Errors
/// When the rule or one of the dates cannot be read.
pub fn advance(rule: &str, due: &str, completed_on: Option<&str>) -> Result<Option<Advance>, DateError> {
    let rule = Rule::parse(rule)?;
    let (date, time) = parse(due)?;
    let completed = completed_on.map(parse).transpose()?;
    let next = if rule.freq < Freq::Daily {
        next_moment(&rule, date, time, completed)
    } else {
        next_day(&rule, date, time, completed)
    };
    let Some(Next { date: next_date, time: next_time, passed }) = next else {
        return Ok(None);
    };
    if let Some((last, last_time)) = rule.until
        && (next_date > last || next_date == last && last_time.zip(next_time).is_some_and(|(last, next)| next > last))
    {
        return Ok(None);
    }
    let mut carried = rule.clone();
    if let Some(count) = rule.count {
        match count.checked_sub(passed).filter(|left| *left > 0) {
            Some(left) => carried.count = Some(left),
            None => return Ok(None),
        }
    }
    name_clamped_day(&mut carried, date);
    Ok(Some(Advance { due: calendar::due_text(next_date, next_time), recurrence: carried.to_text() }))
}

struct Next {
    date: Date,
    time: Option<Time>,
    /// Occurrences used up, the next one included.
    passed: u32,
}

fn parse(due: &str) -> Result<(Date, Option<Time>), DateError> {
    calendar::parse_due(due).ok_or_else(|| DateError::new(DateErrorKind::InvalidDue, due))
}

fn next_day(rule: &Rule, date: Date, time: Option<Time>, completed: Option<(Date, Option<Time>)>) -> Option<Next> {
    if rule.from_completion {
        let base = completed.map_or(date, |(date, _)| date);
        let (next, _) = after(rule, base, base)?;
        return Some(Next { date: next, time, passed: 1 });
    }
    let passed_day = match completed {
        // Completed before that day's time, the day itself is still to come.
        Some((day, Some(at))) if day > date && time.is_some_and(|time| time > at) => calendar::plus_days(day, -1)?,
        Some((day, _)) => day,
        None => date,
    };
    let (next, passed) = after(rule, date, passed_day.max(date))?;
    Some(Next { date: next, time, passed })
}

/// The first moment of a series of hours or minutes that is still to come: from its time on today, or counted from now where none is
/// said.
pub(crate) fn coming_moment(rule: &Rule, today: Date, time: Option<Time>, now: DateTime) -> Option<DateTime> {
    match time {
        Some(time) if today.at(time) > now => Some(today.at(time)),
        _ => {
            let next = next_moment(rule, today, time, Some((now.date(), Some(now.time()))))?;
            Some(next.date.at(next.time?))
        }
    }
}

/// Hours and minutes are added to the moment itself.
fn next_moment(rule: &Rule, date: Date, time: Option<Time>, completed: Option<(Date, Option<Time>)>) -> Option<Next> {
    let minutes = i64::from(rule.interval) * if rule.freq == Freq::Hourly { 60 } else { 1 };
    let moment = |date: Date, time: Option<Time>| date.at(time.unwrap_or_default());
    let completed = completed.map(|(date, time)| moment(date, time));
    let start = match completed {
        Some(at) if rule.from_completion || time.is_none() => at,
        _ => moment(date, time),
    };
    let late = completed.map_or(0, |at| minutes_between(start, at).max(0));
    let steps = late / minutes + 1;
    let next = calendar::plus_seconds(start, steps * minutes * 60)?;
    Some(Next { date: next.date(), time: Some(next.time()), passed: u32::try_from(steps).ok()? })
}

fn minutes_between(from: DateTime, to: DateTime) -> i64 {
    (to.number() - from.number()) / 60
}

/// The first occurrence of the series from `start` that lies on or after `from`.
pub(crate) fn on_or_after(rule: &Rule, start: Date, from: Date) -> Option<Date> {
    if rule.freq < Freq::Daily {
        return Some(from.max(start));
    }
    let day_before = calendar::plus_days(from.max(start), -1)?;
    after(rule, start, day_before).map(|(date, _)| date)
}

/// The first occurrence strictly after a day, and how many occurrences after the start that makes.
fn after(rule: &Rule, start: Date, day: Date) -> Option<(Date, u32)> {
    // Without a count nothing before `day` matters, so a todo years overdue costs no more than a fresh one.
    let first = if rule.count.is_some() { 0 } else { periods_between(rule, start, day) };
    let mut passed = 0;
    for period in first..first.saturating_add(MOST_PERIODS) {
        let mut days = days_of_period(rule, start, period)?;
        days.retain(|date| *date > start || (*date >= start && day < start));
        for date in days {
            passed += 1;
            if date > day {
                return Some((date, passed));
            }
        }
        if rule.count.is_some_and(|count| passed >= count) {
            return None;
        }
    }
    None
}

/// A period at or before the one `day` lies in.
fn periods_between(rule: &Rule, start: Date, day: Date) -> i32 {
    let days = calendar::days_between(start, day).max(0);
    let months = (day.year() - start.year()) * 12 + day.month() - start.month();
    let periods = match rule.freq {
        Freq::Minutely | Freq::Hourly | Freq::Daily => days,
        Freq::Weekly => days / 7,
        Freq::Monthly => months,
        Freq::Yearly => months / 12,
    };
    (periods / rule.interval - 1).max(0)
}

/// The days of the series in one period, in order; nothing once the calendar ends.
fn days_of_period(rule: &Rule, start: Date, period: i32) -> Option<Vec<Date>> {
    let steps = period.checked_mul(rule.interval)?;
    let mut days =
        match rule.freq {
            Freq::Minutely | Freq::Hourly | Freq::Daily => {
                let day = calendar::plus_days(start, steps)?;
                let fits = in_months(rule, day) && on_weekdays(rule, day) && on_month_days(rule, day);
                if fits { vec![day] } else { Vec::new() }
            }
            Freq::Weekly => {
                let monday = calendar::plus_days(calendar::week_start(start)?, steps.checked_mul(7)?)?;
                (0..7)
                    .filter_map(|step| calendar::plus_days(monday, step))
                    .filter(|day| {
                        if rule.by_day.is_empty() { day.weekday() == start.weekday() } else { on_weekdays(rule, *day) }
                    })
                    .filter(|day| in_months(rule, *day))
                    .collect()
            }
            Freq::Monthly => {
                let first = calendar::plus_months(start.first_of_month(), steps)?;
                if in_months(rule, first) { days_of_month(rule, start, first) } else { Vec::new() }
            }
            Freq::Yearly => days_of_year(rule, start, steps)?,
        };
    if rule.freq == Freq::Yearly {
        days = in_order(days);
    }
    if rule.by_set_pos.is_empty() {
        return Some(days);
    }
    let count = days.len();
    let chosen: Vec<Date> = rule
        .by_set_pos
        .iter()
        .filter_map(|position| {
            let place = usize::try_from(position.unsigned_abs()).ok()?;
            if *position > 0 { days.get(place - 1) } else { days.get(count.checked_sub(place)?) }
        })
        .copied()
        .collect();
    Some(in_order(chosen))
}

/// The days in order, each once. They are few and mostly in order already.
fn in_order(days: Vec<Date>) -> Vec<Date> {
    let mut sorted: Vec<Date> = Vec::with_capacity(days.len());
    for day in days {
        let place = sorted.partition_point(|other| *other < day);
        if sorted.get(place) != Some(&day) {
            sorted.insert(place, day);
        }
    }
    sorted
}

fn in_months(rule: &Rule, day: Date) -> bool {
    rule.by_month.is_empty() || rule.by_month.contains(&day.month())
}

fn on_weekdays(rule: &Rule, day: Date) -> bool {
    rule.by_day.is_empty() || rule.by_day.iter().any(|by| by.weekday == day.weekday())
}

fn on_month_days(rule: &Rule, day: Date) -> bool {
    let (from_start, length) = (day.day(), day.days_in_month());
    rule.by_month_day.is_empty()
        || rule.by_month_day.iter().any(|by| *by == from_start || *by == from_start - length - 1)
}

fn days_of_month(rule: &Rule, start: Date, first: Date) -> Vec<Date> {
    if rule.by_day.is_empty() && rule.by_month_day.is_empty() {
        // The start's day, or the last one of a month too short for it.
        let day = start.day().min(first.days_in_month());
        return calendar::plus_days(first, day - 1).into_iter().collect();
    }
    (0..first.days_in_month())
        .filter_map(|step| calendar::plus_days(first, step))
        .filter(|day| on_month_days(rule, *day))
        .filter(|day| rule.by_day.is_empty() || rule.by_day.iter().any(|by| counts_in_month(by.nth, by.weekday, *day)))
        .collect()
}

fn counts_in_month(nth: i32, weekday: Weekday, day: Date) -> bool {
    let (from_start, length) = (day.day(), day.days_in_month());
    day.weekday() == weekday && (nth == 0 || nth == (from_start - 1) / 7 + 1 || nth == -((length - from_start) / 7 + 1))
}

fn days_of_year(rule: &Rule, start: Date, steps: i32) -> Option<Vec<Date>> {
    let year = start.year().checked_add(steps)?;
    let january = Date::new(year, 1, 1)?;
    let months: Vec<i32> = if !rule.by_month.is_empty() {
        rule.by_month.clone()
    } else if rule.by_month_day.is_empty() && rule.by_day.is_empty() {
        vec![start.month()]
    } else if rule.by_day.iter().any(|by| by.nth != 0) {
        return Some(counted_in_year(rule, january));
    } else {
        (1..=12).collect()
    };
    Some(
        months
            .into_iter()
            .filter_map(|month| Date::new(year, month, 1))
            .flat_map(|first| days_of_month(rule, start, first))
            .collect(),
    )
}

/// The nth weekdays of a whole year.
fn counted_in_year(rule: &Rule, january: Date) -> Vec<Date> {
    let length = january.days_in_year();
    (0..length)
        .filter_map(|step| Some((step, calendar::plus_days(january, step)?)))
        .filter(|(step, day)| {
            let (from_start, from_end) = (step / 7 + 1, -((length - 1 - step) / 7 + 1));
            on_month_days(rule, *day)
                && rule
                    .by_day
                    .iter()
                    .any(|by| by.weekday == day.weekday() && [0, from_start, from_end].contains(&by.nth))
        })
        .map(|(_, day)| day)
        .collect()
}

/// Writes out the day a plain monthly or yearly rule started on where shorter months would lose it.
fn name_clamped_day(rule: &mut Rule, start: Date) {
    let day = start.day();
    if day < 29 || rule.from_completion || !rule.by_day.is_empty() || !rule.by_month_day.is_empty() {
        return;
    }
    let short = match rule.freq {
        Freq::Monthly => true,
        Freq::Yearly => rule.by_month.is_empty() && start.month() == 2,
        Freq::Minutely | Freq::Hourly | Freq::Daily | Freq::Weekly => false,
    };
    if !short {
        return;
    }
    if rule.freq == Freq::Yearly {
        rule.by_month = vec![2];
    }
    rule.by_month_day = (28..=day).collect();
    rule.by_set_pos = vec![-1];
}
