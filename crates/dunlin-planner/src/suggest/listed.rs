//! Whole goals about what stands on a list: one that hangs on it ("should you find beans on my list, delete them"), and one that wants
//! something on it and something off ("my list should not have beer on it but wine").

use super::gist::{Gist, Role};
use crate::{
    lang::en::{
        cues::Cue,
        offers::{
            self, A_LIST, ADDED, ASKS_WHETHER, BEFORE_WHAT_IS_NOT, CHECKS, DELETED, HANGS_ON, HANGS_ON_NOTHING,
            NOT_WANTED, OF, OR, PARTS_THINGS, TICKED, WANTED_ON,
        },
    },
    model::token::{Token, TokenKind},
    parse::reader::Reader,
};

/// The longest goal that is looked at, and the most words of one thing.
const LONGEST: usize = 26;
const LONGEST_THING: usize = 5;

/// The goal in plain words.
pub(super) fn goal(reader: &Reader<'_>, tokens: &[Token]) -> Option<String> {
    let lists = reader.any_is(tokens, A_LIST) && (4..=LONGEST).contains(&tokens.len());
    let quoted = tokens.iter().any(|token| token.kind == TokenKind::Quoted || token.numeric);
    (lists && !quoted).then(|| if_listed(reader, tokens).or_else(|| exchanged(reader, tokens)))?
}

/// What is to be done with one thing where it is on the list, or is not.
fn if_listed(reader: &Reader<'_>, tokens: &[Token]) -> Option<String> {
    let says = |known: &'static str| reader.any_is(tokens, known);
    let make: fn(&str, Option<&str>) -> String = match () {
        () if !hangs(reader, tokens) => return None,
        () if says(TICKED) => offers::mark_done_if_there,
        () if says(DELETED) => offers::delete_if_there,
        () if says(ADDED) => offers::add_if_missing,
        () => return None,
    };
    let polite = HANGS_ON_NOTHING.iter().any(|run| reader.holds(tokens, run));
    let make = if polite && says(ADDED) { offers::add_one_to } else { make };
    let mut gist = Gist::of(reader, tokens);
    for (at, token) in tokens.iter().enumerate() {
        if [HANGS_ON, CHECKS, DELETED, TICKED, ADDED].iter().any(|known| reader.is(token, known)) {
            gist.mark(at, 1, Role::Cue(Cue::Show));
        }
    }
    let mut things: Vec<String> = gist.runs(0, false).into_iter().map(|run| gist.text(run)).collect();
    things.dedup();
    let [thing] = things.as_slice() else { return None };
    let short = thing.split_whitespace().count() <= LONGEST_THING;
    short.then(|| make(thing, gist.list.as_deref()))
}

/// Whether a goal hangs on something. "mail the check" does not.
fn hangs(reader: &Reader<'_>, tokens: &[Token]) -> bool {
    reader.any_is(tokens, HANGS_ON)
        || ASKS_WHETHER.iter().any(|run| reader.begins(reader.grammar.without_courtesy(tokens), run))
        || reader.is_question(tokens) && reader.any_is(tokens, OR)
}

/// One thing off the list and another on it.
fn exchanged(reader: &Reader<'_>, tokens: &[Token]) -> Option<String> {
    let parts = |at: usize| {
        let rest = tokens.get(at..).unwrap_or_default();
        tokens.get(at).is_some_and(|token| token.is_sign(',') || token.is_sign(';') || reader.is(token, PARTS_THINGS))
            || BEFORE_WHAT_IS_NOT.iter().any(|run| reader.begins(rest, run))
    };
    let joints: Vec<usize> = (1..tokens.len()).filter(|at| parts(*at)).collect();
    let starts = std::iter::once(0).chain(joints.iter().copied());
    let ends = joints.iter().copied().chain(std::iter::once(tokens.len()));
    // "add varnish but not wax" takes nothing off.
    if reader.first_is(reader.grammar.without_courtesy(tokens), ADDED) && !reader.any_is(tokens, DELETED) {
        return None;
    }
    let (mut on, mut off, mut list, mut unsaid) = (Vec::new(), Vec::new(), None, false);
    let mut off_first = false;
    for segment in starts.zip(ends).filter_map(|(from, to)| tokens.get(from..to)) {
        let mut gist = Gist::of(reader, segment);
        for (at, token) in segment.iter().enumerate() {
            if [NOT_WANTED, DELETED, ADDED, PARTS_THINGS, OF].iter().any(|known| reader.is(token, known)) {
                gist.mark(at, 1, Role::Cue(Cue::Show));
            }
        }
        let not = reader.any_is(segment, NOT_WANTED) || reader.any_is(segment, DELETED);
        let things = gist.runs(0, false).into_iter().map(|run| gist.text(run));
        match () {
            () if not => {
                off_first |= on.is_empty();
                off.extend(things);
            }
            () if reader.any_is(segment, WANTED_ON) || reader.any_is(segment, ADDED) => on.extend(things),
            () => unsaid |= things.count() > 0,
        }
        list = list.or(gist.list);
    }
    let ([on], [off]) = (on.as_slice(), off.as_slice()) else { return None };
    // "flights belong on the travel list, not holiday" takes nothing off.
    if reader.context.on_list.is_some_and(|lists| lists.has_list(off)) {
        return None;
    }
    let short = [on, off].iter().all(|thing| thing.split_whitespace().count() <= LONGEST_THING);
    let mut each = [offers::add_one_to(on, list.as_deref()), offers::delete(off)];
    // "tofu rather than beef" comes in the place of what goes.
    if off_first || !reader.any_is(tokens, DELETED) {
        each.reverse();
    }
    (short && !unsaid && on != off).then(|| each.join(offers::JOINED))
}
