//! The planner's words stand in `lang`: code names tables and classes, and spells no word of a language out.

use super::Source;

const PLANNER: &str = "crates/dunlin-planner/src/";
/// Where words stand that are no language's: the names of records, tools and codes, the notation of patterns, what a host writes of
/// its own commands, and what becomes JSON.
const OTHER_WORDS: &[&str] = &["lang/", "model/", "phrase/", "matching/", "lower/call", "planner", "guide"];
/// The calculator's own notation.
const CALCULATOR: &[&str] = &["ceil", "floor", "isprime", "max", "min", "mod", "nCr", "of", "round"];

/// What breaks the rule.
pub(super) fn findings(sources: &[Source]) -> Vec<String> {
    let mut findings = Vec::new();
    for source in sources {
        let Some(path) = source.path.strip_prefix(PLANNER).and_then(|path| path.strip_suffix(".rs")) else { continue };
        if OTHER_WORDS.iter().any(|known| path.starts_with(known)) {
            continue;
        }
        for (line, said) in spelt_out(&source.text) {
            findings.push(format!(
                "{}:{line}: \"{said}\" is spelt out: write it into {PLANNER}lang/en and name it",
                source.path
            ));
        }
    }
    findings
}

/// The texts in code that have a word in them, with their lines: those of comments, attributes and tests do not count, nor do
/// pointers into JSON.
fn spelt_out(text: &str) -> Vec<(usize, &str)> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found = Vec::new();
    let (mut rest, mut at) = (code, 0);
    while let Some(sign) = rest.find(['"', '/', '\'', '#']) {
        let (from, tail) = (at + sign, rest.get(sign..).unwrap_or_default());
        let length = match tail.as_bytes() {
            [b'/', b'/', ..] => tail.find('\n').unwrap_or(tail.len()),
            // A sign in quotes: '"'.
            [b'\'', b'\\', _, b'\'', ..] => 4,
            [b'\'', _, b'\'', ..] => 3,
            [b'#', b'[', ..] => tail.find("]\n").map_or(tail.len(), |end| end + 1),
            [b'"', ..] => {
                let inside = tail.get(1..).unwrap_or_default();
                let length = end_of_text(inside);
                let said = inside.get(..length).unwrap_or_default();
                if has_word(said) {
                    found.push((code.get(..from).unwrap_or_default().matches('\n').count() + 1, said));
                }
                length + 2
            }
            _ => 1,
        };
        at = from + length;
        rest = code.get(at..).unwrap_or_default();
    }
    found
}

/// Where a text ends that began with a quote.
fn end_of_text(inside: &str) -> usize {
    let mut escaped = false;
    let end = inside.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap_or(inside.len())
}

/// Whether a text has a word in it: two letters or more that are no place for a value, and none of the calculator's.
fn has_word(said: &str) -> bool {
    let (mut plain, mut depth) = (String::new(), 0_usize);
    for sign in said.chars() {
        match sign {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(sign),
            _ => {}
        }
    }
    let mut words = plain.split(|sign: char| !sign.is_alphabetic()).filter(|word| word.chars().count() > 1);
    !said.starts_with('/') && words.any(|word| !CALCULATOR.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_with_words_are_found_in_code_and_nowhere_else() {
        let text = "//! A \"module\".\n#[expect(lint, reason = \"a reason\")]\nfn f() {\n    reader.is(token, \"a buy\"); // \"not this\"\n    \
                    let it = ['\"', '\\''];\n    format!(\"{left} {right}\"); \"T00:00\"; \"/metadata/count\"; \"say \\\"it\\\"\";\n    \
                    format!(\"{before} mod {}\", 2);\n}\n#[cfg(test)]\nmod tests { fn f() { is(\"add\"); } }";
        assert_eq!(spelt_out(text), [(4, "a buy"), (6, "say \\\"it\\\"")]);
    }
}
