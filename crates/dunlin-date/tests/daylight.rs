//! Hours over a switch of daylight saving, where the host can tell the zone's offset.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use dunlin_date::{DateOptions, Now, parse_date, parse_quick_add};

const HOUR: i64 = 3_600_000;
/// 2026-03-29T01:00Z and 2026-10-25T01:00Z: clocks in Berlin are put from 02:00 to 03:00, and from 03:00 back to 02:00.
const SPRING: i64 = 1_774_746_000_000;
const AUTUMN: i64 = 1_792_890_000_000;

fn berlin(at_ms: i64) -> i32 {
    if (SPRING..AUTUMN).contains(&at_ms) { 120 } else { 60 }
}

/// What a phrase means at that moment, as date and time.
fn read(now_ms: i64, phrase: &str) -> (String, Option<String>) {
    let options = DateOptions { now: Now::at(now_ms, &berlin), day_first: false };
    let read = parse_date(phrase, &options).unwrap();
    (read.date, read.time)
}

#[test]
fn hours_are_real_ones_over_both_switches() {
    for (switch, before, phrase, day, time) in [
        (SPRING, 1, "in 3 hours", "2026-03-29", "05:00"),
        (SPRING, 1, "in an hour", "2026-03-29", "03:00"),
        (SPRING, 1, "in 30 minutes", "2026-03-29", "01:30"),
        (SPRING, 1, "in 59 minutes", "2026-03-29", "01:59"),
        (SPRING, 1, "in 90 minutes", "2026-03-29", "03:30"),
        (SPRING, 30, "in 48 hours", "2026-03-29", "21:00"),
        (SPRING, 24 * 20, "in 500 hours", "2026-03-29", "23:00"),
        (AUTUMN, 2, "in 3 hours", "2026-10-25", "03:00"),
        (AUTUMN, 1, "in 90 minutes", "2026-10-25", "02:30"),
        (AUTUMN, 1, "in half an hour", "2026-10-25", "02:30"),
        // After the switch, and long before it, nothing is to be done.
        (AUTUMN, -1, "in 3 hours", "2026-10-25", "06:00"),
        (AUTUMN, 24 * 60, "in 3 hours", "2026-08-26", "06:00"),
    ] {
        let expected = (day.to_owned(), Some(time.to_owned()));
        assert_eq!(read(switch - before * HOUR, phrase), expected, "{phrase}, {before} hours before {switch}");
    }
}

#[test]
fn days_and_clock_times_follow_the_clock() {
    for (switch, phrase, day, time) in [
        (SPRING, "tomorrow at 9am", "2026-03-29", Some("09:00")),
        (SPRING, "in 2 days", "2026-03-30", None),
        (AUTUMN, "in a week", "2026-10-31", None),
        (AUTUMN, "tomorrow at 9am", "2026-10-25", Some("09:00")),
    ] {
        assert_eq!(read(switch - 12 * HOUR, phrase), (day.to_owned(), time.map(str::to_owned)), "{phrase}");
    }
}

#[test]
fn every_number_of_minutes_ends_at_the_moment_it_says() {
    for switch in [SPRING, AUTUMN] {
        for (from, minutes) in
            (-300..300).step_by(7).flat_map(|from| (1..900).step_by(13).map(move |length| (from, length)))
        {
            let start = switch + from * 60_000;
            let end = start + minutes * 60_000;
            let expected = Now::from_unix(end, berlin(end)).to_text();
            let options = DateOptions { now: Now::at(start, &berlin), day_first: false };
            let due = parse_quick_add(&format!("x in {minutes} minutes"), &options, &[]).due;
            assert_eq!(due, Some(expected), "{from} minutes from the switch, in {minutes} minutes");
        }
    }
}

#[test]
fn a_time_with_its_zone_is_what_clocks_show_here_then() {
    const DAY: i64 = 86_400_000;
    let options = |now_ms: i64| DateOptions { now: Now::at(now_ms, &berlin), day_first: false };
    let read = |now_ms: i64, text: &str| {
        parse_date(text, &options(now_ms)).map(|read| format!("{} {}", read.date, read.time.unwrap_or_default()))
    };
    for (now, text, expected) in [
        (SPRING - DAY, "2026-03-29T00:30Z", Some("2026-03-29 01:30")),
        (SPRING - DAY, "2026-03-29T01:30Z", Some("2026-03-29 03:30")),
        (SPRING - DAY, "2026-04-20T10:00+02:00", Some("2026-04-20 10:00")),
        (SPRING + DAY, "2026-03-28T10:00Z", None),
        (SPRING + DAY, "2026-03-30T10:00Z", Some("2026-03-30 12:00")),
        (AUTUMN - DAY, "2026-10-25T09:00Z", Some("2026-10-25 10:00")),
        (SPRING + 60 * DAY, "2026-05-10T10:00Z", Some("2026-05-10 12:00")),
        // So far off clocks may be put in between.
        (SPRING + 60 * DAY, "2026-12-04T10:00Z", None),
        (SPRING + 60 * DAY, "2026-03-01T10:00Z", None),
        // A series by another zone's clock is none by this one's.
        (SPRING + 60 * DAY, "every day at 9am UTC", None),
    ] {
        assert_eq!(read(now, text).as_deref(), expected, "{text}");
    }
    // Where the host tells no zone, none can be reckoned with.
    let nowhere = DateOptions { now: Now::parse("2026-11-21T09:30").unwrap(), day_first: false };
    assert_eq!(parse_date("launch 2026-11-22T10:00Z", &nowhere), None);
}
