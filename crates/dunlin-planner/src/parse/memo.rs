//! What was found for which words, so that a range of words is read once however many stages ask for it.

use std::collections::HashMap;

use crate::model::{
    request::{Found, Slots},
    token::Token,
};

/// What was found, by the first word's place and the number of words. Nothing is ever forgotten: no two words have the same
/// place.
#[derive(Default)]
pub(super) struct Memo(HashMap<(u32, u32), Kept>);

/// Something found, and where the words of its slots stand, counted from the first word.
struct Kept {
    found: Found<'static>,
    slots: [Option<(u32, u32)>; 6],
}

impl Memo {
    pub(super) fn get<'t>(&self, tokens: &'t [Token]) -> Option<Found<'t>> {
        let Kept { found, slots } = self.0.get(&key(tokens)?)?;
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
        self.0.insert(key, Kept { found, slots });
    }
}

fn key(tokens: &[Token]) -> Option<(u32, u32)> {
    Some((tokens.first()?.index, tokens.len() as u32))
}
