//! Spans of days by which todos are asked for: "before friday", "in the next 3 days", "between monday and friday".

use crate::{
    dates,
    lang::en::{
        dates::{A_DAY, A_WEEK_BEFORE, THE_DAY_BEFORE, TODAY},
        phrases::{AFTER, AND, BEFORE, BETWEEN, GONE_BY, SINCE, TO_COME, UP_TO, WITHIN},
    },
    model::token::Token,
    parse::{text::text_of, words::Words},
};

/// The span as the todo tool's filters name it; nothing when words are anything else.
pub(crate) fn span_of_days(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (first, rest) = words.split_first()?;
    let is = |known: &'static str| reader.is(first, known);
    if rest.len() > crate::parse::pause::MOST_WORDS_OF_A_TIME {
        return None;
    }
    if is(BETWEEN)
        && let Some(at) = rest.iter().position(|token| reader.is(token, AND) || reader.is(token, UP_TO))
    {
        let (from, to) = (day(reader, rest.get(..at)?)?, day(reader, rest.get(at + 1..)?)?);
        return (from <= to).then(|| [from.as_str(), "..", &to].concat());
    }
    if is(BEFORE) {
        return Some(["..", &dunlin_date::postpone(&day(reader, rest)?, THE_DAY_BEFORE)?].concat());
    }
    if is(UP_TO) {
        return Some(["..", &day(reader, rest)?].concat());
    }
    if is(AFTER) && !rest.is_empty() {
        return Some([&dunlin_date::postpone(&day(reader, rest)?, A_DAY)?, ".."].concat());
    }
    let around = words.iter().take_while(|token| reader.is(token, WITHIN)).count();
    let (which, length) = words.get(around..)?.split_first()?;
    let today = reader.context.now.date_text();
    // "next week" is a week of the calendar.
    if length.len() > 1 {
        let by = || dates::length(&text_of(reader.goal, length));
        if reader.is(which, TO_COME) {
            return Some([today.as_str(), "..", &dunlin_date::postpone(&today, &by()?)?].concat());
        }
        if reader.is(which, GONE_BY) {
            return Some([&dunlin_date::postpone(&today, &["-", &by()?].concat())?, "..", &today].concat());
        }
    }
    let from = is(SINCE).then(|| day(reader, rest)).flatten()?;
    // "since monday" speaks of the last one.
    let from = if from > today { dunlin_date::postpone(&from, A_WEEK_BEFORE)? } else { from };
    Some([&from, ".."].concat())
}

/// The day that words are, and nothing else than a day.
fn day(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let said = text_of(reader.goal, words);
    let due = if words.len() == 1 && reader.is(words.first()?, TODAY) {
        Some(reader.context.now.date_text())
    } else {
        dates::is_when(&said, &reader.moment()).then(|| dates::due(&said, &reader.moment()))?
    };
    dates::day_of(&due?).map(str::to_owned)
}
