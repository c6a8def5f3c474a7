//! Expressions in words: numbers, signs, shares, powers and functions, by precedence.

use crate::{
    lang::{
        en::{
            orders::{
                A, A_BEFORE_MONEY, A_BILL_OF, ARTICLES, BY, CHANGED_BY, CHOOSE, COMMA, CONSTANTS, CUBED, DOZENS,
                FACTORIAL, GOES_INTO, HUNDRED, MORE, MORE_THAN, NEGATIVE, NO_RANGE, OF, OF_THE, OFF, PER, PERCENT,
                POWER, POWERS, RAISED, SQUARED, TAKEN_FROM, THE, THE_POWER_OF, TIP, TIP_ON, TO, TO_THE, TO_THE_POWER,
            },
            sums::{
                A_DEGREE, DEGREES_SAID, FUNCTIONS, Function, GATHERED, HALF, MINUS, MODULO, MONEY, NOUNS_OF_PRICE,
                OF_ANGLES, OVER, PLUS, RESULTS, SIGNS_OF_MONEY, TIMES,
            },
        },
        grammar::grammar,
        holds,
    },
    model::{
        asked::EARLIER,
        token::{Token, TokenKind},
    },
    sum::{calculator::is_expression, number},
};

/// How deep shares and parentheses may nest.
const MAX_DEPTH: usize = 40;

/// How tight the outermost sign of a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tight {
    Sum,
    Product,
    Power,
    Atom,
}

/// A piece of a sum that was read.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    pub(super) tight: Tight,
    /// A percentage or a fraction: "of" multiplies it with what follows.
    pub(super) share: bool,
    pub(super) percent: bool,
}

impl Piece {
    pub(super) fn atom(text: String) -> Self {
        Self { text, tight: Tight::Atom, share: false, percent: false }
    }

    pub(super) fn at_least(&self, tight: Tight) -> String {
        if self.tight >= tight { self.text.clone() } else { format!("({})", self.text) }
    }
}

pub(super) struct Parser<'a> {
    pub(super) words: &'a [&'a str],
    pub(super) tokens: &'a [Token],
    pub(super) goal: &'a str,
    pub(super) at: usize,
    pub(super) depth: usize,
    /// How many signs and functions there are; a number alone is no sum.
    pub(super) operations: usize,
    /// Where a part stands that can be read in two ways, as a range of words.
    pub(super) two_fold: Option<(usize, usize)>,
}

/// How many words a phrase has.
fn length(phrase: &str) -> usize {
    phrase.split(' ').count()
}

impl Parser<'_> {
    pub(super) fn word(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).copied().unwrap_or("")
    }

    pub(super) fn next_is(&self, phrase: &str) -> bool {
        phrase.split(' ').enumerate().all(|(ahead, word)| self.word(ahead) == word)
    }

    pub(super) fn take(&mut self, phrase: &str) -> bool {
        let found = self.next_is(phrase);
        self.at += if found { length(phrase) } else { 0 };
        found
    }

    /// Takes the first of these phrases that stands next; bars stand between them.
    pub(super) fn take_any(&mut self, phrases: &str) -> bool {
        phrases.split(" | ").any(|phrase| self.take(phrase))
    }

    /// Takes the next word where it is one of these.
    pub(super) fn take_word(&mut self, words: &str) -> bool {
        let found = self.is(0, words);
        self.at += usize::from(found);
        found
    }

    pub(super) fn next_is_any(&self, phrases: &str) -> bool {
        phrases.split(" | ").any(|phrase| self.next_is(phrase))
    }

    /// Whether a word is one of these.
    pub(super) fn is(&self, ahead: usize, words: &str) -> bool {
        holds(words, self.word(ahead))
    }

    pub(super) fn joined(left: &Piece, sign: char, tight: Tight, right: &Piece) -> Piece {
        // A percentage after plus or minus is a share of what stands before it, which is the calculator's own reading too.
        let (left, right) = match tight {
            Tight::Sum => {
                (left.at_least(Tight::Sum), right.at_least(if sign == '-' { Tight::Product } else { Tight::Sum }))
            }
            _ => {
                (left.at_least(Tight::Product), right.at_least(if sign == '*' { Tight::Product } else { Tight::Power }))
            }
        };
        Piece { text: format!("{left} {sign} {right}"), tight, share: false, percent: false }
    }

    pub(super) fn sum(&mut self) -> Option<Piece> {
        let mut left = self.product()?;
        loop {
            let start = self.at;
            let _ = self.take_any(COMMA);
            let relative = self.next_is_any(CHANGED_BY);
            let sign = if self.take_any(TAKEN_FROM) {
                let right = self.product()?;
                self.operations += 1;
                left = Self::joined(&right, '-', Tight::Sum, &left);
                continue;
            } else if self.take(MORE) || self.take_any(PLUS) {
                '+'
            } else if self.take_any(MINUS) {
                '-'
            } else {
                self.at = start;
                break;
            };
            // "80 decreased by a fifth" takes a fifth of it.
            if relative && let Some(part) = self.part_of(&left) {
                left = Self::joined(&left, sign, Tight::Sum, &part);
                continue;
            }
            let _ = self.take_any(ARTICLES) && !self.is(0, HUNDRED);
            let Some(right) = self.product() else {
                self.at = start;
                break;
            };
            self.tip();
            self.operations += 1;
            left = Self::joined(&left, sign, Tight::Sum, &right);
        }
        Some(left)
    }

    /// A fraction that stands next, of something; nothing is taken when it is none, or a percentage.
    pub(super) fn part_of(&mut self, whole: &Piece) -> Option<Piece> {
        let start = (self.at, self.operations);
        let share = self.unary().filter(|share| share.share && !share.percent);
        if share.is_none() {
            (self.at, self.operations) = start;
        }
        self.operations += usize::from(share.is_some());
        share.map(|share| Self::joined(&share, '*', Tight::Product, whole))
    }

    /// "tip", "tax" after a percentage that is added.
    fn tip(&mut self) {
        let _ = self.take_any(TIP);
    }

    pub(super) fn product(&mut self) -> Option<Piece> {
        let mut left = self.shares()?;
        loop {
            let start = self.at;
            if self.take_any(GOES_INTO) {
                let right = self.shares()?;
                self.operations += 1;
                left = Self::joined(&right, '/', Tight::Product, &left);
                continue;
            }
            let sign = if self.take_any(TIMES) {
                '*'
            } else if !self.is(0, BY) && self.take_any(OVER) {
                '/'
            } else if self.take_any(MODULO) || self.word(0) == "%" && self.operand_follows() && self.take("%") {
                '%'
            } else if self.take(BY) {
                '*'
            } else {
                return Some(left);
            };
            let Some(right) = self.shares() else {
                self.at = start;
                return Some(left);
            };
            self.people();
            self.operations += 1;
            left = Self::joined(&left, sign, Tight::Product, &right);
        }
    }

    pub(super) fn is_number(&self, ahead: usize) -> bool {
        self.words
            .get(self.at + ahead..)
            .zip(self.tokens.get(self.at + ahead..))
            .is_some_and(|(words, tokens)| number::read(words, tokens).is_some_and(|number| number.len == 1))
    }

    fn word_before(&self) -> &str {
        self.at.checked_sub(1).and_then(|at| self.words.get(at)).copied().unwrap_or("")
    }

    fn operand_follows(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == TokenKind::Number || token.is_sign('('))
    }

    /// Shares of something: "15% of 80", "two thirds of 90", "30% off 279", "20 percent tip on 45".
    pub(super) fn shares(&mut self) -> Option<Piece> {
        let share = self.unary()?;
        if !(share.percent || share.share) {
            return Some(share);
        }
        self.depth += 1;
        let piece = if self.depth > MAX_DEPTH { None } else { Some(self.share_of(share)) };
        self.depth -= 1;
        piece
    }

    fn share_of(&mut self, share: Piece) -> Piece {
        let start = self.at;
        let discount = self.take_any(OFF);
        let more = !discount && self.take_any(MORE_THAN);
        let tip = !discount && !more && self.take_any(TIP_ON);
        let of = !discount && !more && !tip && self.take_any(OF_THE);
        if !(discount || more || tip || of) {
            return share;
        }
        let _ = self.take_any(A_BILL_OF);
        if self.is(0, A_BEFORE_MONEY)
            && self
                .tokens
                .get(self.at + 1)
                .is_some_and(|token| matches!(token.kind, TokenKind::Sign('$' | '€' | '£') | TokenKind::Number))
        {
            self.at += 1;
        }
        let Some(whole) = self.shares() else {
            self.at = start;
            return share;
        };
        if tip || discount {
            let _ = self.take_any(NOUNS_OF_PRICE);
        }
        self.operations += 1;
        let text = if more && share.percent {
            format!("({} + {})", whole.at_least(Tight::Sum), share.text)
        } else if more {
            format!("({} + {} * {})", whole.at_least(Tight::Product), share.text, whole.at_least(Tight::Product))
        } else if discount && share.percent {
            format!("({} - {})", whole.at_least(Tight::Sum), share.text)
        } else if share.percent {
            format!("({} of {})", share.text, whole.at_least(Tight::Atom))
        } else if discount {
            format!("({} - {} * {})", whole.at_least(Tight::Product), share.text, whole.at_least(Tight::Product))
        } else {
            format!("({} * {})", share.text, whole.at_least(Tight::Product))
        };
        Piece { text, tight: Tight::Atom, share: false, percent: false }
    }

    pub(super) fn unary(&mut self) -> Option<Piece> {
        if self.take_any(NEGATIVE) {
            let piece = self.powered()?;
            return Some(Piece { text: format!("-{}", piece.at_least(Tight::Power)), tight: Tight::Product, ..piece });
        }
        // "5 + + 3" is a slip of some kind.
        if self.word_before() != "+" && self.take("+") {
            return self.powered();
        }
        self.powered()
    }

    fn powered(&mut self) -> Option<Piece> {
        let mut base = self.primary()?;
        loop {
            let exponent = if self.take_any(SQUARED) {
                Some("2".to_owned())
            } else if self.take_any(CUBED) {
                Some("3".to_owned())
            } else if self.take_any(TO_THE_POWER) {
                let _ = self.take_any(THE_POWER_OF);
                if let Some(power) = self.ordinal_power() {
                    Some(power)
                } else {
                    Some(self.unary()?.at_least(Tight::Atom))
                }
            } else if self.next_is_any(TO_THE) {
                let start = self.at;
                self.at += if self.is(0, RAISED) { 3 } else { 2 };
                let mut power = self.ordinal_power();
                // "two to the ten"
                if power.is_none() && self.is_number(0) && self.word(1).is_empty() {
                    power = self.primary().map(|power| power.text);
                }
                if power.is_none() {
                    self.at = start;
                }
                power
            } else {
                None
            };
            if let Some(exponent) = exponent {
                self.operations += 1;
                base = Piece {
                    text: format!("{}^{exponent}", base.at_least(Tight::Atom)),
                    tight: Tight::Power,
                    share: false,
                    percent: false,
                };
                continue;
            }
            if self.take_any(FACTORIAL) {
                self.operations += 1;
                base = Piece {
                    text: format!("{}!", base.at_least(Tight::Atom)),
                    tight: Tight::Atom,
                    share: false,
                    percent: false,
                };
                continue;
            }
            let percent_sign = self.word(0) == "%" && !self.operand_follows();
            if self.take(CHOOSE) {
                let chosen = self.primary()?;
                self.operations += 1;
                base = Piece::atom(["nCr(", &base.text, ", ", &chosen.text, ")"].concat());
                continue;
            }
            if percent_sign || self.next_is_any(PERCENT) {
                self.at += if self.is(0, PER) { 2 } else { 1 };
                base = Piece {
                    text: format!("{}%", base.at_least(Tight::Atom)),
                    tight: Tight::Atom,
                    share: true,
                    percent: true,
                };
                continue;
            }
            return Some(base);
        }
    }

    /// "third power", "5th power", "4th".
    fn ordinal_power(&mut self) -> Option<String> {
        let word = self.word(0);
        let named = POWERS;
        let power = named.split(' ').position(|name| name == word).map(|at| at.to_string()).or_else(|| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (!digits.is_empty() && digits.len() < word.len() && digits.bytes().all(|b| b.is_ascii_digit()))
                .then(|| digits.to_owned())
        })?;
        self.at += 1;
        let _ = self.take(POWER);
        Some(power)
    }

    pub(super) fn primary(&mut self) -> Option<Piece> {
        self.depth += 1;
        let piece = if self.depth > MAX_DEPTH { None } else { self.primary_inside() };
        self.depth -= 1;
        piece
    }

    fn primary_inside(&mut self) -> Option<Piece> {
        let before = self.at;
        if self.take(THE) && !self.next_is_known() {
            self.at = before;
        }
        if self.take("(") {
            let inside = self.sum()?;
            self.take(")").then_some(())?;
            return Some(Piece::atom(format!("({})", inside.text)));
        }
        for (phrase, sign) in GATHERED {
            if self.take(phrase) {
                let adds =
                    *sign == "+" && !NO_RANGE.split(' ').any(|word| phrase.starts_with(word) || phrase.ends_with(word));
                let start = self.at;
                let range = if adds || *sign == "*" { self.range(sign) } else { None };
                if range.is_some() || self.at > start {
                    return range;
                }
                let piece = self.gathered(sign);
                // "the sum of 3 and 4 to 10" is no list of numbers.
                let ranged = adds && self.words.get(start..self.at).is_some_and(|words| words.contains(&TO));
                return piece.filter(|_| !ranged);
            }
        }
        // "then half the result": of what came before.
        if self.take(HALF) {
            if let Some(earlier) = self.earlier() {
                self.operations += 1;
                return Some(Self::joined(&earlier, '/', Tight::Product, &Piece::atom("2".to_owned())));
            }
            self.at = before;
        }
        if let Some(number) = self.number() {
            return Some(number);
        }
        for (phrase, function) in FUNCTIONS {
            if self.take(phrase) {
                return self.function(*function);
            }
        }
        self.at = before;
        self.earlier().or_else(|| self.symbolic())
    }

    /// What came before, by a word for it.
    fn earlier(&mut self) -> Option<Piece> {
        let results = RESULTS.split(" | ").filter(|phrase| self.next_is(phrase));
        let longest = results.map(length).max()?;
        self.at += longest;
        Some(Piece::atom(EARLIER.to_string()))
    }

    fn next_is_known(&self) -> bool {
        GATHERED.iter().any(|(phrase, _)| self.next_is(phrase))
            || FUNCTIONS.iter().any(|(phrase, _)| self.next_is(phrase))
    }

    fn number(&mut self) -> Option<Piece> {
        let before = self.at;
        if self
            .tokens
            .get(self.at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Sign(sign) if SIGNS_OF_MONEY.contains(&sign)))
        {
            self.at += 1;
        }
        let words = self.words.get(self.at..)?;
        let tokens = self.tokens.get(self.at..)?;
        let Some(number) = number::read(words, tokens) else {
            self.at = before;
            return None;
        };
        // "three dozen" is a sum of its own.
        let dozens = words.get(1..number.len).unwrap_or_default().iter().any(|word| holds(DOZENS, word));
        self.operations += usize::from(dozens && !words.first().is_some_and(|word| holds(A, word)));
        self.at += number.len;
        // "4.20€"
        let coin = self
            .tokens
            .get(self.at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Sign(sign) if SIGNS_OF_MONEY.contains(&sign)));
        if coin || self.is(0, MONEY) {
            self.at += 1;
        }
        Some(Piece { text: number.text, tight: Tight::Atom, share: number.fraction, percent: false })
    }

    fn function(&mut self, function: Function) -> Option<Piece> {
        let base = if matches!(function, Function::Based(_)) { Some(self.primary()?) } else { None };
        let _ = self.take(OF);
        // "the answer" is a piece of its own.
        let _ = !self.next_is_any(RESULTS) && self.take(THE);
        let inside = self.unary()?;
        self.operations += 1;
        let atom = || inside.at_least(Tight::Atom);
        let (text, tight) = match function {
            Function::Based(name) => ([name, "(", &inside.text, ", ", &base?.text, ")"].concat(), Tight::Atom),
            // "cosine of 60 degrees"
            Function::Named(name) if holds(OF_ANGLES, name) && self.take_word(DEGREES_SAID) => {
                ([name, "(", &inside.text, " ", A_DEGREE, ")"].concat(), Tight::Atom)
            }
            Function::Named(name) => ([name, "(", &inside.text, ")"].concat(), Tight::Atom),
            Function::Before(sign) => ([sign, &atom()].concat(), Tight::Product),
            Function::After(sign) => ([&atom(), sign].concat(), Tight::Product),
            Function::Power(power) => ([&atom(), power].concat(), Tight::Power),
        };
        Some(Piece { text, tight, share: false, percent: false })
    }

    /// A name of the calculator's, alone or with arguments in parentheses, as it was typed.
    fn symbolic(&mut self) -> Option<Piece> {
        let start = self.at;
        let name = self.tokens.get(start).filter(|token| token.kind == TokenKind::Word)?;
        let opens = self.tokens.get(start + 1).is_some_and(|token| token.is_sign('('));
        let constant = self.is(0, CONSTANTS);
        if !(constant || opens && grammar().may_be_symbolic(name)) {
            return None;
        }
        let mut end = start + 1;
        if opens {
            let mut open = 0_usize;
            loop {
                let token = self.tokens.get(end)?;
                open = if token.is_sign('(') {
                    open + 1
                } else if token.is_sign(')') {
                    open - 1
                } else {
                    open
                };
                end += 1;
                if open == 0 {
                    break;
                }
            }
            self.operations += 1;
        }
        let text = name.span.cover(self.tokens.get(end - 1)?.span).of(self.goal);
        if !is_expression(text) {
            return None;
        }
        self.at = end;
        Some(Piece::atom(text.to_owned()))
    }
}
