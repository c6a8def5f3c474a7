//! How far two words are apart.

/// The Levenshtein distance: how many letters have to be added, removed or changed. Takes time and room for the product of
/// the lengths, so callers bound them.
pub fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, from) in left.iter().enumerate() {
        let mut corner = at;
        let mut last = at + 1;
        for (cell, to) in row.iter_mut().skip(1).zip(right) {
            last = (corner + usize::from(from != to)).min(*cell + 1).min(last + 1);
            corner = std::mem::replace(cell, last);
        }
        if let Some(first) = row.first_mut() {
            *first = at + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}
