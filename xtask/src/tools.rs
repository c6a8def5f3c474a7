//! The tools that cargo builds for us: their versions, how each is built, and where it ends up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, files};

/// One command-line tool at one version.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    binary: &'static str,
    version: String,
    /// Given to `cargo install`, beside the name and the version.
    options: &'static [&'static str],
    /// What is built once and runs for moments is built as quickly as can be.
    opt_level: &'static str,
}

pub(crate) fn trunk() -> Tool {
    // Without its look for newer versions and its downloads of other tools it needs no TLS.
    let options = &["--locked", "--no-default-features"];
    Tool { name: "trunk", binary: "trunk", version: "0.21.14".into(), options, opt_level: "0" }
}

pub(crate) fn wasm_pack() -> Tool {
    Tool { name: "wasm-pack", binary: "wasm-pack", version: "0.15.1".into(), options: &["--locked"], opt_level: "0" }
}

/// The command-line tool must be of the very version of the library, so the lock file names it.
pub(crate) fn wasm_bindgen(place: &Place) -> Outcome<Tool> {
    let path = place.at("Cargo.lock");
    let text = files::text(&path)?;
    let version = locked_version(&text, "wasm-bindgen").ok_or("Cargo.lock names no wasm-bindgen")?;
    // Not `--locked`: the lock file published with it names a crate that the registry no longer serves.
    // Without TLS: its runner of tests speaks to the driver of a browser on this machine and to nobody else.
    let options = &["--no-default-features", "--bin", "wasm-bindgen", "--bin", "wasm-bindgen-test-runner"];
    // It reads programs of megabytes, many times a day.
    Ok(Tool { name: "wasm-bindgen-cli", binary: "wasm-bindgen", version, options, opt_level: "1" })
}

fn nextest() -> Tool {
    // Without its self-update it needs no TLS, which is half of its build.
    let options = &["--locked", "--no-default-features", "--features", "default-no-update"];
    Tool { name: "cargo-nextest", binary: "cargo-nextest", version: "0.9.143".into(), options, opt_level: "0" }
}

/// The `bin` folders of all our tools, for the `PATH`.
pub(crate) fn bin_folders(place: &Place) -> Vec<PathBuf> {
    let mut tools = vec![trunk(), wasm_pack(), nextest()];
    tools.extend(wasm_bindgen(place));
    tools.iter().map(|tool| place.tool(tool.name, &tool.version).join("bin")).collect()
}

/// Any nextest from 0.9 on counts the same way, so one that the machine has is as good as ours.
pub(crate) fn install_nextest(place: &Place) -> Outcome {
    if let Ok(version) = Cmd::new(place, "cargo-nextest nextest --version").quiet()
        && version
            .split_whitespace()
            .nth(1)
            .is_some_and(|number| !number.starts_with("0.") || number.starts_with("0.9"))
    {
        println!("  cargo-nextest: {}", version.lines().next().unwrap_or_default());
        return Ok(());
    }
    install_all(place, &[nextest()])
}

/// One after the other: they share what they are built from, which is taken away at the end, for it is a gigabyte and more.
pub(crate) fn install_all(place: &Place, tools: &[Tool]) -> Outcome {
    let build = place.cache.join(format!("build-{}", process::id()));
    let installed = tools.iter().try_for_each(|tool| install(place, &build, tool));
    // What stays takes room and nothing else; where nothing was built there is nothing.
    let _ = fs::remove_dir_all(build);
    installed
}

/// Builds the tool unless it is there. The build goes beside its place and is moved there when it is whole, so that
/// two set-ups at once, or one cut short, leave no half of a tool behind.
fn install(place: &Place, build: &Path, tool: &Tool) -> Outcome {
    let Tool { name, binary, version, options, opt_level } = tool;
    let folder = place.tool(name, version);
    let found = Cmd::new(place, &format!("{binary} --version")).quiet().unwrap_or_default();
    if found.split_whitespace().any(|word| word == version) {
        println!("  {name} {version}: there");
        return Ok(());
    }
    println!("  {name} {version}: building it, once for this machine; this takes some minutes");
    let half = folder.with_file_name(format!(".{name}-{version}-{}", process::id()));
    fs::create_dir_all(&half).map_err(|error| format!("could not make {}: {error}", half.display()))?;
    let built = Cmd::new(place, "cargo install")
        .arg(format!("{name}@{version}"))
        .args(*options)
        .arg("--root")
        .arg(&half)
        .env("CARGO_TARGET_DIR", build)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level)
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
        // Outside the checkout, so that its settings do not reach the tool's build.
        .folder(&place.cache)
        .run();
    let moved = built.and_then(|()| {
        // A folder that is in the way is another set-up's finished tool, or the rest of an old one that did not run.
        if fs::rename(&half, &folder).is_ok() || folder.join("bin").join(binary).is_file() {
            return Ok(());
        }
        let _ = fs::remove_dir_all(&folder);
        fs::rename(&half, &folder).map_err(|error| format!("could not move {name} to {}: {error}", folder.display()))
    });
    let _ = fs::remove_dir_all(&half);
    moved
}

fn locked_version(lock: &str, name: &str) -> Option<String> {
    let lock: toml::Table = lock.parse().ok()?;
    let package = lock
        .get("package")?
        .as_array()?
        .iter()
        .find(|package| package.get("name").and_then(toml::Value::as_str) == Some(name))?;
    package.get("version")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_names_the_version() {
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.2.3\"\n\n[[package]]\nname = \"b\"\nversion = \"4.5.6\"\n";
        assert_eq!(locked_version(lock, "b").as_deref(), Some("4.5.6"));
        assert_eq!(locked_version(lock, "c"), None);
    }
}
