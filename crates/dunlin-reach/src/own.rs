//! What the page has itself, for tools that search and count: todos, runs, and notes that a person gave.

use std::collections::BTreeMap;

use dunlin_base::json;
use dunlin_tools::{Document, Documents, Tables};
use js_sys::Function;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use wasm_bindgen::JsValue;

/// The page's texts and tables, as they stand when they are asked for. The function takes what is wanted and of which part,
/// and gives it as JSON:
///
/// - `parts`: by name the parts in which the texts come, each with another number whenever one of its texts has changed;
/// - `documents` and the name of a part: its texts;
/// - `tables`: the names of the tables;
/// - `table` and a name: its records.
pub(crate) struct Own(Function);

/// One text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    id: String,
    kind: String,
    title: String,
    text: String,
}

impl Own {
    pub(crate) fn new(ask: Function) -> Self {
        Self(ask)
    }

    /// What the page gives; nothing where it does not answer as expected.
    fn asked<T: DeserializeOwned + Default>(&self, what: &str, of: &str) -> T {
        let given = self.0.call2(&JsValue::NULL, &what.into(), &of.into()).ok().and_then(|given| given.as_string());
        given.and_then(|given| json::read(&given).ok()).unwrap_or_default()
    }
}

impl Documents for Own {
    fn parts(&self) -> Vec<(String, u64)> {
        self.asked::<BTreeMap<String, u64>>("parts", "").into_iter().collect()
    }

    fn each(&self, part: &str, see: &mut dyn FnMut(Document)) {
        for One { id, kind, title, text } in self.asked::<Vec<One>>("documents", part) {
            see(Document { id, kind, title, text });
        }
    }
}

impl Tables for Own {
    fn names(&self) -> Vec<String> {
        self.asked("tables", "")
    }

    fn records(&self, name: &str) -> Option<Value> {
        self.asked("table", name)
    }
}
