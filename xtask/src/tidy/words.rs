//! The planner's words stand in `lang/en`: code names tables and classes.

use std::path::Path;

use super::Source;

/// Where the planner's code stands, and in it the words.
const PLANNER: &str = "crates/dunlin-planner/src/";
const WORDS: &str = "crates/dunlin-planner/src/lang/";
/// How many places in code still spell words out that they ask for. It may only get smaller.
const LEFT: usize = 5;

fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "rs")
}

/// What breaks the rule.
pub(super) fn findings(sources: &[Source]) -> Vec<String> {
    let code = sources
        .iter()
        .filter(|source| source.path.starts_with(PLANNER) && !source.path.starts_with(WORDS) && is_rust(&source.path));
    let spelt: usize = code.map(|source| spelt_out(&source.text)).sum();
    match spelt {
        _ if spelt > LEFT => vec![format!(
            "{PLANNER}: {spelt} places spell words out, {LEFT} may: write the new ones into {WORDS}en and name them"
        )],
        _ if spelt < LEFT => {
            vec![format!("xtask/src/tidy/words.rs: only {spelt} places spell words out now: lower LEFT to it")]
        }
        _ => Vec::new(),
    }
}

/// How many lines of code ask for words that they spell out, or hold a table of them.
fn spelt_out(text: &str) -> usize {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let asks = |line: &&str| {
        let line = line.trim_start();
        let asked = line.contains(".is(") && line.contains('"');
        let table = line.contains("const ") && line.contains("&[&str]");
        !line.starts_with("//") && (asked || table)
    };
    code.lines().filter(asks).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_code_are_counted_and_words_in_comments_and_tests_are_not() {
        let text = "// reader.is(token, \"a b\")\nif reader.is(token, \"a b\") {}\nconst X: &[&str] = &[];\nreader.is(token, SMALL);\n#[cfg(test)]\nmod tests { fn f() { reader.is(token, \"a\"); } }";
        assert_eq!(spelt_out(text), 2);
    }
}
