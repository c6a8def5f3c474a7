//! The words of a language that values are made of: numbers, yes and no, and what stands between the items of a list.
//!
//! Phrases, rules and lists are the host's own in any language; these few words are a table a language. English is the first.

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spoken {
    /// From zero on.
    units: &'static [&'static str],
    /// From twenty on, by tens.
    tens: &'static [&'static str],
    /// What multiplies the number before it.
    scales: &'static [(&'static str, f64)],
    /// One, before a scale: "a hundred".
    one: &'static str,
    /// Between a scale and what is added: "two hundred and five".
    and: &'static str,
    /// Before the digits of a fraction.
    point: &'static str,
    minus: &'static str,
    /// Between the last two items of a list.
    pub(crate) joiners: &'static [&'static str],
    pub(crate) yes: &'static [&'static str],
    pub(crate) no: &'static [&'static str],
}

/// English.
pub(crate) const ENGLISH: Spoken = Spoken {
    units: &[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ],
    tens: &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
    scales: &[("hundred", 1e2), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9)],
    one: "a",
    and: "and",
    point: "point",
    minus: "minus",
    joiners: &["and", "or", "plus", "&"],
    yes: &["yes", "true", "on", "enabled"],
    no: &["no", "false", "off", "disabled"],
};

/// Where number words stand: each word, and where it ends.
pub(crate) type Word<'w> = (&'w str, usize);

impl Spoken {
    /// The numbers that `words` begin with, each with the end of its last word.
    pub(crate) fn numbers(&self, words: &[Word<'_>], found: &mut dyn FnMut(usize, f64)) {
        let (sign, words) = match words.split_first() {
            Some(((first, _), rest)) if *first == self.minus => (-1.0, rest),
            _ => (1.0, words),
        };
        // What is complete, what may still be multiplied, and what may follow: below what the next unit must be.
        let (mut total, mut open, mut room) = (0.0, 0.0, f64::INFINITY);
        let mut said = false;
        let mut rest = words;
        while let Some(((word, end), after)) = rest.split_first() {
            if let Some(value) = self.small(word).filter(|value| *value < room) {
                open += value;
                room = if value >= 20.0 { 10.0 } else { 0.0 };
            } else if let Some((_, scale)) = self.scales.iter().find(|(name, _)| name == word).filter(|_| said) {
                if *scale < 1e3 {
                    open *= scale;
                } else {
                    total += open * scale;
                    open = 0.0;
                }
                room = *scale;
            } else if *word == self.one && !said && self.begins_scale(after) {
                (open, said, rest) = (1.0, true, after);
                continue;
            } else if *word == self.and && said && room >= 100.0 {
                rest = after;
                continue;
            } else if *word == self.point && said {
                return self.fraction(after, sign, total + open, found);
            } else {
                return;
            }
            said = true;
            found(*end, sign * (total + open));
            rest = after;
        }
    }

    fn begins_scale(&self, words: &[Word<'_>]) -> bool {
        words.first().is_some_and(|(word, _)| self.scales.iter().any(|(name, _)| name == word))
    }

    fn small(&self, word: &str) -> Option<f64> {
        let unit = self.units.iter().position(|unit| *unit == word).map(|at| at as f64);
        unit.or_else(|| self.tens.iter().position(|tens| *tens == word).map(|at| 20.0 + 10.0 * at as f64))
    }

    fn fraction(&self, words: &[Word<'_>], sign: f64, whole: f64, found: &mut dyn FnMut(usize, f64)) {
        let mut digits = String::new();
        for (word, end) in words {
            let Some(digit) = self.units.iter().take(10).position(|unit| unit == word) else { return };
            digits.push_str(&digit.to_string());
            if let Ok(fraction) = ["0.", &digits].concat().parse::<f64>() {
                found(*end, sign * (whole + fraction));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<f64> {
        let words: Vec<Word<'_>> = text.split(' ').enumerate().map(|(at, word)| (word, at)).collect();
        let mut found = Vec::new();
        ENGLISH.numbers(&words, &mut |_, number| found.push(number));
        found
    }

    #[test]
    fn every_number_that_words_begin_with_is_found() {
        assert_eq!(all("twenty five minutes"), [20.0, 25.0]);
        assert_eq!(all("twenty twenty"), [20.0]);
        assert_eq!(all("five six"), [5.0]);
        assert_eq!(all("a hundred and five lamps"), [100.0, 105.0]);
        assert_eq!(all("two thousand three hundred"), [2.0, 2000.0, 2003.0, 2300.0]);
        assert_eq!(all("minus five point two five"), [-5.0, -5.2, -5.25]);
        assert_eq!(all("a lamp"), [0.0; 0]);
        assert_eq!(all("and"), [0.0; 0]);
    }
}
