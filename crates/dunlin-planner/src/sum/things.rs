//! Sums of things: "2 dozen eggs minus 5".

use super::{calculator::is_expression, composed, is_word, number, parse};
use crate::{
    lang::{
        en::{
            formulas::{BEHIND_A_THING, HUNDREDTHS},
            sums::PLURAL_ENDINGS,
        },
        grammar::grammar,
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, TokenKind, UNKNOWN},
    },
    spelling::{further, nearest},
};

/// The most things that a sum of things names.
const MOST_THINGS: usize = 3;

/// "2 dozen eggs minus 5", "12.99 x 3 plus 4.50 delivery": what is counted or paid for stands right behind its number, and
/// changes nothing about the sum.
pub(super) fn counted(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let (mut left_words, mut left) = (Vec::new(), Vec::new());
    for (at, (word, token)) in words.iter().zip(tokens).enumerate() {
        let before = at.checked_sub(1).and_then(|at| Some((words.get(at)?, tokens.get(at)?)));
        let numbered = before.is_some_and(|(word, token)| token.numeric || number::is_word(word));
        let thing = token.kind == TokenKind::Word
            && !token.numeric
            && (token.word == UNKNOWN || grammar().trade.contains(token.word))
            && !number::is_word(word)
            && !is_expression(&["1 ", word].concat())
            && !holds(HUNDREDTHS, word)
            // "7 squred plus 3"
            && !is_slip(word)
            && words.get(at + 1).is_none_or(|next| holds(BEHIND_A_THING, next));
        if !(numbered && thing) {
            left_words.push(*word);
            left.push(*token);
        }
    }
    (1..=MOST_THINGS).contains(&(words.len() - left.len())).then_some(())?;
    let piece = parse(&left_words, &left, goal)?;
    is_expression(&piece.text).then(|| composed(piece))
}

/// Whether a word is one of sums with a slip of spelling in it, so that it counts no things; "6 squares" are some.
fn is_slip(word: &str) -> bool {
    let several = PLURAL_ENDINGS.iter().any(|ending| word.ends_with(ending));
    !several && [nearest(word), further(word)].into_iter().flatten().any(is_word)
}
