//! What holds for any text at any moment.

use dunlin_date::{DateOptions, Now, Span, describe_due, is_valid_due, next_occurrence, parse_date, parse_quick_add};
use proptest::prelude::*;

/// Words of the grammar among others, in any order, so that patterns meet in ways nobody wrote down.
fn lines() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "every",
        "every!",
        "other",
        "next",
        "last",
        "this",
        "the",
        "of",
        "in",
        "on",
        "at",
        "by",
        "from",
        "until",
        "starting",
        "for",
        "to",
        "and",
        "a",
        "monday",
        "Fri",
        "sat",
        "weekend",
        "weekdays",
        "march",
        "May",
        "29",
        "31",
        "2",
        "1/2",
        "12/25",
        "2027-02-29",
        "9999",
        "99999999",
        "3rd",
        "first",
        "second",
        "twenty",
        "day",
        "days",
        "weeks",
        "months",
        "years",
        "h",
        "5pm",
        "17:30",
        "9.30",
        "noon",
        "midnight",
        "half",
        "past",
        "quarter",
        "end",
        "today",
        "tomorrow",
        "tonight",
        "morning",
        "ago",
        "later",
        "before",
        "after",
        "now",
        "week",
        "times",
        "christmas",
        "eve",
        "#tag",
        "@home",
        "p2",
        "\"",
        "“",
        "”",
        "(",
        ")",
        ",",
        ".",
        "-",
        "–",
        "+",
        "'s",
        "é",
        "庭",
        "😀",
        "milk",
        "’",
        "T",
        "Z",
        "%",
        "o'clock",
        "a.m.",
        "until",
        "daily",
    ]);
    prop::collection::vec((word, prop::sample::select(vec![" ", " ", " ", "", "\u{a0}", "\n"])), 0..14)
        .prop_map(|parts| parts.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

fn moments() -> impl Strategy<Value = Now> {
    prop_oneof![
        (i64::MIN..i64::MAX, -900..900_i32).prop_map(|(ms, offset)| Now::from_unix(ms, offset)),
        (0_i64..4_102_444_800_000).prop_map(|ms| Now::from_unix(ms, 0)),
    ]
}

fn fits(span: Span, text: &str) -> bool {
    span.start <= span.end
        && text.is_char_boundary(span.start)
        && text.is_char_boundary(span.end)
        && span.end <= text.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_line_is_read_into_valid_values_and_places(text in lines(), now in moments(), day_first: bool) {
        check(&text, DateOptions { now, day_first });
    }

    #[test]
    fn any_text_is_read_into_valid_values_and_places(text in "\\PC{0,60}", now in moments()) {
        check(&text, DateOptions { now, day_first: false });
    }

    #[test]
    fn a_rule_read_from_a_line_can_be_carried_on(text in lines(), ms in 0_i64..4_102_444_800_000) {
        let now = Now::from_unix(ms, 0);
        let added = parse_quick_add(&format!("every {text}"), &DateOptions { now, day_first: false }, &[]);
        if let (Some(rule), Some(due)) = (&added.recurrence, &added.due) {
            let next = next_occurrence(rule, due, None).expect("a rule the reader wrote");
            prop_assert!(next.is_none_or(|next| next.as_str() > due.as_str()), "{rule} after {due}");
        }
    }

    #[test]
    fn no_rule_text_panics(rule in "(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY|HOURLY|MINUTELY))?(;[A-Z-]{3,10}=[-+0-9A-Z,]{0,12}){0,4}", day in 1..29_i32) {
        let _ = next_occurrence(&rule, &format!("2026-02-{day:02}"), Some("9999-12-31"));
    }
}

fn check(text: &str, options: DateOptions) {
    if let Some(read) = parse_date(text, &options) {
        assert!(fits(read.span, text) && !read.span.is_empty(), "{:?} in {text:?}", read.span);
        assert!(read.time_span.is_none_or(|span| fits(span, text) && !span.overlaps(read.span)));
    }
    let added = parse_quick_add(text, &options, &[]);
    assert!(added.due.as_deref().is_none_or(|due| is_valid_due(due) || due.starts_with('-')), "{:?}", added.due);
    let mut end = 0;
    for reading in &added.readings {
        assert!(fits(reading.span, text) && reading.span.start >= end, "{:?} in {text:?}", added.readings);
        end = reading.span.end;
    }
    if let Some(due) = &added.due {
        assert!(!describe_due(due, &options.now).is_empty());
    }
    // What is left is made of the words that were there, in their order.
    let mut letters = text.chars().filter(|c| !c.is_whitespace());
    for left in added.text.chars().filter(|c| !c.is_whitespace()) {
        assert!(letters.any(|c| c == left), "{:?} is not within {text:?}", added.text);
    }
    // Taking every reading back leaves the whole text.
    let all: Vec<Span> = added.readings.iter().map(|reading| reading.span).collect();
    let kept = parse_quick_add(text, &options, &all);
    for reading in &kept.readings {
        assert!(all.iter().all(|span| !span.overlaps(reading.span)), "{reading:?} was taken back in {text:?}");
    }
}

#[test]
fn time_grows_with_the_length_and_not_faster() {
    // A text that made the reader start over at every word would take minutes here.
    let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).expect("a moment"), day_first: false };
    for unit in [
        "every 1st, 2nd, ",
        "in 2 days, 3 days and ",
        "\" ",
        "\"",
        "a“",
        "'a ",
        "#a p1 ",
        "monday to friday - ",
        "1.1.1.1/",
        "(((",
        "a a a half of an ",
    ] {
        let text = unit.repeat(200_000 / unit.len());
        let _ = parse_quick_add(&text, &options, &[]);
        assert!(parse_quick_add(&text, &options, &[]).text.len() <= text.len());
    }
}
