//! A thing that somebody has to do something with: "the gutters need cleaning", "the milkman wants paying on friday".

use crate::{
    lang::{
        en::{cues::NEEDS_DOING, forms, offers},
        grammar::{DEEDS, VERBS},
        holds,
    },
    model::token::{Token, TokenKind, span_of},
    parse::words::Words,
};

/// The most words of such a thing.
const LONGEST: usize = 5;

/// The todo, by what is to be done first.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = (1..words.len()).find(|at| reader.is_at(words, *at, NEEDS_DOING))?;
    let (thing, rest) = (words.get(..at)?, words.get(at + 1..)?);
    let (doing, rest) = rest.split_first()?;
    let plain = thing.len() <= LONGEST && thing.iter().all(|token| token.kind == TokenKind::Word);
    if !plain || reader.is_question(words) || !forms::is_gerund(&reader.word(doing)) {
        return None;
    }
    let bases = forms::bases(&reader.word(doing)).into_iter().filter(|(_, past)| !*past).map(|(base, _)| base);
    let known = bases.into_iter().find(|base| holds(VERBS, base) || holds(DEEDS, base));
    let thing = span_of(thing).of(reader.goal);
    let rest = if rest.is_empty() { "" } else { span_of(rest).of(reader.goal) };
    Some(match known {
        Some(verb) => offers::add([verb.as_str(), thing, rest].join(" ").trim_end()),
        None => offers::add([thing, span_of(words.get(at..)?).of(reader.goal)].join(" ").trim_end()),
    })
}
