//! What is offered to those who ask for help, for what was done on a day, or for all but some: refusals that an ordinary goal
//! does not come to. It knows words and no row of the grammar.

use super::ANYTHING;
use crate::{lang::en::cues::SAID_OR_NEEDED, model::token::Token, parse::words::Words};

/// Goals that are offered to those who ask what can be said.
pub(crate) const EXAMPLES: [&str; 4] = ["add todo buy milk", "mark buy milk as done", "calculate 12 * 7", ANYTHING];
/// What is offered to those who ask what they did on a day.
pub(super) const DONE: &str = "show my completed todos";

/// Whether a question is about what was done, perhaps on some day: "what did I finish yesterday".
pub(super) fn asks_what_was_done(reader: &Words<'_>, words: &[Token]) -> bool {
    let any = |known: &str| reader.any_is(words, known);
    words.len() <= 12
        && !any(SAID_OR_NEEDED)
        && any("what which how show list tell count")
        && (any("finished completed accomplished done")
            || any("did have has had") && any("finish complete accomplish")
            || any("did") && any("i we") && any("do get what"))
}

/// Whether a request to change todos speaks of all of them, or of all but some, so that it is no todo of its own: "delete
/// everything but milk".
pub(super) fn changes_all(reader: &Words<'_>, words: &[Token]) -> bool {
    let any = |known: &str| reader.any_is(words, known);
    let Some(first) = words.first() else { return false };
    reader.grammar.asks_for_change(std::slice::from_ref(first))
        && (any("but unless") && any("all everything every each")
            || any("todo todos tasks except besides")
            || any("everything")
                && reader.is(first, "delete remove clear erase complete finish mark check take get cross tick")
            || reader.is_at(words, 1, "them it that both these those"))
}
