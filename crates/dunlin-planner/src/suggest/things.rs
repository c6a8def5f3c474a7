//! Words that ask for nothing and only name things or a day: "milk eggs bread", "bin bags, bleach", "bananas shopping", "tomorrow?".

use crate::{
    lang::en::offers::{self, NO_THINGS, NO_TODO_BEGINS, OF, SMALL},
    model::token::{Token, TokenKind, without_last_sign},
    parse::{parts::parts, text::text_of, timed::says_when_due, words::Words},
};

/// The most things, and the most words of one.
const MOST: usize = 12;
const LONGEST: usize = 3;

/// The goal that puts on the list what is named, or shows the day that is.
pub(super) fn named(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let asked = without_last_sign(words, '?');
    if asked.len() <= 2 && !asked.is_empty() && says_when_due(reader, asked) && reader.says_day(asked) {
        return Some(offers::show_on(&text_of(reader.goal, asked)));
    }
    if amount_of(reader, words) {
        return Some(offers::add(&text_of(reader.goal, words)));
    }
    if asked.len() < words.len() || !words.iter().all(|token| token.kind == TokenKind::Word || token.is_sign(',')) {
        return None;
    }
    let (last, before) = words.split_last()?;
    let known = reader.grammar.known_lists.contains(last.word);
    let commas = words.iter().any(|token| token.is_sign(','));
    if known && !commas && !before.is_empty() && names(reader, before) {
        return Some(offers::add_to(&listed(reader, before), Some(&text_of(reader.goal, std::slice::from_ref(last)))));
    }
    names(reader, words).then(|| offers::add_to(&listed(reader, words), None))
}

/// "2 loaves of bread", "3 cans of beans": so many of something to buy.
fn amount_of(reader: &Words<'_>, words: &[Token]) -> bool {
    let [number, pack, of, thing @ ..] = words else { return false };
    let word = |token: &Token| token.kind == TokenKind::Word && !token.numeric;
    number.numeric
        && word(pack)
        && reader.is(of, OF)
        && (1..=LONGEST).contains(&thing.len())
        && thing.iter().all(|token| word(token) && !reader.is(token, SMALL))
        && !reader.grammar.mentions_foreign(words)
        && !crate::sum::is_word(&reader.word(pack))
}

/// The things with commas between them.
fn listed(reader: &Words<'_>, words: &[Token]) -> String {
    let each = parts(reader, words);
    each.iter().map(|part| text_of(reader.goal, part)).collect::<Vec<_>>().join(", ")
}

/// Whether words can only be things: a few short ones between commas, or a few in a row of which one at least is nothing that the
/// grammar knows.
fn names(reader: &Words<'_>, words: &[Token]) -> bool {
    let plain = |part: &[Token]| {
        (1..=LONGEST).contains(&part.len())
            && part.iter().all(|token| {
                let small = reader.is(token, SMALL) || reader.is(token, NO_TODO_BEGINS) || reader.is(token, NO_THINGS);
                token.kind == TokenKind::Word && !token.numeric && !small
            })
    };
    let each = parts(reader, words);
    let unknown = words.iter().any(Token::is_unknown_word);
    let foreign = reader.grammar.mentions_foreign(words) || reader.is_question(words);
    let verb = words.first().is_some_and(|first| {
        !first.is_unknown_word() && (reader.grammar.can_begin(first.word) || reader.grammar.is_numeric(first))
            || crate::sum::is_word(&reader.word(first))
    });
    // "toilet roll, bin bags, bleach"
    let few = if words.iter().any(|token| token.is_sign(',')) {
        (2..=MOST).contains(&each.len())
    } else {
        words.len() <= LONGEST && !reader.grammar.asks_for_change(words)
    };
    unknown && few && !foreign && !verb && each.iter().all(|part| plain(part))
}
