//! Where a goal falls apart into clauses: only where what follows a connector can begin a new request.
//!
//! "add todo buy milk and eggs" is one clause, "add todo buy milk and list todos" two. Whether something can begin a
//! request is asked of the grammar itself, over a bounded look ahead, so splitting is linear in the goal's length.

use super::{
    beside::{
        adds_what_was_asked, each_is_due, ends_a_sentence, follows_from_a_reason, gives_reason, goes_on_about_it,
        is_added, is_told_behind_a_question, is_told_beside, tells_first,
    },
    ellipsis::{Lent, same_verb, shared, shown_too, so_is},
};
use crate::{
    lang::en::{
        apart::BUT,
        conditions::OPENINGS,
        connectors::{
            AND, ASKED_OF, ASKS_ANEW, BARE_BEGINNERS, BEFORE_TIME, BEGINNERS, BEGINS_A_SUM, IF, LOOKS_AND, LOSES,
            TICKS, TODO, TOLD_DONE, WENT,
        },
        corrections::DONT,
        courtesy_after::IN_ANY_CASE,
        days::{EACH, WEEKDAYS},
        doubts::ARTICLES,
        exceptions::SURELY_EXCEPT,
        exchanged::DOWN,
        items::NO_OBJECT,
        lists::{DEEDS_TOO, NOUNS_TOO, PUTS_DOWN as PUTS, THERE_IN},
        offers::{INSTEAD_OF, ONTO_A_LIST},
        places::{ALSO, MUST_FIRST},
    },
    model::{
        intent::TodoIntent,
        reading::{Answer, Clause, Link, TOO_MANY},
        request::{Asked, Found, Request},
        token::{Token, TokenKind},
    },
    parse::{
        answered, condition,
        connector::{Connector, LOOK_AHEAD, connectors},
        correct, exception,
        part_reasons::part_reasons,
        parts::parts,
        plausible::is_quoted,
        priority::priority,
        reader::Reader,
        timed,
        words::Words,
    },
};

/// The most words before a todo that may be left out of what is meant with others.
const EXCEPT_AHEAD: usize = 24;

/// The clauses of the goal, in order.
pub(crate) fn split(reader: &mut Reader<'_>, tokens: &[Token]) -> Vec<Clause> {
    reader.memo.take_clauses(tokens).unwrap_or_else(|| split_anew(reader, tokens))
}

fn split_anew(reader: &mut Reader<'_>, tokens: &[Token]) -> Vec<Clause> {
    let connectors = connectors(reader, tokens);
    let mut clauses = Vec::new();
    let mut end = tokens.len();
    for (at, connector) in connectors.iter().enumerate().rev() {
        if clauses.len() > TOO_MANY {
            break;
        }
        let joined = exception::joins(reader, tokens, connector.before) || says_every_day(reader, tokens, connector);
        if connector.after >= end || joined {
            continue;
        }
        let piece_start = at.checked_sub(1).and_then(|at| connectors.get(at)).map_or(0, |connector| connector.after);
        let piece = tokens.get(piece_start..connector.before).unwrap_or_default();
        let shown = shown_too(reader, tokens, connector, tokens.get(connector.after..end).unwrap_or_default());
        if let Some(Lent { words, own }) = shown {
            let link = connector.link;
            clauses.push(Clause { start: connector.after, end, link, words, own, except: Vec::new() });
            end = connector.before;
        } else if begins_request(reader, tokens, piece_start, connector, end) {
            let own = tokens.get(connector.after..end).unwrap_or_default();
            let numeric = own.first().is_some_and(|first| first.numeric) && own.len() <= LOOK_AHEAD;
            if let Some(Lent { words, own }) =
                numeric.then(|| same_verb(reader, tokens, connector, own)).flatten().filter(|_| !connector.link.strong)
            {
                clauses.push(Clause {
                    start: connector.after,
                    end,
                    link: connector.link,
                    words,
                    own,
                    except: Vec::new(),
                });
                end = connector.before;
            } else if !reader.is_fronted_list(piece) {
                clauses.push(Clause::new(tokens, connector.after, end, connector.link));
                end = connector.before;
            }
        } else if gives_reason(reader, tokens, piece, connector, end) {
            clauses.push(Clause::new(tokens, connector.after, end, connector.link));
            end = connector.before;
        } else if let Some(Lent { words, own }) = shared(reader, tokens, connector, end) {
            // "…, and so is the sink" gives no reason.
            let link = Link { therefore: false, ..connector.link };
            clauses.push(Clause { start: connector.after, end, link, words, own, except: Vec::new() });
            end = connector.before;
        }
    }
    clauses.push(Clause::new(tokens, 0, end, Link::default()));
    clauses.reverse();
    clauses.retain(|clause| {
        let own = clause.own_words();
        !own.is_empty() && !reader.grammar.is_courtesy(own) && !leaves_it(reader, own, clause.link)
    });
    for clause in clauses.iter_mut().skip(1) {
        let said = |run: &&[&'static str]| reader.before_the_end(clause.own_words(), run).is_some();
        clause.link.strong |= IN_ANY_CASE.iter().any(said);
    }
    exception::part_off(reader, &mut clauses);
    part_reasons(reader, tokens, &mut clauses);
    // A greeting and "help" are courtesy before a request, and a request where nothing else is said.
    let asked = |reader: &mut Reader<'_>| matches!(reader.find(tokens), Found::Request(request) if matches!(request.asked, Asked::Greeting | Asked::Thanks | Asked::Help(_)));
    if clauses.is_empty() && tokens.len() <= 4 && asked(reader) {
        clauses.push(Clause::new(tokens, 0, tokens.len(), Link::default()));
    }
    clauses
}

/// Whether a sum stands on both sides, and together they are none: "what is 5 + 5 and 6 + 6".
fn is_second_sum(reader: &mut Reader<'_>, tokens: &[Token], piece: usize, connector: &Connector, end: usize) -> bool {
    let from = connector.before.saturating_sub(LOOK_AHEAD);
    let mut is_sum = |words: Option<&[Token]>| {
        words.is_some_and(|words| {
            matches!(reader.find(words), Found::Request(request) | Found::Pointing(request) if request.sum().is_some())
        })
    };
    end - connector.after <= LOOK_AHEAD
        && is_sum(tokens.get(connector.after..end))
        && ((is_sum(tokens.get(from..connector.before)) && !is_sum(tokens.get(from..end)))
            || from < piece && is_sum(tokens.get(piece..connector.before)) && !is_sum(tokens.get(piece..end)))
}

/// Whether all words up to a place are one sum, or one question about days.
fn is_one_sum(reader: &mut Reader<'_>, tokens: &[Token], end: usize) -> bool {
    let words = tokens.get(..end).filter(|words| words.len() <= LOOK_AHEAD);
    words.is_some_and(|words| {
        matches!(reader.find(words), Found::Request(Request { asked: Asked::Sum(_) | Asked::Day(_), .. }))
    })
}

/// Whether what stands before does something to a todo that is there, so that "todo eggs" is another one: "delete todo milk and
/// todo eggs".
fn acts_before(reader: &mut Reader<'_>, tokens: &[Token], piece: usize, connector: &Connector) -> bool {
    let before = tokens.get(piece..connector.before).unwrap_or_default();
    matches!(reader.find(before), Found::Request(request) if request.acts_on_a_todo())
}

/// Whether words cannot be a part of the todo before them, understood or not: a question, or an order to whoever listens.
fn asks_anew(reader: &Words<'_>, segment: &[Token]) -> bool {
    // "the chores for today, what are they"
    let told = segment.len() == 3 && reader.is_at(segment, 2, ASKED_OF);
    segment.len() >= 3 && !told && ASKS_ANEW.iter().any(|run| reader.begins(segment, run))
}

/// Whether words say that nothing is to be done otherwise: "…, else leave it".
fn leaves_it(reader: &Words<'_>, words: &[Token], link: Link) -> bool {
    let answers = link.answer.is_some_and(|answer| answer != Answer::Failed);
    answers && condition::leaves_it(reader, words)
}

/// Whether a word may begin a time at which something is due: "on monday …", "tomorrow …".
pub(super) fn says_time(reader: &Words<'_>, token: &Token) -> bool {
    reader.grammar.days.contains(token.word) || reader.is(token, BEFORE_TIME)
}

/// Whether a request behind a plain connector can be no part of what stands before it.
fn is_plainly_one(reader: &Words<'_>, request: &Request<'_>, segment: &[Token], told: bool) -> bool {
    let bare = reader.grammar.without_courtesy(segment);
    let off = reader.first_is(bare, TICKS) && request.todo() == Some(TodoIntent::Complete);
    let named = |item| parts(reader, item).iter().all(|part| reader.names_one_todo(part));
    let names = request.slots.item.is_some_and(|item| reader.names_one_todo(item) || named(item));
    let done = told && request.todo() == Some(TodoIntent::Complete) && names;
    // "finish the sink, snooze the rent a week and drop the flights"
    let quoted = request.slots.item.is_some_and(is_quoted);
    let known = request.acts_on_a_todo() && (quoted || names) && request.row.is_some();
    // "…, and is there anything on my list about the car"
    let asks = request.todo() == Some(TodoIntent::ListLoose) && reader.is_question(segment);
    // "…, and is bread already there?"
    let asks = asks || request.todo() == Some(TodoIntent::Search) && request.same_list && reader.is_question(bare);
    request.anchored && !told || off || done || known || asks
}

/// "…, and put call Ida down for 4pm", "ditch the rice on my list and write down oats": what is put there is another todo.
fn puts_another(reader: &mut Reader<'_>, request: &Request<'_>, segment: &[Token], before: &[Token]) -> bool {
    if request.todo() != Some(TodoIntent::Add) || !reader.first_is(reader.grammar.without_courtesy(segment), PUTS) {
        return false;
    }
    // "add rice to my list and throw in some oats"
    let puts_in = reader.is_at(reader.grammar.without_courtesy(segment), 1, THERE_IN);
    // "the rent is paid, jot down mop the attic"
    let deed = reader.is_at(reader.grammar.without_courtesy(segment), 1, DOWN)
        && request.slots.item.is_some_and(|item| reader.is_deed(item) && !reader.any_is(item, NO_OBJECT));
    match reader.find(before) {
        Found::Request(earlier) => {
            deed && earlier.todo().is_some()
                || request.slots.text.is_some()
                || earlier.anchored && (puts_in || earlier.todo().is_some_and(|todo| todo != TodoIntent::Add))
        }
        Found::Pointing(_) => request.slots.text.is_some(),
        // "if butter is on the list delete it and put margarine"
        // "just got in from work, stick wash uniforms on for tomorrow"
        Found::Nothing if request.slots.text.is_some() && tells_first(reader, before) => true,
        Found::Nothing => {
            let asked = condition::cut(reader, before).map(|cut| cut.request).unwrap_or_default();
            matches!(reader.find(asked), Found::Pointing(earlier) if earlier.todo() == Some(TodoIntent::DeleteWhat))
        }
        Found::Missing(_) => false,
    }
}

/// "add sellotape, lose the wrapping paper": what is lost with an article is no part of the todo before.
fn loses_another(reader: &Words<'_>, request: &Request<'_>, segment: &[Token]) -> bool {
    let named = |item: &[Token]| reader.first_is(item, ARTICLES);
    request.todo() == Some(TodoIntent::Delete)
        && reader.first_is(reader.grammar.without_courtesy(segment), LOSES)
        && request.slots.item.is_some_and(named)
}

/// "show my list and on monday add buy stamps", "tomorrow at 8 water the lawn and at 5 fetch the kids".
fn begins_at_a_time(reader: &mut Reader<'_>, before: Option<&Token>, segment: &[Token]) -> bool {
    let timed_before = before.is_some_and(|first| says_time(reader, first));
    timed::due_before(reader, segment).is_some() || timed_before && reader.thing_to_do(segment).is_some()
}

/// "remove book flights and finish the report from my list": each of the todos stands on it, and what is done to them is said once.
fn acts_on_each(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    let Found::Request(request) = reader.find(words) else { return false };
    let each = request.slots.item.map(|item| parts(reader, item)).unwrap_or_default();
    request.anchored
        && request.acts_on_a_todo()
        && each.len() > 1
        && each.iter().all(|part| reader.names_one_todo(part))
}

/// Whether a day of the week goes on with others that come again: "remind me every tuesday and thursday at 6pm to go to the gym".
fn says_every_day(reader: &Words<'_>, tokens: &[Token], connector: &Connector) -> bool {
    let (before, next) = (tokens.get(..connector.before).unwrap_or_default(), tokens.get(connector.after));
    let days = before.iter().rev().take_while(|token| reader.is(token, WEEKDAYS) || token.is_sign(',')).count();
    let led = before.len().checked_sub(days + 1).and_then(|at| before.get(at));
    days > 0 && next.is_some_and(|next| reader.is(next, WEEKDAYS)) && led.is_some_and(|led| reader.is(led, EACH))
}

/// "put soap, bin bags and tape on my list": no list is named before, and all of it is added to that list.
fn are_added_together(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    piece: usize,
    connector: &Connector,
    end: usize,
) -> bool {
    let told_apart = tokens.get(connector.after + 1).is_none_or(|next| reader.is(next, ARTICLES));
    !told_apart
        && [piece, 0].into_iter().any(|from| {
            let (Some(before), Some(whole)) = (tokens.get(from..connector.before), tokens.get(from..end)) else {
                return false;
            };
            whole.len() <= LOOK_AHEAD && !is_added(reader, before) && is_added(reader, whole)
        })
}

/// "add read a book and write a letter to my list": no list is named before, so both are added to it.
fn both_are_added(reader: &mut Reader<'_>, before: &[Token], segment: &[Token]) -> bool {
    let adds = |request: &Request<'_>| matches!(request.todo(), Some(TodoIntent::Add | TodoIntent::CreateList));
    let later = matches!(reader.find(segment), Found::Request(request) if adds(&request));
    later && matches!(reader.find(before), Found::Request(request) if adds(&request) && !request.anchored)
}

/// "remove rice and put oats on instead": whether words that go on with another request have one before them, which may begin at a
/// place in `whole` that has its own front.
fn follows_request(
    reader: &mut Reader<'_>,
    (whole, piece): (&[Token], usize),
    segment: &[Token],
    request: &Request<'_>,
) -> bool {
    let (front, before) = whole.split_at_checked(piece).unwrap_or_default();
    // "take off milk and bread and put on juice"
    goes_on_with(reader, front, before, segment, request)
        || piece > 0 && goes_on_with(reader, &[], whole, segment, request)
}

fn goes_on_with(
    reader: &mut Reader<'_>,
    front: &[Token],
    before: &[Token],
    segment: &[Token],
    request: &Request<'_>,
) -> bool {
    let (instead, on) = (reader.says_instead(segment), reader.says_on(segment));
    let puts = request.todo() == Some(TodoIntent::Add) && reader.first_is(segment, PUTS);
    let deletes = request.todo() == Some(TodoIntent::Delete);
    // "on my list, delete the gym and put swimming"
    let fronted = puts && front.split_last().is_some_and(|(_, list)| reader.is_fronted_list(list));
    let (Found::Request(earlier) | Found::Pointing(earlier)) = reader.find(before) else { return false };
    // "Anna brings the salad, so take that off and put drinks on"
    if earlier.todo() == Some(TodoIntent::DeleteWhat) {
        return puts && on || instead;
    }
    // "take rice off my list and put oats"
    // So does "take off milk and put on juice", where milk stands on one.
    let known =
        earlier.slots.item.is_some_and(|item| parts(reader, item).iter().all(|part| reader.names_one_todo(part)));
    let taken_off = puts && (earlier.anchored || fronted || known) && earlier.todo() == Some(TodoIntent::Delete);
    // "pull up my list and take off candles"
    let looked = earlier.todo().is_some_and(TodoIntent::shows_todos) && deletes;
    // "clear my list and start again with rice"
    let emptied =
        earlier.todo().is_some_and(TodoIntent::is_about_a_whole_list) && request.todo() == Some(TodoIntent::Add);
    // "put rice on the shopping list, and is bread already there?"
    let asks = request.todo() == Some(TodoIntent::Search) && earlier.slots.name.is_some();
    earlier.sum().is_none()
        && (emptied
            || asks
            || earlier.anchored && on
            || instead
            || taken_off
            || looked
            || matches!(earlier.todo(), Some(TodoIntent::Add | TodoIntent::Complete)) && deletes)
}

/// "add soap, if it's not on the list already": the last words are a condition of the request before them, and no request of their own.
fn ends_in_a_condition(reader: &mut Reader<'_>, tokens: &[Token], piece: usize, end: usize) -> bool {
    let whole = tokens.get(piece..end).filter(|whole| whole.len() <= LOOK_AHEAD).unwrap_or_default();
    condition::cut(reader, whole).is_some_and(|cut| !cut.request.is_empty() && cut.request.len() < whole.len())
        && !condition::opens(reader, whole)
}

/// Whether words begin a request, where what they are beside the words before them tells it; nothing where they must be read.
fn begins_by_its_words(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    piece: usize,
    connector: &Connector,
    end: usize,
    segment: &[Token],
) -> Option<bool> {
    let link = connector.link;
    let bare = reader.grammar.without_courtesy(segment);
    // "delete everything except pay rent and finish the report"
    let from = connector.before.saturating_sub(EXCEPT_AHEAD);
    let before = tokens.get(from..connector.before)?;
    if !link.strong
        && link.answer.is_none()
        && reader.any_is(before, SURELY_EXCEPT)
        && exception::stands_in(reader, before)
        && reader.names_its_text(bare)
    {
        return Some(false);
    }
    if reader.first_is(bare, IF) || OPENINGS.iter().any(|run| reader.begins(bare, run)) {
        // "…, and if 3 * 4 is more than 10, add todo celebrate": a condition begins something new.
        // So does "…, and, if the taxes are overdue, delete them".
        let joint = tokens.get(connector.before..connector.after).unwrap_or_default();
        let joined = joint.len() > 1 && joint.iter().any(|token| token.kind == TokenKind::Word);
        if link.strong || joined || end == tokens.len() && !ends_in_a_condition(reader, tokens, piece, end) {
            return Some(true);
        }
        // "delete the milk and if the list is empty, …": the order that hangs on it is a clause of its own.
        let orders_later = joint.iter().any(|token| reader.is(token, AND));
        return Some(orders_later && condition::cut(reader, segment).is_some_and(|cut| cut.request.is_empty()));
    }
    if reader.begins_command(segment) || leaves_it(reader, bare, link) {
        return Some(true);
    }
    // "instead of rice, put oats on my list", "I went and paid the rent": one thought.
    let piece = tokens.get(piece..connector.before).unwrap_or_default();
    let looks = || matches!(reader.grammar.without_courtesy(piece), [only] if reader.is(only, LOOKS_AND));
    if reader.begins(piece, INSTEAD_OF) || reader.last_is(piece, WENT) || looks() {
        return Some(false);
    }
    // "is there anything about the dentist? if so tell me", "did I put jam on the list? if not, please do"
    if link.answer.is_some() && (condition::says_so(reader, segment) || answered::does_so(reader, segment)) {
        return Some(true);
    }
    // "…, otherwise tell me what there is": what is done otherwise is no part of what is done.
    let signed = tokens.get(connector.before).is_some_and(|token| token.is_sign(',') || token.is_sign(';'));
    if link.answer == Some(Answer::Otherwise) && signed {
        return Some(true);
    }
    // "the milk is done but keep the bread"
    let but = !link.strong && tokens.get(connector.before).is_some_and(|token| reader.is(token, BUT));
    if but && reader.leaves_a_todo(bare) {
        // "clear my list but leave the milk" leaves it out of what is cleared.
        return Some(matches!(reader.find(piece), Found::Request(_)) && !exception::is_about_several(reader, piece));
    }
    // "leave tea on the list but take the biscuits off"
    let takes =
        |found: &Found<'_>| matches!(found, Found::Request(request) if request.todo() == Some(TodoIntent::Delete));
    if but && reader.leaves_a_todo(piece) && takes(&reader.find(segment)) {
        return Some(true);
    }
    // "the rent is paid and so is the sink"
    if link.therefore && so_is(reader, segment).is_some() {
        return Some(false);
    }
    // "add flour, no wait, we have flour, add yeast"
    if link.corrects
        && correct::takes_back_by_telling(reader, bare)
        && end < tokens.len()
        && matches!(reader.find(bare), Found::Nothing)
    {
        return Some(true);
    }
    if end < tokens.len() && is_told_behind_a_question(reader, piece, tokens.get(connector.before), bare) {
        return Some(true);
    }
    // "move the rent to the 3rd, no, the 4th"
    let day = || timed::says_when_due(reader, correct::day_put_right(reader, bare));
    // "on second thought, don't"
    let taken_back = || !bare.is_empty() && reader.all_are(bare, DONT);
    let put_right = || day() || priority(reader, bare).is_some() || correct::list_put_right(reader, bare).is_some();
    (link.corrects && (taken_back() || put_right())).then_some(true)
}

fn begins_request(reader: &mut Reader<'_>, tokens: &[Token], piece: usize, connector: &Connector, end: usize) -> bool {
    let limit = end.min(connector.after + LOOK_AHEAD);
    let Some(segment) = tokens.get(connector.after..limit).filter(|_| !connector.link.aside) else { return false };
    let bare = reader.grammar.without_courtesy(segment);
    let Some(first) = bare.first() else { return false };
    let plain = !connector.link.strong && connector.link.answer.is_none();
    let word = reader.word(first);
    if let Some(begins) = begins_by_its_words(reader, tokens, piece, connector, end, segment) {
        return begins;
    }
    // "delete the rent, and I also have to call the bank"
    let joint = tokens.get(connector.before..connector.after).unwrap_or_default();
    if plain
        && joint.iter().any(|token| reader.is(token, ALSO))
        && (reader.says_must(segment) || reader.is(first, MUST_FIRST))
        && reader.can_read(tokens.get(piece..connector.before).unwrap_or_default())
    {
        return true;
    }
    // "I have 80 and spend 25, how much do I have left", "dinner was 90. what does each of the 3 of us pay"
    // "it is 80 every month; how much do 5 payments come to"
    let semicolon = matches!(joint, [only] if only.is_sign(';'));
    let asks = (semicolon || !connector.link.hard) && asks_anew(reader, segment);
    if (asks || plain && reader.is_question(segment)) && is_one_sum(reader, tokens, end) {
        return false;
    }
    if asks && connector.link.answer.is_none() {
        return true;
    }
    if plain
        && let whole = tokens.get(connector.after..end).unwrap_or_default()
        && let Some(begins) = goes_on_about_it(reader, tokens.get(piece..connector.before).unwrap_or_default(), whole)
    {
        // "the rent is not for friday but for monday, please change it"
        let all = tokens.get(..connector.before).filter(|_| !begins && piece > 0).unwrap_or_default();
        return begins || goes_on_about_it(reader, all, whole) == Some(true);
    }
    let numeric = first.numeric || reader.is(first, BEGINS_A_SUM);
    if plain && numeric && is_second_sum(reader, tokens, piece, connector, end) {
        return true;
    }
    let can_begin =
        reader.grammar.can_begin(first.word) || reader.grammar.is_numeric(first) || crate::sum::is_word(&word);
    if plain && says_time(reader, first) && begins_at_a_time(reader, tokens.get(piece), segment) {
        return true;
    }
    // "on my holiday list put sunglasses, on my shopping list put butter"
    let fronted = plain && reader.first_is(segment, ONTO_A_LIST);
    if fronted
        && reader.any_is(segment, PUTS)
        && is_added(reader, segment)
        && reader.can_read(tokens.get(piece..connector.before).unwrap_or_default())
    {
        return true;
    }
    // "I paid the rent and returned the library books"
    // "have I paid the rent and rung mum" asks of both.
    let piece_so_far = tokens.get(piece..connector.before).unwrap_or_default();
    let asked = reader.is_question(piece_so_far) || piece_so_far.first().is_some_and(|first| reader.is(first, IF));
    let told = reader.is(first, TOLD_DONE) && !asked;
    // "I paid the rent so that can come off", "the kids ate the jam, I need that on my list"
    if plain && follows_from_a_reason(reader, tokens, piece, connector, segment) {
        let whole = tokens.get(..end).unwrap_or_default();
        return whole.len() > LOOK_AHEAD || !matches!(reader.find_joined(whole), Found::Request(_));
    }
    let before = || tokens.get(piece..connector.before).unwrap_or_default();
    if plain && let Some(begins) = is_told_beside(reader, before(), segment) {
        return begins;
    }
    // "delete milk. pay the gas bill on friday"
    if ends_a_sentence(reader, tokens, connector.before) && reader.thing_to_do(segment).is_some() {
        return true;
    }
    // "the neighbours are away so feed their fish every day"
    let therefore = connector.link.therefore && reader.states(before()) && reader.thing_to_do(segment).is_some();
    if plain && (therefore || each_is_due(reader, [before(), segment])) {
        return true;
    }
    if plain && !((told || BEGINNERS.contains(&word.as_ref())) && can_begin) {
        return false;
    }
    if plain && reader.is(first, TODO) && acts_before(reader, tokens, piece, connector) {
        return false;
    }
    if plain && reader.is(first, DEEDS_TOO) && both_are_added(reader, before(), segment) {
        return false;
    }
    if plain && reader.is(first, NOUNS_TOO) && are_added_together(reader, tokens, piece, connector, end) {
        return false;
    }
    // "check for batteries on my list, and put them on if you don't find any"
    if plain
        && reader.holds_a_condition(segment)
        && let Some(cut) = condition::cut(reader, segment)
        && (reader.points_back(cut.request) || reader.asks_bare(cut.request))
    {
        return true;
    }
    // "…, and put call Ida on my list for tomorrow"
    if matches!(reader.find(segment), Found::Nothing) && timed::due_after(reader, segment).is_some() {
        return true;
    }
    begins_as_found(reader, tokens, piece, connector, (segment, before()), end, told)
}

/// Whether a request begins where one was found, by what it asks for: the segment that may begin and what stands before it are given.
fn begins_as_found(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    piece: usize,
    connector: &Connector,
    (segment, before): (&[Token], &[Token]),
    end: usize,
    told: bool,
) -> bool {
    let plain = !connector.link.strong && connector.link.answer.is_none();
    let bare = reader.grammar.without_courtesy(segment);
    let Some(word) = bare.first().map(|first| reader.word(first)) else { return false };
    match reader.find(segment) {
        // "take 12 and add 5" is one sum.
        Found::Request(Request {
            asked: Asked::Todo(TodoIntent::Add | TodoIntent::Delete), anchored: false, ..
        })
        | Found::Pointing(_)
            if !connector.link.hard && connector.link.answer.is_none() && is_one_sum(reader, tokens, end) =>
        {
            false
        }
        // "6!, thanks"
        Found::Request(Request { asked: Asked::Thanks, .. }) => false,
        Found::Request(request) if request.follows => {
            let whole = tokens.get(..connector.before).unwrap_or_default();
            connector.link.corrects || follows_request(reader, (whole, piece), segment, &request)
        }
        Found::Request(request) => {
            !plain
                || is_plainly_one(reader, &request, segment, told)
                    && !(request.acts_on_a_todo() && acts_on_each(reader, tokens.get(piece..end).unwrap_or_default()))
                || loses_another(reader, &request, segment)
                || puts_another(reader, &request, segment, before)
                || BARE_BEGINNERS.contains(&word.as_ref())
        }
        // "add milk and set priority 1"
        Found::Pointing(request) if request.todo() == Some(TodoIntent::Prioritise) => true,
        Found::Pointing(_) => {
            // "I am out of rice, so add it to my list" is one request, said by a row of its own.
            let whole = tokens.get(..end).unwrap_or_default();
            whole.len() > LOOK_AHEAD || !matches!(reader.find_joined(whole), Found::Request(_))
        }
        Found::Missing(ref request) if adds_what_was_asked(reader, request, segment, before) => true,
        // "I did the taxes, please mark as complete"
        Found::Missing(ref request)
            if request.todo() == Some(TodoIntent::CompleteWhat) && reader.asks_bare(segment) =>
        {
            matches!(reader.find(before), Found::Request(told) if told.todo() == Some(TodoIntent::Complete))
        }
        // "the appointment got cancelled, please remove"
        Found::Missing(ref request) if request.todo() == Some(TodoIntent::DeleteWhat) && bare.len() == 1 => {
            let deletes = |request: &Request<'_>| request.todo() == Some(TodoIntent::Delete);
            // "buy bread isn't needed, remove"
            reader.named_by_reason(before).is_some()
                || matches!(reader.find(before), Found::Request(earlier) if deletes(&earlier))
        }
        Found::Missing(_) | Found::Nothing if connector.link.hard => {
            let whole = tokens.get(..end).unwrap_or_default();
            let one_clause = whole.len() <= LOOK_AHEAD && reader.says_it_whole(whole, segment);
            !(one_clause || reader.grammar.is_courtesy(segment))
        }
        Found::Missing(_) | Found::Nothing => false,
    }
}
