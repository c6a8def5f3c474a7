//! Days by which todos are due or asked for: one day, or a span of them as the todo tool's filter names it.

use crate::{
    dates,
    lang::en::{
        dates::{A_MONTH, ASKED, Asked, DAYS, Days, OF_DAYS, SUNDAY, THE_DAY_BEFORE},
        days::PARTS_OF_A_DAY,
        filters::DUE,
        pauses::{AFTER, BEFORE_OR_AFTER},
        phrases::{BEFORE_MONTH, MONTH_NAMES, NO_DATE},
    },
    model::{todo::UNDATED, token::Token},
    parse::{
        day::is_of_clock,
        span::span_of_days,
        text::{text_of, without_article},
        words::Words,
    },
};

/// The day, or day and time, that words are.
pub(crate) fn due(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let said = text_of(reader.goal, words);
    // "today's list"
    let bare = ["'s", "’s"].iter().find_map(|end| said.strip_suffix(end)).unwrap_or(&said);
    dates::due(bare, &reader.moment()).or_else(|| beside_a_todo(reader, words))
}

/// "a day before the dentist": so long before, or after, a todo is due that is on the list.
pub(crate) fn beside_a_todo(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (length, named) = parted_at_joint(reader, words)?;
    so_long_beside(reader, length, named, reader.is_at(words, length.len(), AFTER))
}

/// The todo on the list that words count from: "the dentist" of "a day before the dentist".
pub(crate) fn named_beside<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    beside_a_todo(reader, words).filter(|due| *due >= reader.context.now.date_text())?;
    parted_at_joint(reader, words).map(|(_, named)| named)
}

/// What is to be done beside a todo on the list, and when: "buy flowers" of "buy flowers the day before the dentist", or that todo itself,
/// of "the day before the dentist" and "the dentist the day before".
pub(crate) fn thing_beside<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<(&'t [Token], String)> {
    let from = |at: usize| {
        let (thing, when) = item.split_at_checked(at)?;
        let due = beside_a_todo(reader, when)?;
        // "call mum 2 hours before the dentist and an hour after the rent"
        if reader.any_is(thing, BEFORE_OR_AFTER) {
            return None;
        }
        let (_, named) = parted_at_joint(reader, when)?;
        Some((if thing.is_empty() { named } else { thing }, due))
    };
    let behind = || {
        let (joint, rest) = item.split_last().filter(|(joint, _)| reader.is(joint, BEFORE_OR_AFTER))?;
        (1..rest.len()).find_map(|at| {
            let (thing, length) = rest.split_at_checked(at)?;
            Some((thing, so_long_beside(reader, length, thing, reader.is(joint, AFTER))?))
        })
    };
    let today = reader.context.now.date_text();
    // What is over by now is no day to be reminded on.
    (0..item.len()).find_map(from).or_else(behind).filter(|(_, due)| *due >= today)
}

/// A length of time and a todo with "before" or "after" between them.
fn parted_at_joint<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
    let at = words.iter().position(|token| reader.is(token, BEFORE_OR_AFTER)).filter(|at| *at > 0)?;
    Some((words.get(..at)?, words.get(at + 1..)?))
}

fn so_long_beside(reader: &Words<'_>, length: &[Token], named: &[Token], after: bool) -> Option<String> {
    let said = text_of(reader.goal, length);
    // "the day before"
    let by = dates::length(&said).or_else(|| dates::length(&without_article(&said)))?;
    let own = reader.context.on_list?.due(&without_article(&text_of(reader.goal, named)))?;
    // A day before it is a day, half an hour before it a moment.
    let from = if is_of_clock(&by) { own.as_str() } else { dates::day_of(&own)? };
    dunlin_date::postpone(from, &[if after { "" } else { "-" }, &by].concat())
}

/// Whether words are nothing but a day or a span of days.
pub(crate) fn names_days(reader: &Words<'_>, words: &[Token]) -> bool {
    !words.is_empty()
        && (span_of_days(reader, words).is_some()
            || reader.all_are(words, OF_DAYS) && reader.any_is(words, DAYS)
            || dates::is_when(&text_of(reader.goal, words), &reader.moment()))
}

/// A span of days as the todo tool's filter names it, or a date.
pub(crate) fn due_filter(reader: &Words<'_>, when: &[Token]) -> Option<String> {
    // "due before friday"
    if let Some((due, days @ [_, ..])) = when.split_first()
        && reader.is(due, DUE)
    {
        return due_filter(reader, days);
    }
    if let Some(span) = span_of_days(reader, when) {
        return Some(span);
    }
    // "friday afternoon": todos are told apart by their days.
    if let Some((part, day)) = when.split_last()
        && reader.is(part, PARTS_OF_A_DAY)
        && !day.is_empty()
        && dates::is_when(&text_of(reader.goal, day), &reader.moment())
    {
        return due_filter(reader, day);
    }
    if reader.any_is(when, NO_DATE) {
        return Some(UNDATED.into());
    }
    let fits = |asked: &&Asked| {
        when.len() <= asked.most
            && asked.all.iter().all(|words| reader.any_is(when, words))
            && !reader.any_is(when, asked.without)
    };
    match ASKED.iter().find(fits).map(|asked| asked.days) {
        Some(Days::Named(name)) => Some(name.to_owned()),
        Some(Days::Weekend(away)) => weekend(reader, 7 * away),
        Some(Days::NextMonth) => next_month(reader),
        Some(Days::NextYear) => {
            let year: u32 = reader.context.now.date_text().get(..4)?.parse().ok()?;
            Some(format!("{0}-01-01..{0}-12-31", year + 1))
        }
        None => month(reader, when).or_else(|| dates::due(&text_of(reader.goal, when), &reader.moment())),
    }
}

/// The days of the month that comes next.
fn next_month(reader: &Words<'_>) -> Option<String> {
    let first = dunlin_date::postpone(&[reader.context.now.date_text().get(..7)?, "-01"].concat(), A_MONTH)?;
    let last = dunlin_date::postpone(&dunlin_date::postpone(&first, A_MONTH)?, THE_DAY_BEFORE)?;
    Some([first, "..".to_owned(), last].concat())
}

/// The days of a month that is named alone: "december", "in march".
fn month(reader: &Words<'_>, when: &[Token]) -> Option<String> {
    let name = when.iter().position(|token| !reader.is(token, BEFORE_MONTH)).and_then(|at| when.get(at..))?;
    let [name] = name else { return None };
    reader.is(name, MONTH_NAMES).then_some(())?;
    let first = dates::due(&["1 ", name.span.of(reader.goal)].concat(), &reader.moment())?;
    // In November, November is this one.
    let today = reader.context.now.date_text();
    let this = first.get(5..7) == today.get(5..7);
    let first = if this { [today.get(..7)?, "-01"].concat() } else { first };
    let last = dunlin_date::postpone(&dunlin_date::postpone(&first, A_MONTH)?, THE_DAY_BEFORE)?;
    Some([first, "..".to_owned(), last].concat())
}

/// The saturday and sunday of this weekend, or of the one some days away; of one that has begun, from today.
fn weekend(reader: &Words<'_>, away: i32) -> Option<String> {
    let now = reader.context.now;
    let sunday = dates::due(SUNDAY, &reader.moment())?;
    // On a sunday, the next one is a week away.
    let ahead = (1..7).find(|days| now.plus_days(*days).date_text() == sunday).unwrap_or(0);
    let first = if away == 0 { (ahead - 1).max(0) } else { ahead - 1 + away };
    Some([now.plus_days(first).date_text(), "..".to_owned(), now.plus_days(ahead + away).date_text()].concat())
}
