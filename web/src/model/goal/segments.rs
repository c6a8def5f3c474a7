//! A text cut at the borders of its highlights, so that a mirror behind the text area can tint them.
//!
//! Spans come in UTF-16 units, from outside: they may overlap, run over the end or stand inside a character. Whatever
//! they say, the pieces put together are the text again.

use dunlin_base::Utf16Span;

/// A piece of the text and how it is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// The words.
    pub(crate) text: String,
    /// The class of the highlight; empty for plain text.
    pub(crate) class: String,
    /// Whether it belongs to what is being pointed at.
    pub(crate) pointed: bool,
}

/// Marks of one kind that only blanks keep apart, as one: a sum is one thing, however many signs it has.
pub(crate) fn joined<'a>(
    text: &str,
    marks: impl Iterator<Item = (Utf16Span, &'a str)>,
    kinds: &[&str],
    name: &'a str,
) -> Vec<(Utf16Span, &'a str)> {
    let mut out: Vec<(Utf16Span, &str)> = Vec::new();
    for (span, class) in marks {
        let class = if kinds.contains(&class) { name } else { class };
        match out.last_mut() {
            Some((last, before)) if class == name && *before == name && is_blank(text, last.end, span.start) => {
                last.end = span.end;
            }
            _ => out.push((span, class)),
        }
    }
    out
}

fn is_blank(text: &str, start: usize, end: usize) -> bool {
    start <= end && Utf16Span { start, end }.bytes(text).of(text).trim().is_empty()
}

/// Cuts `text` at the borders of `marks` and `pointed`. Where marks overlap, the first one counts.
pub(crate) fn segments(text: &str, marks: &[(Utf16Span, &str)], pointed: Option<Utf16Span>) -> Vec<Segment> {
    let marks: Vec<(usize, usize, &str)> = marks
        .iter()
        .map(|(span, class)| (span.bytes(text), *class))
        .filter(|(span, _)| !span.is_empty())
        .map(|(span, class)| (span.start, span.end, class))
        .collect();
    let pointed = pointed.map(|span| span.bytes(text)).filter(|span| !span.is_empty());
    let mut cuts: Vec<usize> = marks.iter().flat_map(|&(start, end, _)| [start, end]).collect();
    cuts.extend(pointed.iter().flat_map(|span| [span.start, span.end]));
    cuts.extend([0, text.len()]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts.windows(2)
        .filter_map(|pair| {
            let &[start, end] = pair else { return None };
            let class = marks.iter().find(|&&(from, to, _)| from <= start && end <= to).map_or("", |mark| mark.2);
            Some(Segment {
                text: text.get(start..end)?.to_owned(),
                class: class.to_owned(),
                pointed: pointed.is_some_and(|span| span.start <= start && end <= span.end),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn check(
        text: &str,
        marks: &[(usize, usize, &str)],
        pointed: Option<(usize, usize)>,
    ) -> Vec<(String, String, bool)> {
        let marks: Vec<(Utf16Span, &str)> =
            marks.iter().map(|&(start, end, class)| (Utf16Span { start, end }, class)).collect();
        let cut = segments(text, &marks, pointed.map(|(start, end)| Utf16Span { start, end }));
        assert_eq!(cut.iter().map(|segment| segment.text.as_str()).collect::<String>(), text);
        cut.into_iter().map(|segment| (segment.text, segment.class, segment.pointed)).collect()
    }

    fn piece(text: &str, class: &str, pointed: bool) -> (String, String, bool) {
        (text.to_owned(), class.to_owned(), pointed)
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn marks_cut_the_text() {
        assert_eq!(check("", &[], None), []);
        assert_eq!(check("milk", &[], None), [piece("milk", "", false)]);
        assert_eq!(
            check("add milk", &[(0, 3, "verb")], Some((0, 8))),
            [piece("add", "verb", true), piece(" milk", "", true)]
        );
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_sum_is_one_mark() {
        let span = |start, end| Utf16Span { start, end };
        let marks =
            [(span(0, 3), "command"), (span(4, 5), "number"), (span(6, 7), "operator"), (span(12, 13), "number")];
        assert_eq!(
            joined("sum 1 + then 2", marks.into_iter(), &["number", "operator"], "sum"),
            [(span(0, 3), "command"), (span(4, 7), "sum"), (span(12, 13), "sum")]
        );
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn overlaps_overruns_and_halves_of_characters_lose_nothing() {
        check("a😀b", &[(2, 3, "x"), (0, 99, "y"), (5, 1, "z")], Some((2, 2)));
        assert_eq!(
            check("abcd", &[(0, 3, "x"), (2, 4, "y")], None),
            [piece("ab", "x", false), piece("c", "x", false), piece("d", "y", false)]
        );
    }
}
