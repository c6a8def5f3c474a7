//! The machine that compiled patterns run on, in time linear to instructions × tokens.
//!
//! A program visits every pair of instruction and token at most once, so no pattern and no text can blow up. Word classes
//! are programs of their own: where one can end that begins at a certain token is found out once for a goal's clause and
//! shared by all rows that name the class. It knows no notation and no grammar.

use std::{ops::Deref, sync::OnceLock};

use crate::{
    matching::{
        classes::Classes,
        compile::compile,
        memory::{End, Memory},
        pattern::{Captures, Fault, NOWHERE, Slot, Table},
        program::{Code, Program},
        vocabulary::{Vocabulary, WordSet},
    },
    model::token::{Token, TokenKind, UNKNOWN},
};

/// The longest run of tokens that is matched as one clause.
const MAX_TOKENS: usize = u16::MAX as usize - 1;
/// The longest run of tokens that a word class looks at; classes have no free slots, so none can be longer.
const CLASS_TOKENS: usize = 63;

/// The machine: the classes, and the programs of those that were asked for.
pub(crate) struct Machine {
    classes: Classes,
    programs: Vec<OnceLock<Option<Program>>>,
    pub(crate) not_in_names: WordSet,
}

impl Deref for Machine {
    type Target = Classes;

    fn deref(&self) -> &Classes {
        &self.classes
    }
}

impl Machine {
    /// A machine for these classes, the words of which have their numbers already.
    pub(crate) fn new(vocabulary: Vocabulary, classes: Table) -> Self {
        let programs = classes.iter().map(|_| OnceLock::new()).collect();
        Self { classes: Classes::new(vocabulary, classes), programs, not_in_names: WordSet::default() }
    }

    /// The program for `pattern`; a fault says what the notation does not know.
    pub(crate) fn compile(&self, pattern: &'static str) -> Result<Program, Fault> {
        Ok(compile(&self.classes, &self.notation().parse(pattern)?))
    }

    /// As [`Classes::first_words`], from the pattern as it is compiled.
    #[cfg(test)]
    pub(crate) fn first_words_compiled(&self, pattern: &'static str) -> Option<WordSet> {
        super::compile::beginning(&self.classes, &self.notation().parse(pattern).ok()?)
    }

    /// The program of a class.
    fn class(&self, class: u16) -> Option<&Program> {
        let program = self.programs.get(usize::from(class))?;
        program.get_or_init(|| self.compile(self.pattern_of(class)?).ok()).as_ref()
    }

    /// Matches all of `tokens`.
    pub(crate) fn matches(&self, program: &Program, tokens: &[Token], memory: &mut Memory) -> Option<Captures> {
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        memory.prepare(tokens, self.programs.len());
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
        let visits = memory.open(program.code.len() * width);
        let bottom = memory.stack.len();
        memory.stack.push((0, 0, Captures::default()));
        'tries: while memory.stack.len() > bottom {
            let Some((mut at, mut place, mut captures)) = memory.stack.pop() else { break };
            loop {
                let visit = usize::from(at) * width + usize::from(place);
                if !memory.first_visit(visits, visit) {
                    break;
                }
                let token = tokens.get(usize::from(place));
                let eats = match program.code.get(usize::from(at)).copied() {
                    Some(Code::Word(word)) => token.is_some_and(|token| token.word == word),
                    Some(Code::Set(set)) => program.in_set(set, token),
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
                        if program.in_set(set, token) {
                            memory.stack.push((other, place, captures));
                            at += 1;
                        } else {
                            at = other;
                        }
                        continue;
                    }
                    Some(Code::Switch(table)) => match program.switched(table, token) {
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

    pub(crate) fn may_name(&self, token: &Token) -> bool {
        matches!(token.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
            && (token.word == UNKNOWN || !self.not_in_names.contains(token.word))
    }

    /// Goes on behind every place where the class can end, the preferred one first.
    fn enter_class(&self, class: u16, at: u16, place: u16, tokens: &[Token], memory: &mut Memory, captures: Captures) {
        let Some(token) = tokens.get(usize::from(place)) else { return };
        if self.first_of(class).is_some_and(|set| !set.contains(token.word)) {
            return;
        }
        let Some(program) = self.class(class) else { return };
        let origin = tokens.first().map_or(0, |token| token.index);
        let index = origin as usize + usize::from(place);
        let (from, count) = memory.ends_of(class, index).unwrap_or_else(|| {
            let rest = tokens.get(usize::from(place)..).unwrap_or_default();
            let rest = rest.get(..CLASS_TOKENS).unwrap_or(rest);
            let mut ends = Vec::new();
            self.run(program, rest, memory, &mut |end, captures| {
                ends.push(End { place: (index + end) as u32, name: captures.range(Slot::Name) });
                false
            });
            memory.keep(class, index, &ends)
        });
        for known in (from..from + count).rev() {
            let Some(end) = memory.end(known) else { continue };
            let mut captures = captures;
            if end.name.0 != NOWHERE {
                captures.open(Slot::Name, end.name.0 + place);
                captures.close(Slot::Name, end.name.1 + place);
            }
            memory.stack.push((at + 1, (end.place - origin) as u16, captures));
        }
    }
}
