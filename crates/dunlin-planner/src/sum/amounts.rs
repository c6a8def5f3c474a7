//! Two amounts in an order: "take 35 minutes away from 2 hours", "stick 20% vat on 360"; and an amount taken so many times.

use crate::{
    lang::{
        en::sums::{AWAY, ORDERS, SHARE_ORDERS, SHARE_PUT_ON, SO_MANY_TIMES},
        holds,
    },
    model::{
        asked::Sum,
        token::{Token, span_of},
    },
    sum::{calculator::is_expression, number, read},
};

/// "take 35 minutes away from 2 hours", "add 47 to the product of six and five": a sum of two that are no plain numbers, each of
/// them read by itself.
pub(super) fn in_orders(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    let (verb, _) = words.split_first()?;
    let said = |(verbs, joint, _): &&(&str, &str, char)| holds(verbs, verb) && words.contains(joint);
    let of_share = SHARE_ORDERS.iter().find(said);
    let (_, joint, sign) = of_share.or_else(|| ORDERS.iter().find(said))?;
    let at = words.iter().position(|word| word == joint)?;
    if of_share.is_some() {
        let share = tokens.get(1..at)?;
        let sign_at = share.iter().position(|token| token.is_sign('%'))?;
        let tax = words.get(sign_at + 2..at).is_some_and(|tax| tax.iter().all(|word| holds(SHARE_PUT_ON, word)));
        let (share, of) = (number(share.get(..sign_at)?, goal)?, number(tokens.get(at + 1..)?, goal)?);
        return tax.then(|| Sum { expression: format!("{of} {sign} {share}%"), verbatim: false });
    }
    let away = usize::from(words.get(at - 1).is_some_and(|word| holds(AWAY, word)));
    let part = |from: usize, to: usize| -> Option<String> {
        let tokens = tokens.get(from..to).filter(|tokens| !tokens.is_empty())?;
        let text = span_of(tokens).of(goal).trim();
        let measured = tokens.len() > 1 && tokens.first().is_some_and(|first| first.numeric) && is_expression(text);
        let plain = || number(tokens, goal).or_else(|| Some(read(tokens, goal)?.expression));
        if measured { Some(text.to_owned()) } else { plain() }
    };
    let (first, second) = (part(1, at - away)?, part(at + 1, words.len())?);
    // Of plain numbers the words are read elsewhere.
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let expression = format!("({second}) {sign} ({first})");
    (!(plain(&first) && plain(&second)) && is_expression(&expression)).then_some(Sum { expression, verbatim: false })
}

/// "19.99 thrice", "45 three times".
pub(super) fn so_many_times(words: &[&str], tokens: &[Token], goal: &str) -> Option<Sum> {
    SO_MANY_TIMES.iter().find_map(|(said, times)| {
        let at = words.len().checked_sub(said.split(' ').count()).filter(|at| *at > 0)?;
        said.split(' ').eq(words.get(at..)?.iter().copied()).then_some(())?;
        let number = number(tokens.get(..at)?, goal)?;
        Some(Sum { expression: format!("{number} * {times}"), verbatim: false })
    })
}
