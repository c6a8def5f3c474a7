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

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().take(64).collect());
    dunlin_base::edit_distance(&a, &b)
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
