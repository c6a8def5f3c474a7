//! Runs that live in Restate: the program `dunlin` against a real engine, killed at random.

use super::builds::Builds;
use crate::Outcome;
use crate::node;
use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};

/// It has packages of its own: the engine.
const SUITE: &str = "e2e/engine";

pub(super) fn needs(place: &Place) -> Outcome {
    node::packages(place, SUITE)
}

pub(super) fn run(builds: &Builds<'_>, report: &mut Report) {
    report.suite(
        "engine",
        || {
            let (place, program) = (builds.place, builds.program()?);
            Cmd::new(place, "node").arg(place.at(SUITE).join("run.mjs")).arg(program).show()
        },
        tally::plain,
    );
}
