//! The nearest of some names, for hints.

/// The candidate within a third of the name's length in edits, if there is one.
pub(crate) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        return None;
    }
    candidates
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(edits, _)| *edits <= (length / 3).max(1))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

/// The Levenshtein distance in characters, row by row.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, to) in row.iter_mut().skip(1).zip(&b) {
            let next = (diagonal + usize::from(from != *to)).min(left + 1).min(*cell + 1);
            diagonal = *cell;
            left = next;
            *cell = next;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let names = ["calculator", "todo_store"];
        assert_eq!(nearest("calculater", names.into_iter()), Some("calculator"));
        assert_eq!(nearest("todostore", names.into_iter()), Some("todo_store"));
        assert_eq!(nearest("weather", names.into_iter()), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
