//! The arrows between the crates, read from their manifests.
//!
//! A crate's `[dependencies]` and `[build-dependencies]` are its arrows, for every target; what only its tests use is
//! free.

use toml::{Table, Value};

use super::Source;

/// Every package of the workspace, with the packages of ours that it may see. A new one needs its row.
const ROOMS: &[(&str, &[&str])] = &[
    ("dunlin-base", &[]),
    ("dunlin-calc", &["dunlin-base"]),
    ("dunlin-date", &["dunlin-base"]),
    ("dunlin-todo", &["dunlin-base", "dunlin-date"]),
    ("dunlin-plan", &["dunlin-base"]),
    ("dunlin-planner", &["dunlin-base", "dunlin-calc", "dunlin-date", "dunlin-plan"]),
    ("dunlin-runtime", &["dunlin-base", "dunlin-plan"]),
    ("dunlin-tools", &["dunlin-base", "dunlin-plan", "dunlin-runtime"]),
    ("dunlin-agents", &["dunlin-base", "dunlin-plan", "dunlin-planner", "dunlin-runtime", "dunlin-tools"]),
    (
        "dunlin",
        &[
            "dunlin-base",
            "dunlin-calc",
            "dunlin-date",
            "dunlin-plan",
            "dunlin-planner",
            "dunlin-runtime",
            "dunlin-todo",
        ],
    ),
    ("dunlin-browser", &["dunlin-base", "dunlin-tools"]),
    (
        "dunlin-reach",
        &["dunlin-agents", "dunlin-base", "dunlin-browser", "dunlin-plan", "dunlin-runtime", "dunlin-tools"],
    ),
    ("dunlin-wasm", &["dunlin", "dunlin-agents", "dunlin-base", "dunlin-browser", "dunlin-tools"]),
    ("dunlin-web", &["dunlin", "dunlin-base", "dunlin-browser"]),
    ("dunlin-server", &["dunlin", "dunlin-agents", "dunlin-base", "dunlin-tools"]),
    ("dunlin-bench", &[]),
    ("xtask", &[]),
];

/// The packages that may use the browser's crates.
const BROWSER_ROOMS: &[&str] = &["dunlin-browser", "dunlin-reach", "dunlin-wasm", "dunlin-web"];

/// What stands beside the house: it is run here and belongs to nothing that is shipped.
const YARD: &[&str] = &["dunlin-bench", "xtask"];

/// The packages that need an operating system: they build for no browser.
const NATIVE_ROOMS: &[&str] = &["dunlin-server"];

/// The browser's crates: these names, and all that start with one of the words.
const BROWSER_CRATES: &[&str] =
    &["console_error_panic_hook", "js-sys", "serde-wasm-bindgen", "web-sys", "web-time", "tsify"];
const BROWSER_FAMILIES: &[&str] = &["gloo", "leptos", "wasm-bindgen"];

/// The packages that know nothing of the browser and must build for both targets.
pub(crate) fn core_packages() -> impl Iterator<Item = &'static str> {
    let elsewhere = [YARD, BROWSER_ROOMS, NATIVE_ROOMS].concat();
    ROOMS.iter().map(|(name, _)| *name).filter(move |name| !elsewhere.contains(name))
}

pub(super) fn findings(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    let design = sources.iter().find(|source| source.path == "DESIGN.md").map_or("", |source| source.text.as_str());
    for source in sources.iter().filter(|source| source.path.rsplit('/').next() == Some("Cargo.toml")) {
        match source.text.parse::<Table>() {
            Ok(manifest) => {
                findings.extend(of_workspace(&manifest, design).map(|finding| format!("{}: {finding}", source.path)));
                findings.extend(of_package(&manifest).iter().map(|finding| format!("{}: {finding}", source.path)));
            }
            Err(error) => findings.push(format!("{}: not TOML: {}", source.path, error.message())),
        }
    }
    findings
}

/// Each third-party crate has its line in DESIGN.md that says what it saves, and a crate of ours comes whole: what the tests
/// of the whole workspace switch on is else missing where one package is built alone.
fn of_workspace<'a>(manifest: &'a Table, design: &'a str) -> impl Iterator<Item = String> + 'a {
    let dependencies = manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let dependencies = dependencies.and_then(Value::as_table).into_iter().flatten();
    dependencies.filter_map(|(name, value)| {
        if value.get("path").is_none() {
            let is_explained = design.contains(&format!("`{name}`"));
            return (!is_explained).then(|| format!("`{name}` has no line in DESIGN.md that says what it saves"));
        }
        let is_cut = value.get("default-features").and_then(Value::as_bool) == Some(false);
        is_cut.then(|| {
            format!("`{name}` is ours and without its default features: a package built alone would lack them")
        })
    })
}

fn of_package(manifest: &Table) -> Vec<String> {
    let Some(package) = manifest.get("package").and_then(|package| package.get("name")).and_then(Value::as_str) else {
        return Vec::new();
    };
    // The fuzz targets are a workspace of their own, outside the rooms.
    if manifest.contains_key("workspace") {
        return Vec::new();
    }
    let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == package) else {
        return vec![format!("the package `{package}` has no row in the table of arrows, xtask/src/tidy/arrows.rs")];
    };
    let mut findings = Vec::new();
    for (name, value) in dependencies(manifest, &["dependencies", "build-dependencies"]) {
        let ours = ROOMS.iter().any(|(room, _)| *room == name);
        if ours && !allowed.contains(&name.as_str()) {
            findings.push(format!("the arrow {package} → {name} is not in the design"));
        }
        if is_of_the_browser(&name) && !BROWSER_ROOMS.contains(&package) {
            findings.push(format!("`{name}` belongs to the browser: only {} use it", BROWSER_ROOMS.join(", ")));
        }
        if value.get("package").is_some() {
            findings
                .push(format!("`{name}` is a renamed crate: use it under its own name, so that arrows can be read"));
        }
    }
    for (name, value) in dependencies(manifest, &["dependencies", "build-dependencies", "dev-dependencies"]) {
        if value.get("workspace").and_then(Value::as_bool) != Some(true) {
            findings.push(format!("`{name}` has its version here: move it to [workspace.dependencies]"));
        }
    }
    findings
}

/// The entries of these tables, for all targets.
fn dependencies(manifest: &Table, kinds: &[&str]) -> Vec<(String, Value)> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = std::iter::once(manifest).chain(targets.filter_map(|(_, target)| target.as_table()));
    tables
        .flat_map(|table| kinds.iter().filter_map(|kind| table.get(*kind).and_then(Value::as_table)))
        .flatten()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn is_of_the_browser(name: &str) -> bool {
    BROWSER_CRATES.contains(&name) || BROWSER_FAMILIES.iter().any(|family| name.starts_with(family))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(manifest: &str, expected: &[&str]) {
        let found = of_package(&manifest.parse().expect("a manifest"));
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn arrows_are_read_from_every_table_but_the_tests() {
        let head = "[package]\nname = \"dunlin-plan\"\n";
        check(&format!("{head}[dependencies]\ndunlin-base.workspace = true\nserde.workspace = true"), &[]);
        check(&format!("{head}[dependencies]\ndunlin-calc.workspace = true"), &["dunlin-plan → dunlin-calc"]);
        check(&format!("{head}[dependencies]\ndunlin = {{ workspace = true }}"), &["dunlin-plan → dunlin "]);
        check(&format!("{head}[dev-dependencies]\ndunlin-calc.workspace = true"), &[]);
        check(&format!("{head}[build-dependencies]\ndunlin-todo.workspace = true"), &["dunlin-plan → dunlin-todo"]);
        check(
            &format!("{head}[target.'cfg(target_arch = \"wasm32\")'.dependencies]\nleptos_dom.workspace = true"),
            &["belongs to the browser"],
        );
    }

    #[test]
    fn the_browser_has_its_rooms_and_every_room_its_row() {
        check("[package]\nname = \"dunlin-wasm\"\n[dependencies]\njs-sys.workspace = true", &[]);
        check(
            "[package]\nname = \"dunlin-calc\"\n[dependencies]\njs-sys.workspace = true",
            &["belongs to the browser"],
        );
        check("[package]\nname = \"dunlin-new\"", &["no row"]);
        check(
            "[package]\nname = \"dunlin-web\"\n[dependencies]\ndunlin-todo.workspace = true",
            &["dunlin-web → dunlin-todo"],
        );
    }

    #[test]
    fn versions_are_in_one_place_and_names_are_kept() {
        check("[package]\nname = \"xtask\"\n[dependencies]\ntoml = \"0.9\"", &["has its version here"]);
        check(
            "[package]\nname = \"xtask\"\n[dependencies]\nx = { workspace = true, package = \"y\" }",
            &["is a renamed crate"],
        );
    }

    #[test]
    fn a_third_party_crate_needs_its_reason() {
        let manifest: Table =
            "[workspace.dependencies]\nours = { path = \"x\" }\ntheirs = \"1\"".parse().expect("TOML");
        assert_eq!(of_workspace(&manifest, "nothing").count(), 1);
        assert_eq!(of_workspace(&manifest, "- `theirs` saves a parser").count(), 0);
    }

    #[test]
    fn a_crate_of_ours_comes_whole() {
        let manifest: Table =
            "[workspace.dependencies]\nours = { path = \"x\", default-features = false }".parse().expect("TOML");
        assert_eq!(of_workspace(&manifest, "").count(), 1);
    }

    #[test]
    fn the_table_has_no_cycle() {
        for (at, (name, sees)) in ROOMS.iter().enumerate() {
            let above: Vec<&str> = ROOMS.iter().take(at).map(|(room, _)| *room).collect();
            let below = sees.iter().find(|other| !above.contains(other));
            assert_eq!(below, None, "{name} sees a crate that is not above it in the table");
        }
    }
}
