//! Arithmetic on civil days: weeks from Monday, clamped months, weekdays of months, Easter. No words here.
//!
//! Days are counted by integers here. The calendar crate's own spans of mixed units bring their errors' texts
//! and formatting with them, which doubled the size of this crate in the browser.

use jiff::civil::{Date, DateTime, Time, Weekday};

/// `YYYY-MM-DD`, with `THH:MM` where a time is given.
pub(crate) fn due_text(date: Date, time: Option<Time>) -> String {
    let day = format!("{:04}-{:02}-{:02}", date.year(), date.month(), date.day());
    match time {
        Some(time) => format!("{day}T{:02}:{:02}", time.hour(), time.minute()),
        None => day,
    }
}

/// Reads `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` with optional seconds, and nothing else.
pub(crate) fn parse_due(text: &str) -> Option<(Date, Option<Time>)> {
    let (day, clock) = match text.split_once('T') {
        Some((day, clock)) => (day, Some(clock)),
        None => (text, None),
    };
    let mut parts = day.split('-');
    let (year, month, of_month) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || year.len() != 4 || month.len() != 2 || of_month.len() != 2 {
        return None;
    }
    let date = Date::new(digits(year)?, i8::try_from(digits(month)?).ok()?, i8::try_from(digits(of_month)?).ok()?);
    let time = match clock {
        None => None,
        Some(clock) => {
            let mut parts = clock.split(':');
            let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next());
            if parts.next().is_some() || hour.len() != 2 || minute.len() != 2 || second.is_some_and(|s| s.len() != 2) {
                return None;
            }
            let (hour, minute) = (i8::try_from(digits(hour)?).ok()?, i8::try_from(digits(minute)?).ok()?);
            if let Some(second) = second {
                digits(second).filter(|value| *value < 60)?;
            }
            Some(Time::new(hour, minute, 0, 0).ok()?)
        }
    };
    Some((date.ok()?, time))
}

fn digits(text: &str) -> Option<i16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// Days since 1 January 1970, by Howard Hinnant's `days_from_civil`.
pub(crate) fn day_number(date: Date) -> i64 {
    let (month, day) = (i64::from(date.month()), i64::from(date.day()));
    let year = i64::from(date.year()) - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (month + if month > 2 { -3 } else { 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The day so many days after 1 January 1970, if the calendar holds it.
fn numbered_day(number: i64) -> Option<Date> {
    let (year, month, of_month) = dunlin_base::civil_from_days(number);
    day(i32::try_from(year).ok()?, i32::try_from(month).ok()?, i32::try_from(of_month).ok()?)
}

/// The day `days` later, if the calendar holds it.
pub(crate) fn plus_days(date: Date, days: i32) -> Option<Date> {
    numbered_day(day_number(date) + i64::from(days))
}

/// How many days `to` lies after `from`.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    // The calendar holds fewer than eight million days.
    (day_number(to) - day_number(from)) as i32
}

/// The moment `seconds` later, if the calendar holds it.
pub(crate) fn plus_seconds(moment: DateTime, seconds: i64) -> Option<DateTime> {
    let total = moment_number(moment).checked_add(seconds)?;
    let of_day = total.rem_euclid(86_400);
    let part = |value: i64| i8::try_from(value).ok();
    let time = Time::new(part(of_day / 3600)?, part(of_day / 60 % 60)?, part(of_day % 60)?, 0).ok()?;
    Some(numbered_day(total.div_euclid(86_400))?.to_datetime(time))
}

/// Seconds since the start of 1970.
pub(crate) fn moment_number(moment: DateTime) -> i64 {
    let (hour, minute, second) = (i64::from(moment.hour()), i64::from(moment.minute()), i64::from(moment.second()));
    day_number(moment.date()) * 86_400 + hour * 3600 + minute * 60 + second
}

/// The day `months` later, moved back to the month's end where that day does not exist.
pub(crate) fn plus_months(date: Date, months: i32) -> Option<Date> {
    let total = i32::from(date.year()) * 12 + i32::from(date.month()) - 1;
    let total = total.checked_add(months)?;
    let first = day(total.div_euclid(12), total.rem_euclid(12) + 1, 1)?;
    day(first.year().into(), first.month().into(), i32::from(date.day().min(first.days_in_month())))
}

/// The Monday of the week a day lies in.
pub(crate) fn week_start(date: Date) -> Option<Date> {
    plus_days(date, -i32::from(date.weekday().to_monday_zero_offset()))
}

/// The first such weekday strictly after `date`.
pub(crate) fn weekday_after(date: Date, weekday: Weekday) -> Option<Date> {
    weekday_from(plus_days(date, 1)?, weekday)
}

/// The first such weekday on or after `date`.
pub(crate) fn weekday_from(date: Date, weekday: Weekday) -> Option<Date> {
    plus_days(date, i32::from(date.weekday().until(weekday)))
}

/// The last such weekday strictly before `date`.
pub(crate) fn weekday_before(date: Date, weekday: Weekday) -> Option<Date> {
    plus_days(weekday_from(date, weekday)?, -7)
}

/// That weekday in the week `weeks` after the one of `date`.
pub(crate) fn weekday_of_week(date: Date, weeks: i32, weekday: Weekday) -> Option<Date> {
    plus_days(week_start(date)?, weeks.checked_mul(7)? + i32::from(weekday.to_monday_zero_offset()))
}

/// The `nth` such weekday of a month; negative counts from its end.
pub(crate) fn nth_weekday(year: i16, month: i8, nth: i32, weekday: Weekday) -> Option<Date> {
    let first = Date::new(year, month, 1).ok()?;
    let found = if nth > 0 {
        plus_days(weekday_from(first, weekday)?, (nth - 1).checked_mul(7)?)?
    } else {
        let last = plus_days(first, i32::from(first.days_in_month()))?;
        plus_days(weekday_before(last, weekday)?, (nth + 1).checked_mul(7)?)?
    };
    (nth != 0 && found.month() == month && found.year() == year).then_some(found)
}

/// Monday is 1, Sunday 7.
pub(crate) fn weekday(number: i32) -> Option<Weekday> {
    Weekday::from_monday_one_offset(i8::try_from(number).ok()?).ok()
}

/// A day from numbers of any size, or nothing.
pub(crate) fn day(year: i32, month: i32, day: i32) -> Option<Date> {
    Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// The first such day of such a month on or after `from`. 29 February waits for a leap year.
pub(crate) fn next_month_day(from: Date, month: i32, of_month: i32) -> Option<Date> {
    // Eight years hold a leap year even around a century such as 2100.
    (0..=8).find_map(|years| day(i32::from(from.year()) + years, month, of_month).filter(|date| *date >= from))
}

/// The first such day of any month on or after `from`; months too short are passed over.
pub(crate) fn next_day_of_month(from: Date, of_month: i32) -> Option<Date> {
    (0..=3).find_map(|months| {
        let first = plus_months(from.first_of_month(), months)?;
        day(first.year().into(), first.month().into(), of_month).filter(|date| *date >= from)
    })
}

/// The day `workdays` working days after (or, negative, before) `date`, passing over Saturday and Sunday.
pub(crate) fn plus_workdays(date: Date, workdays: i32) -> Option<Date> {
    let step = workdays.signum();
    let mut day = date;
    // From a weekend, counting starts at the working day behind it.
    while step != 0 && is_weekend(day) {
        day = plus_days(day, -step)?;
    }
    day = plus_days(day, (workdays / 5).checked_mul(7)?)?;
    let mut left = workdays % 5;
    while left != 0 {
        day = plus_days(day, step)?;
        if !is_weekend(day) {
            left -= step;
        }
    }
    Some(day)
}

fn is_weekend(date: Date) -> bool {
    matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday)
}

/// Easter Sunday by the anonymous Gregorian computus.
#[expect(clippy::many_single_char_names, reason = "the letters are those of the published algorithm")]
pub(crate) fn easter(year: i16) -> Option<Date> {
    let year = i32::from(year);
    let (a, b, c) = (year.rem_euclid(19), year.div_euclid(100), year.rem_euclid(100));
    let (d, e) = (b / 4, b % 4);
    let g = (b - (b + 8) / 25 + 1) / 3;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let month = (h + l - 7 * m + 114) / 31;
    day(year, month, (h + l - 7 * m + 114) % 31 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn months_are_clamped_and_leap_days_waited_for() {
        assert_eq!(plus_months(date(2024, 1, 31), 1), Some(date(2024, 2, 29)));
        assert_eq!(plus_months(date(2023, 3, 31), -1), Some(date(2023, 2, 28)));
        assert_eq!(next_month_day(date(2096, 3, 1), 2, 29), Some(date(2104, 2, 29)));
        assert_eq!(next_day_of_month(date(2023, 1, 30), 29), Some(date(2023, 3, 29)));
        assert_eq!(next_month_day(date(2023, 1, 1), 2, 30), None);
    }

    #[test]
    fn weeks_start_on_monday() {
        let sunday = date(2026, 11, 22);
        assert_eq!(week_start(sunday), Some(date(2026, 11, 16)));
        assert_eq!(weekday_of_week(sunday, 1, Weekday::Sunday), Some(date(2026, 11, 29)));
        assert_eq!(weekday_before(sunday, Weekday::Sunday), Some(date(2026, 11, 15)));
        assert_eq!(weekday_after(sunday, Weekday::Sunday), Some(date(2026, 11, 29)));
    }

    /// The integers here against the calendar crate's own arithmetic, over every kind of month and both borders.
    #[test]
    fn days_months_and_seconds_agree_with_jiff() {
        use jiff::ToSpan as _;
        for start in [
            date(2024, 1, 31),
            date(1899, 12, 31),
            date(2000, 2, 29),
            date(1, 1, 1),
            date(-400, 3, 1),
            date(9999, 12, 1),
        ] {
            for step in (-4000..4000).step_by(37) {
                assert_eq!(plus_days(start, step), start.checked_add(step.days()).ok());
                assert_eq!(plus_months(start, step), start.checked_add(step.months()).ok());
                let (moment, seconds) = (start.at(13, 14, 15, 0), i64::from(step) * 7777);
                assert_eq!(plus_seconds(moment, seconds), moment.checked_add(seconds.seconds()).ok());
            }
        }
        for month in 1..=12 {
            for nth in (-6..=6).filter(|nth| *nth != 0) {
                let expected = date(2026, month, 1).nth_weekday_of_month(nth, Weekday::Friday).ok();
                assert_eq!(nth_weekday(2026, month, nth.into(), Weekday::Friday), expected, "{nth} of {month}");
            }
        }
        assert_eq!(days_between(date(2026, 11, 21), date(2027, 1, 1)), 41);
    }

    #[test]
    fn easter_of_known_years() {
        for (year, month, day) in [(1961, 4, 2), (2000, 4, 23), (2024, 3, 31), (2025, 4, 20), (2038, 4, 25)] {
            assert_eq!(easter(year), Some(date(year, month, day)));
        }
    }

    #[test]
    fn workdays_pass_over_the_weekend() {
        let friday = date(2026, 11, 20);
        assert_eq!(plus_workdays(friday, 1), Some(date(2026, 11, 23)));
        assert_eq!(plus_workdays(friday, 5), Some(date(2026, 11, 27)));
        assert_eq!(plus_workdays(friday, -1), Some(date(2026, 11, 19)));
        assert_eq!(plus_workdays(date(2026, 11, 21), 5), Some(date(2026, 11, 27)));
    }

    #[test]
    fn due_texts_are_exact() {
        assert_eq!(parse_due("2026-02-30"), None);
        assert_eq!(parse_due("2026-2-3"), None);
        assert_eq!(parse_due("2026-02-03T24:00"), None);
        let (day, time) = parse_due("2026-02-03T09:05").unwrap();
        assert_eq!(due_text(day, time), "2026-02-03T09:05");
    }
}
