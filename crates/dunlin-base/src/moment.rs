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

/// The moment that a text in ISO 8601 names, `2026-11-21T09:30Z` or `2026-11-21T09:30:00.5+01:00`, in milliseconds since
/// 1970. It must say its distance from UTC: without one it would be another moment in each zone.
///
/// ```
/// assert_eq!(dunlin_base::ms_of_iso("1970-01-02T01:00+01:00"), Some(86_400_000));
/// assert_eq!(dunlin_base::ms_of_iso("1970-01-02T01:00"), None);
/// ```
pub fn ms_of_iso(text: &str) -> Option<i64> {
    let (day, rest) = text.split_at_checked(10)?;
    let rest = rest.strip_prefix(['T', 't'])?;
    let (clock, offset) = if let Some(clock) = rest.strip_suffix(['Z', 'z']) {
        (clock, 0)
    } else {
        let (clock, zone) = rest.split_at_checked(rest.len().checked_sub(6)?)?;
        let sign = if zone.starts_with('+') { 1 } else { -i64::from(zone.starts_with('-')) };
        (clock, (sign != 0).then_some(sign)? * minutes(zone.get(1..)?)?)
    };
    let [year, month, day] = day.split('-').map(number).collect::<Option<Vec<i64>>>()?.try_into().ok()?;
    let (clock, rest) = clock.split_at_checked(5)?;
    let seconds = match rest.strip_prefix(':') {
        None => rest.is_empty().then_some(0)?,
        Some(seconds) => {
            let (whole, part) = seconds.split_once('.').unwrap_or((seconds, "0"));
            let digits: String = part.chars().chain("000".chars()).take(3).collect();
            number(part.get(..1)?).and(number(whole).filter(|whole| *whole < 60 && seconds.len() > 1))? * 1000
                + number(&digits)?
        }
    };
    Some(days_from_civil(year, month, day)? * 86_400_000 + (minutes(clock)? - offset) * 60_000 + seconds)
}

/// How far local time is ahead of UTC, in minutes, where clocks show `2026-12-01T09:00`, given how far it is at any moment. Of
/// a time that comes twice the first is meant; one that is left out comes as much later as clocks are put forward.
///
/// ```
/// use dunlin_base::offset_of_local;
/// // Berlin in 2026.
/// let berlin = |at: i64| if (1_774_746_000_000..1_792_890_000_000).contains(&at) { 120 } else { 60 };
/// assert_eq!(offset_of_local("2026-07-01T09:00", &berlin), Some(120));
/// assert_eq!(offset_of_local("2026-12-01T09:00", &berlin), Some(60));
/// ```
pub fn offset_of_local(text: &str, offset: &dyn Fn(i64) -> i32) -> Option<i32> {
    const DAY_MS: i64 = 86_400_000;
    let civil = ms_of_iso(&format!("{text}Z"))?;
    let (before, after) = (offset(civil - DAY_MS), offset(civil + DAY_MS));
    let fits = |of: &i32| offset(civil - i64::from(*of) * 60_000) == *of;
    Some([before, after].into_iter().find(fits).unwrap_or(before))
}

/// `09:30` in minutes.
fn minutes(clock: &str) -> Option<i64> {
    let (hours, minutes) = clock.split_once(':').filter(|_| clock.len() == 5)?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

fn number(digits: &str) -> Option<i64> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// The days from 1 January 1970 to that day, by Howard Hinnant's `days_from_civil`; none where there is no such day.
pub fn days_from_civil(year: i64, month: i64, day: i64) -> Option<i64> {
    let parts = (year, month, day);
    let year =
        year.checked_sub(i64::from(month <= 2)).filter(|_| (1..=12).contains(&month) && (1..=31).contains(&day))?;
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468;
    let days = era.checked_mul(146_097)?.checked_add(of_era)?;
    // A day past the month's end has run over into the next one.
    (civil_from_days(days) == parts).then_some(days)
}

/// A year that has a sign or more than four places.
fn far(year: i64) -> String {
    if year < 0 { format!("-{:03}", year.unsigned_abs()) } else { year.to_string() }
}

#[cfg(test)]
mod tests {
    use super::{iso_utc, ms_of_iso};

    #[test]
    fn a_moment_is_read_as_it_is_written() {
        for ms in [0, -1, 951_782_400_000, 1_795_253_400_123, 253_402_300_799_999] {
            assert_eq!(ms_of_iso(&iso_utc(ms)), Some(ms), "{}", iso_utc(ms));
        }
        for (text, ms) in [
            ("2026-11-21T09:30Z", 1_795_253_400_000),
            ("2026-11-21t10:30:00.1+01:00", 1_795_253_400_100),
            ("2026-11-21T04:00:00-05:30", 1_795_253_400_000),
        ] {
            assert_eq!(ms_of_iso(text), Some(ms), "{text}");
        }
        for text in [
            "",
            "2026-11-21",
            "2026-11-21T09:30",
            "2026-13-21T09:30Z",
            "2026-02-30T09:30Z",
            "2026-11-21T24:00Z",
            "2026-11-21T09:60Z",
            "2026-11-21T09:30:61Z",
            "2026-11-21T09:30:Z",
            "2026-11-21 09:30Z",
            "soon",
            "2026-11-21T09:30:00.Z",
            "+026-11-21T09:30Z",
            "2026-11-21T0é:30Z",
            "2026-11-21T09:30*01:00",
        ] {
            assert_eq!(ms_of_iso(text), None, "{text}");
        }
    }

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
