//! Words told apart without case, plural and accents that do not matter, for finding todos and lists by what people say.

use crate::singular::singular;

/// Words that say nothing about which todo is meant.
const FILLERS: &[&str] = &[
    "a", "an", "the", "my", "our", "this", "that", "to", "for", "of", "on", "in", "at", "and", "with", "from", "todo",
    "todos", "item", "items", "entry", "one", "please", "about", "some", "any",
];

/// Verbs of getting: a todo that has one of them before its thing is named by the thing alone, "milk" for "buy milk".
const GETTING: &[&str] = &["buy", "get", "order", "purchase", "fetch", "grab", "collect", "pick", "up", "more"];

/// How the forms of a regular verb end.
const ENDINGS: &[&str] = &["ing", "ed"];
/// Verbs that are shorter than any stem, and their forms.
const SHORT_DEEDS: &[(&str, &str)] = &[("doing", "do"), ("going", "go")];
/// The fewest letters before such an ending: "king" is no form of "k".
const SHORTEST_STEM: usize = 3;

/// The folded words of a text, in order.
///
/// Letters and digits make words; an apostrophe inside one is skipped, so `mum's` and `mums` are the same.
pub(crate) fn folded(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            word.extend(c.to_lowercase().map(plain));
        } else if !matches!(c, '\'' | '’') && !word.is_empty() {
            words.push(singular(std::mem::take(&mut word)));
        }
    }
    if !word.is_empty() {
        words.push(singular(word));
    }
    words
}

/// The folded words without those that say nothing; all of them when nothing else is left.
pub(crate) fn telling(text: &str) -> Vec<String> {
    let words = folded(text);
    let telling: Vec<String> = words.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
    if telling.is_empty() { words } else { telling }
}

/// The telling words in the form in which they are written.
pub(crate) fn written(text: &str) -> Vec<String> {
    let flat = flat(text);
    let words = flat.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty() && tells(word));
    words.map(str::to_owned).collect()
}

/// The text in lower case without accents.
pub(crate) fn flat(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().flat_map(char::to_lowercase).map(plain).collect()
}

/// Whether a folded word says something about which todo is meant.
pub(crate) fn tells(word: &str) -> bool {
    !FILLERS.contains(&word)
}

/// Whether a folded word is one of getting things.
pub(crate) fn gets(word: &str) -> bool {
    GETTING.contains(&word)
}

/// Whether two words are forms of one regular verb: "watering" and "water", "booked" and "book".
pub(crate) fn is_same_deed(one: &str, other: &str) -> bool {
    let stem = |word: &str| {
        let bare = ENDINGS.iter().find_map(|end| word.strip_suffix(end)).filter(|bare| bare.len() >= SHORTEST_STEM);
        let bare = bare.unwrap_or(word);
        let mut letters: Vec<char> = bare.strip_suffix('e').unwrap_or(bare).chars().collect();
        // "planning", "tidied"
        letters.dedup();
        if let Some(last) = letters.last_mut().filter(|last| **last == 'y') {
            *last = 'i';
        }
        letters
    };
    let short = |one: &str, other: &str| SHORT_DEEDS.contains(&(one, other));
    stem(one) == stem(other) || short(one, other) || short(other, one)
}

/// What a list is known by: its words, folded, without "list".
pub(crate) fn list_key(name: &str) -> String {
    let words = folded(name);
    let bare: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "list").collect();
    if bare.is_empty() {
        return if words.is_empty() { name.trim().to_lowercase() } else { words.join(" ") };
    }
    bare.join(" ")
}

/// The letter without its accent, for the Latin letters in common use.
fn plain(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' => 'd',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ğ' => 'g',
        'ì'..='ï' | 'ī' | 'į' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' => 's',
        'ť' => 't',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        other => other,
    }
}

/// The most letters of a word that are compared.
const COMPARED: usize = 40;

/// Whether more than so many changes lie between two words for certain: one has more kinds of letters that the other lacks, and each
/// change brings at most one. Most words that are compared have little in common, and this costs a look at each.
fn differ_in_more(left: &str, right: &str, limit: usize) -> bool {
    if !left.is_ascii() || !right.is_ascii() {
        return false;
    }
    let kinds = |word: &str| word.bytes().take(COMPARED).fold(0_u128, |kinds, byte| kinds | 1 << byte);
    let (left, right) = (kinds(left), kinds(right));
    (left & !right).count_ones() as usize > limit || (right & !left).count_ones() as usize > limit
}

/// How many single-letter changes lie between two words, counted up to `limit` and no further.
pub(crate) fn distance(left: &str, right: &str, limit: usize) -> usize {
    if differ_in_more(left, right, limit) {
        return limit + 1;
    }
    let (left, right): (Vec<char>, Vec<char>) =
        (left.chars().take(COMPARED).collect(), right.chars().take(COMPARED).collect());
    if left.len().abs_diff(right.len()) > limit {
        return limit + 1;
    }
    dunlin_base::edit_distance(&left, &right).min(limit + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_regular_verb_are_one_deed() {
        for (said, verb) in [
            ("watering", "water"),
            ("booked", "book"),
            ("planning", "plan"),
            ("tidied", "tidy"),
            ("writing", "write"),
            ("calling", "call"),
        ] {
            assert!(is_same_deed(said, verb), "{said}");
        }
        for (said, verb) in [("king", "k"), ("bring", "br"), ("red", "r"), ("bread", "breed")] {
            assert!(!is_same_deed(said, verb), "{said}");
        }
    }

    #[test]
    fn the_quick_look_at_two_words_never_rules_out_what_is_near() {
        let words =
            ["bread", "beard", "broad", "milk", "silk", "mlik", "4711", "471", "straße", "strasse", "a", "", "aabbcc"];
        for left in words {
            for right in words {
                let letters = |word: &str| word.chars().collect::<Vec<char>>();
                let exact = dunlin_base::edit_distance(&letters(left), &letters(right));
                for limit in 0..5 {
                    assert_eq!(distance(left, right, limit), exact.min(limit + 1), "{left} {right} {limit}");
                }
            }
        }
    }

    #[test]
    fn case_plural_and_accents_do_not_matter() {
        for (left, right) in [
            ("Buy Milk", "buy milk"),
            ("batteries", "Battery"),
            ("BOXES", "box"),
            ("Mum's presents", "mums present"),
            ("crème brûlée", "creme brulee"),
            ("dresses", "dress"),
            ("tomatoes", "tomato"),
        ] {
            assert_eq!(folded(left), folded(right));
        }
        assert_ne!(folded("bus"), folded("bu"));
    }

    #[test]
    fn lists_are_known_with_and_without_the_word_list() {
        assert_eq!(list_key("My Shopping List"), "my shopping");
        assert_eq!(list_key("groceries"), list_key("Grocery list"));
        assert_eq!(list_key("list"), "list");
        assert_eq!(list_key("🛒"), "🛒");
    }

    #[test]
    fn letters_that_changed_places_are_one_change() {
        for (left, right, expected) in [("milk", "milk", 0), ("milk", "mlik", 1), ("cat", "cart", 1), ("", "abc", 3)] {
            assert_eq!(distance(left, right, 5), expected, "{left} {right}");
        }
        assert_eq!(distance("abcdefgh", "xyz", 2), 3);
    }
}
