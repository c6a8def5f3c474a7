//! Sets of phrases that stand before and behind what is asked for.

use crate::{
    matching::vocabulary::Vocabulary,
    model::token::{Token, TokenKind, WordId},
};

/// Phrases, sorted for look-up by their first word, and by their last.
pub(super) struct Phrases {
    phrases: Vec<Vec<WordId>>,
    /// The places of the phrases, by their last word.
    by_last: Vec<(WordId, u16)>,
}

impl Phrases {
    pub(super) fn new(texts: &'static [&'static str], vocabulary: &mut Vocabulary) -> Self {
        let mut phrases: Vec<Vec<WordId>> = texts
            .iter()
            .map(|text| match *text {
                "\n" => vec![vocabulary.intern("\n")],
                text => text.split_whitespace().map(|word| vocabulary.intern(word)).collect(),
            })
            .collect();
        phrases.sort();
        phrases.dedup();
        let last = |(phrase, at): (&Vec<WordId>, u16)| Some((*phrase.last()?, at));
        let mut by_last: Vec<(WordId, u16)> = phrases.iter().zip(0..).filter_map(last).collect();
        by_last.sort_unstable();
        Self { phrases, by_last }
    }

    /// How many words at the start are one phrase.
    pub(super) fn longest_start(&self, tokens: &[Token]) -> usize {
        let Some(first) = tokens.first() else { return 0 };
        let from = self.phrases.partition_point(|phrase| phrase.first() < Some(&first.word));
        self.phrases
            .iter()
            .skip(from)
            .take_while(|phrase| phrase.first() == Some(&first.word))
            .filter(|phrase| {
                phrase.len() <= tokens.len() && phrase.iter().zip(tokens).all(|(word, token)| *word == token.word)
            })
            .map(Vec::len)
            .max()
            .unwrap_or(0)
    }

    /// The words without the phrases, and signs between them, that they begin with.
    pub(super) fn strip_start<'t>(&self, mut tokens: &'t [Token]) -> &'t [Token] {
        loop {
            let separator = usize::from(tokens.first().is_some_and(|token| {
                matches!(token.kind, TokenKind::Sign(',' | ';' | '.' | '!') | TokenKind::LineEnd)
            }));
            let cut = self.longest_start(tokens).max(separator);
            if cut == 0 || cut >= tokens.len() {
                return tokens;
            }
            tokens = tokens.get(cut..).unwrap_or_default();
        }
    }

    /// The words without the phrases that they end in.
    pub(super) fn strip_end<'t>(&self, mut tokens: &'t [Token]) -> &'t [Token] {
        loop {
            let Some(last) = tokens.last() else { return tokens };
            let from = self.by_last.partition_point(|(word, _)| *word < last.word);
            let ending = self.by_last.iter().skip(from).take_while(|(word, _)| *word == last.word);
            let cut = ending
                .filter_map(|(_, at)| self.phrases.get(usize::from(*at)))
                .filter(|phrase| {
                    phrase.len() < tokens.len()
                        && phrase.iter().rev().zip(tokens.iter().rev()).all(|(word, token)| *word == token.word)
                })
                .map(Vec::len)
                .max();
            match cut {
                Some(cut) => tokens = tokens.get(..tokens.len() - cut).unwrap_or_default(),
                None => return tokens,
            }
        }
    }
}
