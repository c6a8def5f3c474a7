//! A todo typed as one line: what is read leaves the text, what is not stays as it was typed.
//!
//! Each reading can be taken back by giving its span as ignored; its words then stay in the text and are not read again.

use dunlin_base::Span;

use crate::calendar;
use crate::due::{clock_label, date_label, rule_label};
use crate::group::PieceKind;
use crate::lexer::LONGEST_READ;
use crate::lexicon::*;
use crate::line::{DateOptions, chunks, is_address, line, quoted, single_quoted};
use crate::reader;
use crate::rule::Rule;

/// What a line of quick add says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuickAdd {
    /// The text of the todo, without what was read.
    pub text: String,
    /// When it is due, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`.
    pub due: Option<String>,
    /// 1 (highest) to 4.
    pub priority: Option<u8>,
    /// Tags in the order typed, each once, without their sign.
    pub tags: Vec<String>,
    /// How the todo comes back: the value of an RRULE, with `X-FROM=COMPLETION` for "every!".
    pub recurrence: Option<String>,
    /// What was read where, in order.
    pub readings: Vec<Reading>,
}

/// One thing read in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What kind of thing.
    pub kind: ReadingKind,
    /// The words it was read from, with the preposition before them.
    pub span: Span,
    /// What it was read as, such as "Fri 27 Nov 2026".
    pub label: String,
}

/// The kinds of things read in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadingKind {
    /// A day, or a day and time in one ("in two hours").
    Date,
    /// A time of day.
    Time,
    /// A recurrence.
    Recurrence,
    /// `p1` to `p4`.
    Priority,
    /// `#tag`, `@tag` or `+tag`.
    Tag,
    /// Words in double quotes, kept as they are.
    Quote,
    /// An opening that is no part of the todo ("remind me to").
    Opening,
}

impl ReadingKind {
    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::Time => "time",
            Self::Recurrence => "recurrence",
            Self::Priority => "priority",
            Self::Tag => "tag",
            Self::Quote => "quote",
            Self::Opening => "opening",
        }
    }
}

/// Reads a line of quick add.
///
/// Words inside a span of `ignore` are left in the text unread: give the span of a reading to take it back.
///
/// ```
/// use dunlin_date::{DateOptions, Now, parse_quick_add};
/// let options = DateOptions { now: Now::new(2026, 11, 21, 9, 30).unwrap(), day_first: false };
/// let line = "send invoice tomorrow at 5pm p1 #work";
/// let added = parse_quick_add(line, &options, &[]);
/// assert_eq!(added.text, "send invoice");
/// assert_eq!(added.due.as_deref(), Some("2026-11-22T17:00"));
/// assert_eq!((added.priority, added.tags.as_slice()), (Some(1), &["work".to_owned()][..]));
///
/// let kept = parse_quick_add(line, &options, &[added.readings[0].span]);
/// assert_eq!(kept.text, "send invoice tomorrow");
/// ```
pub fn parse_quick_add(text: &str, options: &DateOptions, ignore: &[Span]) -> QuickAdd {
    let mut marks = Marks {
        text,
        ignore,
        readings: Vec::new(),
        removed: Vec::new(),
        masked: ignore.to_vec(),
        priority: None,
        tags: Vec::new(),
    };
    marks.quotes();
    marks.opening();
    marks.chunks();
    marks.masked.extend(single_quoted(text));
    let line = line(text, options, &marks.masked);
    let found = reader::read(&line);
    let Marks { mut readings, mut removed, priority, tags, .. } = marks;
    let (mut due, mut recurrence) = (None, None);
    if let Some(found) = &found {
        due = Some(calendar::due_text(found.date, found.time));
        recurrence = found.rule.as_ref().map(Rule::to_text);
        take_pieces(found, &mut readings, &mut removed);
    }
    QuickAdd { text: remaining(text, removed), due, priority, tags, recurrence, readings }
}

/// Says what each place of a date was read as, and that it leaves the text.
fn take_pieces(found: &reader::Reading, readings: &mut Vec<Reading>, removed: &mut Vec<Span>) {
    let dated = found.pieces.iter().any(|piece| piece.kind == PieceKind::Date);
    for piece in &found.pieces {
        let (kind, label) = match piece.kind {
            PieceKind::Date
                if found.time.is_some() && !found.pieces.iter().any(|piece| piece.kind == PieceKind::Time) =>
            {
                (ReadingKind::Date, format!("{}, {}", date_label(found.date), clock_label(found.time)))
            }
            PieceKind::Date => (ReadingKind::Date, date_label(found.date)),
            PieceKind::Time if dated || found.rule.is_some() => (ReadingKind::Time, clock_label(found.time)),
            PieceKind::Time => (ReadingKind::Time, format!("{}, {}", date_label(found.date), clock_label(found.time))),
            PieceKind::Recurrence => (ReadingKind::Recurrence, found.rule.as_ref().map(rule_label).unwrap_or_default()),
        };
        insert(readings, Reading { kind, span: piece.with_connector, label });
        removed.push(piece.with_connector);
    }
}

/// Puts a reading in its place in the order of the line.
fn insert(readings: &mut Vec<Reading>, reading: Reading) {
    let place = readings.partition_point(|other| other.span <= reading.span);
    readings.insert(place, reading);
}

/// The marks of quick add that are no dates.
struct Marks<'t> {
    text: &'t str,
    ignore: &'t [Span],
    readings: Vec<Reading>,
    removed: Vec<Span>,
    masked: Vec<Span>,
    priority: Option<u8>,
    tags: Vec<String>,
}

/// The most tags read in a line; what stands after them is text.
const MOST_TAGS: usize = 100;

/// Openings that ask for a todo instead of being part of it.
const OPENINGS: [&str; 7] =
    ["remind me to ", "remind me about ", "reminder to ", "reminder: ", "remember to ", "don't forget to ", "todo: "];

impl Marks<'_> {
    fn taken_back(&self, span: Span) -> bool {
        self.ignore.iter().any(|ignored| ignored.overlaps(span))
    }

    fn read(&mut self, kind: ReadingKind, span: Span, label: String, removed: Span) {
        insert(&mut self.readings, Reading { kind, span, label });
        self.removed.push(removed);
        self.masked.push(span);
    }

    /// Quotes keep their words; the marks go only where they hold the whole line.
    fn quotes(&mut self) {
        let text = self.text;
        let trimmed = text.trim();
        for span in quoted(text) {
            self.quote(span, trimmed);
        }
    }

    fn quote(&mut self, span: Span, trimmed: &str) {
        if self.taken_back(span) {
            return;
        }
        let words = span.of(self.text);
        let mut inside = words.chars();
        inside.next();
        inside.next_back();
        let label = inside.as_str().to_owned();
        self.masked.push(span);
        if words == trimmed {
            let open = words.chars().next().map_or(0, char::len_utf8);
            let close = words.chars().next_back().map_or(0, char::len_utf8);
            self.removed.push(Span::new(span.start, span.start + open));
            self.removed.push(Span::new(span.end - close, span.end));
        }
        insert(&mut self.readings, Reading { kind: ReadingKind::Quote, span, label });
    }

    fn opening(&mut self) {
        let start = self.text.len() - self.text.trim_start().len();
        let rest = self.text.get(start..).unwrap_or("");
        for opening in OPENINGS {
            let Some(head) = rest.get(..opening.len()) else { continue };
            let span = Span::new(start, start + opening.len());
            if head.eq_ignore_ascii_case(opening) && rest.len() > opening.len() && !self.taken_back(span) {
                let words = Span::new(start, start + opening.trim_end().len());
                self.read(ReadingKind::Opening, words, "add".to_owned(), words);
                return;
            }
        }
    }

    fn tag(&mut self, word: &str, start: usize) {
        let Some(length) = tag_length(word) else { return };
        let span = Span::new(start, start + length);
        let name = word.get(1..length).unwrap_or("").to_owned();
        self.read(ReadingKind::Tag, span, format!("#{name}"), span);
        if !self.tags.contains(&name) {
            self.tags.push(name);
        }
    }

    /// Tags, priorities and addresses, word by word.
    fn chunks(&mut self) {
        let text = self.text;
        let mut covered = self.masked.clone();
        covered.sort();
        let mut covered = covered.into_iter().peekable();
        for (number, chunk) in chunks(text).enumerate() {
            while covered.peek().is_some_and(|span| span.end <= chunk.start) {
                covered.next();
            }
            if chunk.start > LONGEST_READ || self.tags.len() >= MOST_TAGS {
                return;
            }
            if covered.peek().is_some_and(|span| span.overlaps(chunk)) {
                continue;
            }
            let word = chunk.of(text);
            if is_address(word) {
                self.masked.push(chunk);
            } else if let Some(priority) = priority(word, number == 0) {
                if self.priority.is_none() {
                    let end = chunk.start + word.trim_end_matches([',', '.', ';']).len();
                    self.priority = Some(priority);
                    self.read(ReadingKind::Priority, Span::new(chunk.start, end), format!("p{priority}"), chunk);
                }
            } else if word.starts_with(['#', '@', '+']) {
                self.tag(word, chunk.start);
            }
        }
    }
}

/// What a priority is called behind an exclamation mark.
const NAMED: [(&str, u8); 6] = [("urgent", 1), ("high", 1), ("medium", 2), ("med", 2), ("normal", 3), ("low", 4)];

/// `p1` to `p4`, `!1` to `!4` or `!high` as a word of its own, or the `(A)` that begins a line of todo.txt.
fn priority(word: &str, first: bool) -> Option<u8> {
    let bare = word.trim_end_matches([',', '.', ';']);
    if let Some(name) = bare.strip_prefix('!')
        && let Some((_, priority)) = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
    {
        return Some(*priority);
    }
    match bare.as_bytes() {
        [b'p' | b'P' | b'!', digit @ b'1'..=b'4'] => Some(digit - b'0'),
        [b'(', letter @ b'A'..=b'Z', b')'] if first => Some((letter - b'A' + 1).min(4)),
        _ => None,
    }
}

/// How much of a word is a tag with its sign: `#errands`, `@phone`, `+garden`. A number alone is no tag.
fn tag_length(word: &str) -> Option<usize> {
    let mut chars = word.chars();
    let sign = chars.next().filter(|c| matches!(c, '#' | '@' | '+'))?;
    let name = chars.as_str();
    let length = name
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '/' | '.' | ':' | '&')))
        .unwrap_or(name.len());
    let name = name.get(..length)?.trim_end_matches(['-', '/', '.', ':', '&', '_']);
    let begins = name.chars().next()?;
    let letters = name.chars().any(char::is_alphabetic);
    let fits = if sign == '#' { letters } else { begins.is_alphabetic() && !reads_as_time(name) };
    fits.then_some(1 + name.len())
}

/// "@noon" and "@friday" are when, not where.
fn reads_as_time(name: &str) -> bool {
    let folded = name.to_ascii_lowercase();
    let when = WEEKDAY | TODAY | TOMORROW | TONIGHT | NOON | MIDNIGHT | DAYTIME | PERIOD_END;
    find(folded.as_bytes()).is_some_and(|word| word.classes & when != 0 && word.classes & SHAKY == 0)
}

/// The text without the removed places, in single spaces, and without the joints they leave behind.
fn remaining(text: &str, mut removed: Vec<Span>) -> String {
    removed.sort();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut cut_before = false;
    for span in removed.iter().copied().filter(|span| !span.is_empty()).chain([Span::new(text.len(), text.len())]) {
        if span.start >= at {
            let kept = text.get(at..span.start).unwrap_or("");
            let kept = if cut_before && out.is_empty() {
                kept.trim_start_matches(|c: char| {
                    c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-' | '–' | '—' | '.')
                })
            } else {
                kept
            };
            // A comma or full stop that ended what was cut goes with it.
            let kept = if cut_before && !out.is_empty() { after_cut(kept, span.start == text.len()) } else { kept };
            push_words(&mut out, kept);
        }
        at = at.max(span.end);
        cut_before = true;
    }
    if !removed.is_empty() {
        let trimmed =
            out.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ':' | ';' | '-' | '–' | '—')).len();
        out.truncate(trimmed);
    }
    if cut_brackets(text, &removed) {
        for empty in ["()", "( )", "[]", "[ ]"] {
            out = out.replace(empty, "");
        }
        // What stood on both sides of them is one space apart.
        out = out.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    out.trim().to_owned()
}

/// Whether a cut left brackets empty: "essay (due Friday)".
fn cut_brackets(text: &str, removed: &[Span]) -> bool {
    removed.iter().any(|span| text.get(..span.start).is_some_and(|before| before.ends_with(['(', '['])))
}

/// Words directly after a cut: a mark that stood right behind it is dropped at the line's end.
fn after_cut(kept: &str, last: bool) -> &str {
    if last && kept.chars().all(|c| c.is_whitespace() || matches!(c, '.' | ',' | ';' | '!' | '?')) { "" } else { kept }
}

fn push_words(out: &mut String, kept: &str) {
    for c in kept.chars() {
        if c.is_whitespace() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            if matches!(c, ',' | '.' | ';' | ')')
                && out.ends_with(' ')
                && out.trim_end().chars().next_back().is_some_and(char::is_alphanumeric)
            {
                let trimmed = out.trim_end().len();
                out.truncate(trimmed);
            }
            // A comma on each side of what was cut leaves one.
            if c != ',' || !out.trim_end().ends_with(',') {
                out.push(c);
            }
        }
    }
}
