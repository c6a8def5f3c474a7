//! Things that are told or asked for beside each other without what parts them elsewhere: "rent paid mum rung whats left", "sweep the yard
//! tonight, prune roses friday", "empty the loo, check the tyres. add both", "… (and add oats)".

use crate::{
    dates,
    lang::en::{
        conditions::DONE_OR_PAID,
        connectors::{ASKS_ANEW, REMIND_ME},
        doubts::ARTICLES,
        goods::{ALL_OF_SO_MANY, JOINS_IN_BRACKETS},
        items::PARTICLES,
        lists::COLON,
        pauses::{ADD, BETWEEN, COMMA, NO_THING},
        phrases::{CALLS, DEEDS, VERBS},
        references::DONE_TO_SUCH,
    },
    model::{
        intent::TodoIntent,
        request::Found,
        token::{Token, TokenKind},
    },
    parse::{again::word, beside::tells_what_is_done, condition, parts::parts, reader::Reader, text::text_of},
};

/// The most words of one report, and of one thing that is added with others.
const LONGEST: usize = 8;
/// How many things are added so, at most.
const MOST: usize = 12;

/// "rent paid mum rung whats left": a comma behind each report. Nothing where only one thing is told and nothing is asked behind it.
pub(crate) fn with_reports_parted(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let mut from = reader.grammar.courtesy_before(tokens);
    let mut ends = Vec::new();
    while let Some(end) = report(reader, tokens, from) {
        let rest = tokens.get(end..)?;
        let asks = ASKS_ANEW.iter().any(|run| reader.begins(rest, run));
        let goes_on = rest.first().is_some_and(|next| next.kind == TokenKind::Word && !reader.is(next, BETWEEN));
        if !goes_on || !asks && report(reader, tokens, end).is_none() {
            break;
        }
        ends.push(end);
        from = end;
    }
    let mut words = tokens.to_vec();
    for end in ends.iter().rev() {
        words.insert(*end, comma(reader, tokens.get(*end)?));
    }
    (!ends.is_empty()).then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// Where the report ends that begins there: "rent paid" says that one todo is done.
fn report(reader: &mut Reader<'_>, tokens: &[Token], from: usize) -> Option<usize> {
    let told = tokens.get(from..)?.iter().take(LONGEST).take_while(|token| token.kind == TokenKind::Word).count();
    let done = |token: &Token| {
        let such = |(run, _): &(&[&'static str], &str)| run.last().is_some_and(|last| reader.is(token, last));
        reader.is(token, DONE_OR_PAID) || DONE_TO_SUCH.iter().any(such)
    };
    let ends: Vec<usize> = (from + 1..from + told).filter(|at| tokens.get(*at).is_some_and(done)).collect();
    ends.into_iter()
        .map(|at| at + 1)
        .find(|end| tokens.get(from..*end).is_some_and(|words| tells_what_is_done(reader, words)))
}

/// "sweep the yard tonight, prune roses friday, post cards monday": each is to be done on its day, also where its verb is not known. Nothing
/// where none is, or all are understood as they stand.
pub(crate) fn with_dated_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let bare = reader.grammar.without_courtesy(tokens);
    let signs = bare.iter().rev().take_while(|token| token.is_sign('!') || token.is_sign('.')).count();
    let said = bare.get(..bare.len() - signs)?;
    let each: Vec<&[Token]> = said.split(|token| token.is_sign(',')).collect();
    let dated = |part: &&[Token]| {
        let read = dates::quick_add(&text_of(reader.goal, part), 0, &reader.moment());
        read.due.is_some() && read.text.split_whitespace().count() > 1
    };
    // "pump up balls", "prune roses", and not "dad visits"
    let verb = |part: &[Token]| {
        let known = |first: &Token| [VERBS, DEEDS, CALLS].iter().any(|verbs| reader.is(first, verbs));
        let object = [PARTICLES, ARTICLES].iter().any(|words| reader.is_at(part, 1, words));
        object || part.first().is_some_and(|first| known(first) || reader.grammar.going.contains(first.word))
    };
    let plain = |part: &&[Token]| {
        let first = part.first().is_some_and(|first| first.kind == TokenKind::Word && !reader.is_beginner(first));
        let tells = reader.tells(part) && reader.thing_to_do(part).is_none();
        first
            && verb(part)
            && part.len() <= LONGEST
            && !reader.first_is(part, NO_THING)
            && !tells
            && !reader.is_question(part)
    };
    let fits = (2..=MOST).contains(&each.len()) && each.iter().all(|part| dated(part) && plain(part));
    let does = each.iter().filter(|part| reader.thing_to_do(part).is_some()).count();
    (fits && does > 0 && does < each.len()).then_some(())?;
    let first = said.first()?;
    let mut words = [&[word(reader, ADD, first)], said].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "empty the loo, check the tyres. add both": "add: empty the loo, check the tyres". Nothing where it is another number, or one of them
/// asks for something.
pub(crate) fn with_those_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let bare = reader.grammar.without_courtesy_after(tokens);
    let (at, many) = ALL_OF_SO_MANY.iter().find_map(|(run, many)| {
        let before = reader.before_the_end(bare, run)?;
        let add = before.len().checked_sub(1).filter(|at| reader.is_at(before, *at, ADD))?;
        Some((add, *many))
    })?;
    let before = bare.get(..at)?;
    let pauses = before.iter().rev().take_while(|token| matches!(token.kind, TokenKind::Sign(_))).count();
    let things = before.get(..before.len() - pauses).filter(|_| pauses > 0)?;
    let each = parts(reader, things);
    let plain = |part: &&[Token]| {
        let words = part.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
        words && (1..=LONGEST).contains(&part.len()) && !reader.is_question(part) && !reader.tells(part)
    };
    let fits = (2..=MOST).contains(&each.len()) && each.iter().all(plain);
    // "if there are leeks, remove them, if not, add them"
    if reader.holds_a_condition(things) || condition::opens(reader, things) {
        return None;
    }
    let asks = |part: &[Token]| match reader.find(part) {
        Found::Request(request) => request.anchored,
        Found::Pointing(_) => true,
        Found::Missing(_) | Found::Nothing => false,
    };
    // "for the fair I need bags and tags, add them" says what is needed.
    if each.iter().copied().any(asks) || reader.named_by_reason(things).is_some() {
        return None;
    }
    let counted =
        many.map_or_else(|| things.first().is_some_and(|first| !reader.is_beginner(first)), |many| many == each.len());
    (fits && counted).then_some(())?;
    let next = things.first()?;
    let colon = Token { kind: TokenKind::Sign(':'), ..word(reader, COLON, next) };
    let mut words = [&[word(reader, ADD, next), colon], things].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "what is 2 + 2? (and add oats)": what stands in brackets asks for more. Nothing where it only says something of what is before it: "add
/// gloves (and check the size)".
pub(crate) fn with_brackets_opened(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let open = (2..tokens.len()).find(|at| {
        tokens.get(*at).is_some_and(|sign| sign.is_sign('(') && !sign.glued)
            && reader.is_at(tokens, at + 1, JOINS_IN_BRACKETS)
    })?;
    let close = (open..tokens.len()).find(|at| tokens.get(*at).is_some_and(|sign| sign.is_sign(')')))?;
    let inside = tokens.get(open + 1..close)?;
    let joins = inside.iter().take_while(|token| reader.is(token, JOINS_IN_BRACKETS)).count();
    let asked = inside.get(joins..)?;
    let orders = reader.first_is(asked, ADD) || reader.begins(asked, REMIND_ME);
    let more = match reader.find(asked) {
        Found::Request(request) => {
            let named = request.slots.item.is_some_and(|item| request.acts_on_a_todo() && reader.names_one_todo(item));
            request.anchored || named || orders || request.todo().is_some_and(TodoIntent::shows_todos)
        }
        _ => orders,
    };
    let before = tokens.get(..open)?;
    let parted = before.last().is_some_and(|last| matches!(last.kind, TokenKind::Sign(_)));
    let comma = comma(reader, inside.first()?);
    let pause: &[Token] = if parted { &[] } else { &[comma] };
    let mut words = [before, pause, inside, tokens.get(close + 1..)?].concat();
    more.then(|| {
        reader.give_places(&mut words);
        words
    })
}

fn comma(reader: &Reader<'_>, next: &Token) -> Token {
    Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, next) }
}
