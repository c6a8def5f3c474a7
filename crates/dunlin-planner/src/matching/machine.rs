//! The machine that compiled patterns run on, in time linear to instructions × tokens.
//!
//! A program visits every pair of instruction and token at most once, so no pattern and no text can blow up. Word classes
//! are programs of their own: where one can end that begins at a certain token is found out once for a goal's clause and
//! shared by all rows that name the class. It knows no notation and no grammar.

use std::sync::OnceLock;

use crate::{
    matching::{
        compile::compile,
        memory::{End, Memory},
        pattern::{Captures, Classes, Fault, NOWHERE, Notation, Opening, Pieces, Slot},
        vocabulary::{Vocabulary, WordSet},
    },
    model::token::{Token, TokenKind, UNKNOWN, WordId},
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
    fn in_set(&self, at: u16, token: Option<&Token>) -> bool {
        token.is_some_and(|token| self.sets.get(usize::from(at)).is_some_and(|set| set.contains(token.word)))
    }

    fn switched(&self, table: u16, token: Option<&Token>) -> Option<u16> {
        let table = self.tables.get(usize::from(table))?;
        let word = token?.word;
        let found = table.binary_search_by_key(&word, |(word, _)| *word).ok()?;
        table.get(found).map(|(_, to)| *to)
    }
}

/// The words and classes that all programs share.
pub(crate) struct Machine {
    pub(crate) vocabulary: Vocabulary,
    names: Vocabulary,
    classes: Vec<Class>,
    pub(crate) not_in_names: WordSet,
}

/// A word class. No class may name itself, directly or by others; a test sees to it.
struct Class {
    pattern: &'static str,
    /// The words it can begin with; none when it can begin with anything.
    first: OnceLock<Option<WordSet>>,
    program: OnceLock<Option<Program>>,
}

impl Machine {
    /// A machine for these classes, the words of which have their numbers already.
    pub(crate) fn new(vocabulary: Vocabulary, classes: Classes) -> Self {
        let mut names = Vocabulary::new();
        let class = |(name, pattern): &(&'static str, &'static str)| {
            names.intern(name);
            Class { pattern, first: OnceLock::new(), program: OnceLock::new() }
        };
        let classes = classes.iter().map(class).collect();
        Self { vocabulary, names, classes, not_in_names: WordSet::default() }
    }

    fn notation(&self) -> Notation<'_> {
        Notation { vocabulary: &self.vocabulary, names: &self.names }
    }

    /// The program for `pattern`; a fault says what the notation does not know.
    pub(crate) fn compile(&self, pattern: &'static str) -> Result<Program, Fault> {
        Ok(compile(self, &self.notation().parse(pattern)?))
    }

    /// The words a pattern can begin with; none when it can begin with anything. A `row` has no alternatives outside brackets.
    pub(crate) fn first_words(&self, pattern: &'static str, row: bool) -> Option<WordSet> {
        self.begins(&mut Pieces::of(pattern), row)
    }

    fn begins(&self, pieces: &mut Pieces, row: bool) -> Option<WordSet> {
        let (mut words, mut open) = (WordSet::default(), false);
        let empty = self.notation().openings(pieces, row, &mut |opening| match opening {
            Opening::Word(word) => words.insert(word),
            Opening::Class(class) => match self.first_of(class) {
                Some(first) => words.add_all(first),
                None => open = true,
            },
            Opening::Free => open = true,
        });
        (!open && !empty).then_some(words)
    }

    /// What must occur for a row to fit, told without compiling it, for most rows that a goal comes upon are ruled out by it:
    /// what stands outside all brackets, and how each group in round ones begins.
    pub(crate) fn needs(&self, row: &'static str) -> Vec<Need> {
        let mut needs = Vec::new();
        let mut pieces = Pieces::of(row);
        while let Some(piece) = pieces.next() {
            let need = match piece {
                "[" => {
                    pieces.skip(piece);
                    None
                }
                "(" => self.begins(&mut pieces, false).map(Need::Words),
                _ => match self.notation().opening(piece) {
                    Opening::Word(word) => Some(Need::Word(word)),
                    Opening::Class(class) => Some(Need::Class(class)),
                    Opening::Free => None,
                },
            };
            needs.extend(need);
        }
        needs
    }

    /// As [`Self::first_words`], from the pattern as it is compiled.
    #[cfg(test)]
    pub(crate) fn first_words_compiled(&self, pattern: &'static str) -> Option<WordSet> {
        crate::matching::compile::beginning(self, &self.notation().parse(pattern).ok()?)
    }

    /// The words a class can begin with; none when it can begin with anything.
    pub(crate) fn first_of(&self, class: u16) -> Option<&WordSet> {
        let class = self.classes.get(usize::from(class))?;
        class.first.get_or_init(|| self.first_words(class.pattern, false)).as_ref()
    }

    /// The program of a class.
    pub(crate) fn class(&self, class: u16) -> Option<&Program> {
        let class = self.classes.get(usize::from(class))?;
        class.program.get_or_init(|| self.compile(class.pattern).ok()).as_ref()
    }

    /// The words that a class is one of, when it is nothing else.
    pub(crate) fn words_of(&self, class: u16) -> Option<&WordSet> {
        let text = self.classes.get(usize::from(class))?.pattern.as_bytes();
        // Single words between bars have two spaces for each of these.
        let spaces = text.iter().try_fold(0, |spaces, byte| match byte {
            b'[' | b'(' | b'<' | b'{' => None,
            b' ' => Some(spaces + 1),
            b'|' => Some(spaces - 2),
            _ => Some(spaces),
        });
        self.first_of(class).filter(|_| spaces == Some(0))
    }

    /// Whether a clause with these words can match at all; a quick test before matching.
    pub(crate) fn possible(&self, needs: &[Need], words: &WordSet) -> bool {
        needs.iter().all(|need| match need {
            Need::Word(word) => words.contains(*word),
            Need::Class(class) => self.first_of(*class).is_none_or(|set| set.meets(words)),
            Need::Words(set) => set.meets(words),
        })
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
