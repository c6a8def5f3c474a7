//! `kill -9` in the middle: what was acknowledged is kept, and nothing is done twice.
//!
//! A process carries out a plan that adds todos between waits, and is killed at a moment that chance picks; so are those that
//! take the run up after it. What a process wrote to its standard output is what it acknowledged.
#![expect(clippy::unwrap_used, reason = "a test helper that finds its own case wrong should stop the test")]

mod common;

use std::{
    io::Read,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use common::{Home, in_a_row};
use dunlin_base::{Random, SeededRandom};
use serde_json::{Value, json};

const ADDS: u32 = 12;

fn plan(mark: &str) -> Value {
    let add = |number| {
        let text = format!("{mark} number {number} of them");
        [("tool", "todo_store", json!({"action": "add", "text": text})), ("wait", "", json!({"ms": 1}))]
    };
    let count = ("tool", "todo_store", json!({"action": "count"}));
    in_a_row(mark, (1..=ADDS).flat_map(add).chain([count]))
}

/// Lets a process work for a while and kills it; what it said, and whether it was killed before its end.
fn cut_short(mut child: Child, ms: u64) -> (String, bool) {
    let mut out = child.stdout.take().unwrap();
    let reader = thread::spawn(move || {
        let mut text = String::new();
        // A line may end in the middle of a letter.
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).unwrap();
        text.push_str(&String::from_utf8_lossy(&bytes));
        text
    });
    #[expect(clippy::disallowed_methods, reason = "a real process is given real time")]
    thread::sleep(Duration::from_millis(ms));
    let before = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    (reader.join().unwrap(), before)
}

/// The events that were acknowledged: whole lines only.
fn acknowledged(text: &str) -> Vec<(u64, String)> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let events = whole.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter_map(|event| Some((event["seq"].as_u64()?, event["type"].as_str()?.to_owned()))).collect()
}

fn survive(kills: u32, seed: u64) {
    let home = Home::new();
    let chance = SeededRandom::new(seed);
    let (mut killed, mut round) = (0, 0);
    while killed < kills {
        round += 1;
        let mark = format!("round{round}");
        let file = home.folder.path().join("plan.json");
        std::fs::write(&file, plan(&mark).to_string()).unwrap();
        let file = file.to_str().unwrap().to_owned();
        let mut heard = Vec::new();
        // Up to three processes die over one run.
        for turn in 0..3 {
            let arguments: &[&str] =
                if turn == 0 { &["run", &file, "--run-id", &mark] } else { &["runs", "resume", &mark] };
            let child = home.command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            let (said, in_the_middle) = cut_short(child, 2 + chance.next_u64() % 90);
            heard.extend(acknowledged(&said));
            killed += u32::from(in_the_middle);
        }
        let known = home.say(&["runs", "show", &mark]).code == 0;
        assert!(known || heard.is_empty(), "{mark} was acknowledged and is not there");
        if !known {
            continue;
        }
        let resumed = home.say(&["runs", "resume", &mark]);
        assert_eq!(resumed.code, 0, "{mark}: {resumed:?}");
        let told = home.say(&["runs", "report", &mark, "--json"]).records().remove(0);
        let timeline = told["timeline"].as_array().unwrap();
        for (seq, kind) in heard {
            assert_eq!(timeline[seq as usize - 1]["type"], *kind, "{mark}: event {seq} was acknowledged");
        }
        let todos = home.say(&["todos", "list"]).records();
        let mut texts: Vec<&str> = todos.iter().filter_map(|todo| todo["text"].as_str()).collect();
        texts.retain(|text| text.starts_with(&format!("{mark} ")));
        texts.sort_unstable();
        let mut wanted: Vec<String> = (1..=ADDS).map(|number| format!("{mark} number {number} of them")).collect();
        wanted.sort_unstable();
        assert_eq!(texts, wanted, "{mark}: each once");
    }
    let health = home.say(&["health", "--json"]).records().remove(0);
    assert_eq!(health["notices"], Value::Null, "nothing was set aside");
}

// Two hundred in all, in two tests that go on side by side.

#[test]
fn a_hundred_kills_lose_and_double_nothing() {
    survive(100, 1);
}

#[test]
fn another_hundred_kills_lose_and_double_nothing() {
    survive(100, 2);
}
