//! Goals that say one thing in two sentences, put as one: "is the rent due tomorrow? if yes tag it urgent", "should the taxes still be
//! open, make them urgent", "cancel the dentist on friday and book it for monday instead".

use crate::{
    lang::en::{
        conditions::{DUE, IS, NOT, ON_A_LIST},
        connectors::{FOR_THE, IF, LED_ON, NO_END, THINGS_TOO, WHY, YOU_CAN},
        days::THEN,
        doubts::ARTICLES,
        in_full::{
            ADD_IF_NOT_THERE, AFTER_CHECKS, BE, BOOKS, BY_THE_WAY, CAN_YOU, CANCELS, CHECKS, DOES_THIS, DUE_OR_ON,
            DUE_THEN, EVERY, FOR_OR_ON, IF_SO, INSTEAD, IS_OR_ARE, IT_IS, MAKE_SURE, MISSING, MOVE, NONE_OF,
            NONE_THERE, NOTHING, OPENS_A_REASON, PLEASE, SHOULD, SINCE, STILL, THERE, TO, YES,
        },
        pauses::{ADD, BETWEEN, COMMA, IT, LISTS},
        places::{ALSO, LATE, OR},
    },
    model::{
        intent::TodoIntent,
        request::{Found, Request},
        token::{Token, TokenKind, UNKNOWN},
    },
    parse::{
        again::{begins_anew, opened_by, word},
        condition,
        reader::Reader,
        timed::says_when_due,
    },
};

/// The least letters of a word that is said by them.
const LEAST_LETTERS: usize = 3;

/// The most words of a reason that is said first.
const LONGEST_REASON: usize = 16;
/// The most words of a condition in the middle.
const LONGEST_CONDITION: usize = 12;

/// The most words of a todo that such a goal names.
const LONGEST: usize = 8;

/// The goal with words that are said by their first letters, "d.o.b.", as one word each. Nothing where there are none that the grammar
/// knows.
pub(crate) fn with_letters_joined(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let letter = |at: usize| {
        let word = tokens.get(at).filter(|token| token.kind == TokenKind::Word && token.span.len() == 1);
        word.is_some() && tokens.get(at + 1).is_some_and(|point| point.is_sign('.') && point.glued)
    };
    (0..tokens.len()).any(letter).then_some(())?;
    let glued = |at: usize| tokens.get(at).is_some_and(|token| token.glued);
    let mut words = Vec::with_capacity(tokens.len());
    let (mut at, mut joined) = (0, false);
    while let Some(token) = tokens.get(at) {
        let mut end = at;
        while letter(end) && (end == at || glued(end)) {
            end += 2;
        }
        let span = tokens.get(end.wrapping_sub(1)).map_or(token.span, |last| token.span.cover(last.span));
        let said = span.of(reader.goal).replace('.', "").to_lowercase();
        let known = reader.grammar.vocabulary().id(&said);
        if end >= at + LEAST_LETTERS * 2 && known != UNKNOWN {
            words.push(Token { span, word: known, ..*token });
            (at, joined) = (end, true);
        } else {
            words.push(*token);
            at += 1;
        }
    }
    joined.then(|| reader.give_places(&mut words))?;
    Some(words)
}

/// "add pepper, if it's not on there yet, to my list": a condition in the middle stands last. "complete the silver or, if it isn't there, add
/// it" says no more with "or" than without it. Nothing where no condition stands so.
pub(crate) fn with_conditions_last(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let opens = |at: usize| {
        let comma = tokens.get(at.checked_sub(1)?)?.is_sign(',');
        (comma && condition::opens(reader, tokens.get(at..)?)).then_some(at)
    };
    let at = (2..tokens.len()).find_map(opens)?;
    let (before, said) = (tokens.get(..at - 1)?, tokens.get(at..)?);
    let mut words = if before.len() > 1 && reader.last_is(before, OR) {
        [before.get(..before.len() - 1)?, tokens.get(at - 1..)?].concat()
    } else {
        let length = said.iter().take(LONGEST_CONDITION).position(|token| token.is_sign(','))?;
        let (condition, rest) = (said.get(..length)?, said.get(length + 1..)?);
        let end = rest.iter().take_while(|token| token.kind == TokenKind::Word && !reader.is(token, BETWEEN)).count();
        let (list, rest) = rest.split_at_checked(end)?;
        let bare = reader.grammar.without_courtesy_after(list);
        let goes_there = reader.first_is(list, LED_ON) && reader.last_is(bare, LISTS);
        goes_there.then(|| [before, list, condition, rest].concat())?
    };
    reader.give_places(&mut words);
    Some(words)
}

/// "since I already called mom you can take that off my list": a reason said first ends in a comma. Nothing where it does, or none is said.
pub(crate) fn with_fronted_reasons_parted(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let opens = |from: &usize| {
        reader.is_at(tokens, *from, WHY) || tokens.get(*from..).is_some_and(|rest| reader.begins(rest, FOR_THE))
    };
    let from = [polite, 0].into_iter().find(opens)?;
    let end = tokens.len().min(from + LONGEST_REASON);
    let begins = |at: &usize| {
        let rest = tokens.get(*at..).unwrap_or_default();
        let asks = reader.begins(rest, YOU_CAN) || reader.begins(rest, CAN_YOU) || reader.first_is(rest, PLEASE);
        let ended = |before: &Token| before.kind == TokenKind::Word && !reader.is(before, NO_END);
        // "since I'm at the hardware store add sandpaper"
        let orders = |verb: &Token| reader.is_beginner(verb) && !reader.is(verb, THINGS_TOO);
        tokens.get(at - 1).is_some_and(ended) && (asks || rest.first().is_some_and(orders))
    };
    let plain = |at: usize| tokens.get(from..at).unwrap_or_default().iter().all(|token| token.kind == TokenKind::Word);
    let starts: Vec<usize> = (from + 3..end).filter(|at| begins(at) && plain(*at)).collect();
    let asks = |reader: &mut Reader<'_>, words: &[Token]| {
        let listed = |request: &Request<'_>| {
            request.anchored && request.todo().is_some_and(|todo| todo.adds() || todo.acts_on_a_todo())
        };
        reader.points_back(words) || matches!(reader.find(words), Found::Request(request) if listed(&request))
    };
    let at = starts.into_iter().find(|at| asks(reader, tokens.get(*at..).unwrap_or_default()))?;
    let told = tokens.get(from..at).is_some_and(|told| reader.is_fronted_reason(told));
    let comma = Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, tokens.get(at)?) };
    let mut words = [tokens.get(..at)?, &[comma], tokens.get(at..)?].concat();
    told.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "now that tennis is cancelled, …" as "since tennis is cancelled, …". Nothing where no such reason is said first.
pub(crate) fn with_reasons_opened(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let (from, length) = opened_by(reader, tokens, OPENS_A_REASON)?;
    let since = word(reader, SINCE, tokens.get(from)?);
    let mut words = [tokens.get(..from)?, &[since], tokens.get(from + length..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "add pasta. also rice" as "add pasta. also add rice". Nothing where what stands behind asks for something itself.
pub(crate) fn with_also_added(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    reader.is_at(tokens, polite, ADD).then_some(())?;
    let joint = |at: &usize| {
        let sign = tokens.get(*at).is_some_and(|sign| matches!(sign.kind, TokenKind::Sign(',' | '.' | ';')));
        let next = tokens.get(at + 2);
        sign && reader.is_at(tokens, at + 1, ALSO)
            && next.is_some_and(|next| next.kind == TokenKind::Word && !reader.grammar.can_begin(next.word))
    };
    let at = (polite + 2..tokens.len()).find(joint)?;
    let rest = tokens.get(at + 2..)?;
    let plain = rest.len() <= LONGEST && !rest.iter().any(|token| reader.is_beginner(token));
    let add = word(reader, ADD, rest.first()?);
    let mut words = [tokens.get(..at + 2)?, &[add], rest].concat();
    plain.then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "since the ironing is done, take it off": what says that something is done says it by itself. Nothing where it says anything else.
pub(crate) fn with_told_deeds_alone(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let from = [polite, 0].into_iter().find(|from| reader.is_at(tokens, *from, WHY))?;
    let end = tokens.len().min(from + LONGEST_REASON);
    let told = |reader: &mut Reader<'_>, at: usize| {
        let done = |request: &Request<'_>| request.todo() == Some(TodoIntent::Complete);
        matches!(reader.find(tokens.get(from + 1..at).unwrap_or_default()), Found::Request(request) if done(&request))
    };
    let ends = |at: &usize| {
        let rest = tokens.get(*at..).unwrap_or_default();
        rest.first().is_some_and(|next| next.is_sign(',') || reader.is_beginner(next)) || reader.begins(rest, YOU_CAN)
    };
    let starts: Vec<usize> = (from + 3..end).filter(ends).collect();
    let at = starts.into_iter().find(|at| told(reader, *at))?;
    let next = tokens.get(at)?;
    let comma = Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, next) };
    let comma: &[Token] = if next.is_sign(',') { &[] } else { &[comma] };
    let mut words = [tokens.get(..from)?, tokens.get(from + 1..at)?, comma, tokens.get(at..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "make sure soap is on my list", of what stands on it now: it is added where it is not there any more. Nothing where anything else is
/// said.
pub(crate) fn with_sureness_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let mut said = tokens;
    while let Some(rest) = said.get(reader.grammar.courtesy_before(said)..).filter(|rest| rest.len() < said.len()) {
        said = rest;
    }
    let length = MAKE_SURE.iter().find(|run| reader.begins(said, run))?.len();
    let said = reader.grammar.without_courtesy_after(said.get(length..)?);
    let is = said.iter().position(|token| reader.is(token, IS_OR_ARE)).filter(|is| (1..=LONGEST).contains(is))?;
    let (item, list) = (said.get(..is)?, said.get(is + 1..)?);
    let (_, name) = list.split_first().filter(|(on, _)| reader.is(on, ON_A_LIST))?;
    let plain = list.iter().all(|token| token.kind == TokenKind::Word) && reader.last_is(list, LISTS);
    (plain && reader.list_said(name).is_some() && reader.stands_on_a_list(item)).then_some(())?;
    let beside = name.first()?;
    let (add, condition) = ADD_IF_NOT_THERE;
    let last = name.last()?;
    let condition = condition.map(|said| reader.unsaid(said, last.span.end, last));
    let mut words = [&[word(reader, add, item.first()?)], item, &[word(reader, TO, beside)], name, &condition].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "repeat this every monday: show my list": "every monday, show my list". Nothing where nothing follows.
pub(crate) fn with_repeats_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let said = tokens.get(polite..)?;
    let run = DOES_THIS.iter().filter(|run| reader.begins(said, run)).max_by_key(|run| run.len())?;
    let colon = said.iter().position(|token| token.is_sign(':')).filter(|colon| *colon > run.len())?;
    let when = said.get(run.len()..colon).filter(|when| reader.first_is(when, EVERY))?;
    let comma = Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, said.get(colon)?) };
    let mut words = [when, &[comma], said.get(colon + 1..)?].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// The goal with a question about a day, and what hangs on its answer, as a condition. Nothing where it asks no such question.
pub(crate) fn with_conditions_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let said = tokens.get(polite..)?;
    let (condition, request) =
        asked_of_a_day(reader, said).or_else(|| should_be(reader, said)).or_else(|| none_asked(reader, said))?;
    let first = said.first()?;
    let comma = Token { kind: TokenKind::Sign(','), ..word(reader, COMMA, request.first()?) };
    let mut words = [&[word(reader, IF, first)], condition.as_slice(), &[comma], &request].concat();
    reader.give_places(&mut words);
    Some(words)
}

/// "is the rent due before friday? if yes …", "check if call mum is for tomorrow and if so …".
fn asked_of_a_day(reader: &Reader<'_>, said: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let answer = |at: usize| {
        let rest = said.get(at..)?;
        let length = IF_SO.iter().filter(|run| reader.begins(rest, run)).map(|run| run.len()).max()?;
        begins_anew(reader, said, at).then_some((at, at + length))
    };
    let (at, end) = (3..said.len()).find_map(answer)?;
    let joints = |words: &[Token], from_end: bool| {
        let joint = |token: &&Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, YES);
        if from_end { words.iter().rev().take_while(joint).count() } else { words.iter().take_while(joint).count() }
    };
    let asked = said.get(..at)?;
    let asked = asked.get(..asked.len() - joints(asked, true))?;
    let request = said.get(end..)?;
    let request = request.get(joints(request, false)..).filter(|request| !request.is_empty())?;
    let checked = CHECKS.iter().find(|run| reader.begins(asked, run)).and_then(|run| {
        let rest = asked.get(run.len()..)?;
        reader.first_is(rest, AFTER_CHECKS).then(|| rest.get(1..))?
    });
    let condition = if let Some(rest) = checked {
        // "call mum is for tomorrow"
        let is = (1..rest.len().min(LONGEST)).find(|at| reader.is_at(rest, *at, IT_IS))?;
        due_then(reader, rest.get(..is)?, rest.get(is)?, rest.get(is + 1..)?)?
    } else {
        // "is pay rent due tomorrow"
        let (is, rest) = asked.split_first().filter(|(is, _)| reader.is(is, IT_IS))?;
        // "is the dentist still friday"
        let day = |token: &Token| reader.is(token, DUE_THEN) || reader.grammar.days.contains(token.word);
        let begins = |length: &usize| {
            let still = usize::from(reader.is_at(rest, *length, STILL));
            rest.get(length + still).is_some_and(day)
        };
        let length = (1..rest.len().min(LONGEST)).find(begins)?;
        due_then(reader, rest.get(..length)?, is, rest.get(length..)?)?
    };
    Some((condition, request.to_vec()))
}

/// "call mum", "is" and "for tomorrow" as "call mum is due tomorrow"; nothing where no todo is named or no day is said.
fn due_then(reader: &Reader<'_>, named: &[Token], is: &Token, rest: &[Token]) -> Option<Vec<Token>> {
    let bare = named.get(usize::from(reader.first_is(named, ARTICLES) && named.len() > 1)..)?;
    let rest = rest.get(usize::from(reader.first_is(rest, STILL))..)?;
    let skip = usize::from(reader.first_is(rest, DUE));
    let day = rest.get(skip..)?;
    let day = day.get(usize::from(reader.first_is(day, FOR_OR_ON))..)?;
    let last = day.get(1..).unwrap_or_default();
    let dated = says_when_due(reader, day) || says_when_due(reader, last) || reader.says_day(day);
    let is = Token { word: word(reader, IS, is).word, ..*is };
    (reader.names_one_todo(bare) && dated && !day.is_empty())
        .then(|| [named, &[is, word(reader, DUE, day.first().unwrap_or(&is))], day].concat())
}

/// "no milk on the list? then put some on": "there is no milk on the list". "nothing due tomorrow? then …": "nothing is due tomorrow".
fn none_asked<'t>(reader: &Reader<'_>, said: &'t [Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let (no, rest) = said.split_first().filter(|(no, _)| reader.is(no, NONE_OF) || reader.is(no, NOTHING))?;
    let asked = rest.iter().take(LONGEST).position(|token| token.is_sign('?'))?;
    let (named, request) = (rest.get(..asked)?, rest.get(asked + 1..)?);
    let listed = reader.last_is(named, LISTS) && reader.any_is(named.get(1..)?, ON_A_LIST);
    let joint = |token: &&Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, THEN);
    let without_joints = |words: &'t [Token]| words.get(words.iter().take_while(joint).count()..).unwrap_or_default();
    let request = without_joints(request);
    let answered = if reader.begins(request, NONE_THERE) { NONE_THERE.len() } else { 0 };
    let request = without_joints(request.get(answered..)?);
    let adds = request.first().is_some_and(|first| reader.is_beginner(first));
    if reader.is(no, NOTHING) {
        let due = reader.first_is(named, DUE_OR_ON) && (reader.says_day(named) || reader.first_is(named, LATE));
        let nothing_is = [*no, word(reader, IS, no)];
        return (due && adds).then(|| ([&nothing_is, named].concat(), request.to_vec()));
    }
    let there_is = [word(reader, THERE, no), word(reader, IS, no), *no];
    (listed && adds).then(|| ([&there_is, named].concat(), request.to_vec()))
}

/// "should the taxes still be open, give them priority 1".
fn should_be(reader: &Reader<'_>, said: &[Token]) -> Option<(Vec<Token>, Vec<Token>)> {
    let (should, rest) = said.split_first().filter(|(should, _)| reader.is(should, SHOULD))?;
    let be = (1..rest.len().min(LONGEST)).find(|at| reader.is_at(rest, *at, BE))?;
    let parts = |token: &Token| token.is_sign(',') || reader.is(token, THEN);
    let comma = rest.iter().position(parts).filter(|comma| *comma > be + 1)?;
    // "should there be no bin bags on my list, add some"
    if be == 1 && reader.first_is(rest, THERE) {
        let said = rest.get(be + 1..comma)?;
        let (condition, after) = ([rest.get(..1)?, &[word(reader, IS, should)], said].concat(), rest.get(comma..)?);
        let request = after.get(after.iter().take_while(|token| parts(token)).count()..)?;
        return (reader.any_is(said, ON_A_LIST) && !request.is_empty()).then(|| (condition, request.to_vec()));
    }
    let still = usize::from(reader.is_at(rest, be - 1, STILL) || reader.is_at(rest, be - 1, NOT));
    let named = rest.get(..be - still)?;
    let bare = named.get(usize::from(reader.first_is(named, ARTICLES) && named.len() > 1)..)?;
    let stands = rest.get(be - still..be)?;
    let said = rest.get(be + 1..comma)?;
    let listed = (reader.first_is(said, ON_A_LIST) || reader.first_is(said, MISSING)) && !named.is_empty();
    let condition = [named, &[word(reader, IS, should)], stands, said].concat();
    let after = rest.get(comma..)?;
    let joints = after.iter().take_while(|token| parts(token)).count();
    let request = after.get(joints..).filter(|request| !request.is_empty())?;
    (listed || reader.names_one_todo(bare)).then(|| (condition, request.to_vec()))
}

/// "cancel the dentist on friday and book it for monday at 11 instead": it is moved. Nothing where something else is booked.
pub(crate) fn with_moves_in_full(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let polite = reader.grammar.courtesy_before(tokens);
    let said = tokens.get(polite..)?;
    let (cancel, rest) = said.split_first().filter(|(cancel, _)| reader.is(cancel, CANCELS))?;
    let books =
        |at: &usize| reader.is_at(rest, *at, BOOKS) && reader.is_at(rest, at + 1, IT) && begins_anew(reader, rest, *at);
    let at = (2..rest.len()).find(books)?;
    let joint = |token: &&Token| matches!(token.kind, TokenKind::Sign(_)) || reader.is(token, YES);
    let named = rest.get(..at)?;
    let named = named.get(..named.len() - named.iter().rev().take_while(joint).count())?;
    let bare = named.get(usize::from(reader.first_is(named, ARTICLES) && named.len() > 1)..)?;
    // "the dentist on friday"
    let named = (1..=bare.len().min(LONGEST)).find_map(|length| {
        let (item, day) = bare.split_at_checked(length)?;
        (reader.names_one_todo(item) && (day.is_empty() || says_when_due(reader, day))).then_some(item)
    })?;
    let day = rest.get(at + 2..)?;
    let day = day.get(usize::from(reader.first_is(day, FOR_OR_ON))..)?;
    let instead = day.iter().position(|token| reader.is(token, INSTEAD)).unwrap_or(day.len());
    let (day, after) = day.split_at_checked(instead)?;
    let (verb, to) = (word(reader, MOVE, cancel), word(reader, TO, day.first()?));
    let mut words = [&[verb], named, &[to], day, after.get(1..).unwrap_or_default()].concat();
    says_when_due(reader, day).then(|| {
        reader.give_places(&mut words);
        words
    })
}

/// "delete the taxes and, while you're at it, the library books": that is "also", said by the way.
pub(crate) fn without_by_the_way(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    let said = |at: usize| {
        let rest = tokens.get(at..)?;
        BY_THE_WAY.iter().find(|run| reader.begins(rest, run)).map(|run| (at, at + run.len()))
    };
    let (at, end) = (1..tokens.len()).find_map(said)?;
    let comma = |at: usize| usize::from(tokens.get(at).is_some_and(|token| token.is_sign(',')));
    let before = tokens.get(..at - comma(at - 1) * usize::from(reader.is_at(tokens, at.saturating_sub(2), YES)))?;
    let after = tokens.get(end + comma(end) * usize::from(before.last().is_some_and(|last| reader.is(last, YES)))..)?;
    let bare = reader.grammar.without_courtesy_after(after);
    if bare.iter().all(|token| matches!(token.kind, TokenKind::Sign(_))) {
        let mut words = [before, after].concat();
        reader.give_places(&mut words);
        return Some(words);
    }
    let also = word(reader, ALSO, after.first()?);
    let mut words = [before, &[also], after].concat();
    reader.give_places(&mut words);
    Some(words)
}
