//! Questions of how something is asked for: "how do I add a todo".

use super::{Found, Reader, Request};
use crate::{intent::Intent, lang::en::help::TOPICS, token::Token};

impl Reader<'_> {
    /// What a question asks about that has a request in it which could be made as well. Only requests that say themselves that
    /// todos, sums or days are meant count: how a cake is made, nobody here knows.
    pub(crate) fn asks_how(&mut self, words: &[Token]) -> Option<Request<'static>> {
        let bare = self.grammar.without_courtesy_after(words);
        let polite = self.grammar.courtesy_before(bare);
        let rest =
            [0, polite].iter().filter_map(|start| bare.get(*start..)).find_map(|bare| self.grammar.after_how(bare))?;
        let (Found::Request(asked) | Found::Missing(asked) | Found::Pointing(asked)) = self.find(rest) else {
            return None;
        };
        let topic = topic(asked.intent).filter(|_| asked.anchored && !asked.doubtful)?;
        Some(Request { topic: Some(topic), ..Request::of(Intent::Help) })
    }
}

/// What a request is a part of.
fn topic(intent: Intent) -> Option<&'static str> {
    let [add, show, complete, change, delete, lists, calculate, days] = TOPICS;
    Some(match intent {
        Intent::Add | Intent::AddSeveral | Intent::AddWhat => add,
        Intent::List
        | Intent::ListDone
        | Intent::ListPending
        | Intent::ListOverdue
        | Intent::Get
        | Intent::Search
        | Intent::Count
        | Intent::CountPending
        | Intent::CountDone => show,
        Intent::Complete | Intent::CompleteAll | Intent::CompleteWhat | Intent::Reopen => complete,
        Intent::Rename
        | Intent::Reschedule
        | Intent::Postpone
        | Intent::Advance
        | Intent::Undate
        | Intent::Repeat
        | Intent::Unrepeat
        | Intent::Tag
        | Intent::Untag
        | Intent::Relist
        | Intent::Prioritise => change,
        Intent::Delete | Intent::DeleteWhat | Intent::Clear | Intent::ClearDone | Intent::Undo => delete,
        Intent::CreateList | Intent::ListNames | Intent::CountLists | Intent::DeleteList => lists,
        Intent::Calculate | Intent::Convert => calculate,
        intent if intent.is_about_days() => days,
        _ => return None,
    })
}
