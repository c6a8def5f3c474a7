//! When a step runs, how often it is tried, and what a failure does to the rest of the plan.

use serde::{Deserialize, Serialize};

/// When a step runs, given how the steps it depends on have ended. It is looked at once all of them have.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum RunWhen {
    /// All of them are done.
    #[default]
    AllSucceeded,
    /// At least one is done: joins the ways of a decision.
    AnySucceeded,
    /// At least one failed, or was skipped because of a failure. The failure is handled: the run goes on.
    AnyFailed,
    /// Whatever became of them, also at the end of a run that failed. It handles nothing. Of a run that is cancelled, or has
    /// spent a budget, it is done where something before it was begun, unless it only waits.
    AllDone,
}

impl RunWhen {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What becomes of the steps that are done when the run fails or is cancelled.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum OnFailure {
    /// They stay.
    #[default]
    Stop,
    /// Those that have an undo are taken back, the last first.
    Undo,
}

impl OnFailure {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// How transient failures are retried: exponential back-off.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RetryPolicy {
    /// The most attempts, the first included.
    pub max_attempts: u32,
    /// The wait before the second attempt.
    pub initial_interval_ms: u64,
    /// What each wait is multiplied by.
    pub backoff_coefficient: f64,
    /// The longest wait.
    pub maximum_interval_ms: u64,
    /// How waits are spread, so that many runs do not retry in step.
    pub jitter: Jitter,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            initial_interval_ms: 1000,
            backoff_coefficient: 2.0,
            maximum_interval_ms: 100_000,
            jitter: Jitter::None,
        }
    }
}

/// The fields of a retry policy that are to differ.
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(optional_fields))]
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RetryChange {
    /// The most attempts, the first included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_attempts: Option<u32>,
    /// The wait before the second attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_interval_ms: Option<u64>,
    /// What each wait is multiplied by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_coefficient: Option<f64>,
    /// The longest wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum_interval_ms: Option<u64>,
    /// How waits are spread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jitter: Option<Jitter>,
}

impl RetryChange {
    /// The policy with this change.
    #[must_use]
    pub fn over(&self, policy: &RetryPolicy) -> RetryPolicy {
        RetryPolicy {
            max_attempts: self.max_attempts.unwrap_or(policy.max_attempts),
            initial_interval_ms: self.initial_interval_ms.unwrap_or(policy.initial_interval_ms),
            backoff_coefficient: self.backoff_coefficient.unwrap_or(policy.backoff_coefficient),
            maximum_interval_ms: self.maximum_interval_ms.unwrap_or(policy.maximum_interval_ms),
            jitter: self.jitter.unwrap_or(policy.jitter),
        }
    }
}

/// How waits are spread.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Jitter {
    /// Not at all.
    None,
    /// Anywhere from nothing to the whole wait.
    Full,
    /// From half the wait to the whole.
    Equal,
}
