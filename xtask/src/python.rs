//! The peers that are Python packages, as `bench/requirements.txt` has them, in an environment of their own under `target/`.

use std::fs;
use std::path::PathBuf;

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;

const WANTED: &str = "bench/requirements.txt";
const FOLDER: &str = "target/python";

/// The Python that sees the packages.
pub(crate) fn program(place: &Place) -> PathBuf {
    place.at(FOLDER).join("bin/python")
}

pub(crate) fn packages(place: &Place) -> Outcome {
    // The stamp is the list that the environment was made from.
    let stamp = place.at(FOLDER).join(".dunlin-requirements");
    let wanted = fs::read_to_string(place.at(WANTED)).map_err(|error| format!("{WANTED}: {error}"))?;
    if fs::read_to_string(&stamp).is_ok_and(|found| found == wanted) {
        println!("  Python packages: there");
        return Ok(());
    }
    println!("  Python packages: installing them");
    Cmd::new(place, "python3 -m venv --clear")
        .arg(place.at(FOLDER))
        .run()
        .map_err(|error| format!("{error}: install Python 3.10 or newer, with its module venv"))?;
    Cmd::new(place, "")
        .program(&program(place))
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", WANTED])
        .run()?;
    fs::write(&stamp, wanted).map_err(|error| format!("could not stamp: {error}"))
}
