//! Moments as text.

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
    let of_day = ms.rem_euclid(86_400_000) as u32;
    // Written by hand: a record has two moments for each of its steps, and `format!` took ten times as long.
    let mut text = *b"0000-00-00T00:00:00.000Z";
    for (mut end, mut number) in [
        (4, year.rem_euclid(10_000) as u32),
        (7, month as u32),
        (10, day as u32),
        (13, of_day / 3_600_000),
        (16, of_day / 60_000 % 60),
        (19, of_day / 1000 % 60),
        (23, of_day % 1000),
    ] {
        while number > 0 {
            end -= 1;
            text[end] = b'0' + (number % 10) as u8;
            number /= 10;
        }
    }
    let text = std::str::from_utf8(&text).unwrap_or_default();
    if (0..10_000).contains(&year) { text.to_owned() } else { far(year) + text.get(4..).unwrap_or_default() }
}

/// A year that has a sign or more than four places.
fn far(year: i64) -> String {
    if year < 0 { format!("-{:03}", year.unsigned_abs()) } else { year.to_string() }
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
