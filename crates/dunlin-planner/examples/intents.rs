//! Scores phrase recognition on a file of `{ define, tools, tests }`, natively: `cargo run --release --example intents -- FILE [SHOWN]`.
//! With a second file of lines `{ "utterance": … }` of other domains, it prints every answer to one of them.

#![expect(clippy::disallowed_methods, reason = "a program for the terminal that tells how long it takes")]

use std::{env, fs, time::Instant};

use dunlin_base::json;
use dunlin_planner::phrase::{Heard, PhraseBook, Recognized};
use serde_json::{Map, Value, json};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.first().ok_or("name a file")?;
    let shown = arguments.get(1).and_then(|count| count.parse().ok()).unwrap_or(20);
    let data = json::parse(&fs::read_to_string(path).map_err(|error| error.to_string())?)?;
    let began = Instant::now();
    let book = book(&data)?;
    let tests = data["tests"].as_array().ok_or("the file has no tests")?;
    let first = tests.first().and_then(|test| ask(&book, test));
    say(&format!("first answer after {:?}: {:?}", began.elapsed(), first.map(|first| first.tool)));
    let mut wrong = Vec::new();
    for test in tests {
        let answer = ask(&book, test);
        if !is_right(test, answer.as_ref()) {
            let got = answer.map(|answer| format!("{} {}", answer.tool, Value::Object(answer.input)));
            wrong.push(format!(
                "{} {}\n   wanted {} {}\n   got    {got:?}",
                test["text"], test["context"], test["tool"], test["input"]
            ));
        }
    }
    for line in wrong.iter().take(shown) {
        say(line);
    }
    let began = Instant::now();
    for test in tests {
        ask(&book, test);
    }
    let each = began.elapsed().as_secs_f64() * 1e6 / tests.len() as f64;
    say(&format!("{} of {} right, {each:.1} µs a sentence", tests.len() - wrong.len(), tests.len()));
    if let Some(path) = arguments.get(2) {
        others(&book, &fs::read_to_string(path).map_err(|error| error.to_string())?);
    }
    let began = Instant::now();
    let checked = book.check();
    say(&format!(
        "{} conflicts, {} unreachable, {:?}",
        checked.conflicts.len(),
        checked.unreachable.len(),
        began.elapsed()
    ));
    for unreachable in checked.unreachable.iter().take(5) {
        say(&format!("{unreachable:?}"));
    }
    say(&format!("{:?}", book.sample("hass_light_set", 5, 1)));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a program for the terminal")]
fn say(line: &str) {
    println!("{line}");
}

fn book(data: &Value) -> Result<PhraseBook, String> {
    let mut book = PhraseBook::default();
    book.define(data["define"].clone()).map_err(|fault| fault.to_string())?;
    let open = json!({"type": "object"});
    for tool in data["tools"].as_array().ok_or("the file has no tools")? {
        let name = tool["name"].as_str().unwrap_or_default();
        if let Err(fault) = book.register(name, &open, tool["phrases"].clone()) {
            say(&format!("{name}: {fault}"));
        }
    }
    Ok(book)
}

fn ask(book: &PhraseBook, test: &Value) -> Option<Recognized> {
    let context = test["context"].as_object().cloned().unwrap_or_default();
    book.recognize(test["text"].as_str().unwrap_or_default(), &Heard { context, ..Heard::default() })
}

fn is_right(test: &Value, answer: Option<&Recognized>) -> bool {
    let (Some(tool), Some(answer)) = (test["tool"].as_str(), answer) else {
        return test["tool"].is_null() && answer.is_none();
    };
    let empty = Map::new();
    let wanted = test["input"].as_object().unwrap_or(&empty);
    answer.tool == tool
        && wanted.len() == answer.input.len()
        && wanted.iter().all(|(slot, value)| answer.input.get(slot).is_some_and(|got| same(value, got)))
}

fn same(wanted: &Value, got: &Value) -> bool {
    match (wanted, got) {
        (Value::Array(wanted), Value::Array(got)) => wanted.iter().all(|value| got.contains(value)),
        (Value::Array(wanted), got) => wanted.contains(got),
        (wanted, Value::Array(got)) => got.contains(wanted),
        (wanted, got) => wanted == got || wanted.as_f64().is_some_and(|number| got.as_f64() == Some(number)),
    }
}

fn others(book: &PhraseBook, lines: &str) {
    let (mut asked, mut taken) = (0, 0);
    for row in lines.lines().filter_map(|line| json::parse(line).ok()) {
        if row["intent"] != "oos" {
            continue;
        }
        asked += 1;
        let text = row["utterance"].as_str().unwrap_or_default();
        if let Some(answer) = book.recognize(text, &Heard::default()) {
            taken += 1;
            say(&format!("taken: {text} → {} {}", answer.tool, Value::Object(answer.input)));
        }
    }
    say(&format!("{taken} of {asked} sentences of other domains taken"));
}
