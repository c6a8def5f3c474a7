//! Where a goal falls apart into clauses: only where what follows a connector can begin a new request.
//!
//! "add todo buy milk and eggs" is one clause, "add todo buy milk and list todos" two. Whether something can begin a
//! request is asked of the grammar itself, over a bounded look ahead, so splitting is linear in the goal's length.

use crate::{
    reader::{Found, Reader},
    token::{Token, TokenKind},
};

/// A clause as a range of the goal's tokens, without the connectors around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// How much a connector says that something new begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Force {
    /// "and", a comma: may as well join two nouns.
    Plain,
    /// "then", a semicolon, a new line, a full stop.
    Strong,
}

/// How far the look ahead goes; a request says what it is within its first words.
const LOOK_AHEAD: usize = 48;

/// Words that begin a request after "and" or a comma. Nouns that are a request of their own ("my list") are not among
/// them, for they are as often a part of the todo before.
const BEGINNERS: &[&str] = &[
    "calculate",
    "compute",
    "evaluate",
    "work",
    "figure",
    "solve",
    "what",
    "whats",
    "how",
    "hows",
    "add",
    "append",
    "put",
    "delete",
    "remove",
    "erase",
    "clear",
    "list",
    "show",
    "display",
    "mark",
    "complete",
    "check",
    "tick",
    "cross",
    "undo",
    "find",
    "search",
    "count",
    "create",
    "make",
    "take",
    "tell",
    "read",
    "give",
    "is",
    "are",
    "do",
    "did",
    "rename",
    "move",
    "remind",
    "set",
    "multiply",
    "divide",
    "subtract",
    "reopen",
    "get",
    "place",
    "include",
    "write",
    "eliminate",
    "scratch",
    "strike",
    "let",
    "see",
    "view",
    "finish",
    "insert",
    "empty",
    "new",
    "open",
    "postpone",
    "reschedule",
    "flag",
    "uncheck",
    "drop",
    "throw",
    "dont",
    "which",
    "cancel",
    "which",
    "math",
    "look",
    "bring",
    "start",
];

/// Words with which an unanchored request ("add bread") may begin after "and" or a comma.
const BARE_BEGINNERS: &[&str] = &["add", "delete", "remove", "complete", "erase", "append"];

/// The clauses of the goal, in order.
pub(crate) fn split(reader: &mut Reader<'_>, tokens: &[Token]) -> Vec<Clause> {
    let connectors = connectors(reader, tokens);
    let mut clauses = Vec::new();
    let mut end = tokens.len();
    for connector in connectors.iter().rev() {
        if connector.after >= end {
            continue;
        }
        if begins_request(reader, tokens, connector, end) {
            clauses.push(Clause { start: connector.after, end });
            end = connector.before;
        }
    }
    clauses.push(Clause { start: 0, end });
    clauses.reverse();
    clauses.retain(|clause| clause.start < clause.end);
    clauses
}

/// A run of connecting words and signs.
#[derive(Clone, Copy, Debug)]
struct Connector {
    before: usize,
    after: usize,
    force: Force,
}

fn connectors(reader: &Reader<'_>, tokens: &[Token]) -> Vec<Connector> {
    let mut found: Vec<Connector> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let before = at;
        let mut force = None;
        while let Some((len, piece)) = tokens.get(at..).and_then(|rest| connector_at(reader, rest)) {
            force = force.max(Some(piece));
            at += len;
        }
        match force {
            Some(force) if before > 0 => found.push(Connector { before, after: at, force }),
            Some(_) => {}
            None => at += 1,
        }
    }
    found
}

fn connector_at(reader: &Reader<'_>, tokens: &[Token]) -> Option<(usize, Force)> {
    let token = tokens.first()?;
    let word = |ahead: usize| tokens.get(ahead).map_or(std::borrow::Cow::Borrowed(""), |token| reader.word(token));
    match token.kind {
        TokenKind::LineEnd | TokenKind::Sign(';' | '!' | '?' | '•' | '&' | '→') => Some((1, Force::Strong)),
        TokenKind::Sign('.') if !tokens.get(1).is_some_and(|next| next.glued) => Some((1, Force::Strong)),
        TokenKind::Sign(',') => Some((1, Force::Plain)),
        TokenKind::Word => match (word(0).as_ref(), word(1).as_ref()) {
            ("and", "then") | ("after", "that") => Some((2, Force::Strong)),
            ("then" | "afterwards" | "next" | "finally" | "lastly", _) => Some((1, Force::Strong)),
            ("and" | "also" | "plus" | "but" | "so", _) => Some((1, Force::Plain)),
            _ => None,
        },
        _ => None,
    }
}

fn begins_request(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, end: usize) -> bool {
    let limit = end.min(connector.after + LOOK_AHEAD);
    let Some(segment) = tokens.get(connector.after..limit) else { return false };
    let bare = reader.grammar.without_courtesy(segment);
    let Some(first) = bare.first() else { return false };
    if connector.force == Force::Plain && !BEGINNERS.contains(&reader.word(first).as_ref()) {
        return false;
    }
    if !reader.grammar.can_begin(first.word) && first.kind != TokenKind::Number && connector.force == Force::Plain {
        return false;
    }
    match reader.find(segment) {
        Found::Request(request) => {
            connector.force == Force::Strong
                || request.anchored
                || BARE_BEGINNERS.contains(&reader.word(first).as_ref())
        }
        Found::Pointing(_) => {
            // "I am out of rice, so add it to my list" is one request, said by a row of its own.
            let whole = tokens.get(..end).unwrap_or_default();
            whole.len() > LOOK_AHEAD || !matches!(reader.find_joined(whole), Found::Request(_))
        }
        Found::Missing(_) | Found::Nothing => false,
    }
}
