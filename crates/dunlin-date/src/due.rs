//! A due as people say it, and whether it is past.

use jiff::civil::{Date, Time, Weekday};

use crate::calendar;
use crate::error::DateError;
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
    let day = match calendar::days_between(today, date) {
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

/// A recurrence in words: "every 2 weeks on Mon, Wed until Tue 5 Jan 2027".
///
/// ```
/// use dunlin_date::describe_recurrence;
/// assert_eq!(describe_recurrence("FREQ=MONTHLY;BYDAY=-1FR")?, "every month on the last Fri");
/// # Ok::<(), dunlin_date::DateError>(())
/// ```
pub fn describe_recurrence(rule: &str) -> Result<String, DateError> {
    Rule::parse(rule).map(|rule| rule_label(&rule))
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
    if let Some(days) = days_label(rule) {
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

/// "the 1st, 15th", "Mon, Wed", "the last weekday".
fn days_label(rule: &Rule) -> Option<String> {
    let (by_day, by_month_day) = (&rule.by_day, &rule.by_month_day);
    if let ([-1], true, Some(day)) = (rule.by_set_pos.as_slice(), by_day.is_empty(), by_month_day.last()) {
        // How a clamped day is written down.
        return Some(format!("the {} or the last day", ordinal(*day, "day")));
    }
    let month_days: Vec<String> = by_month_day.iter().map(|day| ordinal(*day, "day")).collect();
    if by_day.is_empty() {
        return (!month_days.is_empty()).then(|| format!("the {}", month_days.join(", ")));
    }
    let short =
        |day: Weekday| WEEKDAYS.get(usize::from(day.to_monday_zero_offset().unsigned_abs())).copied().unwrap_or("");
    let weekdays =
        by_day.len() == 5 && by_day.iter().all(|day| day.nth == 0 && day.weekday.to_monday_zero_offset() < 5);
    let days: Vec<String> = by_day
        .iter()
        .map(|day| match day.nth {
            0 => short(day.weekday).to_owned(),
            nth => format!("the {}", ordinal(nth, short(day.weekday))),
        })
        .collect();
    let days = if weekdays { "weekdays".to_owned() } else { days.join(", ") };
    let positions: Vec<String> = rule.by_set_pos.iter().map(|position| ordinal(*position, "of")).collect();
    Some(match (positions.is_empty(), month_days.is_empty()) {
        (false, _) => format!("the {} {days}", positions.join(", ")),
        (true, false) => format!("{days} the {}", month_days.join(", ")),
        (true, true) => days,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recurrences_in_words() {
        for (rule, words) in [
            ("FREQ=DAILY", "every day"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "every 2 weeks on Mon, Wed"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every week on weekdays"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st, 15th"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
            ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tue"),
            ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on Fri the 13th"),
            ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last of weekdays"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "every month on the 31st or the last day"),
            ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3", "every year in Nov on the 4th Thu, 3 times"),
            (
                "FREQ=DAILY;INTERVAL=3;UNTIL=20270105;X-FROM=COMPLETION",
                "every 3 days until Tue 5 Jan 2027, from completion",
            ),
        ] {
            assert_eq!(describe_recurrence(rule).as_deref(), Ok(words));
        }
        assert_eq!(describe_recurrence("weekly").unwrap_err().code(), "date.invalid-rule");
    }

    #[test]
    fn what_is_past_and_what_is_today() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        for (due, overdue, today) in [
            ("2026-11-20", true, false),
            ("2026-11-21", false, true),
            ("2026-11-21T09:29", true, true),
            ("2026-11-21T09:30", false, true),
            ("2026-11-22T00:00", false, false),
            ("soon", false, false),
        ] {
            assert_eq!((is_overdue(due, &now), is_due_today(due, &now)), (overdue, today), "{due}");
        }
    }

    #[test]
    fn dues_in_words() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        for (due, words) in [
            ("2026-11-21", "today"),
            ("2026-11-20T08:00", "yesterday 08:00"),
            ("2026-12-01", "Tue 1 Dec"),
            ("2025-12-01", "Mon 1 Dec 2025"),
            ("whenever", "whenever"),
        ] {
            assert_eq!(describe_due(due, &now), words);
        }
    }
}
