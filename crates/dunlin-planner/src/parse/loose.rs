//! Questions that name a list among other words: "what do you think I still have on my list".

use crate::{
    lang::{
        en::{
            asides::{ASKED_FOR, BEFORE_A_LIST, GETS, NARROWS, WHAT_HAPPENS, WHO_ASKS},
            connectors::{AND, IF, IT},
            items::ABOUT_ALONE,
            lists::{MADE, NEEDS, NEEDS_TO, OF, OPINION, PUTS, WHO},
            offers::ASKS as ASKS_OF,
            places::LATE,
        },
        grammar::Fit,
    },
    matching::pattern::Slot,
    model::{
        request::{Found, Request},
        token::{Token, TokenKind},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// A question about a list in any words. Few goals come to it, so it stays out of the way of the others.
    pub(super) fn loose<'t>(&self, fit: &Fit, mut request: Request<'t>, tokens: &'t [Token]) -> Found<'t> {
        let slot = |slot| fit.captures.get(slot, tokens);
        let around: Vec<&Token> = [Slot::Before, Slot::After].into_iter().filter_map(slot).flatten().collect();
        let question = self.is_question(tokens);
        let changes = !question && around.iter().any(|token| self.grammar.asks_for_change(std::slice::from_ref(token)));
        request.anchored = false;
        let others = !question
            && self.is_for_others(
                tokens,
                slot(Slot::Before).unwrap_or_default(),
                slot(Slot::After).unwrap_or_default(),
            );
        // "what's 12 gallons at 3.59 each, and is there anything on my list"
        let reckons = around.iter().filter(|token| token.kind == TokenKind::Number).count() > 1;
        // "check the list of ingredients on this", "who made my list"
        let of = slot(Slot::After).is_some_and(|after| self.first_is(after, OF));
        let made = self.first_is(tokens, WHO) && around.iter().any(|token| self.is(token, MADE));
        // "I should get the gutters cleaned so stick that on my list" asks for no list.
        let needs = |pair: &[Token]| matches!(pair, [need, to] if self.is(need, NEEDS) && !self.is(to, NEEDS_TO));
        // "get cheddar off the list", "let's have a blank slate on my list", "can we have rice on the list"
        let before = slot(Slot::Before).unwrap_or_default();
        let said = self.grammar.without_courtesy(tokens);
        let gets = self.first_is(said, GETS)
            && !self.is_at(said, 1, WHO_ASKS)
            && self.last_is(before, BEFORE_A_LIST)
            && !self.any_is(before, ASKED_FOR);
        // "the todos that have a priority": what narrows them is not left out.
        let narrowed = slot(Slot::After).is_some_and(|after| self.first_is(after, NARROWS) || self.any_is(after, LATE));
        let puts = !question && (tokens.iter().any(|token| self.is(token, PUTS)) || tokens.windows(2).any(needs));
        // "is there rice on my list, because if there isn't I need some"
        let hangs = slot(Slot::After).is_some_and(|after| self.any_is(after, IF));
        // "what happens if I clear my list" asks about clearing it.
        let hangs = hangs || WHAT_HAPPENS.iter().any(|run| self.holds(before, run));
        let changes = changes
            || hangs
            || puts
            || gets
            || narrowed
            || others
            || of
            || made
            || self.is_no_list_of_ones_own(tokens, slot(Slot::Name));
        // "when there is a haircut on my list mark it done"
        let order = |pair: &[Token]| matches!(pair, [verb, it] if self.grammar.asks_for_change(std::slice::from_ref(verb)) && self.is(it, IT));
        // "what is on my list, and take the rice off while you are there"
        let behind = slot(Slot::After).unwrap_or_default();
        let more =
            behind.iter().position(|token| token.is_sign(',')).and_then(|at| behind.get(at..)).unwrap_or_default();
        let other = more.iter().take(3).any(|token| self.grammar.asks_for_change(std::slice::from_ref(token)));
        // "what do you think of my list"
        let judged = tokens.windows(2).any(
            |pair| matches!(pair, [think, of] if self.is(think, OPINION) && (self.is(of, OF) || self.is(of, ABOUT_ALONE))),
        );
        // "how long until christmas and put presents on my list" asks two things, and neither is the list.
        let goes_on = |pair: &[Token]| {
            matches!(pair, [and, next] if self.is(and, AND)
                && (self.grammar.asks_for_change(std::slice::from_ref(next)) || self.is(next, ASKS_OF)))
        };
        let asks_more =
            [Slot::Before, Slot::After].into_iter().filter_map(slot).any(|words| words.windows(2).any(goes_on));
        let changes = changes || judged || other || asks_more || tokens.windows(2).any(order);
        // "what day is the 18th? add the party to my list" asks two things, and one of them is no list.
        let two = tokens.split_last().is_some_and(|(_, before)| before.iter().any(|token| token.is_sign('?')));
        if changes || two || reckons || around.len() > 16 { Found::Nothing } else { Found::Request(request) }
    }
}
