//! What so many things cost at a price: "3 bags at 4.25 each and 2 at 7".

use super::formula::Question;
use crate::lang::{
    en::{
        formulas::{
            ADDED_SHARE, ADDING, ASKING, ASKS, ASKS_PRICE, AT_PRICE, AT_SIGN, BEFORE_A_UNIT, BEFORE_AMOUNT, BUYING,
            COINS, EACH, HEAD, HUNDREDTHS, NAMED_IS, OPENING, PAID_BY, PERCENT_WORDS, PLUS, TAKING_OFF,
        },
        reckoning::{ONE_OF_THEM, SHARERS},
        sums::SHARE_TAKEN_OFF,
    },
    holds,
};

/// The most words of what a price is called.
const LONGEST_NAME: usize = 3;

impl Question<'_> {
    /// "3 bags at 4.25 each and 2 at 7", "3 nights at 89 euros plus 12% tax": what all of them cost. One kind of things and its
    /// price alone may be anything ("2 calls at 9"), so that a question or a tax must say that money is meant.
    pub(super) fn priced(&self) -> Option<String> {
        let (mut parts, mut share, mut at) = (Vec::new(), None, self.past_a_name());
        let (mut extra, mut paid) = (Vec::new(), false);
        let mut asked = self.words.iter().any(|word| holds(ASKS_PRICE, word) || holds(COINS, word));
        while at < self.words.len() {
            let Some(many) = self.value(at) else {
                let word = self.word(at);
                let joins = parts.is_empty() && holds(OPENING, word);
                let adds = !parts.is_empty()
                    && ([ADDING, TAKING_OFF, BEFORE_AMOUNT].iter().any(|words| holds(words, word))
                        || share.is_some() && holds(ADDED_SHARE, word));
                // "… plus 45 for the minibus"
                let adds = adds || !extra.is_empty() && (self.is_thing(at) || self.is_what_for(at));
                // "…, total metres?"
                let asks = !parts.is_empty() && self.is_unit(at) && holds(BEFORE_A_UNIT, self.word(at - 1));
                (joins || adds || asks || holds(BUYING, word) || holds(ASKING, word)).then_some(())?;
                at += 1;
                continue;
            };
            if !parts.is_empty() && share.is_none() && holds(PERCENT_WORDS, self.word(at + 1)) {
                // "… with 10% off", "… less 15%"
                let named_off = holds(SHARE_TAKEN_OFF, self.word(at + 2));
                let off = named_off || holds(TAKING_OFF, self.word(at - 1));
                let on = holds(ADDING, self.word(at - 1)) && holds(ADDED_SHARE, self.word(at + 2));
                (off || on).then_some(())?;
                share = Some((if off { '-' } else { '+' }, many, extra.len()));
                at += 2 + usize::from(on || named_off);
                continue;
            }
            let priced = |from: usize| (from..from + 4).any(|at| holds(AT_PRICE, self.word(at)));
            let money = usize::from(holds(BEFORE_AMOUNT, self.word(at - usize::from(at > 0))));
            if !parts.is_empty() && at > money && holds(PLUS, self.word(at - 1 - money)) && !priced(at + 1) {
                // "plus 20% vat", "plus 2 adults" and "plus £2 each" are no amount that is paid once.
                let next = self.word(at + 1);
                let each = (at + 1..self.words.len()).any(|at| holds(ONE_OF_THEM, self.word(at)));
                (!each && !holds(PERCENT_WORDS, next) && !holds(SHARERS, next)).then_some(())?;
                (asked, at) = (asked || paid, at + 1);
                extra.push(many);
                continue;
            }
            let sign = (at + 1..at + 5).find(|at| holds(AT_PRICE, self.word(*at)))?;
            (at + 1..sign).all(|at| self.is_plain(at)).then_some(())?;
            let money = usize::from(holds(BEFORE_AMOUNT, self.word(sign + 1)));
            let mut price = self.value(sign + 1 + money)?;
            // The answer is in whole coins.
            if holds(HUNDREDTHS, self.word(sign + 2 + money)) {
                price.push_str(" / 100");
            }
            let touching = self.measure(at).map(|(_, unit)| unit);
            let unit = touching.or_else(|| self.is_unit(at + 1).then(|| self.word(at + 1).to_owned()));
            // "38 litres @ 1.62", but "get 2 litres of milk @ 5.30" is something to do then.
            let exact = price.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 2);
            asked |= unit.is_some() && (self.word(sign) == AT_SIGN && !may_be_a_time(&price) || exact);
            parts.push(format!("{many} * {price}"));
            at = sign + 2 + money;
            at += usize::from(holds(COINS, self.word(at)));
            // "at £6.50 a head"
            let each = holds(EACH, self.word(at)) && self.word(at + 1) == HEAD;
            paid |= each || money == 1;
            at += if each { 2 } else { 0 };
            // "at 2.50 per kilo"
            if holds(EACH, self.word(at)) && holds(PAID_BY, self.word(at + 1)) {
                // "450g at 6.80 a kilo"
                let per = self.word(at + 1);
                if let (Some(unit), Some(part)) = (unit.filter(|unit| unit != per), parts.last_mut()) {
                    *part = format!("{many} {unit} / (1 {per}) * {price}");
                }
                (at, asked) = (at + 2, true);
            }
        }
        (parts.len() > 1 || !parts.is_empty() && (asked || share.is_some())).then_some(())?;
        let Some((sign, share, before)) = share else { return Some([parts, extra].concat().join(" + ")) };
        // A share is of what stands before it: "4 tables at 45 with 10% off plus 25 delivery".
        let later = extra.split_off(before);
        let sum = [parts, extra].concat().join(" + ");
        Some([vec![format!("({sum}) {sign} {share}%")], later].concat().join(" + "))
    }

    /// The place behind a name of what is paid: "the deposit is 5 weeks at 210".
    fn past_a_name(&self) -> usize {
        let name = |end: &usize| {
            (0..*end).all(|at| self.is_plain(at) && !holds(ASKS, self.word(at)) && self.value(at).is_none())
        };
        let end = (1..=LONGEST_NAME).find(|at| holds(NAMED_IS, self.word(*at))).filter(name);
        end.filter(|end| self.value(end + 1).is_some()).map_or(0, |end| end + 1)
    }
}

/// Whether a price may as well be a time of the day: "5", "5.30".
fn may_be_a_time(price: &str) -> bool {
    let (hour, minute) = price.split_once('.').unwrap_or((price, "00"));
    let below = |part: &str, most: u8| part.parse::<u8>().is_ok_and(|part| part < most);
    below(hour, 24) && minute.len() == 2 && below(minute, 60)
}
