//! Wishes that name what is to be done in a past: "I'd love it if you added rice to my list", and what somebody has to do besides.

use crate::{
    lang::en::{
        again::{ADDS, ONTO},
        asides::NEEDED,
        connectors::{BEGINNERS, IF},
        exchanged::PUT,
        forms,
        items::{I_OR_WE, MUST_AT_FIRST, MUST_DO, PEOPLE_OR_IT, TODOS_OR_LISTS},
        offers::A_LIST,
        pauses::{ADD, SO},
        phrases::{AND, CALLS},
        turns::{ADDED_TO, BEFORE_A_GERUND, NEEDS, ONTO_MY_LIST, SAID_BEFORE, WAS_OR_GOT, WISHED_OF},
        unsure::WHAT_WAS_SAID,
    },
    model::token::{Token, TokenKind},
    parse::{
        again::{begins_anew, word},
        reader::Reader,
    },
};

/// The most words of what is wished for in the passive.
const LONGEST: usize = 8;
/// The most words of what needs something.
const LONGEST_THING: usize = 4;

/// "it would be great if sweeping was added to my list": "add sweeping to my list". Nothing where nobody wishes so.
pub(crate) fn with_passive_wishes_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let wished = reader.grammar.without_courtesy(tokens);
    let polite = tokens.get(..tokens.len() - wished.len())?;
    let if_at_the_end = reader.last_is(polite, IF) && polite.len() > 1;
    let was = (1..wished.len().min(LONGEST)).find(|at| if_at_the_end && reader.is_at(wished, *at, WAS_OR_GOT))?;
    let (thing, done) = (wished.get(..was)?, wished.get(was + 1)?);
    let vocabulary = reader.grammar.vocabulary();
    let bases = forms::bases(&reader.word(done)).into_iter().filter(|(_, past)| *past);
    let base = bases.map(|(base, _)| base).find(|base| reader.grammar.can_begin(vocabulary.id(base)));
    let order = match base {
        Some(base) => word(reader, &base, done),
        None if reader.is(done, PUT) => *done,
        None => return None,
    };
    let mut words = [&[order], thing, wished.get(was + 2..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "would you mind moving the rent to friday": "move the rent to friday". Nothing where nobody asks so, or the form asks by itself.
pub(crate) fn with_gerunds_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let asked = reader.grammar.without_courtesy(tokens);
    let polite = tokens.get(..tokens.len() - asked.len())?;
    let [verb, rest @ ..] = asked else { return None };
    if !reader.last_is(polite, BEFORE_A_GERUND) || reader.grammar.can_begin(verb.word) {
        return None;
    }
    let bases = forms::bases(&reader.word(verb)).into_iter().filter(|(_, past)| !*past);
    let order = bases.map(|(base, _)| base).find(|base| BEGINNERS.contains(&base.as_str()))?;
    let mut words = [&[word(reader, &order, verb)], rest].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// The words with the wish said as an order: "add rice to my list". Nothing where none is said so.
pub(crate) fn with_wishes_ordered(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let wished = reader.grammar.without_courtesy(tokens);
    let [you, verb, rest @ ..] = wished else { return None };
    if wished.len() == tokens.len() || !reader.is(you, WISHED_OF) {
        return None;
    }
    let order = if reader.grammar.can_begin(verb.word) {
        *verb
    } else {
        let vocabulary = reader.grammar.vocabulary();
        let bases = forms::bases(&reader.word(verb)).into_iter().filter(|(_, past)| *past);
        let base = bases.map(|(base, _)| base).find(|base| reader.grammar.can_begin(vocabulary.id(base)))?;
        word(reader, &base, verb)
    };
    let mut words = [&[order], rest].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "add milk and I need to ring the plumber": "add milk and add ring the plumber". What somebody has to do is a todo where it stands
/// beside another request; nothing where none stands before it, or where it points at anything.
pub(crate) fn with_musts_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let must = |at: &usize| {
        let rest = tokens.get(at + 1..).filter(|_| reader.is_at(tokens, *at, AND))?;
        // "I need to", "need to"
        let length = [0, usize::from(reader.first_is(rest, I_OR_WE))].into_iter().filter_map(|from| {
            let said = rest.get(from..)?;
            let runs = MUST_DO.iter().chain(MUST_AT_FIRST).filter(|run| reader.begins(said, run));
            runs.map(|run| from + run.len()).max()
        });
        let length = length.max()?;
        let deed = rest.get(length..)?;
        let other = [PEOPLE_OR_IT, TODOS_OR_LISTS].iter().any(|words| reader.any_is(deed, words));
        ((reader.is_deed(deed) || reader.first_is(deed, CALLS))
            && deed.len() > 1
            && !other
            && !reader.is_question(deed))
        .then_some((*at, at + 1, deed))
    };
    let (and, from, deed) = (2..tokens.len()).find_map(|at| must(&at))?;
    let before = tokens.get(..and)?;
    let comma = usize::from(before.last().is_some_and(|last| last.is_sign(',')));
    let asked = before.get(..and - comma)?;
    if !reader.can_read(asked) && reader.thing_to_do(asked).is_none() {
        return None;
    }
    let add = word(reader, ADD, tokens.get(from)?);
    let mut words = [tokens.get(..from)?, &[add], deed].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "the lawn needs mowing, put that on my list": what is told is what is added.
pub(crate) fn with_needs_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let from = reader.grammar.courtesy_before(tokens);
    let needs = (from + 1..from + LONGEST_THING + 2).find(|at| reader.is_at(tokens, *at, NEEDS))?;
    let first = tokens.get(from).filter(|first| !reader.is_beginner(first))?;
    forms::is_gerund(&reader.word(tokens.get(needs + 1)?)).then_some(())?;
    let told = from
        + tokens.get(from..)?.iter().take_while(|token| token.kind == TokenKind::Word && !reader.is(token, SO)).count();
    // ", put that", "so add it"
    let asks = |at: &usize| reader.is_at(tokens, *at, ADDS) && reader.is_at(tokens, at + 1, WHAT_WAS_SAID);
    let add = (told + 1..told + 4).find(asks).filter(|_| told > needs + 1)?;
    let (item, rest) = (tokens.get(from..told)?, tokens.get(add + 2..)?);
    let (verb, beside) = (word(reader, ADD, first), item.last()?);
    let list: Vec<Token> = ONTO_MY_LIST.iter().map(|said| reader.unsaid(said, beside.span.end, beside)).collect();
    let list = if reader.any_is(rest, A_LIST) { &[] } else { list.as_slice() };
    let mut words = [tokens.get(..from)?, &[verb], item, list, rest].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "we're out of eggs, I need them on my list": "put them on my list".
pub(crate) fn with_needed_put(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let wished = |at: &usize| {
        reader.is_at(tokens, *at, I_OR_WE)
            && reader.is_at(tokens, at + 1, NEEDED)
            && reader.is_at(tokens, at + 2, SAID_BEFORE)
            && begins_anew(reader, tokens, *at)
    };
    let at = (2..tokens.len()).find(wished)?;
    let (first, it, rest) = (tokens.get(at)?, tokens.get(at + 2)?, tokens.get(at + 3..)?);
    // "… I need them added to my list"
    let done = usize::from(reader.begins(rest, ADDED_TO));
    let rest = rest.get(done..)?;
    (reader.first_is(rest, ONTO) && rest.iter().take(LONGEST).any(|token| reader.is(token, A_LIST))).then_some(())?;
    let mut words = [tokens.get(..at)?, &[word(reader, ADD, first), *it], rest].concat();
    reader.give_places(&mut words);
    Some(words)
}
