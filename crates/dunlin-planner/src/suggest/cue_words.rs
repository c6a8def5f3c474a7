//! The phrases that are cues for what somebody wants, found by their first word.

use std::{collections::HashMap, sync::LazyLock};

use crate::lang::en::cues::{CUES, Cue};

/// The words of a phrase, and what it is a cue for.
pub(super) type Phrase = (Cue, Vec<&'static str>);

/// The phrases of the cues by their first word, in the order of the cues.
pub(super) static PHRASES: LazyLock<HashMap<&str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut by_first: HashMap<&str, Vec<Phrase>> = HashMap::new();
    for (cue, phrases) in CUES {
        for phrase in phrases.split('|') {
            let words: Vec<&str> = phrase.split_whitespace().collect();
            if let Some(first) = words.first() {
                by_first.entry(first).or_default().push((*cue, words));
            }
        }
    }
    by_first
});
