//! Bills that are told: "3 cuts at 38 and a colour at 95 total?", "450 minus 60 petrol split 5 ways".
//!
//! Amounts, and so many at a price, follow each other with what adds them, takes them off or shares them between. Whatever else is said must
//! be a question for all of it, so that nothing of a bill is left out.

use super::formula::{Question, orders};
use crate::lang::{
    en::{
        bills::{
            ADDS, ASKS, ASKS_FIRST, AVERAGE, AVERAGES, CALLS_OUT, EACH, INTO_PARTS, IS, JOINS, LEFT, MONEY,
            NO_AMOUNT_BEHIND, NO_NAME, NOT_ASKED, OFF, ON_TOP, ONE, PARTS, SHARES, SMALL, TAKES_OFF, TIMES, TOTALS,
        },
        formulas::{AROUND, ARTICLES, AT_PRICE, COINS, NO_THING, OF, PERCENT_WORDS, TIMES_TAKEN},
    },
    holds,
};

const PLUS: &str = " + ";
const MINUS: &str = " - ";

/// The most words before the first amount, of the name of an amount, and of what is asked about.
const LONGEST_HEAD: usize = 7;
const LONGEST_NAME: usize = 3;
const MOST_ASKED: usize = 3;

/// What says that an amount belongs to a sum: nothing, a price or money, or that there are so many at a price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    #[default]
    Bare,
    Priced,
    SoMany,
}

/// An amount of a bill and the place behind it.
struct Amount {
    text: String,
    /// The unit that it is in; nothing for money and things that are counted.
    unit: Option<String>,
    said: Said,
    /// Whether signs of arithmetic stand in it.
    reckoned: bool,
    end: usize,
}

/// A bill as far as it is read.
#[derive(Default)]
struct Bill {
    sum: String,
    /// How many amounts it has, and how many of them only stand beside the one before.
    amounts: usize,
    beside: usize,
    units: Vec<Option<String>>,
    /// The most that says of an amount that it belongs to a sum.
    said: Said,
    /// Whether a word of arithmetic was said.
    reckoned: bool,
    /// Into how many parts all of it is split.
    parts: Option<String>,
}

impl Question<'_> {
    /// The sum that a bill comes to.
    pub(super) fn bill(&self) -> Option<String> {
        let start = (0..self.words.len()).find(|at| self.value(*at).is_some())?;
        let asked_before = self.head(start)?;
        let left = self.says(LEFT);
        let first = self.counted_amount(start)?;
        let mut at = first.end;
        let mut bill = Bill::default();
        bill.take(&first, "");
        while let Some(end) = self.next_of(&mut bill, at, left) {
            at = end;
        }
        let asked = asked_before | self.tail(at)?;
        if self.asks_average() {
            return bill.average();
        }
        let one_kind = bill.units.windows(2).all(|pair| pair[0] == pair[1]);
        // "deposit 1450, they kept 217.35 - how much comes back": nothing says what is done with the second.
        // "3 pizzas at 11.50 and 2 beers at 3.20 split 3 ways" shares all of them.
        let shared = bill.parts.is_some() && bill.said == Said::SoMany;
        let joined = bill.beside == 0 || left || shared || self.says(TOTALS);
        let fits = if asked {
            bill.amounts > 1 || bill.said == Said::SoMany
        } else {
            bill.said > Said::Bare && bill.reckoned && start <= 1
        };
        (fits && joined && one_kind).then_some(())?;
        Some(match &bill.parts {
            Some(many) => [&bill.enclosed(), " / ", many].concat(),
            None => bill.sum,
        })
    }

    /// Takes what stands there into a bill: an amount, a share, or those it is split between. The place behind it; nothing where the bill
    /// ends.
    fn next_of(&self, bill: &mut Bill, at: usize, left: bool) -> Option<usize> {
        // "148 between four of us, rent 1260 split the same" has two bills.
        bill.parts.is_none().then_some(())?;
        if let Some((many, end)) = self.shared(at) {
            (bill.reckoned, bill.parts) = (true, Some(many));
            return Some(end);
        }
        let (said, from) = self.joiner(at);
        let sign = said.unwrap_or(if left { MINUS } else { PLUS });
        if let Some((share, end)) = self.share(from, sign) {
            bill.sum = bill.enclosed() + &share;
            (bill.reckoned, bill.amounts) = (true, bill.amounts + 1);
            return Some(end);
        }
        // "8 miles mon 9.7 tues": one stands behind the other.
        let beside = || !self.is_amount(at - 1) && self.is_amount(at) && self.asks_average();
        (from > at || beside()).then_some(())?;
        let next = self.counted_amount(from).or_else(|| self.named_amount(from))?;
        bill.reckoned |= said.is_some();
        bill.beside += usize::from(said.is_none());
        bill.take(&next, sign);
        Some(next.end)
    }

    /// Whether what stands before the first amount asks for a sum; nothing where it can be no beginning of a bill.
    fn head(&self, end: usize) -> Option<bool> {
        let said = |at: usize| {
            let word = self.word(at);
            let small = holds(SMALL, word) || holds(MONEY, word) || holds(AROUND, word);
            (self.is_plain(at) || small) && !holds(NOT_ASKED, word) && (small || !holds(NO_THING, word))
        };
        let last = end.checked_sub(1).map_or("", |at| self.word(at));
        let fits = end <= LONGEST_HEAD
            && (end == 0 || holds(ASKS, self.word(0)) || !orders(self.word(0)))
            && !holds(NO_AMOUNT_BEHIND, last)
            && (0..end).all(said);
        fits.then(|| (0..end).any(|at| holds(ASKS_FIRST, self.word(at))))
    }

    /// Whether what stands behind the last amount asks for the sum; nothing where it says more than that.
    fn tail(&self, from: usize) -> Option<bool> {
        // "6.45 a gallon" is of something else.
        (!holds(ONE, self.word(from))).then_some(())?;
        let rest = from..self.words.len();
        let asked = rest.clone().any(|at| holds(ASKS, self.word(at)));
        let about = rest.clone().filter(|at| !holds(SMALL, self.word(*at)) && !holds(ASKS, self.word(*at)));
        let names = about.clone().all(|at| self.is_plain(at) && !holds(NO_THING, self.word(at)));
        let refused = rest.clone().any(|at| {
            let calls_out = (self.word(at), self.word(at + 1)) == CALLS_OUT;
            calls_out || [NOT_ASKED, SHARES].iter().any(|words| holds(words, self.word(at))) || self.value(at).is_some()
        });
        let fits = !refused && names && about.count() <= if asked { MOST_ASKED } else { 0 };
        fits.then_some(asked)
    }

    /// The sign of arithmetic that joins the next amount to a bill, if one is said, and the place behind all that joins it.
    fn joiner(&self, at: usize) -> (Option<&'static str>, usize) {
        let mut end = at;
        while holds(JOINS, self.word(end)) {
            end += 1;
        }
        let sign = match self.word(end) {
            word if holds(ADDS, word) => PLUS,
            word if holds(TAKES_OFF, word) => MINUS,
            _ => return (None, end),
        };
        (Some(sign), end + 1)
    }

    fn asks_average(&self) -> bool {
        self.words.iter().any(|word| holds(AVERAGES, word))
    }

    fn is_amount(&self, at: usize) -> bool {
        self.value(at).is_some() || holds(MONEY, self.word(at))
    }

    /// Into how many parts all before it is split: "split 5 ways", "between 4 of us".
    fn shared(&self, at: usize) -> Option<(String, usize)> {
        let at = at + usize::from(self.word(at) == ",");
        holds(SHARES, self.word(at)).then_some(())?;
        let from = at + 1 + usize::from(holds(INTO_PARTS, self.word(at + 1)));
        let many = self.value(from)?;
        let mut end = from + 1;
        while holds(PARTS, self.word(end)) {
            end += 1;
        }
        Some((many, end))
    }

    /// A share of all before it: "10% off", "20% vat".
    fn share(&self, at: usize, sign: &str) -> Option<(String, usize)> {
        let at = at + usize::from(holds(ARTICLES, self.word(at)));
        // "tax 8%"
        let first = holds(ON_TOP, self.word(at)) || holds(OFF, self.word(at));
        let (at, kind) = (at + usize::from(first), self.word(at));
        let share = self.value(at).filter(|_| holds(PERCENT_WORDS, self.word(at + 1)))?;
        let mut end = at + 2;
        let kind = if first { kind } else { self.word(end) };
        let off = holds(OFF, kind);
        let named = off || holds(ON_TOP, kind);
        end += usize::from(named && !first);
        end += usize::from(self.is_name(end));
        (named || sign == MINUS).then(|| ([if off { MINUS } else { sign }, &share, "%"].concat(), end))
    }

    /// So many at a price, so many times so many, or an amount alone: "3 cuts at 38", "5 tables of 9", "£64 hall hire".
    fn counted_amount(&self, at: usize) -> Option<Amount> {
        let article = usize::from(
            holds(ARTICLES, self.word(at)) && (self.value(at + 1).is_some() || holds(MONEY, self.word(at + 1))),
        );
        let from = at + article + usize::from(holds(MONEY, self.word(at + article)));
        let money = from > at + article;
        let mut text = self.value(from)?;
        let mut unit = self.unit(from);
        let mut end = self.past_unit(from);
        (!holds(PERCENT_WORDS, self.word(end))).then_some(())?;
        let coins = holds(COINS, self.word(end));
        end += usize::from(coins);
        let name = end;
        end = self.past_name(end);
        let (mut said, mut reckoned) = (if money || coins { Said::Priced } else { Said::Bare }, false);
        // "7 lengths of pipe 3m each"
        let of_a_thing = holds(OF, self.word(end)) && self.is_name(end + 1);
        if of_a_thing {
            end = self.past_name(end + 1);
        }
        loop {
            let asks_price = holds(AT_PRICE, self.word(end)) || holds(TIMES, self.word(end));
            // "6 of 48" is a share.
            let holding = holds(OF, self.word(end)) && end > name && !of_a_thing;
            let each = self.price(end).filter(|(_, _, each)| *each);
            let step = if asks_price || holding { self.price(end + 1) } else { each };
            let Some((price, behind, _)) = step else { break };
            let times = holds(TIMES, self.word(end));
            unit = self.unit_of_price(end, behind);
            text = [&text, " * ", &price].concat();
            (said, end) = (Said::SoMany, self.past_name(behind));
            if !times {
                break;
            }
            // "4 dogs x 12.50 x 5 days", but "3 x 10 press ups"
            reckoned = text.matches('*').count() > 1;
            end += usize::from(holds(TIMES_TAKEN, self.word(end)));
        }
        Some(Amount { text, unit, said, reckoned, end })
    }

    /// An amount behind its name: "a colour at 95", "stall was £45", "chair rent 140".
    fn named_amount(&self, at: usize) -> Option<Amount> {
        let from = at + usize::from(holds(ARTICLES, self.word(at)));
        let end = self.past_name(from);
        (end > from).then_some(())?;
        let behind = (end..end + 2).find(|at| !holds(IS, self.word(*at))).unwrap_or(end + 2);
        // "a top table of 12"
        let behind = behind + usize::from(behind == end && from > at && holds(OF, self.word(end)));
        let (text, end, _) = self.price(behind)?;
        (!holds(PERCENT_WORDS, self.word(end))).then_some(())?;
        Some(Amount { text, unit: None, said: Said::Priced, reckoned: false, end: self.past_name(end) })
    }

    /// Whether an amount is told to be that of each: "11 kids paid 4.50 subs each".
    pub(super) fn tells_of_each(&self) -> bool {
        (1..self.words.len()).any(|at| {
            self.value(at).is_some()
                && self.past_name(at + 1) > at + 1
                && self.price(at).is_some_and(|(_, _, each)| each)
        })
    }

    /// A price, the place behind it, and whether it is said to be that of each.
    fn price(&self, at: usize) -> Option<(String, usize, bool)> {
        let from = at + usize::from(holds(MONEY, self.word(at)));
        let value = self.value(from)?;
        let mut end = self.past_unit(from);
        end += usize::from(holds(COINS, self.word(end)));
        (!holds(PERCENT_WORDS, self.word(end))).then_some(())?;
        // "4.50 subs each"
        let named = self.past_name(end);
        let each = holds(EACH, self.word(named));
        if each {
            end = named;
        }
        // "12.50 a walk"; "80 a day" is spread over time.
        let by = holds(ONE, self.word(end)) && self.is_name(end + 1) && !holds(TIMES_TAKEN, self.word(end + 1));
        Some((value, end + usize::from(each) + if by { 2 } else { 0 }, each || by))
    }

    /// The place behind the number that stands there and its unit, if it has one of its own word.
    fn past_unit(&self, at: usize) -> usize {
        at + 1 + usize::from(self.measure(at).is_none() && self.is_unit(at + 1))
    }

    /// The unit of the price that stands between two places.
    fn unit_of_price(&self, from: usize, end: usize) -> Option<String> {
        (from..end).filter(|at| self.value(*at).is_some()).find_map(|at| self.unit(at))
    }

    /// Whether a word may be of the name of what is paid or counted.
    fn is_name(&self, at: usize) -> bool {
        let word = self.word(at);
        let small = [NO_NAME, NO_THING, ASKS, SHARES, NOT_ASKED].iter().any(|words| holds(words, word));
        let letters = !word.bytes().any(|sign| sign.is_ascii_digit());
        self.is_plain(at) && letters && self.value(at).is_none() && !small
    }

    /// The place behind the name that begins there, if one does.
    fn past_name(&self, at: usize) -> usize {
        at + (at..at + LONGEST_NAME).take_while(|at| self.is_name(*at)).count()
    }
}

impl Bill {
    fn take(&mut self, amount: &Amount, sign: &str) {
        self.sum.push_str(sign);
        self.sum.push_str(&amount.text);
        self.units.push(amount.unit.clone());
        self.said = self.said.max(amount.said);
        self.reckoned |= amount.reckoned;
        self.amounts += 1;
    }

    /// The average of its amounts; nothing where they are more than amounts.
    fn average(&self) -> Option<String> {
        let each: Vec<&str> = self.sum.split(PLUS).collect();
        let plain = each.len() > 1 && each.len() == self.amounts && !self.reckoned;
        let numbers = each.iter().all(|number| number.bytes().all(|sign| sign.is_ascii_digit() || sign == b'.'));
        (plain && numbers).then(|| [AVERAGE, "(", &each.join(", "), ")"].concat())
    }

    /// All of it so far, where something is done with it as a whole.
    fn enclosed(&self) -> String {
        if self.amounts > 1 { ["(", &self.sum, ")"].concat() } else { self.sum.clone() }
    }
}
