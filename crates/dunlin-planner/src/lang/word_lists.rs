//! The lists of words that goals are looked at through, as numbers. They are written as text, "add put buy", and a goal asks some
//! thousand times whether a word is of one: so each list is turned into the numbers of its words when it is first asked for.

use std::sync::OnceLock;

use crate::{
    matching::vocabulary::Vocabulary,
    model::token::{NUMBER, UNKNOWN, WordId},
};

/// How many lists there is room for: twice those that there are. What finds none is read as text.
const ROOM: usize = 4096;
/// How many places are tried for a list.
const TRIES: usize = 8;

/// The lists that were asked for, each near the place that its address gives.
static LISTS: [OnceLock<Box<WordList>>; ROOM] = [const { OnceLock::new() }; ROOM];

/// A list of words.
pub(crate) struct WordList {
    /// As it is written. Lists are constants, so where it lies in memory says which one it is.
    text: &'static str,
    /// A bit for the number of each word, by its last six: most words are of no list, and this says so at once.
    bits: u64,
    known: Box<[WordId]>,
    /// Those of which the vocabulary has no number.
    others: Box<[&'static str]>,
}

impl WordList {
    /// The list of this text, by the numbers of the grammar's one vocabulary; nothing where there is no room.
    #[inline]
    pub(crate) fn of(text: &'static str, vocabulary: &Vocabulary) -> Option<&'static Self> {
        // Texts lie close to each other, and the multiplier, of the golden ratio, spreads them.
        let home = ((text.as_ptr().addr() as u32).wrapping_mul(0x9e37_79b9) >> 20) as usize;
        (home..home + TRIES).find_map(|place| {
            let list = LISTS.get(place % ROOM)?.get_or_init(|| Box::new(Self::read(text, vocabulary)));
            std::ptr::eq(list.text, text).then_some(list.as_ref())
        })
    }

    fn read(text: &'static str, vocabulary: &Vocabulary) -> Self {
        let (mut known, mut others) = (Vec::new(), Vec::new());
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            match vocabulary.id(word) {
                UNKNOWN | NUMBER => others.push(word),
                id => known.push(id),
            }
        }
        let bits = known.iter().fold(0, |bits, word| bits | bit(*word));
        Self { text, bits, known: known.into(), others: others.into() }
    }

    /// Whether it has the word with this number; nothing where that is to be told by its letters.
    #[inline]
    pub(crate) fn has(&self, word: WordId) -> Option<bool> {
        match word {
            UNKNOWN => self.others.is_empty().then_some(false),
            NUMBER => None,
            word => Some(self.bits & bit(word) != 0 && self.known.contains(&word)),
        }
    }

    /// Whether it has a word that the vocabulary has no number for.
    pub(crate) fn has_other(&self, word: &str) -> bool {
        self.others.contains(&word)
    }
}

const fn bit(word: WordId) -> u64 {
    1 << (word % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::{en::short_forms::SHORT_FORMS, grammar::grammar, holds};

    #[test]
    fn a_list_has_the_words_that_its_text_has() {
        const LISTS: [&str; 4] = ["add put buy", "delete  zyzzyva remove", "", "zyzzyva"];
        let vocabulary = grammar().vocabulary();
        for text in LISTS {
            let list = WordList::of(text, vocabulary).unwrap();
            assert!(std::ptr::eq(list, WordList::of(text, vocabulary).unwrap()), "made twice");
            for word in ["add", "put", "delete", "remove", "todo"] {
                assert_eq!(list.has(vocabulary.id(word)), Some(holds(text, word)), "{text:?} {word:?}");
            }
        }
        let told = |text| WordList::of(text, vocabulary).unwrap().has(UNKNOWN);
        assert_eq!(LISTS.map(told), [Some(false), None, Some(false), None], "letters tell where a word has no number");
        let other = |text| WordList::of(text, vocabulary).unwrap().has_other("zyzzyva");
        assert_eq!(LISTS.map(other), [false, true, false, true]);
    }

    #[test]
    fn a_word_without_a_number_is_no_word_of_the_vocabulary() {
        let vocabulary = grammar().vocabulary();
        for (short, meant) in SHORT_FORMS {
            assert_ne!(vocabulary.id(meant), UNKNOWN, "{short:?} would be looked for by its own letters");
        }
    }
}
