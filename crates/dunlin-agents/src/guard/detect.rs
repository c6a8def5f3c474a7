//! The detectors. A pattern proposes, a check digit, a parser or the surroundings decide.

use std::{borrow::Cow, net::IpAddr, sync::LazyLock};

use dunlin_base::Span;
use regex::Regex;
use serde::{Deserialize, Serialize};

use super::{
    digits::{iban_length, is_luhn, is_mod_97, is_of_an_issuer},
    places::{Places, Where},
};

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// A key, a token or a password.
    Secret,
    /// The number of an account.
    Iban,
    /// The number of a payment card.
    Card,
    /// An address for mail.
    Email,
    /// The address of a machine.
    Ip,
    /// A number to call.
    Phone,
}

impl Kind {
    /// All of them; where two find the same text, the first has it.
    pub const ALL: [Self; 6] = [Self::Secret, Self::Iban, Self::Card, Self::Email, Self::Ip, Self::Phone];

    /// The words that stand where it was.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Secret => "key",
            Self::Iban => "account number",
            Self::Card => "card number",
            Self::Email => "e-mail",
            Self::Ip => "network address",
            Self::Phone => "phone number",
        }
    }
}

/// One place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What stands there.
    pub kind: Kind,
    /// Where, in bytes.
    pub span: Span,
}

/// Finds in linear time; nothing a text says makes it slow.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detector;

/// A pattern, and where it is looked for: the whole match is the finding, or the group named `is`.
struct Pattern {
    place: &'static Where,
    regex: Regex,
}

static PATTERNS: LazyLock<[Vec<Pattern>; 6]> = LazyLock::new(|| Kind::ALL.map(patterns));

/// A pattern that could not be read would find nothing, so a test reads each.
fn patterns(kind: Kind) -> Vec<Pattern> {
    let read = |(text, place): &'static (&str, Where)| Some(Pattern { place, regex: Regex::new(text).ok()? });
    texts(kind).iter().filter_map(read).collect()
}

/// The patterns of a kind, and where each may fit.
fn texts(kind: Kind) -> &'static [(&'static str, Where)] {
    match kind {
        Kind::Secret => &[
            (
                r"-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]*-----END (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----)?",
                Where::From("-----BEGIN "),
            ),
            (r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", Where::Word(&["eyJ"])),
            (r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b", Where::Word(&["AKIA", "ASIA", "AGPA", "AIDA", "AROA"])),
            (
                r"\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{22,}\b|\bglpat-[A-Za-z0-9_-]{20,}",
                Where::Word(&["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"]),
            ),
            (
                r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bsk-(?:[a-z]+-)?[A-Za-z0-9_-]{20,}|\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}\b",
                Where::Word(&["xox", "sk-", "k_live_", "k_test_"]),
            ),
            (
                r"\bAIza[A-Za-z0-9_-]{35}|\bnpm_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|\bpypi-[A-Za-z0-9_-]{40,}",
                Where::Word(&["AIza", "npm_", "hf_", "pypi-"]),
            ),
            (
                r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\bAC[0-9a-f]{32}\b|\bya29\.[A-Za-z0-9_-]{20,}",
                Where::Word(&["SG.", "AC", "ya29."]),
            ),
            (r"(?i)\b(?:bearer|basic)\s+(?P<is>[a-z0-9._~+/-]{16,}=*)", Where::Words(&["bearer", "basic"], [0, 1])),
            (
                r#"(?i)\b(?:api[ _-]?key|access[ _-]?key|secret(?:[ _-]?key)?|client[ _-]?secret|auth[ _-]?token|access[ _-]?token|token|password|passwort|passwd|pwd)["']?\s*(?:[:=]|\bis\b)\s*["']?(?P<is>[^\s"',;]{6,})"#,
                Where::Words(&["key", "secret", "token", "passw", "pwd"], [1, 2]),
            ),
            (r"\b[a-z][a-z0-9+.-]*://[^\s/:@]*:(?P<is>[^\s/@]{3,})@[^\s/@]+", Where::Signs(":/@", |_| true)),
        ],
        Kind::Iban => &[(r"(?i)\b[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}", Where::Account(30))],
        Kind::Card => &[(r"\d(?:[ -]?\d){12,18}", Where::Number(13, &[""]))],
        Kind::Email => &[(
            r"(?i)[a-z0-9!#$%&'*+^_~-]+(?:\.[a-z0-9!#$%&'*+^_~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z]",
            Where::Signs("@.", |_| true),
        )],
        Kind::Ip => &[
            (r"\d{1,3}(?:\.\d{1,3}){3}", Where::Signs("0.", |word| word.matches('.').count() >= 3)),
            (
                r"(?i)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\d{0,3}(?:\.\d{1,3}){3})?",
                Where::Signs(":", |word| word.contains("::") || word.matches(':').count() >= 6),
            ),
        ],
        Kind::Phone => &[
            (r"(?:\+|\b00)[1-9]\d{0,2}(?:[ ./-]{0,2}\(?\d{1,5}\)?){2,7}", Where::Number(7, &["+", "00"])),
            (r"(?:\(0\d{1,5}\)|\b0\d{1,5})[ /-]{1,3}\d{2,8}(?:[ -]\d{2,8}){0,4}", Where::Number(7, &["0"])),
            (r"(?:\(\d{3}\) ?|\b\d{3}[-. ])\d{3}[-. ]\d{4}\b", Where::Number(10, &[""])),
            (
                r"(?i)\b(?:tel|telefon|telephone|phone|call|mobile|mobil|cell|fax|ring|sms|text)\b(?:\s*(?:number|no|nr|me|us|him|her|at|on|is))*[.:]*\s*(?P<is>\(?\d(?:[ ./()-]{0,2}\d){6,14})",
                Where::Called(7, &["tel", "phone", "call", "mobil", "cell", "fax", "ring", "sms", "text"]),
            ),
        ],
    }
}

impl Detector {
    /// What stands in a text, in order, without overlap. Of two that overlap the graver kind stays.
    pub fn find(self, text: &str) -> Vec<Finding> {
        found(text, Places::of_pattern)
    }
}

/// What the patterns find in the places of a text that `places_of` gives for each.
fn found(text: &str, places_of: impl Fn(&Places, &str, &Where) -> Vec<Span>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut places = Places::of(text);
    // What is found already is struck out: digits after it do not join it, nor those before.
    let mut text = Cow::Borrowed(text);
    for (kind, patterns) in Kind::ALL.into_iter().zip(PATTERNS.iter()) {
        for pattern in patterns {
            let mut spans: Vec<Span> = Vec::new();
            for place in places_of(&places, &text, pattern.place) {
                let hits = pattern.regex.captures_iter(text.get(place.start..place.end).unwrap_or_default());
                let hits = hits.filter_map(|captures| captures.name("is").or_else(|| captures.get(0)));
                let hits = hits.map(|hit| Span::new(place.start + hit.start(), place.start + hit.end()));
                spans.extend(hits.filter_map(|hit| settle(kind, &text, hit)));
            }
            if spans.is_empty() {
                continue;
            }
            for span in spans {
                text.to_mut().replace_range(span.start..span.end, &"|".repeat(span.len()));
                found.push(Finding { kind, span });
            }
            places = Places::of(&text);
        }
    }
    found.sort_by_key(|finding| finding.span.start);
    found
}

/// What of a proposed place is a finding.
fn settle(kind: Kind, text: &str, span: Span) -> Option<Span> {
    let found = text.get(span.start..span.end)?;
    let before = text.get(..span.start)?.chars().next_back();
    let after = text.get(span.end..)?.chars().next();
    match kind {
        Kind::Secret => (!is_placeholder(found)).then_some(span),
        Kind::Email => {
            (!before.is_some_and(|sign| sign.is_alphanumeric() || sign == '.' || sign == '@')).then_some(span)
        }
        Kind::Iban => iban(found).map(|length| Span::new(span.start, span.start + length)),
        Kind::Card => {
            let digits: Vec<u8> = found.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
            let is_alone = !joins(before) && !joins(after) && !goes_on(text, span, &['.', ',', ':']);
            let is_one = digits.iter().any(|digit| Some(digit) != digits.first());
            (is_alone && is_one && is_of_an_issuer(&digits) && is_luhn(&digits)).then_some(span)
        }
        Kind::Ip => {
            let is_alone = !joins(before) && !joins(after) && before != Some('.') && !goes_on(text, span, &['.']);
            let is_version = found.contains('.') && version_before(text, span.start);
            let is_time = !found.contains("::") && found.matches(':').count() < 7 && !found.contains('.');
            let address: Option<IpAddr> = found.parse().ok();
            let names_a_machine = address.is_some_and(|address| !address.is_unspecified());
            (is_alone && !is_version && !is_time && names_a_machine && before != Some(':')).then_some(span)
        }
        Kind::Phone => {
            let trimmed = found.trim_end_matches([' ', '.', '/', '-', '(']);
            let count = trimmed.bytes().filter(u8::is_ascii_digit).count();
            let span = Span::new(span.start, span.start + trimmed.len());
            let before = if trimmed.starts_with('+') {
                before.filter(|sign| sign.is_alphanumeric() || *sign == '+')
            } else {
                before
            };
            let is_alone = !joins(before) && !matches!(before, Some('.' | '-' | '/' | '=' | '#' | '$' | '€' | '£'));
            let ends = text.get(span.end..)?.chars().next();
            let is_whole = !ends.is_some_and(char::is_alphanumeric) && !goes_on(text, span, &['.', ',', ':']);
            let is_middle = trimmed.starts_with('0') && digits_before(text, span.start);
            ((7..=15).contains(&count) && !is_middle && is_alone && is_whole && !is_date(trimmed)).then_some(span)
        }
    }
}

/// Whether a sign makes what stands beside it part of a longer word or number.
fn joins(sign: Option<char>) -> bool {
    sign.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, '_' | '-'))
}

/// Whether a number goes on after one of these signs, as in `1.5` or `1,000`.
fn goes_on(text: &str, span: Span, signs: &[char]) -> bool {
    let mut rest = text.get(span.end..).unwrap_or_default().chars();
    rest.next().is_some_and(|sign| signs.contains(&sign)) && rest.next().is_some_and(|sign| sign.is_ascii_digit())
}

/// Whether digits stand before a place, with a space between: it is the middle of a longer number.
fn digits_before(text: &str, start: usize) -> bool {
    let mut before = text.get(..start).unwrap_or_default().chars().rev();
    before.next() == Some(' ') && before.next().is_some_and(|sign| sign.is_ascii_digit())
}

/// Whether words before a place say that a version or a chapter follows.
fn version_before(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().trim_end();
    ["version", "v", "release", "section", "chapter", "build", "firmware", "rev", "update to", "upgrade to"].iter().any(
        |word| {
            let at = before.len().saturating_sub(word.len());
            before.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(word))
                && !before.get(..at).is_some_and(|rest| rest.ends_with(char::is_alphanumeric))
        },
    )
}

/// The length of the account number that the text begins with.
fn iban(found: &str) -> Option<usize> {
    let wanted = iban_length(found.get(..2)?)?;
    let mut letters = String::new();
    for (at, sign) in found.char_indices() {
        if sign.is_ascii_alphanumeric() {
            letters.push(sign);
        }
        if letters.len() == wanted {
            let goes_on = found.get(at + 1..)?.starts_with(|sign: char| sign.is_ascii_alphanumeric());
            return (!goes_on && is_mod_97(&letters)).then_some(at + 1);
        }
    }
    None
}

/// Whether digits are a day or a moment: `2026-11-21`, `21-11-2026`, `00:30`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_year = |part: Option<&&str>| {
        part.is_some_and(|part| part.len() == 4 && (part.starts_with("19") || part.starts_with("20")))
    };
    match lengths.as_slice() {
        [4, 1..=2, 1..=2, ..] => is_year(parts.first()),
        [1..=2, 1..=2, 4, ..] => is_year(parts.get(2)),
        _ => false,
    }
}

/// Whether a value only stands for a secret: a name to fill in, stars, a word of the sentence.
fn is_placeholder(found: &str) -> bool {
    let lower = found.to_ascii_lowercase();
    let first = found.chars().next();
    let is_one_sign = found.chars().all(|sign| Some(sign) == first) || found.chars().all(|sign| "*•x.…".contains(sign));
    let is_named = found.starts_with(['<', '$', '{', '%', '['])
        || [
            "your",
            "my_",
            "my-",
            "example",
            "changeme",
            "placeholder",
            "process.env",
            "env.",
            "null",
            "undefined",
            "[redacted",
            "required",
            "optional",
        ]
        .iter()
        .any(|word| lower.starts_with(word));
    // A word of a sentence: letters only, as in "the password is required".
    let is_word =
        found.trim_end_matches(['.', '!', '?', ')']).chars().all(|sign| sign.is_ascii_lowercase() || sign == '-');
    is_one_sign || is_named || is_word
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_pattern_is_read() {
        for kind in Kind::ALL {
            for (text, _) in texts(kind) {
                assert!(Regex::new(text).is_ok(), "{kind:?}: {text}");
            }
        }
    }

    /// What is found when every pattern looks at the whole text.
    fn found_everywhere(text: &str) -> Vec<Finding> {
        found(text, |_, text, _| vec![Span::new(0, text.len())])
    }

    /// The written set, without its marks.
    fn lines() -> Vec<String> {
        let set = include_str!("../../../../testdata/guard.txt").lines();
        let kinds = ["{{secret:", "{{iban:", "{{card:", "{{email:", "{{ip:", "{{phone:", "}}"];
        set.map(|line| kinds.iter().fold(line.to_owned(), |line, mark| line.replace(mark, ""))).collect()
    }

    #[test]
    fn nothing_of_the_written_set_is_found_by_looking_everywhere_only() {
        let lines = lines();
        for text in lines.iter().cloned().chain([lines.join("\n"), lines.join(" "), lines.join("")]) {
            assert_eq!(Detector.find(&text), found_everywhere(&text), "{text}");
        }
    }

    /// What patterns are about, and what may stand around and between.
    fn piece() -> impl Strategy<Value = String> {
        prop_oneof![
            prop::sample::select(lines()),
            "[ \t\n\r\u{b}.:/@+()=\"',;_-]{1,3}",
            "[0-9]{1,7}",
            "[a-zA-Z]{1,3}[0-9]{1,4}",
            "[A-Za-z0-9_-]{8,40}",
            "[a-f0-9:.]{2,12}",
            "\\PC{0,6}",
            prop::sample::select(vec![
                "api",
                "key",
                "Secret",
                "TOKEN",
                "password",
                "pwd",
                "is",
                "bearer",
                "Basic",
                "tel",
                "call",
                "me",
                "at",
                "on",
                "number",
                "text",
                "eyJ",
                "AKIA",
                "ghp_",
                "sk-",
                "SG.",
                "AC",
                "https://",
                "DE89",
                "http",
                "::",
                "1.2.3.4",
                "version",
                "-----BEGIN ",
                "RSA ",
                "PRIVATE KEY-----",
                "-----END ",
                "\u{212a}ey",
                "ba\u{17f}ic",
                "\u{a0}",
                "\u{661}\u{662}",
                "\u{b2}",
                "é",
                "anna@example.org",
                "4111 1111 1111 1111",
                "00",
                "+49",
                "(030)",
                "5551234",
                "1:2:3:4:5:6:10.1.2.3",
            ])
            .prop_map(str::to_owned),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

        #[test]
        fn nothing_is_found_by_looking_everywhere_only(
            pieces in prop::collection::vec(piece(), 0..14),
            between in prop::sample::select(vec!["", " ", "-", "\n"]),
        ) {
            let text = pieces.join(between);
            prop_assert_eq!(Detector.find(&text), found_everywhere(&text));
        }
    }
}
