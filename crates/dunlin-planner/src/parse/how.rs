//! Questions of how something is asked for: "how do I add a todo".

use crate::{
    lang::en::{
        help::{ANY_TODO, AROUND_HELP, CAN_BE_SAID, DONE_WITH_ANY, HELP, TOPICS, WHAT_OR_HOW},
        phrases::{CURRENCIES, EXCHANGED, POUNDS, RATE, RATES},
        sums::SIGNS_OF_MONEY,
    },
    model::{
        intent::TodoIntent,
        request::{Asked, Request},
        token::{Token, TokenKind, UNKNOWN},
    },
    parse::{reader::Reader, words::Words},
};

impl Reader<'_> {
    /// What a question asks about that has a request in it which could be made as well. Only requests that say themselves that
    /// todos, sums or days are meant count: how a cake is made, nobody here knows.
    pub(crate) fn asks_how(&mut self, words: &[Token]) -> Option<Request<'static>> {
        self.topic_asked(words).or_else(|| {
            // "how do I mark something as done"
            self.asks_how_with_any(words).then(|| Request::of(Asked::Help(None)))
        })
    }

    fn topic_asked(&mut self, words: &[Token]) -> Option<Request<'static>> {
        let bare = self.grammar.without_courtesy_after(words);
        let polite = self.grammar.courtesy_before(bare);
        let rest =
            [0, polite].iter().filter_map(|start| bare.get(*start..)).find_map(|bare| self.grammar.after_how(bare))?;
        let found = self.find(rest);
        let request = found.request().filter(|request| request.anchored && !request.doubtful)?;
        let topic = topic(&request.asked)?;
        Some(Request::of(Asked::Help(Some(topic))))
    }
}

impl Words<'_> {
    /// Whether a clause asks what money of one kind is worth in another: no rates are known here.
    pub(crate) fn asks_exchange(&self, words: &[Token]) -> bool {
        let money = |token: &Token| {
            self.is(token, CURRENCIES) || matches!(token.kind, TokenKind::Sign(sign) if SIGNS_OF_MONEY.contains(&sign))
        };
        let surely = |token: &&Token| money(token) && !self.is(token, POUNDS);
        let into =
            words.windows(2).position(|pair| matches!(pair, [to, unit] if self.is(to, EXCHANGED) && money(unit)));
        let exchanged = into.is_some_and(|at| {
            let around = words.iter().enumerate().filter(|(place, token)| *place != at && money(token));
            around.count() > 1 && words.iter().any(|token| surely(&token))
        });
        exchanged
            || words.windows(2).any(|pair| matches!(pair, [what, rate] if self.is(what, RATES) && self.is(rate, RATE)))
    }

    /// Whether a clause asks what can be said: "help", "what can you do", "how does this work".
    pub(crate) fn asks_for_help(&self, words: &[Token]) -> bool {
        let bare = self.grammar.without_courtesy(words);
        let bare = if bare.is_empty() { words } else { bare };
        let any = |known: &'static str| self.any_is(bare, known);
        let asks = any(HELP) || any(WHAT_OR_HOW) && any(CAN_BE_SAID);
        let sign = |token: &Token| matches!(token.kind, TokenKind::Sign(_));
        asks && bare.len() <= 8 && bare.iter().all(|token| self.is(token, AROUND_HELP) || sign(token))
            || self.asks_how_with_any(words)
    }

    /// "how do I mark something as done": how it is done with any todo.
    fn asks_how_with_any(&self, words: &[Token]) -> bool {
        let bare = self.grammar.without_courtesy(words);
        let bare = if bare.is_empty() { words } else { bare };
        let sign = |token: &Token| matches!(token.kind, TokenKind::Sign(_));
        bare.len() <= 10
            && self.grammar.after_how(bare).is_some()
            && self.any_is(bare, DONE_WITH_ANY)
            && self.any_is(bare, ANY_TODO)
            && !bare.iter().any(|token| token.word == UNKNOWN && !sign(token))
    }
}

/// What a request is a part of.
fn topic(asked: &Asked) -> Option<&'static str> {
    let [add, show, complete, change, delete, lists, calculate, days] = TOPICS;
    let intent = match asked {
        Asked::Todo(intent) => intent,
        Asked::Sum(_) => return Some(calculate),
        Asked::Day(_) => return Some(days),
        Asked::Pause(_)
        | Asked::Notify(_)
        | Asked::Schedule(_)
        | Asked::Greeting
        | Asked::Thanks
        | Asked::Help(_)
        | Asked::Command(_) => {
            return None;
        }
    };
    Some(match intent {
        TodoIntent::Add | TodoIntent::AddSeveral | TodoIntent::AddWhat => add,
        TodoIntent::List
        | TodoIntent::ListDone
        | TodoIntent::ListPending
        | TodoIntent::ListOverdue
        | TodoIntent::ListSorted
        | TodoIntent::Get
        | TodoIntent::Search
        | TodoIntent::Count
        | TodoIntent::CountPending
        | TodoIntent::CountDone => show,
        TodoIntent::ListLoose => return None,
        TodoIntent::Complete | TodoIntent::CompleteAll | TodoIntent::CompleteWhat | TodoIntent::Reopen => complete,
        TodoIntent::Rename
        | TodoIntent::Reschedule
        | TodoIntent::Postpone
        | TodoIntent::Advance
        | TodoIntent::Undate
        | TodoIntent::Repeat
        | TodoIntent::Unrepeat
        | TodoIntent::Note
        | TodoIntent::Tag
        | TodoIntent::Untag
        | TodoIntent::Relist
        | TodoIntent::Prioritise => change,
        TodoIntent::Delete | TodoIntent::DeleteWhat | TodoIntent::Clear | TodoIntent::ClearDone | TodoIntent::Undo => {
            delete
        }
        TodoIntent::CreateList
        | TodoIntent::ListNames
        | TodoIntent::CountLists
        | TodoIntent::RenameList
        | TodoIntent::DeleteList => lists,
    })
}
