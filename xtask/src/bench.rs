//! `cargo xtask bench`: the native benchmarks, then the package's in Node.

use std::fs;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, package, setup};

pub(crate) fn command(place: &Place) -> Outcome {
    setup::for_package(place)?;
    Cmd::new(place, "cargo bench --package dunlin-bench").run()?;
    package::build(place)?;
    let folder = place.at("bench");
    let entries = fs::read_dir(&folder).map_err(|error| format!("could not read {}: {error}", folder.display()))?;
    let mut scripts: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    scripts.retain(|path| path.to_string_lossy().ends_with(".bench.mjs"));
    scripts.sort();
    for script in scripts {
        Cmd::new(place, "node --expose-gc").arg(script).run()?;
    }
    Ok(())
}
