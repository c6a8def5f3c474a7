//! `cargo xtask screenshots`: the page driven as a person would, and its pictures taken.

use crate::Outcome;
use crate::place::Place;
use crate::{browser, page, setup};

pub(crate) fn command(place: &Place) -> Outcome {
    setup::for_page(place)?;
    browser::install(place)?;
    page::build_dist(place)?;
    browser::driven(place, "e2e/screenshots.mjs", &place.at(page::DIST))?.run()
}
