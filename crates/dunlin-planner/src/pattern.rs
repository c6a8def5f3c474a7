//! Patterns over tokens: written as text, compiled to small programs, matched in linear time.
//!
//! The notation: `word`, `(a | b c)` for alternatives, `[ … ]` for what may be missing, `<class>` for a named group of the
//! grammar, `{slot}` for what is captured, `{slot?}` for as few words of it as will do. Matching visits every pair of
//! instruction and token at most once, so no pattern and no text can blow up.

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use crate::{
    memory::Memory,
    token::{Token, TokenKind},
    vocabulary::{UNKNOWN, Vocabulary, WordId, WordSet},
};

/// What a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// What the slots of a match hold, as ranges of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Captures {
    ranges: [Option<(u16, u16)>; SLOTS.len()],
}

impl Captures {
    pub(crate) fn get<'t>(&self, slot: Slot, tokens: &'t [Token]) -> Option<&'t [Token]> {
        let (start, end) = self.ranges.get(slot as usize).copied().flatten()?;
        tokens.get(usize::from(start)..usize::from(end))
    }

    /// How many tokens stand in free slots; the fewer, the more of the clause the pattern itself understood. What a sum
    /// holds is checked by its own reader, and what kept classes hold is of the grammar, so neither counts.
    pub(crate) fn free(&self) -> usize {
        let width = |slot: Slot| {
            let range = self.ranges.get(slot as usize).copied().flatten();
            range.map_or(0, |(start, end)| usize::from(end.saturating_sub(start)))
        };
        width(Slot::Item) + width(Slot::Text) + width(Slot::Name) + 3 * (width(Slot::Before) + width(Slot::After))
    }
}

/// The longest run of tokens that is matched as one clause.
pub(crate) const MAX_TOKENS: usize = u16::MAX as usize - 1;

#[derive(Clone, Copy, Debug)]
enum Code {
    Word(WordId),
    Set(u16),
    /// Any token at all.
    Any,
    /// A word a list may be named by.
    NameWord,
    /// Try the first, then the second.
    Split(u16, u16),
    /// Go on at the first when the word is of the set, with the second as the alternative; else at the second.
    SplitIf(u16, u16),
    /// Go where the table says for the word; fail where it says nothing.
    Switch(u16),
    Jump(u16),
    Open(Slot),
    Close(Slot),
    Done,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Program {
    code: Vec<Code>,
    sets: Vec<WordSet>,
    tables: Vec<Vec<(WordId, u16)>>,
    /// The words it can begin with; none when it can begin with anything.
    pub(crate) first: Option<WordSet>,
    /// Of each of these sets at least one word must occur.
    pub(crate) required: Vec<WordSet>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Greed {
    Most,
    Fewest,
}

enum Node {
    Words(WordSet),
    Sequence(Vec<Node>),
    Choice(Choice),
    /// A class, read once and used by many rows.
    Class(Rc<Node>),
    Maybe(Box<Node>),
    /// Free words, as many as the rest allows or as few.
    Slot(Slot, Greed),
    /// What a class of the grammar matched, kept under a slot's name.
    Kept(Slot, Box<Node>),
}

/// Alternatives, with what each can begin with worked out once.
struct Choice {
    options: Vec<Node>,
    words: WordSet,
    open: bool,
    empty: bool,
    /// The alternatives a word can begin, by word; none when one of them can begin with anything.
    by_word: Option<Vec<(WordId, Vec<u16>)>>,
}

impl Choice {
    fn new(options: Vec<Node>) -> Self {
        let mut all = Self { options, words: WordSet::default(), open: false, empty: false, by_word: None };
        let mut by_word: BTreeMap<WordId, Vec<u16>> = BTreeMap::new();
        for (at, option) in all.options.iter().enumerate() {
            let mut set = WordSet::default();
            let first = first_words(option, &mut set);
            all.open |= first.open;
            all.empty |= first.empty;
            for word in set.iter() {
                by_word.entry(word).or_default().push(at as u16);
            }
            all.words.add_all(&set);
        }
        all.by_word = (!all.open && !all.empty).then(|| by_word.into_iter().collect());
        all
    }
}

/// Turns notation into programs.
pub(crate) struct Compiler<'g> {
    pub(crate) vocabulary: Vocabulary,
    classes: HashMap<&'g str, &'g str>,
    /// The classes that were read already.
    read: HashMap<&'g str, Rc<Node>>,
}

impl<'g> Compiler<'g> {
    pub(crate) fn new(classes: impl IntoIterator<Item = (&'g str, &'g str)>) -> Self {
        Self { vocabulary: Vocabulary::new(), classes: classes.into_iter().collect(), read: HashMap::new() }
    }

    /// The program for `pattern`; what the notation does not know is an error naming it.
    pub(crate) fn compile(&mut self, pattern: &str) -> Result<Program, String> {
        let node = self.parse(pattern, 0)?;
        let mut program =
            Program { code: Vec::new(), sets: Vec::new(), tables: Vec::new(), first: None, required: Vec::new() };
        let mut first = WordSet::default();
        if !first_words(&node, &mut first).open {
            program.first = Some(first);
        }
        required_words(&node, &mut program.required);
        program.emit(&node);
        program.code.push(Code::Done);
        Ok(program)
    }

    /// The words of a class that consists of single words.
    pub(crate) fn word_set(&mut self, words: &str) -> WordSet {
        let mut set = WordSet::default();
        words.split_whitespace().filter(|word| *word != "|").for_each(|word| set.insert(self.vocabulary.intern(word)));
        set
    }

    fn parse(&mut self, pattern: &str, depth: usize) -> Result<Node, String> {
        if depth > 12 {
            return Err(format!("classes nest too deep in {pattern:?}"));
        }
        let spaced = pattern.replace('(', " ( ").replace(')', " ) ").replace('[', " [ ").replace(']', " ] ");
        let mut pieces = spaced.split_whitespace().peekable();
        let node = self.choice(&mut pieces, depth)?;
        match pieces.next() {
            None => Ok(node),
            Some(piece) => Err(format!("unexpected {piece:?} in {pattern:?}")),
        }
    }

    fn choice<'p>(
        &mut self,
        pieces: &mut std::iter::Peekable<impl Iterator<Item = &'p str>>,
        depth: usize,
    ) -> Result<Node, String> {
        let mut options = Vec::new();
        let mut sequence = Vec::new();
        while let Some(piece) = pieces.next_if(|piece| !matches!(*piece, ")" | "]")) {
            match piece {
                "|" => options.push(Node::Sequence(std::mem::take(&mut sequence))),
                "(" => {
                    sequence.push(self.choice(pieces, depth)?);
                    pieces.next_if_eq(&")").ok_or("a ( is not closed")?;
                }
                "[" => {
                    sequence.push(Node::Maybe(Box::new(self.choice(pieces, depth)?)));
                    pieces.next_if_eq(&"]").ok_or("a [ is not closed")?;
                }
                _ => sequence.push(self.atom(piece, depth)?),
            }
        }
        options.push(Node::Sequence(sequence));
        Ok(merged(options))
    }

    fn class(&mut self, name: &str, depth: usize) -> Result<Node, String> {
        let (name, pattern) = self
            .classes
            .get_key_value(name)
            .map(|(name, pattern)| (*name, *pattern))
            .ok_or_else(|| format!("there is no class <{name}>"))?;
        if let Some(node) = self.read.get(name) {
            return Ok(Node::Class(Rc::clone(node)));
        }
        let node = Rc::new(self.parse(pattern, depth + 1)?);
        self.read.insert(name, Rc::clone(&node));
        Ok(Node::Class(node))
    }

    fn atom(&mut self, piece: &str, depth: usize) -> Result<Node, String> {
        if let Some(name) = piece.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return self.class(name, depth);
        }
        if let Some(name) = piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let greed = if name == "sum" || name.ends_with('?') { Greed::Fewest } else { Greed::Most };
            let name = name.trim_end_matches('?');
            let slot = SLOTS.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("no slot {{{name}}}"))?;
            return Ok(match slot.1 {
                Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => {
                    Node::Slot(slot.1, greed)
                }
                Slot::When | Slot::Position | Slot::Value => {
                    Node::Kept(slot.1, Box::new(self.class(kept_class(slot.1), depth)?))
                }
            });
        }
        let mut set = WordSet::default();
        set.insert(if piece == "#" { crate::vocabulary::NUMBER } else { self.vocabulary.intern(piece) });
        Ok(Node::Words(set))
    }
}

/// Alternatives that are single words become one set: a single test instead of many. It comes after the longer ones, so
/// that "what is" is taken whole before "what" is tried.
fn merged(options: Vec<Node>) -> Node {
    let mut rest = Vec::new();
    let mut set: Option<WordSet> = None;
    for option in options {
        let single = match option {
            Node::Sequence(mut nodes) if nodes.len() == 1 => nodes.swap_remove(0),
            other => other,
        };
        if let Node::Words(words) = &single {
            set.get_or_insert_default().add_all(words);
        } else {
            rest.push(single);
        }
    }
    rest.extend(set.map(Node::Words));
    if rest.len() == 1 { rest.swap_remove(0) } else { Node::Choice(Choice::new(rest)) }
}

/// What a node can begin with.
struct First {
    /// It can begin with anything.
    open: bool,
    /// It can be empty.
    empty: bool,
}

fn first_words(node: &Node, into: &mut WordSet) -> First {
    match node {
        Node::Words(set) => {
            into.add_all(set);
            First { open: false, empty: false }
        }
        Node::Sequence(nodes) => {
            for node in nodes {
                let first = first_words(node, into);
                if first.open || !first.empty {
                    return First { open: first.open, empty: false };
                }
            }
            First { open: false, empty: true }
        }
        Node::Choice(choice) => {
            into.add_all(&choice.words);
            First { open: choice.open, empty: choice.empty }
        }
        Node::Class(node) => first_words(node, into),
        Node::Maybe(node) => First { open: first_words(node, into).open, empty: true },
        Node::Kept(_, node) => first_words(node, into),
        Node::Slot(..) => First { open: true, empty: false },
    }
}

fn required_words(node: &Node, into: &mut Vec<WordSet>) {
    match node {
        Node::Words(set) => into.push(set.clone()),
        Node::Sequence(nodes) => nodes.iter().for_each(|node| required_words(node, into)),
        Node::Kept(_, node) => required_words(node, into),
        Node::Class(node) => required_words(node, into),
        Node::Choice(_) | Node::Maybe(_) | Node::Slot(..) => {}
    }
}

/// The class whose words a slot keeps.
const fn kept_class(slot: Slot) -> &'static str {
    match slot {
        Slot::When => "when",
        Slot::Position => "position",
        Slot::Value | Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => "value",
    }
}

impl Program {
    fn emit(&mut self, node: &Node) {
        match node {
            Node::Words(set) => {
                let mut words = set.iter();
                let code = if let (Some(word), None) = (words.next(), words.next()) {
                    Code::Word(word)
                } else {
                    self.sets.push(set.clone());
                    Code::Set(self.sets.len() as u16 - 1)
                };
                self.code.push(code);
            }
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.emit(node)),
            Node::Choice(choice) => self.emit_choice(choice),
            Node::Class(node) => self.emit(node),
            Node::Maybe(node) => self.emit_maybe(node),
            Node::Slot(slot, greed) => self.emit_slot(*slot, *greed),
            Node::Kept(slot, node) => {
                self.code.push(Code::Open(*slot));
                self.emit(node);
                self.code.push(Code::Close(*slot));
            }
        }
    }

    fn emit_maybe(&mut self, node: &Node) {
        let mut set = WordSet::default();
        let first = first_words(node, &mut set);
        let split = self.hole();
        if first.open || first.empty {
            self.emit(node);
            self.fill(split, Code::Split(split as u16 + 1, self.code.len() as u16));
        } else {
            self.sets.push(set);
            let set = self.sets.len() as u16 - 1;
            self.emit(node);
            self.fill(split, Code::SplitIf(set, self.code.len() as u16));
        }
    }

    /// Alternatives: by the word at hand where each begins with known words, one after the other where not.
    fn emit_choice(&mut self, choice: &Choice) {
        match &choice.by_word {
            Some(by_word) => self.emit_switch(&choice.options, by_word),
            None => self.emit_trials(&choice.options),
        }
    }

    fn emit_trials(&mut self, options: &[Node]) {
        let mut jumps = Vec::new();
        for (at, option) in options.iter().enumerate() {
            if at + 1 == options.len() {
                self.emit(option);
                break;
            }
            let split = self.hole();
            self.emit(option);
            jumps.push(self.hole());
            self.fill(split, Code::Split(split as u16 + 1, self.code.len() as u16));
        }
        let end = self.code.len() as u16;
        for jump in jumps {
            self.fill(jump, Code::Jump(end));
        }
    }

    fn emit_switch(&mut self, options: &[Node], by_word: &[(WordId, Vec<u16>)]) {
        let switch = self.hole();
        let mut starts = Vec::new();
        let mut jumps = Vec::new();
        for option in options {
            starts.push(self.code.len() as u16);
            self.emit(option);
            jumps.push(self.hole());
        }
        // Words with the same alternatives share their chain of trials.
        let mut chains: Vec<(&[u16], u16)> = Vec::new();
        let mut table = Vec::with_capacity(by_word.len());
        for (word, options) in by_word {
            let start = |option: &u16| starts.get(usize::from(*option)).copied().unwrap_or_default();
            let known = chains.iter().find(|(known, _)| *known == options.as_slice()).map(|(_, entry)| *entry);
            let entry = match (options.as_slice(), known) {
                ([only], _) => start(only),
                (_, Some(entry)) => entry,
                _ => {
                    let fitting: Vec<u16> = options.iter().map(start).collect();
                    let entry = self.emit_chain(&fitting);
                    chains.push((options, entry));
                    entry
                }
            };
            table.push((*word, entry));
        }
        self.tables.push(table);
        self.fill(switch, Code::Switch(self.tables.len() as u16 - 1));
        let end = self.code.len() as u16;
        for jump in jumps {
            self.fill(jump, Code::Jump(end));
        }
    }

    /// Trials of alternatives that stand elsewhere.
    fn emit_chain(&mut self, starts: &[u16]) -> u16 {
        let entry = self.code.len() as u16;
        let Some((last, before)) = starts.split_last() else { return entry };
        for start in before {
            let here = self.code.len() as u16;
            self.code.push(Code::Split(*start, here + 1));
        }
        self.code.push(Code::Jump(*last));
        entry
    }

    fn emit_slot(&mut self, slot: Slot, greed: Greed) {
        self.code.push(Code::Open(slot));
        if slot == Slot::Name {
            self.emit_name();
        } else {
            let start = self.code.len() as u16;
            self.code.push(Code::Any);
            let after = start + 2;
            self.code.push(match greed {
                Greed::Fewest => Code::Split(after, start),
                Greed::Most => Code::Split(start, after),
            });
        }
        self.code.push(Code::Close(slot));
    }

    /// One to four words.
    fn emit_name(&mut self) {
        self.code.push(Code::NameWord);
        let mut splits = Vec::new();
        for _ in 0..3 {
            splits.push(self.hole());
            self.code.push(Code::NameWord);
        }
        let end = self.code.len() as u16;
        for split in splits {
            self.fill(split, Code::Split(split as u16 + 1, end));
        }
    }

    fn hole(&mut self) -> usize {
        self.code.push(Code::Jump(0));
        self.code.len() - 1
    }

    fn fill(&mut self, at: usize, code: Code) {
        if let Some(hole) = self.code.get_mut(at) {
            *hole = code;
        }
    }

    /// Whether a clause with these words can match at all; a quick test before matching.
    pub(crate) fn possible(&self, first: WordId, words: &WordSet) -> bool {
        self.first.as_ref().is_none_or(|set| set.contains(first)) && self.required.iter().all(|set| set.meets(words))
    }

    /// Matches all of `tokens`.
    pub(crate) fn matches(&self, tokens: &[Token], not_in_names: &WordSet, memory: &mut Memory) -> Option<Captures> {
        if tokens.len() > MAX_TOKENS {
            return None;
        }
        let width = tokens.len() + 1;
        memory.reset(self.code.len() * width);
        memory.stack.push((0, 0, Captures::default()));
        while let Some((mut at, mut place, mut captures)) = memory.stack.pop() {
            loop {
                if !memory.first_visit(at as usize * width + place as usize) {
                    break;
                }
                let token = tokens.get(usize::from(place));
                let eats = match self.code.get(usize::from(at)).copied() {
                    Some(Code::Word(word)) => token.is_some_and(|token| token.word == word),
                    Some(Code::Set(set)) => {
                        let set = self.sets.get(usize::from(set));
                        token.is_some_and(|token| set.is_some_and(|set| set.contains(token.word)))
                    }
                    Some(Code::Any) => token.is_some(),
                    Some(Code::NameWord) => token.is_some_and(|token| {
                        matches!(token.kind, TokenKind::Word | TokenKind::Quoted | TokenKind::Number)
                            && (token.word == UNKNOWN || !not_in_names.contains(token.word))
                    }),
                    Some(Code::Split(first, second)) => {
                        memory.stack.push((second, place, captures));
                        at = first;
                        continue;
                    }
                    Some(Code::SplitIf(set, other)) => {
                        let set = self.sets.get(usize::from(set));
                        if token.is_some_and(|token| set.is_some_and(|set| set.contains(token.word))) {
                            memory.stack.push((other, place, captures));
                            at += 1;
                        } else {
                            at = other;
                        }
                        continue;
                    }
                    Some(Code::Switch(table)) => {
                        let table = self.tables.get(usize::from(table)).map_or(&[][..], Vec::as_slice);
                        let found =
                            token.and_then(|token| table.binary_search_by_key(&token.word, |(word, _)| *word).ok());
                        match found.and_then(|found| table.get(found)) {
                            Some((_, to)) => {
                                at = *to;
                                continue;
                            }
                            None => false,
                        }
                    }
                    Some(Code::Jump(to)) => {
                        at = to;
                        continue;
                    }
                    Some(Code::Open(slot)) => {
                        if let Some(range) = captures.ranges.get_mut(slot as usize) {
                            *range = Some((place, place));
                        }
                        at += 1;
                        continue;
                    }
                    Some(Code::Close(slot)) => {
                        if let Some(Some(range)) = captures.ranges.get_mut(slot as usize) {
                            range.1 = place;
                        }
                        at += 1;
                        continue;
                    }
                    Some(Code::Done) => {
                        if usize::from(place) == tokens.len() {
                            return Some(captures);
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
        None
    }
}
