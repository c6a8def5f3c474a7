//! A text as the machine sees it: letters without case, single spaces, no punctuation at the edges of words.
//!
//! In a text with ideographs, kana or hangul no space counts, so there is none. Every letter knows the bytes it came from.

use dunlin_base::Span;

/// A letter and the bytes of the text it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) sign: char,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// The letters of a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Letters {
    pub(crate) letters: Vec<Letter>,
    /// Whether spaces count for nothing.
    pub(crate) glued: bool,
}

/// Whether accents make a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accents {
    /// "é" is another letter than "e".
    Kept,
    /// "é" is "e".
    Folded,
}

impl Letters {
    /// Reads a sentence.
    pub(crate) fn of(text: &str, accents: Accents) -> Self {
        let mut raw = Vec::with_capacity(text.len());
        let mut glued = false;
        for (at, c) in text.char_indices() {
            let (start, end) = (at as u32, (at + c.len_utf8()) as u32);
            glued |= writes_without_spaces(c);
            each_sign(c, accents, &mut |sign| raw.push(Letter { sign, start, end }));
        }
        let mut letters = without_edges(&raw);
        if glued {
            letters.retain(|letter| letter.sign != ' ');
        }
        Self { letters, glued }
    }

    /// The bytes from one letter to another.
    pub(crate) fn span(&self, from: usize, to: usize) -> Span {
        match self.letters.get(from..to) {
            Some([first, .., last]) => Span::new(first.start as usize, last.end as usize),
            Some([only]) => Span::new(only.start as usize, only.end as usize),
            _ => Span::default(),
        }
    }

    /// Writes letters behind the others that all stand for the same bytes.
    pub(crate) fn write(&mut self, signs: &[char], span: Span) {
        let (start, end) = (span.start as u32, span.end as u32);
        self.letters.extend(signs.iter().map(|sign| Letter { sign: *sign, start, end }));
    }

    pub(crate) fn sign(&self, at: usize) -> Option<char> {
        self.letters.get(at).map(|letter| letter.sign)
    }

    /// From where to where these words stand as whole words.
    pub(crate) fn places_of(&self, words: &str) -> Vec<(usize, usize)> {
        let words = signs(words, Accents::Kept);
        let is_edge = |at: usize| self.sign(at).is_none_or(|sign| sign == ' ');
        let starts = |at: &usize| at.checked_sub(1).is_none_or(is_edge);
        let stands = |at: usize| words.iter().zip(at..).all(|(sign, at)| self.sign(at) == Some(*sign));
        let places = (0..self.letters.len()).filter(starts).map(|at| (at, at + words.len()));
        places.filter(|(at, end)| is_edge(*end) && stands(*at)).collect()
    }
}

/// The letters of a value of a list, with single spaces.
pub(crate) fn signs(text: &str, accents: Accents) -> Vec<char> {
    let mut raw = Vec::with_capacity(text.len());
    for c in text.chars() {
        each_sign(c, accents, &mut |sign| raw.push(Letter { sign, start: 0, end: 0 }));
    }
    without_edges(&raw).iter().map(|letter| letter.sign).collect()
}

/// The signs a character stands for: lower case, one kind of apostrophe, one kind of space.
pub(crate) fn each_sign(c: char, accents: Accents, take: &mut dyn FnMut(char)) {
    match c {
        'a'..='z' | '0'..='9' | ' ' => take(c),
        'A'..='Z' => take(c.to_ascii_lowercase()),
        '\u{2018}' | '\u{2019}' | '\u{2bb}' | '\u{2bc}' | '\u{2032}' | '\u{5f3}' | '`' | '\u{b4}' => take('\''),
        '\u{5f4}' => take('"'),
        '\u{2010}' | '\u{2011}' => take('-'),
        'ß' | 'ẞ' => "ss".chars().for_each(take),
        c if is_unseen(c) => {}
        c if c.is_whitespace() => take(' '),
        c if c.is_ascii() => take(c),
        c => {
            for lower in narrow(c).to_lowercase() {
                match (lower, accents) {
                    // The dot of a capital I with one, and the I without one: case is ignored in every script.
                    ('\u{307}', _) | ('\u{300}'..='\u{36f}', Accents::Folded) => {}
                    ('ı', _) => take('i'),
                    ('ς', _) => take('σ'),
                    (other, Accents::Folded) => take(without_accent(other)),
                    (other, Accents::Kept) => take(other),
                }
            }
        }
    }
}

/// Signs that count for nothing: marks of direction and joining, and in Arabic and Hebrew the vowels, which are mostly left out,
/// and the stroke that only makes a word longer.
const fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{ad}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}')
}

/// A letter, digit or sign of the width of an ideograph as the one it is.
fn narrow(c: char) -> char {
    match c {
        '\u{ff10}'..='\u{ff19}'
        | '\u{ff21}'..='\u{ff3a}'
        | '\u{ff41}'..='\u{ff5a}'
        | '％'
        | '＋'
        | '－'
        | '＆'
        | '＠'
        | '＃'
        | '／' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '٪' => '%',
        c => c,
    }
}

/// Letters with accents, by the letter they have without.
const ACCENTED: &[(char, &str)] = &[
    ('a', "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ('c', "çćĉċč"),
    ('d', "ďđ"),
    ('e', "èéêëēĕėęěẹẻẽếềểễệ"),
    ('g', "ĝğġģ"),
    ('h', "ĥħ"),
    ('i', "ìíîïĩīĭįǐỉị"),
    ('j', "ĵ"),
    ('k', "ķ"),
    ('l', "ĺļľŀł"),
    ('n', "ñńņňŉ"),
    ('o', "òóôõöøōŏőǒơọỏốồổỗộớờởỡợ"),
    ('r', "ŕŗř"),
    ('s', "śŝşšș"),
    ('t', "ţťŧț"),
    ('u', "ùúûüũūŭůűųǔưụủứừửữự"),
    ('w', "ŵ"),
    ('y', "ýÿŷỳỵỷỹ"),
    ('z', "źżž"),
    ('α', "ά"),
    ('ε', "έ"),
    ('η', "ή"),
    ('ι', "ίϊΐ"),
    ('ο', "ό"),
    ('υ', "ύϋΰ"),
    ('ω', "ώ"),
    ('е', "ё"),
];

/// The letter without its accent.
pub(crate) fn without_accent(sign: char) -> char {
    if !matches!(sign, '\u{e0}'..='\u{21b}' | '\u{390}'..='\u{3ce}' | 'ё' | '\u{1ea0}'..='\u{1ef9}') {
        return sign;
    }
    ACCENTED.iter().find(|(_, accented)| accented.contains(sign)).map_or(sign, |(plain, _)| *plain)
}

/// Whether a sign is punctuation, which counts for nothing at the edge of a word.
pub(crate) fn is_punctuation(sign: char) -> bool {
    matches!(sign, '.' | ',' | ':' | ';' | '?' | '!' | '"' | '(' | ')' | '[' | ']' | '{' | '}') || is_mark(sign)
}

/// Punctuation that never stands inside a word.
fn is_mark(sign: char) -> bool {
    matches!(
        sign,
        '…' | '¿' | '¡' | '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '؟' | '،' | '؛' | '।' | '॥' | '։' | '՞' | '՜'
            | '\u{6d4}' | '\u{1362}' | '\u{104a}' | '\u{104b}' | '\u{17d4}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '！' | '，' | '．' | '：' | '；' | '？' | '（' | '）'
    )
}

const fn is_digit(sign: char) -> bool {
    sign.is_ascii_digit()
}

const fn is_dash(sign: char) -> bool {
    matches!(sign, '-' | '–' | '—')
}

/// Whether a script is written without spaces between words, or with spaces that count for nothing.
pub(crate) fn writes_without_spaces(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3130}'..='\u{318f}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Drops punctuation at the edges of words, dashes that stand alone, and spaces that stand double or at the ends.
fn without_edges(raw: &[Letter]) -> Vec<Letter> {
    let mut kept: Vec<Letter> = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(letter) = raw.get(at) {
        let sign = letter.sign;
        if !(is_punctuation(sign) || is_dash(sign)) {
            push(&mut kept, *letter);
            at += 1;
            continue;
        }
        let rest = raw.get(at..).unwrap_or_default();
        let dashes = is_dash(sign);
        let same = |letter: &&Letter| if dashes { is_dash(letter.sign) } else { is_punctuation(letter.sign) };
        let run = rest.iter().take_while(same).count();
        let after = rest.get(run).map(|letter| letter.sign);
        let opens = kept.last().is_none_or(|last| last.sign == ' ');
        let closes = after.is_none_or(|sign| sign == ' ');
        // ".5" is a number.
        let point = run == 1 && matches!(sign, '.' | ',') && after.is_some_and(char::is_numeric);
        let run_letters = rest.get(..run).unwrap_or_default();
        let wide = match sign {
            '．' => Some('.'),
            '，' => Some(','),
            _ => None,
        };
        let in_number = run == 1 && after.is_some_and(is_digit) && kept.last().is_some_and(|last| is_digit(last.sign));
        if let Some(sign) = wide.filter(|_| in_number) {
            kept.push(Letter { sign, ..*letter });
        } else if run_letters.iter().any(|letter| is_mark(letter.sign)) {
            push(&mut kept, Letter { sign: ' ', ..*letter });
        } else if if dashes { !(opens && closes) } else { !(closes || opens && !point) } {
            kept.extend_from_slice(run_letters);
        }
        at += run;
    }
    if kept.last().is_some_and(|last| last.sign == ' ') {
        kept.pop();
    }
    kept
}

fn push(kept: &mut Vec<Letter>, letter: Letter) {
    if letter.sign != ' ' || kept.last().is_some_and(|last| last.sign != ' ') {
        kept.push(letter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        Letters::of(text, Accents::Kept).letters.iter().map(|letter| letter.sign).collect()
    }

    #[test]
    fn case_spaces_and_punctuation_at_edges_do_not_count() {
        for (text, letters) in [
            ("  Lamp   ON!! ", "lamp on"),
            ("what’s (really) up?", "what's really up"),
            ("set it to 20.5.", "set it to 20.5"),
            ("a .5 b", "a .5 b"),
            ("one , two", "one two"),
            ("lamp - on", "lamp on"),
            ("twenty-one", "twenty-one"),
            ("¿dónde?", "dónde"),
            ("IŞIK İç", "işik iç"),
            ("灯 を つけて。", "灯をつけて"),
            ("불 켜줘", "불켜줘"),
            ("２１．５度", "21.5度"),
            ("五，六", "五六"),
            ("٥٠٪", "٥٠%"),
            ("", ""),
            ("?!", ""),
        ] {
            assert_eq!(read(text), letters, "{text}");
        }
        assert_eq!(signs("Café Noir", Accents::Folded).iter().collect::<String>(), "cafe noir");
    }

    #[test]
    fn letters_know_their_bytes() {
        let letters = Letters::of("«Ñu» go", Accents::Kept);
        let span = letters.span(0, 2);
        assert_eq!(span.of("«Ñu» go"), "Ñu");
        assert_eq!(letters.span(3, 3), Span::default());
    }
}
