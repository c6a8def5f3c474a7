//! What matching has visited and has yet to visit, and what it found out about word classes. It knows no pattern and no
//! grammar.

use crate::{matching::pattern::Captures, model::token::Token};

/// Where a class can end that begins at some place, with the list's name when one stands in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// The index of the token after it.
    pub(crate) place: u32,
    /// Where the name stands, counted from the class's first token; [`NOWHERE`](crate::matching::pattern::NOWHERE) without one.
    pub(crate) name: (u16, u16),
}

/// Working memory of matching, kept between clauses.
#[derive(Default)]
pub(crate) struct Memory {
    visited: Vec<u64>,
    pub(crate) stack: Vec<(u16, u16, Captures)>,
    /// By place and class: the index in `spans` and one more than `old`; what is no more than `old` was not asked for yet.
    known: Vec<u32>,
    old: u32,
    spans: Vec<(u32, u32)>,
    ends: Vec<End>,
    /// The run of tokens that `known` is about: its first and its end.
    about: (usize, usize),
    classes: usize,
}

impl Memory {
    /// Makes ready for matching `tokens`. What is known of classes holds for all runs that end at the same token.
    pub(crate) fn prepare(&mut self, tokens: &[Token], classes: usize) {
        let first = tokens.first().map_or(0, |token| token.index as usize);
        let end = first + tokens.len();
        self.visited.clear();
        self.stack.clear();
        self.classes = classes;
        if self.about.1 != end || first < self.about.0 {
            // A number separates what was known from what will be: a long goal has many runs, each of them much to wipe.
            self.old = self.old.saturating_add(self.spans.len() as u32);
            self.spans.clear();
            self.ends.clear();
            self.about = (first, end);
            let size = (end - first + 1) * classes;
            if self.known.len() < size {
                self.known.resize(size, 0);
            }
        }
    }

    fn slot(&self, class: u16, place: usize) -> usize {
        place.saturating_sub(self.about.0) * self.classes + usize::from(class)
    }

    /// Where a class can end that begins at `place`, when that is known.
    pub(crate) fn ends_of(&self, class: u16, place: usize) -> Option<(u32, u32)> {
        let at = self.known.get(self.slot(class, place)).copied().filter(|at| *at > self.old)?;
        self.spans.get((at - self.old) as usize - 1).copied()
    }

    pub(crate) fn end(&self, at: u32) -> Option<End> {
        self.ends.get(at as usize).copied()
    }

    /// Keeps where a class can end.
    pub(crate) fn keep(&mut self, class: u16, place: usize, found: &[End]) -> (u32, u32) {
        let span = (self.ends.len() as u32, found.len() as u32);
        self.ends.extend_from_slice(found);
        self.spans.push(span);
        let at = self.slot(class, place);
        if let Some(known) = self.known.get_mut(at) {
            *known = self.old.saturating_add(self.spans.len() as u32);
        }
        span
    }

    /// Room for `bits` marks, and where it begins.
    pub(crate) fn open(&mut self, bits: usize) -> usize {
        let base = self.visited.len();
        self.visited.resize(base + bits / 64 + 1, 0);
        base
    }

    /// Gives the room back.
    pub(crate) fn close(&mut self, base: usize) {
        self.visited.truncate(base);
    }

    pub(crate) fn first_visit(&mut self, base: usize, bit: usize) -> bool {
        let Some(bits) = self.visited.get_mut(base + bit / 64) else { return false };
        let mask = 1 << (bit % 64);
        let first = *bits & mask == 0;
        *bits |= mask;
        first
    }
}
