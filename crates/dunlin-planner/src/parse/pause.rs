//! What a run waits for in its middle: that time passes, or that a person answers a question.

use dunlin_base::ms_of_iso;

use crate::{
    dates,
    lang::en::{
        connectors::BEGINNERS,
        pauses::{
            A_LIST, ADD, ANSWERED_WITH_A_NUMBER, ASKED_FOR, ASKING, BETWEEN, EACH, FOR, IT, NAME_ENDS, NOUNS, OF_EACH,
            ONE, QUESTIONS, SAME, SECONDS, UNTIL,
        },
        phrases::DUE_OR_PLANNED,
    },
    model::{
        asked::Pause,
        intent::TodoIntent,
        request::{Asked, Found, Request},
        token::{Token, TokenKind},
    },
    parse::{reader::Reader, span::span_of_days, text::text_of},
    sum,
};

/// The question that a person is asked to answer; nothing when the words in the slot of a row are none.
pub(crate) fn question(reader: &Reader<'_>, words: &[Token], text: &[Token]) -> Option<Pause> {
    let (first, rest) = text.split_first()?;
    let about = match () {
        () if words.first().is_some_and(|first| !reader.is(first, ASKING[0])) || reader.is(first, QUESTIONS) => text,
        () if reader.is(first, ASKED_FOR) && !rest.is_empty() => rest,
        () => return None,
    };
    let is_number = about.iter().any(|token| reader.is(token, ANSWERED_WITH_A_NUMBER));
    Some(Pause::Answer { about: text_of(reader.goal, about), is_number })
}

/// What the words in the slot of a row wait for; nothing when they are no time.
pub(crate) fn wait(reader: &Reader<'_>, words: &[Token], text: &[Token]) -> Option<Pause> {
    let said = text_of(reader.goal, text);
    if words.iter().any(|token| reader.is(token, UNTIL)) {
        return until(reader, text);
    }
    let ms = milliseconds(reader, text)?;
    if ms <= MOST_MS {
        return Some(Pause::For { ms, said });
    }
    let by = dates::length(&said)?;
    let moment = reader.context.now.with_zone(&dunlin_date::postpone(&reader.context.now.to_text(), &by)?)?;
    Some(Pause::Until { moment, said: [&said, " from now"].concat() })
}

/// The longest wait that is counted from when it begins.
const MOST_MS: u64 = 24 * 60 * 60 * 1000;

/// The moment that words name, where it is still to come.
pub(crate) fn until(reader: &Reader<'_>, text: &[Token]) -> Option<Pause> {
    moment(reader, text).map(|(_, pause)| pause)
}

/// The same with the day, or day and time, that it is.
fn moment(reader: &Reader<'_>, text: &[Token]) -> Option<(String, Pause)> {
    let said = text_of(reader.goal, text);
    let now = reader.context.now;
    let due = dates::is_when(&said, &reader.moment()).then(|| dates::due(&said, &reader.moment()))??;
    let midnight = if due.contains('T') { "" } else { "T00:00" };
    let ms = ms_between(&now.to_text(), &[&due, midnight].concat())?;
    // Where the zone is not known, the way there is counted.
    let pause = match now.with_zone(&due) {
        Some(moment) => Pause::Until { moment, said },
        None => Pause::For { ms, said: ["until ", &said].concat() },
    };
    Some((due, pause))
}

/// How long a length of time is.
fn milliseconds(reader: &Reader<'_>, text: &[Token]) -> Option<u64> {
    let (unit, amount) = text.split_last()?;
    if reader.is(unit, SECONDS) {
        let one = matches!(amount, [only] if reader.is(only, ONE));
        let seconds = if one { 1 } else { sum::number(amount, reader.goal)?.parse::<u64>().ok()? };
        return seconds.checked_mul(1000).filter(|ms| *ms > 0);
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
pub(crate) fn at_time(reader: &Reader<'_>, words: &[Token]) -> Option<Pause> {
    let (_, pause) = Some(words)
        .filter(|words| words.len() <= MOST_WORDS_OF_A_TIME)
        .and_then(|words| moment(reader, words))
        .filter(|(due, _)| due.contains('T'))?;
    Some(pause)
}

/// Whether a request can be carried out later. A todo that is added is due then, so nothing waits for it.
pub(crate) fn can_wait(request: &Request<'_>) -> bool {
    !matches!(request.asked, Asked::Todo(TodoIntent::Add | TodoIntent::AddSeveral) | Asked::Pause(_))
}

/// The words without the sign before them.
pub(crate) fn after_sign(words: &[Token]) -> &[Token] {
    match words {
        [first, rest @ ..] if matches!(first.kind, TokenKind::Sign(_) | TokenKind::LineEnd) => rest,
        _ => words,
    }
}

/// The request of words that begin with the time at which it is to be carried out, and that time: "tomorrow at 9, show my list",
/// "in 20 minutes work out 5 * 5". A day alone is no time, and a todo is due then.
pub(crate) fn later<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<(Pause, Request<'t>)> {
    let most = words.len().checked_sub(2)?.min(MOST_WORDS_OF_A_TIME);
    for at in (1..=most).rev() {
        let (Some(time), Some(rest)) = (words.get(..at), words.get(at..)) else { continue };
        let Some(pause) = at_time(reader, time) else { continue };
        let Found::Request(request) = reader.find(after_sign(rest)) else { return None };
        let named = || request.acts_on_a_todo() && request.slots.item.is_some_and(|item| reader.names_one_todo(item));
        return (can_wait(&request) && (request.anchored || named())).then_some((pause, request));
    }
    None
}

/// The request of words that begin with when the todo is due that they add: "on monday add buy stamps to my list", "every friday
/// at 9, add todo water the plants".
pub(crate) fn due_before<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    let most = words.len().checked_sub(2)?.min(MOST_WORDS_OF_A_TIME);
    for at in (1..=most).rev() {
        let (Some(time), Some(rest)) = (words.get(..at), words.get(at..)) else { continue };
        if says_when_due(reader, time) {
            let Found::Request(request) = reader.find(after_sign(rest)) else { return None };
            return due_then(reader, request, after_sign(rest), time);
        }
    }
    None
}

/// The request of words that end with when the todo is due that they put on a list: "put dentist on my list for tuesday at 3pm".
pub(crate) fn due_after<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    let names_list = words.iter().any(|token| reader.is(token, A_LIST));
    let least = words.len().saturating_sub(MOST_WORDS_OF_A_TIME).max(2);
    for at in (least..words.len()).filter(|_| names_list) {
        let (Some(rest), Some(time)) = (words.get(..at), words.get(at..)) else { continue };
        if says_when_due(reader, time) {
            let Found::Request(request) = reader.find(rest) else { return None };
            return due_then(reader, request, rest, time);
        }
    }
    None
}

/// The request of words that end with a span of days of the todos that they ask for: "show todos due before friday", "what did I
/// finish in the last 3 days".
pub(crate) fn of_days<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    let least = words.len().saturating_sub(MOST_WORDS_OF_A_TIME).max(2);
    for at in least..words.len() {
        let (Some(rest), Some(days)) = (words.get(..at), words.get(at..)) else { continue };
        if span_of_days(reader, days).is_none() {
            continue;
        }
        let due = rest.iter().rev().take_while(|token| reader.is(token, DUE_OR_PLANNED)).count();
        let asked = rest.get(..rest.len() - due)?;
        for asked in [rest, asked] {
            if let Found::Request(mut request) = reader.find(asked)
                && request.todo().is_some_and(TodoIntent::shows_todos)
                && request.slots.when.is_none()
            {
                request.slots.when = Some(days);
                return Some(request);
            }
        }
        return None;
    }
    None
}

/// Whether words are nothing but a day, a time or a recurrence.
pub(crate) fn says_when_due(reader: &Reader<'_>, words: &[Token]) -> bool {
    let said = text_of(reader.goal, words);
    dates::is_when(&said, &reader.moment()) || dates::series(&said, &reader.moment()).is_some()
}

/// The request to add a todo, which is due then; nothing when it says itself when it is due.
pub(crate) fn due_then<'t>(
    reader: &Reader<'_>,
    mut request: Request<'t>,
    words: &[Token],
    time: &'t [Token],
) -> Option<Request<'t>> {
    let said = request.anchored || words.first().is_some_and(|first| reader.is(first, ADD));
    let adds = matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::AddSeveral)) && said;
    let item = request.slots.item.filter(|_| adds && request.slots.when.is_none())?;
    let own = dates::quick_add(&text_of(reader.goal, item), 0, &reader.moment());
    request.slots.when = Some(time).filter(|_| own.due.is_none() && own.recurrence.is_none());
    request.slots.when.is_some().then_some(request)
}

/// "the day after tomorrow at half past nine" and the like have fewer words.
pub(crate) const MOST_WORDS_OF_A_TIME: usize = 8;

/// The words with those that name what was asked for put as "it": "ask me for the bill and work out 15% of the bill". Nothing
/// when they name nothing of the kind.
pub(crate) fn with_answers_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let it = reader.grammar.vocabulary().id(IT);
    let asks = |at: usize| {
        let words = tokens.get(at..at + 4)?;
        let fits = words.iter().zip(ASKING).all(|(token, known)| reader.is(token, known));
        let named = tokens.get(at + 4..)?;
        let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, NAME_ENDS);
        let len = named.iter().take_while(|token| !ends(token)).count();
        (fits && (1..=4).contains(&len)).then_some((at + 4, len))
    };
    let (from, len) = (0..tokens.len()).find_map(asks)?;
    let named = tokens.get(from..from + len)?;
    let alike = |at: usize| {
        let words = tokens.get(at..at + len);
        words.is_some_and(|words| {
            words
                .iter()
                .zip(named)
                .all(|(one, other)| one.span.of(reader.goal).eq_ignore_ascii_case(other.span.of(reader.goal)))
        })
    };
    let mut found = tokens.get(..from + len)?.to_vec();
    let mut at = from + len;
    while let Some(token) = tokens.get(at) {
        if reader.is(token, SAME) && alike(at + 1) {
            let span = tokens.get(at..=at + len).map_or(token.span, crate::model::token::span_of);
            found.push(Token { word: it, span, ..*token });
            at += 1 + len;
        } else {
            found.push(*token);
            at += 1;
        }
    }
    let changed = found.len() < tokens.len();
    changed.then(|| {
        reader.give_places(&mut found);
        found
    })
}

/// "for each overdue todo, move it to tomorrow" said as one request: "move each overdue todo to tomorrow". Nothing when the words
/// are no such order.
pub(crate) fn with_each_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let fresh = before.is_none_or(|before| before.kind != TokenKind::Word || reader.is(before, BETWEEN));
        let each = tokens.get(at + 1).is_some_and(|each| reader.is(each, EACH));
        fresh && each && tokens.get(at).is_some_and(|word| reader.is(word, FOR))
    };
    let at = (0..tokens.len()).find(|at| begins(*at))?;
    let ends = tokens.len().min(at + 24);
    let it = (at + 3..ends).find(|at| tokens.get(*at).is_some_and(|token| reader.is(token, OF_EACH)))?;
    let verb = (at + 3..it).find(|at| {
        tokens
            .get(*at)
            .is_some_and(|token| !reader.is(token, NOUNS) && BEGINNERS.contains(&reader.word(token).as_ref()))
    })?;
    let each = tokens.get(at + 1..verb)?;
    let signs =
        each.iter().rev().take_while(|token| token.kind != TokenKind::Word && token.kind != TokenKind::Quoted).count();
    let each = each.get(..each.len() - signs)?;
    let mut words = tokens.get(..at)?.to_vec();
    words.extend(tokens.get(verb..it)?);
    words.extend(each);
    words.extend(tokens.get(it + 1..)?);
    reader.give_places(&mut words);
    Some(words)
}
