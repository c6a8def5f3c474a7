//! Conditions on numbers: "15% of 80 is more than 10", "84 divisible by 6".

use crate::{
    lang::{
        en::{
            conditions::{
                A, BY_OR_OF, COMPARES, CONTRACTED, DIVIDED, EARLIER_RESULT, EVEN, FACTOR, IS, MULTIPLE, NOT, ODD,
                PRIME, THE_RESULT, THERE_ARE_OR_HAVE, VERB,
            },
            phrases::A_NUMBER,
        },
        grammar::Grammar,
    },
    model::{
        asked::{EARLIER, Sum},
        reading::{Condition, Side},
        token::Token,
    },
    parse::words::Words,
    sum,
};

/// The most words of a comparison that does not say with what: "at least 3".
const LONGEST_IMPLIED: usize = 4;

/// "is 15 times 4 60": whether what the words before the last number come to is that number.
pub(super) fn equal<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<Condition<'t>> {
    let (last, before) = words.split_last().filter(|(last, before)| last.numeric && before.len() > 1)?;
    let right = sum::number(std::slice::from_ref(last), reader.goal)?;
    let left = sum::read(before, reader.goal).filter(|_| sum::read(words, reader.goal).is_none())?;
    Some(Condition::Compared { left: Side::Sum(left), operator: "==", right: Side::Number(right) })
}

/// "more than 3" in "there are more than 3", which says of what only before.
fn without_what_was_found<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<&'t [Token]> {
    let there = THERE_ARE_OR_HAVE.iter().find(|run| reader.begins(words, run)).map_or(0, |run| run.len());
    let rest = words.get(there..)?;
    (rest.len() <= LONGEST_IMPLIED && reader.first_is(rest, COMPARES) && rest.last()?.numeric).then_some(rest)
}

/// Two numbers or sums with a comparison between them.
pub(super) fn compared<'t>(
    reader: &Words<'_>,
    words: &'t [Token],
    negated: bool,
    asked: bool,
) -> Option<Condition<'t>> {
    // "how many are overdue, if there are more than 3 …" is about what was just found.
    let implied = without_what_was_found(reader, words);
    let words = implied.unwrap_or(words);
    let lower: Vec<_> = words.iter().map(|token| reader.word(token)).collect();
    // "its more than 50" has the verb in its first word.
    let contracted = reader.first_is(words, CONTRACTED);
    let asked = asked || contracted || implied.is_some();
    let mut best: Option<(usize, usize, &'static str)> = None;
    for (phrase, operator) in Grammar::comparisons() {
        let phrase = match phrase.strip_prefix(VERB) {
            Some(rest) if asked => rest,
            None if asked && *phrase == IS => continue,
            _ => phrase,
        };
        if asked && phrase == NOT {
            continue;
        }
        let length = phrase.split(' ').count();
        let found = (usize::from(implied.is_none())..lower.len()).find(|at| {
            phrase.split(' ').enumerate().all(|(ahead, word)| lower.get(at + ahead).is_some_and(|known| known == word))
        });
        if let Some(at) = found
            && best.is_none_or(|(_, known, _)| length > known)
        {
            best = Some((at, length, operator));
        }
    }
    if asked && let Some(condition) = divided(reader, words, negated) {
        return Some(condition);
    }
    let (at, length, operator) = best?;
    let side = |tokens: &[Token], is_left: bool| -> Option<Side> {
        let tokens = reader.grammar.without_courtesy(tokens);
        // "if that is more than 100": what an earlier step gave.
        if matches!(tokens, [one] if reader.is(one, EARLIER_RESULT) || contracted && is_left && reader.is(one, CONTRACTED))
            || is_left && tokens.len() == THE_RESULT.len() && reader.begins(tokens, THE_RESULT)
            || is_left && implied.is_some()
        {
            return Some(Side::Sum(Sum { expression: EARLIER.to_string(), verbatim: false }));
        }
        if let Some(number) = sum::number(tokens, reader.goal) {
            return Some(Side::Number(number));
        }
        sum::read(tokens, reader.goal).map(Side::Sum)
    };
    let operator = if negated { opposite(operator) } else { operator };
    Some(Condition::Compared {
        left: side(words.get(..at)?, true)?,
        operator,
        right: side(words.get(at + length..)?, false)?,
    })
}

/// Whether one number goes into another, or none does: "84 divisible by 6", "84 a multiple of 6", "7 a factor of 84", "84 even",
/// "97 prime".
fn divided<'t>(reader: &Words<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let words = reader.grammar.without_courtesy_after(words);
    let at = words.iter().position(|token| reader.is(token, DIVIDED))?;
    let article = usize::from(at > 0 && reader.is_at(words, at - 1, A));
    let before = sum::number(words.get(..at - article)?, reader.goal)?;
    // "97 a prime number"
    let last = reader.last_is(words, A_NUMBER) && at + 2 == words.len();
    let ends = last || at + 1 == words.len();
    let after = || {
        let joined = reader.is_at(words, at + 1, BY_OR_OF);
        sum::number(words.get(at + 2..).filter(|_| joined)?, reader.goal)
    };
    let is = |kind: &'static str| reader.is_at(words, at, kind);
    let (expression, operator, right) = match () {
        () if is(MULTIPLE) => (format!("{before} mod {}", after()?), "==", "0"),
        () if is(FACTOR) => (format!("{} mod {before}", after()?), "==", "0"),
        () if is(EVEN) && ends => (format!("{before} mod 2"), "==", "0"),
        () if is(ODD) && ends => (format!("{before} mod 2"), "!=", "0"),
        () if is(PRIME) && ends => (format!("isprime({before})"), "==", "1"),
        () => return None,
    };
    let left = Side::Sum(Sum { expression, verbatim: false });
    let operator = if negated { opposite(operator) } else { operator };
    Some(Condition::Compared { left, operator, right: Side::Number(right.to_owned()) })
}

/// The operator that holds exactly when this one does not.
pub(crate) fn opposite(operator: &str) -> &'static str {
    match operator {
        ">" => "<=",
        "<" => ">=",
        ">=" => "<",
        "<=" => ">",
        "==" => "!=",
        _ => "==",
    }
}
