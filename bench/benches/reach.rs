//! What `bench/reach.bench.mjs` holds the page's engines against: the same jobs natively. One JSON record.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{
    fmt::Write,
    time::{Duration, Instant},
};

use dunlin_agents::guard::Detector;
use dunlin_base::testing::block_on;
use dunlin_tools::{CodeJob, CodeLimits, CodePort, SqlJob, SqlLimits, SqlPort, Table, native};
use serde::Deserialize;
use serde_json::{Value, json};

/// How often each is timed; the best round counts, since other work only ever adds.
const ROUNDS: usize = 3;

#[derive(Deserialize)]
struct Asked {
    rows: u64,
    columns: Vec<String>,
    queries: Vec<String>,
}

fn main() {
    let asked: Asked = serde_json::from_str(include_str!("../queries.json")).expect("the queries read");
    let table = Table { name: "sales".to_owned(), columns: asked.columns, rows: (0..asked.rows).map(row).collect() };
    let queries: Vec<Value> = asked.queries.iter().map(|query| sql(&table, query)).collect();
    let (start, loops) = (code("1"), code("let sum = 0; for (let at = 0; at < 1000000; at++) sum += at; sum"));
    println!("{}", json!({"sql": queries, "codeStart": start, "codeLoops": loops, "detectors": detectors()}));
}

/// As `row` of `bench/reach.bench.mjs`.
fn row(at: u64) -> Vec<Value> {
    vec![json!(at), json!(at % 97), json!(format!("town {}", at % 13)), json!(at * 7919 % 100_003)]
}

/// The milliseconds of one import and one query, and the result.
fn sql(table: &Table, query: &str) -> Value {
    let limits = SqlLimits { time_ms: 60_000, ..SqlLimits::default() };
    let job = || SqlJob { tables: vec![table.clone()], query: query.to_owned(), params: Value::Null, limits };
    let (took, rows) = best(job, |job| block_on(native::Sqlite.run(job)).expect("the query is right").rows);
    json!({"ms": took, "rows": rows})
}

/// The milliseconds of one program.
fn code(text: &str) -> f64 {
    let limits = CodeLimits { time_ms: 60_000, ..CodeLimits::default() };
    let job = || CodeJob { code: text.to_owned(), input: Value::Null, limits };
    best(job, |job| block_on(native::QuickJs.run(job)).expect("the program is right")).0
}

/// The milliseconds for a megabyte of text with something to find on every tenth line, of each kind in turn.
fn detectors() -> f64 {
    let mut text = String::new();
    for at in 0.. {
        if text.len() >= 1_000_000 {
            break;
        }
        let line = "The boiler was serviced in March, and the invoice came to 184 euros and 20 cents, which was paid.";
        let found = match at / 10 % 6 {
            _ if at % 10 > 0 => line,
            0 => "Write to somebody@example.org about it.",
            1 => "It was paid with 4111 1111 1111 1111 at the counter.",
            2 => "Send the rest to GB82 WEST 1234 5698 7654 32, please.",
            3 => "Call +49 30 901820 before noon.",
            4 => "The machine at 203.0.113.7 is the one that answers.",
            _ => "api_key = \"k3Jd8sLq0ZtY7bVw5Xn2Rm4P\"",
        };
        let _ = writeln!(text, "{at} {found}");
    }
    best(|| text.as_str(), |text| Detector.find(text)).0
}

/// The best of some rounds, without what is prepared for each, and what the last one gave.
#[expect(clippy::disallowed_methods, reason = "a benchmark watches the real clock")]
fn best<J, T>(mut prepare: impl FnMut() -> J, mut work: impl FnMut(J) -> T) -> (f64, T) {
    let mut least = Duration::MAX;
    let mut round = || {
        let job = prepare();
        let begun = Instant::now();
        let done = work(job);
        least = least.min(begun.elapsed());
        done
    };
    for _ in 1..ROUNDS {
        drop(round());
    }
    let last = round();
    (least.as_secs_f64() * 1000.0, last)
}
