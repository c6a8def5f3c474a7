//! Why a goal could not be planned.

use dunlin_base::{Diagnostic, Span};

use crate::model::limit::{MAX_GOAL_CHARACTERS, MAX_STEPS};

/// What went wrong, as a closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlanErrorKind {
    /// There is nothing to plan: `""`.
    Empty,
    /// The goal has more than 10,000 characters.
    TooLong,
    /// The goal asks for more than 100 steps.
    TooManySteps,
    /// A part of the goal is not understood: `what's the weather`.
    Unrecognized,
    /// A part is understood but lacks a piece: `add something to my list`.
    Incomplete,
    /// A part can mean several things: `calculate 5 of 3`.
    Ambiguous,
    /// The goal breaks a limit that it sets itself: `delete buy milk without deleting anything`.
    Constraint,
    /// A tool the goal needs is not there.
    ToolMissing,
}

impl PlanErrorKind {
    /// The stable code hosts switch on.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "plan.empty",
            Self::TooLong => "plan.too-long",
            Self::TooManySteps => "plan.too-many-steps",
            Self::Unrecognized => "plan.unrecognized",
            Self::Incomplete => "plan.incomplete",
            Self::Ambiguous => "plan.ambiguous",
            Self::Constraint => "plan.constraint",
            Self::ToolMissing => "plan.tool-missing",
        }
    }
}

/// A part of the goal that was understood although the whole was not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Understood {
    /// Where it stands, in bytes.
    pub span: Span,
    /// What it asks for, in plain words.
    pub meaning: String,
}

/// A goal that could not be planned. Nothing of it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanError(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: PlanErrorKind,
    message: String,
    hint: Option<String>,
    span: Option<Span>,
    suggestions: Vec<String>,
    /// What the first of them leaves out of the goal.
    left_out: Vec<String>,
    /// What the first of them says in other words that can only mean the same.
    sure: Option<Replaced>,
    understood: Vec<Understood>,
}

/// Words of a goal that an offer says otherwise, and where these stand in the offer; in bytes. All else is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Replaced {
    pub(crate) said: Span,
    pub(crate) by: Span,
}

impl Replaced {
    /// Where in the goal words of the offer stand: those that are new have the place of what they replace.
    pub(crate) fn place(self, words: Span) -> Span {
        let shift = |at: usize| at - self.by.end + self.said.end;
        let start = match words.start {
            at if at < self.by.start => at,
            at if at < self.by.end => self.said.start,
            at => shift(at),
        };
        let end = match words.end {
            at if at > self.by.end => shift(at),
            at if at > self.by.start => self.said.end,
            at => at,
        };
        Span::new(start, end.max(start))
    }
}

/// A whole goal that is offered in place of a refused one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) goal: String,
    /// What it leaves out, in the goal's own words.
    pub(crate) left_out: Vec<String>,
    /// What it says in other words that can only mean the same.
    pub(crate) sure: Option<Replaced>,
}

impl Offer {
    /// One that leaves nothing out.
    pub(crate) fn whole(goal: &str) -> Self {
        Self { goal: goal.to_owned(), left_out: Vec::new(), sure: None }
    }

    /// How many words it leaves out.
    pub(crate) fn words_left_out(&self) -> usize {
        self.left_out.iter().map(|words| words.split_whitespace().count()).sum()
    }
}

impl PlanError {
    pub(crate) fn new(kind: PlanErrorKind, message: impl Into<String>) -> Self {
        Self(Box::new(Details {
            kind,
            message: message.into(),
            hint: None,
            span: None,
            suggestions: Vec::new(),
            left_out: Vec::new(),
            sure: None,
            understood: Vec::new(),
        }))
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    pub(crate) fn at(mut self, span: Span) -> Self {
        self.0.span = Some(span);
        self
    }

    pub(crate) fn with_suggestions(mut self, suggestions: Vec<String>) -> Self {
        self.0.suggestions = suggestions;
        self
    }

    /// The goals that are offered, with what the first leaves out.
    pub(crate) fn with_offers(mut self, offers: Vec<Offer>) -> Self {
        self.0.left_out = offers.first().map(|offer| offer.left_out.clone()).unwrap_or_default();
        self.0.sure = offers.first().and_then(|offer| offer.sure);
        self.0.suggestions = offers.into_iter().map(|offer| offer.goal).collect();
        self
    }

    /// The first goal that is offered, for a goal that was put right before: what it puts in other words is not that goal's.
    pub(crate) fn into_offer(self) -> Option<Offer> {
        let Details { suggestions, left_out, .. } = *self.0;
        suggestions.into_iter().next().map(|goal| Offer { goal, left_out, sure: None })
    }

    /// The first goal that is offered, where it says in other words what can only mean the same.
    pub(crate) fn sure_offer(&self) -> Option<(&str, Replaced)> {
        Some((self.0.suggestions.first()?, self.0.sure?))
    }

    pub(crate) fn with_understood(mut self, understood: Vec<Understood>) -> Self {
        self.0.understood = understood;
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> PlanErrorKind {
        self.0.kind
    }

    /// The stable code hosts switch on, such as `plan.unrecognized`.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// What was found and what was expected.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What to type instead.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The part of the goal that was not understood, in bytes.
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }

    /// Whole corrected goals, nearest first.
    pub fn suggestions(&self) -> &[String] {
        &self.0.suggestions
    }

    /// The parts that were understood.
    pub fn understood(&self) -> &[Understood] {
        &self.0.understood
    }

    /// The same as a diagnostic.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code(), self.0.message.clone());
        diagnostic.hint.clone_from(&self.0.hint);
        diagnostic.span = self.0.span;
        diagnostic
    }
}

impl std::fmt::Display for PlanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for PlanError {}

/// Why a clause gives no steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClauseFault {
    pub(crate) kind: PlanErrorKind,
    pub(crate) message: String,
    pub(crate) hint: String,
    /// What of the clause itself was understood; empty when nothing was.
    pub(crate) understood: &'static str,
}

/// The error for a goal of nothing but spaces.
pub(crate) fn empty() -> PlanError {
    PlanError::new(PlanErrorKind::Empty, "Prompt cannot be empty")
}

/// The error for a goal that asks for more than a plan may hold.
pub(crate) fn too_many_steps(span: Span) -> PlanError {
    let message = format!("found more than {MAX_STEPS} steps, expected at most {MAX_STEPS}");
    PlanError::new(PlanErrorKind::TooManySteps, message).with_hint("split the goal into several").at(span)
}

/// The error for a goal of which the rest, from this place on, is too much.
pub(crate) fn too_long(rest: Span) -> PlanError {
    let most = MAX_GOAL_CHARACTERS;
    let message = format!("found a goal of more than {most} characters, expected at most {most}");
    PlanError::new(PlanErrorKind::TooLong, message).with_hint("split the goal into several").at(rest)
}
