//! A day or a repetition, and what is on then: "sundays = phone gran", "every other friday its recycling"; and a thing that has to be
//! somewhere by then: "the essay has to be in by 5 on tuesday".

use super::short;
use crate::{
    dates,
    lang::en::{
        brief::{ALWAYS, HAS_TO_BE, IN_OR_READY, IS_ON},
        offers,
    },
    model::token::{Token, TokenKind, span_of},
    parse::{
        text::{text_of, without_article},
        words::Words,
    },
};

/// The most words of a day, and of what is on then.
const LONGEST_DAY: usize = 5;
const LONGEST_THING: usize = 6;

/// The todo that is due then.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let asks = reader.is_question(words) || words.last().is_some_and(|last| last.is_sign('?'));
    if asks {
        return None;
    }
    on_then(reader, words).or_else(|| in_by(reader, words)).or_else(|| again_behind(reader, words))
}

/// "antibiotic, every 8 hours"
fn again_behind(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let comma = words.iter().position(|token| token.is_sign(','))?;
    let (thing, again) = (words.get(..comma)?, words.get(comma + 1..)?);
    // "timesheets, fridays, always"
    let always = again.iter().rev().take_while(|token| token.is_sign(',') || reader.is(token, ALWAYS)).count();
    let again = again.get(..again.len() - always)?;
    let read = dates::quick_add(&text_of(reader.goal, again), 0, &reader.moment());
    let whole = read.recurrence.is_some() && read.text.trim().is_empty();
    let plain = (1..=LONGEST_THING).contains(&thing.len())
        && thing.iter().all(|token| token.kind == TokenKind::Word && !token.numeric);
    (whole && plain).then(|| offers::add(&[&text_of(reader.goal, thing), " ", &text_of(reader.goal, again)].concat()))
}

fn on_then(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let is_when = |at: &usize| {
        let read = dates::quick_add(&text_of(reader.goal, words.get(..*at).unwrap_or_default()), 0, &reader.moment());
        read.says_when() && read.text.trim().is_empty()
    };
    let at = (1..=LONGEST_DAY.min(words.len().saturating_sub(1))).rev().find(is_when)?;
    let (when, rest) = words.split_at_checked(at)?;
    let joint = rest.iter().take_while(|token| {
        matches!(token.kind, TokenKind::Sign('=' | ':' | '-' | '>' | '→')) || reader.is(token, IS_ON)
    });
    let joint = joint.count();
    let thing = rest.get(joint..).filter(|thing| joint > 0 && (1..=LONGEST_THING).contains(&thing.len()))?;
    let plain = thing.iter().all(|token| token.kind == TokenKind::Word && !token.numeric);
    let text = [&without_article(&text_of(reader.goal, thing)), " ", &text_of(reader.goal, when)].concat();
    let read = dates::quick_add(&text, 0, &reader.moment());
    (plain && read.says_when() && !read.text.is_empty()).then(|| offers::add(&text))
}

/// "the essay has to be in by 5 on tuesday"
fn in_by(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let (at, length) = (1..words.len()).find_map(|at| {
        let run = HAS_TO_BE.iter().find(|run| reader.begins(words.get(at..).unwrap_or_default(), run))?;
        Some((at, run.len()))
    })?;
    let (thing, rest) = (words.get(..at)?, words.get(at + length..)?);
    let there = rest.iter().take_while(|token| reader.is(token, IN_OR_READY)).count();
    let when = rest.get(there..).filter(|when| there > 0 && !when.is_empty())?;
    let plain = thing.len() <= LONGEST_THING && thing.iter().all(|token| token.kind == TokenKind::Word);
    let timed = |when: String| {
        let text = [&without_article(&text_of(reader.goal, thing)), " ", &when].concat();
        let read = dates::quick_add(&text, 0, &reader.moment());
        (read.due.is_some() && !read.text.is_empty()).then_some((read.due?.contains('T'), text))
    };
    let said = [short::with_early_hour(reader, when), Some(span_of(when).of(reader.goal).to_owned())];
    let mut said = said.into_iter().flatten().filter_map(timed).collect::<Vec<_>>();
    said.sort_by_key(|(timed, _)| !timed);
    plain.then(|| said.into_iter().next().map(|(_, text)| offers::add(&text)))?
}
