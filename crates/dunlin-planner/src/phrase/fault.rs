//! What can be wrong with a phrase, a rule or a list, with its place in the template.

use dunlin_base::{Diagnostic, Span};

/// What went wrong, as a closed set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PhraseFaultKind {
    /// A definition has a field that is not known, or one of the wrong type: `{"say": 1}`.
    Definition,
    /// A template cannot be read: `turn [on`.
    Syntax,
    /// A template names a rule that is nowhere defined: `<tunr> on`.
    UnknownRule,
    /// A slot names neither a list nor a property of the tool's input: `play {sogn}`.
    UnknownSlot,
    /// A rule contains itself.
    Circular,
    /// A template, a list or all phrases together are larger than the limit.
    TooLarge,
}

impl PhraseFaultKind {
    /// The stable code hosts switch on.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Definition => "phrase.definition",
            Self::Syntax => "phrase.syntax",
            Self::UnknownRule => "phrase.unknown-rule",
            Self::UnknownSlot => "phrase.unknown-slot",
            Self::Circular => "phrase.circular",
            Self::TooLarge => "phrase.too-large",
        }
    }
}

/// A phrase that cannot be used. Nothing of its definition is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseFault(Box<Details>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Details {
    kind: PhraseFaultKind,
    message: String,
    hint: Option<String>,
    template: String,
    span: Option<Span>,
}

impl PhraseFault {
    #[cold]
    pub(crate) fn new(kind: PhraseFaultKind, message: impl Into<String>) -> Self {
        Self(Box::new(Details { kind, message: message.into(), hint: None, template: String::new(), span: None }))
    }

    #[cold]
    pub(crate) fn at(mut self, span: Span) -> Self {
        self.0.span = Some(span);
        self
    }

    #[cold]
    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// The same as a fault of this template; one that was named before stays.
    #[cold]
    pub(crate) fn of(mut self, template: &str) -> Self {
        if self.0.template.is_empty() {
            template.clone_into(&mut self.0.template);
        }
        self
    }

    /// What went wrong.
    pub fn kind(&self) -> PhraseFaultKind {
        self.0.kind
    }

    /// The template that the span counts in; empty when the fault is not in a template.
    pub fn template(&self) -> &str {
        &self.0.template
    }

    /// The same as a diagnostic; its span counts in [`PhraseFault::template`], which the message quotes.
    pub fn to_diagnostic(&self) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.0.kind.code(), self.to_string());
        diagnostic.hint.clone_from(&self.0.hint);
        diagnostic.span = self.0.span;
        diagnostic
    }
}

impl std::fmt::Display for PhraseFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0.template.is_empty() {
            return f.write_str(&self.0.message);
        }
        write!(f, "the template {:?}: {}", self.0.template, self.0.message)
    }
}

impl std::error::Error for PhraseFault {}
