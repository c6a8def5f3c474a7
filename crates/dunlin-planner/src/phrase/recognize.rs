//! What a sentence asks for: the readings that fit, ranked.

use std::{fmt, sync::Arc};

use dunlin_base::Span;
use dunlin_date::Now;
use dunlin_plan::schema;
use serde_json::{Map, Value};

use super::{
    book::PhraseBook,
    compile::Compiled,
    derive::{Capture, Rank, Way, ways},
    entry::Entry,
    graph::NodeId,
    letters::{Accents, Letters},
    machine::Run,
    price::Within,
    source::{FoundValue, Surroundings},
    spoken::Language,
};
use crate::model::asked::Held;

/// How many other readings are given.
const MAX_ALTERNATIVES: usize = 8;

/// How far the local time is ahead of UTC at any moment, in minutes.
#[derive(Clone, Copy)]
pub struct Offsets<'o>(pub &'o dyn Fn(i64) -> i32);

impl Offsets<'_> {
    /// Those of UTC itself.
    pub const UTC: Self = Self(&|_| 0);
}

impl Default for Offsets<'_> {
    fn default() -> Self {
        Self::UTC
    }
}

impl fmt::Debug for Offsets<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Offsets")
    }
}

/// What is known where a sentence is said.
#[derive(Clone, Debug, Default)]
pub struct Heard<'h> {
    /// What the host knows of the moment: the room, the open document.
    pub context: Map<String, Value>,
    /// The language it is said in; none tries the phrases of all.
    pub language: Option<String>,
    /// The local moment, for dates; without it no date is read.
    pub now: Option<Now>,
    /// How far the local time is ahead of UTC.
    pub offsets: Offsets<'h>,
    /// Which tools may be planned, where the cheapest of several is chosen.
    pub within: Within,
}

/// A command that a sentence asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Recognized {
    /// The tool.
    pub tool: String,
    /// Its input.
    pub input: Map<String, Value>,
    /// Which words fill which slot, in bytes.
    pub spans: Vec<(String, Span)>,
    /// How sure it is that this is meant, from 0 to 1.
    pub confidence: f64,
    /// What else the sentence may ask for, the likeliest first.
    pub alternatives: Vec<Recognized>,
}

/// A reading before it is reported.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) entry: usize,
    pub(crate) input: Map<String, Value>,
    pub(crate) spans: Vec<(String, Span)>,
    pub(crate) rank: Rank,
    /// The slots that any words may fill.
    pub(crate) free: Vec<String>,
    /// The slots in which a word points at something said before, and what they hold.
    pub(crate) pointing: Vec<(String, Held)>,
    /// What fills which slot.
    pub(crate) captures: Vec<Capture>,
}

impl PhraseBook {
    /// What a sentence asks for, or nothing when no phrase says it.
    pub fn recognize(&self, text: &str, heard: &Heard<'_>) -> Option<Recognized> {
        let readings = self.readings(text, heard);
        let alike = self.alike(&readings);
        let tied = alike.len();
        let mut told = readings.iter().enumerate().map(|(at, reading)| {
            let is_alike = alike.iter().any(|other| std::ptr::eq(*other, reading));
            let confidence = if is_alike { 1.0 / tied as f64 } else { 0.5 / (tied + at) as f64 };
            self.told(reading, confidence)
        });
        let mut best = told.next()?;
        best.alternatives = told.take(MAX_ALTERNATIVES).collect();
        Some(best)
    }

    fn told(&self, reading: &Reading, confidence: f64) -> Recognized {
        let tool = self.entries.get(reading.entry).map(|entry| entry.tool.name.clone()).unwrap_or_default();
        // Words that fill free text can be anything, so they say less than words of the template's own.
        let confidence = confidence * 0.95_f64.powi(i32::try_from(reading.rank.0).unwrap_or_default());
        let (input, spans) = (reading.input.clone(), reading.spans.clone());
        Recognized { tool, input, spans, confidence, alternatives: Vec::new() }
    }

    /// All readings of a sentence that would do something else, the best first.
    pub(crate) fn readings(&self, text: &str, heard: &Heard<'_>) -> Vec<Reading> {
        self.named_readings(text, heard).unwrap_or_else(|| self.unnamed_readings(text, heard))
    }

    /// The same of words that do not say themselves which reading is meant.
    pub(crate) fn unnamed_readings(&self, text: &str, heard: &Heard<'_>) -> Vec<Reading> {
        if self.entries.is_empty() {
            return Vec::new();
        }
        // What is kept was compiled before; only lists from functions can have become too large since.
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let readings = self.readings_in(compiled.clone(), &Letters::of(text, compiled.accents), text, heard);
        if !readings.is_empty() {
            return readings;
        }
        // Accents are left out on a phone, and in Greek in capitals.
        self.folded()
            .map_or(readings, |folded| self.readings_in(folded, &Letters::of(text, Accents::Folded), text, heard))
    }

    /// The same of words of which these point at something said before, and stand for any known value.
    pub(crate) fn pointing_readings(&self, text: &str, heard: &Heard<'_>, pointing: &[&str]) -> Vec<Reading> {
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let sentence = Letters::of(text, compiled.accents);
        if pointing.iter().all(|words| sentence.places_of(words).is_empty()) {
            return Vec::new();
        }
        let mut readings = Reader { book: self, compiled, text, heard, pointing }.read_all(&sentence);
        readings.retain(|reading| !reading.pointing.is_empty());
        readings
    }

    /// The readings of letters that stand for a text.
    pub(crate) fn readings_of(&self, sentence: &Letters, text: &str, heard: &Heard<'_>) -> Vec<Reading> {
        self.compiled().map_or_else(|_| Vec::new(), |compiled| self.readings_in(compiled, sentence, text, heard))
    }

    fn readings_in(&self, compiled: Arc<Compiled>, sentence: &Letters, text: &str, heard: &Heard<'_>) -> Vec<Reading> {
        Reader { book: self, compiled, text, heard, pointing: &[] }.read_all(sentence)
    }
}

/// An input and the words that fill its slots.
type Filled = (Map<String, Value>, Vec<(String, Span)>);

struct Reader<'r> {
    book: &'r PhraseBook,
    compiled: Arc<Compiled>,
    text: &'r str,
    heard: &'r Heard<'r>,
    /// Words that point at something said before.
    pointing: &'r [&'r str],
}

impl Reader<'_> {
    fn read_all(&self, sentence: &Letters) -> Vec<Reading> {
        match sentence.letters.len() {
            1..=127 => self.read::<2>(sentence),
            128..=2047 => self.read::<32>(sentence),
            // Nothing is said, or more than any command needs.
            _ => Vec::new(),
        }
    }

    fn read<const W: usize>(&self, sentence: &Letters) -> Vec<Reading> {
        let mut run = Run::<W>::new(&self.compiled, sentence, self.language(), self.pointing);
        let mut readings: Vec<Reading> = Vec::new();
        let mut pieces: Vec<&[NodeId]> = Vec::new();
        for template in run.accepted() {
            let Some(compiled) = self.compiled.templates.get(template as usize) else { continue };
            let Some(entry) = self.book.entries.get(compiled.entry).filter(|entry| self.may_be_said(entry)) else {
                continue;
            };
            for way in self.ways(&mut run, &compiled.pieces) {
                if let Some((input, spans)) = self.input(entry, sentence, &way) {
                    let rank = way.rank();
                    let open = way.captures.iter().filter(|capture| capture.value.is_none());
                    let name = |capture: &Capture| self.compiled.slots.get(usize::from(capture.slot)).cloned();
                    let free = open.filter_map(name).collect();
                    let pointing = self.pointing_in(&way);
                    let (entry, captures) = (compiled.entry, way.captures);
                    readings.push(Reading { entry, input, spans, rank, free, pointing, captures });
                    pieces.push(&compiled.pieces);
                }
            }
        }
        self.count_skipped(&run, &mut readings, &pieces);
        readings.sort_by(|a, b| a.rank.cmp(&b.rank).then(a.entry.cmp(&b.entry)));
        let mut different: Vec<Reading> = Vec::new();
        for reading in readings {
            if !different.iter().any(|other| self.does_the_same(other, &reading)) {
                different.push(reading);
            }
        }
        different
    }

    /// Of readings that are alike so far, those come first whose templates say themselves what else would count for nothing.
    fn count_skipped<const W: usize>(&self, run: &Run<'_, W>, readings: &mut [Reading], pieces: &[&[NodeId]]) {
        let Some(best) = readings.iter().map(|reading| reading.rank).min() else { return };
        let alike = readings.iter().zip(pieces).filter(|(reading, _)| reading.rank == best);
        let mut templates = alike.map(|(_, pieces)| pieces.as_ptr());
        let first = templates.next();
        if run.skippable().next().is_none() || templates.all(|other| Some(other) == first) {
            return;
        }
        for at in run.skippable() {
            let (sentence, language) = (run.sentence, run.language);
            let mut said = Run::<W>::without_skips(&self.compiled, sentence, language, self.pointing, &[at]);
            for (reading, pieces) in readings.iter_mut().zip(pieces) {
                reading.rank.3 += usize::from(!said.accepts(pieces));
            }
        }
    }

    /// The ways to fit a template. Words that count for nothing are left out before free text only where they must be: in "get
    /// the car" they are what is got.
    fn ways<const W: usize>(&self, run: &mut Run<'_, W>, pieces: &[NodeId]) -> Vec<Way> {
        let found = ways(run, pieces);
        let free = found.iter().flat_map(|way| &way.captures).filter(|capture| capture.value.is_none());
        let said: Vec<usize> = free.flat_map(|capture| run.skips_around(capture.from, capture.to)).collect();
        if said.is_empty() {
            return found;
        }
        let (sentence, language) = (run.sentence, run.language);
        let mut whole = Run::<W>::without_skips(&self.compiled, sentence, language, self.pointing, &said);
        let again = ways(&mut whole, pieces);
        if again.is_empty() { found } else { again }
    }

    /// The slots in which a word points, and what they hold.
    fn pointing_in(&self, way: &Way) -> Vec<(String, Held)> {
        let points = |capture: &&Capture| capture.value == Some(FoundValue::Pointing);
        let held = |capture: &Capture| {
            let slot = self.compiled.slots.get(usize::from(capture.slot))?;
            Some((slot.clone(), self.compiled.sources.get(capture.source as usize)?.held()?))
        };
        way.captures.iter().filter(points).filter_map(held).collect()
    }

    fn language(&self) -> Option<Language> {
        self.heard.language.as_deref().map(|name| self.compiled.languages.named(name))
    }

    fn may_be_said(&self, entry: &Entry) -> bool {
        let language = match (&self.heard.language, &entry.phrase.language) {
            // "pt-BR" is said in what was written for "pt".
            (Some(heard), Some(language)) => {
                heard == language || heard.strip_prefix(language.as_str()).is_some_and(|region| region.starts_with('-'))
            }
            _ => true,
        };
        language && !entry.phrase.is_ruled_out(&self.heard.context)
    }

    fn does_the_same(&self, left: &Reading, right: &Reading) -> bool {
        let tool = |reading: &Reading| self.book.entries.get(reading.entry).map(|entry| &entry.tool.name);
        left.input == right.input && tool(left) == tool(right)
    }

    /// The input that a way to fit a template gives, or nothing when its context or its values do not fit after all.
    fn input(&self, entry: &Entry, sentence: &Letters, way: &Way) -> Option<Filled> {
        let sources = &self.compiled.sources;
        let source = |capture: &Capture| sources.get(capture.source as usize);
        let context = |key: &str| {
            let listed = way
                .captures
                .iter()
                .rev()
                .find_map(|capture| source(capture)?.context(capture.value?)?.get(key).cloned());
            listed.or_else(|| self.heard.context.get(key).cloned())
        };
        if !entry.phrase.fits(&context) {
            return None;
        }
        let around = Surroundings {
            now: self.heard.now,
            offsets: self.heard.offsets,
            languages: &self.compiled.languages,
            language: self.language(),
        };
        let mut input = entry.phrase.input.clone();
        let mut spans = Vec::with_capacity(way.captures.len());
        let mut pointing = Vec::new();
        for capture in &way.captures {
            let source = source(capture)?;
            let slot = self.compiled.slots.get(usize::from(capture.slot))?;
            let mut span = sentence.span(capture.from, capture.to);
            let value = match capture.value {
                // What it means is found out, and checked, where what was said before is known.
                Some(FoundValue::Pointing) => {
                    pointing.push((slot.clone(), Value::from(span.of(self.text))));
                    spans.push((slot.clone(), span));
                    continue;
                }
                Some(found) => source.value(found),
                None => {
                    span = with_brackets(self.text, span);
                    source.read(span.of(self.text), &around)?
                }
            };
            input.insert(slot.clone(), value);
            spans.push((slot.clone(), span));
        }
        entry.phrase.fill(&mut input, &context);
        if entry.tool.checks && !fits(&entry.tool.schema, &mut input) {
            return None;
        }
        input.extend(pointing);
        Some((input, spans))
    }
}

/// The words with the bracket or quotation mark beside them whose other half is among them: at the edge of a word it counts
/// for nothing, but in "play Heroes (live)" it is part of what is played.
fn with_brackets(text: &str, mut span: Span) -> Span {
    for (open, close) in [('(', ')'), ('[', ']'), ('{', '}'), ('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')]
    {
        let words = span.of(text);
        let (opened, closed) = (words.matches(open).count(), words.matches(close).count());
        let lone = if open == close { (opened % 2 == 1, opened % 2 == 1) } else { (closed > opened, opened > closed) };
        if lone.0 && text.get(..span.start).is_some_and(|before| before.ends_with(open)) {
            span.start -= open.len_utf8();
        } else if lone.1 && text.get(span.end..).is_some_and(|after| after.starts_with(close)) {
            span.end += close.len_utf8();
        }
    }
    span
}

/// Whether the values fit the schema; what is missing may still be said, or come from a default.
fn fits(schema: &Value, input: &mut Map<String, Value>) -> bool {
    let whole = Value::Object(std::mem::take(input));
    let fits = schema::check(schema, &whole).iter().all(|fault| fault.pointer.is_empty());
    if let Value::Object(fields) = whole {
        *input = fields;
    }
    fits
}
