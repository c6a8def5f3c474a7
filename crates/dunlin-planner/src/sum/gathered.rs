//! Numbers with what gathers them behind: "my marks are 7, 8, 6 and 9, what's the mean".

use super::calculator::is_expression;
use crate::{
    lang::{
        en::{
            places::AND_OR_COMMA,
            sums::{A, ASKS_FOR_IT, GATHERED, OF, THOSE},
        },
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, TokenKind},
    },
};

/// The sum of numbers that are told, where the last word says what gathers them.
pub(super) fn behind(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    // "…, what's the average of those"
    let words = match words {
        [named @ .., of, those] if holds(OF.trim(), of) && holds(THOSE, those) => named,
        _ => words,
    };
    let (name, before) = words.split_last()?;
    let gather = GATHERED.iter().find(|(said, _)| said.strip_suffix(OF) == Some(&[*name, " "].concat()))?.1;
    let end = before.iter().rposition(|word| !holds(ASKS_FOR_IT, word))? + 1;
    let from = tokens.iter().position(|token| token.kind == TokenKind::Number)?;
    let told = tokens.get(from..end)?;
    let numbers = told.iter().filter(|token| token.kind == TokenKind::Number).map(|token| token.span.of(goal));
    let joins = |token: &Token, word: &str| token.is_sign(',') || holds(AND_OR_COMMA, word) || holds(A, word);
    let only =
        told.iter().zip(words.get(from..)?).all(|(token, word)| token.kind == TokenKind::Number || joins(token, word));
    let numbers: Vec<&str> = numbers.collect();
    let expression = match gather {
        "+" | "*" => numbers.join(&[" ", gather, " "].concat()),
        function if function.len() > 1 => [function, "(", &numbers.join(", "), ")"].concat(),
        _ => return None,
    };
    let fits = only && numbers.len() > 1 && end < before.len() && is_expression(&expression);
    fits.then_some(Sum { expression, verbatim: false })
}
