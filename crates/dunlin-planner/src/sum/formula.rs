//! Sums that people ask for by their name: a loan's payment, a bill shared with its tip, the area of a circle, a proportion.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use super::{number, read};
use crate::{
    lang::{
        en::connectors::BEGINNERS,
        en::formulas::{
            ADDED_SHARE, ADDING, ADVERBS_OF_PERIODS, AND, AROUND, ARTICLES, ASKING, ASKS, BEFORE_AMOUNT, BEFORE_THING,
            BY, COINS, COUNTED_IN, EACH, FOR_SO_MANY, FORMULAS, Formula, GOING_ON, HOW_MANY, IN_HOURS, IN_PERCENT,
            IN_UNIT, KM_PER_HOUR, KMH, LINKS, NO_THING, NO_WHOLE, Needed, OF_A_LIST, OF_LENGTHS, OPENING, PAID_BY,
            PEOPLE, PERCENT_WORDS, PERIODS, PERSON, PROPORTIONAL, SHARES_BILL, SPEEDS, SQUARE, TAKES_FOR, TAKING_OFF,
            THOUSANDS, TIMES_TAKEN, TIPS, UNITS, WITH_TIP,
        },
        en::phrases::{CALLS, DEEDS, VERBS},
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    sum::{
        calculator::{self, is_expression},
        measures::is_to_be_converted,
    },
};

/// What stands in a value of so many for each of a unit: "1.5625 1/m".
const BY_A_UNIT: &str = " 1/";

/// Longer questions are no names of sums.
const MOST_WORDS: usize = 30;

/// The sum, when it has a name.
pub(super) fn named(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    // What is typed in numbers and signs names nothing.
    let typed = |token: &Token| {
        matches!(token.kind, TokenKind::Number | TokenKind::Sign('+' | '-' | '*' | '/' | '^' | '(' | ')'))
    };
    if tokens.iter().all(typed) {
        return None;
    }
    // "what's 15% of 62? add that to my list as tip" asks for two things.
    if tokens.len() > MOST_WORDS
        || words.iter().any(|word| holds(OF_A_LIST, word))
        || !(tokens.iter().any(|token| token.numeric || token.kind == TokenKind::Number)
            || words.iter().any(|word| number::is_count(word)))
    {
        return None;
    }
    // Nearly all sums have no such word, and are not to pay for those that have.
    let has_name = words.iter().any(|word| NAMING.contains(word));
    let expression = Merged::of(words, tokens).ask(goal, |question| named_in(question, words, has_name));
    match expression.filter(|expression| is_expression(expression)) {
        Some(expression) => Some(Sum { expression, verbatim: false }),
        None => shared_with_tip(words, tokens, goal),
    }
}

/// What a question asks for by the name of a sum, or by what it tells.
fn named_in(question: &Question<'_>, words: &[&str], has_name: bool) -> Option<String> {
    let formula = || FORMULAS.iter().find_map(|formula| question.fill(formula));
    let named = || formula().or_else(|| question.by_unit());
    let of_each = || if question.tells_of_each() { question.bill() } else { None };
    let expression = question
        .each_of_a_size()
        .or_else(|| question.so_many_of())
        .or_else(of_each)
        .or_else(|| if has_name { named() } else { None });
    let expression = expression
        .or_else(|| question.proportion())
        .or_else(|| question.recipe())
        .or_else(|| question.priced())
        .or_else(|| question.tale())
        .or_else(|| question.lots())
        .or_else(|| question.share_of_a_whole());
    // "how many litres is 7 bottles of 120 ml" is no sum of bare numbers.
    let bare = |expression: &String| !expression.contains(char::is_alphabetic);
    let measured = || {
        question.unit_asked().is_some_and(|asked| {
            (0..words.len()).any(|at| question.measure(at).is_some() || question.is_to_be_converted(at, asked))
        })
    };
    expression.filter(|expression| !(bare(expression) && measured()))
}

/// The sum of a bill that is told.
pub(super) fn billed(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let said = tokens.len() <= MOST_WORDS && !words.iter().any(|word| holds(OF_A_LIST, word));
    said.then_some(())?;
    let expression =
        Merged::of(words, tokens).ask(goal, |question| question.bill().filter(|sum| is_expression(sum)))?;
    Some(Sum { expression, verbatim: false })
}

/// Whether a word asks for something to be done.
pub(super) fn orders(word: &str) -> bool {
    BEGINNERS.contains(&word) || [VERBS, DEEDS, CALLS].iter().any(|verbs| holds(verbs, word))
}

/// The words that name a formula, and the units by which things are paid.
static NAMING: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let said = FORMULAS.iter().filter_map(|formula| formula.says.first()).flat_map(|phrases| phrases.split(" | "));
    said.filter_map(|phrase| phrase.split(' ').next()).chain(PAID_BY.split(' ')).collect()
});

/// A question in which each number of several words, "two hundred" or "3 dozen", is one.
struct Merged<'a> {
    words: Vec<Cow<'a, str>>,
    tokens: Vec<Token>,
    /// Those numbers by their places, as the calculator reads them.
    numbers: BTreeMap<usize, String>,
}

impl<'a> Merged<'a> {
    fn of(words: &[&'a str], tokens: &[Token]) -> Self {
        let mut merged = Self { words: Vec::new(), tokens: Vec::new(), numbers: BTreeMap::new() };
        let mut at = 0;
        while let (Some(word), Some(token)) = (words.get(at), tokens.get(at)) {
            let rest = (words.get(at..).unwrap_or_default(), tokens.get(at..).unwrap_or_default());
            // "90 km/h" is said in three words.
            if let [a, b, c, ..] = rest.0
                && [*a, *b, *c] == KM_PER_HOUR
            {
                merged.words.push(Cow::Borrowed(KMH));
                merged.tokens.push(*token);
                at += KM_PER_HOUR.len();
                continue;
            }
            let number = number::read(rest.0, rest.1).filter(|number| number.len > 1 && !number.fraction);
            let Some(number) = number else {
                merged.words.push(Cow::Borrowed(word));
                merged.tokens.push(*token);
                at += 1;
                continue;
            };
            let span = span_of(rest.1.get(..number.len).unwrap_or_default());
            merged.tokens.push(Token { span, kind: TokenKind::Word, numeric: true, word: UNKNOWN, ..*token });
            merged.numbers.insert(merged.words.len(), number.text.clone());
            merged.words.push(Cow::Owned(number.text));
            at += number.len;
        }
        merged
    }
}

impl Merged<'_> {
    /// What is read in them as a question.
    fn ask(&self, goal: &str, read: impl FnOnce(&Question<'_>) -> Option<String>) -> Option<String> {
        let words: Vec<&str> = self.words.iter().map(AsRef::as_ref).collect();
        read(&Question { words: &words, tokens: &self.tokens, numbers: &self.numbers, goal })
    }
}

/// The words of a question that may ask for a sum by its name.
pub(super) struct Question<'a> {
    pub(super) words: &'a [&'a str],
    pub(super) tokens: &'a [Token],
    numbers: &'a BTreeMap<usize, String>,
    pub(super) goal: &'a str,
}

impl Question<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.words.get(at).copied().unwrap_or_default()
    }

    /// The number that stands there.
    pub(super) fn value(&self, at: usize) -> Option<String> {
        if let Some(number) = self.numbers.get(&at) {
            return Some(number.clone());
        }
        let token = self.tokens.get(at)?;
        match token.kind {
            TokenKind::Number => Some(token.span.of(self.goal).replace([',', '_'], "")),
            // "4m" is a length here, and no millions.
            TokenKind::Word if self.measure(at).is_some() => self.measure(at).map(|(amount, _)| amount),
            TokenKind::Word if token.numeric || self.counts(at) => number(std::slice::from_ref(token), self.goal),
            _ => None,
        }
    }

    /// Whether a word counts things: "three people", "one tin", but not "how much is one".
    fn counts(&self, at: usize) -> bool {
        let word = self.word(at);
        let next = self.word(at + 1);
        number::is_count(word) && (number::is_more_than_one(word) || !(next.is_empty() || holds(AROUND, next)))
    }

    /// An amount whose unit touches its number: "4m".
    pub(super) fn measure(&self, at: usize) -> Option<(String, String)> {
        let word = self.word(at);
        let (amount, unit) = word.split_at(word.find(|sign: char| sign.is_alphabetic())?);
        let fits = (holds(UNITS, unit) || holds(SPEEDS, unit)) && !amount.is_empty() && amount.parse::<f64>().is_ok();
        fits.then(|| (amount.to_owned(), unit.to_owned()))
    }

    /// Whether a word is a unit that a formula may carry along.
    pub(super) fn is_unit(&self, at: usize) -> bool {
        holds(UNITS, self.word(at))
    }

    /// Whether one of these phrases is said.
    pub(super) fn says(&self, phrases: &str) -> bool {
        phrases.split(" | ").any(|phrase| {
            let length = phrase.split(' ').count();
            self.words.windows(length).any(|words| phrase.split(' ').eq(words.iter().copied()))
        })
    }

    /// The word after a number and what it is counted in: "each" in "20 dollars each".
    fn after(&self, at: usize) -> &str {
        self.word(at + 1 + usize::from(self.word(at + 1) == "-" || holds(COINS, self.word(at + 1))))
    }

    /// Whether the words beside the number there say that it is the one.
    fn is_the_one(&self, at: usize, needed: &Needed) -> bool {
        let next = self.after(at);
        let before = self.words.get(..at).unwrap_or_default();
        let right_before = before.last().copied().unwrap_or_default();
        // "250g"
        let touching = || self.measure(at).is_some_and(|(_, unit)| holds(needed.after, &unit));
        let before = before.iter().rev().find(|word| !holds(LINKS, word)).copied().unwrap_or_default();
        holds(needed.after, next) || holds(needed.before, before) || holds(needed.before, right_before) || touching()
    }

    /// The formula with its numbers in it, when it is the one that is asked for and nothing else is said.
    fn fill(&self, formula: &Formula) -> Option<String> {
        let fits = |phrases: &&str| match phrases.strip_prefix("! ") {
            Some(phrases) => !self.says(phrases),
            None => self.says(phrases),
        };
        if !formula.says.iter().all(fits) {
            return None;
        }
        let asked = self.unit_asked();
        let mut found: Vec<Option<String>> = vec![None; formula.needs.len()];
        let mut units: Vec<Option<String>> = vec![None; formula.needs.len()];
        let mut at = 0;
        while at < self.words.len() {
            if let Some(mut value) = self.value(at) {
                let named = |needed: &Needed| !needed.after.is_empty() || !needed.before.is_empty();
                let places = || formula.needs.iter().enumerate();
                // "20 each" is no whole, and "5%" no amount.
                let whole = !holds(NO_WHOLE, self.after(at));
                let fits =
                    |needed: &Needed| self.is_the_one(at, needed) && (whole || holds(needed.after, self.after(at)));
                let open = |(place, needed): &(usize, &Needed)| fits(needed) && found.get(*place) == Some(&None);
                let told = places().find(open).or_else(|| places().find(|(_, needed)| fits(needed)));
                let left =
                    || places().find(|(place, needed)| whole && !named(needed) && found.get(*place) == Some(&None));
                let (place, needed) = told.or_else(left)?;
                if holds(THOUSANDS, self.word(at + 1)) {
                    value.push_str(" * 1000");
                    at += 1;
                } else if let Some((_, unit)) = self.measure(at) {
                    // "55mph" is told by its unit, and what takes hours is counted in them alone.
                    let told = holds(SPEEDS, &unit) || holds(needed.after, &unit) && formula.gives.ends_with(IN_HOURS);
                    *units.get_mut(place)? = Some(unit).filter(|_| !told);
                } else if holds(UNITS, self.word(at + 1)) && !holds(needed.after, self.word(at + 1)) {
                    *units.get_mut(place)? = Some(self.word(at + 1).to_owned());
                    at += 1;
                }
                if found.get_mut(place)?.replace(value).is_some() {
                    return None;
                }
            } else if !self.is_said(at, formula)
                && !self.is_thing(at)
                && !self.is_unknown(at)
                && !self.is_what_for(at)
                && Some(at) != asked
            {
                return None;
            }
            at += 1;
        }
        let shared = self.shared_unit(formula, &units);
        // Of a share in percent the unit says nothing more.
        if formula.gives.ends_with(IN_PERCENT) && units.iter().any(Option::is_none) {
            units.fill(None);
        }
        let measured = units.iter().any(Option::is_some);
        if let Some(unit) = shared {
            units.fill(Some(unit));
        }
        let mut expression = formula.gives.to_owned();
        for (place, (value, unit)) in found.into_iter().zip(units).enumerate() {
            let value = value?;
            let value = unit.map_or_else(|| value.clone(), |unit| format!("({value} {unit})"));
            expression = expression.replace(&format!("{{{place}}}"), &value);
        }
        // "5 for each metre" is nothing that anybody asks for.
        if measured && calculator::preview(&expression).is_some_and(|value| value.contains(BY_A_UNIT)) {
            return None;
        }
        let asked = asked.filter(|_| measured).map(|at| self.word(at));
        // "in feet" of an area means square feet.
        let in_unit = |of: &&str| {
            let said = asked.map(|unit| ["(", &expression, ") ", IN_UNIT, " ", unit, of].concat());
            said.filter(|said| calculator::preview(said).is_some())
        };
        let told = OF_LENGTHS.iter().find_map(in_unit);
        Some(told.unwrap_or(expression))
    }

    /// The unit of all lengths where it is said beside one of them: "5 by 4 metres".
    fn shared_unit(&self, formula: &Formula, units: &[Option<String>]) -> Option<String> {
        let mut said = units.iter().flatten();
        let (unit, others) = (said.next()?, said.next());
        let plain = formula.needs.iter().all(|needed| needed.after.is_empty() && needed.before.is_empty());
        let lengths = plain && self.words.iter().any(|word| holds(BY, word));
        (lengths && others.is_none()).then(|| unit.clone())
    }

    /// Where the unit stands in which the answer is wanted: "how many litres are in …", "… in litres".
    pub(super) fn unit_asked(&self) -> Option<usize> {
        let asked = |at: &usize| {
            // "how many square feet"
            let from = at - usize::from(holds(SQUARE, self.word(at - 1)));
            let counted = from > 1 && (self.word(from - 2), self.word(from - 1)) == HOW_MANY;
            let named = self.word(at - 1) == IN_UNIT;
            self.is_unit(*at) && (counted || named)
        };
        (1..self.words.len()).find(asked)
    }

    /// Whether the number there is in another unit than the one asked for, and of the same kind: centimetres for kilometres.
    fn is_to_be_converted(&self, at: usize, asked: usize) -> bool {
        self.value(at).is_some() && self.is_unit(at + 1) && is_to_be_converted(self.word(at + 1), self.word(asked))
    }

    /// Whether a word is a part of the question for that formula.
    fn is_said(&self, at: usize, formula: &Formula) -> bool {
        let word = self.word(at);
        let named = |phrases: &&str| phrases.split([' ', '|']).any(|known| known == word);
        holds(AROUND, word)
            || formula.says.iter().any(named)
            || formula.needs.iter().any(|needed| holds(needed.after, word) || holds(needed.before, word))
    }

    /// Whether a word is one that nothing here is said with: a name, or a thing.
    pub(super) fn is_unknown(&self, at: usize) -> bool {
        // "x3" is no name.
        !self.word(at).bytes().any(|sign| sign.is_ascii_digit())
            && self.tokens.get(at).is_some_and(|token| token.is_unknown_word() && !holds(NO_THING, self.word(at)))
    }

    /// Whether a word names what a tale is about: "a shirt", "3 wooden boards".
    pub(super) fn is_thing(&self, at: usize) -> bool {
        let plain = |at: usize| {
            self.is_plain(at)
                && !holds(NO_THING, self.word(at))
                // "… and call Anna" is another thing to do, and none that was bought.
                && !(at.checked_sub(1).is_some_and(|before| self.word(before) == AND) && orders(self.word(at)))
        };
        let led = |at: usize| {
            at.checked_sub(1)
                .is_none_or(|before| holds(BEFORE_THING, self.word(before)) || self.value(before).is_some())
        };
        plain(at) && (led(at) || at.checked_sub(1).is_some_and(|before| plain(before) && led(before)))
    }

    /// Whether a word stands there that is no number.
    pub(super) fn is_plain(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word && !token.numeric)
    }

    /// Whether a word says what an amount is for: "60 for bags".
    pub(super) fn is_what_for(&self, at: usize) -> bool {
        let led =
            at.checked_sub(2).is_some_and(|from| self.value(from).is_some() && self.word(from + 1) == FOR_SO_MANY);
        led && self.is_plain(at) && !holds(NO_THING, self.word(at)) && !orders(self.word(at))
    }

    /// "if 6 apples cost 4.50, how much do 10 cost": so much for one, times how many.
    fn proportion(&self) -> Option<String> {
        let asks = self.words.iter().position(|word| holds(ASKS, word))?;
        let numbers: Vec<usize> = (0..self.words.len()).filter(|at| self.value(*at).is_some()).collect();
        let [first, second, third] = *numbers.as_slice() else { return None };
        let between = |from: usize, to: usize| self.words.get(from + 1..to).unwrap_or_default();
        // "250g cost 3.40, how much does 1 kg cost": what is asked for may be measured otherwise.
        let measured = self.unit(first).zip(self.unit(third));
        let things = match between(first, second) {
            [things @ .., verb] if holds(PROPORTIONAL, verb) => things,
            [things @ .., verb, sign] if holds(PROPORTIONAL, verb) && holds(BEFORE_AMOUNT, sign) => things,
            _ => return None,
        };
        let again = self.words.get(third + 1..).unwrap_or_default();
        let small = |word: &&str| holds(PROPORTIONAL, word) || holds(ASKING, word);
        let unit = |word: &&str| measured.as_ref().is_some_and(|(_, unit)| unit == word);
        let thing = |word: &&str| unit(word) || things.iter().any(|thing| singular(thing) == singular(word));
        let same = again.iter().all(|word| thing(word) || small(word));
        let asked = |word: &&str| small(word) || holds(GOING_ON, word);
        let opens = self.words.get(..first).unwrap_or_default();
        let fits = second < asks
            && asks < third
            && (usize::from(measured.is_none())..=3).contains(&things.len())
            && same
            && opens.iter().all(|word| holds(OPENING, word))
            && !holds(TIMES_TAKEN, self.word(second + 1))
            && between(asks, third).iter().all(|word| asked(word) || thing(word));
        // The unit of what is asked, "4.50 euros", says nothing more.
        let unit =
            between(second, asks).iter().all(|word| asked(word) || holds(AROUND, word) || holds(COUNTED_IN, word));
        (fits && unit).then_some(())?;
        let (one, cost, many) = (self.value(first)?, self.value(second)?, self.value(third)?);
        Some(match measured {
            Some((unit, other)) if unit != other => format!("{cost} / ({one} {unit}) * ({many} {other})"),
            _ => format!("{cost} / {one} * {many}"),
        })
    }

    /// The unit of the number that stands there, behind it or touching it.
    pub(super) fn unit(&self, at: usize) -> Option<String> {
        let behind = || self.is_unit(at + 1).then(|| self.word(at + 1).to_owned());
        self.measure(at).map(|(_, unit)| unit).or_else(behind)
    }

    /// "need 2.5 cups of flour for 12 muffins, how much for 30": so much for one, times how many.
    fn recipe(&self) -> Option<String> {
        let asks = self.words.iter().position(|word| holds(ASKS, word))?;
        let numbers: Vec<usize> = (0..self.words.len()).filter(|at| self.value(*at).is_some()).collect();
        let [first, second, third] = *numbers.as_slice() else { return None };
        let between = |from: usize, to: usize| self.words.get(from..to).unwrap_or_default();
        let before = |at: usize| at.checked_sub(1).map_or("", |at| self.word(at));
        let made = between(second + 1, asks);
        let thing = |word: &&str| made.iter().any(|made| singular(made) == singular(word));
        let small = |word: &&str| holds(TAKES_FOR, word) || holds(ASKING, word) || holds(FOR_SO_MANY, word);
        let used = between(first + 1, second);
        let fits = second < asks
            && asks < third
            && holds(FOR_SO_MANY, before(second))
            && holds(FOR_SO_MANY, before(third))
            && between(0, first).iter().all(|word| holds(OPENING, word) || holds(TAKES_FOR, word))
            && used.iter().all(|word| !holds(NO_THING, word))
            && used.len() <= 5
            && made.iter().all(|word| !holds(NO_THING, word) && !holds(TIMES_TAKEN, word))
            && made.len() <= 4
            && between(asks + 1, third).iter().all(|word| small(word) || used.contains(word))
            && between(third + 1, self.words.len()).iter().all(|word| thing(word) || small(word));
        fits.then_some(())?;
        Some(format!("{} / {} * {}", self.value(first)?, self.value(second)?, self.value(third)?))
    }

    /// "18.50 an hour for 37 hours", "1.5 hours at 65 an hour plus 20% vat", "2400 a month, how much is that a year".
    fn by_unit(&self) -> Option<String> {
        let mut numbers: Vec<usize> = (0..self.words.len()).filter(|at| self.value(*at).is_some()).collect();
        let share = numbers.iter().position(|at| holds(PERCENT_WORDS, self.word(at + 1)));
        let share = share.map(|at| numbers.remove(at));
        // "200 a night for 3 nights plus 45 for cleaning"
        let adds = |at: &usize| {
            let money = usize::from(at.checked_sub(1).is_some_and(|before| holds(BEFORE_AMOUNT, self.word(before))));
            at.checked_sub(1 + money).is_some_and(|before| holds(ADDING, self.word(before)) && self.word(before) != AND)
        };
        let extra: Vec<usize> = numbers.iter().copied().filter(adds).collect();
        numbers.retain(|at| !extra.contains(at));
        // "38 hours a week at 21.50 an hour" says what is paid; "20 pages a day" what is done.
        let things = [false, true];
        let (thing, rate) = things.into_iter().find_map(|thing| {
            Some((thing, numbers.iter().position(|at| self.is_rate(*at, self.counted(*at, thing)))?))
        })?;
        // What is paid for each comes first, however it was said.
        numbers.swap(0, rate);
        let mut core = self.in_unit_of_time_asked(self.at_rate(&numbers, thing)?, &numbers, thing)?;
        // "7 bottles a day of 120ml, how many litres in a week" is of more than it says.
        let all = numbers.iter().all(|at| self.value(*at).is_some_and(|value| core.contains(&value)));
        all.then_some(())?;
        for at in extra {
            core = [&core, " + ", &self.value(at)?].concat();
        }
        let Some(share) = share else { return Some(core) };
        if share.checked_sub(1).is_some_and(|before| holds(TAKING_OFF, self.word(before))) {
            return Some(format!("{core} - {}%", self.value(share)?));
        }
        let added = self.words.iter().any(|word| holds(ADDED_SHARE, word));
        let said = added && self.words.iter().any(|word| holds(ADDING, word));
        said.then_some(())?;
        Some(format!("{core} + {}%", self.value(share)?))
    }

    /// How many words behind a number say what it counts: "dollars" in "20 dollars an hour", and, where a thing may be counted, "pages"
    /// in "20 pages a day".
    fn counted(&self, at: usize, thing: bool) -> usize {
        let word = self.word(at + 1);
        let named = thing && !self.is_rate(at, 0) && !holds(EACH, word) && !holds(NO_THING, word);
        usize::from(holds(COINS, word) || named)
    }

    /// Whether a unit that something is counted by stands so many words behind a number.
    fn is_rate(&self, at: usize, counted: usize) -> bool {
        holds(EACH, self.word(at + counted + 1)) && holds(PAID_BY, self.word(at + counted + 2))
    }

    /// What comes of the amount that is paid by a unit, which stands at the first of these places, and of how many there are.
    fn at_rate(&self, numbers: &[usize], thing: bool) -> Option<String> {
        let first = *numbers.first()?;
        let counted = self.counted(first, thing);
        let by = self.word(first + counted + 2);
        let known = |at: usize| {
            let word = self.word(at);
            self.value(at).is_some()
                || holds(ADDED_SHARE, word)
                || holds(AROUND, word)
                || holds(PAID_BY, word)
                || holds(EACH, word)
                || self.is_thing(at)
        };
        (0..self.words.len()).all(known).then_some(())?;
        let unit = Some(self.word(first + 1)).filter(|unit| counted > 0 && holds(UNITS, unit));
        let value = self.value(first)?;
        let value = unit.map_or_else(|| value.clone(), |unit| [&value, " ", unit].concat());
        // "38 miles a day, 5 days a week, how many in 4 weeks"
        let counts = |at: usize| singular(self.word(at + 1)) == singular(by) && self.is_rate(at, 1);
        let lasts = |at: usize, of: usize| singular(self.word(at + 1)) == singular(self.word(of + 3));
        match *numbers {
            [_, second, third] if counts(second) && lasts(third, second) => {
                Some(format!("{value} * {} * {}", self.value(second)?, self.value(third)?))
            }
            [_, second] if singular(self.word(second + 1)) == singular(by) => {
                let paid = format!("{value} * {}", self.value(second)?);
                self.for_the_period_asked(&paid, second + 2, first + counted + 2)
            }
            // "50 a week for 2 years"
            [_, second] => Some(format!("{value} {} * {}", period(by, self.word(second + 1))?, self.value(second)?)),
            [_] => {
                let other = (first + counted + 3..self.words.len())
                    .find(|at| holds(PAID_BY, self.word(*at)) && holds(EACH, self.word(at - 1)))?;
                let times = period(by, self.word(other))?;
                Some(format!("{value} {times}"))
            }
            _ => None,
        }
    }

    /// What is paid for a period, in the one that is asked for: "20 an hour, 8 hours a day, how much is that a week". Nothing where
    /// nobody can tell how often the one lies in the other.
    fn for_the_period_asked(&self, paid: &str, from: usize, rate: usize) -> Option<String> {
        let named = |at: usize| {
            let word = self.word(at);
            let by = at.checked_sub(1).is_some_and(|before| holds(EACH, self.word(before)));
            let adverb = ADVERBS_OF_PERIODS.iter().find(|(adverb, _)| *adverb == word).map(|(_, period)| *period);
            adverb.or_else(|| (by && holds(PAID_BY, word)).then(|| singular(word)))
        };
        let periods: Vec<&str> = (from..self.words.len()).filter(|at| *at != rate).filter_map(named).collect();
        match *periods.as_slice() {
            [] | [_] => Some(paid.to_owned()),
            [counted, asked] if counted == asked => Some(paid.to_owned()),
            [counted, asked] => period(counted, asked).map(|times| format!("{paid} {times}")),
            _ => None,
        }
    }
}

/// What one of them is called.
fn singular(word: &str) -> &str {
    if word == PEOPLE { PERSON } else { word.trim_end_matches('s') }
}

/// What makes of a rate by one period its rate by another: "* 52" of one a week by the year.
pub(crate) fn period(from: &str, to: &str) -> Option<&'static str> {
    let (from, to) = (singular(from), singular(to));
    PERIODS.iter().find(|(known, other, _)| *known == from && *other == to).map(|(_, _, times)| *times)
}

/// "split 127.40 between 4 people with 18% tip": the shared bill, itself a sum of any form, and the tip on top of it.
fn shared_with_tip(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let tip = words.iter().position(|word| holds(TIPS, word))?;
    let percent = tip.checked_sub(1).filter(|at| words.get(*at).is_some_and(|word| holds(PERCENT_WORDS, word)))?;
    let at = percent.checked_sub(1)?;
    let share = tokens.get(at).filter(|token| token.kind == TokenKind::Number)?.span.of(goal).replace([',', '_'], "");
    let article = usize::from(at > 0 && words.get(at - 1).is_some_and(|word| holds(ARTICLES, word)));
    let joins = |word: &&str| holds(WITH_TIP, word);
    let before = words.get(..at.checked_sub(article)?)?;
    let joined = before.len() - before.iter().rev().take_while(|word| joins(word)).count();
    let joins = joined < before.len();
    let shares = words.iter().any(|word| holds(SHARES_BILL, word));
    if !joins || !shares {
        return None;
    }
    let rest: Vec<Token> = [tokens.get(..joined)?, tokens.get(tip + 1..)?].concat();
    let mut bill = read(&rest, goal)?;
    // What is taken as it was typed is said without the tip between its words.
    if bill.verbatim {
        bill.expression = rest.iter().map(|token| token.span.of(goal)).collect::<Vec<_>>().join(" ");
    }
    Some(Sum { expression: format!("({}) * (1 + {share} / 100)", bill.expression), verbatim: false })
}
