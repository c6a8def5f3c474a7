//! Conditions: "if milk is not on my list", "if 15% of 80 is more than 10".

use crate::{
    grammar::Grammar,
    pattern::Slot,
    reader::Reader,
    sum::{self, Sum},
    token::Token,
};

/// What a condition asks.
#[derive(Clone, Debug)]
pub(crate) enum Condition<'t> {
    /// Whether a todo is on a list; without an item, the one the request names.
    Listed { item: Option<&'t [Token]>, list: Option<&'t [Token]>, there: bool },
    /// How two numbers compare.
    Compared { left: Side, operator: &'static str, right: Side },
}

/// A side of a comparison.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// A number as the calculator reads it.
    Number(String),
    /// A sum to be calculated first.
    Sum(Sum),
}

/// A clause with its condition cut off.
#[derive(Clone, Debug)]
pub(crate) struct Conditional<'t> {
    pub(crate) condition: Condition<'t>,
    /// What is to be done on it; empty when it stands in the next clause.
    pub(crate) request: &'t [Token],
}

/// The condition a clause holds, at its start ("if …, add …") or its end ("add … if …").
pub(crate) fn cut<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Conditional<'t>> {
    let bare = reader.grammar.without_courtesy(words);
    let opens = bare.first().and_then(|first| opening(reader, first));
    if let Some(negated) = opens {
        let rest = bare.get(1..)?;
        if let Some(condition) = read(reader, rest, negated) {
            return Some(Conditional { condition, request: &[] });
        }
        // "if milk is not on my list add it": the request begins where both sides can be read.
        return (1..rest.len().min(40)).rev().find_map(|at| {
            let (condition, request) = rest.split_at_checked(at)?;
            let condition = condition.strip_suffix_sign();
            let condition = read(reader, condition, negated)?;
            reader.can_read(request).then_some(Conditional { condition, request })
        });
    }
    let at = words.iter().rposition(|token| opening(reader, token).is_some()).filter(|at| *at > 0)?;
    let (request, tail) = words.split_at_checked(at)?;
    // "…, but only if it is not there"
    let only = request.iter().rev().take_while(|token| token.is_sign(',') || reader.is(token, "but only just")).count();
    let request = request.get(..request.len() - only)?;
    let negated = tail.first().and_then(|first| opening(reader, first))?;
    let condition = read(reader, tail.get(1..)?, negated)?;
    reader.can_read(request).then_some(Conditional { condition, request })
}

/// Without a comma at the end.
trait StripSign {
    fn strip_suffix_sign(&self) -> &Self;
}

impl StripSign for [Token] {
    fn strip_suffix_sign(&self) -> &Self {
        match self.split_last() {
            Some((last, rest)) if last.is_sign(',') => rest,
            _ => self,
        }
    }
}

/// Whether a word opens a condition, and whether it turns it round.
fn opening(reader: &Reader<'_>, token: &Token) -> Option<bool> {
    match reader.word(token).as_ref() {
        "if" | "when" => Some(false),
        "unless" => Some(true),
        _ => None,
    }
}

/// A question about two numbers: "is 3 * 7 more than 20", "does 2 + 2 equal 4".
pub(crate) fn question<'t>(reader: &Reader<'_>, words: &'t [Token]) -> Option<Condition<'t>> {
    let bare = reader.grammar.without_courtesy(words);
    let (first, rest) = bare.split_first()?;
    reader.is(first, "is are does do").then_some(())?;
    if !rest.iter().any(|token| token.numeric) && rest.len() > 24 {
        return None;
    }
    compared(reader, rest, false, true)
}

fn read<'t>(reader: &mut Reader<'_>, words: &'t [Token], negated: bool) -> Option<Condition<'t>> {
    let words = reader.grammar.without_courtesy_after(words);
    if let Some((captures, there)) = reader.condition(words) {
        let item = captures.get(Slot::Item, words);
        let pronoun = item.is_some_and(|item| {
            item.len() == 1 && item.iter().all(|token| reader.is(token, "it that they this them not"))
        });
        let list = captures.get(Slot::Name, words);
        return Some(Condition::Listed { item: item.filter(|_| !pronoun), list, there: there != negated });
    }
    compared(reader, words, negated, false)
}

/// Two numbers or sums with a comparison between them.
fn compared<'t>(reader: &Reader<'_>, words: &'t [Token], negated: bool, asked: bool) -> Option<Condition<'t>> {
    let lower: Vec<_> = words.iter().map(|token| reader.word(token)).collect();
    // "its more than 50" has the verb in its first word.
    let contracted = matches!(lower.first().map(AsRef::as_ref), Some("its" | "thats"));
    let asked = asked || contracted;
    let mut best: Option<(usize, usize, &'static str)> = None;
    for (phrase, operator) in Grammar::comparisons() {
        let phrase = match phrase.strip_prefix("is ") {
            Some(rest) if asked => rest,
            None if asked && *phrase == "is" => continue,
            _ => phrase,
        };
        if asked && phrase == "not" {
            continue;
        }
        let length = phrase.split(' ').count();
        let found = (1..lower.len()).find(|at| {
            phrase.split(' ').enumerate().all(|(ahead, word)| lower.get(at + ahead).is_some_and(|known| known == word))
        });
        if let Some(at) = found
            && best.is_none_or(|(_, known, _)| length > known)
        {
            best = Some((at, length, operator));
        }
    }
    let (at, length, operator) = best?;
    let side = |tokens: &[Token], is_left: bool| -> Option<Side> {
        let tokens = reader.grammar.without_courtesy(tokens);
        // "if that is more than 100": what an earlier step gave.
        if matches!(tokens, [one] if reader.is(one, "that it this") || contracted && is_left && reader.is(one, "its thats"))
            || is_left
                && matches!(tokens, [the, result] if reader.is(the, "the that") && reader.is(result, "result answer total sum"))
        {
            return Some(Side::Sum(Sum { expression: sum::EARLIER.to_string(), verbatim: false }));
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
