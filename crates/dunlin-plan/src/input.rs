//! Values in a step's input that come from earlier steps.
//!
//! `{"$from": {"step": 1, "pointer": "/output"}}` stands for a value inside step 1's record (RFC 6901 pointer), and
//! `{"$concat": ["pay ", {"$from": …}]}` for the text of its parts. Both are objects with that single key; text is never
//! scanned, so nothing a person typed can become a reference.
//!
//! A `*` in a pointer collects: `/output/*/id` is the list of what each item of the output has there, without those that have
//! nothing. `{"$from": {"step": 1, "pointer": "/output", "default": 0}}` stands for its default where there is nothing; a step
//! that takes a value so runs also when the other one failed or was skipped. A default that is a reference itself is looked up
//! in turn, so one step can stand in for another. Step 0 is what the plan itself was given.

use dunlin_base::nearest;
use serde_json::{Map, Value};

use crate::bounds::{self, MAX_DEPTH};

/// The steps that `input` takes values from, in order of appearance, each once.
pub fn references(input: &Value) -> Vec<u32> {
    let mut found = Vec::new();
    visit(input, 0, &mut |reference| {
        if !found.contains(&reference.step) {
            found.push(reference.step);
        }
    });
    found
}

/// The steps that `input` takes values from without a default: it makes no sense without them.
pub fn needs(input: &Value) -> Vec<u32> {
    let mut found = Vec::new();
    visit(input, 0, &mut |reference| {
        if reference.default.is_none() {
            found.push(reference.step);
        }
    });
    found
}

/// What a pointer leads to. `*` collects what the rest of the pointer leads to in each item of a list.
///
/// ```
/// use serde_json::json;
/// let orders = json!([{"id": 1, "lines": [{"n": 2}, {"n": 3}]}, {"lines": []}, {"id": 4}]);
/// assert_eq!(dunlin_plan::input::find(&orders, "/*/id"), Some(json!([1, 4])));
/// assert_eq!(dunlin_plan::input::find(&orders, "/*/lines/*/n"), Some(json!([[2, 3], []])));
/// assert_eq!(dunlin_plan::input::find(&orders, "/0/id"), Some(json!(1)));
/// ```
pub fn find(value: &Value, pointer: &str) -> Option<Value> {
    let Some((head, tail)) = pointer.split_once("/*").filter(|(_, tail)| tail.is_empty() || tail.starts_with('/'))
    else {
        return value.pointer(pointer).cloned();
    };
    match value.pointer(head)? {
        Value::Array(items) => Some(items.iter().filter_map(|item| find(item, tail)).collect()),
        _ => value.pointer(pointer).cloned(),
    }
}

/// The first object that looks like a reference and is none: what is under its key does not fit, something stands beside it,
/// or the key is misspelt. Taken for data it would be a step that does not wait for what it needs.
pub fn malformed(input: &Value) -> Option<String> {
    malformed_at(input, 0)
}

/// Whether a key with this value is meant as a reference, and the object it stands in is none.
fn is_slip(key: &str, value: &Value, map: &Map<String, Value>) -> bool {
    let is_from = value.get("step").is_some();
    match key {
        "$from" => (is_from || map.len() == 1) && as_reference(map).is_none(),
        "$concat" => (value.is_array() || map.len() == 1) && as_concat(map).is_none(),
        // Data of a host's own may have such keys; what stands under them tells the two apart.
        _ if key.starts_with('$') => {
            is_from && (value.get("pointer").is_some() || nearest(key, ["$from"]).is_some())
                || value.is_array() && nearest(key, ["$concat"]).is_some()
        }
        _ => false,
    }
}

fn malformed_at(input: &Value, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    match input {
        Value::Object(map) => {
            let wrong = map.iter().any(|(key, value)| is_slip(key, value, map));
            if wrong {
                return Some(input.to_string().chars().take(80).collect());
            }
            map.values().find_map(|value| malformed_at(value, depth + 1))
        }
        Value::Array(items) => items.iter().find_map(|item| malformed_at(item, depth + 1)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The input of a map over these items.
pub fn over(items: &Value) -> Value {
    serde_json::json!({ "over": items })
}

/// A `$from` reference to a value of a step's record.
pub fn from_step(step: u32, pointer: &str) -> Value {
    serde_json::json!({"$from": {"step": step, "pointer": pointer}})
}

/// A reference that stands for `other` where it leads to nothing; `other` as a whole is a reference or a value.
#[must_use]
pub fn or(reference: &Value, other: &Value) -> Value {
    let mut reference = reference.clone();
    if let Some(from) = reference.get_mut("$from").and_then(Value::as_object_mut) {
        from.insert("default".to_owned(), other.clone());
    }
    reference
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
    /// The input would be nested deeper than [`MAX_DEPTH`].
    TooDeep,
    /// The input would be larger than this many bytes.
    TooLarge(usize),
}

impl ResolveError {
    /// The stable code of the step's failure.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchStep(_) | Self::NoSuchValue { .. } => "run.unresolved-input",
            Self::TooDeep => "run.input-too-deep",
            Self::TooLarge(_) => "run.input-too-large",
        }
    }
}

impl std::fmt::Display for ResolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSuchStep(step) => write!(f, "the input refers to step {step}, which has no result"),
            Self::NoSuchValue { step, pointer } => write!(f, "step {step} has nothing at {pointer:?}"),
            Self::TooDeep => write!(f, "the input would be nested deeper than {MAX_DEPTH} levels"),
            Self::TooLarge(most) => {
                write!(f, "with the values it takes from earlier steps the input is larger than {most} bytes")
            }
        }
    }
}

impl std::error::Error for ResolveError {}

/// Gives what a pointer leads to in a step's record.
pub type Look<'a> = &'a dyn Fn(u32, &str) -> Result<Value, ResolveError>;

/// The input with every reference replaced, when that takes at most `most` bytes. What is put together on the way takes at
/// most that much and one value more.
pub fn resolve(input: &Value, look: Look<'_>, most: usize) -> Result<Value, ResolveError> {
    Resolver { look, most, left: most, is_lenient: false }.value(input, MAX_DEPTH)
}

/// The same, where a reference without a default that leads to nothing is null.
pub fn resolve_leniently(input: &Value, look: Look<'_>, most: usize) -> Result<Value, ResolveError> {
    Resolver { look, most, left: most, is_lenient: true }.value(input, MAX_DEPTH)
}

struct Resolver<'a> {
    look: Look<'a>,
    most: usize,
    left: usize,
    is_lenient: bool,
}

impl Resolver<'_> {
    fn value(&mut self, input: &Value, depth: usize) -> Result<Value, ResolveError> {
        let deeper = depth.checked_sub(1).ok_or(ResolveError::TooDeep)?;
        match input {
            Value::Object(map) => {
                if let Some(Reference { step, pointer, default }) = as_reference(map) {
                    let found = match ((self.look)(step, pointer), default) {
                        (Err(ResolveError::NoSuchStep(_) | ResolveError::NoSuchValue { .. }), Some(default)) => {
                            if is_reference(default) {
                                return self.value(default, deeper);
                            }
                            default.clone()
                        }
                        (Err(ResolveError::NoSuchValue { .. }), None) if self.is_lenient => Value::Null,
                        (found, _) => found?,
                    };
                    if bounds::is_deeper(&found, depth) {
                        return Err(ResolveError::TooDeep);
                    }
                    let size = bounds::size(&found, self.left);
                    self.take(size)?;
                    return Ok(found);
                }
                if let Some(parts) = as_concat(map) {
                    let before = self.left;
                    let mut text = String::new();
                    for part in parts {
                        text.push_str(&as_text(&self.value(part, deeper)?));
                    }
                    let text = Value::String(text);
                    // What stood as JSON in a part is escaped once more in the whole.
                    let size = bounds::size(&text, before);
                    self.left = before;
                    self.take(size)?;
                    return Ok(text);
                }
                self.take(Some(2))?;
                let mut resolved = Map::new();
                for (key, value) in map {
                    let size = bounds::size(&Value::from(key.as_str()), self.left).map(|size| size + 2);
                    self.take(size)?;
                    resolved.insert(key.clone(), self.value(value, deeper)?);
                }
                Ok(Value::Object(resolved))
            }
            Value::Array(items) => {
                self.take(Some(2 + items.len()))?;
                items.iter().map(|item| self.value(item, deeper)).collect::<Result<_, _>>().map(Value::Array)
            }
            plain => {
                let size = bounds::size(plain, self.left);
                self.take(size)?;
                Ok(plain.clone())
            }
        }
    }

    fn take(&mut self, size: Option<usize>) -> Result<(), ResolveError> {
        self.left = size.and_then(|size| self.left.checked_sub(size)).ok_or(ResolveError::TooLarge(self.most))?;
        Ok(())
    }
}

fn visit(input: &Value, depth: usize, found: &mut dyn FnMut(Reference<'_>)) {
    if depth > MAX_DEPTH {
        return;
    }
    match input {
        Value::Object(map) => {
            if let Some(reference) = as_reference(map) {
                let next = reference.default.filter(|default| is_reference(default));
                found(reference);
                if let Some(next) = next {
                    visit(next, depth + 1, found);
                }
            } else {
                map.values().for_each(|value| visit(value, depth + 1, found));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| visit(item, depth + 1, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A value of a step's record.
struct Reference<'a> {
    step: u32,
    pointer: &'a str,
    default: Option<&'a Value>,
}

fn as_reference(map: &Map<String, Value>) -> Option<Reference<'_>> {
    let from = map.get("$from").filter(|_| map.len() == 1)?.as_object()?;
    // A slip of the pen in an optional field would be a reference to something else.
    from.keys().all(|key| matches!(key.as_str(), "step" | "pointer" | "default")).then_some(())?;
    let step = u32::try_from(from.get("step")?.as_u64()?).ok()?;
    Some(Reference {
        step,
        pointer: from.get("pointer").map_or(Some(""), Value::as_str)?,
        default: from.get("default"),
    })
}

/// Whether a value is a reference as a whole.
fn is_reference(value: &Value) -> bool {
    value.as_object().is_some_and(|map| as_reference(map).is_some())
}

fn as_concat(map: &Map<String, Value>) -> Option<&Vec<Value>> {
    map.get("$concat").filter(|_| map.len() == 1)?.as_array()
}

/// A value as a person would write it into a sentence.
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
        assert_eq!(resolve(&input, &record, 1000), Ok(json!({"action": "add", "text": "pay 84"})));
    }

    #[test]
    fn text_is_never_a_reference() {
        let input = json!({"text": "{\"$from\":{\"step\":1}} $concat"});
        assert!(references(&input).is_empty());
        assert_eq!(resolve(&input, &record, 1000), Ok(input.clone()));
    }

    #[test]
    fn what_is_not_there_is_named() {
        assert_eq!(resolve(&from_step(2, "/output"), &record, 1000), Err(ResolveError::NoSuchStep(2)));
        assert_eq!(
            resolve(&from_step(1, "/nowhere"), &record, 1000),
            Err(ResolveError::NoSuchValue { step: 1, pointer: "/nowhere".into() })
        );
    }

    #[test]
    fn a_default_stands_in_for_what_is_not_there_and_a_star_collects() {
        let from = |from: Value| json!({ "$from": from });
        for (input, expected) in [
            (from(json!({"step": 2, "pointer": "/output", "default": [7]})), Ok(json!([7]))),
            (from(json!({"step": 1, "pointer": "/nowhere", "default": null})), Ok(Value::Null)),
            (from(json!({"step": 1, "pointer": "/output", "default": 0})), Ok(json!(84))),
            (from(json!({"step": 2, "pointer": "/output"})), Err(ResolveError::NoSuchStep(2))),
        ] {
            assert_eq!(resolve(&input, &record, 1000), expected, "{input}");
            assert_eq!(needs(&input).is_empty(), input.to_string().contains("default"), "{input}");
        }
        let slip = from(json!({"step": 1, "pointer": "/output", "defualt": 0}));
        assert!(malformed(&slip).is_some() && references(&slip).is_empty());
        for (pointer, expected) in [
            ("/a/*", Some(json!([{"b": 1}, {"c": 2}, {"b": {"*": 3}}]))),
            ("/a/*/b", Some(json!([1, {"*": 3}]))),
            ("/a/2/b/*", Some(json!(3))),
            ("/a/*/b/*", Some(json!([3]))),
            ("/x/*", None),
            ("/a/**", None),
        ] {
            assert_eq!(find(&json!({"a": [{"b": 1}, {"c": 2}, {"b": {"*": 3}}]}), pointer), expected, "{pointer}");
        }
    }

    #[test]
    fn a_default_that_is_a_reference_is_looked_up_in_turn() {
        let chain = or(&from_step(3, "/output"), &or(&from_step(1, "/nowhere"), &from_step(1, "/output")));
        assert_eq!(resolve(&chain, &record, 1000), Ok(json!(84)));
        assert_eq!(references(&chain), [3, 1]);
        // The last of them has no default.
        assert_eq!(needs(&chain), [1]);
        assert_eq!(needs(&or(&from_step(3, ""), &or(&from_step(1, "/nowhere"), &Value::Null))), Vec::<u32>::new());
        // What only holds a reference is data, as ever.
        let data = or(&from_step(3, "/output"), &json!([from_step(1, "/output")]));
        assert_eq!(resolve(&data, &record, 1000), Ok(json!([from_step(1, "/output")])));
        let endless = (0..100).fold(Value::Null, |inner, _| or(&from_step(3, ""), &inner));
        assert_eq!(resolve(&endless, &record, 1000), Err(ResolveError::TooDeep));
    }

    #[test]
    fn endless_nesting_is_refused() {
        let mut deep = json!(1);
        for _ in 0..100 {
            deep = json!([deep]);
        }
        assert_eq!(resolve(&deep, &record, 1000), Err(ResolveError::TooDeep));
        assert!(bounds::is_deeper(&deep, MAX_DEPTH) && !bounds::is_deeper(&json!([{"a": [1]}]), MAX_DEPTH));
    }

    #[test]
    fn values_that_double_are_refused_before_they_are_large() {
        let twice = |text: &str| json!({"a": from_step(1, "/output"), "b": from_step(1, "/output"), "c": text});
        let half = |_: u32, _: &str| Ok(Value::from("x".repeat(400)));
        assert!(resolve(&twice(""), &half, 1000).is_ok());
        assert_eq!(resolve(&twice(&"y".repeat(200)), &half, 1000), Err(ResolveError::TooLarge(1000)));
        let joined = concat(vec![from_step(1, ""), from_step(1, ""), from_step(1, "")]);
        assert_eq!(resolve(&joined, &half, 1000).unwrap_err().code(), "run.input-too-large");
    }

    #[test]
    fn values_that_nest_each_other_are_refused_before_they_are_deep() {
        let nested = |levels: usize, inner: Value| (0..levels).fold(inner, |inner, _| json!([inner]));
        let deep = |_: u32, _: &str| Ok(nested(40, json!(1)));
        assert!(resolve(&nested(20, from_step(1, "")), &deep, 1000).is_ok());
        let error = resolve(&nested(30, from_step(1, "")), &deep, 1000).unwrap_err();
        assert_eq!(error.code(), "run.input-too-deep");
    }

    #[test]
    fn what_is_resolved_is_never_larger_than_the_bound() {
        let input = json!({"é\"": [1, 2.5, null, true, "\u{1}\n"], "k": {"a": {}, "b": []}, "t": concat(vec![json!("a"), json!(1)])});
        let exact = resolve(&input, &record, 1000).unwrap().to_string().len();
        for most in 0..exact {
            assert_eq!(resolve(&input, &record, most), Err(ResolveError::TooLarge(most)));
        }
    }
}
