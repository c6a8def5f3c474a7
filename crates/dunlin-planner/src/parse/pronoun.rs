//! What "it" is where something is to be done to it that was told of before: "my passport expires in march, remind me to renew it".

use crate::{
    lang::{
        en::{
            asides::{AFTER_A_THING, HAPPENS, TELLS_OF},
            conditions::WHO_DID,
            doubts::HANDLED,
            forms,
            phrases::CALLS,
            references::IT_OR_THEM,
        },
        grammar::{DEEDS, VERBS},
    },
    model::{
        intent::TodoIntent,
        reading::ClauseRead,
        request::{Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::words::Words,
};

/// The most words of what is told of, with its article.
const LONGEST: usize = 5;

/// Says of a todo that is to be added what "it" is in its words, where the clause before tells of something.
pub(super) fn say_what_is_meant(reader: &Words<'_>, clauses: &mut [ClauseRead<'_>], at: usize) {
    let Some([told, next]) = clauses.get_mut(at..at + 2) else { return };
    let tells = matches!(told.found, Found::Nothing) && told.condition.is_none() && next.condition.is_none();
    let (Found::Request(request) | Found::Pointing(request)) = &next.found else { return };
    let adds = request.todo() == Some(TodoIntent::Add);
    if !tells || !adds || !request.slots.item.is_some_and(|item| is_done_to_it(reader, item)) {
        return;
    }
    if let Some(subject) = subject(reader, told.words) {
        next.found = Found::Request(Request { stands_for: Some(span_of(subject)), ..request.clone() });
    }
}

/// What a statement tells of: "my passport" in "my passport expires in march".
fn subject<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let said = reader.grammar.without_courtesy(words);
    // "I left my umbrella at the office"
    if let [who, did, rest @ ..] = said
        && reader.is(who, WHO_DID)
        && forms::is_past(&reader.word(did))
        && reader.first_is(rest, TELLS_OF)
    {
        let named = |token: &&Token| token.kind == TokenKind::Word && !reader.is(token, AFTER_A_THING);
        let length = rest.iter().take(LONGEST).take_while(named).count();
        return rest.get(..length).filter(|named| named.len() > 1);
    }
    let verb = said.iter().take(LONGEST + 1).position(|token| reader.is(token, HAPPENS))?;
    let subject = said.get(..verb)?;
    let named = subject.len() > 1 && subject.iter().all(|token| token.kind == TokenKind::Word);
    (named && reader.first_is(subject, TELLS_OF)).then_some(subject)
}

/// Whether "it" stands right behind what is to be done: "renew it by friday".
fn is_done_to_it(reader: &Words<'_>, item: &[Token]) -> bool {
    let deed = |token: &Token| {
        token.is_unknown_word()
            || [VERBS, DEEDS, CALLS].iter().any(|verbs| reader.is(token, verbs))
            || reader.grammar.going.contains(token.word)
    };
    matches!(item, [verb, it, ..] if deed(verb) && !reader.is(verb, HANDLED) && reader.is(it, IT_OR_THEM))
}
