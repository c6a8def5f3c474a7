//! Plans as text: what is exported, imported and sent about. A text from outside is read with limits.

use dunlin_base::{Record, parse_json};
use serde_json::Value;

use crate::{Fault, Limits, Plan, SCHEMA_VERSION};

/// The most characters of a plan as text.
pub const MAX_LENGTH: usize = 4_000_000;

/// Reads a plan that somebody else wrote. It still wants [`crate::validate()`]: what it says has not been looked at yet.
///
/// ```
/// let error = dunlin_plan::file::read(r#"{"schemaVersion": 7}"#).unwrap_err();
/// assert_eq!(error.code, "plan.schema-version");
/// ```
pub fn read(text: &str) -> Result<Plan, Fault> {
    let fault = |code, message| Fault { code, message, step_number: None, pointer: String::new() };
    if text.len() > MAX_LENGTH {
        return Err(fault("plan.too-large", format!("the plan is longer than {MAX_LENGTH} characters")));
    }
    // The reader itself refuses more than 128 levels, so that no text can overflow the stack.
    let value = parse_json(text)
        .map_err(|error| fault("plan.unreadable", format!("the plan is not readable JSON: {error}")))?;
    from_value(value)
}

/// As [`read`] for JSON that is parsed already.
pub fn from_value(value: Value) -> Result<Plan, Fault> {
    let fault = |code, message| Fault { code, message, step_number: None, pointer: String::new() };
    if let Some(version) = value.get("schemaVersion").and_then(Value::as_u64)
        && version > u64::from(SCHEMA_VERSION)
    {
        let message =
            format!("the plan has schema version {version}, this version of dunlin reads up to {SCHEMA_VERSION}");
        return Err(fault("plan.schema-version", message));
    }
    if let Some(steps) = value.get("steps").and_then(Value::as_array)
        && steps.len() > 10 * Limits::default().max_steps.max(1000)
    {
        return Err(fault("plan.too-many-steps", format!("the plan has {} steps", steps.len())));
    }
    Plan::read(value).map_err(|error| fault("plan.unreadable", format!("the plan does not fit: {error}")))
}

/// The plan as people keep it in a file: indented JSON with a line end.
pub fn write(plan: &Plan) -> String {
    let mut text = serde_json::to_string_pretty(plan).unwrap_or_default();
    text.push('\n');
    text
}
