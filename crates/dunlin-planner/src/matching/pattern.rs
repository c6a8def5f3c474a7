//! The notation of patterns over tokens, and what a match captures.
//!
//! The notation: `word`, `(a | b c)` for alternatives, `[ … ]` for what may be missing, `<class>` for a named group of the
//! grammar, `{slot}` for what is captured, `{slot?}` for as few words of it as will do, `{slot:word}` for a word that is
//! kept.

use crate::{
    matching::vocabulary::{Vocabulary, WordSet},
    model::token::{NUMBER, Token, WordId},
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
pub(crate) enum Greed {
    Most,
    Fewest,
}

/// A pattern, read.
pub(crate) enum Node {
    Word(WordId),
    Words(WordSet),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    /// A class, by its place among the classes: a program of its own that many rows share.
    Class(u16),
    Maybe(Box<Node>),
    /// Free words, as many as the rest allows or as few.
    Slot(Slot, Greed),
    /// What a class of the grammar matched, kept under a slot's name.
    Kept(Slot, Box<Node>),
}

/// The classes of a grammar, by name.
pub(crate) type Table = &'static [(&'static str, &'static str)];

/// What the notation does not know.
pub(crate) type Fault = &'static str;

/// Reads the notation; every word in it has its number already.
#[derive(Clone, Copy)]
pub(crate) struct Notation<'v> {
    pub(crate) vocabulary: &'v Vocabulary,
    /// The names of the classes, in their order.
    pub(crate) names: &'v Vocabulary,
}

/// Gives every word of a pattern its number. This reads all there is of the grammar before the first goal, so each letter is
/// looked at once.
pub(crate) fn intern(pattern: &'static str, vocabulary: &mut Vocabulary) {
    let (mut start, mut hash) = (0, Vocabulary::HASH);
    for (at, byte) in pattern.as_bytes().iter().enumerate() {
        match *byte {
            b' ' | b'(' | b')' | b'[' | b']' | b'|' | b'}' => {
                if start < at {
                    vocabulary.intern_hashed(pattern.get(start..at).unwrap_or_default(), hash);
                }
                (start, hash) = (at + 1, Vocabulary::HASH);
            }
            // Names of classes and slots are no words; a word to be kept stands after a colon: "{item:it}".
            b'<' | b'{' | b'#' => start = usize::MAX,
            b':' if start == usize::MAX => (start, hash) = (at + 1, Vocabulary::HASH),
            _ => hash = Vocabulary::hashed(hash, *byte),
        }
    }
    if let Some(word) = pattern.get(start..).filter(|word| !word.is_empty()) {
        vocabulary.intern_hashed(word, hash);
    }
}

/// What the first piece of a pattern can be.
pub(crate) enum Opening {
    Word(WordId),
    Class(u16),
    /// Any word.
    Free,
}

impl Notation<'_> {
    pub(crate) fn parse(self, pattern: &'static str) -> Result<Node, Fault> {
        let mut pieces = Pieces::of(pattern);
        let node = self.choice(&mut pieces)?;
        if pieces.next().is_some() { Err("a bracket closes nothing") } else { Ok(node) }
    }

    /// What a pattern can begin with, or a group that is open, found out without reading the rest of it: whether it can be
    /// empty. A `row` has no alternatives outside brackets, so that nothing after its first piece matters.
    pub(crate) fn openings(self, pieces: &mut Pieces, row: bool, into: &mut dyn FnMut(Opening)) -> bool {
        let (mut empty, mut begun) = (false, false);
        while let Some(piece) = pieces.next() {
            match piece {
                ")" | "]" => return empty || !begun,
                "|" => {
                    empty |= !begun;
                    begun = false;
                }
                _ if begun && row => return false,
                _ if begun => pieces.skip(piece),
                "(" => begun = !self.openings(pieces, false, into),
                "[" => {
                    self.openings(pieces, false, into);
                }
                _ => {
                    begun = true;
                    into(self.opening(piece));
                }
            }
        }
        empty || !begun
    }

    pub(crate) fn opening(self, piece: &'static str) -> Opening {
        if let Some(name) = piece.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return self.class(name).map_or(Opening::Free, Opening::Class);
        }
        match piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            Some("when") => self.class("when").map_or(Opening::Free, Opening::Class),
            Some("pos") => self.class("position").map_or(Opening::Free, Opening::Class),
            Some("value") => self.class("value").map_or(Opening::Free, Opening::Class),
            Some(slot) => slot.split_once(':').map_or(Opening::Free, |(_, kept)| self.opening_of(kept)),
            None => Opening::Word(self.word(piece)),
        }
    }

    /// What is kept begins with: a word, or a class in angle brackets.
    fn opening_of(self, kept: &str) -> Opening {
        match class_name(kept) {
            Some(name) => self.class(name).map_or(Opening::Free, Opening::Class),
            None => Opening::Word(self.word(kept)),
        }
    }

    fn word(self, piece: &str) -> WordId {
        if piece == "#" { NUMBER } else { self.vocabulary.id(piece) }
    }

    fn class(self, name: &str) -> Result<u16, Fault> {
        self.names.id(name).checked_sub(2).ok_or("there is no such class")
    }

    fn choice(self, pieces: &mut Pieces) -> Result<Node, Fault> {
        let mut options = Options::default();
        let mut sequence = Sequence::default();
        while let Some(piece) = pieces.peek().filter(|piece| !matches!(*piece, ")" | "]")) {
            pieces.next();
            match piece {
                "|" => options.push(std::mem::take(&mut sequence).node()),
                "(" => {
                    sequence.push(self.choice(pieces)?);
                    pieces.next().filter(|piece| *piece == ")").ok_or("a ( is not closed")?;
                }
                "[" => {
                    sequence.push(Node::Maybe(Box::new(self.choice(pieces)?)));
                    pieces.next().filter(|piece| *piece == "]").ok_or("a [ is not closed")?;
                }
                _ => sequence.push(self.atom(piece)?),
            }
        }
        Ok(options.node(sequence.node()))
    }

    fn atom(self, piece: &'static str) -> Result<Node, Fault> {
        if let Some(name) = piece.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            return self.class(name).map(Node::Class);
        }
        if let Some(name) = piece.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            let greed = if name == "sum" || name.ends_with('?') { Greed::Fewest } else { Greed::Most };
            let name = name.trim_end_matches('?');
            if let Some((name, word)) = name.split_once(':') {
                let slot = SLOTS.iter().find(|(known, _)| *known == name).ok_or("there is no such slot")?;
                let kept = match class_name(word) {
                    Some(name) => Node::Class(self.class(name)?),
                    None => Node::Word(self.word(word)),
                };
                return Ok(Node::Kept(slot.1, Box::new(kept)));
            }
            let slot = SLOTS.iter().find(|(known, _)| *known == name).ok_or("there is no such slot")?;
            return Ok(match slot.1 {
                Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => {
                    Node::Slot(slot.1, greed)
                }
                Slot::When | Slot::Position | Slot::Value => {
                    Node::Kept(slot.1, Box::new(Node::Class(self.class(kept_class(slot.1))?)))
                }
            });
        }
        Ok(Node::Word(self.word(piece)))
    }
}

/// The name of a class in angle brackets.
fn class_name(piece: &str) -> Option<&str> {
    piece.strip_prefix('<')?.strip_suffix('>')
}

/// The pieces of a pattern: words, and brackets even where no space stands beside them.
pub(crate) struct Pieces {
    rest: &'static str,
    /// The piece that was looked at and not yet taken.
    ahead: Option<&'static str>,
}

impl Pieces {
    pub(crate) const fn of(pattern: &'static str) -> Self {
        Self { rest: pattern, ahead: None }
    }

    fn peek(&mut self) -> Option<&'static str> {
        self.ahead = self.next();
        self.ahead
    }

    pub(crate) fn next(&mut self) -> Option<&'static str> {
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

    /// Goes past what a piece opens.
    pub(crate) fn skip(&mut self, piece: &str) {
        let mut depth = usize::from(matches!(piece, "(" | "["));
        while depth > 0
            && let Some(piece) = self.next()
        {
            match piece {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                _ => {}
            }
        }
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

/// The class whose words a slot keeps.
const fn kept_class(slot: Slot) -> &'static str {
    match slot {
        Slot::When => "when",
        Slot::Position => "position",
        Slot::Value | Slot::Item | Slot::Text | Slot::Sum | Slot::Name | Slot::Before | Slot::After => "value",
    }
}
