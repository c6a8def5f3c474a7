//! A report as it is looked at: its Markdown, read back into headings, lines, tables, pictures and what stands in them.
//!
//! It reads what reports are made of and no more; what it does not know is a line of text. It draws nothing.

/// A part of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A heading and how deep it is, from 1.
    Heading(usize, Line),
    /// Any other line.
    Line(Line),
    /// A list.
    List(Vec<Item>),
    /// The rows of a table; the first one says what is in the others.
    Table(Vec<Vec<Line>>),
    /// A picture: its SVG, and what it is called.
    Picture(String, String),
}

/// A line, in pieces.
pub(crate) type Line = Vec<Piece>;

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// What it says.
    pub(crate) line: Line,
    /// The list below it, and whether each is ticked off where it has a box.
    pub(crate) inner: Vec<(Option<bool>, Line)>,
}

/// A line of a report, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    /// A heading and how deep it is, from 1.
    Heading(usize, Line),
    /// A line of a list.
    Item(Line),
    /// A line of the list below a line of a list, and whether it is ticked off where it has a box.
    Inner(Option<bool>, Line),
    /// The cells of a row of a table.
    Row(Vec<Line>),
    /// A picture: its SVG, and what it is called.
    Picture(String, String),
    /// Any other line.
    Line(Line),
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// As it is.
    Text(String),
    /// Set off.
    Strong(String),
    /// Word for word.
    Code(String),
}

/// The parts of a report, in order.
pub(crate) fn parts(markdown: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for block in markdown.lines().filter(|line| !line.is_empty() && !line.starts_with("| ---")).map(block) {
        let other = match parts.last_mut() {
            Some(part) => part.take(block),
            None => Some(block),
        };
        parts.extend(other.map(Part::of));
    }
    parts
}

impl Part {
    /// The part that begins with a line.
    fn of(block: Block) -> Self {
        match block {
            Block::Heading(deep, line) => Self::Heading(deep, line),
            Block::Item(line) => Self::List(vec![Item { line, inner: Vec::new() }]),
            Block::Row(cells) => Self::Table(vec![cells]),
            Block::Picture(svg, words) => Self::Picture(svg, words),
            Block::Inner(_, line) | Block::Line(line) => Self::Line(line),
        }
    }

    /// Takes in a line that belongs to it, and gives back one that does not.
    fn take(&mut self, block: Block) -> Option<Block> {
        match (self, block) {
            (Self::List(items), Block::Item(line)) => items.push(Item { line, inner: Vec::new() }),
            (Self::List(items), Block::Inner(ticked, line)) => items.last_mut()?.inner.push((ticked, line)),
            (Self::Table(rows), Block::Row(cells)) => rows.push(cells),
            (_, block) => return Some(block),
        }
        None
    }
}

fn block(line: &str) -> Block {
    if let Some(item) = line.strip_prefix("- ") {
        return Block::Item(pieces(item));
    }
    if let Some(inner) = line.strip_prefix("  - ") {
        let boxes = [("[ ] ", false), ("[x] ", true)];
        let ticked = boxes.into_iter().find_map(|(mark, ticked)| Some((ticked, inner.strip_prefix(mark)?)));
        return ticked.map_or_else(
            || Block::Inner(None, pieces(inner)),
            |(ticked, words)| Block::Inner(Some(ticked), pieces(words)),
        );
    }
    if let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
        return Block::Row(row.split(" | ").map(pieces).collect());
    }
    if let Some((svg, words)) = picture(line) {
        return Block::Picture(svg, words);
    }
    let deep = line.bytes().take_while(|byte| *byte == b'#').count();
    match line.get(deep..).and_then(|rest| rest.strip_prefix(' ')) {
        Some(words) if deep > 0 => Block::Heading(deep, pieces(words)),
        _ => Block::Line(pieces(line)),
    }
}

/// The SVG and the words of a line that shows one: `![words](data:image/svg+xml,…)`, with the numbers of bytes in its address.
fn picture(line: &str) -> Option<(String, String)> {
    let (words, address) = line.strip_prefix("![")?.rsplit_once("](data:image/svg+xml,")?;
    let mut bytes = Vec::new();
    let mut parts = address.strip_suffix(')')?.split('%');
    bytes.extend(parts.next()?.bytes());
    for part in parts {
        let (number, plain) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(number, 16).ok()?);
        bytes.extend(plain.bytes());
    }
    let words = pieces(words).into_iter().map(|piece| match piece {
        Piece::Text(text) | Piece::Strong(text) | Piece::Code(text) => text,
    });
    Some((String::from_utf8(bytes).ok()?, words.collect()))
}

fn pieces(line: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let fence = rest.bytes().take_while(|byte| *byte == b'`').count();
        let marked = match fence {
            0 => rest
                .strip_prefix("**")
                .and_then(|rest| rest.split_once("**"))
                .map(|(strong, rest)| (Piece::Strong(strong.to_owned()), rest)),
            _ => fenced(rest, fence),
        };
        if let Some((piece, after)) = marked {
            if !text.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut text)));
            }
            pieces.push(piece);
            rest = after;
            continue;
        }
        let escapes = [("&lt;", '<'), ("&amp;", '&')];
        let escape = escapes.into_iter().find_map(|(escape, c)| Some((c, rest.strip_prefix(escape)?)));
        let literal = rest.strip_prefix('\\').and_then(|rest| Some((rest.chars().next()?, rest)));
        let literal = literal.map(|(c, rest)| (c, rest.get(c.len_utf8()..).unwrap_or_default()));
        let plain = (first, rest.get(first.len_utf8()..).unwrap_or_default());
        let (c, after) = escape.or(literal).unwrap_or(plain);
        text.push(c);
        rest = after;
    }
    if !text.is_empty() || pieces.is_empty() {
        pieces.push(Piece::Text(text));
    }
    pieces
}

/// What stands between that many backticks here and as many later on.
fn fenced(rest: &str, fence: usize) -> Option<(Piece, &str)> {
    let (mark, body) = rest.split_at_checked(fence)?;
    let (code, after) = body.split_once(mark)?;
    // More than a single one sets it off from backticks in it, with a blank on either side.
    let code =
        if fence > 1 { code.strip_prefix(' ').and_then(|code| code.strip_suffix(' ')).unwrap_or(code) } else { code };
    Some((Piece::Code(code.to_owned()), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    fn text(words: &str) -> Piece {
        Piece::Text(words.to_owned())
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_report_is_read_back() {
        let report = "# Run report\n\n- Status: **failed**\n- Run: `0192-ab`\n  - [x] Sweep\n  - and more\n\n| Step | Does |\n\
             | ---: | --- |\n| 1 | todo\\_store |\n\nPlain words";
        let code = Piece::Code("0192-ab".to_owned());
        let inner = vec![(Some(true), vec![text("Sweep")]), (None, vec![text("and more")])];
        assert_eq!(
            parts(report),
            [
                Part::Heading(1, vec![text("Run report")]),
                Part::List(vec![
                    Item { line: vec![text("Status: "), Piece::Strong("failed".to_owned())], inner: Vec::new() },
                    Item { line: vec![text("Run: "), code], inner },
                ]),
                Part::Table(vec![
                    vec![vec![text("Step")], vec![text("Does")]],
                    vec![vec![text("1")], vec![text("todo_store")]],
                ]),
                Part::Line(vec![text("Plain words")]),
            ]
        );
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_table_between_two_lines_of_a_list_is_read_back() {
        let item = |words| Item { line: vec![text(words)], inner: Vec::new() };
        let row = |one, other| vec![vec![text(one)], vec![text(other)]];
        let report = "- Output: a chart\n\n| month | total |\n| --- | ---: |\n| \\-- a \\| b |  |\n|  | -5 |\n\n\
            1 more row is left out.\n\n- Attempts: 1";
        let expected = [
            Part::List(vec![item("Output: a chart")]),
            Part::Table(vec![row("month", "total"), row("-- a | b", ""), row("", "-5")]),
            Part::Line(vec![text("1 more row is left out.")]),
            Part::List(vec![item("Attempts: 1")]),
        ];
        assert_eq!(parts(report), expected);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn a_picture_is_read_back_with_what_it_is_called() {
        let shown = "![a \\] \\| &lt;b>](data:image/svg+xml,%3Csvg%20a=%221%22%3E%E2%80%A6%3C/svg%3E)";
        let picture = Part::Picture("<svg a=\"1\">…</svg>".to_owned(), "a ] | <b>".to_owned());
        let item = |words| Item { line: vec![text(words)], inner: Vec::new() };
        let report = format!("- Output: a chart\n\n{shown}\n\n- Attempts: 1");
        assert_eq!(
            parts(&report),
            [Part::List(vec![item("Output: a chart")]), picture, Part::List(vec![item("Attempts: 1")])]
        );
        for line in ["![a](https://example.org/a.svg)", "![a](data:image/svg+xml,%zz)", "![a](data:image/svg+xml,%ff)"]
        {
            assert!(matches!(parts(line).as_slice(), [Part::Line(_)]), "{line}");
        }
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_stands_between_two_lists_ends_the_first() {
        let item = |words| Item { line: vec![text(words)], inner: Vec::new() };
        let expected = [
            Part::List(vec![item("one"), item("two")]),
            Part::Heading(2, vec![text("Then")]),
            Part::List(vec![item("three")]),
        ];
        assert_eq!(parts("- one\n\n- two\n\n## Then\n\n- three"), expected);
        assert_eq!(parts("  - below nothing"), [Part::Line(vec![text("below nothing")])]);
    }

    #[wasm_bindgen_test(unsupported = test)]
    fn what_was_escaped_is_what_it_was() {
        for (line, wanted) in [
            ("&lt;img src=x>", vec![text("<img src=x>")]),
            ("a \\| b &amp;lt; \\\\", vec![text("a | b &lt; \\")]),
            ("\\# no heading", vec![text("# no heading")]),
            ("`` {\"a\":\"`\"} `` after", vec![Piece::Code("{\"a\":\"`\"}".to_owned()), text(" after")]),
            ("` without an end", vec![text("` without an end")]),
            ("** neither", vec![text("** neither")]),
            ("שלום \\*", vec![text("שלום *")]),
            ("\\", vec![text("\\")]),
            ("", vec![text("")]),
        ] {
            assert_eq!(pieces(line), wanted, "{line}");
        }
    }
}
