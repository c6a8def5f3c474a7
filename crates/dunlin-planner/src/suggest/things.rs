//! Words that ask for nothing and only name things or a day: "milk eggs bread", "bin bags, bleach", "bananas shopping", "tomorrow?".

use crate::{
    lang::en::{
        brief::{SHOPPING, STORES, TO_A_LIST, TOO_BEGINS, TOO_ENDS},
        changing::OURS,
        days::JOINED_BY,
        offers::{self, NO_THINGS, NO_TODO_BEGINS, OF, SMALL},
        phrases::PAIRS,
    },
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

/// The list for what is got there, with the places of the words that name it: "coffee for the shops". What is done at a shop, or with
/// what comes from one, is not always bought, so it is said which words may stand before it.
pub(super) fn at_the_shops(
    reader: &Words<'_>,
    words: &[Token],
    before: &'static str,
) -> Option<(usize, usize, String)> {
    let shop = words.iter().rposition(|token| reader.is(token, STORES))?;
    let article = usize::from(shop > 1 && reader.is_at(words, shop - 1, OURS));
    let led = shop.checked_sub(1 + article).is_some_and(|at| reader.is_at(words, at, before));
    led.then(|| (shop - article, shop + 1, SHOPPING.to_owned()))
}

/// A todo, or several short things that an "and" parts, on a list where one is named.
pub(super) fn put_on(item: &str, list: Option<&str>) -> String {
    let lower = item.to_lowercase();
    let begins = TOO_BEGINS.iter().find(|begin| lower.starts_with(**begin)).and_then(|begin| item.get(begin.len()..));
    let ends = TOO_ENDS.iter().find(|end| lower.ends_with(**end)).and_then(|end| item.get(..item.len() - end.len()));
    let item = list.and_then(|_| begins.or(ends)).unwrap_or(item).to_owned();
    // "fish and chips" are one.
    let pair = PAIRS.iter().any(|pair| lower.contains(pair));
    let each: Vec<&str> = item.split(JOINED_BY).collect();
    let short = each.iter().all(|thing| thing.split_whitespace().count() <= LONGEST && !thing.contains(TO_A_LIST));
    let several = list.is_some() && !pair && each.len() > 1 && short && !item.contains('"');
    offers::add_to(&if several { each.join(", ") } else { item }, list)
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
