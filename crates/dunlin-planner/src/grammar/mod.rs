//! The grammar: tables of classes and rows, compiled once, and the search for the row that fits a clause best.

mod courtesy;
mod examples;
mod phrases;
mod questions;
mod rows;
mod words;

use std::sync::LazyLock;

pub(crate) use examples::EXAMPLES;

use crate::{
    intent::Intent,
    machine::{Machine, Program},
    memory::Memory,
    pattern::{Captures, Compiler, Slot},
    token::{Token, TokenKind},
    vocabulary::{NUMBER, UNKNOWN, Vocabulary, WordId, WordSet},
};

/// The compiled tables.
pub(crate) struct Grammar {
    pub(crate) vocabulary: Vocabulary,
    machine: Machine,
    rows: Vec<Row>,
    /// The rows that can begin with a word, by word.
    by_first: Vec<Vec<u16>>,
    /// The rows that can begin with anything.
    open: Vec<u16>,
    before: Phrases,
    after: Phrases,
    vague: Phrases,
    foreign: WordSet,
    numeric: WordSet,
    symbolic: WordSet,
    statements: WordSet,
    vague_words: WordSet,
    changes: WordSet,
    pub(crate) known_lists: WordSet,
    pub(crate) lists_of_others: WordSet,
    pub(crate) going: WordSet,
    pub(crate) days: WordSet,
    pub(crate) fared: WordSet,
    pub(crate) trade: WordSet,
    /// Words of what people look for elsewhere.
    pub(crate) elsewhere: WordSet,
    fronted: Option<Program>,
    list: Option<Program>,
    reason_after: Option<Program>,
    conditions: Vec<(Program, bool)>,
}

/// A compiled row.
struct Row {
    intent: Intent,
    program: Program,
    /// It says two things at once: a reason and a request about "it".
    joined: bool,
    /// It is a request only after one about todos: "and put rolls on".
    follows: bool,
}

/// A row that fits a clause.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) intent: Intent,
    pub(crate) captures: Captures,
    pub(crate) joined: bool,
    pub(crate) follows: bool,
    row: u16,
}

/// The rows as they are written, changes before questions.
fn all_rows() -> impl Iterator<Item = &'static (Intent, &'static [&'static str])> {
    rows::ROWS.iter().chain(questions::ROWS)
}

/// The intents that have rows.
#[cfg(test)]
pub(crate) fn intents() -> impl Iterator<Item = Intent> {
    all_rows().map(|(intent, _)| *intent)
}

/// The tables, compiled when they are first needed.
pub(crate) fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> = LazyLock::new(Grammar::compile);
    &GRAMMAR
}

impl Grammar {
    fn compile() -> Self {
        let mut compiler = Compiler::new(words::CLASSES);
        for word in crate::number::words().chain(crate::sum::words()) {
            compiler.vocabulary.intern(word);
        }
        let mut rows = Vec::new();
        for (intent, patterns) in all_rows() {
            // A pattern that does not compile is left out here and fails the test below.
            rows.extend(patterns.iter().filter_map(|pattern| {
                let program = compiler.compile(pattern).ok()?;
                let (joined, follows) = (pattern.contains("<sep>"), pattern.contains("<backon>"));
                Some(Row { intent: *intent, program, joined, follows })
            }));
        }
        let before = Phrases::new(courtesy::POLITE_BEFORE, &mut compiler.vocabulary);
        let after = Phrases::new(courtesy::POLITE_AFTER, &mut compiler.vocabulary);
        let vague = Phrases::new(phrases::VAGUE, &mut compiler.vocabulary);
        let foreign = compiler.word_set(phrases::FOREIGN);
        compiler.machine.not_in_names = compiler.word_set(phrases::NOT_IN_NAMES);
        let mut numeric = WordSet::default();
        numeric.insert(NUMBER);
        crate::number::words()
            .chain([
                "double",
                "halve",
                "twice",
                "triple",
                "square",
                "squared",
                "cube",
                "cubed",
                "root",
                "factorial",
                "round",
            ])
            .for_each(|word| numeric.insert(compiler.vocabulary.intern(word)));
        let symbolic = compiler.word_set(phrases::SYMBOLIC);
        let statements = compiler.word_set(phrases::STATEMENTS);
        let vague_words = compiler.word_set(phrases::VAGUE_WORDS);
        let changes = compiler.word_set(phrases::CHANGES);
        let trade = compiler.word_set(phrases::TRADE);
        let elsewhere = compiler.word_set(phrases::ELSEWHERE);
        let fared = compiler.word_set(phrases::FARED);
        let going = compiler.word_set(phrases::GOING);
        let days = compiler.word_set(phrases::DAYS);
        let lists_of_others = compiler.word_set(phrases::LISTS_OF_OTHERS);
        let known_lists = compiler.word_set(phrases::KNOWN_LISTS);
        let fronted = compiler.compile(phrases::FRONTED).ok();
        let list = compiler.compile("<list>").ok();
        let reason_after = compiler.compile(phrases::REASON_AFTER).ok();
        let conditions =
            phrases::CONDITIONS.iter().filter_map(|(pattern, there)| Some((compiler.compile(pattern).ok()?, *there)));
        let conditions = conditions.collect();
        let mut by_first = vec![Vec::new(); compiler.vocabulary.len()];
        let mut open = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let Some(first) = row.program.first.and_then(|set| compiler.machine.set(set)) else {
                open.push(at as u16);
                continue;
            };
            for word in first.iter() {
                if let Some(list) = by_first.get_mut(usize::from(word)) {
                    list.push(at as u16);
                }
            }
        }
        let Compiler { vocabulary, machine, .. } = compiler;
        Self {
            vocabulary,
            machine,
            rows,
            by_first,
            open,
            before,
            after,
            vague,
            foreign,
            numeric,
            symbolic,
            statements,
            vague_words,
            changes,
            known_lists,
            lists_of_others,
            going,
            days,
            fared,
            trade,
            elsewhere,
            fronted,
            list,
            reason_after,
            conditions,
        }
    }

    /// The rows that fit all of `tokens`, best first.
    pub(crate) fn fits(&self, tokens: &[Token], memory: &mut Memory) -> Vec<Fit> {
        let Some(first) = tokens.first() else { return Vec::new() };
        let mut words = WordSet::default();
        for token in tokens {
            words.insert(token.word);
        }
        let numeric = words.meets(&self.numeric) || tokens.iter().any(|token| token.numeric);
        let starting = self.by_first.get(usize::from(first.word)).filter(|_| first.word != UNKNOWN);
        let mut found: Vec<Fit> = Vec::new();
        for row in starting.into_iter().flatten().chain(&self.open) {
            let Some(Row { intent, program, joined, follows }) = self.rows.get(usize::from(*row)) else { continue };
            let sum = matches!(intent, Intent::Calculate | Intent::Convert);
            // "how many feet are in a mile" has no number in it.
            let one = *intent == Intent::Convert && program.first.is_some();
            if sum && !numeric && !one || !self.machine.possible(program, first.word, &words) {
                continue;
            }
            let Some(captures) = self.machine.matches(program, tokens, memory) else { continue };
            found.push(Fit { intent: *intent, captures, joined: *joined, follows: *follows, row: *row });
            if captures.free() == 0 && !sum && !numeric {
                // Nothing after it can fit better.
                break;
            }
        }
        dunlin_base::sort_by(&mut found, &mut |one, other| {
            (one.captures.free(), one.row).cmp(&(other.captures.free(), other.row))
        });
        found
    }

    /// The row about conditions that fits, and whether it says that the todo is there.
    pub(crate) fn condition(&self, tokens: &[Token], memory: &mut Memory) -> Option<(Captures, bool)> {
        self.conditions.iter().find_map(|(program, there)| Some((self.run(program, tokens, memory)?, *there)))
    }

    /// Whether the words are a list named before its request: "on my shopping list".
    pub(crate) fn is_fronted_list(&self, tokens: &[Token], memory: &mut Memory) -> bool {
        self.fronted.as_ref().is_some_and(|program| self.run(program, tokens, memory).is_some())
    }

    /// The name of the list that words such as "my work list" name.
    pub(crate) fn name_of_list<'t>(&self, tokens: &'t [Token]) -> Option<&'t [Token]> {
        self.run(self.list.as_ref()?, tokens, &mut Memory::default())?.get(Slot::Name, tokens)
    }

    /// Whether the words say why something was asked for.
    pub(crate) fn is_reason_after(&self, tokens: &[Token], memory: &mut Memory) -> bool {
        self.reason_after.as_ref().is_some_and(|program| self.run(program, tokens, memory).is_some())
    }

    /// Whether the words begin like a statement that asks for nothing.
    pub(crate) fn is_statement(&self, tokens: &[Token]) -> bool {
        self.without_courtesy(tokens)
            .first()
            .or(tokens.first())
            .is_some_and(|token| self.statements.contains(token.word))
            || tokens.first().is_some_and(|token| self.statements.contains(token.word))
    }

    /// Comparisons in words, with their operators.
    pub(crate) fn comparisons() -> &'static [(&'static str, &'static str)] {
        phrases::COMPARISONS
    }

    fn run(&self, program: &Program, tokens: &[Token], memory: &mut Memory) -> Option<Captures> {
        let first = tokens.first()?;
        if program.first.and_then(|set| self.machine.set(set)).is_some_and(|set| !set.contains(first.word)) {
            return None;
        }
        self.machine.matches(program, tokens, memory)
    }

    /// Whether a request can begin with this word at all.
    pub(crate) fn can_begin(&self, word: WordId) -> bool {
        word != UNKNOWN && self.by_first.get(usize::from(word)).is_some_and(|rows| !rows.is_empty())
    }

    /// `tokens` without what people say before and after a request out of politeness.
    pub(crate) fn without_courtesy<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        self.before.strip_start(self.without_courtesy_after(tokens))
    }

    /// `tokens` without what people say after a request out of politeness.
    pub(crate) fn without_courtesy_after<'t>(&self, tokens: &'t [Token]) -> &'t [Token] {
        self.after.strip_end(tokens)
    }

    /// How many tokens at the start are one phrase of courtesy.
    pub(crate) fn courtesy_before(&self, tokens: &[Token]) -> usize {
        self.before.longest_start(tokens)
    }

    /// Whether the words are nothing but courtesy.
    pub(crate) fn is_courtesy(&self, tokens: &[Token]) -> bool {
        let rest = self.without_courtesy(tokens);
        let signs =
            rest.iter().all(|token| !matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Quoted));
        signs || self.before.longest_start(rest) == rest.len() || self.after.longest_start(rest) == rest.len()
    }

    /// Whether the words name nothing in particular: "something", "that item".
    pub(crate) fn is_vague(&self, tokens: &[Token]) -> bool {
        let small = |token: &Token| token.word != UNKNOWN && self.vague_words.contains(token.word);
        !tokens.is_empty() && (tokens.iter().all(small) || self.vague.longest_start(tokens) == tokens.len())
    }

    /// Whether a word can stand in an expression as it is typed: one of the calculator's own, or one the grammar does not
    /// know. Asking the calculator itself about every sentence would be slow.
    pub(crate) fn may_be_symbolic(&self, token: &Token) -> bool {
        token.kind != TokenKind::Word || token.word == UNKNOWN || self.symbolic.contains(token.word)
    }

    /// Whether a word is one that numbers are made of, or that says what is done with them.
    pub(crate) fn is_numeric(&self, token: &Token) -> bool {
        token.numeric || self.numeric.contains(token.word)
    }

    /// How long the sign of a line in a list is that the words begin with: "- add milk", "2. add milk", but not "- 5 + 3".
    pub(crate) fn bullet(&self, tokens: &[Token]) -> usize {
        let is_word = |token: &Token| token.kind == TokenKind::Word && !self.is_numeric(token);
        match tokens {
            [sign, word, ..] if matches!(sign.kind, TokenKind::Sign('-' | '–' | '•' | '*')) && is_word(word) => 1,
            [number, sign, word, ..]
                if number.kind == TokenKind::Number
                    && sign.glued
                    && matches!(sign.kind, TokenKind::Sign('.' | ')'))
                    && is_word(word) =>
            {
                2
            }
            _ => 0,
        }
    }

    /// Whether a word asks for a change.
    pub(crate) fn asks_for_change(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.changes.contains(token.word))
    }

    /// Whether a word stands for something no tool here handles.
    pub(crate) fn mentions_foreign(&self, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.foreign.contains(token.word))
    }

    /// The words whose misspellings are put right.
    pub(crate) fn spellable() -> impl Iterator<Item = &'static str> {
        phrases::SPELLABLE.split_whitespace()
    }

    /// The rows as they are written.
    #[cfg(test)]
    fn patterns() -> impl Iterator<Item = (Intent, &'static str)> {
        all_rows().flat_map(|(intent, patterns)| patterns.iter().map(|pattern| (*intent, *pattern)))
    }
}

/// Phrases, sorted for look-up by their first or last word.
struct Phrases {
    phrases: Vec<Vec<WordId>>,
}

impl Phrases {
    fn new(texts: &'static [&'static str], vocabulary: &mut Vocabulary) -> Self {
        let mut phrases: Vec<Vec<WordId>> = texts
            .iter()
            .map(|text| match *text {
                "\n" => vec![vocabulary.intern("\n")],
                text => text.split_whitespace().map(|word| vocabulary.intern(word)).collect(),
            })
            .collect();
        dunlin_base::sort(&mut phrases);
        phrases.dedup();
        Self { phrases }
    }

    fn longest_start(&self, tokens: &[Token]) -> usize {
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

    fn strip_start<'t>(&self, mut tokens: &'t [Token]) -> &'t [Token] {
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

    fn strip_end<'t>(&self, mut tokens: &'t [Token]) -> &'t [Token] {
        loop {
            let cut = self
                .phrases
                .iter()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_compiles() {
        let mut compiler = Compiler::new(words::CLASSES);
        for (intent, pattern) in Grammar::patterns() {
            let program = compiler.compile(pattern);
            assert!(program.is_ok(), "{intent:?} {pattern:?}: {:?}", program.err());
        }
        let others = [phrases::FRONTED, phrases::REASON_AFTER]
            .into_iter()
            .chain(phrases::CONDITIONS.iter().map(|(pattern, _)| *pattern));
        for pattern in others {
            let program = compiler.compile(pattern);
            assert!(program.is_ok(), "{pattern:?}: {:?}", program.err());
        }
    }
}
