//! Words that several readings fit alike, made into words that only one fits.
//!
//! What tells the readings apart stands in parentheses behind the words: the tool ("hum a song (whistle)") or the values of
//! slots ("send milk to Ann (pal 2)"). Where a value has a name of its own beside the shared one, that name is put in the
//! place of the shared one instead. Both are read again as exactly the reading that they were made for.

use serde_json::Value;

use super::{
    book::PhraseBook,
    given::List,
    recognize::{Heard, Reading},
    source::{FoundValue, Source},
    values::write_out,
};

/// How many readings are offered.
const MOST: usize = 8;
/// How many names of a value are tried.
const NAMES: usize = 20;

impl PhraseBook {
    /// The readings that are as good as the first one and would do something else, with the first one; only that where it is
    /// meant without doubt.
    ///
    /// Of one tool's own phrases the one that was registered first is meant; two tools, or two values, are a question.
    pub(crate) fn alike<'r>(&self, readings: &'r [Reading]) -> Vec<&'r Reading> {
        let mut alike: Vec<&Reading> = Vec::new();
        for reading in
            readings.iter().take_while(|reading| readings.first().is_some_and(|best| best.rank == reading.rank))
        {
            let own = alike.iter().find(|known| self.tool_name(known) == self.tool_name(reading));
            if own.is_none_or(|known| known.entry == reading.entry) {
                alike.push(reading);
            }
        }
        alike
    }

    fn tool_name(&self, reading: &Reading) -> &str {
        self.entries.get(reading.entry).map_or("", |entry| entry.tool.name.as_str())
    }

    /// For words that several readings fit alike, words that only one fits, for each of them; nothing where there is no doubt.
    pub(crate) fn choices(&self, words: &str, heard: &Heard<'_>) -> Vec<String> {
        let readings = self.readings(words, heard);
        let alike = self.alike(&readings);
        if alike.len() < 2 {
            return Vec::new();
        }
        let choice = |wanted: &&Reading| {
            let means_it = |words: &String| {
                let again = self.readings(words, heard);
                matches!(*self.alike(&again), [only] if only.input == wanted.input && self.tool_name(only) == self.tool_name(wanted))
            };
            self.renamed(words, wanted, &alike).into_iter().chain([self.labelled(words, wanted, &alike)]).find(means_it)
        };
        alike.iter().take(MOST).filter_map(choice).collect()
    }

    /// The words with another name for each value that others share a name with.
    fn renamed(&self, words: &str, wanted: &Reading, alike: &[&Reading]) -> Vec<String> {
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let mut said = Vec::new();
        for capture in &wanted.captures {
            let Some(slot) = compiled.slots.get(usize::from(capture.slot)) else { continue };
            let differs = |other: &&Reading| other.input.get(slot) != wanted.input.get(slot);
            let span = wanted.spans.iter().find(|(name, _)| name == slot).map(|(_, span)| *span);
            let source = compiled.sources.get(capture.source as usize);
            let (Some(Source::Values { list, .. }), Some(FoundValue::Listed(value)), Some(span)) =
                (source, capture.value, span)
            else {
                continue;
            };
            let List::Values(values) = &**list else { continue };
            let Some(meant) = values.get(value as usize).filter(|_| alike.iter().any(differs)) else { continue };
            for value in values.iter().filter(|value| value.out == meant.out).take(NAMES) {
                let mut names = vec![String::new()];
                // A name that is made of rules is left out: its words are not at hand here.
                if write_out(&value.said.piece, &|_| None, &mut names, 0).is_ok() {
                    let (before, after) = (words.get(..span.start), words.get(span.end..));
                    let whole =
                        |name: String| [before.unwrap_or_default(), name.trim(), after.unwrap_or_default()].concat();
                    said.extend(names.into_iter().take(NAMES).map(whole));
                }
            }
        }
        said.truncate(NAMES);
        said
    }

    /// The words with what tells the reading from the others in parentheses behind them.
    fn labelled(&self, words: &str, wanted: &Reading, alike: &[&Reading]) -> String {
        let tool = self.tool_name(wanted);
        let own = || alike.iter().filter(|other| self.tool_name(other) == tool);
        let mut labels = Vec::new();
        if own().count() < alike.len() {
            labels.push(tool_label(tool));
        }
        let differs = |slot: &String, value: &Value| own().any(|other| other.input.get(slot) != Some(value));
        labels.extend(
            wanted.input.iter().filter(|(slot, value)| differs(slot, value)).map(|(slot, value)| label(slot, value)),
        );
        [words.trim_end_matches(['.', '!', '?', ' ']), " (", &labels.join(", "), ")"].concat()
    }

    /// The readings of words that say in parentheses behind them which reading is meant; nothing where they say none.
    pub(crate) fn named_readings(&self, text: &str, heard: &Heard<'_>) -> Option<Vec<Reading>> {
        let inside = text.trim_end_matches(['.', '!', '?', ' ']).strip_suffix(')')?;
        // A label may hold parentheses itself.
        inside.match_indices('(').rev().take(4).find_map(|(at, _)| {
            let (words, labels) = (inside.get(..at)?, inside.get(at + 1..)?);
            let mut readings = self.unnamed_readings(words, heard);
            readings.retain(|reading| self.is_named_by(reading, labels));
            (!readings.is_empty()).then_some(readings)
        })
    }

    /// Whether labels are some of a reading's own, in its order.
    fn is_named_by(&self, reading: &Reading, labels: &str) -> bool {
        let mut rest = labels.trim();
        let own = reading.input.iter().map(|(slot, value)| label(slot, value));
        for own in std::iter::once(tool_label(self.tool_name(reading))).chain(own) {
            let Some(after) = rest.strip_prefix(own.as_str()) else { continue };
            match after.strip_prefix(',') {
                Some(more) => rest = more.trim_start(),
                None if after.is_empty() => return true,
                None => {}
            }
        }
        false
    }
}

/// A tool's name as it is said.
fn tool_label(name: &str) -> String {
    name.replace('_', " ")
}

/// A value of a slot as it is said: in quotes unless it is a single word or a number.
fn label(slot: &str, value: &Value) -> String {
    let word = value
        .as_str()
        .filter(|text| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_')));
    let value = word.map_or_else(|| value.to_string(), str::to_owned);
    [&slot.replace('_', " "), " ", &value].concat()
}
