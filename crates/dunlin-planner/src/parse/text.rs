//! The words of a slot as a text.

use crate::{
    lang::{
        en::{dates::POSSESSIVES, items::ARTICLES},
        holds,
    },
    lex::normalize,
    model::token::{Token, TokenKind, span_of},
};

/// The words as they were typed; a single quotation without its quotes, spaces and line ends as one space each.
pub(crate) fn text_of(goal: &str, tokens: &[Token]) -> String {
    // Words that were put together from several places stand in another order.
    let apart = |pair: &[Token]| match pair {
        [before, after] => {
            // Nothing but signs and spaces is left out between two tokens.
            let between = goal.get(before.span.end..after.span.start);
            after.span.start < before.span.start
                || between.is_some_and(|between| between.contains(char::is_alphanumeric))
        }
        _ => false,
    };
    if tokens.windows(2).any(apart) {
        return joined(goal, tokens);
    }
    let text = span_of(tokens).of(goal);
    if let [only] = tokens
        && only.kind == TokenKind::Quoted
    {
        let mut inside = text.chars();
        inside.next();
        inside.next_back();
        return inside.as_str().trim().to_owned();
    }
    if !text.contains(['\n', '\r', '\t']) {
        return text.trim().to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words from several places, with a space wherever they do not touch in the goal: "5:30" stays one.
fn joined(goal: &str, tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in tokens {
        if end.is_some_and(|end| end != token.span.start) {
            text.push(' ');
        }
        text.push_str(token.span.of(goal));
        end = Some(token.span.end);
    }
    text
}

/// Without a leading article; "the milk" and "my milk" mean the todo "milk".
pub(crate) fn without_article(text: &str) -> String {
    let mut lower = String::new();
    let first = text.split_whitespace().next().unwrap_or("");
    normalize(first, &mut lower);
    let article = holds(ARTICLES, &lower);
    let rest = text.get(first.len()..).unwrap_or("").trim_start();
    if article && !rest.is_empty() { rest.to_owned() } else { text.to_owned() }
}

/// Without what makes a possessive of them: "tomorrow's".
pub(crate) fn without_possessive(text: &str) -> &str {
    POSSESSIVES.iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text)
}
