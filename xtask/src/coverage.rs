//! `cargo xtask coverage`: which share of each core crate's lines its native tests run, as the compiler itself counts.
//!
//! Everything is built once more with the compiler's own instruments, in a target folder of its own; rustup's `llvm-tools`
//! read what they counted. The crates that touch the browser are tested in browsers, where nothing counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::place::Place;
use crate::shell::Cmd;
use crate::{Outcome, bench, files, setup, tidy};

const FOLDER: &str = "target/coverage";

/// The least share of lines, in percent.
const BAR: u64 = 85;

/// Lines, and how many of them were run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lines {
    all: u64,
    run: u64,
}

/// `cargo xtask coverage [--update]`
pub(crate) fn command(place: &Place, update: bool) -> Outcome {
    setup::for_native(place)?;
    let tools = tools(place)?;
    let counted = place.at(FOLDER).join("counted");
    files::remove(&counted)?;
    println!("building every core crate and its tests with the compiler's instruments");
    let built = instrumented(place, "cargo test --no-run --message-format=json").quiet()?;
    let tests = executables(&built);
    let ended = instrumented(place, "cargo test --no-fail-fast --lib --bins --tests").run();
    let merged = counted.join("all.profdata");
    Cmd::new(place, "")
        .program(&tools.join("llvm-profdata"))
        .args(["merge", "-sparse", "-o"])
        .arg(&merged)
        .args(files::ending(&counted, "profraw")?)
        .run()?;
    let mut export = Cmd::new(place, "").program(&tools.join("llvm-cov")).args(["export", "-summary-only"]);
    export = export.arg(format!("-instr-profile={}", merged.display()));
    for test in &tests {
        export = export.arg("-object").arg(test);
    }
    let table = table(&by_crate(&export.quiet()?, &place.root)?);
    println!("\n{table}");
    if update {
        bench::write_section(place, HEAD, &table)?;
    }
    ended
}

/// In the committed figures.
const HEAD: &str = "## `cargo xtask coverage`: lines of the core that native tests run";

/// rustup's, of the very version of the compiler.
fn tools(place: &Place) -> Outcome<PathBuf> {
    let root = Cmd::new(place, "rustc --print target-libdir").quiet()?;
    let folder = Path::new(root.trim()).with_file_name("bin");
    if !folder.join("llvm-cov").is_file() {
        println!("  llvm-tools: adding them");
        Cmd::new(place, "rustup component add llvm-tools").run()?;
    }
    Ok(folder)
}

fn instrumented(place: &Place, words: &str) -> Cmd {
    let folder = place.at(FOLDER);
    let packages = tidy::core_packages().flat_map(|package| ["-p", package]);
    Cmd::new(place, words)
        .args(packages)
        .env("CARGO_TARGET_DIR", &folder)
        .env("RUSTFLAGS", "-C instrument-coverage")
        // One file for each program, whichever process of it counts.
        .env("LLVM_PROFILE_FILE", folder.join("counted/%m.profraw"))
}

/// The tests that cargo says it built.
fn executables(built: &str) -> Vec<PathBuf> {
    let told = built.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    told.filter_map(|told| told.get("executable").and_then(Value::as_str).map(PathBuf::from)).collect()
}

/// What llvm-cov exported, by crate: the files in `crates/NAME/src`.
fn by_crate(exported: &str, root: &Path) -> Outcome<BTreeMap<String, Lines>> {
    let told: Value = serde_json::from_str(exported).map_err(|error| format!("llvm-cov: {error}"))?;
    let files = told.pointer("/data/0/files").and_then(Value::as_array).ok_or("llvm-cov exported no files")?;
    let mut crates = BTreeMap::<String, Lines>::new();
    for file in files {
        let path = file.get("filename").and_then(Value::as_str).unwrap_or_default();
        let Ok(path) = Path::new(path).strip_prefix(root.join("crates")) else { continue };
        let mut parts = path.iter().filter_map(|part| part.to_str());
        let (Some(name), Some("src")) = (parts.next(), parts.next()) else { continue };
        let number =
            |key: &str| file.pointer(&format!("/summary/lines/{key}")).and_then(Value::as_u64).unwrap_or_default();
        let lines = crates.entry(name.to_owned()).or_default();
        lines.all += number("count");
        lines.run += number("covered");
    }
    crates.retain(|name, _| tidy::core_packages().any(|package| package == name));
    if crates.is_empty() { Err("llvm-cov knows none of the core crates".into()) } else { Ok(crates) }
}

fn table(crates: &BTreeMap<String, Lines>) -> String {
    let sum =
        crates.values().fold(Lines::default(), |sum, one| Lines { all: sum.all + one.all, run: sum.run + one.run });
    let rows = crates.iter().map(|(name, lines)| (format!("`{name}`"), *lines));
    let rows = rows.chain([("all of them".to_owned(), sum)]).map(|(name, Lines { all, run })| {
        let held = if run * 100 >= all * BAR { "held" } else { "MISSED" };
        // To a tenth, never rounded up to a bar.
        let tenths = run * 1000 / all.max(1);
        format!("| {name}, {all} lines | {}.{} % | ≥ {BAR} % | {held} |\n", tenths / 10, tenths % 10)
    });
    std::iter::once("| crate | lines run | bar | |\n| --- | ---: | ---: | --- |\n".to_owned()).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_by_crate() {
        let file = |name: &str, count: u64, covered: u64| {
            format!(
                "{{\"filename\":\"/x/{name}\",\"summary\":{{\"lines\":{{\"count\":{count},\"covered\":{covered}}}}}}}"
            )
        };
        let files = [
            file("crates/dunlin-calc/src/a.rs", 10, 9),
            file("crates/dunlin-calc/src/b/c.rs", 10, 8),
            file("crates/dunlin-calc/tests/d.rs", 100, 0),
            file("crates/dunlin-wasm/src/e.rs", 100, 0),
            file("elsewhere/crates/dunlin-date/src/f.rs", 100, 0),
            file("crates/dunlin-date/src/g.rs", 100, 84),
        ];
        let exported = format!("{{\"data\":[{{\"files\":[{}]}}]}}", files.join(","));
        let crates = by_crate(&exported, Path::new("/x")).unwrap();
        let (calc, date) = (Lines { all: 20, run: 17 }, Lines { all: 100, run: 84 });
        assert_eq!(crates, BTreeMap::from([("dunlin-calc".into(), calc), ("dunlin-date".into(), date)]));
        let table = table(&crates);
        assert!(table.contains("| `dunlin-calc`, 20 lines | 85.0 % | ≥ 85 % | held |"), "{table}");
        assert!(table.contains("| `dunlin-date`, 100 lines | 84.0 % | ≥ 85 % | MISSED |"), "{table}");
        assert!(by_crate("{\"data\":[{\"files\":[]}]}", Path::new("/x")).is_err());
    }

    #[test]
    fn the_tests_that_were_built_are_found() {
        let built = "{\"executable\":null}\n{\"executable\":\"/x/a-1\"}\nwarning\n";
        assert_eq!(executables(built), [PathBuf::from("/x/a-1")]);
    }
}
