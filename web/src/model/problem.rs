//! Why something could not be done, as the page shows it.

use dunlin::{DunlinError, TodoError};
use dunlin_base::Utf16Span;

use crate::model::format::{sentence, shortened};

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

impl Problem {
    /// What is wrong, as one says it to somebody, and not to a program: `text` is what was typed.
    pub(crate) fn plainly(&self, text: &str) -> String {
        let words = self.span.map(|span| span.bytes(text).of(text).trim()).filter(|words| !words.is_empty());
        match self.code.as_str() {
            "plan.unrecognized" if self.message.ends_with(WANTED) => {
                let what =
                    words.map_or("that".to_owned(), |words| format!("“{}”", shortened(&words.replace('\n', " "), 60)));
                format!("I can't do {what}. I do todos, sums and dates.")
            }
            _ => sentence(&self.message),
        }
    }
}

impl Problem {
    /// A file has no todos in it; `notes` say what it has.
    pub(crate) fn nothing_in(file: &str, notes: String) -> Self {
        let usual = "in Markdown they are lines that begin with “- [ ]”, in a table the rows under its heading";
        Self {
            code: "todo.nothing-imported".to_owned(),
            message: format!("No todos were found in “{}”", shortened(file, 60)),
            hint: Some(if notes.is_empty() { usual.to_owned() } else { notes }),
            span: None,
            suggestions: Vec::new(),
        }
    }
}

/// How the planner ends what it says of words that it knows nothing of.
const WANTED: &str = "expected a request about todos or a calculation";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_said_plainly() {
        let problem = |code: &str, message: &str, span| Problem {
            code: code.to_owned(),
            message: message.to_owned(),
            hint: None,
            span,
            suggestions: Vec::new(),
        };
        let text = "add milk then hello there";
        let unknown = problem(
            "plan.unrecognized",
            "found \"hello there\", expected a request about todos or a calculation",
            Some(Utf16Span { start: 14, end: 25 }),
        );
        assert_eq!(unknown.plainly(text), "I can't do “hello there”. I do todos, sums and dates.");
        assert_eq!(problem("plan.too-long", "the goal is too long", None).plainly(text), "The goal is too long");
    }
}
