//! Questions about days and times that are told as a tale: when a warranty runs out, how old somebody will be, how long a trip takes.

use dunlin_date::Now;

use crate::{
    dates,
    lang::en::{
        dates::{
            A_DAY, A_DAY_OR_MORE, BEFORE_A_DAY, COUNTED_FROM, ECHOES_A_DAY, HALVES_OF_A_DAY, HAS_BEGUN, MINE,
            ONE_OR_MORE, STARTS, TO_BEGIN,
        },
        sums::COMING,
    },
    model::{
        asked::{DayCall, Unit},
        token::{Token, TokenKind},
    },
    parse::{
        day::{day, is_of_clock, past, period},
        text::text_of,
        words::Words,
    },
};

/// The longest tale, the longest day in it and the longest length of time.
const LONGEST: usize = 30;
const LONGEST_PART: usize = 6;

/// "when does a 6 month warranty run out if I bought it on 12 october": the day that lies so long after the one on which it began.
pub(super) fn runs_out(reader: &Words<'_>, words: &[Token]) -> Option<DayCall> {
    if words.len() > LONGEST {
        return None;
    }
    let today = reader.context.now.date_text();
    let begun = reader.any_is(words, HAS_BEGUN);
    (begun || reader.any_is(words, TO_BEGIN)).then_some(())?;
    let ranges = || {
        let ends = |from: usize| (from + 1..=words.len().min(from + LONGEST_PART)).rev().map(move |to| (from, to));
        (0..words.len()).flat_map(ends)
    };
    let dated = |(from, to): (usize, usize)| {
        let named = words.get(from..to)?;
        let telling = named.iter().any(|token| token.numeric) || named.len() == 1;
        Some((from, to, day(reader, named, reader.context.now).filter(|_| telling && !begins_small(reader, named))?))
    };
    let (first, last, from) = ranges().find_map(dated)?;
    let apart = |range: &(usize, usize)| range.1 <= first || range.0 >= last;
    let long = |(from, to): (usize, usize)| {
        let by = length(reader, words.get(from..to)?)?;
        Some((from, to, by))
    };
    let (start, end, by) = ranges().filter(apart).find_map(long)?;
    // Any other number would be left out.
    let other = |at: usize| !(start..end).contains(&at) && !(first..last).contains(&at);
    let numbers =
        |(at, token): (usize, &Token)| other(at) && reader.grammar.is_numeric(token) && !reader.is(token, ONE_OR_MORE);
    (!words.iter().enumerate().any(numbers)).then_some(())?;
    // What has begun "on monday" has begun on the last one, which nothing here tells from the next.
    let weekday = from > today && !words.get(first..last)?.iter().any(|token| token.numeric);
    (!(begun && weekday)).then_some(())?;
    // A course of 3 days that starts on the 4th is over on the 6th, or on the 7th.
    let days = words.get(start..end)?.iter().any(|token| reader.is(token, A_DAY_OR_MORE));
    (!(days && reader.any_is(words, STARTS))).then_some(())?;
    let from = if begun { past(&from, &today) } else { from };
    Some(DayCall::Shift { from, by })
}

/// Whether words beside a day belong to the tale: "on 12 october", "90 days from 3 may".
fn begins_small(reader: &Words<'_>, words: &[Token]) -> bool {
    reader.first_is(words, BEFORE_A_DAY) || reader.first_is(words, MINE) || reader.any_is(words, COUNTED_FROM)
}

/// A length of time in days; "6 month" is one as well.
fn length(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    if !words.first().is_some_and(|first| reader.grammar.is_numeric(first) || reader.is(first, ONE_OR_MORE)) {
        return None;
    }
    let said = text_of(reader.goal, words).replace('-', " ");
    dates::length(&said).or_else(|| dates::length(&[said.as_str(), "s"].concat())).filter(|by| !is_of_clock(by))
}

/// "six month recall from 27 nov - date?": how long what is named takes, where the day is asked for that comes out.
pub(super) fn length_of_a_thing(reader: &Words<'_>, words: &[Token], item: &[Token]) -> Option<String> {
    let (long, named) = item.split_at_checked(2)?;
    let end = words.iter().rev().take(2).find(|token| token.kind == TokenKind::Word)?;
    let asks = reader.is(end, ECHOES_A_DAY);
    let plain = !named.is_empty() && named.iter().all(|token| token.kind == TokenKind::Word);
    (asks && plain && named.len() < LONGEST_PART).then(|| length(reader, long))?
}

/// "im 12 weeks pregnant today, so when is 40 weeks": the day on which so much will have passed of what has lasted so long.
pub(super) fn reaches(reader: &Words<'_>, so_far: &[Token], whole: &[Token]) -> Option<DayCall> {
    let (so_far, by) = (length(reader, so_far)?, length(reader, whole)?);
    let from = dunlin_date::postpone(&reader.context.now.date_text(), &["-", &so_far].concat())?;
    Some(DayCall::Shift { from, by })
}

/// "my grandma was born in june 1938, how old will she be next june": how many years lie between. In a month or a year somebody is as
/// old as they become in it.
pub(super) fn age_then(reader: &Words<'_>, born: &[Token], then: &[Token]) -> Option<DayCall> {
    let now = reader.context.now;
    let (born, then) = (without_small(reader, born), without_small(reader, then));
    let from = day(reader, born, now).or_else(|| Some(period(reader, born, now)?.0))?;
    (from <= now.date_text() && born.iter().any(|token| token.numeric)).then_some(())?;
    let told = |then: &[Token]| {
        let (first, next) = period(reader, then, now)?;
        let same = [first.get(..4)?, from.get(4..)?].concat();
        Some(if first <= same && same < next { same } else { first })
    };
    let coming = then.get(usize::from(reader.first_is(then, COMING))..).filter(|rest| rest.len() < then.len());
    let to = match coming.and_then(told) {
        Some(to) if to > now.date_text() => to,
        _ => told(then)
            .or_else(|| day(reader, then, now))
            .or_else(|| dunlin_date::postpone(&now.date_text(), &length(reader, then)?))?,
    };
    (from < to).then_some(DayCall::Between { from, to, unit: Unit::Years })
}

/// Without what stands before a day: "in june", "on 4 may".
fn without_small<'t>(reader: &Words<'_>, words: &'t [Token]) -> &'t [Token] {
    words.get(usize::from(reader.first_is(words, BEFORE_A_DAY))..).unwrap_or(words)
}

/// "the train leaves at 9.40 and gets in at 13.15, how long is the trip": how long it is from one time of the day to another. Nothing
/// where only the halves of the day could tell which comes first.
pub(super) fn lasts(reader: &Words<'_>, begins: &[Token], ends: &[Token]) -> Option<DayCall> {
    let today = reader.context.now.date_text();
    let dawn = dates::Moment::new(Now::parse(&[today.as_str(), "T00:00"].concat())?);
    let said = |words: &[Token]| {
        let said = text_of(reader.goal, words).trim().to_lowercase();
        let digits = |text: &str| !text.is_empty() && text.len() < 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        match said.split_once('.') {
            Some((hour, minute)) if digits(hour) && digits(minute) => [hour, ":", minute].concat(),
            None if digits(&said) => [said.as_str(), ":00"].concat(),
            _ => said,
        }
    };
    let time = |text: &str| {
        let hour: Option<u32> = text.split(':').next().and_then(|hour| hour.parse().ok());
        let named = text.split_whitespace().any(|word| HALVES_OF_A_DAY.iter().any(|half| word.ends_with(half)));
        let padded = hour.is_some_and(|hour| hour < 10) && !text.starts_with('0') && !named;
        let said = if padded { ["0", text].concat() } else { text.to_owned() };
        let due = dates::is_when(&said, &dawn).then(|| dates::due(&said, &dawn))??;
        let (day, time) = due.split_once('T')?;
        let open = !named && hour.is_some_and(|hour| (1..=12).contains(&hour));
        (day == today).then(|| (time.to_owned(), open))
    };
    let (begins, ends) = (said(begins), said(ends));
    let ((first, open), (last, also_open)) = (time(&begins)?, time(&ends)?);
    if last <= first {
        // "leaves at 10 and arrives at 2"
        (!(open && also_open)).then_some(())?;
        let day = dunlin_date::postpone(&today, A_DAY)?;
        return Some(between(&today, &first, &day, &last));
    }
    Some(between(&today, &first, &today, &last))
}

fn between(first_day: &str, first: &str, last_day: &str, last: &str) -> DayCall {
    let moment = |day: &str, time: &str| [day, "T", time].concat();
    DayCall::Between { from: moment(first_day, first), to: moment(last_day, last), unit: Unit::Time }
}
