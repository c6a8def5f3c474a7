//! The crates that are built along, held to `deny.toml`: their licences, where they come from, two versions of one, and
//! that every exception stated there is still needed. cargo-deny reads the same file and asks for known holes too; it is
//! no part of the checks, because its database is fetched from a place that not every machine reaches.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use toml::{Table, Value};

use crate::Outcome;
use crate::place::Place;
use crate::shell::Cmd;

const RULES: &str = "deny.toml";

/// A crate as `cargo metadata` tells of it.
struct Package {
    name: String,
    version: String,
    license: String,
    /// None for the crates of this repository.
    source: Option<String>,
}

pub(super) fn findings(place: &Place) -> Outcome<Vec<String>> {
    let text = std::fs::read_to_string(place.at(RULES)).map_err(|error| format!("could not read {RULES}: {error}"))?;
    let rules: Table = text.parse().map_err(|error| format!("{RULES}: {error}"))?;
    let told =
        Cmd::new(place, "cargo metadata --locked --format-version 1 --features dunlin-server/restate").quiet()?;
    let told: Json = serde_json::from_str(&told).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages: Vec<Package> =
        told.get("packages").and_then(Json::as_array).into_iter().flatten().map(package).collect();
    Ok(held(&rules, &packages))
}

fn package(told: &Json) -> Package {
    let text = |key: &str| told.get(key).and_then(Json::as_str).map(str::to_owned);
    Package {
        name: text("name").unwrap_or_default(),
        version: text("version").unwrap_or_default(),
        license: text("license").unwrap_or_default(),
        source: text("source"),
    }
}

fn held(rules: &Table, packages: &[Package]) -> Vec<String> {
    let list = |table: &str, key: &str| rules.get(table).and_then(|table| table.get(key)).and_then(Value::as_array);
    let words = |table: &str, key: &str| -> BTreeSet<&str> {
        list(table, key).into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let entries = |table: &str, key: &str, name: &str| -> Vec<(String, String)> {
        let field = |entry: &Value, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        list(table, key).into_iter().flatten().map(|entry| (field(entry, name), field(entry, "reason"))).collect()
    };
    let (licenses, registries) = (words("licenses", "allow"), words("sources", "allow-registry"));
    let mut findings = Vec::new();
    for Package { name, version, license, source } in packages {
        let Some(source) = source else { continue };
        if !may_be_used(license, &licenses) {
            findings.push(format!(
                "{RULES}: {name} {version} has the licence {license:?}, which [licenses] does not allow"
            ));
        }
        if !source.strip_prefix("registry+").is_some_and(|registry| registries.contains(registry)) {
            findings.push(format!("{RULES}: {name} {version} comes from {source}, which [sources] does not allow"));
        }
    }
    findings.extend(twice(packages, &entries("bans", "skip", "crate")));
    for (id, reason) in entries("advisories", "ignore", "id") {
        // The reason names its crate first.
        let named = reason.split('`').nth(1).unwrap_or_default();
        if !packages.iter().any(|package| package.name == named) {
            findings.push(format!("{RULES}: the exception {id} is of `{named}`, which nothing uses: take it out"));
        }
    }
    findings
}

/// Crates of which there are two versions and no line that says why, and lines that are no longer needed.
fn twice(packages: &[Package], skipped: &[(String, String)]) -> Vec<String> {
    let mut versions = BTreeMap::<&str, Vec<&str>>::new();
    for Package { name, version, .. } in packages {
        versions.entry(name).or_default().push(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let mut needed = BTreeSet::new();
    let mut findings = Vec::new();
    for (name, versions) in versions {
        let is_skipped = |version: &&&str| {
            let known = skipped.iter().find(|(line, reason)| {
                let version = line.strip_prefix(name).and_then(|rest| rest.strip_prefix('@')).zip(Some(version));
                !reason.is_empty() && version.is_some_and(|(start, version)| is_of(version, start))
            });
            known.is_some_and(|(line, _)| needed.insert(line.as_str()) || needed.contains(line.as_str()))
        };
        let left = versions.len() - versions.iter().filter(is_skipped).count();
        if left > 1 {
            findings.push(format!(
                "{RULES}: {name} is built in {} versions, {}",
                versions.len(),
                versions.join(" and ")
            ));
        }
    }
    let stale = skipped.iter().filter(|(line, _)| !needed.contains(line.as_str()));
    findings
        .extend(stale.map(|(line, _)| format!("{RULES}: [bans] skips {line}, which is not there twice: take it out")));
    findings
}

/// `0.7.15` is of `0.7` and of `0`, and not of `0.1`.
fn is_of(version: &str, start: &str) -> bool {
    version.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '+']))
}

/// Whether one of a licence expression's alternatives is allowed whole. An older way to write `OR` is a slash.
fn may_be_used(license: &str, allowed: &BTreeSet<&str>) -> bool {
    let text = license.trim();
    if let Some(alternatives) = parts(text, &[" OR ", "/"]) {
        return alternatives.iter().any(|part| may_be_used(part, allowed));
    }
    if let Some(all) = parts(text, &[" AND "]) {
        return all.iter().all(|part| may_be_used(part, allowed));
    }
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => may_be_used(inner, allowed),
        None => allowed.contains(text),
    }
}

/// What stands between the words, outside of brackets, when one of them is there.
fn parts<'a>(text: &'a str, words: &[&str]) -> Option<Vec<&'a str>> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0);
    for (at, letter) in text.char_indices() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        let rest = text.get(at..).unwrap_or_default();
        if let Some(word) = words.iter().find(|word| depth == 0 && at >= from && rest.starts_with(**word)) {
            parts.push(text.get(from..at).unwrap_or_default());
            from = at + word.len();
        }
    }
    if parts.is_empty() {
        return None;
    }
    parts.push(text.get(from..).unwrap_or_default());
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "https://example.org/index";

    fn package(name: &str, version: &str, license: &str, source: &str) -> Package {
        let text = |text: &str| text.to_owned();
        Package { name: text(name), version: text(version), license: text(license), source: Some(text(source)) }
    }

    fn rules(more: &str) -> Table {
        format!("licenses.allow = [\"MIT\", \"Zlib\"]\nsources.allow-registry = [\"{HOME}\"]\n{more}").parse().unwrap()
    }

    #[track_caller]
    fn check(more: &str, packages: &[Package], expected: &[&str]) {
        let found = held(&rules(more), packages);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn a_licence_needs_one_allowed_alternative() {
        let allowed = BTreeSet::from(["MIT", "Zlib"]);
        for good in ["MIT", "MIT OR Apache-2.0", "Apache-2.0/MIT", "(GPL-3.0 OR MIT) AND Zlib", "X WITH Y OR MIT"] {
            assert!(may_be_used(good, &allowed), "{good}");
        }
        for bad in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND X", "MIT WITH Y", "X AND MIT OR Y"] {
            assert!(!may_be_used(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn a_crate_comes_from_a_known_place_under_a_known_licence() {
        let registry = format!("registry+{HOME}");
        check("", &[package("a", "1.0.0", "MIT", &registry)], &[]);
        check("", &[package("a", "1.0.0", "GPL-3.0", &registry)], &["\"GPL-3.0\""]);
        check("", &[package("a", "1.0.0", "MIT", "git+https://example.org/a")], &["comes from git+"]);
    }

    #[test]
    fn two_versions_are_said_and_so_is_a_line_too_many() {
        let registry = format!("registry+{HOME}");
        let two = || [package("a", "0.7.15", "MIT", &registry), package("a", "0.10.0", "MIT", &registry)];
        let skip = |spec: &str| format!("bans.skip = [{{ crate = \"{spec}\", reason = \"b\" }}]");
        check("", &two(), &["a is built in 2 versions, 0.7.15 and 0.10.0"]);
        check(&skip("a@0.7"), &two(), &[]);
        check(&skip("a@0.1"), &two(), &["a is built", "skips a@0.1"]);
        check(&skip("a@0.7"), &two()[..1], &["skips a@0.7"]);
    }

    #[test]
    fn an_exception_is_of_a_crate_that_is_there() {
        let ignored = "advisories.ignore = [{ id = \"RUSTSEC-1\", reason = \"`old` is finished\" }]";
        let registry = format!("registry+{HOME}");
        check(ignored, &[package("old", "1.0.0", "MIT", &registry)], &[]);
        check(ignored, &[], &["RUSTSEC-1 is of `old`"]);
    }
}
