//! Prints how many sentences of a file are read right, by kind and by confidence: `cargo run -p dunlin-planner --example
//! sentences -- FILE`, in the form that the head of `testdata/sentences.txt` tells.

#[path = "../tests/judge/mod.rs"]
mod judge;

fn main() -> std::io::Result<()> {
    use std::io::Write as _;
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/sentences.txt".to_owned());
    let known = path.ends_with("testdata/sentences.txt");
    let judgement = judge::judge(&std::fs::read_to_string(path)?, known);
    writeln!(std::io::stdout(), "{}{}", judgement.table, judgement.faults.join("\n"))?;
    std::process::exit(i32::from(!judgement.faults.is_empty()));
}
