//! Which list words speak of: one of the person's own, one that was spoken of before, one of other things or of others.

use crate::{
    lang::grammar::NOT_LISTS,
    model::{
        request::Request,
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// "the list of candidates": a list of such things that somebody keeps, and none of the person's own by that name.
    pub(super) fn is_list_of_things(&self, tokens: &[Token], name: &[Token]) -> bool {
        let start = span_of(name).start;
        let mut before = tokens
            .iter()
            .rev()
            .skip_while(|token| token.span.start >= start)
            .filter(|token| !self.is(token, "the a an all"));
        before.next().is_some_and(|token| self.is(token, "of"))
            && before.next().is_some_and(|token| self.is(token, "list lists checklist"))
            && !before.next().is_some_and(|token| self.is(token, "my our"))
            && !name.iter().any(|token| self.grammar.known_lists.contains(token.word))
    }

    /// "what is a to do list", "wine list": some list, not the person's.
    pub(super) fn is_no_list_of_ones_own(&self, tokens: &[Token], name: Option<&[Token]>) -> bool {
        let word = |at: usize| tokens.get(at).map(|token| self.word(token));
        let asks = match word(0).as_deref() {
            Some("whats" | "define" | "explain" | "why") => Some(1),
            Some("what") if matches!(word(1).as_deref(), Some("is")) => Some(2),
            _ => None,
        };
        if asks.is_some_and(|at| matches!(word(at).as_deref(), Some("a" | "an"))) {
            return true;
        }
        if tokens.last().is_some_and(|token| self.is(token, "mean means")) {
            return true;
        }
        // "a list for school" is one that is yet to be made.
        if matches!(word(0).as_deref(), Some("a" | "an")) {
            return true;
        }
        if name.is_some_and(|name| name.iter().any(|token| self.grammar.lists_of_others.contains(token.word))) {
            return true;
        }
        // "show my other todos" names none.
        if let Some([only]) = name
            && self.is(only, NOT_LISTS)
        {
            return true;
        }
        let alone = name.is_some_and(|name| {
            name.first().map(|first| first.span) == tokens.first().map(|first| first.span)
                && tokens.len() <= name.len() + 2
        });
        alone && !name.unwrap_or_default().iter().any(|token| self.grammar.known_lists.contains(token.word))
    }

    /// "a list of hotels" is none of the person's own lists.
    pub(super) fn asks_for_any_list(&self, tokens: &[Token]) -> bool {
        tokens.windows(3).any(|words| match words {
            [article, list, of] => {
                self.is(article, "a an some") && self.is(list, "list lists") && self.word(of) == "of"
            }
            _ => false,
        })
    }

    /// Whether the words can point at a list said before: "that list", "the list".
    pub(super) fn says_that_list(&self, tokens: &[Token]) -> bool {
        tokens.windows(2).any(|pair| match pair {
            [that, list] => self.is(that, "that this the") && self.is(list, "list"),
            _ => false,
        })
    }

    /// Whether all of "that list" is to be changed, which wants a list to have been spoken of: "delete that list".
    pub(super) fn empties_that_list(&self, request: &Request<'_>, tokens: &[Token]) -> bool {
        request.slots.name.is_none()
            && tokens.windows(2).any(|pair| match pair {
                [that, list] => {
                    self.is(that, "that those")
                        && self.is(list, "list lists todo todos to task tasks items things chores")
                }
                _ => false,
            })
    }

    /// Whether an item has a list in it that it would go to: "milk to my shopping list and eggs".
    pub(super) fn holds_a_list(&self, item: &[Token]) -> bool {
        item.iter().enumerate().any(|(at, token)| {
            self.is(token, "list lists")
                && at >= 2
                && item.get(at.saturating_sub(5)..at).unwrap_or_default().windows(2).any(|pair| match pair {
                    [to, mine] => self.is(to, "to on onto from off") && self.is(mine, "my the our"),
                    _ => false,
                })
        })
    }

    /// Whether a list is asked for that somebody or something else is to have: "show anna my list", "open my list in excel". The
    /// planner shows lists to the person alone. Few goals ask it, so it stays out of the way of the others.
    pub(super) fn is_for_others(&self, tokens: &[Token], before: &[Token], after: &[Token]) -> bool {
        let other = |token: &Token| {
            token.kind == TokenKind::Word
                && (token.word == UNKNOWN
                    || self.grammar.others.contains(token.word)
                    || self.grammar.mentions_foreign(std::slice::from_ref(token)))
        };
        // "read my list to me in french", "show my list as a table"
        let turned = |pair: &[Token]| match pair {
            [way, how] => self.is(way, "in as into via using by through") && (other(how) || self.is(how, "a an")),
            _ => false,
        };
        let given = after.windows(2).any(turned)
            || match after {
                [to, mine, whom, ..] if self.is(mine, "my the our") => self.is(to, "to via on in") && other(whom),
                [to, whom, ..] => {
                    self.is(to, "to via in") && other(whom) && !after.last().is_some_and(|last| self.is(last, "order"))
                }
                _ => false,
            };
        let told = tokens.first().is_some_and(|verb| self.is(verb, "show tell give let inform remind read bring send"));
        let mine = usize::from(before.first().is_some_and(|first| self.is(first, "my our the")));
        given || told && before.get(mine).is_some_and(other)
    }

    /// Whether words that count todos say that the open ones are meant: "how many are left".
    pub(super) fn counts_open_ones(&self, tokens: &[Token]) -> bool {
        tokens
            .iter()
            .any(|token| self.is(token, "left open pending remaining remain unfinished outstanding still rest"))
    }
}
