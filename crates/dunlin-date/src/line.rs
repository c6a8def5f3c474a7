//! A text as it is read: against what, in which tokens, and the places in it that no date is read in.

use dunlin_base::Span;

use crate::grammar::Line;
use crate::lexer::tokens;
use crate::now::Now;

/// What a text is read against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateOptions {
    /// The local moment relative words count from.
    pub now: Now,
    /// Whether 1/2 is the first of February.
    pub day_first: bool,
}

/// A text with its tokens, the masked ones without meaning.
pub(crate) fn line<'t>(text: &'t str, options: &DateOptions, masked: &[Span]) -> Line<'t> {
    Line {
        text,
        tokens: tokens(text, masked),
        now: options.now,
        today: options.now.date(),
        day_first: options.day_first,
    }
}

/// Quotes and addresses: places no date is read in.
pub(crate) fn protected(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = quoted(text).chain(single_quoted(text)).collect();
    spans.extend(chunks(text).filter(|chunk| is_address(chunk.of(text))));
    spans
}

/// Pairs of double quotes, marks included.
pub(crate) fn quoted(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let (offset, open) = rest.char_indices().find(|(_, c)| matches!(c, '"' | '“'))?;
            let start = at + offset;
            let inside = start + open.len_utf8();
            let begins_word = text.get(..start)?.chars().next_back().is_none_or(|before| !before.is_alphanumeric());
            at = inside;
            // Looked for only where it counts: each character is then passed once.
            if begins_word {
                let (length, mark) = text.get(inside..)?.char_indices().find(|(_, c)| matches!(c, '"' | '”'))?;
                at = inside + length + mark.len_utf8();
                return Some(Span::new(start, at));
            }
        }
    })
}

/// Words in single quotes, where the marks can be no apostrophes: the first begins a word, the second ends one.
pub(crate) fn single_quoted(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text.get(at..)?.find(['\'', '‘'])?;
            let inside = start + text.get(start..)?.chars().next()?.len_utf8();
            at = inside;
            let before = text.get(..start)?.chars().next_back();
            let begins = before.is_none_or(char::is_whitespace) && text.get(inside..)?.starts_with(char::is_alphabetic);
            if !begins {
                continue;
            }
            let mut marks = text.get(inside..)?.match_indices(['\'', '’']);
            let ends = |(offset, mark): &(usize, &str)| {
                let after = text.get(inside + offset + mark.len()..).and_then(|rest| rest.chars().next());
                after.is_none_or(|c| !c.is_alphanumeric())
            };
            let (offset, mark) = marks.find(ends)?;
            at = inside + offset + mark.len();
            return Some(Span::new(start, at));
        }
    })
}

/// The words between white space.
pub(crate) fn chunks(text: &str) -> impl Iterator<Item = Span> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| !c.is_whitespace())?;
        let end = text.get(start..)?.find(char::is_whitespace).map_or(text.len(), |length| start + length);
        at = end;
        Some(Span::new(start, end))
    })
}

/// Whether a word is an address, of a page or of a person.
pub(crate) fn is_address(chunk: &str) -> bool {
    if chunk.contains("://") || chunk.starts_with("www.") {
        return true;
    }
    chunk.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.starts_with('.'))
}
