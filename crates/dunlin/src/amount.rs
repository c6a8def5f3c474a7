//! Answers of sums as people write them: an amount of money with its sign and its cents, a measure without the digits that nobody
//! reads.
//!
//! The calculator knows no currencies, for it knows no rates. Whether an answer is an amount of money is found out by trying: every
//! amount of money that was said is doubled, and the sum is worked out again. A total, a tip or a share is doubled with them and is
//! money; a ratio, or how much one buys of another, stays as it was and is none. What is only added to money is money too.

use dunlin_planner::words::currency;

use crate::evaluate;

/// A measure is told to so many significant digits: `176.667 °C`.
const DIGITS: usize = 6;
/// How near to twice the value its double has to come.
const NEAR: f64 = 1e-9;
/// The most amounts of money that are told apart.
const MOST: usize = 12;

/// An answer as it is shown: `display` is what the calculator gives for `expression`, and `words` are those that the sum was said
/// in, which name the currency where there is one.
///
/// ```
/// let shown = |words: &str, sum: &str| dunlin::shown_answer(words, sum, &dunlin::evaluate(sum).unwrap().display);
/// assert_eq!(shown("15% tip on $84.50", "84.50 + 15%"), "$97.18");
/// assert_eq!(shown("how many $5 tickets for $40", "40 / 5"), "8");
/// assert_eq!(shown("350 F in C", "350 F to C"), "176.667 °C");
/// ```
pub fn shown_answer(words: &str, expression: &str, display: &str) -> String {
    if let Some(sign) = only_currency(words)
        && let Some(amount) = money(words, expression, display)
    {
        let minus = if amount.starts_with('-') { "-" } else { "" };
        return format!("{minus}{sign}{}", amount.trim_start_matches('-'));
    }
    measured(display)
}

/// The sign of the one currency that words speak of; none where they speak of none, or of several.
fn only_currency(words: &str) -> Option<char> {
    let lower = words.to_lowercase();
    let signs = lower.chars().filter_map(currency_sign);
    let mut said = signs.chain(lower.split(|c: char| !c.is_alphanumeric()).filter_map(currency));
    let first = said.next()?;
    said.all(|other| other == first).then_some(first)
}

/// The sign itself, where it is one of a currency.
fn currency_sign(sign: char) -> Option<char> {
    currency(sign.encode_utf8(&mut [0; 4]))
}

/// An amount of money in whole cents; none where the answer is something else.
fn money(words: &str, expression: &str, display: &str) -> Option<String> {
    let value: f64 = display.parse().ok().filter(|value| *value != 0.0)?;
    let amounts = amounts(words);
    let (doubled, any) = with_amounts_doubled(expression, &amounts);
    let twice: f64 = evaluate(&doubled).ok()?.value?;
    let grows = (twice - 2.0 * value).abs() <= NEAR * twice.abs().max(1.0);
    (any && (grows || only_adds(expression))).then(|| in_cents(display))?
}

/// Whether a sum only adds and takes away: what is put to an amount of money is money, with a sign or without.
fn only_adds(expression: &str) -> bool {
    let bare = ["plus", "minus"].iter().fold(expression.to_lowercase(), |bare, word| bare.replace(word, " "));
    bare.chars().all(|c| c.is_ascii_digit() || " .,+-−()%".contains(c) || currency_sign(c).is_some())
}

/// The numbers beside a sign or a name of money.
fn amounts(words: &str) -> Vec<f64> {
    let lower = words.to_lowercase();
    let beside = |(at, number): &(usize, &str)| {
        let before = lower.get(..*at).unwrap_or_default().trim_end();
        let after = lower.get(at + number.len()..).unwrap_or_default().trim_start();
        let next: String = after.chars().take_while(|c| c.is_alphabetic()).collect();
        before.chars().next_back().and_then(currency_sign).or_else(|| currency(&next)).is_some()
    };
    numbers(&lower).into_iter().filter(beside).filter_map(|(_, number)| value_of(number)).take(MOST).collect()
}

/// A sum with each amount of money in it doubled, and whether there is one.
fn with_amounts_doubled(expression: &str, amounts: &[f64]) -> (String, bool) {
    let (mut doubled, mut end, mut any) = (String::new(), 0, false);
    for (at, number) in numbers(expression) {
        let after = expression.get(at + number.len()..).unwrap_or_default().trim_start();
        let Some(value) = value_of(number).filter(|value| amounts.contains(value) && !after.starts_with('%')) else {
            continue;
        };
        doubled.push_str(expression.get(end..at).unwrap_or_default());
        doubled.push_str(&(2.0 * value).to_string());
        (end, any) = (at + number.len(), true);
    }
    doubled.push_str(expression.get(end..).unwrap_or_default());
    (doubled, any)
}

/// The numbers of a text, and where they begin.
fn numbers(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) =
        text.get(rest..).and_then(|rest| rest.find(|c: char| c.is_ascii_digit())).map(|at| rest + at)
    {
        let inside = |(at, c): (usize, char), text: &str| {
            let next = text.get(at + 1..).and_then(|text| text.chars().next());
            c.is_ascii_digit() || matches!(c, '.' | ',') && next.is_some_and(|next| next.is_ascii_digit())
        };
        let own = text.get(start..).unwrap_or_default();
        let length = own.char_indices().take_while(|one| inside(*one, own)).count();
        let number = own.get(..length).unwrap_or_default();
        // "m2" and "x1" are names.
        let named = text.get(..start).is_some_and(|before| before.ends_with(|c: char| c.is_alphabetic()));
        if !named {
            found.push((start, number));
        }
        rest = start + length.max(1);
    }
    found
}

fn value_of(number: &str) -> Option<f64> {
    number.replace(',', "").parse().ok()
}

/// A decimal to two places, half a cent going away from zero; one without a fraction as it is.
fn in_cents(display: &str) -> Option<String> {
    let Some((whole, fraction)) = display.split_once('.') else { return Some(display.to_owned()) };
    if !fraction.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (minus, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let mut digits = fraction.bytes().chain(std::iter::repeat(b'0'));
    let mut next = || u128::from(digits.next().unwrap_or(b'0') - b'0');
    let (tens, ones, half) = (next(), next(), next());
    let cents = whole.parse::<u128>().ok()?.checked_mul(100)? + tens * 10 + ones + u128::from(half >= 5);
    Some(format!("{minus}{}.{:02}", cents / 100, cents % 100))
}

/// A measure without the digits behind its sixth; a bare number keeps all of them.
fn measured(display: &str) -> String {
    let unit = display.contains(' ') && display.chars().any(|c| c.is_alphabetic() || c == '°');
    if !unit {
        return display.to_owned();
    }
    let (mut shown, mut end) = (String::new(), 0);
    for (at, number) in numbers(display) {
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        let exponent = display.get(at + number.len()..).is_some_and(|after| after.starts_with(['e', 'E']));
        let Some(value) = value_of(number).filter(|_| number.contains('.') && digits > DIGITS && !exponent) else {
            continue;
        };
        shown.push_str(display.get(end..at).unwrap_or_default());
        shown.push_str(&rounded(value));
        end = at + number.len();
    }
    shown.push_str(display.get(end..).unwrap_or_default());
    shown
}

/// A value to six significant digits, without noughts at its end.
fn rounded(value: f64) -> String {
    let before = if value.abs() < 1.0 { 0 } else { value.abs().log10().floor() as usize + 1 };
    let text = format!("{value:.*}", DIGITS.saturating_sub(before));
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_as_people_write_them() {
        for (words, sum, shown) in [
            ("$84.50 + 15% tip", "84.50 + 15%", "$97.18"),
            ("15% of $84.50", "15% of 84.50", "$12.68"),
            ("split $96.40 between 4 with 15% tip", "(96.40 / 4) * (1 + 15 / 100)", "$27.72"),
            ("18% of 240 euros", "18% of 240", "€43.20"),
            ("20% of $20", "20% of 20", "$4"),
            ("20% off 59.99 dollars", "59.99 - 20%", "$47.99"),
            ("$1,200 minus $450", "1200 - 450", "$750"),
            ("20 dollars an hour for 37.5 hours", "20 * 37.5", "$750"),
            ("$30 minus $80", "30 - 80", "-$50"),
            ("$12.50 + 4.25", "$12.50 + 4.25", "$16.75"),
            ("$40 minus 12.5 plus 8%", "$40 minus 12.5 plus 8%", "$29.70"),
            ("what percent of $80 is $20", "20 / 80 * 100", "25"),
            ("how many $5 tickets for $40", "40 / 5", "8"),
            ("12 tickets", "12 * 3.333", "39.996"),
            ("half of 20", "20 / 2", "10"),
            ("$20 and 30 euros", "20 + 30", "50"),
            ("$2 squared", "2^2", "4"),
            ("350 F in C", "350 F to C", "176.667 °C"),
            ("170 cm in feet and inches", "170 cm to feet and inches", "5 ft 6.92913 in"),
            ("5 km in m", "5 km to m", "5000 m"),
            ("1 / 3", "1 / 3", "0.333333333333"),
        ] {
            let display = evaluate(sum).unwrap().display;
            assert_eq!(shown_answer(words, sum, &display), shown, "{words}");
        }
    }

    #[test]
    fn any_text_has_an_answer() {
        for text in ["", "€", "1.", ".5 dollars", "9".repeat(400).as_str(), "é5$", "$", "m2 5 °"] {
            let _ = (shown_answer(text, text, text), shown_answer(text, "1 + 1", "2"));
        }
        assert_eq!(in_cents("0.005").as_deref(), Some("0.01"));
        assert_eq!(in_cents("-1.999").as_deref(), Some("-2.00"));
    }
}
