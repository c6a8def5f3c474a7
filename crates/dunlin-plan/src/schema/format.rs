//! The formats of texts that are checked.

use crate::pattern;

/// Each with what a text of it looks like; a day is also looked at as a day.
const FORMATS: [(&str, &str); 9] = [
    ("date", r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"),
    ("time", r"^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$"),
    (
        "date-time",
        r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[tT]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$",
    ),
    ("duration", r"^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$"),
    ("email", r"^[^\s@.]+(\.[^\s@.]+)*@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$"),
    ("uuid", r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"),
    ("ipv4", r"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$"),
    ("uri", r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\\^`{|}\x22]*$"),
    ("regex", ""),
];

pub(super) fn is_known(name: &str) -> bool {
    FORMATS.iter().any(|(known, _)| *known == name)
}

/// Whether a text is of a format; one that is not known fits anything.
pub(super) fn fits(name: &str, text: &str) -> bool {
    if name == "regex" {
        return pattern::fits(text, "").is_ok();
    }
    let Some((_, looks)) = FORMATS.iter().find(|(known, _)| *known == name) else { return true };
    let fits = text.is_ascii() && pattern::fits(looks, text) == Ok(true);
    let bare = name == "duration" && (text.ends_with('P') || text.ends_with('T'));
    let dated = name.starts_with("date");
    fits && !bare && (!dated || is_day(text))
}

/// Whether the first ten letters are a day that there is.
fn is_day(text: &str) -> bool {
    let number = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<u32>().ok()).unwrap_or(0);
    let (year, month, day) = (number(0, 4), number(5, 7), number(8, 10));
    let leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let longest = match month {
        2 => 28 + u32::from(leaps),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=longest).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_of_its_format_or_not() {
        for (name, right, wrong) in [
            ("date", "2024-02-29", "2023-02-29"),
            ("date", "2026-11-30", "2026-11-31"),
            ("time", "08:30:06Z", "8:30"),
            ("date-time", "1998-12-31T23:59:60.5+00:20", "1998-13-31T23:59:59Z"),
            ("duration", "P4DT12H30M5S", "P"),
            ("duration", "P2W", "PT"),
            ("email", "te.st@example.com", "te..st@example.com"),
            ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08-aa98-11ea-b4aa73b441d16380"),
            ("ipv4", "127.0.0.1", "256.0.0.1"),
            ("ipv4", "192.168.0.1", "1.2.3"),
            ("uri", "https://example.com/a?b#c", "//example.com"),
            ("regex", "^a+$", "^(abc]"),
        ] {
            assert!(fits(name, right), "{name} {right}");
            assert!(!fits(name, wrong), "{name} {wrong}");
        }
    }
}
