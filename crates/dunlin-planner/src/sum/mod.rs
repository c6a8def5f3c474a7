//! Sums in words, turned into the calculator's notation.
//!
//! "subtract 85 from 997" becomes `997 - 85`, "the square root of sixteen plus 9" `sqrt(16) + 9`. A text that is an
//! expression already is passed on as it was typed. The calculator does the arithmetic; nothing is computed here.

mod amounts;
mod bill;
pub(crate) mod calculator;
mod clock;
mod deal;
mod equation;
mod expression;
mod formula;
mod gathered;
mod lots;
mod measures;
pub(crate) mod number;
mod order;
mod prices;
mod tale;
mod things;

use std::ops::Range;

use amounts::{in_orders, so_many_times};
use expression::{Parser, Piece};

pub(crate) use formula::period;
pub(crate) use measures::{comes_out, is_to_be_converted, is_unit, one_of_several};

use crate::{
    lang::{
        en::formulas::{NO_THING, UNITS},
        en::numbers,
        en::orders::NEGATIVE,
        en::sums::{
            self, A, AFTER_SUM, AS_PERCENT, BEFORE_SUM, COUNTED, DEGREES, DEGREES_BEFORE, GATHERED, HALF,
            HALVES_OF_A_DAY, HOURS_BEFORE_MINUTES, IN, JOINING_PARTS, K, KM, LENGTHS, MEASURED, MIN, MINS, MONEY, OF,
            OFF, ONE_OF, OUT_OF, OVER, PI, SHARE_WORDS, TELLS_OF, TIMES, TO_UNIT, TOGETHER, UNITS_IN_TWO,
        },
        grammar::grammar,
        holds,
    },
    lex::normalize,
    model::{
        asked::{EARLIER, Sum},
        token::{Token, TokenKind, span_of},
    },
    sum::calculator::is_expression,
};

/// Whether sums are said with this word.
pub(crate) fn is_word(word: &str) -> bool {
    let mut found = false;
    sums::each_word(&mut |known| found |= known == word);
    found
}

/// The sum that `tokens` of `goal` say, or nothing when they say anything else.
pub(crate) fn read(tokens: &[Token], goal: &str) -> Option<Sum> {
    let trimmed = trim(tokens);
    let source = span_of(trimmed).of(goal).trim();
    if source.is_empty() || trimmed.len() > 2_000 {
        return None;
    }
    let lower = lower_words(trimmed, goal);
    let mut words: Vec<&str> = lower.iter().map(String::as_str).collect();
    if let Some(sum) = clock::sum(&words, trimmed, goal) {
        return Some(sum);
    }
    if says_time_of_day(trimmed, goal) {
        return None;
    }
    if let Some(sum) =
        equation::solved(source).or_else(|| run_in(trimmed, goal)).or_else(|| in_the_unit_behind(trimmed, goal))
    {
        return Some(sum);
    }
    if let Some(sum) = formula::named(&words, trimmed, goal).or_else(|| as_percentage(&words, trimmed, goal)) {
        return Some(sum);
    }
    if let Some(sum) = measures::added(&words, trimmed, goal).or_else(|| so_many_times(&words, trimmed, goal)) {
        return Some(sum);
    }
    let both_lengths = measures::says_lengths(&words);
    if let Some(sum) = both_lengths.then(|| measures::joined(&words, trimmed, goal)).flatten() {
        return Some(sum);
    }
    if read_minutes(&mut words, trimmed) {
        let minutes = words.join(" ");
        if is_expression(&minutes) {
            return Some(Sum { expression: minutes, verbatim: false });
        }
    }
    if let Some(expression) = hours_and_minutes(&words) {
        return Some(Sum { expression, verbatim: false });
    }
    // "50 off 200" does not say what of.
    let vague = words.contains(&OFF) && !words.iter().any(|word| holds(SHARE_WORDS, word));
    let symbolic = !vague && trimmed.iter().all(|token| grammar().may_be_symbolic(token));
    if symbolic && has_sign_of_sum(trimmed, source) && is_expression(source) {
        if words.contains(&IN)
            && let Some(expression) = in_two_units(source)
        {
            return Some(Sum { expression, verbatim: false });
        }
        return Some(Sum { expression: source.to_owned(), verbatim: true });
    }
    let (start, end) = without_filler(&words);
    let ends = [Some(end), (end < words.len()).then_some(words.len())];
    ends.into_iter()
        .flatten()
        .find_map(|end| {
            (0..=start).rev().find_map(|start| {
                let piece = parse(words.get(start..end)?, trimmed.get(start..end)?, goal)?;
                let fits = is_expression(&piece.text.replace(EARLIER, "1"));
                fits.then(|| composed(piece))
            })
        })
        .or_else(|| together(&words, trimmed, goal, start..end))
        .or_else(|| written_inside(trimmed.get(start..end)?, goal, vague))
        .or_else(|| in_orders(&words, trimmed, goal))
        .or_else(|| gathered::behind(&words, trimmed, goal))
        .or_else(|| things::counted(words.get(start..end)?, trimmed.get(start..end)?, goal))
        .or_else(|| measures::joined(words.get(start..end)?, trimmed.get(start..end)?, goal))
        .or_else(|| formula::billed(&words, trimmed, goal))
}

/// What no number of minutes beside hours reaches.
const MOST_MINUTES: &str = "60";

/// "how much is eighteen and nineteen together": what is named with "and" is added.
fn together(words: &[&str], tokens: &[Token], goal: &str, inside: Range<usize>) -> Option<Sum> {
    let after = words.get(inside.end..)?;
    after.iter().any(|word| TOGETHER.contains(word)).then_some(())?;
    let (words, tokens) = (words.get(inside.clone())?, tokens.get(inside)?);
    let mut parser = Parser { words, tokens, goal, at: 0, depth: 0, operations: 0, two_fold: None };
    let piece = parser.gathered("+")?;
    let whole =
        parser.at == words.len() && parser.two_fold.is_none() && words.iter().any(|word| JOINING_PARTS.contains(word));
    (whole && is_expression(&piece.text)).then(|| composed(piece))
}

/// A sum made of its pieces, without parentheses around the whole: "15% of 84.50", and not "(15% of 84.50)".
fn composed(piece: Piece) -> Sum {
    let bare = piece.text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    // Only a pair that belongs together: "(1 + 2) * (3 + 4)" has none around it.
    let mut depth = 1_i32;
    let is_pair = bare.is_some_and(|text| {
        text.bytes().all(|byte| {
            depth += i32::from(byte == b'(') - i32::from(byte == b')');
            depth > 0
        })
    });
    let expression = bare.filter(|_| is_pair).map(str::to_owned);
    Sum { expression: expression.unwrap_or(piece.text), verbatim: false }
}

/// The sum that stands written between small words: "how much is 3 kg plus 400 g in total".
fn written_inside(tokens: &[Token], goal: &str, vague: bool) -> Option<Sum> {
    let inside = trim(tokens);
    let source = span_of(inside).of(goal).trim();
    let gathers = |token: &Token| JOINING_PARTS.split(' ').any(|word| token.span.of(goal).eq_ignore_ascii_case(word));
    let symbolic = !vague && inside.iter().all(|token| grammar().may_be_symbolic(token) && !gathers(token));
    (symbolic && inside.len() > 2 && has_sign_of_sum(inside, source) && is_expression(source))
        .then(|| Sum { expression: source.to_owned(), verbatim: true })
}

/// "6pm" is a time of day, and no six picometres.
fn says_time_of_day(tokens: &[Token], goal: &str) -> bool {
    let is_half = |said: &str| HALVES_OF_A_DAY.split(' ').any(|known| said.eq_ignore_ascii_case(known));
    let mut number_before = false;
    tokens.iter().any(|token| {
        let said = token.span.of(goal);
        let half = said.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let found = is_half(half) && (half.len() < said.len() || number_before);
        number_before = token.kind == TokenKind::Number;
        found
    })
}

/// "45 mins" are minutes where no number follows; "8 mins 3" is a slip for "8 minus 3".
fn read_minutes(words: &mut [&str], tokens: &[Token]) -> bool {
    let mut found = false;
    for at in 1..words.len() {
        let number = |at: usize| tokens.get(at).is_some_and(|token| token.numeric);
        if number(at - 1)
            && !number(at + 1)
            && let Some(word) = words.get_mut(at).filter(|word| **word == MINS)
        {
            *word = MIN;
            found = true;
        }
    }
    found
}

/// "3h 40 plus 2h 35": what stands bare behind hours are minutes. Nothing where the words are no such sum.
fn hours_and_minutes(words: &[&str]) -> Option<String> {
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let hours = |at: usize| {
        let word = words.get(at)?;
        let glued = HOURS_BEFORE_MINUTES.split(' ').any(|unit| word.strip_suffix(unit).is_some_and(digits));
        let apart = holds(HOURS_BEFORE_MINUTES, word) && at.checked_sub(1).is_some_and(|at| digits(words[at]));
        (glued || apart).then_some(())
    };
    let mut said: Vec<&str> = Vec::with_capacity(words.len() + 2);
    for (at, word) in words.iter().enumerate() {
        said.push(word);
        let minutes = word.len() == 2 && digits(word) && *word < MOST_MINUTES;
        let bare = || words.get(at + 1).is_none_or(|next| !is_expression(&["1 ", next].concat()));
        if minutes && at.checked_sub(1).and_then(hours).is_some() && bare() {
            said.push(MIN);
        }
    }
    (said.len() > words.len()).then_some(())?;
    let (start, end) = without_filler(&said);
    let sum = said.get(start..end)?.join(" ");
    is_expression(&sum).then_some(sum)
}

/// "3/8 as a percentage"
fn as_percentage(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let said = AS_PERCENT.iter().find(|phrase| words.ends_with(phrase))?;
    let whole = tokens.get(..tokens.len() - said.len())?;
    let expression = match number(whole, goal) {
        Some(number) => format!("{number} * 100"),
        None if let Some(share) = share_of_all(words.get(..whole.len())?, whole, goal) => share,
        None => format!("({}) * 100", read(whole, goal)?.expression),
    };
    Some(Sum { expression, verbatim: false })
}

/// "27 of 32 flats have paid": how many in a hundred.
fn share_of_all(words: &[&str], tokens: &[Token], goal: &str) -> Option<String> {
    let numbers: Vec<usize> =
        (0..tokens.len()).filter(|at| tokens.get(*at).is_some_and(|token| token.numeric)).collect();
    let [part, all] = *numbers.as_slice() else { return None };
    let of = words.get(part + 1..all)?.iter().all(|word| holds(OUT_OF, word)) && all > part + 1;
    let said = words.get(all + 1..)?.iter().all(|word| !holds(NO_THING, word));
    let value = |at: usize| number(tokens.get(at..=at)?, goal);
    (part == 0 && of && said).then_some(())?;
    Some([&value(part)?, " / ", &value(all)?, " * 100"].concat())
}

/// The sum that words are which nothing else reads, when they are written down like one: the calculator knows more forms
/// ("$10 for lunch + 15% tip"), but asking it about every sentence would be slow.
pub(crate) fn written(tokens: &[Token], goal: &str) -> Option<Sum> {
    let trimmed = trim(tokens);
    let source = span_of(trimmed).of(goal).trim();
    let off = trimmed.iter().any(|token| token.span.of(goal).eq_ignore_ascii_case(OFF));
    let vague = off && !trimmed.iter().any(|token| token.is_sign('%'));
    (!vague && trimmed.len() <= 200 && is_written_sum(trimmed) && is_expression(source))
        .then(|| Sum { expression: source.to_owned(), verbatim: true })
}

/// Whether a text that is nothing else looks like a date or a telephone number: "2026-11-21", "555-010-4477".
pub(crate) fn is_date_or_call(tokens: &[Token]) -> bool {
    let [first, sign, second, same, third] = tokens else { return false };
    let numbers = [first, second, third];
    let joined = (sign.is_sign('-') || sign.is_sign('/')) && sign.kind == same.kind;
    joined
        && tokens.iter().skip(1).all(|token| token.glued)
        && numbers.iter().all(|token| token.kind == TokenKind::Number && token.span.len() <= 4)
        && numbers.iter().any(|token| token.span.len() == 4)
}

/// Whether there is a number and a sign of arithmetic.
fn is_written_sum(tokens: &[Token]) -> bool {
    let number = tokens.iter().any(|token| token.numeric);
    let sign = |token: &Token| {
        matches!(token.kind, TokenKind::Sign('%' | '+' | '*' | '/' | '×' | '÷' | '^' | '→' | '−'))
            || token.is_sign('-') && !token.glued
    };
    number && tokens.len() > 1 && tokens.iter().any(sign)
}

/// The sum that a number and another make by what is done with them: "if I have 90, how do I split it 3 ways".
pub(crate) fn told(whole: &[Token], part: &[Token], sign: char, goal: &str) -> Option<Sum> {
    let whole = counted(whole, goal)?;
    let part = counted(part, goal)?;
    let mut expression = whole;
    expression.push(' ');
    expression.push(sign);
    expression.push(' ');
    expression.push_str(&part);
    Some(Sum { expression, verbatim: false })
}

/// The greater or the lesser of two numbers or sums.
pub(crate) fn greater(one: &[Token], other: &[Token], function: &str, goal: &str) -> Option<Sum> {
    let value = |tokens: &[Token]| number(tokens, goal).or_else(|| read(tokens, goal).map(|sum| sum.expression));
    let expression = [function, "(", &value(one)?, ", ", &value(other)?, ")"].concat();
    is_expression(&expression).then_some(Sum { expression, verbatim: false })
}

/// What came before in another unit; nothing where the calculator does not know it.
pub(crate) fn in_another_unit(unit: &[Token], goal: &str) -> Option<Sum> {
    let unit = degrees(&lower_words(unit, goal).join(" "));
    let known = is_expression(&["1 ", &unit, " ", IN, " ", &unit].concat());
    known.then(|| Sum { expression: [&EARLIER.to_string(), " ", IN, " ", &unit].concat(), verbatim: false })
}

/// "six foot two" in another unit, its numbers said as words; the small unit may be named behind the second.
fn in_two_units_said(words: &[&str], tokens: &[Token], unit: &str) -> Option<String> {
    let large = number::read(words, tokens)?;
    let (own, rest) = words.get(large.len..)?.split_first()?;
    let (_, _, small) = units_in_two(own)?;
    let many = number::read(rest, tokens.get(large.len + 1..)?)?;
    let named = match rest.get(many.len..)? {
        [] => true,
        [named] => holds(small, named),
        _ => false,
    };
    let said = [large.text.as_str(), own, &many.text, IN, unit].join(" ");
    if named { in_two_units(&said) } else { None }
}

/// A unit question: so much of something, in another unit; nothing when the calculator does not know the units.
pub(crate) fn conversion(amount: Option<&[Token]>, unit: Option<&[Token]>, goal: &str) -> Option<Sum> {
    let amount = amount.map(|amount| weighed(amount, goal));
    let lower = lower_words(amount?, goal);
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    // "5ft 9 to cm", "six foot two in cm"
    if let Some([wanted]) = unit {
        let wanted = wanted.span.of(goal);
        let digits = || in_two_units(&[words.join(" ").as_str(), IN, wanted].join(" "));
        if let Some(expression) = digits().or_else(|| in_two_units_said(&words, amount?, wanted)) {
            return Some(Sum { expression, verbatim: false });
        }
    }
    // "minus 40 celsius in fahrenheit"
    if words.first().is_some_and(|first| NEGATIVE.split(" | ").any(|sign| sign == *first)) {
        let below = conversion(amount?.get(1..).filter(|rest| !rest.is_empty()), unit, goal)?;
        return Some(Sum { expression: ["-", &below.expression].concat(), verbatim: false });
    }
    // "half an hour"
    if let [half, article, rest @ ..] = words.as_slice()
        && *half == HALF
        && holds(A, article)
    {
        return in_unit("0.5", &rest.join(" "), unit, goal);
    }
    // "an hour and a half", "a mile and a half"
    if let [article, unit_of, and, a, half] = words.as_slice()
        && holds(ONE_OF, article)
        && (*and, *half) == (numbers::AND, HALF)
        && holds(A, a)
    {
        return in_unit("1.5", unit_of, unit, goal);
    }
    // "180c"
    if let [only] = words.as_slice()
        && let Some((text, scale)) = only.split_at_checked(only.len().saturating_sub(1))
        && DEGREES.iter().any(|(letter, _)| *letter == scale)
        && text.parse::<f64>().is_ok()
    {
        return in_unit(text, scale, unit, goal);
    }
    // "stone 11 in kg", "kilos 70 in lbs"
    if let [of, many] = words.as_slice()
        && number::read(&[many], amount?.get(1..)?).is_some()
        && amount?.first()?.kind == TokenKind::Word
        && number::read(&[of], amount?).is_none()
        && is_unit(of)
    {
        return in_unit(many, of, unit, goal);
    }
    let number = number::read(&words, amount?);
    // "how many 8s are in 64"
    if let (Some(all), [many]) = (number.as_ref().filter(|number| number.len == words.len()), unit?) {
        let digits = many.span.of(goal).trim_end_matches(['s', 'S']).trim_end_matches(['\'', '’']);
        let counts = digits.len() < many.span.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if counts {
            return Some(Sum { expression: [&all.text, " / ", digits].concat(), verbatim: false });
        }
        // "how many eights are in 72"
        let one = one_of_several(&many.span.of(goal).to_ascii_lowercase());
        if let Some(one) = one {
            return Some(Sum { expression: [&all.text, " / ", &one].concat(), verbatim: false });
        }
    }
    // "how many eggs are in 3 dozen", but "5k in 5 minutes" asks for something else.
    let things = !unit?.iter().any(|token| token.numeric);
    if let Some(number) =
        number.as_ref().filter(|number| things && number.len == words.len() && number.text.contains('*'))
    {
        return Some(Sum { expression: number.text.clone(), verbatim: false });
    }
    // "a quarter of 3 hours"
    let article = usize::from(number.is_none() && words.first().is_some_and(|word| holds(A, word)));
    let share = number::read(words.get(article..)?, amount?.get(article..)?).filter(|share| share.text.contains('/'));
    if let Some(share) = share
        && let Some([of, many @ ..]) = words.get(article + share.len..)
        && *of == OF
        && let Some(number) = number::read(many, amount?.get(article + share.len + 1..)?)
    {
        let rest = many.get(number.len..)?.join(" ");
        return in_unit(&[&share.text, " * ", &number.text].concat(), &rest, unit, goal);
    }
    let taken =
        number.as_ref().map_or(usize::from(words.first().is_some_and(|word| holds(ONE_OF, word))), |number| number.len);
    let rest = words.get(taken..)?;
    let rest = rest.strip_prefix(&[OF]).unwrap_or(rest);
    let rest = rest.get(usize::from(rest.first().is_some_and(|word| holds(A, word)))..)?.join(" ");
    let text = number.map_or_else(|| "1".to_owned(), |number| number.text);
    in_unit(&text, &rest, unit, goal)
}

/// "10k in miles": kilometres, as runners say it.
fn run_in(tokens: &[Token], goal: &str) -> Option<Sum> {
    let said = |token: &Token| token.span.of(goal).to_lowercase();
    let (amount, unit) = match tokens {
        [amount, to, unit] if holds(TO_UNIT, &said(to)) => (said(amount), unit),
        [amount, k, to, unit] if holds(TO_UNIT, &said(to)) && said(k) == K => (said(amount) + K, unit),
        _ => return None,
    };
    let number = amount.strip_suffix(K).filter(|number| number.parse::<f64>().is_ok())?;
    let far = holds(LENGTHS, &said(unit));
    far.then(|| Sum { expression: [number, " ", KM, " ", IN, " ", &said(unit)].concat(), verbatim: false })
}

/// "10 miles km": an amount with the unit in which it is wanted behind it, which multiplied are nothing that anybody asks for.
fn in_the_unit_behind(tokens: &[Token], goal: &str) -> Option<Sum> {
    let [number, own, wanted] = tokens else { return None };
    let word = |token: &Token| token.kind == TokenKind::Word;
    let sum = (number.numeric && word(own) && word(wanted)).then(|| conversion(tokens.get(..2), tokens.get(2..), goal));
    // A unit of something else is multiplied as ever.
    sum.flatten().filter(|sum| calculator::preview(&sum.expression).is_some())
}

/// The amount that a statement tells of: "82 kilos" in "I weigh 82 kilos".
fn weighed<'t>(amount: &'t [Token], goal: &str) -> &'t [Token] {
    let is = |token: &Token, words: &str| words.split(' ').any(|known| token.span.of(goal).eq_ignore_ascii_case(known));
    let told = amount.first().is_some_and(|first| is(first, TELLS_OF));
    let start = amount.iter().position(|token| token.numeric || token.kind == TokenKind::Number);
    let plain = |token: &Token| token.kind == TokenKind::Word && !is(token, NO_THING);
    match start.and_then(|start| amount.split_at_checked(start)) {
        Some((before, rest)) if told && before.len() <= 5 && before.iter().all(plain) => {
            let measured = rest.iter().rev().take_while(|token| is(token, MEASURED)).count();
            let rest = rest.get(..rest.len() - measured).unwrap_or(rest);
            // "my 65 inch tv"
            match rest {
                [_, unit, thing] if plain(thing) && is(unit, UNITS) => rest.get(..2).unwrap_or(rest),
                _ => rest,
            }
        }
        // "350 grams of flour"
        _ => match amount {
            [number, unit, of, thing] if number.numeric && is(unit, UNITS) && is(of, OF) && plain(thing) => {
                amount.get(..2).unwrap_or(amount)
            }
            // "250 g flour"
            [number, unit, thing] if number.numeric && is(unit, UNITS) && thing.is_unknown_word() => {
                amount.get(..2).unwrap_or(amount)
            }
            _ => amount,
        },
    }
}

fn in_unit(text: &str, rest: &str, unit: Option<&[Token]>, goal: &str) -> Option<Sum> {
    let unit = degrees(&lower_words(unit?, goal).join(" "));
    let rest = degrees(rest);
    let expression = [text, " ", &rest, " ", IN, " ", &unit].concat();
    let simple = !rest.is_empty() && rest.len() < 40 && unit.len() < 40;
    if let Some(expression) = in_two_units(&expression) {
        return Some(Sum { expression, verbatim: false });
    }
    (simple && is_expression(&expression)).then_some(Sum { expression, verbatim: false })
}

/// The units that people count in two of which a word names the large one.
fn units_in_two(large: &str) -> Option<&'static (&'static str, &'static str, &'static str)> {
    UNITS_IN_TWO.iter().find(|(names, ..)| holds(names, &large.to_ascii_lowercase()))
}

/// "6 ft 2 in cm", "12 stone 4 in kg" with the small unit: a bare number after a large one counts it, and the "in" there leads to the
/// unit asked for.
fn in_two_units(expression: &str) -> Option<String> {
    // "6ft 2 in cm"
    let large = expression.find(|sign: char| sign.is_alphabetic()).unwrap_or_default();
    let (count, rest) = expression.split_at(large);
    let words: Vec<&str> = [count.trim()].into_iter().chain(rest.split_whitespace()).collect();
    let [count, large, number, to, unit] = words.as_slice() else { return None };
    let (_, large, small) = units_in_two(large)?;
    let fits = *to == IN && !count.is_empty() && number.parse::<u32>().is_ok() && unit.parse::<u32>().is_err();
    let text = [count, large, number, small.split(' ').next()?, IN, unit].join(" ");
    (fits && is_expression(&text)).then_some(text)
}

/// The letter of a scale of temperature, spelt out; nobody converts into coulombs or farads.
pub(crate) fn degrees(unit: &str) -> String {
    let bare = DEGREES_BEFORE.iter().find_map(|before| unit.strip_prefix(before)).unwrap_or(unit);
    let scale = DEGREES.iter().find(|(letter, scale)| *letter == bare || *scale == bare);
    scale.map_or_else(|| unit.to_owned(), |(_, scale)| (*scale).to_owned())
}

/// The number that `tokens` are and nothing else, as the calculator reads it.
pub(crate) fn number(tokens: &[Token], goal: &str) -> Option<String> {
    let lower = lower_words(tokens, goal);
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let start = usize::from(matches!(words.first(), Some(&("$" | "€" | "£"))));
    let number = number::read(words.get(start..)?, tokens.get(start..)?)?;
    let rest = words.get(start + number.len..)?;
    let counted = |unit: &&str| holds(MONEY, unit) || holds(COUNTED, unit);
    (rest.is_empty() || matches!(rest, [unit] if counted(unit))).then_some(number.text)
}

/// A number, perhaps of things: "30 cookies".
fn counted(tokens: &[Token], goal: &str) -> Option<String> {
    let without_last = tokens.split_last().filter(|(last, _)| last.kind == TokenKind::Word).map(|(_, rest)| rest);
    number(tokens, goal).or_else(|| number(without_last.filter(|rest| !rest.is_empty())?, goal))
}

fn lower_words(tokens: &[Token], goal: &str) -> Vec<String> {
    let lower = |token: &Token| {
        if let Some(known) = grammar().vocabulary().text(token.word) {
            return known.to_owned();
        }
        let mut word = String::new();
        normalize(token.span.of(goal), &mut word);
        word
    };
    tokens.iter().map(lower).collect()
}

fn parse(words: &[&str], tokens: &[Token], goal: &str) -> Option<Piece> {
    let mut parser = Parser { words, tokens, goal, at: 0, depth: 0, operations: 0, two_fold: None };
    let piece = parser.whole()?;
    (parser.at == words.len() && parser.operations > 0).then_some(piece)
}

/// The two ways in which a sum can be read that nobody can tell apart, as the person could have said them: "the sum of 4 and
/// 5 times 2".
pub(crate) fn two_readings(tokens: &[Token], goal: &str) -> Option<[String; 2]> {
    if tokens.len() > 60 {
        return None;
    }
    let lower = lower_words(tokens, goal);
    let words: Vec<&str> = lower.iter().map(String::as_str).collect();
    let is_gathered = |at: usize| {
        let rest = words.get(at..).unwrap_or_default();
        GATHERED
            .iter()
            .any(|(phrase, _)| phrase.split(' ').enumerate().all(|(ahead, word)| rest.get(ahead) == Some(&word)))
    };
    let start = (0..words.len()).find(|at| is_gathered(*at))?;
    let tokens = trim(tokens.get(start..)?);
    let words = words.get(start..start + tokens.len())?;
    let mut parser = Parser { words, tokens, goal, at: 0, depth: 0, operations: 0, two_fold: None };
    let _ = parser.sum();
    let (from, to) = parser.two_fold?;
    // The sign that multiplies is the first of the last part.
    let sign = (from + 1..to).find(|at| words.get(*at).is_some_and(|word| is_of_product(word)))?;
    let text = |from: usize, to: usize| tokens.get(from..to).map(|tokens| span_of(tokens).of(goal));
    let (whole, last, tail) = (text(0, sign)?, text(from, to)?, text(sign, to)?);
    let before = text(0, from)?;
    Some([["(", whole, ") ", tail].concat(), [before, " (", last, ")"].concat()])
}

/// Whether a word begins a sign of multiplication or division.
fn is_of_product(word: &str) -> bool {
    TIMES.split(" | ").chain(OVER.split(" | ")).any(|phrase| phrase.split(' ').next() == Some(word))
}

/// The most small words at either end of a sum.
const MOST_FILLERS: usize = 12;

/// Where a sum begins and ends at most, without small words around it: "the value of … is equal to".
fn without_filler(words: &[&str]) -> (usize, usize) {
    let start = words.iter().take(MOST_FILLERS).take_while(|word| holds(BEFORE_SUM, word)).count();
    let end = words.len() - words.iter().rev().take(MOST_FILLERS).take_while(|word| holds(AFTER_SUM, word)).count();
    (start, end.max(start))
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
fn has_sign_of_sum(tokens: &[Token], source: &str) -> bool {
    // "2pi" is one word.
    (tokens.len() > 1 || source.ends_with(PI) || source.ends_with('π')) && tokens.iter().any(|token| token.numeric)
}
