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

    packages(place, ".")
}

/// Installs the packages of one folder, as its `package-lock.json` has them.
pub(crate) fn packages(place: &Place, folder: &str) -> Outcome {
    // The stamp is the lock file that the folder was made from; npm writes it whole or not at all.
    let folder = place.at(folder);
    let stamp = folder.join("node_modules/.dunlin-lock");
    let wanted =
        fs::read_to_string(folder.join("package-lock.json")).map_err(|error| format!("no lock file: {error}"))?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        println!("  npm packages: there");
        return Ok(());
    }
    println!("  npm packages: installing them");
    // `npm ci` refuses a lock file without the packages for other systems, which some registries do not serve.
    Cmd::new(place, "npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error")
        .folder(&folder)
        .run()?;
    fs::write(&stamp, wanted).map_err(|error| format!("could not stamp: {error}"))
}
