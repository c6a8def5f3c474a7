//! Places in the list, as words name them: "the second one", "todos 2 to 4", "the last two".

use crate::{
    lang::en::{
        numbers::{CARDINALS, ORDINALS},
        places::{
            A_PLACE, A_TODO, AND, AND_OR_COMMA, AROUND, BETWEEN_PLACES, EDGES, FIRST_OF_ALL, JOINS, LAST, LAST_OF_ALL,
            NAMES_A_PLACE, NOUNS, ONE, OR, SECOND, TELLS_MORE, THE_OR_MY, THROUGH, TODOS,
        },
    },
    model::{
        request::Request,
        token::{Token, TokenKind},
    },
    parse::{parts::parts, words::Words},
};

/// The place in the list that words name, from 1; -1 is the last.
pub(crate) fn position(reader: &Words<'_>, tokens: &[Token]) -> Option<i64> {
    let has = |words: &'static str| reader.any_is(tokens, words);
    if has(SECOND) && has(LAST) {
        return Some(-2);
    }
    if has(LAST_OF_ALL) {
        return Some(-1);
    }
    if has(FIRST_OF_ALL) {
        return Some(1);
    }
    let place =
        |table: &str, word: &str| table.split(' ').zip(1..).find_map(|(known, at)| (known == word).then_some(at));
    let words = || tokens.iter().map(|token| reader.word(token));
    words().find_map(|word| place(ORDINALS, &word)).or_else(|| {
        words().rev().find_map(|word| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            digits.parse().ok().filter(|number| *number > 0).or_else(|| place(CARDINALS, &word))
        })
    })
}

/// The words that name places in the list, when they name more than one.
pub(crate) fn several_places<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<&'t [Token]> {
    request.slots.position.filter(|tokens| reader.any_is(tokens, AND_OR_COMMA))
}

/// The places that "the first and the second one", "tasks 1, 2 and 4" or "the last two items" name; none when it names
/// fewer than two, or anything else.
pub(crate) fn positions(reader: &Words<'_>, item: &[Token]) -> Option<Vec<i64>> {
    if item.len() > 16 {
        return None;
    }
    // "remove 1 and 3": numbers alone are places.
    let mut named = item.iter().all(|token| {
        token.kind == TokenKind::Number && token.span.len() <= 2
            || reader.is(token, JOINS)
            || is_range_word(reader, token)
    });
    let mut through = false;
    let mut places = Vec::new();
    let mut count: Option<i64> = None;
    let mut before: Option<&Token> = None;
    for (at, token) in item.iter().enumerate() {
        let is = |words: &'static str| reader.is(token, words);
        let after = |words: &'static str| before.is_some_and(|before| reader.is(before, words));
        let number = |at: Option<usize>| {
            at.and_then(|at| item.get(at)).is_some_and(|token| {
                token.kind == TokenKind::Number || position(reader, std::slice::from_ref(token)).is_some()
            })
        };
        if number(at.checked_sub(1)) && is_range_word(reader, token) && (number(Some(at + 1)) || number(Some(at + 2))) {
            through = true;
        } else if is(JOINS) || is(AROUND) || is(ONE) && !places.is_empty() && !after(AND) {
            named |= is(NAMES_A_PLACE);
        } else if is(NOUNS) {
            named = true;
        } else {
            let place = position(reader, std::slice::from_ref(token))?;
            let ordinal = !matches!(token.kind, TokenKind::Number) && !is(CARDINALS);
            named |= ordinal;
            if std::mem::take(&mut through) {
                places.extend(places_after(*places.last()?, place));
            } else if !ordinal && after(EDGES) {
                count = Some(place);
            } else {
                places.push(place);
            }
        }
        before = Some(token);
    }
    if let (Some(count), [edge]) = (count, places.as_slice()) {
        let range = (1..=count.clamp(0, 10)).map(|at| if *edge < 0 { -at } else { at });
        return (2..=10).contains(&count).then(|| range.collect());
    }
    (named && count.is_none() && places.len() >= 2).then_some(places)
}

/// Whether a word between two numbers says that all from the one to the other are meant: "2-4", "2 through 4".
fn is_range_word(reader: &Words<'_>, token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign('-' | '–' | '—')) || reader.is(token, THROUGH)
}

/// Whether words can only be places, "todos between 2 and 4", though which ones they are was not made out.
pub(crate) fn are_places(reader: &Words<'_>, item: &[Token]) -> bool {
    let fits =
        |token: &Token| !matches!(token.kind, TokenKind::Word | TokenKind::Quoted) || reader.is(token, BETWEEN_PLACES);
    match item {
        [noun, rest @ ..] => reader.is(noun, TODOS) && !rest.is_empty() && rest.iter().all(fits),
        [] => false,
    }
}

/// The places after one, up to another. Where there are none, or too many, an impossible one makes the request refused.
fn places_after(from: i64, to: i64) -> Vec<i64> {
    let few = from > 0 && from < to && to - from <= MOST_PLACES;
    if few { (from + 1..=to).collect() } else { vec![0] }
}

/// How many places a range may name.
const MOST_PLACES: i64 = 20;

/// Whether words name a place and a thing ("the second and milk"), or one thing or another.
pub(crate) fn is_unclear(reader: &Words<'_>, item: &[Token]) -> bool {
    let place = |part: &&[Token]| {
        let article = usize::from(reader.first_is(part, THE_OR_MY));
        let own = part.get(article..).unwrap_or_default();
        let noun = |token: &Token| reader.is(token, A_TODO);
        matches!(own, [first, rest @ ..]
            if reader.is(first, A_PLACE) && rest.len() < 2 && rest.iter().all(noun))
    };
    let each = parts(reader, item);
    if each.iter().any(|part| reader.takes_back(part)) {
        return true;
    }
    // "bought milk, bread still missing, remind me tomorrow" tells of more than things.
    if each.len() > 1 && each.iter().any(|part| reader.any_is(part, TELLS_MORE)) {
        return true;
    }
    let some = each.len() > 1 && each.iter().any(place);
    some && !each.iter().all(place) && positions(reader, item).is_none()
        || matches!(item, [_, or, _] if reader.is(or, OR))
}
