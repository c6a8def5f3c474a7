//! The real page in a real Chromium, the main job once more in Firefox, and what the page weighs.

use crate::place::Place;
use crate::tally::{self, Report};
use crate::{Outcome, browser, firefox, page, setup, size};

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_driven_page(place)
}

pub(super) fn run(place: &Place, report: &mut Report) {
    if !is_built(place, report) {
        return;
    }
    report.check("page: size", || size::check(place, "page", &place.at(page::DIST)));
    report.suite("page in Chromium", || browser::cases(place, "page", &place.at(page::DIST))?.show(), tally::plain);
    firefox::run(place, report);
}

/// The cases of a page whose todos and runs are kept at `dunlin serve`, by name: some of them wait for a session to end that a
/// page could not end when it was left, which takes longer than a case has.
pub(super) fn run_served(place: &Place, report: &mut Report) {
    if !is_built(place, report) {
        return;
    }
    let cases = || {
        let (server, dist) = (super::program(place)?, place.at(page::DIST));
        browser::cases(place, "server", &dist)?.env("DUNLIN_SERVER", server).env("DUNLIN_DIST", dist).show()
    };
    report.suite("page kept at its server", cases, tally::plain);
}

/// Builds the page. Where that fails no case may run: an older build that lies in dist/ would be another page than this one.
fn is_built(place: &Place, report: &mut Report) -> bool {
    let mut built = false;
    report.check("page: build, with nothing inline", || {
        page::build_dist(place)?;
        built = true;
        Ok(())
    });
    built
}
