//! What a clause shares with the one before: its verb, or the list.

use std::ops::Range;

use crate::{
    lang::en::{
        asides::SOMEBODY_IS,
        connectors::{
            ABOUT, ANOTHER, BEFORE_A_THING, BEFORE_A_VERB, BETWEEN_CLAUSES, ENDS_IN_A_LIST, IS_TOO, LENDERS, LENT_OVER,
            LIST, NAMES_A_LIST, NEW, NO_VERB, ONE_MORE, REMIND_ME, SAME_FOR, SHARED, SHOWERS, SHOWN_TOO, SUN, TO, TOO,
            WHY,
        },
        items::{ARTICLES, DUE},
        offers::{BEFORE_A_DAY, ONTO_A_LIST},
        pauses::ADD,
        places::EVERYTHING,
        priorities::{PRIORITY, RANKS},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, UNKNOWN},
    },
    parse::{
        connector::{Connector, LOOK_AHEAD},
        exception, filtered,
        pause::MOST_WORDS_OF_A_TIME,
        priority::priority,
        reader::Reader,
        selection::selection,
        timed::says_when_due,
        words::Words,
    },
};

/// The most words by which another todo is named that the same is done with.
const MOST_WORDS_OF_A_NAME: usize = 8;

/// A clause's words with those it shares with the one before around them: the verb ("put eggs on my shopping list and soap on my
/// cleaning list"), and the list where it names none ("add thyme to my garden list and twine").
pub(super) struct Lent {
    pub(super) words: Vec<Token>,
    /// Which of them are the clause's own.
    pub(super) own: Range<usize>,
}

impl Lent {
    fn new(reader: &mut Reader<'_>, verb: &[Token], own: &[Token], list: &[Token]) -> Self {
        let mut words = [verb, own, list].concat();
        reader.give_places(&mut words);
        Self { words, own: verb.len()..verb.len() + own.len() }
    }
}

/// What the words after a connector share with the clause before: they name a list of their own, or another todo, or a thing
/// for the same list. Nothing when they can be a part of the todo before.
pub(super) fn shared(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, end: usize) -> Option<Lent> {
    let link = connector.link;
    // "the rent is paid and so is the sink"
    if link.therefore
        && let Some(other) = so_is(reader, tokens.get(connector.after..end)?)
    {
        return done_alike(reader, tokens, connector, other);
    }
    if link.corrects || link.hard || link.answer.is_some() || link.therefore || end - connector.after > LOOK_AHEAD {
        return None;
    }
    // "push call mum to saturday because I'm away until sunday"
    if link.aside && reader.is_at(tokens, connector.before, WHY) {
        return None;
    }
    let own = tokens.get(connector.after..end)?;
    // "move call mum to sunday, she's away till then" names no other todo.
    let first = own.first().filter(|first| !reader.is(first, SOMEBODY_IS) || reader.names_one_todo(own))?;
    // "delete everything except milk and bread"
    if exception::stands_in(reader, tokens.get(connector.before.saturating_sub(LOOK_AHEAD)..connector.before)?) {
        return None;
    }
    // "tag the gym as health, and the same for the dentist"
    if let Some(other) = same_for(reader, own) {
        return done_alike(reader, tokens, connector, other);
    }
    // "show everything tagged work and everything tagged home"
    let another = reader.is(first, ANOTHER) || reader.is(first, EVERYTHING) && selection(reader, own).is_some();
    let ends_in_list = own.iter().rev().take(3).any(|token| reader.is(token, ENDS_IN_A_LIST));
    let bare = reader.grammar.without_courtesy_after(own);
    if let Some(lent) = reminded(reader, tokens, connector, own).or_else(|| same_verb(reader, tokens, connector, own)) {
        return Some(lent);
    }
    if let Some(lent) = set_too(reader, tokens, connector, bare) {
        return Some(lent);
    }
    // "and also feeding the cat", "and call mom too" say that the same is meant again.
    let too = own.get(bare.len()..).unwrap_or_default().iter().any(|token| reader.is(token, TOO));
    // "…, we need milk too" says more than a thing.
    let told = reader.grammar.is_statement(own) && !reader.names_one_todo(bare);
    let again = (link.also || too) && bare.len() <= 8 && !told;
    if again && let Some(lent) = changed_alike(reader, tokens, connector, bare) {
        return Some(lent);
    }
    // "the boiler is fixed and the radiator too"
    if again
        && reader.names_one_todo(bare)
        && let Some(lent) = done_alike(reader, tokens, connector, bare)
    {
        return Some(lent);
    }
    // "put the laundry on my list for today and the dishes for tomorrow"
    let dated = (1..bare.len()).find(|at| bare.get(*at..).is_some_and(|when| says_when_due(reader, when)));
    let dated = dated.and_then(|at| bare.get(..at)).filter(|named| is_thing(reader, named) || reader.is_deed(named));
    let thing = again || dated.is_some() || is_thing(reader, bare);
    if !another && !ends_in_list && !thing {
        return None;
    }
    let from = connector.before.saturating_sub(24);
    // "new todo: clip the hedge. and another one: sharpen the shears"
    let is_named = |at: &usize| reader.is_at(tokens, *at, NEW) && reader.is_at(tokens, at + 1, ONE_MORE);
    if another && let Some(at) = (from..connector.before).rev().find(is_named) {
        let (add, before) = (reader.unsaid(ADD, first.span.start, first), tokens.get(at..connector.before)?);
        let lent = Lent::new(reader, &[add], own, &[]);
        return shares(reader, before, &lent.words, true).then_some(lent);
    }
    let verbs = tokens.get(from..connector.before)?.iter().zip(from..);
    let verbs: Vec<usize> = verbs
        .filter(|(token, at)| {
            SHARED.contains(&reader.word(token).as_ref())
                && !((another || ends_in_list) && is_noun(reader, tokens, *at))
        })
        .map(|(_, at)| at)
        .collect();
    // "…, a torch too"
    let own = if too { bare } else { own };
    verbs.into_iter().rev().find_map(|verb| {
        let before = tokens.get(verb..connector.before)?;
        // "show my work list, my home list and my garden list", "add tea to my list, jam too, and a torch": behind the first the others
        // share its verb as well.
        let first = before.split(|token| token.is_sign(',')).next()?;
        let orders =
            before.iter().skip(first.len()).any(|token| reader.is_beginner(token) || reader.is(token, ONTO_A_LIST));
        [Some(before), Some(first).filter(|_| ends_in_list || thing && !orders)].into_iter().flatten().find_map(
            |before| {
                let list = if thing && !ends_in_list { before.get(list_after_item(reader, before)?)? } else { &[] };
                let lent = Lent::new(reader, tokens.get(verb..=verb)?, own, list);
                shares(reader, before, &lent.words, another).then_some(lent)
            },
        )
    })
}

/// In "a work list" the word is no verb.
fn is_noun(reader: &Reader<'_>, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    reader.is_at(tokens, at, LIST) && before.is_some_and(|token| !reader.is(token, BEFORE_A_VERB))
}

/// "remind me to call Ann and to pay Bob", "… and at six to feed the cat": what follows "and to" is reminded of as well.
fn reminded(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, own: &[Token]) -> Option<Lent> {
    let to = own.iter().take(MOST_WORDS_OF_A_TIME).position(|token| reader.is(token, TO) || reader.is(token, ABOUT))?;
    let (when, [_, first, ..]) = own.split_at_checked(to)? else { return None };
    if !when.is_empty() && !says_when_due(reader, when)
        || first.numeric
        || reader.is_at(own, to, TO) && (own.len() < to + 3 - usize::from(to > 0) || reader.is(first, NO_VERB))
    {
        return None;
    }
    let from = connector.before.saturating_sub(LOOK_AHEAD);
    let before = tokens.get(from..connector.before)?;
    let at = before.windows(2).rposition(|pair| reader.begins(pair, REMIND_ME))?;
    let lent = Lent::new(reader, before.get(at..at + 2)?, own, &[]);
    let fits = matches!(reader.find(&lent.words), Found::Request(request) if request.todo() == Some(TodoIntent::Add));
    fits.then_some(lent)
}

/// "tag the report as work, and the gym too": what is done with the one todo is done with the other.
fn changed_alike(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, other: &[Token]) -> Option<Lent> {
    if !reader.names_one_todo(other) {
        return None;
    }
    let from = connector.before.saturating_sub(24);
    let verb = (from..connector.before).rev().find(|at| reader.is_at(tokens, *at, LENDERS))?;
    let before = tokens.get(verb..connector.before)?;
    let Found::Request(request) = reader.find(before) else { return None };
    let item = request.slots.item.filter(|_| request.todo().is_some_and(TodoIntent::sets_something))?;
    let (first, last) = (item.first()?.span.start, item.last()?.span.end);
    let start = before.iter().position(|token| token.span.start == first)?;
    let end = before.iter().position(|token| token.span.start >= last)?;
    let mut words = [before.get(..start)?, other, before.get(end..)?].concat();
    reader.give_places(&mut words);
    let fits = matches!(reader.find(&words), Found::Request(later) if later.todo() == request.todo());
    fits.then_some(Lent { words, own: start..start + other.len() })
}

/// "show my high priority ones and then those without a date": what else is shown.
pub(super) fn shown_too(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    connector: &Connector,
    own: &[Token],
) -> Option<Lent> {
    let link = connector.link;
    let few = link.answer.is_none() && !link.corrects && own.len() <= LOOK_AHEAD && reader.first_is(own, SHOWN_TOO);
    let from = connector.before.saturating_sub(24);
    let verb = (from..connector.before)
        .rev()
        .filter(|_| few)
        .find(|at| reader.is_at(tokens, *at, SHOWERS) && !is_noun(reader, tokens, *at))?;
    let shows = |reader: &mut Reader<'_>, words: &[Token]| match reader.find(words) {
        Found::Request(request) => request.todo().is_some_and(TodoIntent::shows_todos),
        _ => filtered::question(reader, words).is_some(),
    };
    let lent = Lent::new(reader, tokens.get(verb..=verb)?, own, &[]);
    (shows(reader, tokens.get(verb..connector.before)?) && shows(reader, &lent.words)).then_some(lent)
}

/// "make the budget high priority and due tomorrow": another thing that is set of the same todo, by the same verb.
fn set_too(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, own: &[Token]) -> Option<Lent> {
    let fits = own.len() <= MOST_WORDS_OF_A_NAME && (reader.first_is(own, DUE) || priority(reader, own).is_some());
    let from = connector.before.saturating_sub(24);
    let verb = (from..connector.before).rev().filter(|_| fits).find(|at| reader.is_at(tokens, *at, LENDERS))?;
    let before = tokens.get(verb..connector.before)?;
    let (Found::Request(request) | Found::Pointing(request)) = reader.find(before) else { return None };
    let item = request.slots.item.filter(|_| request.todo().is_some_and(TodoIntent::sets_something))?;
    let last = item.last()?.span.end;
    let end = before.iter().position(|token| token.span.start >= last)?;
    let mut words = [before.get(..end)?, own].concat();
    reader.give_places(&mut words);
    let other =
        |later: &Request<'_>| later.todo().is_some_and(TodoIntent::sets_something) && later.todo() != request.todo();
    let fits = matches!(reader.find(&words), Found::Request(later) | Found::Pointing(later) if other(&later));
    fits.then_some(Lent { words, own: end..end + own.len() })
}

/// What the same is to be done with: "the gym" in "same for the gym".
fn same_for<'t>(reader: &Reader<'_>, own: &'t [Token]) -> Option<&'t [Token]> {
    let run = SAME_FOR.iter().filter(|run| reader.begins(own, run)).max_by_key(|run| run.len())?;
    let other = reader.grammar.without_courtesy_after(own.get(run.len()..)?);
    (1..=MOST_WORDS_OF_A_NAME).contains(&other.len()).then_some(other)
}

/// What the same is said of: "the sink" in "so is the sink", behind "so".
pub(super) fn so_is<'t>(reader: &Reader<'_>, own: &'t [Token]) -> Option<&'t [Token]> {
    let (_, rest) = own.split_first().filter(|(verb, _)| reader.is(verb, IS_TOO))?;
    let other = reader.grammar.without_courtesy_after(rest);
    reader.names_one_todo(other).then_some(other)
}

/// The request before with another todo in it: "add dog food for saturday and do the same for bird seed".
fn done_alike(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, other: &[Token]) -> Option<Lent> {
    let from = connector.before.saturating_sub(LOOK_AHEAD);
    let begins = |at: &usize| {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        before.is_none_or(|token| token.kind != TokenKind::Word || reader.is(token, BETWEEN_CLAUSES))
    };
    let starts: Vec<usize> = (from..connector.before).rev().filter(begins).collect();
    starts.into_iter().find_map(|at| {
        let before = tokens.get(at..connector.before)?;
        let Found::Request(request) = reader.find(before) else { return None };
        let todo = request.todo()?;
        let adds = todo == TodoIntent::Add;
        let item = request.slots.item.filter(|_| adds || todo.acts_on_a_todo() || todo.sets_something())?;
        let (first, last) = (item.first()?.span.start, item.last()?.span.end);
        // When the one is due, the other is too.
        let due = adds.then(|| reader.where_due(item)).flatten().unwrap_or(last);
        // "water the plants on friday, and the same for the lawn"
        let deed = adds && reader.is_deed(item) && !reader.is_deed(other);
        let start = before.iter().position(|token| token.span.start == first)? + usize::from(deed);
        let end = before.iter().position(|token| token.span.start >= due.min(last)).unwrap_or(before.len());
        // "the rent is paid and so is the sink" has one article for each.
        let has_article = before.get(..start)?.last().is_some_and(|token| reader.is(token, ARTICLES));
        let articles = other.iter().take_while(|token| has_article && reader.is(token, ARTICLES)).count();
        let other = other.get(articles..)?;
        let mut words = [before.get(..start)?, other, before.get(end..)?].concat();
        reader.give_places(&mut words);
        let fits = matches!(reader.find(&words), Found::Request(later) if later.todo() == request.todo());
        fits.then_some(Lent { words, own: start..start + other.len() })
    })
}

/// "move the rent to friday and the dentist to monday", "divide 10 by 4 and 6 by 3": the verb of the request before belongs to what
/// follows as well, which names its own day, list or number.
pub(super) fn same_verb(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    connector: &Connector,
    own: &[Token],
) -> Option<Lent> {
    let inside = own.get(1..own.len().checked_sub(1)?)?;
    // "make the rent high priority and the gym low priority"
    if let Some(lent) = same_rank(reader, tokens, connector, own) {
        return Some(lent);
    }
    let ranked = reader.last_is(own, PRIORITY) || reader.is_at(own, own.len().wrapping_sub(2), PRIORITY);
    (ranked || inside.iter().any(|token| reader.is(token, LENT_OVER))).then_some(())?;
    let from = connector.before.saturating_sub(24);
    let verbs =
        (from..connector.before).rev().filter(|at| tokens.get(*at).is_some_and(|verb| reader.is(verb, LENDERS)));
    let verbs: Vec<usize> = verbs.take(3).collect();
    verbs.into_iter().find_map(|verb| {
        let lent = Lent::new(reader, tokens.get(verb..=verb)?, own, &[]);
        let Found::Request(later) = reader.find(&lent.words) else { return None };
        let Found::Request(earlier) = reader.find(tokens.get(verb..connector.before)?) else { return None };
        let alike = match (earlier.todo(), later.todo()) {
            // "mark the dishes as not done and the laundry as done"
            (Some(TodoIntent::Reopen), Some(TodoIntent::Complete))
            | (Some(TodoIntent::Complete), Some(TodoIntent::Reopen)) => true,
            (Some(earlier), Some(later)) => earlier == later && earlier.sets_something(),
            (None, None) => earlier.sum().is_some() && later.sum().is_some(),
            _ => false,
        };
        alike.then_some(lent)
    })
}

/// "make the rent high priority and the gym low": what the last word is was said of the one before.
fn same_rank(reader: &mut Reader<'_>, tokens: &[Token], connector: &Connector, own: &[Token]) -> Option<Lent> {
    let own = reader.grammar.without_courtesy_after(own);
    (own.len() > 1 && reader.last_is(own, RANKS)).then_some(())?;
    let from = connector.before.saturating_sub(24);
    let before = tokens.get(from..connector.before)?;
    let said = before.iter().rposition(|token| reader.is(token, PRIORITY))?;
    let verb = before.get(..said)?.iter().rposition(|token| reader.is(token, LENDERS))?;
    let whole = before.get(verb..)?;
    matches!(reader.find(whole), Found::Request(request) if request.todo() == Some(TodoIntent::Prioritise))
        .then_some(())?;
    let lent = Lent::new(reader, whole.get(..1)?, own, before.get(said..=said)?);
    matches!(reader.find(&lent.words), Found::Request(request) if request.todo() == Some(TodoIntent::Prioritise))
        .then_some(lent)
}

/// Whether words are a short name of something: an article, and words that the grammar does not know.
fn is_thing(reader: &Words<'_>, words: &[Token]) -> bool {
    let article = reader.first_is(words, BEFORE_A_THING);
    let named = |(at, token): (usize, &Token)| {
        // "a travel plug"
        let known = at > 0 && article && reader.grammar.known_lists.contains(token.word);
        // "sun cream"
        let sun = words.len() == 2 && at == 0 && reader.is(token, SUN);
        token.kind == TokenKind::Word && (token.word == UNKNOWN || at == 0 && article || known || sun)
    };
    let last = words.last().is_some_and(|token| token.word == UNKNOWN);
    words.len() <= 3 && words.iter().enumerate().all(named) && last
}

/// Where the words after a request's item stand that name the list; when it is due is said of the item alone.
fn list_after_item(reader: &mut Reader<'_>, before: &[Token]) -> Option<Range<usize>> {
    let Found::Request(request) = reader.find(before) else { return None };
    let end = request.slots.item?.last()?.span.end;
    let at = before.iter().position(|token| token.span.start >= end)?;
    let due = request.slots.when.and_then(<[Token]>::first).filter(|due| due.span.start >= end);
    let till = due.and_then(|due| before.iter().position(|token| token.span.start == due.span.start));
    let till = match till {
        // "for today"
        Some(till) if till > at && before.get(till - 1).is_some_and(|token| reader.is(token, BEFORE_A_DAY)) => till - 1,
        Some(till) => till,
        None => before.len(),
    };
    let list = before.get(at..till)?.iter().any(|token| reader.is(token, NAMES_A_LIST));
    (list && !request.singular).then_some(at..till)
}

/// Whether a request and other words with the same verb ask for the same kind of thing.
fn shares(reader: &mut Reader<'_>, before: &[Token], words: &[Token], another: bool) -> bool {
    let after_item = |item: Option<&[Token]>, words: &[Token]| {
        let end = item.and_then(<[Token]>::last).map(|token| token.index);
        end.is_none_or(|at| words.last().is_some_and(|last| last.index > at))
    };
    let Found::Request(earlier) = reader.find(before) else { return false };
    let changes = matches!(
        earlier.todo(),
        Some(TodoIntent::Add | TodoIntent::Delete | TodoIntent::Complete | TodoIntent::CreateList)
    );
    let whole = another || after_item(earlier.slots.item, before);
    // "add sweep the yard on friday, and another one for oiling the gate"
    let one_more = another && earlier.todo() == Some(TodoIntent::Add) && reader.is_at(words, 2, ONE_MORE);
    if !(earlier.anchored || one_more) || earlier.todo() != Some(TodoIntent::List) && !(changes && whole) {
        return false;
    }
    match reader.find(words) {
        Found::Request(request) => {
            let whole = another || after_item(request.slots.item, words);
            request.todo() == earlier.todo() && request.anchored && whole
        }
        _ => false,
    }
}
