//! The words the grammar speaks of, each with a number, so that matching compares numbers and never texts.

use crate::model::token::{NUMBER, UNKNOWN, WordId};

/// The words of the grammar; a hash table of its own, because the grammar's words are known, short and never attack it.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    words: Vec<&'static str>,
    /// The hash of each word. It and their length alone distinguish the grammar's own words; a test sees to it that
    /// this is enough.
    hashes: Vec<u32>,
    /// Numbers by hash; [`UNKNOWN`] where nothing stands. Its length is a power of two and twice the words at least.
    places: Vec<WordId>,
}

impl Vocabulary {
    pub(crate) fn new() -> Self {
        Self { words: vec!["\u{0}unknown", "\u{0}number"], hashes: vec![0, 0], places: vec![UNKNOWN; 4096] }
    }

    /// The number of `word`, given out if it is new.
    pub(crate) fn intern(&mut self, word: &'static str) -> WordId {
        self.intern_hashed(word, hash(word))
    }

    /// As [`Self::intern`], for a word whose hash is known.
    pub(crate) fn intern_hashed(&mut self, word: &'static str, hash: u32) -> WordId {
        let place = match self.place(hash, |known| known.len() == word.len()) {
            Ok(id) => return id,
            Err(place) => place,
        };
        let id = self.words.len() as WordId;
        self.words.push(word);
        self.hashes.push(hash);
        if let Some(free) = self.places.get_mut(place) {
            *free = id;
        }
        if self.words.len() * 2 > self.places.len() {
            self.grow();
        }
        id
    }

    /// The hash of no letters.
    pub(crate) const HASH: u32 = 0x811c_9dc5;

    /// The hash of some letters and another one: Fowler, Noll and Vo's.
    pub(crate) const fn hashed(hash: u32, byte: u8) -> u32 {
        (hash ^ byte as u32).wrapping_mul(0x0100_0193)
    }

    /// The number of `word`, or [`UNKNOWN`].
    pub(crate) fn id(&self, word: &str) -> WordId {
        self.place(hash(word), |known| known == word).unwrap_or(UNKNOWN)
    }

    /// The word with a number; none for what the grammar does not speak of, and for numbers in digits.
    pub(crate) fn text(&self, word: WordId) -> Option<&'static str> {
        self.words.get(usize::from(word)).copied().filter(|_| word > NUMBER)
    }

    /// The set of the words in a text, given numbers if they are new.
    pub(crate) fn word_set(&mut self, words: &'static str) -> WordSet {
        let mut set = WordSet::default();
        words.split_whitespace().filter(|word| *word != "|").for_each(|word| set.insert(self.intern(word)));
        set
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of the word with this hash that is the one, or the free place where it belongs.
    fn place(&self, hash: u32, is: impl Fn(&str) -> bool) -> Result<WordId, usize> {
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.places.get(place).copied() {
                Some(UNKNOWN) | None => return Err(place),
                Some(id) => {
                    let at = usize::from(id);
                    if self.hashes.get(at) == Some(&hash) && self.words.get(at).is_some_and(|word| is(word)) {
                        return Ok(id);
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.places = vec![UNKNOWN; self.places.len() * 2];
        for id in 2..self.words.len() {
            let hash = self.hashes.get(id).copied().unwrap_or_default();
            if let Err(place) = self.place(hash, |_| false)
                && let Some(free) = self.places.get_mut(place)
            {
                *free = id as WordId;
            }
        }
    }
}

fn hash(word: &str) -> u32 {
    word.bytes().fold(Vocabulary::HASH, Vocabulary::hashed)
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
            let mut left = *bits;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros();
                left &= left.checked_sub(1)?;
                Some((at * 64) as WordId + bit as WordId)
            })
        })
    }
}
