//! Other words for a todo that is on the list: "almond milk should be oat milk", "it's not call mum it's call gran".

use super::{noted::points_on, quoted_where_needed};
use crate::{
    lang::en::{
        changing,
        cues::{AROUND, DONE_THEN, RANKS},
        offers::{self, A_LIST, BUT, IT_IS, NO_NEW_WORDS, NOT, SHOULD_BE},
    },
    model::token::{Token, span_of},
    parse::{timed::says_when_due, words::Words},
};

/// The most words that are said in place of a todo's own, and within which "not" stands.
const LONGEST: usize = 5;
const WITHIN: usize = 4;

/// The todo called otherwise.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let words = reader.grammar.without_courtesy_after(words);
    let said = should_be(reader, words).or_else(|| not_this_but_that(reader, words));
    let said = said.or_else(|| no_this_yes_that(reader, words));
    said.filter(|_| !reader.any_is(words, A_LIST))
}

/// "almond milk should be oat milk"
fn should_be(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (at, length) = (1..words.len()).find_map(|at| {
        let rest = words.get(at..)?;
        let said = SHOULD_BE.iter().find(|run| reader.begins(rest, run)).map(|run| run.len());
        // "bread -> rye bread"
        said.or_else(|| points_on(reader, words, at)).map(|length| (at, length))
    })?;
    renamed(reader, words.get(..at)?, words.get(at + length..)?)
}

/// "it's not call mum it's call gran", "not milk, oat milk"
fn not_this_but_that(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let not = words.iter().take(WITHIN).position(|token| reader.is(token, NOT))?;
    let rest = words.get(not + 1..)?;
    let parts = |token: &Token| token.is_sign(',') || reader.is(token, BUT) || reader.is(token, IT_IS);
    let at = rest.iter().position(parts)?;
    let (this, that) = rest.split_at_checked(at)?;
    let small = that.iter().take_while(|token| parts(token)).count();
    let before = reader.all_are(words.get(..not)?, IT_IS);
    before.then(|| renamed(reader, this, that.get(small..)?))?
}

/// "almond milk no, soy milk yes"
fn no_this_yes_that(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let comma = words.iter().position(|token| token.is_sign(',') || token.is_sign('.') || token.is_sign(';'))?;
    let (one, other) = (words.get(..comma)?, words.get(comma + 1..)?);
    let ((no, this), (yes, that)) = (one.split_last()?, other.split_last()?);
    let (this, that) = match () {
        () if reader.is(no, changing::NO) && reader.is(yes, changing::YES) => (this, that),
        () if reader.is(no, changing::YES) && reader.is(yes, changing::NO) => (that, this),
        () => return None,
    };
    renamed(reader, this, that)
}

/// A todo with other words in the place of those that it is named by.
fn renamed(reader: &Words<'_>, named: &[Token], other: &[Token]) -> Option<String> {
    let around = |token: &&Token| reader.is(token, AROUND);
    let end = named.len() - named.iter().rev().take_while(around).count();
    let named = named.get(named.iter().take_while(around).count()..end).filter(|named| !named.is_empty())?;
    let other = other.get(other.iter().take_while(around).count()..)?;
    let is_name = (1..=LONGEST).contains(&other.len())
        && !says_when_due(reader, other)
        && ![RANKS, DONE_THEN, NO_NEW_WORDS].iter().any(|known| reader.first_is(other, known));
    let said = span_of(named).of(reader.goal);
    let text = reader.as_it_stands(said).filter(|_| is_name)?;
    let other = span_of(other).of(reader.goal);
    // "bread" of "buy bread" leaves the buying.
    let at = text.to_lowercase().find(&said.to_lowercase());
    let anew = at.and_then(|at| Some([text.get(..at)?, other, text.get(at + said.len()..)?].concat()));
    Some(offers::rename(&quoted_where_needed(&text), anew.as_deref().unwrap_or(other)))
}
