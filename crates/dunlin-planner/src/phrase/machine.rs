//! One sentence against all templates at once, as sets of places.
//!
//! A piece of a template takes the set of places where it may begin to the set of places where it may end. Signs move a whole
//! set at a time, templates that begin alike are walked once, lists are looked up once for a place, and what a node makes of
//! a set is kept, so the work grows with the sentence and not with the number of templates.
//!
//! Spaces: a space of a template takes one of the sentence, or nothing at the start of a word and at the end of the sentence.
//! Words that count for nothing are stepped over wherever a word starts.

use std::sync::Arc;

use super::{
    compile::Compiled,
    graph::{END, Node, NodeId, SPACE, Symbol, bit},
    letters::{Letters, is_punctuation},
    numbers::Ending,
    positions::Positions,
    source::{Found, FoundValue, Source, digit_of, numbers_at},
    spoken::Language,
};

/// How many results of nodes are kept.
const KEPT: usize = 512;

/// A sentence being matched.
pub(crate) struct Run<'r, const W: usize> {
    pub(crate) compiled: &'r Compiled,
    pub(crate) sentence: &'r Letters,
    /// The language that is spoken, for numbers that say none themselves.
    pub(crate) language: Option<Language>,
    /// The numbers at each place, by language.
    numbers: Vec<(usize, Option<Language>, Arc<[Ending]>)>,
    /// From where to where words stand that point at something said before.
    pointing: Vec<(usize, usize)>,
    pub(crate) length: usize,
    /// Where each symbol stands.
    places: Vec<Positions<W>>,
    /// Where a word may start: there a template's space takes nothing.
    starts: Positions<W>,
    /// Where a word ends, so that free text may.
    ends: Positions<W>,
    /// From where words can be stepped over, and to where.
    skips: Vec<(usize, Positions<W>)>,
    skippable: Positions<W>,
    /// From where nothing more must be said.
    pub(crate) finals: Positions<W>,
    /// What stands at each place, by source.
    found: Vec<Vec<Option<AtPlace<W>>>>,
    kept: Vec<Option<(NodeId, Positions<W>, Positions<W>)>>,
}

/// What a source found at a place.
struct AtPlace<const W: usize> {
    ends: Positions<W>,
    values: Vec<Found>,
}

impl<'r, const W: usize> Run<'r, W> {
    /// The longest sentence it takes.
    pub(crate) const MOST: usize = 64 * W - 1;

    /// `pointing` are words that may stand for any known value.
    pub(crate) fn new(
        compiled: &'r Compiled,
        sentence: &'r Letters,
        language: Option<Language>,
        pointing: &[&str],
    ) -> Self {
        Self::without_skips(compiled, sentence, language, pointing, &[])
    }

    /// The same, but that what stands at `said` counts although it is among the words that count for nothing.
    pub(crate) fn without_skips(
        compiled: &'r Compiled,
        sentence: &'r Letters,
        language: Option<Language>,
        pointing: &[&str],
        said: &[usize],
    ) -> Self {
        let length = sentence.letters.len().min(Self::MOST);
        let mut run = Self {
            compiled,
            sentence,
            language,
            numbers: Vec::new(),
            pointing: pointing.iter().flat_map(|words| sentence.places_of(words)).collect(),
            length,
            places: vec![Positions::NONE; compiled.graph.symbols()],
            starts: Positions::at(0).or(&Positions::at(length)),
            ends: Positions::NONE,
            skips: Vec::new(),
            skippable: Positions::NONE,
            finals: Positions::at(length),
            found: Vec::new(),
            kept: vec![None; KEPT],
        };
        run.found.resize_with(compiled.sources.len(), Vec::new);
        for (at, letter) in sentence.letters.iter().take(length).enumerate() {
            let symbol = compiled.graph.symbol(letter.sign);
            if let Some(places) = run.places.get_mut(usize::from(symbol)) {
                places.insert(at);
            }
            if letter.sign == ' ' {
                run.starts.insert(at + 1);
            } else {
                run.ends.insert(at + 1);
            }
        }
        run.find_skips(said);
        run.part_digits();
        run
    }

    /// Behind digits a word may start without a space: "5min".
    fn part_digits(&mut self) {
        let mut digits = false;
        for (at, letter) in self.sentence.letters.iter().take(self.length).enumerate() {
            let is_digit = digit_of(letter.sign).is_some();
            if digits && !is_digit && letter.sign != ' ' && !is_punctuation(letter.sign) {
                self.starts.insert(at);
            }
            digits = is_digit;
        }
    }

    /// Finds the words that count for nothing, from the end, so that several are stepped over at once.
    fn find_skips(&mut self, said: &[usize]) {
        if self.compiled.skip_words.is_empty() {
            return;
        }
        for at in (0..self.length).rev() {
            let starts = self.starts.has(at) || self.sentence.glued;
            if starts && !said.contains(&at) {
                let reached = self.skipped_from(at);
                if !reached.is_empty() {
                    self.skips.push((at, reached));
                    self.skippable.insert(at);
                    if reached.has(self.length) {
                        self.finals.insert(at);
                    }
                }
            } else if !starts && self.sentence.sign(at) == Some(' ') && self.finals.has(at + 1) {
                self.finals.insert(at);
            }
        }
    }

    fn skipped_from(&self, at: usize) -> Positions<W> {
        let mut reached = Positions::NONE;
        for words in &self.compiled.skip_words {
            let glued = words.iter().filter(|sign| **sign != ' ' || !self.sentence.glued);
            let mut end = at;
            if !glued.clone().all(|sign| {
                end += 1;
                self.sentence.sign(end - 1) == Some(*sign)
            }) {
                continue;
            }
            let after = match self.sentence.sign(end) {
                Some(' ') => end + 1,
                None => self.length,
                Some(_) if self.sentence.glued => end,
                Some(_) => continue,
            };
            reached.insert(after);
            if let Some((_, further)) = self.skips.iter().find(|(from, _)| *from == after) {
                reached = reached.or(further);
            }
        }
        reached
    }

    /// Where words stand that count for nothing.
    pub(crate) fn skippable(&self) -> impl Iterator<Item = usize> {
        self.skips.iter().map(|(at, _)| *at)
    }

    /// Whether the whole sentence fits pieces one after the other.
    pub(crate) fn accepts(&mut self, pieces: &[NodeId]) -> bool {
        let beginning = self.beginning();
        let reached = pieces.iter().fold(beginning, |set, piece| self.advance(*piece, set));
        !reached.and(&self.finals).is_empty()
    }

    /// Where words stand that count for nothing and that were stepped over right before a place, or behind another that a piece
    /// of free text fills: those at the edges of the sentence are no part of it, but within one they are text as it was typed.
    pub(crate) fn skips_around(&self, from: usize, to: usize) -> Vec<usize> {
        let leads = self.skips.iter().filter(|(_, reached)| reached.has(from)).map(|(at, _)| *at);
        if self.sentence.glued {
            let follows = self.skips.iter().filter(|(at, _)| *at == to && !self.finals.has(to)).map(|(at, _)| *at);
            return leads.chain(follows).collect();
        }
        leads.filter(|at| *at > 0 && !self.beginning().has(*at)).collect()
    }

    /// The set with the places behind words that count for nothing.
    fn skipped(&self, set: Positions<W>) -> Positions<W> {
        let from = set.and(&self.skippable);
        if from.is_empty() {
            return set;
        }
        self.skips.iter().filter(|(at, _)| from.has(*at)).fold(set, |set, (_, reached)| set.or(reached))
    }

    /// Where a sentence can begin.
    pub(crate) fn beginning(&self) -> Positions<W> {
        self.skipped(Positions::at(0))
    }

    /// The templates that the whole sentence fits.
    pub(crate) fn accepted(&mut self) -> Vec<u32> {
        let mut accepted = Vec::new();
        let mut open = vec![(0u32, self.beginning())];
        let compiled = self.compiled;
        while let Some((fork, set)) = open.pop() {
            let Some(fork) = compiled.graph.forks.get(fork as usize) else { continue };
            if !fork.ends.is_empty() && !set.and(&self.finals).is_empty() {
                accepted.extend_from_slice(&fork.ends);
            }
            let signs = self.signs_at(set);
            for (node, next) in &fork.next {
                let reached = self.step(*node, set, signs);
                if !reached.is_empty() {
                    open.push((*next, reached));
                }
            }
        }
        accepted.sort_unstable();
        accepted
    }

    /// The signs that stand at the places of a set, as bits.
    fn signs_at(&self, set: Positions<W>) -> u64 {
        let mut signs = 0;
        for (count, at) in set.iter().enumerate() {
            if count == 8 {
                return u64::MAX;
            }
            signs |= self.sentence.sign(at).filter(|_| at < self.length).map_or(END, bit);
        }
        signs
    }

    /// Where a node ends that begins at a place of `from`.
    pub(crate) fn advance(&mut self, node: NodeId, from: Positions<W>) -> Positions<W> {
        if from.is_empty() {
            return from;
        }
        let signs = self.signs_at(from);
        self.step(node, from, signs)
    }

    fn step(&mut self, id: NodeId, from: Positions<W>, signs: u64) -> Positions<W> {
        let Some(info) = self.compiled.graph.info(id) else { return Positions::NONE };
        if info.first & signs == 0 {
            return Positions::NONE;
        }
        match &info.node {
            Node::Text(symbols) => self.text(symbols, from),
            Node::Slot { source, .. } => self.slot(*source, from),
            // What is optional keeps its own results.
            Node::Optional(inner) => self.step(*inner, from, signs).or(&from),
            node => {
                let place = (from.mixed() ^ u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15)) as usize % KEPT;
                if let Some(Some((kept, set, reached))) = self.kept.get(place)
                    && *kept == id
                    && *set == from
                {
                    return *reached;
                }
                let reached = self.walk(node, from, signs);
                if let Some(slot) = self.kept.get_mut(place) {
                    *slot = Some((id, from, reached));
                }
                reached
            }
        }
    }

    fn walk(&mut self, node: &Node, from: Positions<W>, signs: u64) -> Positions<W> {
        match node {
            Node::Text(_) | Node::Slot { .. } | Node::Optional(_) => Positions::NONE,
            Node::Sequence(parts) => parts.iter().fold(from, |set, part| self.advance(*part, set)),
            Node::Choice(parts) => {
                parts.iter().fold(Positions::NONE, |set, part| set.or(&self.step(*part, from, signs)))
            }
            Node::AnyOrder(parts) => self.any_order(parts, from).last().copied().unwrap_or(Positions::NONE),
        }
    }

    /// For each choice of parts, as bits, where they end when all of them have been said in some order.
    pub(crate) fn any_order(&mut self, parts: &[NodeId], from: Positions<W>) -> Vec<Positions<W>> {
        let mut sets = vec![Positions::NONE; 1 << parts.len()];
        if let Some(first) = sets.first_mut() {
            *first = from;
        }
        for said in 0..sets.len() {
            let set = sets.get(said).copied().unwrap_or(Positions::NONE);
            if set.is_empty() {
                continue;
            }
            let set = if said == 0 { set } else { self.space(set) };
            for (at, part) in parts.iter().enumerate().filter(|(at, _)| said >> at & 1 == 0) {
                let reached = self.advance(*part, set);
                if let Some(more) = sets.get_mut(said | 1 << at) {
                    *more = more.or(&reached);
                }
            }
        }
        sets
    }

    fn text(&self, symbols: &[Symbol], mut set: Positions<W>) -> Positions<W> {
        for symbol in symbols {
            if *symbol == SPACE {
                set = self.space(set);
            } else {
                let Some(places) = self.places.get(usize::from(*symbol)) else { return Positions::NONE };
                let moved = set.and(places).next();
                let optional = self.compiled.graph.punctuation.get(usize::from(*symbol)) == Some(&true);
                set = if optional { set.or(&moved) } else { moved };
            }
            if set.is_empty() {
                return set;
            }
        }
        self.skipped_if_glued(set)
    }

    /// Where no space counts, words that count for nothing may stand behind any piece.
    fn skipped_if_glued(&self, set: Positions<W>) -> Positions<W> {
        if self.sentence.glued { self.skipped(set) } else { set }
    }

    /// Where a template's space ends.
    pub(crate) fn space(&self, set: Positions<W>) -> Positions<W> {
        if self.sentence.glued {
            return self.skipped(set);
        }
        let spaces = self.places.get(usize::from(SPACE)).copied().unwrap_or(Positions::NONE);
        self.skipped(set.and(&self.starts).or(&set.and(&spaces).next()))
    }

    fn slot(&mut self, source: u32, from: Positions<W>) -> Positions<W> {
        let compiled = self.compiled;
        let reached = match compiled.sources.get(source as usize) {
            Some(open) if open.is_open() => {
                let first = from.iter().find(|at| self.sentence.sign(*at).is_some_and(|sign| sign != ' '));
                first.map_or(Positions::NONE, |first| self.ends.and(&Positions::after(first)))
            }
            Some(known) => {
                let places = from.iter().filter(|at| *at < self.length).collect::<Vec<_>>();
                places.iter().fold(Positions::NONE, |set, at| set.or(&self.look(known, source, *at).ends))
            }
            None => Positions::NONE,
        };
        self.skipped_if_glued(reached)
    }

    /// What of a source stands at a place.
    fn look(&mut self, known: &Source, source: u32, at: usize) -> &AtPlace<W> {
        const NOWHERE: &str = "each source has its places";
        let compiled = self.compiled;
        let places = self.found.get_mut(source as usize).expect(NOWHERE);
        if places.is_empty() {
            places.resize_with(self.length + 1, || None);
        }
        let place = places.get_mut(at).expect(NOWHERE);
        place.get_or_insert_with(|| {
            let mut values = Vec::new();
            let mut numbers = |language: Option<Language>| {
                let language = language.or(self.language);
                let is_it = |(place, spoken, _): &&(usize, Option<Language>, _)| (*place, *spoken) == (at, language);
                if let Some((_, _, known)) = self.numbers.iter().find(is_it) {
                    return known.clone();
                }
                let (languages, home) = (&compiled.languages, || compiled.home());
                let numbers: Arc<[Ending]> = numbers_at(self.sentence, at, language, languages, &home).into();
                self.numbers.push((at, language, numbers.clone()));
                numbers
            };
            known.at(self.sentence, at, &mut numbers, &mut values);
            let pointing = self.pointing.iter().filter(|(from, _)| *from == at);
            values.extend(pointing.map(|(_, end)| Found { end: *end, value: FoundValue::Pointing }));
            values.retain(|found| found.end <= self.length);
            let mut ends = Positions::NONE;
            for found in &values {
                ends.insert(found.end);
            }
            AtPlace { ends, values }
        })
    }

    /// The values of a known source that stand between two places.
    pub(crate) fn values(&mut self, source: u32, from: usize, to: usize) -> Vec<Found> {
        let compiled = self.compiled;
        let Some(known) = compiled.sources.get(source as usize) else { return Vec::new() };
        let mut found = self.look(known, source, from).values.clone();
        found.retain(|found| self.skipped_if_glued(Positions::at(found.end)).has(to));
        found
    }
}
