//! All templates as one graph: equal pieces are one node, and templates that begin alike share their beginning.

use std::{
    collections::{BTreeMap, HashMap},
    hash::{BuildHasherDefault, Hasher},
};

use super::{
    fault::{PhraseFault, PhraseFaultKind},
    letters::{is_punctuation, writes_without_spaces},
};

/// The place of a node.
pub(crate) type NodeId = u32;
/// The number of a sign that stands in some template; [`UNKNOWN`] for all others.
pub(crate) type Symbol = u16;

/// A sign that no template has.
pub(crate) const UNKNOWN: Symbol = 0;
/// The space.
pub(crate) const SPACE: Symbol = 1;
/// Any sign may begin here.
pub(crate) const ANY_SIGN: u64 = u64::MAX;
/// The most nodes that all phrases together may have.
const MAX_NODES: usize = 400_000;

/// What the hash of a node begins with, by its kind.
const TEXT: u64 = 1;
const SLOT: u64 = 2;
const SEQUENCE: u64 = 3;
const CHOICE: u64 = 4;
const ANY_ORDER: u64 = 5;
const OPTIONAL: u64 = 6;

/// A piece of templates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// Signs one after the other; a space only at the beginning.
    Text(Box<[Symbol]>),
    /// A value from a source, for a slot.
    Slot { source: u32, slot: u16 },
    /// One node after the other.
    Sequence(Box<[NodeId]>),
    /// One of the nodes.
    Choice(Box<[NodeId]>),
    /// All of the nodes, in any order.
    AnyOrder(Box<[NodeId]>),
    /// The node or nothing.
    Optional(NodeId),
}

/// A node and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    pub(crate) node: Node,
    /// The signs it can begin with, as bits of [`bit`].
    pub(crate) first: u64,
    /// Whether it can be nothing.
    pub(crate) nullable: bool,
    /// Whether it fills a slot.
    pub(crate) fills: bool,
}

/// Where templates part: what can follow, and which templates end here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fork {
    pub(crate) next: Vec<(NodeId, u32)>,
    pub(crate) ends: Vec<u32>,
}

/// All templates.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Info>,
    pub(crate) forks: Vec<Fork>,
    pub(crate) punctuation: Vec<bool>,
    /// The sign of each symbol.
    signs: Vec<char>,
    ascii: [Symbol; 128],
    others: BTreeMap<char, Symbol>,
    /// Nodes by their hash; of several with one hash the first.
    known: Quick<u64, NodeId>,
    branches: Quick<(u32, NodeId), u32>,
    /// The symbols of the word at hand.
    word: Vec<Symbol>,
}

/// A map whose keys are hashed quickly: they are numbers that no stranger chooses.
type Quick<K, V> = HashMap<K, V, BuildHasherDefault<Mixed>>;

/// Numbers mixed into one.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        // The low bits choose the place in a map, and the multiplication mixes upwards.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// The hash of a node by its kind and what it is made of.
fn hash_of<T: Copy + Into<u64>>(kind: u64, parts: &[T]) -> u64 {
    let mut mixed = Mixed(kind);
    for part in parts {
        mixed.write_u64((*part).into());
    }
    mixed.finish()
}

/// The bit of a sign among the beginnings of nodes.
pub(crate) const fn bit(sign: char) -> u64 {
    1 << (sign as u32 % 63)
}

/// The bit of the sentence's end.
pub(crate) const END: u64 = 1 << 63;

impl Graph {
    pub(crate) fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            forks: vec![Fork::default()],
            punctuation: vec![false, false],
            signs: vec![' ', ' '],
            ascii: [UNKNOWN; 128],
            others: BTreeMap::new(),
            known: Quick::default(),
            branches: Quick::default(),
            word: Vec::new(),
        };
        graph.ascii[usize::from(b' ')] = SPACE;
        graph
    }

    /// The number of a sign.
    pub(crate) fn symbol(&self, sign: char) -> Symbol {
        match self.ascii.get(sign as usize) {
            Some(symbol) => *symbol,
            None => self.others.get(&sign).copied().unwrap_or(UNKNOWN),
        }
    }

    /// The sign of a symbol.
    pub(crate) fn sign(&self, symbol: Symbol) -> char {
        self.signs.get(usize::from(symbol)).copied().unwrap_or(' ')
    }

    /// How many symbols there are.
    pub(crate) fn symbols(&self) -> usize {
        self.punctuation.len()
    }

    fn add_symbol(&mut self, sign: char) -> Symbol {
        let known = self.symbol(sign);
        if known != UNKNOWN || self.punctuation.len() > usize::from(Symbol::MAX) {
            return known;
        }
        let symbol = self.punctuation.len() as Symbol;
        self.punctuation.push(is_punctuation(sign));
        self.signs.push(sign);
        match self.ascii.get_mut(sign as usize) {
            Some(place) => *place = symbol,
            None => drop(self.others.insert(sign, symbol)),
        }
        symbol
    }

    /// The node for signs one after the other.
    pub(crate) fn text(&mut self, signs: &[char]) -> Result<NodeId, PhraseFault> {
        let mut word = std::mem::take(&mut self.word);
        word.clear();
        word.extend(signs.iter().map(|sign| self.add_symbol(*sign)));
        let hash = hash_of(TEXT, &word);
        let is_it = |node: &Node| matches!(node, Node::Text(known) if **known == *word);
        let node = match self.known_node(hash, is_it) {
            Some(known) => Ok(known),
            None => self.add(hash, Node::Text(word.as_slice().into())),
        };
        self.word = word;
        node
    }

    /// The node that is made of others.
    pub(crate) fn node(&mut self, node: Node) -> Result<NodeId, PhraseFault> {
        let hash = match &node {
            Node::Text(symbols) => hash_of(TEXT, symbols),
            Node::Slot { source, slot } => hash_of(SLOT, &[*source, u32::from(*slot)]),
            Node::Sequence(parts) => hash_of(SEQUENCE, parts),
            Node::Choice(parts) => hash_of(CHOICE, parts),
            Node::AnyOrder(parts) => hash_of(ANY_ORDER, parts),
            Node::Optional(inner) => hash_of(OPTIONAL, &[*inner]),
        };
        match self.known_node(hash, |known| *known == node) {
            Some(known) => Ok(known),
            None => self.add(hash, node),
        }
    }

    /// The node with this hash that is the one. Two nodes of one hash are only not shared.
    fn known_node(&self, hash: u64, is_it: impl Fn(&Node) -> bool) -> Option<NodeId> {
        let known = *self.known.get(&hash)?;
        self.info(known).filter(|info| is_it(&info.node)).map(|_| known)
    }

    fn add(&mut self, hash: u64, node: Node) -> Result<NodeId, PhraseFault> {
        if self.nodes.len() >= MAX_NODES {
            let message = format!("the phrases have more than {MAX_NODES} pieces, expected fewer");
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message));
        }
        let id = self.nodes.len() as NodeId;
        self.known.entry(hash).or_insert(id);
        let (first, nullable) = self.beginning(&node);
        let fills = match &node {
            Node::Text(_) => false,
            Node::Slot { .. } => true,
            Node::Sequence(parts) | Node::Choice(parts) | Node::AnyOrder(parts) => self.any_fills(parts),
            Node::Optional(inner) => self.any_fills(&[*inner]),
        };
        self.nodes.push(Info { node, first, nullable, fills });
        Ok(id)
    }

    /// The signs that a node can begin with, and whether it can be nothing.
    fn beginning(&self, node: &Node) -> (u64, bool) {
        match node {
            Node::Text(symbols) => {
                let counts = |symbol: &Symbol| *symbol != SPACE && !self.is_punctuation(*symbol);
                let nullable = !symbols.iter().any(counts);
                let first = match **symbols {
                    [SPACE, symbol, ..] if counts(&symbol) => bit(' ') | bit(self.sign(symbol)),
                    [symbol, ..] if counts(&symbol) => bit(self.sign(symbol)),
                    _ => ANY_SIGN,
                };
                (first, nullable)
            }
            Node::Slot { .. } => (ANY_SIGN & !END, false),
            Node::Sequence(parts) => {
                let (mut first, mut nullable) = (0, true);
                for info in parts.iter().filter_map(|part| self.info(*part)) {
                    if nullable {
                        first |= info.first;
                    }
                    nullable &= info.nullable;
                }
                (if nullable { ANY_SIGN } else { first }, nullable)
            }
            Node::Choice(parts) => self.joined(parts, false),
            // A part that can be nothing leaves the space before the next one.
            Node::AnyOrder(parts) => self.joined(parts, true),
            Node::Optional(_) => (ANY_SIGN, true),
        }
    }

    fn is_punctuation(&self, symbol: Symbol) -> bool {
        self.punctuation.get(usize::from(symbol)) == Some(&true)
    }

    fn joined(&self, parts: &[NodeId], all: bool) -> (u64, bool) {
        let infos = || parts.iter().filter_map(|part| self.info(*part));
        let nullable = if all { infos().all(|info| info.nullable) } else { infos().any(|info| info.nullable) };
        let open = infos().any(|info| info.nullable);
        let first = infos().fold(0, |first, info| first | info.first);
        (if open { ANY_SIGN } else { first }, nullable)
    }

    fn any_fills(&self, parts: &[NodeId]) -> bool {
        parts.iter().filter_map(|part| self.info(*part)).any(|info| info.fills)
    }

    /// Whether a value may stand at the end of what a node says.
    pub(crate) fn ends_in_value(&self, node: NodeId) -> bool {
        match self.info(node).map(|info| &info.node) {
            Some(Node::Slot { .. }) => true,
            Some(Node::Sequence(parts)) => parts.last().is_some_and(|last| self.ends_in_value(*last)),
            Some(Node::Choice(parts) | Node::AnyOrder(parts)) => parts.iter().any(|part| self.ends_in_value(*part)),
            Some(Node::Optional(inner)) => self.ends_in_value(*inner),
            Some(Node::Text(_)) | None => false,
        }
    }

    /// Whether a node may say something of its own without a space before it that may stand apart. Letters that may be left out
    /// are an ending of what stands before them.
    pub(crate) fn begins_in_word(&self, node: NodeId, is_optional: bool) -> bool {
        let begins = |part: &NodeId| self.begins_in_word(*part, is_optional);
        match self.info(node).map(|info| &info.node) {
            Some(Node::Text(symbols)) => symbols.first().is_some_and(|first| {
                let sign = self.sign(*first);
                let is_ending = is_optional && (sign.is_alphabetic() || sign == '\'');
                *first != SPACE && !is_ending && !self.is_punctuation(*first) && !writes_without_spaces(sign)
            }),
            Some(Node::Sequence(parts)) => parts.first().is_some_and(begins),
            Some(Node::Choice(parts) | Node::AnyOrder(parts)) => parts.iter().any(begins),
            Some(Node::Optional(inner)) => self.begins_in_word(*inner, true),
            Some(Node::Slot { .. }) | None => false,
        }
    }

    pub(crate) fn info(&self, node: NodeId) -> Option<&Info> {
        self.nodes.get(node as usize)
    }

    /// Adds a template: its pieces in order, and its number.
    pub(crate) fn add_template(&mut self, pieces: &[NodeId], template: u32) {
        let mut fork = 0;
        for piece in pieces {
            fork = if let Some(next) = self.branches.get(&(fork, *piece)) {
                *next
            } else {
                let next = self.forks.len() as u32;
                self.forks.push(Fork::default());
                self.branches.insert((fork, *piece), next);
                if let Some(from) = self.forks.get_mut(fork as usize) {
                    from.next.push((*piece, next));
                }
                next
            };
        }
        if let Some(end) = self.forks.get_mut(fork as usize) {
            end.ends.push(template);
        }
    }
}
