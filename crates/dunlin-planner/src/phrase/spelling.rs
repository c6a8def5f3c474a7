//! Slips of spelling in the words that phrases say themselves.
//!
//! They are looked for only where words cannot be read as they stand, with the care of the built-in words: what leaves no
//! doubt is taken as it was meant, what may be another word is offered. Values of lists and free text are never touched.

use std::ops::Range;

use super::{
    book::PhraseBook,
    compile::Compiled,
    derive::Capture,
    letters::Letters,
    recognize::{Heard, Reading},
};
use dunlin_base::one_slip;

use crate::{
    lang::grammar::grammar,
    model::token::UNKNOWN,
    spelling::{is_sure, same_letters},
};

/// The longest sentence that is looked through, in words.
const MAX_WORDS: usize = 60;
/// How many ways to put a sentence right are tried.
const MAX_WAYS: usize = 8;

/// How much must speak for a word before it is taken for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// It can hardly be anything else.
    Sure,
    /// It comes near.
    Near,
}

/// A word that is taken for another: where its letters stand, and those of the other.
type Slip<'l> = (Range<usize>, &'l [char]);

impl PhraseBook {
    /// Whether a word of a goal can hardly be anything but a misspelt word of a phrase.
    pub(crate) fn has_slips(&self, text: &str) -> bool {
        let Some(compiled) = self.compiled().ok().filter(|_| !self.is_empty()) else { return false };
        let sentence = Letters::of(text, compiled.accents);
        !slips(&compiled, &sentence, Care::Sure).is_empty()
    }

    /// What words ask for that are misspelt, each with the words as they are meant.
    pub(crate) fn respelt(&self, text: &str, heard: &Heard<'_>, care: Care) -> Vec<(Vec<Reading>, String)> {
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let sentence = Letters::of(text, compiled.accents);
        let slips = slips(&compiled, &sentence, care);
        let choices = slips.first().map_or(0, |(_, near)| near.len());
        let read = |way: usize| {
            // Of the first slip each word that comes near is tried, of all others the first one.
            let taken = slips
                .iter()
                .enumerate()
                .filter_map(|(at, (place, near))| Some((place.clone(), *near.get(if at == 0 { way } else { 0 })?)));
            let taken: Vec<Slip<'_>> = taken.collect();
            let (respelt, places) = with_slips(&sentence, &taken);
            let mut readings = self.readings_of(&respelt, text, heard);
            let is_value = |capture: &Capture| {
                capture.value.is_some()
                    && places.iter().any(|place| capture.from < place.end && place.start < capture.to)
            };
            readings.retain(|reading| !reading.captures.iter().any(is_value));
            let best = readings.first()?;
            let mut said = text.to_owned();
            for (place, letters) in taken.iter().rev() {
                let span = sentence.span(place.start, place.end);
                let is_text = best.spans.iter().any(|(_, filled)| filled.overlaps(span));
                if let (false, Some(before), Some(after)) = (is_text, said.get(..span.start), said.get(span.end..)) {
                    said = [before, &letters.iter().collect::<String>(), after].concat();
                }
            }
            Some((readings, said))
        };
        (0..choices.min(MAX_WAYS)).filter_map(read).collect()
    }
}

/// The words of a sentence that come near to words of phrases, and to nothing else that is known.
fn slips<'c>(compiled: &'c Compiled, sentence: &Letters, care: Care) -> Vec<(Range<usize>, Vec<&'c [char]>)> {
    let mut found = Vec::new();
    if sentence.glued {
        return found;
    }
    let signs: Vec<char> = sentence.letters.iter().map(|letter| letter.sign).collect();
    let mut from = 0;
    for word in signs.split(|sign| *sign == ' ').take(MAX_WORDS) {
        let place = from..from + word.len();
        from = place.end + 1;
        let lexicon = compiled.lexicon();
        let is_word = word.len() > 2 && word.iter().all(|sign| sign.is_alphabetic());
        if !is_word || lexicon.has(word) || grammar().vocabulary().id(&word.iter().collect::<String>()) != UNKNOWN {
            continue;
        }
        let near = |known: &&[char]| {
            known.len().abs_diff(word.len()) < 2
                && one_slip(word, known)
                && match care {
                    Care::Sure => is_sure(word, known),
                    // Of so short words only those with two letters swapped are slips.
                    Care::Near => word.len() > 3 || same_letters(word, known),
                }
        };
        let near: Vec<&[char]> = lexicon.words().filter(near).take(MAX_WAYS).collect();
        // What may be two words is not taken for one.
        let is_clear = match care {
            Care::Sure => near.len() == 1,
            Care::Near => !near.is_empty(),
        };
        if is_clear && !compiled.is_in_a_list(word) {
            found.push((place, near));
        }
    }
    found
}

/// The sentence with other letters for some words, and where those stand in it. Each letter says that it stands for all of the
/// word that was written.
fn with_slips(sentence: &Letters, slips: &[Slip<'_>]) -> (Letters, Vec<Range<usize>>) {
    let mut respelt =
        Letters { letters: Vec::with_capacity(sentence.letters.len() + slips.len()), glued: sentence.glued };
    let mut places = Vec::with_capacity(slips.len());
    let mut from = 0;
    for (place, letters) in slips {
        respelt.letters.extend_from_slice(sentence.letters.get(from..place.start).unwrap_or_default());
        let start = respelt.letters.len();
        respelt.write(letters, sentence.span(place.start, place.end));
        places.push(start..respelt.letters.len());
        from = place.end;
    }
    respelt.letters.extend_from_slice(sentence.letters.get(from..).unwrap_or_default());
    (respelt, places)
}
