//! A due as people say it, and whether it is past.

use crate::calendar;
use crate::civil::{Date, Time, Weekday, push_number, push_padded};
use crate::error::DateError;
use crate::now::Now;
use crate::rule::{Freq, Rule};

const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

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
    let mut label = match calendar::days_between(today, date) {
        0 => "today".to_owned(),
        1 => "tomorrow".to_owned(),
        -1 => "yesterday".to_owned(),
        _ if date.year() == today.year() => short_date(date),
        _ => date_label(date),
    };
    if let Some(time) = time {
        label.push(' ');
        time.push_to(&mut label);
    }
    label
}

/// A due as people write one into a line, which says the same on any day: "27 Nov 2026", "22 Nov 2026 17:00".
///
/// A text that is no due is given back as it is.
///
/// ```
/// assert_eq!(dunlin_date::due_in_full("2026-11-22T17:00"), "22 Nov 2026 17:00");
/// ```
pub fn due_in_full(due: &str) -> String {
    let Some((date, time)) = calendar::parse_due(due) else {
        return due.to_owned();
    };
    // Without the day of the week, which a line reads as a day of its own.
    let mut label = with_year(day_and_month(date), date);
    if let Some(time) = time {
        label.push(' ');
        time.push_to(&mut label);
    }
    label
}

/// Whether a due is past: its time is over, or, without one, its day is. A text that is no due is not.
pub fn is_overdue(due: &str, now: &Now) -> bool {
    match calendar::parse_due(due) {
        Some((date, Some(time))) => date.at(time) < now.datetime(),
        Some((date, None)) => date < now.date(),
        None => false,
    }
}

/// Whether a text is a due: `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, of a day that exists.
pub fn is_valid_due(due: &str) -> bool {
    calendar::parse_due(due).is_some()
}

/// A recurrence in words: "every Friday", "every 2 weeks on Monday and Wednesday until Tue 5 Jan 2027".
///
/// ```
/// use dunlin_date::describe_recurrence;
/// assert_eq!(describe_recurrence("FREQ=MONTHLY;BYDAY=-1FR")?, "every month on the last Friday");
/// # Ok::<(), dunlin_date::DateError>(())
/// ```
pub fn describe_recurrence(rule: &str) -> Result<String, DateError> {
    Rule::parse(rule).map(|rule| rule_label(&rule))
}

fn short_date(date: Date) -> String {
    let mut label = short(weekday_name(date.weekday())).to_owned();
    label.push(' ');
    label.push_str(&day_and_month(date));
    label
}

fn day_and_month(date: Date) -> String {
    let mut label = String::new();
    push_number(&mut label, date.day());
    label.push(' ');
    label.push_str(short(month_name(date.month())));
    label
}

fn with_year(mut label: String, date: Date) -> String {
    label.push(' ');
    push_number(&mut label, date.year());
    label
}

/// The whole name of a day of the week.
pub(crate) fn weekday_name(weekday: Weekday) -> &'static str {
    at(&WEEKDAYS, weekday.offset())
}

/// The whole name of a month, from 1 on.
pub(crate) fn month_name(month: i32) -> &'static str {
    at(&MONTHS, month - 1)
}

fn at(names: &[&'static str], place: i32) -> &'static str {
    names.get(place.max(0) as usize).copied().unwrap_or("")
}

/// A name in three letters.
fn short(name: &'static str) -> &'static str {
    name.get(..3).unwrap_or(name)
}

/// "Fri 27 Nov 2026".
pub(crate) fn date_label(date: Date) -> String {
    with_year(short_date(date), date)
}

/// "17:00", or nothing.
pub(crate) fn clock_label(time: Option<Time>) -> String {
    let mut label = String::new();
    if let Some(time) = time {
        time.push_to(&mut label);
    }
    label
}

/// "every Friday", "every 2 weeks on Monday and Wednesday until Tue 5 Jan 2027".
pub(crate) fn rule_label(rule: &Rule) -> String {
    let mut label = "every ".to_owned();
    if is_every_of_its_days(rule) {
        push_weekdays(&mut label, rule, "weekday");
        push_months(&mut label, rule);
    } else {
        push_unit(&mut label, rule);
        push_days(&mut label, rule);
    }
    if let Some(count) = rule.count {
        label.push_str(", ");
        push_padded(&mut label, count, 1);
        label.push_str(" times");
    }
    if let Some((date, _)) = rule.until {
        label.push_str(" until ");
        label.push_str(&date_label(date));
    }
    if rule.from_completion {
        label.push_str(", from completion");
    }
    label
}

/// Whether it falls on the same days of each week, so that these say it: "every Friday".
fn is_every_of_its_days(rule: &Rule) -> bool {
    let weekly = matches!(rule.freq, Freq::Daily | Freq::Weekly) && rule.interval == 1;
    let plain = rule.by_set_pos.is_empty() && rule.by_month_day.is_empty();
    weekly && plain && !rule.by_day.is_empty() && rule.by_day.iter().all(|day| day.nth == 0)
}

/// "week", "2 weeks".
fn push_unit(label: &mut String, rule: &Rule) {
    if rule.interval != 1 {
        push_number(label, rule.interval);
        label.push(' ');
    }
    label.push_str(match rule.freq {
        Freq::Minutely => "minute",
        Freq::Hourly => "hour",
        Freq::Daily => "day",
        Freq::Weekly => "week",
        Freq::Monthly => "month",
        Freq::Yearly => "year",
    });
    if rule.interval != 1 {
        label.push('s');
    }
}

/// " in March and November".
fn push_months(label: &mut String, rule: &Rule) {
    push_joined(label, " in ", &rule.by_month, &|label, month| label.push_str(month_name(*month)));
}

/// The items with commas and "and" between them, after a lead; nothing where there are none.
fn push_joined<T>(label: &mut String, lead: &str, items: &[T], push: &dyn Fn(&mut String, &T)) {
    for (at, item) in items.iter().enumerate() {
        label.push_str(match at {
            0 => lead,
            _ if at + 1 == items.len() => " and ",
            _ => ", ",
        });
        push(label, item);
    }
}

/// Whether its days are those from Monday to Friday.
fn is_on_workdays(rule: &Rule) -> bool {
    rule.by_day.len() == 5 && rule.by_day.iter().all(|day| day.nth == 0 && day.weekday.offset() < 5)
}

/// "Monday and Wednesday", "the 2nd Tuesday", the word for those from Monday to Friday.
fn push_weekdays(label: &mut String, rule: &Rule, workdays: &str) {
    if is_on_workdays(rule) {
        return label.push_str(workdays);
    }
    push_joined(label, "", &rule.by_day, &|label, day| {
        if day.nth == 0 {
            label.push_str(weekday_name(day.weekday));
        } else {
            label.push_str("the ");
            push_ordinal(label, day.nth, weekday_name(day.weekday));
        }
    });
}

/// " on the 1st and 15th", " on Monday and Wednesday", " on the last working day", " on 14 March".
fn push_days(label: &mut String, rule: &Rule) {
    let (by_day, by_month_day) = (&rule.by_day, &rule.by_month_day);
    if let (Freq::Yearly, [], [], [month], [day @ (1..)]) =
        (rule.freq, &*rule.by_set_pos, by_day.as_slice(), &*rule.by_month, by_month_day.as_slice())
    {
        label.push_str(" on ");
        push_number(label, *day);
        label.push(' ');
        return label.push_str(month_name(*month));
    }
    push_months(label, rule);
    let month_day = |label: &mut String, day: &i32| push_ordinal(label, *day, "day");
    if let ([-1], true, Some(day)) = (rule.by_set_pos.as_slice(), by_day.is_empty(), by_month_day.last()) {
        // How a clamped day is written down.
        push_joined(label, " on the ", &[*day], &month_day);
        return label.push_str(" or the last day");
    }
    if by_day.is_empty() {
        return push_joined(label, " on the ", by_month_day, &month_day);
    }
    label.push_str(" on ");
    if rule.by_set_pos.is_empty() {
        push_weekdays(label, rule, "weekdays");
        return push_joined(label, " the ", by_month_day, &month_day);
    }
    let of = if is_on_workdays(rule) { "working day" } else { "of" };
    push_joined(label, "the ", &rule.by_set_pos, &|label, position| push_ordinal(label, *position, of));
    if !is_on_workdays(rule) {
        label.push(' ');
        push_weekdays(label, rule, "weekdays");
    }
}

/// "3rd", "last Friday", "2nd last day".
fn push_ordinal(label: &mut String, number: i32, of: &str) {
    let size = number.unsigned_abs();
    let suffix = match (size % 10, size % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    if number != -1 {
        push_padded(label, size, 1);
        label.push_str(suffix);
        if number > 0 && of == "day" {
            return;
        }
        label.push(' ');
    }
    if number < 0 {
        label.push_str("last ");
    }
    label.push_str(of);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recurrences_in_words() {
        for (rule, words) in [
            ("FREQ=DAILY", "every day"),
            ("FREQ=WEEKLY;BYDAY=FR", "every Friday"),
            ("FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=3", "every Monday, Wednesday and Friday, 3 times"),
            ("FREQ=DAILY;BYDAY=SU;BYMONTH=7,8", "every Sunday in July and August"),
            ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14", "every year on 14 March"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "every 2 weeks on weekdays"),
            ("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "every month on the 1st of Monday and Tuesday"),
            ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", "every 2 weeks on Monday and Wednesday"),
            ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
            ("FREQ=MONTHLY;BYMONTHDAY=1,15", "every month on the 1st and 15th"),
            ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day"),
            ("FREQ=MONTHLY;BYDAY=2TU", "every month on the 2nd Tuesday"),
            ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on Friday the 13th"),
            ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last working day"),
            ("FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1", "every month on the 31st or the last day"),
            ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3", "every year in November on the 4th Thursday, 3 times"),
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
    fn what_is_said_of_a_recurrence_is_read_as_that_recurrence() {
        let options = crate::DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
        for rule in [
            "FREQ=DAILY",
            "FREQ=WEEKLY;BYDAY=FR",
            "FREQ=WEEKLY;BYDAY=MO,WE",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=SA",
            "FREQ=MONTHLY;BYMONTHDAY=1",
            "FREQ=MONTHLY;BYDAY=-1FR",
            "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=14",
        ] {
            let line = format!("sweep {}", describe_recurrence(rule).unwrap());
            let read = crate::parse_quick_add(&line, &options, &[]);
            assert_eq!((read.text.as_str(), read.recurrence.as_deref()), ("sweep", Some(rule)), "{line}");
        }
    }

    #[test]
    fn what_is_past() {
        let now = Now::new(2026, 11, 21, 9, 30).unwrap();
        for (due, overdue) in [
            ("2026-11-20", true),
            ("2026-11-21", false),
            ("2026-11-21T09:29", true),
            ("2026-11-21T09:30", false),
            ("2026-11-22T00:00", false),
            ("soon", false),
        ] {
            assert_eq!(is_overdue(due, &now), overdue, "{due}");
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
