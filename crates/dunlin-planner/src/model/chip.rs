//! What is shown of a goal while it is typed: highlighted words, chips, clauses and what is wrong so far.

use dunlin_base::{Diagnostic, Span};

/// What a highlighted word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WordClass {
    /// A word that says what to do.
    Command,
    /// A todo's words.
    Item,
    /// The name of a list.
    List,
    /// A day or a time.
    When,
    /// A priority, a tag, a place in the list.
    Value,
    /// A number.
    Number,
    /// A sign or word of arithmetic.
    Operator,
    /// Quoted text.
    Quoted,
    /// A word between two clauses.
    Connector,
    /// What has to hold before something is done.
    Condition,
    /// What asks for nothing: a reason, a greeting, what is only told.
    Aside,
    /// What is not understood.
    Unknown,
}

impl WordClass {
    /// Its name, for style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Item => "item",
            Self::List => "list",
            Self::When => "when",
            Self::Value => "value",
            Self::Number => "number",
            Self::Operator => "operator",
            Self::Quoted => "quoted",
            Self::Connector => "connector",
            Self::Condition => "condition",
            Self::Aside => "aside",
            Self::Unknown => "unknown",
        }
    }
}

/// A highlighted piece of the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Where it stands, in bytes.
    pub span: Span,
    /// What it is.
    pub class: WordClass,
    /// The same in a word, for people who do not see colours.
    pub label: &'static str,
}

/// What a chip stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChipKind {
    /// What a clause does.
    Action,
    /// A date that was read.
    Due,
    /// A priority that was read.
    Priority,
    /// A tag that was read.
    Tag,
    /// A repetition that was read.
    Recurrence,
    /// The value of a sum.
    Value,
}

impl ChipKind {
    /// Its name, for style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Due => "due",
            Self::Priority => "priority",
            Self::Tag => "tag",
            Self::Recurrence => "recurrence",
            Self::Value => "value",
        }
    }
}

/// A reading shown under the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The words it came from, in bytes.
    pub span: Span,
    /// What it stands for.
    pub kind: ChipKind,
    /// What it says.
    pub label: String,
    /// Whether the reading can be taken back.
    pub dismissible: bool,
}

/// How a clause was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseReading {
    /// Where it stands, in bytes.
    pub span: Span,
    /// What it asks for; none when it is not understood.
    pub meaning: Option<String>,
}

/// How a goal is read so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// Highlighted words, in order, without overlaps.
    pub spans: Vec<Highlight>,
    /// Readings to show under the goal.
    pub chips: Vec<Chip>,
    /// The clauses, in order.
    pub clauses: Vec<ClauseReading>,
    /// What is wrong so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The value of the last sum, when the goal ends in one.
    pub preview: Option<String>,
    /// Whole corrected goals.
    pub suggestions: Vec<String>,
}
