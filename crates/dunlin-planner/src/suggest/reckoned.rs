//! A refused sum, told by its numbers and by the words beside them: "stick 20 percent vat on top of 145".

use super::{figured, is_request, measured, rated};
use crate::{
    lang::en::clocks::{HOURS, MINUTES},
    lang::en::connectors::REMIND_ME,
    lang::en::cues::{MY_SHARE, USED_ASKED},
    lang::en::offers::{
        self, ADDED_TO, AND_ME, BORROWED, CONDITIONS, EACH_ASKED, EACH_GETS, FOR_EACH, FRACTIONS, GROWS, IN_ALL, PENCE,
        PERCENT_ASKED, PERCENT_WORDS, PRICED, RATIO, SO_MANY_TIMES, TAKEN_FROM, THOUSANDS, TIPS, TODOS_AND_LISTS,
        TOTALS, YEARS,
    },
    lang::en::phrases::CALLS,
    lang::en::reckoning::{self, BY, COVERED, HOW_MANY, LABELS, MORE_OFTEN, PERIODS, UP, USED_UP},
    lang::{grammar::VERBS, holds},
    model::{
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{connector::connectors, reader::Reader, words::Words},
    sum,
};

/// The longest clause that is looked at, and the most words of one number.
const LONGEST: usize = 30;
const LONGEST_NUMBER: usize = 7;
/// The most words among which an amount and a unit are a conversion.
const LONGEST_MEASURED: usize = 14;

/// How many of the periods are lengths of time, and no things.
const TIMES: usize = 6;

/// The most shares of a ratio.
const MOST_SHARES: usize = 4;

/// A number of the clause, and what it counts.
pub(super) struct Amount {
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) percent: bool,
    years: bool,
}

impl Amount {
    /// Of two, what is shared before the other.
    pub(super) fn greater_first<'a>(&'a self, other: &'a Self) -> (&'a Self, &'a Self) {
        if other.is_more_than(self) { (other, self) } else { (self, other) }
    }

    /// Whether it is what is shared, of two: the one with a point, or else the greater.
    pub(super) fn is_more_than(&self, other: &Self) -> bool {
        let value = |amount: &Self| amount.text.parse::<f64>().unwrap_or_default();
        match (self.text.contains('.'), other.text.contains('.')) {
            (true, false) => true,
            (false, true) => false,
            _ => value(self) > value(other),
        }
    }
}

/// The sum or conversion of which the numbers, and what stands right beside each, leave no doubt.
pub(super) fn surely(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let numbers = words.iter().any(|token| reader.grammar.is_numeric(token));
    let fits = numbers && (2..=LONGEST).contains(&words.len()) && !reader.any_is(words, TODOS_AND_LISTS);
    // "4 people at table 9"
    let labelled = words
        .windows(2)
        .any(|pair| matches!(pair, [label, number] if reader.is(label, LABELS) && number.kind == TokenKind::Number));
    // "if I have more than 5 left move the flights to january 4" asks for no sum.
    let hangs = reader.first_is(words, CONDITIONS) && !words.iter().skip(1).any(|token| reader.is(token, offers::ASKS));
    if !fits
        || labelled
        || hangs
        || connectors(reader, words).iter().any(|joint| begins_an_order(reader, words, joint.after))
    {
        return None;
    }
    if let Some((words, sign)) = figured::at_last(reader, words) {
        let sum = goal(reader, words).or_else(|| sum_of(reader, words));
        return sum.and_then(|sum| reckoning::done_to(&sum, sign));
    }
    let amounts = amounts(reader, words);
    let is_sum = |goal: &String| is_request(reader, goal);
    let whole = !says_more(reader, words, &amounts);
    let figured = figured::goal(reader, words, &amounts).filter(|goal| whole && is_sum(goal));
    let rated = || rated::goal(reader, words, &amounts).filter(|goal| whole && is_sum(goal));
    // "add stretch 10 minutes before the talk every day" asks for no minutes in days.
    let measures = words.len() <= LONGEST_MEASURED && !begins_an_order(reader, words, 0);
    let measured = || measured::goal(reader, words).filter(|_| measures);
    figured.or_else(rated).or_else(measured)
}

/// Whether words say more than the numbers of a sum: another number with its unit, "120ml", how often, or a unit of time in which the
/// answer is wanted and none of them is counted.
fn says_more(reader: &Words<'_>, words: &[Token], amounts: &[Amount]) -> bool {
    let after = |amount: &Amount| words.get(amount.end..).unwrap_or_default();
    let inside = |at: usize| amounts.iter().any(|amount| (amount.start..amount.end).contains(&at));
    let measured = |token: &Token| {
        let said = token.span.of(reader.goal);
        let unit = said.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        !unit.is_empty() && unit.len() < said.len() && sum::is_unit(unit)
    };
    let other = words.iter().enumerate().any(|(at, token)| !inside(at) && measured(token));
    let asked = words.windows(3).find(|run| reader.begins(run, HOW_MANY)).and_then(|run| run.last());
    let counted = |known: &'static str| amounts.iter().any(|amount| reader.first_is(after(amount), known));
    let period = asked.and_then(|asked| PERIODS.iter().find(|known| reader.is(asked, known)));
    let in_another =
        period.is_some_and(|period| !counted(period) && PERIODS.iter().take(TIMES).any(|known| counted(known)));
    // "8000 steps of 75 cm, how many km is that"
    let converted = |unit: &Token| {
        let text = |token: &Token| token.span.of(reader.goal);
        amounts
            .iter()
            .filter_map(|amount| words.get(amount.end))
            .any(|own| sum::is_to_be_converted(text(own), text(unit)))
    };
    let in_another = in_another || asked.is_some_and(converted);
    other || in_another || !amounts.is_empty() && reader.any_is(words, MORE_OFTEN)
}

/// Whether one of several clauses begins with an order: "how many is 7 crates of 24, and put count them down for tomorrow", "remind me to
/// call mum tomorrow, 42,000 a year is what a month".
pub(super) fn orders_beside(reader: &Words<'_>, words: &[Token]) -> bool {
    let joints = connectors(reader, words);
    std::iter::once(0).chain(joints.iter().map(|joint| joint.after)).any(|at| begins_an_order(reader, words, at))
}

fn begins_an_order(reader: &Words<'_>, words: &[Token], at: usize) -> bool {
    let clause = words.get(at..).unwrap_or_default();
    [VERBS, CALLS].iter().any(|verbs| reader.first_is(clause, verbs))
        || reader.begins(clause, REMIND_ME)
        || clause.get(..1).is_some_and(|first| reader.grammar.asks_for_change(first))
}

/// The sum that words are as they stand.
fn sum_of(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let mut reader = Reader::new(reader.goal, reader.context);
    let Found::Request(request) = reader.find(words) else { return None };
    request.sum().map(|sum| offers::calculate(&sum.expression))
}

/// The sum in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !(3..=LONGEST).contains(&words.len()) || reader.any_is(words, TODOS_AND_LISTS) {
        return None;
    }
    if let Some(goal) = surely(reader, words) {
        return Some(goal);
    }
    let amounts = amounts(reader, words);
    let said = |known: &'static str| reader.any_is(words, known);
    let says = |runs: &[&[&'static str]]| runs.iter().any(|run| reader.holds(words, run));
    // "share 450 in the ratio 2:3:4": each share by itself.
    if said(RATIO)
        && let [whole, parts @ ..] = amounts.as_slice()
        && (2..=MOST_SHARES).contains(&parts.len())
    {
        let parts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        return Some(offers::in_ratio(&whole.text, &parts)).filter(|_| parts.iter().all(|part| *part != "0"));
    }
    let goal = match amounts.as_slice() {
        [one, other] if one.percent != other.percent => {
            let (percent, whole) = if one.percent { (one, other) } else { (other, one) };
            let (percent, whole) = (percent.text.as_str(), whole.text.as_str());
            match () {
                () if said(TAKEN_FROM) || said(USED_UP) && !said(UP) => offers::less_percent(whole, percent),
                () if said(TIPS) && !said(TOTALS) => offers::percent_of(percent, whole),
                () if said(ADDED_TO) || said(TIPS) => offers::plus_percent(whole, percent),
                () => offers::percent_of(percent, whole),
            }
        }
        // "got a 1500 raise on 42000, that's what percent"
        [one, other] if says(PERCENT_ASKED) && !one.percent => {
            let (whole, part) = one.greater_first(other);
            offers::percent_of_what(&part.text, &whole.text)
        }
        // "the meter reads 4512 and last time 4388, so used?"
        [one, other] if says(USED_ASKED) && !one.percent => {
            let (more, less) = one.greater_first(other);
            offers::difference(&more.text, &less.text)
        }
        // "pizza was 24 for 8 slices and I ate 3, my share"
        [whole, parts, mine] if says(MY_SHARE) && whole.is_more_than(parts) && parts.is_more_than(mine) => {
            offers::share_of(&whole.text, &parts.text, &mine.text)
        }
        // "tank 52 litres, 1.68 per, full price?"
        [one, other] if says(FOR_EACH) && says(IN_ALL) => offers::product(&one.text, &other.text),
        [one, other] if says(EACH_GETS) || says(EACH_ASKED) => {
            let (whole, parts) = one.greater_first(other);
            let among = if says(AND_ME) { offers::and_one(&parts.text) } else { parts.text.clone() };
            offers::divided(&whole.text, &among)
        }
        // "12 by 9 room how much carpet"
        [one, other] if said(COVERED) && words.get(one.end..other.start).is_some_and(|by| reader.is_run(by, BY)) => {
            offers::product(&one.text, &other.text)
        }
        // "37.5 hours at 14.20", and no time: "wake the baby at 3:30".
        [one, other] if priced(reader, words, other) => offers::product(&one.text, &other.text),
        [only] if said(TAKEN_FROM) => {
            let share = FRACTIONS.iter().find(|(word, _)| said(word))?.1;
            offers::less_share(&only.text, share)
        }
        // What is lent is paid back; "1000 put away at 4 percent for 5 years, what comes out" grows.
        [_, _, _] if said(BORROWED) || says(GROWS) => {
            let years = amounts.iter().find(|amount| amount.years)?;
            let rate = amounts.iter().find(|amount| amount.percent)?;
            let money = amounts.iter().find(|amount| !amount.years && !amount.percent)?;
            let told = if said(BORROWED) { offers::monthly_payment } else { offers::grown };
            told(&money.text, &rate.text, &years.text)
        }
        [_, _, ..] if says(IN_ALL) && !amounts.iter().any(|amount| amount.percent) => in_all(reader, words, &amounts),
        _ => return None,
    };
    is_request(reader, &goal).then_some(goal)
}

/// "how much is it all, 3 x 14.20 and the 9.95": what stands behind "x" or "at" is so many times what stands before it, and all is added.
fn in_all(reader: &Words<'_>, words: &[Token], amounts: &[Amount]) -> String {
    let mut sum = String::new();
    for (at, amount) in amounts.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| amounts.get(at)).map(|before| before.end);
        let between = before.and_then(|before| words.get(before..amount.start));
        let times =
            |between: &[Token]| reader.any_is(between, SO_MANY_TIMES) || between.iter().any(|token| token.is_sign('*'));
        sum.push_str(match between {
            None => "",
            Some(between) if times(between) => " * ",
            Some(_) => " + ",
        });
        sum.push_str(&amount.text);
    }
    offers::calculate(&sum)
}

/// Whether a number is what one of so many costs: it stands behind "at", and is no hour.
fn priced(reader: &Words<'_>, words: &[Token], price: &Amount) -> bool {
    let start = words.iter().take(price.end).rposition(|token| reader.is(token, PRICED));
    let length = start.map_or(usize::MAX, |start| price.end - start);
    length <= 4 && price.text.contains('.') && !words.iter().any(|token| token.is_sign(':'))
}

/// The numbers of a clause, each as long as it goes.
fn amounts(reader: &Words<'_>, words: &[Token]) -> Vec<Amount> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        if let Some(amount) = glued(reader, words, at) {
            at = amount.end;
            found.push(amount);
            continue;
        }
        let longest = (1..=LONGEST_NUMBER.min(words.len() - at)).rev().find_map(|length| {
            let run = words.get(at..at + length)?;
            let numeric = run.first().is_some_and(|first| {
                reader.grammar.is_numeric(first) || matches!(first.kind, TokenKind::Sign('$' | '€' | '£'))
            });
            let text = numeric.then(|| sum::number(run, reader.goal))??;
            Some((text, length))
        });
        let Some((text, length)) = longest else {
            at += 1;
            continue;
        };
        let (start, mut end) = (at, at + length);
        let fraction =
            length == 1 && words.get(at).is_some_and(|token| FRACTIONS.iter().any(|(word, _)| reader.is(token, word)));
        if fraction {
            at = end;
            continue;
        }
        let pence = words.get(end).is_some_and(|token| reader.is(token, PENCE));
        let text = text.parse::<f64>().ok().filter(|_| pence).map_or(text, |number| (number / 100.0).to_string());
        end += usize::from(pence);
        let thousands = words.get(end).is_some_and(|token| reader.is(token, THOUSANDS));
        end += usize::from(thousands);
        let text = if thousands { [&text, "000"].concat() } else { text };
        let next = |known: &'static str| words.get(end).is_some_and(|token| reader.is(token, known));
        let percent = next(PERCENT_WORDS) || words.get(end).is_some_and(|token| token.is_sign('%'));
        found.push(Amount { text, start, end, percent, years: next(YEARS) });
        at = end;
    }
    found
}

/// A number with its small coins or its lengths of time written in one piece: "35p", "7h 45m".
fn glued(reader: &Words<'_>, words: &[Token], at: usize) -> Option<Amount> {
    let parted = |token: &Token| {
        let said = token.span.of(reader.goal);
        let end = said.find(|sign: char| !sign.is_ascii_digit() && sign != '.').filter(|end| *end > 0)?;
        said.split_at_checked(end).map(|(number, unit)| (number, unit.to_ascii_lowercase()))
    };
    let (number, unit) = parted(words.get(at)?)?;
    let amount = |text: String, end: usize| Some(Amount { text, start: at, end, percent: false, years: false });
    if holds(PENCE, &unit) {
        return amount((number.parse::<f64>().ok()? / 100.0).to_string(), at + 1);
    }
    if !holds(HOURS, &unit) {
        return None;
    }
    let minutes = words.get(at + 1).and_then(parted).filter(|(_, unit)| holds(MINUTES, unit));
    match minutes {
        Some((minutes, _)) => amount(["(", number, " h + ", minutes, " min)"].concat(), at + 2),
        None => amount(["(", number, " h)"].concat(), at + 1),
    }
}
