//! How a sentence fits a template that accepts it: which values fill which slots.
//!
//! Pieces that fill no slot are not looked into. Of the ways that fill the same slots with the same values one is kept, of
//! all ways the best, so that the work stays bounded.

use super::{
    graph::{Node, NodeId},
    machine::Run,
    positions::Positions,
    source::FoundValue,
};

/// How many ways are kept for a piece.
const KEPT: usize = 48;
/// How many pieces are looked into for one sentence.
const BUDGET: u32 = 4_000;

/// What fills a slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Capture {
    pub(crate) slot: u16,
    pub(crate) source: u32,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// None: the words themselves.
    pub(crate) value: Option<FoundValue>,
}

/// A way to fit a piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Way {
    pub(crate) captures: Vec<Capture>,
}

/// What ways are ranked by, the best first: fewer free texts, the longest single value, fewer signs in free texts, more signs
/// of the template's own. A template that says all of it in words of its own is as good as the longest value: "the garage
/// door" is not the door of the garage where a phrase speaks of garage doors.
pub(crate) type Rank = (usize, std::cmp::Reverse<usize>, usize, usize);

impl Way {
    pub(crate) fn rank(&self) -> Rank {
        let length = |capture: &Capture| capture.to - capture.from;
        let free = || self.captures.iter().filter(|capture| capture.value.is_none());
        let listed = |capture: &&Capture| matches!(capture.value, Some(FoundValue::Listed(_)));
        let longest = self.captures.iter().filter(listed).map(length).max();
        let own_words = if free().next().is_none() { usize::MAX } else { 0 };
        let longest = longest.unwrap_or(own_words);
        let filled = self.captures.iter().map(length).sum();
        (free().count(), std::cmp::Reverse(longest), free().map(length).sum(), filled)
    }

    fn with(&self, other: &Self) -> Self {
        let mut captures = self.captures.clone();
        captures.extend_from_slice(&other.captures);
        Self { captures }
    }
}

/// The ways in which the whole sentence fits the pieces of a template.
pub(crate) fn ways<const W: usize>(run: &mut Run<'_, W>, pieces: &[NodeId]) -> Vec<Way> {
    let mut deriver = Deriver { run, left: BUDGET };
    let (from, finals) = (deriver.run.beginning(), deriver.run.finals);
    deriver.chain(pieces, from, finals).into_iter().flat_map(|(_, ways)| ways).collect()
}

struct Deriver<'d, 'r, const W: usize> {
    run: &'d mut Run<'r, W>,
    left: u32,
}

/// The ways to get to places.
type Table = Vec<(usize, Vec<Way>)>;

impl<const W: usize> Deriver<'_, '_, W> {
    /// The ways through pieces one after the other, from a set of places to those of another, by the place where they end.
    fn chain(&mut self, pieces: &[NodeId], from: Positions<W>, to: Positions<W>) -> Table {
        let borders = self.borders(pieces, from, to);
        let Some((first, rest)) = borders.split_first() else { return Table::new() };
        let mut table: Table = first.iter().map(|at| (at, vec![Way::default()])).collect();
        for (piece, border) in pieces.iter().zip(rest) {
            table = self.through(*piece, &table, border);
        }
        table
    }

    /// The places between pieces that lie on a way from the beginning to the end.
    fn borders(&mut self, pieces: &[NodeId], from: Positions<W>, to: Positions<W>) -> Vec<Positions<W>> {
        let mut borders = vec![from];
        let mut set = from;
        for piece in pieces {
            set = self.run.advance(*piece, set);
            borders.push(set);
        }
        let mut wanted = set.and(&to);
        for at in (0..borders.len()).rev() {
            let Some(border) = borders.get_mut(at) else { break };
            *border = border.and(&wanted);
            let Some((piece, before)) =
                at.checked_sub(1).and_then(|before| Some((*pieces.get(before)?, *borders.get(before)?)))
            else {
                break;
            };
            let here = wanted;
            wanted = Positions::NONE;
            for start in before.iter() {
                if !self.run.advance(piece, Positions::at(start)).and(&here).is_empty() {
                    wanted.insert(start);
                }
            }
        }
        borders
    }

    fn through(&mut self, piece: NodeId, table: &Table, border: &Positions<W>) -> Table {
        let mut next: Table = border.iter().map(|at| (at, Vec::new())).collect();
        for (start, before) in table {
            let reached = self.run.advance(piece, Positions::at(*start)).and(border);
            for end in reached.iter() {
                let inner = self.ways(piece, *start, end);
                let Some((_, ways)) = next.iter_mut().find(|(at, _)| *at == end) else { continue };
                for way in before {
                    ways.extend(inner.iter().map(|more| way.with(more)));
                }
                keep_best(ways);
            }
        }
        next
    }

    /// The ways in which a node fits from one place to another, which it is known to do.
    fn ways(&mut self, id: NodeId, from: usize, to: usize) -> Vec<Way> {
        let compiled = self.run.compiled;
        let Some(info) = compiled.graph.info(id).filter(|_| self.left > 0) else { return Vec::new() };
        if !info.fills {
            return vec![Way::default()];
        }
        self.left -= 1;
        match &info.node {
            Node::Text(_) => vec![Way::default()],
            Node::Slot { source, slot } => self.values(*source, *slot, from, to),
            Node::Sequence(parts) => {
                let table = self.chain(parts, Positions::at(from), Positions::at(to));
                table.into_iter().flat_map(|(_, ways)| ways).collect()
            }
            Node::Choice(parts) => {
                let mut ways = Vec::new();
                for part in parts {
                    ways.append(&mut self.ways_if_any(*part, from, to));
                }
                keep_best(&mut ways);
                ways
            }
            Node::Optional(inner) => {
                let mut ways = self.ways_if_any(*inner, from, to);
                if from == to {
                    ways.push(Way::default());
                }
                keep_best(&mut ways);
                ways
            }
            Node::AnyOrder(parts) => {
                let mut ways = self.any_order(parts, from, to);
                keep_best(&mut ways);
                ways
            }
        }
    }

    fn ways_if_any(&mut self, id: NodeId, from: usize, to: usize) -> Vec<Way> {
        let fits = self.run.advance(id, Positions::at(from)).has(to);
        if fits { self.ways(id, from, to) } else { Vec::new() }
    }

    /// The ways of parts in any order: one of them first, then the others.
    fn any_order(&mut self, parts: &[NodeId], from: usize, to: usize) -> Vec<Way> {
        let mut ways = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            let mut others = parts.to_vec();
            others.remove(at);
            let reached = self.run.advance(*part, Positions::at(from));
            if others.is_empty() {
                ways.append(&mut self.ways_if_any(*part, from, to));
                continue;
            }
            for end in reached.iter() {
                for next in self.run.space(Positions::at(end)).iter() {
                    if self.left == 0 {
                        return ways;
                    }
                    self.left -= 1;
                    if !self.run.any_order(&others, Positions::at(next)).last().is_some_and(|set| set.has(to)) {
                        continue;
                    }
                    let first = self.ways(*part, from, end);
                    let rest = self.any_order(&others, next, to);
                    for way in &first {
                        ways.extend(rest.iter().map(|more| way.with(more)));
                    }
                    keep_best(&mut ways);
                }
            }
        }
        ways
    }

    fn values(&mut self, source: u32, slot: u16, from: usize, to: usize) -> Vec<Way> {
        let open = self.run.compiled.sources.get(source as usize).is_some_and(super::source::Source::is_open);
        let way = |value: Option<FoundValue>| Way { captures: vec![Capture { slot, source, from, to, value }] };
        if open {
            return vec![way(None)];
        }
        self.run.values(source, from, to).iter().map(|found| way(Some(found.value))).collect()
    }
}

/// Drops ways that fill the same, and all but the best of very many.
fn keep_best(ways: &mut Vec<Way>) {
    let mut kept: Vec<Way> = Vec::with_capacity(ways.len().min(KEPT));
    for way in ways.drain(..) {
        if !kept.contains(&way) {
            kept.push(way);
        }
    }
    *ways = kept;
    if ways.len() > KEPT {
        ways.sort_by_key(Way::rank);
        ways.truncate(KEPT);
    }
}
