//! What a run may do: approvals, budgets, retries.

use dunlin_plan::{PolicyPatch, RetryPolicy};
use serde::{Deserialize, Serialize};

use crate::Usage;

/// The policy of a run. Every field has a default, so a host writes only what differs.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Policy {
    /// The only tools that may be called; none means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub allowed_tools: Option<Vec<String>>,
    /// Which steps ask a person first.
    pub approval: ApprovalMode,
    /// The most steps that may be started.
    pub max_steps: u32,
    /// The most tool calls, each attempt counted.
    pub max_tool_calls: u32,
    /// The most milliseconds the run may be active; waiting for a person costs nothing.
    pub time_budget_ms: u64,
    /// The most tokens the tools may report in `metadata.tokens`.
    pub token_budget: u64,
    /// The most steps at once; 1 is one after the other.
    pub max_parallel: u32,
    /// The most runs at once, over all tabs.
    pub max_concurrent_runs: u32,
    /// How transient failures are retried.
    pub retry: RetryPolicy,
    /// The most milliseconds one attempt may take.
    pub step_timeout_ms: u64,
    /// Whether texts are kept in the journal.
    pub content: Content,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            allowed_tools: None,
            approval: ApprovalMode::Destructive,
            max_steps: 100,
            max_tool_calls: 300,
            time_budget_ms: 600_000,
            token_budget: 1_000_000,
            max_parallel: 4,
            max_concurrent_runs: 4,
            retry: RetryPolicy::default(),
            step_timeout_ms: 30_000,
            content: Content::Keep,
        }
    }
}

impl Policy {
    /// The policy under what a plan itself limits; it only ever becomes tighter.
    #[must_use]
    pub fn under(mut self, patch: Option<&PolicyPatch>) -> Self {
        let Some(patch) = patch else { return self };
        if let Some(most) = patch.max_steps {
            self.max_steps = self.max_steps.min(most);
        }
        if let Some(allowed) = &patch.allowed_tools {
            self.allowed_tools = Some(match self.allowed_tools {
                None => allowed.clone(),
                Some(before) => before.into_iter().filter(|name| allowed.contains(name)).collect(),
            });
        }
        if patch.approve_always {
            self.approval = ApprovalMode::Always;
        }
        self
    }

    /// The policy under another one: of every field the tighter one, so that nothing may be done that either forbids.
    #[must_use]
    pub fn within(mut self, other: &Self) -> Self {
        self.allowed_tools = match (self.allowed_tools, &other.allowed_tools) {
            (mine, None) => mine,
            (None, Some(theirs)) => Some(theirs.clone()),
            (Some(mine), Some(theirs)) => Some(mine.into_iter().filter(|name| theirs.contains(name)).collect()),
        };
        self.approval = self.approval.max(other.approval);
        self.max_steps = self.max_steps.min(other.max_steps);
        self.max_tool_calls = self.max_tool_calls.min(other.max_tool_calls);
        self.time_budget_ms = self.time_budget_ms.min(other.time_budget_ms);
        self.token_budget = self.token_budget.min(other.token_budget);
        self.max_parallel = self.max_parallel.min(other.max_parallel);
        self.max_concurrent_runs = self.max_concurrent_runs.min(other.max_concurrent_runs);
        self.retry.max_attempts = self.retry.max_attempts.min(other.retry.max_attempts);
        self.step_timeout_ms = self.step_timeout_ms.min(other.step_timeout_ms);
        if other.content == Content::Redact {
            self.content = Content::Redact;
        }
        self
    }

    /// The share of one of so many who begin at once, rounded up: the others take theirs of what is left then.
    #[must_use]
    pub(crate) fn shared_by(mut self, count: u32) -> Self {
        self.max_steps = self.max_steps.div_ceil(count.max(1));
        self.max_tool_calls = self.max_tool_calls.div_ceil(count.max(1));
        self.token_budget = self.token_budget.div_ceil(u64::from(count.max(1)));
        self
    }

    /// What is left of it for a child of a run that has used so much.
    #[must_use]
    pub(crate) fn left_by(mut self, usage: &Usage) -> Self {
        self.max_steps = self.max_steps.saturating_sub(usage.steps);
        self.max_tool_calls = self.max_tool_calls.saturating_sub(usage.tool_calls);
        self.token_budget = self.token_budget.saturating_sub(usage.tokens);
        self.time_budget_ms = self.time_budget_ms.saturating_sub(usage.active_ms);
        self
    }
}

/// Which steps ask a person first.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ApprovalMode {
    /// None.
    Never,
    /// Those that may destroy something.
    Destructive,
    /// Every tool call.
    Always,
}

/// Whether texts are kept in the journal.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Content {
    /// Goal, inputs and outputs are kept.
    Keep,
    /// Only their lengths and hashes are. Inputs come from the journal, so such a run cannot be taken up again after a
    /// reload: it is refused, may be listed, and may be deleted.
    Redact,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_another_policy_nothing_becomes_wider() {
        let mine = Policy { allowed_tools: Some(vec!["a".into(), "b".into()]), max_steps: 5, ..Policy::default() };
        let other = Policy {
            allowed_tools: Some(vec!["b".into(), "c".into()]),
            approval: ApprovalMode::Always,
            max_tool_calls: 2,
            content: Content::Redact,
            ..Policy::default()
        };
        let both = mine.clone().within(&other);
        assert_eq!(both, other.clone().within(&mine));
        assert_eq!(both.allowed_tools, Some(vec!["b".to_owned()]));
        assert_eq!((both.max_steps, both.max_tool_calls, both.approval), (5, 2, ApprovalMode::Always));
        assert_eq!(Policy::default().within(&mine).allowed_tools, mine.allowed_tools);
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let policy: Policy =
            serde_json::from_str(r#"{"maxParallel":1,"approval":"always","retry":{"maxAttempts":5}}"#).unwrap();
        assert_eq!(policy.max_parallel, 1);
        assert_eq!(policy.approval, ApprovalMode::Always);
        assert_eq!(policy.retry, RetryPolicy { max_attempts: 5, ..RetryPolicy::default() });
        assert_eq!(policy.max_steps, 100);
        let text = serde_json::to_string(&Policy::default()).unwrap();
        assert_eq!(serde_json::from_str::<Policy>(&text).unwrap(), Policy::default());
    }
}
