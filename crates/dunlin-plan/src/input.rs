//! Values in a step's input that come from earlier steps.
//!
//! `{"$from": {"step": 1, "pointer": "/output"}}` stands for a value inside step 1's record (RFC 6901 pointer), and
//! `{"$concat": ["pay ", {"$from": …}]}` for the text of its parts. Both are objects with that single key; text is never
//! scanned, so nothing a person typed can become a reference.

use serde_json::{Map, Value};

/// How deep an input may be nested.
pub const MAX_DEPTH: usize = 64;

/// The steps that `input` takes values from, in order of appearance, each once.
pub fn references(input: &Value) -> Vec<u32> {
    let mut found = Vec::new();
    visit(input, 0, &mut |step, _| {
        if !found.contains(&step) {
            found.push(step);
        }
    });
    found
}

/// The first object that looks like a reference and is none: the key is there alone, what is under it does not fit.
pub fn malformed(input: &Value) -> Option<String> {
    malformed_at(input, 0)
}

fn malformed_at(input: &Value, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    match input {
        Value::Object(map) => {
            let wrong = map.len() == 1
                && (map.contains_key("$from") && as_reference(map).is_none()
                    || map.contains_key("$concat") && as_concat(map).is_none());
            if wrong {
                return Some(input.to_string().chars().take(80).collect());
            }
            map.values().find_map(|value| malformed_at(value, depth + 1))
        }
        Value::Array(items) => items.iter().find_map(|item| malformed_at(item, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// A `$from` reference to a value of a step's record.
pub fn from_step(step: u32, pointer: &str) -> Value {
    serde_json::json!({"$from": {"step": step, "pointer": pointer}})
}

/// A `$concat` of parts: texts and references.
#[expect(clippy::needless_pass_by_value, reason = "callers build the parts for this and have no other use for them")]
pub fn concat(parts: Vec<Value>) -> Value {
    serde_json::json!({ "$concat": parts })
}

/// Why an input could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolveError {
    /// The referenced step has no record yet.
    NoSuchStep(u32),
    /// The pointer leads to nothing in that step's record.
    NoSuchValue {
        /// The step.
        step: u32,
        /// The pointer.
        pointer: String,
    },
    /// The input is nested deeper than [`MAX_DEPTH`].
    TooDeep,
}

impl std::fmt::Display for ResolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchStep(step) => write!(f, "the input refers to step {step}, which has no result"),
            Self::NoSuchValue { step, pointer } => write!(f, "step {step} has nothing at {pointer:?}"),
            Self::TooDeep => write!(f, "the input is nested deeper than {MAX_DEPTH} levels"),
        }
    }
}

impl std::error::Error for ResolveError {}

/// Gives what a pointer leads to in a step's record.
pub type Look<'a> = &'a dyn Fn(u32, &str) -> Result<Value, ResolveError>;

/// The input with every reference replaced.
pub fn resolve(input: &Value, look: Look<'_>) -> Result<Value, ResolveError> {
    resolve_at(input, look, 0)
}

/// Whether a value is nested deeper than [`MAX_DEPTH`].
#[inline(never)]
pub fn is_too_deep(value: &Value) -> bool {
    fn goes_beyond(value: &Value, left: usize) -> bool {
        let Some(left) = left.checked_sub(1) else { return true };
        match value {
            Value::Array(items) => items.iter().any(|item| goes_beyond(item, left)),
            Value::Object(map) => map.values().any(|item| goes_beyond(item, left)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
        }
    }
    goes_beyond(value, MAX_DEPTH)
}

fn resolve_at(input: &Value, look: Look<'_>, depth: usize) -> Result<Value, ResolveError> {
    if depth > MAX_DEPTH {
        return Err(ResolveError::TooDeep);
    }
    match input {
        Value::Object(map) => {
            if let Some((step, pointer)) = as_reference(map) {
                return look(step, pointer);
            }
            if let Some(parts) = as_concat(map) {
                let mut text = String::new();
                for part in parts {
                    text.push_str(&as_text(&resolve_at(part, look, depth + 1)?));
                }
                return Ok(Value::String(text));
            }
            let mut resolved = Map::new();
            for (key, value) in map {
                resolved.insert(key.clone(), resolve_at(value, look, depth + 1)?);
            }
            Ok(Value::Object(resolved))
        }
        Value::Array(items) => {
            items.iter().map(|item| resolve_at(item, look, depth + 1)).collect::<Result<_, _>>().map(Value::Array)
        }
        plain => Ok(plain.clone()),
    }
}

fn visit(input: &Value, depth: usize, found: &mut dyn FnMut(u32, &str)) {
    if depth > MAX_DEPTH {
        return;
    }
    match input {
        Value::Object(map) => {
            if let Some((step, pointer)) = as_reference(map) {
                found(step, pointer);
            } else {
                map.values().for_each(|value| visit(value, depth + 1, found));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| visit(item, depth + 1, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn as_reference(map: &Map<String, Value>) -> Option<(u32, &str)> {
    let from = map.get("$from").filter(|_| map.len() == 1)?;
    let step = u32::try_from(from.get("step")?.as_u64()?).ok()?;
    Some((step, from.get("pointer").map_or(Some(""), Value::as_str)?))
}

fn as_concat(map: &Map<String, Value>) -> Option<&Vec<Value>> {
    map.get("$concat").filter(|_| map.len() == 1)?.as_array()
}

/// A value as a person would write it into a sentence.
#[inline(never)]
pub fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record(step: u32, pointer: &str) -> Result<Value, ResolveError> {
        let record = json!({"output": 84, "metadata": {"text": "84"}});
        let found = Some(record).filter(|_| step == 1).ok_or(ResolveError::NoSuchStep(step))?;
        let missing = || ResolveError::NoSuchValue { step, pointer: pointer.to_owned() };
        found.pointer(pointer).cloned().ok_or_else(missing)
    }

    #[test]
    fn references_and_concatenations_resolve() {
        let input =
            json!({"action": "add", "text": {"$concat": ["pay ", {"$from": {"step": 1, "pointer": "/output"}}]}});
        assert_eq!(references(&input), [1]);
        assert_eq!(resolve(&input, &record), Ok(json!({"action": "add", "text": "pay 84"})));
    }

    #[test]
    fn text_is_never_a_reference() {
        let input = json!({"text": "{\"$from\":{\"step\":1}} $concat"});
        assert!(references(&input).is_empty());
        assert_eq!(resolve(&input, &record), Ok(input.clone()));
    }

    #[test]
    fn what_is_not_there_is_named() {
        assert_eq!(resolve(&from_step(2, "/output"), &record), Err(ResolveError::NoSuchStep(2)));
        assert_eq!(
            resolve(&from_step(1, "/nowhere"), &record),
            Err(ResolveError::NoSuchValue { step: 1, pointer: "/nowhere".into() })
        );
    }

    #[test]
    fn endless_nesting_is_refused() {
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        assert_eq!(resolve(&deep, &record), Err(ResolveError::TooDeep));
        assert!(is_too_deep(&deep) && !is_too_deep(&json!([{"a": [1]}])));
    }
}
