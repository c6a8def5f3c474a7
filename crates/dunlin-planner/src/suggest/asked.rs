//! What is offered to those who ask for help, for what was done on a day, or for all but some: refusals that an ordinary goal
//! does not come to. It knows words and no row of the grammar.

use crate::{
    lang::en::{
        cues::SAID_OR_NEEDED,
        offers::{
            ALL_OF_THEM, ASKS_OF_DONE, BUT, CHANGES_ALL, DID, DID_OR_HAD, DO_OR_GET, EVERYTHING, FINISH, I_OR_WE, THEM,
            TODOS_OR_BUT, WAS_DONE,
        },
    },
    model::token::Token,
    parse::words::Words,
};

/// Whether a question is about what was done, perhaps on some day: "what did I finish yesterday".
pub(super) fn asks_what_was_done(reader: &Words<'_>, words: &[Token]) -> bool {
    let any = |known: &'static str| reader.any_is(words, known);
    words.len() <= 12
        && !any(SAID_OR_NEEDED)
        && any(ASKS_OF_DONE)
        && (any(WAS_DONE) || any(DID_OR_HAD) && any(FINISH) || any(DID) && any(I_OR_WE) && any(DO_OR_GET))
}

/// Whether a request to change todos speaks of all of them, or of all but some, so that it is no todo of its own: "delete
/// everything but milk".
pub(super) fn changes_all(reader: &Words<'_>, words: &[Token]) -> bool {
    let any = |known: &'static str| reader.any_is(words, known);
    let Some(first) = words.first() else { return false };
    reader.grammar.asks_for_change(std::slice::from_ref(first))
        && (any(BUT) && any(ALL_OF_THEM)
            || any(TODOS_OR_BUT)
            || any(EVERYTHING) && reader.is(first, CHANGES_ALL)
            || reader.is_at(words, 1, THEM))
}
