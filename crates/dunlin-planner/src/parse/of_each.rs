//! An order about each of several todos, said as one: "for each overdue todo, move it to tomorrow", "go through my list and tick off each
//! one", "move everything overdue to tomorrow and make them urgent".

use crate::{
    lang::en::{
        again::MOVES,
        connectors::{FOR_EACH_OF_THEM, IF, SHOWERS, TODO},
        days::{EACH_OF, THEN},
        pauses::{
            ADD, ALL_OF_A_LIST, AS, BETWEEN, EACH, EACH_ONE, EVERYTHING_ON, FOR, GOES_THROUGH, LISTS, NOUNS, OF_EACH,
            OFF, PRIORITY, RANKS, REMIND_ME, SHOW_ALL, TAGGED_AS, TAGS, TAKES, TO,
        },
        references::THEM_ALL,
    },
    model::{
        intent::TodoIntent,
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{again::word, parts::parts, reader::Reader, selection::selection},
};

/// The most things for each of which a todo is added.
const MOST_FOR_EACH: usize = 12;
/// The most words of what is gone through.
const LONGEST_THROUGH: usize = 7;

/// The first words among which an order says that it adds a todo.
const NAMED_WITHIN: usize = 4;
/// The first words among which an order says that it adds a tag.
const TAGGED_WITHIN: usize = 3;

/// "go through my shopping list and tick off each one": "tick off everything on my shopping list". Nothing where nothing is done to what
/// is gone through.
pub(crate) fn with_lists_gone_through(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let at = [0, polite].into_iter().find(|at| reader.begins(tokens.get(*at..).unwrap_or_default(), GOES_THROUGH))?;
    let said = tokens.get(at + GOES_THROUGH.len()..)?;
    let joint = |token: &Token| token.is_sign(',') || reader.is(token, BETWEEN);
    let length = said.iter().take(LONGEST_THROUGH + 1).position(joint).filter(|length| *length > 1)?;
    let (through, rest) = said.split_at_checked(length)?;
    let order = rest.get(rest.iter().take_while(|token| joint(token)).count()..)?;
    let does = order.first().is_some_and(|verb| reader.is_beginner(verb) && !reader.is(verb, SHOWERS));
    let (one, end) = (1..order.len().min(LONGEST_THROUGH)).find_map(|at| {
        let rest = order.get(at..)?;
        EACH_ONE.iter().find(|run| reader.begins(rest, run)).map(|run| (at, at + run.len()))
    })?;
    let first = through.first().filter(|_| does)?;
    let listed = reader.last_is(through, LISTS).then(|| EVERYTHING_ON.map(|said| word(reader, said, first)));
    // "tick them all off"
    let off = usize::from(reader.is_at(order, end, OFF));
    let mut words = [
        tokens.get(..at)?,
        order.get(..one)?,
        order.get(end..end + off)?,
        listed.as_ref().map_or(&[][..], |all| all.as_slice()),
        through,
        order.get(end + off..)?,
    ]
    .concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "for each overdue todo, move it to tomorrow" said as one request: "move each overdue todo to tomorrow". Nothing when the words
/// are no such order.
pub(crate) fn with_each_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let begins = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let fresh = before.is_none_or(|before| before.kind != TokenKind::Word || reader.is(before, BETWEEN));
        let each = reader.is_at(tokens, at + 1, EACH) || reader.is_at(tokens, at + 1, ALL_OF_A_LIST);
        fresh && each && (reader.is_at(tokens, at, FOR) || reader.is_at(tokens, at, TAKES))
    };
    let at = (0..tokens.len()).find(|at| begins(*at))?;
    let ends = tokens.len().min(at + 24);
    let it = (at + 3..ends).find(|at| reader.is_at(tokens, *at, OF_EACH));
    let verb = (at + 3..it.unwrap_or(ends))
        .find(|at| tokens.get(*at).is_some_and(|token| !reader.is(token, NOUNS) && reader.is_beginner(token)))?;
    let each = tokens.get(at + 1..verb)?;
    // "take each overdue todo and move it to friday"
    let takes = reader.is_at(tokens, at, TAKES);
    let joint = |token: &Token| {
        !matches!(token.kind, TokenKind::Word | TokenKind::Quoted) || takes && reader.is(token, BETWEEN)
    };
    let joints = each.iter().rev().take_while(|token| joint(token)).count();
    let each = each.get(..each.len() - joints)?;
    if takes && (joints == 0 || it.is_none() || selection(reader, each).is_none()) {
        return None;
    }
    let rest = tokens.get(verb..)?;
    // "for each of rake, spade and hoe add todo clean it": one for each.
    let tags = rest.iter().take(TAGGED_WITHIN).any(|token| reader.is(token, TAGS));
    let adds = reader.first_is(rest, ADD) && !tags;
    if adds && let Some(added) = added_for_each(reader, tokens.get(..at)?, each, rest) {
        return Some(added);
    }
    let todo = rest.iter().take(NAMED_WITHIN).any(|token| reader.is(token, TODO));
    if adds && todo || reader.begins(rest, REMIND_ME) {
        return shown_before_each(reader, tokens.get(..=at)?, each, rest);
    }
    // Behind another sentence, a condition or an order about something else "it" is something else.
    let (mut orders, mut joints, mut at_end): (Vec<Vec<Token>>, Vec<&[Token]>, usize) = (Vec::new(), Vec::new(), 0);
    while let Some(order) = rest.get(at_end..).filter(|order| !order.is_empty()) {
        let joint = |token: &Token| reader.is(token, BETWEEN) || token.is_sign(',');
        let ends = |token: &Token| joint(token) || token.kind == TokenKind::LineEnd || is_end_of_sentence(token);
        let order = order.get(..order.iter().take_while(|token| !ends(token)).count())?;
        let Some(said) = of_each(reader, order, each).filter(|_| !reader.any_is(order, IF)) else { break };
        let between = rest.get(at_end + order.len()..)?;
        let between = between.get(..between.iter().take_while(|token| joint(token)).count())?;
        orders.push(said);
        joints.push(between);
        at_end += order.len() + between.len();
        if between.is_empty() {
            break;
        }
    }
    (!orders.is_empty()).then_some(())?;
    // They are told apart by what they are before they are moved.
    orders.sort_by_key(|order| moves(reader, order));
    let mut words = tokens.get(..at)?.to_vec();
    for (order, between) in orders.iter().zip(joints) {
        words.extend(order);
        words.extend(between);
    }
    words.extend(rest.get(at_end..)?);
    reader.give_places(&mut words);
    Some(words)
}

/// An order to add a todo about each of several things that are named, said once for each. Nothing where none are named.
fn added_for_each(reader: &mut Reader<'_>, before: &[Token], each: &[Token], order: &[Token]) -> Option<Vec<Token>> {
    let things = each.get(EACH_OF.len()..).filter(|_| reader.begins(each, &EACH_OF))?;
    let ends = |token: &Token| token.kind == TokenKind::LineEnd || is_end_of_sentence(token) || token.is_sign(',');
    let (own, rest) = order.split_at_checked(order.iter().take_while(|token| !ends(token)).count())?;
    let parts = parts(reader, things);
    (2..=MOST_FOR_EACH).contains(&parts.len()).then_some(())?;
    let mut words = before.to_vec();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            words.push(word(reader, THEN, own.first()?));
        }
        words.extend(of_each(reader, own, part)?);
    }
    words.extend(rest);
    reader.give_places(&mut words);
    Some(words)
}

/// "for each todo due today, add todo check it": "show all todos due today, and for each of them add todo check it". Which they are is
/// known only when it is carried out.
fn shown_before_each(reader: &mut Reader<'_>, to_for: &[Token], each: &[Token], order: &[Token]) -> Option<Vec<Token>> {
    selection(reader, each)?;
    let (begin, before) = to_for.split_last()?;
    let (first, next) = (each.first()?, order.first()?);
    let (every, which) = each.split_at_checked(usize::from(reader.is(first, EACH)))?;
    let show = SHOW_ALL.get(..=every.len())?;
    let mut words = before.to_vec();
    words.extend(show.iter().map(|said| word(reader, said, begin)));
    words.extend(which);
    words
        .extend(FOR_EACH_OF_THEM.iter().filter_map(|said| said.split(' ').next()).map(|said| word(reader, said, next)));
    words.extend(order);
    reader.give_places(&mut words);
    Some(words)
}

/// "as" before the tag of "tag it late", which is told from the todos' names by it.
fn as_a_tag(reader: &Reader<'_>, order: &[Token], rest: &[Token]) -> Vec<Token> {
    let bare = reader.first_is(order, TAGS) && !reader.first_is(rest, TAGGED_AS);
    rest.first().filter(|_| bare).map(|tag| reader.unsaid(AS, tag.span.start, tag)).into_iter().collect()
}

/// Whether an order gives todos another day.
fn moves(reader: &Reader<'_>, order: &[Token]) -> bool {
    reader.first_is(order, MOVES) && order.iter().any(|token| reader.grammar.days.contains(token.word) || token.numeric)
}

/// "move everything overdue to tomorrow and make them urgent": what else is done to those that were named, before they are moved and are
/// no more what they were called.
pub(crate) fn with_several_named(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let and = (3..tokens.len()).find(|at| {
        let then = at + 1 + usize::from(reader.is_at(tokens, at + 1, BETWEEN));
        reader.is_at(tokens, *at, BETWEEN) && tokens.get(then).is_some_and(|verb| reader.is_beginner(verb))
    })?;
    let (first, rest) = tokens.split_at_checked(and)?;
    let joints = rest.iter().take_while(|token| reader.is(token, BETWEEN)).count();
    let (joints, rest) = rest.split_at_checked(joints)?;
    let second = rest.get(..rest.iter().take_while(|token| token.kind == TokenKind::Word).count())?;
    // "snooze everything overdue until friday and mark it urgent"
    let all = reader.any_is(first, ALL_OF_A_LIST);
    let them =
        second.iter().take(4).position(|token| reader.is(token, THEM_ALL) || all && reader.is(token, OF_EACH))?;
    let polite = reader.grammar.courtesy_before(first);
    let Found::Request(request) = reader.find(first.get(polite..)?) else { return None };
    let several = request.slots.item.filter(|item| selection(reader, item).is_some_and(|found| found.is_narrow()))?;
    let changes = |intent: Option<TodoIntent>| intent.is_some_and(TodoIntent::sets_something);
    let request_todo = request.todo();
    changes(request_todo).then_some(())?;
    let more = usize::from(reader.is_at(second, them + 1, EACH));
    let what = second.get(them + 1 + more..)?;
    let mut named = [second.get(..them)?, several, &as_a_tag(reader, second, what), what].concat();
    reader.give_places(&mut named);
    let Found::Request(other) = reader.find(&named) else { return None };
    let other_todo = other.todo();
    changes(other_todo).then_some(())?;
    // What they are found by is changed last.
    let hides = |intent: Option<TodoIntent>| intent.is_some_and(TodoIntent::changes_what_finds_it);
    let (one, other) = (first.get(polite..)?, named.as_slice());
    let (one, other) = if hides(request_todo) && !hides(other_todo) { (other, one) } else { (one, other) };
    let mut words = [tokens.get(..polite)?, one, joints, other, rest.get(second.len()..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// Whether a sign ends a sentence.
fn is_end_of_sentence(token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign('.' | ';' | '?' | '!'))
}

/// An order about each of several todos with their name in it: "move it to tomorrow", "add the tag weekend". Nothing where it is about
/// something else.
fn of_each(reader: &Reader<'_>, order: &[Token], each: &[Token]) -> Option<Vec<Token>> {
    order.first().filter(|verb| reader.is_beginner(verb))?;
    if let Some(it) = order.iter().position(|token| reader.is(token, OF_EACH)) {
        let rest = order.get(it + 1..)?;
        return Some([order.get(..it)?, each, &as_a_tag(reader, order, rest), rest].concat());
    }
    // "for every todo tagged home add the tag weekend": to each of them.
    let adds = reader.grammar.without_courtesy_after(order);
    let tags = reader.first_is(adds, ADD) && adds.iter().take(TAGGED_WITHIN).any(|token| reader.is(token, TAGS));
    // "for everything on my list set priority 2"
    let ranks = reader.first_is(adds, RANKS) && reader.is_at(adds, 1, PRIORITY);
    let to = word(reader, TO, each.first()?);
    ((tags || ranks) && adds.len() < 8).then(|| [adds, &[to], each].concat())
}
