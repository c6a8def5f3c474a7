//! Hostile inputs: each ends with a value or with the name of the limit it met.
//!
//! One that is not metered would keep this test busy for minutes; how long each takes is measured in `bench/`.

use dunlin_calc::{CalcErrorKind, evaluate};

fn repeated(part: &str, times: usize, rest: &str) -> String {
    part.repeat(times) + rest
}

fn inputs() -> Vec<String> {
    let list = |count: usize, make: &dyn Fn(usize) -> String| (0..count).map(make).collect::<Vec<_>>().join(",");
    vec![
        repeated("(", 100_000, ""),
        repeated("(", 5_000, "1"),
        repeated("-", 9_999, "1"),
        repeated("sqrt ", 1_900, "2"),
        repeated("2^", 4_900, "1"),
        repeated("1%", 4_900, ""),
        repeated("1+", 4_900, "1"),
        repeated("1/7+", 2_400, "1"),
        repeated("7", 1_000_000, ""),
        repeated("7", 9_999, ""),
        repeated("1__", 3_000, ""),
        format!("0.{}", "3".repeat(9_000)),
        repeated("1e4999,", 1_400, ""),
        format!("hypot({})", list(1_200, &|_| "1e4999".to_owned())),
        (2..1_900).map(|i| format!("1/{i}")).collect::<Vec<_>>().join("+"),
        format!("lcm({})", list(1_900, &|i| (i + 2).to_string())),
        format!("gcd({})", list(900, &|i| format!("3^{}", i + 9_000))),
        format!("median({})", list(1_100, &|i| format!("sqrt({i})"))),
        repeated("sin(1)+", 1_400, "1"),
        repeated("(sin(1)-sin(1))+", 600, "1"),
        "9^9^9^9".to_owned(),
        "10^1000000".to_owned(),
        "(10^9)!".to_owned(),
        "3300!".to_owned(),
        "sin(10^10000)".to_owned(),
        "sin(10^9000)".to_owned(),
        "exp(10^20)".to_owned(),
        "e^e^e^e^e".to_owned(),
        "1e999999999999999999999".to_owned(),
        "1e-999999999999999999999".to_owned(),
        "(1+1/3)^(10^6)".to_owned(),
        "1.0000000001^(10^9)".to_owned(),
        "nCr(30000, 15000)".to_owned(),
        "nCr(10^17, 2000)".to_owned(),
        "root(2^33000, 999)".to_owned(),
        "2^33000 / 3^20000 * 7^11000".to_owned(),
        "log(7^11000, 3)".to_owned(),
        "floor(exp(30000))".to_owned(),
        "((((9**64)**64)**64)**64)**64".to_owned(),
    ]
}

#[test]
fn every_hostile_input_ends() {
    for text in inputs() {
        let short: String = text.chars().take(30).collect();
        match evaluate(&text) {
            Ok(value) => assert!(value.value().is_finite() && value.text().len() < 40_000, "{short}"),
            Err(error) => assert!(
                matches!(error.kind(), CalcErrorKind::Limit | CalcErrorKind::Syntax) && error.to_string().len() < 200,
                "{short}: {error}"
            ),
        }
    }
}

#[test]
fn limits_are_named() {
    let message = |text: &str| evaluate(text).unwrap_err().to_string();
    assert!(message(&repeated("1 + ", 3_000, "1")).contains("10,000 characters"));
    assert!(message(&repeated("(", 300, "1")).contains("256 levels"));
    assert!(message("10^10001").contains("10,000"));
    assert!(message(&repeated("sin(1)+", 1_400, "1")).contains("more work"));
    assert!(message("exp(10^20)").contains("10^646,000,000"));
    assert!(message("sin(10^9000)").contains("10^400"));
}

/// A thread with the stack of a wasm module runs the deepest nesting there is.
#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    let run = || {
        for text in [
            format!("{}1{}", "(".repeat(255), ")".repeat(255)),
            repeated("-", 250, "1"),
            repeated("2^", 120, "1"),
            format!("{}1{}", "sin(".repeat(120), ")".repeat(120)),
            repeated("sqrt ", 120, "2"),
        ] {
            evaluate(&text).map_or_else(|error| assert_eq!(error.kind(), CalcErrorKind::Limit), drop);
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap().join().unwrap();
}
