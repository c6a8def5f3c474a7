//! Orders ("subtract 4 from 9"), questions about shares ("20 is what percent of 80") and enumerations ("the sum of 2, 3 and 4").

use super::expression::{Parser, Piece, Tight};
use crate::{
    lang::en::sums::{DECIMALS, TAXES},
    model::{asked::EARLIER, token::TokenKind},
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
        while self.take_any(&[",", "and", "then"]) {}
        if self.word(1) == "to" && self.take_any(&["round", "rounded"]) {
            return self.take_rounding(&piece);
        }
        self.at = start;
        Some(piece)
    }

    /// "… and then multiply by 2", "… , plus 3".
    fn followed_by_orders(&mut self, mut piece: Piece) -> Option<Piece> {
        loop {
            let start = self.at;
            while self.take_any(&[",", "and", "then"]) {}
            // "the square root of 2 to 4 decimals"
            let places = self.next_is("to") && self.is_number(1) && DECIMALS.contains(&self.word(2));
            let rounds =
                self.take_any(&["rounded off", "rounded", "round it", "round that", "round the result", "correct"]);
            if places || rounds {
                piece = self.take_rounding(&piece)?;
                continue;
            }
            let sign = if self.take_any(&[
                "multiply by",
                "multiply the result by",
                "multiply this by",
                "multiply it by",
                "multiply that by",
                "times",
                "multiplied by",
            ]) {
                ('*', Tight::Product)
            } else if self.take_any(&[
                "divide by",
                "divide the result by",
                "divide this by",
                "divide it by",
                "divide that by",
                "divided by",
            ]) {
                ('/', Tight::Product)
            } else if self.take_any(&["subtract", "minus", "take away"]) {
                ('-', Tight::Sum)
            } else if self.take_any(&["add", "plus"]) {
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
            let _ = self.take_any(&["to it", "to that", "from it", "from that", "to the result", "from the result"]);
            self.operations += 1;
            piece = Self::joined(&piece, sign.0, sign.1, &right);
        }
    }

    /// "add 5 and 3", "subtract 85 from 997", "divide 3 by 2", "multiply 4 by 6", "split 90 between 4 people".
    fn order(&mut self) -> Option<Piece> {
        let _ = self.take("the");
        if let Some(piece) = self.deal() {
            return Some(piece);
        }
        if self.take_any(&["add", "sum", "adding", "added", "total", "add up"]) {
            let _ = self.take_any(&["up", "together", ":"]);
            return self.added();
        }
        let takes = matches!(self.word(0), "take" | "took");
        if self.take_any(&[
            "subtract",
            "subtracting",
            "subtracted",
            "deduct",
            "deducting",
            "deducted",
            "take",
            "take away",
            "taking",
            "took",
            "minus",
            "substract",
            "remove",
        ]) {
            // "take 20% from 50" leaves the rest, where "20% from 50" alone is the share.
            let start = (self.at, self.operations);
            let share = self.unary().filter(|share| share.percent && self.take_any(&["from", "away from"]));
            if let Some(share) = share {
                let whole = self.product()?;
                self.operations += 1;
                return self.followed_by_orders(Self::joined(&whole, '-', Tight::Sum, &share));
            }
            (self.at, self.operations) = start;
            let right = self.product()?;
            if self.take_any(&["from", "away from", "off of", "off"]) {
                // "12 * 30, then take 10% off": off what came before.
                let left = if right.percent && self.word(0).is_empty() {
                    Piece::atom(EARLIER.to_string())
                } else {
                    self.sum()?
                };
                self.operations += 1;
                return Some(Self::joined(&left, '-', Tight::Sum, &right));
            }
            if !self.take_any(&["minus", "by"]) {
                // "take five and divide it by three"
                return if takes { self.followed_by_orders(right) } else { None };
            }
            let second = self.sum()?;
            self.operations += 1;
            return Some(Self::joined(&right, '-', Tight::Sum, &second));
        }
        if self.take_any(&["divide", "dividing", "split", "devide", "splitting", "share", "sharing"]) {
            let _ = self.take_any(&[
                "up",
                "a bill of",
                "the bill of",
                "a rent of",
                "the rent of",
                "the cost of",
                "a",
                "the",
                "my",
                "our",
            ]);
            let left = self.shares()?;
            let _ = self.take_any(&["bill", "check", "tab", "pieces", "things", "items", "cookies", "apples", "up"]);
            if self.take_any(&["into"]) && !self.word(1).is_empty() && !self.is_people(1) {
                let right = self.product()?;
                self.operations += 1;
                return Some(Self::joined(&right, '/', Tight::Product, &left));
            }
            self.take_any(&[
                "by",
                "between",
                "among",
                "amongst",
                "buy",
                "with",
                "in",
                "into",
                "equally between",
                "evenly between",
                "evenly among",
                "equally among",
                "evenly by",
                "equally by",
                "evenly",
                "equally",
                "up among",
                "up between",
            ]);
            let right = self.product()?;
            self.people();
            self.operations += 1;
            return Some(Self::joined(&left, '/', Tight::Product, &right));
        }
        self.multiplied_or_raised()
    }

    /// "multiply 4 by 6", "square 12", "round 3.7".
    fn multiplied_or_raised(&mut self) -> Option<Piece> {
        if self.take_any(&["multiply", "multiplying", "multiplied", "times"]) {
            let left = self.shares()?;
            self.take_any(&["by", "and", "times", "with", "buy"]).then_some(())?;
            let right = self.product()?;
            self.operations += 1;
            let mut piece = Self::joined(&left, '*', Tight::Product, &right);
            while self.take_any(&["and", "by", "times", ","]) {
                let next = self.product()?;
                piece = Self::joined(&piece, '*', Tight::Product, &next);
            }
            return Some(piece);
        }
        if self.word(1) != "root" && self.take("square") {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^2", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if self.word(1) != "root" && self.take("cube") {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^3", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if self.take_any(&["round"]) {
            let piece = self.sum()?;
            return self.take_rounding(&piece);
        }
        None
    }

    pub(super) fn is_people(&self, ahead: usize) -> bool {
        matches!(
            self.word(ahead),
            "ways"
                | "people"
                | "kids"
                | "children"
                | "guests"
                | "students"
                | "parts"
                | "persons"
                | "friends"
                | "flatmates"
                | "roommates"
                | "housemates"
                | "colleagues"
                | "pieces"
                | "groups"
                | "shares"
                | "portions"
                | "equal"
        )
    }

    pub(super) fn people(&mut self) {
        while self.is_people(0) {
            self.at += 1;
        }
    }

    /// "what percent of 80 is 20", "20 is what percent of 80", "what percentage is 20 of 80", "5 is 25% of what".
    fn question_of_share(&mut self) -> Option<Piece> {
        let _ = self.take_any(&["is", "the"]);
        let percent: &[&str] = &[
            "what percent",
            "what percentage",
            "what %",
            "which percent",
            "percent",
            "percentage",
            "what is the percentage",
            "what per cent",
        ];
        if self.take_any(percent) {
            let of_first = self.take_any(&["of"]);
            let is_first = !of_first && self.take_any(&["is"]);
            if !of_first && !is_first {
                return None;
            }
            // "out of" is a sign of division elsewhere.
            let first = if of_first { self.sum()? } else { self.unary()? };
            (if of_first { self.take_any(&["is"]) } else { self.take_any(&["of", "out of", "from"]) }).then_some(())?;
            let second = self.sum()?;
            self.operations += 1;
            let (part, whole) = if of_first { (second, first) } else { (first, second) };
            return Some(hundredfold(&part, &whole));
        }
        let first = self.sum()?;
        (self.next_is("as") || self.take_any(&["is"])).then_some(())?;
        let share = self.take_any(&["as a percentage of", "as a percent of", "as percentage of"]);
        if share || self.take_any(percent) {
            (share || self.take_any(&["of"])).then_some(())?;
            let whole = self.sum()?;
            self.operations += 1;
            return Some(hundredfold(&first, &whole));
        }
        let share = self.unary()?;
        (share.percent).then_some(())?;
        let factor = share.text.trim_end_matches('%').to_owned();
        let text = if self.take_any(&["of what", "of which number", "of what number"]) {
            format!("{} / ({factor}/100)", first.at_least(Tight::Product))
        } else if self.take_any(&["on what"]) {
            format!("{} / (1 + {factor}/100)", first.at_least(Tight::Product))
        } else if self.take_any(&["off what"]) {
            format!("{} / (1 - {factor}/100)", first.at_least(Tight::Product))
        } else {
            return None;
        };
        self.operations += 1;
        Some(Piece { text, tight: Tight::Product, share: false, percent: false })
    }

    /// Takes "to 2 decimal places", "to the nearest hundred" or nothing, and gives the piece rounded.
    fn take_rounding(&mut self, piece: &Piece) -> Option<Piece> {
        self.operations += 1;
        if self.take("up") {
            return Some(Piece::atom(["ceil(", &piece.text, ")"].concat()));
        }
        if self.take("down") {
            return Some(Piece::atom(["floor(", &piece.text, ")"].concat()));
        }
        if self.take_any(&["to the nearest", "to nearest"]) {
            if self.take_any(&["whole number", "integer", "whole"]) {
                return Some(rounded(&piece.text, None));
            }
            let unit = self.primary()?;
            return Some(Piece {
                text: format!("round({} / {}) * {}", piece.at_least(Tight::Product), unit.text, unit.text),
                tight: Tight::Product,
                share: false,
                percent: false,
            });
        }
        if self.take("to") {
            let places = self.primary()?;
            (self.take_any(&["decimal places", "decimal place"]) || self.take_any(DECIMALS)).then_some(())?;
            return Some(rounded(&piece.text, Some(&places.text)));
        }
        Some(rounded(&piece.text, None))
    }

    /// The sum of "1 to 10" or "all numbers from 1 to 10". Nothing is taken where no range stands; what is taken and gives nothing
    /// is refused: a product of a range, or one that goes down.
    pub(super) fn range(&mut self, sign: &str) -> Option<Piece> {
        let start = self.at;
        let _ = self.take("all");
        let _ = self.take("the");
        let _ = self.take_any(&["whole", "natural"]);
        let named = self.take_any(&["numbers", "integers"]);
        let from = self.take_any(&["from", "between"]);
        let number = |parser: &mut Self| {
            let text: Option<u64> = parser.tokens.get(parser.at)?.span.of(parser.goal).parse().ok();
            parser.at += usize::from(text.is_some());
            text
        };
        let first = number(self);
        let to = self.take_any(&["to", "through", "thru", "up to", "until"]) || from && self.take("and");
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

    /// "5 and 3", "2, 4 and 6", put together by one sign or function.
    pub(super) fn gathered(&mut self, sign: &str) -> Option<Piece> {
        let mut parts = vec![self.product()?];
        let mut last_begins = self.at;
        let mut share = None;
        loop {
            let start = self.at;
            let joined = match sign {
                "+" => self.take_any(&[", and", ",", "and", "to", "plus", "+", "with"]),
                "-" => self.take_any(&[", and", ",", "and", "to", "minus", "from"]),
                "/" | "%" => self.take_any(&[
                    ", and",
                    ",",
                    "and",
                    "to",
                    "with",
                    "divided by",
                    "is divided by",
                    "by",
                    "you divide",
                ]),
                "*" => self.take_any(&[", and", ",", "and", "to", "with", "by"]),
                _ => self.take_any(&[", and", ",", "and"]),
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

fn hundredfold(part: &Piece, whole: &Piece) -> Piece {
    let text = format!("{} / {} * 100", part.at_least(Tight::Product), whole.at_least(Tight::Atom));
    Piece { text, tight: Tight::Product, share: false, percent: false }
}
