//! The shipped module in a world that a seed decides: tabs that die and sleep, storages that fail, clocks that are set.

use std::path::Path;

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, package, setup};

/// Enough to meet each fault many times, and few enough for the checks of every change.
const SEEDS: &str = "120";

/// `cargo xtask test simulation`, with what the simulation itself is told: `--seeds 50000`, `--seed 17 --trace`.
pub(crate) fn command(place: &Place, words: &[&str]) -> Outcome {
    setup::for_package(place)?;
    package::build(place)?;
    play(place, &place.at(package::FOLDER)).args(words).run()
}

/// As a suite of the npm package that is installed in that folder.
pub(super) fn run(place: &Place, package: &Path, report: &mut Report) {
    report.suite("npm: simulation", || play(place, package).args(["--seeds", SEEDS]).show(), tally::plain);
}

fn play(place: &Place, package: &Path) -> Cmd {
    Cmd::new(place, "node e2e/simulation/main.mjs --package").arg(package)
}
