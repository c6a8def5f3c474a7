//! Sums told as a tale of any things: what they come to together, what is left, what a dose comes to.

use super::{calculator::preview, formula::Question};
use crate::{
    lang::{
        en::formulas::{
            ALTOGETHER, AROUND, ARTICLES, ASKS, CAME_TO_IT, EACH, FOR_SO_MANY, GAINED, HAD_AT_FIRST, HOW_MANY,
            HOW_MANY_NOW, HOW_OFTEN, IN_UNIT, LEFT, NOT_ADDED, NOT_TAKEN, OFTEN, OVER_SO_LONG, PAID_BY, TAKEN,
            TIMES_TAKEN, TOLD,
        },
        en::reckoning::{PER_ONE, PERIODS},
        en::sums::{BEHIND_MINUTES, HOURS_BEFORE_MINUTES, MIN},
        holds,
    },
    model::token::TokenKind,
};

/// The most amounts of one tale.
const MOST: usize = 12;

/// The words that say how often.
fn often_said() -> String {
    HOW_OFTEN.iter().map(|(word, _)| *word).chain([OFTEN]).collect::<Vec<_>>().join(" ")
}

impl Question<'_> {
    /// The sum that a tale of amounts comes to.
    pub(super) fn tale(&self) -> Option<String> {
        self.doses()
            .or_else(|| self.altogether())
            .or_else(|| self.kept())
            .or_else(|| self.left_over())
            .or_else(|| self.spread())
    }

    /// Where the amounts stand.
    fn amounts(&self) -> Vec<usize> {
        (0..self.words.len()).filter(|at| self.value(*at).is_some()).take(MOST + 1).collect()
    }

    /// Whether everything beside the amounts belongs to a tale: people, things and small words.
    fn is_told(&self, more: &str) -> bool {
        let told = |at: usize| {
            let word = self.word(at);
            let name = self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word && !token.numeric);
            let counted = |before: usize| self.value(before).is_some();
            self.value(at).is_some()
                || holds(AROUND, word)
                || holds(TOLD, word)
                || more.split([' ', '|']).any(|known| known == word)
                || self.is_thing(at)
                // "dave 40": whose amount it is stands before it.
                || name && counted(at + 1)
        };
        (0..self.words.len()).all(told)
    }

    /// "I owe Dave 40 and Sarah 25.50, how much is that altogether"
    fn altogether(&self) -> Option<String> {
        let amounts = self.amounts();
        let fits = (2..=MOST).contains(&amounts.len())
            && self.says(ALTOGETHER)
            && !(0..self.words.len()).any(|at| self.parts(at))
            && self.is_told(ALTOGETHER);
        if fits { self.told(&amounts, " + ") } else { None }
    }

    /// Whether a word makes more of the amounts than parts of a whole: "3 for 5", and not "340 for the car".
    fn parts(&self, at: usize) -> bool {
        let pays = self.word(at) == FOR_SO_MANY && holds(ARTICLES, self.word(at + 1));
        holds(NOT_ADDED, self.word(at)) && !pays
    }

    /// "I had 50, spent 12.30 and 8, how much is left": what there was, less all that was taken.
    fn left_over(&self) -> Option<String> {
        let amounts = self.amounts();
        let first = *amounts.first()?;
        // "got paid 2400, rent takes 850": what stands before the first amount took nothing of it.
        let taken = (first + 1..self.words.len()).any(|at| holds(TAKEN, self.word(at)));
        // "15 a week for 6 weeks": so much for each of them.
        let by_each = |at: &usize| holds(EACH, self.word(at + 1)) && holds(PAID_BY, self.word(at + 2));
        let fits = (2..=MOST).contains(&amounts.len())
            && !amounts.iter().any(by_each)
            && taken
            // What came to it is not taken away.
            && !self.words.get(first + 1..)?.iter().any(|word| holds(CAME_TO_IT, word))
            && self.says(LEFT)
            && !self.words.iter().any(|word| holds(NOT_TAKEN, word))
            && self.is_told(&[LEFT, TAKEN].join(" "));
        // More was never taken than there was: "the fare is 12, she gave me 20".
        let left = if fits { self.told(&amounts, " - ") } else { None };
        left.filter(|sum| preview(sum).is_some_and(|left| !left.starts_with(['-', '−'])))
    }

    /// The amounts put together by a sign; with their units where those differ: "2 kg" and "300 g".
    fn told(&self, amounts: &[usize], sign: &str) -> Option<String> {
        // What stands right behind hours is no amount of its own.
        if amounts.iter().any(|at| self.behind_hours(*at, amounts).is_some()) {
            return self.times_told(amounts, sign);
        }
        let units: Vec<Option<String>> = amounts.iter().map(|at| self.unit(*at)).collect();
        let mut known = units.iter().flatten();
        let first = known.next();
        let differ = first.is_some_and(|first| known.any(|unit| unit != first));
        let said = amounts.iter().zip(&units).map(|(at, unit)| {
            let value = self.value(*at)?;
            if differ { unit.as_ref().map(|unit| [&value, " ", unit].concat()) } else { Some(value) }
        });
        let sum = said.collect::<Option<Vec<String>>>()?.join(sign);
        (!differ || preview(&sum).is_some()).then_some(sum)
    }

    /// "1 hr 45 this morning and 2 hr 35 after lunch": what stands behind hours are their minutes. Nothing where something else is counted
    /// there.
    fn times_told(&self, amounts: &[usize], sign: &str) -> Option<String> {
        let (mut said, mut rest) = (Vec::new(), amounts.iter().copied());
        while let Some(at) = rest.next() {
            let value = self.value(at)?;
            let Some(minutes) = self.behind_hours(at, amounts) else {
                said.push(["(", &value, " ", &self.unit_or_hours(at)?, ")"].concat());
                continue;
            };
            // "7 hours 3 nights" are no minutes.
            let bare = minutes + 1 >= self.words.len() || holds(BEHIND_MINUTES, self.word(minutes + 1));
            bare.then_some(())?;
            rest.next();
            said.push(["(", &value, " ", self.word(at + 1), " ", &self.value(minutes)?, " ", MIN, ")"].concat());
        }
        let sum = said.join(sign);
        preview(&sum).is_some().then_some(sum)
    }

    /// The amount that stands right behind the hours of another.
    fn behind_hours(&self, at: usize, amounts: &[usize]) -> Option<usize> {
        let hours = holds(HOURS_BEFORE_MINUTES, self.word(at + 1));
        Some(at + 2).filter(|next| hours && amounts.contains(next))
    }

    /// The unit of an amount; hours are one however they are written.
    fn unit_or_hours(&self, at: usize) -> Option<String> {
        let next = self.word(at + 1);
        if holds(HOURS_BEFORE_MINUTES, next) { Some(next.to_owned()) } else { self.unit(at) }
    }

    /// "45 minutes a day, 3 days a week, how many hours in 4 weeks": what is counted in one unit of time and asked for in another.
    /// Nothing where the sum is of more than it says.
    pub(super) fn in_unit_of_time_asked(&self, core: String, numbers: &[usize], thing: bool) -> Option<String> {
        let counted = numbers.first().filter(|_| thing).map_or("", |first| self.word(first + 1));
        // "…, how many hours", "…, in hours"
        let asks = |at: &usize| {
            (self.word(at - 2), self.word(at - 1)) == HOW_MANY
                || self.word(at - 1) == IN_UNIT && at + 1 == self.words.len()
        };
        let asked = (2..self.words.len()).find(asks);
        let asked = asked.map_or("", |at| self.word(at));
        if asked == counted || !holds(TIMES_TAKEN, counted) || !holds(TIMES_TAKEN, asked) {
            return Some(core);
        }
        let value = self.value(*numbers.first()?)?;
        let rest = core.strip_prefix(&value)?;
        Some(["(", &value, " ", counted, rest, ") ", IN_UNIT, " ", asked].concat())
    }

    /// "500 mg three times a day for 7 days"
    fn doses(&self) -> Option<String> {
        let often = |at: usize| {
            let named = HOW_OFTEN.iter().find(|(word, _)| *word == self.word(at)).map(|(_, times)| (*times).to_owned());
            named.or_else(|| self.value(at).filter(|_| holds(OFTEN, self.word(at + 1))))
        };
        let period = |at: usize| self.word(at).trim_end_matches('s');
        let at = (1..self.words.len()).find(|at| often(*at).is_some())?;
        let each = (at + 1..at + 3).find(|at| holds(EACH, self.word(*at)) && holds(PAID_BY, self.word(at + 1)))?;
        let rest: Vec<usize> = self.amounts().into_iter().filter(|known| *known != at).collect();
        let (amount, length) = match *rest.as_slice() {
            [amount, length] => (amount, Some(length)),
            // "120 ml 7 times a day, how much is that"
            [amount] if self.words.iter().any(|word| holds(ASKS, word)) => (amount, None),
            _ => return None,
        };
        let lasts = |length: usize| length > each && period(length + 1) == period(each + 1);
        let fits = amount < at && length.is_none_or(lasts) && self.is_told(&often_said());
        let (amount_of, unit) = match self.measure(amount) {
            Some(measure) => measure,
            None => (self.value(amount)?, String::new()),
        };
        let unit = if unit.is_empty() && self.is_unit(amount + 1) { self.word(amount + 1).to_owned() } else { unit };
        let mut sum = [&amount_of, " * ", &often(at)?].concat();
        if let Some(length) = length {
            sum.extend([" * ", &self.value(length)?]);
        }
        fits.then(|| if unit.is_empty() { sum } else { ["(", &sum, ") ", &unit].concat() })
    }

    /// "had 212 ewes, lost 7, bought 30, how many now": what there was, with all that came and went since.
    fn kept(&self) -> Option<String> {
        let amounts = self.amounts();
        let first = *amounts.first()?;
        let fits = (3..=MOST).contains(&amounts.len())
            && self.says(HOW_MANY_NOW)
            && self.words.get(..first)?.iter().any(|word| holds(HAD_AT_FIRST, word))
            && !self.words.iter().any(|word| holds(NOT_TAKEN, word))
            && self.is_told(&[HOW_MANY_NOW, TAKEN, GAINED].join(" "));
        fits.then_some(())?;
        let mut sum = self.value(first)?;
        for pair in amounts.windows(2) {
            let [before, at] = *pair else { return None };
            let between = self.words.get(before + 1..at)?;
            let any = |words: &str| between.iter().any(|word| holds(words, word));
            let sign = match (any(TAKEN), holds(GAINED, self.word(at - 1))) {
                (true, false) => " - ",
                (false, true) => " + ",
                _ => return None,
            };
            sum.push_str(sign);
            sum.push_str(&self.value(at)?);
        }
        Some(sum).filter(|sum| preview(sum).is_some_and(|left| !left.starts_with(['-', '−'])))
    }

    /// "500ml over 4 hrs is how many ml an hour"
    fn spread(&self) -> Option<String> {
        let [whole, parts] = *self.amounts().as_slice() else { return None };
        let asks = (parts + 1..self.words.len()).find(|at| (self.word(*at), self.word(at + 1)) == HOW_MANY)?;
        let each = (asks + 2..asks + 4).find(|at| holds(PER_ONE, self.word(*at)))?;
        let counted = self.word(parts + 1);
        let same = PERIODS.iter().any(|known| holds(known, counted) && holds(known, self.word(each + 1)));
        let told = same && holds(OVER_SO_LONG, self.word(parts - 1)) && self.is_told(counted);
        told.then_some(())?;
        let (amount, many) = (self.value(whole)?, self.value(parts)?);
        let unit = self.unit(whole);
        let asked = self.is_unit(asks + 2).then(|| self.word(asks + 2));
        Some(match (unit, asked) {
            (Some(unit), Some(asked)) => ["(", &amount, " ", &unit, " / ", &many, ") ", IN_UNIT, " ", asked].concat(),
            _ => [&amount, " / ", &many].concat(),
        })
    }
}
