//! What is no todo's words though it stands where they do: a time, a list that would have to be copied.

use crate::{
    lang::en::{connectors::IT, doubts::A_LIST, lists::COPIES},
    model::{request::Request, token::Token},
    parse::{timed, words::Words},
};

/// The most words of a time that the new words of a todo do not begin with.
const SHORT_TIME: usize = 3;

impl Words<'_> {
    /// "4pm and set a reminder": no new words of a todo begin with when it is due.
    pub(super) fn begins_with_a_time(&self, text: &[Token]) -> bool {
        (1..text.len().min(SHORT_TIME + 1)).any(|len| {
            let time = text.get(..len).unwrap_or_default();
            time.iter().any(|token| token.numeric) && timed::says_when_due(self, time)
        })
    }

    /// Whether a tag is given on, or to what was said before: "give it to the tax return", "make it due friday and add #family".
    pub(super) fn tags_what_was_said(&self, request: &Request<'_>) -> bool {
        let names_none = request.slots.item.is_none() && request.slots.position.is_none();
        names_none || request.slots.text.is_some_and(|tag| self.all_are(tag, IT))
    }

    /// "copy the shopping list to a list called party": a list is no todo, and nothing copies one.
    pub(super) fn copies_a_list(&self, request: &Request<'_>, tokens: &[Token]) -> bool {
        self.first_is(self.grammar.without_courtesy(tokens), COPIES)
            && request.slots.item.is_some_and(|item| self.last_is(item, A_LIST))
    }
}
