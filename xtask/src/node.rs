//! Node and the npm packages that the checks and the page's build use, as `package-lock.json` has them.

use std::fs;

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;

/// The oldest Node that the package promises to work in.
const OLDEST: u32 = 20;

pub(crate) fn install(place: &Place) -> Outcome {
    let version = Cmd::new(place, "node --version")
        .quiet()
        .map_err(|_| format!("found no Node: install Node {OLDEST} or newer, with npm"))?;
    let version = version.trim();
    let major = version.trim_start_matches('v').split('.').next().and_then(|number| number.parse::<u32>().ok());
    if major.is_none_or(|major| major < OLDEST) {
        return Err(format!("found Node {version}: install Node {OLDEST} or newer"));
    }
    println!("  node: {version}");

    // The stamp is the lock file that the folder was made from; npm writes it whole or not at all.
    let read = |path: &str| fs::read_to_string(place.at(path)).ok();
    let wanted = read("package-lock.json").ok_or("found no package-lock.json")?;
    if read("node_modules/.dunlin-lock").as_deref() == Some(&wanted) {
        println!("  npm packages: there");
        return Ok(());
    }
    println!("  npm packages: installing them");
    Cmd::new(place, "npm ci --ignore-scripts --no-audit --no-fund --loglevel=error").run()?;
    fs::write(place.at("node_modules/.dunlin-lock"), wanted).map_err(|error| format!("could not stamp: {error}"))
}
