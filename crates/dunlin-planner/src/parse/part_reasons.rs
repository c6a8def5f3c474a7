//! A reason and what is asked for because of it, with nothing between them: "no eggs left add some".

use crate::{
    lang::en::connectors::{ADDS, ASKS_POLITELY, IT, NO_END, REMIND_ME, THINGS_TOO, YOU_CAN},
    model::{
        intent::TodoIntent,
        reading::{Clause, Link},
        request::Found,
        token::Token,
    },
    parse::{connector::LOOK_AHEAD, reader::Reader, told},
};

/// Parts clauses in two that say a reason and what is asked for because of it, with nothing between them: "no eggs left add some".
pub(super) fn part_reasons(reader: &mut Reader<'_>, tokens: &[Token], clauses: &mut Vec<Clause>) {
    let mut at = 0;
    while at < clauses.len() {
        let Clause { start, end, link, ref words, ref own, .. } = clauses[at];
        let found = reader.find(words);
        // "I paid the rent check it off" names no "rent check it off".
        let told = matches!(&found, Found::Request(request) if request.todo() == Some(TodoIntent::Complete) && !request.joined);
        let may_be = own.len() == end - start && words.len() <= LOOK_AHEAD && (told || matches!(found, Found::Nothing));
        let asks = |at: &usize| {
            let rest = words.get(*at..).unwrap_or_default();
            let after_verb = if reader.begins(rest, YOU_CAN) { YOU_CAN.len() + 1 } else { 1 };
            let points = !told || reader.is_at(rest, after_verb, IT);
            points && asks_for_it(reader, words, *at)
        };
        let parted = if may_be { (2..words.len().saturating_sub(1)).find(asks) } else { None };
        if let Some(length) = parted {
            let therefore = Link { therefore: true, ..Link::default() };
            clauses[at] = Clause::new(tokens, start, start + length, link);
            clauses.insert(at + 1, Clause::new(tokens, start + length, end, therefore));
            at += 1;
        }
        at += 1;
    }
}

/// Whether a request begins there that points back to what the words before it name, or reminds because of what they tell.
fn asks_for_it(reader: &mut Reader<'_>, words: &[Token], at: usize) -> bool {
    let Some((reason, rest)) = words.split_at_checked(at) else { return false };
    // "my passport expires in march remind me to renew it"
    if reader.begins(rest, REMIND_ME) {
        let open = reason.last().is_none_or(|last| reader.is(last, NO_END));
        if !open && told::happens_then(reader, reason).is_some() {
            let found = reader.find(rest);
            if told::reminder(reader, &found, rest).is_some() {
                return true;
            }
        }
        return !open
            && reader.tells(reason)
            && matches!(reader.find(rest), Found::Request(request) if request.anchored && request.todo() == Some(TodoIntent::Add));
    }
    let begins = rest.first().is_some_and(|first| reader.is_beginner(first) || reader.is(first, ASKS_POLITELY))
        || reader.begins(rest, YOU_CAN);
    // "since I'm ill delete the gym"
    if begins
        && !reader.first_is(rest, THINGS_TOO)
        && reader.is_fronted_reason(reason)
        && !reader.last_is(reason, NO_END)
    {
        let Found::Request(request) = reader.find(rest) else { return false };
        let named = request.slots.item.is_some_and(|item| reader.names_one_todo(item));
        return request.acts_on_a_todo() && named || request.anchored && request.todo().is_some();
    }
    // "we had a leak last night add call the plumber to my list"
    if begins
        && reader.first_is(rest, ADDS)
        && reader.tells(reason)
        && !reader.last_is(reason, NO_END)
        && matches!(reader.find(reason), Found::Nothing)
        && matches!(reader.find(rest), Found::Request(request) if request.anchored && request.todo() == Some(TodoIntent::Add))
    {
        return true;
    }
    begins
        && reader.points_back(rest)
        && (reader.named_by_reason(reason).is_some() || tells_of_a_todo(reader, reason, rest))
}

/// Whether a statement is a reason for doing away with the todo that it names, or says that it is done: "the sink is fixed", "I talked
/// to mom last night".
fn tells_of_a_todo(reader: &mut Reader<'_>, reason: &[Token], rest: &[Token]) -> bool {
    let away = match reader.find(rest) {
        Found::Pointing(request) => request.todo().is_some_and(TodoIntent::does_away),
        _ => false,
    };
    let told = matches!(reader.find(reason), Found::Request(request) if request.todo() == Some(TodoIntent::Complete))
        || reader.tells(reason) && (reader.todo_named_in(reason).is_some() || reader.thing_told_of(reason).is_some());
    away && told && !reader.last_is(reason, NO_END)
}
