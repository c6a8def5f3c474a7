//! The small engine under the grammar: a pattern is a row of slots, a slot a class of token.
//!
//! Matching is greedy with bounded backtracking over optional slots; a pattern has at most [`WIDEST`] slots,
//! so the work at one place of a text does not depend on the text's length.

use crate::lexer::Token;
use crate::lexicon::Class;

/// The most slots a pattern has.
pub(crate) const WIDEST: usize = 11;

/// One place of a pattern: a class, and in the two bits no class has, whether it may be missing and whether it is glued.
#[derive(Clone, Copy)]
pub(crate) struct Slot(Class);

const OPTIONAL: Class = 1 << 127;
const TIGHT: Class = 1 << 126;

/// A token of the class.
pub(crate) const fn one(class: Class) -> Slot {
    assert!(class < TIGHT, "a class has one of the bits that slots need");
    Slot(class)
}

/// A token of the class, or none.
pub(crate) const fn may(class: Class) -> Slot {
    Slot(one(class).0 | OPTIONAL)
}

/// A token of the class with nothing before it.
pub(crate) const fn tight(class: Class) -> Slot {
    Slot(one(class).0 | TIGHT)
}

/// What a pattern matched: the token of each slot.
pub(crate) struct Match<'l> {
    tokens: &'l [Token],
    slots: &'static [Slot],
    places: [Option<u16>; WIDEST],
    /// The first token of the match.
    pub(crate) from: usize,
    /// One past the last token.
    pub(crate) to: usize,
}

impl<'l> Match<'l> {
    /// The `nth` of the tokens matched by slots that name any of the classes.
    fn nth(&self, class: Class, mut nth: usize) -> Option<&'l Token> {
        for (slot, place) in self.slots.iter().zip(&self.places) {
            let Some(place) = place else { continue };
            if slot.0 & class == 0 {
                continue;
            }
            let Some(token) = self.tokens.get(usize::from(*place)) else { continue };
            if token.is(class) {
                if nth == 0 {
                    return Some(token);
                }
                nth -= 1;
            }
        }
        None
    }

    /// The tokens matched by slots that name any of the classes.
    pub(crate) fn all(&self, class: Class) -> All<'_, 'l> {
        All { found: self, class, next: 0 }
    }

    /// The first of them.
    pub(crate) fn get(&self, class: Class) -> Option<&'l Token> {
        self.nth(class, 0)
    }

    /// Its value.
    pub(crate) fn value(&self, class: Class) -> Option<i32> {
        self.get(class).map(|token| token.value)
    }

    /// Whether there is one.
    pub(crate) fn has(&self, class: Class) -> bool {
        self.get(class).is_some()
    }
}

/// The tokens of a match, one after the other.
pub(crate) struct All<'f, 'l> {
    found: &'f Match<'l>,
    class: Class,
    next: usize,
}

impl<'l> Iterator for All<'_, 'l> {
    type Item = &'l Token;

    fn next(&mut self) -> Option<&'l Token> {
        let token = self.found.nth(self.class, self.next)?;
        self.next += 1;
        Some(token)
    }
}

/// Matches the slots against the tokens from `from` on.
pub(crate) fn matches<'l>(tokens: &'l [Token], from: usize, slots: &'static [Slot]) -> Option<Match<'l>> {
    let mut found = Match { tokens, slots, places: [None; WIDEST], from, to: from };
    let to = step(tokens, from, slots, 0, &mut found.places)?;
    found.to = to;
    (to > from).then_some(found)
}

fn step(
    tokens: &[Token],
    at: usize,
    slots: &[Slot],
    number: usize,
    places: &mut [Option<u16>; WIDEST],
) -> Option<usize> {
    let Some(slot) = slots.get(number) else {
        return Some(at);
    };
    if let Some(token) = tokens.get(at)
        && token.is(slot.0)
        && (slot.0 & TIGHT == 0 || token.glued)
    {
        if let Some(place) = places.get_mut(number) {
            *place = u16::try_from(at).ok();
        }
        if let Some(end) = step(tokens, at + 1, slots, number + 1, places) {
            return Some(end);
        }
        if let Some(place) = places.get_mut(number) {
            *place = None;
        }
    }
    if slot.0 & OPTIONAL != 0 { step(tokens, at, slots, number + 1, places) } else { None }
}

/// The classes a match of these slots can begin with.
pub(crate) const fn first_classes(slots: &[Slot]) -> Class {
    let mut classes = 0;
    let mut at = 0;
    while at < slots.len() {
        classes |= slots[at].0 & !(OPTIONAL | TIGHT);
        if slots[at].0 & OPTIONAL == 0 {
            return classes;
        }
        at += 1;
    }
    classes
}
