//! Times several things in turn within one process, so that their ratios hold on a noisy machine.
//!
//! Each round times every case once; a case's figure is the median of its rounds.
//! It judges nothing: a figure is printed, and a person compares it with what was printed before.

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
        }
    }
}

/// Times the cases in turn for `rounds` rounds and gives a table: median microseconds a unit, and the ratio to the first.
pub fn table(title: &str, rounds: usize, mut cases: Vec<Case<'_>>) -> String {
    let repeats: Vec<u32> = cases.iter_mut().map(repeats_for_a_slice).collect();
    let mut figures = vec![Vec::with_capacity(rounds); cases.len()];
    for _ in 0..rounds {
        for ((case, &repeats), figures) in cases.iter_mut().zip(&repeats).zip(&mut figures) {
            let took = time(case, repeats);
            figures.push(took.as_secs_f64() * 1e6 / f64::from(repeats) / f64::from(case.units));
        }
    }
    let medians: Vec<f64> = figures.iter_mut().map(|figures| median(figures)).collect();
    let first = medians.first().copied().unwrap_or(1.0);
    let mut text = format!("{title}\n");
    for (case, median) in cases.iter().zip(&medians) {
        let _ = writeln!(text, "  {:<44} {median:>12.3} µs   × {:.2}", case.name, median / first);
    }
    text
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

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_figure() {
        assert!((median(&mut [9.0, 1.0, 4.0]) - 4.0).abs() < f64::EPSILON);
    }
}
