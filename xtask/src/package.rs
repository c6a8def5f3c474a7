//! The npm package: the wasm crate built small, bound, shrunk, and laid beside its hand-written JavaScript.
//!
//! `crates/dunlin-wasm/js/` holds the package's face (`package.json`, `*.js`, `*.d.ts`); each door imports what wasm-bindgen
//! writes as `./wasm/NAME.js` and `./wasm/NAME_bg.wasm`. This file knows those names and no more; `doors.mjs` there does the
//! rest before it is packed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, setup};

const FACE: &str = "crates/dunlin-wasm/js";
pub(crate) const FOLDER: &str = "pkg";
const WORKSHOP: &str = "target/package";

/// `cargo xtask package`
pub(crate) fn command(place: &Place) -> Outcome {
    setup::for_package(place)?;
    let tarball = build(place)?;
    println!("\nthe package is in {FOLDER}/, its tarball is {}", tarball.display());
    Ok(())
}

/// The doors of the package: the name of its module, and the features of the crate that are in it.
const DOORS: [(&str, &str); 5] =
    [("dunlin", "calc,dates,goals"), ("runtime", "runtime"), ("calc", "calc"), ("dates", "dates"), ("tools", "tools")];

/// Builds the package and gives the path of its tarball.
pub(crate) fn build(place: &Place) -> Outcome<PathBuf> {
    // Built aside and moved whole, so that `pkg/` never holds half a package.
    let fresh = place.at(WORKSHOP).join("pkg");
    let said = |error: std::io::Error| format!("could not fill {}: {error}", fresh.display());
    if fresh.exists() {
        fs::remove_dir_all(&fresh).map_err(said)?;
    }
    fs::create_dir_all(fresh.join("wasm")).map_err(said)?;
    for (name, features) in DOORS {
        door(place, &fresh, name, features)?;
    }
    copy_face(place, &fresh)?;
    for name in ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE"] {
        if place.at(name).is_file() {
            fs::copy(place.at(name), fresh.join(name)).map_err(said)?;
        }
    }
    let folder = place.at(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(said)?;
    }
    fs::rename(&fresh, &folder).map_err(said)?;

    Cmd::new(place, "npm pack --loglevel=error --pack-destination").arg(place.at(WORKSHOP)).folder(&folder).run()?;
    let tarball = place.at(WORKSHOP).join(format!("dunlin-{}.tgz", version(place)?));
    if tarball.is_file() { Ok(tarball) } else { Err(format!("npm pack left no {}", tarball.display())) }
}

/// One module and the script that wasm-bindgen writes for it, into `wasm/`.
fn door(place: &Place, fresh: &Path, name: &str, features: &str) -> Outcome {
    const TARGET: &str = "wasm32-unknown-unknown";
    // The crate is a library for its tests too, and cargo leaves out link-time optimisation where a library is asked for.
    let cargo = "cargo rustc --package dunlin-wasm --lib --crate-type cdylib --profile wasm-package --target";
    Cmd::new(place, cargo).args([TARGET, "--no-default-features", "--features", features]).run()?;
    let folder = fresh.join("wasm");
    Cmd::new(place, "wasm-bindgen --target web --out-name")
        .args([name, "--out-dir"])
        .arg(&folder)
        .arg(place.at("target").join(TARGET).join("wasm-package/dunlin_wasm.wasm"))
        .run()?;
    let wasm = folder.join(format!("{name}_bg.wasm"));
    // The features that the module uses are in its own section; `--all-features` would make one that no engine takes.
    Cmd::new(place, "wasm-opt -Os --one-caller-inline-max-function-size=60").arg(&wasm).arg("-o").arg(&wasm).run()
}

/// Everything in the face's folder, the engines' scripts in their own, with the workspace's version in the manifest.
fn copy_face(place: &Place, fresh: &Path) -> Outcome {
    let face = place.at(FACE);
    let said = |error: std::io::Error| format!("could not copy {FACE}: {error}");
    let manifest = fs::read_to_string(face.join("package.json")).map_err(said)?;
    for entry in fs::read_dir(&face).map_err(said)? {
        let path = entry.map_err(said)?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, fresh.join(name)).map_err(said)?;
        }
    }
    let engines = fresh.join("engines");
    fs::create_dir_all(&engines).map_err(said)?;
    for entry in fs::read_dir(face.join("engines")).map_err(said)? {
        let entry = entry.map_err(said)?;
        fs::copy(entry.path(), engines.join(entry.file_name())).map_err(said)?;
    }
    let manifest =
        with_version(&manifest, &version(place)?).ok_or(format!("{FACE}/package.json has no version line"))?;
    fs::write(fresh.join("package.json"), manifest).map_err(said)
}

/// The version is stated once, in the workspace's manifest.
fn version(place: &Place) -> Outcome<String> {
    let text =
        fs::read_to_string(place.at("Cargo.toml")).map_err(|error| format!("could not read Cargo.toml: {error}"))?;
    let manifest: toml::Table = text.parse().map_err(|error| format!("Cargo.toml: {error}"))?;
    let version =
        manifest.get("workspace").and_then(|table| table.get("package")).and_then(|table| table.get("version"));
    version
        .and_then(toml::Value::as_str)
        .map(str::to_owned)
        .ok_or("Cargo.toml states no workspace.package.version".into())
}

fn with_version(manifest: &str, version: &str) -> Option<String> {
    let key = "\"version\":";
    let (before, rest) = manifest.split_once(key)?;
    let (_, rest) = rest.split_once('"')?;
    let (_, after) = rest.split_once('"')?;
    Some(format!("{before}{key} \"{version}\"{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_takes_the_version() {
        let manifest = "{ \"name\": \"dunlin\", \"version\": \"0.0.0\", \"type\": \"module\" }";
        let expected = "{ \"name\": \"dunlin\", \"version\": \"1.2.3\", \"type\": \"module\" }";
        assert_eq!(with_version(manifest, "1.2.3").as_deref(), Some(expected));
        assert_eq!(with_version("{}", "1.2.3"), None);
    }
}
