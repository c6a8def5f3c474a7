//! A refused clause read once more with words skipped at a price: the cheapest reading that holds together is offered as a whole
//! goal in plain words. It is never carried out unasked.

use super::quoted_where_needed;
use crate::{
    context::Known,
    lang::en::{
        cues::TURNED,
        offers::{self, ADDED, ANYTHING, JOINING, JOINS_NUMBERS, PARTS_OF_A_SUM, SMALL, TURNS, WHO},
    },
    model::{
        asked::EARLIER,
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{
        reader::Reader,
        text::{text_of, without_article},
        words::Words,
    },
    sum::calculator::preview,
};

/// The longest clause that is read again.
const LONGEST: usize = 24;
/// The most words that are skipped at either end, and the most in between.
const ENDS: usize = 7;
const BETWEEN: usize = 3;
/// The most that skipping may cost, and the most readings that are tried.
const DEAREST: u32 = 7;
const TRIALS: usize = 90;
/// What is never skipped.
const TOO_DEAR: u32 = 20;

/// A way of reading a clause: the words that are left, and what it costs to skip the others.
struct Trial {
    cost: u32,
    /// Whether nothing but small words is skipped.
    small: bool,
    left: Vec<(usize, usize)>,
}

/// The goal that a clause comes nearest to when words may be skipped.
pub(super) fn nearest_goal(reader: &mut Reader<'_>, words: &[Token]) -> Option<String> {
    if words.len() > LONGEST || words.len() < 3 {
        return None;
    }
    // "the product of 1 to 6" is not 1 * 6.
    let sums = words.iter().any(|token| token.numeric);
    let joins = |token: &Token| sums && reader.is(token, JOINS_NUMBERS);
    // A sum without one of its numbers is another sum.
    let sign = |token: &Token| token.is_sign('%');
    let kept =
        |token: &Token| joins(token) || sums && (token.numeric || sign(token) || reader.is(token, PARTS_OF_A_SUM));
    let price = |token: &Token| if kept(token) { TOO_DEAR } else { price(reader, token) };
    let prices: Vec<u32> = words.iter().map(price).collect();
    let cost = |from: usize, to: usize| prices.get(from..to).unwrap_or_default().iter().sum::<u32>();
    let small = |from: usize, to: usize| prices.get(from..to).unwrap_or_default().iter().all(|price| *price == 1);
    let end = words.len();
    let mut trials = Vec::new();
    for first in 0..ENDS.min(end) {
        for last in (end.saturating_sub(ENDS)..=end).filter(|last| *last > first + 1) {
            let cost = cost(0, first) + cost(last, end);
            let small = small(0, first) && small(last, end);
            trials.push(Trial { cost, small, left: vec![(first, last)] });
        }
    }
    for from in 1..end {
        for to in from + 1..(from + BETWEEN + 1).min(end) {
            let (cost, small) = (cost(from, to) + 1, small(from, to));
            trials.push(Trial { cost, small, left: vec![(0, from), (to, end)] });
        }
    }
    // What is left must say most of what was said.
    let most = DEAREST.min(cost(0, end) / 3);
    trials.retain(|trial| trial.cost > 0 && trial.cost <= most);
    trials.sort_by_key(|trial| trial.cost);
    trials.truncate(TRIALS);
    trials.iter().find_map(|trial| {
        let mut left: Vec<Token> =
            trial.left.iter().flat_map(|(from, to)| words.get(*from..*to).unwrap_or_default()).copied().collect();
        if trial.left.len() > 1 {
            reader.give_places(&mut left);
        }
        match reader.find(&left) {
            // An offer keeps the words that name the thing: "remove all the lights" is not "remove all". Around a sum, and beside
            // the list that is shown, others may be skipped.
            Found::Request(request)
                if request.sum().is_some()
                    || request.slots.name.is_some()
                        && matches!(request.todo(), Some(TodoIntent::List | TodoIntent::ListLoose))
                        && !reader.any_is(words, ADDED)
                    || trial.small && request.anchored
                    || request.acts_on_a_todo()
                        && request.slots.item.is_some_and(|item| reader.names_one_todo(item))
                        && !reader.any_is(words, TURNED) =>
            {
                goal_of(reader, &request, &left, trial.left.len() == 1)
            }
            _ => None,
        }
    })
}

/// What it costs to leave a word unread.
fn price(reader: &Words<'_>, token: &Token) -> u32 {
    match token.kind {
        TokenKind::Quoted => TOO_DEAR,
        TokenKind::Number => 6,
        TokenKind::Sign('+' | '*' | '/' | '%' | '×' | '÷' | '=') => 4,
        TokenKind::Sign(_) | TokenKind::LineEnd => 1,
        TokenKind::Word if reader.is(token, TURNS) => 8,
        TokenKind::Word if reader.is(token, WHO) => 3,
        TokenKind::Word if reader.is(token, JOINING) => 2,
        TokenKind::Word if reader.is(token, SMALL) => 1,
        TokenKind::Word if token.word == UNKNOWN => 4,
        TokenKind::Word => 3,
    }
}

/// A request as a whole goal in plain words.
fn goal_of(reader: &Words<'_>, request: &Request<'_>, words: &[Token], whole: bool) -> Option<String> {
    // What was skipped inside a name belongs to it all the same.
    let said = |words: &[Token]| match words {
        [_] => text_of(reader.goal, words),
        _ => span_of(words).of(reader.goal).split_whitespace().collect::<Vec<_>>().join(" "),
    };
    // "eggs for my shopping list" names no list of eggs.
    let parted = |name: &[Token]| span_of(name).of(reader.goal).split_whitespace().count() > name.len();
    if request.slots.name.is_some_and(parted) {
        return None;
    }
    let list = request.slots.name.map(said);
    if let Some(sum) = request.sum() {
        // "1 in in calories" comes to nothing.
        let comes_out = !sum.expression.contains(EARLIER) && preview(&sum.expression).is_some();
        return comes_out.then(|| offers::calculate(&sum.expression));
    }
    let item = request.slots.item.map(|item| without_article(&said(item)));
    Some(match (request.todo(), item) {
        (Some(TodoIntent::Add), Some(item)) => offers::add_one_to(&item, list.as_deref()),
        (Some(TodoIntent::Delete), Some(item)) => offers::delete(&as_it_stands(reader, item)),
        (Some(TodoIntent::Complete), Some(item)) => offers::mark_done(&as_it_stands(reader, item)),
        (Some(TodoIntent::Search), Some(item)) => offers::find(&item),
        (Some(TodoIntent::List | TodoIntent::ListLoose | TodoIntent::ListPending), None)
            if request.slots.when.is_none() =>
        {
            list.map_or_else(|| ANYTHING.to_owned(), |list| offers::show_list(&list))
        }
        // What stands in one piece is said as it was.
        _ if whole => span_of(words).of(reader.goal).trim_start_matches([',', ';', ' ']).to_owned(),
        _ => return None,
    })
}

/// The words of the todo that is meant, where it is known.
fn as_it_stands(reader: &Words<'_>, item: String) -> String {
    match reader.context.on_list.map(|list| list.find(&item)) {
        Some(Known::One(text)) => quoted_where_needed(&text),
        _ => item,
    }
}
