//! Which list words speak of: one of the person's own, one that was spoken of before, one of other things or of others.

use crate::{
    context::OnList,
    lang::{
        en::{
            conditions::{ALL_OR_NOTHING, LEFT_OR_ELSE, MY_LIST, ON_A_LIST, TO_DO, TODOS},
            doubts::{A, LIST, LIST_NOUNS},
            filters::{DONE, OPEN},
            items::ONES,
            lists::{
                A_LIST_OF, ALL_OF_A_LIST, ASKS_OF_ANY, IN_A_WAY, IS, MEANING, MEANS, MINE, NO_LIST_NAME, OF,
                ONTO_OR_FROM, ORDER, OURS, SOME_ONE, STILL_OPEN, TELLS, THAT, THAT_OR_THOSE, TO_OR_ON, TO_OR_VIA, WHAT,
            },
            pauses::A_LIST,
            phrases::SHOPS,
        },
        grammar::NOT_LISTS,
        holds,
    },
    model::{
        request::{Request, Slots},
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{filtered::rank, text::text_of, words::Words},
    spelling,
};

/// The most words of the name of a list or a tag that is said alone.
pub(super) const MOST_OF_A_NAME: usize = 2;

impl Words<'_> {
    /// The name of the list of one's own that words are; the list without one has none in it.
    pub(super) fn list_said<'t>(&self, words: &'t [Token]) -> Option<&'t [Token]> {
        // "my list", "my to do list"
        let kind = words.iter().skip(1).take_while(|token| self.is(token, TODOS) || self.is(token, TO_DO)).count();
        let bare = |at: usize, run: usize| MY_LIST.get(run).is_some_and(|known| self.is_at(words, at, known));
        let plain = words.len() == MY_LIST.len() + kind && bare(0, 0) && bare(kind + 1, 1);
        if plain { words.get(..0) } else { self.grammar.name_of_list(words) }
    }

    /// The list of "nothing left on the shopping list", empty where it is just "my list". "none on my list" is said of something else.
    pub(super) fn list_left(&self, nothing: &Token, rest: &[Token]) -> Option<String> {
        let at = rest.iter().take_while(|token| self.is(token, LEFT_OR_ELSE)).count();
        let (on, list) = rest.get(at..)?.split_first()?;
        let name = self.list_said(list).filter(|_| self.is(nothing, ALL_OR_NOTHING) && self.is(on, ON_A_LIST))?;
        Some(text_of(self.goal, name))
    }

    /// Whether words are a tag of the person's own, and no list: "home".
    pub(crate) fn is_own_tag(&self, words: &[Token]) -> bool {
        let known = |on_list: &dyn OnList| on_list.is_only_a_tag(&text_of(self.goal, words));
        (1..=MOST_OF_A_NAME).contains(&words.len()) && self.context.on_list.is_some_and(known)
    }

    /// Whether words are the name of a list of the person's own.
    pub(crate) fn is_own_list(&self, words: &[Token]) -> bool {
        let known = |on_list: &dyn OnList| on_list.has_list(&text_of(self.goal, words));
        (1..=MOST_OF_A_NAME).contains(&words.len()) && self.context.on_list.is_some_and(known)
    }

    /// The name of a list that is said, with a slip in one of what is bought put right: "my shoping list".
    pub(crate) fn list_meant(&self, name: &[Token]) -> String {
        // "the shopping ones"
        let bare = name.split_last().filter(|(last, rest)| !rest.is_empty() && self.is(last, ONES));
        let said = text_of(self.goal, bare.map_or(name, |(_, rest)| rest));
        spelling::meant_list(&said).map_or(said, str::to_owned)
    }

    /// Whether words are a list's name, and another for it: "rename milk on my shopping list" names a todo.
    pub(super) fn renames_a_list(&self, slots: &Slots<'_>) -> bool {
        let is_name = |words: &[Token]| self.grammar.is_list_name(words) && !self.any_is(words, NO_LIST_NAME);
        slots.text.is_some_and(is_name) && slots.name.is_some_and(|to| !self.grammar.is_vague(to))
    }

    /// Whether a list is one of what is bought.
    pub(super) fn is_for_goods(&self, name: &[Token]) -> bool {
        self.any_is(name, SHOPS) || holds(SHOPS, &self.list_meant(name))
    }

    /// "the list of candidates": a list of such things that somebody keeps, and none of the person's own by that name.
    pub(super) fn is_list_of_things(&self, tokens: &[Token], name: &[Token]) -> bool {
        let start = span_of(name).start;
        let mut before = tokens
            .iter()
            .rev()
            .skip_while(|token| token.span.start >= start)
            .filter(|token| !self.is(token, A_LIST_OF));
        before.next().is_some_and(|token| self.is(token, OF))
            && before.next().is_some_and(|token| self.is(token, LIST_NOUNS))
            && !before.next().is_some_and(|token| self.is(token, MINE))
            && !name.iter().any(|token| self.grammar.known_lists.contains(token.word))
    }

    /// "what is a to do list", "wine list": some list, not the person's.
    pub(super) fn is_no_list_of_ones_own(&self, tokens: &[Token], name: Option<&[Token]>) -> bool {
        // "a list for school" is one that is yet to be made.
        let asks = self.begins(tokens, &[ASKS_OF_ANY, A]) || self.begins(tokens, &[WHAT, IS, A]);
        if asks || self.last_is(tokens, MEANS) || self.any_is(tokens, MEANING) || self.first_is(tokens, A) {
            return true;
        }
        if name.is_some_and(|name| name.iter().any(|token| self.grammar.lists_of_others.contains(token.word))) {
            return true;
        }
        // "show my other todos" names none, "my finished work todos" one and how they are.
        let is_how = |name: &[Token]| match name {
            [only] => self.is(only, NOT_LISTS),
            // "the last two todos"
            [first, count] if self.is(first, NOT_LISTS) && self.grammar.is_numeric(count) => true,
            // "mark all overdue ones as done"
            [first, ones] if self.is(first, NOT_LISTS) && self.is(ones, ONES) => true,
            // "show all priority 1 todos"
            ranked if rank(self, ranked) == Some(ranked.len()) => true,
            [first, ..] => self.is(first, OPEN) || self.is(first, DONE),
            [] => false,
        };
        if name.is_some_and(is_how) {
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
        self.holds(tokens, &[SOME_ONE, A_LIST, OF])
    }

    /// Whether the words can point at a list said before: "that list", "the list".
    pub(super) fn says_that_list(&self, tokens: &[Token]) -> bool {
        self.holds(tokens, &[THAT, LIST])
    }

    /// Whether all of "that list" is to be changed, which wants a list to have been spoken of: "delete that list".
    pub(super) fn empties_that_list(&self, request: &Request<'_>, tokens: &[Token]) -> bool {
        request.slots.name.is_none() && self.holds(tokens, &[THAT_OR_THOSE, ALL_OF_A_LIST])
    }

    /// Whether an item has a list in it that it would go to: "milk to my shopping list and eggs".
    pub(super) fn holds_a_list(&self, item: &[Token]) -> bool {
        item.iter().enumerate().any(|(at, token)| {
            self.is(token, A_LIST)
                && at >= 2
                && self.holds(item.get(at.saturating_sub(5)..at).unwrap_or_default(), &[ONTO_OR_FROM, OURS])
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
            [way, how] => self.is(way, IN_A_WAY) && (other(how) || self.is(how, A)),
            _ => false,
        };
        let given = after.windows(2).any(turned)
            || match after {
                [to, mine, whom, ..] if self.is(mine, OURS) => self.is(to, TO_OR_ON) && other(whom),
                [to, whom, ..] => self.is(to, TO_OR_VIA) && other(whom) && !self.last_is(after, ORDER),
                _ => false,
            };
        let told = self.first_is(tokens, TELLS);
        let mine = usize::from(self.first_is(before, OURS));
        given || told && before.get(mine).is_some_and(other)
    }

    /// Whether words that count todos say that the open ones are meant: "how many are left".
    pub(super) fn counts_open_ones(&self, tokens: &[Token]) -> bool {
        self.any_is(tokens, STILL_OPEN)
    }
}
