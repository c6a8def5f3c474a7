//! The keywords that are known. A schema with another is refused when its tool is registered: a check that its author
//! believes in and nobody makes is worse than none.

use dunlin_base::nearest;
use serde_json::{Map, Value};

use super::{format, reference::Place};
use crate::{bounds::MAX_DEPTH, pattern};

/// What is checked, and how what stands under the keyword is a schema itself.
const ENFORCED: [(&str, Inside); 40] = [
    ("type", Inside::Types),
    ("enum", Inside::List),
    ("const", Inside::Anything),
    ("minimum", Inside::Number),
    ("maximum", Inside::Number),
    ("exclusiveMinimum", Inside::Number),
    ("exclusiveMaximum", Inside::Number),
    ("multipleOf", Inside::Step),
    ("minLength", Inside::Count),
    ("maxLength", Inside::Count),
    ("pattern", Inside::Pattern),
    ("format", Inside::Format),
    ("items", Inside::SchemaOrSchemas),
    ("prefixItems", Inside::Schemas),
    ("additionalItems", Inside::Schema),
    ("unevaluatedItems", Inside::Schema),
    ("minItems", Inside::Count),
    ("maxItems", Inside::Count),
    ("uniqueItems", Inside::Flag),
    ("contains", Inside::Schema),
    ("minContains", Inside::Count),
    ("maxContains", Inside::Count),
    ("properties", Inside::Named),
    ("patternProperties", Inside::NamedByPattern),
    ("additionalProperties", Inside::Schema),
    ("unevaluatedProperties", Inside::Schema),
    ("propertyNames", Inside::Schema),
    ("required", Inside::Names),
    ("dependentRequired", Inside::NamesByName),
    ("dependentSchemas", Inside::Named),
    ("minProperties", Inside::Count),
    ("maxProperties", Inside::Count),
    ("allOf", Inside::Schemas),
    ("anyOf", Inside::Schemas),
    ("oneOf", Inside::Schemas),
    ("not", Inside::Schema),
    ("if", Inside::Schema),
    ("then", Inside::Schema),
    ("else", Inside::Schema),
    ("$ref", Inside::Reference),
];

/// The names of types.
const TYPES: [&str; 7] = ["null", "boolean", "number", "integer", "string", "array", "object"];

/// What says something to people and programs and checks nothing, as the vocabulary has it.
const NOTES: [&str; 15] = [
    "$id",
    "$anchor",
    "$vocabulary",
    "$comment",
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "contentMediaType",
    "contentEncoding",
    "contentSchema",
    // How the values of `enum` are called, as forms of MCP had it before `oneOf` with titles.
    "enumNames",
];

/// The dialects whose keywords mean here what they mean there.
const DIALECT: &str = "json-schema.org/";

/// Where other schemas are kept.
const KEPT: [&str; 2] = ["$defs", "definitions"];

/// What stands under a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Anything,
    Types,
    List,
    Number,
    /// A number above zero.
    Step,
    /// A whole number that is not below zero.
    Count,
    Flag,
    Names,
    NamesByName,
    Pattern,
    Format,
    Reference,
    Schema,
    Schemas,
    SchemaOrSchemas,
    Named,
    NamedByPattern,
}

impl Inside {
    /// What of it a value is, where it may be one of two.
    fn of(self, value: &Value) -> Self {
        match self {
            Self::SchemaOrSchemas if value.is_array() => Self::Schemas,
            Self::SchemaOrSchemas => Self::Schema,
            other => other,
        }
    }

    /// Why a value cannot be it, for what is no schema, pattern, format or reference.
    fn misfit(self, value: &Value) -> Option<&'static str> {
        let is_name = |value: &Value| value.is_string();
        let are_names = |value: &Value| value.as_array().is_some_and(|names| names.iter().all(is_name));
        let number = value.as_f64();
        let (fits, wanted) = match self {
            Self::List => (value.is_array(), "a list"),
            Self::Number => (number.is_some(), "a number"),
            Self::Step => (number.is_some_and(|number| number > 0.0), "a number above zero"),
            Self::Count => {
                (number.is_some_and(|number| number >= 0.0 && number.fract() == 0.0), "a whole number of at least 0")
            }
            Self::Flag => (value.is_boolean(), "true or false"),
            Self::Names => (are_names(value), "a list of names"),
            Self::NamesByName => {
                (value.as_object().is_some_and(|map| map.values().all(are_names)), "an object of lists of names")
            }
            _ => return None,
        };
        (!fits).then_some(wanted)
    }
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
    find_fault(Place::of(schema), schema, "", MAX_DEPTH)
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
    part(Place::of(schema), schema, MAX_DEPTH)
}

/// Keywords that would ask for something else were a part of what stands under them left out.
const WHOLE_ONLY: [&str; 6] = ["not", "oneOf", "if", "then", "else", "contains"];

fn part(at: Place<'_>, schema: &Value, depth: usize) -> Value {
    let (Value::Object(map), Some(deeper)) = (schema, depth.checked_sub(1)) else { return schema.clone() };
    let inside = |value: &Value| part(at, value, deeper);
    let named =
        |named: &Map<String, Value>| named.iter().map(|(name, schema)| (name.clone(), inside(schema))).collect();
    let kept = map.iter().filter_map(|(keyword, value)| {
        if own_fault(at, keyword, value, "").is_some() {
            return None;
        }
        let kept = match (inside_of(keyword, value), value) {
            (Some(Inside::Schema), _) => inside(value),
            (Some(Inside::Schemas), Value::Array(schemas)) => schemas.iter().map(inside).collect(),
            (Some(Inside::Named | Inside::NamedByPattern), Value::Object(map)) => Value::Object(named(map)),
            _ => value.clone(),
        };
        let is_whole = kept == *value || !WHOLE_ONLY.contains(&keyword.as_str());
        is_whole.then(|| (keyword.clone(), kept))
    });
    kept.collect()
}

/// What stands under a keyword; nothing for one that is not known.
fn inside_of(keyword: &str, value: &Value) -> Option<Inside> {
    match ENFORCED.iter().find(|(known, _)| *known == keyword) {
        Some((_, inside)) => Some(inside.of(value)),
        None if KEPT.contains(&keyword) => Some(Inside::Named),
        None => None,
    }
}

/// Shows the schemas that stand at once under the keywords of a schema.
pub(super) fn each_inner<'a>(schema: &'a Value, see: &mut dyn FnMut(&'a Value)) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (inside_of(keyword, value), value) {
            (Some(Inside::Schema), inner) => see(inner),
            (Some(Inside::Schemas), Value::Array(schemas)) => schemas.iter().for_each(&mut *see),
            (Some(Inside::Named | Inside::NamedByPattern), Value::Object(named)) => named.values().for_each(&mut *see),
            _ => {}
        }
    }
}

fn find_fault(at: Place<'_>, schema: &Value, place: &str, depth: usize) -> Option<String> {
    let Some(deeper) = depth.checked_sub(1) else {
        return Some(format!("the schema is nested deeper than {MAX_DEPTH} levels"));
    };
    let Value::Object(map) = schema else { return no_schema(schema, &|| place.to_owned()) };
    let at = at.within(schema);
    map.iter().find_map(|(keyword, value)| {
        let inner = |inner: &Value, name: &dyn std::fmt::Display| {
            find_fault(at, inner, &format!("{place}/{keyword}/{name}"), deeper)
        };
        own_fault(at, keyword, value, place).or_else(|| match (inside_of(keyword, value), value) {
            (Some(Inside::Schema), schema) => find_fault(at, schema, &format!("{place}/{keyword}"), deeper),
            (Some(Inside::Schemas), Value::Array(schemas)) => {
                schemas.iter().enumerate().find_map(|(number, schema)| inner(schema, &number))
            }
            (Some(Inside::Named | Inside::NamedByPattern), Value::Object(map)) => {
                map.iter().find_map(|(name, schema)| inner(schema, name))
            }
            _ => None,
        })
    })
}

/// What is wrong with a keyword, whatever is wrong with the schemas under it.
fn own_fault(at: Place<'_>, keyword: &str, value: &Value, place: &str) -> Option<String> {
    if NOTES.contains(&keyword) {
        return None;
    }
    let here = || format!("{place}/{keyword}");
    if keyword == "$schema" {
        let known = value.as_str().is_some_and(|dialect| dialect.contains(DIALECT));
        return (!known)
            .then(|| format!("{value} at {} is another dialect, expected one of JSON Schema's own", here()));
    }
    let Some(inside) = inside_of(keyword, value) else { return Some(unknown(keyword, place)) };
    if let Some(wanted) = inside.misfit(value) {
        return Some(format!("found {} at {}, expected {wanted}", super::brief(value), here()));
    }
    match (inside, value) {
        (Inside::Types, types) => {
            let names = types.as_array().map_or(std::slice::from_ref(types), Vec::as_slice);
            let bad = names.iter().find(|name| !name.as_str().is_some_and(|name| TYPES.contains(&name)));
            bad.map(|bad| format!("found {} at {}, expected one of {}", super::brief(bad), here(), TYPES.join(", ")))
        }
        (
            Inside::Anything
            | Inside::List
            | Inside::Number
            | Inside::Step
            | Inside::Count
            | Inside::Flag
            | Inside::Names
            | Inside::NamesByName,
            _,
        ) => None,
        (Inside::Pattern, Value::String(pattern)) => pattern::fits(pattern, "").err(),
        (Inside::Format, Value::String(name)) => {
            (!format::is_known(name)).then(|| format!("the format {name:?} at {} is not known here", here()))
        }
        (Inside::Reference, Value::String(to)) => at
            .target(to)
            .is_none()
            .then(|| format!("the reference {to:?} at {} leads to nothing in this schema", here())),
        (Inside::Schema, schema) => no_schema(schema, &here),
        (Inside::Schemas, Value::Array(schemas)) => schemas
            .iter()
            .enumerate()
            .find_map(|(number, schema)| no_schema(schema, &|| format!("{}/{number}", here()))),
        (Inside::Named | Inside::NamedByPattern, Value::Object(map)) => {
            let patterns = matches!(inside, Inside::NamedByPattern);
            let bad = map.keys().filter(|_| patterns).find_map(|pattern| pattern::fits(pattern, "").err());
            bad.or_else(|| map.iter().find_map(|(name, schema)| no_schema(schema, &|| format!("{}/{name}", here()))))
        }
        (Inside::Named, _) => Some(format!("found {} at {}, expected an object", super::described(value), here())),
        _ => Some(format!("found {} at {}, which cannot stand there", super::described(value), here())),
    }
}

fn no_schema(schema: &Value, place: &dyn Fn() -> String) -> Option<String> {
    match schema {
        // Nothing at all is a schema that nobody wrote.
        Value::Object(_) | Value::Bool(_) | Value::Null => None,
        Value::Number(_) | Value::String(_) | Value::Array(_) => {
            let (found, place) = (super::described(schema), place());
            let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
            Some(format!("found {found}{at}, expected a schema, which is an object"))
        }
    }
}

fn unknown(keyword: &str, place: &str) -> String {
    let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
    match nearest(keyword, ENFORCED.iter().map(|(known, _)| *known).chain(NOTES)) {
        Some(near) => format!("{keyword:?}{at} is not known, did you mean {near:?}"),
        None => format!("{keyword:?}{at} is not checked here"),
    }
}
