//! The words of a goal, as the stages after the tokens look at them: which word a token is, and what stands beside it.

use crate::{
    context::PlanContext,
    dates::Moment,
    lang::grammar::{Grammar, grammar},
    lex::normalize,
    model::token::Token,
};
use std::borrow::Cow;

/// A goal with what its words mean.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) grammar: &'static Grammar,
    pub(crate) goal: &'a str,
    pub(crate) context: &'a PlanContext<'a>,
}

impl<'a> Words<'a> {
    pub(crate) fn of(goal: &'a str, context: &'a PlanContext<'a>) -> Self {
        Self { grammar: grammar(), goal, context }
    }

    /// A token's word as the grammar sees it.
    pub(crate) fn word(&self, token: &Token) -> Cow<'a, str> {
        if let Some(word) = self.grammar.vocabulary().text(token.word) {
            return Cow::Borrowed(word);
        }
        let text = token.span.of(self.goal);
        if text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) {
            return Cow::Borrowed(text);
        }
        let mut word = String::new();
        normalize(text, &mut word);
        Cow::Owned(word)
    }

    /// What dates are read with.
    pub(crate) fn moment(&self) -> Moment<'a> {
        self.context.moment()
    }

    /// Whether a token is one of these words, which stand with spaces between them: a list is a few bytes, where a match over
    /// texts is code.
    pub(crate) fn is(&self, token: &Token, words: &str) -> bool {
        let word = self.word(token);
        words.split(' ').any(|known| known == word)
    }
}
