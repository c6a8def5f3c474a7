//! Amounts with their units that are added: "add 1h 45m and 2h 30m", "sum 5 kg and 300 g".

use super::{
    calculator::{self, is_expression},
    degrees, number,
};
use crate::{
    lang::{
        en::{
            places::AND_OR_COMMA,
            sums::{ADDS_MEASURES, BY, IN, JOINS_MEASURES, LENGTHS_BESIDE, METRES, PLURAL_ENDINGS},
        },
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, span_of},
    },
};

/// The most amounts.
const MOST: usize = 6;

/// The sum of amounts behind a verb that adds them; nothing where one of them is no amount with a unit.
pub(super) fn added(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let (verb, rest) = words.split_first()?;
    holds(ADDS_MEASURES, verb).then_some(())?;
    let up = usize::from(rest.first().is_some_and(|word| holds(ADDS_MEASURES, word)));
    let (words, tokens) = (rest.get(up..)?, tokens.get(up + 1..)?);
    let joint = |at: &usize| words.get(*at).is_some_and(|word| holds(AND_OR_COMMA, word));
    let ends: Vec<usize> = (0..words.len()).filter(joint).chain([words.len()]).collect();
    let mut parts = Vec::new();
    let mut from = 0;
    for end in ends {
        let part = tokens
            .get(from..end)
            .filter(|part| part.len() > 1 || part.first().is_some_and(|only| only.span.len() > 1))?;
        let text = span_of(part).of(goal).trim();
        let measured = part.first()?.numeric && text.contains(|c: char| c.is_alphabetic()) && is_expression(text);
        measured.then(|| parts.push(["(", text, ")"].concat()))?;
        from = end + 1;
    }
    let expression = parts.join(" + ");
    ((2..=MOST).contains(&parts.len()) && is_expression(&expression)).then_some(Sum { expression, verbatim: false })
}

/// Whether a length in metres stands beside one in another unit: "2.4m less 385mm" is of no millions.
pub(super) fn says_lengths(words: &[&str]) -> bool {
    let unit = |word: &&str| {
        let at = word.find(|sign: char| sign.is_alphabetic()).unwrap_or_default();
        let (amount, unit) = word.split_at(at);
        (amount.is_empty() || amount.parse::<f64>().is_ok()).then(|| unit.to_owned())
    };
    let units: Vec<String> = words.iter().filter_map(unit).collect();
    let other = |unit: &String| unit != METRES && holds(LENGTHS_BESIDE, unit);
    units.iter().any(|unit| unit == METRES) && units.iter().any(other)
}

/// "2 hours 35 minutes times four", "3 m less 40 cm": amounts with their units, joined by signs in words.
pub(super) fn joined(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let sign = |at: usize| {
        let word = words.get(at)?;
        JOINS_MEASURES.iter().find(|(names, _)| holds(names, word)).map(|(_, sign)| *sign)
    };
    let ends: Vec<usize> = (1..words.len()).filter(|at| sign(*at).is_some()).collect();
    ((1..MOST).contains(&ends.len())).then_some(())?;
    let (mut text, mut measured, mut from) = (String::new(), false, 0);
    for end in ends.into_iter().chain([words.len()]) {
        let part = tokens.get(from..end).filter(|part| !part.is_empty())?;
        let said = span_of(part).of(goal).trim();
        let units = part.first()?.numeric && said.contains(|c: char| c.is_alphabetic()) && is_expression(said);
        let amount = if units { said.to_owned() } else { number(part, goal)? };
        measured |= units;
        text.extend(["(", &amount, ")"]);
        if let Some(sign) = sign(end) {
            text.extend([' ', sign, ' ']);
            from = end + 1 + usize::from(words.get(end + 1).is_some_and(|word| *word == BY));
        }
    }
    (measured && calculator::preview(&text).is_some()).then_some(Sum { expression: text, verbatim: false })
}

/// The number of which a word names several: "8" of "eights".
pub(crate) fn one_of_several(word: &str) -> Option<String> {
    PLURAL_ENDINGS.iter().find_map(|ending| {
        let one = word.strip_suffix(ending).filter(|one| number::is_count(one))?;
        number::value_of(one)
    })
}

/// Whether the calculator knows a unit by these words.
pub(crate) fn is_unit(words: &str) -> bool {
    let unit = degrees(words);
    calculator::preview(&["1 ", &unit, " ", IN, " ", &unit].concat()).is_some()
}

/// Whether an amount comes out in a unit.
pub(crate) fn comes_out(amount: &str, unit: &str) -> bool {
    calculator::preview(&[amount, " ", IN, " ", &degrees(&unit.to_lowercase())].concat()).is_some()
}

/// Whether a unit is another one of the same kind: centimetres for kilometres.
pub(crate) fn is_to_be_converted(unit: &str, wanted: &str) -> bool {
    unit != wanted && comes_out(&["1 ", unit].concat(), wanted)
}
