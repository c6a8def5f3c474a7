//! A refused sum of so many at so much each: "each hive gave 11.5 kg and I have 7 hives", "how many seats are nine tables of eight and
//! one of eleven", "240 pages over 8 days is how many a day". What an amount counts is told by the noun behind it.

use super::reckoned::Amount;
use crate::{
    lang::{
        en::{
            offers::{self, OF},
            reckoning::{
                A_PERCENT, A_YEAR, AND_OR_PLUS, ASKS_AN_AMOUNT, BEHIND_EACH, COSTS, EACH, FOR_EVERY, FOR_MORE,
                HOW_MANY, MARKS, OFF, OUT, PER_ONE, REMAINS, USED_UP,
            },
            sums::PLURAL_ENDINGS,
        },
        holds,
    },
    model::token::{Token, TokenKind},
    parse::words::Words,
    sum,
};

/// The most words between a number and the noun that it counts: "12.4 US gallons".
const NEAREST: usize = 2;
/// The most words between "each" with its noun and the amount of each: "each hive gave me 11.5 kg".
const LATEST_RATE: usize = 5;

/// What one amount is the rate of.
enum Per<'t> {
    /// One of what this noun says: "3.85 a metre".
    Noun(&'t Token),
    /// One of whatever else is counted: "4.50 each".
    Each,
}

/// The amounts of a clause, with what they count.
struct Rated<'r, 'g, 't> {
    reader: &'r Words<'g>,
    words: &'t [Token],
    /// Those that are no percentages.
    plain: Vec<&'t Amount>,
    percent: Option<&'t Amount>,
}

/// The sum in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token], amounts: &[Amount]) -> Option<String> {
    let (percents, plain): (Vec<&Amount>, Vec<&Amount>) = amounts.iter().partition(|amount| amount.percent);
    let percent = match percents.as_slice() {
        [] => None,
        [only] => Some(*only),
        _ => return None,
    };
    let rated = Rated { reader, words, plain, percent };
    rated.product().or_else(|| rated.rows()).or_else(|| rated.for_each_asked())
}

impl<'t> Rated<'_, '_, 't> {
    fn after(&self, amount: &Amount) -> &'t [Token] {
        self.words.get(amount.end..).unwrap_or_default()
    }

    fn before(&self, amount: &Amount) -> &'t [Token] {
        self.words.get(..amount.start).unwrap_or_default()
    }

    /// The noun that an amount counts.
    fn noun(&self, amount: &Amount) -> Option<&'t Token> {
        let nouns = self.after(amount).iter().take(NEAREST).take_while(|token| token.kind == TokenKind::Word);
        nouns.take_while(|token| !self.reader.is(token, PER_ONE) && !self.reader.is(token, BEHIND_EACH)).last()
    }

    /// Whether an amount counts this.
    fn counts(&self, amount: &Amount, noun: &Token) -> bool {
        let near = self.after(amount).iter().take(NEAREST).take_while(|token| token.kind == TokenKind::Word);
        near.into_iter().any(|token| self.is_same(token, noun))
    }

    /// Whether two words name the same thing, one of it or several.
    fn is_same(&self, one: &Token, other: &Token) -> bool {
        let said = |token: &Token| {
            let word = self.reader.word(token);
            let ending = PLURAL_ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
            ending.unwrap_or(&word).trim_end_matches('e').to_owned()
        };
        said(one) == said(other)
    }

    /// What an amount is so much for: "3.85 a metre", "4.50 each", "each hive gave me 11.5 kg".
    fn per(&self, amount: &Amount) -> Option<Per<'t>> {
        let after = self.after(amount);
        for at in 0..=NEAREST {
            let Some([per, rest @ ..]) = after.get(at..) else { break };
            let noun = rest.first().filter(|noun| noun.kind == TokenKind::Word && !self.reader.is(noun, BEHIND_EACH));
            let others =
                |noun: &Token| self.plain.iter().any(|other| other.start != amount.start && self.counts(other, noun));
            match noun {
                // "4.50 each makes how much"
                Some(noun) if self.reader.is(per, PER_ONE) && (!self.reader.is(per, EACH) || others(noun)) => {
                    return Some(Per::Noun(noun));
                }
                _ if self.reader.is(per, EACH) => return Some(Per::Each),
                _ if per.kind != TokenKind::Word || self.reader.is(per, BEHIND_EACH) => break,
                _ => {}
            }
        }
        // "a scone being 2.40"
        if let [.., per, noun, costs] = self.before(amount)
            && self.reader.is(costs, COSTS)
            && self.reader.is(per, PER_ONE)
            && noun.kind == TokenKind::Word
        {
            return Some(Per::Noun(noun));
        }
        let before = self.words.get(amount.start.saturating_sub(LATEST_RATE)..amount.start)?;
        let each = before.iter().rposition(|token| self.reader.is(token, FOR_EVERY))?;
        before.get(each + 1).filter(|noun| noun.kind == TokenKind::Word).map(Per::Noun)
    }

    /// So many at so much each, less a percentage where one is taken off.
    fn product(&self) -> Option<String> {
        let mut rates = self.plain.iter().filter_map(|amount| Some((*amount, self.per(amount)?)));
        let ((rate, per), None) = (rates.next()?, rates.next()) else { return None };
        let counts: Vec<&Amount> = self.plain.iter().copied().filter(|amount| amount.start != rate.start).collect();
        let many = match per {
            Per::Noun(noun) => {
                // "14 drops before lunch, 23 after": a number that names nothing counts the same, and "spent 20" does not.
                // So does "25 for parts".
                let goes_on = |amount: &Amount| {
                    let is_more = self.reader.first_is(self.after(amount), FOR_MORE);
                    !is_more && self.before(amount).last().is_some_and(|sign| sign.is_sign(','))
                };
                let fits =
                    |amount: &&Amount| self.counts(amount, noun) || self.noun(amount).is_none() && goes_on(amount);
                counts.iter().any(|amount| self.counts(amount, noun)) && counts.iter().all(fits)
            }
            Per::Each => counts.len() == 1 && counts.iter().all(|amount| self.noun(amount).is_some()),
        };
        if !many {
            return None;
        }
        let counted: Vec<&str> = counts.iter().map(|amount| amount.text.as_str()).collect();
        let counted = match counted.as_slice() {
            [only] => (*only).to_owned(),
            several => ["(", &several.join(" + "), ")"].concat(),
        };
        let product = [&counted, " * ", &rate.text].concat();
        match self.percent {
            None => Some(offers::calculate(&product)),
            Some(percent) if self.reader.any_is(self.words, OFF) => Some(offers::less_percent(&product, &percent.text)),
            Some(_) => None,
        }
    }

    /// "nine tables of eight and one table of eleven": all of them are added.
    fn rows(&self) -> Option<String> {
        let pairs: Vec<[&Amount; 2]> =
            self.plain.chunks(2).filter_map(|pair| <[&Amount; 2]>::try_from(pair).ok()).collect();
        let of = |[many, each]: &[&Amount; 2]| {
            let between = self.words.get(many.end..each.start).unwrap_or_default();
            let (of, nouns) = between.split_last()?;
            let named = (1..=NEAREST).contains(&nouns.len())
                && nouns.iter().all(|noun| noun.kind == TokenKind::Word && !self.reader.is(noun, OUT));
            (named && self.reader.is(of, OF)).then(|| [&many.text, " * ", &each.text].concat())
        };
        let whole = !pairs.is_empty() && pairs.len() * 2 == self.plain.len() && self.percent.is_none();
        let joined = pairs.windows(2).all(|two| {
            let [[_, before], [after, _]] = two else { return false };
            let between = self.words.get(before.end..after.start).unwrap_or_default();
            between.iter().any(|token| {
                self.reader.is(token, AND_OR_PLUS) || matches!(token.kind, TokenKind::Sign(',' | '+' | '&'))
            })
        });
        // "120 pages of 300, how many left" is a part of them.
        let part = [REMAINS, A_PERCENT, USED_UP, MARKS].iter().any(|known| self.reader.any_is(self.words, known));
        let asks = !part && ASKS_AN_AMOUNT.iter().any(|run| self.reader.holds(self.words, run));
        let products: Option<Vec<String>> = pairs.iter().map(of).collect();
        (whole && joined && asks).then(|| products.map(|products| offers::calculate(&products.join(" + "))))?
    }

    /// "240 pages over 8 days is how many a day", "18,500 a year is what a month".
    fn for_each_asked(&self) -> Option<String> {
        let asked = self.asked_per()?;
        match self.plain.as_slice() {
            [one, other] if self.percent.is_none() => {
                let (whole, parts) = match (self.counts(one, asked), self.counts(other, asked)) {
                    (false, true) => (one, other),
                    (true, false) => (other, one),
                    _ => return None,
                };
                // "2 hours for 10 exercises is how many minutes per exercise"
                let in_another = |run: &[Token]| {
                    let [_, _, unit] = run else { return false };
                    self.reader.begins(run, HOW_MANY)
                        && unit.kind == TokenKind::Word
                        && !self.reader.is(unit, PER_ONE)
                        && !self.counts(whole, unit)
                };
                (!self.words.windows(3).any(in_another)).then(|| offers::divided(&whole.text, &parts.text))
            }
            [only] if self.percent.is_none() => {
                let Per::Noun(told) = self.per(only)? else { return None };
                let named = |token: &Token| {
                    let word = self.reader.word(token);
                    if holds(A_YEAR.0, &word) { A_YEAR.1.to_owned() } else { word.into_owned() }
                };
                let times = sum::period(&named(told), &named(asked))?;
                Some(offers::calculate(&[&only.text, " ", times].concat()))
            }
            _ => None,
        }
    }

    /// Of what one is asked for: "day" in "how many a day", "how much is that per day".
    fn asked_per(&self) -> Option<&'t Token> {
        let from = (0..self.words.len()).find(|at| {
            let rest = self.words.get(*at..).unwrap_or_default();
            ASKS_AN_AMOUNT.iter().any(|run| self.reader.begins(rest, run))
        })?;
        self.words.get(from..)?.windows(2).find_map(|pair| match pair {
            [per, noun] if self.reader.is(per, PER_ONE) && noun.kind == TokenKind::Word => Some(noun),
            _ => None,
        })
    }
}
