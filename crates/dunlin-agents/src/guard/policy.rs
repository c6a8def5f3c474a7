//! What is done with what was found.

use std::collections::BTreeMap;

use dunlin_runtime::Sensitive;
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

/// What is done around a tool that reaches beyond this device, as a host says it in a word, where an input holds addresses of
/// people and machines, numbers of phones, cards or accounts, or keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guarding {
    /// Keys and the numbers of cards and accounts hold the call back, the rest is taken out.
    #[default]
    Usual,
    /// Nothing.
    Off,
    /// Its kind stands in its place.
    Redact,
    /// A person is asked before the call is made.
    Ask,
    /// The call is refused.
    Block,
}

impl Guarding {
    /// The policy for the tool of that name; none where nothing is done.
    pub fn policy(self, tool: &str) -> Option<GuardPolicy> {
        let policy = match self {
            Self::Off => return None,
            Self::Usual => GuardPolicy::default(),
            Self::Redact => GuardPolicy::all(Action::Redact),
            Self::Ask => GuardPolicy::all(Action::Ask),
            Self::Block => GuardPolicy::all(Action::Block),
        };
        // It names the machine that it asks, and only those that its options allow.
        Some(if tool == "fetch" { policy.with(Kind::Ip, Action::Allow) } else { policy })
    }
}

/// Whether a tool that keeps what it is given has a guard, as a host says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// It has.
    #[default]
    On,
    /// It keeps all.
    Off,
}

/// What is to be done with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The gravest action that any finding asks for.
    pub action: Action,
    /// How often each kind was found.
    pub found: BTreeMap<Kind, usize>,
    /// What a person is asked about, by where it stands.
    pub asked: Vec<Sensitive>,
    /// The value with all that is to be redacted taken out; what a person is asked about still stands in it.
    pub value: Value,
}

impl Verdict {
    /// What was found, in words: "2 × e-mail, 1 × key".
    pub fn in_words(&self) -> String {
        in_words(self.found.iter().map(|(kind, count)| (*kind, *count)))
    }
}

fn in_words(found: impl Iterator<Item = (Kind, usize)>) -> String {
    found.map(|(kind, count)| format!("{count} × {}", kind.name())).collect::<Vec<_>>().join(", ")
}

/// How deep a value is looked into; what lies deeper is blocked.
const DEEPEST: usize = 100;
/// The most places that a person is told of; what stands elsewhere is counted without its place.
const MOST_PLACES: usize = 20;
/// The most characters of a place.
const MOST_PLACE: usize = 100;

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
        Walk::new(self, true).walk(value, DEEPEST)
    }

    /// What is to be done with a value before it leaves the device.
    pub fn check(&self, value: &Value) -> Verdict {
        let mut walk = Walk::new(self, false);
        let value = walk.walk(value, DEEPEST);
        Verdict { action: walk.action, found: walk.found, asked: told(walk.asked), value }
    }

    /// What of it was taken out of a value, in words, where what it asks about was let through.
    pub(super) fn taken_out(&self, verdict: &Verdict) -> Option<String> {
        let redacted =
            |(kind, count): (&Kind, &usize)| (self.policy.action(*kind) == Action::Redact).then_some((*kind, *count));
        Some(in_words(verdict.found.iter().filter_map(redacted))).filter(|words| !words.is_empty())
    }

    /// Whether it may have a person asked.
    pub(super) fn asks(&self) -> bool {
        Kind::ALL.into_iter().any(|kind| self.policy.action(kind) == Action::Ask)
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
}

/// A look into a value.
struct Walk<'a> {
    guard: &'a Guard,
    /// Whether all that is found is taken out.
    all: bool,
    action: Action,
    found: BTreeMap<Kind, usize>,
    /// What a person is asked about, by place and kind.
    asked: BTreeMap<(String, Kind), u32>,
    /// Where it is: a JSON pointer, without what is found in names.
    place: String,
}

impl<'a> Walk<'a> {
    fn new(guard: &'a Guard, all: bool) -> Self {
        let (found, asked) = (BTreeMap::new(), BTreeMap::new());
        Self { guard, all, action: Action::Allow, found, asked, place: String::new() }
    }

    fn takes(&self, kind: Kind) -> bool {
        self.all || self.guard.policy.action(kind) == Action::Redact
    }

    fn note(&mut self, kind: Kind) {
        let action = self.guard.policy.action(kind);
        self.action = self.action.max(action);
        *self.found.entry(kind).or_default() += 1;
        if action == Action::Ask {
            let place: String = self.place.chars().take(MOST_PLACE).collect();
            *self.asked.entry((place, kind)).or_default() += 1;
        }
    }

    fn text(&mut self, text: &str) -> String {
        let found = self.guard.find(text);
        for finding in &found {
            self.note(finding.kind);
        }
        without(text, &found, |kind| self.takes(kind))
    }

    /// Looks into a part of a value.
    fn within(&mut self, name: &str, look: impl FnOnce(&mut Self) -> Value) -> Value {
        let length = self.place.len();
        self.place.push('/');
        self.place.push_str(&name.replace('~', "~0").replace('/', "~1"));
        let kept = look(self);
        self.place.truncate(length);
        kept
    }

    fn walk(&mut self, value: &Value, depth: usize) -> Value {
        if depth == 0 {
            self.action = Action::Block;
            return Value::Null;
        }
        match value {
            Value::String(text) => Value::String(self.text(text)),
            Value::Number(number) => {
                // A number of a card may come as a number.
                let written = number.to_string();
                let kept = self.text(&written);
                if kept == written { value.clone() } else { Value::String(kept) }
            }
            Value::Array(items) => {
                let each = items.iter().enumerate();
                each.map(|(at, item)| self.within(&at.to_string(), |walk| walk.walk(item, depth - 1))).collect()
            }
            Value::Object(fields) => {
                let mut kept = Map::new();
                for (name, item) in fields {
                    let told = self.guard.redact(name);
                    let label = label(fields, name);
                    let inside = self.within(&told, |walk| walk.field(label, item, depth - 1));
                    kept.insert(self.text(name), inside);
                }
                Value::Object(kept)
            }
            Value::Null | Value::Bool(_) => value.clone(),
        }
    }

    /// A field whose name says that it holds a secret, as `{"password": "…"}`, is read with its name.
    fn field(&mut self, name: &str, item: &Value, depth: usize) -> Value {
        let text = match item {
            Value::String(text) => text,
            Value::Number(number) => &number.to_string(),
            _ => return self.walk(item, depth),
        };
        let label = format!("{name}: \"");
        let whole = format!("{label}{text}\"");
        let hides = |finding: &Finding| finding.kind == Kind::Secret && finding.span.start == label.len();
        if name.len() <= 100
            && self.guard.find(&whole).iter().any(hides)
            && !self.guard.find(text).iter().any(|finding| finding.kind == Kind::Secret)
        {
            self.note(Kind::Secret);
            let taken = self.takes(Kind::Secret);
            return if taken { Value::String(format!("[{}]", Kind::Secret.name())) } else { item.clone() };
        }
        self.walk(item, depth)
    }
}

/// What names the content of a field: its own name, or what stands beside it in `{"name": "DB_PASSWORD", "value": "…"}`.
fn label<'a>(fields: &'a Map<String, Value>, name: &'a str) -> &'a str {
    let beside = || ["name", "key"].iter().find_map(|other| fields.get(*other)?.as_str());
    Some(name).filter(|name| *name == "value").and_then(|_| beside()).unwrap_or(name)
}

/// What a person is told of: so many places, and the rest without its place.
fn told(asked: BTreeMap<(String, Kind), u32>) -> Vec<Sensitive> {
    let mut elsewhere: BTreeMap<Kind, u32> = BTreeMap::new();
    let mut all: Vec<Sensitive> = Vec::new();
    for ((field, kind), count) in asked {
        if all.len() < MOST_PLACES {
            all.push(Sensitive { kind: kind.name().to_owned(), field, count });
        } else {
            *elsewhere.entry(kind).or_default() += count;
        }
    }
    let rest = |(kind, count): (Kind, u32)| Sensitive { kind: kind.name().to_owned(), field: String::new(), count };
    all.extend(elsewhere.into_iter().map(rest));
    all
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
