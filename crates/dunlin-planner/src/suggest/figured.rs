//! A refused sum told by its numbers and by what stands right beside each: a price of one, a length of time that is counted, who
//! shares, what they were before. "1500 pages, 40 a day, done in how long", "3 of us, 74.10".

use super::reckoned::Amount;
use crate::{
    lang::en::{
        clocks::HOURS,
        cues::TURNED,
        offers::{self, EACH_ASKED, EACH_GETS, FRACTIONS, IN_ALL, PRICED, TAKEN_FROM, TIPS, TOTALS},
        reckoning::{
            self, A_PERCENT, AROUND_NUMBERS, ASKS_WHAT_IT_IS, AT_LAST, AT_OR_OF, BY_THE_HOUR, CHANGED, CHANGED_FROM,
            COST, COST_TO, FALLS, FOR, FOR_EACH_OF, GATHERS, HOW_LONG_IT_TAKES, ME_TOO, MORE_TO_PAY, OF_US, ON_OR_FOR,
            ONE_OF_THEM, PAST, PER_ONE, PERIODS, PRICE_OF_ONE, REMAINS, SHARERS, TAXED, TIMES_OR_AT, US, USED_UP,
        },
        sums,
    },
    model::token::{Token, TokenKind, without_last_sign},
    parse::words::Words,
    sum,
};

/// The most numbers that are gathered.
const MOST: usize = 12;

/// A clause with its numbers.
struct Figures<'r, 'g, 't> {
    reader: &'r Words<'g>,
    words: &'t [Token],
    amounts: &'t [Amount],
}

/// The sum in plain words.
pub(super) fn goal(reader: &Words<'_>, words: &[Token], amounts: &[Amount]) -> Option<String> {
    let figures = Figures { reader, words, amounts };
    let rules = [
        Figures::plural_product,
        Figures::in_pieces,
        Figures::so_many_and_more,
        Figures::gathered,
        Figures::change,
        Figures::with_a_share,
        Figures::for_others,
        Figures::price_of_some,
        Figures::rate,
        Figures::earned,
        Figures::price_of_all,
        Figures::shared,
        Figures::remains,
        Figures::part,
        Figures::share_of,
    ];
    rules.iter().find_map(|rule| rule(&figures))
}

/// What is done to all that comes out at last, and the words without it: "halved" in "58 plus 12.5 percent, halved".
pub(super) fn at_last<'t>(reader: &Words<'_>, words: &'t [Token]) -> Option<(&'t [Token], &'static str)> {
    AT_LAST.iter().find_map(|(run, sign)| {
        let before = reader.before_the_end(reader.grammar.without_courtesy_after(words), run)?;
        let before = without_last_sign(before, ',');
        (before.len() > 1).then_some((before, *sign))
    })
}

impl Figures<'_, '_, '_> {
    fn says(&self, runs: &[&[&'static str]]) -> bool {
        runs.iter().any(|run| self.reader.holds(self.words, run))
    }

    fn after(&self, amount: &Amount) -> &[Token] {
        self.words.get(amount.end..).unwrap_or_default()
    }

    fn before(&self, amount: &Amount) -> &[Token] {
        self.words.get(..amount.start).unwrap_or_default()
    }

    /// The words that are no part of a number.
    fn rest(&self) -> impl Iterator<Item = &Token> {
        let inside = |at: usize| self.amounts.iter().any(|amount| (amount.start..amount.end).contains(&at));
        self.words.iter().enumerate().filter(move |(at, _)| !inside(*at)).map(|(_, token)| token)
    }

    /// "seven eights are": so many of a number.
    fn plural_product(&self) -> Option<String> {
        let [only] = self.amounts else { return None };
        let (many, rest) = self.after(only).split_first()?;
        let said = many.span.of(self.reader.goal).to_ascii_lowercase();
        let of = sum::one_of_several(&said)?;
        let around = |token: &Token| self.reader.is(token, ASKS_WHAT_IT_IS) || matches!(token.kind, TokenKind::Sign(_));
        let alone = rest.iter().chain(self.before(only)).all(around);
        alone.then(|| offers::product(&only.text, &of))
    }

    /// "two pizzas 11.50 each, a salad 7, four of us": so many at a price each, and others at theirs, shared by all.
    fn in_pieces(&self) -> Option<String> {
        let (last, told) = self.amounts.split_last()?;
        let shared = self.counts_sharers(last);
        let told = if shared { told } else { self.amounts };
        let each = |amount: &Amount| self.reader.first_is(self.after(amount), ONE_OF_THEM);
        let plain = (3..=MOST).contains(&told.len()) && !self.amounts.iter().any(|amount| amount.percent);
        // "4 nights 89 each plus 12 cleaning fee"
        let more = told.last().is_some_and(|last| self.reader.last_is(self.before(last), MORE_TO_PAY));
        let turned = self.reader.any_is(self.words, TURNED) || self.reader.any_is(self.words, REMAINS);
        if !plain || turned || !told.iter().any(each) || !(shared || more || self.says(IN_ALL)) {
            return None;
        }
        let (mut parts, mut at) = (Vec::new(), 0);
        while let Some(amount) = told.get(at) {
            let price = told.get(at + 1).filter(|price| each(price));
            parts.push(match price {
                Some(price) => [&amount.text, " * ", &price.text].concat(),
                None => amount.text.clone(),
            });
            at += 1 + usize::from(price.is_some());
        }
        let all = parts.join(" + ");
        Some(if shared { offers::divided(&["(", &all, ")"].concat(), &last.text) } else { offers::calculate(&all) })
    }

    /// "19.99 x3 + ship 4.50": a price so many times, and another.
    fn so_many_and_more(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let between = self.words.get(one.end..other.start)?;
        let (times, rest) = between.split_first()?;
        let many = times.span.of(self.reader.goal).strip_prefix('x')?;
        let counts = !many.is_empty() && many.bytes().all(|digit| digit.is_ascii_digit());
        let more = rest.iter().any(|token| token.is_sign('+') || self.reader.is(token, MORE_TO_PAY));
        let plain = counts && more && self.after(other).is_empty() && !one.percent && !other.percent;
        plain.then(|| offers::calculate(&[&one.text, " * ", many, " + ", &other.text].concat()))
    }

    /// "mean 6 7 11"
    fn gathered(&self) -> Option<String> {
        let many = (2..=MOST).contains(&self.amounts.len()) && !self.amounts.iter().any(|amount| amount.percent);
        let (known, said) = GATHERS.iter().find(|(known, _)| many && self.reader.any_is(self.words, known))?;
        let alone = self.rest().all(|token| {
            let plain = matches!(token.kind, TokenKind::Sign(',' | '?' | '.' | ':' | '=' | ';'));
            plain || self.reader.is(token, known) || self.reader.is(token, AROUND_NUMBERS)
        });
        let numbers = self.amounts.iter().map(|amount| amount.text.as_str()).collect::<Vec<_>>().join(", ");
        alone.then(|| offers::calculate(&[said, numbers.as_str()].concat()))
    }

    /// "from 50 up to 65 in percent": by how much of itself something changed.
    fn change(&self) -> Option<String> {
        let [from, to] = self.amounts else { return None };
        let percent = !from.percent && !to.percent && self.reader.any_is(self.words, A_PERCENT);
        let between = self.words.get(from.end..to.start)?;
        let changed = self.reader.any_is(between, CHANGED) && self.reader.last_is(self.before(from), CHANGED_FROM);
        // "was 120 now 90, how many percent down": by so much of itself, and no less than nothing.
        let falls = from.is_more_than(to) && self.reader.any_is(self.words, FALLS);
        let in_percent = if falls { reckoning::fall_in_percent } else { reckoning::change_in_percent };
        (percent && changed).then(|| in_percent(&from.text, &to.text))
    }

    /// "19 percent vat on 240, total", "tip 15 on 48"
    fn with_a_share(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let says = |known: &'static str| self.reader.any_is(self.words, known);
        if one.percent != other.percent {
            let (percent, whole) = if one.percent { (one, other) } else { (other, one) };
            let more = says(TOTALS) && (says(TIPS) || says(TAXED)) && !says(TAKEN_FROM);
            return more.then(|| offers::plus_percent(&whole.text, &percent.text));
        }
        let on = self.words.get(one.end..other.start)?;
        // "vat at 21 on 450"
        let taxed = self.reader.begins(self.before(one), &[TAXED, AT_OR_OF]) && self.before(one).len() == 2;
        let tips = !one.percent
            && (taxed || self.reader.last_is(self.before(one), TIPS))
            && self.reader.all_are(on, ON_OR_FOR);
        (tips && on.len() == 1 && other.is_more_than(one)).then(|| offers::percent_of(&one.text, &other.text))
    }

    /// "180 grams is for 4 people, I cook for 6": as much for so many others.
    fn for_others(&self) -> Option<String> {
        let [whole, many, others] = self.amounts else { return None };
        let served = |amount: &Amount| self.reader.last_is(self.before(amount), FOR);
        let plain = !self.amounts.iter().any(|amount| amount.percent);
        let fits = plain && served(many) && served(others) && self.counts_sharers(many);
        fits.then(|| offers::share_of(&whole.text, &many.text, &others.text))
    }

    /// "my hourly rate is 14.85 and I worked 37.5 hours", "7 hrs @ 38"
    fn earned(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let hours = |amount: &Amount| self.reader.first_is(self.after(amount), HOURS);
        let paid = |amount: &Amount| !hours(amount) && self.before(amount).last().is_some_and(|at| at.is_sign('@'));
        let told = self.reader.any_is(self.words, BY_THE_HOUR) || paid(one) || paid(other);
        let fits = told && hours(one) != hours(other);
        (fits && !one.percent && !other.percent).then(|| offers::product(&one.text, &other.text))
    }

    /// "3 for 7.50, one is?", "3 for 10, so 12 is"
    fn price_of_some(&self) -> Option<String> {
        let (many, price, asked) = match self.amounts {
            [many, price] => (many, price, None),
            [many, price, asked] => (many, price, Some(asked)),
            _ => return None,
        };
        let between = self.words.get(many.end..price.start)?;
        let costs = self.reader.any_is(between, COST)
            && between.len() <= 3
            && !between.iter().any(|token| matches!(token.kind, TokenKind::Sign(',' | '?')));
        let rest = self.words.get(price.end..)?;
        let plain = costs && !many.percent && !price.percent && self.reader.all_are(self.before(many), AROUND_NUMBERS);
        match asked {
            _ if !plain || self.reader.first_is(between, COST_TO) => None,
            Some(asked) if asked.text == "1" => Some(offers::divided(&price.text, &many.text)),
            Some(asked) => Some(offers::share_of(&price.text, &many.text, &asked.text)),
            None if self.reader.any_is(rest, ONE_OF_THEM) => Some(offers::divided(&price.text, &many.text)),
            None => None,
        }
    }

    /// The length of time, or the thing, that an amount is for: "day" of "40 a day".
    fn period_of(&self, amount: &Amount) -> Option<&'static str> {
        let [per, unit, ..] = self.after(amount) else { return None };
        let per = self.reader.is(per, PER_ONE) || per.is_sign('/');
        let period = PERIODS.iter().find(|known| self.reader.is(unit, known));
        period.copied().filter(|_| per)
    }

    /// "1500 pages, 40 a day, done in how long", "7.5 hours a day, 5 days"
    fn rate(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let (rate, whole, period) = match (self.period_of(one), self.period_of(other)) {
            (Some(period), None) => (one, other, period),
            (None, Some(period)) => (other, one, period),
            _ => return None,
        };
        if self.reader.first_is(self.after(whole), period) {
            return Some(offers::product(&rate.text, &whole.text));
        }
        self.says(HOW_LONG_IT_TAKES).then(|| offers::divided(&whole.text, &rate.text))
    }

    /// "a dozen at 35p a go": so many at the price of one.
    fn price_of_all(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let priced = |amount: &Amount| {
            let after = self.after(amount);
            // "2300 words, 0.08 per"
            let per = matches!(after, [per] if self.reader.is(per, PER_ONE));
            per || PRICE_OF_ONE.iter().any(|run| self.reader.begins(after, run))
        };
        let shares = self.says(EACH_GETS) || self.says(EACH_ASKED) || one.percent || other.percent;
        // "12 cards at 45p apiece" shares nothing.
        let at = |amount: &Amount| priced(amount) && self.reader.last_is(self.before(amount), PRICED);
        let fits = if shares { at(one) != at(other) } else { priced(one) != priced(other) };
        (fits && !one.percent && !other.percent).then(|| offers::product(&one.text, &other.text))
    }

    /// Whether a number counts who shares: "3 of us", "4 friends".
    fn counts_sharers(&self, amount: &Amount) -> bool {
        let after = self.after(amount);
        let own = self.words.get(amount.start..amount.end).unwrap_or_default();
        self.reader.last_is(own, SHARERS)
            || self.reader.last_is(self.before(amount), US)
            || self.reader.first_is(after, SHARERS)
            || self.reader.begins(after, OF_US)
    }

    /// "me plus 3 friends, bill 88, each?"
    fn shared(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let (whole, parts) = match (self.counts_sharers(one), self.counts_sharers(other)) {
            (true, false) => (other, one),
            (false, true) => (one, other),
            _ => return None,
        };
        let plain = !whole.percent && !parts.percent && !parts.text.contains('.');
        // "16 kids x £4.25"
        let between = self.words.get(parts.end..whole.start).unwrap_or_default();
        let times =
            |token: &Token| matches!(token.kind, TokenKind::Sign('*' | '×')) || self.reader.is(token, TIMES_OR_AT);
        if plain && between.last().is_some_and(times) {
            return Some(offers::product(&parts.text, &whole.text));
        }
        // What is shared is more than those who share it: "48 guests, 8 to a table" shares no eight.
        let number = |amount: &Amount| amount.text.parse::<f64>().unwrap_or_default();
        let plain = plain && number(whole) > number(parts);
        // "18 for each of my 3 kids"
        if plain && self.says(FOR_EACH_OF) {
            return Some(offers::product(&whole.text, &parts.text));
        }
        let among = if self.says(ME_TOO) { offers::and_one(&parts.text) } else { parts.text.clone() };
        plain.then(|| offers::divided(&whole.text, &among))
    }

    /// "had 120, spent 45.50 and 12, left?"
    fn remains(&self) -> Option<String> {
        let (whole, taken) = self.amounts.split_first().filter(|(_, taken)| !taken.is_empty())?;
        let asked = self.reader.any_is(self.words, REMAINS) && !self.amounts.iter().any(|amount| amount.percent);
        let more = taken.iter().all(|taken| whole.is_more_than(taken));
        let minus = taken.iter().map(|taken| taken.text.as_str()).collect::<Vec<_>>().join(" - ");
        // "7.25 a ball and I need 9", "190 eggs in boxes of 12"
        let of_one = self.amounts.iter().any(|amount| self.reader.first_is(self.after(amount), PER_ONE))
            || taken.iter().any(|taken| self.reader.last_is(self.before(taken), sums::OF));
        (asked && more && !of_one).then(|| offers::difference(&whole.text, &minus))
    }

    /// "quarter tank, tank is 52 litres": a share of the one number.
    fn part(&self) -> Option<String> {
        let [only] = self.amounts else { return None };
        let named = |token: &Token| FRACTIONS.iter().find(|(word, _)| self.reader.is(token, word));
        let mut shares = self.rest().filter_map(named);
        let ((word, parts), None) = (shares.next()?, shares.next()) else { return None };
        // "set an alarm for half past six"
        self.reader.any_is(self.words.get(..3)?, word).then_some(())?;
        let past = self.reader.any_is(self.words, PAST);
        let taken = self.reader.any_is(self.words, TAKEN_FROM) || only.percent;
        (!taken && !past).then(|| offers::divided(&only.text, parts))
    }
    /// "tank 60 litres, two thirds gone": what is left of a number, or a share of it.
    fn share_of(&self) -> Option<String> {
        let [one, other] = self.amounts else { return None };
        let (whole, share) = match (one.text.contains('/'), other.text.contains('/')) {
            (false, true) => (one, other),
            (true, false) => (other, one),
            _ => return None,
        };
        let taken = self.reader.any_is(self.words, TAKEN_FROM) || self.reader.any_is(self.words, USED_UP);
        // "9 to 5 half" names no share.
        let (above, below) = share.text.trim_matches(['(', ')']).split_once('/')?;
        let part = above.parse::<u32>().ok()? < below.parse::<u32>().ok()?;
        let plain = part && !whole.percent && !share.percent;
        let left = || ["(1 - ", &share.text, ")"].concat();
        plain.then(|| offers::product(&whole.text, &if taken { left() } else { share.text.clone() }))
    }
}
