//! A request in the middle of a long tale: "… so basically my sister is coming, anyway can you put down make the beds for friday,
//! honestly I don't know how". What stands around it is left out of the offer.

use crate::{
    lang::en::{
        connectors::{ASKS_ANEW, ASKS_POLITELY},
        offers::{CONDITIONS, OPENS_A_REQUEST},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{connector::LOOK_AHEAD, reader::Reader},
};

/// A goal of so many words is a tale, and of more it is too long to look through.
const SHORTEST: usize = 20;
const LONGEST: usize = 200;

/// A request, and what stands before and behind it.
pub(super) struct Within<'g> {
    pub(super) asked: &'g str,
    pub(super) around: Vec<String>,
}

/// Whether a part of what is said ends with a sign.
fn ends_here(token: &Token) -> bool {
    matches!(token.kind, TokenKind::LineEnd | TokenKind::Sign(',' | ';' | '.' | '!' | '?' | '-' | '–' | '—'))
}

/// The last request of a tale that says what it is about by itself. It begins with a verb or a question, and ends where the goal or
/// a part of it does.
pub(super) fn request<'g>(
    reader: &mut Reader<'g>,
    tokens: &[Token],
    reads: &dyn Fn(&str) -> bool,
) -> Option<Within<'g>> {
    if !(SHORTEST..=LONGEST).contains(&tokens.len()) {
        return None;
    }
    let begins = |at: usize| {
        let (before, rest) = tokens.split_at_checked(at).unwrap_or_default();
        let opened = before.last().is_some_and(|last| ends_here(last) || reader.is(last, OPENS_A_REQUEST));
        let verb = rest.first().is_some_and(|first| reader.is_beginner(first));
        opened && (verb || reader.first_is(rest, ASKS_POLITELY) || ASKS_ANEW.iter().any(|run| reader.begins(rest, run)))
    };
    let starts: Vec<usize> = (1..tokens.len()).rev().filter(|at| begins(*at)).collect();
    starts.into_iter().find_map(|start| {
        let rest = tokens.get(start..)?;
        let most = rest.len().min(LOOK_AHEAD);
        let ends = (2..most).filter(|end| rest.get(*end).is_some_and(ends_here)).chain([most]);
        let end = ends.into_iter().find(|end| {
            let words = rest.get(..*end).unwrap_or_default();
            let text = span_of(words).of(reader.goal);
            matches!(reader.find(words), Found::Request(request) if says_all(reader, &request, words)) && reads(text)
        })?;
        let span = span_of(reader.grammar.without_courtesy_after(rest.get(..end)?));
        let around = [reader.goal.get(..span.start)?, reader.goal.get(span.end..)?];
        let bare = |text: &&str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let around = around.iter().map(bare).filter(|text| !text.is_empty()).collect();
        Some(Within { asked: span.of(reader.goal), around })
    })
}

/// Whether a request says itself what it is about: not "take it", and not "get rid of everything in that garage".
fn says_all(reader: &Reader<'_>, request: &Request<'_>, words: &[Token]) -> bool {
    let named = request.slots.item.is_some_and(|item| reader.names_one_todo(item));
    let asks = request.todo().is_some_and(TodoIntent::shows_todos);
    let polite = reader.first_is(words, ASKS_POLITELY) && request.todo() == Some(TodoIntent::Add);
    !request.doubtful
        && !reader.first_is(words, CONDITIONS)
        && (request.anchored && !request.acts_on_a_todo() || named && request.todo().is_some() || asks || polite)
}
