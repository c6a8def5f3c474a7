//! An equation with one unknown that stands for a number and nothing more: "solve 3x + 4 = 19" is (19 - 4) / 3.
//!
//! The unknown's terms are gathered on one side and the numbers on the other, as school does it; the calculator does the rest.

use crate::{
    lang::{
        en::equations::{AROUND, BEFORE, EQUAL, EQUALS, FOR, UNKNOWNS},
        holds,
    },
    model::asked::Sum,
    sum::calculator::is_expression,
};

/// The longest equation that is read, in letters, and the most terms of a side.
const LONGEST: usize = 80;
const MOST_TERMS: usize = 12;

/// One term of a side: whether it is taken away, and its number; the unknown's with what it is multiplied by.
struct Term {
    minus: bool,
    number: String,
    unknown: bool,
}

/// The sum that gives the unknown of an equation; nothing where the text is no equation, or asks for more than a number.
pub(super) fn solved(text: &str) -> Option<Sum> {
    // Nearly every sum says neither, and most have to be read many times.
    let says_equal = text.contains('=') || text.contains(EQUAL);
    if !says_equal || text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let lower = text.to_lowercase();
    let sides = EQUALS.iter().find_map(|equals| lower.split_once(equals));
    let (left, right) = sides.filter(|(_, right)| !right.contains('='))?;
    let (left, right) = (side(left)?, side(right)?);
    let named: Vec<&str> =
        lower.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| holds(UNKNOWNS, word)).collect();
    let same = named.windows(2).all(|pair| pair.first() == pair.last());
    // A term that changes sides changes its sign.
    let gathered = |unknown: bool, (stays, moves): (&[Term], &[Term])| {
        let mut sum = String::new();
        let moved = moves.iter().map(|term| (true, term));
        for (moved, term) in
            stays.iter().map(|term| (false, term)).chain(moved).filter(|(_, term)| term.unknown == unknown)
        {
            let minus = term.minus != moved;
            let sign = match (sum.is_empty(), minus) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            sum.push_str(sign);
            sum.push_str(&term.number);
        }
        sum
    };
    let (factor, rest) = (gathered(true, (&left, &right)), gathered(false, (&right, &left)));
    let fits = same && !factor.is_empty() && !rest.is_empty();
    let whole = |sum: String| if sum.contains([' ', '-', '/']) { ["(", &sum, ")"].concat() } else { sum };
    let expression = if factor == "1" { rest } else { [&whole(rest), " / ", &whole(factor)].concat() };
    (fits && is_expression(&expression)).then_some(Sum { expression, verbatim: false })
}

/// The terms of one side, without what is said around it.
fn side(text: &str) -> Option<Vec<Term>> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches([',', ':', '?'])).collect();
    let at = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or_default();
    // "solve for x", "what is x if …": the unknown is asked for there, and is no term.
    let asked = |place: usize| {
        let (before, next) = (at(place.checked_sub(1)), at(Some(place + 1)));
        holds(UNKNOWNS, at(Some(place)))
            && (before == FOR || holds(AROUND, before) && (next.is_empty() || holds(BEFORE, next)))
    };
    let told = |place: &usize| !asked(*place) && !holds(AROUND, at(Some(*place)));
    let said: String = (0..words.len()).filter(told).map(|place| at(Some(place))).collect();
    let said = said.trim_end_matches('.');
    let mut terms = Vec::new();
    let mut rest = said;
    while !rest.is_empty() && terms.len() < MOST_TERMS {
        let minus = rest.starts_with('-');
        let bare = rest.strip_prefix(['+', '-']).unwrap_or(rest);
        if bare.len() == rest.len() && !terms.is_empty() {
            return None;
        }
        let end = bare.find(['+', '-']).unwrap_or(bare.len());
        let (term, more) = bare.split_at_checked(end)?;
        terms.push(read_term(term, minus)?);
        rest = more;
    }
    (rest.is_empty() && !terms.is_empty()).then_some(terms)
}

/// "3x", "3*x", "x", "x/4", "12.5".
fn read_term(term: &str, minus: bool) -> Option<Term> {
    let is_number = |text: &str| {
        text.starts_with(|sign: char| sign.is_ascii_digit()) && text.parse::<f64>().is_ok() && !text.contains('e')
    };
    let known = |number: &str, unknown: bool| Term { minus, number: number.to_owned(), unknown };
    if is_number(term) {
        return Some(known(term, false));
    }
    if let Some((name, by)) = term.split_once('/') {
        return (holds(UNKNOWNS, name) && is_number(by)).then(|| known(&["1/", by].concat(), true));
    }
    let name = term.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    let factor = term.strip_suffix(name)?;
    let name = name.strip_prefix(['*', '×']).unwrap_or(name);
    let factor = if factor.is_empty() { "1" } else { factor };
    (holds(UNKNOWNS, name) && is_number(factor)).then(|| known(factor, true))
}

#[cfg(test)]
mod tests {
    use super::solved;

    #[test]
    fn terms_change_their_sign_with_their_side() {
        for (text, expected) in [
            ("3x + 4 = 19", "(19 - 4) / 3"),
            ("solve 2x + 6 = 20 for x", "(20 - 6) / 2"),
            ("solve for x: 2x - 6 = 20", "(20 + 6) / 2"),
            ("5 = x - 2", "(-2 - 5) / (-1)"),
            ("what is x if x/4 = 12", "12 / (1/4)"),
            ("find y when 4*y equals y + 9", "9 / (4 - 1)"),
            ("solve x + 1 = 3", "3 - 1"),
        ] {
            assert_eq!(solved(text).map(|sum| sum.expression).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_such_equation_is_left_alone() {
        for text in
            ["x^2 = 9", "x + y = 3", "3 = 4", "x = ", "2(x + 1) = 8", "x = 3 = 4", "add milk = x", "x > 3", "1e3x = 2"]
        {
            assert_eq!(solved(text), None, "{text}");
        }
    }
}
