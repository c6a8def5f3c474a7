//! Check digits: what tells a number of a card or an account from any other.

use dunlin_base::Span;

/// How cards print their numbers in groups.
const SHAPES: [&[usize]; 4] = [&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4]];

/// The numbers of cards in a row of digits with signs between: all of it, one group, or groups as cards print them, beside which
/// a date or a code may stand.
pub(super) fn cards(row: &str) -> Vec<Span> {
    let groups = groups(row);
    let all = groups.first().zip(groups.last()).map(|(first, last)| first.cover(*last));
    if let Some(all) = all.filter(|all| !row.contains('.') && is_card(all.of(row))) {
        return vec![all];
    }
    let (mut found, mut rest, mut before) = (Vec::new(), groups.as_slice(), 0);
    while let Some(first) = rest.first() {
        let count = groups_of_card(row, rest, before);
        let last = rest.get(count.saturating_sub(1)).unwrap_or(first);
        if count > 0 {
            found.push(first.cover(*last));
        }
        before = last.len();
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
    found
}

/// With how many groups the number of a card begins here, none if it does not; `before` is the length of the group before.
fn groups_of_card(row: &str, groups: &[Span], before: usize) -> usize {
    let is_card_of = |count: usize| groups.get(..count).is_some_and(|card| card_in(row, card));
    if groups.first().is_some_and(|first| first.len() >= 13) {
        return usize::from(is_card_of(1));
    }
    // Four digits more beside it make it a part of a table.
    let is_alone = |shape: &&[usize]| before != 4 && groups.get(shape.len()).is_none_or(|next| next.len() != 4);
    let fits = |shape: &&[usize]| groups.iter().map(|group| group.len()).take(shape.len()).eq(shape.iter().copied());
    SHAPES.iter().find(|shape| fits(shape) && is_alone(shape) && is_card_of(shape.len())).map_or(0, |shape| shape.len())
}

/// Whether groups are the number of a card.
fn card_in(row: &str, groups: &[Span]) -> bool {
    groups.first().zip(groups.last()).is_some_and(|(first, last)| is_card(first.cover(*last).of(row)))
}

/// The digits between other signs.
fn groups(row: &str) -> Vec<Span> {
    let mut groups: Vec<Span> = Vec::new();
    for (at, _) in row.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        match groups.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => groups.push(Span::new(at, at + 1)),
        }
    }
    groups
}

/// Whether a text is the number of a card.
fn is_card(text: &str) -> bool {
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect();
    let is_one = digits.iter().any(|digit| Some(digit) != digits.first());
    is_one && is_of_an_issuer(&digits) && is_luhn(&digits)
}

/// Whether digits fit the check digit of payment cards (Luhn).
fn is_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, digit)| {
            let doubled = u32::from(*digit) * if at % 2 == 1 { 2 } else { 1 };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    sum.is_multiple_of(10)
}

/// Whether digits begin and end as the cards of an issuer do.
fn is_of_an_issuer(digits: &[u8]) -> bool {
    let first = digits.iter().take(4).fold(0_u32, |number, digit| number * 10 + u32::from(*digit));
    matches!(
        (first, digits.len()),
        (4000..=4999, 13 | 16 | 19)
            | (5100..=5599 | 2221..=2720, 16)
            | (3400..=3499 | 3700..=3799, 15)
            | (3000..=3059 | 3600..=3699 | 3800..=3999, 14..=19)
            | (6011 | 6440..=6599 | 3528..=3589 | 6200..=6299 | 8100..=8199, 16..=19)
            | (5000..=5099 | 5600..=5899 | 6300..=6399 | 6700..=6799, 13..=19)
    )
}

/// The lengths of account numbers by country, as the register has them.
const LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

/// How long the account number is that begins like this.
pub(super) fn iban_length(country: &str) -> Option<usize> {
    let country = country.to_ascii_uppercase();
    LENGTHS.iter().find(|(known, _)| *known == country).map(|(_, length)| *length)
}

/// Whether letters and digits fit the check digits of account numbers (ISO 7064, mod 97).
pub(super) fn is_mod_97(iban: &str) -> bool {
    let (Some(head), Some(tail)) = (iban.get(..4), iban.get(4..)) else { return false };
    let mut rest = 0_u32;
    for sign in tail.chars().chain(head.chars()) {
        let Some(value) = sign.to_digit(36) else { return false };
        rest = if value < 10 { rest * 10 + value } else { rest * 100 + value } % 97;
    }
    rest == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<u8> {
        text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
    }

    #[test]
    fn one_wrong_digit_or_two_that_are_swapped_are_noticed() {
        for card in ["4111111111111111", "5555555555554444", "378282246310005", "6011111111111117"] {
            let right = digits(card);
            assert!(is_luhn(&right) && is_of_an_issuer(&right), "{card}");
            for at in 0..right.len() {
                let mut wrong = right.clone();
                wrong[at] = (wrong[at] + 1) % 10;
                assert!(!is_luhn(&wrong), "{card} at {at}");
            }
        }
        let iban = "GB82WEST12345698765432";
        assert!(is_mod_97(iban) && iban_length("gb") == Some(22));
        for at in 4..iban.len() - 1 {
            let mut signs: Vec<char> = iban.chars().collect();
            if signs[at] != signs[at + 1] {
                signs.swap(at, at + 1);
                assert!(!is_mod_97(&signs.iter().collect::<String>()), "{at}");
            }
        }
    }
}
