//! The first date in a sentence. Knows nothing of todos.

use dunlin_base::Span;

use crate::calendar;
use crate::gather::JOINTS;
use crate::grammar::Line;
use crate::group::PieceKind;
use crate::line::{DateOptions, line, protected};
use crate::reader;

/// A date found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateReading {
    /// The day, `YYYY-MM-DD`.
    pub date: String,
    /// The time, `HH:MM`, if one was said.
    pub time: Option<String>,
    /// The words it was read from, without the preposition before them.
    /// Where date and time stand apart, those of the date.
    pub span: Span,
    /// The words of a time that stands apart from the date.
    pub time_span: Option<Span>,
}

/// The first date in a text, wherever it stands, or nothing where there is none.
///
/// Words in double quotes are never read. Time is linear in the text's length; what stands after 10,000 bytes is not read.
///
/// ```
/// use dunlin_date::{DateOptions, Now, parse_date};
/// let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
/// let text = "Please ring the plumber in two weeks.";
/// let read = parse_date(text, &options).unwrap();
/// assert_eq!(read.date, "2026-12-05");
/// assert_eq!(read.span.of(text), "in two weeks");
/// assert!(parse_date("a 3D printer", &options).is_none());
/// ```
pub fn parse_date(text: &str, options: &DateOptions) -> Option<DateReading> {
    let masked = protected(text);
    let line = line(text, options, &masked);
    let reading = reader::read(&line)?;
    let mut pieces = reading.pieces.iter().map(|piece| piece.span);
    let mut span = pieces.next()?;
    let mut apart = None;
    for next in pieces {
        if touches(&line, span, next) {
            span = span.cover(next);
        } else if apart.is_none() {
            apart = Some(next);
        }
    }
    let first_is_time = reading.pieces.first().is_some_and(|piece| piece.kind == PieceKind::Time);
    let (span, time_span) = match apart {
        Some(date) if first_is_time => (date, Some(span)),
        other => (span, other),
    };
    let due = calendar::due_text(reading.date, reading.time);
    let (date, time) = match due.split_once('T') {
        Some((date, time)) => (date.to_owned(), Some(time.to_owned())),
        None => (due, None),
    };
    Some(DateReading { date, time, span, time_span })
}

/// Whether two pieces belong to one phrase: only joining words lie between them.
fn touches(line: &Line<'_>, first: Span, second: Span) -> bool {
    let from = line.tokens.partition_point(|token| token.span.start < first.end);
    line.tokens.iter().skip(from).take_while(|token| token.span.end <= second.start).all(|token| token.is(JOINTS))
}
