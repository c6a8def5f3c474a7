//! Requests that are about what is there already, and none of what their row says: "set call mum as urgent" adds nothing.

use crate::{
    lang::en::{
        doubts::{DONE_WITH, RANKED, RANKS_BY},
        forms,
        senseless::SENSELESS,
    },
    model::{
        intent::TodoIntent,
        token::{Token, TokenKind},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// Whether a request cannot be meant, whatever its row says.
    pub(super) fn is_senseless(&self, intent: TodoIntent, tokens: &[Token], item: Option<&[Token]>) -> bool {
        item.is_some_and(|item| self.doubted(SENSELESS, intent, item, false, false).is_some())
            || intent == TodoIntent::Add && self.ranks_a_known_todo(tokens)
            || self.handled_all(intent, tokens, item)
            || item.is_some_and(|item| self.holds_two_sentences(intent, item))
    }

    /// "taxes at last! Anything else overdue": a sentence ends within the words, and no todo goes on behind it.
    fn holds_two_sentences(&self, intent: TodoIntent, item: &[Token]) -> bool {
        let stop = |token: &Token| matches!(token.kind, TokenKind::Sign('!' | '?'));
        let ends = item.iter().position(stop).is_some_and(|at| item.get(at + 1..).is_some_and(|rest| !rest.is_empty()));
        ends && intent.acts_on_a_todo() && !self.names_one_todo(item)
    }

    /// "set call mum as urgent", "put the rent at the top of my list": how urgent what stands on the list is, and no todo of its own.
    fn ranks_a_known_todo(&self, tokens: &[Token]) -> bool {
        let bare = self.grammar.without_courtesy(tokens);
        let ranks = |at: &usize| {
            let rest = bare.get(*at..).unwrap_or_default();
            RANKED.iter().any(|run| self.begins(rest, run))
        };
        self.first_is(bare, RANKS_BY)
            && (2..bare.len()).find(ranks).and_then(|at| bare.get(1..at)).is_some_and(|item| self.names_one_todo(item))
    }

    /// "I've packed everything" is done with no list.
    fn handled_all(&self, intent: TodoIntent, tokens: &[Token], item: Option<&[Token]>) -> bool {
        let all = intent == TodoIntent::Complete && item.is_some_and(|item| self.means_all(item));
        let verb = |token: &Token| forms::is_past(&self.word(token)) && !self.is(token, DONE_WITH);
        all && tokens.iter().take(4).any(verb)
    }
}
