//! The formats of texts that are checked.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::pattern;

/// Each with what a text of it looks like; a day is also looked at as a day.
const FORMATS: [(&str, &str); 10] = [
    ("date", r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$"),
    ("time", r"^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$"),
    (
        "date-time",
        r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[tT]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([zZ]|[+-]([01]\d|2[0-3]):[0-5]\d)$",
    ),
    ("duration", r"^P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$"),
    // The part before the sign in words or in quotes, a host behind it by its name or its address.
    (
        "email",
        r"^([^\s@.\x22]+(\.[^\s@.\x22]+)*|\x22([^\x22\\]|\\.)+\x22)@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*|\[[0-9A-Za-z:.]+\])$",
    ),
    ("uuid", r"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"),
    ("ipv4", r"^((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$"),
    ("uri", r"^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\\^`{|}\x22]*$"),
    ("ipv6", ""),
    ("regex", ""),
];

pub(super) fn is_known(name: &str) -> bool {
    FORMATS.iter().any(|(known, _)| *known == name)
}

/// Whether a text is of a format; one that is not known fits anything.
pub(super) fn fits(name: &str, text: &str) -> bool {
    match name {
        "regex" => return pattern::fits(text, "").is_ok(),
        "ipv6" => return text.parse::<Ipv6Addr>().is_ok(),
        _ => {}
    }
    let Some((_, looks)) = FORMATS.iter().find(|(known, _)| *known == name) else { return true };
    let fits = text.is_ascii() && pattern::fits(looks, text) == Ok(true);
    let bare = name == "duration" && (text.ends_with('P') || text.ends_with('T'));
    let dated = name.starts_with("date");
    let timed = name.ends_with("time");
    fits && !bare
        && (!dated || is_day(text))
        && (!timed || has_its_second(text))
        && (name != "email" || has_its_address(text))
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

/// Whether the host of a mail address that is given as an address is one; what has none has nothing to show.
fn has_its_address(text: &str) -> bool {
    let Some((_, literal)) = text.rsplit_once("@[") else { return true };
    let address = literal.trim_end_matches(']');
    match address.strip_prefix("IPv6:") {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => address.parse::<Ipv4Addr>().is_ok(),
    }
}

/// Whether a 60th second stands where one is put in: at the end of a day of UTC.
fn has_its_second(text: &str) -> bool {
    let time = text.split(['T', 't']).next_back().unwrap_or_default();
    let number = |text: &str, from: usize| text.get(from..from + 2).and_then(|digits| digits.parse::<i32>().ok());
    let (Some(hour), Some(minute), Some(60)) = (number(time, 0), number(time, 3), number(time, 6)) else { return true };
    let zone = time.rfind(['+', '-']).and_then(|at| time.get(at..)).unwrap_or("+00:00");
    let ahead = number(zone, 1).unwrap_or(0) * 60 + number(zone, 4).unwrap_or(0);
    let ahead = if zone.starts_with('-') { -ahead } else { ahead };
    (hour * 60 + minute - ahead).rem_euclid(24 * 60) == 24 * 60 - 1
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
            ("date-time", "1999-01-01T00:19:60.5+00:20", "1998-12-31T23:59:60.5+00:20"),
            ("duration", "P4DT12H30M5S", "P"),
            ("duration", "P2W", "PT"),
            ("email", "te.st@example.com", "te..st@example.com"),
            ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08-aa98-11ea-b4aa73b441d16380"),
            ("ipv4", "127.0.0.1", "256.0.0.1"),
            ("ipv4", "192.168.0.1", "1.2.3"),
            ("time", "15:59:60-08:00", "22:59:60Z"),
            ("email", "\"a b\"@[127.0.0.1]", "a\"b@example.com"),
            ("ipv6", "::abcd:1", "12345::"),
            ("uri", "https://example.com/a?b#c", "//example.com"),
            ("regex", "^a+$", "^(abc]"),
        ] {
            assert!(fits(name, right), "{name} {right}");
            assert!(!fits(name, wrong), "{name} {wrong}");
        }
    }
}
