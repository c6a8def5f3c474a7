//! A refused clause that holds several thoughts: each is read or mended by itself, and all of them are offered as one goal, in
//! their order. Where the clause falls apart is chosen so that the least is lost.

use super::mends_of_piece;
use crate::{
    lang::en::{
        cues::TURNED,
        offers::{self, NO},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        connector::{Connector, connectors},
        reader::Reader,
    },
};

/// The longest clause that is taken apart, and the most pieces it is taken into.
const LONGEST: usize = 48;
const MOST: usize = 5;

/// What a piece costs that is about something else said, that is read by itself, that is mended, and that is left out.
const POINTS: u32 = 1;
const READ: u32 = 1;
const MENDED: u32 = 3;
const LEFT_OUT: u32 = 12;
/// What each connector costs that a piece holds.
const JOINED: u32 = 2;
/// What it costs to leave out why something is asked for.
const REASON: u32 = 1;

/// A clause in pieces.
pub(super) struct Pieces {
    pub(super) said: String,
    /// What could be neither read nor mended.
    pub(super) left_out: Vec<String>,
}

/// What becomes of a range of words.
struct Piece {
    cost: u32,
    said: Option<String>,
    /// Whether it is a reason, which asks for nothing.
    reason: bool,
}

/// A clause, taken apart as often as it has connectors.
struct Clause<'r, 'g, 't> {
    reader: &'r mut Reader<'g>,
    words: &'t [Token],
    segments: Vec<(usize, usize)>,
    joints: Vec<Connector>,
    /// Whether something stands before it that "it" may mean.
    follows: bool,
    reads: &'r dyn Fn(&str) -> bool,
}

/// The clause in pieces; nothing where it is one thought.
pub(super) fn of(
    reader: &mut Reader<'_>,
    words: &[Token],
    follows: bool,
    reads: &dyn Fn(&str) -> bool,
) -> Option<Pieces> {
    let joints = connectors(reader, words);
    let hangs = joints.iter().any(|joint| joint.link.answer.is_some());
    // Of "delete everything but milk" and "add jam, no wait, honey" no part is meant alone.
    let turned = reader.any_is(words, TURNED) || reader.any_is(words, NO);
    if words.len() > LONGEST || hangs || turned || !(1..MOST).contains(&joints.len()) {
        return None;
    }
    let starts = std::iter::once(0).chain(joints.iter().map(|joint| joint.after));
    let ends = joints.iter().map(|joint| joint.before).chain(std::iter::once(words.len()));
    let segments = starts.zip(ends).collect();
    Clause { reader, words, segments, joints, follows, reads }.taken_apart()
}

impl Clause<'_, '_, '_> {
    /// The pieces that cost the least; of those that cost the same, the most.
    fn taken_apart(&mut self) -> Option<Pieces> {
        let count = self.segments.len();
        // How the words up to each segment's end fall apart at the least cost, and where the last piece begins.
        let mut best: Vec<Option<(u32, usize, Piece)>> = Vec::with_capacity(count);
        for last in 0..count {
            let mut cheapest: Option<(u32, usize, Piece)> = None;
            for first in (0..=last).rev().filter(|first| *first > 0 || last + 1 < count) {
                let before = match first.checked_sub(1) {
                    None => Some(0),
                    Some(end) => best.get(end).and_then(Option::as_ref).map(|(cost, ..)| *cost),
                };
                let (Some(before), Some(piece)) = (before, self.piece(first, last)) else { continue };
                let cost = before + piece.cost;
                if cheapest.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    cheapest = Some((cost, first, piece));
                }
            }
            best.push(cheapest);
        }
        let (mut said, mut left_out, mut end) = (Vec::new(), Vec::new(), count);
        while let Some(last) = end.checked_sub(1) {
            let (_, first, piece) = best.get_mut(last)?.take()?;
            match piece.said {
                Some(words) => said.push(words),
                None if piece.reason => {}
                None => left_out.push(self.text(first, last)?.to_owned()),
            }
            end = first;
        }
        said.reverse();
        left_out.reverse();
        let says = |words: &String| words.contains(' ');
        left_out.iter().all(says).then_some(())?;
        (!said.is_empty()).then(|| Pieces { said: said.join(offers::JOINED), left_out })
    }

    fn range(&self, first: usize, last: usize) -> Option<&[Token]> {
        let (from, to) = (self.segments.get(first)?.0, self.segments.get(last)?.1);
        self.words.get(from..to).filter(|words| !words.is_empty())
    }

    fn text(&self, first: usize, last: usize) -> Option<&str> {
        Some(span_of(self.range(first, last)?).of(self.reader.goal))
    }

    /// What becomes of the words from one segment to another; nothing when they are no piece.
    fn piece(&mut self, first: usize, last: usize) -> Option<Piece> {
        let words = self.range(first, last)?.to_vec();
        let text = span_of(&words).of(self.reader.goal);
        let joined = JOINED * u32::try_from(last - first).ok()?;
        let piece =
            |cost: u32, said: &str| Some(Piece { cost: cost + joined, said: Some(said.to_owned()), reason: false });
        let surely = |request: &Request<'_>| {
            !request.doubtful && (request.anchored || request.todo().is_none() || request.acts_on_a_todo())
        };
        let worded = words.iter().any(|token| token.kind == TokenKind::Word);
        let begins = words.first().is_some_and(|first| self.reader.is_beginner(first));
        match self.reader.find(&words) {
            // "my work list" is as often a part of what stands before it.
            Found::Request(request)
                if first > 0
                    && matches!(request.todo(), Some(TodoIntent::List | TodoIntent::ListLoose))
                    && !begins
                    && !self.reader.is_question(&words) => {}
            Found::Request(request) if surely(&request) && !request.follows => return piece(0, text),
            Found::Pointing(_) if first > 0 || self.follows => return piece(POINTS, text),
            _ if worded && words.len() > 1 && (self.reads)(text) => return piece(READ, text),
            _ => {}
        }
        if let Some(said) = mends_of_piece(self.reader, &words) {
            return piece(MENDED, &said);
        }
        (first == last).then_some(())?;
        let told = first.checked_sub(1).and_then(|at| self.joints.get(at)).is_some_and(|joint| joint.link.aside)
            || self.joints.get(last).is_some_and(|joint| joint.link.therefore)
                && self.reader.grammar.is_statement(&words);
        let cost = if told { REASON } else { LEFT_OUT };
        Some(Piece { cost, said: None, reason: told })
    }
}
