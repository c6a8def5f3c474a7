//! Words of a text, with their places, in the form in which they are compared.

use dunlin_base::Span;

/// A word as it is compared, and where it stands.
pub(super) struct Word {
    pub(super) term: String,
    pub(super) span: Span,
}

/// The longest word of which all letters count.
const LONGEST: usize = 64;

/// The words of a text: runs of letters and digits, without case and accents.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut signs = text.char_indices().peekable();
    std::iter::from_fn(move || {
        while signs.next_if(|(_, sign)| !sign.is_alphanumeric()).is_some() {}
        let (start, _) = *signs.peek()?;
        let (mut term, mut end) = (String::new(), start);
        while let Some((at, sign)) = signs.next_if(|(_, sign)| sign.is_alphanumeric()) {
            end = at + sign.len_utf8();
            if term.len() < LONGEST {
                fold(sign, &mut term);
            }
            // Signs that are put on top of the letter before belong to it.
            while let Some((at, mark)) = signs.next_if(|(_, sign)| ('\u{300}'..='\u{36f}').contains(sign)) {
                end = at + mark.len_utf8();
            }
        }
        Some(Word { term, span: Span::new(start, end) })
    })
}

/// A letter without case, and a Latin one without its accent.
fn fold(sign: char, into: &mut String) {
    for lower in sign.to_lowercase() {
        let plain = match lower {
            'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
            'æ' => "ae",
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
            'ď' | 'đ' | 'ð' => "d",
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
            'ĥ' | 'ħ' => "h",
            'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
            'ł' | 'ĺ' | 'ļ' | 'ľ' => "l",
            'ñ' | 'ń' | 'ņ' | 'ň' => "n",
            'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
            'œ' => "oe",
            'ŕ' | 'ŗ' | 'ř' => "r",
            'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
            'ß' => "ss",
            'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
            'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
            'ý' | 'ÿ' | 'ŷ' => "y",
            'ź' | 'ż' | 'ž' => "z",
            '\u{307}' => "",
            other => {
                into.push(other);
                continue;
            }
        };
        into.push_str(plain);
    }
}
