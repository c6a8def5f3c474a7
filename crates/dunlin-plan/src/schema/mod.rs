//! A value against a JSON Schema: the part of the 2020-12 vocabulary that tool inputs need.
//!
//! [`refusal`] has the list of keywords that are checked, and refuses a schema that has others. A `$ref` leads to a place in
//! the same schema and counts as a level, so a schema cannot send the checker round in circles.
//!
//! ```
//! use serde_json::json;
//! let schema = json!({"type": "object", "properties": {"expression": {"type": "string"}}, "required": ["expression"]});
//! assert!(dunlin_plan::schema::check(&schema, &json!({"expression": "1+1"})).is_empty());
//! assert_eq!(dunlin_plan::schema::check(&schema, &json!({}))[0].message, "\"expression\" is missing");
//! ```

use dunlin_base::nearest;
use serde_json::{Map, Number, Value};

mod defaults;
mod format;
mod keywords;
mod reference;
mod unevaluated;

use std::{cell::Cell, collections::BTreeSet};

use crate::{bounds::MAX_DEPTH, pattern};
use reference::Place;

pub use defaults::fill_defaults;
pub use keywords::{checked_part, refusal};

/// How many faults are reported at most.
const MAX_FAULTS: usize = 50;
/// How many values are held against schemas at most: several for each value that an input can have. A schema that names itself
/// twice in every part of it would take longer than anybody lives.
const MAX_WORK: u32 = 2_000_000;

/// One way in which a value does not fit its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFault {
    /// Where in the value, as an RFC 6901 pointer.
    pub pointer: String,
    /// What was found and what was expected.
    pub message: String,
}

/// All the ways in which `value` does not fit `schema`; none when it fits.
pub fn check(schema: &Value, value: &Value) -> Vec<SchemaFault> {
    run(schema, value, References::AreValues)
}

/// As [`check`] for an input whose references are not resolved: a reference fits anywhere, a concatenation is a string.
pub fn check_template(schema: &Value, value: &Value) -> Vec<SchemaFault> {
    run(schema, value, References::AreOpen)
}

/// What an object that is a reference stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum References {
    /// Itself: the input is resolved.
    AreValues,
    /// Something that is known only later.
    AreOpen,
}

/// The schema that a part of a whole one stands for: what its `$ref` leads to, where it has one.
pub fn meant<'a>(whole: &'a Value, part: &'a Value) -> &'a Value {
    let mut part = part;
    // Two that name each other lead nowhere.
    for _ in 0..MAX_DEPTH {
        let to = part.get("$ref").and_then(Value::as_str);
        let Some((next, _)) = to.and_then(|to| Place::of(whole).target(to)) else { break };
        part = next;
    }
    part
}

/// Whether `value` fits `schema`: as [`check`], for who does not ask why not.
pub fn fits(schema: &Value, value: &Value) -> bool {
    run_telling(schema, value, References::AreValues, false).is_empty()
}

/// Whether an input whose references are not resolved fits: as [`check_template`], for who does not ask why not.
pub fn fits_template(schema: &Value, value: &Value) -> bool {
    run_telling(schema, value, References::AreOpen, false).is_empty()
}

fn run(schema: &Value, value: &Value, references: References) -> Vec<SchemaFault> {
    run_telling(schema, value, references, true)
}

fn run_telling(schema: &Value, value: &Value, references: References, tells: bool) -> Vec<SchemaFault> {
    let (at, left) = (Place::of(schema), Cell::new(MAX_WORK));
    let mut checker = Checker { at, left: &left, faults: Vec::new(), pointer: String::new(), references, tells };
    checker.value(schema, value, 0);
    checker.faults
}

struct Checker<'a> {
    /// Where the schema at hand stands.
    at: Place<'a>,
    /// How much may still be done.
    left: &'a Cell<u32>,
    faults: Vec<SchemaFault>,
    pointer: String,
    references: References,
    /// Whether the faults are told in words; else there is one without words, and nothing is looked at behind it.
    tells: bool,
}

impl<'a> Checker<'a> {
    fn fault(&mut self, message: impl FnOnce() -> String) {
        if self.faults.len() < MAX_FAULTS {
            let message = if self.tells { message() } else { String::new() };
            self.faults.push(SchemaFault { pointer: self.pointer.clone(), message });
        }
    }

    fn value(&mut self, schema: &'a Value, value: &Value, depth: usize) {
        if !self.tells && !self.faults.is_empty() {
            return;
        }
        let Some(left) = self.left.get().checked_sub(1) else {
            return self.fault(|| format!("takes more than {MAX_WORK} comparisons"));
        };
        self.left.set(left);
        let around = self.at;
        self.at = around.within(schema);
        self.value_here(schema, value, depth);
        self.at = around;
    }

    fn value_here(&mut self, schema: &'a Value, value: &Value, depth: usize) {
        if depth > MAX_DEPTH {
            self.fault(|| format!("nested deeper than {MAX_DEPTH} levels"));
            return;
        }
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => return self.fault(|| "nothing is allowed here".into()),
            // `true` allows everything, and a schema that is none at all has nothing to say.
            Value::Bool(true) | Value::Null | Value::Number(_) | Value::String(_) | Value::Array(_) => return,
        };
        if self.references == References::AreOpen && is_open(value) {
            return;
        }
        let concatenation = self.references == References::AreOpen && is_concatenation(value);
        if let Some(types) = schema.get("type")
            && !fits_type(types, value, concatenation)
        {
            let found = if concatenation { "a text" } else { described(value) };
            return self.fault(|| format!("found {found}, expected {}", type_names(types)));
        }
        if concatenation {
            return;
        }
        self.listed(schema, value);
        let plain = schema.keys().all(|keyword| is_plain(keyword));
        match value {
            Value::Number(number) => self.number(schema, number),
            Value::String(text) => self.text(schema, text),
            Value::Array(items) => self.array(schema, items, depth),
            Value::Object(_) => self.object(schema, value, depth, plain),
            Value::Null | Value::Bool(_) => {}
        }
        if plain {
            return;
        }
        if let Some(Value::String(to)) = schema.get("$ref") {
            match self.at.target(to) {
                Some((target, place)) => {
                    let around = std::mem::replace(&mut self.at, place);
                    self.value(target, value, depth + 1);
                    self.at = around;
                }
                None => self.fault(|| format!("the reference {to:?} leads to nothing in the schema")),
            }
        }
        self.combined(schema, value, depth);
        for (keyword, exactly_one) in [("anyOf", false), ("oneOf", true)] {
            if let Some(Value::Array(choices)) = schema.get(keyword) {
                self.alternatives(choices, exactly_one, value, depth);
            }
        }
        self.unevaluated(schema, value, depth);
    }

    /// `const` and `enum`.
    fn listed(&mut self, schema: &'a Map<String, Value>, value: &Value) {
        if let Some(expected) = schema.get("const")
            && !same(expected, value)
        {
            self.fault(|| format!("found {}, expected {expected}", brief(value)));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.iter().any(|allowed| same(allowed, value))
        {
            self.fault(|| {
                let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
                format!("found {}, expected one of {}", brief(value), names.join(", "))
            });
        }
    }

    fn number(&mut self, schema: &'a Map<String, Value>, found: &Number) {
        let number = found.as_f64().unwrap_or(f64::NAN);
        if let Some(step) = schema.get("multipleOf").filter(|step| !is_multiple(found, step)) {
            self.fault(|| format!("found {found}, expected a multiple of {step}"));
        }
        for (keyword, words) in [
            ("minimum", "at least"),
            ("maximum", "at most"),
            ("exclusiveMinimum", "more than"),
            ("exclusiveMaximum", "less than"),
        ] {
            let Some(limit) = schema.get(keyword) else { continue };
            let Some(bound) = limit.as_f64() else { continue };
            let holds = match keyword {
                "minimum" => number >= bound,
                "maximum" => number <= bound,
                "exclusiveMinimum" => number > bound,
                _ => number < bound,
            };
            if !holds {
                self.fault(|| format!("found {found}, expected {words} {limit}"));
            }
        }
    }

    fn text(&mut self, schema: &'a Map<String, Value>, text: &str) {
        let bounds = (limit(schema, "minLength"), limit(schema, "maxLength"));
        if bounds != (None, None) {
            self.size(text.chars().count(), bounds, "characters");
        }
        if let Some(Value::String(wanted)) = schema.get("pattern") {
            match pattern::fits(wanted, text) {
                Ok(true) => {}
                Ok(false) => {
                    self.fault(|| format!("found {}, expected a text that fits {wanted:?}", brief(&Value::from(text))));
                }
                Err(why) => self.fault(|| why),
            }
        }
        if let Some(Value::String(name)) = schema.get("format")
            && !format::fits(name, text)
        {
            self.fault(|| format!("found {}, expected the format {name}", brief(&Value::from(text))));
        }
    }

    /// `allOf`, `not` and `if`.
    fn combined(&mut self, schema: &'a Map<String, Value>, value: &Value, depth: usize) {
        if let Some(Value::Array(all)) = schema.get("allOf") {
            for each in all {
                self.value(each, value, depth + 1);
            }
        }
        if let Some(not) = schema.get("not")
            && self.fits(not, value, depth)
        {
            self.fault(|| format!("found {}, which is not allowed here", brief(value)));
        }
        if let Some(condition) = schema.get("if") {
            let branch = if self.fits(condition, value, depth) { "then" } else { "else" };
            if let Some(branch) = schema.get(branch) {
                self.value(branch, value, depth + 1);
            }
        }
    }

    fn fits(&self, schema: &'a Value, value: &Value, depth: usize) -> bool {
        let mut checker = Checker { tells: false, ..self.afresh() };
        checker.value(schema, value, depth + 1);
        checker.faults.is_empty()
    }

    /// A checker that stands where this one does and has found nothing.
    fn afresh(&self) -> Self {
        Self { at: self.at, faults: Vec::new(), pointer: String::new(), ..*self }
    }

    fn size(&mut self, size: usize, (least, most): (Option<usize>, Option<usize>), of: &str) {
        if let Some(least) = least.filter(|least| size < *least) {
            self.fault(|| format!("found {size} {of}, expected at least {least}"));
        }
        if let Some(most) = most.filter(|most| size > *most) {
            self.fault(|| format!("found {size} {of}, expected at most {most}"));
        }
    }

    fn array(&mut self, schema: &'a Map<String, Value>, items: &[Value], depth: usize) {
        self.size(items.len(), (limit(schema, "minItems"), limit(schema, "maxItems")), "items");
        let (first, rest) = items_of(schema);
        for (at, item) in items.iter().enumerate() {
            if let Some(each) = first.get(at).or(rest) {
                self.inside(&at.to_string(), each, item, depth);
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            let different: BTreeSet<String> = items.iter().map(canonical).collect();
            if different.len() < items.len() {
                self.fault(|| "found an item twice, expected different ones".into());
            }
        }
        if let Some(wanted) = schema.get("contains") {
            let found = items.iter().filter(|item| self.fits(wanted, item, depth)).count();
            let (least, most) = (limit(schema, "minContains").unwrap_or(1), limit(schema, "maxContains"));
            self.size(found, (Some(least), most), "fitting items");
        }
    }

    fn object(&mut self, schema: &'a Map<String, Value>, whole: &Value, depth: usize, plain: bool) {
        let Value::Object(map) = whole else { return };
        if let Some(Value::Array(required)) = schema.get("required") {
            for name in required.iter().filter_map(Value::as_str).filter(|name| !map.contains_key(*name)) {
                self.fault(|| format!("{name:?} is missing"));
            }
        }
        if !plain {
            self.fields_together(schema, whole, map, depth);
        }
        let seldom = |keyword: &str| if plain { None } else { schema.get(keyword) };
        let properties = schema.get("properties").and_then(Value::as_object);
        let patterns = seldom("patternProperties").and_then(Value::as_object);
        let names = seldom("propertyNames");
        for (name, value) in map {
            if let Some(names) = names {
                self.value(names, &Value::from(name.as_str()), depth + 1);
            }
            let mut is_known = false;
            for (wanted, property) in patterns.into_iter().flatten() {
                if pattern::fits(wanted, name) == Ok(true) {
                    is_known = true;
                    self.inside(name, property, value, depth);
                }
            }
            if let Some(property) = properties.and_then(|properties| properties.get(name)) {
                self.inside(name, property, value, depth);
                continue;
            }
            if is_known {
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => self.not_known(name, properties),
                Some(other) => self.inside(name, other, value, depth),
                None => {}
            }
        }
    }

    /// How many fields there are, and what some of them ask of the whole.
    fn fields_together(
        &mut self,
        schema: &'a Map<String, Value>,
        whole: &Value,
        map: &Map<String, Value>,
        depth: usize,
    ) {
        self.size(map.len(), (limit(schema, "minProperties"), limit(schema, "maxProperties")), "fields");
        if let Some(Value::Object(dependent)) = schema.get("dependentRequired") {
            for (name, needed) in dependent.iter().filter(|(name, _)| map.contains_key(*name)) {
                let needed = needed.as_array().into_iter().flatten().filter_map(Value::as_str);
                for missing in needed.filter(|needed| !map.contains_key(*needed)) {
                    self.fault(|| format!("{missing:?} is missing, which {name:?} needs"));
                }
            }
        }
        if let Some(Value::Object(dependent)) = schema.get("dependentSchemas") {
            for (_, wanted) in dependent.iter().filter(|(name, _)| map.contains_key(*name)) {
                self.value(wanted, whole, depth + 1);
            }
        }
    }

    fn not_known(&mut self, name: &str, properties: Option<&Map<String, Value>>) {
        self.fault(|| {
            let known: Vec<&str> = properties.into_iter().flat_map(|map| map.keys().map(String::as_str)).collect();
            match nearest(name, known.iter().copied()) {
                Some(near) => format!("{name:?} is not known, did you mean {near:?}"),
                None => format!("{name:?} is not known, expected only {}", known.join(", ")),
            }
        });
    }

    fn inside(&mut self, name: &str, schema: &'a Value, value: &Value, depth: usize) {
        let length = self.pointer.len();
        self.pointer.push('/');
        if name.contains(['~', '/']) {
            self.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        } else {
            self.pointer.push_str(name);
        }
        self.value(schema, value, depth + 1);
        self.pointer.truncate(length);
    }

    fn alternatives(&mut self, choices: &'a [Value], exactly_one: bool, value: &Value, depth: usize) {
        let mut fitting = 0;
        let mut nearest: Option<Vec<SchemaFault>> = None;
        for choice in choices {
            let mut checker = Checker { pointer: self.pointer.clone(), ..self.afresh() };
            checker.value(choice, value, depth + 1);
            if checker.faults.is_empty() {
                fitting += 1;
            } else if nearest.as_ref().is_none_or(|nearest| checker.faults.len() < nearest.len()) {
                nearest = Some(checker.faults);
            }
        }
        if fitting == 0 {
            self.faults.extend(nearest.unwrap_or_default());
            if choices.is_empty() {
                self.fault(|| "none of the alternatives fits, for there are none".into());
            }
        } else if exactly_one && fitting > 1 {
            self.fault(|| format!("fits {fitting} of the alternatives, expected exactly one"));
        }
        self.faults.truncate(MAX_FAULTS);
    }
}

/// The schemas of the first items, and that of all behind them; as earlier drafts had it too, whose libraries still write so:
/// `items` as a list, with `additionalItems` for the rest.
fn items_of(schema: &Map<String, Value>) -> (&[Value], Option<&Value>) {
    match (schema.get("prefixItems"), schema.get("items")) {
        (Some(Value::Array(first)), rest) => (first, rest),
        (_, Some(Value::Array(first))) => (first, schema.get("additionalItems")),
        (_, rest) => (&[], rest),
    }
}

/// Whether a keyword says nothing, or something about the value alone or its parts one by one. Most schemas have only such, and
/// are not asked for the others.
fn is_plain(keyword: &str) -> bool {
    matches!(
        keyword,
        "type"
            | "description"
            | "title"
            | "default"
            | "const"
            | "enum"
            | "required"
            | "properties"
            | "additionalProperties"
            | "items"
            | "minItems"
            | "maxItems"
            | "minLength"
            | "maxLength"
            | "minimum"
            | "maximum"
    )
}

fn limit(schema: &Map<String, Value>, keyword: &str) -> Option<usize> {
    let bound = schema.get(keyword)?;
    // 2.0 is a whole number too.
    let whole = || bound.as_f64().filter(|bound| bound.fract() == 0.0 && *bound >= 0.0).map(|bound| bound as u64);
    bound.as_u64().or_else(whole).map(|bound| usize::try_from(bound).unwrap_or(usize::MAX))
}

fn is_open(value: &Value) -> bool {
    value.as_object().is_some_and(|map| map.len() == 1 && map.contains_key("$from"))
}

fn is_concatenation(value: &Value) -> bool {
    value.as_object().is_some_and(|map| map.len() == 1 && map.contains_key("$concat"))
}

/// Numbers are the same when they are equal as numbers: JavaScript writes 1.0 as 1.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(_) | Value::Array(_) | Value::Object(_), _) => a == b || canonical(a) == canonical(b),
        (Value::Null | Value::Bool(_) | Value::String(_), _) => a == b,
    }
}

/// The value as text, with 1.0 and 1 as the same.
fn canonical(value: &Value) -> String {
    fn plain(value: &Value) -> Value {
        match value {
            Value::Number(number) => match number.as_f64() {
                Some(double) if number.is_f64() && double.fract() == 0.0 && double.abs() < 9.2e18 => {
                    Value::from(double as i64)
                }
                _ => value.clone(),
            },
            Value::Array(items) => items.iter().map(plain).collect(),
            Value::Object(map) => Value::Object(map.iter().map(|(name, value)| (name.clone(), plain(value))).collect()),
            Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
        }
    }
    plain(value).to_string()
}

fn is_multiple(number: &Number, step: &Value) -> bool {
    if let (Some(number), Some(step)) = (number.as_i64(), step.as_i64()) {
        return number.checked_rem(step).is_none_or(|rest| rest == 0);
    }
    let (Some(number), Some(step)) = (number.as_f64(), step.as_f64()) else { return true };
    let times = number / step;
    // A tenth has no exact double; what is off by a rounding is no remainder.
    times.is_finite() && (times - times.round()).abs() <= 1e-9
}

fn fits_type(types: &Value, value: &Value, concatenation: bool) -> bool {
    match types {
        Value::String(name) => fits_name(name, value, concatenation),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(|name| fits_name(name, value, concatenation)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
    }
}

fn fits_name(name: &str, value: &Value, concatenation: bool) -> bool {
    if concatenation {
        return name == "string";
    }
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0 && n.is_finite())
        }
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

fn type_names(types: &Value) -> String {
    let named = |name: &str| match name {
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => "a list".to_owned(),
        "object" => "an object".to_owned(),
        "null" => "null".to_owned(),
        other => other.to_owned(),
    };
    match types {
        Value::String(name) => named(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).map(named).collect::<Vec<_>>().join(" or "),
        other => other.to_string(),
    }
}

fn described(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A value short enough for a message.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(_) | Value::Object(_) => described(value).to_owned(),
        Value::String(text) if text.chars().count() > 40 => {
            format!("{:?}", text.chars().take(39).chain(['…']).collect::<String>())
        }
        other => other.to_string(),
    }
}
