//! Limits a goal sets on itself: "at most 3 steps", "without deleting anything", "only use the calculator".

use crate::{
    assemble::{CALCULATOR, TODO_STORE},
    reader::Reader,
    token::{Token, TokenKind},
};

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constraint {
    /// "at most 3 steps"
    MaxSteps(u32),
    /// "only use the calculator"
    Only(&'static str),
    /// "ask me first"
    AskFirst,
    /// "without deleting anything"
    NoDeletion,
    /// "without changing anything"
    NoChange,
}

/// The limits in words; `#` stands for a number.
const PHRASES: &[(&str, Constraint)] = &[
    ("in at most # steps", Constraint::MaxSteps(0)),
    ("at most # steps", Constraint::MaxSteps(0)),
    ("at most # step", Constraint::MaxSteps(0)),
    ("with at most # steps", Constraint::MaxSteps(0)),
    ("in no more than # steps", Constraint::MaxSteps(0)),
    ("no more than # steps", Constraint::MaxSteps(0)),
    ("in # steps or less", Constraint::MaxSteps(0)),
    ("in # steps or fewer", Constraint::MaxSteps(0)),
    ("in # steps at most", Constraint::MaxSteps(0)),
    ("# steps at most", Constraint::MaxSteps(0)),
    ("# steps max", Constraint::MaxSteps(0)),
    ("max # steps", Constraint::MaxSteps(0)),
    ("in up to # steps", Constraint::MaxSteps(0)),
    ("using at most # steps", Constraint::MaxSteps(0)),
    ("with no more than # steps", Constraint::MaxSteps(0)),
    ("without changing anything", Constraint::NoChange),
    ("without changing any todo", Constraint::NoChange),
    ("without changing any todos", Constraint::NoChange),
    ("but change nothing", Constraint::NoChange),
    ("but dont change anything", Constraint::NoChange),
    ("dont change anything", Constraint::NoChange),
    ("do not change anything", Constraint::NoChange),
    ("without deleting", Constraint::NoDeletion),
    ("dont remove anything", Constraint::NoDeletion),
    ("do not remove anything", Constraint::NoDeletion),
    ("without removing any todos", Constraint::NoDeletion),
    ("without deleting anything", Constraint::NoDeletion),
    ("without deleting any todo", Constraint::NoDeletion),
    ("without deleting any todos", Constraint::NoDeletion),
    ("without removing anything", Constraint::NoDeletion),
    ("but delete nothing", Constraint::NoDeletion),
    ("but dont delete anything", Constraint::NoDeletion),
    ("dont delete anything", Constraint::NoDeletion),
    ("do not delete anything", Constraint::NoDeletion),
    ("only use the calculator", Constraint::Only(CALCULATOR)),
    ("use only the calculator", Constraint::Only(CALCULATOR)),
    ("using only the calculator", Constraint::Only(CALCULATOR)),
    ("with only the calculator", Constraint::Only(CALCULATOR)),
    ("only use the todo list", Constraint::Only(TODO_STORE)),
    ("use only the todo list", Constraint::Only(TODO_STORE)),
    ("using only the todo list", Constraint::Only(TODO_STORE)),
    ("ask me first", Constraint::AskFirst),
    ("but ask me first", Constraint::AskFirst),
    ("ask before each step", Constraint::AskFirst),
    ("ask me before each step", Constraint::AskFirst),
    ("ask before every step", Constraint::AskFirst),
    ("ask me before every step", Constraint::AskFirst),
];

/// The longest phrase of a limit that stands at the start of `tokens`, or at their end, and its length.
fn longest(reader: &Reader<'_>, tokens: &[Token], at_start: bool) -> Option<(Constraint, usize)> {
    PHRASES
        .iter()
        .filter_map(|(phrase, constraint)| {
            let length = phrase.split(' ').count();
            let from = if at_start { 0 } else { tokens.len().checked_sub(length)? };
            let said = tokens.get(from..from + length)?;
            let mut constraint = *constraint;
            let fits = phrase.split(' ').zip(said).all(|(word, token)| {
                if word == "#" {
                    let number = reader.word(token).parse().ok().or_else(|| in_words(reader, token));
                    let number = number.filter(|number| (1..=1000).contains(number));
                    constraint = number.map_or(constraint, Constraint::MaxSteps);
                    return number.is_some();
                }
                token.kind == TokenKind::Word && reader.word(token) == word
            });
            fits.then_some((constraint, length))
        })
        .max_by_key(|(_, length)| *length)
}

fn in_words(reader: &Reader<'_>, token: &Token) -> Option<u32> {
    const WORDS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = reader.word(token);
    WORDS.iter().position(|known| *known == word).map(|at| at as u32 + 1)
}

/// The limit that `tokens` begin with, when something follows it, and how many of them it takes: "without deleting anything,
/// …", "use only the calculator to …".
pub(crate) fn at_start(reader: &Reader<'_>, tokens: &[Token]) -> Option<(Constraint, usize)> {
    let first = reader.grammar.without_courtesy(tokens).first()?.index;
    let courtesy = tokens.iter().take_while(|token| token.index < first).count();
    let (constraint, length) = longest(reader, tokens.get(courtesy..)?, true)?;
    let length = courtesy + length;
    let joiners = tokens
        .get(length..)?
        .iter()
        .take_while(|token| {
            token.is_sign(',') || token.is_sign(':') || token.is_sign(';') || reader.is(token, "to and then")
        })
        .count();
    let begins = || {
        tokens.get(length).is_some_and(|next| {
            reader.is(next, "add list show calculate what whats delete mark complete put remind create")
        })
    };
    ((joiners > 0 || begins()) && length + joiners < tokens.len()).then_some((constraint, length + joiners))
}

/// The limit that `tokens` end in, and how many of them it takes with the comma before it.
pub(crate) fn at_end(reader: &Reader<'_>, tokens: &[Token]) -> Option<(Constraint, usize)> {
    let bare = reader.grammar.without_courtesy_after(tokens);
    let cut = tokens.len() - bare.len();
    let (constraint, length) = longest(reader, bare, false)?;
    let before = bare.get(..bare.len() - length).unwrap_or_default();
    let joiners = before
        .iter()
        .rev()
        .take_while(|token| token.is_sign(',') || token.is_sign(';') || reader.is(token, "and but"))
        .count();
    Some((constraint, cut + length + joiners))
}
