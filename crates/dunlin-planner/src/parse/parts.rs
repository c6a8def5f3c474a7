//! Where one request names several todos: "milk, eggs and bread". It reads words and makes no input.

use crate::{
    dates,
    lang::{
        en::{
            exceptions::LEAVES_DAYS_OUT,
            forms,
            goods::GOODS,
            items::{ASKS, ASKS_THEN, BOTH_OR_ALL, GOES, NO_OBJECT, OF_ANOTHER, PARTICLES, REACHES},
            lists::{DEEDS_OF_A_LIST, ENDS_OF_PUTTING, OF, PUTS_DOWN},
            pauses::FOR,
            phrases::{CALLS, NO_GOODS, ONTO_IT, PAIRS, THEM, WANTING},
            places::{ALL_OR_NONE, ALSO, AND, AND_OR_COMMA, APART, ARTICLES, AS, BEGUN, BOTH, DONE, TAKE, TELLS, WITH},
        },
        grammar::{HANDLED_ELSEWHERE, VERBS},
    },
    model::{
        intent::TodoIntent,
        request::Request,
        token::{Token, TokenKind, span_of},
    },
    parse::{
        goods::{are_known, each_known, in_a_row},
        text::text_of,
        timed::says_when_due,
        words::Words,
    },
};

/// The parts of "milk, eggs and bread" when a plain "add" names three short things or more; one todo was not said.
pub(crate) fn enumeration<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    let item = request.slots.item?;
    let apart = match request.todo() {
        Some(TodoIntent::Complete) => each_done(reader, item).or_else(|| each_told(reader, item)),
        Some(TodoIntent::Add) => each_quoted(reader, item)
            .or_else(|| each_dated(reader, item))
            .or_else(|| parts_of_them(reader, request, item))
            .or_else(|| goods(reader, request, item))
            .or_else(|| each_known(reader, item).or_else(|| counted(reader, item)).filter(|_| !request.singular))
            .or_else(|| deeds(reader, item).filter(|_| !request.singular)),
        _ => None,
    };
    if apart.is_some() || request.singular {
        return apart;
    }
    if let Some(parts) = told_apart(reader, item) {
        return Some(parts);
    }
    let item = Some(item).filter(|item| item.iter().any(|token| token.is_sign(',')))?;
    let parts = parts_and_what_is_said_of_all(reader, item).unwrap_or_else(|| parts(reader, item));
    // "gym on monday, wednesday and friday" comes again on these days.
    let days = parts.iter().any(|part| dates::is_when(&text_of(reader.goal, part), &reader.moment()));
    // "write down: bulb for the hall, paint for the shed and glue"
    let listed = reader.goal.get(..item.first()?.span.start)?.trim_end().ends_with(':');
    let most = if listed { 6 } else { 3 };
    // "picnic (sat)"
    let short = |part: &&[Token]| {
        let part = without_when(reader, part);
        reader.first_is(part, BOTH_OR_ALL)
            || without_measure(reader, part).iter().filter(|token| !matches!(token.kind, TokenKind::Sign(_))).count()
                <= most
    };
    // "call Ann, the plumber" is one, "milk, bread" and "winter things: gloves, scarf" are two.
    let two = || are_known(reader, item) || listed && parts.iter().all(|part| part.len() == 1);
    let enough = parts.len() >= 3 || parts.len() == 2 && two();
    (enough && parts.iter().all(short) && !days).then_some(parts)
}

/// The parts of "2 litres of milk and 6 eggs": so many of what everybody buys.
fn counted<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let each = parts(reader, item);
    let counts = |part: &&[Token]| part.len() > 1 && part[0].numeric && reader.last_is(part, GOODS);
    (each.len() > 1 && each.iter().all(counts)).then_some(each)
}

/// What stands before the day that ends a part: "wine" in "wine on the 19th".
fn without_when<'t>(reader: &Words<'_>, part: &'t [Token]) -> &'t [Token] {
    let due = reader.where_due(part).and_then(|due| part.iter().position(|token| token.span.start >= due));
    let split = due.and_then(|at| part.split_at_checked(at));
    split.filter(|(_, when)| says_when_due(reader, when)).map_or(part, |(thing, _)| thing)
}

/// What there is so much of: "plaster" in "4 bags of plaster", "a tub of screws".
fn without_measure<'p>(reader: &Words<'_>, part: &'p [Token]) -> &'p [Token] {
    match part {
        [many, _, of, thing @ ..] if (many.numeric || reader.is(many, ARTICLES)) && reader.is(of, OF) => thing,
        _ => part,
    }
}

/// The parts of "nails and screws, both tagged shed", the last of them what is said of all.
fn parts_and_what_is_said_of_all<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let comma = item.iter().rposition(|token| token.is_sign(','))?;
    let said = item.get(comma + 1..).filter(|said| reader.first_is(said, BOTH_OR_ALL))?;
    let mut each = parts(reader, item.get(..comma)?);
    each.push(said);
    Some(each)
}

/// The parts of "milk done, eggs done and bread", each without what says that it is done.
fn each_done<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let done = |token: &Token| reader.is(token, DONE);
    let ends = |at: usize| reader.is_at(item, at, AND_OR_COMMA);
    item.iter().enumerate().any(|(at, token)| at > 0 && done(token) && ends(at + 1)).then_some(())?;
    let mut parts = parts(reader, item);
    for part in &mut parts {
        for word in [DONE, AS] {
            *part = match part.split_last() {
                Some((last, rest)) if reader.is(last, word) && !rest.is_empty() => rest,
                _ => part,
            };
        }
    }
    Some(parts)
}

/// The parts of "the fern, swept the porch", behind "watered": each but the first without what was done to it.
fn each_told<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let mut parts = parts(reader, item);
    let told = |part: &[Token]| {
        // "paid the rent and started the taxes": what is begun is not done.
        let does = |did: &Token| forms::is_past(&reader.word(did)) && !reader.is(did, BEGUN);
        part.first().is_some_and(does) && reader.is_at(part, 1, ARTICLES)
    };
    let several = parts.len() > 1 && parts.iter().skip(1).all(|part| told(part));
    for part in parts.iter_mut().skip(1) {
        *part = part.get(1..).unwrap_or_default();
    }
    several.then_some(parts)
}

/// The parts of an enumeration of nothing but quotations.
fn each_quoted<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let quoted = |token: &&Token| token.kind == TokenKind::Quoted;
    let joined = |token: &Token| reader.is(token, AND_OR_COMMA);
    let all = item.iter().all(|token| quoted(&token) || joined(token)) && item.iter().filter(quoted).count() > 1;
    all.then(|| parts(reader, item)).filter(|parts| parts.iter().all(|part| part.len() == 1))
}

/// The parts of "coffee and tea" where what is said after it makes them several: "…, add them to my list".
fn parts_of_them<'t>(reader: &Words<'_>, request: &Request<'t>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let rest = reader.goal.get(span_of(item).end..)?;
    let says =
        |known: &str| rest.split(|sign: char| !sign.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(known));
    let each = parts(reader, item);
    let both = each.len() == 2 && says(BOTH) && (request.joined || puts_both(rest));
    // "squash, biscuits and paper cups for the coffee morning": what they are for is said behind the last.
    let own = |part: &[Token]| part.iter().position(|token| reader.is(token, FOR)).unwrap_or(part.len());
    let short = || each.len() > 1 && each.iter().all(|part| (1..=3).contains(&own(part)));
    (both || request.joined && short() && says(THEM)).then_some(each)
}

/// "… so pop both on shopping": what puts them there says how many they are.
fn puts_both(behind: &str) -> bool {
    let words: Vec<String> = behind.split_whitespace().map(str::to_lowercase).collect();
    words.windows(2).any(
        |pair| matches!(pair, [puts, both] if PUTS_DOWN.split(' ').any(|known| known == puts) && both.as_str() == BOTH),
    )
}

/// The things of "bananas and yoghurt" that go on a shopping list, or are needed: each is bought for itself, but for those that
/// belong together ("fish and chips").
fn goods<'t>(reader: &Words<'_>, request: &Request<'t>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let shops = request.shops || request.slots.name.is_some_and(|name| reader.is_for_goods(name));
    let before = reader.goal.get(..span_of(item).start)?.trim_end().to_lowercase();
    let needed = || WANTING.iter().any(|phrase| before.ends_with(phrase));
    // "create a list called trip and add maps and snacks to it"
    let onto_it = || {
        let behind = reader.goal.get(span_of(item).end..).unwrap_or_default().trim_start();
        ONTO_IT
            .iter()
            .any(|phrase| behind.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))
    };
    if request.singular || !(shops || needed() || onto_it()) {
        return None;
    }
    let thing = |part: &&[Token]| {
        let verb = part.first().is_some_and(|first| {
            reader.is(first, VERBS) || reader.grammar.going.contains(first.word) || reader.is(first, NO_GOODS)
        });
        (1..=4).contains(&part.len())
            && !(verb && part.len() > 1)
            && part.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
            && !reader.any_is(part, NO_GOODS)
    };
    let each = paired(reader, item, parts(reader, item));
    let known = |part: &&[Token]| is_pair(reader, part) || thing(part);
    ((2..=12).contains(&each.len()) && each.iter().all(known)).then(|| {
        let dictated = !item.iter().any(|token| token.is_sign(','));
        each.into_iter()
            .flat_map(|part| if dictated && !is_pair(reader, part) { in_a_row(reader, part) } else { vec![part] })
            .collect()
    })
}

/// Whether words are two things that are one, or have them in their name: "fish and chips", "salt and vinegar crisps".
fn is_pair(reader: &Words<'_>, part: &[Token]) -> bool {
    let said = [" ", &span_of(part).of(reader.goal).to_lowercase(), " "].concat();
    PAIRS.iter().any(|pair| said.contains(&[" ", pair, " "].concat()))
}

/// The parts with those put together that are one: "mac and cheese", "peas".
fn paired<'t>(reader: &Words<'_>, item: &'t [Token], each: Vec<&'t [Token]>) -> Vec<&'t [Token]> {
    let mut found: Vec<&'t [Token]> = Vec::with_capacity(each.len());
    let mut from = 0;
    for part in each {
        let Some(start) = part.first().and_then(|first| item.iter().position(|token| token.span == first.span)) else {
            continue;
        };
        let both = item.get(from..start + part.len()).filter(|both| !found.is_empty() && is_pair(reader, both));
        if let Some(both) = both {
            found.pop();
            found.push(both);
        } else {
            found.push(part);
        }
        from = start;
    }
    found
}

/// The parts of "sweep the porch and wash the car", each something to do that has an object of its own; who goes somewhere does the
/// rest of it there.
fn deeds<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let gerund = |token: &Token| forms::is_gerund(&reader.word(token));
    // "sweeping and mopping"
    if let [one, and, other] = item
        && reader.is(and, AND)
        && gerund(one)
        && gerund(other)
    {
        return Some(parts(reader, item));
    }
    let verb = |token: &Token| {
        [VERBS, DEEDS_OF_A_LIST, CALLS].iter().any(|verbs| reader.is(token, verbs))
            || reader.grammar.going.contains(token.word)
            || gerund(token) && item.first().is_some_and(gerund)
    };
    // "revise chapter 4 and revise chapter 5"
    let numbered = |part: &[Token], token: &Token| {
        let last = part.last().is_some_and(|last| last.span == token.span);
        last && part.len() > 2 && token.kind == TokenKind::Number
    };
    // "drop off the keys", "print the form"
    let named = |part: &[Token], at: usize| reader.is_at(part, at, ARTICLES) && part.len() > at + 1;
    let each = parts(reader, item);
    // "sharpen shears and oil the mower": beside what is surely a deed another verb is one.
    let sure = each.iter().any(|part| part.first().is_some_and(verb) && named(part, 1));
    let deed = |part: &&[Token]| {
        let [first, object, rest @ ..] = part else { return false };
        let off = reader.is(object, PARTICLES) && named(part, 2);
        let does = verb(first)
            || first.is_unknown_word() && sure
            || reader.is(first, HANDLED_ELSEWHERE) && (named(part, 1) || off);
        rest.len() < 5
            && does
            && part.iter().all(|token| token.kind == TokenKind::Word || numbered(part, token))
            && !verb(object)
            && (off || !reader.is(object, NO_OBJECT))
    };
    let goes = each.first().is_some_and(|part| reader.first_is(part, GOES));
    let reaches = each.first().is_some_and(|part| reader.first_is(part, REACHES));
    let asks = |part: &&[Token]| {
        reader.first_is(part, ASKS_THEN) || reaches && reader.first_is(part, ASKS) || reader.any_is(part, OF_ANOTHER)
    };
    let asks = each.iter().skip(1).any(asks);
    ((2..=8).contains(&each.len()) && !goes && !asks && each.iter().all(deed)).then_some(each)
}

/// The parts of "buy stamps tomorrow and call Ann on friday": no todo is due on two days.
fn each_dated<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let dated = |part: &[Token]| {
        let read = dates::quick_add(&text_of(reader.goal, part), 0, &reader.moment());
        read.due.is_some() && !read.text.trim().is_empty()
    };
    let and = reader.any_is(item, AND);
    // "call Ann tomorrow, her birthday is on friday" tells something, and is one.
    let told = |token: &Token| reader.is(token, TELLS);
    let comma = !and && item.iter().any(|token| token.is_sign(',')) && !item.iter().any(told);
    let each = if and || comma { parts(reader, item) } else { Vec::new() };
    // "at 6am except bank holidays" leaves days out.
    if item.iter().any(|token| reader.is(token, LEAVES_DAYS_OUT)) {
        return None;
    }
    if (2..=8).contains(&each.len()) && each.iter().all(|part| dated(part)) {
        return Some(each);
    }
    let joined = |at: &usize| reader.is_at(item, *at, AND);
    if !and || item.iter().any(|token| token.is_sign(',')) {
        return None;
    }
    let at = (1..item.len().min(24)).filter(joined).find(|at| {
        let (before, after) = (item.get(..*at).unwrap_or_default(), item.get(at + 1..).unwrap_or_default());
        dated(before) && dated(after)
    })?;
    Some(vec![item.get(..at)?, item.get(at + 1..)?])
}

/// The parts of "both flour and yeast", "flour and also yeast", "flour as well as yeast".
fn told_apart<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let both = reader.first_is(item, BOTH);
    let (at, length) = (1..item.len()).find_map(|at| {
        let rest = item.get(at..)?;
        let run = APART.iter().find(|run| reader.begins(rest, run) && (both || run.len() > 1))?;
        Some((at, run.len()))
    })?;
    let parts = [item.get(usize::from(both)..at)?, item.get(at + length..)?];
    parts.iter().all(|part| !part.is_empty()).then(|| parts.to_vec())
}

/// The parts of "milk, eggs and bread" in what is to be deleted or done.
pub(crate) fn three_or_more<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    if request.slots.position.is_some()
        || !matches!(request.todo(), Some(TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen))
    {
        return None;
    }
    enumeration(reader, request).or_else(|| things(reader, request.slots.item.filter(|_| !request.singular)?))
}

/// The things of "milk and eggs" that are all changed alike; a new name is only one's.
pub(crate) fn things_changed<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    let alike = request.todo() != Some(TodoIntent::Rename) && !request.singular && request.slots.position.is_none();
    things(reader, request.slots.item.filter(|_| alike)?)
}

/// The things of "milk and eggs" that are looked for, each by itself; what somebody writes as one is one.
pub(crate) fn things_looked_for<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    things(reader, item).filter(|each| !is_pair(reader, item) && each.iter().all(|part| !reader.grammar.is_vague(part)))
}

/// The things of "milk and eggs" in what is to be deleted or done: all short, and none something to do ("buy milk and eggs" is
/// one todo).
fn things<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    // What is taken off together ("take socks and shoes off my list") is as often one.
    let before = reader.goal.get(..item.first()?.span.start)?.trim_end().to_ascii_lowercase();
    let taken = before.ends_with(TAKE);
    if item.len() > 16 {
        return None;
    }
    // "both the fence and the shed"
    let item = item.get(usize::from(item.len() > 3 && reader.first_is(item, BOTH))..)?;
    let each = parts(reader, item);
    let thing = |part: &&[Token]| {
        let article = usize::from(part.len() > 1 && reader.first_is(part, ARTICLES));
        let own = part.get(article..).unwrap_or_default();
        let quoted = matches!(own, [only] if only.kind == TokenKind::Quoted);
        let verb = own.first().is_some_and(|first| {
            own.len() > 1
                && (reader.grammar.going.contains(first.word)
                    || reader.grammar.asks_for_change(own)
                    || reader.is(first, VERBS))
        });
        let all = reader.any_is(own, ALL_OR_NONE);
        quoted
            || !all
                && !own.is_empty()
                && own.len() <= 2
                && !verb
                && own.iter().all(|token| token.kind == TokenKind::Word)
    };
    // "buy milk and call mum" are two todos, "buy milk and eggs" is one.
    // So are "ring the plumber and feed the cat".
    let deed = |part: &&[Token]| {
        let does = |first: &Token| {
            let named = reader.is_at(part, 1, ARTICLES) && !reader.is(first, ARTICLES) && !reader.is(first, WITH);
            reader.grammar.going.contains(first.word) || reader.is(first, VERBS) || named
        };
        (2..=6).contains(&part.len()) && part.first().is_some_and(does)
    };
    // "bread and call mum", where both are on the list and no todo has all of it.
    let known = || each.iter().all(|part| reader.names_one_todo(part)) && !reader.names_one_todo(item);
    let apart = !taken && (each.iter().all(thing) || each.iter().all(deed));
    (each.len() >= 2 && (apart || known())).then_some(each)
}

/// The parts of an enumeration: "milk, eggs and bread".
pub(crate) fn parts<'t>(reader: &Words<'_>, tokens: &'t [Token]) -> Vec<&'t [Token]> {
    let commas = tokens.iter().any(|token| token.is_sign(','));
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let comma = token.is_sign(',') || token.is_sign(';') || token.is_sign('&') || token.kind == TokenKind::LineEnd;
        // "drumsticks + a snare head", but no sum
        let plus = token.is_sign('+') && is_between_words(tokens, at);
        let comma = comma || plus;
        let and = reader.is(token, AND) && (!commas || last_part(tokens, at));
        if comma || and {
            found.push(tokens.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    found.push(tokens.get(start..).unwrap_or_default());
    // "water the plants, also fetch the kids"
    for part in &mut found {
        let also = usize::from(part.len() > 1 && reader.first_is(part, ALSO));
        *part = part.get(also..).unwrap_or_default();
    }
    without_verbs_ends(reader, tokens, &mut found);
    found.retain(|part| !part.is_empty());
    // "both sugar and vinegar"
    if let [first, _] = found.as_mut_slice()
        && first.len() > 1
        && reader.first_is(first, BOTH)
    {
        *first = first.get(1..).unwrap_or_default();
    }
    found
}

/// Takes off the parts of "put sugar down and flour down, and honey as well" what belongs to the verb.
fn without_verbs_ends(reader: &Words<'_>, tokens: &[Token], parts: &mut [&[Token]]) {
    let start = tokens.first().map_or(0, |first| first.span.start);
    let before = reader.goal.get(..start).unwrap_or_default().trim_end();
    let verb = before.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    let puts = parts.len() > 1 && PUTS_DOWN.split(' ').any(|known| verb.eq_ignore_ascii_case(known));
    for part in parts.iter_mut().filter(|_| puts) {
        let end = ENDS_OF_PUTTING.iter().find_map(|run| reader.before_the_end(part, run));
        *part = end.filter(|rest| !rest.is_empty()).unwrap_or(part);
    }
}

/// The name of a list that is made, and what is on it from the start: "picnic with bread and cheese".
pub(crate) fn name_and_items<'t>(reader: &Words<'_>, tokens: &'t [Token]) -> (&'t [Token], Vec<&'t [Token]>) {
    let with = (1..tokens.len().saturating_sub(1)).find(|at| reader.is_at(tokens, *at, WITH));
    let cut = with.and_then(|at| Some((tokens.get(..at)?, tokens.get(at + 1..)?)));
    cut.map_or((tokens, Vec::new()), |(name, items)| (name, parts(reader, items)))
}

/// Whether a sign stands between two words and touches neither.
fn is_between_words(tokens: &[Token], at: usize) -> bool {
    let word = |token: Option<&Token>| token.is_some_and(|token| token.kind == TokenKind::Word && !token.numeric);
    let apart = tokens.get(at + 1).is_some_and(|next| !next.glued) && tokens.get(at).is_some_and(|sign| !sign.glued);
    apart && word(at.checked_sub(1).and_then(|at| tokens.get(at))) && word(tokens.get(at + 1))
}

/// Whether no comma follows.
fn last_part(tokens: &[Token], at: usize) -> bool {
    !tokens.get(at..).unwrap_or_default().iter().any(|token| token.is_sign(','))
}
