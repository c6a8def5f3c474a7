//! A short cut for plain sums: small numbers, the four operators, whole powers, signs and parentheses.
//!
//! It reads and calculates at once, without a tree. Whatever is not plain (a name, a percentage, an error, a number that
//! outgrows a word) makes it give up, and the whole calculator reads the text from the start; so it decides nothing that
//! the whole calculator would decide otherwise, and the tests hold the two against each other.

use crate::exact::Exact;
use crate::limits::Meter;

/// The value of a plain sum; `None` for every other text.
pub(crate) fn evaluate(text: &str) -> Option<Exact> {
    const LONGEST: usize = 200;
    if text.len() > LONGEST {
        return None;
    }
    let mut quick = Quick { bytes: text.as_bytes(), at: 0, depth: 0, meter: Meter::new() };
    let value = quick.sum()?;
    (quick.at == quick.bytes.len()).then_some(value)
}

struct Quick<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: u8,
    meter: Meter,
}

impl Quick<'_> {
    fn byte(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Moves past this byte and the spaces after it.
    fn step(&mut self) -> u8 {
        self.at += 1;
        self.skip_spaces();
        self.byte()
    }

    fn skip_spaces(&mut self) {
        while self.byte() == b' ' {
            self.at += 1;
        }
    }

    fn sum(&mut self) -> Option<Exact> {
        const DEEPEST: u8 = 16;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.skip_spaces();
        let mut left = self.product()?;
        loop {
            let minus = match self.byte() {
                b'+' => false,
                b'-' => true,
                _ => break,
            };
            self.step();
            let right = self.product()?;
            left = if minus { left.sub(&right, &mut self.meter) } else { left.add(&right, &mut self.meter) }
                .ok()
                .and_then(small)?;
        }
        self.depth -= 1;
        Some(left)
    }

    fn product(&mut self) -> Option<Exact> {
        let mut left = self.signed()?;
        loop {
            let over = match self.byte() {
                b'*' => false,
                b'/' => true,
                _ => return Some(left),
            };
            if matches!(self.step(), b'*' | b'/') {
                return None;
            }
            let right = self.signed()?;
            left = if over { left.div(&right, &mut self.meter) } else { left.mul(&right, &mut self.meter) }
                .ok()
                .and_then(small)?;
        }
    }

    fn signed(&mut self) -> Option<Exact> {
        if self.byte() != b'-' {
            return self.power();
        }
        self.step();
        // One sign is plain; more of them are rare.
        self.power().map(|value| value.neg())
    }

    fn power(&mut self) -> Option<Exact> {
        let base = self.atom()?;
        if self.byte() != b'^' {
            return Some(base);
        }
        self.step();
        let exponent = self.atom()?;
        // Powers of powers group from the right; leave them to the parser.
        if self.byte() == b'^' || !exponent.is_integer() {
            return None;
        }
        base.pow(&exponent, &mut self.meter).ok().and_then(small)
    }

    /// A number or parentheses, and the spaces after it.
    fn atom(&mut self) -> Option<Exact> {
        let value = if self.byte() == b'(' {
            self.step();
            let value = self.sum()?;
            if self.byte() != b')' {
                return None;
            }
            self.at += 1;
            value
        } else {
            self.number()?
        };
        self.skip_spaces();
        matches!(self.byte(), b'+' | b'-' | b'*' | b'/' | b'^' | b')' | 0).then_some(value)
    }

    fn number(&mut self) -> Option<Exact> {
        const MOST_DIGITS: usize = 15;
        const POWERS: [i64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
        let start = self.at;
        let mut value = 0_i64;
        let mut point = None;
        loop {
            match self.byte() {
                digit @ b'0'..=b'9' => value = value.checked_mul(10)? + i64::from(digit - b'0'),
                b'.' if point.is_none() && self.at > start => point = Some(self.at + 1),
                _ => break,
            }
            self.at += 1;
        }
        if self.at == start || self.at - start > MOST_DIGITS {
            return None;
        }
        let decimals = self.at - point.unwrap_or(self.at);
        if decimals == 0 { Some(Exact::int(value)) } else { Exact::ratio(value, *POWERS.get(decimals)?) }
    }
}

/// The number, when it is made of machine words.
fn small(number: Exact) -> Option<Exact> {
    matches!(number, Exact::Small(..)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::number::Number;
    use crate::value::Value;
    use crate::{eval, parser};
    use proptest::prelude::*;

    #[test]
    fn plain_sums_take_the_short_cut() {
        for text in ["1+2", " (10 + 5) * 2", "0.1 + 0.2", "-4^2", "1/3 * 3", "12.50 - 7.25", "((1))", "2^-3"] {
            let taken = evaluate(text).is_some();
            assert_eq!(taken, text != "2^-3", "{text}");
        }
    }

    #[test]
    fn whatever_is_not_plain_does_not() {
        for text in [
            "", "1 2", "2 + + 2", "--1", "2pi", "1/0", "5%", "3!", "2**3", "7//2", "1,000", "(1", "1)", "2(3)", "1e3",
            "1.2.3", ".5", "2^3^2", "9^99",
        ] {
            assert_eq!(evaluate(text), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_short_cut_agrees_with_the_whole_calculator(text in "([0-9]{1,4}(\\.[0-9]{1,3})?|[-+*/^() .=%]|\\*\\*){1,9}") {
            if let Some(value) = evaluate(&text) {
                let whole = parser::parse(&text).and_then(|ast| eval::evaluate(&ast));
                prop_assert_eq!(Ok(Value::new(Number::Exact(value), true, &Vec::new())), whole);
            }
        }

        #[test]
        fn it_agrees_on_sums_that_are_whole(
            numbers in prop::collection::vec(("[0-9]{1,6}(\\.[0-9]{1,4})?", 0_usize..6), 2..8)
        ) {
            let mut text = String::new();
            for (number, op) in &numbers {
                text.push_str(number);
                text.push_str([" + ", "-", " * ", "/", "^", "-("][*op]);
            }
            text.push('7');
            text.push_str(&")".repeat(text.matches('(').count()));
            let whole = parser::parse(&text).and_then(|ast| eval::evaluate(&ast));
            if let Some(value) = evaluate(&text) {
                prop_assert_eq!(Ok(Value::new(Number::Exact(value), true, &Vec::new())), whole);
            }
        }
    }
}
