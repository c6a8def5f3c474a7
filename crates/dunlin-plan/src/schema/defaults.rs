//! The defaults that a schema names, put where an input says nothing.

use serde_json::Value;

use super::keywords::reference;
use crate::bounds::MAX_DEPTH;

/// Puts the defaults of a schema's properties where `input` has none of that name.
///
/// ```
/// use dunlin_plan::schema::fill_defaults;
/// use serde_json::json;
/// let schema = json!({"properties": {"loud": {"default": false}, "to": {"properties": {"list": {"default": "inbox"}}}}});
/// let mut input = json!({"to": {}});
/// fill_defaults(&schema, &mut input);
/// assert_eq!(input, json!({"to": {"list": "inbox"}, "loud": false}));
/// ```
pub fn fill_defaults(schema: &Value, input: &mut Value) {
    fill(schema, schema, input, MAX_DEPTH);
}

fn fill(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    let (Value::Object(map), Some(deeper)) = (schema, depth.checked_sub(1)) else { return };
    if let Some(Ok(meant)) = reference(root, map) {
        fill(root, meant, value, deeper);
    }
    for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        fill(root, part, value, deeper);
    }
    match value {
        Value::Object(fields) => {
            for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
                match fields.get_mut(name) {
                    Some(field) => fill(root, schema, field, deeper),
                    None => {
                        if let Some(default) = schema.get("default") {
                            fields.insert(name.clone(), default.clone());
                        }
                    }
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = map.get("items") {
                for item in items {
                    fill(root, schema, item, deeper);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
