//! A refused clause said in another order: "everything due this week move to next monday", "milk delete". And one that lacks a word by
//! which it would be plain: "interest on 5000 at 4% for 3 years".

use super::is_request;
use crate::{
    lang::en::{
        again::EACH_MONTH,
        cues::{INTEREST, KINDS_OF_INTEREST, MOVERS, SHOWN, TURNED},
        days::{AND, EVERY, WEEKDAYS},
        offers::{
            self, ADDED, BUT, GOES_ON, HAVE_OR_GET, INSTEAD_OF, NOT, ON, ON_SECOND_THOUGHT, ONLY, SECOND_THOUGHT,
            WHAT_IS_THE,
        },
    },
    model::{
        request::Found,
        token::{Token, span_of, without_last_sign},
    },
    parse::{reader::Reader, timed::says_when_due, words::Words},
    spelling::nearest,
};

/// Whole goals with the verb first, or with the word that was missing.
pub(super) fn goals(reader: &mut Reader<'_>, words: &[Token]) -> Vec<String> {
    if !(2..=16).contains(&words.len()) {
        return Vec::new();
    }
    let said = |words: &[Token]| span_of(words).of(reader.goal);
    let mut found = Vec::new();
    let is_kind = |token: &Token| {
        token.is_unknown_word() && nearest(&reader.word(token)).is_some_and(|word| KINDS_OF_INTEREST.contains(&word))
    };
    if let Some(at) = words.iter().position(|token| reader.is(token, INTEREST))
        && !words.iter().any(is_kind)
        && words.iter().any(|token| token.numeric)
    {
        let (before, rest) = (words.get(..at).unwrap_or_default(), words.get(at..).unwrap_or_default());
        found.extend(KINDS_OF_INTEREST.iter().map(|kind| {
            let before = if before.is_empty() { WHAT_IS_THE } else { said(before) };
            [before, " ", kind, " ", said(rest)].concat()
        }));
    }
    let verb = words.iter().position(|token| reader.is(token, MOVERS)).filter(|at| *at > 0);
    if let Some(at) = verb
        && let (Some(before), Some(after)) = (words.get(..at), words.get(at + 1..))
        && !reader.is_question(words)
        && !reader.grammar.is_statement(before)
        && !before.iter().any(|token| {
            reader.grammar.asks_for_change(std::slice::from_ref(token))
                || reader.is(token, TURNED)
                || reader.is(token, SHOWN)
        })
    {
        let before: &[Token] = match before.split_last() {
            Some((last, rest)) if !rest.is_empty() && (last.is_sign(',') || last.is_sign(':')) => rest,
            _ => before,
        };
        let verb = words.get(at..=at).map_or("", said);
        found.push([verb, " ", said(before), " ", said(after)].concat().trim_end().to_owned());
    }
    let told =
        [every_week(reader, words), every_month(reader, words), what_is_meant(reader, words), corrected(reader, words)]
            .into_iter()
            .flatten();
    found.extend(told.map(|said| if is_request(reader, &said) { said } else { offers::add(&said) }));
    found.retain(|goal| is_request(reader, goal));
    found
}

/// "last friday of the month send the invoice": every one of them.
fn every_month(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let begins = reader.begins(words, EACH_MONTH);
    begins.then(|| [EVERY, span_of(words).of(reader.goal)].concat())
}

/// "gym on tue and thu" with what says that it comes again: "gym every tue and thu".
fn every_week(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let at = (0..words.len()).find(|at| {
        let rest = words.get(*at..).unwrap_or_default();
        reader.begins(rest, &[WEEKDAYS, AND, WEEKDAYS])
    })?;
    let (before, rest) = words.split_at_checked(at)?;
    let before = match before.split_last() {
        Some((last, before)) if reader.is(last, ON) => before,
        _ => before,
    };
    let said = |words: &[Token]| span_of(words).of(reader.goal);
    (!before.is_empty()).then(|| [said(before), " ", EVERY, said(rest)].concat())
}

/// "instead of gym put yoga" for a todo that is on the list.
pub(super) fn in_place_of(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let rest = words.get(INSTEAD_OF.len()..).filter(|_| reader.begins(words, INSTEAD_OF))?;
    let verb = rest.iter().position(|token| reader.is(token, ADDED) || reader.is(token, HAVE_OR_GET))?;
    let (before, after) = (rest.get(..verb)?, rest.get(verb + 1..)?);
    let before = without_last_sign(before, ',');
    let named = !before.is_empty() && !after.is_empty() && reader.names_one_todo(before);
    named.then(|| offers::rename(span_of(before).of(reader.goal), span_of(after).of(reader.goal)))
}

/// "add jam, no wait, honey": what is said instead in the place of what stands before it.
fn corrected(reader: &mut Reader<'_>, words: &[Token]) -> Option<String> {
    let at = words.iter().position(|token| reader.is(token, ON_SECOND_THOUGHT))?;
    let (before, rest) = words.split_at_checked(at)?;
    let (_, before) = before.split_last().filter(|(last, _)| last.is_sign(','))?;
    let small = rest.iter().take_while(|token| token.is_sign(',') || reader.is(token, SECOND_THOUGHT)).count();
    let instead = rest.get(small..).filter(|instead| !instead.is_empty())?;
    // "…, no wait, honey, on my shopping list" goes on, "…, no, the gym, done that" says more.
    let goes_on = |at: &usize| instead.get(at + 1).is_some_and(|next| reader.is(next, GOES_ON));
    let comma = (1..instead.len()).find(|at| instead.get(*at).is_some_and(|token| token.is_sign(',')) && !goes_on(at));
    let instead = instead.get(..comma.unwrap_or(instead.len()))?;
    let Found::Request(request) = reader.find(before) else { return None };
    let item = span_of(request.slots.item?);
    let day = request.slots.when.map(span_of).filter(|_| says_when_due(reader, instead));
    let replaced = day.unwrap_or(item);
    let said = |from: usize, to: usize| reader.goal.get(from..to).unwrap_or("");
    let (start, end) = (span_of(before).start, span_of(before).end);
    Some([said(start, replaced.start), span_of(instead).of(reader.goal), said(replaced.end, end)].concat())
}

/// "add not milk but oat milk", "add oat milk, not milk" without what is not meant.
fn what_is_meant(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let not = words.iter().position(|token| reader.is(token, NOT))?;
    let said = |words: &[Token]| if words.is_empty() { "" } else { span_of(words).of(reader.goal) };
    let (before, rest) = words.split_at_checked(not)?;
    let comma = |token: &&Token| token.is_sign(',');
    let (before, meant) = match before.split_last() {
        Some((last, before)) if comma(&last) => {
            let end = rest.iter().position(|token| token.is_sign(',')).map_or(rest.len(), |at| at + 1);
            (before, rest.get(end..)?)
        }
        _ => {
            // "every month not just once"
            match rest.iter().take(6).position(|token| reader.is(token, BUT)).filter(|at| *at > 1) {
                Some(but) => (before, rest.get(but + 1..)?),
                None if before.len() > 2 && rest.len() <= 4 && reader.begins(rest, &[NOT, ONLY]) => {
                    (before, rest.get(rest.len()..)?)
                }
                None => return None,
            }
        }
    };
    Some([said(before), " ", said(meant)].concat().trim().to_owned())
}
