//! From groups to one reading of a line: what was found at different places is put together when nothing contradicts it.

use crate::civil::{Date, Time};
use dunlin_base::Span;

use crate::gather::{Found, JOINTS, MOST_JOINTS, group_at};
use crate::grammar::Line;
use crate::group::{Group, PieceKind};
use crate::lexicon::*;
use crate::resolve::resolve;
use crate::rule::Rule;

/// A place of the line that was read: its words, and the same with the connector before them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) kind: PieceKind,
    pub(crate) span: Span,
    pub(crate) with_connector: Span,
}

/// Everything a line says about when.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) date: Date,
    pub(crate) time: Option<Time>,
    pub(crate) rule: Option<Rule>,
    pub(crate) pieces: Vec<Piece>,
}

/// Reads the whole line.
pub(crate) fn read(line: &Line<'_>) -> Option<Reading> {
    let mut whole = Group::default();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < line.tokens.len() {
        let group = match group_at(line, at) {
            Found::Group(group) => group,
            Found::Passed(to) => {
                at = to.max(at + 1);
                continue;
            }
        };
        at = group.to.max(at + 1);
        if merge(&mut whole, &group) {
            pieces.extend(group.pieces.iter().filter_map(|piece| placed(line, &group, *piece)));
        }
    }
    if pieces.is_empty() {
        return None;
    }
    let (date, time) = resolve(line, &mut whole)?;
    let (date, time) = match (time, whole.east) {
        (Some(time), Some(east)) => {
            // The days of a series are those of another zone then.
            let here = line.now.here(date.at(time), east).filter(|_| whole.rule.is_none())?;
            (here.date(), Some(here.time()))
        }
        plain => (date, plain.0),
    };
    Some(Reading { date, time, rule: whole.rule, pieces })
}

/// Takes the group's parts into the whole, all or none of them.
fn merge(whole: &mut Group, group: &Group) -> bool {
    if group.pieces.is_empty() {
        return false;
    }
    let taken = whole.moment.is_some() && (group.day.is_some() || group.clock.is_some() || group.moment.is_some())
        || group.moment.is_some() && (whole.day.is_some() || whole.clock.is_some())
        || whole.day.is_some() && group.day.is_some()
        || whole.clock.is_some() && group.clock.is_some()
        || whole.rule.is_some() && group.rule.is_some();
    let only_part = group.part != 0 && group.day.is_none() && group.clock.is_none() && group.rule.is_none();
    if taken || only_part && whole.part != 0 {
        return false;
    }
    whole.day = whole.day.or(group.day);
    whole.clock = whole.clock.or(group.clock);
    whole.moment = whole.moment.or(group.moment);
    whole.east = whole.east.or(group.east);
    whole.start = whole.start.or(group.start);
    whole.lasts = whole.lasts.or(group.lasts);
    whole.after |= group.after && group.day.is_some();
    whole.part = if whole.part == 0 { group.part } else { whole.part };
    if whole.rule.is_none() {
        whole.rule.clone_from(&group.rule);
    }
    true
}

/// Where "at the latest" ends that stands behind a date and ends the words: "by friday at the latest", "tomorrow latest".
fn at_the_latest(line: &Line<'_>, from: usize) -> Option<usize> {
    let at = usize::from(line.is(from, AT));
    let the = usize::from(at == 1 && line.is(from + 1, THE));
    let latest = from + at + the;
    let ends = line.token(latest + 1).is_none_or(|next| next.is(COMMA | DOT | BANG | SIGN));
    line.token(latest).filter(|token| token.is(LATEST) && ends).map(|token| token.span.end)
}

/// The piece's bytes, with the joining words directly before it.
fn placed(line: &Line<'_>, group: &Group, (kind, from, to): (PieceKind, usize, usize)) -> Option<Piece> {
    let (first, last) = (line.token(from)?, line.token(to.checked_sub(1)?)?);
    let span = Span::new(first.span.start, last.span.end);
    let mut lead = from;
    let floor = if from == group.from { from.saturating_sub(MOST_JOINTS) } else { group.from };
    let joints = JOINTS | STARTING | WITHIN | COLON;
    if from == group.from && from >= 3 && line.is(from - 1, THAN) && line.is(from - 2, LATER) {
        // "no later than Friday"
        lead = from - 3;
    }
    while lead > floor && line.is(lead - 1, joints) && line.token(lead).is_some_and(|token| !token.is(COMMA)) {
        let before = line.token(lead - 1)?;
        // Commas and colons join only inside a group; before it they end the words in front.
        if before.is(COMMA | DASH) && from == group.from || before.is(COLON) && !line.is(lead.wrapping_sub(2), DUE) {
            break;
        }
        // "hand the form in by friday", "a lie in for sunday", "check in tomorrow": the "in" belongs to the verb.
        let joined = BY | BEFORE | UNTIL | FOR | ON | AT | TODAY | TOMORROW | WEEKDAYS;
        if before.is(IN) && from == group.from && line.is(lead, joined) {
            break;
        }
        // "cash up the till at quarter to five": a till is a thing.
        if before.is(UNTIL) && lead >= 2 && line.is(lead - 2, DETERMINER) {
            break;
        }
        // "leave early on friday": how it is done, which no date holds.
        if before.is(LATE) && from == group.from {
            break;
        }
        if before.is(FROM | SINCE) && kind == PieceKind::Date && line.is(lead, TODAY | NOW) {
            break;
        }
        lead -= 1;
    }
    let start = line.token(lead)?.span.start;
    let end = at_the_latest(line, to).unwrap_or(span.end);
    Some(Piece { kind, span, with_connector: Span::new(start, end) })
}
