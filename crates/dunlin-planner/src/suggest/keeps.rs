//! What tells by its form alone that something is to be kept, whatever its verb: "can you hassle me about the passport", "shove eggs
//! down too", "put the rent under a tag of money".

use super::gist::{Gist, Role};
use crate::{
    lang::en::{
        cues::{Cue, TURNED},
        offers::{DOWN_OR_ON, PUTS_DOWN, SHOWS_ME, TAG_BEFORE, TELLS_ME},
    },
    model::token::{Token, TokenKind},
    parse::words::Words,
};

/// The first words among which somebody asks to be told.
const WITHIN: usize = 6;

/// Marks what asks to be told later, and what puts something on a list that is not named.
pub(super) fn mark(gist: &mut Gist<'_, '_, '_>, reader: &Words<'_>, words: &[Token]) {
    let tells = (1..words.len().min(WITHIN)).find(|at| {
        let told = words.get(*at..).is_some_and(|rest| reader.begins(rest, TELLS_ME));
        told && !reader.is_at(words, at - 1, SHOWS_ME)
    });
    if let Some(at) = tells {
        gist.mark(at - 1, TELLS_ME.len() + 1, Role::Cue(Cue::Add));
    }
    let said = reader.grammar.without_courtesy_after(words);
    let end = said.len().saturating_sub(1);
    if end > 1 && reader.first_is(said, PUTS_DOWN) && reader.is_at(said, end, DOWN_OR_ON) {
        gist.mark(0, 1, Role::Cue(Cue::Add));
        gist.mark(end, words.len() - end, Role::Cue(Cue::Add));
    }
}

/// Whether a todo is ticked behind the comma where something turns it round: "sink dripping no more, that one can be ticked".
pub(super) fn ticks_at_last(gist: &Gist<'_, '_, '_>, reader: &Words<'_>, words: &[Token]) -> bool {
    let Some(comma) = words.iter().rposition(|token| token.is_sign(',')) else { return false };
    let told = gist.roles.iter().skip(comma).any(|role| *role == Role::Cue(Cue::Complete));
    told && !reader.any_is(words.get(comma..).unwrap_or_default(), TURNED)
}

/// The tag in which words end.
pub(super) fn tag<'g>(reader: &Words<'g>, words: &[Token]) -> Option<&'g str> {
    let (last, before) = words.split_last()?;
    let tagged = |run: &&[&'static str]| before.len() > run.len() && reader.before_the_end(before, run).is_some();
    (last.kind == TokenKind::Word && TAG_BEFORE.iter().any(tagged)).then(|| last.span.of(reader.goal))
}
