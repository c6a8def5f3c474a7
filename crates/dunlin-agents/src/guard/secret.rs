//! The value behind a name such as `DB_PASSWORD`: where it ends, and whether it is a secret or only stands for one.

use dunlin_base::Span;

/// The fewest signs of a secret.
const LEAST: usize = 6;
/// What is longer is no word of a sentence, no name, no code and no place to fill in.
const LONGEST_PLACEHOLDER: usize = 200;

/// The secret that begins at `start`, behind the label that begins at `label`, where `joint` is what joins the two.
pub(super) fn value(text: &str, label: usize, joint: Option<Span>, start: usize) -> Option<Span> {
    let (before, rest) = (text.get(..label)?, text.get(start..)?);
    let name = text.get(label..joint.map_or(start, |joint| joint.start))?;
    if is_of_a_page(before) || joint.is_some_and(|joint| !joins(before, name, joint.of(text))) {
        return None;
    }
    let quote = text.get(..start)?.chars().next_back().filter(|sign| matches!(sign, '"' | '\'' | '`'));
    let found = within_quotes(rest, quote).unwrap_or_else(|| unquoted(rest));
    let is_long = found.chars().nth(LEAST - 1).is_some();
    (is_long && !is_other(found, name, quote.is_some())).then(|| Span::new(start, start + found.len()))
}

/// Whether a value is none, but code that gets it, a count of tokens, or what only stands for a secret.
/// A long one always is one: so no sign is looked at again and again behind one label after the other.
fn is_other(found: &str, name: &str, is_quoted: bool) -> bool {
    let counts = || is_of_a_key(name) && found.bytes().all(|byte| byte.is_ascii_digit());
    found.len() <= LONGEST_PLACEHOLDER && (!is_quoted && is_code(found) || counts() || is_placeholder(found))
}

/// Whether a joint stands where it may: `>` ends a tag, a comma parts the arguments of a call, and after a space alone comes the
/// value of a flag or of a line such as `login anna password …`.
fn joins(before: &str, name: &str, joint: &str) -> bool {
    let opened =
        before.trim_end_matches(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | ':' | '-'));
    if joint == ">" {
        opened.ends_with('<')
    } else if joint.trim().is_empty() {
        let is_flag = before.get(opened.len()..).is_some_and(|flag| flag.starts_with("--"));
        is_flag || name.eq_ignore_ascii_case("pw") || before.split_whitespace().rev().nth(1) == Some("login")
    } else if joint.contains(',') && !joint.contains([':', '=']) {
        opened.ends_with("(\"") || opened.ends_with("('")
    } else {
        true
    }
}

/// Whether a name ends in what tells a place in a list, as that of `page_token`.
fn is_of_a_page(before: &str) -> bool {
    let before = before.trim_end_matches(['_', '-', ' ']);
    ["page", "continuation", "sync", "cursor", "public"].iter().any(|word| {
        before
            .len()
            .checked_sub(word.len())
            .and_then(|at| before.get(at..))
            .is_some_and(|end| end.eq_ignore_ascii_case(word))
    })
}

/// Whether a label is one of keys and tokens, which are no plain numbers; those that are count something.
fn is_of_a_key(label: &str) -> bool {
    let lower = label.to_ascii_lowercase();
    lower.starts_with("token") || lower.contains("key")
}

/// The text up to the quote that ends it, where that comes before white space.
fn within_quotes(rest: &str, quote: Option<char>) -> Option<&str> {
    let quote = quote?;
    let end = rest.find(|sign: char| sign == quote || sign.is_whitespace() || sign == '\0')?;
    let found = rest.get(..end)?;
    rest.get(end..)?.starts_with(quote).then(|| found.trim_end_matches('\\'))
}

/// The text up to a sign that ends a value in lists, markup, queries and sentences.
fn unquoted(rest: &str) -> &str {
    let ends = |sign: char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '`' | ',' | ';' | '\0');
    let mut found = rest.split(ends).next().unwrap_or_default();
    for end in ["</", "\\n", "\\r", "\\t"] {
        found = found.split(end).next().unwrap_or_default();
    }
    if let Some(end) = found.match_indices('&').map(|(at, _)| at).find(|at| begins_parameter(&found[at + 1..])) {
        found = &found[..end];
    }
    let found = found.trim_end_matches(['\\', '.', ':']);
    let is_open = |open: char| found.contains(open);
    found
        .strip_suffix(')')
        .filter(|_| !is_open('('))
        .or(found.strip_suffix('}').filter(|_| !is_open('{')))
        .unwrap_or(found)
}

/// Whether the next parameter of a query begins here: a name and a sign of equality.
fn begins_parameter(text: &str) -> bool {
    let name = text.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '-' | '.'));
    name.len() < text.len() && name.starts_with('=')
}

/// Whether this is code and no value: `getpass()`, `argv[1]`, `Option<String>`, `Token![struct]`.
fn is_code(found: &str) -> bool {
    let of_name = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '.' | ':' | '$');
    let rest = found.trim_start_matches(of_name);
    let name = found.strip_suffix(rest).unwrap_or_default();
    // The pieces of a name may end in digits.
    let is_piece = |piece: &str| {
        let word = piece.trim_end_matches(|sign: char| sign.is_ascii_digit());
        word.chars().all(|sign| sign.is_ascii_alphabetic() || sign == '$')
    };
    let goes_on = ["(", "[", "<", "![", "!("].iter().any(|sign| rest.starts_with(sign)) || rest == "|";
    goes_on && !name.is_empty() && name.split(['_', '.', ':']).all(is_piece)
}

/// Whether a value only stands for a secret: a name to fill in, stars, a word of the sentence, a number, a place.
pub(super) fn is_placeholder(found: &str) -> bool {
    if found.len() > LONGEST_PLACEHOLDER {
        return false;
    }
    let first = found.chars().next();
    let is_one_sign = found.chars().all(|sign| Some(sign) == first);
    let is_masked = ["***", "•••", "xxxx", "XXXX", "...", "…"].iter().any(|mask| found.contains(mask));
    let lower = found.to_ascii_lowercase();
    let is_named =
        ["your", "example", "changeme", "placeholder", "redacted"].iter().any(|word| lower.starts_with(word));
    let is_address = found.contains("://");
    is_one_sign
        || is_masked
        || is_named
        || is_address
        || is_filled_in(found)
        || is_path(found)
        || is_number(found)
        || is_words(found)
}

/// Whether something else is put here: `<password>`, `${PASSWORD}`, `$PASSWORD`, `%s`, `[password]`.
fn is_filled_in(found: &str) -> bool {
    let mut rest = found.chars();
    match rest.next() {
        Some('<' | '{' | '[') => true,
        Some('$') => {
            let name = rest.as_str();
            name.starts_with(['{', '(']) || name.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
        }
        Some('%') => rest.as_str().starts_with(['(', '{', 's']) || found.ends_with('%'),
        _ => false,
    }
}

/// Whether this names a file: it begins as a path does and goes on so. Keys of 40 signs in Base64 may begin so, too.
fn is_path(found: &str) -> bool {
    let begins = ["/", "./", "../", "~/"].iter().any(|start| found.starts_with(start));
    let is_of_windows = found.get(1..3).is_some_and(|drive| drive == ":\\");
    is_of_windows || begins && found.matches('/').count() >= 2 && found.len() != 40 && !found.contains(['+', '='])
}

/// Whether this is a measure, a version or a day: digits with signs between, or a number before a word.
fn is_number(found: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let digits = found.strip_prefix(['v', '~', '>', '<']).unwrap_or(found);
    let has_signs = digits.contains(['.', ':', '/', '-']);
    let word = found.trim_start_matches(is_digit);
    let counted = word.strip_prefix('-').unwrap_or(word);
    let counts = word.len() < found.len() && word.len() + 3 >= found.len();
    has_signs && digits.chars().all(|sign| sign.is_ascii_digit() || ".:/-".contains(sign))
        || counts && word.len() > counted.len() && counted.chars().all(|sign| sign.is_ascii_lowercase())
}

/// Whether this is words only, as in "the password is required", `confirmPassword`, `YOUR_API_KEY` and `process.env.TOKEN`.
fn is_words(found: &str) -> bool {
    let found = found.trim_matches(|sign: char| "!?()[]{}&*>:.,-_".contains(sign));
    found.split(['-', '_', '.', ':', '/', '?']).all(is_word)
}

/// Whether letters make a word, or words that are written as one in the manner of code.
fn is_word(piece: &str) -> bool {
    let count = piece.chars().count();
    let humps = piece.chars().filter(|sign| sign.is_uppercase()).count();
    let is_shouted = humps == count && count <= 15;
    piece.chars().all(char::is_alphabetic) && count <= 30 && (is_shouted || humps * 3 <= count.max(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found behind a label in a text.
    fn behind(text: &str) -> Option<&str> {
        let start = text.find('=').unwrap_or_default() + 1;
        let start = start + usize::from(text[start..].starts_with(['"', '\'']));
        value(text, 0, None, start).map(|span| &text[span.start..span.end])
    }

    #[test]
    fn a_value_ends_where_what_holds_it_says() {
        for (text, wanted) in [
            ("password=My5ql-pw&useSSL=true", "My5ql-pw"),
            ("password=Tr0ub4dor&3", "Tr0ub4dor&3"),
            ("password=\"a,b;c 'd1\"", ""),
            ("password=\"a,b;c'd1\"", "a,b;c'd1"),
            ("password=Qw3rty-99;Encrypt=True", "Qw3rty-99"),
            ("password=g3heim!Wort</password>", "g3heim!Wort"),
            ("password=S3cret-Pa55\\nDB_NAME=x", "S3cret-Pa55"),
            ("password=S3cret-Pa55\\\"}", "S3cret-Pa55"),
            ("password=S3cret(1)", "S3cret(1)"),
            ("password=S3cret-1).", "S3cret-1"),
        ] {
            assert_eq!(behind(text).unwrap_or_default(), wanted, "{text}");
        }
    }

    #[test]
    fn code_that_gets_a_value_is_none() {
        for text in ["getpass()", "argv[1]", "Option<String>", "Token![struct]", "from_pkcs8(a)", "x509.read(b)"] {
            assert!(is_code(text), "{text}");
        }
        for text in ["Passw0rd(1)", "Herbst!2025", "hunter2", "(abc123)", "a1b2<c3"] {
            assert!(!is_code(text), "{text}");
        }
    }

    #[test]
    fn what_stands_for_a_secret_is_none() {
        for text in [
            "********",
            "xxxxxxxx",
            "sk-****12ab",
            "<password1>",
            "${DB_PASS1}",
            "$DB_PASS1",
            "%DB_PASS1%",
            "%(pass1)s",
            "{pass1}",
            "[pass1]",
            "your-token-1",
            "required!",
            "confirmPassword",
            "MY_API_KEY",
            "process.env.TOKEN",
            "2026-11-20",
            "v1.2.3-4",
            "12-character",
            "/run/secrets/db1",
            "C:\\keys\\1",
            "https://example.org/1",
            "&String",
        ] {
            assert!(is_placeholder(text), "{text}");
        }
        for text in [
            "$ecret!1",
            "$2b$12$abc",
            "hunter2",
            "123456",
            "Ab!cde",
            "QwErTyUi",
            "/x+Y1=/z",
            "correcthorse9",
            "Passw0rd(1)",
        ] {
            assert!(!is_placeholder(text), "{text}");
        }
    }
}
