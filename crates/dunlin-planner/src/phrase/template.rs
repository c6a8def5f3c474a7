//! A template as it is written, read into pieces: words, `(a|b)`, `[optional]`, `{list:slot}`, `<rule>` and `(a;b)`.
//!
//! Spaces belong to the template: `light[s]` is "light" or "lights". A backslash takes the next character as it is. Reading
//! knows no rule and no list; it only says what is named, and where.

use dunlin_base::Span;

use super::fault::{PhraseFault, PhraseFaultKind};

/// The longest template, in bytes.
const MAX_LENGTH: usize = 4_000;
/// How deep brackets may be nested.
const MAX_DEPTH: usize = 24;
/// How many parts may come in any order; the machine keeps a set for each choice of them.
const MAX_PARTS: usize = 6;

/// Whether a sign means something in a template.
const fn means_something(sign: u8) -> bool {
    matches!(sign, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'|' | b';' | b'\\')
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Words, with the spaces around them.
    Text(String),
    /// One piece after the other.
    Sequence(Vec<Piece>),
    /// One of the pieces.
    Choice(Vec<Piece>),
    /// All of the pieces, in any order.
    AnyOrder(Vec<Piece>),
    /// The piece or nothing.
    Optional(Box<Piece>),
    /// A value of a list, for a slot of the tool's input.
    Slot { list: String, slot: String, span: Span },
    /// What a rule says.
    Rule { name: String, span: Span },
}

/// Reads a template.
pub(crate) fn parse(template: &str) -> Result<Piece, PhraseFault> {
    if template.len() > MAX_LENGTH {
        let message = format!("found {} bytes, expected at most {MAX_LENGTH}", template.len());
        return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message).of(&shown(template)));
    }
    let mut parser = Parser { text: template, at: 0 };
    parser.group(None, 0).map_err(|fault| fault.of(template))
}

/// The beginning of a long text.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.text.get(self.at..)?.chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Reads up to the bracket that closes the group, or to the end of the template.
    fn group(&mut self, open: Option<(char, usize)>, depth: usize) -> Result<Piece, PhraseFault> {
        if depth > MAX_DEPTH {
            let message = format!("found brackets nested deeper than {MAX_DEPTH}");
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message).at(Span::new(self.at - 1, self.at)));
        }
        let close = open.map(|(bracket, _)| if bracket == '(' { ')' } else { ']' });
        let mut group = Group::default();
        loop {
            let start = self.at;
            let Some(c) = self.next() else {
                let Some((bracket, from)) = open else { return group.end(start) };
                let expected = close.unwrap_or_default();
                return Err(syntax(
                    format!("found the end, expected {expected:?} for {bracket:?}"),
                    Span::new(from, from + 1),
                ));
            };
            match c {
                _ if Some(c) == close => return group.end(start),
                '(' => {
                    let inner = self.group(Some((c, start)), depth + 1)?;
                    group.push(inner);
                }
                '[' => {
                    let inner = self.group(Some((c, start)), depth + 1)?;
                    group.push(Piece::Optional(Box::new(inner)));
                }
                '{' => {
                    let piece = self.slot(start)?;
                    group.push(piece);
                }
                '<' => {
                    let (name, span) = self.name(start, '>')?;
                    group.push(Piece::Rule { name, span });
                }
                '|' => group.end_choice(),
                ';' => group.end_part(),
                ')' | ']' | '}' | '>' => {
                    let message = format!("found {c:?} that closes nothing, expected \"\\{c}\" for the sign itself");
                    return Err(syntax(message, Span::new(start, self.at)));
                }
                '\\' => match self.next() {
                    Some(taken) => group.text(taken.encode_utf8(&mut [0; 4])),
                    None => return Err(syntax("found a backslash at the end".to_owned(), Span::new(start, self.at))),
                },
                _ => {
                    // All up to the next sign that means something is one text.
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at += rest.bytes().position(means_something).unwrap_or(rest.len());
                    group.text(self.text.get(start..self.at).unwrap_or_default());
                }
            }
        }
    }

    fn slot(&mut self, start: usize) -> Result<Piece, PhraseFault> {
        let (name, span) = self.name(start, '}')?;
        let (list, slot) = name.split_once(':').unwrap_or((&name, &name));
        let (list, slot) = (list.trim().to_owned(), slot.trim().to_owned());
        if list.is_empty() || slot.is_empty() || slot.contains(':') {
            return Err(syntax(format!("found {{{name}}}, expected {{list}} or {{list:slot}}"), span));
        }
        Ok(Piece::Slot { list, slot, span })
    }

    /// The name up to the sign that closes it, and the span of both brackets.
    fn name(&mut self, start: usize, close: char) -> Result<(String, Span), PhraseFault> {
        let from = self.at;
        while let Some(c) = self.next() {
            if c == close {
                let name = Span::new(from, self.at - c.len_utf8()).of(self.text).trim().to_owned();
                let span = Span::new(start, self.at);
                if name.is_empty() {
                    return Err(syntax("found a name without letters".to_owned(), span));
                }
                return Ok((name, span));
            }
            if matches!(c, '(' | ')' | '[' | ']' | '{' | '<' | '|' | ';') {
                break;
            }
        }
        Err(syntax(format!("found a name that is not closed, expected {close:?}"), Span::new(start, start + 1)))
    }
}

#[cold]
fn syntax(message: String, span: Span) -> PhraseFault {
    PhraseFault::new(PhraseFaultKind::Syntax, message).at(span)
}

/// The pieces of a group so far: parts in any order, each with its choices, each a sequence.
#[derive(Default)]
struct Group {
    parts: Vec<Piece>,
    choices: Vec<Piece>,
    pieces: Vec<Piece>,
}

impl Group {
    fn text(&mut self, more: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text.push_str(more),
            _ => self.pieces.push(Piece::Text(more.to_owned())),
        }
    }

    fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    fn end_choice(&mut self) {
        let pieces = std::mem::take(&mut self.pieces);
        self.choices.push(one_of(pieces, Piece::Sequence));
    }

    fn end_part(&mut self) {
        self.end_choice();
        let choices = std::mem::take(&mut self.choices);
        self.parts.push(one_of(choices, Piece::Choice));
    }

    fn end(mut self, at: usize) -> Result<Piece, PhraseFault> {
        if self.parts.is_empty() && self.choices.is_empty() {
            return Ok(one_of(self.pieces, Piece::Sequence));
        }
        self.end_part();
        if self.parts.len() > MAX_PARTS {
            let message = format!("found {} parts in any order, expected at most {MAX_PARTS}", self.parts.len());
            return Err(PhraseFault::new(PhraseFaultKind::TooLarge, message).at(Span::new(at.saturating_sub(1), at)));
        }
        Ok(one_of(self.parts, Piece::AnyOrder))
    }
}

/// A single piece as it is, several as `many` makes them one.
fn one_of(mut pieces: Vec<Piece>, many: fn(Vec<Piece>) -> Piece) -> Piece {
    match pieces.pop() {
        Some(only) if pieces.is_empty() => only,
        Some(last) => {
            pieces.push(last);
            many(pieces)
        }
        None => Piece::Sequence(Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read_into_pieces() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            parse("lamp[s] (on|off)").unwrap(),
            Piece::Sequence(vec![
                text("lamp"),
                Piece::Optional(Box::new(text("s"))),
                text(" "),
                Piece::Choice(vec![text("on"), text("off")]),
            ])
        );
        assert_eq!(
            parse("{where:room}").unwrap(),
            Piece::Slot { list: "where".into(), slot: "room".into(), span: Span::new(0, 12) }
        );
        assert_eq!(parse("(a;[b])").unwrap(), {
            Piece::AnyOrder(vec![text("a"), Piece::Optional(Box::new(text("b")))])
        });
        assert_eq!(parse(r"1\|2").unwrap(), text("1|2"));
        assert_eq!(parse("").unwrap(), Piece::Sequence(vec![]));
    }

    #[test]
    fn a_fault_names_its_place() {
        for (template, message, span) in [
            ("turn [on", "found the end, expected ']' for '['", (5, 6)),
            ("turn on)", "found ')' that closes nothing, expected \"\\)\" for the sign itself", (7, 8)),
            ("<a b", "found a name that is not closed, expected '>'", (0, 1)),
            ("{}", "found a name without letters", (0, 2)),
            ("{a:b:c}", "found {a:b:c}, expected {list} or {list:slot}", (0, 7)),
            ("on\\", "found a backslash at the end", (2, 3)),
        ] {
            let fault = parse(template).unwrap_err();
            assert_eq!(fault.kind(), PhraseFaultKind::Syntax);
            assert_eq!(fault.to_string(), format!("the template {template:?}: {message}"));
            assert_eq!(fault.to_diagnostic().span, Some(Span::new(span.0, span.1)), "{template}");
        }
        let deep = "[".repeat(60);
        assert_eq!(parse(&deep).unwrap_err().kind(), PhraseFaultKind::TooLarge);
        assert_eq!(parse(&"a".repeat(5_000)).unwrap_err().kind(), PhraseFaultKind::TooLarge);
        assert_eq!(parse("(a;b;c;d;e;f;g)").unwrap_err().kind(), PhraseFaultKind::TooLarge);
    }
}
