//! Forms of verbs: how one that tells what was done is the one that says what to do. "tidied" is of "tidy", "paid" of "pay".

/// Pasts that do not end in "ed", and what they are of.
const IRREGULAR: &[(&str, &str)] = &[
    ("paid", "pay"),
    ("bought", "buy"),
    ("rang", "ring"),
    ("rung", "ring"),
    ("sent", "send"),
    ("made", "make"),
    ("took", "take"),
    ("taken", "take"),
    ("wrote", "write"),
    ("written", "write"),
    ("did", "do"),
    ("done", "do"),
    ("went", "go"),
    ("gone", "go"),
    ("fed", "feed"),
    ("got", "get"),
    ("gotten", "get"),
    ("met", "meet"),
    ("sold", "sell"),
    ("swept", "sweep"),
    ("hung", "hang"),
    ("dug", "dig"),
    ("built", "build"),
    ("lent", "lend"),
    ("spoke", "speak"),
    ("spoken", "speak"),
    ("gave", "give"),
    ("given", "give"),
    ("drew", "draw"),
    ("drawn", "draw"),
    ("drove", "drive"),
    ("driven", "drive"),
    ("brought", "bring"),
    ("found", "find"),
    ("kept", "keep"),
    ("left", "leave"),
    ("ran", "run"),
    ("saw", "see"),
    ("seen", "see"),
    ("thrown", "throw"),
    ("threw", "throw"),
    ("chosen", "choose"),
    ("chose", "choose"),
    ("ate", "eat"),
    ("eaten", "eat"),
    ("shown", "show"),
    ("told", "tell"),
];

/// What a past, or a form in "ing", may be of. The second field says whether it is a past.
pub(crate) fn bases(word: &str) -> Vec<(String, bool)> {
    if let Some((_, base)) = IRREGULAR.iter().find(|(past, _)| *past == word) {
        return vec![((*base).to_owned(), true)];
    }
    let (Some((stem, past)), true) = (
        word.strip_suffix("ed").map(|stem| (stem, true)).or_else(|| word.strip_suffix("ing").map(|stem| (stem, false))),
        word.len() > 4,
    ) else {
        return Vec::new();
    };
    let mut found = vec![stem.to_owned(), [stem, "e"].concat()];
    found.extend(stem.strip_suffix('i').map(|stem| [stem, "y"].concat()));
    // "planned", "getting"
    let mut letters = stem.chars().rev();
    if letters.next() == letters.next() {
        found.extend(stem.char_indices().next_back().and_then(|(last, _)| stem.get(..last)).map(str::to_owned));
    }
    found.into_iter().map(|base| (base, past)).collect()
}

/// Whether a word looks like a past: "called", "went".
pub(crate) fn is_past(word: &str) -> bool {
    bases(word).iter().any(|(_, past)| *past)
}

/// Whether a word can only be a past: "went", and not "used".
pub(crate) fn is_irregular_past(word: &str) -> bool {
    IRREGULAR.iter().any(|(past, _)| *past == word)
}

/// Whether a word looks like a gerund: "making".
pub(crate) fn is_gerund(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ing")
}

#[cfg(test)]
mod tests {
    use super::bases;

    #[test]
    fn a_past_is_of_the_verb_that_says_what_to_do() {
        for (past, base) in [
            ("tidied", "tidy"),
            ("watered", "water"),
            ("planned", "plan"),
            ("moved", "move"),
            ("paid", "pay"),
            ("called", "call"),
        ] {
            assert!(bases(past).contains(&(base.to_owned(), true)), "{past}");
        }
        assert!(bases("watering").contains(&("water".to_owned(), false)));
        assert!(bases("milk").is_empty() && bases("red").is_empty());
    }
}
