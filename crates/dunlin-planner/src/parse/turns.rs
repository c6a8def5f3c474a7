//! Requests in the order in which they are meant to be done, where words say it: "before you delete the bread, add rolls", "show my list
//! after adding milk", "add rolls, but before that delete the bread".

use crate::{
    lang::en::{
        conditions::WHEN,
        days::THEN,
        doubts::ARTICLES,
        forms,
        pauses::IT,
        turns::{ALL, BEFORE_THAT, FIRST, FIRST_BEHIND, FIRST_ENDS, HELPS, JOINS, LATER_BEHIND, SAID_BETWEEN, WHO},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, WordId},
    },
    parse::{again::word, connector::connectors, filtered, reader::Reader},
};

/// The most words of the request that is told beside another.
const LONGEST: usize = 24;

/// Words that say which of two requests comes first.
struct Turn {
    /// Whether what stands behind them comes later.
    later: bool,
    /// Whether they say who is to do it, so that no todo can be meant: "before you show", not "before showing".
    who: bool,
    /// Where the verb behind them stands, and the verb that asks for it: "delete" for "deleting".
    verb: usize,
    asks: WordId,
}

/// The words with the requests of a goal in the order in which they are done. Nothing where it says no other than theirs.
pub(crate) fn with_turns_taken(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    if !reader.any_is(tokens, ALL) {
        return None;
    }
    let polite = reader.grammar.courtesy_before(tokens);
    let starts = [0, polite];
    let said_first = (2..tokens.len()).find(|at| is_said_first(reader, tokens, *at));
    let turned = starts
        .into_iter()
        .find_map(|at| behind(reader, tokens, at))
        .or_else(|| (2..tokens.len()).find_map(|at| before(reader, tokens, at)))
        .or_else(|| (2..tokens.len()).find_map(|at| before_that(reader, tokens, at)))
        .or_else(|| said_first.and_then(|at| but_first(reader, tokens, at)));
    let Some((first, second)) = turned else {
        return said_first.and_then(|at| without_first(reader, tokens, at));
    };
    let then = word(reader, THEN, second.first()?);
    let mut words = [first.as_slice(), &[then], &second].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// The words at a place that say which of two requests comes first.
fn turn(reader: &Reader<'_>, tokens: &[Token], at: usize) -> Option<Turn> {
    let rest = tokens.get(at..)?;
    let said = |runs: &[&[&'static str]]| runs.iter().find(|run| reader.begins(rest, run)).map(|run| run.len());
    let later = said(LATER_BEHIND);
    let length = later.or_else(|| said(FIRST_BEHIND))?;
    let who = reader.is_at(rest, length, WHO);
    let helped = rest.iter().skip(length + 1).take_while(|token| reader.is(token, HELPS)).count();
    // "when you show my list" may be a condition, "when you have shown it" is none.
    if reader.first_is(rest, WHEN) && !(who && helped > 0) {
        return None;
    }
    let verb = if who { length + 1 + helped } else { length };
    let said = rest.get(verb)?;
    let word = reader.word(said);
    let plain = who && reader.grammar.can_begin(said.word);
    let vocabulary = reader.grammar.vocabulary();
    let derived = || {
        let bases = forms::bases(&word).into_iter().filter(|(_, past)| who || !past);
        bases.map(|(base, _)| vocabulary.id(&base)).find(|base| reader.grammar.can_begin(*base))
    };
    let asks = if plain { Some(said.word) } else { derived() }?;
    Some(Turn { later: later.is_some(), who, verb: at + verb, asks })
}

/// The request that words behind a turn tell: "delete the bread" in "before deleting the bread".
fn told(reader: &mut Reader<'_>, tokens: &[Token], turn: &Turn, end: usize) -> Option<Vec<Token>> {
    let mut words = tokens.get(turn.verb..end)?.to_vec();
    words.first_mut()?.word = turn.asks;
    reader.give_places(&mut words);
    Some(words)
}

/// Both in turn, as they were said or the other way round.
fn in_turn(turn: &Turn, told: Vec<Token>, beside: &[Token]) -> (Vec<Token>, Vec<Token>) {
    if turn.later { (beside.to_vec(), told) } else { (told, beside.to_vec()) }
}

/// "before you delete the bread, add rolls": the turn is said first.
fn behind(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<(Vec<Token>, Vec<Token>)> {
    let turn = turn(reader, tokens, at)?;
    let ends = (turn.verb + 1..tokens.len().min(turn.verb + LONGEST)).collect::<Vec<_>>();
    let parted = |at: usize| tokens.get(at).is_some_and(|token| token.is_sign(',') || reader.is(token, THEN));
    let comma = ends.iter().copied().find(|at| parted(*at));
    let begins = |at: &usize| tokens.get(*at).is_some_and(|token| reader.is_beginner(token));
    let ends: Vec<usize> = comma.map_or_else(|| ends.into_iter().filter(begins).collect(), |comma| vec![comma]);
    ends.into_iter().find_map(|end| {
        let rest = tokens.get(end..)?;
        let joins = rest.iter().take_while(|token| token.is_sign(',') || reader.is(token, SAID_BETWEEN)).count();
        let told = told(reader, tokens, &turn, end)?;
        let beside = with_it_named(reader, &turn, &told, rest.get(joins..)?);
        let asked = is_request(reader, &told) && begins_with_one(reader, &beside, turn.later);
        asked.then(|| in_turn(&turn, told, &beside))
    })
}

/// "before you tick off the rent, tell me when it is due": what comes first names what the other told of.
fn with_it_named(reader: &mut Reader<'_>, turn: &Turn, told: &[Token], beside: &[Token]) -> Vec<Token> {
    let mut words = beside.to_vec();
    if !turn.later {
        return words;
    }
    let Found::Request(request) = reader.find(told) else { return words };
    let at = beside.iter().position(|token| reader.is(token, IT));
    if let Some((at, item)) = at.zip(request.slots.item.filter(|_| request.acts_on_a_todo())) {
        words.splice(at..=at, item.iter().copied());
        reader.give_places(&mut words);
    }
    words
}

/// "show my list after adding milk": the turn is said last.
fn before(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<(Vec<Token>, Vec<Token>)> {
    let turn = turn(reader, tokens, at)?;
    let beside = without_joins(reader, tokens.get(..at)?, "");
    let told = told(reader, tokens, &turn, tokens.len())?;
    if told.len() > LONGEST {
        return None;
    }
    let Found::Request(one) = reader.find(beside) else { return None };
    let Found::Request(other) = reader.find(&told) else { return None };
    // "add buy flowers before clearing the table" is one thing to do.
    let adds = one.todo() == Some(TodoIntent::Add);
    let surely = turn.who || !adds || other.anchored || names_a_todo(reader, &other);
    let fits = surely && other.todo().is_some() && is_surely(reader, &one);
    fits.then(|| in_turn(&turn, told, beside))
}

/// "add rolls, but before that delete the bread".
fn before_that(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<(Vec<Token>, Vec<Token>)> {
    let (before, rest) = tokens.split_at_checked(at)?;
    let length = BEFORE_THAT.iter().find(|run| reader.begins(rest, run))?.len();
    let later = without_joins(reader, before, JOINS);
    let comma = usize::from(rest.get(length).is_some_and(|token| token.is_sign(',')));
    let first = rest.get(length + comma..)?;
    // "show my list but first tick off the rent" has its joint in it.
    let joined = later.len() < before.len() || reader.first_is(rest, JOINS);
    let fits = joined && is_request(reader, later) && is_request(reader, first);
    fits.then(|| (first.to_vec(), later.to_vec()))
}

/// Whether the word at a place says that what stands before it comes first: "complete call mum first, then …".
fn is_said_first(reader: &Reader<'_>, tokens: &[Token], at: usize) -> bool {
    let ends = |next: &Token| matches!(next.kind, TokenKind::Sign(_)) || reader.is(next, FIRST_ENDS);
    // "pay the bills on the first and …" is a day.
    let named = reader.is_at(tokens, at - 1, ARTICLES);
    reader.is_at(tokens, at, FIRST) && tokens.get(at + 1).is_none_or(ends) && !named
}

/// "show my list, but complete the rent first": what is said with it comes before the rest.
fn but_first(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<(Vec<Token>, Vec<Token>)> {
    let (before, rest) = tokens.split_at_checked(at)?;
    let ended = rest.iter().skip(1).all(|token| token.kind != TokenKind::Word);
    let joint = before.iter().rposition(|token| reader.is(token, JOINS)).filter(|_| ended)?;
    let (later, first) = (without_joins(reader, before.get(..joint)?, JOINS), before.get(joint + 1..)?);
    let fits = is_request(reader, later) && is_request(reader, first);
    fits.then(|| (first.to_vec(), later.to_vec()))
}

/// "complete call mum first, then move the rent": the order is theirs, and the word is no part of a todo. At the end of a goal it is
/// none only where a todo is called by what stands before it.
fn without_first(reader: &mut Reader<'_>, tokens: &[Token], at: usize) -> Option<Vec<Token>> {
    let (before, rest) = tokens.split_at_checked(at)?;
    let joint = |token: &Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, THEN);
    let clause = before.get(before.iter().rposition(joint).map_or(0, |joint| joint + 1)..)?;
    // "show me the urgent things first, thanks" asks for one thing.
    let more = rest.iter().skip(1).position(|token| token.kind == TokenKind::Word).and_then(|at| rest.get(at + 1..));
    let goes_on = more.is_some_and(|more| !reader.grammar.is_courtesy(more));
    let Found::Request(request) = reader.find(clause) else { return None };
    // "leave a note on the boiler saying try the valve first"
    let noted = request
        .slots
        .text
        .and_then(<[Token]>::last)
        .is_some_and(|last| Some(last.span) == before.last().map(|last| last.span));
    let surely = request.todo().is_some() && goes_on || request.acts_on_a_todo() && names_a_todo(reader, &request);
    let surely = surely && !noted;
    let mut words = [before, rest.get(1..)?].concat();
    surely.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// The words without commas and such words at their end.
fn without_joins<'t>(reader: &Reader<'_>, words: &'t [Token], joins: &'static str) -> &'t [Token] {
    let joins = words.iter().rev().take_while(|token| token.is_sign(',') || reader.is(token, joins)).count();
    words.get(..words.len() - joins).unwrap_or(words)
}

fn is_request(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    matches!(reader.find(words), Found::Request(request) if request.todo().is_some())
        || filtered::question(reader, words).is_some()
}

/// Whether the first clause of words is a request; what is done before another is told may not point to that.
fn begins_with_one(reader: &mut Reader<'_>, words: &[Token], first: bool) -> bool {
    let ends: Vec<usize> = connectors(reader, words).iter().map(|joint| joint.before).filter(|end| *end > 0).collect();
    [words.len()].into_iter().chain(ends).any(|end| {
        words.get(..end).is_some_and(|clause| match reader.find(clause) {
            Found::Request(request) => request.todo().is_some() || request.sum().is_some(),
            Found::Pointing(_) => !first,
            Found::Missing(_) | Found::Nothing => false,
        })
    })
}

/// Whether a request surely ends where it does: the words behind it are no more of a todo's.
fn is_surely(reader: &Reader<'_>, request: &Request<'_>) -> bool {
    !request.acts_on_a_todo() || names_a_todo(reader, request) || request.anchored
}

fn names_a_todo(reader: &Reader<'_>, request: &Request<'_>) -> bool {
    request.slots.item.is_some_and(|item| reader.names_one_todo(item))
}
