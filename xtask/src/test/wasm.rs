//! What is compiled to wasm, looked through by clippy, and its tests inside a headless Chromium.

use std::fs;
use std::path::Path;

use crate::Outcome;
use crate::browser;
use crate::place::Place;
use crate::shell::{Cmd, Shown};
use crate::tally::{self, Report};

/// The crates that touch the browser, and their folders.
const PACKAGES: &[(&str, &str)] =
    &[("dunlin-browser", "crates/dunlin-browser"), ("dunlin-wasm", "crates/dunlin-wasm"), ("dunlin-web", "web")];

pub(super) fn run(place: &Place, report: &mut Report) {
    report.suite("wasm tests", || headless(place), tally::libtest);
}

/// All of them in one call: cargo compiles what they share once where it is asked for all at once, and else once for each.
fn headless(place: &Place) -> Outcome<Shown> {
    let chromium = browser::chromium(place).ok_or("found no Chromium")?;
    let driver = browser::driver(place).ok_or("found no ChromeDriver")?;
    let tests = "wasm-pack test --headless --chrome --mode no-install --chromedriver";
    let mut tests = super::linted(Cmd::new(place, tests).arg(driver).arg(PACKAGES[0].1));
    for (package, folder) in PACKAGES {
        write_flags(place, folder, &chromium)?;
        tests = tests.args(["--package", package]);
    }
    tests.show()
}

/// The runner reads Chromium's flags from a `webdriver.json` beside the crate's manifest. They depend on the person
/// (root needs another) and on where Chromium is, so the file is made here and ignored by git.
fn write_flags(place: &Place, folder: &str, chromium: &Path) -> Outcome {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let flags = browser::flags(place).iter().map(|flag| quoted(flag)).collect::<Vec<_>>().join(", ");
    let binary = quoted(&chromium.to_string_lossy());
    let json = format!("{{ \"goog:chromeOptions\": {{ \"binary\": {binary}, \"args\": [{flags}] }} }}\n");
    let path = place.at(folder).join("webdriver.json");
    fs::write(&path, json).map_err(|error| format!("could not write {}: {error}", path.display()))
}
