//! Where one request names several todos: enumerations, and places in the list. It reads words and makes no input.

use crate::{
    dates,
    lang::{
        en::phrases::{NO_GOODS, PAIRS, SHOPS, THEM, WANTING},
        grammar::VERBS,
    },
    model::{
        intent::TodoIntent,
        request::Request,
        token::{Token, TokenKind, span_of},
    },
    parse::{text::text_of, words::Words},
};

/// The parts of "milk, eggs and bread" when a plain "add" names three short things or more; one todo was not said.
pub(crate) fn enumeration<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    let item = request.slots.item?;
    let apart = match request.todo() {
        Some(TodoIntent::Complete) => each_done(reader, item),
        Some(TodoIntent::Add) => each_quoted(reader, item)
            .or_else(|| each_dated(reader, item))
            .or_else(|| parts_of_them(reader, item).filter(|_| request.joined))
            .or_else(|| goods(reader, request, item)),
        _ => None,
    };
    if apart.is_some() || request.singular {
        return apart;
    }
    if let Some(parts) = told_apart(reader, item) {
        return Some(parts);
    }
    let item = Some(item).filter(|item| item.iter().any(|token| token.is_sign(',')))?;
    let parts = parts(reader, item);
    (parts.len() >= 3 && parts.iter().all(|part| part.len() <= 3)).then_some(parts)
}

/// The parts of "milk done, eggs done and bread", each without what says that it is done.
fn each_done<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let done = |token: &Token| reader.is(token, "done complete completed finished");
    let ends = |at: usize| item.get(at).is_some_and(|token| token.is_sign(',') || reader.is(token, "and"));
    item.iter().enumerate().any(|(at, token)| at > 0 && done(token) && ends(at + 1)).then_some(())?;
    let mut parts = parts(reader, item);
    for part in &mut parts {
        for word in ["done complete completed finished", "as"] {
            *part = match part.split_last() {
                Some((last, rest)) if reader.is(last, word) && !rest.is_empty() => rest,
                _ => part,
            };
        }
    }
    Some(parts)
}

/// The parts of an enumeration of nothing but quotations.
fn each_quoted<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let quoted = |token: &&Token| token.kind == TokenKind::Quoted;
    let joined = |token: &Token| token.is_sign(',') || reader.is(token, "and");
    let all = item.iter().all(|token| quoted(&token) || joined(token)) && item.iter().filter(quoted).count() > 1;
    all.then(|| parts(reader, item)).filter(|parts| parts.iter().all(|part| part.len() == 1))
}

/// The parts of "coffee and tea" where what is said after it makes them several: "…, add them to my list".
fn parts_of_them<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let rest = reader.goal.get(span_of(item).end..)?;
    let several = rest.split(|sign: char| !sign.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case(THEM));
    let each = parts(reader, item);
    (several && each.len() > 1 && each.iter().all(|part| part.len() <= 3)).then_some(each)
}

/// The things of "bananas and yoghurt" that go on a shopping list, or are needed: each is bought for itself, but for those that
/// belong together ("fish and chips").
fn goods<'t>(reader: &Words<'_>, request: &Request<'t>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let shops = request.slots.name.is_some_and(|name| name.iter().any(|token| reader.is(token, SHOPS)));
    let before = reader.goal.get(..span_of(item).start)?.trim_end().to_lowercase();
    let needed = || WANTING.iter().any(|phrase| before.ends_with(phrase));
    let said = span_of(item).of(reader.goal).to_lowercase();
    if request.singular || !(shops || needed()) || PAIRS.iter().any(|pair| said.contains(pair)) {
        return None;
    }
    let thing = |part: &&[Token]| {
        let verb = part.first().is_some_and(|first| {
            reader.is(first, VERBS) || reader.grammar.going.contains(first.word) || reader.is(first, NO_GOODS)
        });
        (1..=4).contains(&part.len())
            && !(verb && part.len() > 1)
            && part.iter().all(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
            && !part.iter().any(|token| reader.is(token, NO_GOODS))
    };
    let each = parts(reader, item);
    ((2..=12).contains(&each.len()) && each.iter().all(thing)).then(|| {
        let dictated = !item.iter().any(|token| token.is_sign(','));
        each.into_iter().flat_map(|part| if dictated { dictated_goods(reader, part) } else { vec![part] }).collect()
    })
}

/// "carrots onions", said without a pause: a plural ends a thing.
fn dictated_goods<'t>(reader: &Words<'_>, part: &'t [Token]) -> Vec<&'t [Token]> {
    let plural = |token: &Token| {
        let word = reader.word(token);
        word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us")
    };
    match part.split_last() {
        Some((_, before)) if !before.is_empty() && part.iter().all(plural) => part.chunks(1).collect(),
        _ => vec![part],
    }
}

/// The parts of "buy stamps tomorrow and call Ann on friday": no todo is due on two days.
fn each_dated<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    let dated = |part: &[Token]| {
        let read = dates::quick_add(&text_of(reader.goal, part), 0, &reader.moment());
        read.due.is_some() && !read.text.trim().is_empty()
    };
    let and = item.iter().any(|token| reader.is(token, "and"));
    // "call Ann tomorrow, her birthday is on friday" tells something, and is one.
    let told = |token: &Token| reader.is(token, "is are was were has its it");
    let comma = !and && item.iter().any(|token| token.is_sign(',')) && !item.iter().any(told);
    let each = if and || comma { parts(reader, item) } else { Vec::new() };
    if (2..=8).contains(&each.len()) && each.iter().all(|part| dated(part)) {
        return Some(each);
    }
    let joined = |at: &usize| item.get(*at).is_some_and(|token| reader.is(token, "and"));
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
    let word = |at: usize| item.get(at).map(|token| reader.word(token));
    let is = |at: usize, words: [&str; 3]| {
        words.iter().enumerate().all(|(ahead, known)| known.is_empty() || word(at + ahead).as_deref() == Some(known))
    };
    let both = is(0, ["both", "", ""]);
    let (at, length) = (1..item.len()).find_map(|at| match () {
        () if is(at, ["and", "also", ""]) => Some((at, 2)),
        () if is(at, ["as", "well", "as"]) => Some((at, 3)),
        () if both && is(at, ["and", "", ""]) => Some((at, 1)),
        () => None,
    })?;
    let parts = [item.get(usize::from(both)..at)?, item.get(at + length..)?];
    parts.iter().all(|part| !part.is_empty()).then(|| parts.to_vec())
}

/// The words that name places in the list, when they name more than one.
pub(crate) fn several_places<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<&'t [Token]> {
    request.slots.position.filter(|tokens| tokens.iter().any(|token| token.is_sign(',') || reader.is(token, "and")))
}

/// The places that "the first and the second one", "tasks 1, 2 and 4" or "the last two items" name; none when it names
/// fewer than two, or anything else.
pub(crate) fn positions(reader: &Words<'_>, item: &[Token]) -> Option<Vec<i64>> {
    if item.len() > 16 {
        return None;
    }
    let noun = |word: &str| {
        matches!(
            word,
            "todo"
                | "todos"
                | "task"
                | "tasks"
                | "item"
                | "items"
                | "one"
                | "ones"
                | "number"
                | "numbers"
                | "things"
                | "reminders"
                | "chores"
                | "entries"
        )
    };
    let small = |word: &str| matches!(word, "the" | "my" | "from" | "both" | "no" | "#" | "hash" | "do" | "to" | "dos");
    // "remove 1 and 3": numbers alone are places.
    let mut named = item.iter().all(|token| {
        token.kind == TokenKind::Number && token.span.len() <= 2
            || token.is_sign(',')
            || reader.is(token, "and &")
            || is_range_word(reader, token)
    });
    let mut through = false;
    let mut places = Vec::new();
    let mut count: Option<i64> = None;
    let mut before: Option<String> = None;
    for (at, token) in item.iter().enumerate() {
        let word = reader.word(token);
        let word = word.as_ref();
        let number = |at: Option<usize>| {
            at.and_then(|at| item.get(at)).is_some_and(|token| {
                token.kind == TokenKind::Number || position(reader, std::slice::from_ref(token)).is_some()
            })
        };
        if number(at.checked_sub(1)) && is_range_word(reader, token) && (number(Some(at + 1)) || number(Some(at + 2))) {
            through = true;
        } else if matches!(word, "and" | "," | "&")
            || small(word)
            || word == "one" && !places.is_empty() && before.as_deref() != Some("and")
        {
            named |= matches!(word, "one" | "#" | "hash");
        } else if noun(word) && word != "one" {
            named = true;
        } else {
            let place = position(reader, std::slice::from_ref(token))?;
            let ordinal = !matches!(token.kind, TokenKind::Number)
                && !["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].contains(&word);
            named |= ordinal;
            if std::mem::take(&mut through) {
                places.extend(places_after(*places.last()?, place));
            } else if !ordinal && matches!(before.as_deref(), Some("first" | "last" | "top" | "final")) {
                count = Some(place);
            } else {
                places.push(place);
            }
        }
        before = Some(word.to_owned());
    }
    if let (Some(count), [edge]) = (count, places.as_slice()) {
        let range = (1..=count.clamp(0, 10)).map(|at| if *edge < 0 { -at } else { at });
        return (2..=10).contains(&count).then(|| range.collect());
    }
    (named && count.is_none() && places.len() >= 2).then_some(places)
}

/// Whether a word between two numbers says that all from the one to the other are meant: "2-4", "2 through 4".
fn is_range_word(reader: &Words<'_>, token: &Token) -> bool {
    matches!(token.kind, TokenKind::Sign('-' | '–' | '—')) || reader.is(token, "to through thru until till")
}

/// Whether words can only be places, "todos between 2 and 4", though which ones they are was not made out.
pub(crate) fn are_places(reader: &Words<'_>, item: &[Token]) -> bool {
    let joins = "from between to through thru until till and or up number numbers";
    let fits = |token: &Token| !matches!(token.kind, TokenKind::Word | TokenKind::Quoted) || reader.is(token, joins);
    match item {
        [noun, rest @ ..] => reader.is(noun, "todos tasks items") && !rest.is_empty() && rest.iter().all(fits),
        [] => false,
    }
}

/// The places after one, up to another. Where there are none, or too many, an impossible one makes the request refused.
fn places_after(from: i64, to: i64) -> Vec<i64> {
    let few = from > 0 && from < to && to - from <= MOST_PLACES;
    if few { (from + 1..=to).collect() } else { vec![0] }
}

/// How many places a range may name.
const MOST_PLACES: i64 = 20;

/// The parts of "milk, eggs and bread" in what is to be deleted or done.
pub(crate) fn three_or_more<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    if request.slots.position.is_some()
        || !matches!(request.todo(), Some(TodoIntent::Delete | TodoIntent::Complete | TodoIntent::Reopen))
    {
        return None;
    }
    enumeration(reader, request).or_else(|| things(reader, request.slots.item.filter(|_| !request.singular)?))
}

/// Whether words name a place and a thing ("the second and milk"), or one thing or another.
pub(crate) fn is_unclear(reader: &Words<'_>, item: &[Token]) -> bool {
    let place = |part: &&[Token]| {
        let article = usize::from(part.first().is_some_and(|token| reader.is(token, "the my")));
        let own = part.get(article..).unwrap_or_default();
        let noun = |token: &Token| reader.is(token, "todo task item one");
        matches!(own, [first, rest @ ..]
            if reader.is(first, "first second third fourth fifth last") && rest.len() < 2 && rest.iter().all(noun))
    };
    let each = parts(reader, item);
    if each.iter().any(|part| reader.takes_back(part)) {
        return true;
    }
    let some = each.len() > 1 && each.iter().any(place);
    some && !each.iter().all(place) && positions(reader, item).is_none()
        || matches!(item, [_, or, _] if reader.is(or, "or"))
}

/// The things of "milk and eggs" that are all changed alike; a new name is only one's.
pub(crate) fn things_changed<'t>(reader: &Words<'_>, request: &Request<'t>) -> Option<Vec<&'t [Token]>> {
    let alike = request.todo() != Some(TodoIntent::Rename) && !request.singular && request.slots.position.is_none();
    things(reader, request.slots.item.filter(|_| alike)?)
}

/// Several todos that words tell from the others: "everything overdue", "all my milk todos", "everything due this week".
#[derive(Debug, Default)]
pub(crate) struct Selection<'t> {
    /// Words of their text.
    pub(crate) words: Option<&'t [Token]>,
    pub(crate) list: Option<&'t [Token]>,
    pub(crate) tag: Option<&'t [Token]>,
    /// As the todo tool's filter names it.
    pub(crate) due: Option<String>,
}

/// The todos that words select, when they select more than one and nothing in them is left over.
pub(crate) fn selection<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Selection<'t>> {
    let is = |token: Option<&Token>, words: &str| token.is_some_and(|token| reader.is(token, words));
    let mut found = Selection::default();
    let everything = is(item.first(), "everything anything");
    let all = is(item.first(), "all every each");
    let mut rest = item.get(usize::from(everything || all)..)?;
    let small = rest
        .iter()
        .take_while(|token| all && reader.is(token, "of") || !everything && reader.is(token, "the my our these those"))
        .count();
    rest = rest.get(small..)?;
    let late = is(rest.first(), "overdue late");
    if late {
        found.due = Some("overdue".to_owned());
        rest = rest.get(1..)?;
    }
    if !everything {
        let noun = rest.iter().position(|token| {
            reader.is(token, "todos todo dos tasks task items item things thing reminders chores errands ones")
        });
        let plural = noun.and_then(|at| rest.get(at)).is_some_and(|token| reader.word(token).ends_with('s'));
        match noun {
            None if late && rest.is_empty() => {}
            Some(at) if all || late && plural && at == 0 => {
                let words = rest.get(..at)?;
                // "to dos" is two words.
                let words = words
                    .split_last()
                    .map_or(words, |(last, before)| if reader.is(last, "to") { before } else { words });
                found.words = Some(words).filter(|words| !words.is_empty());
                rest = rest.get(at + 1..)?;
            }
            _ => return None,
        }
    }
    let skipped = rest.iter().take_while(|token| reader.is(token, "that thats is are which")).count();
    rest = rest.get(skipped..)?;
    let Some((first, after)) = rest.split_first() else {
        return (all || everything || late).then_some(found);
    };
    let when = |words: &[Token]| {
        crate::parse::due::due_filter(reader, words).filter(|_| crate::parse::due::names_days(reader, words))
    };
    match reader.word(first).as_ref() {
        "overdue" | "late" if after.is_empty() => found.due = Some("overdue".to_owned()),
        "due" => found.due = Some(when(after)?),
        "tagged" | "labelled" | "labeled" => {
            found.tag = Some(after.get(usize::from(is(after.first(), "as with hash"))..)?);
        }
        "for" | "from" | "on" | "by" | "in" if when(after).is_some() => found.due = when(after),
        "on" | "in" | "from" => found.list = Some(reader.grammar.name_of_list(after)?),
        "about" | "containing" | "with" | "called" | "mentioning" => found.words = Some(after),
        _ => found.due = Some(when(rest)?),
    }
    let whole =
        [found.words, found.list, found.tag].into_iter().flatten().all(|words| !words.is_empty() && words.len() <= 4);
    whole.then_some(found)
}

/// The things of "milk and eggs" in what is to be deleted or done: all short, and none something to do ("buy milk and eggs" is
/// one todo).
fn things<'t>(reader: &Words<'_>, item: &'t [Token]) -> Option<Vec<&'t [Token]>> {
    // What is taken off together ("take socks and shoes off my list") is as often one.
    let before = reader.goal.get(..item.first()?.span.start)?.trim_end().to_ascii_lowercase();
    if item.len() > 16 || before.ends_with("take") {
        return None;
    }
    let each = parts(reader, item);
    let thing = |part: &&[Token]| {
        let article =
            usize::from(part.len() > 1 && part.first().is_some_and(|token| reader.is(token, "the a an my some our")));
        let own = part.get(article..).unwrap_or_default();
        let quoted = matches!(own, [only] if only.kind == TokenKind::Quoted);
        let verb = own.first().is_some_and(|first| {
            own.len() > 1
                && (reader.grammar.going.contains(first.word)
                    || reader.grammar.asks_for_change(own)
                    || reader.is(first, VERBS))
        });
        let all = own.iter().any(|token| reader.is(token, "everything all nothing both others rest"));
        quoted
            || !all
                && !own.is_empty()
                && own.len() <= 2
                && !verb
                && own.iter().all(|token| token.kind == TokenKind::Word)
    };
    // "buy milk and call mum" are two todos, "buy milk and eggs" is one.
    let deed = |part: &&[Token]| {
        (2..=6).contains(&part.len())
            && part.first().is_some_and(|first| reader.grammar.going.contains(first.word) || reader.is(first, VERBS))
    };
    // "bread and call mum", where both are on the list and no todo has all of it.
    let known = || each.iter().all(|part| reader.names_one_todo(part)) && !reader.names_one_todo(item);
    (each.len() >= 2 && (each.iter().all(thing) || each.iter().all(deed) || known())).then_some(each)
}

pub(crate) fn position(reader: &Words<'_>, tokens: &[Token]) -> Option<i64> {
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    const CARDINALS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let words: Vec<_> = tokens.iter().map(|token| reader.word(token)).collect();
    let has = |word: &str| words.iter().any(|known| known == word);
    if has("second") && has("last") {
        return Some(-2);
    }
    if ["last", "latest", "final", "las", "bottom", "newest", "recent"].iter().any(|word| has(word)) {
        return Some(-1);
    }
    if has("top") || has("oldest") {
        return Some(1);
    }
    let place = |table: &[&str], word: &str| {
        table.iter().position(|known| *known == word).and_then(|at| i64::try_from(at + 1).ok())
    };
    words.iter().find_map(|word| place(&ORDINALS, word)).or_else(|| {
        words.iter().rev().find_map(|word| {
            let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            digits.parse().ok().filter(|number| *number > 0).or_else(|| place(&CARDINALS, word))
        })
    })
}

/// The parts of an enumeration: "milk, eggs and bread".
pub(crate) fn parts<'t>(reader: &Words<'_>, tokens: &'t [Token]) -> Vec<&'t [Token]> {
    let commas = tokens.iter().any(|token| token.is_sign(','));
    let mut found = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        let comma = token.is_sign(',') || token.is_sign(';') || token.is_sign('&') || token.kind == TokenKind::LineEnd;
        let and = reader.word(token) == "and" && (!commas || last_part(tokens, at));
        if comma || and {
            found.push(tokens.get(start..at).unwrap_or_default());
            start = at + 1;
        }
    }
    found.push(tokens.get(start..).unwrap_or_default());
    found.retain(|part| !part.is_empty());
    found
}

/// The name of a list that is made, and what is on it from the start: "picnic with bread and cheese".
pub(crate) fn name_and_items<'t>(reader: &Words<'_>, tokens: &'t [Token]) -> (&'t [Token], Vec<&'t [Token]>) {
    let with =
        (1..tokens.len().saturating_sub(1)).find(|at| tokens.get(*at).is_some_and(|token| reader.is(token, "with")));
    let cut = with.and_then(|at| Some((tokens.get(..at)?, tokens.get(at + 1..)?)));
    cut.map_or((tokens, Vec::new()), |(name, items)| (name, parts(reader, items)))
}

/// Whether no comma follows.
fn last_part(tokens: &[Token], at: usize) -> bool {
    !tokens.get(at..).unwrap_or_default().iter().any(|token| token.is_sign(','))
}
