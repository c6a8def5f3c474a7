//! What one clause asks for: its request, the condition that it stands under, and what it waits for.

use crate::{
    lang::en::{connectors::FINISHES, phrases::AGAIN},
    model::{
        intent::TodoIntent,
        reading::{Clause, ClauseRead, Conditional, Link},
        request::{Asked, Found, Request},
        token::{Token, span_of},
    },
    parse::{apart, condition, day, filtered, goods, reader::Reader, schedule, selection, timed, words::Words},
};

/// Reads a clause; `next` says how the clause behind it hangs on it.
pub(super) fn read_clause<'t>(reader: &mut Reader<'_>, clause: &'t Clause, next: Option<Link>) -> ClauseRead<'t> {
    let words = clause.words.as_slice();
    let says_so = clause.link.answer.is_some() && condition::says_so(reader, words);
    let found = if says_so {
        Found::Request(Request::of(Asked::Todo(TodoIntent::List)))
    } else if goods::begins_with_a_thing(reader, words) {
        Found::Nothing
    } else {
        asked_beside(reader, words).unwrap_or_else(|| reader.find(words))
    };
    let condition = condition_of(reader, words, &found);
    let found = weighed(reader, clause, next, found, condition.is_some());
    let later = match (&found, &condition) {
        (Found::Nothing, None) => timed::later(reader, words),
        _ => None,
    };
    let (found, waits_for) = match later {
        Some((pause, request)) => (Found::Request(request), Some(pause)),
        None => (found, None),
    };
    let again = condition.is_none() && shows_again(reader, words, &found);
    let found = match if again { schedule::schedule(reader, words) } else { None } {
        Some(scheduled) => Found::Request(scheduled),
        None => found,
    };
    ClauseRead {
        words,
        own: clause.own.clone(),
        except: &clause.except,
        link: clause.link,
        next,
        found,
        condition,
        waits_for,
        said_for_next: false,
        instead_of: reader.replaced_by(words),
        is_told: false,
        reason: None,
    }
}

/// The condition that a clause asks for, or stands under.
fn condition_of<'t>(reader: &mut Reader<'_>, words: &'t [Token], found: &Found<'t>) -> Option<Conditional<'t>> {
    if let Some(condition) = condition::question(reader, words) {
        return Some(Conditional::Asked(condition));
    }
    // "check my list to see if milk is on it" asks; "if petrol is 1.62 a litre how much is 45 litres" is one sum.
    if let Found::Request(request) = found
        && (request.todo() == Some(TodoIntent::Search) || request.sum().is_some())
    {
        return None;
    }
    let condition::Cut { condition, request } = condition::cut(reader, words)?;
    let request = (!request.is_empty()).then(|| {
        let found = if condition::says_so(reader, request) {
            Found::Request(Request::of(Asked::Todo(TodoIntent::List)))
        } else {
            match reader.find(request) {
                Found::Missing(bare) if reader.asks_bare(request) => Found::Pointing(bare),
                // "put eggs down if they aren't there already"
                Found::Request(put) if put.follows && reader.is_put_down(&put, request) => {
                    Found::Request(Request { follows: false, ..put })
                }
                found => found,
            }
        };
        Box::new((request, found))
    });
    Some(Conditional::On { condition, request })
}

/// What a clause asks for in the end, where the row that reads it is not what was meant, or none reads it.
fn weighed<'t>(
    reader: &mut Reader<'_>,
    clause: &'t Clause,
    next: Option<Link>,
    found: Found<'t>,
    is_conditional: bool,
) -> Found<'t> {
    let words = clause.words.as_slice();
    let is_linked = clause.link != Link::default();
    let found = match found {
        // "get new tyres by friday" goes on with nothing.
        Found::Request(request) if request.follows && !is_linked => {
            if reader.is_put_down(&request, words) {
                return Found::Request(Request { follows: false, understood: HALF_SAID, ..request });
            }
            let to_do = reader.things_to_do(words).or_else(|| reader.thing_to_do(words));
            Found::Request(to_do.or_else(|| goods::named(reader, words)).unwrap_or(request))
        }
        found => found,
    };
    match found {
        Found::Nothing if !is_conditional => {
            let first = !is_linked && clause.start == 0;
            read_without_a_row(reader, words, first, next.is_none()).map_or(Found::Nothing, Found::Request)
        }
        // "finish the report, due monday, priority 1" is still to be done.
        Found::Request(request)
            if request.doubtful && request.todo() == Some(TodoIntent::Complete) && reader.tells_when_or_rank(words) =>
        {
            Found::Request(reader.thing_to_do(words).unwrap_or(request))
        }
        Found::Request(request) if finishes_later(reader, &request, words) => {
            reader.thing_to_do(words).map_or(Found::Nothing, Found::Request)
        }
        // "how can I add something to my list" asks for no list.
        Found::Request(request) if request.todo() == Some(TodoIntent::ListLoose) => {
            let other = reader.asks_how(words).or_else(|| filtered::question(reader, words));
            Found::Request(other.unwrap_or(request))
        }
        found => found,
    }
}

/// How much is understood of "put decaf down", which does not say where.
const HALF_SAID: f64 = 0.5;

/// Whether todos are to be shown again and again: "list my todos every weekday" shows nothing now.
fn shows_again(reader: &Words<'_>, words: &[Token], found: &Found<'_>) -> bool {
    let Found::Request(request) = found else { return false };
    let shows = matches!(
        request.todo(),
        Some(TodoIntent::List | TodoIntent::ListLoose | TodoIntent::ListPending | TodoIntent::Count)
    );
    shows && request.slots.when.is_none() && reader.any_is(words, AGAIN)
}

/// What is asked for where something is told beside it: "add towels to the party list, not to shopping", "add limes to shopping - for the
/// punch".
fn asked_beside<'t>(reader: &mut Reader<'_>, words: &'t [Token]) -> Option<Found<'t>> {
    let (asked, beside) = reader.not_there(words).or_else(|| apart::told_after_dash(words))?;
    let Found::Request(request) = reader.find(asked) else { return None };
    let listed = request.slots.name.is_some();
    listed.then(|| Found::Request(Request { aside: Some(span_of(beside)), ..request }))
}

/// Whether somebody says by when something is to be finished: "finish the essay by friday".
fn finishes_later(reader: &Words<'_>, request: &Request<'_>, words: &[Token]) -> bool {
    let later = |item: &[Token]| {
        let several = selection::selection(reader, item).is_some() || reader.means_all(item);
        reader.where_due(item).is_some() && !reader.names_its_text(item) && !several
    };
    request.todo() == Some(TodoIntent::Complete)
        && reader.first_is(reader.grammar.without_courtesy(words), FINISHES)
        && request.slots.item.is_some_and(later)
}

/// What a clause asks for that no row reads; `first` says whether nothing stands before it, and `last` whether nothing stands behind it.
fn read_without_a_row<'t>(reader: &mut Reader<'_>, words: &'t [Token], first: bool, last: bool) -> Option<Request<'t>> {
    let alone = first && last;
    timed::due_before(reader, words)
        .or_else(|| timed::due_after(reader, words))
        .or_else(|| timed::of_days(reader, words))
        .or_else(|| filtered::question(reader, words))
        .or_else(|| schedule::schedule(reader, words))
        .or_else(|| reader.asks_how(words))
        .or_else(|| reader.thing_due(words))
        .or_else(|| reader.things_to_do(words))
        .or_else(|| reader.thing_to_do(words))
        .or_else(|| timed::under_day(reader, words))
        .or_else(|| goods::put_on(reader, words).filter(|_| first))
        .or_else(|| goods::named(reader, words).filter(|_| alone))
        .or_else(|| if alone { day::bare(reader, words) } else { None })
}
