//! What the planner knows of languages: one folder each, of which code knows the tables and never the words.

pub(crate) mod en;
pub(crate) mod grammar;
mod phrase_set;
pub(crate) mod spoken;
pub(crate) mod word_lists;

/// Whether a class has a word; the words of a class stand with spaces between them.
///
/// A goal is looked at through some hundred classes, word by word, so this steps from space to space and compares only where
/// the first letter fits.
pub(crate) fn holds(class: &str, word: &str) -> bool {
    let (mut rest, word) = (class.as_bytes(), word.as_bytes());
    while rest.len() >= word.len() && !word.is_empty() {
        let ends = |after: &[u8]| matches!(after, [] | [b' ', ..]);
        if rest.first() == word.first() && rest.strip_prefix(word).is_some_and(ends) {
            return true;
        }
        let Some(space) = rest.iter().position(|byte| *byte == b' ') else { return false };
        rest = rest.get(space + 1..).unwrap_or_default();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn a_class_has_its_words_and_no_parts_of_them() {
        let class = "a an some of the";
        for word in class.split(' ') {
            assert!(holds(class, word), "{word}");
        }
        for word in ["", " ", "so", "som", "somes", "he", "o", "f", "thee", "é"] {
            assert!(!holds(class, word), "{word}");
        }
        assert!(!holds("", "a") && !holds("", "") && holds("café au lait", "café"));
    }
}
