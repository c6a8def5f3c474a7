//! Places between places: texts that sort between two others, so that moving one todo rewrites no other.

/// A text that sorts after `low` and, when there is one, before `high`.
///
/// Never ends in the lowest character, so that there is always room below it.
pub(crate) fn between(low: &str, high: Option<&str>) -> String {
    let Some(rest) = high.and_then(|high| high.strip_prefix(low)) else {
        // `high` differs from `low` somewhere within it, so anything that begins with `low` is before `high`.
        return format!("{low}m");
    };
    let mut place = low.to_owned();
    for c in rest.chars() {
        match c {
            '0' | '-' => place.push(c),
            '1' => {
                place.push_str("0m");
                return place;
            }
            '2'..='9' | 'a'..='z' => {
                place.push(below(c));
                return place;
            }
            _ => break,
        }
    }
    place
}

/// A character about half-way between the lowest and `c`.
fn below(c: char) -> char {
    const DIGITS: &str = "0123456789abcdefghijklmnopqrstuvwxyz";
    let at = DIGITS.find(c).unwrap_or(2);
    DIGITS.chars().nth((at / 2).max(1)).unwrap_or('1')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_place_in_front_of_everything() {
        let first = between("", Some("019aa5f0-0000-7000-8000-000000000000"));
        assert!(first.as_str() < "019aa5f0-0000-7000-8000-000000000000", "{first}");
        assert!(!first.is_empty());
    }

    proptest! {
        #[test]
        fn there_is_always_room(choices in prop::collection::vec(0usize..100, 1..60)) {
            let mut places = vec!["019aa5f0-0000-7000-8000-000000000000".to_owned(), "019aa5f0-0001-7000-8000-000000000000".to_owned()];
            for choice in choices {
                let at = choice % (places.len() + 1);
                let low = if at == 0 { "" } else { places[at - 1].as_str() };
                let place = between(low, places.get(at).map(String::as_str));
                prop_assert!(place.as_str() > low);
                if let Some(high) = places.get(at) {
                    prop_assert!(&place < high, "{} < {}", place, high);
                }
                places.insert(at, place);
            }
        }
    }
}
