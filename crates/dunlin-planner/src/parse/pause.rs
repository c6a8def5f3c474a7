//! What a run waits for in its middle: that time passes, or that a person answers a question.

use dunlin_base::ms_of_iso;

use crate::{
    dates,
    lang::en::{
        meanings,
        pauses::{
            ANSWERED_WITH_A_NUMBER, ASKED_FOR, ASKING, GIVES, HALF_A_MINUTE, MORE_TIME, MS_OF_HALF_A_MINUTE,
            NOTIFY_ME_THAT, ONE, QUESTIONS, REMIND_ME, SAYS, SAYS_THAT, SECONDS, UNTIL,
        },
    },
    model::{
        asked::{Notice, Pause},
        intent::TodoIntent,
        reading::ClauseRead,
        request::{Asked, Found, Request},
        token::Token,
    },
    parse::{text::text_of, words::Words},
    sum,
};

/// The question that a person is asked to answer; nothing when the words in the slot of a row are none.
pub(crate) fn question(reader: &Words<'_>, words: &[Token], text: &[Token]) -> Option<Pause> {
    let (first, rest) = text.split_first()?;
    let about = match () {
        () if words.first().is_some_and(|first| !reader.is(first, ASKING[0])) || reader.is(first, QUESTIONS) => text,
        () if reader.is(first, ASKED_FOR) && !rest.is_empty() => rest,
        () => return None,
    };
    let is_number = reader.any_is(about, ANSWERED_WITH_A_NUMBER);
    Some(Pause::Answer { about: text_of(reader.goal, about), is_number })
}

/// What the person is to be told, by the words of a row and those in its slot.
pub(crate) fn notice(reader: &Words<'_>, words: &[Token], text: Option<&[Token]>) -> Notice {
    Notice { words: text.map(|text| text_of(reader.goal, text)), alone: reader.begins(words, NOTIFY_ME_THAT) }
}

/// What the words in the slot of a row wait for; nothing when they are no time.
pub(crate) fn wait(reader: &Words<'_>, words: &[Token], text: &[Token]) -> Option<Pause> {
    let said = text_of(reader.goal, text);
    if reader.first_is(reader.grammar.without_courtesy(words), GIVES) && reader.any_is(text, MORE_TIME) {
        return None;
    }
    if reader.any_is(words, UNTIL) {
        return until(reader, text);
    }
    let ms = milliseconds(reader, text)?;
    if ms <= MOST_MS {
        return Some(Pause::For { ms, said });
    }
    let by = dates::length(&said)?;
    let moment = reader.context.now.with_zone(&dunlin_date::postpone(&reader.context.now.to_text(), &by)?)?;
    Some(Pause::Until { moment, said: meanings::from_now(&said) })
}

/// "wait 10 minutes, then remind me to stretch": the reminder is told when the wait is over, for as a todo it would not ring.
pub(super) fn tell_after_a_wait(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([wait, next]) = clauses.get_mut(at..at + 2) else { return };
    let Found::Request(wait) = &wait.found else { return };
    let waits = matches!(wait.asked, Asked::Pause(Pause::For { .. } | Pause::Until { .. }));
    let said = reader.grammar.without_courtesy(next.words);
    let told = match (&next.found, said) {
        // "give it 15 minutes and then say tea is ready"
        (Found::Nothing, [say, that, ..]) if reader.is(say, SAYS) => {
            said.get(1 + usize::from(reader.is(that, SAYS_THAT))..)
        }
        (Found::Request(request), _)
            if request.todo() == Some(TodoIntent::Add)
                && request.slots.when.is_none()
                && reader.begins(said, REMIND_ME) =>
        {
            request.slots.item
        }
        _ => None,
    };
    let Some(told) = told.filter(|_| waits) else { return };
    let words = Some(text_of(reader.goal, told));
    next.found = Found::Request(Request::of(Asked::Notify(Notice { words, alone: false })));
}

/// The longest wait that is counted from when it begins.
const MOST_MS: u64 = 24 * 60 * 60 * 1000;

/// The moment that words name, where it is still to come.
pub(crate) fn until(reader: &Words<'_>, text: &[Token]) -> Option<Pause> {
    moment(reader, text).map(|(_, pause)| pause)
}

/// The same with the day, or day and time, that it is.
fn moment(reader: &Words<'_>, text: &[Token]) -> Option<(String, Pause)> {
    let said = text_of(reader.goal, text);
    let now = reader.context.now;
    let due = dates::is_when(&said, &reader.moment()).then(|| dates::due(&said, &reader.moment()))??;
    let midnight = if due.contains('T') { "" } else { "T00:00" };
    let ms = ms_between(&now.to_text(), &[&due, midnight].concat())?;
    // Where the zone is not known, the way there is counted.
    let pause = match now.with_zone(&due) {
        Some(moment) => Pause::Until { moment, said },
        None => Pause::For { ms, said: meanings::until(&said) },
    };
    Some((due, pause))
}

/// How long a length of time is.
fn milliseconds(reader: &Words<'_>, text: &[Token]) -> Option<u64> {
    let (unit, amount) = text.split_last()?;
    if reader.is(unit, SECONDS) {
        let one = matches!(amount, [only] if reader.is(only, ONE));
        let seconds = if one { 1 } else { sum::number(amount, reader.goal)?.parse::<u64>().ok()? };
        return seconds.checked_mul(1000).filter(|ms| *ms > 0);
    }
    if HALF_A_MINUTE.iter().any(|run| reader.is_run(text, run)) {
        return Some(MS_OF_HALF_A_MINUTE);
    }
    let by = dates::length(&text_of(reader.goal, text))?;
    let start = "2026-01-01T00:00";
    ms_between(start, &dunlin_date::postpone(start, &by)?)
}

/// How long it is from one civil moment to a later one; nothing when it is none later.
fn ms_between(from: &str, to: &str) -> Option<u64> {
    let ms = |civil: &str| ms_of_iso(&[civil, "Z"].concat());
    u64::try_from(ms(to)?.checked_sub(ms(from)?)?).ok().filter(|ms| *ms > 0)
}

/// The wait for a time of the day that is all that the words are.
pub(crate) fn at_time(reader: &Words<'_>, words: &[Token]) -> Option<Pause> {
    let (_, pause) = Some(words)
        .filter(|words| words.len() <= MOST_WORDS_OF_A_TIME)
        .and_then(|words| moment(reader, words))
        .filter(|(due, _)| due.contains('T'))?;
    Some(pause)
}

/// "the day after tomorrow at half past nine" and the like have fewer words.
pub(crate) const MOST_WORDS_OF_A_TIME: usize = 8;
