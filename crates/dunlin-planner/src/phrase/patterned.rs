//! Texts that fit the `pattern` of a schema, drawn at random: for the samples of a slot that takes nothing else. A pattern that
//! is read here only in part gives nothing; whether a text fits is asked of the pattern itself.

use std::{iter::Peekable, str::Chars};

use dunlin_base::Random;
use dunlin_plan::pattern;

use super::sample::below;

/// How deep groups may stand within each other.
const DEEPEST: usize = 16;
/// The longest text that is drawn, in bytes.
const LONGEST: usize = 120;
/// How often more than the least is drawn of what may come again.
const MORE: u32 = 3;
/// How many texts are tried.
const TRIES: usize = 8;

const DIGITS: (char, char) = ('0', '9');
const SMALL: (char, char) = ('a', 'z');
const CAPITAL: (char, char) = ('A', 'Z');

/// What may stand at one place.
enum Part {
    /// A letter of one of these ranges.
    Letter(Vec<(char, char)>),
    /// One of several ways.
    Group(Vec<Way>),
}

/// Parts one after the other, each so often: at least and at most.
type Way = Vec<(Part, u32, u32)>;

/// A text that fits, or nothing where the pattern is not understood or none was found.
pub(super) fn draw(wanted: &str, random: &dyn Random) -> Option<String> {
    let mut signs = wanted.chars().peekable();
    let ways = ways(&mut signs, 0)?;
    if signs.next().is_some() {
        return None;
    }
    (0..TRIES).find_map(|_| {
        let mut text = String::new();
        say(&ways, random, &mut text);
        (pattern::fits(wanted, &text) == Ok(true)).then_some(text)
    })
}

fn say(ways: &[Way], random: &dyn Random, text: &mut String) {
    for (part, least, most) in ways.get(below(random, ways.len())).into_iter().flatten() {
        let more = most.saturating_sub(*least).min(MORE) as usize;
        for _ in 0..*least as usize + below(random, more + 1) {
            match part {
                _ if text.len() > LONGEST => return,
                Part::Letter(ranges) => text.extend(letter(ranges, random)),
                Part::Group(ways) => say(ways, random, text),
            }
        }
    }
}

fn letter(ranges: &[(char, char)], random: &dyn Random) -> Option<char> {
    let (from, to) = *ranges.get(below(random, ranges.len()))?;
    char::from_u32(from as u32 + below(random, (to as u32).checked_sub(from as u32)? as usize + 1) as u32)
}

/// The ways up to the bracket that closes them, or to the end.
fn ways(signs: &mut Peekable<Chars>, depth: usize) -> Option<Vec<Way>> {
    let mut ways = vec![Way::new()];
    while let Some(sign) = signs.peek().copied().filter(|sign| *sign != ')') {
        signs.next();
        let part = match sign {
            '|' => {
                ways.push(Way::new());
                continue;
            }
            '^' | '$' => continue,
            '(' => group(signs, depth)?,
            '[' => Part::Letter(class(signs)?),
            '\\' => Part::Letter(escaped(signs.next()?)?),
            '.' => Part::Letter(vec![SMALL]),
            '*' | '+' | '?' | '{' => return None,
            plain => Part::Letter(vec![(plain, plain)]),
        };
        let (least, most) = times(signs)?;
        ways.last_mut()?.push((part, least, most));
    }
    Some(ways)
}

fn group(signs: &mut Peekable<Chars>, depth: usize) -> Option<Part> {
    if depth == DEEPEST {
        return None;
    }
    if signs.next_if_eq(&'?').is_some() {
        // `(?:…)` and a name, `(?<…>…)` or `(?P<…>…)`; flags are not understood.
        if signs.next_if_eq(&':').is_none() {
            signs.next_if_eq(&'P');
            signs.next_if_eq(&'<')?;
            signs.find(|sign| *sign == '>')?;
        }
    }
    let inner = ways(signs, depth + 1)?;
    signs.next_if_eq(&')')?;
    Some(Part::Group(inner))
}

/// How often what stood before comes.
fn times(signs: &mut Peekable<Chars>) -> Option<(u32, u32)> {
    let found = match signs.peek() {
        Some('?') => (0, 1),
        Some('*') => (0, u32::MAX),
        Some('+') => (1, u32::MAX),
        Some('{') => {
            let text: String = signs.by_ref().skip(1).take_while(|sign| *sign != '}').collect();
            let (least, most) = text.split_once(',').unwrap_or((&text, &text));
            let least = least.trim().parse().ok()?;
            let most = if most.trim().is_empty() { u32::MAX } else { most.trim().parse().ok()? };
            signs.next_if_eq(&'?');
            return (least as usize <= LONGEST).then_some((least, most));
        }
        _ => return Some((1, 1)),
    };
    signs.next();
    // As few as possible is as many, where one is drawn.
    signs.next_if_eq(&'?');
    Some(found)
}

/// The letters in brackets, of which those that are ruled out leave letters and digits.
fn class(signs: &mut Peekable<Chars>) -> Option<Vec<(char, char)>> {
    let ruled_out = signs.next_if_eq(&'^').is_some();
    let mut ranges = Vec::new();
    loop {
        let from = match signs.next()? {
            ']' if !ranges.is_empty() => break,
            '[' => return None,
            '\\' => {
                let found = escaped(signs.next()?)?;
                match found.as_slice() {
                    [(one, same)] if one == same => *one,
                    _ => {
                        ranges.extend(found);
                        continue;
                    }
                }
            }
            plain => plain,
        };
        let mut ahead = signs.clone();
        let to = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) if to != ']' && to != '\\' => {
                *signs = ahead;
                to
            }
            _ => from,
        };
        ranges.push((from, to));
    }
    if !ruled_out {
        return Some(ranges);
    }
    let is_out = |letter: &char| ranges.iter().any(|(from, to)| (from..=to).contains(&letter));
    let all = [SMALL, CAPITAL, DIGITS].into_iter().flat_map(|(from, to)| from..=to);
    Some(all.filter(|letter| !is_out(letter)).map(|letter| (letter, letter)).collect())
}

/// What a sign stands for behind a backslash.
fn escaped(sign: char) -> Option<Vec<(char, char)>> {
    match sign {
        'd' => Some(vec![DIGITS]),
        'w' => Some(vec![SMALL, CAPITAL, DIGITS]),
        's' => Some(vec![(' ', ' ')]),
        other if other.is_ascii_alphanumeric() => None,
        plain => Some(vec![(plain, plain)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_base::SeededRandom;

    #[test]
    fn what_is_drawn_fits() {
        let random = SeededRandom::new(3);
        for wanted in [
            r"^[A-Z]{3}-\d+$",
            r"^\d{4}-\d{2}$",
            r"^(?:red|green|blue)$",
            r"^(?<kind>bug|task)-[0-9a-f]{4,8}$",
            r"^[^aeiou]{2,3}$",
            r"^v?\d+(\.\d+){0,2}$",
            r"^[\w.+-]+@[a-z]+\.[a-z]{2,}$",
            r"\d",
            "^$",
        ] {
            for _ in 0..20 {
                let text = draw(wanted, &random).unwrap_or_else(|| panic!("nothing fits {wanted}"));
                assert_eq!(pattern::fits(wanted, &text), Ok(true), "{wanted} {text}");
                assert!(text.len() < 200, "{wanted} {text}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_gives_nothing() {
        let random = SeededRandom::new(3);
        let deep = "(".repeat(60) + &")".repeat(60);
        for wanted in
            ["(?i)a", "a{900}", "[[:alpha:]]", "\\bword", "(", ")", "*", "[", "[]", "\\", "a{x}", "(?<", &deep]
        {
            assert_eq!(draw(wanted, &random), None, "{wanted}");
        }
    }
}
