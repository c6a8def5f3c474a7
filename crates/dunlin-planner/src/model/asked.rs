//! What can be asked for beside todos, each with all that its step needs.

use std::rc::Rc;

use dunlin_base::Span;
use serde::Serialize;
use serde_json::{Map, Value};

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

/// What time is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Unit {
    Days,
    Weekdays,
    Weeks,
    Months,
    Years,
    Hours,
    Minutes,
    /// Hours and minutes.
    Time,
    Mondays,
    Tuesdays,
    Wednesdays,
    Thursdays,
    Fridays,
    Saturdays,
    Sundays,
}

impl Unit {
    /// Whether the first day and the last one are counted among them.
    pub(crate) const fn counts_both_ends(self) -> bool {
        matches!(
            self,
            Self::Weekdays
                | Self::Mondays
                | Self::Tuesdays
                | Self::Wednesdays
                | Self::Thursdays
                | Self::Fridays
                | Self::Saturdays
                | Self::Sundays
        )
    }
}

/// What is asked about days, as the date tool takes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
pub(crate) enum DayCall {
    /// How far the second lies after the first.
    Between { from: String, to: String, unit: Unit },
    /// Which day lies so long after.
    Shift { from: String, by: String },
    /// Which day it is.
    Day { from: String },
    /// What time it is in a zone, by its name and what it is called here.
    Time { zone: &'static str, place: String },
    /// What time it is here.
    #[serde(rename = "time")]
    TimeHere,
    /// Which week of its year a day lies in.
    Week { from: String },
    /// Which quarter of its year a day lies in.
    Quarter { from: String },
    /// A time of the day by the clock of one zone, as the clock of another shows it. A zone without a name is the one here.
    #[serde(rename_all = "camelCase")]
    Convert {
        from: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        zone: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        to_zone: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        place: String,
    },
    /// How far the clocks of two zones lie apart.
    #[serde(rename_all = "camelCase")]
    Apart {
        #[serde(skip_serializing_if = "String::is_empty")]
        zone: String,
        #[serde(skip_serializing_if = "String::is_empty")]
        place: String,
        to_zone: String,
        to_place: String,
    },
    /// Whether a year is a leap year.
    LeapYear { year: u16 },
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

/// What the person is told by a step of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// Its words; none where it is only to be told that what was said before is done.
    pub(crate) words: Option<String>,
    /// Whether it is a goal by itself: "notify me that the report is due", which a schedule begins.
    pub(crate) alone: bool,
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

/// What a call costs: what it may cost the person if it was not meant, and then how long it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost {
    pub(crate) tier: u8,
    pub(crate) duration_ms: u64,
}

/// A tool that could do the same.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Other {
    pub(crate) tool: String,
    pub(crate) input: Map<String, Value>,
    pub(crate) cost: Cost,
}

/// What a command costs, of which other tools fit the same words, and those that may be called in its place, the cheapest first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Choice {
    pub(crate) cost: Cost,
    pub(crate) others: Vec<Other>,
}

/// What a slot holds that not any words may fill.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Held {
    /// A number.
    Number,
    /// One of these values.
    OneOf(Rc<[Value]>),
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
    /// The slots in which "it" stands where only known values do, and what they hold.
    pub(crate) pointing: Vec<(String, Held)>,
    /// The slot whose value "it" means from here on.
    pub(crate) gives: Option<String>,
    /// Where its words stand, in bytes of the goal.
    pub(crate) said: Span,
    /// Whether other commands fit the same words as well.
    pub(crate) tied: bool,
    /// What cost decided, where it did.
    pub(crate) choice: Option<Choice>,
    /// Whether it begins with words that can be anything.
    pub(crate) begins_open: bool,
}
