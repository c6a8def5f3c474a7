//! Changes to a policy: what a host sets when it opens Dunlin or starts a run, checked, over what was there.

use dunlin_base::json;
use dunlin_plan::RetryChange;
use dunlin_runtime::{ApprovalMode, Content, Policy};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::DunlinError;

/// The fields of a [`Policy`] that are to differ; what is left out stays as it is.
///
/// ```
/// use dunlin::{Policy, PolicyChange};
/// let change: PolicyChange = serde_json::from_str(r#"{"maxSteps": 3, "retry": {"maxAttempts": 1}}"#).unwrap();
/// let policy = change.over(&Policy::default()).unwrap();
/// assert_eq!((policy.max_steps, policy.retry.max_attempts, policy.max_parallel), (3, 1, 4));
/// ```
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct PolicyChange {
    /// The only tools that may be called.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, type = "readonly string[]"))]
    pub allowed_tools: Option<Vec<String>>,
    /// Which steps ask a person first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<ApprovalMode>,
    /// The most steps that may be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u32>,
    /// The most tool calls, each attempt counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tool_calls: Option<u32>,
    /// The most milliseconds the run may be active.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_budget_ms: Option<u64>,
    /// The most tokens the tools may report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_budget: Option<u64>,
    /// The most steps at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_parallel: Option<u32>,
    /// The most runs at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_concurrent_runs: Option<u32>,
    /// How transient failures are retried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<RetryChange>,
    /// The most milliseconds one attempt may take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step_timeout_ms: Option<u64>,
    /// Whether texts are kept in the journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Content>,
}

impl PolicyChange {
    /// The change that a JSON object describes.
    pub fn from_value(value: Value) -> Result<Self, DunlinError> {
        match value {
            Value::Null => Ok(Self::default()),
            value => json::from_value(value).map_err(|why| invalid(&why.to_string())),
        }
    }

    /// Whether nothing would differ.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The policy with this change, or what is wrong with it.
    pub fn over(&self, base: &Policy) -> Result<Policy, DunlinError> {
        let mut policy = base.clone();
        if let Some(tools) = &self.allowed_tools {
            policy.allowed_tools = Some(tools.clone());
        }
        put(&mut policy.approval, self.approval);
        put(&mut policy.max_steps, self.max_steps);
        put(&mut policy.max_tool_calls, self.max_tool_calls);
        put(&mut policy.time_budget_ms, self.time_budget_ms);
        put(&mut policy.token_budget, self.token_budget);
        put(&mut policy.max_parallel, self.max_parallel);
        put(&mut policy.max_concurrent_runs, self.max_concurrent_runs);
        put(&mut policy.step_timeout_ms, self.step_timeout_ms);
        put(&mut policy.content, self.content);
        if let Some(retry) = &self.retry {
            policy.retry = retry.over(&policy.retry);
        }
        check(&policy)?;
        Ok(policy)
    }
}

fn put<T: Copy>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// Values that would make a run wait forever or never begin.
fn check(policy: &Policy) -> Result<(), DunlinError> {
    let least_one = [
        ("maxParallel", u64::from(policy.max_parallel)),
        ("maxConcurrentRuns", u64::from(policy.max_concurrent_runs)),
        ("retry.maxAttempts", u64::from(policy.retry.max_attempts)),
        ("stepTimeoutMs", policy.step_timeout_ms),
    ];
    if let Some((name, _)) = least_one.iter().find(|(_, value)| *value == 0) {
        return Err(invalid(&format!("{name} is 0, expected at least 1")));
    }
    let coefficient = policy.retry.backoff_coefficient;
    if !(1.0..=1000.0).contains(&coefficient) {
        let found = Value::from(coefficient);
        return Err(invalid(&format!("retry.backoffCoefficient is {found}, expected 1 to 1000")));
    }
    Ok(())
}

fn invalid(what: &str) -> DunlinError {
    DunlinError::new("api.invalid-policy", format!("the policy cannot be used: {what}"))
        .with_hint("leave a field out to keep its default")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_cannot_work_is_refused_by_name() {
        for (change, part) in [
            (json!({"maxParallel": 0}), "maxParallel is 0"),
            (json!({"retry": {"maxAttempts": 0}}), "retry.maxAttempts is 0"),
            (json!({"retry": {"backoffCoefficient": 0.5}}), "retry.backoffCoefficient is 0.5"),
            (json!({"maxSteps": -1}), "-1"),
            (json!({"maxSteps": 1.5}), "1.5"),
            (json!({"aproval": "never"}), "aproval"),
            (json!({"approval": "sometimes"}), "sometimes"),
            (json!([1]), "the policy cannot be used"),
        ] {
            let error = PolicyChange::from_value(change.clone())
                .and_then(|change| change.over(&Policy::default()))
                .unwrap_err();
            assert_eq!(error.code, "api.invalid-policy");
            assert!(error.message.contains(part), "{change}: {}", error.message);
        }
    }

    #[test]
    fn what_is_left_out_stays() {
        let base = Policy { max_steps: 7, ..Policy::default() };
        let change = PolicyChange::from_value(json!({"approval": "never"})).unwrap();
        assert_eq!(change.over(&base).unwrap(), Policy { approval: ApprovalMode::Never, ..base });
        assert!(PolicyChange::from_value(Value::Null).unwrap().is_empty());
    }
}
