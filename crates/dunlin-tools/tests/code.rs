//! `code` in `QuickJS`: what a program gives, and what it cannot do.
#![cfg(feature = "native-code")]

mod common;

use std::rc::Rc;

use common::{
    call,
    held::{Bomb, Held, HeldCode, held},
};
use dunlin_runtime::{ToolFailure, ToolOutput};
use dunlin_tools::{Code, CodeLimits, native::QuickJs};
use serde_json::{Value, json};

fn run_with(code: &str, input: &Value) -> Result<ToolOutput, ToolFailure> {
    let limits = CodeLimits { time_ms: 300, memory_bytes: 8_000_000, output_bytes: 10_000 };
    call(&Code::new(Rc::new(QuickJs), limits), json!({"code": code, "input": input}))
}

fn run(code: &str) -> Result<ToolOutput, ToolFailure> {
    run_with(code, &Value::Null)
}

#[test]
fn a_program_gives_the_value_of_its_last_expression_and_what_it_said() {
    for (code, result) in [
        ("1 + 2", json!(3)),
        ("const a = [3, 1, 2].sort(); ({a, b: 'é'})", json!({"a": [1, 2, 3], "b": "é"})),
        ("input.costs.reduce((sum, {amount}) => sum + amount, 0)", json!(12.5)),
        ("for (let i = 0; i < 3; i++) { i * 2 }", json!(4)),
        ("undefined", json!(null)),
        ("null", json!(null)),
        ("Promise.resolve(7).then((n) => n * 6)", json!(42)),
        ("(async () => { await null; return 'done'; })()", json!("done")),
        ("new Date(0).toISOString()", json!("1970-01-01T00:00:00.000Z")),
        ("({when: new Date(0), not: undefined, nan: NaN})", json!({"when": "1970-01-01T00:00:00.000Z", "nan": null})),
        ("'👍🏽'.length", json!(4)),
    ] {
        let given = run_with(code, &json!({"costs": [{"amount": 2.5}, {"amount": 10}]})).unwrap();
        assert_eq!(given.output, result, "{code}");
    }
    let given = run("console.log('a', {b: [1]}, undefined); console.error(2); 3").unwrap();
    assert_eq!(given.metadata, Some(json!({"console": ["a {\"b\":[1]} undefined", "2"]})));
}

#[test]
fn an_error_names_its_line() {
    for (code, place, part) in [
        ("const a = 1;\nconst b = 2;\na.c.d;\n", "(line 3)", "TypeError"),
        ("let a = 1;\nlet = = 2;", "(line 2)", "SyntaxError"),
        ("function f() {\n  throw new Error('no such thing');\n}\n\nf();", "(line 2)", "no such thing"),
        ("nowhere", "(line 1)", "ReferenceError"),
    ] {
        let failure = run(code).unwrap_err();
        assert_eq!(failure.code, "code.threw", "{failure:?}");
        assert!(failure.message.contains(place) && failure.message.contains(part), "{}", failure.message);
    }
    assert_eq!(run("console.log('here'); throw 'x'").unwrap_err().message, "threw \"x\"; it last said: here");
}

#[test]
fn forty_ways_out_and_bombs_are_held() {
    let Held { code: HeldCode { escapes, bombs }, .. } = held();
    assert!(escapes.len() + bombs.len() >= 40);
    // Ways out: each gives false, throws, or gives nothing. None reaches the host.
    for code in &escapes {
        match run(code) {
            Ok(given) => assert_eq!(given.output, json!(false), "{code}"),
            Err(failure) => assert!(
                matches!(failure.code.as_str(), "code.threw" | "code.timeout" | "code.no-result"),
                "{code}: {failure:?}"
            ),
        }
    }
    // Bombs: each is stopped by a bound, in time.
    for Bomb { code, stopped_as } in &bombs {
        let failure = run(code).unwrap_err();
        assert!(stopped_as.contains(&failure.code), "{code}: {failure:?}");
    }
    // The next program finds nothing of those before.
    assert_eq!(run("typeof polluted + Object.prototype.polluted").unwrap().output, json!("undefinedundefined"));
}
