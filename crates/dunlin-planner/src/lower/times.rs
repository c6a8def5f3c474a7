//! When todos are due of which one request says several times, or which follow one another on a day.

use dunlin_base::Span;

use super::todo::{Draft, added};
use crate::{
    dates::{self, QuickAdd},
    lang::{
        en::{
            dates::A_WEEK,
            days::{
                AND, AT_THE_SAME_TIME, EACH, HALVES_OF_A_DAY, HOURS, IN_THE, JOINED_BY, LATER, ONCE_MORE,
                PARTS_OF_A_DAY, TIME_AT, UNTOLD_DAYS, WEEKDAYS,
            },
            meanings,
        },
        holds,
    },
    model::{
        chip::ChipKind,
        request::Request,
        todo::{Change, NewTodo, TodoCall, Update},
        token::Token,
    },
    parse::{parts::parts, text::text_of, words::Words},
};

const NOON: u8 = 12;

/// A todo that is due at several times is one for each of them: "take the tablets at 8am and 8pm", "… friday at 5 and again on
/// saturday". Nothing for others.
pub(super) fn at_each_time(reader: &Words<'_>, request: &Request<'_>, source: Span) -> Option<Vec<Draft>> {
    let each = parts(reader, request.slots.item?);
    // "walk the dog 7am and 6pm daily": all of them come again.
    let all_again = each.last().filter(|_| each.len() > 1).and_then(|last| {
        let said = text_of(reader.goal, last);
        let read = dates::quick_add(&said, 0, &reader.moment());
        let (span, _, _) = read.found.iter().find(|(_, kind, _)| *kind == ChipKind::Recurrence)?;
        read.text.is_empty().then(|| span.of(&said).to_owned())
    });
    let (first, times) = each.split_first().filter(|(_, times)| (1..=4).contains(&times.len()))?;
    let read = |part: &[Token]| dates::quick_add(&text_of(reader.goal, part), 0, &reader.moment());
    let is_timed = |due: &str| due.contains('T');
    // The moment that a part says, and whether a day is said in it.
    let moment = |part: &&[Token]| {
        let again = part.iter().take_while(|token| reader.is(token, ONCE_MORE)).count();
        let said = part.get(again..)?;
        let said = reader.before_the_end(said, AT_THE_SAME_TIME).unwrap_or(said);
        // "an hour later" is counted from the time before.
        if reader.any_is(said, LATER) {
            return None;
        }
        let days = reader.says_day(said);
        // "every morning and every evening"
        let often = said.iter().take_while(|token| reader.is(token, EACH)).count();
        let said = said.get(often..)?;
        // "and evening" is a time as "in the evening" is.
        let part_of_day = matches!(said, [only] if reader.is(only, PARTS_OF_A_DAY));
        let in_the = part_of_day.then(|| [IN_THE, &text_of(reader.goal, said)].concat());
        let heard = in_the.map_or_else(|| read(said), |said| dates::quick_add(&said, 0, &reader.moment()));
        let QuickAdd { text, recurrence, due: Some(due), .. } = heard else { return None };
        if recurrence.is_some() && all_again.is_none() {
            return None;
        }
        // "at 8am and 8pm every day" says when it comes again, and no other day.
        let days = days && recurrence.is_none();
        // "again on 2 dec"
        let days = days || !is_timed(&due);
        (text.is_empty() && (is_timed(&due) && !days || days && again > 0)).then_some((due, days))
    };
    let times: Vec<(String, bool)> = times.iter().map(moment).collect::<Option<_>>()?;
    let told = request.slots.when.or(request.slots.text);
    let timed = read(first).due.is_some_and(|due| is_timed(&due))
        || told.is_some_and(|told| read(told).due.is_some_and(|due| is_timed(&due)));
    if !timed && !times.iter().all(|(_, says_day)| *says_day) {
        return None;
    }
    let first_said = [Some(text_of(reader.goal, first)), all_again].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let draft = added(reader, request, &first_said, source)?;
    let TodoCall::Add(todo) = &draft.call else { return None };
    let due = todo.due.as_deref()?;
    let (day, time) = due.split_once('T').map_or((due, None), |(day, time)| (day, Some(time)));
    let named = reader.says_day(first) || told.is_some_and(|told| reader.says_day(told));
    let later = times.into_iter().map(|(due, says_day)| {
        // "friday and again sunday": the sunday after that friday.
        let early = says_day && dates::day_of(&due).is_some_and(|on| on < day);
        let due = if early { dunlin_date::postpone(&due, A_WEEK).unwrap_or(due) } else { due };
        let due = match due.split_once('T') {
            Some((_, own)) if named && !says_day => [day, "T", own].concat(),
            Some(_) => due,
            None => time.map_or_else(|| due.clone(), |time| [&due, "T", time].concat()),
        };
        Draft::adding(NewTodo { due: Some(due), ..todo.clone() }, source)
    });
    Some(std::iter::once(draft.clone()).chain(later).collect())
}

/// Lets todos for which only a time is said be due on the day of the one before: "lunch tomorrow at 12:30 and dinner at 7pm".
pub(super) fn share_day(reader: &Words<'_>, parts: &[&[Token]], drafts: &mut [Draft]) {
    let mut before: Option<String> = None;
    for (part, draft) in parts.iter().zip(drafts) {
        if let Some(before) = &before {
            count_on(reader, part, before, draft);
        }
        if let Some(day) = before.as_deref().and_then(dates::day_of) {
            take_day(reader, part, day, draft);
        }
        let TodoCall::Add(NewTodo { due: Some(due), recurrence: None, .. }) = &draft.call else { continue };
        before = Some(due.clone());
    }
}

/// "the flu jab on friday and the blood test a week later": counted from what is due before.
fn count_on(reader: &Words<'_>, part: &[Token], before: &str, draft: &mut Draft) {
    let TodoCall::Add(todo @ NewTodo { due: Some(_), recurrence: None, .. }) = &mut draft.call else { return };
    let length =
        part.split_last().filter(|(later, _)| reader.is(later, LATER)).map(|(_, rest)| rest).unwrap_or_default();
    let mut lengths = (0..length.len()).filter_map(|at| length.get(at..)).map(|length| text_of(reader.goal, length));
    if let Some(due) = lengths.find_map(|length| dunlin_date::postpone(before, &length)) {
        *draft = Draft::adding(NewTodo { due: Some(due), ..todo.clone() }, draft.source);
    }
}

/// Lets a todo that is added be due on a day, at the time that it has.
pub(super) fn put_on_day(day: &str, draft: &mut Draft) {
    let TodoCall::Add(todo @ NewTodo { recurrence: None, .. }) = &mut draft.call else { return };
    let time = todo.due.as_deref().and_then(|due| due.split_once('T')).map(|(_, time)| ["T", time].concat());
    todo.due = Some([day, &time.unwrap_or_default()].concat());
    *draft = Draft::adding(todo.clone(), draft.source);
}

/// Lets a todo for which only a time is said be due on a day that was said before it, which is later than the one it has.
pub(super) fn take_day(reader: &Words<'_>, words: &[Token], day: &str, draft: &mut Draft) {
    let (TodoCall::Add(NewTodo { due: Some(due), recurrence: None, .. })
    | TodoCall::Update(Update { change: Change::Due(Some(due)), .. })) = &mut draft.call
    else {
        return;
    };
    if let (false, Some((own, time))) = (reader.says_day(words), due.split_once('T'))
        && own < day
    {
        // "tomorrow at 7:30 the bins, at nine the car": nine of that day, not the next nine there is.
        let said = dates::quick_add(&[day, " ", &text_of(reader.goal, words)].concat(), 0, &reader.moment());
        let on_day = said.due.filter(|due| due.split_once('T').is_some_and(|(read, _)| read == day));
        let shared = on_day.unwrap_or_else(|| [day, "T", time].concat());
        draft.meaning = draft.meaning.replace(&meanings::at(due), &meanings::at(&shared));
        *due = shared;
    }
}

/// Whether words say themselves in which half of the day a time is: "7pm", "7 am".
fn says_half(reader: &Words<'_>, words: &[Token]) -> bool {
    words.iter().any(|token| {
        let said = token.span.of(reader.goal).to_ascii_lowercase();
        HALVES_OF_A_DAY.iter().any(|half| said.ends_with(half)) && said.starts_with(|sign: char| sign.is_ascii_digit())
            || HALVES_OF_A_DAY.contains(&said.as_str())
    })
}

/// "gym tomorrow at 6, or rather at 7": where the six is that of the evening, so is the seven that is nearer to it.
pub(super) fn stay_in_half(reader: &Words<'_>, words: &[Token], last: &str, draft: &mut Draft) {
    let TodoCall::Update(Update { change: Change::Due(Some(due)), .. }) = &mut draft.call else { return };
    let same_day = due.get(..10) == last.get(..10) && dates::hour(last).is_some_and(|hour| hour >= NOON);
    if let Some(later) = dates::nearer_after_noon(due, last)
        && same_day
        && !says_half(reader, words)
        && !reader.says_day(words)
    {
        draft.meaning = draft.meaning.replace(&meanings::at(due), &meanings::at(&later));
        *due = later;
    }
}

/// "remind me at 9 to call Ann and at 10 to call Bob": where the first nine is that of the evening, so is the ten.
pub(super) fn come_after(reader: &Words<'_>, words: &[Token], last: &str, draft: &mut Draft) {
    let TodoCall::Add(NewTodo { due: Some(due), recurrence: None, .. }) = &mut draft.call else { return };
    let (Some((day, time)), Some((last_day, last_time))) = (due.split_once('T'), last.split_once('T')) else { return };
    if says_half(reader, words) || reader.says_day(words) || day != last_day || time >= last_time {
        return;
    }
    if let Some(later) = dates::after_noon(due).filter(|later| later.as_str() > last) {
        draft.meaning = draft.meaning.replace(&meanings::at(due), &meanings::at(&later));
        *due = later;
    }
}

/// Whether a todo's words only say that it is due once more.
pub(super) fn says_again(text: &str) -> bool {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let again = |word: &String| holds(ONCE_MORE, word);
    words.first().is_some_and(again)
        || words.last().is_some_and(again) && words.iter().rev().nth(1).is_some_and(|and| holds(AND, and))
}

/// Whether a second time was left among a todo's words: "pills and at 9".
pub(super) fn leaves_a_time(reader: &Words<'_>, text: &str) -> bool {
    // What a plain reading takes for words, "at nine", is a time where nothing else is said of one.
    text.match_indices(JOINED_BY).any(|(at, joined)| {
        let rest = text.get(at + joined.len()..).unwrap_or_default();
        let time = TIME_AT.iter().any(|at| rest.starts_with(at));
        let hour = rest.split_whitespace().nth(1).is_some_and(|word| holds(HOURS, word));
        time && (hour || dates::quick_add(rest, 0, &reader.moment()).due.is_some())
    })
}

/// Whether a day was left among a todo's words: the second of two ("gym and thu"), or one beside another ("for the day before").
pub(super) fn leaves_a_day(text: &str) -> bool {
    let lower = text.to_lowercase();
    if UNTOLD_DAYS.iter().any(|day| lower.ends_with(day)) {
        return true;
    }
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_time = |word: &str| {
        let word = word.trim_end_matches(',');
        let digits = HALVES_OF_A_DAY.iter().find_map(|half| word.strip_suffix(half));
        digits.is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == ':'))
    };
    // "gym mon and" is left of "gym mon and wed at 6pm".
    let hangs = matches!(words.as_slice(), [.., day, and] if holds(WEEKDAYS, day) && holds(AND, and));
    hangs || words.windows(2).any(|pair| {
        matches!(pair, [and, day] if (holds(AND, and) || and.ends_with(',')) && (holds(WEEKDAYS, day) || is_time(day)))
    })
}
