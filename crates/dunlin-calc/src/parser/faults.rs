//! What a text is refused with: what was found, where, and what to type instead.

use super::Parser;
use crate::error::{CalcError, CalcErrorKind, quoted};
use crate::lexer::TokenKind;
use crate::names;
use dunlin_base::Span;

impl Parser<'_> {
    pub(super) fn found(&self) -> String {
        match self.token.kind {
            TokenKind::End => "the end".to_owned(),
            _ => quoted(self.token.span.of(self.text)),
        }
    }

    #[cold]
    pub(super) fn too_deep(&self) -> CalcError {
        CalcError::limit("the expression is nested deeper than the limit of 256 levels").at(self.token.span)
    }

    #[cold]
    pub(super) fn value_after_value(&self) -> CalcError {
        CalcError::syntax(format_args!("found {} right after a value, expected an operator", self.found()))
            .at(self.token.span)
            .with_hint("write * between numbers that are multiplied")
    }

    #[cold]
    pub(super) fn second_plus(&self) -> CalcError {
        CalcError::syntax("found a second `+`, expected a number")
            .at(self.token.span)
            .with_hint("remove one of the signs")
    }

    #[cold]
    pub(super) fn power_of_mixed_number(&self, start: usize) -> CalcError {
        let mixed = self.text.get(start..self.last_end).unwrap_or("").trim();
        let apart = mixed.replacen(' ', " + ", 1);
        CalcError::syntax("a power right after a mixed number, which people read in two ways")
            .at(Span::new(start, self.token.span.end))
            .with_hint(format!(
                "write ({mixed})^2 for the power of all of it, or {apart}^2 for that of the last number"
            ))
    }

    #[cold]
    pub(super) fn not_closed(&self, open: Span) -> CalcError {
        match self.token.kind {
            TokenKind::End => {
                CalcError::syntax("this parenthesis is not closed").at(open).with_hint("add a closing parenthesis")
            }
            _ => self.left_over(),
        }
    }

    #[cold]
    pub(super) fn expected_value(&self) -> CalcError {
        self.expected("a number")
    }

    #[cold]
    pub(super) fn expected(&self, what: &str) -> CalcError {
        match self.token.kind {
            TokenKind::End => CalcError::syntax(format_args!("the text ends where {what} is expected"))
                .at(Span::new(self.last_end, self.text.len())),
            _ => CalcError::syntax(format_args!("found {}, expected {what}", self.found())).at(self.token.span),
        }
    }

    #[cold]
    pub(super) fn left_over(&self) -> CalcError {
        let error = CalcError::syntax(format_args!("found {}, expected an operator", self.found())).at(self.token.span);
        match self.token.kind {
            TokenKind::Close => error.with_hint("this parenthesis was never opened"),
            TokenKind::Comma => error.with_hint("write 1.5 with a point, and thousands as 1,000"),
            _ => error,
        }
    }
}

/// Without a suggestion, which [`suggest`] adds: most texts that are asked about are no expressions, and nobody reads why.
#[cold]
pub(super) fn unknown_name(word: &str, span: Span) -> CalcError {
    CalcError::new(CalcErrorKind::UnknownName, format!("unknown name {}", quoted(word))).at(span)
}

/// The error with the nearest name there is, when a name was not known.
#[cold]
pub(crate) fn suggest(error: CalcError, text: &str) -> CalcError {
    if error.kind() != CalcErrorKind::UnknownName || error.hint().is_some() {
        return error;
    }
    match names::nearest(error.span().unwrap_or_default().of(text)) {
        Some(near) => error.with_hint(format!("did you mean `{near}`?")),
        None => error.with_hint("names are functions such as sqrt, constants such as pi, and units after a number"),
    }
}
