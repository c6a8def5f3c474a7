//! What can go wrong between a text and a number.
//!
//! Knows nothing of how the text was read; each error carries its kind, its place and what to type instead.

use dunlin_base::{Diagnostic, Span};
use std::borrow::Cow;
use std::fmt;

/// The kinds of failure, each with an input that causes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CalcErrorKind {
    /// The text is not an expression: `2 + + 2`.
    Syntax,
    /// A division, modulo or negative power of zero: `1 / 0`.
    DivideByZero,
    /// A name that is neither a function, a constant nor a unit: `foo + 1`.
    UnknownName,
    /// A function with too few or too many arguments: `sqrt()`.
    Arity,
    /// An argument outside the real numbers a function is defined for: `sqrt(-1)`.
    Domain,
    /// Units that do not go together: `1 km + 1 kg`.
    Unit,
    /// More digits, nesting, text or work than is allowed: `9^9^9`.
    Limit,
}

impl CalcErrorKind {
    /// The stable dotted code hosts switch on.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Syntax => "calc.syntax",
            Self::DivideByZero => "calc.divide-by-zero",
            Self::UnknownName => "calc.unknown-name",
            Self::Arity => "calc.arity",
            Self::Domain => "calc.domain",
            Self::Unit => "calc.unit",
            Self::Limit => "calc.limit",
        }
    }
}

/// Why a text has no value.
///
/// ```
/// let error = dunlin_calc::evaluate("1 / 0").unwrap_err();
/// assert_eq!(error.to_string(), "Cannot divide by zero");
/// assert_eq!(error.code(), "calc.divide-by-zero");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalcError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: CalcErrorKind,
    message: Cow<'static, str>,
    hint: Option<Cow<'static, str>>,
    span: Option<Span>,
}

impl CalcError {
    #[cold]
    pub(crate) fn new(kind: CalcErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Inner { kind, message: message.into(), hint: None, span: None }))
    }

    #[cold]
    pub(crate) fn syntax(found: impl fmt::Display) -> Self {
        Self::new(CalcErrorKind::Syntax, format!("Invalid syntax: {found}"))
    }

    #[cold]
    pub(crate) fn divide_by_zero() -> Self {
        Self::new(CalcErrorKind::DivideByZero, "Cannot divide by zero")
    }

    #[cold]
    pub(crate) fn domain(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(CalcErrorKind::Domain, message)
    }

    #[cold]
    pub(crate) fn limit(message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(CalcErrorKind::Limit, message)
    }

    /// The same with a place, unless it already has a narrower one.
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.0.span.get_or_insert(span);
        self
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<Cow<'static, str>>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Which kind of failure it is.
    pub fn kind(&self) -> CalcErrorKind {
        self.0.kind
    }

    /// The stable dotted code hosts switch on, such as `calc.syntax`.
    pub fn code(&self) -> &'static str {
        self.0.kind.code()
    }

    /// Where in the text, in bytes on character borders.
    pub fn span(&self) -> Option<Span> {
        self.0.span
    }

    /// What to type instead.
    pub fn hint(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The same as a finding of the house.
    pub fn to_diagnostic(&self) -> Diagnostic {
        Diagnostic {
            hint: self.0.hint.as_deref().map(str::to_owned),
            span: self.0.span,
            ..Diagnostic::error(self.code(), self.0.message.clone())
        }
    }
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl std::error::Error for CalcError {}

/// A piece of the person's text as messages quote it: short, in back-quotes, without control characters.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let mut short: String = text.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    format!("`{short}`")
}
