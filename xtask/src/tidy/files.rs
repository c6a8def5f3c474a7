//! The shape of the files: length, where modules stand, blanks at line ends, paths of somebody's machine, where the target is
//! asked for.

use super::Source;

/// A file of code has one subject; past this it has two, or says why not.
const LONGEST: usize = 600;
const EXCUSE: &str = "Longer than 600 lines because";

/// What other programs write is theirs to shape.
const WRITTEN_BY_PROGRAMS: &[&str] = &[".snap", ".proptest-regressions", "package-lock.json", "Cargo.lock", ".svg"];
/// Input that is kept to the byte: a fuzzing corpus, and the official test suite of JSON Schema.
const KEPT_AS_IT_IS: &[&str] = &["fuzz/corpus/", "testdata/json-schema/"];

pub(super) fn findings(sources: &[Source]) -> Vec<String> {
    sources.iter().flat_map(of_file).chain(beside_their_folder(sources)).collect()
}

/// A module that has modules of its own stands in their folder.
fn beside_their_folder(sources: &[Source]) -> impl Iterator<Item = String> + '_ {
    let paths = || sources.iter().map(|source| source.path.as_str()).filter(|path| is_rust(path));
    paths().filter_map(move |path| {
        let folder = path.strip_suffix("rs")?.strip_suffix('.')?;
        let is_inside = |other: &str| other.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        paths().any(is_inside).then(|| format!("{path}: its modules stand in {folder}/: move it to {folder}/mod.rs"))
    })
}

fn of_file(source: &Source) -> Vec<String> {
    let Source { path, text } = source;
    let mut findings = Vec::new();
    if is_rust(path) && text.lines().count() > LONGEST && !module_doc(text).contains(EXCUSE) {
        findings.push(format!(
            "{path}: {} lines: split it by subject, or say in its module doc \"{EXCUSE} …\"",
            text.lines().count()
        ));
    }
    if path.ends_with("package-lock.json") && text.contains("\"resolved\"") {
        findings.push(format!("{path}: names a registry: make it with the settings in .npmrc"));
    }
    let is_core =
        path.starts_with("crates/") && ["dunlin-browser", "dunlin-wasm"].iter().all(|room| !path.contains(room));
    let by_a_program = WRITTEN_BY_PROGRAMS.iter().any(|end| path.ends_with(end))
        || KEPT_AS_IT_IS.iter().any(|folder| path.starts_with(folder));
    for (number, line) in (1..).zip(text.lines()) {
        let mut say = |what: &str| findings.push(format!("{path}:{number}: {what}"));
        if !by_a_program && line.ends_with([' ', '\t', '\r']) {
            say("a blank at the end of the line");
        }
        if machine_folders().iter().any(|folder| names_folder(line, folder)) {
            say("a path of somebody's machine");
        }
        if path.rsplit('.').next() != Some("md") && unstable().iter().any(|switch| line.contains(switch)) {
            say("an unstable switch: the compiler is the stable one as it comes");
        }
        if is_core && is_rust(path) && line.contains("target_arch") && !line.trim_start().starts_with("//") {
            say("the core does not ask for its target: the environment arrives through dunlin_base's traits");
        }
    }
    if !by_a_program && !text.is_empty() && !text.ends_with('\n') {
        findings.push(format!("{path}: the last line has no end"));
    }
    findings
}

/// Put together, so that this file does not find itself.
fn machine_folders() -> [String; 4] {
    ["root", "work", "home", "Users"].map(|name| format!("/{name}/"))
}

/// What makes the stable compiler an unstable one, put together for the same reason.
fn unstable() -> [String; 3] {
    [["RUSTC_", "BOOTSTRAP"], ["build-", "std"], ["-Z ", "unstable"]].map(|[start, end]| [start, end].concat())
}

/// A path that starts at the root of a disk: what stands before it is no part of a longer path or an address.
fn names_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|letter| !(letter.is_alphanumeric() || "._-~/$}*".contains(letter)))
    })
}

fn is_rust(path: &str) -> bool {
    path.rsplit('.').next() == Some("rs")
}

fn module_doc(text: &str) -> String {
    text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = of_file(&Source { path: path.into(), text: text.into() });
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn a_module_stands_with_its_modules() {
        let source = |path: &str| Source { path: path.into(), text: "//! A module.\n".into() };
        let sources =
            ["src/bus.rs", "src/bus/lease.rs", "src/lib.rs", "src/memory/mod.rs", "src/memory/words.rs", "src/bush.rs"];
        let found = findings(&sources.map(source));
        assert_eq!(found, ["src/bus.rs: its modules stand in src/bus/: move it to src/bus/mod.rs"]);
        assert_eq!(
            findings(&[source("tests/slt.rs"), Source { path: "tests/slt/a.slt".into(), text: String::new() }]),
            [""; 0]
        );
    }

    #[test]
    fn long_files_say_why() {
        let long = "let x = 1;\n".repeat(LONGEST + 1);
        check("a.rs", &long, &["601 lines"]);
        check("a.rs", &format!("//! A table. {EXCUSE} it is one table.\n{long}"), &[]);
        check("a.css", &long, &[]);
    }

    #[test]
    fn lines_end_at_their_last_letter() {
        check("a.md", "one \ntwo\t\nthree\n", &["a.md:1", "a.md:2"]);
        check("a.snap", "one \n", &[]);
        check("a.md", "one", &["no end"]);
    }

    #[test]
    fn machine_paths_are_found() {
        let [root, work, ..] = machine_folders();
        check("a.md", &format!("see {root}x\n"), &["somebody"]);
        check("a.md", &format!("\"{work}x\"\n"), &["somebody"]);
        check("a.md", &format!("https://example.org{work}x and ..{work}x\n"), &[]);
    }

    #[test]
    fn unstable_switches_are_found() {
        let [bootstrap, library, switch] = unstable();
        check(".cargo/config.toml", &format!("[env]\n{bootstrap} = \"1\"\n"), &["unstable"]);
        check("xtask/src/page.rs", &format!("// {library}\n"), &["unstable"]);
        check("a.sh", &format!("cargo build {switch}-options\n"), &["unstable"]);
        check("DESIGN.md", &format!("{library} saved 80 kB\n"), &[]);
    }

    #[test]
    fn the_core_does_not_ask_for_its_target() {
        let line = "#[cfg(target_arch = \"wasm32\")]\n";
        check("crates/dunlin-calc/src/lib.rs", line, &["the core"]);
        check("crates/dunlin-browser/src/lib.rs", line, &[]);
        check("web/src/main.rs", line, &[]);
    }

    #[test]
    fn the_lock_file_names_no_registry() {
        check("package-lock.json", "{ \"resolved\": \"x\" }\n", &["names a registry"]);
    }
}
