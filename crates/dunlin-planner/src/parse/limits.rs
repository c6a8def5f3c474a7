//! Limits a goal sets on itself: "at most 3 steps", "without deleting anything", "only use the calculator".

use crate::{
    lang::en::{
        limits::{BEFORE_LIMIT, BEFORE_REQUEST, PHRASES, REQUESTS},
        numbers::CARDINALS,
    },
    model::{
        limit::Constraint,
        token::{Token, TokenKind},
    },
    parse::words::Words,
};

/// The longest phrase of a limit that stands at the start of `tokens`, or at their end, and its length.
fn longest(reader: &Words<'_>, tokens: &[Token], at_start: bool) -> Option<(Constraint, usize)> {
    let edge = if at_start { tokens.first() } else { tokens.last() }?;
    let edge = reader.word(edge);
    // Nearly all phrases are ruled out by the word that is looked at first.
    let may_fit = |phrase: &str| {
        if at_start {
            phrase.starts_with('#') || phrase.starts_with(&*edge)
        } else {
            phrase.ends_with('#') || phrase.ends_with(&*edge)
        }
    };
    PHRASES
        .iter()
        .filter(|(phrase, _)| may_fit(phrase))
        .filter_map(|(phrase, constraint)| {
            let length = phrase.split(' ').count();
            let from = if at_start { 0 } else { tokens.len().checked_sub(length)? };
            let said = tokens.get(from..from + length)?;
            let mut constraint = *constraint;
            let fits = phrase.split(' ').zip(said).all(|(word, token)| {
                if word == "#" {
                    let number = reader.word(token).parse().ok().or_else(|| in_words(reader, token));
                    let number = number.filter(|number| (1..=1000).contains(number));
                    constraint = number.map_or(constraint, Constraint::MaxSteps);
                    return number.is_some();
                }
                token.kind == TokenKind::Word && reader.word(token) == word
            });
            fits.then_some((constraint, length))
        })
        .max_by_key(|(_, length)| *length)
}

fn in_words(reader: &Words<'_>, token: &Token) -> Option<u32> {
    let word = reader.word(token);
    CARDINALS.split(' ').zip(1..).find_map(|(known, number)| (known == word).then_some(number))
}

/// The limit that `tokens` begin with, when something follows it, and how many of them it takes: "without deleting anything,
/// …", "use only the calculator to …".
pub(crate) fn at_start(reader: &Words<'_>, tokens: &[Token]) -> Option<(Constraint, usize)> {
    let first = reader.grammar.without_courtesy(tokens).first()?.index;
    let courtesy = tokens.iter().take_while(|token| token.index < first).count();
    let (constraint, length) = longest(reader, tokens.get(courtesy..)?, true)?;
    let length = courtesy + length;
    let joiners = tokens
        .get(length..)?
        .iter()
        .take_while(|token| {
            token.is_sign(',') || token.is_sign(':') || token.is_sign(';') || reader.is(token, BEFORE_REQUEST)
        })
        .count();
    let begins = || reader.is_at(tokens, length, REQUESTS);
    ((joiners > 0 || begins()) && length + joiners < tokens.len()).then_some((constraint, length + joiners))
}

/// The limit that `tokens` end in, and how many of them it takes with the comma before it.
pub(crate) fn at_end(reader: &Words<'_>, tokens: &[Token]) -> Option<(Constraint, usize)> {
    let bare = reader.grammar.without_courtesy_after(tokens);
    let cut = tokens.len() - bare.len();
    let (constraint, length) = longest(reader, bare, false)?;
    let before = bare.get(..bare.len() - length).unwrap_or_default();
    let joiners = before
        .iter()
        .rev()
        .take_while(|token| token.is_sign(',') || token.is_sign(';') || reader.is(token, BEFORE_LIMIT))
        .count();
    Some((constraint, cut + length + joiners))
}
