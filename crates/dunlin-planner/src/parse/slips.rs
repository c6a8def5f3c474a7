//! The todo on the list that is meant where its words are said with a slip of spelling.

use dunlin_base::one_slip;

use crate::{
    context::Known,
    lang::en::items::THE,
    model::token::Token,
    parse::{
        text::{text_of, without_article},
        words::Words,
    },
    spelling::same_letters,
};

/// The shortest word in which a letter that is wrong leaves no doubt about it.
const LONG_ENOUGH: usize = 5;

impl Words<'_> {
    /// The only todo whose words are said with a slip, where none has them as they are said: "fix the snik".
    pub(crate) fn meant_with_a_slip(&self, item: &[Token]) -> Option<String> {
        // As others ask for it, so that it is looked up once.
        let said = text_of(self.goal, item);
        let Known::None(near) = self.context.on_list?.find(&said) else { return None };
        let said = without_article(&said).to_lowercase();
        // "add buy mlik, then complete buy mlik"
        if self.goal.to_lowercase().matches(&said).count() > 1 {
            return None;
        }
        let letters = |word: &str| word.chars().collect::<Vec<char>>();
        let slip = |word: &str, other: &str| {
            let (word, other) = (letters(word), letters(other));
            word.len() > 2
                && one_slip(&word, &other)
                && (word.len().max(other.len()) >= LONG_ENOUGH || same_letters(&word, &other))
        };
        let has = |text: &&String| {
            let own = text.to_lowercase();
            // "teh rent"
            let telling = said.split_whitespace().filter(|word| !same_letters(&letters(word), &letters(THE)));
            telling.clone().count() > 0
                && telling.clone().all(|word| own.split_whitespace().any(|other| other == word || slip(word, other)))
        };
        let mut meant = near.iter().filter(has);
        let text = meant.next()?;
        meant.next().is_none().then(|| text.clone())
    }
}
