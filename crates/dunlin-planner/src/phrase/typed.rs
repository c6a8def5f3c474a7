//! A slot that names no list is typed by the property of the input it fills.

use std::sync::Arc;

use dunlin_plan::schema;
use serde_json::{Map, Value, json};

use super::{
    given::{List, ListValue, Template},
    letters::Accents,
    source::{Source, When},
    spoken::{Language, Languages},
    template::Piece,
    values::Values,
};

/// How many schemas may stand within each other: one that holds itself is any words from there on.
const DEEPEST: usize = 8;

/// Makes the sources of a tool's properties.
pub(crate) struct Typing<'t> {
    /// The whole schema, which references lead into.
    pub(crate) whole: &'t Value,
    pub(crate) language: Option<Language>,
    pub(crate) languages: &'t Languages,
}

impl Typing<'_> {
    /// The source of values for a property. What the schema asks beyond that (a pattern, a length, a bound) is checked of each
    /// value that was read.
    pub(crate) fn source(&self, property: &Value) -> Source {
        self.within(property, 0)
    }

    fn within(&self, property: &Value, depth: usize) -> Source {
        if depth > DEEPEST {
            return Source::Free;
        }
        let property = schema::meant(self.whole, property);
        let accents = self.languages.accents();
        if let Some(known) = known_values(property) {
            return listed(known.into_iter(), accents);
        }
        for keyword in ["anyOf", "oneOf"] {
            let ways = property.get(keyword).and_then(Value::as_array);
            if let Some(source) = ways.and_then(|ways| self.either(ways, depth)) {
                return source;
            }
        }
        let language = self.language;
        let kind = property.get("type").and_then(|kind| match kind {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
            kind => kind.as_str(),
        });
        match kind {
            Some("number") => Source::Number { range: None, whole: false, language },
            Some("integer") => Source::Number { range: None, whole: true, language },
            Some("boolean") => {
                let spoken = self.languages.of(language);
                let yes = spoken.yes.iter().map(|word| (word.clone(), json!(true)));
                let no = spoken.no.iter().map(|word| (word.clone(), json!(false)));
                listed(yes.chain(no), accents)
            }
            Some("array") => {
                let each = self.within(property.get("items").unwrap_or(&Value::Null), depth + 1);
                Source::Items { each: Box::new(each), language }
            }
            _ => match property.get("format").and_then(Value::as_str) {
                Some("date") => Source::When(When::Day),
                Some("date-time") => Source::When(When::Moment),
                Some("duration") => Source::When(When::Length),
                // The first part that says more than that it is a text.
                _ => {
                    let parts = property.get("allOf").and_then(Value::as_array).into_iter().flatten();
                    let typed = |source: &Source| !matches!(source, Source::Free);
                    parts.map(|part| self.within(part, depth + 1)).find(typed).unwrap_or(Source::Free)
                }
            },
        }
    }

    /// What one of several schemas takes; nothing where they say nothing of how a value is said.
    fn either(&self, ways: &[Value], depth: usize) -> Option<Source> {
        let is_something = |way: &&Value| {
            let nothing = |field: &str, is: &Value| way.get(field).is_some_and(|found| found == is);
            !nothing("type", &json!("null")) && !nothing("const", &Value::Null)
        };
        let ways: Vec<&Value> = ways.iter().map(|way| schema::meant(self.whole, way)).filter(is_something).collect();
        // Known values of all of them are one list.
        if let Some(known) = ways.iter().map(|way| known_values(way)).collect::<Option<Vec<_>>>() {
            let known: Vec<_> = known.into_iter().flatten().collect();
            return (!known.is_empty()).then(|| listed(known.into_iter(), self.languages.accents()));
        }
        let sources: Vec<Source> = ways.into_iter().map(|way| self.within(way, depth + 1)).collect();
        // Any words come last, since they would take all others.
        let (free, mut sources): (Vec<Source>, Vec<Source>) =
            sources.into_iter().partition(|source| matches!(source, Source::Free));
        if sources.is_empty() {
            return None;
        }
        sources.extend(free.into_iter().take(1));
        if sources.len() == 1 { sources.pop() } else { Some(Source::Either(sources.into())) }
    }
}

/// The values that a schema names, each with how it is said: `in_progress` is "in progress", and so is what its title says.
fn known_values(property: &Value) -> Option<Vec<(String, Value)>> {
    if let Some(Value::Array(allowed)) = property.get("enum") {
        return Some(allowed.iter().map(|value| (said(value), value.clone())).collect());
    }
    let only = property.get("const")?;
    let title = property.get("title").and_then(Value::as_str).map(str::to_owned);
    Some(std::iter::once(said(only)).chain(title).map(|said| (said, only.clone())).collect())
}

/// How a value of an enum is said: `in_progress` is "in progress".
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.replace('_', " "),
        other => other.to_string(),
    }
}

fn listed(values: impl Iterator<Item = (String, Value)>, accents: Accents) -> Source {
    let values: Vec<ListValue> = values
        .map(|(text, out)| {
            let piece = Piece::Text(text.clone());
            ListValue { said: Template { text, piece }, out, context: Map::new() }
        })
        .collect();
    // Plain words cannot fail to be sorted.
    let sorted = Values::of(&values, &|_| None, accents).unwrap_or_default();
    Source::Values { sorted: Arc::new(sorted), list: Arc::new(List::Values(values)) }
}
