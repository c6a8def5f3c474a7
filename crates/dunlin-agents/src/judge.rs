//! The tool `judge`: something held against checks, with the reason for each.
//!
//! A check looks at one place of the subject: whether a JSON Schema fits what is there, whether it is the same as what is at
//! another place, or whether its numbers add up to the same as other numbers. It tells what it found, so that a person sees
//! why.

use std::future::ready;

use dunlin_base::LocalFuture;
use dunlin_plan::{ToolSpec, input::find, schema};
use dunlin_runtime::{Tool, ToolCall, ToolFailure, ToolOutput};
use serde::Deserialize;
use serde_json::{Value, json};

/// How far two sums may be apart that are taken for the same: less than half of a hundredth.
const NEAR: f64 = 0.005;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Input {
    subject: Value,
    checks: Vec<Check>,
    #[serde(default)]
    must_pass: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Check {
    name: String,
    at: String,
    schema: Option<Value>,
    same_as: Option<String>,
    sums_to: Option<String>,
    #[serde(default)]
    if_there: bool,
}

/// What came of a check.
enum Verdict {
    Met(String),
    NotMet(String),
    NotThere,
}

/// The tool.
pub struct Judge {
    spec: ToolSpec,
}

impl Judge {
    /// The tool; it needs nothing from its host.
    pub fn new() -> Self {
        Self { spec: ToolSpec::read_strictly(include_str!("../specs/judge.json")).unwrap_or_default() }
    }
}

impl Default for Judge {
    fn default() -> Self {
        Self::new()
    }
}

impl Tool for Judge {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> LocalFuture<'static, Result<ToolOutput, ToolFailure>> {
        Box::pin(ready(judged(&call.input)))
    }
}

fn judged(input: &Value) -> Result<ToolOutput, ToolFailure> {
    let Input { subject, checks, must_pass } = Input::deserialize(input)
        .map_err(|error| ToolFailure::new("tool.invalid-input", format!("the input of judge does not fit: {error}")))?;
    let (mut told, mut failed, mut looked_at) = (Vec::new(), Vec::new(), 0);
    for check in &checks {
        let (verdict, reason) = match check.verdict(&subject)? {
            Verdict::Met(reason) => ("met", reason),
            Verdict::NotMet(reason) => {
                failed.push(format!("{}: {reason}", check.name));
                ("notMet", reason)
            }
            Verdict::NotThere => ("notThere", format!("there is nothing at {:?}", check.at)),
        };
        looked_at += usize::from(verdict != "notThere");
        told.push(json!({"name": check.name, "verdict": verdict, "reason": reason}));
    }
    // Where nothing could be looked at, nothing is known to be well.
    if looked_at == 0 {
        failed.push("none of the checks found what it is about".to_owned());
    }
    if must_pass && !failed.is_empty() {
        return Err(ToolFailure::new("judge.not-met", failed.join("; "))
            .with_hint("look at what the checks name, and do that step again"));
    }
    let output = json!({"passed": failed.is_empty(), "checks": told});
    Ok(ToolOutput { output, metadata: Some(json!({"checked": looked_at, "notMet": failed.len()})) })
}

impl Check {
    fn verdict(&self, subject: &Value) -> Result<Verdict, ToolFailure> {
        let wanted = [self.schema.is_some(), self.same_as.is_some(), self.sums_to.is_some()];
        if wanted.iter().filter(|one| **one).count() != 1 {
            let message = format!("the check {:?} has not exactly one of schema, sameAs and sumsTo", self.name);
            return Err(ToolFailure::new("judge.unclear", message));
        }
        if let Some(why) = self.schema.as_ref().and_then(schema::refusal) {
            return Err(ToolFailure::new(
                "judge.unclear",
                format!("the schema of {:?} cannot be used: {why}", self.name),
            ));
        }
        let Some(found) = find(subject, &self.at) else {
            return Ok(if self.if_there { Verdict::NotThere } else { nothing_at(&self.at) });
        };
        if let Some(schema) = &self.schema {
            let faults = schema::check(schema, &found);
            return Ok(match faults.first() {
                None => Verdict::Met(format!("found {}", shown(&found))),
                Some(fault) => Verdict::NotMet(format!("{}{}: {}", self.at, fault.pointer, fault.message)),
            });
        }
        let other = self.same_as.as_ref().or(self.sums_to.as_ref()).map_or("", String::as_str);
        let Some(theirs) = find(subject, other) else {
            return Ok(if self.if_there { Verdict::NotThere } else { nothing_at(other) });
        };
        if self.same_as.is_some() {
            let words = format!("{} has {}, {other} has {}", self.at, shown(&found), shown(&theirs));
            return Ok(if is_same(&found, &theirs) { Verdict::Met(words) } else { Verdict::NotMet(words) });
        }
        let (Some(mine), Some(their_sum)) = (sum(&found), sum(&theirs)) else {
            return Ok(Verdict::NotMet(format!("{} or {other} holds something that is no number", self.at)));
        };
        let words = format!("{} adds up to {}, {other} to {}", self.at, rounded(mine), rounded(their_sum));
        Ok(if (mine - their_sum).abs() < NEAR { Verdict::Met(words) } else { Verdict::NotMet(words) })
    }
}

fn nothing_at(pointer: &str) -> Verdict {
    Verdict::NotMet(format!("there is nothing at {pointer:?}"))
}

/// Whether two values are the same; numbers are, however they are written.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// The sum of a number or of a list of them.
fn sum(value: &Value) -> Option<f64> {
    match value {
        Value::Array(items) => items.iter().map(Value::as_f64).sum(),
        value => value.as_f64(),
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

/// As much of a value as a reason shows.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 120 { text } else { text.chars().take(119).chain(['…']).collect() }
}
