//! The page: Trunk builds it, and what it built is looked at before anybody is served.

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, files, finish, setup};

pub(crate) const DIST: &str = "dist";

/// `cargo xtask build`
pub(crate) fn build(place: &Place) -> Outcome {
    setup::for_page(place)?;
    build_dist(place)
}

/// Builds the page, checks that nothing in it is inline, lays the documents under it, and compressed copies
/// beside the files.
pub(crate) fn build_dist(place: &Place) -> Outcome {
    trunk(place, "build --release --offline").run()?;
    let path = place.at(DIST).join("index.html");
    let html = files::text(&path)?;
    finish::strict(&html).map_err(|reason| format!("{}: {reason}", path.display()))?;
    Cmd::new(place, "node docs/build.mjs").arg(place.at(DIST).join("docs")).run()?;
    Cmd::new(place, "node xtask/compress.mjs").arg(place.at(DIST)).run()
}

/// `cargo xtask dev`, with whatever `trunk serve` takes after it.
pub(crate) fn dev(place: &Place, rest: &[&str]) -> Outcome {
    setup::for_page(place)?;
    trunk(place, "serve --offline").args(rest).run()
}

fn trunk(place: &Place, words: &str) -> Cmd {
    // Trunk takes `1` in this variable for a wrong value of its own option; what it means is kept.
    Cmd::new(place, &format!("trunk {words}")).env("NO_COLOR", "true")
}
