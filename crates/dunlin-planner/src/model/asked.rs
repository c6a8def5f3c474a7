//! What can be asked for beside todos, each with all that its step needs.

use dunlin_base::Span;
use serde_json::{Map, Value, json};

/// A sum as the calculator reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The expression; where an earlier result stands, the sign [`EARLIER`].
    pub(crate) expression: String,
    /// Whether the goal's own words are the expression.
    pub(crate) verbatim: bool,
}

/// Stands for the result of an earlier step in an expression that is not finished.
pub(crate) const EARLIER: char = '\u{1}';

/// What is asked about days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DayCall {
    /// How far the second lies after the first.
    Between { from: String, to: String, unit: &'static str },
    /// Which day lies so long after.
    Shift { from: String, by: String },
    /// Which day it is.
    Day(String),
    /// What time it is in a zone, by its name and what it is called here.
    Time { zone: &'static str, place: String },
    /// What time it is here.
    TimeHere,
    /// Which week of its year a day lies in.
    Week(String),
    /// Whether a year is a leap year.
    LeapYear(u16),
}

impl DayCall {
    /// The tool's input.
    pub(crate) fn input(&self) -> Value {
        match self {
            Self::Between { from, to, unit } => json!({"action": "between", "from": from, "to": to, "unit": unit}),
            Self::Shift { from, by } => json!({"action": "shift", "from": from, "by": by}),
            Self::Day(day) => json!({"action": "day", "from": day}),
            Self::Time { zone, place } => json!({"action": "time", "zone": zone, "place": place}),
            Self::TimeHere => json!({"action": "time"}),
            Self::Week(day) => json!({"action": "week", "from": day}),
            Self::LeapYear(year) => json!({"action": "leap_year", "year": year}),
        }
    }

    /// What it does, in words.
    pub(crate) fn meaning(&self) -> String {
        match self {
            Self::Between { from, to, unit: "time" } => ["count the time from ", from, " to ", to].concat(),
            Self::Between { from, to, unit } => ["count the ", unit, " from ", from, " to ", to].concat(),
            Self::Shift { from, by } => {
                let what = if from.contains('T') { "find the time " } else { "find the day " };
                let (by, from) = (by.as_str(), from.replace('T', " at "));
                match by.strip_prefix('-') {
                    Some(by) => [what, by, " before ", &from].concat(),
                    None => [what, by, " after ", &from].concat(),
                }
            }
            Self::Day(day) => ["say which day ", day, " is"].concat(),
            Self::Time { place, .. } => ["say what time it is in ", place].concat(),
            Self::TimeHere => "say what time it is".to_owned(),
            Self::Week(day) => ["say which week of the year ", day, " lies in"].concat(),
            Self::LeapYear(year) => format!("say whether {year} is a leap year"),
        }
    }
}

/// A step that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// For so many milliseconds, as the person said them.
    For { ms: u64, said: String },
    /// Until a moment, which is written with its zone.
    Until { moment: String, said: String },
    /// Until a person answers what is asked, with a number or with a text.
    Answer { about: String, is_number: bool },
}

impl Pause {
    /// The input of its step.
    pub(crate) fn input(&self) -> Value {
        match self {
            Self::For { ms, .. } => json!({ "ms": ms }),
            Self::Until { moment, .. } => json!({ "until": moment }),
            Self::Answer { about, is_number } => {
                let schema =
                    if *is_number { json!({"type": "number"}) } else { json!({"type": "string", "minLength": 1}) };
                json!({"question": with_question_mark(about), "schema": schema})
            }
        }
    }

    /// What it does, in words.
    pub(crate) fn meaning(&self) -> String {
        match self {
            Self::For { said, .. } => ["wait ", said].concat(),
            Self::Until { said, .. } => ["wait until ", said].concat(),
            Self::Answer { about, .. } => ["ask you: ", &with_question_mark(about)].concat(),
        }
    }
}

/// "the amount" as a question: "The amount?"
fn with_question_mark(about: &str) -> String {
    let mut letters = about.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['?']).collect()
}

/// A goal with when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) goal: String,
    /// The first moment, by the clock on the wall.
    pub(crate) at: String,
    pub(crate) rule: String,
    /// How often, as the person said it.
    pub(crate) said: String,
}

impl Schedule {
    /// The tool's input.
    pub(crate) fn input(&self) -> Value {
        json!({"action": "add", "goal": self.goal, "at": self.at, "rule": self.rule})
    }

    /// What it does, in words.
    pub(crate) fn meaning(&self) -> String {
        ["begin “", &self.goal, "” ", &self.said].concat()
    }
}

/// What a clause asks a tool of the host's for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command {
    pub(crate) tool: String,
    pub(crate) input: Map<String, Value>,
    /// Which words fill which slot, in bytes of the goal.
    pub(crate) spans: Vec<(String, Span)>,
    /// The slots that any words may fill, where "it" may stand for what was said before.
    pub(crate) open: Vec<String>,
    /// The slot whose value "it" means from here on.
    pub(crate) gives: Option<String>,
    /// Where its words stand, in bytes of the goal.
    pub(crate) said: Span,
    /// Whether other commands fit the same words as well.
    pub(crate) tied: bool,
    /// Whether it begins with words that can be anything.
    pub(crate) begins_open: bool,
}

impl Command {
    /// What it does, in words: the tool's name and what fills its slots.
    pub(crate) fn meaning(&self) -> String {
        let mut meaning = self.tool.replace('_', " ");
        for (at, (slot, value)) in self.input.iter().enumerate() {
            let value = value.as_str().map_or_else(|| value.to_string(), |text| ["“", text, "”"].concat());
            meaning.push_str(if at == 0 { " (" } else { ", " });
            meaning.push_str(&[slot, " ", &value].concat());
        }
        if !self.input.is_empty() {
            meaning.push(')');
        }
        meaning
    }
}
