//! Things to buy that are named without commas or without a verb: "milk eggs bread", "get potatoes", "eggs and flour on the shopping
//! list please".

use crate::{
    lang::{
        en::{
            goods::{GETS, GOODS, ON, ONE_OF_TWO, ONTO, SOME_OF},
            items::{ANYTHING, BE, BOTH_OR_ALL},
            lists::{MADE_WITH, NOUNS_TOO},
            offers::NO_TODO_BEGINS,
            phrases::{AND, GOES_ON, PLURAL_LOOKS},
            places::{NO_PLURALS, PLURAL_ENDING},
        },
        grammar::HANDLED_ELSEWHERE,
    },
    model::{
        intent::TodoIntent,
        request::{Request, Slots},
        token::{Token, TokenKind},
    },
    parse::{parts::parts, words::Words},
};

/// The most things that are put on a list at once, and the most words of one.
const MOST: usize = 12;
const LONGEST: usize = 4;

/// "carrots onions", "eggs flour", "milk eggs bread", said without a pause: a plural ends a thing, and so does what everybody buys.
pub(super) fn in_a_row<'t>(reader: &Words<'_>, part: &'t [Token]) -> Vec<&'t [Token]> {
    let plural = |token: &Token| {
        let word = reader.word(token);
        word.len() > 3
            && word.ends_with(PLURAL_ENDING)
            && !NO_PLURALS.iter().any(|end| word.ends_with(end))
            && !reader.is(token, PLURAL_LOOKS)
    };
    // "2 litres of milk", "eggs for the cake" go on.
    if part.iter().any(|token| token.numeric || reader.is(token, GOES_ON)) {
        return vec![part];
    }
    part.chunk_by(|one, next| !plural(one) && (!both_known(reader, one, next) || are_one(reader, one, next))).collect()
}

/// Whether two words are each a thing that everybody buys.
fn both_known(reader: &Words<'_>, one: &Token, next: &Token) -> bool {
    reader.is(one, GOODS) && reader.is(next, GOODS)
}

/// Whether two things to buy are one: "garlic bread".
fn are_one(reader: &Words<'_>, one: &Token, next: &Token) -> bool {
    ONE_OF_TWO.iter().any(|(first, heads)| reader.is(one, first) && reader.is(next, heads))
}

/// What joins two things that are bought.
fn is_joint(reader: &Words<'_>, token: &Token) -> bool {
    token.is_sign(',') || token.is_sign('&') || token.kind == TokenKind::LineEnd || reader.is(token, AND)
}

/// Whether words are nothing but things that everybody buys.
pub(super) fn are_known(reader: &Words<'_>, words: &[Token]) -> bool {
    words.iter().all(|token| is_joint(reader, token) || reader.is(token, GOODS))
}

/// Whether words begin with a thing whose first word is a verb as well: "bin bags and bleach on the list please" takes nothing off.
pub(super) fn begins_with_a_thing(reader: &Words<'_>, words: &[Token]) -> bool {
    reader.first_is(words, NOUNS_TOO) && reader.is_at(words, 1, MADE_WITH)
}

/// The things that words name one after the other.
pub(crate) fn things<'t>(reader: &Words<'_>, item: &'t [Token]) -> Vec<&'t [Token]> {
    each_known(reader, item).unwrap_or_else(|| parts(reader, item))
}

/// The things of "nappies wipes and formula", all of which everybody buys. Where commas or an "and" part all of them it is said
/// elsewhere what they are.
pub(super) fn each_known<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let said = are_known(reader, item).then(|| parts(reader, item)).filter(|said| said.len() <= MOST)?;
    let each: Vec<&[Token]> = said.iter().flat_map(|part| in_a_row(reader, part)).collect();
    (each.len() > said.len()).then_some(each)
}

/// The todos of a goal that only names what everybody buys, or says to get it.
pub(super) fn named<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    // "we need leeks and cream" says why something is asked for.
    if reader.grammar.is_statement(words) {
        return None;
    }
    let words = reader.grammar.without_courtesy(words);
    if reader.ends_as_question(words) {
        return None;
    }
    let gets = GETS.iter().find(|run| reader.begins(words, run)).map_or(0, |run| run.len());
    let rest = words.get(gets..)?;
    let some = rest.iter().take_while(|token| gets > 0 && reader.is(token, SOME_OF)).count();
    let things = rest.get(some..).filter(|things| !things.is_empty())?;
    let things = if gets > 0 { reader.without_told_time(things) } else { things };
    if things.len() > 2 * MOST || !are_known(reader, things) {
        return None;
    }
    // "get bread on the way home"
    if gets > 0 {
        return Some(Request::of_likely(TodoIntent::Add, Slots { item: Some(words), ..Slots::default() }));
    }
    // "bread" alone may as well be looked for.
    (self::things(reader, things).len() > 1)
        .then(|| Request::of_likely(TodoIntent::AddSeveral, Slots { item: Some(things), ..Slots::default() }))
}

/// What is put on a list of one's own that is named behind it, without a verb: "cat litter onto my shopping list", "eggs and flour on
/// the shopping list please". "Eggs on the list" alone may ask whether they are.
pub(super) fn put_on<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Request<'t>> {
    let bare = Some(reader.grammar.without_courtesy(words)).filter(|bare| bare.len() <= LONGEST * MOST)?;
    let at = (1..bare.len().checked_sub(1)?)
        .rev()
        .find(|at| reader.is_at(bare, *at, ONTO) || reader.is_at(bare, *at, ON))?;
    let (item, list) = (bare.get(..at)?, bare.get(at + 1..)?);
    let name = reader.list_said(list)?;
    // "eggs, butter, cheese - all on the shopping list"
    let all = item.len() - usize::from(reader.last_is(item, BOTH_OR_ALL));
    let dash = |token: &&Token| matches!(token.kind, TokenKind::Sign(_));
    let item = item.get(..all)?;
    let item = item.get(..item.len() - item.iter().rev().take_while(dash).count())?;
    let polite = words
        .split_last()
        .is_some_and(|(last, _)| bare.last().is_some_and(|end| end.span != last.span) && last.kind == TokenKind::Word);
    let each = parts(reader, item);
    let said = reader.is_at(bare, at, ONTO) || polite || each.len() > 1;
    let thing = |part: &&[Token]| {
        (1..=LONGEST).contains(&part.len())
            && part.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
            && !reader.grammar.asks_for_change(part)
            && !reader.first_is(part, ANYTHING)
    };
    let first = item.first()?;
    let orders = reader.is(first, NO_TODO_BEGINS)
        || reader.is_beginner(first)
        || reader.grammar.can_begin(first.word)
        || reader.is_deed(item)
        || reader.is(first, HANDLED_ELSEWHERE);
    let asks =
        orders && !begins_with_a_thing(reader, item) || reader.ends_as_question(words) || reader.grammar.is_vague(item);
    // "milk is on the list already" tells what is there.
    let asks = asks || reader.last_is(item, BE);
    (said && !asks && each.len() <= MOST && each.iter().all(thing)).then(|| {
        let slots = Slots { item: Some(item), name: Some(name).filter(|name| !name.is_empty()), ..Slots::default() };
        Request {
            anchored: true,
            ..Request::of_likely(if each.len() > 1 { TodoIntent::AddSeveral } else { TodoIntent::Add }, slots)
        }
    })
}
