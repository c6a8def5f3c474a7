//! The singular of an English word, so that "eggs" finds "an egg". It knows endings and the words that go against them.

/// Plurals that no ending tells.
const IRREGULAR: &[(&str, &str)] = &[
    ("children", "child"),
    ("feet", "foot"),
    ("geese", "goose"),
    ("halves", "half"),
    ("knives", "knife"),
    ("leaves", "leaf"),
    ("lives", "life"),
    ("loaves", "loaf"),
    ("men", "man"),
    ("mice", "mouse"),
    ("people", "person"),
    ("quizzes", "quiz"),
    ("scarves", "scarf"),
    ("shelves", "shelf"),
    ("teeth", "tooth"),
    ("thieves", "thief"),
    ("wives", "wife"),
    ("wolves", "wolf"),
    ("women", "woman"),
];

/// Words that end in `s` and are no plurals.
const SINGULAR: &[&str] = &["always", "atlas", "canvas", "christmas", "gas", "lens", "news", "series", "species"];

/// Words in `ie`, whose plural looks like one in `y`.
const IN_IE: &[&str] = &[
    "birdie", "brownie", "calorie", "collie", "cookie", "die", "genie", "goalie", "hoodie", "lie", "movie", "newbie",
    "pie", "pixie", "rookie", "selfie", "smoothie", "tie", "veggie", "zombie",
];

/// Words in `oe` and `che`, whose plural looks like one with a whole `es`.
const IN_E: &[&str] = &["ache", "avalanche", "cache", "canoe", "doe", "foe", "hoe", "niche", "oboe", "shoe", "toe"];

/// Words in `s` whose plural looks like one in `se`.
const IN_S: &[&str] = &[
    "atlas",
    "bonus",
    "bus",
    "campus",
    "canvas",
    "census",
    "christmas",
    "circus",
    "focus",
    "gas",
    "iris",
    "lens",
    "plus",
    "status",
    "virus",
];

/// The singular of a word in lower case; a word that is no plural comes back as it is.
pub(crate) fn singular(word: String) -> String {
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == word) {
        return (*one).to_owned();
    }
    let no_plural = ["ss", "us", "is"].iter().any(|ending| word.ends_with(ending));
    if word.len() < 4 || !word.ends_with('s') || no_plural || SINGULAR.contains(&word.as_str()) {
        return word;
    }
    let without = |count: usize| word.get(..word.len() - count).unwrap_or(&word);
    let ends = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    let is_one_of = |one: &str, words: &[&str]| {
        words.iter().any(|known| one == *known || (known.len() > 3 && one.ends_with(known)))
    };
    if ends(&["ies"]) && !IN_IE.contains(&without(1)) && word.len() > 4 {
        return format!("{}y", without(3));
    }
    if ends(&["sses", "shes", "xes", "ches", "zzes", "oes"]) && !is_one_of(without(1), IN_E) {
        return without(2).to_owned();
    }
    if ends(&["ses"]) && IN_S.contains(&without(2)) {
        return without(2).to_owned();
    }
    without(1).to_owned()
}

#[cfg(test)]
mod tests {
    use super::singular;

    #[test]
    fn one_and_many_are_the_same() {
        for (one, many) in [
            ("egg", "eggs"),
            ("battery", "batteries"),
            ("key", "keys"),
            ("cookie", "cookies"),
            ("pie", "pies"),
            ("box", "boxes"),
            ("lunch", "lunches"),
            ("headache", "headaches"),
            ("dish", "dishes"),
            ("dress", "dresses"),
            ("tomato", "tomatoes"),
            ("shoe", "shoes"),
            ("bus", "buses"),
            ("lens", "lenses"),
            ("house", "houses"),
            ("rose", "roses"),
            ("size", "sizes"),
            ("glove", "gloves"),
            ("shelf", "shelves"),
            ("child", "children"),
            ("photo", "photos"),
            ("tax", "taxes"),
            ("news", "news"),
            ("crisis", "crisis"),
            ("été", "étés"),
        ] {
            assert_eq!(singular(many.to_owned()), one);
            assert_eq!(singular(one.to_owned()), one);
        }
    }

    #[test]
    fn words_that_only_look_alike_stay_apart() {
        for (left, right) in [("plan", "planes"), ("car", "cares"), ("bus", "busy"), ("new", "news"), ("not", "notes")]
        {
            assert_ne!(singular(left.to_owned()), singular(right.to_owned()));
        }
    }
}
