//! Prices, tips, taxes and savings, where the share stands after what it is a share of: "the tip on 75 dollars at 20 percent".

use super::expression::{Parser, Piece, Tight};
use crate::{
    lang::{
        en::{
            orders::{
                A_OR_AN, AFTER_A_THING, AN_AMOUNT, AT_A_RATE, BY, DEALS, DISCOUNT_OR_TIP, LOWER, MARKED_DOWN, OF,
                OFF_OF, OFF_OR_DISCOUNT, ON_OR_OFF, ON_TOP, PUT_ON, RAISE, SAVE, SAVED_AT, TAKEN_OFF, THE_OR_A,
                WITH_OR_AFTER,
            },
            sums::{NOUNS_OF_PRICE, OFF_PRICE, PRICES, SHARES, TAXES},
        },
        holds,
    },
    model::token::{TokenKind, UNKNOWN},
};

impl Parser<'_> {
    /// A deal of any kind, and nothing of it taken when it is none.
    pub(super) fn deal(&mut self) -> Option<Piece> {
        let start = (self.at, self.operations);
        let found = self.share_named_first().or_else(|| {
            (self.at, self.operations) = start;
            self.share_said_first()
        });
        let found = found.or_else(|| {
            (self.at, self.operations) = start;
            self.price()
        });
        let found = found.or_else(|| {
            (self.at, self.operations) = start;
            self.changed()
        });
        let found = found.or_else(|| {
            (self.at, self.operations) = start;
            self.saving()
        });
        if found.is_some() {
            self.operations += 1;
        } else {
            (self.at, self.operations) = start;
        }
        found
    }

    /// "discount 30% on 59.90", "tip 20% on 50"
    fn share_said_first(&mut self) -> Option<Piece> {
        let taken_off = self.take_any(OFF_PRICE);
        (taken_off || self.take_any(TAXES)).then_some(())?;
        let _ = self.take(OF);
        let share = self.unary().filter(|share| share.percent)?;
        self.take_any(ON_OR_OFF).then_some(())?;
        let whole = self.amount()?;
        Some(if taken_off { with_share(&whole, '-', &share) } else { part_of(&share, &whole) })
    }

    /// "tip on 75 dollars at 20 percent"
    fn share_named_first(&mut self) -> Option<Piece> {
        self.take_any(SHARES).then_some(())?;
        let whole = self.amount()?;
        self.take_any(AT_A_RATE).then_some(())?;
        let _ = self.take_any(A_OR_AN);
        let share = self.unary()?;
        share.percent.then(|| part_of(&share, &whole))
    }

    /// "the price of a 90 dollar jacket with 30% off", "the cost of 40 dollars plus 8 percent tax", "120 with 20% off"
    fn price(&mut self) -> Option<Piece> {
        let named = self.take_any(PRICES);
        // Most sums speak of no price, and reading an amount in vain would cost them much.
        let deals = |word: &&str| holds(DEALS, word);
        (named || self.words.iter().any(deals)).then_some(())?;
        let whole = self.amount()?;
        let _ = self.take_any(MARKED_DOWN);
        let joined = self.take_any(WITH_OR_AFTER);
        (named || joined).then_some(())?;
        let _ = self.take_any(A_OR_AN);
        let share = self.unary()?;
        share.percent.then_some(())?;
        if self.take_any(PUT_ON) {
            return Some(with_share(&whole, '+', &share));
        }
        self.take_any(TAKEN_OFF).then(|| with_share(&whole, '-', &share))
    }

    /// "increase 200 by 10 percent", "reduce 80 by a quarter"
    fn changed(&mut self) -> Option<Piece> {
        let sign = if self.take_any(RAISE) {
            '+'
        } else if self.take_any(LOWER) {
            '-'
        } else {
            return None;
        };
        let _ = self.take_any(THE_OR_A);
        let whole = self.shares()?;
        self.take(BY).then_some(())?;
        // "reduce 80 by a quarter" takes a quarter of it.
        if let Some(part) = self.part_of(&whole) {
            return Some(Self::joined(&whole, sign, Tight::Sum, &part));
        }
        let share = self.unary()?;
        Some(with_share(&whole, sign, &share))
    }

    /// "save with 25% off 80 dollars"
    fn saving(&mut self) -> Option<Piece> {
        self.take_any(SAVE).then_some(())?;
        let start = (self.at, self.operations);
        let _ = self.take_any(A_OR_AN);
        let Some(share) = self.unary().filter(|share| share.percent) else {
            // "save on a 90 dollar coat at 30 percent off"
            (self.at, self.operations) = start;
            let whole = self.amount()?;
            self.take_any(SAVED_AT).then_some(())?;
            let _ = self.take_any(A_OR_AN);
            let share = self.unary().filter(|share| share.percent)?;
            self.take_any(OFF_OR_DISCOUNT).then_some(())?;
            return Some(part_of(&share, &whole));
        };
        let _ = self.take_any(DISCOUNT_OR_TIP);
        self.take_any(OFF_OF).then_some(())?;
        let whole = self.amount()?;
        Some(part_of(&share, &whole))
    }

    /// "a $90 jacket", "75 dollars", "my 60 dollar meal"
    fn amount(&mut self) -> Option<Piece> {
        let _ = self.take_any(AN_AMOUNT);
        let piece = self.product()?;
        // "a 90 dollar coat at …": what it is a price of says nothing.
        let thing =
            self.tokens.get(self.at).is_some_and(|token| token.word == UNKNOWN && token.kind == TokenKind::Word)
                && self.is(1, AFTER_A_THING);
        if !self.take_any(NOUNS_OF_PRICE) && thing {
            self.at += 1;
        }
        Some(piece)
    }

    /// "add 5 and 3", "add 8% tax to 50 dollars"
    pub(super) fn added(&mut self) -> Option<Piece> {
        let start = (self.at, self.operations);
        let _ = self.take_any(A_OR_AN);
        if let Some(share) = self.unary().filter(|share| share.percent) {
            let _ = self.take_any(TAXES);
            if self.take_any(ON_TOP)
                && let Some(whole) = self.amount()
            {
                self.operations += 1;
                return Some(with_share(&whole, '+', &share));
            }
        }
        (self.at, self.operations) = start;
        self.gathered("+")
    }
}

fn part_of(share: &Piece, whole: &Piece) -> Piece {
    let mut text = share.text.clone();
    text.push_str(" of ");
    text.push_str(&whole.at_least(Tight::Atom));
    Piece { text, tight: Tight::Product, share: false, percent: false }
}

fn with_share(whole: &Piece, sign: char, share: &Piece) -> Piece {
    let mut text = whole.at_least(Tight::Sum);
    text.push(' ');
    text.push(sign);
    text.push(' ');
    text.push_str(&share.at_least(Tight::Product));
    Piece { text, tight: Tight::Sum, share: false, percent: false }
}
