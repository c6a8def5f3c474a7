//! The keywords that are known. A schema with another is refused when its tool is registered: a check that its author
//! believes in and nobody makes is worse than none.

use dunlin_base::nearest;
use serde_json::{Map, Value};

use super::format;
use crate::{bounds::MAX_DEPTH, pattern};

/// What is checked, and how what stands under the keyword is a schema itself.
const ENFORCED: [(&str, Inside); 36] = [
    ("type", Inside::Plain),
    ("enum", Inside::Plain),
    ("const", Inside::Plain),
    ("minimum", Inside::Plain),
    ("maximum", Inside::Plain),
    ("exclusiveMinimum", Inside::Plain),
    ("exclusiveMaximum", Inside::Plain),
    ("multipleOf", Inside::Plain),
    ("minLength", Inside::Plain),
    ("maxLength", Inside::Plain),
    ("pattern", Inside::Pattern),
    ("format", Inside::Format),
    ("items", Inside::Schema),
    ("prefixItems", Inside::Schemas),
    ("minItems", Inside::Plain),
    ("maxItems", Inside::Plain),
    ("uniqueItems", Inside::Plain),
    ("contains", Inside::Schema),
    ("minContains", Inside::Plain),
    ("maxContains", Inside::Plain),
    ("properties", Inside::Named),
    ("patternProperties", Inside::NamedByPattern),
    ("additionalProperties", Inside::Schema),
    ("propertyNames", Inside::Schema),
    ("required", Inside::Plain),
    ("dependentRequired", Inside::Plain),
    ("minProperties", Inside::Plain),
    ("maxProperties", Inside::Plain),
    ("allOf", Inside::Schemas),
    ("anyOf", Inside::Schemas),
    ("oneOf", Inside::Schemas),
    ("not", Inside::Schema),
    ("if", Inside::Schema),
    ("then", Inside::Schema),
    ("else", Inside::Schema),
    ("$ref", Inside::Reference),
];

/// What says something to people and programs and checks nothing, as the vocabulary has it.
const NOTES: [&str; 11] = [
    "$schema",
    "$id",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentMediaType",
];

/// Where other schemas are kept.
const KEPT: [&str; 2] = ["$defs", "definitions"];

#[derive(Clone, Copy)]
enum Inside {
    Plain,
    Pattern,
    Format,
    Reference,
    Schema,
    Schemas,
    Named,
    NamedByPattern,
}

/// Why a schema cannot be checked as it is meant, with the place; nothing for one that can.
///
/// ```
/// use dunlin_plan::schema::refusal;
/// use serde_json::json;
/// assert_eq!(refusal(&json!({"type": "object", "properties": {"a": {"minLength": 1}}})), None);
/// let why = refusal(&json!({"properties": {"a": {"minLenght": 1}}})).unwrap();
/// assert_eq!(why, "\"minLenght\" at /properties/a is not known, did you mean \"minLength\"");
/// ```
pub fn refusal(schema: &Value) -> Option<String> {
    Search { root: schema }.schema(schema, "", MAX_DEPTH)
}

/// The part of a schema that is checked here, for one whose own library checks the whole of it.
///
/// ```
/// use dunlin_plan::schema::checked_part;
/// use serde_json::json;
/// let schema = json!({"type": "object", "properties": {"to": {"type": "string", "pattern": "(?=x)", "format": "emoji"}}});
/// assert_eq!(checked_part(&schema), json!({"type": "object", "properties": {"to": {"type": "string"}}}));
/// ```
#[must_use]
pub fn checked_part(schema: &Value) -> Value {
    part(schema, schema, MAX_DEPTH)
}

/// Keywords that would ask for something else were a part of what stands under them left out.
const WHOLE_ONLY: [&str; 6] = ["not", "oneOf", "if", "then", "else", "contains"];

fn part(root: &Value, schema: &Value, depth: usize) -> Value {
    let (Value::Object(map), Some(deeper)) = (schema, depth.checked_sub(1)) else { return schema.clone() };
    let search = Search { root };
    let inside = |value: &Value| part(root, value, deeper);
    let kept = map.iter().filter_map(|(keyword, value)| {
        let known = ENFORCED.iter().find(|(known, _)| known == keyword).map(|(_, inside)| *inside);
        let kept = match (known, value) {
            (Some(Inside::Schema), _) => inside(value),
            (Some(Inside::Schemas), Value::Array(schemas)) => schemas.iter().map(inside).collect(),
            (Some(Inside::Named | Inside::NamedByPattern), Value::Object(named)) => {
                named.iter().map(|(name, schema)| (name.clone(), inside(schema))).collect()
            }
            (None, Value::Object(named)) if KEPT.contains(&keyword.as_str()) => {
                named.iter().map(|(name, schema)| (name.clone(), inside(schema))).collect()
            }
            _ => value.clone(),
        };
        let is_whole = kept == *value || !WHOLE_ONLY.contains(&keyword.as_str());
        (is_whole && search.keyword(keyword, &kept, "", deeper).is_none()).then(|| (keyword.clone(), kept))
    });
    kept.collect()
}

struct Search<'a> {
    root: &'a Value,
}

impl Search<'_> {
    fn schema(&self, schema: &Value, place: &str, depth: usize) -> Option<String> {
        let Some(deeper) = depth.checked_sub(1) else {
            return Some(format!("the schema is nested deeper than {MAX_DEPTH} levels"));
        };
        match schema {
            Value::Object(map) => map.iter().find_map(|(keyword, value)| self.keyword(keyword, value, place, deeper)),
            // Nothing at all is a schema that nobody wrote.
            Value::Bool(_) | Value::Null => None,
            Value::Number(_) | Value::String(_) | Value::Array(_) => Some(format!("there is no schema at {place:?}")),
        }
    }

    fn keyword(&self, keyword: &str, value: &Value, place: &str, depth: usize) -> Option<String> {
        if NOTES.contains(&keyword) {
            return None;
        }
        let here = format!("{place}/{keyword}");
        if KEPT.contains(&keyword) {
            return self.named(value, &here, depth);
        }
        let known = ENFORCED.iter().find(|(known, _)| *known == keyword);
        let Some((_, inside)) = known else { return Some(unknown(keyword, place)) };
        match (inside, value) {
            (Inside::Plain, _) => None,
            (Inside::Pattern, Value::String(pattern)) => pattern::fits(pattern, "").err(),
            (Inside::Format, Value::String(name)) => {
                (!format::is_known(name)).then(|| format!("the format {name:?} at {here} is not known here"))
            }
            (Inside::Reference, Value::String(to)) => {
                let found = to.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
                found.is_none().then(|| format!("the reference {to:?} at {here} leads to nothing in this schema"))
            }
            (Inside::Schema, schema) => self.schema(schema, &here, depth),
            (Inside::Schemas, Value::Array(schemas)) => {
                let mut schemas = schemas.iter().enumerate();
                schemas.find_map(|(at, schema)| self.schema(schema, &format!("{here}/{at}"), depth))
            }
            (Inside::Named, _) => self.named(value, &here, depth),
            (Inside::NamedByPattern, Value::Object(map)) => {
                let bad = map.keys().find_map(|pattern| pattern::fits(pattern, "").err());
                bad.or_else(|| self.named(value, &here, depth))
            }
            _ => Some(format!("found {} at {here}, which cannot stand there", super::described(value))),
        }
    }

    fn named(&self, value: &Value, place: &str, depth: usize) -> Option<String> {
        let Value::Object(map) = value else {
            return Some(format!("found {} at {place}, expected an object", super::described(value)));
        };
        map.iter().find_map(|(name, schema)| self.schema(schema, &format!("{place}/{name}"), depth))
    }
}

fn unknown(keyword: &str, place: &str) -> String {
    let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
    match nearest(keyword, ENFORCED.iter().map(|(known, _)| *known).chain(NOTES)) {
        Some(near) => format!("{keyword:?}{at} is not known, did you mean {near:?}"),
        None => format!("{keyword:?}{at} is not checked here"),
    }
}

/// Whether a map is a schema that stands for something else.
pub(super) fn reference<'a>(root: &'a Value, schema: &Map<String, Value>) -> Option<Result<&'a Value, String>> {
    let Some(Value::String(to)) = schema.get("$ref") else { return None };
    let found = to.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
    Some(found.ok_or_else(|| format!("the reference {to:?} leads to nothing in the schema")))
}
