//! Acceptance checks: a closed set of conditions on a step's result.
//!
//! A plan carries them as records, in `checks`, beside the sentences that tell people the same, in `acceptanceCriteria`.
//! [`Check::parse`] reads a sentence of a plan that has no records: one written by hand, or by an earlier version. A sentence
//! that is none of the set is a remark and checks nothing.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A condition on what a step gave back.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase", deny_unknown_fields)]
pub enum Check {
    /// "the result is a number"
    ResultIsNumber,
    /// "the store reports the action add"
    ActionIs(String),
    /// "the todo's text is \"Buy milk\""
    TextIs(String),
    /// "at least 1 todo is concerned"
    AtLeast(#[cfg_attr(feature = "types", ts(type = "number"))] u64),
    /// "the answer is yes or no"
    ResultIsYesOrNo,
    /// "the wait is over"
    Waited,
    /// "an answer is given"
    Answered,
    /// "exactly 1 todo is concerned"
    One,
    /// "what is concerned is completed"
    Completed,
    /// "what is concerned is open"
    Open,
    /// "what is deleted is gone from the store"
    Gone,
    /// "no todo remains"
    NoneRemains,
    /// "no completed todo remains"
    NoneCompletedRemains,
    /// "the todo is named by \"milk\"": a word of these is one of its own
    NamedBy(String),
    /// "the todo is due \"2026-11-27\""
    Due(String),
    /// "the person is told \"the tea is ready\""
    Told(String),
}

/// The conditions that are one sentence each.
const FIXED: [(&str, Check); 10] = [
    ("the result is a number", Check::ResultIsNumber),
    ("the answer is yes or no", Check::ResultIsYesOrNo),
    ("the wait is over", Check::Waited),
    ("an answer is given", Check::Answered),
    ("exactly 1 todo is concerned", Check::One),
    ("what is concerned is completed", Check::Completed),
    ("what is concerned is open", Check::Open),
    ("what is deleted is gone from the store", Check::Gone),
    ("no todo remains", Check::NoneRemains),
    ("no completed todo remains", Check::NoneCompletedRemains),
];
const ACTION: &str = "the store reports the action ";
const TEXT: &str = "the todo's text is ";
const NAMED: &str = "the todo is named by ";
const DUE: &str = "the todo is due ";
const TOLD: &str = "the person is told ";
const AT_LEAST: (&str, &str) = ("at least ", " todo is concerned");

impl Check {
    /// The condition a sentence stands for.
    ///
    /// ```
    /// use dunlin_plan::Check;
    /// let check = Check::parse("the result is a number").unwrap();
    /// assert!(check.holds(&serde_json::json!(30), &serde_json::json!(null)));
    /// assert!(Check::parse("the result is nice").is_none());
    /// ```
    pub fn parse(sentence: &str) -> Option<Self> {
        let sentence = sentence.trim();
        if let Some((_, fixed)) = FIXED.iter().find(|(known, _)| *known == sentence) {
            return Some(fixed.clone());
        }
        if let Some(action) = sentence.strip_prefix(ACTION) {
            return Some(Self::ActionIs(action.to_owned()));
        }
        if let Some(text) = sentence.strip_prefix(TEXT) {
            return quoted(text).map(Self::TextIs);
        }
        if let Some(words) = sentence.strip_prefix(NAMED) {
            return quoted(words).map(Self::NamedBy);
        }
        if let Some(words) = sentence.strip_prefix(TOLD) {
            return quoted(words).map(Self::Told);
        }
        if let Some(due) = sentence.strip_prefix(DUE) {
            return quoted(due).map(Self::Due);
        }
        let count = sentence.strip_prefix(AT_LEAST.0)?.strip_suffix(AT_LEAST.1)?;
        count.parse().ok().map(Self::AtLeast)
    }

    /// Whether a step's output and metadata meet it.
    pub fn holds(&self, output: &Value, metadata: &Value) -> bool {
        match self {
            Self::ResultIsNumber => {
                output.is_number()
                    || output.as_str().is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            }
            Self::ResultIsYesOrNo => output.is_boolean() || output.get("result").is_some_and(Value::is_boolean),
            Self::ActionIs(action) => metadata.get("action").and_then(Value::as_str) == Some(action),
            Self::TextIs(text) => text_of(output) == Some(text.as_str()),
            Self::AtLeast(least) => concerned(output, metadata).is_some_and(|count| count >= *least),
            Self::Waited => output.get("waitedMs").is_some_and(Value::is_u64),
            Self::Answered => !output.is_null(),
            Self::One => concerned(output, metadata) == Some(1),
            Self::Completed => every(output, true),
            Self::Open => every(output, false),
            // Two counts by different ways: what the change took out, and what the store, asked again, no longer has.
            Self::Gone => {
                let gone = metadata.get("gone").and_then(Value::as_u64);
                gone.is_some() && gone == metadata.get("count").and_then(Value::as_u64)
            }
            Self::NoneRemains => metadata.get("remaining").and_then(Value::as_u64) == Some(0),
            Self::NoneCompletedRemains => {
                metadata.get("remaining").is_some_and(|all| metadata.get("active") == Some(all))
            }
            Self::NamedBy(words) => shares_a_word(words, output),
            Self::Due(due) => output.get("due").and_then(Value::as_str) == Some(due),
            Self::Told(words) => output.get("title").and_then(Value::as_str) == Some(words),
        }
    }
}

/// The text in quotes that a sentence ends with.
fn quoted(text: &str) -> Option<String> {
    match dunlin_base::json::parse(text) {
        Ok(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// How many todos a result is about.
fn concerned(output: &Value, metadata: &Value) -> Option<u64> {
    let count = metadata.get("count").and_then(Value::as_u64);
    count.or_else(|| output.as_array().map(|todos| todos.len() as u64))
}

/// Whether the todo an output is, or every one of those it lists, is completed, or none is.
fn every(output: &Value, completed: bool) -> bool {
    let is = |todo: &Value| todo.get("completed").and_then(Value::as_bool) == Some(completed);
    output.as_array().map_or_else(|| is(output), |todos| todos.iter().all(is))
}

/// Whether a word that a todo is looked up by is in it. Words may be bent ("ferns" for "fern"), and days among them are not in
/// the todo, so that the beginning of one word is enough.
fn shares_a_word(words: &str, todo: &Value) -> bool {
    let text = text_of(todo).unwrap_or_default().to_lowercase();
    let words = words.to_lowercase();
    let begins = |word: &str| {
        let end = word.char_indices().nth(3).map_or(word.len(), |(end, _)| end);
        word.get(..end).is_some_and(|begun| text.contains(begun))
            || text.split(|c: char| !c.is_alphanumeric()).any(|own| is_bent(own, word))
    };
    let mut named = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    // What is named by signs alone, the store has compared letter by letter.
    named.peek().is_none() || named.any(begins)
}

/// Whether one word may be a bent form of the other although it begins otherwise: "geese" for "goose", "élan" for "elan". It
/// errs towards yes, for what the store has found was compared there, by rules that this crate does not know.
fn is_bent(own: &str, word: &str) -> bool {
    let short = own.len() <= 6 && own.len().abs_diff(word.len()) <= 1;
    short && own.chars().next() == word.chars().next() || !own.is_ascii() || !word.is_ascii()
}

/// The text of the todo an output is, or holds under `todo`.
fn text_of(output: &Value) -> Option<&str> {
    output.get("text").or_else(|| output.pointer("/todo/text")).and_then(Value::as_str)
}

impl std::fmt::Display for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut quoted = |begins: &str, text: &str| write!(f, "{begins}{}", Value::from(text));
        match self {
            Self::ActionIs(action) => write!(f, "{ACTION}{action}"),
            Self::TextIs(text) => quoted(TEXT, text),
            Self::NamedBy(words) => quoted(NAMED, words),
            Self::Due(due) => quoted(DUE, due),
            Self::Told(words) => quoted(TOLD, words),
            Self::AtLeast(least) => write!(f, "{}{least}{}", AT_LEAST.0, AT_LEAST.1),
            fixed => f.write_str(FIXED.iter().find(|(_, known)| known == fixed).map_or("", |(sentence, _)| sentence)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_sentence_and_every_record_reads_back() {
        for check in [
            Check::ResultIsNumber,
            Check::ResultIsYesOrNo,
            Check::ActionIs("add".into()),
            Check::TextIs("say \"hi\"\nto Ann".into()),
            Check::AtLeast(1),
            Check::Waited,
            Check::Answered,
            Check::One,
            Check::Completed,
            Check::Open,
            Check::Gone,
            Check::NoneRemains,
            Check::NoneCompletedRemains,
            Check::NamedBy("the ferns".into()),
            Check::Due("2026-11-27".into()),
            Check::Told("the tea is ready".into()),
        ] {
            assert_eq!(Check::parse(&check.to_string()).as_ref(), Some(&check));
            let record = serde_json::to_value(&check).unwrap();
            assert_eq!(serde_json::from_value::<Check>(record.clone()).unwrap(), check, "{record}");
        }
    }

    #[test]
    fn a_result_that_misses_the_condition_fails_it() {
        assert!(!Check::ResultIsNumber.holds(&json!("no"), &Value::Null));
        assert!(Check::ActionIs("add".into()).holds(&json!({}), &json!({"action": "add"})));
        assert!(!Check::ActionIs("add".into()).holds(&json!({}), &json!({"action": "list"})));
        assert!(Check::TextIs("milk".into()).holds(&json!({"text": "milk"}), &Value::Null));
        assert!(!Check::AtLeast(2).holds(&json!([1]), &Value::Null));
        let fern = json!({"text": "Water the fern", "completed": true, "due": "2026-11-27"});
        assert!(Check::Completed.holds(&fern, &Value::Null) && !Check::Open.holds(&fern, &Value::Null));
        assert!(!Check::Completed.holds(&json!([fern, {"text": "rake"}]), &Value::Null));
        assert!(!Check::Completed.holds(&Value::Null, &Value::Null));
        assert!(Check::NamedBy("my ferns today".into()).holds(&fern, &Value::Null));
        assert!(!Check::NamedBy("parcel".into()).holds(&fern, &Value::Null));
        let goose = json!({"text": "Roast the goose"});
        assert!(Check::NamedBy("geese".into()).holds(&goose, &Value::Null));
        assert!(!Check::NamedBy("milk".into()).holds(&goose, &Value::Null));
        // Names of fields are not the todo's words; signs alone were compared by the store.
        assert!(!Check::NamedBy("completed".into()).holds(&fern, &Value::Null));
        assert!(Check::NamedBy("🪴".into()).holds(&fern, &Value::Null));
        assert!(Check::Gone.holds(&fern, &json!({"count": 1, "gone": 1})));
        assert!(!Check::Gone.holds(&fern, &json!({"count": 1, "gone": 0})));
        assert!(!Check::Gone.holds(&fern, &json!({"count": 1})));
        assert!(!Check::Due("2026-11-28".into()).holds(&fern, &Value::Null));
        let tea = json!({"title": "the tea is ready", "body": "", "shown": false});
        assert!(Check::Told("the tea is ready".into()).holds(&tea, &Value::Null));
        assert!(!Check::Told("the tea is cold".into()).holds(&tea, &Value::Null));
        assert!(Check::Waited.holds(&json!({"waitedMs": 10}), &Value::Null));
        assert!(!Check::Waited.holds(&Value::Null, &Value::Null));
        assert!(Check::Answered.holds(&json!(""), &Value::Null) && !Check::Answered.holds(&Value::Null, &Value::Null));
        assert!(Check::One.holds(&fern, &json!({"count": 1})) && !Check::One.holds(&fern, &json!({"count": 2})));
        let left = json!({"remaining": 2, "active": 1});
        assert!(!Check::NoneRemains.holds(&fern, &left) && !Check::NoneCompletedRemains.holds(&fern, &left));
        assert!(Check::NoneCompletedRemains.holds(&json!([]), &json!({"remaining": 1, "active": 1})));
    }
}
