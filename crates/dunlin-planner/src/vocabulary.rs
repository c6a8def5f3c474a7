//! The words the grammar speaks of, each with a number, so that matching compares numbers and never texts.

/// A word's number.
pub(crate) type WordId = u16;

/// Any word the grammar does not speak of.
pub(crate) const UNKNOWN: WordId = 0;
/// Any number in digits.
pub(crate) const NUMBER: WordId = 1;

/// The words of the grammar; a hash table of its own, because the grammar's words are known, short and never attack it.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    words: Vec<&'static str>,
    /// Numbers by hash; [`UNKNOWN`] where nothing stands. Its length is a power of two and twice the words at least.
    places: Vec<WordId>,
}

impl Vocabulary {
    pub(crate) fn new() -> Self {
        Self { words: vec!["\u{0}unknown", "\u{0}number"], places: vec![UNKNOWN; 4096] }
    }

    /// The number of `word`, given out if it is new.
    pub(crate) fn intern(&mut self, word: &'static str) -> WordId {
        let place = match self.place(word) {
            Ok(id) => return id,
            Err(place) => place,
        };
        let id = self.words.len() as WordId;
        self.words.push(word);
        if let Some(free) = self.places.get_mut(place) {
            *free = id;
        }
        if self.words.len() * 2 > self.places.len() {
            self.grow();
        }
        id
    }

    /// The number of `word`, or [`UNKNOWN`].
    pub(crate) fn id(&self, word: &str) -> WordId {
        self.place(word).unwrap_or(UNKNOWN)
    }

    /// The word with a number; none for what the grammar does not speak of, and for numbers in digits.
    pub(crate) fn text(&self, word: WordId) -> Option<&'static str> {
        self.words.get(usize::from(word)).copied().filter(|_| word > NUMBER)
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// The number of `word`, or the free place where it belongs.
    fn place(&self, word: &str) -> Result<WordId, usize> {
        let mask = self.places.len() - 1;
        let mut place = hash(word) & mask;
        loop {
            match self.places.get(place).copied() {
                Some(UNKNOWN) | None => return Err(place),
                Some(id) if self.words.get(usize::from(id)) == Some(&word) => return Ok(id),
                Some(_) => place = (place + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.places = vec![UNKNOWN; self.places.len() * 2];
        for id in 2..self.words.len() {
            let word = self.words.get(id).copied().unwrap_or("");
            if let Err(place) = self.place(word)
                && let Some(free) = self.places.get_mut(place)
            {
                *free = id as WordId;
            }
        }
    }
}

/// Fowler, Noll and Vo's hash.
fn hash(word: &str) -> usize {
    word.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) as usize
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
