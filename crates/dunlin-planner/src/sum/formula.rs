//! Sums that people ask for by their name: a loan's payment, a bill shared with its tip.

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
