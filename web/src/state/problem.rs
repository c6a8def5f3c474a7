//! Why something could not be done, as the page shows it.

use dunlin::{DunlinError, TodoError};
use dunlin_base::Utf16Span;

/// A failure in words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// The stable code.
    pub(crate) code: String,
    /// What was found and expected.
    pub(crate) message: String,
    /// What to do instead.
    pub(crate) hint: Option<String>,
    /// Where, in what was typed.
    pub(crate) span: Option<Utf16Span>,
    /// Whole corrected goals.
    pub(crate) suggestions: Vec<String>,
}

impl From<DunlinError> for Problem {
    fn from(error: DunlinError) -> Self {
        let suggestions = error.details.as_ref().and_then(|details| details.get("suggestions")?.as_array());
        let suggestions = suggestions.into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect();
        Self { code: error.code, message: error.message, hint: error.hint, span: error.span, suggestions }
    }
}

impl From<TodoError> for Problem {
    fn from(error: TodoError) -> Self {
        Self {
            code: error.kind().code().to_owned(),
            message: error.message().to_owned(),
            hint: error.hint().map(str::to_owned),
            span: None,
            suggestions: Vec::new(),
        }
    }
}
