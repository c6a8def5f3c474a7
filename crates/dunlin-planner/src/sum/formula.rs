//! Sums that people ask for by their name: a loan's payment, a bill shared with its tip, durations in hours and minutes.

use super::{Sum, lower_words, read, trim};
use crate::token::{Token, TokenKind};

/// What may stand in a question for a loan's payment beside its three numbers.
const OF_LOANS: &str = "what whats is the monthly mortgage loan car home house payment payments repayment repayments instalment instalments on of for a an \
     at over with by interest rate per year years yr yrs month months mo term in my would be how much whats will cost me i pay do if borrow borrowed \
     each every to back dollars dollar euros euro pounds calculate work out % percent - , $ € £ annual apr annually";

/// The sum, when it has a name.
pub(super) fn named(tokens: &[Token], goal: &str) -> Option<Sum> {
    let trimmed = trim(tokens);
    if trimmed.len() > 30 {
        return None;
    }
    let words = lower_words(trimmed, goal);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    loan(&words, trimmed, goal).or_else(|| shared_with_tip(&words, trimmed, goal))
}

fn value(token: &Token, goal: &str) -> Option<String> {
    (token.kind == TokenKind::Number).then(|| token.span.of(goal).replace([',', '_'], ""))
}

/// "mortgage payment on 300000 at 5% over 30 years": an annuity.
fn loan(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let any = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let pays = any(&["payment", "payments", "repayment", "repayments", "instalment", "instalments", "pay"]);
    if !pays || !any(&["loan", "mortgage", "borrow", "borrowed"]) {
        return None;
    }
    let (mut principal, mut rate, mut months) = (None, None, None);
    for (at, token) in tokens.iter().enumerate() {
        let next = |ahead: usize| words.get(at + ahead).copied().unwrap_or_default();
        let unit = if next(1) == "-" { next(2) } else { next(1) };
        let Some(number) = value(token, goal) else {
            if words.get(at).is_some_and(|word| OF_LOANS.split_whitespace().any(|known| known == *word)) {
                continue;
            }
            return None;
        };
        let slot = match unit {
            "%" | "percent" => rate.replace(number),
            "year" | "years" | "yr" | "yrs" => months.replace(format!("12 * {number}")),
            "month" | "months" => months.replace(number),
            "k" => principal.replace(format!("{number} * 1000")),
            _ => principal.replace(number),
        };
        if slot.is_some() {
            return None;
        }
    }
    let (principal, rate, months) = (principal?, rate?, months?);
    let expression = format!("{principal} * ({rate} / 1200) / (1 - (1 + {rate} / 1200) ^ (-({months})))");
    Some(Sum { expression, verbatim: false })
}

/// "split 127.40 between 4 people with 18% tip": the shared bill and the tip on top of it.
fn shared_with_tip(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let tip = words.iter().position(|word| *word == "tip")?;
    let percent = tip.checked_sub(1).filter(|at| matches!(words.get(*at), Some(&("%" | "percent"))))?;
    let at = percent.checked_sub(1)?;
    let share = tokens.get(at).and_then(|token| value(token, goal))?;
    let article = usize::from(at > 0 && matches!(words.get(at - 1), Some(&("a" | "an" | "the"))));
    let joined = at.checked_sub(1 + article)?;
    let joins = matches!(words.get(joined), Some(&("with" | "plus" | "including" | "and" | "adding" | "incl")));
    let shares = words.iter().any(|word| {
        matches!(*word, "split" | "share" | "divide" | "shared" | "divided" | "between" | "among" | "ways")
    });
    if !joins || !shares {
        return None;
    }
    let rest: Vec<Token> = [tokens.get(..joined)?, tokens.get(tip + 1..)?].concat();
    let bill = read(&rest, goal)?;
    Some(Sum { expression: format!("({}) * (1 + {share} / 100)", bill.expression), verbatim: false })
}

/// An expression in which "3h 20m" is one duration; minutes are what "m" means where hours are spoken of.
pub(super) fn with_durations(expression: &str) -> Option<String> {
    const HOURS: [&str; 5] = ["h", "hr", "hrs", "hour", "hours"];
    const MINUTES: [&str; 5] = ["m", "min", "mins", "minute", "minutes"];
    let pieces = pieces(expression);
    let is = |at: usize, known: &[&str]| {
        pieces.get(at).is_some_and(|piece| known.iter().any(|word| piece.eq_ignore_ascii_case(word)))
    };
    let is_number = |at: usize| pieces.get(at).is_some_and(|piece| piece.starts_with(|c: char| c.is_ascii_digit()));
    (0..pieces.len()).any(|at| is_number(at) && is(at + 1, &HOURS)).then_some(())?;
    let (mut said, mut at, mut changed) = (String::new(), 0, false);
    while let Some(piece) = pieces.get(at) {
        let gap = usize::from(is(at + 2, &["and"]));
        if is_number(at) && is(at + 1, &HOURS) && is_number(at + 2 + gap) && is(at + 3 + gap, &MINUTES) {
            let minutes = pieces.get(at + 2 + gap).copied().unwrap_or_default();
            said += &format!("({piece} h + {minutes} min) ");
            (at, changed) = (at + 4 + gap, true);
        } else if is_number(at) && is(at + 1, &["m"]) {
            said += &format!("{piece} min ");
            (at, changed) = (at + 2, true);
        } else {
            said += piece;
            said.push(' ');
            at += 1;
        }
    }
    changed.then(|| said.trim_end().to_owned())
}

/// Numbers, words and signs, each for itself.
fn pieces(text: &str) -> Vec<&str> {
    let kind = |c: char| {
        if c.is_ascii_digit() || c == '.' || c == ',' {
            0
        } else if c.is_alphabetic() {
            1
        } else {
            2
        }
    };
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let mut start = 0;
        let mut last = None;
        for (at, c) in word.char_indices() {
            if last.is_some_and(|last| last != kind(c) || kind(c) == 2) {
                found.push(word.get(start..at).unwrap_or_default());
                start = at;
            }
            last = Some(kind(c));
        }
        found.push(word.get(start..).unwrap_or_default());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::with_durations;

    #[test]
    fn hours_and_minutes_are_one_duration() {
        assert_eq!(with_durations("3h 20m + 1h 50m").as_deref(), Some("(3 h + 20 min) + (1 h + 50 min)"));
        assert_eq!(with_durations("2h + 45m").as_deref(), Some("2 h + 45 min"));
        assert_eq!(with_durations("5 m + 3 cm"), None);
    }
}
