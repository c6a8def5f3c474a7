//! What the stateless readers give: a calculation, a date, a quick-add line. Plain data, spans in UTF-16.

use dunlin_base::Utf16Span;
use serde::Serialize;

/// The value of an expression.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calculation {
    /// All digits of an exact decimal, at least 30 significant digits of anything else; a unit follows after a space.
    pub text: String,
    /// What a person wants to see: about 12 significant digits.
    pub display: String,
    /// The ratio, when it is one that is not a decimal: `1/3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub fraction: Option<String>,
    /// The nearest double; none when it is out of a double's range.
    pub value: Option<f64>,
    /// Whether `text` (or `fraction`) is the value itself and not an approximation.
    pub exact: bool,
    /// The unit, when the value has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub unit: Option<String>,
}

/// A date that was found in a text.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DateReading {
    /// The day: `2026-11-27`.
    pub date: String,
    /// The time of day, when one was said: `17:00`.
    pub time: Option<String>,
    /// The words that were read; where date and time stand apart, those of the date.
    pub span: Utf16Span,
    /// The words of a time that stands apart from the date.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub time_span: Option<Utf16Span>,
}

/// A line of quick add, read.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuickAdd {
    /// What is left when the recognised words are taken out.
    pub text: String,
    /// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`, floating local time.
    pub due: Option<String>,
    /// From 1 (most urgent) to 4.
    pub priority: Option<u8>,
    /// The tags, without `#`.
    pub tags: Vec<String>,
    /// The rule as the value of an iCalendar RRULE.
    pub recurrence: Option<String>,
    /// What was recognised, and where.
    pub spans: Vec<QuickAddSpan>,
}

/// A recognised piece of a quick-add line.
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuickAddSpan {
    /// The words.
    pub span: Utf16Span,
    /// What they were read as: `date`, `time`, `recurrence`, `priority`, `tag`, `quote` or
    /// `opening` ("remind me to").
    #[cfg_attr(
        feature = "types",
        ts(type = "\"date\" | \"time\" | \"recurrence\" | \"priority\" | \"tag\" | \"quote\" | \"opening\"")
    )]
    pub kind: &'static str,
    /// The reading in words, such as `2026-11-22`.
    pub label: String,
}
