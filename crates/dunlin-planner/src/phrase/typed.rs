//! A slot that names no list is typed by the property of the input it fills.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::{
    given::{List, ListValue, Template},
    letters::Accents,
    source::{Source, When},
    spoken::{Language, Languages},
    template::Piece,
    values::Values,
};

/// The source of values for a property. What the schema asks beyond that (a pattern, a length, a bound) is checked of each
/// value that was read.
pub(crate) fn source(property: &Value, language: Option<Language>, languages: &Languages) -> Source {
    let accents = languages.accents();
    if let Some(Value::Array(allowed)) = property.get("enum") {
        return listed(allowed.iter().map(|value| (said(value), value.clone())), accents);
    }
    if let Some(only) = property.get("const") {
        return listed([(said(only), only.clone())].into_iter(), accents);
    }
    let kind = property.get("type").and_then(|kind| match kind {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    });
    match kind {
        Some("number") => Source::Number { range: None, whole: false, language },
        Some("integer") => Source::Number { range: None, whole: true, language },
        Some("boolean") => {
            let spoken = languages.of(language);
            let yes = spoken.yes.iter().map(|word| (word.clone(), json!(true)));
            let no = spoken.no.iter().map(|word| (word.clone(), json!(false)));
            listed(yes.chain(no), accents)
        }
        Some("array") => {
            let each = source(property.get("items").unwrap_or(&Value::Null), language, languages);
            Source::Items { each: Box::new(each), language }
        }
        _ => match property.get("format").and_then(Value::as_str) {
            Some("date") => Source::When(When::Day),
            Some("date-time") => Source::When(When::Moment),
            Some("duration") => Source::When(When::Length),
            _ => Source::Free,
        },
    }
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
