//! Places in a text: byte spans inside the core, UTF-16 spans outside it.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes in a UTF-8 text, always on character borders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A half-open range of UTF-16 code units, as JavaScript counts text.
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Span))]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Span"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
pub struct Utf16Span {
    /// The first code unit.
    pub start: usize,
    /// One past the last code unit.
    pub end: usize,
}

impl Span {
    /// The span from `start` up to but not including `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether the span holds no byte.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// The words of `text` the span stands for; empty when it does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or("")
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// Whether the two share at least one byte.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The same span moved right by `bytes`.
    #[must_use]
    pub const fn shifted(self, bytes: usize) -> Self {
        Self::new(self.start + bytes, self.end + bytes)
    }

    /// The same places counted in UTF-16 code units of `text`, in one pass when they come in order.
    pub fn all_utf16(spans: impl IntoIterator<Item = Self>, text: &str) -> Vec<Utf16Span> {
        let mut seen = (0, 0);
        let mut units = |bytes: usize| {
            if bytes < seen.0 {
                seen = (0, 0);
            }
            let between = text.get(seen.0..bytes.min(text.len())).unwrap_or("");
            seen = (seen.0 + between.len(), seen.1 + between.encode_utf16().count());
            seen.1
        };
        spans.into_iter().map(|span| Utf16Span { start: units(span.start), end: units(span.end) }).collect()
    }

    /// The same place counted in UTF-16 code units of `text`.
    ///
    /// ```
    /// use dunlin_base::Span;
    /// let text = "añ😀b";
    /// assert_eq!(Span::new(3, 7).utf16(text).start, 2);
    /// assert_eq!(Span::new(3, 7).utf16(text).end, 4);
    /// ```
    pub fn utf16(self, text: &str) -> Utf16Span {
        let units = |bytes: usize| -> usize {
            text.char_indices().take_while(|(at, _)| *at < bytes).map(|(_, c)| c.len_utf16()).sum()
        };
        Utf16Span { start: units(self.start), end: units(self.end) }
    }
}

impl Utf16Span {
    /// The same place counted in bytes of `text`; an offset inside a surrogate pair is moved to the character's start.
    pub fn bytes(self, text: &str) -> Span {
        let byte = |units: usize| -> usize {
            // Nearly always: up to there a unit is a byte.
            if text.as_bytes().get(..units).is_some_and(<[u8]>::is_ascii) {
                return units;
            }
            let mut seen = 0;
            for (at, c) in text.char_indices() {
                if seen + c.len_utf16() > units {
                    return at;
                }
                seen += c.len_utf16();
            }
            text.len()
        };
        Span::new(byte(self.start), byte(self.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_countings_agree_on_every_character_border() {
        let text = "a ñ 😀 מ b";
        let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for &start in &borders {
            for &end in borders.iter().filter(|end| **end >= start) {
                let span = Span::new(start, end);
                assert_eq!(span.utf16(text).bytes(text), span);
                let (whole, rest) = (Span::new(0, text.len()), Span::new(end, text.len()));
                let each = [span, rest, whole, span].map(|span| span.utf16(text));
                assert_eq!(Span::all_utf16([span, rest, whole, span], text), each);
            }
        }
    }

    #[test]
    fn a_unit_inside_a_pair_stays_on_a_border() {
        assert_eq!(Utf16Span { start: 1, end: 99 }.bytes("😀b"), Span::new(0, 5));
    }
}
