//! The real page in a real Chromium, and what it weighs.

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, browser, page, serve, setup, size};

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_page(place)?;
    browser::install(place)
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
    report.suite("page in Chromium", || in_chromium(place, "e2e/run.mjs")?.show(), tally::plain);
}

/// A script of ours with the address of the served page and the browser to drive.
pub(crate) fn in_chromium(place: &Place, script: &str) -> Outcome<Cmd> {
    let url = serve::in_background(&place.at(page::DIST))?;
    let chromium = browser::chromium(place).ok_or("found no Chromium")?;
    Ok(Cmd::new(place, "node")
        .arg(script)
        .env("DUNLIN_URL", url)
        .env("CHROME", chromium)
        .env("CHROME_FLAGS", browser::flags(place).join(" ")))
}
