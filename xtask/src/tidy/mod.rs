//! `cargo xtask tidy`: the rules of the repository that no compiler checks.
//!
//! Arrows between the crates and between the planner's layers, where the browser's crates may be used, the crates that are built
//! along, and the shape of the files. Every finding names its file and says what to do.

mod arrows;
mod crates;
mod files;
mod layers;
mod words;

use std::fs;

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;

pub(crate) use arrows::core_packages;

/// A file that git knows or would take, by its path from the root, with its text unless it is binary.
pub(crate) struct Source {
    path: String,
    text: String,
}

pub(crate) fn command(place: &Place) -> Outcome {
    let sources = sources(place)?;
    let mut findings = arrows::findings(&sources);
    findings.extend(files::findings(&sources));
    findings.extend(layers::findings(&sources));
    findings.extend(words::findings(&sources));
    findings.extend(crates::findings(place)?);
    if findings.is_empty() {
        println!("tidy: {} files, nothing to say", sources.len());
        return Ok(());
    }
    for finding in &findings {
        println!("{finding}");
    }
    Err(format!("{} findings", findings.len()))
}

fn sources(place: &Place) -> Outcome<Vec<Source>> {
    let listed = Cmd::new(place, "git ls-files -z --cached --others --exclude-standard").quiet()?;
    let mut paths: Vec<&str> = listed.split('\0').filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    // A file that is in the index and no longer on the disk is being removed; one that is no text has no lines.
    let read = |path: &str| Some(Source { path: path.into(), text: fs::read_to_string(place.at(path)).ok()? });
    Ok(paths.into_iter().filter_map(read).filter(|source| !source.text.contains('\0')).collect())
}
