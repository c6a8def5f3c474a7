//! Readings that were taken back, followed through edits: one stays taken back while its words are untouched.

use dunlin_base::Utf16Span;

/// Where `spans` of `before` stand in `after`; those whose words were edited are gone.
pub(crate) fn follow(before: &str, after: &str, spans: &[Utf16Span]) -> Vec<Utf16Span> {
    if spans.is_empty() {
        return Vec::new();
    }
    let old: Vec<u16> = before.encode_utf16().collect();
    let new: Vec<u16> = after.encode_utf16().collect();
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail_room = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(tail_room).take_while(|(a, b)| a == b).count();
    let edit_end = old.len() - tail;
    spans
        .iter()
        .filter_map(|span| {
            if span.end <= head {
                Some(*span)
            } else if span.start >= edit_end {
                let moved = |at: usize| (at + new.len()).saturating_sub(old.len());
                Some(Utf16Span { start: moved(span.start), end: moved(span.end) })
            } else {
                None
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn check(before: &str, after: &str, span: (usize, usize), expected: Option<(usize, usize)>) {
        let span = Utf16Span { start: span.0, end: span.1 };
        let expected: Vec<Utf16Span> = expected.map(|(start, end)| Utf16Span { start, end }).into_iter().collect();
        assert_eq!(follow(before, after, &[span]), expected, "{before:?} → {after:?}");
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn readings_follow_their_words() {
        check("call tomorrow", "call tomorrow again", (5, 13), Some((5, 13)));
        check("call tomorrow", "please call tomorrow", (5, 13), Some((12, 20)));
        check("call me tomorrow", "call tomorrow", (8, 16), Some((5, 13)));
        check("call tomorrow", "call tomorow", (5, 13), None);
        check("call tomorrow", "", (5, 13), None);
        check("😀 tomorrow", "😀😀 tomorrow", (3, 11), Some((5, 13)));
    }
}
