//! Times several things in turn within one process, so that their ratios hold on a noisy machine.
//!
//! Each round times every case once; a case's figure is its best round, since other work on the machine only ever adds.
//! A figure is a row of a table, with its bar where there is one; `cargo xtask bench` gathers the rows of all benchmarks.

use std::{
    fmt::Write as _,
    hint::black_box,
    time::{Duration, Instant},
};

/// How long one case runs in one round, at least.
const SLICE: Duration = Duration::from_millis(20);

/// Something to time: its name, how many units of work one call does, and the call.
pub struct Case<'a> {
    name: &'a str,
    units: u32,
    call: Box<dyn FnMut() + 'a>,
    bar: Option<Bar>,
}

/// What a figure is held to.
#[derive(Clone, Copy, Debug)]
enum Bar {
    /// So many microseconds a unit.
    Micros(f64),
    /// So many times the first case.
    Times(f64),
}

impl<'a> Case<'a> {
    /// A case whose one call does `units` units of work; the figure is per unit.
    pub fn new<T>(name: &'a str, units: u32, mut call: impl FnMut() -> T + 'a) -> Self {
        Self {
            name,
            units,
            call: Box::new(move || {
                black_box(call());
            }),
            bar: None,
        }
    }

    /// Holds the case to so many microseconds a unit.
    #[must_use]
    pub fn at_most(mut self, micros: f64) -> Self {
        self.bar = Some(Bar::Micros(micros));
        self
    }

    /// Holds the case to so many times what the first case of its table costs.
    #[must_use]
    pub fn at_most_times(mut self, times: f64) -> Self {
        self.bar = Some(Bar::Times(times));
        self
    }
}

/// Times the cases in turn for `rounds` rounds and gives a row each: what, microseconds a unit, the bar, whether it holds.
pub fn rows(title: &str, rounds: usize, mut cases: Vec<Case<'_>>) -> String {
    let repeats: Vec<u32> = cases.iter_mut().map(repeats_for_a_slice).collect();
    let mut best = vec![f64::INFINITY; cases.len()];
    for _ in 0..rounds {
        for ((case, &repeats), best) in cases.iter_mut().zip(&repeats).zip(&mut best) {
            let took = time(case, repeats);
            *best = best.min(took.as_secs_f64() * 1e6 / f64::from(repeats) / f64::from(case.units));
        }
    }
    let first = best.first().copied().unwrap_or(1.0);
    let mut text = String::new();
    for (case, &micros) in cases.iter().zip(&best) {
        let _ = writeln!(text, "| {title}: {} | {micros:.2} µs{} |", case.name, judged(case.bar, micros, first));
    }
    text
}

/// The rest of a row: the ratio where that is what is held to a bar, the bar, and the word for how it went.
fn judged(bar: Option<Bar>, micros: f64, first: f64) -> String {
    let word = |holds: bool| if holds { "held" } else { "MISSED" };
    match bar {
        None => " |  | ".to_owned(),
        Some(Bar::Micros(most)) => format!(" | ≤ {most} µs | {}", word(micros <= most)),
        Some(Bar::Times(most)) => {
            let times = micros / first;
            format!(", {times:.2}× | ≤ {most}× | {}", word(times <= most))
        }
    }
}

fn repeats_for_a_slice(case: &mut Case<'_>) -> u32 {
    let mut repeats = 1;
    while repeats < 1 << 20 && time(case, repeats) < SLICE {
        repeats *= 2;
    }
    repeats
}

#[expect(clippy::disallowed_methods, reason = "a benchmark measures real time")]
fn time(case: &mut Case<'_>, repeats: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..repeats {
        (case.call)();
    }
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_whether_its_bar_holds() {
        assert_eq!(judged(None, 2.0, 1.0), " |  | ");
        assert_eq!(judged(Some(Bar::Micros(1.5)), 2.0, 1.0), " | ≤ 1.5 µs | MISSED");
        assert_eq!(judged(Some(Bar::Times(2.5)), 2.0, 1.0), ", 2.00× | ≤ 2.5× | held");
        let text = rows("add", 1, vec![Case::new("one", 1, || 1 + 1).at_most(1e9), Case::new("two", 1, || 2 + 2)]);
        let mut lines = text.lines();
        assert!(lines.next().is_some_and(|line| line.starts_with("| add: one | ") && line.ends_with("µs | held |")));
        assert!(lines.next().is_some_and(|line| line.starts_with("| add: two | ") && line.ends_with("µs |  |  |")));
    }
}
