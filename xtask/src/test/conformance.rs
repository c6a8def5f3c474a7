//! The official conformance suite of the Model Context Protocol against the program `dunlin`, and against the npm package.

use std::path::Path;

use super::builds::Builds;
use crate::Outcome;
use crate::node;
use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};

/// It has packages of its own: the suite, the reference servers of the SDK, and the Node that the suite needs.
const SUITE: &str = "e2e/conformance";

pub(super) fn needs(place: &Place) -> Outcome {
    node::packages(place, SUITE)
}

pub(super) fn run(builds: &Builds<'_>, report: &mut Report) {
    report.suite("conformance", || asked(builds.place, &builds.program()?).show(), tally::plain);
}

/// The same of the package in that folder.
pub(super) fn of_package(place: &Place, folder: &Path, report: &mut Report) {
    report.suite("npm: conformance", || asked(place, folder).show(), tally::plain);
}

fn asked(place: &Place, whom: &Path) -> Cmd {
    Cmd::new(place, "node").arg(place.at(SUITE).join("run.mjs")).arg(whom)
}
