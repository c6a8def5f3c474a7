//! A clause of a goal as a command of the host's own.

use dunlin_base::Span;

use super::{
    book::PhraseBook,
    letters::{Accents, signs},
    recognize::{Heard, Reading},
    spelling::Care,
};
use crate::model::asked::Command;

/// How many sentences of each tool are looked at for an offer.
const LOOKED_AT: usize = 12;
/// How many sentences are offered.
const OFFERED: usize = 3;

impl PhraseBook {
    /// What words of a goal ask a tool for; `start` is where they stand.
    pub(crate) fn command(&self, words: &str, start: usize, heard: &Heard<'_>) -> Option<Command> {
        self.command_of(&self.readings(words, heard), words, start, heard)
    }

    /// What words of a goal ask a tool for of which these point at something said before, in the place of a known value.
    pub(crate) fn pointing_command(
        &self,
        words: &str,
        start: usize,
        heard: &Heard<'_>,
        pointing: &[&str],
    ) -> Option<Command> {
        self.command_of(&self.pointing_readings(words, heard, pointing), words, start, heard)
    }

    /// What misspelt words of a goal ask a tool for, where there can be no doubt what is meant.
    pub(crate) fn respelt_command(&self, words: &str, start: usize, heard: &Heard<'_>) -> Option<Command> {
        let (readings, _) = self.respelt(words, heard, Care::Sure).pop()?;
        self.command_of(&readings, words, start, heard)
    }

    fn command_of(&self, readings: &[Reading], words: &str, start: usize, heard: &Heard<'_>) -> Option<Command> {
        let alike = self.alike(readings);
        let (best, choice) = match self.cheapest(&alike, heard) {
            Some((best, choice)) => (best, Some(choice)),
            None => (readings.first()?, None),
        };
        let open: Vec<String> = best.free.clone();
        let begins_open = best.spans.iter().any(|(slot, span)| span.start == 0 && open.contains(slot));
        let name = self.entries.get(best.entry)?.tool.name.clone();
        Some(Command {
            gives: self.gives.get(&name).cloned(),
            tool: name,
            said: Span::new(start, start + words.len()),
            input: best.input.clone(),
            spans: best.spans.iter().map(|(slot, span)| (slot.clone(), span.shifted(start))).collect(),
            open,
            pointing: best.pointing.clone(),
            tied: choice.is_none() && alike.len() > 1,
            choice,
            begins_open,
        })
    }

    /// For words of a goal that several commands fit alike, words that only one fits, for each of them.
    pub(crate) fn choices_in(&self, words: &str, heard: &Heard<'_>) -> Vec<String> {
        self.choices(words, heard)
    }

    /// Misspelt words of a goal as they are meant, for each command that they come near.
    pub(crate) fn spelt_right(&self, words: &str, heard: &Heard<'_>) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        for (_, words) in self.respelt(words, heard, Care::Near) {
            if !said.contains(&words) && self.command(&words, 0, heard).is_some_and(|command| !command.tied) {
                said.push(words);
            }
        }
        said.truncate(OFFERED);
        said
    }

    /// A sampled sentence with its slots filled by what a person said: numbers stand in for numbers, in their order, and other values
    /// must have been said, or may be chosen where nothing is lost by a wrong one. Nothing where something would be made up.
    fn with_own_values(&self, sampled: &str, words: &str, heard: &Heard<'_>, choose: bool) -> Option<String> {
        let reading = self.readings(sampled, heard).into_iter().next()?;
        let said = plain(words);
        let mut numbers = words.split_whitespace().filter(|word| is_number(word));
        let mut filled: Vec<(Span, &str)> = Vec::new();
        for (slot, span) in &reading.spans {
            let value = span.of(sampled);
            let own = if is_number(value) {
                numbers.next()?
            } else {
                let known = plain(value);
                // "light the roof": one of the rooms there are may be meant.
                let may_choose = choose && !reading.free.contains(slot);
                (may_choose || said.windows(known.len()).any(|said| said == known.as_slice())).then_some(value)?
            };
            filled.push((*span, own));
        }
        filled.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        let mut sentence = sampled.to_owned();
        for (span, own) in filled {
            sentence.replace_range(span.start..span.end, own);
        }
        Some(sentence)
    }

    /// Sentences to offer for words that no phrase says, or that several say alike: the nearest of the host's own. Only what the person
    /// said fills their slots, for an offer is one click away from being carried out; `may_undo` says of a tool that nothing is lost by it.
    pub(crate) fn offers(&self, words: &str, heard: &Heard<'_>, may_undo: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut tools: Vec<&str> = Vec::new();
        for entry in &self.entries {
            if !tools.contains(&entry.tool.name.as_str()) {
                tools.push(&entry.tool.name);
            }
        }
        let said = words_of(words);
        let mut offers: Vec<(usize, String)> = Vec::new();
        for tool in tools {
            let choose = may_undo(tool);
            for sampled in self.sample(tool, LOOKED_AT, 0) {
                let Some(sentence) = self.with_own_values(&sampled, words, heard, choose) else { continue };
                let shared = words_of(&sentence).iter().filter(|word| said.contains(word)).count();
                let known = offers.iter().any(|(_, known)| *known == sentence);
                let asks = |command: Command| !command.tied && command.tool == tool;
                if shared > 0 && !known && self.command(&sentence, 0, heard).is_some_and(asks) {
                    offers.push((shared, sentence));
                }
            }
        }
        offers.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.len().cmp(&b.1.len())));
        offers.into_iter().take(OFFERED).map(|(_, sentence)| sentence).collect()
    }
}

/// Whether a word is a number in digits.
fn is_number(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_ascii_digit())
        && word.chars().all(|sign| sign.is_ascii_digit() || sign == '.')
}

/// A text without case, accents and signs, with a space on both sides.
fn plain(text: &str) -> Vec<char> {
    let letters = signs(text, Accents::Folded);
    let words = letters.split(|sign| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let spaced = words.flat_map(|word| [&[' '], word].concat());
    spaced.chain([' ']).collect()
}

fn words_of(text: &str) -> Vec<Vec<char>> {
    let letters = signs(text, Accents::Folded);
    letters.split(|sign| *sign == ' ').filter(|word| word.len() > 2).map(<[char]>::to_vec).collect()
}
