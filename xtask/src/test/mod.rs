//! `cargo xtask test`: every check, or one part, each counted; a failure does not keep the rest from running.

mod builds;
mod conformance;
mod engine;
mod fresh;
mod native;
mod npm;
mod page;
mod simulation;
mod wasm;

use std::thread;

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::Report;
use crate::{Outcome, setup};
use builds::Builds;

/// What the native tests are built of, so that every part of the tests builds the same once: all but the page, whose own
/// tests are those of wasm and which needs a framework that nothing else here does; the native engines; and the worker of
/// Restate.
const NATIVE: &str = "--workspace --exclude dunlin-web --features dunlin-tools/native,dunlin-server/restate";

/// Has clippy compile the workspace's own crates, and fail at what it warns of: `cargo clippy` by itself would have all that
/// they need looked through once more. Cargo keeps what is compiled so beside what a plain build makes.
fn linted(command: Cmd) -> Cmd {
    // The marks are clippy's own, between the words of its command line.
    const STRICT: &str = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__";
    command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env("CLIPPY_ARGS", STRICT)
}

/// A part's name, what it needs, and what it runs.
type Part = (&'static str, fn(&Place) -> Outcome, fn(&Builds<'_>, &mut Report));

const PARTS: &[Part] = &[
    ("native", setup::for_native, native::run),
    ("conformance", conformance::needs, conformance::run),
    ("engine", engine::needs, engine::run),
    ("wasm", setup::for_wasm, |builds, report| wasm::run(builds.place, report)),
    ("npm", npm::needs, npm::run),
    ("page", page::needs, page::run),
];

/// What is run only by its name, so that all of the rest stays within an hour on a machine that has fetched nothing.
const BY_NAME: &[Part] = &[
    ("served", page::needs, page::run_served),
    ("fresh", setup::for_page, |builds, report| fresh::run(builds.place, report)),
];

pub(crate) use simulation::command as simulation;

pub(crate) fn command(place: &Place, wanted: Option<&str>) -> Outcome {
    let known = || PARTS.iter().chain(BY_NAME);
    if let Some(name) = wanted.filter(|name| known().all(|(part, ..)| part != name)) {
        let parts: Vec<&str> = known().map(|(part, ..)| *part).collect();
        return Err(format!("no such part: {name}; there are {}", parts.join(", ")));
    }
    let mut report = Report::default();
    let place = &Place { builds_once: wanted.is_none(), ..place.clone() };
    if wanted.is_none() {
        // All at once is quicker than part by part. What cannot be had fails the parts that need it, and no other.
        if let Err(reason) = setup::everything(place) {
            println!("{reason}");
        }
    }
    let builds = Builds::new(place);
    thread::scope(|scope| {
        // Tests wait for processes and links for one thread, so the page and the package are built while others are tested.
        let beside = wanted.is_none().then(|| scope.spawn(|| builds.all()));
        for (name, needs, run) in known().take(if wanted.is_none() { PARTS.len() } else { usize::MAX }) {
            if wanted.is_some_and(|wanted| wanted != *name) {
                continue;
            }
            println!("\n==== {name}");
            match needs(place) {
                Ok(()) => run(&builds, &mut report),
                Err(reason) => report.check(&format!("{name}: set-up"), || Err(reason)),
            }
        }
        // What broke off is built again by the part that asks for it, and fails that.
        let _ = beside.map(thread::ScopedJoinHandle::join);
    });
    report.close()
}
