//! What is printed of a syntax tree reads as the same tree and has the same value.
#![no_main]

use dunlin_calc::{CalcErrorKind, canonical, evaluate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(printed) = canonical(text) else { return };
    match canonical(&printed) {
        Ok(again) => assert_eq!(again, printed),
        // All the parentheses make a text longer and deeper than the one that was read.
        Err(error) => {
            assert_eq!(error.kind(), CalcErrorKind::Limit, "{printed}: {error}");
            return;
        }
    }
    match (evaluate(text), evaluate(&printed)) {
        (Ok(first), Ok(again)) => assert_eq!(first.text(), again.text(), "{printed}"),
        (Err(first), Err(again)) => assert_eq!(first.kind(), again.kind(), "{printed}"),
        (first, again) => panic!("{printed}: {first:?} and {again:?}"),
    }
});
