//! The live form: what a text is so far, for showing it on every keystroke.

use crate::error::{CalcError, CalcErrorKind};
use crate::highlight::{Tag, highlight};
use crate::limits::MAX_LENGTH;
use crate::value::Value;
use dunlin_base::{Diagnostic, Span};

/// What can be said of a text that may not be finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The pieces of the text, for painting it.
    pub spans: Vec<(Span, Tag)>,
    /// The value of the text, or of the longest beginning of it that has one.
    pub value: Option<Value>,
    /// The part of the text that [`Self::value`] stands for; all of it when it is finished.
    pub read: Span,
    /// Whether the text only lacks its end: `2 +`, `sqrt(16`.
    pub unfinished: bool,
    /// What is wrong with the text as it stands.
    pub diagnostic: Option<Diagnostic>,
}

/// Reads a text on the way. Never fails.
///
/// ```
/// let preview = dunlin_calc::preview("(10 + 5) * ");
/// assert!(preview.unfinished);
/// assert_eq!(preview.value.unwrap().text(), "15");
/// ```
pub fn preview(text: &str) -> Preview {
    let spans = highlight(text);
    let whole = Span::new(0, text.len());
    let error = match crate::evaluate(text) {
        Ok(value) => return Preview { spans, value: Some(value), read: whole, unfinished: false, diagnostic: None },
        Err(error) => error,
    };
    let unfinished = is_unfinished(text, &spans, &error);
    let (value, read) = match unfinished.then(|| running(text, &spans)).flatten() {
        Some((value, end)) => (Some(value), Span::new(0, end)),
        None => (None, Span::default()),
    };
    Preview { spans, value, read, unfinished, diagnostic: Some(error.to_diagnostic()) }
}

/// Whether more text could put the error right.
fn is_unfinished(text: &str, spans: &[(Span, Tag)], error: &CalcError) -> bool {
    let Some((last, tag)) = spans.last() else { return true };
    let at_end = error.span().is_none_or(|span| span.end >= last.end);
    match error.kind() {
        CalcErrorKind::Syntax => {
            at_end || text.get(error.span().unwrap_or_default().start..).is_some_and(|rest| rest.starts_with('('))
        }
        // A name that is still being typed.
        CalcErrorKind::UnknownName => at_end && *tag == Tag::Error,
        CalcErrorKind::Arity | CalcErrorKind::Unit => at_end,
        _ => false,
    }
}

/// The value of the longest beginning that has one, its parentheses closed, and where it ends.
fn running(text: &str, spans: &[(Span, Tag)]) -> Option<(Value, usize)> {
    // Each try costs an evaluation; what a person is typing is at the very end.
    const TRIES: usize = 6;
    const LONGEST: usize = 1000;
    if text.len() > LONGEST.min(MAX_LENGTH) {
        return None;
    }
    for count in (1..=spans.len()).rev().take(TRIES) {
        let part = spans.get(..count)?;
        let end = part.last()?.0.end;
        let mut attempt = text.get(..end)?.to_owned();
        let opened = part.iter().filter(|(span, _)| span.of(text) == "(").count();
        let closed = part.iter().filter(|(span, _)| span.of(text) == ")").count();
        (closed..opened).for_each(|_| attempt.push(')'));
        if let Ok(value) = crate::evaluate(&attempt) {
            return Some((value, end));
        }
    }
    None
}
