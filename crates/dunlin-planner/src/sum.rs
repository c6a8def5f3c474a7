//! Sums in words, turned into the calculator's notation.
//!
//! "subtract 85 from 997" becomes `997 - 85`, "the square root of sixteen plus 9" `sqrt(16) + 9`. A text that is an
//! expression already is passed on as it was typed. The calculator does the arithmetic; nothing is computed here.

use crate::{
    number, reading,
    token::{Token, TokenKind, normalize, span_of},
};

/// How tight the outermost sign of a text binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    Sum,
    Product,
    Power,
    Atom,
}

/// A piece of a sum that was read.
#[derive(Clone, Debug)]
struct Piece {
    text: String,
    tight: Tight,
    /// A percentage or a fraction: "of" multiplies it with what follows.
    share: bool,
    percent: bool,
}

impl Piece {
    fn atom(text: String) -> Self {
        Self { text, tight: Tight::Atom, share: false, percent: false }
    }

    fn at_least(&self, tight: Tight) -> String {
        if self.tight >= tight { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// A sum as the calculator reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    /// The expression; where an earlier result stands, the sign [`EARLIER`].
    pub(crate) expression: String,
    /// Whether the goal's own words are the expression.
    pub(crate) verbatim: bool,
}

/// Stands for the result of an earlier step in an expression that is not finished.
pub(crate) const EARLIER: char = '\u{1}';

const PLUS: &[&[&str]] = &[
    &["plus"],
    &["+"],
    &["added", "to"],
    &["added", "with"],
    &["and", "add"],
    &["pluss"],
    &["add"],
    &["increased", "by"],
    &["with"],
];
const MINUS: &[&[&str]] = &[
    &["minus"],
    &["-"],
    &["−"],
    &["–"],
    &["take", "away"],
    &["less"],
    &["subtract"],
    &["subtracted", "by"],
    &["take"],
    &["reduced", "by"],
    &["decreased", "by"],
    &["mins"],
    &["minis"],
    &["without"],
];
const TIMES: &[&[&str]] = &[
    &["times"],
    &["*"],
    &["×"],
    &["x"],
    &["multiplied", "by"],
    &["multiplied", "with"],
    &["multiplied", "times"],
    &["multiply", "by"],
    &["time"],
    &["·"],
    &["⋅"],
    &["multiply"],
    &["multiplied"],
    &["multipled", "by"],
    &["timesed", "by"],
    &["multiplied", "buy"],
    &["tims"],
];
const OVER: &[&[&str]] = &[
    &["divided", "by"],
    &["/"],
    &["÷"],
    &["over"],
    &["divided", "buy"],
    &["divide", "by"],
    &["divide"],
    &["devided", "by"],
    &["divided"],
    &["split", "by"],
    &["per"],
    &["split", "between"],
    &["shared", "by"],
    &["divided", "with"],
    &["split", "among"],
    &["divided", "between"],
    &["divided", "among"],
    &["by"],
];
const MODULO: &[&[&str]] = &[&["modulo"], &["mod"], &["modulus"], &["remainder"]];
const MONEY: &[&str] = &["dollars", "dollar", "bucks", "buck", "euros", "euro", "usd", "eur", "gbp"];
const SIGNS_OF_MONEY: &[char] = &['$', '€', '£', '¥', '₹'];
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["square", "root", "of"], "sqrt"),
    (&["squareroot", "of"], "sqrt"),
    (&["square", "root"], "sqrt"),
    (&["squared", "root", "of"], "sqrt"),
    (&["sqrt", "of"], "sqrt"),
    (&["root", "of"], "sqrt"),
    (&["cube", "root", "of"], "cbrt"),
    (&["cubed", "root", "of"], "cbrt"),
    (&["cubic", "root", "of"], "cbrt"),
    (&["factorial", "of"], "fact"),
    (&["absolute", "value", "of"], "abs"),
    (&["log", "of"], "log"),
    (&["logarithm", "of"], "log"),
    (&["natural", "log", "of"], "ln"),
    (&["natural", "logarithm", "of"], "ln"),
    (&["sine", "of"], "sin"),
    (&["cosine", "of"], "cos"),
    (&["tangent", "of"], "tan"),
    (&["sin", "of"], "sin"),
    (&["cos", "of"], "cos"),
    (&["tan", "of"], "tan"),
    (&["ln", "of"], "ln"),
    (&["square", "of"], "square"),
    (&["cube", "of"], "cube"),
    (&["inverse", "of"], "inverse"),
    (&["reciprocal", "of"], "inverse"),
    (&["half", "of"], "half"),
    (&["half"], "half"),
    (&["double"], "double"),
    (&["twice"], "double"),
    (&["triple"], "triple"),
    (&["negative"], "-"),
    (&["opposite", "of"], "-"),
    (&["thrice"], "triple"),
    (&["quadruple"], "quadruple"),
];
const GATHERED: &[(&[&str], &str)] = &[
    (&["sum", "of"], "+"),
    (&["total", "of"], "+"),
    (&["sum", "total", "of"], "+"),
    (&["addition", "of"], "+"),
    (&["product", "of"], "*"),
    (&["multiplication", "of"], "*"),
    (&["difference", "between"], "-"),
    (&["difference", "of"], "-"),
    (&["quotient", "of"], "/"),
    (&["division", "of"], "/"),
    (&["average", "of"], "avg"),
    (&["mean", "of"], "avg"),
    (&["median", "of"], "median"),
    (&["maximum", "of"], "max"),
    (&["minimum", "of"], "min"),
    (&["largest", "of"], "max"),
    (&["smallest", "of"], "min"),
    (&["ratio", "of"], "/"),
    (&["greatest", "common", "divisor", "of"], "gcd"),
    (&["gcd", "of"], "gcd"),
    (&["highest", "common", "factor", "of"], "gcd"),
    (&["least", "common", "multiple", "of"], "lcm"),
    (&["lcm", "of"], "lcm"),
    (&["lowest", "common", "multiple", "of"], "lcm"),
    (&["subtraction", "of"], "-"),
    (&["max", "of"], "max"),
    (&["min", "of"], "min"),
    (&["remainder", "of"], "%"),
    (&["remainder", "when"], "%"),
    (&["remainder", "if"], "%"),
    (&["remainder", "from"], "%"),
];
/// Words for the result of an earlier step.
const RESULTS: &[&[&str]] = &[
    &["the", "result"],
    &["that", "result"],
    &["this", "result"],
    &["the", "answer"],
    &["that", "answer"],
    &["the", "total"],
    &["that", "number"],
    &["the", "sum"],
    &["that", "total"],
    &["the", "number"],
    &["it"],
    &["that"],
    &["this"],
    &["the", "previous", "result"],
    &["the", "last", "result"],
    &["the", "value"],
    &["the", "outcome"],
];

/// The words this file looks for; the vocabulary holds them, so that an unknown word is known to be no part of a sum.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    let tables = [PLUS, MINUS, TIMES, OVER, MODULO, RESULTS].into_iter().flatten().copied();
    let named = FUNCTIONS.iter().chain(GATHERED).map(|(phrase, _)| *phrase);
    tables.chain(named).flatten().copied().chain(MONEY.iter().copied()).chain(number::joining_words())
}

/// The sum that `tokens` of `goal` say, or nothing when they say anything else.
pub(crate) fn read(tokens: &[Token], goal: &str) -> Option<Sum> {
    let trimmed = trim(tokens);
    let source = span_of(trimmed).of(goal).trim();
    if source.is_empty() || trimmed.len() > 2_000 {
        return None;
    }
    if has_sign_of_sum(trimmed, goal) && reading::is_expression(source) {
        return Some(Sum { expression: source.to_owned(), verbatim: true });
    }
    let lower: Vec<String> = trimmed
        .iter()
        .map(|token| {
            let mut word = String::new();
            normalize(token.span.of(goal), &mut word);
            word
        })
        .collect();
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let mut parser = Parser { words: &words, tokens: trimmed, goal, at: 0, depth: 0, operations: 0 };
    let piece = parser.whole()?;
    if parser.at != words.len() || parser.operations == 0 {
        return None;
    }
    reading::is_expression(&piece.text.replace(EARLIER, "1")).then_some(Sum { expression: piece.text, verbatim: false })
}

/// Without the signs and small words at the ends that say nothing: "=", "?", "the".
fn trim(tokens: &[Token]) -> &[Token] {
    let mut tokens = tokens;
    while let Some((last, rest)) = tokens.split_last() {
        if !matches!(last.kind, TokenKind::Sign('=' | '?' | '.' | ',' | ':' | ';') | TokenKind::LineEnd) {
            break;
        }
        tokens = rest;
    }
    while let Some((first, rest)) = tokens.split_first() {
        if !matches!(first.kind, TokenKind::Sign(':' | ',' | '=') | TokenKind::LineEnd) {
            break;
        }
        tokens = rest;
    }
    tokens
}

/// Whether there is anything to calculate: a lone number or word is no sum.
fn has_sign_of_sum(tokens: &[Token], goal: &str) -> bool {
    tokens.len() > 1
        && tokens.iter().any(|token| {
            token.word == crate::vocabulary::NUMBER
                || token.kind == TokenKind::Word
                    && token.span.of(goal).starts_with(|c: char| c.is_ascii_digit() || c == 'π')
                || token.span.of(goal) == "pi"
        })
}

struct Parser<'a> {
    words: &'a [&'a str],
    tokens: &'a [Token],
    goal: &'a str,
    at: usize,
    depth: usize,
    /// How many signs and functions there are; a number alone is no sum.
    operations: usize,
}

impl Parser<'_> {
    fn word(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).copied().unwrap_or("")
    }

    fn next_is(&self, phrase: &[&str]) -> bool {
        phrase.iter().enumerate().all(|(ahead, word)| self.word(ahead) == *word)
    }

    fn take(&mut self, phrase: &[&str]) -> bool {
        let found = self.next_is(phrase);
        self.at += if found { phrase.len() } else { 0 };
        found
    }

    fn take_any(&mut self, phrases: &[&[&str]]) -> bool {
        phrases.iter().any(|phrase| self.take(phrase))
    }

    /// A whole sum: an order ("subtract 4 from 9") or an expression.
    fn whole(&mut self) -> Option<Piece> {
        let start = (self.at, self.operations);
        if let Some(piece) = self.order() {
            if self.at == self.words.len() {
                return Some(piece);
            }
        }
        (self.at, self.operations) = start;
        if let Some(piece) = self.question_of_share() {
            return Some(piece);
        }
        (self.at, self.operations) = start;
        let first = self.sum()?;
        self.followed_by_orders(first)
    }

    /// "… and then multiply by 2", "… , plus 3".
    fn followed_by_orders(&mut self, mut piece: Piece) -> Option<Piece> {
        loop {
            let start = self.at;
            while self.take_any(&[&[","], &["and"], &["then"]]) {}
            let sign = if self.take_any(&[
                &["multiply", "by"],
                &["multiply", "it", "by"],
                &["multiply", "that", "by"],
                &["times"],
                &["multiplied", "by"],
            ]) {
                ('*', Tight::Product)
            } else if self.take_any(&[
                &["divide", "by"],
                &["divide", "it", "by"],
                &["divide", "that", "by"],
                &["divided", "by"],
            ]) {
                ('/', Tight::Product)
            } else if self.take_any(&[&["subtract"], &["minus"], &["take", "away"]]) {
                ('-', Tight::Sum)
            } else if self.take_any(&[&["add"], &["plus"]]) {
                ('+', Tight::Sum)
            } else {
                self.at = start;
                return Some(piece);
            };
            let Some(right) = self.product() else {
                self.at = start;
                return Some(piece);
            };
            self.operations += 1;
            piece = self.joined(&piece, sign.0, sign.1, &right);
        }
    }

    fn joined(&self, left: &Piece, sign: char, tight: Tight, right: &Piece) -> Piece {
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

    /// "add 5 and 3", "subtract 85 from 997", "divide 3 by 2", "multiply 4 by 6", "split 90 between 4 people".
    fn order(&mut self) -> Option<Piece> {
        let noun = self.take_any(&[&["the"]]);
        let _ = noun;
        if self.take_any(&[&["add"], &["sum"], &["adding"], &["total"], &["add", "up"]]) {
            let _ = self.take_any(&[&["up"], &["together"], &[":"]]);
            return self.gathered("+");
        }
        if self.take_any(&[
            &["subtract"],
            &["subtracting"],
            &["deduct"],
            &["take"],
            &["take", "away"],
            &["minus"],
            &["substract"],
        ]) {
            let right = self.product()?;
            if self.take_any(&[&["from"], &["away", "from"], &["off", "of"], &["off"]]) {
                let left = self.sum()?;
                self.operations += 1;
                return Some(self.joined(&left, '-', Tight::Sum, &right));
            }
            self.take_any(&[&["and"], &["minus"], &["by"]]).then_some(())?;
            let second = self.sum()?;
            self.operations += 1;
            return Some(self.joined(&right, '-', Tight::Sum, &second));
        }
        if self.take_any(&[&["divide"], &["dividing"], &["split"], &["devide"], &["splitting"], &["share"]]) {
            let left = self.sum_of_product()?;
            if self.take_any(&[&["into"]]) && !self.word(1).is_empty() && !self.next_is_people(1) {
                let right = self.product()?;
                self.operations += 1;
                return Some(self.joined(&right, '/', Tight::Product, &left));
            }
            self.take_any(&[
                &["by"],
                &["between"],
                &["among"],
                &["amongst"],
                &["buy"],
                &["with"],
                &["in"],
                &["into"],
                &["equally", "between"],
                &["evenly", "between"],
                &["evenly", "among"],
                &["equally", "among"],
            ]);
            let right = self.product()?;
            self.people();
            self.operations += 1;
            return Some(self.joined(&left, '/', Tight::Product, &right));
        }
        if self.take_any(&[&["multiply"], &["multiplying"], &["times"]]) {
            let left = self.product()?;
            self.take_any(&[&["by"], &["and"], &["times"], &["with"], &["buy"]]).then_some(())?;
            let right = self.product()?;
            self.operations += 1;
            let mut piece = self.joined(&left, '*', Tight::Product, &right);
            while self.take_any(&[&["and"], &["by"], &["times"], &[","]]) {
                let next = self.product()?;
                piece = self.joined(&piece, '*', Tight::Product, &next);
            }
            return Some(piece);
        }
        if self.take_any(&[&["square"]]) {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^2", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if self.take_any(&[&["cube"]]) {
            let piece = self.product()?;
            self.operations += 1;
            return Some(Piece {
                text: format!("{}^3", piece.at_least(Tight::Atom)),
                tight: Tight::Power,
                share: false,
                percent: false,
            });
        }
        if self.take_any(&[&["round"]]) {
            let piece = self.sum()?;
            self.operations += 1;
            if self.take_any(&[&["to", "the", "nearest"], &["to", "nearest"]]) {
                let unit = self.primary()?;
                return Some(Piece {
                    text: format!("round({} / {}) * {}", piece.at_least(Tight::Product), unit.text, unit.text),
                    tight: Tight::Product,
                    share: false,
                    percent: false,
                });
            }
            return Some(Piece::atom(format!("round({})", piece.text)));
        }
        None
    }

    fn next_is_people(&self, ahead: usize) -> bool {
        matches!(
            self.word(ahead),
            "ways" | "people" | "parts" | "persons" | "friends" | "pieces" | "groups" | "shares" | "portions" | "equal"
        )
    }

    fn people(&mut self) {
        while self.next_is_people(0) {
            self.at += 1;
        }
    }

    fn sum_of_product(&mut self) -> Option<Piece> {
        let piece = self.product_until_by()?;
        Some(piece)
    }

    /// A product in which "by" is not a sign, for "divide 3 by 2".
    fn product_until_by(&mut self) -> Option<Piece> {
        self.shares()
    }

    /// "what percent of 80 is 20", "20 is what percent of 80", "what percentage is 20 of 80", "5 is 25% of what".
    fn question_of_share(&mut self) -> Option<Piece> {
        let _ = self.take_any(&[&["is"], &["the"]]);
        let percent: &[&[&str]] = &[
            &["what", "percent"],
            &["what", "percentage"],
            &["what", "%"],
            &["which", "percent"],
            &["percent"],
            &["percentage"],
            &["what", "is", "the", "percentage"],
            &["what", "per", "cent"],
        ];
        if self.take_any(percent) {
            let of_first = self.take_any(&[&["of"]]);
            let is_first = !of_first && self.take_any(&[&["is"]]);
            if !of_first && !is_first {
                return None;
            }
            let first = self.sum()?;
            (if of_first { self.take_any(&[&["is"]]) } else { self.take_any(&[&["of"]]) }).then_some(())?;
            let second = self.sum()?;
            self.operations += 1;
            let (part, whole) = if of_first { (second, first) } else { (first, second) };
            return Some(hundredfold(&part, &whole));
        }
        let first = self.sum()?;
        self.take_any(&[&["is"]]).then_some(())?;
        if self.take_any(percent) {
            self.take_any(&[&["of"]]).then_some(())?;
            let whole = self.sum()?;
            self.operations += 1;
            return Some(hundredfold(&first, &whole));
        }
        let share = self.unary()?;
        (share.percent).then_some(())?;
        let factor = share.text.trim_end_matches('%').to_owned();
        let text = if self.take_any(&[&["of", "what"], &["of", "which", "number"], &["of", "what", "number"]]) {
            format!("{} / ({factor}/100)", first.at_least(Tight::Product))
        } else if self.take_any(&[&["on", "what"]]) {
            format!("{} / (1 + {factor}/100)", first.at_least(Tight::Product))
        } else if self.take_any(&[&["off", "what"]]) {
            format!("{} / (1 - {factor}/100)", first.at_least(Tight::Product))
        } else {
            return None;
        };
        self.operations += 1;
        Some(Piece { text, tight: Tight::Product, share: false, percent: false })
    }

    fn sum(&mut self) -> Option<Piece> {
        self.depth += 1;
        if self.depth > 40 {
            return None;
        }
        let mut left = self.product()?;
        loop {
            let start = self.at;
            let _ = self.take_any(&[&[","]]);
            let sign = if self.take(&["subtracted", "from"])
                || self.take(&["taken", "from"])
                || self.take(&["less", "than"])
                || self.take(&["taken", "away", "from"])
            {
                let right = self.product()?;
                self.operations += 1;
                left = self.joined(&right, '-', Tight::Sum, &left);
                continue;
            } else if self.take(&["more", "than"]) || self.take_any(PLUS) {
                '+'
            } else if self.take_any(MINUS) {
                '-'
            } else {
                self.at = start;
                break;
            };
            let _ = self.take_any(&[&["a"], &["an"], &["the"]]) && self.word(0) != "hundred";
            let Some(right) = self.product() else {
                self.at = start;
                break;
            };
            self.tip();
            self.operations += 1;
            left = self.joined(&left, sign, Tight::Sum, &right);
        }
        self.depth -= 1;
        Some(left)
    }

    /// "tip", "tax" after a percentage that is added.
    fn tip(&mut self) {
        let _ = self.take_any(&[
            &["tip"],
            &["gratuity"],
            &["tax"],
            &["sales", "tax"],
            &["vat"],
            &["discount"],
            &["interest"],
        ]);
    }

    fn product(&mut self) -> Option<Piece> {
        let mut left = self.shares()?;
        loop {
            let start = self.at;
            if self.take(&["divided", "into"])
                || self.take(&["goes", "into"])
                || self.take(&["go", "into"])
                || self.take(&["into"])
            {
                let right = self.shares()?;
                self.operations += 1;
                left = self.joined(&right, '/', Tight::Product, &left);
                continue;
            }
            let sign = if self.take_any(TIMES) {
                '*'
            } else if self.word(0) != "by" && self.take_any(OVER) {
                '/'
            } else if self.take_any(MODULO) || self.word(0) == "%" && self.operand_follows() && self.take(&["%"]) {
                '%'
            } else if self.take(&["by"]) {
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
            left = self.joined(&left, sign, Tight::Product, &right);
        }
    }

    fn operand_follows(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.kind == TokenKind::Number || token.is_sign('('))
    }

    /// Shares of something: "15% of 80", "two thirds of 90", "30% off 279", "20 percent tip on 45".
    fn shares(&mut self) -> Option<Piece> {
        let share = self.unary()?;
        if !(share.percent || share.share) {
            return Some(share);
        }
        self.depth += 1;
        if self.depth > 40 {
            return None;
        }
        let start = self.at;
        let discount = self.take_any(&[
            &["off", "of"],
            &["off", "from"],
            &["off"],
            &["discount", "on"],
            &["discount", "off"],
            &["discount", "from"],
            &["less", "than"],
            &["discount", "of"],
        ]);
        let tip = !discount
            && self.take_any(&[
                &["tip", "on"],
                &["tip", "for"],
                &["tip", "of"],
                &["tax", "on"],
                &["gratuity", "on"],
                &["sales", "tax", "on"],
                &["tip", "off"],
                &["interest", "on"],
                &["vat", "on"],
                &["tip", "on", "top", "of"],
            ]);
        let of = !discount && !tip && self.take_any(&[&["of", "the"], &["of"], &["from"]]);
        if !(discount || tip || of) {
            self.depth -= 1;
            return Some(share);
        }
        let _ = self.take_any(&[&["a", "bill", "of"], &["the", "bill", "of"], &["bill", "of"], &["a", "total", "of"]]);
        if self.word(0) == "a"
            && self
                .tokens
                .get(self.at + 1)
                .is_some_and(|token| matches!(token.kind, TokenKind::Sign('$' | '€' | '£') | TokenKind::Number))
        {
            self.at += 1;
        }
        let Some(whole) = self.shares() else {
            self.at = start;
            self.depth -= 1;
            return Some(share);
        };
        let _ = tip && self.take_any(&[&["bill"], &["check"], &["meal"], &["tab"], &["dinner"]]);
        self.depth -= 1;
        self.operations += 1;
        let text = if discount && share.percent {
            format!("({} - {})", whole.at_least(Tight::Sum), share.text)
        } else if share.percent {
            format!("({} of {})", share.text, whole.at_least(Tight::Atom))
        } else if discount {
            format!("({} - {} * {})", whole.at_least(Tight::Product), share.text, whole.at_least(Tight::Product))
        } else {
            format!("({} * {})", share.text, whole.at_least(Tight::Product))
        };
        Some(Piece { text, tight: Tight::Atom, share: false, percent: false })
    }

    fn unary(&mut self) -> Option<Piece> {
        if self.take_any(&[&["-"], &["−"], &["minus"], &["negative"]]) {
            let piece = self.powered()?;
            return Some(Piece { text: format!("-{}", piece.at_least(Tight::Power)), tight: Tight::Product, ..piece });
        }
        if self.take(&["+"]) {
            return self.powered();
        }
        self.powered()
    }

    fn powered(&mut self) -> Option<Piece> {
        let mut base = self.primary()?;
        loop {
            let exponent = if self.take_any(&[&["squared"], &["²"], &["square"]]) {
                Some("2".to_owned())
            } else if self.take_any(&[&["cubed"], &["³"]]) {
                Some("3".to_owned())
            } else if self.take_any(&[
                &["to", "the", "power", "of"],
                &["raised", "to", "the", "power", "of"],
                &["to", "power", "of"],
                &["raised", "to"],
                &["^"],
                &["*", "*"],
                &["to", "the", "power"],
                &["power"],
                &["raised", "by"],
            ]) {
                let _ = self.take_any(&[&["the", "power", "of"], &["the"]]);
                if let Some(power) = self.ordinal_power() {
                    Some(power)
                } else {
                    Some(self.unary()?.at_least(Tight::Atom))
                }
            } else if self.next_is(&["to", "the"]) || self.next_is(&["raised", "to", "the"]) {
                let start = self.at;
                self.at += if self.word(0) == "raised" { 3 } else { 2 };
                let power = self.ordinal_power();
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
            if self.take_any(&[&["factorial"], &["!"]]) {
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
            if percent_sign
                || self.next_is(&["percent"])
                || self.next_is(&["per", "cent"])
                || self.next_is(&["percents"])
                || self.next_is(&["pct"])
            {
                self.at += if self.word(0) == "per" { 2 } else { 1 };
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
        let named =
            ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
        let power = named.iter().position(|name| *name == word).map(|at| at.to_string()).or_else(|| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (!digits.is_empty() && digits.len() < word.len() && digits.bytes().all(|b| b.is_ascii_digit()))
                .then(|| digits.to_owned())
        })?;
        self.at += 1;
        let _ = self.take(&["power"]);
        Some(power)
    }

    fn primary(&mut self) -> Option<Piece> {
        self.depth += 1;
        let piece = if self.depth > 40 { None } else { self.primary_inside() };
        self.depth = self.depth.saturating_sub(1);
        piece
    }

    fn primary_inside(&mut self) -> Option<Piece> {
        let before = self.at;
        if self.take(&["the"]) && !self.next_is_known() {
            self.at = before;
        }
        if self.take(&["("]) {
            let inside = self.sum()?;
            self.take(&[")"]).then_some(())?;
            return Some(Piece::atom(format!("({})", inside.text)));
        }
        for (phrase, sign) in GATHERED {
            if self.take(phrase) {
                return self.gathered(sign);
            }
        }
        if let Some(number) = self.number() {
            return Some(number);
        }
        for (phrase, name) in FUNCTIONS {
            if self.take(phrase) {
                return self.function(name);
            }
        }
        self.at = before;
        if RESULTS.iter().any(|phrase| self.next_is(phrase)) {
            let longest = RESULTS.iter().filter(|phrase| self.next_is(phrase)).map(|phrase| phrase.len()).max()?;
            self.at += longest;
            return Some(Piece::atom(EARLIER.to_string()));
        }
        self.symbolic()
    }

    fn next_is_known(&self) -> bool {
        GATHERED.iter().chain(FUNCTIONS).any(|(phrase, _)| self.next_is(phrase))
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
        self.at += number.len;
        if MONEY.contains(&self.word(0)) {
            self.at += 1;
        }
        Some(Piece { text: number.text, tight: Tight::Atom, share: number.fraction, percent: false })
    }

    fn function(&mut self, name: &str) -> Option<Piece> {
        let _ = self.take_any(&[&["of"], &["the"]]);
        let inside = self.unary()?;
        self.operations += 1;
        let atom = inside.at_least(Tight::Atom);
        Some(match name {
            "square" => Piece { text: format!("{atom}^2"), tight: Tight::Power, share: false, percent: false },
            "cube" => Piece { text: format!("{atom}^3"), tight: Tight::Power, share: false, percent: false },
            "inverse" => Piece { text: format!("1/{atom}"), tight: Tight::Product, share: false, percent: false },
            "half" => Piece { text: format!("{atom}/2"), tight: Tight::Product, share: false, percent: false },
            "double" => Piece { text: format!("2*{atom}"), tight: Tight::Product, share: false, percent: false },
            "triple" => Piece { text: format!("3*{atom}"), tight: Tight::Product, share: false, percent: false },
            "quadruple" => Piece { text: format!("4*{atom}"), tight: Tight::Product, share: false, percent: false },
            "-" => Piece { text: format!("-{atom}"), tight: Tight::Product, share: false, percent: false },
            name => Piece::atom(format!("{name}({})", inside.text)),
        })
    }

    /// "5 and 3", "2, 4 and 6", put together by one sign or function.
    fn gathered(&mut self, sign: &str) -> Option<Piece> {
        let mut parts = vec![self.product()?];
        loop {
            let start = self.at;
            let joined = match sign {
                "-" | "+" | "*" | "/" | "%" => self.take_any(&[
                    &[",", "and"],
                    &[","],
                    &["and"],
                    &["to"],
                    &["plus"],
                    &["+"],
                    &["with"],
                    &["divided", "by"],
                    &["is", "divided", "by"],
                    &["minus"],
                    &["from"],
                    &["by"],
                    &["you", "divide"],
                ]),
                _ => self.take_any(&[&[",", "and"], &[","], &["and"]]),
            };
            let next = if joined { self.product() } else { None };
            let Some(next) = next else {
                self.at = start;
                break;
            };
            parts.push(next);
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
        Some(Piece { text, tight, share: false, percent: false })
    }

    /// A name of the calculator's, alone or with arguments in parentheses, as it was typed.
    fn symbolic(&mut self) -> Option<Piece> {
        let start = self.at;
        let name = self.tokens.get(start).filter(|token| token.kind == TokenKind::Word)?;
        let opens = self.tokens.get(start + 1).is_some_and(|token| token.is_sign('('));
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
        if !reading::is_expression(text) {
            return None;
        }
        self.at = end;
        Some(Piece::atom(text.to_owned()))
    }
}

fn hundredfold(part: &Piece, whole: &Piece) -> Piece {
    let text = format!("{} / {} * 100", part.at_least(Tight::Product), whole.at_least(Tight::Atom));
    Piece { text, tight: Tight::Product, share: false, percent: false }
}
