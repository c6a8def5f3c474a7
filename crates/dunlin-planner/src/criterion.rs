//! Acceptance criteria: a closed set of conditions on a step's result, written as plain sentences.
//!
//! A plan carries the sentences, so that people can read and edit them; [`Criterion::parse`] turns a sentence back into
//! the condition and [`Criterion::holds`] checks it. A sentence that is not of the set is a remark and checks nothing.

use serde_json::Value;

/// A condition on what a step gave back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// "the result is a number"
    ResultIsNumber,
    /// "the store reports the action add"
    ActionIs(String),
    /// "the todo's text is \"Buy milk\""
    TextIs(String),
    /// "at least 1 todo is concerned"
    AtLeast(u64),
    /// "the answer is yes or no"
    ResultIsYesOrNo,
}

const NUMBER: &str = "the result is a number";
const YES_OR_NO: &str = "the answer is yes or no";
const ACTION: &str = "the store reports the action ";
const TEXT: &str = "the todo's text is ";
const AT_LEAST: (&str, &str) = ("at least ", " todo is concerned");

impl Criterion {
    /// The condition a sentence stands for.
    ///
    /// ```
    /// use dunlin_planner::Criterion;
    /// let criterion = Criterion::parse("the result is a number").unwrap();
    /// assert!(criterion.holds(&serde_json::json!(30), &serde_json::json!(null)));
    /// assert!(Criterion::parse("the result is nice").is_none());
    /// ```
    pub fn parse(sentence: &str) -> Option<Self> {
        let sentence = sentence.trim();
        if sentence == NUMBER {
            return Some(Self::ResultIsNumber);
        }
        if sentence == YES_OR_NO {
            return Some(Self::ResultIsYesOrNo);
        }
        if let Some(action) = sentence.strip_prefix(ACTION) {
            return Some(Self::ActionIs(action.to_owned()));
        }
        if let Some(text) = sentence.strip_prefix(TEXT) {
            let Ok(Value::String(text)) = dunlin_base::parse_json(text) else { return None };
            return Some(Self::TextIs(text));
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
            Self::AtLeast(least) => {
                let count = metadata.get("count").and_then(Value::as_u64);
                count.or_else(|| output.as_array().map(|todos| todos.len() as u64)).is_some_and(|count| count >= *least)
            }
        }
    }
}

/// The text of the todo an output is, or holds under `todo`.
fn text_of(output: &Value) -> Option<&str> {
    output.get("text").or_else(|| output.pointer("/todo/text")).and_then(Value::as_str)
}

impl std::fmt::Display for Criterion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::ResultIsNumber => f.write_str(NUMBER),
            Self::ResultIsYesOrNo => f.write_str(YES_OR_NO),
            Self::ActionIs(action) => write!(f, "{ACTION}{action}"),
            Self::TextIs(text) => write!(f, "{TEXT}{}", Value::from(text.as_str())),
            Self::AtLeast(least) => write!(f, "{}{least}{}", AT_LEAST.0, AT_LEAST.1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_sentence_reads_back() {
        for criterion in [
            Criterion::ResultIsNumber,
            Criterion::ResultIsYesOrNo,
            Criterion::ActionIs("add".into()),
            Criterion::TextIs("say \"hi\"\nto Ann".into()),
            Criterion::AtLeast(1),
        ] {
            assert_eq!(Criterion::parse(&criterion.to_string()), Some(criterion));
        }
    }

    #[test]
    fn a_result_that_misses_the_condition_fails_it() {
        assert!(!Criterion::ResultIsNumber.holds(&json!("no"), &Value::Null));
        assert!(Criterion::ActionIs("add".into()).holds(&json!({}), &json!({"action": "add"})));
        assert!(!Criterion::ActionIs("add".into()).holds(&json!({}), &json!({"action": "list"})));
        assert!(Criterion::TextIs("milk".into()).holds(&json!({"text": "milk"}), &Value::Null));
        assert!(!Criterion::AtLeast(2).holds(&json!([1]), &Value::Null));
    }
}
