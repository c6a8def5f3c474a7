//! One thing in place of another, as a plain speaker would say it: "instead of rice put pasta on my list", "put salmon on the list rather
//! than chicken", "not apples but pears on the list", "drop the rolls and put buns on my list", "I want ham off the list and turkey on it".

use crate::{
    lang::en::{
        exchanged::{
            A_CLAUSE, BUT, DELETE, DOWN, FROM_MY_LIST, IN_PLACE_OF, INSTEAD_OF, KINDS, NO, NOT, OFF, ON, ON_IT, PUT,
            PUTS, SOME, SURELY_OFF, TAKE, TAKEN_OFF, TAKES_OFF, WANTS,
        },
        in_full::INSTEAD,
        lists::PLACED,
        offers::ONTO_A_LIST,
        pauses::{ADD, BETWEEN, DOING, LISTS},
    },
    model::{
        intent::TodoIntent,
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{again::word, reader::Reader},
};

/// The most words of either thing, and of a list with what it is put on by.
const LONGEST: usize = 6;
const LONGEST_LIST: usize = 6;
/// The most words of the clause that takes something off.
const LONGEST_CLAUSE: usize = 9;
/// The first words among which somebody says what they want.
const WANTED_WITHIN: usize = 3;

/// The words with the exchange said so. Nothing where there is none.
pub(crate) fn with_exchanges_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    if !reader.any_is(tokens, SOME) {
        return None;
    }
    let in_place = (0..tokens.len()).find_map(|at| {
        let rest = tokens.get(at..)?;
        IN_PLACE_OF.iter().find(|run| reader.begins(rest, run)).map(|run| (at, at + run.len()))
    });
    let mut words = match in_place {
        Some((at, end)) => fronted(reader, tokens, at, end).or_else(|| behind(reader, tokens, at, end)),
        None => not_but(reader, tokens)
            .or_else(|| for_another(reader, tokens))
            .or_else(|| taken_off_beside(reader, tokens))
            .or_else(|| wanted_on(reader, tokens))
            .or_else(|| wanted_off(reader, tokens)),
    }?;
    reader.give_places(&mut words);
    Some(words)
}

/// Where a clause that begins there ends.
fn end_of_clause(reader: &Reader<'_>, tokens: &[Token], from: usize) -> usize {
    let ends = |token: &Token| {
        token.kind == TokenKind::LineEnd
            || matches!(token.kind, TokenKind::Sign(',' | ';' | '.' | '?' | '!'))
            || reader.is(token, BETWEEN)
    };
    from + tokens.iter().skip(from).take_while(|token| !ends(token)).count()
}

/// Where the list begins, with what it is put on by, in which words end: "on my list".
fn list_at_the_end(reader: &Reader<'_>, words: &[Token]) -> Option<usize> {
    let words = reader.grammar.without_courtesy_after(words);
    let last = words.len().checked_sub(1).filter(|_| reader.last_is(words, LISTS))?;
    (last.saturating_sub(LONGEST_LIST)..last)
        .rev()
        .find(|at| reader.is_at(words, *at, ONTO_A_LIST) && !reader.is_at(words, at + 1, DOING))
}

/// "instead of" before what is not meant.
fn instead_of(reader: &Reader<'_>, other: &[Token]) -> Vec<Token> {
    let beside = other.first();
    beside.map_or_else(Vec::new, |beside| INSTEAD_OF.map(|said| word(reader, said, beside)).to_vec())
}

fn are_words(tokens: &[Token]) -> bool {
    let named = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Quoted);
    (1..=LONGEST).contains(&tokens.len()) && tokens.iter().all(named)
}

/// "instead of rice put pasta on my list": what is not meant is said first.
fn fronted(reader: &Reader<'_>, tokens: &[Token], at: usize, end: usize) -> Option<Vec<Token>> {
    let fresh = at == 0 || at == reader.grammar.courtesy_before(tokens) || tokens.get(at - 1)?.is_sign(',');
    let verb = (end + 1..tokens.len().min(end + LONGEST + 2)).find(|at| reader.is_at(tokens, *at, PUTS))?;
    let comma = usize::from(tokens.get(verb - 1)?.is_sign(','));
    let other = tokens.get(end..verb - comma).filter(|other| fresh && are_words(other))?;
    let stop = end_of_clause(reader, tokens, verb);
    let clause = tokens.get(verb..stop)?;
    let list = list_at_the_end(reader, clause)?;
    let (said, list) = clause.split_at_checked(list)?;
    Some([tokens.get(..at)?, said, &instead_of(reader, other), other, list, tokens.get(stop..)?].concat())
}

/// "put salmon on the list rather than chicken": what is not meant stands behind the list.
fn behind(reader: &Reader<'_>, tokens: &[Token], at: usize, end: usize) -> Option<Vec<Token>> {
    let (before, stop) = (tokens.get(..at)?, end_of_clause(reader, tokens, end));
    let other = tokens.get(end..stop)?;
    // "put decaf down rather than coffee"
    let down = || before.len().checked_sub(1).filter(|last| reader.is_at(before, *last, DOWN));
    let list = list_at_the_end(reader, before).or_else(down).filter(|_| are_words(other))?;
    let (said, list) = before.split_at_checked(list)?;
    let wants = said.iter().take(WANTED_WITHIN).any(|token| reader.is(token, WANTS));
    let puts = said.len() > 1 && (wants || reader.any_is(said, PUTS));
    puts.then(|| [said, &instead_of(reader, other), other, list, tokens.get(stop..).unwrap_or_default()].concat())
}

/// "not apples but pears on the shopping list": what is meant is added in its place.
fn not_but(reader: &Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let (not, said) = tokens.get(polite..)?.split_first()?;
    let parts = |token: &Token| {
        token.is_sign(',') && (reader.is(not, NOT) || reader.is(not, NO))
            || reader.is(not, NOT) && reader.is(token, BUT)
    };
    let at = said.iter().take(LONGEST).position(parts)?;
    let (other, rest) = (said.get(..at)?, said.get(at + 1..)?);
    let stop = end_of_clause(reader, rest, 0);
    let list = list_at_the_end(reader, rest.get(..stop)?)?;
    let (meant, list) = rest.split_at_checked(list)?;
    let things = [other, meant].iter().all(|words| are_words(words) && !reader.any_is(words, A_CLAUSE));
    // "no varnish, clear varnish on the yard list" names another kind of it.
    let last = |words: &[Token]| words.last().map(|token| reader.word(token));
    let kind = meant.len() > 1 && reader.first_is(meant, KINDS) && last(meant) == last(other);
    let orders = !kind && meant.first().is_none_or(|first| reader.is_beginner(first));
    (things && !orders).then(|| {
        let add = [word(reader, ADD, not)];
        [tokens.get(..polite).unwrap_or_default(), &add, meant, &instead_of(reader, other), other, list].concat()
    })
}

/// "scrap the almond milk, oat milk instead": the todo that goes is called by the other thing.
fn for_another(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let at = end_of_clause(reader, tokens, 0);
    let (first, stop) = (tokens.get(..at)?, end_of_clause(reader, tokens, at + 1));
    let (last, meant) = tokens.get(at + 1..stop)?.split_last()?;
    let thing = reader.is(last, INSTEAD)
        && are_words(meant)
        && !reader.any_is(meant, A_CLAUSE)
        && !reader.says_day(meant)
        && meant.first().is_some_and(|first| !reader.is_beginner(first) && !reader.is_deed(meant));
    thing.then_some(())?;
    let Found::Request(request) = reader.find(first) else { return None };
    let item = request.slots.item.filter(|_| request.todo() == Some(TodoIntent::Delete))?;
    reader
        .names_one_todo(item)
        .then(|| [meant, &instead_of(reader, item), item, tokens.get(stop..).unwrap_or_default()].concat())
}

/// "take off the rolls and put buns on instead", "drop the rolls and put buns on my list", "take off figs, take off dates, add plums": what
/// goes on a list tells that the others come off one.
fn taken_off_beside(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let mut rest = tokens.get(polite..)?;
    let mut words = tokens.get(..polite)?.to_vec();
    let joint =
        |reader: &Reader<'_>, token: &Token| token.is_sign(',') || reader.is(token, BETWEEN) || reader.is(token, BUT);
    let mut off = false;
    for _ in 0..MOST_TAKEN_OFF {
        let length = rest.iter().take(LONGEST_CLAUSE + 1).position(|token| joint(reader, token))?;
        let (first, behind) = rest.split_at_checked(length)?;
        let joints = behind.iter().take_while(|token| joint(reader, token)).count();
        let (taken, ends_so) = taken_off(reader, first)?;
        let beside = behind.first()?;
        let from_my_list = FROM_MY_LIST.map(|said| word(reader, said, beside));
        off |= ends_so || reader.first_is(first, TAKE) || reader.first_is(first, SURELY_OFF);
        words.extend([taken, &from_my_list, behind.get(..joints)?].concat());
        rest = behind.get(joints..)?;
        let second = rest.get(..end_of_clause(reader, rest, 0))?;
        if is_put_on(reader, second, off) {
            words.extend(rest);
            return Some(words);
        }
    }
    None
}

/// The most things that are taken off, one after the other.
const MOST_TAKEN_OFF: usize = 6;

/// The words of a clause that takes something off without saying from where, and whether they end in that: "take the rolls off".
fn taken_off<'t>(reader: &mut Reader<'_>, clause: &'t [Token]) -> Option<(&'t [Token], bool)> {
    let ends_so = reader.first_is(clause, TAKE) && reader.last_is(clause, OFF) && clause.len() > 2;
    let begun = TAKES_OFF.iter().any(|run| reader.begins(clause, run) && clause.len() > run.len());
    let named = (ends_so || begun) && !reader.any_is(clause, LISTS);
    let open =
        named && !matches!(reader.find(clause), Found::Request(request) if !request.doubtful && !request.follows);
    open.then(|| (clause.get(..clause.len() - usize::from(ends_so)).unwrap_or(clause), ends_so))
}

/// Whether a clause behind one that takes something off puts another thing on a list.
fn is_put_on(reader: &Reader<'_>, clause: &[Token], off: bool) -> bool {
    reader.first_is(clause, PUTS)
        && (reader.any_is(clause, LISTS)
            || reader.says_instead(clause)
            || reader.says_on(clause)
            || reader.says_on_it(clause)
            || off && reader.first_is(clause, ADD)
            || reader.is_at(clause, 1, DOWN))
}

/// What somebody wants of two things, parted before the "and".
fn wanted<'t>(reader: &Reader<'_>, tokens: &'t [Token]) -> Option<(&'t [Token], &'t [Token])> {
    let wants = tokens.iter().take(WANTED_WITHIN).any(|token| reader.is(token, WANTS));
    let and = (4..tokens.len()).find(|at| wants && reader.is_at(tokens, *at, BETWEEN))?;
    tokens.split_at_checked(and)
}

/// "I want ham off the list and turkey on it": what is to be on it is put on.
fn wanted_on(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let (first, rest) = wanted(reader, tokens)?;
    let second = rest.get(1..end_of_clause(reader, rest, 1))?;
    let on = second.iter().rposition(|token| reader.is(token, ON)).filter(|on| (1..LONGEST).contains(on))?;
    let ends = second.get(on + 1..).is_some_and(|after| after.len() < 2 && reader.all_are(after, ON_IT));
    let bare = ends && !reader.any_is(second, PLACED) && !second.first().is_some_and(|first| reader.is_beginner(first));
    let takes = |reader: &mut Reader<'_>| matches!(reader.find(first), Found::Request(request) if request.todo() == Some(TodoIntent::Delete) && request.anchored);
    if !bare || !takes(reader) {
        return None;
    }
    let at = first.len() + 1 + on;
    let put = [word(reader, PUT, tokens.get(at)?)];
    Some([tokens.get(..at)?, &put, tokens.get(at..)?].concat())
}

/// "I'd like soap put on my list and shampoo taken off": what is to be off it is deleted.
fn wanted_off(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let (first, rest) = wanted(reader, tokens)?;
    let end = end_of_clause(reader, rest, 1);
    let second = rest.get(1..end)?;
    let item = TAKEN_OFF.iter().find_map(|run| reader.before_the_end(second, run))?;
    let bare = are_words(item) && !item.first().is_some_and(|first| reader.is_beginner(first));
    let adds = |reader: &mut Reader<'_>| matches!(reader.find(first), Found::Request(request) if request.todo() == Some(TodoIntent::Add) && request.anchored);
    if !bare || !adds(reader) {
        return None;
    }
    let delete = [word(reader, DELETE, item.first()?)];
    Some([first, rest.get(..1)?, &delete, item, rest.get(end..)?].concat())
}
