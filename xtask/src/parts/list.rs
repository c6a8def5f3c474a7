//! `web/parts.txt`: the functions of every part but the first, each by a hash of its name.
//!
//! A name is what the compiler gives a function without what changes from build to build. Names are long and nobody reads
//! two thousand of them, so the file holds eight digits of each.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use super::COUNT;
use crate::Outcome;
use crate::finish::hash;

/// The part of each function that is not of the first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct List(BTreeMap<u32, usize>);

impl List {
    /// From every function's name and from what a browser called: a line a part, of the numbers of the functions that
    /// had been called by the end of it. What no line holds is the rest.
    pub(super) fn learned(names: &[String], called: &str) -> Outcome<Self> {
        let lines: Vec<&str> = called.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.len() != COUNT - 1 {
            return Err(format!("expected {} lines of called functions, found {}", COUNT - 1, lines.len()));
        }
        let mut parts = vec![COUNT - 1; names.len()];
        for (part, line) in lines.iter().enumerate().rev() {
            for word in line.split_whitespace() {
                let place = word.parse::<usize>().ok().and_then(|number| parts.get_mut(number));
                *place.ok_or_else(|| format!("found {word:?}, expected the number of a function"))? = part;
            }
        }
        // Functions that share a name are of the earliest part of any.
        let mut earliest = BTreeMap::new();
        for (name, part) in names.iter().zip(parts) {
            let known = earliest.entry(key(name)).or_insert(part);
            *known = part.min(*known);
        }
        earliest.retain(|_, part| *part > 0);
        Ok(Self(earliest))
    }

    pub(super) fn part(&self, name: &str) -> usize {
        self.0.get(&key(name)).copied().unwrap_or_default()
    }
}

/// The low half of the hash of the name, without the hashes of crates (`[8 and more digits]`), those that the standard
/// library's names end in (`::h` and 16 digits), and the numbers behind names that are there twice.
fn key(name: &str) -> u32 {
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        rest = match after.split_once(']') {
            Some((inside, behind)) if inside.chars().all(|letter| letter.is_ascii_hexdigit()) && !inside.is_empty() => {
                behind
            }
            _ => {
                plain.push('[');
                after
            }
        };
    }
    plain.push_str(rest);
    let numbered = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let whole = plain.rsplit_once('.').filter(|(_, number)| numbered(number)).map_or(&*plain, |(before, _)| before);
    let of_std = |digits: &str| digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let plain = match whole.rsplit_once("::h") {
        Some((before, digits)) if of_std(digits) => before,
        _ => plain.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end_matches('.'),
    };
    hash(plain.as_bytes()) as u32
}

const HEAD: &str = "\
# What of the page's program comes after its first part: functions by a hash of their names, under the number of the part.
# Written by `cargo xtask parts` from what a real browser calls. What is not named here is of the first part.
";

impl fmt::Display for List {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(HEAD)?;
        for part in 1..COUNT {
            write!(out, "\npart {part}")?;
            let of_it = self.0.iter().filter(|(_, its)| **its == part);
            for (at, (key, _)) in of_it.enumerate() {
                write!(out, "{}{key:08x}", if at % 12 == 0 { '\n' } else { ' ' })?;
            }
            out.write_str("\n")?;
        }
        Ok(())
    }
}

impl FromStr for List {
    type Err = String;

    fn from_str(text: &str) -> Outcome<Self> {
        let mut list = Self::default();
        let mut part = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(number) = line.strip_prefix("part ") {
                part = number.trim().parse().map_err(|_| format!("found {line:?}, expected `part` and a number"))?;
                if !(1..COUNT).contains(&part) {
                    return Err(format!("found part {part}, expected 1 to {}", COUNT - 1));
                }
                continue;
            }
            for word in line.split_whitespace() {
                let key = u32::from_str_radix(word, 16).map_err(|_| format!("found {word:?}, expected a hash"))?;
                list.0.insert(key, part);
            }
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> Vec<String> {
        of.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn what_was_called_first_is_not_listed() {
        let list = List::learned(&names(&["open", "plan", "export", "both"]), "0 3\n0 1 3\n").unwrap();
        assert_eq!(["open", "plan", "export", "both", "new"].map(|name| list.part(name)), [0, 1, 2, 0, 0]);
        assert_eq!(list.to_string().parse(), Ok(list));
    }

    #[test]
    fn a_name_is_the_same_in_every_build() {
        let list = List::learned(&names(&["<a[32273711326e8eaf]::B>::c.1024", "x"]), "1\n1\n").unwrap();
        assert_eq!(list.part("<a[0000000000000001]::B>::c.7"), 2);
        assert_eq!(list.part("<a[0000000000000001]::B>::d"), 0);
        assert_eq!(key("<[u8]>::a"), key("<[u8]>::a[1]"));
        assert_ne!(key("<[u8]>::a"), key("<[u16]>::a"));
        assert_eq!(key("core::a::b::h0123456789abcdef"), key("core::a::b::hfedcba9876543210.12"));
        assert_ne!(key("core::a::b::h0123456789abcdef"), key("core::a::c::h0123456789abcdef"));
    }

    #[test]
    fn of_one_name_the_earliest_part_counts() {
        let list = List::learned(&names(&["same.1", "same.2"]), "\n1\n".replace("\n1", "1\n1").as_str()).unwrap();
        assert_eq!(list.part("same.1"), 0);
    }

    #[test]
    fn a_broken_list_is_refused() {
        for text in ["part 0\n", "part 9\n", "part x\n", "part 1\nxyz\n"] {
            assert!(text.parse::<List>().is_err(), "{text}");
        }
        assert!(List::learned(&names(&["a"]), "0\n").is_err());
        assert!(List::learned(&names(&["a"]), "0\n7\n").is_err());
    }
}
