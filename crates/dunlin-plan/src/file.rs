//! Plans as text: what is exported, imported and sent about. A text from outside is read with limits.

use dunlin_base::read_listed;
use serde_json::Value;

use crate::{Fault, Plan, PlanStep, SCHEMA_VERSION, bounds::MAX_PLAN_TEXT};

/// More are not even looked at.
const MOST_STEPS: usize = 10_000;

/// Reads a plan that somebody else wrote. It still wants [`crate::validate()`]: what it says has not been looked at yet.
///
/// ```
/// let error = dunlin_plan::file::read(r#"{"schemaVersion": 7}"#).unwrap_err();
/// assert_eq!(error.code, "plan.schema-version");
/// ```
pub fn read(text: &str) -> Result<Plan, Fault> {
    let fault = |code, message| Fault { code, message, step_number: None, pointer: String::new() };
    if text.len() > MAX_PLAN_TEXT {
        return Err(fault("plan.too-large", format!("the plan is longer than {MAX_PLAN_TEXT} bytes")));
    }
    let mut count = 0;
    let mut steps: Option<Result<Vec<PlanStep>, String>> = None;
    // The steps are read on the way: a map for each of them would cost more than the rest. The reader itself refuses more
    // than 128 levels, so that no text can overflow the stack.
    let read = read_listed(text, "steps", &mut |at, fields| {
        count = at + 1;
        let steps = steps.get_or_insert_with(|| Ok(Vec::new()));
        if at == 0 {
            *steps = Ok(Vec::new());
        }
        let Ok(before) = steps else { return };
        match PlanStep::take(fields) {
            Ok(step) if at < MOST_STEPS => before.push(step),
            Ok(_) => {}
            Err(why) => *steps = Err(format!("[{at}]: {why}")),
        }
    });
    let fields = read.map_err(|error| fault("plan.unreadable", format!("the plan is not readable JSON: {error}")))?;
    if let Some(version) = fields.peek("schemaVersion").and_then(Value::as_u64)
        && version > u64::from(SCHEMA_VERSION)
    {
        let message =
            format!("the plan has schema version {version}, this version of dunlin reads up to {SCHEMA_VERSION}");
        return Err(fault("plan.schema-version", message));
    }
    if count > MOST_STEPS {
        return Err(fault("plan.too-many-steps", format!("the plan has {count} steps")));
    }
    Plan::take(fields, steps).map_err(|error| fault("plan.unreadable", format!("the plan does not fit: {error}")))
}

/// The plan as people keep it in a file: indented JSON with a line end.
pub fn write(plan: &Plan) -> String {
    let mut text = serde_json::to_string_pretty(plan).unwrap_or_default();
    text.push('\n');
    text
}
