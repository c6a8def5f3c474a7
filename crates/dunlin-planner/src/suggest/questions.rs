//! A refused question about one's todos, told by what narrows them: "have I forgotten anything that was meant to be done by now", "am I
//! free on thursday", "which jobs have the home tag".

use super::gist::Gist;
use crate::{
    lang::{
        en::{
            conditions::{DONE_OR_PAID, IS_DONE, PRONOUNS},
            offers::{
                self, ANYBODY, ASKS_OF_TODOS, FREE_OR_BUSY, I_OR_WE, LATE, LATE_RUNS, MINE, MY_TODOS, OF_A_LIFE,
                RANKED, SHOW_OVERDUE, SHOW_URGENT, TAGS,
            },
        },
        grammar::DEEDS,
    },
    model::token::{Token, TokenKind},
    parse::{
        text::{text_of, without_article},
        words::Words,
    },
};

/// The longest question that is looked at, and the most words of a todo that is asked about.
const LONGEST: usize = 20;
const LONGEST_ITEM: usize = 5;

/// The question in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let says = |known: &'static str| reader.any_is(words, known);
    let asks = reader.is_question(words) || reader.any_is(words.get(..2)?, ASKS_OF_TODOS);
    let own = says(I_OR_WE) || says(MINE) || says(MY_TODOS);
    // "is the gas bill done"
    if let [is, item @ .., done] = words
        && reader.is(is, IS_DONE)
        && reader.is(done, DONE_OR_PAID)
        && (1..=LONGEST_ITEM).contains(&item.len())
        && item.iter().all(|token| token.kind == TokenKind::Word && !reader.is(token, PRONOUNS))
    {
        return Some(offers::find(&without_article(&text_of(reader.goal, item))));
    }
    if !(2..=LONGEST).contains(&words.len()) || !asks || reader.grammar.mentions_foreign(words) {
        return None;
    }
    if let Some(tag) = tag(reader, words) {
        return Some(offers::show_tagged(tag));
    }
    if says(LATE) || LATE_RUNS.iter().any(|run| reader.holds(words, run)) {
        return Some(SHOW_OVERDUE.to_owned());
    }
    if own && says(RANKED) {
        return Some(SHOW_URGENT.to_owned());
    }
    let day = || Gist::of(reader, words).day().map(str::to_owned);
    // "what day did I turn 30" is a question about days.
    let numbers = words.iter().filter(|token| token.numeric).count();
    if numbers > 0 && (says(OF_A_LIFE) || day().is_none()) {
        return None;
    }
    let planned = own || says(FREE_OR_BUSY);
    if let Some(day) = day().filter(|_| planned) {
        return Some(offers::show_on(&day));
    }
    // "do I have to ring anyone"
    let deed = words
        .iter()
        .zip(words.iter().skip(1))
        .find(|(deed, next)| deed.kind == TokenKind::Word && reader.is(deed, DEEDS) && reader.is(next, ANYBODY));
    deed.filter(|_| own).map(|(deed, _)| offers::find(deed.span.of(reader.goal)))
}

/// The tag that words name: "the home tag", "tagged home".
fn tag<'g>(reader: &Words<'g>, words: &[Token]) -> Option<&'g str> {
    let at = words.iter().position(|token| reader.is(token, TAGS))?;
    let beside = [at.checked_sub(1), Some(at + 1), Some(at + 2)].into_iter().flatten();
    let mut named = beside.filter_map(|at| words.get(at)).map(|token| token.span.of(reader.goal));
    named.find(|name| reader.context.on_list.is_some_and(|list| list.is_only_a_tag(name)))
}
