//! Slips of spelling in the grammar's own words, put right where no doubt is left about what is meant.

use dunlin_base::one_slip;

use crate::{
    lang::{
        en::{
            pauses::UNITS_BEFORE,
            phrases::{AND, LISTS, ME, N, REMINDS, SHOPS, SLIPS, TO, TWO, US, WHOSE},
        },
        grammar::{Grammar, grammar},
        holds,
    },
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
        let sure = |meant: &&str| is_sure(&letters(&lower), &letters(meant));
        let Some(meant) = nearest(&lower).filter(sure) else { continue };
        token.word = grammar().vocabulary().id(meant);
        changed |= token.word != UNKNOWN;
    }
    changed.then_some(respelt)
}

/// The tokens with slips taken for what is meant that can be nothing else: "fridya", "adn", "teh".
pub(crate) fn with_plain_slips(goal: &str, mut tokens: Vec<Token>) -> Vec<Token> {
    let mut lower = String::new();
    take_two_for_to(goal, &mut tokens);
    take_n_for_and(goal, &mut tokens);
    take_us_for_me(goal, &mut tokens);
    for token in &mut tokens {
        if token.word != UNKNOWN || token.kind != TokenKind::Word {
            continue;
        }
        normalize(token.span.of(goal), &mut lower);
        let little = || SLIPS.iter().find(|(slip, _)| *slip == lower).map(|(_, meant)| *meant);
        if let Some(meant) = dunlin_date::slip_of(&lower).or_else(little) {
            token.word = grammar().vocabulary().id(meant);
        }
    }
    tokens
}

/// "oat milk n bananas": between two words "n" is no letter of a sum.
fn take_n_for_and(goal: &str, tokens: &mut [Token]) {
    let vocabulary = grammar().vocabulary();
    let reckons =
        tokens.iter().any(|token| token.numeric || matches!(token.kind, TokenKind::Sign('=' | '+' | '*' | '^')));
    for at in 1..tokens.len().saturating_sub(1) {
        let beside =
            |at: usize| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word && token.span.len() > 2);
        let joins = !reckons && beside(at - 1) && beside(at + 1);
        if let Some(token) = tokens.get_mut(at).filter(|token| joins && token.span.of(goal) == N) {
            token.word = vocabulary.id(AND);
        }
    }
}

/// "remind us to pay the rent": who asks for others too is reminded alike.
fn take_us_for_me(goal: &str, tokens: &mut [Token]) {
    let says = |token: Option<&Token>, words: &str| {
        token.is_some_and(|token| holds(words, &token.span.of(goal).to_lowercase()))
    };
    for at in 1..tokens.len() {
        let us = says(tokens.get(at - 1), REMINDS) && says(tokens.get(at), US);
        if let Some(token) = tokens.get_mut(at).filter(|_| us) {
            token.word = grammar().vocabulary().id(ME);
        }
    }
}

/// "add eggs 2 my list", "remind me 2 call Ann": the number for the word that sounds like it.
fn take_two_for_to(goal: &str, tokens: &mut [Token]) {
    let says = |token: &Token, words: &str| holds(words, &token.span.of(goal).to_lowercase());
    for at in 1..tokens.len().saturating_sub(1) {
        let two = tokens.get(at).is_some_and(|token| token.span.of(goal) == TWO && !token.glued);
        let list = || {
            tokens.get(at + 1).is_some_and(|next| says(next, WHOSE)) && {
                let behind = tokens.get(at + 2..(at + 6).min(tokens.len())).unwrap_or_default();
                behind.iter().any(|token| says(token, LISTS))
            }
        };
        let reminds = || {
            let before = at.checked_sub(2).and_then(|from| tokens.get(from..at));
            // "remind me 2 hours before friday at 3"
            let counts = tokens.get(at + 1).is_some_and(|next| says(next, UNITS_BEFORE));
            !counts && before.is_some_and(|pair| matches!(pair, [remind, me] if says(remind, REMINDS) && says(me, ME)))
        };
        if two
            && (list() || reminds())
            && let Some(token) = tokens.get_mut(at)
        {
            (token.kind, token.word, token.numeric) = (TokenKind::Word, grammar().vocabulary().id(TO), false);
        }
    }
}

/// The tokens with letters put right that were swapped or left out, in words of the grammar, and what was written for them.
pub(crate) fn with_near_slips<'g>(goal: &'g str, tokens: &[Token]) -> Option<(Vec<Token>, Vec<&'g str>)> {
    let respelt = respelt_tokens(goal, tokens)?;
    let mut kept = tokens.to_vec();
    let mut written = Vec::new();
    for (kept, respelt) in kept.iter_mut().zip(respelt) {
        let said = kept.span.of(goal);
        let meant = grammar().vocabulary().text(respelt.word).unwrap_or_default();
        let near = same_letters(&letters(&said.to_lowercase()), &letters(meant))
            || said.len() + 1 == meant.len() && meant.len() > 6;
        if kept.word == UNKNOWN && respelt.word != UNKNOWN && near {
            *kept = respelt;
            written.push(said);
        }
    }
    (!written.is_empty()).then_some((kept, written))
}

fn letters(word: &str) -> Vec<char> {
    word.chars().collect()
}

/// Whether a slip leaves no doubt about the word: short words have too many neighbours.
pub(crate) fn is_sure(written: &[char], meant: &[char]) -> bool {
    written.first() == meant.first() && (meant.len() >= 5 || same_letters(written, meant))
}

/// Whether one slip makes `written` of the word that is meant.
pub(crate) fn is_slip_for(written: &str, meant: &str) -> bool {
    written.len().abs_diff(meant.len()) < 5 && one_slip(&letters(written), &letters(meant))
}

/// The word of the grammar that one slip turns into `word`; of several, the one that begins alike for longest.
pub(crate) fn nearest(word: &str) -> Option<&'static str> {
    let written: Vec<char> = word.chars().collect();
    // Of so short words only those with two letters swapped are slips: "teh".
    let near = |known: &&str| {
        let known: Vec<char> = known.chars().collect();
        one_slip(&written, &known) && (written.len() > 3 || same_letters(&written, &known))
    };
    let near_in_length = |known: &&str| known.len().abs_diff(word.len()) < 5;
    // One slip leaves the first letter or the last, which most words do not share: their letters need not be laid out.
    let (first, last) = (word.chars().next(), word.chars().next_back());
    let like_at_an_end = |known: &&str| known.chars().next() == first || known.chars().next_back() == last;
    let alike = |known: &&str| written.iter().zip(known.chars()).take_while(|(one, other)| **one == *other).count();
    let candidates = Grammar::spellable().filter(|_| written.len() > 2).filter(near_in_length);
    let found = candidates.filter(like_at_an_end).filter(near);
    found.reduce(|best, other| if alike(&other) > alike(&best) { other } else { best })
}

/// The word of the grammar that two slips turn into a long one, where it begins alike: "clacuate". It is only offered.
pub(crate) fn further(word: &str) -> Option<&'static str> {
    let written: Vec<char> = word.chars().collect();
    if !(LONG..=LONGEST).contains(&written.len()) {
        return None;
    }
    let near = |known: &&str| {
        let known: Vec<char> = known.chars().collect();
        known.len() >= LONG && known.first() == written.first() && two_slips(&written, &known)
    };
    Grammar::spellable().find(near)
}

/// The lengths of a word in which two slips leave enough of it.
const LONG: usize = 7;
const LONGEST: usize = 16;

/// Whether one slip makes of `a` what another makes `b` of: one that is undone at its first place leaves one.
fn two_slips(a: &[char], b: &[char]) -> bool {
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (past(a, same), past(b, same));
    let swapped = a.len() > 1 && b.len() > 1 && a.first() == b.get(1) && a.get(1) == b.first();
    swapped && one_slip(past(a, 2), past(b, 2))
        || one_slip(past(a, 1), past(b, 1))
        || one_slip(past(a, 1), b)
        || one_slip(a, past(b, 1))
}

fn past(letters: &[char], skip: usize) -> &[char] {
    letters.get(skip..).unwrap_or_default()
}

/// The list of what is bought that one slip turns a name into: "shoping".
pub(crate) fn meant_list(name: &str) -> Option<&'static str> {
    nearest(&name.to_lowercase()).filter(|meant| holds(SHOPS, meant))
}

/// Whether two words are made of the same letters.
pub(crate) fn same_letters(a: &[char], b: &[char]) -> bool {
    let sorted = |word: &[char]| {
        let mut letters = word.to_vec();
        letters.sort_unstable();
        letters
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}
