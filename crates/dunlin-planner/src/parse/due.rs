//! Days by which todos are due or asked for: one day, or a span of them as the todo tool's filter names it.

use crate::{
    dates,
    lang::en::phrases::NO_DATE,
    model::{todo::UNDATED, token::Token},
    parse::{span::span_of_days, text::text_of, words::Words},
};

/// The day, or day and time, that words are.
pub(crate) fn due(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    dates::due(&text_of(reader.goal, words), &reader.moment())
}

/// Whether words are nothing but a day or a span of days.
pub(crate) fn names_days(reader: &Words<'_>, words: &[Token]) -> bool {
    let span = |token: &Token| reader.is(token, "today tonight tomorrow this next the week weekend month in");
    !words.is_empty()
        && (span_of_days(reader, words).is_some()
            || words.iter().all(span)
                && words.iter().any(|token| reader.is(token, "today tonight tomorrow week weekend month"))
            || dates::is_when(&text_of(reader.goal, words), &reader.moment()))
}

/// A span of days as the todo tool's filter names it, or a date.
pub(crate) fn due_filter(reader: &Words<'_>, when: &[Token]) -> Option<String> {
    let words: Vec<_> = when.iter().map(|token| reader.word(token)).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    if let Some(span) = span_of_days(reader, when) {
        return Some(span);
    }
    Some(match () {
        () if when.iter().any(|token| reader.is(token, NO_DATE)) => UNDATED.into(),
        () if has("last") && has("week") => "last week".into(),
        () if has("last") && has("month") => "last month".into(),
        () if has("overdue") => "overdue".into(),
        () if has("today") || has("tonight") || has("morning") || has("afternoon") || has("evening") => "today".into(),
        () if has("tomorrow") && words.len() <= 2 => "tomorrow".into(),
        () if has("next") && has("week") => "next week".into(),
        () if has("weekend") => weekend(reader, 7 * (i32::from(has("next")) - i32::from(has("last"))))?,
        () if has("week") => "this week".into(),
        () if has("month") && !has("next") => "this month".into(),
        () => dates::due(&text_of(reader.goal, when), &reader.moment())?,
    })
}

/// The saturday and sunday of this weekend, or of the one some days away; of one that has begun, from today.
fn weekend(reader: &Words<'_>, away: i32) -> Option<String> {
    let now = reader.context.now;
    let sunday = dates::due("sunday", &reader.moment())?;
    // On a sunday, the next one is a week away.
    let ahead = (1..7).find(|days| now.plus_days(*days).date_text() == sunday).unwrap_or(0);
    let first = if away == 0 { (ahead - 1).max(0) } else { ahead - 1 + away };
    Some([now.plus_days(first).date_text(), "..".to_owned(), now.plus_days(ahead + away).date_text()].concat())
}
