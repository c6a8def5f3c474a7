//! What `dunlin serve` holds: `cargo bench --package dunlin-server --bench load`.
//!
//! The server is a process of its own over a new file, its clients are sockets of this one, on the same machine and at the
//! same time; a bare axum handler is asked beside it in the same way. Rows as `cargo xtask bench` gathers them.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::unwrap_used, reason = "a benchmark that cannot measure should stop")]
#![expect(clippy::disallowed_methods, reason = "real time is what is measured")]

use std::{
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{Json, Router, routing::post};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// How many clients ask at once, in turn.
const CLIENTS: [usize; 3] = [1, 16, 256];
/// How long each is measured, in milliseconds; `DUNLIN_BENCH_MS` says otherwise.
const SPAN_MS: u64 = 4000;
/// How many todos are stored where it is asked what many cost; `DUNLIN_BENCH_TODOS` says otherwise.
const TODOS: u64 = 1_000_000;
/// A plan is made at least so many times as often as a bare handler answers.
const BAR: f64 = 0.3;

/// One kind of request.
struct Asked {
    what: &'static str,
    method: &'static str,
    path: &'static str,
    body: fn(u64) -> String,
}

const ASKED: [Asked; 3] = [
    Asked {
        what: "plan two clauses",
        method: "POST",
        path: "/plan",
        body: |_| goal("add todo Buy milk and calculate 6 * 7"),
    },
    Asked {
        what: "run a sum to its end",
        method: "POST",
        path: "/runs?wait=30000",
        body: |number| json!({"goal": "calculate 6 * 7", "runId": format!("load-{number}")}).to_string(),
    },
    Asked { what: "list 20 of the runs kept", method: "GET", path: "/runs?limit=20", body: |_| String::new() },
];

fn goal(goal: &str) -> String {
    json!({ "goal": goal }).to_string()
}

/// Requests a second, and the time that 99 of 100 answers took at most.
#[derive(Clone, Copy)]
struct Figure {
    a_second: f64,
    p99_ms: f64,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let bare = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let bare_at = bare.local_addr().unwrap();
    let echo = |Json(given): Json<Value>| async move { Json(json!({"goal": given["goal"], "steps": []})) };
    tokio::spawn(async move { axum::serve(bare, Router::new().route("/plan", post(echo))).await.unwrap() });
    let folder = tempfile::tempdir().unwrap();
    let (mut server, at) = start(folder.path());
    let at_rest = memory(&server, "VmRSS");
    println!("| dunlin serve: memory at rest | {at_rest:.1} MB |  |  |");

    let numbers = Arc::new(AtomicU64::new(0));
    for clients in CLIENTS {
        let plain = load(bare_at, &ASKED[0], clients, &numbers).await;
        row("a bare axum handler", clients, plain, None);
        for asked in &ASKED {
            let figure = load(at, asked, clients, &numbers).await;
            let bar = (asked.path == "/plan").then(|| figure.a_second / plain.a_second);
            row(asked.what, clients, figure, bar);
        }
    }
    println!("| dunlin serve: memory under load, at most | {:.1} MB |  |  |", memory(&server, "VmHWM"));
    println!("| dunlin serve: memory after it | {:.1} MB |  |  |", memory(&server, "VmRSS"));

    let steps: Vec<Value> = (1..=1000)
        .map(|number| {
            json!({"stepNumber": number, "kind": "tool", "toolName": "calculator", "toolInput": {"expression": "6 * 7"},
            "dependsOn": if number > 10 { vec![number - 10] } else { Vec::new() }})
        })
        .collect();
    let long = json!({"plan": {"schemaVersion": 1, "goal": "long", "steps": steps}, "policy": {"maxSteps": 1000, "maxToolCalls": 1000}});
    let mut stream = BufReader::new(TcpStream::connect(at).await.unwrap());
    let began = Instant::now();
    ask(&mut stream, "POST", "/runs?wait=30000", &long.to_string()).await;
    println!(
        "| dunlin serve: a run of 1,000 steps, each stored before the next | {:.2} s |  |  |",
        began.elapsed().as_secs_f64()
    );
    end(&mut server);
    many().await;
}

fn end(server: &mut Child) {
    server.kill().unwrap();
    server.wait().unwrap();
}

/// What a million stored todos cost. They are put into the file as the server has put one there.
async fn many() {
    let folder = tempfile::tempdir().unwrap();
    let (mut server, at) = start(folder.path());
    let mut stream = BufReader::new(TcpStream::connect(at).await.unwrap());
    ask(&mut stream, "POST", "/todos", r#"{"text":"Buy milk number 0"}"#).await;
    end(&mut server);
    let count = std::env::var("DUNLIN_BENCH_TODOS").ok().and_then(|count| count.parse().ok()).unwrap_or(TODOS);
    fill(&folder.path().join("dunlin.db"), count);

    let began = Instant::now();
    let (mut server, at) = start(folder.path());
    let mut stream = BufReader::new(TcpStream::connect(at).await.unwrap());
    let list = |path: &'static str| (path, "GET", path, String::new());
    let add = ("add one", "POST", "/todos", r#"{"text":"Buy bread"}"#.to_owned());
    let plan = ("plan two clauses", "POST", "/plan", goal("add todo Buy milk and complete Buy bread"));
    let mut figures = Vec::new();
    for (what, method, path, body) in
        [list("/todos?limit=20"), list("/todos?text=number%20999&limit=20"), add.clone(), add, plan]
    {
        let asked = Instant::now();
        ask(&mut stream, method, path, &body).await;
        figures.push(format!("{what} {:.0} ms", asked.elapsed().as_secs_f64() * 1000.0));
        if figures.len() == 1 {
            let opened = began.elapsed().as_secs_f64();
            println!("| dunlin serve, {count} todos: started to the first answer | {opened:.1} s |  |  |");
        }
    }
    println!("| dunlin serve, {count} todos: in turn | {} |  |  |", figures.join(", "));
    println!("| dunlin serve, {count} todos: memory | {:.0} MB |  |  |", memory(&server, "VmRSS"));
    end(&mut server);
}

/// Fills the file up to so many todos, after the pattern of the one that is there.
fn fill(file: &Path, count: u64) {
    const TODO: &str = "dunlin:v1:todo:";
    let mut file = rusqlite::Connection::open(file).unwrap();
    let pattern = "SELECT key, value FROM entry WHERE key LIKE 'dunlin:v1:todo:%'";
    let (key, value): (String, String) =
        file.query_row(pattern, [], |row| Ok((row.get(0).unwrap(), row.get(1).unwrap()))).unwrap();
    let id = key.strip_prefix(TODO).unwrap();
    let filling = file.transaction().unwrap();
    {
        let mut insert = filling.prepare("INSERT INTO entry (key, value) VALUES (?1, ?2)").unwrap();
        for number in 1..count {
            let own = format!("{number:08x}-0000-4000-8000-000000000000");
            let value = value.replace(id, &own).replace("number 0", &format!("number {number}"));
            insert.execute([format!("{TODO}{own}"), value]).unwrap();
        }
    }
    filling.commit().unwrap();
}

fn row(what: &str, clients: usize, Figure { a_second, p99_ms }: Figure, ratio: Option<f64>) {
    let who = if clients == 1 { "client" } else { "clients" };
    let (also, bar, held) = match ratio {
        None => (String::new(), String::new(), ""),
        Some(ratio) => {
            let held = if ratio >= BAR { "held" } else { "MISSED" };
            (format!(", {ratio:.2}× a bare handler"), format!("≥ {BAR}×"), held)
        }
    };
    println!("| {what}, {clients} {who} | {a_second:.0} a second, p99 {p99_ms:.2} ms{also} | {bar} | {held} |");
}

/// Starts the server over a file in the folder, and waits until it listens.
fn start(folder: &Path) -> (Child, SocketAddr) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dunlin"));
    command.arg("--file").arg(folder.join("dunlin.db"));
    command.args(["serve", "--address", "127.0.0.1:0", "--rate", "0", "--max-requests", "1000", "--log", "error"]);
    command.env_remove("DUNLIN_TOKEN").env_remove("DUNLIN_CONFIG");
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(child.stdout.take().unwrap()), &mut line).unwrap();
    let told: Value = serde_json::from_str(&line).unwrap();
    let at = told["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').parse().unwrap();
    (child, at)
}

/// What the system says of a process's memory, in MB; nothing where it says nothing.
fn memory(of: &Child, name: &str) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", of.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}

/// Lets that many clients ask, each its next request once the last is answered.
async fn load(at: SocketAddr, asked: &'static Asked, clients: usize, numbers: &Arc<AtomicU64>) -> Figure {
    let span_ms = std::env::var("DUNLIN_BENCH_MS").ok().and_then(|ms| ms.parse().ok()).unwrap_or(SPAN_MS);
    let end = Instant::now() + Duration::from_millis(span_ms);
    let tasks: Vec<_> = (0..clients)
        .map(|_| {
            let numbers = numbers.clone();
            tokio::spawn(async move {
                let mut stream = BufReader::new(TcpStream::connect(at).await.unwrap());
                stream.get_ref().set_nodelay(true).unwrap();
                let mut took = Vec::new();
                while Instant::now() < end {
                    let body = (asked.body)(numbers.fetch_add(1, Ordering::Relaxed));
                    let began = Instant::now();
                    ask(&mut stream, asked.method, asked.path, &body).await;
                    took.push(began.elapsed());
                }
                took
            })
        })
        .collect();
    let began = Instant::now();
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await.unwrap());
    }
    let span = began.elapsed().as_secs_f64();
    took.sort_unstable();
    let p99 = took[(took.len() * 99 / 100).min(took.len() - 1)];
    Figure { a_second: took.len() as f64 / span, p99_ms: p99.as_secs_f64() * 1000.0 }
}

/// One request over a connection that stays, and its whole answer.
async fn ask(stream: &mut BufReader<TcpStream>, method: &str, path: &str, body: &str) {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.get_mut().write_all((head + body).as_bytes()).await.unwrap();
    let (mut line, mut length, mut first) = (String::new(), 0, String::new());
    loop {
        line.clear();
        assert!(stream.read_line(&mut line).await.unwrap() > 0, "the server hung up after {first:?}");
        if first.is_empty() {
            first.clone_from(&line);
        }
        if line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let mut rest = vec![0; length];
    stream.read_exact(&mut rest).await.unwrap();
    assert!(first.starts_with("HTTP/1.1 2"), "{first:?} {}", String::from_utf8_lossy(&rest));
}
