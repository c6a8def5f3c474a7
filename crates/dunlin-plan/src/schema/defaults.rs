//! The defaults that a schema names, put where an input says nothing.

use serde_json::Value;

use super::{MAX_WORK, items_of, reference::Place};
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
    fill(Place::of(schema), schema, input, MAX_DEPTH, &mut { MAX_WORK });
}

fn fill<'a>(at: Place<'a>, schema: &'a Value, value: &mut Value, depth: usize, left: &mut u32) {
    let (Value::Object(map), Some(deeper), Some(less)) = (schema, depth.checked_sub(1), left.checked_sub(1)) else {
        return;
    };
    *left = less;
    let at = at.within(schema);
    if let Some((meant, place)) = map.get("$ref").and_then(Value::as_str).and_then(|to| at.target(to)) {
        fill(place, meant, value, deeper, left);
    }
    for part in map.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        fill(at, part, value, deeper, left);
    }
    match value {
        Value::Object(fields) => {
            for (name, schema) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
                match fields.get_mut(name) {
                    Some(field) => fill(at, schema, field, deeper, left),
                    None => {
                        if let Some(default) = schema.get("default") {
                            fields.insert(name.clone(), default.clone());
                        }
                    }
                }
            }
        }
        Value::Array(items) => {
            let (first, rest) = items_of(map);
            for (number, item) in items.iter_mut().enumerate() {
                if let Some(schema) = first.get(number).or(rest) {
                    fill(at, schema, item, deeper, left);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_that_names_itself_twice_in_each_of_its_parts_ends() {
        let mut input = json!({});
        fill_defaults(
            &json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}], "properties": {"a": {"default": 1}}}),
            &mut input,
        );
        assert_eq!(input, json!({"a": 1}));
    }
}
