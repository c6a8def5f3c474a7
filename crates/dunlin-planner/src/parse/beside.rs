//! Requests that begin where they do because of what the words beside them tell: "I paid the rent so that can come off", "the gym is done
//! and so is the sink", "the rent isn't due until the 5th, move it".

use super::split::says_time;
use crate::{
    lang::en::{
        asides::{JUST, USED_UP},
        conditions::{DONE_OR_PAID, I_OR_WE},
        connectors::{REMIND_ME, SHORTENED, TOLD_DONE},
        items::{CAN_GO, COMES_OFF},
        lists::{BUYS, GOES_ON_A_LIST},
        reasons::Reason,
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind},
    },
    parse::{
        connector::{Connector, LOOK_AHEAD},
        plausible::is_quoted,
        reader::Reader,
        shares_a_word, told,
        words::Words,
    },
};

/// The most words in which somebody says that one thing is done, after something else.
const LONGEST_TOLD: usize = 12;

/// Whether what follows is the reason for a request about "it" before: "put it on my list, we have no sugar".
pub(super) fn gives_reason(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    piece: &[Token],
    connector: &Connector,
    end: usize,
) -> bool {
    let reason = tokens.get(connector.after..end).unwrap_or_default();
    // "the guests are vegan. No need for cheese, delete it"
    let sentence = tokens.get(connector.before).is_some_and(|sign| matches!(sign.kind, TokenKind::Sign('.' | '!')));
    let told = |reader: &Reader<'_>| sentence && reader.tells(piece);
    reason.len() <= LOOK_AHEAD
        && (reader.points_back(piece) || told(reader))
        && reader.named_by_reason(reason).is_some()
}

/// Whether words take something off a list that they name.
fn takes_off(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    asks_surely(reader, words, TodoIntent::Delete)
}

/// Whether words put something on a list that they name.
pub(super) fn is_added(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    asks_surely(reader, words, TodoIntent::Add)
}

fn asks_surely(reader: &mut Reader<'_>, words: &[Token], intent: TodoIntent) -> bool {
    matches!(reader.find(words), Found::Request(request) if request.todo() == Some(intent) && request.anchored)
}

/// Whether words say of one todo that stands on the list that it is done.
pub(super) fn tells_what_is_done(reader: &mut Reader<'_>, segment: &[Token]) -> bool {
    matches!(reader.find(segment), Found::Request(request) if request.todo().is_some_and(TodoIntent::does_away)
        && request.slots.item.is_some_and(|item| reader.names_one_todo(item)))
}

/// Whether words ask for something because of the statement before them.
pub(super) fn follows_from_a_reason(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    piece: usize,
    connector: &Connector,
    segment: &[Token],
) -> bool {
    let before = tokens.get(piece..connector.before).unwrap_or_default();
    if reader.points_back(segment) {
        return connector.link.therefore || reader.named_by_reason(before).is_some();
    }
    if buys_what_is_missing(reader, before, segment) {
        return true;
    }
    // "mum rang me herself so call mum can go"
    if connector.link.therefore
        && segment.len() <= LONGEST_TOLD
        && reader.tells(before)
        && reader.before_the_end(segment, CAN_GO).is_some()
        && tells_what_is_done(reader, segment)
    {
        return true;
    }
    // "we have guests on sunday so I need rolls on my list", "we're having tacos tonight, I need avocados on my list"
    let follows = connector.link.therefore || reader.first_is(segment, I_OR_WE);
    // "rex needs his booster so jot down ring the vet"
    let somebody = || {
        // "broke my last reed so a box of reeds on my list"
        reader.states(before) || reader.begins_with_somebody(before) || reader.first_is(before, USED_UP)
    };
    let told = reader.grammar.is_statement(before) || connector.link.therefore && somebody();
    let stated = follows && told && !reader.can_read(before);
    // "I'm on holiday so nix call mum", "… so jot down sweep the porch"
    let orders = connector.link.therefore
        && reader.grammar.without_courtesy(segment).first().is_some_and(|first| reader.is_beginner(first));
    let sure = |reader: &Reader<'_>, request: &Request<'_>| {
        let named = |item: &[Token]| request.acts_on_a_todo() && reader.names_one_todo(item);
        let put = |item: &[Token]| reader.is_put_down(request, segment) && reader.is_deed(item);
        // "so 'clear the fridge' wants adding for friday"
        let quoted = request.todo() == Some(TodoIntent::Add) && request.slots.item.is_some_and(is_quoted);
        request.anchored
            || quoted && connector.link.therefore
            || orders && request.slots.item.is_some_and(|item| named(item) || put(item))
    };
    stated
        && matches!(reader.find(segment), Found::Request(request) if request.todo().is_some() && sure(reader, &request))
}

/// Whether words ask to buy what the words before them say to be missing: "we're out of butter, buy butter tomorrow".
fn buys_what_is_missing(reader: &mut Reader<'_>, before: &[Token], segment: &[Token]) -> bool {
    let missing = reader.named_by_reason(before).filter(|(_, reason)| *reason == Reason::Lack);
    let buys = reader.first_is(reader.grammar.without_courtesy(segment), BUYS);
    missing.is_some_and(|(item, _)| buys && shares_a_word(reader, item, segment))
        && (reader.thing_to_do(segment).is_some()
            || matches!(reader.find(segment), Found::Request(request) if request.todo() == Some(TodoIntent::Add)))
}

/// Whether words that tell something of todos are a request beside another: "…, oh and the gym is done"; nothing where they do not.
pub(super) fn is_told_beside(reader: &mut Reader<'_>, before: &[Token], segment: &[Token]) -> Option<bool> {
    // "remind me to check the form is signed and the parcel is posted" tells of nothing that is done.
    let told_before = |reader: &mut Reader<'_>| reader.tells(before) || tells_what_is_done(reader, before);
    let is_done = segment.len() <= LONGEST_TOLD
        && (reader.any_is(segment, DONE_OR_PAID)
            || reader.any_is(segment, TOLD_DONE) && told_before(reader)
            || COMES_OFF.iter().any(|run| reader.before_the_end(segment, run).is_some()));
    if is_done && tells_what_is_done(reader, segment) && reader.can_read(before) {
        return Some(true);
    }
    // "the sink is sorted, took ten minutes"
    let took =
        (2..=LONGEST_TOLD).contains(&segment.len()) && reader.first_is_past(segment) && !reader.can_read(segment);
    if took && tells_what_is_done(reader, before) {
        return Some(true);
    }
    // "call mum goes to sunday and the dentist to tuesday"
    let moves = |reader: &mut Reader<'_>, words: &[Token]| {
        let moved = |request: &Request<'_>| request.todo() == Some(TodoIntent::Reschedule);
        matches!(reader.find(words), Found::Request(request) if moved(&request)
            && request.slots.item.is_some_and(|item| reader.names_one_todo(item)))
    };
    if segment.len() <= LONGEST_TOLD
        && reader.goes_to_days(segment) > 0
        && moves(reader, segment)
        && moves(reader, before)
    {
        return Some(true);
    }
    // "…, rice goes on the grocery list too"
    if reader.any_is(segment, GOES_ON_A_LIST) && reader.can_read(before) && is_added(reader, segment) {
        return Some(true);
    }
    // "I want chicken taken off the list and tofu put on"
    (reader.is_put(segment) && takes_off(reader, before))
        .then(|| matches!(reader.find(segment), Found::Request(request) if request.todo() == Some(TodoIntent::Add)))
}

/// "what is 4 * 9? my shed is full so add buy hooks": what is told behind a question is no part of it.
pub(super) fn is_told_behind_a_question(
    reader: &mut Reader<'_>,
    asked: &[Token],
    sign: Option<&Token>,
    told: &[Token],
) -> bool {
    sign.is_some_and(|sign| sign.is_sign('?'))
        && reader.tells(told)
        && matches!(reader.find(told), Found::Nothing)
        && matches!(reader.find(asked), Found::Request(_))
}

/// Whether words are a request about what the words before them tell of, where nothing but that tells it: "the rent isn't due until
/// the 5th, move it", "my sister's birthday is on friday, remind me the day before".
pub(super) fn goes_on_about_it(reader: &mut Reader<'_>, before: &[Token], segment: &[Token]) -> Option<bool> {
    if told::changes_it(reader, segment) {
        let moved = |request: &Request<'_>| request.todo() == Some(TodoIntent::Reschedule);
        return Some(matches!(reader.find(before), Found::Request(request) if moved(&request)));
    }
    if told::ranks_it(reader, segment) {
        let ranked = |request: &Request<'_>| request.todo() == Some(TodoIntent::Prioritise);
        let ranked = matches!(reader.find(before), Found::Request(request) if ranked(&request));
        // "move the rent to friday and lower its priority" changes two things.
        return ranked.then_some(true);
    }
    let reminds = reader.begins(reader.grammar.without_courtesy(segment), REMIND_ME);
    // "cross off the rent and remind me again in a month"
    let ticked = |reader: &mut Reader<'_>| matches!(reader.find(before), Found::Request(request) if request.todo() == Some(TodoIntent::Complete));
    // "I haven't called mum, remind me tonight"
    let tells_of_one = |reader: &mut Reader<'_>| {
        let reason = reader.named_by_reason(before).is_some_and(|(_, reason)| reason == Reason::Lack);
        reason || reader.tells(before) && reader.todo_named_in(before).is_some()
    };
    let happens = || told::happens_then(reader, before).or_else(|| told::told_of_a_day(reader, before)).is_some();
    if !reminds || !happens() && !ticked(reader) && !tells_of_one(reader) {
        return None;
    }
    let found = reader.find(segment);
    told::reminder(reader, &found, segment).is_some().then_some(true)
}

/// "is ketchup on my list, please add"
pub(super) fn adds_what_was_asked(
    reader: &mut Reader<'_>,
    request: &Request<'_>,
    segment: &[Token],
    before: &[Token],
) -> bool {
    request.todo() == Some(TodoIntent::AddWhat) && reader.points_back(segment) && reader.is_question(before)
}

/// Whether words tell what somebody has just done, or how things are, or ask something.
pub(super) fn tells_first(reader: &Words<'_>, words: &[Token]) -> bool {
    reader.first_is(words, JUST) && words.len() > 2 || reader.states(words) || reader.is_question(words)
}

/// Whether a full stop ends a sentence there, and shortens no word: "see dr. smith".
pub(super) fn ends_a_sentence(reader: &Words<'_>, tokens: &[Token], at: usize) -> bool {
    let last = at.checked_sub(1).and_then(|at| tokens.get(at));
    tokens.get(at).is_some_and(|sign| sign.is_sign('.'))
        && last.is_some_and(|last| last.span.len() > 1 && !reader.is(last, SHORTENED))
}

/// "photocopy the parts by thursday and ring the verger on saturday": each is a thing to do that says when, behind it.
pub(super) fn each_is_due(reader: &Words<'_>, both: [&[Token]; 2]) -> bool {
    let due = |words: &[Token]| {
        let last = words.first().is_some_and(|first| !says_time(reader, first));
        last && reader.says_day(words) && reader.thing_to_do(words).is_some()
    };
    both.into_iter().all(due)
}
