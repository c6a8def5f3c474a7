//! Plans as text: what is exported, imported and sent about. A text from outside is read with limits.

use dunlin_base::{
    TextPlace,
    json::{self, Unreadable},
};
use serde::Deserialize;

use crate::{Fault, Plan, SCHEMA_VERSION, bounds::MAX_PLAN_TEXT};

/// More are not even looked at.
const MOST_STEPS: usize = 10_000;

/// The part of a plan that every version has in common.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Versioned {
    schema_version: Option<u64>,
}

/// Reads a plan that somebody else wrote. It still wants [`crate::validate()`]: what it says has not been looked at yet.
///
/// ```
/// for newer in [r#"{"schemaVersion": 7, "steps": "none"}"#, r#"{"schemaVersion": 7, "goal": "", "steps": []}"#] {
///     assert_eq!(dunlin_plan::file::read(newer).unwrap_err().code, "plan.schema-version");
/// }
/// let twice = r#"{"schemaVersion": 2, "goal": "", "steps": [], "goal": ""}"#;
/// assert_eq!(dunlin_plan::file::read(twice).unwrap_err().code, "plan.unreadable");
/// ```
pub fn read(text: &str) -> Result<Plan, Fault> {
    let fault = |code, message| Fault { code, message, ..Fault::default() };
    if text.len() > MAX_PLAN_TEXT {
        return Err(fault("plan.too-large", format!("the plan is longer than {MAX_PLAN_TEXT} bytes")));
    }
    let unreadable = |mut why: Unreadable| {
        let place = why.place.take().map(|(line, column)| TextPlace::at(text, line, column));
        let is_what = if place.is_some() { "is not readable JSON" } else { "does not fit" };
        let message = format!("the plan {is_what}: {why}");
        Fault { pointer: why.pointer, place, ..fault("plan.unreadable", message) }
    };
    let newer = |version: u64| {
        let message =
            format!("the plan has schema version {version}, this version of dunlin reads up to {SCHEMA_VERSION}");
        fault("plan.schema-version", message)
    };
    let plan: Plan = json::read_written(text).map_err(|why| match json::read(text) {
        // It may give the other fields another form.
        Ok(Versioned { schema_version: Some(version) }) if version > SCHEMA_VERSION.into() => newer(version),
        Ok(Versioned { .. }) => unreadable(why),
        Err(why) => unreadable(why),
    })?;
    if plan.schema_version > SCHEMA_VERSION {
        return Err(newer(plan.schema_version.into()));
    }
    if plan.steps.len() > MOST_STEPS {
        return Err(fault("plan.too-many-steps", format!("the plan has {} steps", plan.steps.len())));
    }
    Ok(plan)
}

/// The plan as people keep it in a file: indented JSON with a line end.
pub fn write(plan: &Plan) -> String {
    let mut text = serde_json::to_string_pretty(plan).unwrap_or_default();
    text.push('\n');
    text
}
