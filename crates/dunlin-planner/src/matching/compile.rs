//! From patterns to programs for the [machine](super::machine). A pattern is compiled when a goal first asks for it, because
//! most goals ask for a few rows of the hundreds there are.

use crate::{
    matching::{
        classes::Classes,
        pattern::{Greed, Node, Slot},
        program::{Code, Program},
        vocabulary::WordSet,
    },
    model::token::WordId,
};

/// A program in the making.
pub(crate) struct Compiler<'m> {
    classes: &'m Classes,
    program: Program,
}

/// The program for a pattern.
pub(crate) fn compile(classes: &Classes, node: &Node) -> Program {
    let mut compiler = Compiler { classes, program: Program::default() };
    compiler.emit(node);
    compiler.push(Code::Done);
    compiler.program
}

/// The words a pattern begins with; none when it can begin with anything or be empty.
#[cfg(test)]
pub(crate) fn beginning(classes: &Classes, node: &Node) -> Option<WordSet> {
    let mut compiler = Compiler { classes, program: Program::default() };
    let set = compiler.beginning(node)?;
    compiler.program.sets.get(usize::from(set)).cloned()
}

impl Compiler<'_> {
    /// What a node can begin with; the words go into `into`.
    fn first_words(&self, node: &Node, into: &mut WordSet) -> First {
        match node {
            Node::Word(word) => {
                into.insert(*word);
                First { open: false, empty: false }
            }
            Node::Words(set) => {
                into.add_all(set);
                First { open: false, empty: false }
            }
            Node::Sequence(nodes) => {
                for node in nodes {
                    let first = self.first_words(node, into);
                    if first.open || !first.empty {
                        return First { open: first.open, empty: false };
                    }
                }
                First { open: false, empty: true }
            }
            Node::Choice(options) => {
                let mut all = First { open: false, empty: false };
                for option in options {
                    let first = self.first_words(option, into);
                    all.open |= first.open;
                    all.empty |= first.empty;
                }
                all
            }
            Node::Class(class) => match self.classes.first_of(*class) {
                Some(set) => {
                    into.add_all(set);
                    First { open: false, empty: false }
                }
                None => First { open: true, empty: false },
            },
            Node::Maybe(node) => First { open: self.first_words(node, into).open, empty: true },
            Node::Kept(_, node) => self.first_words(node, into),
            Node::Slot(..) => First { open: true, empty: false },
        }
    }

    /// The set of words a node begins with; none when it can begin with anything or be empty.
    fn beginning(&mut self, node: &Node) -> Option<u16> {
        let mut set = WordSet::default();
        let first = self.first_words(node, &mut set);
        (!first.open && !first.empty).then(|| self.keep(set))
    }

    fn keep(&mut self, set: WordSet) -> u16 {
        self.program.sets.push(set);
        self.program.sets.len() as u16 - 1
    }

    fn here(&self) -> u16 {
        self.program.code.len() as u16
    }

    fn push(&mut self, code: Code) {
        self.program.code.push(code);
    }

    fn emit(&mut self, node: &Node) {
        match node {
            Node::Word(word) => self.push(Code::Word(*word)),
            Node::Words(set) => {
                let set = self.keep(set.clone());
                self.push(Code::Set(set));
            }
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.emit(node)),
            Node::Choice(options) => self.emit_choice(options),
            Node::Class(class) => match self.classes.words_of(*class) {
                Some(set) => {
                    let set = self.keep(set.clone());
                    self.push(Code::Set(set));
                }
                None => self.push(Code::Class(*class)),
            },
            Node::Maybe(node) => {
                let first = self.beginning(node);
                let split = self.hole();
                self.emit(node);
                let end = self.here();
                self.fill(split, first.map_or(Code::Split(split + 1, end), |set| Code::SplitIf(set, end)));
            }
            Node::Slot(slot, greed) => self.emit_slot(*slot, *greed),
            Node::Kept(slot, node) => {
                self.push(Code::Open(*slot));
                self.emit(node);
                self.push(Code::Close(*slot));
            }
        }
    }

    /// Alternatives: by the word at hand where all begin with words of their own, one after the other where not.
    fn emit_choice(&mut self, options: &[Node]) {
        if options.len() > 3 && options.iter().all(begins_with_words) {
            self.emit_switch(options);
        } else {
            self.emit_trials(options);
        }
    }

    fn emit_trials(&mut self, options: &[Node]) {
        let mut jumps = Vec::new();
        for (at, option) in options.iter().enumerate() {
            if at + 1 == options.len() {
                self.emit(option);
                break;
            }
            let first = self.beginning(option);
            let split = self.hole();
            self.emit(option);
            jumps.push(self.hole());
            let next = self.here();
            self.fill(split, first.map_or(Code::Split(split + 1, next), |set| Code::SplitIf(set, next)));
        }
        self.land(jumps);
    }

    fn emit_switch(&mut self, options: &[Node]) {
        let switch = self.hole();
        let mut starts = Vec::new();
        let mut jumps = Vec::new();
        let mut by_word: Vec<(WordId, u16)> = Vec::new();
        for option in options {
            let start = self.here();
            let mut set = WordSet::default();
            self.first_words(option, &mut set);
            by_word.extend(set.iter().map(|word| (word, starts.len() as u16)));
            starts.push(start);
            self.emit(option);
            jumps.push(self.hole());
        }
        by_word.sort_unstable();
        let mut table: Vec<(WordId, u16)> = Vec::new();
        for fitting in by_word.chunk_by(|one, other| one.0 == other.0) {
            let start = |option: u16| starts.get(usize::from(option)).copied().unwrap_or_default();
            match fitting {
                [(word, only)] => table.push((*word, start(*only))),
                [before @ .., (word, last)] => {
                    table.push((*word, self.here()));
                    for (_, option) in before {
                        let next = self.here() + 1;
                        self.push(Code::Split(start(*option), next));
                    }
                    self.push(Code::Jump(start(*last)));
                }
                [] => {}
            }
        }
        self.program.tables.push(table);
        self.fill(switch, Code::Switch(self.program.tables.len() as u16 - 1));
        self.land(jumps);
    }

    /// Lets all these jumps lead here.
    fn land(&mut self, jumps: Vec<u16>) {
        let end = self.here();
        for jump in jumps {
            self.fill(jump, Code::Jump(end));
        }
    }

    fn emit_slot(&mut self, slot: Slot, greed: Greed) {
        self.push(Code::Open(slot));
        if slot == Slot::Name {
            self.emit_name();
        } else {
            let start = self.here();
            self.push(Code::Any);
            let after = start + 2;
            self.push(match greed {
                Greed::Fewest => Code::Split(after, start),
                Greed::Most => Code::Split(start, after),
            });
        }
        self.push(Code::Close(slot));
    }

    /// One to four words.
    fn emit_name(&mut self) {
        self.push(Code::NameWord);
        let mut splits = Vec::new();
        for _ in 0..3 {
            splits.push(self.hole());
            self.push(Code::NameWord);
        }
        let end = self.here();
        for split in splits {
            self.fill(split, Code::Split(split + 1, end));
        }
    }

    fn hole(&mut self) -> u16 {
        self.push(Code::Jump(0));
        self.here() - 1
    }

    fn fill(&mut self, at: u16, code: Code) {
        if let Some(hole) = self.program.code.get_mut(usize::from(at)) {
            *hole = code;
        }
    }
}

/// Whether the first thing in a node is a word and not a class, so that a table of words is small.
fn begins_with_words(node: &Node) -> bool {
    match node {
        Node::Word(_) | Node::Words(_) => true,
        Node::Sequence(nodes) => nodes.first().is_some_and(begins_with_words),
        Node::Choice(_) | Node::Class(_) | Node::Maybe(_) | Node::Slot(..) | Node::Kept(..) => false,
    }
}

/// What a node can begin with.
struct First {
    /// It can begin with anything.
    open: bool,
    /// It can be empty.
    empty: bool,
}
