//! How far two words are apart.

/// The Damerau-Levenshtein distance in its restricted form (optimal string alignment): how many letters have to be added, removed
/// or changed, or swapped with the one beside them. Takes time and room for the product of the lengths, so callers bound them.
pub fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, from) in left.iter().enumerate() {
        let mut next = vec![at + 1];
        for (place, to) in right.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let kept = cell(&row, place) + usize::from(from != to);
            let mut least = kept.min(cell(&row, place + 1) + 1).min(cell(&next, place) + 1);
            let swapped = at > 0 && place > 0 && right.get(place - 1) == Some(from) && left.get(at - 1) == Some(to);
            if swapped {
                least = least.min(cell(&above, place - 1) + 1);
            }
            next.push(least);
        }
        above = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or_default()
}

/// Whether one letter too many, too few, wrong, or two letters swapped make the difference.
pub fn one_slip<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let tail = |x: usize, y: usize| a.get(x..) == b.get(y..);
    match a.len().abs_diff(b.len()) {
        0 => {
            let swapped = a.get(same) == b.get(same + 1) && a.get(same + 1) == b.get(same) && tail(same + 2, same + 2);
            same < a.len() && (tail(same + 1, same + 1) || swapped)
        }
        1 if a.len() > b.len() => tail(same + 1, same),
        1 => tail(same, same + 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::one_slip;

    #[test]
    fn one_slip_is_one_letter_or_one_swap() {
        let slip = |a: &str, b: &str| one_slip(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        for (wrong, right) in [
            ("lsit", "list"),
            ("calcualte", "calculate"),
            ("delte", "delete"),
            ("addd", "add"),
            ("complate", "complete"),
        ] {
            assert!(slip(wrong, right), "{wrong}");
        }
        for (wrong, right) in [("list", "list"), ("last", "lost in"), ("remind", "rewind it"), ("clam", "claims")] {
            assert!(!slip(wrong, right), "{wrong}");
        }
    }
}
