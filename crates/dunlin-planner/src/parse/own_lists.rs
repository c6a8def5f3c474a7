//! Lists of one's own that are called by their names alone: "add sunscreen to holiday", "everything on holiday", "show holiday".

use crate::{
    lang::en::{
        cues::ALL,
        doubts::LIST,
        lists::{
            A_LIST_TOO, ADDS, BEFORE_A_NAME, BEHIND_ALL, GOES_OR_COMES, OURS, PUTS_ON, SHOPPING, SHOWS_OR_CLEARS,
            UNDER, WHAT_IS_THERE,
        },
        pauses::BETWEEN,
        places::BEFORE_A_LIST,
        reasons::BECAUSE,
    },
    model::token::{Token, TokenKind},
    parse::{lists::MOST_OF_A_NAME, reader::Reader, timed::says_when_due},
};

/// The most words of a day behind a list's name, and of one of several things that go there.
const MOST_OF_A_DAY: usize = 6;
const LONGEST: usize = 4;

/// The words with "list" behind the name of a list that is there. Nothing where no such name is said.
pub(crate) fn with_own_lists_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends =
        |at: usize| tokens.get(at).is_none_or(|token| token.kind != TokenKind::Word || reader.is(token, BETWEEN));
    // "add book the hotel to holiday tomorrow"
    let due = |at: usize| {
        let rest = tokens.get(at..).unwrap_or_default();
        let clause = rest
            .iter()
            .take_while(|token| token.kind == TokenKind::Word && !reader.is(token, BETWEEN))
            .take(MOST_OF_A_DAY + 1);
        let said = rest.get(..clause.count()).filter(|said| (1..=MOST_OF_A_DAY).contains(&said.len()));
        said.is_some_and(|said| reader.says_day(said) && says_when_due(reader, said))
    };
    let named = |at: usize, length: usize| {
        let name = tokens.get(at..at + length)?;
        let words = name.iter().all(|token| token.kind == TokenKind::Word && !token.numeric);
        let of_all = || reader.is_at(tokens, at + length, BEHIND_ALL) && reader.any_is(tokens, ALL);
        let before = tokens.get(..at)?;
        let plain = words
            && leads_to_a_list(reader, before)
            && (ends(at + length) || of_all() || due(at + length))
            && !reader.any_is(name, A_LIST_TOO)
            && !reader.says_day(name);
        let put_on = || reader.last_is(before, BEFORE_A_LIST) && reader.all_are(name, SHOPPING);
        // The lists are asked last: a plan that hangs on none is made without them.
        // "what's left under home"
        let tag = || reader.last_is(before, UNDER) && reader.is_own_tag(name);
        let known = plain && (put_on() || reader.is_own_list(name) || tag());
        known.then_some(at + length)
    };
    let found: Vec<usize> =
        (1..tokens.len()).filter_map(|at| (1..=MOST_OF_A_NAME).find_map(|length| named(at, length))).collect();
    let mut words = tokens.to_vec();
    for end in found.iter().rev() {
        let before = words.get(end - 1)?;
        let said = reader.unsaid(LIST, before.span.end, before);
        words.insert(*end, said);
    }
    (!found.is_empty()).then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// Whether words before a name say that it is a list's: something goes there or comes from there, what is on it is asked for, or it
/// is to be shown. "Call mum on holiday" and "go to work" say no such thing.
fn leads_to_a_list(reader: &Reader<'_>, before: &[Token]) -> bool {
    let before = before.split_last().filter(|(last, _)| reader.is(last, OURS)).map_or(before, |(_, before)| before);
    let Some((last, rest)) = before.split_last() else { return false };
    let on = reader.is(last, BEFORE_A_LIST);
    if (on || reader.is(last, UNDER)) && reader.last_is(rest, WHAT_IS_THERE) {
        return true;
    }
    if reader.is(last, SHOWS_OR_CLEARS) {
        let begins = rest.last().is_none_or(|token| token.kind != TokenKind::Word || reader.is(token, BETWEEN));
        return begins || reader.grammar.is_courtesy(rest);
    }
    if !on && !reader.is(last, BEFORE_A_NAME) {
        return false;
    }
    let joins = |token: &Token| reader.is(token, BETWEEN) || !matches!(token.kind, TokenKind::Word | TokenKind::Quoted);
    let from = rest.iter().rposition(joins);
    let clause = rest.get(from.map_or(0, |at| at + 1)..).unwrap_or_default();
    // "put the milk back because we're on holiday"
    if reader.any_is(clause, BECAUSE) {
        return false;
    }
    let going = |token: &Token| reader.grammar.going.contains(token.word);
    if adds_several(reader, reader.grammar.without_courtesy(rest)) {
        return true;
    }
    match reader.grammar.without_courtesy(clause) {
        [verb, item @ ..] => {
            // "put eggs on shopping", but "call mum on holiday"
            reader.is(verb, if on { PUTS_ON } else { GOES_OR_COMES })
                && !(reader.is(verb, ADDS) && item.first().is_some_and(going) && !names_a_thing(item))
        }
        [] => false,
    }
}

/// Whether two words are one thing though the first may be a verb: "travel pillow".
fn names_a_thing(words: &[Token]) -> bool {
    matches!(words, [_, thing] if thing.is_unknown_word())
}

/// "add snorkel, flippers and goggles": one verb for several short things.
fn adds_several(reader: &Reader<'_>, words: &[Token]) -> bool {
    let Some((verb, things)) = words.split_first().filter(|(verb, _)| reader.is(verb, ADDS)) else { return false };
    let mut each = things.split(|token| token.kind != TokenKind::Word || reader.is(token, BETWEEN));
    let thing = |part: &[Token]| {
        part.len() <= LONGEST
            && (names_a_thing(part)
                || part.first().is_none_or(|first| !reader.grammar.can_begin(first.word)) && !reader.is_deed(part))
    };
    !things.is_empty() && verb.kind == TokenKind::Word && each.all(thing)
}
