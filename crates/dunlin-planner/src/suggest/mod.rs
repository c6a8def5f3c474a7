//! What to say about a clause that gives no steps, and which whole goals come near it.

mod asked;
mod brief;
mod careful;
mod changed;
mod chores;
mod cue_words;
mod dated;
mod demanded;
mod diary;
mod figured;
mod gist;
mod keeps;
mod listed;
mod looked;
mod measured;
mod named;
mod noted;
mod offered;
mod pieces;
mod questions;
mod rated;
mod reckoned;
mod recurring;
mod renamed;
mod ringing;
mod short;
mod skip;
mod things;
mod timely;
mod told;
mod turned;
mod within;

pub(crate) use offered::Offered;

use dunlin_base::Span;

use asked::{asks_what_was_done, changes_all};
use offered::Said;

use crate::{
    context::{Known, OnList},
    dates,
    lang::{
        en::{
            cues::ADVERBS,
            faults::open_end,
            looking,
            offers::{
                self, ANYTHING, ARTICLES, ASKS, BORN_THEN, CONDITIONS, CONNECTORS_AFTER, CONNECTORS_BEFORE, EXAMPLES,
                HANGS, LIST_NOUNS, MAY_ASK_OF_TODOS, MINE, NO_CONDITION, NO_TODO_BEGINS, NO_TODO_HANGS, NO_TODO_HOLDS,
                NO_TODO_SUMS, PARTS, PEOPLE, QUOTED_FOR, SEES, SENDS, SHOW_DONE, TAKES_AWAY, TELLS_NOTHING, TO,
                TODOS_AND_LISTS, TOO, WHAT_CAN_YOU_DO,
            },
            pauses::ADD,
        },
        grammar::{DEEDS, EVENTS, Reason, VERBS},
    },
    lex::tokenize,
    model::{
        intent::TodoIntent,
        refusal::{PlanErrorKind, Replaced},
        request::Found,
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{
        condition,
        connector::connectors,
        lines,
        parts::parts,
        reader::Reader,
        text::{text_of, without_article},
        words::Words,
    },
    spelling::{further, nearest},
    sum::{self, number},
};

/// The most corrections that are offered.
const MOST: usize = 4;

/// The words with a point for every such comma in them.
fn with_points(goal: &str, failed: &[Token]) -> Option<String> {
    let span = span_of(failed);
    let mut said = span.of(goal).to_owned();
    for token in failed.iter().rev().filter(|token| token.kind == TokenKind::Number) {
        if let Some(number) = number::with_point(token.span.of(goal)) {
            said.replace_range(token.span.start - span.start..token.span.end - span.start, &number);
        }
    }
    (said != span.of(goal)).then_some(said)
}

/// Whole goals in which the failed clause is put right: spelling first, then each of its thoughts by itself, then the clause as a
/// todo, then without it. `reads` says whether words can be planned by themselves.
pub(crate) fn corrections(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    failed: &[Token],
    kind: PlanErrorKind,
    reads: &dyn Fn(&str) -> bool,
) -> Vec<Offered> {
    let goal = reader.goal;
    let span = span_of(failed);
    let (before, after) = (goal.get(..span.start).unwrap_or(""), goal.get(span.end..).unwrap_or(""));
    let with = |said: &str| Offered { end: before.len() + said.len(), ..Offered::from([before, said, after].concat()) };
    let unrecognized = kind == PlanErrorKind::Unrecognized;
    let is_part = failed.len() < tokens.len();
    let (rest_before, rest_after) = (without_connectors(before), without_connectors(after));
    let is_any_alone = || [rest_before, rest_after].iter().any(|rest| !rest.is_empty() && reads(rest));
    if let Some(offers) = in_place_of_all(reader, tokens, failed, kind, &is_any_alone) {
        return offers;
    }
    let without =
        |rest: String, end: usize| Offered { left_out: vec![span.of(goal).to_owned()], end, ..Offered::from(rest) };
    let mut found: Vec<Offered> = spelt(reader, failed).iter().map(|said| with(said)).collect();
    if unrecognized && is_part && before.trim().is_empty() {
        found.extend(told::goal(reader, tokens, failed).map(Offered::from));
        let tells = told::tells_before(reader, failed, rest_after, reads);
        let said = Span::new(0, span.end + after.find(rest_after).unwrap_or_default());
        let asks_nothing = reader.tells_and_asks_nothing(failed) && !reader.says_must(failed);
        let sure = asks_nothing.then_some(Replaced { said, by: Span::default() });
        found.extend(tells.then(|| Offered { sure, ..without(rest_after.to_owned(), 0) }));
    }
    if unrecognized && let Some(within) = within::request(reader, tokens, reads) {
        found.push(Offered { left_out: within.around, ..Offered::from(within.asked.to_owned()) });
    }
    let pieces = pieces::of(reader, failed, !before.trim().is_empty(), reads);
    let partial = pieces.as_ref().is_some_and(|pieces| !pieces.left_out.is_empty());
    let pieced = pieces.map(|pieces| Offered { left_out: pieces.left_out, ..with(&pieces.said) });
    let (whole, partly) = if partial { (None, pieced) } else { (pieced, None) };
    found.extend(whole);
    for Said { words, quoted, sure } in mends(reader, failed, kind, is_part) {
        let quoted = quoted.map(|quoted| with(&quoted).goal);
        let by = Span::new(before.len(), before.len() + words.len());
        let sure = sure.then_some(Replaced { said: span, by });
        found.push(Offered { quoted, sure, ..with(&words) });
    }
    found.extend(partly);
    // Without its condition a request asks for something else.
    let bare = reader.grammar.without_courtesy(failed);
    let conditional = reader.first_is(bare, CONDITIONS);
    if is_part && !conditional {
        let joined = if rest_before.is_empty() || rest_after.is_empty() { "" } else { offers::JOINED };
        let rest = [rest_before, joined, rest_after].concat();
        found.extend((!rest.is_empty()).then(|| without(rest, rest_before.len())));
    }
    if kind == PlanErrorKind::Incomplete && open_end(span.of(goal)).is_some() {
        let number = failed.iter().find(|token| token.kind == TokenKind::Number);
        let end = span.of(goal).trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '=' | '?' | '.' | '…'));
        found.extend(number.map(|number| with(&[end, number.span.of(goal)].join(" "))));
    } else if found.is_empty() && unrecognized && !conditional {
        found.extend(nearby(reader, bare).map(|near| with(&near)));
    }
    found.truncate(MOST);
    found.push(ANYTHING.to_owned().into());
    found
}

/// What is offered alone, where all words of the goal together tell what is meant; `is_any_alone` says whether what stands beside
/// the failed clause can be planned by itself.
fn in_place_of_all(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    failed: &[Token],
    kind: PlanErrorKind,
    is_any_alone: &dyn Fn() -> bool,
) -> Option<Vec<Offered>> {
    let unrecognized = kind == PlanErrorKind::Unrecognized;
    let alone = |offer: Offered| Some(vec![offer, ANYTHING.to_owned().into()]);
    if unrecognized {
        let whole = noted::onto_a_list(reader, tokens)
            .or_else(|| looked::all_but(reader, tokens))
            .or_else(|| looked::noted_already(reader, tokens));
        if let Some(goal) = whole.or_else(|| lines::offer(reader, tokens)) {
            return alone(goal.into());
        }
        if reader.asks_exchange(failed) {
            return Some(vec![ANYTHING.to_owned().into()]);
        }
        if reader.asks_for_help(failed) {
            let goals = std::iter::once(WHAT_CAN_YOU_DO).chain(EXAMPLES);
            return Some(goals.map(|goal| goal.to_owned().into()).collect());
        }
    }
    if kind != PlanErrorKind::Ambiguous {
        if let Some(goal) = listed::goal(reader, tokens) {
            return alone(goal.into());
        }
        if let Some(offered) = told::behind_a_tale(reader, tokens) {
            return alone(offered);
        }
    }
    let goal = if !unrecognized || leaves_the_todo(reader, failed) {
        None
    } else if failed.len() == tokens.len() {
        let plain = reader.grammar.without_courtesy_after(failed);
        let timely = timely::goal(reader, failed);
        if timely.is_none()
            && let Some(sure) = reckoned::surely(reader, failed).or_else(|| looked::goal(reader, failed))
        {
            return alone(Offered::surely(sure, reader.goal));
        }
        let changed = timely
            .or_else(|| noted::loud(reader, failed))
            .or_else(|| brief::goal(reader, failed))
            .or_else(|| about_a_todo(reader, plain))
            .or_else(|| renamed::goal(reader, plain));
        changed.or_else(|| noted::goal(reader, plain)).or_else(|| things::named(reader, failed))
    } else if reader.any_is(tokens, TODOS_AND_LISTS) {
        None
    } else {
        let plain = reader.grammar.without_courtesy_after(tokens);
        if let Some(goal) = brief::goal(reader, plain).or_else(|| timely::goal(reader, tokens)) {
            return alone(goal.into());
        }
        // "1.5 litres, how many cups"
        let sure = || reckoned::surely(reader, tokens).or_else(|| dated::so_long_ago(reader, tokens));
        let sure = if reckoned::orders_beside(reader, tokens) { None } else { sure() };
        if let Some(goal) = sure {
            return alone(Offered::surely(goal, reader.goal));
        }
        let asked = dated::goal(reader, tokens).or_else(|| reckoned::goal(reader, tokens));
        // "baby born 6 august, how many weeks old": what is told alone is none of it.
        asked.filter(|_| BORN_THEN.iter().any(|run| reader.holds(tokens, run)) || !is_any_alone())
    };
    alone(goal?.into())
}

/// Whether a clause names a todo and asks for no change of it, or for one of a part of it: "should I delete the rent", "remove the tag
/// from rent".
fn leaves_the_todo(reader: &Words<'_>, words: &[Token]) -> bool {
    let bare = reader.grammar.without_courtesy(words);
    let parts = || PARTS.iter().any(|(part, _)| reader.any_is(words, part));
    reader.first_is(bare, TAKES_AWAY) && parts()
        || careful::goal(reader, bare).or_else(|| careful::goal(reader, words)).is_some()
}

/// What is to become of the todo, or of all those, that a clause names.
fn about_a_todo(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let said = brief::goal(reader, words).or_else(|| changed::all_with(reader, words));
    let said = said.or_else(|| changed::surely(reader, words));
    said.or_else(|| gist::of_a_todo(reader, words)).or_else(|| changed::goal(reader, words))
}

/// The words as they were meant to be written.
fn spelt(reader: &mut Reader<'_>, failed: &[Token]) -> Vec<String> {
    [with_points(reader.goal, failed), respelt(reader, failed)].into_iter().flatten().collect()
}

/// What a clause may mean, in words that are understood; `is_part` says whether another stands beside it.
fn mends(reader: &mut Reader<'_>, failed: &[Token], kind: PlanErrorKind, is_part: bool) -> Vec<Said> {
    let goal = reader.goal;
    let unrecognized = kind == PlanErrorKind::Unrecognized;
    // "if it's 10 days from now, what date is that"
    if unrecognized
        && reader.first_is(failed, CONDITIONS)
        && let Some(asked) = dated::goal(reader, failed)
    {
        return vec![asked.into()];
    }
    if let Some((condition, request)) = hanging(reader, failed) {
        // "if it's raining add an umbrella", "if it's friday or saturday …": what it hangs on is not understood.
        let says = failed.get(..failed.len() - request.len()).unwrap_or_default();
        let goes_on = request
            .first()
            .is_some_and(|first| reader.is(first, offers::OR) || reader.grammar.days.contains(first.word));
        if reader.all_are(says, NO_CONDITION) || goes_on {
            return Vec::new();
        }
        let said = mends(reader, request, kind, is_part).into_iter();
        let said = said.map(|said| [condition, " ", &said.words].concat().into());
        return said.collect();
    }
    let bare = reader.grammar.without_courtesy(failed);
    // "remove the tag from rent" leaves the rent.
    if reader.first_is(bare, TAKES_AWAY)
        && let Some((_, offer)) = PARTS.iter().find(|(part, _)| reader.any_is(failed, part))
        && let Some(named) = named::Named::find(reader, failed)
    {
        let said = offer.map(|offer| [offer, &quoted_where_needed(&named.text)].concat().into());
        return said.into_iter().collect();
    }
    if unrecognized && let Some(careful) = careful::goal(reader, bare).or_else(|| careful::goal(reader, failed)) {
        return vec![careful.into()];
    }
    let mut found: Vec<Said> = Vec::new();
    if unrecognized {
        found.extend(reckoned::surely(reader, bare).map(Said::surely));
        found.extend(short::goal(reader, bare).map(Said::from));
        found.extend(looked::goal(reader, failed).map(Said::surely));
    }
    if unrecognized && asks_what_was_done(reader, failed) {
        let says_done = reader.any_is(failed, looking::DONE);
        found.push(Said { sure: says_done, ..Said::from(SHOW_DONE.to_owned()) });
    }
    found.extend(ringing::goal(reader, bare).map(Said::from).filter(|_| unrecognized));
    found.extend(diary::goal(reader, bare).map(Said::from).filter(|_| unrecognized));
    found.extend(turned::in_place_of(reader, failed).map(Said::from));
    found.extend(turned::goals(reader, bare).into_iter().map(Said::from));
    let readings = sum::two_readings(failed, goal).into_iter().flatten();
    found.extend(readings.map(|reading| offers::calculate(&reading).into()));
    if kind == PlanErrorKind::Ambiguous {
        found.extend(said_plainly(reader, failed).into_iter().map(Said::from));
        found.extend(gist::of_a_todo(reader, reader.grammar.without_courtesy_after(failed)).map(Said::from));
    }
    if unrecognized {
        found.extend(list_in(reader, bare).map(|list| offers::show(list).into()));
        found.extend(renamed::goal(reader, bare).map(Said::from));
        let plain = reader.grammar.without_courtesy_after(failed);
        found.extend(about_a_todo(reader, plain).or_else(|| about_a_todo(reader, bare)).map(Said::from));
        found.extend(noted::goal(reader, plain).map(Said::from));
        found.extend(dated::goal(reader, bare).map(Said::surely));
        found.extend(chores::goal(reader, bare).map(Said::from));
        found.extend(by_reason(reader, failed).map(Said::from));
    }
    if unrecognized && found.is_empty() {
        found.extend(questions::goal(reader, bare).map(Said::from));
    }
    let changes_all = changes_all(reader, bare);
    if unrecognized && found.is_empty() && !changes_all {
        // All there is is offered behind everything else.
        found.extend(skip::nearest_goal(reader, bare).filter(|goal| goal != ANYTHING).map(Said::from));
    }
    if unrecognized {
        found.extend(changed::all_of_a_list(reader, bare).map(Said::from));
    }
    if unrecognized && found.is_empty() {
        found.extend(reckoned::goal(reader, bare).map(Said::from));
    }
    if found.is_empty() && kind != PlanErrorKind::Incomplete && !changes_all {
        let mut near = gist::goals(reader, reader.grammar.without_courtesy_after(failed));
        // "it would be great if milk was added"
        if near.is_empty() && bare.len() < failed.len() {
            near = gist::goals(reader, bare);
        }
        found.extend(near.into_iter().map(Said::from));
    }
    // "bananas" may be a todo where nothing else was said.
    if unrecognized && (!is_part || bare.len() > 1) {
        found.extend(as_a_new_todo(reader, bare));
    }
    found
}

/// A request that may be meant in two ways, as each of them is said plainly.
fn said_plainly(reader: &mut Reader<'_>, failed: &[Token]) -> Vec<String> {
    let goal = reader.goal;
    let Found::Request(request) = reader.find(failed) else { return Vec::new() };
    let Some(item) = request.slots.item.filter(|item| !reader.first_is(item, PEOPLE)) else { return Vec::new() };
    if request.open {
        let words = span_of(item).of(goal);
        return vec![offers::create_list(words), offers::add(words)];
    }
    let words = without_article(&text_of(goal, item));
    // "I won't be needing the tent any more" is said in other words than "delete the tent".
    let in_other_words = reader.grammar.is_statement(failed);
    let said = match request.todo() {
        // What is to be kept is told by its cue.
        Some(TodoIntent::Add) => None,
        Some(TodoIntent::Delete) if in_other_words => Some(offers::delete(&words)),
        Some(TodoIntent::Complete) if in_other_words => Some(offers::mark_done(&words)),
        _ => as_a_todo(reader, failed, item),
    };
    said.into_iter().collect()
}

/// The words as a todo to be added, where they read like one.
fn as_a_new_todo(reader: &mut Reader<'_>, bare: &[Token]) -> Option<Said> {
    let begins_to_add = reader.first_is(bare, ADD);
    // "rent matters more than anything" is about what stands on the list, and no todo of its own.
    let about_one = !begins_to_add && named::names_any(reader, bare) && !named::is_another_event(reader, bare);
    // "noon london, tokyo?" asks for something.
    let said = reader.goal.get(span_of(bare).start..).unwrap_or_default().trim_end();
    let asks = said.strip_suffix('?').is_some_and(|said| dates::quick_add(said, 0, &reader.moment()).due.is_some());
    if about_one || asks || !reads_like_a_todo(reader, bare) || asks_what_was_done(reader, bare) {
        return None;
    }
    // "add an umbrella if it rains": whenever that is, it is what is to be kept in mind.
    let adds = begins_to_add && bare.len() > 2;
    let kept = bare.get(usize::from(adds)..).unwrap_or(bare);
    let words = span_of(kept).of(reader.goal);
    let quoted = (!words.contains('"')).then(|| offers::add_quoted(words));
    let hangs = kept.iter().skip(1).any(|token| reader.is(token, HANGS));
    (!asks_for_more(reader, kept) && (adds || !hangs)).then(|| Said { quoted, ..Said::from(offers::add(words)) })
}

/// What a piece of a clause may mean, by what costs little to find out and is no guess that it is something to do.
fn mends_of_piece(reader: &mut Reader<'_>, piece: &[Token]) -> Option<String> {
    let bare = reader.grammar.without_courtesy(piece);
    if let Some(said) = spelt(reader, piece).into_iter().chain(turned::goals(reader, bare)).next() {
        return Some(said);
    }
    let about_one = gist::of_a_todo(reader, reader.grammar.without_courtesy_after(piece));
    let told = about_one.or_else(|| by_reason(reader, piece)).or_else(|| changed::all_of_a_list(reader, bare));
    told.or_else(|| gist::by_cue(reader, reader.grammar.without_courtesy_after(piece)))
}

/// A condition that is understood, as it was said, and the request that depends on it.
fn hanging<'g, 't>(reader: &mut Reader<'g>, failed: &'t [Token]) -> Option<(&'g str, &'t [Token])> {
    let request = condition::after_condition(reader, failed)?;
    let condition = reader.goal.get(span_of(failed).start..span_of(request).start)?.trim();
    Some((condition, request))
}

/// "I don't want eggs": what it is a reason for.
fn by_reason(reader: &mut Reader<'_>, failed: &[Token]) -> Option<String> {
    let (item, reason) = reader.named_by_reason(failed)?;
    // "I have 240 pages" begins a sum.
    let counts = reason == Reason::Have && item.iter().any(|token| token.numeric);
    if reader.any_is(failed, ASKS) || counts || !may_be_meant(reader, item, reason) {
        return None;
    }
    let small = item.iter().take_while(|token| reader.is(token, ADVERBS)).count();
    let said = item.get(small..).unwrap_or(item);
    let item = without_article(&text_of(reader.goal, said));
    // "no dentist" may call off one that is there.
    let known = (reason == Reason::Lack).then(|| reader.as_it_stands(&item)).flatten();
    if let Some(text) = known {
        return Some(offers::find(&quoted_where_needed(&text)));
    }
    Some(match reason {
        Reason::Lack => several(reader, said).unwrap_or_else(|| offers::add(&item)),
        Reason::Have => offers::mark_done(&item),
        Reason::NoNeed => offers::delete(&item),
        Reason::Spared => return None,
    })
}

/// "eggs, cheese, ham & tomatoes": each of several things to buy.
fn several(reader: &Words<'_>, item: &[Token]) -> Option<String> {
    let each = parts(reader, item);
    let things = each.len() > 1 && each.iter().all(|part| (1..=3).contains(&part.len())) && !reader.is_deed(item);
    things.then(|| offers::add_to(&noted::with_commas(reader, &each), None))
}

/// Whether what a statement names may be a todo: "I did well" names none, and who must see a list asks for it.
fn may_be_meant(reader: &Words<'_>, item: &[Token], reason: Reason) -> bool {
    let first = |words: &'static str| reader.first_is(item, words);
    let lists = reader.any_is(item, TODOS_AND_LISTS);
    match (reason, reader.context.on_list) {
        (Reason::Lack, _) => !lists && !first(SEES),
        (Reason::Have, Some(on_list)) => !matches!(on_list.find(&text_of(reader.goal, item)), Known::None(_)),
        _ => !lists && !item.first().is_some_and(|first| reader.grammar.fared.contains(first.word)),
    }
}

/// A todo's words as they can stand in a goal: in quotes when they could be taken for more than one, or for more than words.
pub(crate) fn quoted_where_needed(text: &str) -> String {
    let lower = text.to_lowercase();
    let parts = lower
        .split_whitespace()
        .any(|word| QUOTED_FOR.split(' ').any(|known| known == word) || word.ends_with([',', ';']));
    if parts && !text.contains('"') { ["\"", text, "\""].concat() } else { text.to_owned() }
}

/// What can be asked when nothing that was said can: for the todos that have its telling word, "what's the weather" → "find
/// todos about weather".
fn nearby(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let telling = |token: &&Token| {
        token.kind == TokenKind::Word
            && token.span.len() > 2
            && token.span.len() < 30
            && !reader.is(token, TELLS_NOTHING)
    };
    // What is asked may be about a todo; an order that was not understood is about something else.
    let asks = reader.first_is(words, MAY_ASK_OF_TODOS);
    if !asks || changes_all(reader, words) {
        return None;
    }
    let is_there = |token: &&Token| {
        let known = |list: &dyn OnList| !matches!(list.find(token.span.of(reader.goal)), Known::None(_));
        reader.context.on_list.is_none_or(known)
    };
    let last = words.iter().rfind(|token| telling(token) && is_there(token))?;
    Some(offers::find(last.span.of(reader.goal)))
}

/// The clause with "todo" before what it is about: "delete todo archive" for "delete the archive".
fn as_a_todo(reader: &Words<'_>, failed: &[Token], item: &[Token]) -> Option<String> {
    let article = reader.first_is(item, ARTICLES);
    let rest = item.get(usize::from(article)..)?;
    let (from, to, goal) = (span_of(failed), span_of(rest), reader.goal);
    let verb = failed.iter().rfind(|token| token.span.start < to.start && !reader.is(token, ARTICLES));
    let start = verb.map_or(to.start, |verb| verb.span.end);
    (!rest.is_empty()).then(|| {
        [goal.get(from.start..start).unwrap_or(""), offers::TODO, goal.get(to.start..from.end).unwrap_or("")].concat()
    })
}

/// The list of one's own that is spoken of: "my list" in "send my list to anna".
fn list_in<'g>(reader: &Words<'g>, words: &[Token]) -> Option<&'g str> {
    let end = words.iter().position(|token| reader.is(token, LIST_NOUNS))?;
    let away = |token: &Token| reader.is(token, SENDS);
    words.first().filter(|first| away(first))?;
    let mine = |token: &Token| reader.is(token, MINE);
    let from = (end.saturating_sub(3)..end).rev().find(|at| words.get(*at).is_some_and(mine))?;
    Some(span_of(words.get(from..=end)?).of(reader.goal))
}

/// Whether words could be a todo: not a question, not a greeting, and with letters in them.
fn reads_like_a_todo(reader: &Words<'_>, words: &[Token]) -> bool {
    let Some(first) = words.first() else { return false };
    let question = reader.is(first, NO_TODO_BEGINS);
    let conditional =
        reader.is(first, NO_TODO_HANGS) || words.iter().take(2).any(|token| reader.is(token, NO_TODO_SUMS));
    // A thing to do begins with what is to be done, with its day, or is a thing that happens.
    let does = reader.is(first, VERBS)
        || reader.grammar.going.contains(first.word)
        || reader.is(first, DEEDS)
        || reader.is(first, EVENTS)
        || reader.grammar.days.contains(first.word);
    let dated = || {
        let read = dates::quick_add(span_of(words).of(reader.goal), 0, &reader.moment());
        let sums = read.text.contains(|c: char| c.is_ascii_digit());
        read.says_when() && !read.text.trim().is_empty() && !sums
    };
    // "bananas", "mom's birthday 9 december": what is no verb and asks nothing names what is to be kept in mind.
    let things = words.len() <= 6 && !words.iter().any(|token| token.numeric);
    let unknown = first.word == UNKNOWN;
    (1..=14).contains(&words.len())
        && first.kind == TokenKind::Word
        && (words.len() > 1 || first.word == UNKNOWN && first.span.len() > 3)
        && (does || unknown && things || dated())
        && !question
        && !conditional
        && !reader.any_is(words, NO_TODO_HOLDS)
        && !reader.tells(words)
        && !reader.is_at(words, 1, PEOPLE)
        && !changes_all(reader, words)
}

/// Whether words are more than a thing to do: behind a connector they ask for something.
fn asks_for_more(reader: &mut Reader<'_>, words: &[Token]) -> bool {
    connectors(reader, words).into_iter().any(|joint| {
        let rest = words.get(joint.after..).unwrap_or_default();
        match reader.find(rest) {
            Found::Pointing(request) => request.todo().is_some(),
            Found::Request(request) => {
                let begins = reader.first_is(reader.grammar.without_courtesy(rest), ADD);
                let named = request.slots.item.is_some_and(|item| reader.names_one_todo(item));
                let about_it = request.anchored && reader.any_is(rest, TODOS_AND_LISTS);
                request.todo().is_some() && (about_it || begins || request.acts_on_a_todo() && named)
            }
            Found::Missing(_) | Found::Nothing => false,
        }
    })
}

fn without_connectors(text: &str) -> &str {
    let mut text = text;
    loop {
        let trimmed = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let start = CONNECTORS_BEFORE.iter().find_map(|word| trimmed.strip_prefix(word)).unwrap_or(trimmed);
        let end = CONNECTORS_AFTER.iter().find_map(|word| start.strip_suffix(word)).unwrap_or(start);
        if end.len() == text.len() {
            return end;
        }
        text = end;
    }
}

/// The clause with its misspelt words put right, when it can be read then.
fn respelt(reader: &mut Reader<'_>, failed: &[Token]) -> Option<String> {
    if failed.len() > 24 {
        return None;
    }
    let goal = reader.goal;
    let start = span_of(failed).start;
    let mut text = span_of(failed).of(goal).to_owned();
    let mut shift = 0_isize;
    let mut changed = false;
    for token in failed.iter().filter(|token| token.kind == TokenKind::Word && token.word == UNKNOWN) {
        let Some(better) = nearest(&reader.word(token)).or_else(|| further(&reader.word(token))) else { continue };
        let from = (token.span.start - start).checked_add_signed(shift)?;
        let to = (token.span.end - start).checked_add_signed(shift)?;
        text.get(from..to)?;
        text.replace_range(from..to, better);
        shift += isize::try_from(better.len()).ok()? - isize::try_from(token.span.len()).ok()?;
        changed = true;
    }
    // "rename gym too swim"
    let too = changed.then(|| text.replacen(TOO, TO, 1)).filter(|other| *other != text);
    [Some(text).filter(|_| changed), too].into_iter().flatten().find(|text| is_request(reader, text))
}

/// Whether a text is one request.
fn is_request(reader: &Words<'_>, text: &str) -> bool {
    let tokens = tokenize(text, reader.grammar.vocabulary());
    matches!(Reader::new(text, reader.context).find(&tokens), Found::Request(_))
}
