//! What holds for every text and every number.

use dunlin_base::Span;
use dunlin_calc::{CalcErrorKind, canonical, evaluate, is_expression};
use num_bigint::BigInt;
use proptest::prelude::*;

/// Texts made of the words of the dialect, so that many are expressions and all are near one.
fn soup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "1",
        "2",
        "0.5",
        "30",
        "1,000",
        "0x1f",
        "7e2",
        "15%",
        "+",
        "-",
        "*",
        "/",
        "//",
        "^",
        "**",
        "%",
        "mod",
        "of",
        "off",
        "on",
        "!",
        "(",
        ")",
        ",",
        "sqrt",
        "sin(",
        "max(",
        "log",
        "round",
        "ln(",
        "pi",
        "e",
        "tau",
        "²",
        "⁻¹",
        "√",
        "°",
        "km",
        "m",
        "in",
        "to",
        "h",
        "°C",
        "min",
        "deg",
        "kg",
        "/h",
        "is",
        "what",
        "half of",
        "squared",
        "times",
        "divided by",
        "percent",
        "to the power of",
        "average of",
        "and",
        "remainder of",
        "for lunch",
        "tip",
        "$5",
        "as %",
        "-> cm",
        "m^2",
    ]);
    prop::collection::vec((word, prop::bool::ANY), 1..9).prop_map(|words| {
        words.into_iter().fold(String::new(), |mut text, (word, space)| {
            text.push_str(word);
            if space {
                text.push(' ');
            }
            text
        })
    })
}

fn is_place(span: Span, text: &str) -> bool {
    span.start <= span.end && text.get(span.start..span.end).is_some()
}

fn check_any(text: &str) -> Result<(), TestCaseError> {
    match evaluate(text) {
        Ok(value) => {
            prop_assert!(value.value().is_finite());
            prop_assert!(!value.text().is_empty() && !value.display().is_empty());
            prop_assert!(is_expression(text));
        }
        Err(error) => {
            prop_assert!(error.span().is_none_or(|span| is_place(span, text)), "{:?}", error.span());
            prop_assert!(error.to_string().len() <= 500);
            prop_assert!(error.code().starts_with("calc."));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text_is_a_value_or_an_error_with_a_place(text in any::<String>()) {
        check_any(&text)?;
    }

    #[test]
    fn any_soup_of_words_is_a_value_or_an_error_with_a_place(text in soup()) {
        check_any(&text)?;
    }

    #[test]
    fn any_characters_of_the_blocks_we_read_from_are_harmless(text in "[０-９Ａ-ｚ＿！-／𝟎-𝟿⁰-₉°√∛π×÷−µ0-9a-e_.,$€ ]{1,8}") {
        check_any(&text)?;
    }

    #[test]
    fn a_printed_expression_reads_as_itself(text in soup()) {
        if let Ok(printed) = canonical(&text) {
            prop_assert_eq!(canonical(&printed).map_err(|error| TestCaseError::fail(format!("{printed}: {error}")))?, printed.clone());
            let (first, again) = (evaluate(&text), evaluate(&printed));
            prop_assert_eq!(first.as_ref().map(dunlin_calc::Value::text).ok(), again.as_ref().map(dunlin_calc::Value::text).ok(), "{}", printed);
            prop_assert_eq!(first.map_err(|error| error.kind()).err(), again.map_err(|error| error.kind()).err());
        }
    }

    #[test]
    fn integers_are_exact(a in any::<i128>(), b in any::<i128>()) {
        let (x, y) = (BigInt::from(a), BigInt::from(b));
        for (op, expected) in [("+", &x + &y), ("-", &x - &y), ("*", &x * &y)] {
            prop_assert_eq!(evaluate(&format!("({a}) {op} ({b})")).unwrap().text(), expected.to_string());
        }
    }

    #[test]
    fn ratios_are_exact(a in any::<i64>(), b in 1_i64.., c in any::<i64>(), d in 1_i64..) {
        // a/b + c/d = (ad + cb) / bd, judged by cross-multiplication in big integers.
        let sum = evaluate(&format!("(({a})/{b} + ({c})/{d}) * {b} * {d}")).unwrap();
        let expected = BigInt::from(a) * d + BigInt::from(c) * b;
        prop_assert_eq!(sum.text(), expected.to_string());
        prop_assert!(sum.exact());
    }

    #[test]
    fn decimals_keep_their_digits(digits in "[1-9][0-9]{0,30}", places in 0_usize..20) {
        let text = format!("{digits}e-{places}");
        let value = evaluate(&text).unwrap();
        let back = evaluate(&format!("{} * 10^{places}", value.text())).unwrap();
        prop_assert_eq!(back.text(), digits);
    }

    #[test]
    fn doubles_are_the_nearest(value in prop::num::f64::NORMAL) {
        let text = format!("{value:e}");
        prop_assert_eq!(evaluate(&text).unwrap().value().to_bits(), value.to_bits());
    }

    #[test]
    fn division_by_zero_is_said(text in "[1-9][0-9]{0,5}") {
        let error = evaluate(&format!("{text} / ({text} - {text})")).unwrap_err();
        prop_assert_eq!(error.kind(), CalcErrorKind::DivideByZero);
    }
}
