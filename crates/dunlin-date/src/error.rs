//! What can go wrong with a recurrence or a stored due text. Reading typed text never fails.

use std::error::Error;
use std::fmt;

use dunlin_base::Diagnostic;

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DateErrorKind {
    /// A due text that is no `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, such as `tomorrow`.
    InvalidDue,
    /// A recurrence that is no RRULE value, such as `FREQ=SOMETIMES`.
    InvalidRule,
    /// A recurrence with a part that is valid but not carried out here, such as `BYWEEKNO=20`.
    UnsupportedRule,
}

/// A due text or recurrence that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateError {
    kind: DateErrorKind,
    found: String,
}

impl DateError {
    #[cold]
    pub(crate) fn new(kind: DateErrorKind, found: &str) -> Self {
        // What is quoted is bounded, whatever was given.
        Self { kind, found: found.chars().take(60).collect() }
    }

    /// The kind of failure.
    pub fn kind(&self) -> DateErrorKind {
        self.kind
    }

    /// The stable code hosts switch on.
    pub fn code(&self) -> &'static str {
        match self.kind {
            DateErrorKind::InvalidDue => "date.invalid-due",
            DateErrorKind::InvalidRule => "date.invalid-rule",
            DateErrorKind::UnsupportedRule => "date.unsupported-rule",
        }
    }

    /// What to write instead.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            DateErrorKind::InvalidDue => "write 2026-11-27 or 2026-11-27T17:00",
            DateErrorKind::InvalidRule => "write an RRULE value such as FREQ=WEEKLY;BYDAY=MO",
            DateErrorKind::UnsupportedRule => {
                "FREQ (MINUTELY to YEARLY), INTERVAL, BYDAY, BYMONTHDAY, BYMONTH, BYSETPOS, COUNT and UNTIL are carried out"
            }
        }
    }
}

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.found;
        match self.kind {
            DateErrorKind::InvalidDue => write!(f, "found \"{found}\" where a due date was expected"),
            DateErrorKind::InvalidRule => write!(f, "found \"{found}\" where a recurrence was expected"),
            DateErrorKind::UnsupportedRule => write!(f, "found \"{found}\", a recurrence that is not carried out here"),
        }
    }
}

impl Error for DateError {}

impl From<DateError> for Diagnostic {
    fn from(error: DateError) -> Self {
        Self::error(error.code(), error.to_string()).with_hint(error.hint())
    }
}
