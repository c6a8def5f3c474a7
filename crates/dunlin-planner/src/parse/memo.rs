//! What was found for which words, so that a range of words is read once however many stages ask for it.

use std::collections::HashMap;

use crate::model::{
    reading::Clause,
    request::{Found, Slots},
    token::Token,
};

/// What was found, by the first word's place and the number of words. Nothing is ever forgotten: no two words have the same
/// place.
#[derive(Default)]
pub(super) struct Memo {
    found: HashMap<(u32, u32), Kept>,
    /// The words that were split last, and their clauses: a goal is split to look at it, and mostly it then stays as it is.
    split: Option<((u32, u32), Vec<Clause>)>,
}

/// Something found, and where the words of its slots stand, counted from the first word.
struct Kept {
    found: Found<'static>,
    slots: [Option<(u32, u32)>; 6],
}

impl Memo {
    pub(super) fn get<'t>(&self, tokens: &'t [Token]) -> Option<Found<'t>> {
        let Kept { found, slots } = self.found.get(&key(tokens)?)?;
        let words = slots.map(|slot| {
            let (start, length) = slot?;
            tokens.get(start as usize..(start + length) as usize)
        });
        Some(found.with_slots(Slots::from_each(words)))
    }

    pub(super) fn keep(&mut self, tokens: &[Token], found: &Found<'_>) {
        let Some(key) = key(tokens) else { return };
        let place = |slot: Option<&[Token]>| {
            let slot = slot?;
            Some((slot.first().map_or(0, |first| first.index - key.0), slot.len() as u32))
        };
        let slots = found.request().map_or_else(Slots::default, |request| request.slots).each().map(place);
        let found = found.with_slots(Slots::default());
        self.found.insert(key, Kept { found, slots });
    }

    /// The clauses of these words, if they were split last; they are given once.
    pub(super) fn take_clauses(&mut self, tokens: &[Token]) -> Option<Vec<Clause>> {
        let key = key(tokens)?;
        self.split.take_if(|(split, _)| *split == key).map(|(_, clauses)| clauses)
    }

    pub(super) fn keep_clauses(&mut self, tokens: &[Token], clauses: &[Clause]) {
        self.split = key(tokens).map(|key| (key, clauses.to_vec()));
    }
}

fn key(tokens: &[Token]) -> Option<(u32, u32)> {
    Some((tokens.first()?.index, tokens.len() as u32))
}
