//! What is offered: a whole goal, and a clause in other words.

use dunlin_base::Span;

use crate::model::refusal::Replaced;

/// A whole goal that comes near one that is not understood.
pub(crate) struct Offered {
    pub(crate) goal: String,
    /// The same with the doubtful words in quotes.
    pub(crate) quoted: Option<String>,
    /// What of the goal it leaves out.
    pub(crate) left_out: Vec<String>,
    /// Where the words end that were put right.
    pub(crate) end: usize,
    /// What it puts in other words, where these can only mean the same.
    pub(crate) sure: Option<Replaced>,
}

impl From<String> for Offered {
    fn from(goal: String) -> Self {
        let end = goal.len();
        Self { goal, quoted: None, left_out: Vec::new(), end, sure: None }
    }
}

impl Offered {
    /// One that says all of a goal in other words.
    pub(super) fn surely(goal: String, instead_of: &str) -> Self {
        let sure = Replaced { said: Span::new(0, instead_of.len()), by: Span::new(0, goal.len()) };
        Self { sure: Some(sure), ..Self::from(goal) }
    }
}

/// A clause said in other words.
pub(super) struct Said {
    pub(super) words: String,
    /// The same with the doubtful words in quotes.
    pub(super) quoted: Option<String>,
    /// Whether they can only mean the same.
    pub(super) sure: bool,
}

impl From<String> for Said {
    fn from(words: String) -> Self {
        Self { words, quoted: None, sure: false }
    }
}

impl Said {
    /// Words that can only mean the same.
    pub(super) fn surely(words: String) -> Self {
        Self { sure: true, ..Self::from(words) }
    }
}
