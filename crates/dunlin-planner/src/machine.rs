//! The machine that compiled patterns run on, in time linear to instructions × tokens.
//!
//! A program visits every pair of instruction and token at most once, so no pattern and no text can blow up. Word classes
//! are programs of their own: where one can end that begins at a certain token is found out once for a goal's clause and
//! shared by all rows that name the class. It knows no notation and no grammar.

use crate::{
    memory::{End, Memory},
    pattern::{Captures, NOWHERE, Slot},
    token::{Token, TokenKind},
    vocabulary::{UNKNOWN, WordId, WordSet},
};

/// The longest run of tokens that is matched as one clause.
const MAX_TOKENS: usize = u16::MAX as usize - 1;
/// The longest run of tokens that a word class looks at; classes have no free slots, so none can be longer.
const CLASS_TOKENS: usize = 63;

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

/// A compiled pattern: a stretch of the machine's code.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) start: u16,
    pub(crate) len: u16,
    /// The set of words it can begin with; none when it can begin with anything.
    pub(crate) first: Option<u16>,
    /// Of each of these sets at least one word must occur.
    pub(crate) required: Vec<u16>,
}

/// All programs with what they share.
#[derive(Default)]
pub(crate) struct Machine {
    pub(crate) code: Vec<Code>,
    pub(crate) sets: Vec<WordSet>,
    pub(crate) tables: Vec<Vec<(WordId, u16)>>,
    pub(crate) classes: Vec<Program>,
    pub(crate) not_in_names: WordSet,
}

impl Machine {
    pub(crate) fn set(&self, at: u16) -> Option<&WordSet> {
        self.sets.get(usize::from(at))
    }

    fn in_set(&self, at: u16, token: Option<&Token>) -> bool {
        token.is_some_and(|token| self.set(at).is_some_and(|set| set.contains(token.word)))
    }

    /// Whether a clause with these words can match at all; a quick test before matching.
    pub(crate) fn possible(&self, program: &Program, first: WordId, words: &WordSet) -> bool {
        program.first.is_none_or(|set| self.set(set).is_some_and(|set| set.contains(first)))
            && program.required.iter().all(|set| self.set(*set).is_some_and(|set| set.meets(words)))
    }

    /// Matches all of `tokens`.
    pub(crate) fn matches(&self, program: &Program, tokens: &[Token], memory: &mut Memory) -> Option<Captures> {
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        memory.prepare(tokens, self.classes.len());
        let mut found = None;
        self.run(program, tokens, memory, &mut |place, captures| {
            let whole = place == tokens.len();
            if whole {
                found = Some(captures);
            }
            whole
        });
        found
    }

    /// Runs a program from the first of `tokens` on, and tells `done` of every place where it ends, until that has enough.
    fn run(
        &self,
        program: &Program,
        tokens: &[Token],
        memory: &mut Memory,
        done: &mut dyn FnMut(usize, Captures) -> bool,
    ) {
        let width = tokens.len() + 1;
        let visits = memory.open(usize::from(program.len) * width);
        let bottom = memory.stack.len();
        memory.stack.push((program.start, 0, Captures::default()));
        'tries: while memory.stack.len() > bottom {
            let Some((mut at, mut place, mut captures)) = memory.stack.pop() else { break };
            loop {
                let visit = usize::from(at - program.start) * width + usize::from(place);
                if !memory.first_visit(visits, visit) {
                    break;
                }
                let token = tokens.get(usize::from(place));
                let eats = match self.code.get(usize::from(at)).copied() {
                    Some(Code::Word(word)) => token.is_some_and(|token| token.word == word),
                    Some(Code::Set(set)) => self.in_set(set, token),
                    Some(Code::Any) => token.is_some(),
                    Some(Code::NameWord) => token.is_some_and(|token| self.may_name(token)),
                    Some(Code::Class(class)) => {
                        self.enter_class(class, at, place, tokens, memory, captures);
                        false
                    }
                    Some(Code::Split(first, second)) => {
                        memory.stack.push((second, place, captures));
                        at = first;
                        continue;
                    }
                    Some(Code::SplitIf(set, other)) => {
                        if self.in_set(set, token) {
                            memory.stack.push((other, place, captures));
                            at += 1;
                        } else {
                            at = other;
                        }
                        continue;
                    }
                    Some(Code::Switch(table)) => match self.switched(table, token) {
                        Some(to) => {
                            at = to;
                            continue;
                        }
                        None => false,
                    },
                    Some(Code::Jump(to)) => {
                        at = to;
                        continue;
                    }
                    Some(Code::Open(slot)) => {
                        captures.open(slot, place);
                        at += 1;
                        continue;
                    }
                    Some(Code::Close(slot)) => {
                        captures.close(slot, place);
                        at += 1;
                        continue;
                    }
                    Some(Code::Done) => {
                        if done(usize::from(place), captures) {
                            break 'tries;
                        }
                        false
                    }
                    None => false,
                };
                if !eats {
                    break;
                }
                at += 1;
                place += 1;
            }
        }
        memory.stack.truncate(bottom);
        memory.close(visits);
    }

    fn may_name(&self, token: &Token) -> bool {
        matches!(token.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
            && (token.word == UNKNOWN || !self.not_in_names.contains(token.word))
    }

    fn switched(&self, table: u16, token: Option<&Token>) -> Option<u16> {
        let table = self.tables.get(usize::from(table))?;
        let word = token?.word;
        let found = table.binary_search_by_key(&word, |(word, _)| *word).ok()?;
        table.get(found).map(|(_, to)| *to)
    }

    /// Goes on behind every place where the class can end, the preferred one first.
    fn enter_class(&self, class: u16, at: u16, place: u16, tokens: &[Token], memory: &mut Memory, captures: Captures) {
        let Some(program) = self.classes.get(usize::from(class)) else { return };
        let Some(token) = tokens.get(usize::from(place)) else { return };
        if program.first.is_some_and(|set| !self.in_set(set, Some(token))) {
            return;
        }
        let origin = tokens.first().map_or(0, |token| token.index);
        let index = usize::from(origin) + usize::from(place);
        let (from, count) = memory.ends_of(class, index).unwrap_or_else(|| {
            let rest = tokens.get(usize::from(place)..).unwrap_or_default();
            let rest = rest.get(..CLASS_TOKENS).unwrap_or(rest);
            let mut ends = Vec::new();
            self.run(program, rest, memory, &mut |end, captures| {
                let name = captures.range(Slot::Name);
                let name = if name.0 == NOWHERE { name } else { (name.0 + index as u16, name.1 + index as u16) };
                ends.push(End { place: (index + end) as u16, name });
                false
            });
            memory.keep(class, index, &ends)
        });
        for known in (from..from + count).rev() {
            let Some(end) = memory.end(known) else { continue };
            let mut captures = captures;
            if end.name.0 != NOWHERE {
                captures.open(Slot::Name, end.name.0 - origin);
                captures.close(Slot::Name, end.name.1 - origin);
            }
            memory.stack.push((at + 1, end.place - origin, captures));
        }
    }
}
