//! What was found for which words, so that a range of words is read once however many stages ask for it.

use std::collections::HashMap;

use super::{Found, Request};
use crate::token::Token;

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
        let [item, text, name, when, position, value] = slots.map(|slot| {
            let (start, length) = slot?;
            tokens.get(start as usize..(start + length) as usize)
        });
        let whole = |request: &Request<'static>| Request { item, text, name, when, position, value, ..request.clone() };
        Some(match found {
            Found::Request(request) => Found::Request(whole(request)),
            Found::Pointing(request) => Found::Pointing(whole(request)),
            Found::Missing(request) => Found::Missing(whole(request)),
            Found::Nothing => Found::Nothing,
        })
    }

    pub(super) fn keep(&mut self, tokens: &[Token], found: &Found<'_>) {
        let Some(key) = key(tokens) else { return };
        let place = |slot: Option<&[Token]>| {
            let slot = slot?;
            Some((slot.first().map_or(0, |first| first.index - key.0), slot.len() as u32))
        };
        let slots = |of: &Request<'_>| [of.item, of.text, of.name, of.when, of.position, of.value].map(place);
        let (found, slots) = match found {
            Found::Request(request) => (Found::Request(request.without_words()), slots(request)),
            Found::Pointing(request) => (Found::Pointing(request.without_words()), slots(request)),
            Found::Missing(request) => (Found::Missing(request.without_words()), slots(request)),
            Found::Nothing => (Found::Nothing, [None; 6]),
        };
        self.0.insert(key, Kept { found, slots });
    }
}

fn key(tokens: &[Token]) -> Option<(u32, u32)> {
    Some((tokens.first()?.index, tokens.len() as u32))
}
