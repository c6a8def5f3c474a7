//! The npm package as a stranger has it: its tarball, installed into an empty project.

use std::fs;
use std::path::{Path, PathBuf};

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, package, size};

const SCRATCH: &str = "target/npm-scratch";

/// What is copied into the empty project: its tests, and the file that uses every export with types.
const TESTS: &str = "e2e/npm";

pub(super) fn run(place: &Place, report: &mut Report) {
    let mut scratch = None;
    report.check("npm: build, pack and install", || {
        scratch = Some(install(place, &package::build(place)?)?);
        Ok(())
    });
    let Some(scratch) = scratch else { return };
    report.check("npm: size", || size::check(place, "npm", &place.at(package::FOLDER)));
    report.suite(
        "npm in Node",
        || Cmd::new(place, "node --test --test-reporter=tap").args(tests(&scratch)).folder(&scratch).show(),
        tally::node,
    );
    report.check("npm: types", || {
        let options = "tsc --noEmit --strict --target es2022 --module nodenext --moduleResolution nodenext types.ts";
        Cmd::new(place, options).folder(&scratch).run()
    });
    report.check("npm: types for a bundler", || {
        let options = "tsc --noEmit --strict --target es2022 --module esnext --moduleResolution bundler types.ts";
        Cmd::new(place, options).folder(&scratch).run()
    });
    report.check("npm: bundle by esbuild", || {
        let options =
            "esbuild bundled.mjs --bundle --format=esm --platform=node --outfile=bundle/out.mjs --log-level=warning";
        Cmd::new(place, options).folder(&scratch).run()?;
        Cmd::new(place, "node bundle/out.mjs").folder(&scratch).run()
    });
}

fn install(place: &Place, tarball: &Path) -> Outcome<PathBuf> {
    let scratch = place.at(SCRATCH);
    let said = |error: std::io::Error| format!("could not fill {SCRATCH}: {error}");
    if scratch.exists() {
        fs::remove_dir_all(&scratch).map_err(said)?;
    }
    fs::create_dir_all(&scratch).map_err(said)?;
    fs::write(scratch.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n").map_err(said)?;
    for entry in fs::read_dir(place.at(TESTS)).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, scratch.join(name)).map_err(said)?;
        }
    }
    Cmd::new(place, "npm install --offline --no-audit --no-fund --loglevel=error")
        .arg(tarball)
        .folder(&scratch)
        .run()?;
    Ok(scratch)
}

fn tests(scratch: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(scratch).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    tests
}
