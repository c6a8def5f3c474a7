//! Series of due days against the `rrule` crate.
//!
//! Left out is what differs on purpose: a plain monthly or yearly rule from the 29th or later, which is clamped here and skips there.

use dunlin_date::advance;
use proptest::prelude::*;
use rrule::RRuleSet;

/// How many occurrences of a series are compared.
const COMPARED: u16 = 12;

/// The days of the series after its start, by the oracle.
fn expected(rule: &str, start: &str) -> Vec<String> {
    let text = format!("DTSTART:{}T000000Z\nRRULE:{rule}", start.replace('-', ""));
    let set: RRuleSet = text.parse().expect("a rule that the oracle reads");
    let days = set.all(COMPARED).dates;
    days.into_iter().map(|day| day.format("%Y-%m-%d").to_string()).filter(|day| day.as_str() > start).collect()
}

/// The days of the series after its start, each found from the one before it and the rule that it carries.
fn walked(rule: &str, start: &str, length: usize) -> Vec<String> {
    let (mut rule, mut due) = (rule.to_owned(), start.to_owned());
    let mut days = Vec::new();
    while days.len() < length {
        let Some(next) = advance(&rule, &due, None).expect("a rule and a day") else { break };
        (rule, due) = (next.recurrence, next.due);
        days.push(due.clone());
    }
    days
}

fn check(rule: &str, start: &str) {
    let expected = expected(rule, start);
    assert_eq!(walked(rule, start, expected.len()), expected, "{rule} from {start}");
}

#[test]
fn well_known_rules() {
    for rule in [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=10",
        "FREQ=DAILY;BYMONTH=1,2",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU,MO",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYMONTHDAY=-1",
        "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        "FREQ=MONTHLY;BYDAY=5TH",
        "FREQ=MONTHLY;INTERVAL=3;BYDAY=-2WE",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH",
        "FREQ=YEARLY;BYDAY=20MO",
        "FREQ=YEARLY;INTERVAL=2;BYMONTH=6,9;BYDAY=1SA",
        "FREQ=DAILY;INTERVAL=90;UNTIL=20290101T000000Z",
    ] {
        for start in ["2026-11-21", "2026-01-01", "2028-02-28", "2026-12-31", "2027-03-15"] {
            check(rule, start);
        }
    }
}

/// Parts of rules that fit each other.
fn rules() -> impl Strategy<Value = String> {
    let weekdays = || {
        let one = prop::sample::select(vec!["MO", "TU", "WE", "TH", "FR", "SA", "SU"]);
        prop::collection::btree_set(one, 1..4).prop_map(|days| days.into_iter().collect::<Vec<_>>().join(","))
    };
    let month_days = prop::collection::btree_set(prop_oneof![1..=31_i32, -5..=-1_i32], 1..4)
        .prop_map(|days| days.into_iter().map(|day| day.to_string()).collect::<Vec<_>>().join(","));
    let months = prop::collection::btree_set(1..=12_i32, 1..3)
        .prop_map(|months| months.into_iter().map(|month| month.to_string()).collect::<Vec<_>>().join(","));
    let counted = (prop_oneof![1..=5_i32, -4..=-1_i32], prop::sample::select(vec!["MO", "WE", "SA", "SU"]))
        .prop_map(|(nth, day)| format!("{nth}{day}"));
    let position = prop_oneof![1..=3_i32, -3..=-1_i32];
    prop_oneof![
        (1..40_i32).prop_map(|every| format!("FREQ=DAILY;INTERVAL={every}")),
        (1..5_i32, weekdays()).prop_map(|(every, days)| format!("FREQ=WEEKLY;INTERVAL={every};BYDAY={days}")),
        (1..5_i32, month_days).prop_map(|(every, days)| format!("FREQ=MONTHLY;INTERVAL={every};BYMONTHDAY={days}")),
        (1..5_i32, counted.clone()).prop_map(|(every, day)| format!("FREQ=MONTHLY;INTERVAL={every};BYDAY={day}")),
        (weekdays(), position).prop_map(|(days, place)| format!("FREQ=MONTHLY;BYDAY={days};BYSETPOS={place}")),
        (months.clone(), counted).prop_map(|(months, day)| format!("FREQ=YEARLY;BYMONTH={months};BYDAY={day}")),
        (months, 1..=28_i32).prop_map(|(months, day)| format!("FREQ=YEARLY;BYMONTH={months};BYMONTHDAY={day}")),
        (weekdays(), 1..4_i32).prop_map(|(days, every)| format!("FREQ=DAILY;INTERVAL={every};BYDAY={days}")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_rule(rule in rules(), year in 2020..2032_i32, month in 1..=12_i32, day in 1..=28_i32, count in prop::option::of(2..9_u32)) {
        let start = format!("{year}-{month:02}-{day:02}");
        // A count is of occurrences, so it is added only where the start is one.
        let rule = match count.filter(|_| starts_with_itself(&rule, &start)) {
            Some(count) => format!("{rule};COUNT={count}"),
            None => rule,
        };
        check(&rule, &start);
    }
}

fn starts_with_itself(rule: &str, start: &str) -> bool {
    let text = format!("DTSTART:{}T000000Z\nRRULE:{rule}", start.replace('-', ""));
    text.parse::<RRuleSet>()
        .is_ok_and(|set| set.all(1).dates.first().is_some_and(|day| day.format("%Y-%m-%d").to_string() == start))
}
