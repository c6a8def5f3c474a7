//! What of a proposed place is a finding: a check digit, a parser or the surroundings decide.

use std::net::IpAddr;

use dunlin_base::Span;

use super::{
    detect::Kind,
    digits::{cards, iban_length, is_mod_97},
    secret::is_placeholder,
};

/// The findings in a proposed place.
pub(super) fn settle(kind: Kind, text: &str, span: Span) -> Vec<Span> {
    if kind == Kind::Card {
        let digits = text.get(span.start..span.end).unwrap_or_default();
        let found = cards(digits).into_iter().map(|card| Span::new(span.start + card.start, span.start + card.end));
        return found.filter(|card| is_whole_card(text, *card)).collect();
    }
    one(kind, text, span).into_iter().collect()
}

fn one(kind: Kind, text: &str, span: Span) -> Option<Span> {
    let found = text.get(span.start..span.end)?;
    match kind {
        Kind::Secret => (!is_placeholder(found)).then_some(span),
        Kind::Email => email(text, span),
        Kind::Iban => iban(found).map(|length| Span::new(span.start, span.start + length)),
        Kind::Ip => is_machine(text, span).then_some(span),
        Kind::Phone => phone(text, span),
        Kind::Card => None,
    }
}

/// The signs beside a place.
fn beside(text: &str, span: Span) -> [Option<char>; 2] {
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    [before, text.get(span.end..).and_then(|after| after.chars().next())]
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

/// Whether digits stand before a place, with one of these signs between: it is the middle of a longer number.
fn comes_from(text: &str, start: usize, signs: &[char]) -> bool {
    let mut before = text.get(..start).unwrap_or_default().chars().rev();
    before.next().is_some_and(|sign| signs.contains(&sign)) && before.next().is_some_and(|sign| sign.is_ascii_digit())
}

fn is_whole_card(text: &str, span: Span) -> bool {
    let [before, after] = beside(text, span);
    let is_part = goes_on(text, span, &['.', ',', ':']) || comes_from(text, span.start, &['.', ',']);
    !joins(before) && !joins(after) && !is_part
}

/// An address for mail, without the quotes and marks that may stand before it and belong to none.
fn email(text: &str, span: Span) -> Option<Span> {
    let found = text.get(span.start..span.end)?;
    let trimmed = found.trim_start_matches(|sign: char| "'*~^&!#$%".contains(sign));
    let (name, host) = trimmed.split_once('@').or_else(|| trimmed.split_once("%40"))?;
    // `logo@2x.png` is a picture for fine screens, `git@host:path` a place for code.
    let is_picture = host.get(..3).is_some_and(|start| start.ends_with("x."))
        && host.starts_with(|sign: char| sign.is_ascii_digit());
    let is_alone = beside(text, span)[0] != Some('@');
    let start = span.end - trimmed.len();
    (is_alone && !is_picture && !name.is_empty() && name != "git").then_some(Span::new(start, span.end))
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

fn is_machine(text: &str, span: Span) -> bool {
    let found = text.get(span.start..span.end).unwrap_or_default();
    let [before, after] = beside(text, span);
    let is_alone =
        !joins(before) && !joins(after) && !matches!(before, Some('.' | ':')) && !goes_on(text, span, &['.']);
    let is_version = found.contains('.') && is_version(text.get(..span.start).unwrap_or_default());
    let is_time = !found.contains("::") && found.matches(':').count() < 7 && !found.contains('.');
    let address: Option<IpAddr> = found.parse().ok();
    is_alone && !is_version && !is_time && address.is_some_and(is_given_out)
}

/// Whether machines may have an address. Of those of version 6 most blocks are not given out, so `cafe::` and `12::30` are none.
fn is_given_out(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => !address.is_unspecified(),
        IpAddr::V6(address) => {
            !address.is_unspecified()
                && matches!(address.segments()[0], 0 | 0x64 | 0x2000..=0x3fff | 0xfc00..=0xfdff | 0xfe80..=0xfebf | 0xff00..)
        }
    }
}

/// What has numbers that look like addresses of machines.
const VERSIONED: &str = "release section chapter build firmware rev kapitel abschnitt oid §";

/// Whether the words before a place say that a version or a chapter follows, as `"version": "` and `Chrome/` do.
fn is_version(before: &str) -> bool {
    let named = before.trim_end_matches(|sign: char| sign.is_whitespace() || "\"'=:(".contains(sign));
    let (rest, word) = last_word(named);
    let is_product = before.strip_suffix('/').is_some_and(|name| last_word(name).1.starts_with(char::is_uppercase));
    let word = word.to_lowercase();
    let is_update = || ["update", "upgrade"].iter().any(|verb| last_word(rest.trim_end()).1.eq_ignore_ascii_case(verb));
    is_product
        || word.ends_with("version")
        || VERSIONED.split(' ').any(|name| name == word)
        || word == "v" && before.ends_with(' ')
        || word == "to" && is_update()
}

/// A text up to its last word, and that.
fn last_word(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(|sign: char| sign.is_alphabetic() || sign == '§').len())
}

/// A number to call, without the signs after it.
fn phone(text: &str, span: Span) -> Option<Span> {
    let found = text.get(span.start..span.end)?;
    let trimmed = found.trim_end_matches([' ', '\u{a0}', '\u{2009}', '\u{202f}', '.', '/', '-', '(']);
    let count = trimmed.bytes().filter(u8::is_ascii_digit).count();
    let span = Span::new(span.start, span.start + trimmed.len());
    let [before, after] = beside(text, span);
    let is_abroad = trimmed.starts_with('+');
    let before = if is_abroad { before.filter(|sign| sign.is_alphanumeric() || *sign == '+') } else { before };
    let is_alone = !joins(before) && !matches!(before, Some('.' | '-' | '/' | '=' | '#' | '$' | '€' | '£'));
    let is_whole = !after.is_some_and(char::is_alphanumeric) && !goes_on(text, span, &['.', ',', ':']);
    let is_middle = trimmed.starts_with('0') && comes_from(text, span.start, &[' ']);
    let is_other = !is_abroad && is_named_otherwise(text.get(..span.start)?);
    ((7..=15).contains(&count) && is_alone && is_whole && !is_middle && !is_other && !is_no_number_to_call(trimmed))
        .then_some(span)
}

/// What has numbers that look like those of phones.
const NUMBERED: &str = "\
    order invoice part parts score ticket case serial sku article art artikel artikelnr item isbn issn ean \
    model batch lot ref reference page pages section chapter version row rows line lines range ranges \
    bestellung bestellnr rechnung rechnungsnr kundennr konto customer tracking shipment contract patent \
    policy seite seiten teil plz zip room raum";

/// Whether the word before a number names another thing, as in "order 0049-1234-5678" and "Art.-Nr. 0815-4711-22".
fn is_named_otherwise(before: &str) -> bool {
    let mut near = before.len().saturating_sub(40);
    while !before.is_char_boundary(near) {
        near += 1;
    }
    let line = before.get(near..).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let mut words =
        line.rsplit(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase);
    let named = words.find(|word| !["number", "no", "nr", "num", "id", "code", "n"].contains(&word.as_str()));
    named.is_some_and(|word| NUMBERED.split(' ').any(|name| name == word))
}

/// Whether digits are a day or a moment (`2026-11-21`, `21-11-2026`), a decimal (`+52.520008`), a count (`+2 000 000`) or two short numbers (`0100-0199`).
fn is_no_number_to_call(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ']).filter(|part| !part.is_empty()).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_year = |part: Option<&&str>| {
        part.is_some_and(|part| part.len() == 4 && (part.starts_with("19") || part.starts_with("20")))
    };
    match lengths.as_slice() {
        [4, 1..=2, 1..=2, ..] => is_year(parts.first()),
        [1..=2, 1..=2, 4, ..] => is_year(parts.get(2)),
        [_, _] if text.starts_with('+') => text.contains('.'),
        [2..=4, 3, 3] if text.starts_with('+') => true,
        [4, 4] => text.starts_with('0'),
        _ => false,
    }
}
