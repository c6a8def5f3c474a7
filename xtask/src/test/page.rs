//! The real page in a real Chromium, the main job once more in Firefox, and what the page weighs.

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, browser, firefox, page, setup, size};

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_driven_page(place)
}

/// The cases of a page whose todos and runs are kept at `dunlin serve`.
fn served(place: &Place) -> Outcome<Cmd> {
    let dist = place.at(page::DIST);
    let server = place.at("target/debug").join(format!("dunlin{}", std::env::consts::EXE_SUFFIX));
    Ok(browser::cases(place, "server", &dist)?.env("DUNLIN_SERVER", server).env("DUNLIN_DIST", &dist))
}

pub(super) fn run(place: &Place, report: &mut Report) {
    let mut built = false;
    report.check("page: build, with nothing inline", || {
        page::build_dist(place)?;
        built = true;
        Ok(())
    });
    if !built {
        // An older build that lies in dist/ would be another page than this one.
        return;
    }
    report.check("page: size", || size::check(place, "page", &place.at(page::DIST)));
    report.suite("page in Chromium", || browser::cases(place, "page", &place.at(page::DIST))?.show(), tally::plain);
    firefox::run(place, report);
}

/// The cases of a page that is kept at its server, by name: some of them wait for a session to end that a page could not end
/// when it was left, which takes longer than a case has.
pub(super) fn run_served(place: &Place, report: &mut Report) {
    report.check("page: build", || page::build_dist(place));
    report.check("page: the server that can keep what it stores", || {
        // As the native tests build it, so that nothing is compiled twice.
        Cmd::new(place, "cargo test --workspace --no-run --features").arg(super::FEATURES).run()
    });
    report.suite("page kept at its server", || served(place)?.show(), tally::plain);
}
