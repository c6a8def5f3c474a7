//! The official conformance suite of the Model Context Protocol against the program `dunlin`.

use crate::Outcome;
use crate::node;
use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};

/// It has packages of its own: the suite, and the Node that the suite needs.
const SUITE: &str = "e2e/conformance";

pub(super) fn needs(place: &Place) -> Outcome {
    node::packages(place, SUITE)
}

pub(super) fn run(place: &Place, report: &mut Report) {
    report.suite(
        "conformance",
        || {
            // As the native tests build it, so that nothing is compiled twice.
            Cmd::new(place, "cargo test --workspace --no-run --features").arg(super::FEATURES).run()?;
            Cmd::new(place, "node").arg(place.at(SUITE).join("run.mjs")).arg(place.at("target/debug/dunlin")).show()
        },
        tally::plain,
    );
}
