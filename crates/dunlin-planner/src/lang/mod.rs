//! What the planner knows of languages: one folder each, of which code knows the tables and never the words.

pub(crate) mod en;
pub(crate) mod grammar;
pub(crate) mod spoken;

/// Whether a class has a word; the words of a class stand with spaces between them.
pub(crate) fn holds(class: &str, word: &str) -> bool {
    class.split(' ').any(|known| !known.is_empty() && known == word)
}
