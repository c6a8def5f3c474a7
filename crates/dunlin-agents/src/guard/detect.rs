//! The detectors. A pattern proposes, a check digit, a parser or the surroundings decide.

use std::{borrow::Cow, sync::LazyLock};

use dunlin_base::Span;
use regex::{Match, Regex};
use serde::{Deserialize, Serialize};

use super::{
    patterns::texts,
    places::{Places, Where},
    secret::value,
    settle::settle,
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

/// A pattern, and where it is looked for.
struct Pattern {
    place: &'static Where,
    regex: Regex,
}

impl Pattern {
    /// What it finds in a place of a text.
    fn find(&self, kind: Kind, text: &str, place: Span) -> Vec<Span> {
        let piece = text.get(place.start..place.end).unwrap_or_default();
        let (mut found, mut from) = (Vec::new(), 0);
        while let Some(captures) = self.regex.captures_at(piece, from) {
            let Some(whole) = captures.get(0) else { break };
            let span = |hit: Match| Span::new(hit.start(), hit.end()).shifted(place.start);
            let joint = captures.name("by").map(span);
            let settled = match captures.name("from") {
                Some(from) => value(text, span(whole).start, joint, span(from).start).into_iter().collect(),
                None => settle(kind, text, span(captures.name("is").unwrap_or(whole))),
            };
            // An account may begin within what looks like one and is none, so only its first word is passed over.
            let passed = || if kind == Kind::Iban { after_word(piece, whole.start()) } else { whole.end() };
            from = settled.last().map_or_else(passed, |last| last.end - place.start);
            found.extend(settled);
            if from >= piece.len() {
                break;
            }
        }
        found
    }
}

/// Where the letters and digits end that stand at a place.
fn after_word(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    start + rest.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(rest.len())
}

static PATTERNS: LazyLock<[Vec<Pattern>; 6]> = LazyLock::new(|| Kind::ALL.map(patterns));

/// A pattern that could not be read would find nothing, so a test reads each.
fn patterns(kind: Kind) -> Vec<Pattern> {
    let read = |(text, place): &'static (&str, Where)| Some(Pattern { place, regex: Regex::new(text).ok()? });
    texts(kind).iter().filter_map(read).collect()
}

impl Detector {
    /// What stands in a text, in order, without overlap. Of two that overlap the graver kind stays.
    pub fn find(self, text: &str) -> Vec<Finding> {
        found(text, Places::of_pattern)
    }
}

/// What stands for each byte of what is found already; no value goes over it.
const STRUCK: &str = "\0";

/// What the patterns find in the places of a text that `places_of` gives for each.
fn found(text: &str, places_of: impl Fn(&Places, &str, &Where) -> Vec<Span>) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    let mut places = Places::of(text);
    // What is found already is struck out: digits after it do not join it, nor those before.
    let mut text = Cow::Borrowed(text);
    for (kind, patterns) in Kind::ALL.into_iter().zip(PATTERNS.iter()) {
        for pattern in patterns {
            let fitting = places_of(&places, &text, pattern.place);
            let spans: Vec<Span> = fitting.into_iter().flat_map(|place| pattern.find(kind, &text, place)).collect();
            if spans.is_empty() {
                continue;
            }
            for span in spans {
                text.to_mut().replace_range(span.start..span.end, &STRUCK.repeat(span.len()));
                found.push(Finding { kind, span });
            }
            places = Places::of(&text);
        }
    }
    found.sort_by_key(|finding| finding.span.start);
    found
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
        let set =
            [include_str!("../../../../testdata/guard.txt"), include_str!("../../../../testdata/guard-held-out.txt")];
        let marks = [("·", ""), ("¶", "\n"), ("\\u{a0}", "\u{a0}"), ("\\u{202f}", "\u{202f}"), ("}}", "")];
        let kinds = ["{{secret:", "{{iban:", "{{card:", "{{email:", "{{ip:", "{{phone:"].map(|mark| (mark, ""));
        let plain = |line: &str| {
            marks.iter().chain(&kinds).fold(line.to_owned(), |line, (mark, sign)| line.replace(mark, sign))
        };
        set.iter().flat_map(|set| set.lines()).map(plain).collect()
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
