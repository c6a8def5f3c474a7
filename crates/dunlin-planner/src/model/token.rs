//! The pieces of a goal: what each is made of, where it stands, and which word it is.

use dunlin_base::Span;

/// A word's number.
pub(crate) type WordId = u16;

/// Any word the grammar does not speak of.
pub(crate) const UNKNOWN: WordId = 0;
/// Any number in digits.
pub(crate) const NUMBER: WordId = 1;

/// What a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, perhaps with digits in them ("3rd", "10k").
    Word,
    /// Digits with separators ("1,000.5").
    Number,
    /// A single sign.
    Sign(char),
    /// A text in quotes; the span holds the quotes.
    Quoted,
    /// One or more line ends.
    LineEnd,
}

/// A piece of the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) span: Span,
    pub(crate) kind: TokenKind,
    /// Its number in the vocabulary.
    pub(crate) word: WordId,
    /// Its place among the goal's tokens. Words that a clause is lent have places of their own, so that a first place and a
    /// length say which words are meant.
    pub(crate) index: u32,
    /// Whether no space stands before it.
    pub(crate) glued: bool,
    /// Whether it begins with a digit or is a constant of the calculator.
    pub(crate) numeric: bool,
}

impl Token {
    pub(crate) fn is_sign(&self, sign: char) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    /// Whether it is a word that the grammar does not know: a name, or a thing.
    pub(crate) fn is_unknown_word(&self) -> bool {
        self.kind == TokenKind::Word && self.word == UNKNOWN && !self.numeric
    }
}

/// Gives every token its place, from this one on.
pub(crate) fn number_tokens(tokens: &mut [Token], from: u32) {
    for (token, at) in tokens.iter_mut().zip(from..) {
        token.index = at;
    }
}

/// Words without a sign right behind them.
pub(crate) fn without_last_sign(words: &[Token], sign: char) -> &[Token] {
    words.split_last().filter(|(last, _)| last.is_sign(sign)).map_or(words, |(_, words)| words)
}

/// The span from the first of `tokens` to the last; empty when there is none.
pub(crate) fn span_of(tokens: &[Token]) -> Span {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.cover(last.span),
        _ => Span::default(),
    }
}
