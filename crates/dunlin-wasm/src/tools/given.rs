//! What the host gives of its own: texts to search, tables to ask. They are here as they stood at the last call.

use std::cell::{Cell, RefCell};

use dunlin_base::json::{self, Unreadable};
use dunlin_tools::{Document, Documents, Tables};
use serde::Deserialize;
use serde_json::{Map, Value};

/// One text. A host gives its own records, so what else stands in one is its own affair.
#[derive(Deserialize)]
struct Record {
    id: Option<Value>,
    kind: Option<String>,
    title: Option<String>,
    text: String,
}

/// The texts and tables, and how often the texts have changed.
#[derive(Default)]
pub(super) struct Given {
    changes: Cell<u64>,
    documents: RefCell<Vec<Document>>,
    tables: RefCell<Map<String, Value>>,
}

impl Given {
    pub(super) fn take_documents(&self, text: &str) -> Result<(), Unreadable> {
        let texts: Vec<Record> = json::read(text)?;
        let named = |(at, Record { id, kind, title, text }): (usize, Record)| Document {
            id: match id {
                Some(Value::String(id)) => id,
                Some(id) if !id.is_null() => id.to_string(),
                _ => (at + 1).to_string(),
            },
            kind: kind.unwrap_or_else(|| "note".to_owned()),
            title: title.unwrap_or_default(),
            text,
        };
        self.documents.replace(texts.into_iter().enumerate().map(named).collect());
        self.changes.set(self.changes.get().wrapping_add(1));
        Ok(())
    }

    pub(super) fn take_tables(&self, text: &str) -> Result<(), Unreadable> {
        self.tables.replace(json::read(text)?);
        Ok(())
    }
}

impl Documents for Given {
    fn parts(&self) -> Vec<(String, u64)> {
        vec![(String::new(), self.changes.get())]
    }

    fn each(&self, _: &str, see: &mut dyn FnMut(Document)) {
        self.documents.borrow().iter().cloned().for_each(see);
    }
}

impl Tables for Given {
    fn names(&self) -> Vec<String> {
        self.tables.borrow().keys().cloned().collect()
    }

    fn records(&self, name: &str) -> Option<Value> {
        self.tables.borrow().get(name).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_names_of_their_own_or_are_counted() {
        let given = Given::default();
        given
            .take_documents(r#"[{"text": "a", "more": 1}, {"id": 7, "kind": "mail", "title": "t", "text": "b"}]"#)
            .unwrap();
        let mut seen = Vec::new();
        given.each("", &mut |one| seen.push((one.id, one.kind, one.title, one.text)));
        let owned = |one: [&str; 4]| (one[0].to_owned(), one[1].to_owned(), one[2].to_owned(), one[3].to_owned());
        assert_eq!(seen, [owned(["1", "note", "", "a"]), owned(["7", "mail", "t", "b"])]);
        assert_eq!(given.parts(), [(String::new(), 1)]);
        assert_eq!(given.take_documents(r#"[{"title": "t"}]"#).unwrap_err().field, "[0]");
        assert_eq!(given.parts(), [(String::new(), 1)]);
    }

    #[test]
    fn tables_are_those_of_the_last_call() {
        let given = Given::default();
        given.take_tables(r#"{"a": [{"b": 1}]}"#).unwrap();
        assert_eq!(
            (given.names(), given.records("a"), given.records("b")),
            (vec!["a".to_owned()], Some(serde_json::json!([{"b": 1}])), None)
        );
        assert!(given.take_tables("[]").is_err());
    }
}
