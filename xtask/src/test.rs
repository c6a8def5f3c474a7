//! `cargo xtask test`: every check, or one part, each counted; a failure does not keep the rest from running.

mod conformance;
mod engine;
mod fresh;
mod native;
mod npm;
mod page;
mod simulation;
mod wasm;

use std::path::PathBuf;
use std::time::Instant;

use crate::place::Place;
use crate::shell::Cmd;
use crate::tally::Report;
use crate::{Outcome, setup};

/// What is built in, so that every part of the tests builds the same once: the native engines, and the worker of Restate.
const FEATURES: &str = "dunlin-tools/native,dunlin-server/restate";

/// The program `dunlin`, built as the native tests build it, so that nothing is compiled twice.
fn program(place: &Place) -> Outcome<PathBuf> {
    Cmd::new(place, "cargo test --workspace --no-run --features").arg(FEATURES).run()?;
    Ok(place.at("target/debug").join(format!("dunlin{}", std::env::consts::EXE_SUFFIX)))
}

/// A part's name, what it needs, and what it runs.
type Part = (&'static str, fn(&Place) -> Outcome, fn(&Place, &mut Report));

const PARTS: &[Part] = &[
    ("native", setup::for_native, native::run),
    ("conformance", conformance::needs, conformance::run),
    ("engine", engine::needs, engine::run),
    ("wasm", setup::for_wasm, wasm::run),
    ("npm", npm::needs, npm::run),
    ("page", page::needs, page::run),
    ("fresh", setup::for_page, fresh::run),
];

/// What is run only by its name.
const BY_NAME: &[Part] = &[("served", page::needs, page::run_served)];

pub(crate) use simulation::command as simulation;

pub(crate) fn command(place: &Place, wanted: Option<&str>) -> Outcome {
    if let Some(name) = wanted.filter(|name| PARTS.iter().chain(BY_NAME).all(|(part, ..)| part != name)) {
        return Err(format!(
            "no such part: {name}; there are native, conformance, engine, wasm, npm, page, served and fresh"
        ));
    }
    let mut report = Report::default();
    if wanted.is_none() {
        // All at once is quicker than part by part. What cannot be had fails the parts that need it, and no other.
        if let Err(reason) = setup::everything(place) {
            println!("{reason}");
        }
    }
    let parts = PARTS.iter().chain(BY_NAME.iter().filter(|_| wanted.is_some()));
    for (name, needs, run) in parts {
        if wanted.is_some_and(|wanted| wanted != *name) {
            continue;
        }
        #[expect(clippy::disallowed_methods, reason = "this is a native command and says how long it took")]
        let start = Instant::now();
        println!("\n==== {name}");
        match needs(place) {
            Ok(()) => run(place, &mut report),
            Err(reason) => report.check(&format!("{name}: set-up"), || Err(reason)),
        }
        println!("\n==== {name} took {} s", start.elapsed().as_secs());
    }
    report.close()
}
