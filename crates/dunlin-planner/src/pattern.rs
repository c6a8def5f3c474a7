//! Patterns over tokens: written as text, compiled to small programs for the [machine](crate::machine).
//!
//! The notation: `word`, `(a | b c)` for alternatives, `[ … ]` for what may be missing, `<class>` for a named group of the
//! grammar, `{slot}` for what is captured, `{slot?}` for as few words of it as will do, `{slot:word}` for a word that is
//! kept.

use crate::{
    machine::{Code, Machine, Program},
    token::Token,
    vocabulary::{NUMBER, Vocabulary, WordId, WordSet},
};

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A todo's words; as long as the rest of the pattern lets it be.
    Item,
    /// A second free text: a new name, a note.
    Text,
    /// The words of a sum; as short as the rest lets it be.
    Sum,
    /// The name of a list: up to four words.
    Name,
    /// A day or a span of days.
    When,
    /// A place in the list.
    Position,
    /// A priority, a tag or a number.
    Value,
    /// Words before what a loose row is about.
    Before,
    /// Words after it.
    After,
}

const SLOTS: [(&str, Slot); 9] = [
    ("item", Slot::Item),
    ("text", Slot::Text),
    ("sum", Slot::Sum),
    ("name", Slot::Name),
    ("when", Slot::When),
    ("pos", Slot::Position),
    ("value", Slot::Value),
    ("before", Slot::Before),
    ("after", Slot::After),
];

/// No place at all.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// What the slots of a match hold, as ranges of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Captures {
    ranges: [(u16, u16); SLOTS.len()],
}

impl Default for Captures {
    fn default() -> Self {
        Self { ranges: [(NOWHERE, NOWHERE); SLOTS.len()] }
    }
}

impl Captures {
    pub(crate) fn open(&mut self, slot: Slot, place: u16) {
        if let Some(range) = self.ranges.get_mut(slot as usize) {
            *range = (place, place);
        }
    }

    pub(crate) fn close(&mut self, slot: Slot, place: u16) {
        if let Some(range) = self.ranges.get_mut(slot as usize) {
            range.1 = place;
        }
    }

    pub(crate) fn range(&self, slot: Slot) -> (u16, u16) {
        self.ranges.get(slot as usize).copied().unwrap_or((NOWHERE, NOWHERE))
    }

    pub(crate) fn get<'t>(&self, slot: Slot, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let (start, end) = self.range(slot);
        tokens.get(usize::from(start)..usize::from(end)).filter(|_| start != NOWHERE)
    }

    /// How many tokens stand in free slots; the fewer, the more of the clause the pattern itself understood. What a sum
    /// holds is checked by its own reader, and what kept classes hold is of the grammar, so neither counts.
    pub(crate) fn free(&self) -> usize {
        let width = |slot: Slot| {
            let (start, end) = self.range(slot);
            usize::from(end.saturating_sub(start))
        };
        width(Slot::Item) + width(Slot::Text) + width(Slot::Name) + 3 * (width(Slot::Before) + width(Slot::After))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Greed {
    Most,
    Fewest,
}

enum Node {
    Word(WordId),
    Words(WordSet),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// A class, compiled once and used by many rows.
    Class(u16),
    Maybe(Box<Node>),
    /// Free words, as many as the rest allows or as few.
    Slot(Slot, Greed),
    /// What a class of the grammar matched, kept under a slot's name.
    Kept(Slot, Box<Node>),
}

/// The classes of a grammar, by name.
pub(crate) type Classes = &'static [(&'static str, &'static str)];

/// Turns notation into programs.
pub(crate) struct Compiler {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) machine: Machine,
    classes: Classes,
    /// Which of `classes` a name stands for, and its program once it was read.
    names: Vocabulary,
    read: Vec<Option<u16>>,
    /// Of the classes that are nothing but words, the set of them.
    plain: Vec<Option<u16>>,
    /// By word, one more than the set that holds it alone, or nought while there is none.
    alone: Vec<u16>,
}

/// What the notation does not know.
type Fault = &'static str;

impl Compiler {
    pub(crate) fn new(classes: Classes) -> Self {
        let mut names = Vocabulary::new();
        for (name, _) in classes {
            names.intern(name);
        }
        Self {
            vocabulary: Vocabulary::new(),
            machine: Machine::default(),
            classes,
            names,
            read: vec![None; classes.len()],
            plain: Vec::new(),
            alone: Vec::new(),
        }
    }

    /// The program for `pattern`; a fault says what the notation does not know.
    pub(crate) fn compile(&mut self, pattern: &'static str) -> Result<Program, Fault> {
        let node = self.parse(pattern, 0)?;
        Ok(self.program(&node))
    }

    /// The words of a class that consists of single words.
    pub(crate) fn word_set(&mut self, words: &'static str) -> WordSet {
        let mut set = WordSet::default();
        words.split_whitespace().filter(|word| *word != "|").for_each(|word| set.insert(self.vocabulary.intern(word)));
        set
    }

    fn parse(&mut self, pattern: &'static str, depth: usize) -> Result<Node, Fault> {
        if depth > 12 {
            return Err("classes nest too deep");
        }
        let mut pieces = Pieces { rest: pattern, ahead: None };
        let node = self.choice(&mut pieces, depth)?;
        if pieces.next().is_some() { Err("a bracket closes nothing") } else { Ok(node) }
    }

    fn choice(&mut self, pieces: &mut Pieces, depth: usize) -> Result<Node, Fault> {
        let mut options = Options::default();
        let mut sequence = Sequence::default();
        while let Some(piece) = pieces.peek().filter(|piece| !matches!(*piece, ")" | "]")) {
            pieces.next();
            match piece {
                "|" => options.push(std::mem::take(&mut sequence).node()),
                "(" => {
                    sequence.push(self.choice(pieces, depth)?);
                    pieces.next().filter(|piece| *piece == ")").ok_or("a ( is not closed")?;
                }
                "[" => {
                    sequence.push(Node::Maybe(Box::new(self.choice(pieces, depth)?)));
                    pieces.next().filter(|piece| *piece == "]").ok_or("a [ is not closed")?;
                }
                _ => sequence.push(self.atom(piece, depth)?),
            }
        }
        Ok(options.node(sequence.node()))
    }

    fn class(&mut self, name: &str, depth: usize) -> Result<Node, Fault> {
        let at = usize::from(self.names.id(name)).checked_sub(2).ok_or("there is no such class")?;
        let (_, pattern) = self.classes.get(at).ok_or("there is no such class")?;
        if let Some(class) = self.read.get(at).copied().flatten() {
            return Ok(Node::Class(class));
        }
        let node = self.parse(pattern, depth + 1)?;
        let program = self.program(&node);
        self.plain.push(matches!(node, Node::Word(_) | Node::Words(_)).then_some(program.first).flatten());
        self.machine.classes.push(program);
        let class = self.machine.classes.len() as u16 - 1;
        if let Some(read) = self.read.get_mut(at) {
            *read = Some(class);
        }
        Ok(Node::Class(class))
    }

    fn atom(&mut self, piece: &'static str, depth: usize) -> Result<Node, Fault> {
        if let Some(name) = piece.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return self.class(name, depth);
        }
        if let Some(name) = piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let greed = if name == "sum" || name.ends_with('?') { Greed::Fewest } else { Greed::Most };
            let name = name.trim_end_matches('?');
            if let Some((name, word)) = name.split_once(':') {
                let slot = SLOTS.iter().find(|(known, _)| *known == name).ok_or("there is no such slot")?;
                return Ok(Node::Kept(slot.1, Box::new(Node::Word(self.vocabulary.intern(word)))));
            }
            let slot = SLOTS.iter().find(|(known, _)| *known == name).ok_or("there is no such slot")?;
            return Ok(match slot.1 {
                Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => {
                    Node::Slot(slot.1, greed)
                }
                Slot::When | Slot::Position | Slot::Value => {
                    Node::Kept(slot.1, Box::new(self.class(kept_class(slot.1), depth)?))
                }
            });
        }
        Ok(Node::Word(if piece == "#" { NUMBER } else { self.vocabulary.intern(piece) }))
    }

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
            Node::Class(class) => {
                let set = self.machine.classes.get(usize::from(*class)).and_then(|program| program.first);
                if let Some(set) = set.and_then(|set| self.machine.set(set)) {
                    into.add_all(set);
                }
                First { open: set.is_none(), empty: false }
            }
            Node::Maybe(node) => First { open: self.first_words(node, into).open, empty: true },
            Node::Kept(_, node) => self.first_words(node, into),
            Node::Slot(..) => First { open: true, empty: false },
        }
    }

    fn required_words(&mut self, node: &Node, into: &mut Vec<u16>) {
        match node {
            Node::Word(_) | Node::Words(_) => into.extend(self.beginning(node)),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.required_words(node, into)),
            Node::Kept(_, node) => self.required_words(node, into),
            Node::Class(class) => {
                let class = self.machine.classes.get(usize::from(*class));
                into.extend(class.map_or(&[][..], |class| class.required.as_slice()));
            }
            Node::Choice(_) | Node::Maybe(_) | Node::Slot(..) => {}
        }
    }

    /// The set of words a node begins with; none when it can begin with anything or be empty.
    fn beginning(&mut self, node: &Node) -> Option<u16> {
        match node {
            Node::Word(word) => Some(self.keep_word(*word)),
            Node::Class(class) => self.machine.classes.get(usize::from(*class))?.first,
            Node::Kept(_, node) => self.beginning(node),
            Node::Sequence(nodes) if matches!(nodes.first(), Some(Node::Class(_))) => self.beginning(nodes.first()?),
            _ => {
                let mut set = WordSet::default();
                let first = self.first_words(node, &mut set);
                (!first.open && !first.empty).then(|| self.keep(set))
            }
        }
    }

    /// The set of this word alone.
    fn keep_word(&mut self, word: WordId) -> u16 {
        let at = usize::from(word);
        if let Some(known) = self.alone.get(at).copied().and_then(|known| known.checked_sub(1)) {
            return known;
        }
        let mut set = WordSet::default();
        set.insert(word);
        let kept = self.keep(set);
        if self.alone.len() <= at {
            self.alone.resize(at + 256, 0);
        }
        if let Some(known) = self.alone.get_mut(at) {
            *known = kept + 1;
        }
        kept
    }

    fn keep(&mut self, set: WordSet) -> u16 {
        self.machine.sets.push(set);
        self.machine.sets.len() as u16 - 1
    }

    fn program(&mut self, node: &Node) -> Program {
        let first = self.beginning(node);
        let mut required = Vec::new();
        self.required_words(node, &mut required);
        let start = self.here();
        self.emit(node);
        self.push(Code::Done);
        Program { start, len: self.here() - start, first, required }
    }

    fn here(&self) -> u16 {
        self.machine.code.len() as u16
    }

    fn push(&mut self, code: Code) {
        self.machine.code.push(code);
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
            Node::Class(class) => match self.plain.get(usize::from(*class)).copied().flatten() {
                Some(set) => self.push(Code::Set(set)),
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
        dunlin_base::sort(&mut by_word);
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
        self.machine.tables.push(table);
        self.fill(switch, Code::Switch(self.machine.tables.len() as u16 - 1));
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
        if let Some(hole) = self.machine.code.get_mut(usize::from(at)) {
            *hole = code;
        }
    }
}

/// The pieces of a pattern: words, and brackets even where no space stands beside them.
struct Pieces {
    rest: &'static str,
    /// The piece that was looked at and not yet taken.
    ahead: Option<&'static str>,
}

impl Pieces {
    fn peek(&mut self) -> Option<&'static str> {
        self.ahead = self.next();
        self.ahead
    }

    fn next(&mut self) -> Option<&'static str> {
        if let Some(ahead) = self.ahead.take() {
            return Some(ahead);
        }
        let bytes = self.rest.as_bytes();
        let start = bytes.iter().position(|byte| *byte != b' ')?;
        let bracket = |byte: &u8| matches!(byte, b'(' | b')' | b'[' | b']');
        let length = bytes.iter().skip(start).position(|byte| *byte == b' ' || bracket(byte));
        let end = length.map_or(bytes.len(), |length| start + length.max(1));
        let piece = self.rest.get(start..end)?;
        self.rest = self.rest.get(end..).unwrap_or("");
        Some(piece)
    }
}

/// Nodes in a row; one of them takes no room of its own, for most are.
#[derive(Default)]
struct Sequence {
    first: Option<Node>,
    more: Vec<Node>,
}

impl Sequence {
    fn push(&mut self, node: Node) {
        if self.first.is_none() {
            self.first = Some(node);
        } else {
            self.more.push(node);
        }
    }

    fn node(mut self) -> Node {
        match self.first {
            Some(first) if self.more.is_empty() => first,
            first => {
                self.more.splice(0..0, first);
                Node::Sequence(self.more)
            }
        }
    }
}

/// Alternatives. Those that are single words become one set: a single test instead of many. It comes after the longer ones,
/// so that "what is" is taken whole before "what" is tried.
#[derive(Default)]
struct Options {
    words: WordSet,
    some_words: bool,
    others: Vec<Node>,
}

impl Options {
    fn push(&mut self, option: Node) {
        match option {
            Node::Word(word) => self.words.insert(word),
            Node::Words(words) => self.words.add_all(&words),
            other => return self.others.push(other),
        }
        self.some_words = true;
    }

    /// All of them with the last one.
    fn node(mut self, last: Node) -> Node {
        if !self.some_words && self.others.is_empty() {
            return last;
        }
        self.push(last);
        if self.some_words {
            self.others.push(Node::Words(self.words));
        }
        if self.others.len() == 1 { self.others.swap_remove(0) } else { Node::Choice(self.others) }
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

/// The class whose words a slot keeps.
const fn kept_class(slot: Slot) -> &'static str {
    match slot {
        Slot::When => "when",
        Slot::Position => "position",
        Slot::Value | Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => "value",
    }
}
