//! Numbers as people read them, one form for each kind everywhere on the page.

/// A length of time: `0 ms`, `420 ms`, `1.2 s`, `2 min 5 s`, `1 h 4 min`, `3 d 2 h`.
pub(crate) fn duration(ms: u64) -> String {
    let (seconds, minutes, hours) = (ms / 1000, ms / 60_000, ms / 3_600_000);
    match ms {
        0..=999 => format!("{ms} ms"),
        1000..=59_999 => format!("{seconds}.{} s", ms % 1000 / 100),
        60_000..=3_599_999 => format!("{minutes} min {} s", seconds % 60),
        3_600_000..=86_399_999 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{} d {} h", hours / 24, hours % 24),
    }
}

/// A length of time as somebody asked for it, with nothing behind what is whole: `20 s`, `1.5 s`, `2 min`, `1 h 4 min`.
pub(crate) fn length(ms: u64) -> String {
    let told = duration(ms);
    if let Some(seconds) = told.strip_suffix(".0 s") {
        return format!("{seconds} s");
    }
    let whole = [" 0 s", " 0 min", " 0 h"].iter().find_map(|rest| told.strip_suffix(rest));
    whole.map_or_else(|| told.clone(), str::to_owned)
}

/// An amount of storage: `812 B`, `4.1 kB`, `2.0 MB`.
pub(crate) fn bytes(count: usize) -> String {
    match count {
        0..=999 => format!("{count} B"),
        1000..=999_999 => format!("{}.{} kB", count / 1000, count % 1000 / 100),
        _ => format!("{}.{} MB", count / 1_000_000, count % 1_000_000 / 100_000),
    }
}

/// A count with its noun: `1 step`, `3 steps`.
pub(crate) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// A plain decimal with its whole part in groups of three: `1234567.25` → `1,234,567.25`. Other text stays as it is.
pub(crate) fn grouped(text: &str) -> String {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, tail) = rest.find('.').map_or((rest, ""), |dot| rest.split_at(dot));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || whole.len() < 5 || !(tail.is_empty() || plain(tail.trim_start_matches('.'))) {
        return text.to_owned();
    }
    let mut out = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out.push_str(tail);
    out
}

/// A message that begins small, as the core writes them, with a capital for standing alone, and with the page's quotation marks.
pub(crate) fn sentence(text: &str) -> String {
    let mut text = curly(text);
    // Ours begin with letters of ASCII; the tables of all the world's capitals would weigh more than this whole module.
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The same with “these” quotation marks for the straight ones that the core writes, which stand in terminals too. One that neither
/// opens words nor closes them is part of them: inches, an attribute of HTML, JSON.
pub(crate) fn curly(text: &str) -> String {
    if text.matches('"').count() % 2 == 1 {
        return text.to_owned();
    }
    let mut open = 0;
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        let opens = out.chars().next_back().is_none_or(|before| before.is_whitespace() || "(“".contains(before));
        let closes = open > 0 && rest.peek().is_none_or(|next| next.is_whitespace() || ".,;:!?)]}…”\"".contains(*next));
        out.push(match c {
            '"' if opens => {
                open += 1;
                '“'
            }
            '"' if closes => {
                open -= 1;
                '”'
            }
            c => c,
        });
    }
    out
}

/// At most `limit` characters of a text, with an ellipsis where it was cut.
pub(crate) fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test(unsupported = test)]
    fn durations_have_one_form() {
        for (ms, text) in [
            (0, "0 ms"),
            (999, "999 ms"),
            (1000, "1.0 s"),
            (59_999, "59.9 s"),
            (60_000, "1 min 0 s"),
            (3_599_999, "59 min 59 s"),
            (3_840_000, "1 h 4 min"),
            (266_400_000, "3 d 2 h"),
        ] {
            assert_eq!(duration(ms), text);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_is_whole_is_told_without_a_rest() {
        for (ms, text) in [
            (420, "420 ms"),
            (20_000, "20 s"),
            (1_500, "1.5 s"),
            (120_000, "2 min"),
            (130_000, "2 min 10 s"),
            (3_600_000, "1 h"),
            (36_000_000, "10 h"),
            (172_800_000, "2 d"),
        ] {
            assert_eq!(length(ms), text);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn amounts_and_counts() {
        assert_eq!([bytes(812), bytes(4_120), bytes(2_000_000)], ["812 B", "4.1 kB", "2.0 MB"]);
        assert_eq!([counted(0, "step"), counted(1, "step"), counted(2, "step")], ["0 steps", "1 step", "2 steps"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn long_numbers_are_grouped_and_nothing_else_is() {
        for (text, expected) in [
            ("30", "30"),
            ("1234", "1234"),
            ("12345", "12,345"),
            ("-1234567.25", "-1,234,567.25"),
            ("1e30", "1e30"),
            ("2026-11-21", "2026-11-21"),
            ("12345.6.7", "12345.6.7"),
            ("12345 km", "12345 km"),
        ] {
            assert_eq!(grouped(text), expected);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn sentences_begin_with_a_capital() {
        assert_eq!([sentence("the storage is full"), sentence(""), sentence("éa")], ["The storage is full", "", "éa"]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn quotation_marks_are_those_of_the_page() {
        for (text, told) in [
            ("added \"milk\"", "added “milk”"),
            ("did you mean (\"milk\", \"bread\")?", "did you mean (“milk”, “bread”)?"),
            ("added \"say \"hi\" to Ann\"", "added “say “hi” to Ann”"),
            ("a 5\" screw", "a 5\" screw"),
            ("“milk” is none", "“milk” is none"),
            ("<b id=\"a\">", "<b id=\"a\">"),
            ("{\"a\":[\"b\",{\"c\":\"\"}]}", "{\"a\":[\"b\",{\"c\":\"\"}]}"),
            ("added \"<b id=\"a\">\"", "added “<b id=\"a\">”"),
        ] {
            assert_eq!(curly(text), told);
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn cutting_keeps_characters_whole() {
        assert_eq!(shortened("añ😀b", 3), "añ😀…");
        assert_eq!(shortened("short", 10), "short");
    }
}
