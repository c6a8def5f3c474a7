//! The tool `calculator`: an expression in, a number out.

use std::future::ready;

use dunlin_base::LocalFuture;
use dunlin_calc::Value as Number;
use dunlin_plan::{Annotations, ToolSpec};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde_json::{Map, Value, json};

/// The name plans call it by.
pub(crate) const NAME: &str = "calculator";

/// Calculates; keeps nothing.
pub(crate) struct Calculator(ToolSpec);

impl Calculator {
    pub(crate) fn new() -> Self {
        Self(ToolSpec {
            name: NAME.to_owned(),
            description: "Calculates an expression exactly: arithmetic, percentages, functions, units".to_owned(),
            input_schema: json!({
                "type": "object",
                "properties": {"expression": {"type": "string", "description": "such as (10 + 5) * 2"}},
                "required": ["expression"],
                "additionalProperties": false,
            }),
            annotations: Annotations { read_only_hint: true, idempotent_hint: true, ..Annotations::default() },
            ..ToolSpec::default()
        })
    }
}

impl Tool for Calculator {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(calculate(call.input.get("expression").and_then(Value::as_str).unwrap_or_default())))
    }
}

fn calculate(expression: &str) -> Result<ToolOutput, ToolFailure> {
    let number = dunlin_calc::evaluate(expression).map_err(|error| {
        let mut failure = ToolFailure::new(error.code(), error.to_string());
        failure.hint = error.hint().map(str::to_owned);
        failure
    })?;
    let mut metadata = Map::new();
    metadata.insert("expression".into(), json!(expression));
    metadata.insert("text".into(), json!(number.text()));
    metadata.insert("display".into(), json!(number.display()));
    if let Some(fraction) = number.fraction() {
        metadata.insert("fraction".into(), json!(fraction));
    }
    if let Some(unit) = number.unit() {
        metadata.insert("unit".into(), json!(unit));
    }
    metadata.insert("exact".into(), json!(number.exact()));
    Ok(ToolOutput { output: output(&number), metadata: Some(Value::Object(metadata)) })
}

/// The JSON number when a double can hold the value, otherwise its text.
///
/// A double holds a decimal that it gives back digit by digit; of a value without end (1/3, √2) it holds as much as any
/// text would. What it cannot hold is a decimal or integer with more digits than it has, or one out of its range.
fn output(number: &Number) -> Value {
    /// 2^53: beyond this, neighbouring integers are the same double.
    const LARGEST_EXACT: u64 = 9_007_199_254_740_992;
    let (double, text) = (number.value(), number.number_text());
    if let Ok(integer) = text.parse::<i64>() {
        return if integer.unsigned_abs() <= LARGEST_EXACT { json!(integer) } else { json!(text) };
    }
    let holds = double.is_finite()
        && double.abs() < LARGEST_EXACT as f64
        && (double != 0.0 || text == "0")
        && (digits(&json!(double).to_string()) == digits(&text) || !ends(&text, number));
    if holds { json!(double) } else { json!(text) }
}

/// The significant digits of a number as text: what is left of it when its size is known.
fn digits(text: &str) -> String {
    let mantissa = text.split('e').next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

/// Whether the text is the whole value and not its first digits.
fn ends(text: &str, number: &Number) -> bool {
    number.exact() && dunlin_calc::evaluate(text).is_ok_and(|read| read.fraction() == number.fraction())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_is_a_number_where_a_double_holds_the_value() {
        for (expression, expected) in [
            ("(10 + 5) * 2", json!(30)),
            ("0.1 + 0.2", json!(0.3)),
            ("-7 / 2", json!(-3.5)),
            ("1 / 3", json!(1.0 / 3.0)),
            ("2 ^ 53", json!(9_007_199_254_740_992_i64)),
            ("2 ^ 53 + 1", json!("9007199254740993")),
            ("0.1234567890123456789", json!("0.1234567890123456789")),
            ("0 * 5", json!(0)),
            ("1 / 10000000", json!(1e-7)),
            ("123456789.5", json!(123_456_789.5)),
            ("1 / 2 ^ 20", json!(9.536_743_164_062_5e-7)),
        ] {
            assert_eq!(calculate(expression).unwrap().output, expected, "{expression}");
        }
    }

    #[test]
    fn a_failure_has_the_code_and_the_hint_of_the_calculator() {
        let failure = calculate("1 / 0").unwrap_err();
        assert_eq!((failure.code.as_str(), failure.message.as_str()), ("calc.divide-by-zero", "Cannot divide by zero"));
        assert!(!failure.retryable);
        assert!(calculate("2 + + 2").unwrap_err().message.contains("syntax"));
    }
}
