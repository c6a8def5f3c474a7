//! What JavaScript gives beside the main thing: options, fields of a todo, answers. A name that is not known is an error.
//!
//! A field of type [`Kept`] is a function or an object of the host's; JavaScript keeps it, and only its name is known here.

use dunlin::{GoalOptions, PolicyChange, RunStatus, RunSummary};
use dunlin_base::{Utf16Span, json};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, IgnoredAny},
};
use serde_json::{Map, Value};

use crate::border::{Crossing, fail};

pub(crate) type Kept = Option<IgnoredAny>;

/// What Dunlin is opened with.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Opening {
    pub(crate) policy: Value,
    pub(crate) seed: Option<u64>,
    #[cfg(feature = "goals")]
    pub(crate) builtins: Option<Vec<Builtin>>,
    #[serde(rename = "storage")]
    _storage: Kept,
    #[serde(rename = "now")]
    _now: Kept,
    #[serde(rename = "log")]
    _log: Kept,
    #[serde(rename = "wasm")]
    _wasm: Kept,
}

/// A built-in tool.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Builtin {
    Calculator,
    TodoStore,
    Dates,
    Guide,
    Schedules,
}

impl Builtin {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Calculator => "calculator",
            Self::TodoStore => "todo_store",
            Self::Dates => "dates",
            Self::Guide => "guide",
            Self::Schedules => "schedules",
        }
    }
}

/// What is known where a sentence is said.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Recognizing {
    pub(crate) context: Map<String, Value>,
    pub(crate) language: Option<String>,
}

/// What a run is started with.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Starting {
    pub(crate) policy: Value,
    pub(crate) run_id: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) input: Option<Value>,
    pub(crate) dismissed: Vec<Utf16Span>,
    pub(crate) context: Map<String, Value>,
    pub(crate) language: Option<String>,
    #[serde(rename = "signal")]
    _signal: Kept,
}

/// How a tool is called outside of any run.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Calling {
    pub(crate) approved: bool,
    #[serde(rename = "timeoutMs")]
    _timeout_ms: Option<u32>,
    #[serde(rename = "signal")]
    _signal: Kept,
}

/// Which runs are listed, and which of them.
#[cfg_attr(all(test, not(target_arch = "wasm32")), derive(ts_rs::TS), ts(optional_fields))]
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct RunFilter {
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(optional, type = "RunStatus | readonly RunStatus[]"))]
    status: Option<Statuses>,
    /// What is in the goal, in small or capital letters.
    text: Option<String>,
    /// How many are left out from the newest on.
    #[cfg_attr(all(test, not(target_arch = "wasm32")), ts(as = "Option<usize>", optional))]
    offset: usize,
    limit: Option<usize>,
}

/// One status or several. A word that is none is named, which a derived reader of alternatives does not do.
struct Statuses(Vec<RunStatus>);

impl<'de> Deserialize<'de> for Statuses {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let statuses = match Value::deserialize(deserializer)? {
            Value::Array(several) => several,
            one => vec![one],
        };
        let read = |status| json::from_value(status).map_err(de::Error::custom);
        statuses.into_iter().map(read).collect::<Result<_, _>>().map(Self)
    }
}

impl RunFilter {
    /// Those of the runs that fit, in their order.
    pub(crate) fn of(self, runs: Vec<RunSummary>) -> Vec<RunSummary> {
        let words = self.text.map(|text| text.to_lowercase());
        let fits = |run: &RunSummary| {
            let is_one = self.status.as_ref().is_none_or(|statuses| statuses.0.contains(&run.status));
            is_one && words.as_ref().is_none_or(|words| run.goal.to_lowercase().contains(words))
        };
        runs.into_iter().filter(fits).skip(self.offset).take(self.limit.unwrap_or(usize::MAX)).collect()
    }
}

/// Where a todo goes in the order by hand.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Moving {
    pub(crate) after: Option<String>,
}

/// How a goal is explained.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Explaining {
    dismissed: Vec<Utf16Span>,
    context: Map<String, Value>,
    language: Option<String>,
}

impl Explaining {
    /// The same as the facade takes it.
    pub(crate) fn given(self) -> GoalOptions {
        let Self { dismissed, context, language } = self;
        GoalOptions { dismissed, context, language }
    }
}

/// What is undone.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Undoing {
    pub(crate) run_id: Option<String>,
}

/// A person's answer to a question of a run.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Answer {
    r#type: AnswerKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    feedback: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Value>,
}

impl Answer {
    /// Whether what the answer is about is there: another input comes with it.
    pub(crate) fn is_whole(&self) -> bool {
        self.input.is_some() || !matches!(self.r#type, AnswerKind::Edit)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
enum AnswerKind {
    Approve,
    Reject,
    Edit,
}

/// The policy that differs, whose faults have a code of their own.
pub(crate) fn policy(given: Value) -> Crossing<PolicyChange> {
    PolicyChange::from_value(given).map_err(fail)
}
