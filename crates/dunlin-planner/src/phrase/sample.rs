//! Sentences that a tool's phrases accept, drawn at random: for a host's tests, its help, and its examples.

use dunlin_base::{Random, SeededRandom};
use dunlin_date::Now;
use dunlin_plan::schema;
use serde_json::Value;

use super::{
    book::PhraseBook,
    compile::{Compiled, CompiledTemplate},
    entry::Entry,
    given::{List, ListValue, Range},
    graph::{Node, NodeId},
    patterned,
    recognize::Heard,
    source::{Source, When, json_number},
};

/// How many sentences are drawn for each that is wanted; some say the same, some need a context.
const TRIES: usize = 20;
/// The most sentences of one call.
const MOST: usize = 10_000;

impl PhraseBook {
    /// At most `count` different sentences that ask for a tool. The same seed gives the same sentences.
    pub fn sample(&self, tool: &str, count: usize, seed: u64) -> Vec<String> {
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let random = SeededRandom::new(seed);
        let of_tool = |entry: usize| self.entries.get(entry).is_some_and(|entry| entry.tool.name == tool);
        let own: Vec<_> = compiled.templates.iter().filter(|template| of_tool(template.entry)).collect();
        let mut sentences: Vec<String> = Vec::new();
        let count = count.min(MOST);
        for _ in 0..count.saturating_mul(TRIES) {
            if sentences.len() == count || own.is_empty() {
                break;
            }
            let Some(template) = own.get(below(&random, own.len())) else { break };
            let sentence = self.draw(&compiled, template, &random);
            let means_it =
                || self.recognize(&sentence, &self.heard_for(template.entry)).is_some_and(|heard| heard.tool == tool);
            if !sentences.contains(&sentence) && means_it() {
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// A sentence for each of the first tools, for who asks what can be said: the first that its phrases say, with "…" where any
    /// words do.
    pub fn examples(&self, most: usize) -> Vec<String> {
        let Ok(compiled) = self.compiled() else { return Vec::new() };
        let mut tools: Vec<&str> = Vec::new();
        let mut sentences = Vec::new();
        for template in &compiled.templates {
            let tool = self.entries.get(template.entry).map(|entry| entry.tool.name.as_str());
            let Some(tool) = tool.filter(|tool| sentences.len() < most && !tools.contains(tool)) else { continue };
            let sentence = self.drawn(&compiled, template, &First, Some("…"));
            let is_said = self.recognize(&sentence.replace('…', "it"), &self.heard_for(template.entry));
            if is_said.is_some_and(|heard| heard.tool == tool) {
                tools.push(tool);
                sentences.push(sentence);
            }
        }
        sentences
    }

    /// A sentence of a template.
    pub(crate) fn draw(&self, compiled: &Compiled, template: &CompiledTemplate, random: &dyn Random) -> String {
        self.drawn(compiled, template, random, None)
    }

    fn drawn(
        &self,
        compiled: &Compiled,
        template: &CompiledTemplate,
        random: &dyn Random,
        any: Option<&'static str>,
    ) -> String {
        let entry = self.entries.get(template.entry);
        let mut drawer = Drawer { compiled, entry, random, any, sentence: String::new() };
        template.pieces.iter().for_each(|piece| drawer.say(*piece));
        drawer.sentence.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Where a phrase may be said: in a context that it takes, and at a moment, since without one no date is read. The moment is
    /// always the same one, before every day that is drawn, so that nothing here depends on the day.
    pub(crate) fn heard_for(&self, entry: usize) -> Heard<'_> {
        let context = self.entries.get(entry).map(|entry| entry.phrase.any_context()).unwrap_or_default();
        Heard { context, now: Now::new(2026, 11, 21, 9, 30), ..Heard::default() }
    }
}

/// Draws the first of everything.
struct First;

impl Random for First {
    fn next_u64(&self) -> u64 {
        0
    }
}

/// A number below that count.
pub(super) fn below(random: &dyn Random, count: usize) -> usize {
    (random.next_u64() % count.max(1) as u64) as usize
}

struct Drawer<'d> {
    compiled: &'d Compiled,
    entry: Option<&'d Entry>,
    random: &'d dyn Random,
    /// What stands where any words do; the slot's own name, unless said otherwise.
    any: Option<&'static str>,
    sentence: String,
}

impl Drawer<'_> {
    fn below(&self, count: usize) -> usize {
        below(self.random, count)
    }

    fn say(&mut self, node: NodeId) {
        let compiled = self.compiled;
        let Some(info) = compiled.graph.info(node) else { return };
        match &info.node {
            Node::Text(symbols) => self.sentence.extend(symbols.iter().map(|symbol| compiled.graph.sign(*symbol))),
            Node::Sequence(parts) => parts.iter().for_each(|part| self.say(*part)),
            Node::Choice(parts) => {
                if let Some(part) = parts.get(self.below(parts.len())) {
                    self.say(*part);
                }
            }
            Node::Optional(inner) => {
                if self.below(2) == 0 {
                    self.say(*inner);
                }
            }
            Node::AnyOrder(parts) => {
                let first = self.below(parts.len());
                for part in parts.iter().cycle().skip(first).take(parts.len()) {
                    self.say(*part);
                    self.sentence.push(' ');
                }
            }
            Node::Slot { source, slot } => {
                let name = compiled.slots.get(usize::from(*slot)).map_or("", String::as_str);
                if let Some(source) = compiled.sources.get(*source as usize) {
                    let value = self.value(source, name);
                    self.sentence.push_str(&value);
                }
            }
        }
    }

    /// Words that fit the pattern of a slot, where its schema has one.
    fn patterned(&self, name: &str) -> Option<String> {
        let whole = &self.entry?.tool.schema;
        let property = schema::meant(whole, whole.get("properties")?.get(name)?);
        let property = property.get("items").map_or(property, |each| schema::meant(whole, each));
        patterned::draw(property.get("pattern").and_then(Value::as_str)?, self.random)
    }

    /// Words for a slot: a value of its list that the phrase may be said of, a number, what fits its pattern, or the slot's own
    /// name where any words do.
    fn value(&self, source: &Source, name: &str) -> String {
        match source {
            Source::Values { list, .. } => match &**list {
                List::Values(values) => {
                    let fits =
                        |value: &&ListValue| self.entry.is_none_or(|entry| !entry.phrase.is_ruled_out(&value.context));
                    let fitting: Vec<&ListValue> = values.iter().filter(fits).collect();
                    fitting.get(self.below(fitting.len())).map(|value| value.said.plain()).unwrap_or_default()
                }
                List::Range(_) | List::Free => String::new(),
            },
            Source::Number { range, .. } => {
                let Range { from, to, step } = range.unwrap_or(Range { from: 1.0, to: 100.0, step: 1.0 });
                let steps = if step > 0.0 { ((to - from) / step).floor().min(1e6) } else { 0.0 };
                json_number(from + step * self.below(steps as usize + 1) as f64).to_string()
            }
            Source::When(When::Day | When::Moment) => "2026-12-01".to_owned(),
            Source::When(When::Length) => "3 days".to_owned(),
            Source::Free => {
                let any = || self.any.map_or_else(|| name.replace('_', " "), str::to_owned);
                self.patterned(name).unwrap_or_else(any)
            }
            Source::Items { each, .. } => self.value(each, name),
            Source::Either(ways) => {
                ways.get(self.below(ways.len())).map(|way| self.value(way, name)).unwrap_or_default()
            }
        }
    }
}
