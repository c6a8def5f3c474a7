//! The tool `search`: ranked full text over what the host gives it, with the places that fit.

mod index;
mod text;
mod web;

use std::{cell::RefCell, future::ready, rc::Rc};

use dunlin_base::LocalFuture;
use dunlin_plan::ToolSpec;
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

pub use index::{Document, Hit, Index, Limits, TooMuch};
pub use web::WebSearch;

use crate::input::{failure, output, read, spec};

/// Gives the texts that are searched: todos, runs, notes.
pub trait Documents {
    /// Another number whenever a text has changed.
    fn version(&self) -> u64;

    /// Shows every text.
    fn each(&self, see: &mut dyn FnMut(Document));
}

/// The tool.
pub struct Search {
    spec: ToolSpec,
    documents: Rc<dyn Documents>,
    index: RefCell<Option<(u64, Index)>>,
    limits: Limits,
}

impl Search {
    /// The tool over those texts; they are read when it is first called, and again when they have changed.
    pub fn new(documents: Rc<dyn Documents>, limits: Limits) -> Self {
        Self { spec: spec(include_str!("../../specs/search.json")), documents, index: RefCell::new(None), limits }
    }

    fn answer(&self, input: &Value) -> Result<ToolOutput, ToolFailure> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Input {
            query: String,
            #[serde(rename = "in", default)]
            kinds: Vec<String>,
            limit: Option<usize>,
            #[serde(default)]
            all: bool,
            #[serde(default)]
            whole: bool,
        }
        let input: Input = read("search", input)?;
        if text::words(&input.query).next().is_none() {
            let hint = "write the words to look for, such as heating costs";
            return Err(failure("search.no-words", format!("found {:?}, expected words", input.query), hint));
        }
        let version = self.documents.version();
        let mut kept = self.index.borrow_mut();
        if kept.as_ref().is_none_or(|(known, _)| *known != version) {
            let (mut index, mut full) = (Index::new(self.limits), None);
            self.documents.each(&mut |document| {
                if full.is_none() {
                    full = index.add(document).err();
                }
            });
            if let Some(full) = full {
                return Err(failure("search.too-much", full.to_string(), "search in fewer texts"));
            }
            *kept = Some((version, index));
        }
        let Some((_, index)) = kept.as_ref() else { return Ok(ToolOutput::default()) };
        let limit = input.limit.unwrap_or(10);
        let of_kind = |kind: &str| input.kinds.is_empty() || input.kinds.iter().any(|one| one == kind);
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
        Ok(output(Value::Array(told), json!({"count": count, "searched": index.len()})))
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
