//! A value against a JSON Schema: the part of the 2020-12 vocabulary that tool inputs need.
//!
//! Known keywords: `type`, `properties`, `required`, `enum`, `const`, `additionalProperties`, `minimum`, `maximum`,
//! `exclusiveMinimum`, `exclusiveMaximum`, `minLength`, `maxLength`, `pattern`, `items`, `minItems`, `maxItems`, `oneOf`, `anyOf`.
//! Any other keyword is an annotation and checks nothing. It knows no `$ref`, so a schema cannot send it round in circles.
//!
//! ```
//! use serde_json::json;
//! let schema = json!({"type": "object", "properties": {"expression": {"type": "string"}}, "required": ["expression"]});
//! assert!(dunlin_plan::schema::check(&schema, &json!({"expression": "1+1"})).is_empty());
//! assert_eq!(dunlin_plan::schema::check(&schema, &json!({}))[0].message, "\"expression\" is missing");
//! ```

use serde_json::{Map, Number, Value};

use crate::{bounds::MAX_DEPTH, pattern};

/// How many faults are reported at most.
const MAX_FAULTS: usize = 50;

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

fn run(schema: &Value, value: &Value, references: References) -> Vec<SchemaFault> {
    let mut checker = Checker { faults: Vec::new(), pointer: String::new(), references };
    checker.value(schema, value, 0);
    checker.faults
}

struct Checker {
    faults: Vec<SchemaFault>,
    pointer: String,
    references: References,
}

impl Checker {
    fn fault(&mut self, message: String) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(SchemaFault { pointer: self.pointer.clone(), message });
        }
    }

    fn value(&mut self, schema: &Value, value: &Value, depth: usize) {
        if depth > MAX_DEPTH {
            self.fault(format!("nested deeper than {MAX_DEPTH} levels"));
            return;
        }
        let schema = match schema {
            Value::Object(schema) => schema,
            Value::Bool(false) => return self.fault("nothing is allowed here".into()),
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
            return self.fault(format!("found {found}, expected {}", type_names(types)));
        }
        if concatenation {
            return;
        }
        if let Some(expected) = schema.get("const")
            && !same(expected, value)
        {
            self.fault(format!("found {}, expected {expected}", brief(value)));
        }
        if let Some(Value::Array(allowed)) = schema.get("enum")
            && !allowed.iter().any(|allowed| same(allowed, value))
        {
            let names: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            self.fault(format!("found {}, expected one of {}", brief(value), names.join(", ")));
        }
        match value {
            Value::Number(number) => self.number(schema, number),
            Value::String(text) => self.text(schema, text),
            Value::Array(items) => self.array(schema, items, depth),
            Value::Object(map) => self.object(schema, map, depth),
            Value::Null | Value::Bool(_) => {}
        }
        for (keyword, exactly_one) in [("anyOf", false), ("oneOf", true)] {
            if let Some(Value::Array(choices)) = schema.get(keyword) {
                self.alternatives(choices, exactly_one, value, depth);
            }
        }
    }

    fn number(&mut self, schema: &Map<String, Value>, found: &Number) {
        let number = found.as_f64().unwrap_or(f64::NAN);
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
                self.fault(format!("found {found}, expected {words} {limit}"));
            }
        }
    }

    fn text(&mut self, schema: &Map<String, Value>, text: &str) {
        let bounds = (limit(schema, "minLength"), limit(schema, "maxLength"));
        if bounds != (None, None) {
            self.size(text.chars().count(), bounds, "characters");
        }
        if let Some(Value::String(wanted)) = schema.get("pattern") {
            match pattern::fits(wanted, text) {
                Ok(true) => {}
                Ok(false) => {
                    let found = brief(&Value::from(text));
                    self.fault(format!("found {found}, expected a text that fits {wanted:?}"));
                }
                Err(why) => self.fault(why),
            }
        }
    }

    fn size(&mut self, size: usize, (least, most): (Option<usize>, Option<usize>), of: &str) {
        if let Some(least) = least.filter(|least| size < *least) {
            self.fault(format!("found {size} {of}, expected at least {least}"));
        }
        if let Some(most) = most.filter(|most| size > *most) {
            self.fault(format!("found {size} {of}, expected at most {most}"));
        }
    }

    fn array(&mut self, schema: &Map<String, Value>, items: &[Value], depth: usize) {
        self.size(items.len(), (limit(schema, "minItems"), limit(schema, "maxItems")), "items");
        if let Some(each) = schema.get("items") {
            for (at, item) in items.iter().enumerate() {
                self.inside(&at.to_string(), each, item, depth);
            }
        }
    }

    fn object(&mut self, schema: &Map<String, Value>, map: &Map<String, Value>, depth: usize) {
        if let Some(Value::Array(required)) = schema.get("required") {
            for name in required.iter().filter_map(Value::as_str).filter(|name| !map.contains_key(*name)) {
                self.fault(format!("{name:?} is missing"));
            }
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, value) in map {
            if let Some(property) = properties.and_then(|properties| properties.get(name)) {
                self.inside(name, property, value, depth);
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => self.not_known(name, properties),
                Some(other) => self.inside(name, other, value, depth),
                None => {}
            }
        }
    }

    fn not_known(&mut self, name: &str, properties: Option<&Map<String, Value>>) {
        let known: Vec<&str> = properties.into_iter().flat_map(|map| map.keys().map(String::as_str)).collect();
        self.fault(format!("{name:?} is not known, expected only {}", known.join(", ")));
    }

    fn inside(&mut self, name: &str, schema: &Value, value: &Value, depth: usize) {
        let length = self.pointer.len();
        self.pointer.push('/');
        self.pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
        self.value(schema, value, depth + 1);
        self.pointer.truncate(length);
    }

    fn alternatives(&mut self, choices: &[Value], exactly_one: bool, value: &Value, depth: usize) {
        let mut fitting = 0;
        let mut nearest: Option<Vec<SchemaFault>> = None;
        for choice in choices {
            let mut checker =
                Checker { faults: Vec::new(), pointer: self.pointer.clone(), references: self.references };
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
                self.fault("none of the alternatives fits, for there are none".into());
            }
        } else if exactly_one && fitting > 1 {
            self.fault(format!("fits {fitting} of the alternatives, expected exactly one"));
        }
        self.faults.truncate(MAX_FAULTS);
    }
}

fn limit(schema: &Map<String, Value>, keyword: &str) -> Option<usize> {
    schema.get(keyword).and_then(Value::as_u64).map(|bound| usize::try_from(bound).unwrap_or(usize::MAX))
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
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
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
