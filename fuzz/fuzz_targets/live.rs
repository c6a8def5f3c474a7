//! The live form never fails, and its pieces lie in the text, in order.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let preview = dunlin_calc::preview(text);
    let mut end = 0;
    for (span, _) in preview.spans {
        assert!(span.start >= end && !span.is_empty() && text.get(span.start..span.end).is_some());
        end = span.end;
    }
    assert!(text.get(preview.read.start..preview.read.end).is_some());
});
