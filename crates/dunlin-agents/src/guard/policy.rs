//! What is done with what was found.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Detector, Finding, Kind};

/// What is done with a finding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Nothing.
    Allow,
    /// Its kind stands in its place.
    #[default]
    Redact,
    /// A person is asked.
    Ask,
    /// The call is not made.
    Block,
}

/// What is done with each kind. What is not named has the default: keys, accounts and cards are blocked, the rest redacted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuardPolicy(BTreeMap<Kind, Action>);

impl GuardPolicy {
    /// The same for every kind.
    pub fn all(action: Action) -> Self {
        Self(Kind::ALL.into_iter().map(|kind| (kind, action)).collect())
    }

    /// The same policy with another action for a kind.
    #[must_use]
    pub fn with(mut self, kind: Kind, action: Action) -> Self {
        self.0.insert(kind, action);
        self
    }

    /// What is done with a kind.
    pub fn action(&self, kind: Kind) -> Action {
        self.0.get(&kind).copied().unwrap_or(match kind {
            Kind::Secret | Kind::Iban | Kind::Card => Action::Block,
            Kind::Email | Kind::Ip | Kind::Phone => Action::Redact,
        })
    }
}

/// What is to be done with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The gravest action that any finding asks for.
    pub action: Action,
    /// How often each kind was found.
    pub found: BTreeMap<Kind, usize>,
    /// The value with all that is to be redacted taken out; what a person is asked about still stands in it.
    pub value: Value,
}

impl Verdict {
    /// What was found, in words: "2 × e-mail, 1 × key".
    pub fn in_words(&self) -> String {
        let words: Vec<String> = self.found.iter().map(|(kind, count)| format!("{count} × {}", kind.name())).collect();
        words.join(", ")
    }
}

/// How deep a value is looked into; what lies deeper is blocked.
const DEEPEST: usize = 100;

/// Detectors and what is done with what they find.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    policy: GuardPolicy,
}

impl Guard {
    /// A guard with that policy.
    pub fn new(policy: GuardPolicy) -> Self {
        Self { policy }
    }

    /// A guard for what stays on this device: keys and the numbers of accounts and cards are blocked, and nothing is taken out
    /// of the rest, which would be lost.
    pub fn of_the_device() -> Self {
        let stays = [Kind::Email, Kind::Ip, Kind::Phone];
        Self::new(stays.into_iter().fold(GuardPolicy::default(), |policy, kind| policy.with(kind, Action::Allow)))
    }

    /// What is found in a text and not allowed.
    pub fn find(&self, text: &str) -> Vec<Finding> {
        let mut found = Detector.find(text);
        found.retain(|finding| self.policy.action(finding.kind) != Action::Allow);
        found
    }

    /// The text with everything that is found and not allowed taken out, whatever else is done with it: for what is stored
    /// and logged.
    pub fn redact(&self, text: &str) -> String {
        without(text, &self.find(text), |_| true)
    }

    /// The same for every text in a value, also the names of fields.
    pub fn redact_value(&self, value: &Value) -> Value {
        let mut verdict = Verdict { action: Action::Allow, found: BTreeMap::new(), value: Value::Null };
        self.walk(value, &mut verdict, DEEPEST, true)
    }

    /// What is to be done with a value before it leaves the device.
    pub fn check(&self, value: &Value) -> Verdict {
        let mut verdict = Verdict { action: Action::Allow, found: BTreeMap::new(), value: Value::Null };
        verdict.value = self.walk(value, &mut verdict, DEEPEST, false);
        verdict
    }

    /// What of a value may be kept: what the policy redacts is taken out. Where it would ask or block nothing is kept, and the
    /// error says in words what was found.
    pub(crate) fn keep(&self, value: &Value) -> Result<Value, String> {
        let verdict = self.check(value);
        match verdict.action {
            Action::Ask | Action::Block => Err(verdict.in_words()),
            Action::Allow | Action::Redact => Ok(verdict.value),
        }
    }

    fn text(&self, text: &str, verdict: &mut Verdict, all: bool) -> String {
        let found = self.find(text);
        for finding in &found {
            verdict.action = verdict.action.max(self.policy.action(finding.kind));
            *verdict.found.entry(finding.kind).or_default() += 1;
        }
        without(text, &found, |kind| all || self.policy.action(kind) == Action::Redact)
    }

    fn walk(&self, value: &Value, verdict: &mut Verdict, depth: usize, all: bool) -> Value {
        if depth == 0 {
            verdict.action = Action::Block;
            return Value::Null;
        }
        match value {
            Value::String(text) => Value::String(self.text(text, verdict, all)),
            Value::Number(number) => {
                // A number of a card may come as a number.
                let written = number.to_string();
                let kept = self.text(&written, verdict, all);
                if kept == written { value.clone() } else { Value::String(kept) }
            }
            Value::Array(items) => items.iter().map(|item| self.walk(item, verdict, depth - 1, all)).collect(),
            Value::Object(fields) => {
                let mut kept = Map::new();
                for (name, item) in fields {
                    kept.insert(self.text(name, verdict, all), self.field(name, item, verdict, depth - 1, all));
                }
                Value::Object(kept)
            }
            Value::Null | Value::Bool(_) => value.clone(),
        }
    }

    /// A field whose name says that it holds a secret, as `{"password": "…"}`, is read with its name.
    fn field(&self, name: &str, item: &Value, verdict: &mut Verdict, depth: usize, all: bool) -> Value {
        let Value::String(text) = item else { return self.walk(item, verdict, depth, all) };
        let label = format!("{name}: ");
        let whole = format!("{label}{text}");
        let hides = |finding: &Finding| finding.kind == Kind::Secret && finding.span.start == label.len();
        if name.len() <= 100
            && self.find(&whole).iter().any(hides)
            && !self.find(text).iter().any(|finding| finding.kind == Kind::Secret)
        {
            let action = self.policy.action(Kind::Secret);
            verdict.action = verdict.action.max(action);
            *verdict.found.entry(Kind::Secret).or_default() += 1;
            if all || action == Action::Redact {
                return Value::String(format!("[{}]", Kind::Secret.name()));
            }
            return item.clone();
        }
        self.walk(item, verdict, depth, all)
    }
}

fn without(text: &str, found: &[Finding], takes: impl Fn(Kind) -> bool) -> String {
    let (mut kept, mut from) = (String::new(), 0);
    for finding in found.iter().filter(|finding| takes(finding.kind)) {
        kept.push_str(text.get(from..finding.span.start).unwrap_or_default());
        kept.push('[');
        kept.push_str(finding.kind.name());
        kept.push(']');
        from = finding.span.end;
    }
    kept.push_str(text.get(from..).unwrap_or_default());
    kept
}
