//! So many of so much each, and shares of a whole that say what they are of.

use super::{
    calculator::preview,
    formula::{Question, orders},
    measures::is_unit,
    number,
};
use crate::lang::{
    en::{
        bills::EACH,
        formulas::{
            ALTOGETHER, AND, AROUND, ARTICLES, ASKING, ASKS, AT, BEFORE_AMOUNT, BUYING, CAN, HOW_MANY, IN_UNIT, INSIDE,
            NO_THING, OF, PERCENT_WORDS, PLUS, TIMES_TAKEN,
        },
        sums::HOURS_BEFORE_MINUTES,
    },
    holds,
};

/// How many are meant by "a".
const ONE: &str = "1";

/// The most words of what is counted, and of what a share or a whole is of.
const LONGEST_NAME: usize = 2;

impl Question<'_> {
    /// "3 shifts of 12.5 hours plus one of 7.5": what all of them come to. Without "plus" and a question they are things.
    pub(super) fn lots(&self) -> Option<String> {
        let (mut parts, mut units, mut at) = (Vec::new(), Vec::new(), 0);
        let mut asked = self.says(ALTOGETHER);
        while at < self.words.len() {
            let word = self.word(at);
            let many = self.value(at).or_else(|| {
                // "one of 7.5"
                let one = number::value_of(word);
                one.filter(|_| self.word(at + 1) == OF)
            });
            let Some(many) = many else {
                // "order 3 boxes of 50 plus 2 of 20" is no question.
                asked |= holds(PLUS, word) && self.value(0).is_some() || holds(ASKS, word);
                let said = holds(PLUS, word) || holds(BUYING, word) || holds(ASKING, word) || holds(ASKS, word);
                let of_all = ALTOGETHER.split([' ', '|']).any(|known| known == word);
                // "…, how many eggs is that"
                let in_unit = word == IN_UNIT || self.unit_asked() == Some(at);
                (said || of_all || !parts.is_empty() && (in_unit || self.is_thing(at))).then_some(())?;
                at += 1;
                continue;
            };
            let of = (at + 1..at + 2 + LONGEST_NAME).find(|at| self.word(*at) == OF)?;
            // What the first are must be said: "3 shifts".
            let named = (at + 1..of).all(|at| self.is_named(at)) && (of > at + 1 || !parts.is_empty());
            // "of a 25 m pool", "of £5"
            let small = holds(ARTICLES, self.word(of + 1)) || holds(BEFORE_AMOUNT, self.word(of + 1));
            let from = of + 1 + usize::from(small);
            let size = self.value(from).filter(|_| named)?;
            let unit = self.unit(from);
            parts.push((many, size));
            at = from + 1;
            at += usize::from(unit.is_some() && self.is_unit(at) || self.is_time(at));
            units.push(unit.or_else(|| self.is_time(at - 1).then(|| self.word(at - 1).to_owned())));
        }
        // "72 lengths of a 25m pool in km"
        let measured = self.unit_asked().is_some() && units.iter().any(Option::is_some);
        (measured || parts.len() > 1 && asked).then_some(())?;
        let mut known = units.iter().flatten();
        let first = known.next();
        // "2 planks of 2.4 plus 3 of 90 cm"
        let told = first.is_none() || units.first().is_some_and(Option::is_some);
        told.then_some(())?;
        let asked = self.unit_asked().filter(|_| first.is_some()).map(|at| self.word(at));
        let differ = asked.is_some() || first.is_some_and(|first| known.any(|unit| unit != first));
        let part = |((many, size), unit): (&(String, String), &Option<String>)| {
            let unit = unit.as_ref().or(first).filter(|_| differ);
            [many, " * ", size, &with_blank(unit.map(String::as_str))].concat()
        };
        let sum = parts.iter().zip(&units).map(part).collect::<Vec<String>>().join(" + ");
        Some(asked.map_or_else(|| sum.clone(), |unit| ["(", &sum, ") ", IN_UNIT, " ", unit].concat()))
    }

    /// "how many bottles of 330 ml in 5 litres", "how many trays of 8 in 96", "how many 25kg bags in a tonne"
    pub(super) fn so_many_of(&self) -> Option<String> {
        ((self.word(0), self.word(1)) == HOW_MANY).then_some(())?;
        let part = (2..self.words.len()).find(|at| self.value(*at).is_some())?;
        let (size, end) = self.amount_of(part)?;
        let inside = (end..self.words.len()).find(|at| holds(INSIDE, self.word(*at)))?;
        let small = |at: &usize| holds(INSIDE, self.word(*at)) || holds(AROUND, self.word(*at));
        let whole = (inside + 1..self.words.len())
            .find(|at| self.value(*at).is_some() || holds(ARTICLES, self.word(*at)) || !small(at))?;
        let (total, end_of_whole) = self.amount_of(whole)?;
        let of = self.word(part - 1) == OF
            && (2..part - 1).all(|at| self.is_named(at))
            && (end..inside).all(|at| small(&at));
        // "45 minute lessons": how much one is stands before its name.
        let before =
            part == 2 && size.contains(char::is_alphabetic) && (end..inside).all(|at| self.is_named(at) || small(&at));
        let ends = (end_of_whole..self.words.len()).all(|at| small(&at));
        (ends && (of || before)).then_some(())?;
        // "how many 45 cm planks can I cut from 3.6 m": whole ones.
        let whole_ones = (end..inside).any(|at| holds(CAN, self.word(at)));
        let sum = ["(", &total, ") / (", &size, ")"].concat();
        let sum = if whole_ones { ["floor(", &sum, ")"].concat() } else { sum };
        preview(&sum).is_some_and(|times| !times.contains(char::is_alphabetic)).then_some(sum)
    }

    /// "11500 steps at 70 cm each, how many km": so many of a size, in the unit that is asked for. Nothing where anything else is said.
    pub(super) fn each_of_a_size(&self) -> Option<String> {
        let numbers: Vec<usize> = (0..self.words.len()).filter(|at| self.value(*at).is_some()).collect();
        let [count, size] = numbers.as_slice() else { return None };
        let measured = self.measure(*size).is_some() || self.is_unit(size + 1);
        let (amount, end) = self.amount_of(*size).filter(|_| measured)?;
        let asked = self.unit_asked();
        let small = |at: usize| {
            holds(AROUND, self.word(at))
                || ALTOGETHER.split([' ', '|']).any(|known| known == self.word(at))
                || Some(at) == asked
        };
        let fits = self.measure(*count).is_none()
            && (count + 1..*size).any(|at| self.is_named(at))
            && holds(EACH, self.word(end))
            && (0..*count).all(|at| self.is_named(at) || small(at))
            && (count + 1..*size).all(|at| self.is_named(at) || small(at) || self.word(at) == AT)
            && (end + 1..self.words.len()).all(small);
        let sum = [&self.value(*count).filter(|_| fits)?, " * (", &amount, ")"].concat();
        let sum = asked.map_or_else(|| sum.clone(), |at| ["(", &sum, ") ", IN_UNIT, " ", self.word(at)].concat());
        preview(&sum).is_some_and(|value| value.contains(char::is_alphabetic)).then_some(sum)
    }

    /// An amount with its unit, if it has one, and the place behind both: "25 kg", "8", "a tonne".
    fn amount_of(&self, at: usize) -> Option<(String, usize)> {
        if let Some((amount, unit)) = self.measure(at) {
            return Some(([&amount, " ", &unit].concat(), at + 1));
        }
        let unit = Some(self.word(at + 1)).filter(|unit| !unit.is_empty() && is_unit(unit));
        let amount = match self.value(at) {
            Some(value) => value,
            None => unit.filter(|_| holds(ARTICLES, self.word(at))).map(|_| ONE.to_owned())?,
        };
        Some((amount + &with_blank(unit), at + 1 + usize::from(unit.is_some())))
    }

    /// "water at 65% of 2 kg flour": the share, in the unit of the whole.
    pub(super) fn share_of_a_whole(&self) -> Option<String> {
        let at = self.words.iter().position(|word| *word == AT).filter(|at| (1..=LONGEST_NAME).contains(at))?;
        let share = self.value(at + 1).filter(|_| holds(PERCENT_WORDS, self.word(at + 2)))?;
        let article = usize::from(holds(ARTICLES, self.word(at + 4)));
        let whole = at + 4 + article;
        let amount = self.value(whole).filter(|_| self.word(at + 3) == OF)?;
        let unit = self.unit(whole);
        let behind = whole + 1 + usize::from(unit.is_some() && self.is_unit(whole + 1));
        let behind = behind + usize::from(self.word(behind) == OF);
        let named =
            |mut range: std::ops::Range<usize>| range.len() <= LONGEST_NAME && range.all(|at| self.is_named(at));
        // "water at …" has nothing that is watered.
        let ordered = at > 1 && orders(self.word(0));
        (!ordered && named(0..at) && named(behind..self.words.len())).then_some(())?;
        Some([&share, "% of (", &amount, &with_blank(unit.as_deref()), ")"].concat())
    }

    /// Whether a word may be the name of what is counted or measured.
    fn is_named(&self, at: usize) -> bool {
        let word = self.word(at);
        self.is_plain(at) && self.value(at).is_none() && !holds(NO_THING, word) && word != AND && !holds(ASKS, word)
    }

    /// Whether a word is a unit of time.
    fn is_time(&self, at: usize) -> bool {
        holds(TIMES_TAKEN, self.word(at)) || holds(HOURS_BEFORE_MINUTES, self.word(at))
    }
}

/// A unit as it stands behind its amount.
fn with_blank(unit: Option<&str>) -> String {
    unit.map_or_else(String::new, |unit| [" ", unit].concat())
}
