//! The functions and constants there are. Nothing outside these tables can be called or named.

/// A mathematical constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constant {
    Pi,
    E,
    Tau,
    Phi,
}

/// A function of the whitelist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Abs,
}

/// Every constant with its names.
const CONSTANTS: [(&str, Constant); 0] = [];

/// Every function with its names.
const FUNCTIONS: [(&str, Function); 1] = [("abs", Function::Abs)];

/// The constant of that name, in any case.
pub(crate) fn constant(name: &str) -> Option<Constant> {
    CONSTANTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, constant)| *constant)
}

/// The function of that name, in any case.
pub(crate) fn function(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, function)| *function)
}

/// The known name nearest to `name`, when one is near.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    const LONGEST: usize = 16;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let allowed = if name.len() <= 3 { 1 } else { 2 };
    CONSTANTS
        .iter()
        .map(|(known, _)| *known)
        .chain(FUNCTIONS.iter().map(|(known, _)| *known))
        .filter(|known| known.len() > 1)
        .map(|known| (distance(&name, known), known))
        .filter(|(far, known)| *far <= allowed && *far < known.len())
        .min_by_key(|(far, _)| *far)
        .map(|(_, known)| known)
}

/// How many letters have to be added, removed, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && b[j - 1] == *x {
                cost = cost.min(before[j - 1] + 1);
            }
            row.push(cost);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}
