//! Words and signs that may join two clauses: where they stand, and how what follows would hang on what is before.

use std::{collections::HashSet, ops::Range, sync::LazyLock};

use crate::{
    lang::en::{
        conditions::DONE_OR_PAID,
        connectors::{
            AFTER_NEXT, AND, ANSWERS, ASIDE, BARE_BEGINNERS, BEFORE_ELSE, BEFORE_TIME, BEHIND_AN_ANSWER, COMPARED,
            CONNECTIVES, Connective, ELSE, GO_AHEAD, HARD, NEXT, ON_A_LIST, PLAIN, PUTS_ON, RECKONS_ON, SHARED, STRONG,
            Stands, THE_NEXT, THEN_OR_ALSO, TICKS, TOLD_DONE,
        },
        corrections::NOTHING_OF,
        items::NEED,
        pauses::SO_IS,
        phrases::{LATE_WORDS, NONE},
    },
    model::{
        reading::{Answer, Link},
        token::{Token, TokenKind},
    },
    parse::words::Words,
};

/// How far the look ahead goes; a request says what it is within its first words.
pub(crate) const LOOK_AHEAD: usize = 48;

/// A run of connecting words and signs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Connector {
    pub(crate) before: usize,
    pub(crate) after: usize,
    pub(crate) link: Link,
}

/// All connectors of a goal, in order.
pub(crate) fn connectors(reader: &Words<'_>, tokens: &[Token]) -> Vec<Connector> {
    let mut found: Vec<Connector> = Vec::new();
    let mut at = 0;
    // "1. add milk 2. remove bread"
    let numbered = reader.grammar.bullet(tokens) == 2;
    while at < tokens.len() {
        let before = at;
        let mut link = Link::default();
        // "what else is on my list" has no connector in it.
        let before_else =
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| reader.is(token, BEFORE_ELSE));
        let is_else = |rest: &[Token]| reader.first_is(rest, ELSE);
        // Nor has "when is the next one".
        let before_next =
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| reader.is(token, THE_NEXT));
        let is_next = |rest: &[Token]| reader.first_is(rest, NEXT);
        // "remind me next monday to ring the bank"
        let next_day =
            tokens.get(at + 1).is_some_and(|day| reader.grammar.days.contains(day.word) || reader.is(day, AFTER_NEXT));
        // "if it isn't on my list go ahead and add it" has none either.
        let ahead = at.checked_sub(GO_AHEAD.len()).and_then(|from| tokens.get(from..));
        if ahead.is_some_and(|rest| reader.begins(rest, GO_AHEAD)) && reader.is_at(tokens, at, AND) {
            at += 1;
            continue;
        }
        while let Some((len, piece)) = tokens
            .get(at..)
            .filter(|rest| !(before_else && is_else(rest) || (before_next || next_day) && is_next(rest)))
            .and_then(|rest| connector_at(reader, rest, at > before))
            // Nothing was asked yet that an answer could be to.
            .filter(|(_, piece)| before > 0 || piece.answer.is_none())
            // "add milk if it's not there, then show my list": it belongs to what stands before it, which asks nothing.
            .filter(|(len, piece)| at > before || !ends_an_order(reader, tokens, &found, at..at + len, piece.answer))
        {
            link.strong |= piece.strong;
            link.hard |= piece.hard;
            link.therefore |= piece.therefore;
            link.answer = piece.answer.or(link.answer);
            link.also |= piece.also;
            link.aside |= piece.aside;
            link.corrects |= piece.corrects;
            link.each |= piece.each;
            at += len;
            if piece.aside {
                break;
            }
        }
        let after_line =
            at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| token.kind == TokenKind::LineEnd);
        if (after_line || before == 0)
            && let Some(rest) = tokens.get(at..)
        {
            at += reader.grammar.bullet(rest);
        }
        if numbered
            && at == before
            && let Some([number, ..]) = tokens.get(at..)
            && !number.glued
            && reader.grammar.bullet(tokens.get(at..).unwrap_or_default()) == 2
        {
            at += 2;
            link.strong = true;
        }
        if at == before {
            at += 1;
        } else if before > 0 {
            // "add ring zoe 🎉 then list todos": the picture is the person's own, and stays with what it stands behind, but
            // "both done 🎉 add cake" names no todo with it.
            let start = found.last().map_or(0, |last: &Connector| last.after);
            let piece = tokens.get(start..before).unwrap_or_default();
            let ticks = reader.first_is(piece, TICKS) || reader.last_is(piece, DONE_OR_PAID);
            let run = tokens.get(before..at).unwrap_or_default();
            let pictures = run.iter().take_while(|token| !ticks && is_picture(token)).count();
            found.push(Connector { before: before + pictures, after: at, link });
        }
    }
    found
}

/// Whether an answer is a condition that ends the order before it, and another begins behind it.
fn ends_an_order(
    reader: &Words<'_>,
    tokens: &[Token],
    found: &[Connector],
    said: Range<usize>,
    answer: Option<Answer>,
) -> bool {
    // "if so", "if none" say nothing by themselves.
    if !matches!(answer, Some(Answer::Yes | Answer::No)) || said.len() < 3 {
        return false;
    }
    let ended = tokens.get(said.end).is_some_and(|next| {
        matches!(next.kind, TokenKind::Sign(',' | ';' | '.') | TokenKind::LineEnd) || reader.is(next, BEHIND_AN_ANSWER)
    });
    let start = found.iter().rfind(|connector| connector.link.strong).map_or(0, |connector| connector.after);
    let order = reader.grammar.without_courtesy(tokens.get(start..said.start).unwrap_or_default());
    ended && reader.first_is(order, PUTS_ON)
}

/// The words that connectives and answers begin with, which most words of a goal are not.
static FIRST_WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let connectives = CONNECTIVES.iter().map(|connective| connective.run);
    let runs = connectives.chain(ANSWERS.iter().map(|(run, _)| *run));
    runs.filter_map(<[_]>::first).flat_map(|words| words.split(' ')).collect()
});

fn connector_at(reader: &Words<'_>, tokens: &[Token], after_sign: bool) -> Option<(usize, Link)> {
    let token = tokens.first()?;
    match token.kind {
        TokenKind::LineEnd | TokenKind::Sign(';') => Some((1, HARD)),
        // "5! + 3!": a sign that is part of a sum ends nothing.
        TokenKind::Sign('!') if token.glued && goes_on_as_a_sum(reader, tokens) => None,
        TokenKind::Sign('!' | '?' | '•' | '&' | '→') => Some((1, STRONG)),
        // "both done 🎉 add cake"
        _ if is_picture(token) && !token.glued => Some((1, PLAIN)),
        TokenKind::Sign('.') if !tokens.get(1).is_some_and(|next| next.glued) => Some((1, STRONG)),
        TokenKind::Sign(',') => Some((1, PLAIN)),
        // "put it on my list - we have no sugar"
        TokenKind::Sign('–' | '—' | '-')
            if !after_sign && !token.glued && !tokens.get(1).is_some_and(|next| next.glued) =>
        {
            // "the plumber came - mark the sink as done"
            let orders = tokens.get(1..2).is_some_and(|next| reader.grammar.asks_for_change(next));
            let parts = orders || tokens.get(1..).is_some_and(|rest| corrects(reader, rest));
            Some((1, if parts { PLAIN } else { ASIDE }))
        }
        TokenKind::Word if FIRST_WORDS.contains(&*reader.word(token)) => {
            let fits = |connective: &&Connective| {
                let rest = tokens.get(connective.run.len()..).unwrap_or_default();
                reader.begins(tokens, connective.run)
                    && match connective.stands {
                        Stands::Anywhere => true,
                        Stands::AfterSign => after_sign,
                        Stands::BeforeRequestAfterSign => {
                            after_sign && rest.first().is_some_and(|next| begins_shared(reader, next))
                        }
                        Stands::NotAfterSign => !after_sign,
                        Stands::BeforeRequest => rest.first().is_some_and(|next| begins_shared(reader, next)),
                        Stands::BeforeBeginner => rest.first().is_some_and(|next| {
                            begins_shared(reader, next) || reader.is_beginner(next) || reader.is(next, THEN_OR_ALSO)
                        }),
                        Stands::BetweenSigns => {
                            after_sign && rest.first().is_some_and(|next| matches!(next.kind, TokenKind::Sign(_)))
                        }
                    }
            };
            let said = CONNECTIVES.iter().find(fits).map(|connective| (connective.run.len(), connective.link));
            // "add soap, no rush"
            let nothing = |(length, link): &(usize, Link)| {
                link.corrects
                    && *length == 1
                    && tokens.get(1).is_some_and(|next| reader.is(next, NOTHING_OF) || reader.is(next, NEED))
            };
            let said = said.filter(|said| !nothing(said));
            // "because if not" is an answer, and no more than a reason.
            let answer = answer_at(reader, tokens);
            let longer = |(length, _): &(usize, Link)| said.is_none_or(|(said, _)| *length > said);
            answer.filter(longer).or(said)
        }
        _ => None,
    }
}

/// Whether a sign is a little picture, which ends what is said as often as it adorns it.
fn is_picture(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign('\u{1f300}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}'))
}

/// Whether words behind a dash take back what was said: "yoga at 6 - no, 7", "yoga at 6 - scrap that, at 7". One word alone may as well say
/// something of it: "milk - no sugar".
fn corrects(reader: &Words<'_>, words: &[Token]) -> bool {
    let Some((length, _)) = connector_at(reader, words, true).filter(|(_, link)| link.corrects) else { return false };
    let timed = |next: &Token| {
        next.numeric
            || matches!(next.kind, TokenKind::Sign(_))
            || reader.is(next, BEFORE_TIME)
            || reader.grammar.days.contains(next.word)
    };
    length > 1 || words.get(length).is_some_and(timed)
}

/// Whether what stands behind an exclamation mark reckons on with what stands before it.
fn goes_on_as_a_sum(reader: &Words<'_>, tokens: &[Token]) -> bool {
    let behind = tokens.iter().take_while(|token| token.is_sign('!')).count();
    let Some([next, after, ..]) = tokens.get(behind..) else { return false };
    let reckons = matches!(next.kind, TokenKind::Sign('+' | '-' | '*' | '/' | '^' | '×' | '÷' | '−'))
        || reader.is(next, RECKONS_ON);
    reckons && (after.numeric || matches!(after.kind, TokenKind::Sign('(' | '-' | '√')))
}

/// "if not", "otherwise": the longest that begins the words. "if it is more than 100" is no answer but a question of its own, nor
/// is "delete milk if it is on my list".
fn answer_at(reader: &Words<'_>, tokens: &[Token]) -> Option<(usize, Link)> {
    let said = ANSWERS.iter().filter(|(run, _)| reader.begins(tokens, run));
    let (run, answer) = said.max_by_key(|(run, _)| run.len())?;
    // "if nothing is left"
    let none = tokens.get(run.len() - 1).is_some_and(|last| reader.is(last, NONE));
    // "if I haven't paid the rent"
    let goes_on = tokens.get(run.len()).is_some_and(|next| {
        compares(reader, next)
            || [ON_A_LIST, TOLD_DONE, LATE_WORDS].iter().any(|words| reader.is(next, words))
            || none && reader.is(next, SO_IS)
    });
    (!goes_on).then_some((run.len(), Link { answer: Some(*answer), ..PLAIN }))
}

/// Whether a word is a verb that a clause may share, or begin with where nothing else says that it is a request.
fn begins_shared(reader: &Words<'_>, token: &Token) -> bool {
    let word = reader.word(token);
    SHARED.contains(&word.as_ref()) || BARE_BEGINNERS.contains(&word.as_ref())
}

/// Whether a word begins a comparison.
fn compares(reader: &Words<'_>, token: &Token) -> bool {
    token.numeric || reader.is(token, COMPARED)
}
