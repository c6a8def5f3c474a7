//! What is said about a text or a failure: a stable code, a message, a hint and a place.

use crate::Span;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Nothing can be done with the input as it stands.
    Error,
    /// The input was read, with something worth saying about it.
    Warning,
}

/// One finding. Every crate's error type turns into one of these at its border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub severity: Severity,
    /// The stable dotted code hosts switch on, such as `calc.divide-by-zero`.
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// What to type or do instead.
    pub hint: Option<String>,
    /// Where in the text that was read, in bytes.
    pub span: Option<Span>,
}

impl Diagnostic {
    /// An error with neither hint nor place.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code, message: message.into(), hint: None, span: None }
    }

    /// A warning with neither hint nor place.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// The same with a hint.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same with a place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }
}
