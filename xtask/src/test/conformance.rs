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
            let program = super::program(place)?;
            Cmd::new(place, "node").arg(place.at(SUITE).join("run.mjs")).arg(program).show()
        },
        tally::plain,
    );
}
