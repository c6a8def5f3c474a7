//! A goal as tokens with places: words, numbers, signs and quoted texts.
//!
//! A hyphen between letters separates two words ("to-do" is "to", "do"), apostrophes inside a word are dropped ("what's"
//! is "whats"), and quoted text is one token that no rule looks into. It knows no grammar beyond the vocabulary's numbers.

use dunlin_base::Span;

use crate::{
    lang::en::{
        short_forms::{FACES, HASH, LETTERS, SHARE_OF, SHORT_FORMS},
        sums::PI,
    },
    matching::vocabulary::Vocabulary,
    model::token::{NUMBER, Token, TokenKind, UNKNOWN, number_tokens},
};

/// The tokens of `text`.
pub(crate) fn tokenize(text: &str, vocabulary: &Vocabulary) -> Vec<Token> {
    let mut reader = Reader { text, at: 0, list_end: 0, vocabulary, lower: String::new() };
    let mut tokens = Vec::with_capacity(text.len() / 5 + 4);
    let mut spaced = true;
    while let Some(c) = reader.peek() {
        if c == '\n' || c == '\r' {
            let start = reader.at;
            reader.skip_while(char::is_whitespace);
            tokens.push(reader.token(start, TokenKind::LineEnd, spaced));
            spaced = true;
        } else if c.is_whitespace() || is_invisible(c) {
            reader.at += c.len_utf8();
            spaced = true;
        } else if matches!(c, '-' | '‐' | '‑') && !spaced && reader.is_inside_word(tokens.last()) {
            reader.at += c.len_utf8();
        } else if let Some(face) = reader.face().filter(|_| spaced && !tokens.is_empty()) {
            reader.at += face;
        } else {
            tokens.push(reader.read(c, spaced));
            spaced = false;
        }
    }
    with_letters_spelt(text, &mut tokens, vocabulary);
    number_tokens(&mut tokens, 0);
    tokens
}

/// Letters and signs between two words that people write for a word: "eggs n bacon", "ham & eggs".
fn with_letters_spelt(text: &str, tokens: &mut [Token], vocabulary: &Vocabulary) {
    let stands = |kind: TokenKind| matches!(kind, TokenKind::Word | TokenKind::Sign('&'));
    let plain = |token: &Token| token.kind == TokenKind::Word && !token.numeric && token.span.len() > 1;
    for at in 1..tokens.len().saturating_sub(1) {
        let [Some(before), Some(letter), Some(after)] = [at - 1, at, at + 1].map(|at| tokens.get(at)) else { return };
        let said = letter.span.of(text);
        let meant = LETTERS.iter().find(|(short, _)| stands(letter.kind) && said.eq_ignore_ascii_case(short));
        let Some((_, word)) = meant.filter(|_| plain(before) && plain(after) && !letter.glued && !after.glued) else {
            continue;
        };
        if let Some(letter) = tokens.get_mut(at) {
            (letter.kind, letter.word) = (TokenKind::Word, vocabulary.id(word));
        }
    }
}

/// Marks of direction and joining that people paste without seeing them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Where the list of numbers ends that was begun last.
    list_end: usize,
    vocabulary: &'a Vocabulary,
    lower: String,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Whether a hyphen here joins two words of letters.
    fn is_inside_word(&self, before: Option<&Token>) -> bool {
        before.is_some_and(|token| token.kind == TokenKind::Word)
            && self.rest().chars().nth(1).is_some_and(char::is_alphabetic)
    }

    /// How long the face is that stands here by itself.
    fn face(&self) -> Option<usize> {
        let begins = self.rest().starts_with([':', ';', '<', '^', 'x', 'X']);
        let said = self.rest().split(char::is_whitespace).next().filter(|_| begins)?;
        FACES.contains(&said).then_some(said.len())
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !keep(c)).unwrap_or(rest.len());
    }

    fn read(&mut self, c: char, spaced: bool) -> Token {
        let start = self.at;
        if let Some(end) = self.quote_end(c, spaced) {
            self.at = end;
            return self.token(start, TokenKind::Quoted, spaced);
        }
        let point = c == '.' && self.rest().chars().nth(1).is_some_and(|next| next.is_ascii_digit());
        if c.is_ascii_digit() || point {
            return self.number(start, spaced);
        }
        if !spaced && self.is_times_sign() {
            self.at += 1;
            return self.token(start, TokenKind::Word, spaced);
        }
        if let Some(end) = self.share_of(spaced) {
            self.at = end;
            return self.token(start, TokenKind::Word, spaced);
        }
        if c.is_alphanumeric() || c == '_' {
            self.word_end();
            return self.token(start, TokenKind::Word, spaced);
        }
        self.at += c.len_utf8();
        self.token(start, TokenKind::Sign(c), spaced)
    }

    /// Where the word ends that stands between a share and its whole without a space: "20%of150".
    fn share_of(&self, spaced: bool) -> Option<usize> {
        let (word, after) = self.rest().split_at_checked(SHARE_OF.len())?;
        let percent = !spaced && self.text.get(..self.at).is_some_and(|before| before.ends_with('%'));
        let stands = percent && word.eq_ignore_ascii_case(SHARE_OF) && after.starts_with(|c: char| c.is_ascii_digit());
        stands.then_some(self.at + SHARE_OF.len())
    }

    /// How long the numbers with commas between them are that begin here, "1,2,3": no groups of three digits, and more than a
    /// decimal comma. 0 where there are none.
    fn list_of_numbers(&self) -> usize {
        let other = |c: char| !c.is_ascii_digit() && !matches!(c, ',' | '.');
        let rest = self.rest();
        let said = rest.find(other).map_or(rest, |end| &rest[..end]);
        let groups: Vec<&str> = said.trim_matches([',', '.']).split(',').collect();
        let list = groups.len() > 2
            && groups.iter().all(|group| !group.is_empty())
            && groups.iter().skip(1).any(|group| group.len() != 3);
        if list { said.len() } else { 0 }
    }

    /// Digits with separators between them; letters that follow at once make a word of it ("3rd").
    fn number(&mut self, start: usize, spaced: bool) -> Token {
        // The second number of a list is one of it too.
        if start >= self.list_end {
            self.list_end = start + self.list_of_numbers();
        }
        let list = start < self.list_end;
        loop {
            self.skip_while(|c| c.is_ascii_digit());
            let mut ahead = self.rest().chars();
            let joined =
                matches!(ahead.next(), Some('.' | ',' | '_')) && ahead.next().is_some_and(|c| c.is_ascii_digit());
            if !joined || list && self.peek() == Some(',') {
                break;
            }
            self.at += 1;
        }
        if self.is_times_sign() {
            return self.token(start, TokenKind::Number, spaced);
        }
        if self.peek().is_some_and(char::is_alphabetic) {
            self.skip_while(char::is_alphanumeric);
            return self.token(start, TokenKind::Word, spaced);
        }
        self.token(start, TokenKind::Number, spaced)
    }

    /// Whether an "x" between two numbers stands here: "5x5", but not "0x1f".
    fn is_times_sign(&self) -> bool {
        let mut ahead = self.rest().chars();
        let sign = ahead.next() == Some('x') && ahead.next().is_some_and(|c| c.is_ascii_digit());
        let before = self.text.get(..self.at).unwrap_or("");
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let zero = before.ends_with('0') && digits == 1;
        sign && digits > 0 && !zero
    }

    fn word_end(&mut self) {
        loop {
            self.skip_while(|c| c.is_alphanumeric() || c == '_' || is_joiner(c));
            let mut ahead = self.rest().chars();
            let inner = matches!(ahead.next(), Some('\'' | '’' | '‘')) && ahead.next().is_some_and(char::is_alphabetic);
            if !inner {
                return;
            }
            self.at += self.peek().map_or(0, char::len_utf8);
        }
    }

    /// Where a quotation that opens with `c` ends; a single quote opens one only after a space.
    fn quote_end(&self, c: char, spaced: bool) -> Option<usize> {
        let close: &[char] = match c {
            '"' => &['"'],
            '“' | '„' | '”' => &['”', '“'],
            '«' => &['»'],
            '`' => &['`'],
            '‘' | '\'' if spaced => &['’', '\''],
            _ => return None,
        };
        let from = self.at + c.len_utf8();
        let single = matches!(c, '\'' | '‘');
        // The look ahead is bounded, so that a text full of opening quotes is still read in linear time.
        let mut limit = self.text.len().min(from + if single { 200 } else { 2000 });
        while !self.text.is_char_boundary(limit) {
            limit -= 1;
        }
        let inside = self.text.get(from..limit)?;
        for (at, found) in inside.match_indices(close) {
            let after = self.text.get(from + at + found.len()..).and_then(|rest| rest.chars().next());
            if at > 0 && (!single || after.is_none_or(|next| !next.is_alphanumeric())) {
                return Some(from + at + found.len());
            }
            if inside.get(..at).is_some_and(|text| text.contains('\n')) {
                return None;
            }
        }
        None
    }

    fn token(&mut self, start: usize, kind: TokenKind, spaced: bool) -> Token {
        let span = Span::new(start, self.at);
        let word = match kind {
            TokenKind::Number => NUMBER,
            TokenKind::Quoted => UNKNOWN,
            TokenKind::LineEnd => self.vocabulary.id("\n"),
            TokenKind::Sign('#') => self.vocabulary.id(HASH),
            TokenKind::Word | TokenKind::Sign(_) => {
                normalize(span.of(self.text), &mut self.lower);
                let written = self.lower.as_str();
                let meant = SHORT_FORMS.iter().find(|(short, _)| *short == written).map(|(_, word)| *word);
                self.vocabulary.id(meant.unwrap_or(written))
            }
        };
        let text = span.of(self.text);
        // "2moro" is no number.
        let short = kind == TokenKind::Word && SHORT_FORMS.iter().any(|(short, _)| text.eq_ignore_ascii_case(short));
        let begins = !short && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'π' | '√'));
        let numeric = kind == TokenKind::Number || kind != TokenKind::Quoted && (begins || text == PI);
        Token { span, kind, word, index: 0, glued: !spaced, numeric }
    }
}

fn is_joiner(c: char) -> bool {
    // Joiners inside emoji and marks that combine with the letter before them.
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Lower case, without apostrophes: the form the vocabulary knows.
pub(crate) fn normalize(text: &str, into: &mut String) {
    into.clear();
    for c in text.chars() {
        match c {
            '\'' | '’' | '‘' if text.len() > c.len_utf8() => {}
            'A'..='Z' => into.push(c.to_ascii_lowercase()),
            c if c.is_ascii() => into.push(c),
            c => into.extend(c.to_lowercase()),
        }
    }
}
