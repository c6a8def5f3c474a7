//! Slips of spelling in the grammar's own words, put right where no doubt is left about what is meant.

use crate::{
    lang::grammar::{Grammar, grammar},
    lex::normalize,
    model::token::{Token, TokenKind, UNKNOWN},
};

/// The tokens with misspelt words of the grammar taken for what is meant; nothing when there are none.
pub(crate) fn respelt_tokens(goal: &str, tokens: &[Token]) -> Option<Vec<Token>> {
    if tokens.len() > 200 {
        return None;
    }
    let mut respelt = tokens.to_vec();
    let mut changed = false;
    let mut lower = String::new();
    for token in &mut respelt {
        if token.word != UNKNOWN || token.kind != TokenKind::Word {
            continue;
        }
        normalize(token.span.of(goal), &mut lower);
        let Some(meant) = nearest(&lower).filter(|meant| is_sure(&lower, meant)) else { continue };
        token.word = grammar().vocabulary().id(meant);
        changed |= token.word != UNKNOWN;
    }
    changed.then_some(respelt)
}

/// Whether a slip leaves no doubt about the word: short words have too many neighbours.
fn is_sure(written: &str, meant: &str) -> bool {
    written.starts_with(|c| meant.starts_with(c)) && (meant.len() >= 5 || same_letters(written, meant))
}

/// The word of the grammar that one slip turns into `word`.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    let length = word.chars().count();
    // Of so short words only those with two letters swapped are slips: "teh".
    let near =
        |known: &&str| one_slip(word, known) && (length > 3 || known.len() == length && same_letters(word, known));
    Grammar::spellable().filter(|_| length > 2).find(near)
}

/// Whether two words are made of the same letters.
fn same_letters(a: &str, b: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(a) == letters(b)
}

/// Whether one letter too many, too few, wrong, or two letters swapped make the difference.
fn one_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
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
        for (wrong, right) in [
            ("lsit", "list"),
            ("calcualte", "calculate"),
            ("delte", "delete"),
            ("addd", "add"),
            ("complate", "complete"),
        ] {
            assert!(one_slip(wrong, right), "{wrong}");
        }
        for (wrong, right) in [("list", "list"), ("last", "lost in"), ("remind", "rewind it"), ("clam", "claims")] {
            assert!(!one_slip(wrong, right), "{wrong}");
        }
    }
}
