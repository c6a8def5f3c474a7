//! The nearest of some names, for hints.

use crate::edit_distance;

/// The candidate that is nearest in edits, if it is within a third of the name's length or begins with all of it. Names of
/// more than 64 characters have none.
///
/// ```
/// assert_eq!(dunlin_base::nearest("dependOn", ["kind", "dependsOn"]), Some("dependsOn"));
/// assert_eq!(dunlin_base::nearest("weather", ["calculator"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > 64 {
        return None;
    }
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(edits, candidate)| *edits <= (length / 3).max(1) || length >= 4 && candidate.starts_with(name))
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().take(64).collect());
    edit_distance(&a, &b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found_and_far_ones_are_not() {
        let names = ["calculator", "todo_store"];
        assert_eq!(nearest("calculater", names), Some("calculator"));
        assert_eq!(nearest("todostore", names), Some("todo_store"));
        assert_eq!(nearest("weather", names), None);
        assert_eq!(nearest("todo", names), Some("todo_store"));
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
