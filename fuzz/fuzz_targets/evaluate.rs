//! Any text ends with a finite value or an error whose place lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match dunlin_calc::evaluate(text) {
    Ok(value) => {
        assert!(value.value().is_finite());
        assert!(!value.text().is_empty() && !value.display().is_empty());
        assert!(dunlin_calc::is_expression(text));
    }
    Err(error) => {
        assert!(error.to_string().len() <= 500);
        assert!(error.span().is_none_or(|span| text.get(span.start..span.end).is_some()));
    }
});
