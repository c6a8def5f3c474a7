//! The words that a row captured as an item, without what people say around a todo's own words.

use crate::{
    model::{
        intent::{Intent, TodoIntent},
        token::{Token, TokenKind},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// An item without signs and filler at its ends; a todo that is looked up, without "task" or "item" beside its words.
    pub(super) fn trim_item<'t>(&self, intent: Intent, item: &'t [Token]) -> &'t [Token] {
        let mut item = item;
        while let Some((first, rest)) = item.split_first() {
            if !matches!(first.kind, TokenKind::Sign(':' | ',' | '-' | ';' | '.' | '–' | '—') | TokenKind::LineEnd)
                || rest.is_empty()
            {
                break;
            }
            item = rest;
        }
        item = self.grammar.without_courtesy_after(item);
        let Intent::Todo(intent) = intent else { return item };
        // "i need to wax the skis, can you remind me"
        if let [to, deed, ..] = item
            && intent == TodoIntent::Add
            && self.is(to, "to")
            && !self.is(deed, "do add put delete remove clear see know hear make create cross check take mark erase")
        {
            item = item.get(1..).unwrap_or(item);
        }
        // "a reminder that I have to move the car"
        if let [i, must, rest @ ..] = item
            && matches!(intent, TodoIntent::Add)
            && self.is(i, "i we")
            && self.is(must, "have need must should want")
        {
            let to = usize::from(rest.first().is_some_and(|token| self.is(token, "to")));
            if rest.len() > to && (to == 1 || self.is(must, "must should")) {
                return rest.get(to..).unwrap_or(item);
            }
        }
        if !(intent.acts_on_a_todo() || matches!(intent, TodoIntent::Search | TodoIntent::Get)) {
            return item;
        }
        // "is there anything about taxes on my list"
        if let [any, about, rest @ ..] = item
            && intent == TodoIntent::Search
            && self.is(any, "anything something")
            && self.is(about, "about for with like")
            && !rest.is_empty()
        {
            return rest;
        }
        // "whichever todo is about rent"
        let about = item.iter().take(6).position(|token| self.is(token, "about"));
        let which = |token: &Token| {
            self.is(token, "whichever whatever any the that this one todo task item thing is thats it its")
        };
        if let Some(at) = about
            && let (Some(before), Some(rest)) = (item.get(..at), item.get(at + 1..))
            && before.iter().any(|token| self.is(token, "is thats thing one todo task item whichever whatever"))
            && before.iter().all(which)
            && !rest.is_empty()
        {
            return rest;
        }
        let noun = |token: &Token| self.is(token, "task item todo reminder");
        let named = |last: &Token, rest: &[Token]| {
            noun(last)
                || self.is(last, "one thing") && !rest.iter().any(|token| self.is(token, "every any some no that this"))
        };
        if let Some((last, rest)) = item.split_last()
            && named(last, rest)
            && !rest.is_empty()
        {
            item = rest;
        }
        let articles = item.iter().take_while(|token| self.is(token, "the my")).count();
        match item.get(articles..) {
            Some([first, rest @ ..]) if noun(first) && rest.len() > 1 => rest,
            _ => item,
        }
    }
}
