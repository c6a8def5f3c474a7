//! The cases of `testdata/date.toml`, `date_none.toml`, `quick_add.toml`, `recurrence.toml` and `written.toml`.

use dunlin_date::{DateOptions, Now, Span, advance, parse_date, parse_quick_add};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dates {
    now: String,
    case: Vec<DateCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DateCase {
    name: String,
    text: String,
    now: Option<String>,
    /// How far the host is ahead of UTC, in minutes.
    zone: Option<i32>,
    #[serde(default)]
    day_first: bool,
    date: String,
    time: Option<String>,
    words: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoDates {
    texts: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    now: String,
    case: Vec<LineCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineCase {
    name: String,
    line: String,
    text: String,
    due: Option<String>,
    priority: Option<u8>,
    #[serde(default)]
    tags: Vec<String>,
    recurrence: Option<String>,
    kinds: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Series {
    case: Vec<SeriesCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SeriesCase {
    name: String,
    rule: String,
    due: String,
    completed: Option<String>,
    next: String,
    carries: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    now: String,
    dates: Vec<[String; 2]>,
    none: Vec<String>,
    lines: Vec<[String; 6]>,
}

/// A local moment at a host so many minutes ahead of UTC.
fn seen_from(now: &str, zone: i32) -> Now {
    let ms = dunlin_base::ms_of_iso(&format!("{now}Z")).expect("the moment of a case");
    Now::from_unix(ms - i64::from(zone) * 60_000, zone)
}

fn options(now: &str) -> DateOptions {
    DateOptions { now: seen_from(now, 0), day_first: false }
}

/// Gathers every mismatch, so that one run shows them all.
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} cases differ:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn dates_in_sentences() {
    let file: Dates = toml::from_str(include_str!("../../../testdata/date.toml")).expect("date.toml");
    let mut failures = Vec::new();
    for case in &file.case {
        let now = seen_from(case.now.as_ref().unwrap_or(&file.now), case.zone.unwrap_or(0));
        let options = DateOptions { day_first: case.day_first, now };
        let read = parse_date(&case.text, &options);
        let found = read.as_ref().map(|read| (read.date.as_str(), read.time.as_deref()));
        if found != Some((case.date.as_str(), case.time.as_deref())) {
            failures.push(format!("{}: {} → {found:?}", case.name, case.text));
        }
        let words = read.map(|read| read.span.of(&case.text).to_owned());
        if case.words.is_some() && words != case.words {
            failures.push(format!("{}: {} → words {words:?}", case.name, case.text));
        }
    }
    report(&failures);
}

#[test]
fn no_date_where_there_is_none() {
    let file: NoDates = toml::from_str(include_str!("../../../testdata/date_none.toml")).expect("date_none.toml");
    let failures: Vec<String> = file
        .texts
        .iter()
        .filter_map(|text| parse_date(text, &options("2026-11-21T09:30")).map(|read| format!("{text} → {read:?}")))
        .collect();
    report(&failures);
}

#[test]
fn lines_of_quick_add() {
    let file: Lines = toml::from_str(include_str!("../../../testdata/quick_add.toml")).expect("quick_add.toml");
    let options = options(&file.now);
    let mut failures = Vec::new();
    for case in &file.case {
        let added = parse_quick_add(&case.line, &options, &[]);
        let same = added.text == case.text
            && added.due == case.due
            && added.priority == case.priority
            && added.tags == case.tags
            && added.recurrence == case.recurrence;
        if !same {
            failures.push(format!("{}: {} → {added:?}", case.name, case.line));
        }
        let kinds: Vec<&str> = added.readings.iter().map(|reading| reading.kind.name()).collect();
        if case.kinds.as_ref().is_some_and(|expected| *expected != kinds) {
            failures.push(format!("{}: kinds {kinds:?}", case.name));
        }
    }
    report(&failures);
}

#[test]
fn what_people_write() {
    let file: Written = toml::from_str(include_str!("../../../testdata/written.toml")).expect("written.toml");
    let options = options(&file.now);
    let mut failures = Vec::new();
    let mut differs = |text: &str, found: String, meant: &str| {
        if found != meant {
            failures.push(format!("{text} → {found}, meant is {meant}"));
        }
    };
    let date = |text: &str| match parse_date(text, &options) {
        Some(read) => read.time.map_or(read.date.clone(), |time| format!("{} {time}", read.date)),
        None => "none".to_owned(),
    };
    for [text, meant] in &file.dates {
        differs(text, date(text), meant);
    }
    for text in &file.none {
        differs(text, date(text), "none");
    }
    for [line, meant @ ..] in &file.lines {
        let read = parse_quick_add(line, &options, &[]);
        let priority = read.priority.map(|priority| priority.to_string()).unwrap_or_default();
        let (due, recurrence) = (read.due.unwrap_or_default(), read.recurrence.unwrap_or_default());
        differs(line, [read.text, due, priority, read.tags.join(" "), recurrence].join(" ; "), &meant.join(" ; "));
    }
    report(&failures);
}

#[test]
fn every_reading_can_be_taken_back() {
    let file: Lines = toml::from_str(include_str!("../../../testdata/quick_add.toml")).expect("quick_add.toml");
    let options = options(&file.now);
    for case in &file.case {
        let added = parse_quick_add(&case.line, &options, &[]);
        for reading in &added.readings {
            let kept = parse_quick_add(&case.line, &options, &[reading.span]);
            let left = kept.readings.iter().all(|other| !other.span.overlaps(reading.span));
            assert!(left, "{}: {reading:?} was read again as {:?}", case.name, kept.readings);
            for word in reading.span.of(&case.line).split_whitespace() {
                let word = word.trim_matches(['"', '.', ',', ':', '(', ')']);
                assert!(kept.text.contains(word), "{}: {word} is missing from {:?}", case.name, kept.text);
            }
        }
        let all: Vec<Span> = added.readings.iter().map(|reading| reading.span).collect();
        let kept = parse_quick_add(&case.line, &options, &all);
        // Another date of the line may be read then, but nothing that was taken back.
        let left = kept.readings.iter().all(|reading| all.iter().all(|span| !span.overlaps(reading.span)));
        assert!(left && kept.tags.is_empty() && kept.priority.is_none(), "{}: {kept:?}", case.name);
    }
}

#[test]
fn what_follows_a_completed_todo() {
    let file: Series = toml::from_str(include_str!("../../../testdata/recurrence.toml")).expect("recurrence.toml");
    let mut failures = Vec::new();
    for case in &file.case {
        let next = advance(&case.rule, &case.due, case.completed.as_deref()).expect(&case.name);
        let due = next.as_ref().map_or("", |next| next.due.as_str());
        if due != case.next {
            failures.push(format!("{}: {due:?}", case.name));
        }
        let carries = next.map(|next| next.recurrence);
        if case.carries.is_some() && carries != case.carries {
            failures.push(format!("{}: carries {carries:?}", case.name));
        }
    }
    report(&failures);
}
