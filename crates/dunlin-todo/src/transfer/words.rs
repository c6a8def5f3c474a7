//! Field words of the line formats: `key:value` and `#tag` in a run at the end of a line, values free of spaces by percent signs.

use std::fmt::Write as _;

/// The value with everything that ends a word written as `%20`.
pub(super) fn packed(value: &str) -> String {
    let mut packed = String::with_capacity(value.len());
    for c in value.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                let _ = write!(packed, "%{byte:02X}");
            }
        } else {
            packed.push(c);
        }
    }
    packed
}

/// The value that [`packed`] made a word of; a percent sign that is none of its own stays.
pub(super) fn unpacked(word: &str) -> String {
    let bytes = word.as_bytes();
    let mut plain: Vec<u8> = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code =
            word.get(at + 1..at + 3).filter(|_| *byte == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(code.unwrap_or(*byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(plain).unwrap_or_else(|_| word.to_owned())
}

/// The text cut before the run of words at its end that `take` takes; the words are given from the first to the last.
pub(super) fn cut_tail(text: &str, takes: impl Fn(&str) -> bool) -> (&str, Vec<&str>) {
    let mut rest = text.trim_end();
    let mut taken = Vec::new();
    loop {
        let start = rest.rfind(' ').map_or(0, |at| at + 1);
        let word = rest.get(start..).unwrap_or_default();
        // The first word stays: a todo without a text is none.
        if start == 0 || word.is_empty() || !takes(word) {
            break;
        }
        taken.push(word);
        rest = rest.get(..start).unwrap_or_default().trim_end();
    }
    taken.reverse();
    (rest, taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packing_is_undone(value in "\\PC{0,20}|[ %0-9A-F\n]{0,12}") {
            let word = packed(&value);
            prop_assert!(!word.contains(char::is_whitespace));
            prop_assert_eq!(unpacked(&word), value);
        }
    }

    #[test]
    fn only_the_run_at_the_end_is_cut() {
        let (text, words) =
            cut_tail("see #this and that #home due:x", |word| word.starts_with('#') || word.contains(':'));
        assert_eq!((text, words), ("see #this and that", vec!["#home", "due:x"]));
        assert_eq!(cut_tail("#a", |word| word.starts_with('#')), ("#a", vec![]));
    }
}
