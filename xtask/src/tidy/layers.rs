//! The layers of the planner: which module may use which, read from the paths in its code.
//!
//! A module of the crate's root, with all that stands in its folder, is a layer. Because the table knows no circle, no circle of
//! uses is wider than a folder.

use super::Source;

const PLANNER: &str = "crates/dunlin-planner/src/";

/// Every module of the crate's root, with those it may use. A new one needs its row, below all that it uses.
const LAYERS: &[(&str, &[&str])] = &[
    ("model", &[]),
    ("matching", &["model"]),
    ("lang", &["matching", "model"]),
    ("lex", &["lang", "matching", "model"]),
    ("spelling", &["lang", "lex", "model"]),
    ("sum", &["lang", "lex", "model", "spelling"]),
    ("dates", &["lang", "model"]),
    ("phrase", &["dates", "lang", "model", "spelling"]),
    ("context", &["dates", "phrase"]),
    ("parse", &["context", "dates", "lang", "lex", "matching", "model", "phrase", "spelling", "sum"]),
    ("confidence", &["model"]),
    ("lower", &["confidence", "dates", "lang", "model", "parse"]),
    ("resolve", &["lang", "lower", "model", "parse", "sum"]),
    ("suggest", &["context", "dates", "lang", "lex", "model", "parse", "spelling", "sum"]),
    ("explain", &["dates", "lang", "model", "parse", "resolve", "sum"]),
    ("refuse", &["lang", "model", "parse", "resolve", "suggest"]),
    ("pipeline", &["context", "lang", "lex", "model", "parse", "refuse", "resolve", "spelling"]),
    ("planner", &["context", "model", "pipeline"]),
    ("guide", &["context", "lang", "planner"]),
    ("words", &["lang"]),
];

/// What breaks the rule.
pub(super) fn findings(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources {
        let Some(path) = source.path.strip_prefix(PLANNER).and_then(|path| path.strip_suffix(".rs")) else { continue };
        let layer = path.split('/').next().unwrap_or(path);
        if layer == "lib" {
            continue;
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
            findings.push(format!(
                "{}: `{layer}` has no row in the table of layers, xtask/src/tidy/layers.rs",
                source.path
            ));
            continue;
        };
        // From here so many `super` lead to the crate's root.
        let depth = path.trim_end_matches("/mod").split('/').count();
        if code_of(&source.text).contains(&"super::".repeat(depth)) {
            findings.push(format!("{}: name another layer by a path from `crate`", source.path));
        }
        for used in modules_used(&source.text) {
            if used.starts_with(char::is_uppercase) {
                findings.push(format!("{}: take `{used}` from the module where it stands", source.path));
            } else if used != layer && !allowed.contains(&used) {
                findings.push(format!("{}: the arrow {layer} → {used} is not in the table of layers", source.path));
            }
        }
    }
    findings
}

/// The text without its tests.
fn code_of(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default()
}

/// The first names of all paths that begin at the crate's root, but for those in comments and tests.
fn modules_used(text: &str) -> Vec<&str> {
    let code = code_of(text);
    let mut found = Vec::new();
    for (at, root) in code.match_indices("crate::") {
        let before = code.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        if line.trim_start().starts_with("//") || before.ends_with(|sign: char| sign.is_alphanumeric() || sign == '_') {
            continue;
        }
        let rest = code.get(at + root.len()..).unwrap_or_default();
        match rest.strip_prefix('{') {
            Some(group) => found.extend(first_names(group)),
            None => found.extend(name_at(rest)),
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The name that a path goes on with; none where it is a macro's.
fn name_at(path: &str) -> Option<&str> {
    let end = path.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(path.len());
    path.get(..end).filter(|name| !name.is_empty())
}

/// The first name of each path in a group, up to where the group closes.
fn first_names(group: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, sign) in group.char_indices() {
        match sign {
            '{' => depth += 1,
            ',' | '}' if depth == 0 => {
                found.extend(group.get(start..at).and_then(|path| name_at(path.trim_start())));
                if sign == '}' {
                    break;
                }
                start = at + 1;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str) -> Source {
        Source { path: [PLANNER, path].concat(), text: text.into() }
    }

    #[test]
    fn the_table_knows_no_circle() {
        for (at, (layer, allowed)) in LAYERS.iter().enumerate() {
            let above = |name: &&str| LAYERS.iter().take(at).any(|(known, _)| known == name);
            let wrong: Vec<_> = allowed.iter().filter(|name| !above(name)).collect();
            assert!(wrong.is_empty(), "{layer} uses {wrong:?}, which do not stand above it");
        }
    }

    #[test]
    fn paths_are_read_from_groups_and_from_code_and_not_from_comments_and_tests() {
        let text = "//! See [`crate::doc`].\nuse crate::{\n    lang::en::{rows, sums},\n    model::token::{self, Token},\n    sum,\n};\nuse crate::parse::text;\n\
                    fn f() { crate::dates::due(); }\n#[cfg(test)]\nmod tests { use crate::planner; }";
        assert_eq!(modules_used(text), ["dates", "lang", "model", "parse", "sum"]);
    }

    #[test]
    fn an_arrow_that_is_not_in_the_table_is_found() {
        let good = source("lower/todo.rs", "use crate::{model::token::Token, parse::text::text_of};");
        assert!(findings(&[good]).is_empty());
        for (path, text, said) in [
            ("parse/split.rs", "use crate::lower::todo;", "the arrow parse → lower"),
            ("model/token.rs", "fn f() { crate::lex::tokenize(); }", "the arrow model → lex"),
            ("lower/mod.rs", "use crate::{PlanError, parse};", "take `PlanError` from the module where it stands"),
            ("parse/split.rs", "use super::super::lower::todo;", "by a path from `crate`"),
            ("sum/mod.rs", "use super::parse;", "by a path from `crate`"),
            ("shelf/mod.rs", "", "`shelf` has no row"),
        ] {
            let found = findings(&[source(path, text)]);
            assert!(matches!(found.as_slice(), [one] if one.contains(said)), "{path}: {found:?}");
        }
    }
}
