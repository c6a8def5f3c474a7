#![expect(clippy::print_stdout, reason = "it is run by hand")]
//! Plans and runs many goals made by chance; see `tests/mixed`. The long form of the test `goals`:
//! `cargo run --release -p dunlin --example fuzz_goals -- 30000 7` for 30,000 goals from seed 7.

#[path = "../tests/mixed/mod.rs"]
mod mixed;

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|number| number.parse().ok());
    let (count, seed) = (numbers.next().unwrap_or(30_000), numbers.next().unwrap_or(1));
    mixed::check(seed, count as usize);
    println!("{count} goals from seed {seed}: every plan can be run");
}
