//! Arithmetic on civil days: weeks from Monday, clamped months, weekdays of months, Easter. No words here.

use crate::civil::{Date, DateTime, Time, Weekday};

/// `YYYY-MM-DD`, with `THH:MM` where a time is given.
pub(crate) fn due_text(date: Date, time: Option<Time>) -> String {
    let mut text = String::with_capacity(16);
    date.push_to(&mut text);
    if let Some(time) = time {
        text.push('T');
        time.push_to(&mut text);
    }
    text
}

/// Reads `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` with optional seconds, and nothing else.
pub(crate) fn parse_due(text: &str) -> Option<(Date, Option<Time>)> {
    let bytes = text.as_bytes();
    let mark = |at: usize, sign: u8| bytes.get(at) == Some(&sign);
    if !(mark(4, b'-') && mark(7, b'-')) {
        return None;
    }
    let date = Date::new(digits(bytes, 0, 4)?, digits(bytes, 5, 7)?, digits(bytes, 8, 10)?)?;
    if bytes.len() == 10 {
        return Some((date, None));
    }
    let seconds = bytes.len() == 19 && mark(16, b':') && digits(bytes, 17, 19)? < 60;
    if !(mark(10, b'T') && mark(13, b':') && (bytes.len() == 16 || seconds)) {
        return None;
    }
    Some((date, Some(Time::new(digits(bytes, 11, 13)?, digits(bytes, 14, 16)?)?)))
}

/// The number written at a place, if there are only digits.
pub(crate) fn digits(bytes: &[u8], from: usize, to: usize) -> Option<i32> {
    let mut value = 0;
    for byte in bytes.get(from..to)? {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value * 10 + i32::from(byte - b'0');
    }
    Some(value)
}

/// The day `days` later, if the calendar holds it.
pub(crate) fn plus_days(date: Date, days: i32) -> Option<Date> {
    Date::numbered(i64::from(date.number()) + i64::from(days))
}

/// How many days `to` lies after `from`.
pub(crate) fn days_between(from: Date, to: Date) -> i32 {
    to.number() - from.number()
}

/// The moment `seconds` later, if the calendar holds it.
pub(crate) fn plus_seconds(moment: DateTime, seconds: i64) -> Option<DateTime> {
    DateTime::numbered(moment.number().checked_add(seconds)?)
}

/// The day `months` later, moved back to the month's end where that day does not exist.
pub(crate) fn plus_months(date: Date, months: i32) -> Option<Date> {
    let total = (date.year() * 12 + date.month() - 1).checked_add(months)?;
    let first = Date::new(total.div_euclid(12), total.rem_euclid(12) + 1, 1)?;
    plus_days(first, date.day().min(first.days_in_month()) - 1)
}

/// The Monday of the week a day lies in.
pub(crate) fn week_start(date: Date) -> Option<Date> {
    plus_days(date, -date.weekday().offset())
}

/// The first such weekday strictly after `date`.
pub(crate) fn weekday_after(date: Date, weekday: Weekday) -> Option<Date> {
    weekday_from(plus_days(date, 1)?, weekday)
}

/// The first such weekday on or after `date`.
pub(crate) fn weekday_from(date: Date, weekday: Weekday) -> Option<Date> {
    plus_days(date, (weekday.offset() - date.weekday().offset()).rem_euclid(7))
}

/// The last such weekday strictly before `date`.
pub(crate) fn weekday_before(date: Date, weekday: Weekday) -> Option<Date> {
    plus_days(weekday_from(date, weekday)?, -7)
}

/// That weekday in the week `weeks` after the one of `date`.
pub(crate) fn weekday_of_week(date: Date, weeks: i32, weekday: Weekday) -> Option<Date> {
    plus_days(week_start(date)?, weeks.checked_mul(7)? + weekday.offset())
}

/// The `nth` such weekday of a month; negative counts from its end.
pub(crate) fn nth_weekday(year: i32, month: i32, nth: i32, weekday: Weekday) -> Option<Date> {
    let first = Date::new(year, month, 1)?;
    let found = if nth > 0 {
        plus_days(weekday_from(first, weekday)?, (nth - 1).checked_mul(7)?)?
    } else {
        let last = plus_days(first, first.days_in_month())?;
        plus_days(weekday_before(last, weekday)?, (nth + 1).checked_mul(7)?)?
    };
    (nth != 0 && found.month() == month && found.year() == year).then_some(found)
}

/// Monday is 1, Sunday 7.
pub(crate) fn weekday(number: i32) -> Option<Weekday> {
    (1..=7).contains(&number).then(|| Weekday::at(number - 1))
}

/// The first such day of such a month on or after `from`. 29 February waits for a leap year.
pub(crate) fn next_month_day(from: Date, month: i32, of_month: i32) -> Option<Date> {
    // Eight years hold a leap year even around a century such as 2100.
    (0..=8).find_map(|years| Date::new(from.year() + years, month, of_month).filter(|date| *date >= from))
}

/// The first such day of any month on or after `from`; months too short are passed over.
pub(crate) fn next_day_of_month(from: Date, of_month: i32) -> Option<Date> {
    (0..=3).find_map(|months| {
        let first = plus_months(from.first_of_month(), months)?;
        Date::new(first.year(), first.month(), of_month).filter(|date| *date >= from)
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
pub(crate) fn easter(year: i32) -> Option<Date> {
    let (a, b, c) = (year.rem_euclid(19), year.div_euclid(100), year.rem_euclid(100));
    let (d, e) = (b / 4, b % 4);
    let g = (b - (b + 8) / 25 + 1) / 3;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let month = (h + l - 7 * m + 114) / 31;
    Date::new(year, month, (h + l - 7 * m + 114) % 31 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: i32, month: i32, day: i32) -> Date {
        Date::new(year, month, day).unwrap()
    }

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

    /// Months and weekdays against the `jiff` crate, over every kind of month and both borders.
    #[test]
    fn months_and_weekdays_agree_with_jiff() {
        use jiff::ToSpan as _;
        let theirs = |date: Date| {
            let part = |value: i32| i8::try_from(value).unwrap();
            jiff::civil::date(i16::try_from(date.year()).unwrap(), part(date.month()), part(date.day()))
        };
        for start in [
            date(2024, 1, 31),
            date(1899, 12, 31),
            date(2000, 2, 29),
            date(1, 1, 1),
            date(-400, 3, 1),
            date(9999, 12, 1),
        ] {
            for step in (-4000..4000).step_by(37) {
                let expected = theirs(start).checked_add(step.months()).ok();
                assert_eq!(plus_months(start, step).map(theirs), expected);
            }
        }
        for month in 1..=12 {
            for nth in (-6..=6).filter(|nth| *nth != 0) {
                let first = theirs(date(2026, month, 1));
                let expected = first.nth_weekday_of_month(nth, jiff::civil::Weekday::Friday).ok();
                let found = nth_weekday(2026, month, nth.into(), Weekday::Friday).map(theirs);
                assert_eq!(found, expected, "{nth} of {month}");
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
