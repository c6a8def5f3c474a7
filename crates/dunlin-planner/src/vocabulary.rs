//! The words the grammar speaks of, each with a number, so that matching compares numbers and never texts.

use std::collections::HashMap;

/// A word's number.
pub(crate) type WordId = u16;

/// Any word the grammar does not speak of.
pub(crate) const UNKNOWN: WordId = 0;
/// Any number in digits.
pub(crate) const NUMBER: WordId = 1;

/// The words of the grammar.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    ids: HashMap<Box<str>, WordId>,
}

impl Vocabulary {
    pub(crate) fn new() -> Self {
        let mut ids = HashMap::with_capacity(1024);
        ids.insert("\u{0}unknown".into(), UNKNOWN);
        ids.insert("\u{0}number".into(), NUMBER);
        Self { ids }
    }

    /// The number of `word`, given out if it is new.
    pub(crate) fn intern(&mut self, word: &str) -> WordId {
        if let Some(id) = self.ids.get(word) {
            return *id;
        }
        let id = self.ids.len() as WordId;
        self.ids.insert(word.into(), id);
        id
    }

    /// The number of `word`, or [`UNKNOWN`].
    pub(crate) fn id(&self, word: &str) -> WordId {
        self.ids.get(word).copied().unwrap_or(UNKNOWN)
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
}

/// A set of words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WordSet {
    bits: Vec<u64>,
}

impl WordSet {
    pub(crate) fn insert(&mut self, word: WordId) {
        let at = usize::from(word) / 64;
        if self.bits.len() <= at {
            self.bits.resize(at + 1, 0);
        }
        if let Some(bits) = self.bits.get_mut(at) {
            *bits |= 1 << (word % 64);
        }
    }

    pub(crate) fn contains(&self, word: WordId) -> bool {
        self.bits.get(usize::from(word) / 64).is_some_and(|bits| bits >> (word % 64) & 1 == 1)
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        if self.bits.len() < other.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        self.bits.iter_mut().zip(&other.bits).for_each(|(mine, theirs)| *mine |= theirs);
    }

    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.bits.iter().zip(&other.bits).any(|(mine, theirs)| mine & theirs != 0)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = WordId> {
        self.bits.iter().enumerate().flat_map(|(at, bits)| {
            (0..64u16).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| at as WordId * 64 + bit)
        })
    }
}
