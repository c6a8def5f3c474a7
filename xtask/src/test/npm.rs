//! The npm package as a stranger has it: its tarball, installed into an empty project, in Node and in a page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, browser, package, setup, size};

const SCRATCH: &str = "target/npm-scratch";

/// What is copied into the empty project: its tests, and the file that uses every export with types.
const TESTS: &str = "e2e/npm";

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_package(place)?;
    browser::install(place)
}

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
    super::simulation::run(place, &scratch.join("node_modules/dunlin"), report);
    for (kind, module, resolution) in [("Node", "nodenext", "nodenext"), ("a bundler", "esnext", "bundler")] {
        report.check(&format!("npm: types for {kind}"), || {
            Cmd::new(place, "tsc --noEmit --strict --target es2022 --lib es2022,dom,dom.iterable --types")
                .args(["", "--module", module, "--moduleResolution", resolution, "types.ts"])
                .folder(&scratch)
                .run()
        });
    }
    report.check("npm: bundle by esbuild, in Node", || {
        bundle(place, &scratch, "node", "bundle.mjs")?;
        Cmd::new(place, "node bundle.mjs").folder(&scratch).run()
    });
    report.suite(
        "npm in Chromium",
        || {
            let site = site(place, &scratch)?;
            browser::driven(place, "e2e/run.mjs", &site)?.env("DUNLIN_CASES", place.at(TESTS).join("cases/")).show()
        },
        tally::plain,
    );
}

fn install(place: &Place, tarball: &Path) -> Outcome<PathBuf> {
    let scratch = place.at(SCRATCH);
    let said = |error: std::io::Error| format!("could not fill {SCRATCH}: {error}");
    if scratch.exists() {
        fs::remove_dir_all(&scratch).map_err(said)?;
    }
    copy(&place.at(TESTS), &scratch)?;
    fs::write(scratch.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n").map_err(said)?;
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

/// One import line and no configuration: only what kind of place the bundle is for.
fn bundle(place: &Place, scratch: &Path, platform: &str, out: &str) -> Outcome {
    Cmd::new(place, "esbuild bundled.mjs --bundle --format=esm --log-level=warning")
        .arg(format!("--platform={platform}"))
        .arg(format!("--outfile={out}"))
        .folder(scratch)
        .run()
}

/// A page beside a copy of the installed package, and one with the bundle.
fn site(place: &Place, scratch: &Path) -> Outcome<PathBuf> {
    let site = scratch.join("site");
    copy(&place.at(TESTS).join("site"), &site)?;
    copy(&scratch.join("node_modules/dunlin"), &site.join("dunlin"))?;
    bundle(place, scratch, "browser", "site/bundle.js")?;
    Ok(site)
}

/// The files of a folder, without those of the folders in it.
fn copy(from: &Path, to: &Path) -> Outcome {
    let said = |error: std::io::Error| format!("could not copy {} to {}: {error}", from.display(), to.display());
    fs::create_dir_all(to).map_err(said)?;
    for entry in fs::read_dir(from).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, to.join(name)).map_err(said)?;
        }
    }
    Ok(())
}
