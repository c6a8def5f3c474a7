//! A due as people say it, and whether it is past.

use jiff::civil::{Date, Time, Weekday};

use crate::calendar;
use crate::now::Now;
use crate::rule::{Freq, Rule};

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A due in a few words: "today", "tomorrow 17:00", "Fri 27 Nov", with the year where it is another one.
///
/// A text that is no due is given back as it is.
///
/// ```
/// use dunlin_date::{Now, describe_due};
/// let now = Now::new(2026, 11, 21, 9, 30).unwrap();
/// assert_eq!(describe_due("2026-11-22T17:00", &now), "tomorrow 17:00");
/// assert_eq!(describe_due("2026-11-27", &now), "Fri 27 Nov");
/// assert_eq!(describe_due("2027-01-04", &now), "Mon 4 Jan 2027");
/// ```
pub fn describe_due(due: &str, now: &Now) -> String {
    let Some((date, time)) = calendar::parse_due(due) else {
        return due.to_owned();
    };
    let today = now.date();
    let day = match today.until(date).map_or(i32::MAX, |span| span.get_days()) {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        -1 => "yesterday".to_owned(),
        _ if date.year() == today.year() => short_date(date),
        _ => date_label(date),
    };
    match time {
        Some(_) => format!("{day} {}", clock_label(time)),
        None => day,
    }
}

/// Whether a due is past: its time is over, or, without one, its day is. A text that is no due is not.
pub fn is_overdue(due: &str, now: &Now) -> bool {
    match calendar::parse_due(due) {
        Some((date, Some(time))) => date.to_datetime(time) < now.datetime(),
        Some((date, None)) => date < now.date(),
        None => false,
    }
}

/// Whether a due lies on the present day.
pub fn is_due_today(due: &str, now: &Now) -> bool {
    calendar::parse_due(due).is_some_and(|(date, _)| date == now.date())
}

/// Whether a text is a due: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, of a day that exists.
pub fn is_valid_due(due: &str) -> bool {
    calendar::parse_due(due).is_some()
}

fn short_date(date: Date) -> String {
    let weekday =
        WEEKDAYS.get(usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())).copied().unwrap_or("");
    format!("{weekday} {} {}", date.day(), month_name(date.month().into()))
}

fn month_name(month: i32) -> &'static str {
    usize::try_from(month - 1).ok().and_then(|at| MONTHS.get(at)).copied().unwrap_or("")
}

/// "Fri 27 Nov 2026".
pub(crate) fn date_label(date: Date) -> String {
    format!("{} {}", short_date(date), date.year())
}

/// "17:00", or nothing.
pub(crate) fn clock_label(time: Option<Time>) -> String {
    time.map(|time| format!("{:02}:{:02}", time.hour(), time.minute())).unwrap_or_default()
}

/// "every 2 weeks on Mon, Wed until 5 Jan 2027".
pub(crate) fn rule_label(rule: &Rule) -> String {
    let unit = match rule.freq {
        Freq::Minutely => "minute",
        Freq::Hourly => "hour",
        Freq::Daily => "day",
        Freq::Weekly => "week",
        Freq::Monthly => "month",
        Freq::Yearly => "year",
    };
    let mut label =
        if rule.interval == 1 { format!("every {unit}") } else { format!("every {} {unit}s", rule.interval) };
    if !rule.by_month.is_empty() {
        let months: Vec<&str> = rule.by_month.iter().map(|month| month_name(*month)).collect();
        label = format!("{label} in {}", months.join(", "));
    }
    if !rule.by_month_day.is_empty() {
        let days: Vec<String> = rule.by_month_day.iter().map(|day| ordinal(*day, "day")).collect();
        label = format!("{label} on the {}", days.join(", "));
    }
    if !rule.by_day.is_empty() {
        let weekday =
            |day: Weekday| WEEKDAYS.get(usize::from(day.to_monday_zero_offset().unsigned_abs())).copied().unwrap_or("");
        let days: Vec<String> =
            rule.by_day
                .iter()
                .map(|day| {
                    if day.nth == 0 { weekday(day.weekday).to_owned() } else { ordinal(day.nth, weekday(day.weekday)) }
                })
                .collect();
        let positions: Vec<String> = rule.by_set_pos.iter().map(|position| ordinal(*position, "of")).collect();
        let days = if positions.is_empty() {
            days.join(", ")
        } else {
            format!("the {} {}", positions.join(", "), days.join(", "))
        };
        label = format!("{label} on {days}");
    }
    if let Some(count) = rule.count {
        label = format!("{label}, {count} times");
    }
    if let Some((date, _)) = rule.until {
        label = format!("{label} until {}", date_label(date));
    }
    if rule.from_completion {
        label.push_str(", from completion");
    }
    label
}

/// "3rd", "last Fri", "2nd last day".
fn ordinal(number: i32, of: &str) -> String {
    let size = number.unsigned_abs();
    let suffix = match (size % 10, size % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    match number {
        -1 => format!("last {of}"),
        _ if number < 0 => format!("{size}{suffix} last {of}"),
        _ if of == "day" => format!("{size}{suffix}"),
        _ => format!("{size}{suffix} {of}"),
    }
}
