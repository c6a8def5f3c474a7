//! The tool `search`: ranked full text over what the host gives it, with the places that fit.

mod index;
mod text;
mod web;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    future::ready,
    rc::Rc,
};

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

pub use index::{Document, Hit, Index, Limits, TooMuch};
pub use web::WebSearch;

use crate::input::{failure, output, read, spec};

/// Gives the texts that are searched: todos, runs, notes. A kind is of one part, and no two texts of it have the same id.
pub trait Documents {
    /// The parts in which the texts come, each with another number whenever one of its texts has changed. It is asked for at
    /// every query, so it should not read the texts.
    fn parts(&self) -> Vec<(String, u64)>;

    /// Shows every text of a part.
    fn each(&self, part: &str, see: &mut dyn FnMut(Document));
}

/// The tool.
pub struct Search {
    spec: ToolSpec,
    documents: Rc<dyn Documents>,
    known: RefCell<Option<Known>>,
    limits: Limits,
}

/// The texts as they were at the last query.
struct Known {
    index: Index,
    parts: BTreeMap<String, Part>,
}

struct Part {
    version: u64,
    /// The kinds and ids of its texts.
    names: BTreeSet<(String, String)>,
}

impl Known {
    /// Takes in what has changed: parts of another version are read, and of their texts those that are others.
    fn renew(&mut self, documents: &dyn Documents) -> Result<(), TooMuch> {
        let parts = documents.parts();
        let is_there = |name: &String| parts.iter().any(|(part, _)| part == name);
        let gone: Vec<String> = self.parts.keys().filter(|name| !is_there(name)).cloned().collect();
        for name in gone {
            self.replace(&name, 0, Vec::new())?;
            self.parts.remove(&name);
        }
        for (name, version) in parts {
            if self.parts.get(&name).is_none_or(|part| part.version != version) {
                let mut texts = Vec::new();
                documents.each(&name, &mut |document| texts.push(document));
                self.replace(&name, version, texts)?;
            }
        }
        Ok(())
    }

    /// Puts texts in the place of those of a part.
    fn replace(&mut self, name: &str, version: u64, texts: Vec<Document>) -> Result<(), TooMuch> {
        let names: BTreeSet<(String, String)> =
            texts.iter().map(|document| (document.kind.clone(), document.id.clone())).collect();
        let before = self.parts.remove(name);
        // What is gone makes room first.
        for (kind, id) in before.iter().flat_map(|part| &part.names).filter(|known| !names.contains(known)) {
            self.index.remove(kind, id);
        }
        let mut others = Vec::new();
        for document in texts {
            if self.index.get(&document.kind, &document.id) != Some(&document) {
                self.index.remove(&document.kind, &document.id);
                others.push(document);
            }
        }
        for document in others {
            self.index.add(document)?;
        }
        self.parts.insert(name.to_owned(), Part { version, names });
        Ok(())
    }
}

/// What is asked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    query: String,
    #[serde(rename = "in", default)]
    kinds: Vec<String>,
    #[serde(rename = "notIn", default)]
    other_kinds: Vec<String>,
    limit: Option<usize>,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    whole: bool,
}

impl Search {
    /// The tool over those texts; they are read when it is first called, and those that have changed again.
    pub fn new(documents: Rc<dyn Documents>, limits: Limits) -> Self {
        Self { spec: spec(include_str!("../../specs/search.json")), documents, known: RefCell::new(None), limits }
    }

    /// The sentences that ask for it.
    pub fn phrases() -> Value {
        let own = json!({"own": "[my|our|the|these|those]"});
        // What is asked of notes is not found in the todos, nor in the run that asks.
        let notes = [
            "(search|look) [in|through] [all] <own> notes for {query}",
            "(find|look for|look up|search for) {query} in <own> notes",
            "what (do <own> notes say|is in <own> notes) (about|on) {query}",
            "(find|find out|look up|see|tell me|show me) what <own> notes (say|tell [me]) (about|on) {query}",
            "(find|show|show me|get|open|look up|search for|list) [all|any] <own> note[s] (about|on|for|mentioning|that mention) {query}",
            "(do I have|have I got|is there|are there) [a|any] note[s] (about|on|for) {query}",
        ];
        json!([
            "search (everything|all [my] texts) for {query}",
            {"say": "search [in|through] [all] <own> documents for {query}", "rules": own},
            {"say": notes, "rules": own, "input": {"notIn": ["todo", "run"]}},
        ])
    }

    fn answer(&self, input: &Value) -> Result<ToolOutput, ToolFailure> {
        let input: Input = read("search", input)?;
        if text::words(&input.query).next().is_none() {
            let hint = "write the words to look for, such as heating costs";
            return Err(failure("search.no-words", format!("found {:?}, expected words", input.query), hint));
        }
        // Nothing is borrowed while the host gives its texts: it may search itself.
        let known = self.known.take();
        let mut known = known.unwrap_or_else(|| Known { index: Index::new(self.limits), parts: BTreeMap::new() });
        let renewed = known.renew(&*self.documents);
        renewed.map_err(|full| failure("search.too-much", full.to_string(), "search in fewer texts"))?;
        let told = Self::found(&known.index, &input);
        self.known.replace(Some(known));
        Ok(told)
    }

    fn found(index: &Index, input: &Input) -> ToolOutput {
        let limit = input.limit.unwrap_or(10);
        let is_in = |kinds: &[String], kind: &str| kinds.iter().any(|one| one == kind);
        let of_kind =
            |kind: &str| (input.kinds.is_empty() || is_in(&input.kinds, kind)) && !is_in(&input.other_kinds, kind);
        let (hits, count) = if input.all {
            index.search_all(&input.query, limit, of_kind)
        } else {
            index.search(&input.query, limit, of_kind)
        };
        let tell = |hit: &Hit| {
            let mut told = index.told(hit)?;
            if let (true, Some(fields), Some(document)) = (input.whole, told.as_object_mut(), index.document(hit)) {
                fields.insert("text".to_owned(), Value::from(document.text.as_str()));
            }
            Some(told)
        };
        let told: Vec<Value> = hits.iter().filter_map(tell).collect();
        output(Value::Array(told), json!({"count": count, "searched": index.len()}))
    }
}

impl Tool for Search {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(self.answer(&call.input)))
    }
}
