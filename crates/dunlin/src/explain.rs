//! How a goal is read while it is typed, as plain data: the planner's explanation with its places in UTF-16.

use dunlin_base::{Diagnostic, Severity, Span, Utf16Span};
use serde::Serialize;

use crate::{DunlinError, Touch};

/// How a goal is read so far.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Highlighted words, in order, without overlaps.
    pub spans: Vec<Highlight>,
    /// Readings to show under the goal.
    pub chips: Vec<Chip>,
    /// The clauses, in order.
    pub clauses: Vec<ClauseReading>,
    /// What is wrong so far.
    pub diagnostics: Vec<Finding>,
    /// The value of the last sum, when the goal ends in one.
    pub preview: Option<String>,
    /// Whole corrected goals, nearest first.
    pub suggestions: Vec<String>,
    /// The todos that the plan would change, by step, as the lists stand now.
    pub touches: Vec<Touch>,
}

/// A highlighted piece of the goal.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Highlight {
    /// Where it stands.
    pub span: Utf16Span,
    /// What it is, for style sheets: `command`, `item`, `unknown`, ….
    pub class: &'static str,
    /// The same in a word, for people who do not see colours.
    pub label: &'static str,
}

/// A reading shown under the goal.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Chip {
    /// The words it came from.
    pub span: Utf16Span,
    /// What it stands for: `action`, `due`, `priority`, `tag`, `recurrence` or `value`.
    pub kind: &'static str,
    /// What it says.
    pub label: String,
    /// Whether the reading can be taken back.
    pub dismissible: bool,
}

/// How a clause was read.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClauseReading {
    /// Where it stands.
    pub span: Utf16Span,
    /// What it asks for; none when it is not understood.
    pub meaning: Option<String>,
}

/// Something worth saying about the goal.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// `error` or `warning`.
    #[cfg_attr(feature = "types", ts(type = "\"error\" | \"warning\""))]
    pub severity: &'static str,
    /// The stable dotted code.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
    /// What to type instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub hint: Option<String>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub span: Option<Utf16Span>,
}

impl Explanation {
    pub(crate) fn of(goal: &str, read: dunlin_planner::Explanation) -> Self {
        let units = Units::of(goal);
        Self {
            spans: read
                .spans
                .into_iter()
                .map(|highlight| Highlight {
                    span: units.span(highlight.span),
                    class: highlight.class.name(),
                    label: highlight.label,
                })
                .collect(),
            chips: read
                .chips
                .into_iter()
                .map(|chip| Chip {
                    span: units.span(chip.span),
                    kind: chip.kind.name(),
                    label: chip.label,
                    dismissible: chip.dismissible,
                })
                .collect(),
            clauses: read
                .clauses
                .into_iter()
                .map(|clause| ClauseReading { span: units.span(clause.span), meaning: clause.meaning })
                .collect(),
            diagnostics: read.diagnostics.into_iter().map(|diagnostic| units.finding(diagnostic)).collect(),
            preview: read.preview,
            suggestions: read.suggestions,
            touches: Vec::new(),
        }
    }

    /// Says why a goal that is understood is not planned: one of its tools is not allowed.
    pub(crate) fn refuse(&mut self, error: &DunlinError) {
        let DunlinError { code, message, hint, span, .. } = error.clone();
        self.diagnostics.push(Finding { severity: "error", code, message, hint, span });
    }
}

/// Bytes to UTF-16 units of one text, counted once for all its spans.
struct Units {
    /// The units before each byte; none when the text is ASCII, where bytes are units.
    before: Option<Vec<u32>>,
}

impl Units {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self { before: None };
        }
        let mut before = Vec::with_capacity(text.len() + 1);
        let mut units = 0;
        for c in text.chars() {
            before.extend(std::iter::repeat_n(units, c.len_utf8()));
            units += c.len_utf16() as u32;
        }
        before.push(units);
        Self { before: Some(before) }
    }

    fn span(&self, span: Span) -> Utf16Span {
        let at = |byte: usize| match &self.before {
            None => byte,
            Some(before) => before.get(byte).or(before.last()).map_or(0, |units| *units as usize),
        };
        Utf16Span { start: at(span.start), end: at(span.end) }
    }

    fn finding(&self, diagnostic: Diagnostic) -> Finding {
        Finding {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code.to_owned(),
            message: diagnostic.message,
            hint: diagnostic.hint,
            span: diagnostic.span.map(|span| self.span(span)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_agree_with_the_slow_count_at_every_border() {
        for text in ["", "plain", "añ😀 מ b", "😀😀"] {
            let units = Units::of(text);
            let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            for &start in &borders {
                for &end in borders.iter().filter(|end| **end >= start) {
                    let span = Span::new(start, end);
                    assert_eq!(units.span(span), span.utf16(text), "{text:?} {span:?}");
                }
            }
        }
    }
}
