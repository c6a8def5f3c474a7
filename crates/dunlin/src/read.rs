//! The stateless readers: text in, plain data out, nothing kept.

use dunlin_base::Span;
use dunlin_calc::Value as Number;
use dunlin_date::{DateOptions, MAX_LINE, Now};

use crate::{Calculation, DateReading, DunlinError, QuickAdd, QuickAddSpan};

/// Calculates an expression.
///
/// ```
/// let sum = dunlin::evaluate("0.1 + 0.2").unwrap();
/// assert_eq!((sum.text.as_str(), sum.value, sum.exact), ("0.3", Some(0.3), true));
/// assert_eq!(dunlin::evaluate("1 / 0").unwrap_err().code, "calc.divide-by-zero");
/// ```
pub fn evaluate(text: &str) -> Result<Calculation, DunlinError> {
    calculate(text).map(|number| Calculation {
        text: number.text(),
        display: number.display(),
        fraction: number.fraction(),
        value: number.double(),
        exact: number.exact(),
        unit: number.unit().map(str::to_owned),
    })
}

/// As [`evaluate`], with nothing written out yet: for a host that says what it needs.
pub fn calculate(text: &str) -> Result<Number, DunlinError> {
    dunlin_calc::evaluate(text).map_err(|error| DunlinError::from_diagnostic(error.to_diagnostic(), text))
}

/// The first date a text names; relative dates count from `now`, and 1/2 is the second of January.
///
/// ```
/// let now = dunlin::Now::new(2026, 11, 21, 9, 30).unwrap();
/// let read = dunlin::parse_date("ring Ann tomorrow at 5pm", now).unwrap().unwrap();
/// assert_eq!((read.date.as_str(), read.time.as_deref()), ("2026-11-22", Some("17:00")));
/// ```
pub fn parse_date(text: &str, now: Now) -> Result<Option<DateReading>, DunlinError> {
    bounded(text)?;
    let read = dunlin_date::parse_date(text, &DateOptions { now, day_first: false });
    Ok(read.map(|read| DateReading {
        span: read.span.utf16(text),
        time_span: read.time_span.map(|span| span.utf16(text)),
        date: read.date,
        time: read.time,
    }))
}

/// A longer text is refused: what stands far behind would not be read, and nothing is left out without a word.
fn bounded(text: &str) -> Result<(), DunlinError> {
    let bytes = text.len();
    if bytes <= MAX_LINE {
        return Ok(());
    }
    let message = format!("the text has {bytes} bytes as UTF-8, expected at most {MAX_LINE}");
    Err(DunlinError::new("date.too-long", message).with_hint("give the line with the date by itself"))
}

/// A line of quick add, read in one pass.
///
/// ```
/// let now = dunlin::Now::new(2026, 11, 21, 9, 30).unwrap();
/// let read = dunlin::parse_quick_add("water plants tomorrow p2 #home", now).unwrap();
/// assert_eq!((read.text.as_str(), read.due.as_deref(), read.priority), ("water plants", Some("2026-11-22"), Some(2)));
/// ```
pub fn parse_quick_add(text: &str, now: Now) -> Result<QuickAdd, DunlinError> {
    bounded(text)?;
    let read = dunlin_date::parse_quick_add(text, &DateOptions { now, day_first: false }, &[]);
    let spans = Span::all_utf16(read.readings.iter().map(|reading| reading.span), text);
    Ok(QuickAdd {
        text: read.text,
        due: read.due,
        priority: read.priority,
        tags: read.tags,
        recurrence: read.recurrence,
        spans: read
            .readings
            .into_iter()
            .zip(spans)
            .map(|(reading, span)| QuickAddSpan { span, kind: reading.kind.name(), label: reading.label })
            .collect(),
    })
}
