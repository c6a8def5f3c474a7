//! A line of quick add that is being typed, and how it is read.

use dunlin::QuickAddSpan;
use dunlin_base::Utf16Span;
use leptos::prelude::*;

use crate::model::{Engine, goal::dismissed::follow};

/// A line. Copies share one.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    engine: Engine,
    /// The words.
    pub(crate) text: RwSignal<String>,
    /// Readings of them that were taken back.
    dismissed: RwSignal<Vec<Utf16Span>>,
    /// The local minute: another is another moment to read them at.
    minute: RwSignal<String>,
}

impl Line {
    pub(in crate::model) fn new(engine: Engine, minute: RwSignal<String>) -> Self {
        Self { engine, text: RwSignal::new(String::new()), dismissed: RwSignal::new(Vec::new()), minute }
    }

    /// Begins anew with these words.
    pub(in crate::model) fn start(self, text: String, dismissed: Vec<Utf16Span>) {
        self.dismissed.set(dismissed);
        self.text.set(text);
    }

    /// The field now holds these words.
    pub(crate) fn type_in(self, text: String) {
        let kept = self.text.with_untracked(|before| self.dismissed.with_untracked(|all| follow(before, &text, all)));
        self.start(text, kept);
    }

    /// Takes a reading back.
    pub(crate) fn dismiss(self, span: Utf16Span) {
        self.dismissed.update(|dismissed| dismissed.push(span));
    }

    /// The words, and what in them is not to be read.
    pub(in crate::model) fn said(self) -> (String, Vec<Utf16Span>) {
        (self.text.get_untracked(), self.dismissed.get_untracked())
    }

    /// Whether nothing is typed.
    pub(in crate::model) fn is_blank(self) -> bool {
        self.text.with_untracked(|text| text.trim().is_empty())
    }

    /// What the line says beyond its text, now and whenever it or the minute changes.
    pub(crate) fn readings(self) -> Vec<QuickAddSpan> {
        let overlap = |a: Utf16Span, b: Utf16Span| a.start < b.end && b.start < a.end;
        self.minute.track();
        let now = self.engine.with(dunlin::Dunlin::now);
        let mut spans =
            self.text.with(|text| dunlin::parse_quick_add(text, now)).map_or_else(|_| Vec::new(), |read| read.spans);
        spans.retain(|reading| !matches!(reading.kind, "quote" | "opening"));
        self.dismissed.with(|dismissed| {
            spans.retain(|reading| !dismissed.iter().any(|span| overlap(*span, reading.span)));
        });
        spans
    }
}
