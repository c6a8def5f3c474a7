//! An index of words, ranked by BM25+ as `MiniSearch` does it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use dunlin_base::{Span, edit_distance};
use serde::Deserialize;
use serde_json::{Value, json};

use super::text::words;

/// One text that can be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its own name among all.
    pub id: String,
    /// What it is: a todo, a run, a note.
    pub kind: String,
    /// What it is called; words in it count double.
    pub title: String,
    /// What it says.
    pub text: String,
}

/// How much an index takes.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "SearchLimits"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Limits {
    /// The most texts.
    pub documents: usize,
    /// The most bytes of all texts together.
    pub bytes: usize,
}

impl Default for Limits {
    /// 50,000 texts, 20 million bytes.
    fn default() -> Self {
        Self { documents: 50_000, bytes: 20_000_000 }
    }
}

/// An index that is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch(Limits);

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} texts or {} bytes to search", self.0.documents, self.0.bytes)
    }
}

impl std::error::Error for TooMuch {}

/// A text that fits, and how well.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// Its place in the index.
    at: u32,
    /// How well it fits; only the order means something.
    pub score: f64,
    /// The places of its text that fit, in order.
    pub spans: Vec<Span>,
    /// Whether its title fits.
    pub in_title: bool,
}

struct Kept {
    document: Document,
    length: u32,
}

/// Where a word stands in a text: its number there, counted from the first word of the title.
#[derive(Clone, Copy)]
struct Place {
    number: u32,
    span: Span,
    in_title: bool,
}

#[derive(Default)]
struct Posting {
    /// How often the word stands there; in the title it counts double.
    often: f64,
    places: Vec<Place>,
}

/// The index. What is added under a known kind and id takes the place of what was there.
#[derive(Default)]
pub struct Index {
    limits: Limits,
    kept: Vec<Option<Kept>>,
    /// The places among these that are free again.
    free: Vec<u32>,
    /// By kind and id.
    by_name: BTreeMap<(String, String), u32>,
    terms: BTreeMap<String, BTreeMap<u32, Posting>>,
    bytes: usize,
    words: u64,
}

/// What every ranking of BM25+ has, with the values that `MiniSearch` ships.
const SATURATION: f64 = 1.2;
const LENGTH_WEIGHT: f64 = 0.7;
const FLOOR: f64 = 0.5;
/// A word that only begins like the one looked for, and one with a slip in it, count less.
const PREFIX_WEIGHT: f64 = 0.375;
const FUZZY_WEIGHT: f64 = 0.45;
/// So little that it is found, and hardly ranked: a shorter form of the word looked for, such as its singular.
const SHORTER_WEIGHT: f64 = 0.1;
/// How many letters a form is shorter at most, and how many it keeps at least.
const MOST_SHORTER: usize = 2;
const LEAST_KEPT: usize = 4;
const TITLE_WEIGHT: f64 = 2.0;
/// The most words of a query that are looked at, and the most words of the index that one may stand for.
const MOST_WORDS: usize = 32;
const MOST_TERMS: usize = 200;

impl Index {
    /// An empty one.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// How many texts are in it.
    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Takes a text in.
    pub fn add(&mut self, document: Document) -> Result<(), TooMuch> {
        self.remove(&document.kind, &document.id);
        let bytes = document.title.len() + document.text.len();
        if self.len() >= self.limits.documents || self.bytes + bytes > self.limits.bytes {
            return Err(TooMuch(self.limits));
        }
        let (at, mut number) = (self.place(), 0);
        for (text, in_title) in [(&document.title, true), (&document.text, false)] {
            for word in words(text) {
                let posting = self.terms.entry(word.term).or_default().entry(at).or_default();
                posting.often += if in_title { TITLE_WEIGHT } else { 1.0 };
                posting.places.push(Place { number, span: word.span, in_title });
                number += 1;
            }
            // Words of the title and the text never stand side by side.
            number += 1;
        }
        self.bytes += bytes;
        self.words += u64::from(number);
        self.by_name.insert((document.kind.clone(), document.id.clone()), at);
        if let Some(free) = self.kept.get_mut(at as usize) {
            *free = Some(Kept { document, length: number });
        }
        Ok(())
    }

    /// A free place.
    fn place(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.kept.push(None);
            self.kept.len() as u32 - 1
        })
    }

    fn kept(&self, at: u32) -> Option<&Kept> {
        self.kept.get(at as usize)?.as_ref()
    }

    /// The text of that kind and id.
    pub fn get(&self, kind: &str, id: &str) -> Option<&Document> {
        let at = self.by_name.get(&(kind.to_owned(), id.to_owned()))?;
        Some(&self.kept(*at)?.document)
    }

    /// Takes a text out; false when there is none of that kind and id.
    pub fn remove(&mut self, kind: &str, id: &str) -> bool {
        let Some(at) = self.by_name.remove(&(kind.to_owned(), id.to_owned())) else { return false };
        let Some(kept) = self.kept.get_mut(at as usize).and_then(Option::take) else { return false };
        self.free.push(at);
        for text in [&kept.document.title, &kept.document.text] {
            for word in words(text) {
                if let Some(texts) = self.terms.get_mut(&word.term) {
                    texts.remove(&at);
                    if texts.is_empty() {
                        self.terms.remove(&word.term);
                    }
                }
            }
        }
        self.bytes -= kept.document.title.len() + kept.document.text.len();
        self.words -= u64::from(kept.length);
        true
    }

    /// The texts that fit best, and how many fit. Words in quotes must stand side by side, and one after `-` must not stand
    /// there at all; of other words any will do.
    pub fn search(&self, query: &str, limit: usize, of_kind: impl Fn(&str) -> bool) -> (Vec<Hit>, usize) {
        self.find(query, limit, false, of_kind)
    }

    /// As [`Index::search`], but only texts that fit every word.
    pub fn search_all(&self, query: &str, limit: usize, of_kind: impl Fn(&str) -> bool) -> (Vec<Hit>, usize) {
        self.find(query, limit, true, of_kind)
    }

    fn find(&self, query: &str, limit: usize, all: bool, of_kind: impl Fn(&str) -> bool) -> (Vec<Hit>, usize) {
        let query = Query::read(query);
        let looked_for = query.any.iter().chain(query.phrases.iter().flatten()).take(MOST_WORDS);
        let terms: Vec<Vec<(&str, f64)>> = looked_for.map(|word| self.terms_for(word)).collect();
        // By the places of the texts; one that does not fit has 0.
        let mut scores = vec![0.0; self.kept.len()];
        for (term, weight) in terms.iter().flatten() {
            self.score(term, *weight, &mut scores);
        }
        if all {
            let with = |word: &Vec<(&str, f64)>| word.iter().flat_map(|(term, _)| self.texts_with(term)).collect();
            let in_all =
                terms.iter().map(with).reduce(|before: BTreeSet<u32>, with| &before & &with).unwrap_or_default();
            for (score, _) in scores.iter_mut().zip(0..).filter(|(_, at)| !in_all.contains(at)) {
                *score = 0.0;
            }
        }
        let shut_out: BTreeSet<u32> = query.none.iter().flat_map(|word| self.texts_with(word)).collect();
        let fits = |at: u32, document: &Document| {
            !shut_out.contains(&at)
                && of_kind(&document.kind)
                && query.phrases.iter().all(|phrase| self.has_phrase(at, phrase))
        };
        let scored = scores.into_iter().zip(0..).filter(|(score, _)| *score > 0.0).filter_map(|(score, at)| {
            let document = &self.kept(at)?.document;
            fits(at, document).then_some((score, document, at))
        });
        let mut scored: Vec<(f64, &Document, u32)> = scored.collect();
        let count = scored.len();
        // Of texts that fit alike the order is theirs, and not that in which the index came to know them.
        let better = |a: &(f64, &Document, u32), b: &(f64, &Document, u32)| {
            b.0.total_cmp(&a.0).then_with(|| (&a.1.kind, &a.1.id).cmp(&(&b.1.kind, &b.1.id)))
        };
        if limit < count {
            scored.select_nth_unstable_by(limit, better);
            scored.truncate(limit);
        }
        scored.sort_unstable_by(better);
        let hits = scored.into_iter().map(|(score, _, at)| self.hit(at, score, terms.iter().flatten())).collect();
        (hits, count)
    }

    fn texts_with(&self, term: &str) -> impl Iterator<Item = u32> {
        self.terms.get(term).into_iter().flat_map(|texts| texts.keys().copied())
    }

    /// A text that fits, with its places for the words of the index that were looked for.
    fn hit<'a>(&self, at: u32, score: f64, terms: impl Iterator<Item = &'a (&'a str, f64)>) -> Hit {
        let mut hit = Hit { at, score, spans: Vec::new(), in_title: false };
        for place in terms.filter_map(|(term, _)| self.terms.get(*term)?.get(&at)).flat_map(|posting| &posting.places) {
            hit.in_title |= place.in_title;
            if !place.in_title {
                hit.spans.push(place.span);
            }
        }
        hit.spans.sort_by_key(|span| span.start);
        hit.spans.dedup();
        hit
    }

    /// The text of a hit.
    pub fn document(&self, hit: &Hit) -> Option<&Document> {
        Some(&self.kept(hit.at)?.document)
    }

    /// A hit as a tool tells it: with the piece of the text around the first place, and the places in it.
    pub(super) fn told(&self, hit: &Hit) -> Option<Value> {
        let document = self.document(hit)?;
        let text = &document.text;
        let first = hit.spans.first().map_or(0, |span| span.start);
        let start = text.get(..first)?.char_indices().rev().take(60).last().map_or(0, |(at, _)| at);
        let end = text.get(start..)?.char_indices().nth(240).map_or(text.len(), |(at, _)| start + at);
        let snippet = text.get(start..end)?;
        let within = hit.spans.iter().filter(|span| span.start >= start && span.end <= end);
        let spans: Vec<Value> = within
            .map(|span| Span::new(span.start - start, span.end - start).utf16(snippet))
            .map(|span| json!([span.start, span.end]))
            .collect();
        Some(json!({
            "id": document.id,
            "kind": document.kind,
            "title": document.title,
            "snippet": snippet,
            "spans": spans,
            "score": (hit.score * 1000.0).round() / 1000.0,
        }))
    }

    /// The words of the index that a word stands for, and how much each counts: itself, longer ones, those that lack its last
    /// letters ("cost" for "costs"), and, when there are none of the first two, those with a slip or two.
    fn terms_for<'a>(&'a self, word: &'a str) -> Vec<(&'a str, f64)> {
        let length = word.chars().count() as f64;
        let longer = self
            .terms
            .range(word.to_owned()..)
            .map(|(term, _)| term.as_str())
            .take_while(|term| term.starts_with(word));
        let found: Vec<(&str, f64)> = longer
            .take(MOST_TERMS)
            .map(|term| {
                let whole = term.chars().count() as f64;
                let weight = if term == word { 1.0 } else { PREFIX_WEIGHT * whole / (whole + 0.3 * (whole - length)) };
                (term, weight)
            })
            .collect();
        let most = (length * 0.2).round() as usize;
        if !found.is_empty() {
            return found.into_iter().chain(self.shorter(word)).collect();
        }
        if most == 0 {
            return found;
        }
        let letters: Vec<char> = word.chars().collect();
        let alike = self.terms.keys().filter(|term| term.chars().count().abs_diff(letters.len()) <= most);
        let near = alike.filter_map(|term| {
            let other: Vec<char> = term.chars().collect();
            let (apart, whole) = (edit_distance(&letters, &other), other.len() as f64);
            (apart <= most).then(|| (term.as_str(), FUZZY_WEIGHT * whole / (whole + apart as f64)))
        });
        near.take(MOST_TERMS).collect()
    }

    fn shorter<'a>(&'a self, word: &'a str) -> impl Iterator<Item = (&'a str, f64)> {
        let cuts = word.char_indices().map(|(at, _)| at).enumerate().skip(LEAST_KEPT);
        let cuts: Vec<usize> = cuts.map(|(_, at)| at).collect();
        let stems = cuts.into_iter().rev().take(MOST_SHORTER).filter_map(|at| word.get(..at));
        stems.filter(|stem| self.terms.contains_key(*stem)).map(|stem| (stem, SHORTER_WEIGHT))
    }

    fn score(&self, term: &str, weight: f64, scores: &mut [f64]) {
        let Some(texts) = self.terms.get(term) else { return };
        let (all, with) = (self.len() as f64, texts.len() as f64);
        let rarity = (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
        let usual = (self.words as f64 / all.max(1.0)).max(1.0);
        for (at, posting) in texts {
            let (Some(kept), Some(score)) = (self.kept(*at), scores.get_mut(*at as usize)) else { continue };
            let long = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * f64::from(kept.length) / usual;
            let often = posting.often;
            *score += weight * rarity * (FLOOR + often * (SATURATION + 1.0) / (often + SATURATION * long));
        }
    }

    /// Whether words stand side by side in a text.
    fn has_phrase(&self, at: u32, phrase: &[String]) -> bool {
        let numbers = |word: &String| -> BTreeSet<u32> {
            let posting = self.terms.get(word).and_then(|texts| texts.get(&at));
            posting.into_iter().flat_map(|posting| posting.places.iter().map(|place| place.number)).collect()
        };
        let Some((first, rest)) = phrase.split_first() else { return true };
        let mut open = numbers(first);
        for word in rest {
            let next = numbers(word);
            open = open.into_iter().map(|number| number + 1).filter(|number| next.contains(number)).collect();
        }
        !open.is_empty()
    }
}

/// What is looked for.
#[derive(Default)]
struct Query {
    any: Vec<String>,
    phrases: Vec<Vec<String>>,
    none: Vec<String>,
}

impl Query {
    fn read(text: &str) -> Self {
        let mut query = Self::default();
        for (at, part) in text.split('"').enumerate() {
            if at % 2 == 1 {
                let phrase: Vec<String> = words(part).map(|word| word.term).collect();
                if !phrase.is_empty() {
                    query.phrases.push(phrase);
                }
                continue;
            }
            for piece in part.split_whitespace() {
                let into = if piece.starts_with('-') && piece.len() > 1 { &mut query.none } else { &mut query.any };
                into.extend(words(piece).map(|word| word.term));
            }
        }
        query
    }
}
