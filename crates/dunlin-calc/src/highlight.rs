//! Which words of a text are what, for painting it while it is typed.
//!
//! Works on any text, finished or not, right or wrong; it reads tokens only and calculates nothing.

use crate::lexer::{Lexer, TokenKind};
use crate::limits::MAX_LENGTH;
use crate::{names, parser, units};
use dunlin_base::Span;

/// What a piece of an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tag {
    /// `1,000.5`, `0xff`.
    Number,
    /// `+`, `^`, `mod`, `of`, `to`.
    Operator,
    /// `(`, `)` and the comma between arguments.
    Punctuation,
    /// `sqrt`.
    Function,
    /// `pi`.
    Constant,
    /// `km`.
    Unit,
    /// What has no meaning here.
    Error,
}

impl Tag {
    /// The class of the style sheet that paints it.
    ///
    /// ```
    /// assert_eq!(dunlin_calc::Tag::Number.css_class(), "calc-number");
    /// ```
    pub const fn css_class(self) -> &'static str {
        match self {
            Self::Number => "calc-number",
            Self::Operator => "calc-operator",
            Self::Punctuation => "calc-punctuation",
            Self::Function => "calc-function",
            Self::Constant => "calc-constant",
            Self::Unit => "calc-unit",
            Self::Error => "calc-error",
        }
    }
}

/// The pieces of a text in order, without the white space between them; beyond the longest text there are none.
///
/// ```
/// use dunlin_calc::{Tag, highlight};
/// let tags: Vec<Tag> = highlight("sqrt(16) +").into_iter().map(|(_, tag)| tag).collect();
/// assert_eq!(tags, [Tag::Function, Tag::Punctuation, Tag::Number, Tag::Punctuation, Tag::Operator]);
/// ```
pub fn highlight(text: &str) -> Vec<(Span, Tag)> {
    let end = text.char_indices().nth(MAX_LENGTH).map_or(text.len(), |(at, _)| at);
    let text = text.get(..end).unwrap_or("");
    let mut lexer = Lexer::new(text);
    let mut spans: Vec<(Span, Tag)> = Vec::new();
    let mut opened: Vec<bool> = Vec::new();
    let mut after_function = false;
    loop {
        let from = lexer.at();
        let Ok(token) = lexer.next() else {
            let bad = lexer.skip_bad(from);
            match spans.last_mut() {
                Some((last, Tag::Error)) if last.end == bad.start => last.end = bad.end,
                _ => spans.push((bad, Tag::Error)),
            }
            after_function = false;
            continue;
        };
        let tag = match token.kind {
            TokenKind::End => return spans,
            TokenKind::Number(_) => Tag::Number,
            TokenKind::Name => name_tag(token.span.of(text), spans.last().map(|(_, tag)| *tag)),
            TokenKind::Open => {
                opened.push(after_function);
                lexer.calls += u32::from(after_function);
                Tag::Punctuation
            }
            TokenKind::Close => {
                lexer.calls -= u32::from(opened.pop() == Some(true)).min(lexer.calls);
                Tag::Punctuation
            }
            TokenKind::Comma => Tag::Punctuation,
            TokenKind::Pi => Tag::Constant,
            TokenKind::Root | TokenKind::CubeRoot => Tag::Function,
            TokenKind::Degree => Tag::Unit,
            _ => Tag::Operator,
        };
        after_function = tag == Tag::Function;
        spans.push((token.span, tag));
    }
}

fn name_tag(word: &str, before: Option<Tag>) -> Tag {
    let after_value = matches!(before, Some(Tag::Number | Tag::Unit | Tag::Operator));
    if after_value && units::is_unit(word) && !(before == Some(Tag::Operator) && names::is_name(word)) {
        return Tag::Unit;
    }
    if parser::is_word(word) {
        return Tag::Operator;
    }
    if names::constant(word).is_some() {
        return Tag::Constant;
    }
    if names::function(word).is_some() {
        return Tag::Function;
    }
    if units::is_unit(word) { Tag::Unit } else { Tag::Error }
}
