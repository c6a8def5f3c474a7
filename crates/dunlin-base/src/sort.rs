//! Sorting that costs little code.
//!
//! Each type sorted with the standard `sort` adds six to ten kilobytes of wasm. Here one machine sorts indices for all of
//! them, and what is made for a type only follows the order that comes out.

use std::cmp::Ordering;

/// Sorts a slice; equal items keep their order. What is sorted already costs one comparison an item.
///
/// ```
/// let mut words = ["pear", "fig", "plum"];
/// dunlin_base::sort_by(&mut words, &mut |a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["fig", "pear", "plum"]);
/// ```
pub fn sort_by<T>(items: &mut [T], compare: &mut dyn FnMut(&T, &T) -> Ordering) {
    let order = ordered(items.len(), &mut |a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    follow(order, &mut |a, b| items.swap(a, b));
}

/// As [`sort_by`], in the items' own order.
pub fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, &mut T::cmp);
}

/// The indices below `count` in the order that `compare` gives them; equal ones keep their order. A merge sort from the
/// bottom up: runs of 1, 2, 4, … are merged from one list into the other.
fn ordered(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut from: Vec<usize> = (0..count).collect();
    let is_sorted = (1..count).all(|at| compare(at - 1, at) != Ordering::Greater);
    if is_sorted {
        return from;
    }
    let mut to = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        to.clear();
        for pair in from.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some((a, rest_left)), Some((b, rest_right))) = (left.split_first(), right.split_first()) {
                if compare(*a, *b) == Ordering::Greater {
                    to.push(*b);
                    right = rest_right;
                } else {
                    to.push(*a);
                    left = rest_left;
                }
            }
            to.extend_from_slice(left);
            to.extend_from_slice(right);
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

/// Brings items into an order of their indices by swaps along each cycle.
fn follow(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        while let Some(next) = order.get_mut(at).map(|next| std::mem::replace(next, at)) {
            if next == start {
                break;
            }
            swap(at, next);
            at = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, SeededRandom};

    #[test]
    fn sorting_is_stable_and_right() {
        let random = SeededRandom::new(5);
        for length in [0, 1, 2, 3, 4, 5, 50, 1000] {
            for kinds in [1, 2, 20, 5000] {
                let mut ours: Vec<(u64, usize)> = (0..length).map(|at| (random.next_u64() % kinds, at)).collect();
                let mut theirs = ours.clone();
                sort_by(&mut ours, &mut |a, b| a.0.cmp(&b.0));
                theirs.sort_by_key(|(key, _)| *key);
                assert_eq!(ours, theirs, "{length} of {kinds} kinds");
                theirs.reverse();
                let mut again = theirs.clone();
                sort(&mut again);
                theirs.sort_unstable();
                assert_eq!(again, theirs);
            }
        }
    }

    #[test]
    fn what_is_sorted_is_looked_at_once() {
        let mut looks = 0;
        let mut numbers: Vec<u32> = (0..1000).collect();
        sort_by(&mut numbers, &mut |a, b| {
            looks += 1;
            a.cmp(b)
        });
        assert_eq!(looks, 999);
    }
}
