//! Orders ("subtract 4 from 9"), questions about shares ("20 is what percent of 80") and enumerations ("the sum of 2, 3 and 4").

use super::expression::{Parser, Piece, Tight};
use crate::{
    lang::{
        en::{
            orders::{
                ADD, ADD_UP, ALL, AND, AND_BY, AS, AS_PERCENTAGE_OF, BEGINS_WITH, BETWEEN, CHANGED_ALONE, CUBE,
                DECIMAL_PLACES, DIVIDE, DIVIDE_BY, DOWN, FOR, FROM, FROM_OR_BETWEEN, FROM_OR_OFF, GIVES_ORDERS,
                GOES_ON, HUNDRED, HUNDREDTH, HUNDREDTHS_PLACES, INNER, INTEGERS, INTO, IS, IS_THE, ITSELF, JOINS_ADDED,
                JOINS_DIVIDED, JOINS_GATHERED, JOINS_MULTIPLIED, JOINS_SUBTRACTED, MINUS_OR_BY, MULTIPLY, MULTIPLY_BY,
                OF, OF_OR_FROM, OF_WHAT, OFF_WHAT, ON_WHAT, PEOPLE, ROOT, ROUND, ROUND_OR_ROUNDED, ROUNDED, SQUARE,
                SUBTRACT, TAKES, TENTH, TENTHS_PLACES, THE, THEN, THEN_ADD, THEN_SUBTRACT, THINGS_DIVIDED, TO, TO_THAT,
                TO_THE_NEAREST, UP, UP_TO, WHAT_IS_DIVIDED, WHAT_PERCENT, WHOLE, WHOLE_NUMBER, WITH,
            },
            sums::{DECIMALS, TAXES},
        },
        holds,
    },
    model::{asked::EARLIER, token::TokenKind},
    sum::number,
};

impl Parser<'_> {
    /// A whole sum: an order ("subtract 4 from 9") or an expression.
    pub(super) fn whole(&mut self) -> Option<Piece> {
        let start = (self.at, self.operations);
        // "divide 1000 by 7 and round to 2 decimals"
        if let Some(piece) = self.order().and_then(|piece| self.followed_by_rounding(piece))
            && self.at == self.words.len()
        {
            return Some(piece);
        }
        // "divide 81 by 9 and add 5" is one sum; what comes after "then" is a step of its own.
        (self.at, self.operations) = start;
        if let Some(piece) = self.order().and_then(|piece| self.followed_by_orders(piece))
            && self.at == self.words.len()
            && !self.words.contains(&THEN)
        {
            return Some(piece);
        }
        (self.at, self.operations) = start;
        // "start with 50, add 20, then halve it"
        if self.take_any(BEGINS_WITH)
            && let Some(first) = self.product()
            && let Some(piece) = self.followed_by_orders(first)
            && self.at == self.words.len()
            && self.operations > start.1
        {
            return Some(piece);
        }
        (self.at, self.operations) = start;
        if let Some(piece) = self.question_of_share() {
            return Some(piece);
        }
        (self.at, self.operations) = start;
        if let Some(first) = self.sum()
            && let Some(piece) = self.followed_by_orders(first)
            && self.operations > start.1
        {
            return Some(piece);
        }
        // "times 2" goes on with what an earlier step gave.
        (self.at, self.operations) = start;
        self.followed_by_orders(Piece::atom(EARLIER.to_string()))
    }

    /// "… and round to 2 decimals"; what else follows an order is a step of its own.
    fn followed_by_rounding(&mut self, piece: Piece) -> Option<Piece> {
        let start = self.at;
        while self.take_any(GOES_ON) {}
        if self.is(1, TO) && self.take_any(ROUND_OR_ROUNDED) {
            return self.take_rounding(&piece);
        }
        self.at = start;
        Some(piece)
    }

    /// "… and then multiply by 2", "… , plus 3".
    fn followed_by_orders(&mut self, mut piece: Piece) -> Option<Piece> {
        loop {
            let start = self.at;
            while self.take_any(GOES_ON) {}
            // "the square root of 2 to 4 decimals"
            let places = self.is(0, TO) && self.is_number(1) && self.is(2, DECIMALS);
            let rounds = self.take_any(ROUNDED);
            if places || rounds {
                piece = self.take_rounding(&piece)?;
                continue;
            }
            // "take 12 and double it"
            if self.words.first().is_some_and(|first| holds(GIVES_ORDERS, first))
                && let Some((_, factor)) = CHANGED_ALONE.iter().find(|(said, _)| self.take_any(said))
            {
                self.operations += 1;
                let text = factor.replace(INNER, &piece.at_least(Tight::Atom));
                piece = Piece { text, tight: Tight::Product, share: false, percent: false };
                continue;
            }
            let sign = if self.take_any(MULTIPLY_BY) {
                ('*', Tight::Product)
            } else if self.take_any(DIVIDE_BY) {
                ('/', Tight::Product)
            } else if self.take_any(THEN_SUBTRACT) {
                ('-', Tight::Sum)
            } else if self.take_any(THEN_ADD) {
                ('+', Tight::Sum)
            } else {
                self.at = start;
                return Some(piece);
            };
            let Some(right) = self.product() else {
                self.at = start;
                return Some(piece);
            };
            // "then add 8% tax"
            let _ = right.percent && self.take_any(TAXES);
            let _ = self.take_any(TO_THAT);
            self.take_what_for(&right);
            self.operations += 1;
            piece = Self::joined(&piece, sign.0, sign.1, &right);
        }
    }

    /// "then add 4.95 for delivery": what a price is added for says nothing of the sum, where it ends in it.
    fn take_what_for(&mut self, price: &Piece) {
        let left = self.words.len().saturating_sub(self.at);
        if price.text.contains('.')
            && self.is(0, FOR)
            && (2..=4).contains(&left)
            && !(1..left).any(|at| self.is_number(at))
        {
            self.at = self.words.len();
        }
    }

    /// "add 5 and 3", "subtract 85 from 997", "divide 3 by 2", "multiply 4 by 6", "split 90 between 4 people".
    fn order(&mut self) -> Option<Piece> {
        let _ = self.take(THE);
        if let Some(piece) = self.deal() {
            return Some(piece);
        }
        if self.take_any(ADD) {
            let _ = self.take_any(ADD_UP);
            return self.added();
        }
        let takes = self.is(0, TAKES);
        if self.take_any(SUBTRACT) {
            // "take 20% from 50" leaves the rest, where "20% from 50" alone is the share.
            let start = (self.at, self.operations);
            let share = self.unary().filter(|share| share.percent && self.take_any(FROM));
            if let Some(share) = share {
                let whole = self.product()?;
                self.operations += 1;
                return self.followed_by_orders(Self::joined(&whole, '-', Tight::Sum, &share));
            }
            (self.at, self.operations) = start;
            let right = self.product()?;
            if self.take_any(FROM_OR_OFF) {
                // "12 * 30, then take 10% off": off what came before.
                let left = if right.percent && self.word(0).is_empty() {
                    Piece::atom(EARLIER.to_string())
                } else {
                    self.sum()?
                };
                self.operations += 1;
                return Some(Self::joined(&left, '-', Tight::Sum, &right));
            }
            if !self.take_any(MINUS_OR_BY) {
                // "take five and divide it by three"
                return if takes { self.followed_by_orders(right) } else { None };
            }
            let second = self.sum()?;
            self.operations += 1;
            return Some(Self::joined(&right, '-', Tight::Sum, &second));
        }
        if self.take_any(DIVIDE) {
            let _ = self.take_any(WHAT_IS_DIVIDED);
            let left = self.shares()?;
            let _ = self.take_any(THINGS_DIVIDED);
            if self.take_any(INTO) && !self.word(1).is_empty() && !self.is_people(1) {
                let right = self.product()?;
                self.operations += 1;
                return Some(Self::joined(&right, '/', Tight::Product, &left));
            }
            self.take_any(BETWEEN);
            let right = self.product()?;
            self.people();
            self.operations += 1;
            return Some(Self::joined(&left, '/', Tight::Product, &right));
        }
        self.multiplied_or_raised()
    }

    /// "multiply 4 by 6", "square 12", "round 3.7".
    fn multiplied_or_raised(&mut self) -> Option<Piece> {
        if self.take_any(MULTIPLY) {
            let left = self.shares()?;
            self.take_any(WITH).then_some(())?;
            let right = if self.take(ITSELF) { left.clone() } else { self.product()? };
            self.operations += 1;
            let mut piece = Self::joined(&left, '*', Tight::Product, &right);
            while self.take_any(AND_BY) {
                let next = self.product()?;
                piece = Self::joined(&piece, '*', Tight::Product, &next);
            }
            return Some(piece);
        }
        if !self.is(1, ROOT) && self.take(SQUARE) {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^2", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if !self.is(1, ROOT) && self.take(CUBE) {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^3", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if self.take_any(ROUND) {
            let piece = self.sum()?;
            return self.take_rounding(&piece);
        }
        None
    }

    pub(super) fn is_people(&self, ahead: usize) -> bool {
        self.is(ahead, PEOPLE)
    }

    pub(super) fn people(&mut self) {
        while self.is_people(0) {
            self.at += 1;
        }
    }

    /// "what percent of 80 is 20", "20 is what percent of 80", "what percentage is 20 of 80", "5 is 25% of what".
    fn question_of_share(&mut self) -> Option<Piece> {
        let _ = self.take_any(IS_THE);
        if self.take_any(WHAT_PERCENT) {
            let of_first = self.take_any(OF);
            let is_first = !of_first && self.take_any(IS);
            if !of_first && !is_first {
                return None;
            }
            // "out of" is a sign of division elsewhere.
            let first = if of_first { self.sum()? } else { self.unary()? };
            (if of_first { self.take_any(IS) } else { self.take_any(OF_OR_FROM) }).then_some(())?;
            let second = self.sum()?;
            self.operations += 1;
            let (part, whole) = if of_first { (second, first) } else { (first, second) };
            return Some(hundredfold(&part, &whole));
        }
        if let Some(whole) = self.whole_of_a_share() {
            return Some(whole);
        }
        let first = self.sum()?;
        (self.is(0, AS) || self.take_any(IS)).then_some(())?;
        let share = self.take_any(AS_PERCENTAGE_OF);
        if share || self.take_any(WHAT_PERCENT) {
            (share || self.take_any(OF)).then_some(())?;
            let whole = self.sum()?;
            self.operations += 1;
            return Some(hundredfold(&first, &whole));
        }
        let share = self.unary()?;
        (share.percent).then_some(())?;
        let beside = if self.take_any(OF_WHAT) {
            ""
        } else if self.take_any(ON_WHAT) {
            "1 + "
        } else if self.take_any(OFF_WHAT) {
            "1 - "
        } else {
            return None;
        };
        self.operations += 1;
        Some(whole_of(&first, beside, &share))
    }

    /// "16% of what number is 40": what the share is taken of. Takes nothing where the words ask for something else.
    fn whole_of_a_share(&mut self) -> Option<Piece> {
        let start = (self.at, self.operations);
        let mut read = || {
            let share = self.unary().filter(|share| share.percent)?;
            (self.take_any(OF_WHAT) && self.take_any(IS)).then_some(())?;
            let part = self.sum()?;
            self.operations += 1;
            Some(whole_of(&part, "", &share))
        };
        let whole = read();
        if whole.is_none() {
            (self.at, self.operations) = start;
        }
        whole
    }

    /// Takes "to 2 decimal places", "to the nearest hundred" or nothing, and gives the piece rounded.
    fn take_rounding(&mut self, piece: &Piece) -> Option<Piece> {
        self.operations += 1;
        if self.take(UP) {
            return Some(Piece::atom(["ceil(", &piece.text, ")"].concat()));
        }
        if self.take(DOWN) {
            return Some(Piece::atom(["floor(", &piece.text, ")"].concat()));
        }
        if self.take_any(TO_THE_NEAREST) {
            if self.take_any(WHOLE_NUMBER) {
                return Some(rounded(&piece.text, None));
            }
            if self.take_any(HUNDREDTH) {
                return Some(rounded(&piece.text, Some(HUNDREDTHS_PLACES)));
            }
            if self.take_any(TENTH) {
                return Some(rounded(&piece.text, Some(TENTHS_PLACES)));
            }
            let unit = self.primary()?;
            return Some(Piece {
                text: format!("round({} / {}) * {}", piece.at_least(Tight::Product), unit.text, unit.text),
                tight: Tight::Product,
                share: false,
                percent: false,
            });
        }
        if self.take(TO) {
            let places = self.primary()?;
            (self.take_any(DECIMAL_PLACES) || self.take_word(DECIMALS)).then_some(())?;
            return Some(rounded(&piece.text, Some(&places.text)));
        }
        Some(rounded(&piece.text, None))
    }

    /// The sum of "1 to 10" or "all numbers from 1 to 10". Nothing is taken where no range stands; what is taken and gives nothing
    /// is refused: a product of a range, or one that goes down.
    pub(super) fn range(&mut self, sign: &str) -> Option<Piece> {
        let start = self.at;
        let _ = self.take(ALL);
        let _ = self.take(THE);
        let _ = self.take_any(WHOLE);
        let named = self.take_any(INTEGERS);
        let from = self.take_any(FROM_OR_BETWEEN);
        let number = |parser: &mut Self| {
            let text: Option<u64> = parser.tokens.get(parser.at)?.span.of(parser.goal).parse().ok();
            parser.at += usize::from(text.is_some());
            text
        };
        let first = number(self);
        let to = self.take_any(UP_TO) || from && self.take(AND);
        let last = number(self);
        let (Some(first), true, Some(last)) = (first, to, last) else {
            self.at = if named && from { self.at } else { start };
            return None;
        };
        if sign != "+" || first >= last || last > 1_000_000_000 {
            return None;
        }
        self.operations += 1;
        let count = if first == 1 { last.to_string() } else { format!("({last} - {first} + 1)") };
        let text = format!("({first} + {last}) * {count} / 2");
        Some(Piece { text, tight: Tight::Product, share: false, percent: false })
    }

    /// The two numbers that words from there up to the end were read as one of.
    fn told_apart(&self, begins: usize) -> Option<Vec<Piece>> {
        let (words, tokens) = (self.words.get(begins..)?, self.tokens.get(begins..)?);
        let one = |from: usize, to: usize| {
            let number = number::read(words.get(from..to)?, tokens.get(from..to)?)?;
            (number.len == to - from && !number.fraction).then(|| Piece::atom(number.text))
        };
        let joints: Vec<usize> = (0..words.len()).filter(|at| words.get(*at) == Some(&AND)).collect();
        // "one thousand and six hundred and fifty": no number has hundreds behind "and".
        let hundreds = |joint: &usize| words.get(joint + 2) == Some(&HUNDRED);
        let mut fits = joints.iter().filter(|joint| joints.len() == 1 || hundreds(joint));
        let (joint, other) = (*fits.next()?, fits.next());
        let both = [one(0, joint)?, one(joint + 1, words.len())?];
        (self.at == self.words.len() && other.is_none()).then(|| both.to_vec())
    }

    /// "5 and 3", "2, 4 and 6", put together by one sign or function.
    pub(super) fn gathered(&mut self, sign: &str) -> Option<Piece> {
        let begins = self.at;
        let mut parts = vec![self.product()?];
        // "the difference between seven hundred and five": of two numbers, so that "and" stands between them.
        if sign == "-"
            && let Some(both) = self.told_apart(begins)
        {
            parts = both;
        }
        let mut last_begins = self.at;
        let mut share = None;
        loop {
            let start = self.at;
            let joined = match sign {
                "+" => self.take_any(JOINS_ADDED),
                "-" => self.take_any(JOINS_SUBTRACTED),
                "/" | "%" => self.take_any(JOINS_DIVIDED),
                "*" => self.take_any(JOINS_MULTIPLIED),
                _ => self.take_any(JOINS_GATHERED),
            };
            let begins = self.at;
            // "the sum of 1 2 and 3"
            let joined =
                joined || sign != "-" && self.tokens.get(begins).is_some_and(|token| token.kind == TokenKind::Number);
            let next = if joined { self.product() } else { None };
            let Some(next) = next else {
                self.at = start;
                break;
            };
            // "the total of 12, 4 and 7 plus 20% tip"
            if sign == "+" && next.percent && self.take_any(TAXES) {
                share = Some(next);
                break;
            }
            last_begins = begins;
            parts.push(next);
        }
        if sign != "*" && sign != "/" && is_two_fold(&parts) {
            self.two_fold.get_or_insert((last_begins, self.at));
            return None;
        }
        if parts.len() < 2 {
            // "the sum of 3 plus 5", "the remainder of 20 divided by 3" say the sign themselves.
            let mut only = parts.pop()?;
            if sign == "%" && only.text.contains('/') {
                self.operations += 1;
                only.text = only.text.replacen('/', "%", 1);
                return Some(Piece {
                    text: format!("({})", only.text),
                    tight: Tight::Atom,
                    share: false,
                    percent: false,
                });
            }
            return (self.operations > 0).then_some(only);
        }
        self.operations += 1;
        let text = match sign {
            "+" | "-" | "*" | "/" | "%" => {
                let tight = if matches!(sign, "+" | "-") { Tight::Product } else { Tight::Power };
                let texts: Vec<String> = parts.iter().map(|part| part.at_least(tight)).collect();
                texts.join(&format!(" {sign} "))
            }
            name => {
                let texts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
                return Some(Piece::atom(format!("{name}({})", texts.join(", "))));
            }
        };
        let tight = if matches!(sign, "+" | "-") { Tight::Sum } else { Tight::Product };
        let all = Piece { text, tight, share: false, percent: false };
        Some(match share {
            Some(share) => Self::joined(&Piece::atom(format!("({})", all.text)), '+', Tight::Sum, &share),
            None => all,
        })
    }
}

/// "the sum of 4 and 5 times 2": whether the last part alone is multiplied or the whole, nobody can tell.
fn is_two_fold(parts: &[Piece]) -> bool {
    let product = |piece: &Piece| piece.tight == Tight::Product && piece.text.contains(' ');
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => product(last) && !before.iter().any(product),
        _ => false,
    }
}

/// What is asked to be rounded, and to what.
fn rounded(text: &str, places: Option<&str>) -> Piece {
    match places {
        Some(places) => Piece::atom(["round(", text, ", ", places, ")"].concat()),
        None => Piece::atom(["round(", text, ")"].concat()),
    }
}

/// What a part is a share of; `beside` is what the whole has beside the share: "1 + " where that comes on top.
fn whole_of(part: &Piece, beside: &str, share: &Piece) -> Piece {
    let factor = share.text.trim_end_matches('%');
    let text = format!("{} / ({beside}{factor}/100)", part.at_least(Tight::Product));
    Piece { text, tight: Tight::Product, share: false, percent: false }
}

fn hundredfold(part: &Piece, whole: &Piece) -> Piece {
    let text = format!("{} / {} * 100", part.at_least(Tight::Product), whole.at_least(Tight::Atom));
    Piece { text, tight: Tight::Product, share: false, percent: false }
}
