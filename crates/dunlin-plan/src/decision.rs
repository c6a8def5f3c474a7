//! Decision steps: one comparison of two values, the input `{"left", "operator", "right"}`.
//!
//! Operators: `==`, `!=`, `<`, `<=`, `>`, `>=`, `contains`. Two values that are numbers, or texts that read as numbers,
//! are compared as numbers; two texts otherwise by their characters; other values are only the same or not.

use std::cmp::Ordering;

use dunlin_base::json;
use serde_json::Value;

/// The operators a decision knows.
pub const OPERATORS: [&str; 7] = ["==", "!=", "<", "<=", ">", ">=", "contains"];

/// The answer of a decision whose input is resolved, or why there is none.
///
/// ```
/// use serde_json::json;
/// let decide = |input| dunlin_plan::decision::evaluate(&input);
/// assert_eq!(decide(json!({"left": 12, "operator": ">", "right": "9"})), Ok(true));
/// assert_eq!(decide(json!({"left": ["a", "b"], "operator": "contains", "right": "c"})), Ok(false));
/// assert!(decide(json!({"left": 1, "operator": "<", "right": []})).is_err());
/// ```
pub fn evaluate(input: &Value) -> Result<bool, String> {
    let part = |name: &str| input.get(name).ok_or_else(|| format!("a decision needs {name:?}"));
    let (left, right) = (part("left")?, part("right")?);
    let operator = part("operator")?.as_str().ok_or("the operator of a decision is a text")?;
    match operator {
        "==" => Ok(same(left, right)),
        "!=" => Ok(!same(left, right)),
        "<" => Ok(order(left, right)? == Ordering::Less),
        "<=" => Ok(order(left, right)? != Ordering::Greater),
        ">" => Ok(order(left, right)? == Ordering::Greater),
        ">=" => Ok(order(left, right)? != Ordering::Less),
        "contains" => contains(left, right),
        other => Err(format!("found the operator {other:?}, expected one of {}", OPERATORS.join(" "))),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => written_number(text.trim()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A number as people write it, read as JSON once its sign and its zeros are as JSON has them.
fn written_number(text: &str) -> Option<f64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    // JSON knows neither `007` nor `.5`.
    let bare = digits.trim_start_matches('0');
    let zero = if bare.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    json::read(&format!("{sign}{zero}{bare}")).ok()
}

fn same(left: &Value, right: &Value) -> bool {
    match (number(left), number(right)) {
        #[expect(clippy::float_cmp, reason = "the comparison a person asked for is of these two numbers as they are")]
        (Some(left), Some(right)) => left == right,
        _ => left == right,
    }
}

fn order(left: &Value, right: &Value) -> Result<Ordering, String> {
    let found = match (number(left), number(right), left, right) {
        (Some(left), Some(right), ..) => left.partial_cmp(&right),
        (_, _, Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => None,
    };
    found.ok_or_else(|| "only two numbers or two texts can be put in order".to_owned())
}

fn contains(whole: &Value, part: &Value) -> Result<bool, String> {
    match whole {
        Value::String(text) => Ok(text.to_lowercase().contains(&crate::input::as_text(part).to_lowercase())),
        Value::Array(items) => Ok(items.iter().any(|item| same(item, part))),
        Value::Object(map) => Ok(part.as_str().is_some_and(|key| map.contains_key(key))),
        Value::Null | Value::Bool(_) | Value::Number(_) => Err("only a text, a list or an object contains".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_read_as_numbers_are_numbers() {
        for (text, expected) in [
            ("12", 12.0),
            ("-0.5", -0.5),
            ("+3", 3.0),
            (".5", 0.5),
            ("-.5", -0.5),
            ("007", 7.0),
            ("0", 0.0),
            ("000", 0.0),
            ("0.0", 0.0),
            ("1e3", 1000.0),
            (" 2 ", 2.0),
        ] {
            assert_eq!(number(&Value::from(text)), Some(expected), "{text}");
        }
        for text in ["", "-", ".", "+", "1,000", "twelve", "inf", "NaN", "0x10", "1 2", "--1", "1e999", "[1]"] {
            assert_eq!(number(&Value::from(text)), None, "{text}");
        }
    }
}
