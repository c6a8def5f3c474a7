//! Regular expressions that come from outside: the `pattern` of a schema. The `regex-lite` crate takes time linear in the
//! text, so no pattern can hang a tab; a pattern that would need much memory is refused.
//!
//! Its `\d`, `\w`, `\s` and `\b` are letters and digits of ASCII, as in ECMA-262, which JSON Schema names; `\p{…}` is refused.

use std::{cell::RefCell, collections::BTreeMap};

use regex_lite::{Regex, RegexBuilder};

/// The longest pattern, in bytes.
const LONGEST: usize = 2_000;
/// The most bytes that a compiled pattern may take.
const MOST_BYTES: usize = 1 << 20;
/// How many compiled patterns are kept.
const MOST_KEPT: usize = 50;

thread_local! {
    static KEPT: RefCell<BTreeMap<String, Result<Regex, String>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Whether a text holds something that fits the pattern, as JSON Schema has it: anywhere, unless the pattern says `^` or
/// `$`. Or why the pattern cannot be used.
///
/// ```
/// use dunlin_plan::pattern::fits;
/// assert_eq!(fits("^[A-Z]{2}\\d+$", "AB12"), Ok(true));
/// assert!(fits("(?=a)", "a").unwrap_err().contains("look-around"));
/// ```
pub fn fits(pattern: &str, text: &str) -> Result<bool, String> {
    KEPT.with_borrow_mut(|kept| {
        if let Some(known) = kept.get(pattern) {
            return known.as_ref().map(|regex| regex.is_match(text)).map_err(String::clone);
        }
        // Compiling costs a thousand times what matching does. What was kept goes all at once: schemas are few.
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        let compiled = compiled(pattern);
        let answer = compiled.as_ref().map(|regex| regex.is_match(text)).map_err(String::clone);
        kept.insert(pattern.to_owned(), compiled);
        answer
    })
}

fn compiled(pattern: &str) -> Result<Regex, String> {
    if pattern.len() > LONGEST {
        return Err(format!("the pattern has {} bytes, expected at most {LONGEST}", pattern.len()));
    }
    let built = RegexBuilder::new(pattern).size_limit(MOST_BYTES).nest_limit(50).build();
    built.map_err(|error| format!("the pattern {pattern:?} cannot be used: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_anywhere_unless_it_says_where() {
        for (pattern, text, expected) in [
            ("b", "abc", true),
            ("^b", "abc", false),
            ("^[^\\d\\s]+$", "Zoë", true),
            ("^\\w+$", "Zoë", false),
            ("\\bZo", "my Zoë", true),
            ("^[\\w.-]+\\S$", "a.b-c", true),
            ("^\\\\d$", "\\d", true),
            ("^\\D$", "ё", true),
            ("^a*$", "", true),
            ("^\\d{3}$", "12a", false),
        ] {
            assert_eq!(fits(pattern, text), Ok(expected), "{pattern} {text}");
        }
    }

    #[test]
    fn what_cannot_be_used_says_why_and_what_is_greedy_takes_no_time() {
        for pattern in ["(", "(?=x)", "\\1", "\\p{L}", "((a{1000}){1000}){1000}", &"a".repeat(3_000), &"(".repeat(200)]
        {
            assert!(fits(pattern, "x").is_err(), "{pattern:.20}");
        }
        assert_eq!(fits("^(a+)+$", &format!("{}b", "a".repeat(50_000))), Ok(false));
    }

    #[test]
    fn many_patterns_do_not_pile_up() {
        for number in 0..500 {
            assert_eq!(fits(&format!("^{number}$"), &number.to_string()), Ok(true));
        }
        assert!(KEPT.with_borrow(BTreeMap::len) <= MOST_KEPT);
    }
}
