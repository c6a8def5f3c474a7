//! Programs that patterns are compiled to, and what a clause must have for a row to fit.

use crate::{
    matching::{pattern::Slot, vocabulary::WordSet},
    model::token::{Token, WordId},
};

#[derive(Clone, Copy, Debug)]
pub(crate) enum Code {
    Word(WordId),
    Set(u16),
    /// A word class; it never is empty.
    Class(u16),
    /// Any token at all.
    Any,
    /// A word a list may be named by.
    NameWord,
    /// Try the first, then the second.
    Split(u16, u16),
    /// Go on at the next when the word is of the set, with the other as the alternative; else at the other.
    SplitIf(u16, u16),
    /// Go where the table says for the word; fail where it says nothing.
    Switch(u16),
    Jump(u16),
    Open(Slot),
    Close(Slot),
    Done,
}

/// A compiled pattern, whole in itself but for the classes it names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    pub(crate) code: Vec<Code>,
    pub(crate) sets: Vec<WordSet>,
    pub(crate) tables: Vec<Vec<(WordId, u16)>>,
}

/// Words of which one must occur where a row is to fit.
#[derive(Clone, Debug)]
pub(crate) enum Need {
    Word(WordId),
    /// Those that the class can begin with.
    Class(u16),
    Words(WordSet),
}

impl Program {
    pub(super) fn in_set(&self, at: u16, token: Option<&Token>) -> bool {
        token.is_some_and(|token| self.sets.get(usize::from(at)).is_some_and(|set| set.contains(token.word)))
    }

    pub(super) fn switched(&self, table: u16, token: Option<&Token>) -> Option<u16> {
        let table = self.tables.get(usize::from(table))?;
        let word = token?.word;
        let found = table.binary_search_by_key(&word, |(word, _)| *word).ok()?;
        table.get(found).map(|(_, to)| *to)
    }
}
