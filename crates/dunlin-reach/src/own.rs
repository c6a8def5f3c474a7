//! What the page has itself, for tools that search and count: todos, runs, and notes that a person gave.

use std::hash::{DefaultHasher, Hash, Hasher};

use dunlin_base::json;
use dunlin_tools::{Document, Documents, Tables};
use js_sys::Function;
use serde::Deserialize;
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

/// The page's texts and tables, as they stand when they are asked for.
pub(crate) struct Own(Function);

/// What the page gives.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    #[serde(default)]
    documents: Vec<One>,
    #[serde(default)]
    tables: Map<String, Value>,
}

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

    fn asked(&self) -> String {
        self.0.call0(&JsValue::NULL).ok().and_then(|given| given.as_string()).unwrap_or_default()
    }

    fn given(&self) -> Given {
        json::read(&self.asked()).unwrap_or_default()
    }
}

impl Documents for Own {
    fn version(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.asked().hash(&mut hasher);
        hasher.finish()
    }

    fn each(&self, see: &mut dyn FnMut(Document)) {
        for One { id, kind, title, text } in self.given().documents {
            see(Document { id, kind, title, text });
        }
    }
}

impl Tables for Own {
    fn names(&self) -> Vec<String> {
        self.given().tables.keys().cloned().collect()
    }

    fn records(&self, name: &str) -> Option<Value> {
        self.given().tables.remove(name)
    }
}
