//! The real page in a real Chromium, the main job once more in Firefox, and what the page weighs.

use super::builds::Builds;
use crate::place::Place;
use crate::tally::{self, Report};
use crate::{Outcome, browser, firefox, page, setup, size};

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_driven_page(place)
}

pub(super) fn run(builds: &Builds<'_>, report: &mut Report) {
    let place = builds.place;
    if !is_built(builds, report) {
        return;
    }
    report.check("page: size", || size::check(place, "page", &place.at(page::DIST)));
    report.suite("page in Chromium", || browser::cases(place, "page", &place.at(page::DIST))?.show(), tally::plain);
    served(builds, "kept", report);
    firefox::run(place, report);
}

/// All cases of a page whose todos and runs are kept at `dunlin serve`.
pub(super) fn run_served(builds: &Builds<'_>, report: &mut Report) {
    if is_built(builds, report) {
        served(builds, "server", report);
    }
}

/// The cases of a project whose pages keep everything at a server.
fn served(builds: &Builds<'_>, project: &str, report: &mut Report) {
    let place = builds.place;
    let cases = || {
        let (server, dist) = (builds.program()?, place.at(page::DIST));
        browser::cases(place, project, &dist)?.env("DUNLIN_SERVER", server).env("DUNLIN_DIST", dist).show()
    };
    report.suite("page kept at its server", cases, tally::plain);
}

fn is_built(builds: &Builds<'_>, report: &mut Report) -> bool {
    let mut built = false;
    report.check("page: build, with nothing inline", || {
        builds.page()?;
        built = true;
        Ok(())
    });
    built
}
