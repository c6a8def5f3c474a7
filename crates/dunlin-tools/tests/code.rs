//! `code` in `QuickJS`: what a program gives, and what it cannot do.
#![cfg(feature = "native-code")]

mod common;

use std::rc::Rc;

use common::call;
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

/// Ways out: each gives false, throws, or gives nothing. None reaches the host.
const ESCAPES: &[&str] = &[
    "typeof fetch !== 'undefined'",
    "typeof XMLHttpRequest !== 'undefined'",
    "typeof WebSocket !== 'undefined'",
    "typeof process !== 'undefined'",
    "typeof require !== 'undefined'",
    "typeof Deno !== 'undefined' || typeof Bun !== 'undefined'",
    "typeof window !== 'undefined' || typeof document !== 'undefined' || typeof self !== 'undefined'",
    "typeof localStorage !== 'undefined' || typeof indexedDB !== 'undefined'",
    "typeof std !== 'undefined' || typeof os !== 'undefined' || typeof scriptArgs !== 'undefined'",
    "typeof setTimeout !== 'undefined' || typeof setInterval !== 'undefined'",
    "typeof Worker !== 'undefined' || typeof importScripts !== 'undefined'",
    "typeof WebAssembly !== 'undefined'",
    "typeof print !== 'undefined' || typeof load !== 'undefined' || typeof read !== 'undefined'",
    "typeof say !== 'undefined'",
    "this.constructor.constructor('return typeof process')() !== 'undefined'",
    "(0, eval)('typeof require') !== 'undefined'",
    "new Function('return typeof fetch')() !== 'undefined'",
    "console.log.constructor('return typeof process')() !== 'undefined'",
    "(function () { return typeof this.process; }).call(null) !== 'undefined'",
    "Object.getOwnPropertyNames(globalThis).some((name) => /^(std|os|bjson|fs|child_process)$/.test(name))",
    "import('fs').then(() => true)",
    "import('std').then(() => true)",
    "import('./code.js').then(() => true)",
    "import 'os'; true",
    "require('fs')",
    "(() => { try { console.log.caller; return false; } catch { return false; } })()",
    "(() => { Object.prototype.polluted = true; return typeof console.polluted !== 'boolean'; })()",
    "Reflect.ownKeys(console.log).includes('host')",
    "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0) === 'ok'",
];

/// Bombs: each is stopped by a bound, in time.
const BOMBS: &[(&str, &[&str])] = &[
    ("while (true) {}", &["code.timeout"]),
    ("for (;;) { try { while (true) {} } catch {} }", &["code.timeout"]),
    ("(function f() { f(); })()", &["code.memory"]),
    ("const f = () => Promise.resolve().then(f); f()", &["code.timeout", "code.memory", "code.no-result"]),
    ("let a = 'x'; while (true) a += a;", &["code.memory", "code.threw"]),
    ("const a = []; while (true) a.push(new Array(1000).fill(1));", &["code.memory"]),
    ("new Array(2 ** 32 - 1).fill(0)", &["code.memory", "code.timeout"]),
    ("'x'.repeat(2 ** 28)", &["code.memory", "code.threw"]),
    ("new ArrayBuffer(2 ** 33)", &["code.memory", "code.threw"]),
    ("'x'.repeat(20000)", &["code.too-large"]),
    ("while (true) console.log('x'.repeat(1000));", &["code.timeout"]),
    ("/(a+)+$/.test('a'.repeat(40) + 'b')", &["code.timeout", "code.threw"]),
    ("2n ** 100000000n", &["code.memory", "code.threw", "code.timeout"]),
    ("new Promise(() => {})", &["code.no-result"]),
    ("(() => {})", &["code.no-result"]),
    ("Symbol('x')", &["code.no-result"]),
    ("const a = {}; a.a = a; a", &["code.threw"]),
    ("({ toJSON() { while (true) {} } })", &["code.timeout"]),
    ("let a = []; for (let i = 0; i < 100000; i++) a = [a]; a", &["code.memory", "code.no-result", "code.too-large"]),
    ("1n", &["code.threw"]),
    ("JSON.parse('['.repeat(1000000))", &["code.memory", "code.threw"]),
    ("throw null", &["code.threw", "code.memory"]),
];

#[test]
fn forty_ways_out_and_bombs_are_held() {
    assert!(ESCAPES.len() + BOMBS.len() >= 40);
    for code in ESCAPES {
        match run(code) {
            Ok(given) => assert_eq!(given.output, json!(false), "{code}"),
            Err(failure) => assert!(
                matches!(failure.code.as_str(), "code.threw" | "code.timeout" | "code.no-result"),
                "{code}: {failure:?}"
            ),
        }
    }
    for (code, codes) in BOMBS {
        let failure = run(code).unwrap_err();
        assert!(codes.contains(&failure.code.as_str()), "{code}: {failure:?}");
    }
    // The next program finds nothing of those before.
    assert_eq!(run("typeof polluted + Object.prototype.polluted").unwrap().output, json!("undefinedundefined"));
}
