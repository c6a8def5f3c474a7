//! All templates as one graph: equal pieces are one node, and templates that begin alike share their beginning.

use std::collections::HashMap;

use std::collections::BTreeMap;

use super::{
    fault::{PhraseFault, PhraseFaultKind},
    letters::is_punctuation,
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

/// A piece of templates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    known: HashMap<Node, NodeId>,
    branches: HashMap<(u32, NodeId), u32>,
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
            known: HashMap::new(),
            branches: HashMap::new(),
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
        let symbols: Box<[Symbol]> = signs.iter().map(|sign| self.add_symbol(*sign)).collect();
        let first = match signs {
            [' '] => ANY_SIGN,
            [' ', sign, ..] if !is_punctuation(*sign) => bit(' ') | bit(*sign),
            [sign, ..] if !is_punctuation(*sign) && *sign != ' ' => bit(*sign),
            _ => ANY_SIGN,
        };
        let nullable = signs.iter().all(|sign| *sign == ' ' || is_punctuation(*sign));
        self.add(Node::Text(symbols), first, nullable, false)
    }

    /// The node for a value; `first` are the signs it can begin with.
    pub(crate) fn slot(&mut self, source: u32, slot: u16) -> Result<NodeId, PhraseFault> {
        self.add(Node::Slot { source, slot }, ANY_SIGN & !END, false, true)
    }

    pub(crate) fn sequence(&mut self, parts: Vec<NodeId>) -> Result<NodeId, PhraseFault> {
        if let [only] = *parts {
            return Ok(only);
        }
        let mut first = 0;
        let mut nullable = true;
        for info in parts.iter().filter_map(|part| self.info(*part)) {
            if nullable {
                first |= info.first;
            }
            nullable &= info.nullable;
        }
        let first = if nullable { ANY_SIGN } else { first };
        let fills = self.any_fills(&parts);
        self.add(Node::Sequence(parts.into()), first, nullable, fills)
    }

    pub(crate) fn choice(&mut self, parts: Vec<NodeId>) -> Result<NodeId, PhraseFault> {
        let (first, nullable) = self.joined(&parts, false);
        let fills = self.any_fills(&parts);
        self.add(Node::Choice(parts.into()), first, nullable, fills)
    }

    pub(crate) fn any_order(&mut self, parts: Vec<NodeId>) -> Result<NodeId, PhraseFault> {
        let (first, nullable) = self.joined(&parts, true);
        let fills = self.any_fills(&parts);
        // A part that can be nothing leaves the space before the next one.
        self.add(Node::AnyOrder(parts.into()), first, nullable, fills)
    }

    pub(crate) fn optional(&mut self, inner: NodeId) -> Result<NodeId, PhraseFault> {
        let fills = self.any_fills(&[inner]);
        self.add(Node::Optional(inner), ANY_SIGN, true, fills)
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

    pub(crate) fn info(&self, node: NodeId) -> Option<&Info> {
        self.nodes.get(node as usize)
    }

    fn add(&mut self, node: Node, first: u64, nullable: bool, fills: bool) -> Result<NodeId, PhraseFault> {
        if let Some(known) = self.known.get(&node) {
            return Ok(*known);
        }
        if self.nodes.len() >= MAX_NODES {
            let message = format!("the phrases have more than {MAX_NODES} pieces, expected fewer");
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message));
        }
        let id = self.nodes.len() as NodeId;
        self.known.insert(node.clone(), id);
        self.nodes.push(Info { node, first, nullable, fills });
        Ok(id)
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
