//! What the keywords of a schema have looked at: `unevaluatedProperties` and `unevaluatedItems` are about the rest.
//!
//! It is found out anew where one of them stands, so that schemas without them pay nothing for it.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Checker;
use crate::{bounds::MAX_DEPTH, pattern};

/// The fields and items of one value that were looked at.
#[derive(Clone, Debug, Default)]
struct Seen {
    fields: BTreeSet<String>,
    items: BTreeSet<usize>,
}

impl<'a> Checker<'a> {
    /// Holds what no other keyword of the schema looks at against `unevaluatedProperties` and `unevaluatedItems`.
    pub(super) fn unevaluated(&mut self, schema: &'a Map<String, Value>, value: &Value, depth: usize) {
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            let Some(rest) = schema.get(keyword) else { continue };
            let mut seen = Seen::default();
            self.look(schema, value, depth, keyword, &mut seen);
            match value {
                Value::Object(map) if keyword == "unevaluatedProperties" => {
                    for (name, field) in map.iter().filter(|(name, _)| !seen.fields.contains(*name)) {
                        self.rest(name, rest, field, depth);
                    }
                }
                Value::Array(items) if keyword == "unevaluatedItems" => {
                    for (at, item) in items.iter().enumerate().filter(|(at, _)| !seen.items.contains(at)) {
                        self.rest(&at.to_string(), rest, item, depth);
                    }
                }
                _ => {}
            }
        }
    }

    fn rest(&mut self, name: &str, schema: &'a Value, value: &Value, depth: usize) {
        match schema {
            Value::Bool(false) => self.fault(|| format!("{name:?} is not known to any part of the schema")),
            schema => self.inside(name, schema, value, depth),
        }
    }

    /// Takes in what a schema that fits the value looks at; nothing once too much was done, which is a fault already.
    fn seen_by(&self, schema: &'a Value, value: &Value, depth: usize, seen: &mut Seen) {
        let (Value::Object(map), true, Some(left)) = (schema, depth < MAX_DEPTH, self.left.get().checked_sub(1)) else {
            return;
        };
        self.left.set(left);
        let inner = Checker { at: self.at.within(schema), ..self.afresh() };
        inner.look(map, value, depth + 1, "", seen);
    }

    /// Takes in what the keywords of a schema look at but for one, the one that asks.
    fn look(&self, schema: &'a Map<String, Value>, value: &Value, depth: usize, but: &str, seen: &mut Seen) {
        match value {
            Value::Object(map) => look_at_fields(schema, map, but, seen),
            Value::Array(items) => {
                let (first, rest) = super::items_of(schema);
                let all = rest.is_some() || schema.contains_key("unevaluatedItems") && but != "unevaluatedItems";
                seen.items.extend(0..if all { items.len() } else { first.len().min(items.len()) });
                if let Some(wanted) = schema.get("contains") {
                    seen.items.extend(
                        (0..items.len()).filter(|at| items.get(*at).is_some_and(|item| self.fits(wanted, item, depth))),
                    );
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        let each = |keyword: &str| schema.get(keyword).and_then(Value::as_array).into_iter().flatten();
        for inner in each("allOf").chain(each("anyOf")).chain(each("oneOf")) {
            if self.fits(inner, value, depth) {
                self.seen_by(inner, value, depth, seen);
            }
        }
        if let Some(condition) = schema.get("if") {
            let holds = self.fits(condition, value, depth);
            let branch = schema.get(if holds { "then" } else { "else" });
            for inner in [Some(condition).filter(|_| holds), branch].into_iter().flatten() {
                self.seen_by(inner, value, depth, seen);
            }
        }
        if let (Some(Value::Object(dependent)), Value::Object(map)) = (schema.get("dependentSchemas"), value) {
            for (_, inner) in dependent.iter().filter(|(name, _)| map.contains_key(*name)) {
                self.seen_by(inner, value, depth, seen);
            }
        }
        if let Some((target, at)) = schema.get("$ref").and_then(Value::as_str).and_then(|to| self.at.target(to)) {
            Checker { at, ..self.afresh() }.seen_by(target, value, depth, seen);
        }
    }
}

fn look_at_fields(schema: &Map<String, Value>, map: &Map<String, Value>, but: &str, seen: &mut Seen) {
    let named = |keyword: &str| schema.get(keyword).and_then(Value::as_object);
    let (properties, patterns) = (named("properties"), named("patternProperties"));
    let all = schema.contains_key("additionalProperties")
        || schema.contains_key("unevaluatedProperties") && but != "unevaluatedProperties";
    let is_seen = |name: &str| {
        all || properties.is_some_and(|properties| properties.contains_key(name))
            || patterns.is_some_and(|patterns| patterns.keys().any(|pattern| pattern::fits(pattern, name) == Ok(true)))
    };
    seen.fields.extend(map.keys().filter(|name| is_seen(name)).cloned());
}
