//! Where a goal falls apart into clauses: only where what follows a connector can begin a new request.
//!
//! "add todo buy milk and eggs" is one clause, "add todo buy milk and list todos" two. Whether something can begin a
//! request is asked of the grammar itself, over a bounded look ahead, so splitting is linear in the goal's length.

use std::borrow::Cow;

use crate::{
    reader::{Found, Reader},
    token::{Token, TokenKind},
};

/// A clause as a range of the goal's tokens, without the connectors around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How it hangs on what was said before.
    pub(crate) link: Link,
}

/// How a clause hangs on the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Link {
    /// "then", a semicolon, a new line: a new thought begins.
    pub(crate) strong: bool,
    /// The same, and nothing else can be meant by it: what follows is a clause even if it is not understood.
    pub(crate) hard: bool,
    /// "so": what stands before was the reason.
    pub(crate) therefore: bool,
    /// "if not", "if so", "otherwise": only on the answer to what stands before.
    pub(crate) answer: Option<Answer>,
}

/// On which answer a clause is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// "if so".
    Yes,
    /// "if not".
    No,
    /// "otherwise": the opposite of the condition before.
    Otherwise,
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
    "math",
    "look",
    "bring",
    "start",
];

/// Words with which an unanchored request ("add bread") may begin after "and" or a comma.
const BARE_BEGINNERS: &[&str] = &["add", "delete", "remove", "complete", "erase", "append"];

/// Words that make a clause hang on the answer before it.
const ANSWERS: &[(&[&str], Answer)] = &[
    (&["if", "not"], Answer::No),
    (&["if", "no"], Answer::No),
    (&["if", "it", "isnt"], Answer::No),
    (&["if", "its", "not"], Answer::No),
    (&["if", "it", "is", "not"], Answer::No),
    (&["if", "they", "arent"], Answer::No),
    (&["if", "theyre", "not"], Answer::No),
    (&["if", "i", "dont"], Answer::No),
    (&["if", "so"], Answer::Yes),
    (&["if", "yes"], Answer::Yes),
    (&["if", "it", "is"], Answer::Yes),
    (&["if", "they", "are"], Answer::Yes),
    (&["if", "i", "do"], Answer::Yes),
    (&["otherwise"], Answer::Otherwise),
    (&["else"], Answer::Otherwise),
    (&["or", "else"], Answer::Otherwise),
];

/// The clauses of the goal, in order.
pub(crate) fn split(reader: &mut Reader<'_>, tokens: &[Token]) -> Vec<Clause> {
    let connectors = connectors(reader, tokens);
    let mut clauses = Vec::new();
    let mut end = tokens.len();
    for (at, connector) in connectors.iter().enumerate().rev() {
        if connector.after >= end {
            continue;
        }
        let piece_start = at.checked_sub(1).and_then(|at| connectors.get(at)).map_or(0, |connector| connector.after);
        let piece = tokens.get(piece_start..connector.before).unwrap_or_default();
        if begins_request(reader, tokens, connector, end) && !reader.is_fronted_list(piece) {
            clauses.push(Clause { start: connector.after, end, link: connector.link });
            end = connector.before;
        }
    }
    clauses.push(Clause { start: 0, end, link: Link::default() });
    clauses.reverse();
    clauses.retain(|clause| {
        tokens
            .get(clause.start..clause.end)
            .is_some_and(|words| !words.is_empty() && !reader.grammar.is_courtesy(words))
    });
    clauses
}

/// A run of connecting words and signs.
#[derive(Clone, Copy, Debug)]
struct Connector {
    before: usize,
    after: usize,
    link: Link,
}

fn connectors(reader: &Reader<'_>, tokens: &[Token]) -> Vec<Connector> {
    let mut found: Vec<Connector> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let before = at;
        let mut link = Link::default();
        while let Some((len, piece)) = tokens.get(at..).and_then(|rest| connector_at(reader, rest)) {
            link.strong |= piece.strong;
            link.hard |= piece.hard;
            link.therefore |= piece.therefore;
            link.answer = piece.answer.or(link.answer);
            at += len;
        }
        if at == before {
            at += 1;
        } else if before > 0 {
            found.push(Connector { before, after: at, link });
        }
    }
    found
}

fn connector_at(reader: &Reader<'_>, tokens: &[Token]) -> Option<(usize, Link)> {
    let token = tokens.first()?;
    let word = |ahead: usize| tokens.get(ahead).map_or(Cow::Borrowed(""), |token| reader.word(token));
    let plain = Link::default();
    let strong = Link { strong: true, ..plain };
    let hard = Link { hard: true, ..strong };
    match token.kind {
        TokenKind::LineEnd | TokenKind::Sign(';') => Some((1, hard)),
        TokenKind::Sign('!' | '?' | '•' | '&' | '→') => Some((1, strong)),
        TokenKind::Sign('.') if !tokens.get(1).is_some_and(|next| next.glued) => Some((1, strong)),
        TokenKind::Sign(',') => Some((1, plain)),
        TokenKind::Word => match word(0).as_ref() {
            "and" if word(1) == "then" => Some((2, hard)),
            "after" if word(1) == "that" => Some((2, hard)),
            "then" => Some((1, hard)),
            "afterwards" | "next" | "finally" | "lastly" => Some((1, strong)),
            "and" | "also" | "plus" | "but" | "please" => Some((1, plain)),
            "so" => Some((1, Link { therefore: true, ..plain })),
            "if" | "otherwise" | "else" | "or" => ANSWERS
                .iter()
                .filter(|(phrase, _)| phrase.iter().enumerate().all(|(ahead, known)| word(ahead) == *known))
                .max_by_key(|(phrase, _)| phrase.len())
                .map(|(phrase, answer)| (phrase.len(), Link { answer: Some(*answer), ..plain })),
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
    let plain = !connector.link.strong && connector.link.answer.is_none();
    let word = reader.word(first);
    if word == "if" {
        // "…, and if 3 * 4 is more than 10, add todo celebrate": a condition begins something new.
        return connector.link.strong || end == tokens.len();
    }
    if plain && !(BEGINNERS.contains(&word.as_ref()) && reader.grammar.can_begin(first.word)) {
        return false;
    }
    match reader.find(segment) {
        Found::Request(request) => !plain || request.anchored || BARE_BEGINNERS.contains(&word.as_ref()),
        Found::Pointing(_) => {
            // "I am out of rice, so add it to my list" is one request, said by a row of its own.
            let whole = tokens.get(..end).unwrap_or_default();
            whole.len() > LOOK_AHEAD || !matches!(reader.find_joined(whole), Found::Request(_))
        }
        Found::Missing(_) | Found::Nothing if connector.link.hard => {
            let whole = tokens.get(..end).unwrap_or_default();
            let one_clause = whole.len() <= LOOK_AHEAD && reader.says_it_whole(whole, segment);
            !(one_clause || reader.grammar.is_courtesy(segment))
        }
        Found::Missing(_) | Found::Nothing => false,
    }
}
