//! How far two words are apart.

/// The Damerau-Levenshtein distance in its restricted form (optimal string alignment): how many letters have to be added, removed
/// or changed, or swapped with the one beside them. Takes time and room for the product of the lengths, so callers bound them.
pub fn edit_distance<T: PartialEq>(left: &[T], right: &[T]) -> usize {
    // The distances of all beginnings of `right` from three beginnings of `left`, the shortest first.
    let mut above = vec![0; right.len() + 1];
    let mut row: Vec<usize> = (0..=right.len()).collect();
    let mut next = above.clone();
    for (at, from) in left.iter().enumerate() {
        let mut last = at + 1;
        let mut corner = at;
        let before = at.checked_sub(1).and_then(|at| left.get(at));
        for (place, to) in right.iter().enumerate() {
            let kept = row.get(place + 1).copied().unwrap_or_default();
            let mut least = (corner + usize::from(from != to)).min(kept + 1).min(last + 1);
            let swapped = place.checked_sub(1).filter(|place| before == Some(to) && right.get(*place) == Some(from));
            if let Some(swapped) = swapped.and_then(|place| above.get(place)) {
                least = least.min(swapped + 1);
            }
            if let Some(cell) = next.get_mut(place) {
                *cell = last;
            }
            (corner, last) = (kept, least);
        }
        if let Some(cell) = next.last_mut() {
            *cell = last;
        }
        std::mem::swap(&mut above, &mut row);
        std::mem::swap(&mut row, &mut next);
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
