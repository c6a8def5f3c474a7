//! Requests that are said with their time: "tomorrow at 9, show my list", "on monday add buy stamps to my list".

use crate::{
    dates,
    lang::en::{
        days::FIRST_THING,
        items::FOR_ME,
        pauses::{A_LIST, ADD, AFTER, BEFORE_OR_AFTER, COUNTED, NO_THING, PUT_IN, UNITS_OF_TIME},
        phrases::{CALLS, DUE_OR_PLANNED},
    },
    lang::grammar::HANDLED_ELSEWHERE,
    model::{
        asked::Pause,
        intent::TodoIntent,
        request::{Asked, Found, Request, Slots},
        token::{Token, TokenKind},
    },
    parse::{
        due::beside_a_todo,
        parts::parts,
        pause::{MOST_WORDS_OF_A_TIME, at_time},
        reader::Reader,
        span::span_of_days,
        text::text_of,
        words::Words,
    },
};

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
    let bare = reader.grammar.without_courtesy(words);
    // "first thing tomorrow", "at the end of the month" begin with no courtesy.
    let whole = if bare.len() < words.len() { due_before_the_rest(reader, words) } else { None };
    whole.or_else(|| due_before_the_rest(reader, bare))
}

/// The same, with nothing left out before the day.
fn due_before_the_rest<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let most = words.len().checked_sub(2)?.min(MOST_WORDS_OF_A_TIME);
    for at in (1..=most).rev() {
        let (Some(time), Some(rest)) = (words.get(..at), words.get(at..)) else { continue };
        if says_when_due(reader, time) {
            let rest = after_sign(rest);
            return match reader.find(rest) {
                Found::Request(request) => due_then(reader, request, rest, time),
                // "tomorrow at 8 I have to drop off the car"
                Found::Nothing
                    if reader.says_must(rest)
                        || reader.is_deed(rest)
                            && (!reader.first_is(rest, HANDLED_ELSEWHERE) || reader.first_is(rest, CALLS)) =>
                {
                    let request = reader.things_to_do(rest).or_else(|| reader.thing_to_do_then(rest))?;
                    due_then(reader, request, rest, time)
                }
                _ => None,
            };
        }
    }
    None
}

/// The longest thing that stands under a day.
const MOST_WORDS_OF_A_THING: usize = 8;

/// The things that stand under a day, as in a diary: "tomorrow: dentist 9am, gym 6pm".
pub(crate) fn under_day<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    let at = words.iter().take(MOST_WORDS_OF_A_TIME).position(|token| token.is_sign(':'))?;
    let (day, rest) = (words.get(..at)?, words.get(at + 1..)?);
    // "three things for tomorrow: …"
    let counted = day.iter().take_while(|token| reader.is(token, COUNTED) || token.numeric).count();
    // "for 4 december: …" counts nothing.
    let counted = if says_when_due(reader, day) { 0 } else { counted };
    let day = day.get(counted..).filter(|day| !day.is_empty() && says_when_due(reader, day)).unwrap_or(day);
    let each = parts(reader, rest);
    let thing = |part: &&[Token]| {
        let does = part.first().is_some_and(|first| first.kind == TokenKind::Word && !reader.is(first, NO_THING));
        does && part.len() <= MOST_WORDS_OF_A_THING && !reader.is_question(part)
    };
    if each.is_empty() || !each.iter().all(thing) || !says_when_due(reader, day) {
        return None;
    }
    let slots = Slots { item: Some(rest), when: Some(day), ..Slots::default() };
    Some(Request::of_likely(TodoIntent::AddSeveral, slots))
}

/// The request of words that end with when the todo is due that they put on a list: "put dentist on my list for tuesday at 3pm".
pub(crate) fn due_after<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let words = reader.grammar.without_courtesy(words);
    let names_list = reader.any_is(words, A_LIST);
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
        // "what is planned for me until friday"
        let rest = reader.before_the_end(rest, FOR_ME).unwrap_or(rest);
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
pub(crate) fn says_when_due(reader: &Words<'_>, words: &[Token]) -> bool {
    let said = text_of(reader.goal, words);
    // "first thing tomorrow" is nothing but a time.
    let first_thing = || {
        FIRST_THING.iter().any(|first| said.to_ascii_lowercase().contains(first)) && {
            let read = dates::quick_add(&said, 0, &reader.moment());
            read.due.is_some() && read.text.trim().is_empty()
        }
    };
    dates::is_when(&said, &reader.moment())
        || dates::series(&said, &reader.moment()).is_some()
        || beside_a_todo(reader, words).is_some()
        || first_thing()
        || before_a_moment(reader, words).is_some()
}

/// The moment that is so long before another: "an hour before tomorrow at 1".
pub(crate) fn before_a_moment(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = words.iter().take(MOST_WORDS_OF_A_TIME).position(|token| reader.is(token, BEFORE_OR_AFTER))?;
    let (length, rest) = words.split_at_checked(at)?;
    let (before, moment) = rest.split_first().filter(|(before, _)| !reader.is(before, AFTER))?;
    let due = || dates::due(&text_of(reader.goal, moment), &reader.moment()).filter(|due| due.contains('T'));
    let due = Some(before).filter(|_| reader.last_is(length, UNITS_OF_TIME)).and_then(|_| due())?;
    dunlin_date::postpone(&due, &[EARLIER, &text_of(reader.goal, length)].concat())
}

/// The sign before a length of time by which something is earlier.
const EARLIER: &str = "-";

/// Whether words say a day and no time of it.
fn is_day(reader: &Words<'_>, words: &[Token]) -> bool {
    dates::due(&text_of(reader.goal, words), &reader.moment()).is_some_and(|due| !due.contains('T'))
}

/// The request to add a todo, which is due then; nothing when it says itself when it is due.
pub(crate) fn due_then<'t>(
    reader: &Words<'_>,
    mut request: Request<'t>,
    words: &[Token],
    time: &'t [Token],
) -> Option<Request<'t>> {
    let puts = PUT_IN.iter().any(|run| reader.begins(words, run));
    let said =
        request.anchored || reader.first_is(words, ADD) || puts || reader.says_must(words) || reader.is_deed(words);
    let adds = matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::AddSeveral)) && said;
    let item = request.slots.item.filter(|_| adds && request.slots.when.is_none())?;
    let own = dates::quick_add(&text_of(reader.goal, item), 0, &reader.moment());
    // "on monday put in team meeting at 10"
    let fits = own.due.as_ref().is_none_or(|due| due.contains('T') && !reader.says_day(item) && is_day(reader, time));
    request.slots.when = Some(time).filter(|_| fits && own.recurrence.is_none());
    request.slots.when.is_some().then_some(request)
}
