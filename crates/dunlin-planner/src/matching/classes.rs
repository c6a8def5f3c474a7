//! The words and classes that all programs share: what each class can begin with, and what a pattern needs, told without compiling
//! it.

use crate::matching::{
    pattern::{Notation, Opening, Pieces, Table},
    program::Need,
    vocabulary::{Vocabulary, WordSet},
};
use std::sync::OnceLock;

/// The words of a grammar and its classes.
pub(crate) struct Classes {
    pub(crate) vocabulary: Vocabulary,
    names: Vocabulary,
    all: Vec<Class>,
}

/// A word class. No class may name itself, directly or by others; a test sees to it.
struct Class {
    pattern: &'static str,
    /// The words it can begin with; none when it can begin with anything.
    first: OnceLock<Option<WordSet>>,
}

impl Classes {
    pub(super) fn new(vocabulary: Vocabulary, classes: Table) -> Self {
        let mut names = Vocabulary::new();
        let class = |(name, pattern): &(&'static str, &'static str)| {
            names.intern(name);
            Class { pattern, first: OnceLock::new() }
        };
        let all = classes.iter().map(class).collect();
        Self { vocabulary, names, all }
    }

    pub(super) fn notation(&self) -> Notation<'_> {
        Notation { vocabulary: &self.vocabulary, names: &self.names }
    }

    /// The pattern of a class.
    pub(super) fn pattern_of(&self, class: u16) -> Option<&'static str> {
        self.all.get(usize::from(class)).map(|class| class.pattern)
    }

    /// The words a pattern can begin with; none when it can begin with anything. A `row` has no alternatives outside brackets.
    pub(crate) fn first_words(&self, pattern: &'static str, row: bool) -> Option<WordSet> {
        self.begins(&mut Pieces::of(pattern), row)
    }

    fn begins(&self, pieces: &mut Pieces, row: bool) -> Option<WordSet> {
        let (mut words, mut open) = (WordSet::default(), false);
        let empty = self.notation().openings(pieces, row, &mut |opening| match opening {
            Opening::Word(word) => words.insert(word),
            Opening::Class(class) => match self.first_of(class) {
                Some(first) => words.add_all(first),
                None => open = true,
            },
            Opening::Free => open = true,
        });
        (!open && !empty).then_some(words)
    }

    /// What must occur for a row to fit, told without compiling it, for most rows that a goal comes upon are ruled out by it:
    /// what stands outside all brackets, and how each group in round ones begins.
    pub(crate) fn needs(&self, row: &'static str) -> Vec<Need> {
        let mut needs = Vec::new();
        let mut pieces = Pieces::of(row);
        while let Some(piece) = pieces.next() {
            let need = match piece {
                "[" => {
                    pieces.skip(piece);
                    None
                }
                "(" => self.begins(&mut pieces, false).map(Need::Words),
                _ => match self.notation().opening(piece) {
                    Opening::Word(word) => Some(Need::Word(word)),
                    Opening::Class(class) => Some(Need::Class(class)),
                    Opening::Free => None,
                },
            };
            needs.extend(need);
        }
        // A word is looked up at once, a set is gone through.
        needs.sort_by_key(|need| !matches!(need, Need::Word(_)));
        needs
    }

    /// The words a class can begin with; none when it can begin with anything.
    pub(crate) fn first_of(&self, class: u16) -> Option<&WordSet> {
        let class = self.all.get(usize::from(class))?;
        class.first.get_or_init(|| self.first_words(class.pattern, false)).as_ref()
    }

    /// The words that a class is one of, when it is nothing else.
    pub(crate) fn words_of(&self, class: u16) -> Option<&WordSet> {
        let text = self.all.get(usize::from(class))?.pattern.as_bytes();
        // Single words between bars have two spaces for each of these.
        let spaces = text.iter().try_fold(0, |spaces, byte| match byte {
            b'[' | b'(' | b'<' | b'{' => None,
            b' ' => Some(spaces + 1),
            b'|' => Some(spaces - 2),
            _ => Some(spaces),
        });
        self.first_of(class).filter(|_| spaces == Some(0))
    }

    /// Whether a clause with these words can match at all; a quick test before matching.
    pub(crate) fn possible(&self, needs: &[Need], words: &WordSet) -> bool {
        needs.iter().all(|need| match need {
            Need::Word(word) => words.contains(*word),
            Need::Class(class) => self.first_of(*class).is_none_or(|set| set.meets(words)),
            Need::Words(set) => set.meets(words),
        })
    }
}
