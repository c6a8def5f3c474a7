//! Moments as text.

use crate::append_number;

/// The year, month and day that lie so many days after 1 January 1970, by Howard Hinnant's `civil_from_days`.
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// A moment as ISO 8601 in UTC with milliseconds, such as `2026-11-21T09:30:00.000Z`.
pub fn iso_utc(ms: i64) -> String {
    let (year, month, day) = civil_from_days(ms.div_euclid(86_400_000));
    let of_day = ms.rem_euclid(86_400_000);
    let mut text = String::with_capacity(24);
    // Written by hand: a record has two moments for each of its steps, and `format!` took five times as long.
    for (before, number, width) in [
        ("", year, 4),
        ("-", month, 2),
        ("-", day, 2),
        ("T", of_day / 3_600_000, 2),
        (":", of_day / 60_000 % 60, 2),
        (":", of_day / 1000 % 60, 2),
        (".", of_day % 1000, 3),
    ] {
        text.push_str(before);
        put(&mut text, number, width);
    }
    text.push('Z');
    text
}

/// A whole number with noughts before it, up to four places.
fn put(text: &mut String, number: i64, width: usize) {
    let (size, mut least) = (number.unsigned_abs(), 10);
    if number < 0 {
        text.push('-');
    }
    for _ in 1..width - usize::from(number < 0) {
        if size < least {
            text.push('0');
        }
        least *= 10;
    }
    append_number(text, size);
}

#[cfg(test)]
mod tests {
    use super::iso_utc;

    #[test]
    fn known_moments() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_253_400_123, "2026-11-21T09:30:00.123Z"),
            (-62_167_219_200_001, "-001-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "10000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso_utc(ms), text);
        }
    }
}
