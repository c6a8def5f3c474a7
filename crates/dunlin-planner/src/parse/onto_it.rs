//! What goes on a list that is said apart from it: "don't forget the candles, they go on the party list", "put jam on the list and
//! honey".

use crate::{
    lang::en::{
        again::{ADD_THAT, ADDS, COLON, GOES_THERE, IT, ONTO, PUT_IT, PUT_THAT, PUT_THEM, PUT_THOSE, THOSE},
        asides::{MAY_OR_NOT, TELLING},
        conditions::{IF_ONLY, THERE},
        connectors::{AND, TOO},
        doubts::{ARTICLES, NOT},
        lists::{AS_WELL_AS, OURS},
        offers::A_LIST,
        pauses::{ADD, BETWEEN, ON, SO},
    },
    model::token::{Token, TokenKind},
    parse::{
        again::{begins_anew, word},
        condition,
        parts::parts,
        reader::Reader,
    },
};

/// The most words of what goes on a list besides.
const LONGEST: usize = 3;
/// The most words of one thing that is named before it is put on a list.
const LONGEST_NAMED: usize = 7;

/// "they go on the party list" as an order: "put them on the party list". Nothing where nothing is said to go on a list.
pub(crate) fn with_it_put(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let rest = tokens.get(at..)?;
        let length = GOES_THERE.iter().find(|run| reader.begins(rest, run))?.len();
        let list = reader.is_at(rest, length, ONTO)
            && rest.get(length + 1..)?.iter().take(5).any(|token| reader.is(token, A_LIST));
        let therefore = || at.checked_sub(1).is_some_and(|so| reader.is_at(tokens, so, SO));
        let behind_things = || at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|sign| sign.is_sign(':'));
        (list && (begins_anew(reader, tokens, at) || therefore() || behind_things())).then_some((at, length))
    };
    let (at, length) = (2..tokens.len()).find_map(said)?;
    let first = tokens.get(at)?;
    let put = if reader.is(first, IT) { PUT_IT } else { PUT_THEM };
    let put: Vec<Token> = put.iter().map(|said| word(reader, said, first)).collect();
    let mut words = [tokens.get(..at)?, &put, tokens.get(at + length..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// What stands behind a list and goes there too: "and honey", "along with eggs, butter and cheese".
struct More<'t> {
    list: usize,
    /// How many words lead to it.
    joint: usize,
    things: &'t [Token],
    several: bool,
}

/// "put jam on the list and honey": what stands behind the list goes there too. Nothing where nothing does, or it asks for something.
pub(crate) fn with_more_before_lists(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let lists = (4..tokens.len()).filter(|at| reader.is_at(tokens, *at, A_LIST));
    let More { list, joint, things, several } = lists.into_iter().find_map(|at| more_behind(reader, tokens, at))?;
    let from = list + 1 + joint;
    let onto = onto_before(reader, tokens, list)?;
    let start =
        (0..onto).rev().find(|at| reader.is_at(tokens, *at, ADDS) && (*at == 0 || begins_anew(reader, tokens, *at)))?;
    // One thing that goes on a list with a name is lent that.
    (onto > start + 1 && (several || reader.all_are(tokens.get(onto + 1..list)?, OURS))).then_some(())?;
    let verb = *tokens.get(start)?;
    let and = reader.unsaid(AND, verb.span.start, tokens.get(list + 1)?);
    let (first, last) = (tokens.get(..=list)?, tokens.get(from + things.len()..)?);
    let mut words = [first, &[and, verb], things, tokens.get(onto..=list)?, last].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// Where what is put goes onto a list: "to" in "to my list".
fn onto_before(reader: &Reader<'_>, tokens: &[Token], list: usize) -> Option<usize> {
    (list.saturating_sub(LONGEST + 1)..list).rev().find(|at| reader.is_at(tokens, *at, ONTO))
}

fn more_behind<'t>(reader: &Reader<'_>, tokens: &'t [Token], list: usize) -> Option<More<'t>> {
    let rest = tokens.get(list + 1..)?;
    let signs = rest.iter().take_while(|token| token.is_sign('.') || token.is_sign(',')).count();
    let joined = rest.get(signs..)?;
    let as_well = AS_WELL_AS.iter().find(|run| reader.begins(joined, run)).map(|run| run.len());
    let joint = signs + as_well.or_else(|| reader.first_is(joined, AND).then_some(1))?;
    let more = rest.get(joint..)?;
    let is_thing = |words: &[Token]| {
        (1..=LONGEST).contains(&words.len())
            && words.iter().all(|token| token.kind == TokenKind::Word && !token.numeric && !reader.is(token, BETWEEN))
            && words.first().is_some_and(|first| !reader.grammar.can_begin(first.word) && !reader.is_beginner(first))
    };
    // Several are all that is left to say.
    let bare = reader.grammar.without_courtesy_after(more);
    let parted = |token: &Token| token.is_sign(',') || reader.is(token, AND);
    if bare.iter().any(parted) && bare.split(parted).filter(|thing| !thing.is_empty()).all(is_thing) {
        return Some(More { list, joint, things: bare, several: true });
    }
    let ends = |token: &&Token| token.kind == TokenKind::Word && !reader.is(token, BETWEEN);
    let things = more.get(..more.iter().take_while(ends).count())?;
    (as_well.is_none() && is_thing(things)).then_some(More { list, joint, things, several: false })
}

/// "tape, glue and string, put those on my craft list" as an order: "put those on my craft list: tape, glue and string". Nothing where no
/// things stand before it.
pub(crate) fn with_those_put(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let said = tokens.get(polite..)?;
    let puts = |at: usize| {
        let rest = said.get(at..)?;
        let one = PUT_THAT.iter().find(|run| reader.begins(rest, run)).map(|run| run.len() - 1);
        let onto = one.or_else(|| reader.begins(rest, PUT_THOSE).then_some(PUT_THOSE.len() - 1))?;
        let list = rest.iter().take(LONGEST + onto + 2).position(|token| reader.is(token, A_LIST))?;
        let sign = said.get(at - 1)?;
        let paused = matches!(sign.kind, TokenKind::Sign(',' | ':' | ';' | '-' | '.'));
        paused.then_some((at, at + onto, at + list + 1, one.is_some()))
    };
    let (at, onto, end, one) = (2..said.len()).find_map(puts)?;
    let things = said.get(..at - 1)?;
    let each = parts(reader, things);
    let thing = |part: &&[Token]| {
        (1..=LONGEST).contains(&part.len())
            && part.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
            && !part.first().is_some_and(|first| reader.is_beginner(first))
    };
    // "the blue badge renewal for dad"
    let named = || {
        let worded = things.iter().all(|token| token.kind == TokenKind::Word && !token.numeric);
        let article = reader.first_is(things, ARTICLES);
        let verb = reader.is_deed(things) || things.first().is_some_and(|first| reader.is_beginner(first));
        let plain = !verb
            && !reader.any_is(things.get(1..).unwrap_or_default(), NOT)
            && !reader.grammar.is_vague(things)
            && !reader.states(things)
            && !reader.tells_of_a_thing(things);
        worded && plain && (2..=LONGEST_NAMED).contains(&things.len()) && (article || !reader.tells(things))
    };
    let several = || each.len() > 1 && each.iter().all(thing) && !reader.tells(things);
    let listed = if one { named() } else { several() };
    let open =
        !condition::opens(reader, things) && !reader.any_is(things, TELLING) && !reader.any_is(things, MAY_OR_NOT);
    (listed && open && reader.named_by_reason(things).is_none() && !reader.can_read(things)).then_some(())?;
    let next = things.first()?;
    let colon = Token { kind: TokenKind::Sign(':'), ..word(reader, COLON, next) };
    let those = [word(reader, ADD, said.get(at)?), word(reader, THOSE, said.get(at + 1)?)];
    let mut words = [&those, said.get(onto..end)?, &[colon], things, said.get(end..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "gym every monday, can you add that": "add gym every monday". Nothing where nothing but a thing and its day stands before it.
pub(crate) fn with_that_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = reader.grammar.without_courtesy_after(tokens);
    let at = said.iter().rposition(|token| matches!(token.kind, TokenKind::Sign(',' | ';' | '.' | '-')))?;
    let (thing, order) = (said.get(..at)?, reader.grammar.without_courtesy(said.get(at + 1..)?));
    let adds = ADD_THAT.iter().any(|run| reader.is_run(order, run));
    let whole =
        thing.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Sign(':')));
    (adds && whole && !reader.tells(thing) && !reader.is_question(thing) && reader.thing_to_do(thing).is_some())
        .then_some(())?;
    let add = word(reader, ADD, thing.first()?);
    let mut words = [&[add], thing].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "add milk to my shopping list, then add foil there": onto the list that was named before. Nothing where none was, or something else is
/// meant.
pub(crate) fn with_there_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let ends = |token: &Token| token.kind != TokenKind::Word || reader.is(token, BETWEEN) || reader.is(token, TOO);
    let is_there = |at: &usize| reader.is_at(tokens, *at, THERE) && tokens.get(at + 1).is_none_or(ends);
    let there = (4..tokens.len()).find(is_there)?;
    let begins = |at: &usize| reader.is_at(tokens, *at, ADDS) && begins_anew(reader, tokens, *at);
    let start = (2..there - 1).rev().find(begins)?;
    // "is jam on my list, add it if it isn't there" says where it may stand.
    if reader.any_is(tokens.get(start..there)?, IF_ONLY) {
        return None;
    }
    let end = (1..start).rev().find(|at| reader.is_at(tokens, *at, A_LIST))?;
    let onto = onto_before(reader, tokens, end);
    let beside = tokens.get(there)?;
    let it = [word(reader, IT, beside)];
    // "open my packing list and add a towel there"
    let list = onto.map_or(Some(it.as_slice()), |onto| tokens.get(onto + 1..=end))?;
    let mut words = [tokens.get(..there)?, &[word(reader, ON, beside)], list, tokens.get(there + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}
