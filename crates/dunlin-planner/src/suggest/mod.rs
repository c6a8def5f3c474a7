//! What to say about a clause that gives no steps, and which whole goals come near it.

mod asked;
mod gist;
mod skip;
mod turned;

pub(crate) use asked::EXAMPLES;
use asked::{DONE, asks_what_was_done, changes_all};

use crate::{
    context::{Known, OnList},
    dates,
    lang::{
        en::{cues::ADVERBS, faults::open_end},
        grammar::{DEEDS, EVENTS, Reason, VERBS},
    },
    lex::tokenize,
    model::{
        refusal::PlanErrorKind,
        request::Found,
        token::{Token, TokenKind, UNKNOWN, span_of},
    },
    parse::{reader::Reader, words::Words},
    spelling::nearest,
};

/// What is offered to those who would be offered nothing else.
pub(crate) const ANYTHING: &str = "list todos";
/// The most corrections that are offered.
const MOST: usize = 4;

/// The goal with a point for every such comma in these words.
fn with_points(goal: &str, failed: &[Token]) -> Option<String> {
    let mut said = goal.to_owned();
    for token in failed.iter().rev().filter(|token| token.kind == TokenKind::Number) {
        if let Some(number) = crate::sum::number::with_point(token.span.of(goal)) {
            said.replace_range(token.span.start..token.span.end, &number);
        }
    }
    (said != goal).then_some(said)
}

/// A whole goal that comes near one that is not understood.
pub(crate) struct Offered {
    pub(crate) goal: String,
    /// The same with the doubtful words in quotes.
    pub(crate) quoted: Option<String>,
}

impl From<String> for Offered {
    fn from(goal: String) -> Self {
        Self { goal, quoted: None }
    }
}

/// Whole goals in which the failed clause is put right: spelling first, then the clause as a todo, then without it.
pub(crate) fn corrections(
    reader: &mut Reader<'_>,
    tokens: &[Token],
    failed: &[Token],
    kind: PlanErrorKind,
) -> Vec<Offered> {
    let goal = reader.goal;
    let span = span_of(failed);
    let (before, after) = (goal.get(..span.start).unwrap_or(""), goal.get(span.end..).unwrap_or(""));
    let mut found: Vec<Offered> = Vec::new();
    if kind == PlanErrorKind::Unrecognized && reader.asks_exchange(failed) {
        return vec![ANYTHING.to_owned().into()];
    }
    found.extend(with_points(goal, failed).map(Offered::from));
    if kind == PlanErrorKind::Unrecognized && reader.asks_for_help(failed) {
        return EXAMPLES.map(|goal| goal.to_owned().into()).into_iter().collect();
    }
    if kind == PlanErrorKind::Unrecognized && asks_what_was_done(reader, failed) {
        found.push([before, DONE, after].concat().into());
    }
    if let Some(spelt) = respelt(reader, failed) {
        found.push([before, &spelt, after].concat().into());
    }
    let bare = reader.grammar.without_courtesy(failed);
    found.extend(turned::goals(reader, bare).into_iter().map(|said| [before, &said, after].concat().into()));
    for reading in crate::sum::two_readings(failed, goal).into_iter().flatten() {
        found.push([before, "calculate ", &reading, after].concat().into());
    }
    if kind == PlanErrorKind::Ambiguous
        && let Found::Request(request) = reader.find(failed)
        && let Some(item) = request.slots.item
    {
        if request.open {
            for made in ["create a list called ", "add todo "] {
                found.push([before, made, span_of(item).of(goal), after].concat().into());
            }
        } else if let Some(said) = as_a_todo(reader, failed, item) {
            found.push([before, &said, after].concat().into());
        }
    }
    if kind == PlanErrorKind::Unrecognized
        && let Some(list) = list_in(reader, bare)
    {
        found.push([before, "show ", list, after].concat().into());
    }
    // "I don't want eggs": what it is a reason for.
    if kind == PlanErrorKind::Unrecognized
        && let Some((item, reason)) = reader.named_by_reason(failed)
        && !reader.any_is(failed, "what which how when who where whats")
        && may_be_meant(reader, item, reason)
    {
        let small = item.iter().take_while(|token| reader.is(token, ADVERBS)).count();
        let item =
            crate::parse::text::without_article(&crate::parse::text::text_of(goal, item.get(small..).unwrap_or(item)));
        found.push(match reason {
            Reason::Lack => [before, "add todo ", &item, after].concat().into(),
            Reason::Have => [before, "mark ", &item, " as done", after].concat().into(),
            Reason::NoNeed => [before, "delete todo ", &item, after].concat().into(),
        });
    }
    if kind == PlanErrorKind::Unrecognized
        && found.is_empty()
        && !changes_all(reader, bare)
        && let Some(near) = skip::nearest_goal(reader, bare)
    {
        found.push([before, &near, after].concat().into());
    }
    if kind == PlanErrorKind::Unrecognized
        && let Some(near) = gist::all_of_a_list(reader, bare)
    {
        found.push([before, &near, after].concat().into());
    }
    if found.is_empty() && kind != PlanErrorKind::Incomplete && !changes_all(reader, bare) {
        let near = gist::goals(reader, reader.grammar.without_courtesy_after(failed));
        found.extend(near.into_iter().map(|near| [before, &near, after].concat().into()));
    }
    if kind == PlanErrorKind::Unrecognized && reads_like_a_todo(reader, bare) && !asks_what_was_done(reader, bare) {
        let words = span_of(bare).of(goal);
        let quoted = (!words.contains('"')).then(|| [before, "add todo \"", words, "\"", after].concat());
        found.push(Offered { goal: [before, "add todo ", words, after].concat(), quoted });
    }
    // Without its condition a request asks for something else.
    let conditional = reader.first_is(bare, "if unless when whenever");
    if failed.len() < tokens.len() && !conditional {
        let rest = format!("{} {}", before.trim(), after.trim());
        let rest = without_connectors(&rest);
        if !rest.is_empty() {
            found.push(rest.to_owned().into());
        }
    }
    if kind == PlanErrorKind::Incomplete && open_end(span.of(goal)).is_some() {
        let number = failed.iter().find(|token| token.kind == TokenKind::Number);
        let again = |number: &Token| {
            let end = span.of(goal).trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '=' | '?' | '.' | '…'));
            [before, end, " ", number.span.of(goal), after].concat().into()
        };
        found.extend(number.map(again));
    } else if found.is_empty() && kind == PlanErrorKind::Unrecognized && !conditional {
        found.extend(nearby(reader, bare).map(|near| [before, &near, after].concat().into()));
    }
    found.truncate(MOST);
    found.push(ANYTHING.to_owned().into());
    found
}

/// Whether what a statement names may be a todo: "I did well" names none, and who must see a list asks for it.
fn may_be_meant(reader: &Words<'_>, item: &[Token], reason: Reason) -> bool {
    let first = |words: &str| reader.first_is(item, words);
    let lists = reader.any_is(item, "todo todos list lists tasks");
    match (reason, reader.context.on_list) {
        (Reason::Lack, _) => !lists && !first("see know hear show list view you"),
        (Reason::Have, Some(on_list)) => {
            !matches!(on_list.find(&crate::parse::text::text_of(reader.goal, item)), Known::None(_))
        }
        _ => !lists && !item.first().is_some_and(|first| reader.grammar.fared.contains(first.word)),
    }
}

/// A todo's words as they can stand in a goal: in quotes when they could be taken for more than one, or for more than words.
pub(crate) fn quoted_where_needed(text: &str) -> String {
    let lower = text.to_lowercase();
    let parts = lower.split_whitespace().any(|word| {
        matches!(word, "and" | "then" | "if" | "to" | "as" | "by" | "until" | "on" | "from" | "list" | "todo")
            || word.ends_with([',', ';'])
    });
    if parts && !text.contains('"') { ["\"", text, "\""].concat() } else { text.to_owned() }
}

/// What can be asked when nothing that was said can: for the todos that have its telling word, "what's the weather" → "find
/// todos about weather".
fn nearby(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let small = "is are was were be do does did will would can could should the a an my your our their his her to of in on at for from by with about \
        and or not all it this that them me us you i we he she they what whats who how why when where which there please any some much many \
        todo todos list lists task tasks add delete remove complete finish mark show set off up out \
        something anything nothing done finished cancel create make plus minus times stop help thanks hello \
        like have has had got get use work sum product multiply redo remind today tomorrow tonight yesterday now maybe also really very day time";
    let telling = |token: &&Token| {
        token.kind == TokenKind::Word && token.span.len() > 2 && token.span.len() < 30 && !reader.is(token, small)
    };
    // What is asked may be about a todo; an order that was not understood is about something else.
    let asks = words.first().is_some_and(|first| {
        reader
            .is(first, "when where is are was were do does did have has had what whats which how hows any anything who")
    });
    if !asks || changes_all(reader, words) {
        return None;
    }
    let is_there = |token: &&Token| {
        let known = |list: &dyn OnList| !matches!(list.find(token.span.of(reader.goal)), Known::None(_));
        reader.context.on_list.is_none_or(known)
    };
    let last = words.iter().rfind(|token| telling(token) && is_there(token))?;
    Some(["find todos about ", last.span.of(reader.goal)].concat())
}

/// The clause with "todo" before what it is about: "delete todo archive" for "delete the archive".
fn as_a_todo(reader: &Words<'_>, failed: &[Token], item: &[Token]) -> Option<String> {
    let article = reader.first_is(item, "my the this that our your a an his her their these");
    let rest = item.get(usize::from(article)..)?;
    let (from, to, goal) = (span_of(failed), span_of(rest), reader.goal);
    let verb = failed.iter().rfind(|token| {
        token.span.start < to.start && !reader.is(token, "my the this that our your a an his her their these")
    });
    let start = verb.map_or(to.start, |verb| verb.span.end);
    (!rest.is_empty()).then(|| {
        [goal.get(from.start..start).unwrap_or(""), " todo ", goal.get(to.start..from.end).unwrap_or("")].concat()
    })
}

/// The list of one's own that is spoken of: "my list" in "send my list to anna".
fn list_in<'g>(reader: &Words<'g>, words: &[Token]) -> Option<&'g str> {
    let end = words.iter().position(|token| reader.is(token, "list todos tasks"))?;
    let away = |token: &Token| {
        reader.is(token, "share send email mail print text forward fax message export sync upload post give tell open")
    };
    words.first().filter(|first| away(first))?;
    let mine = |token: &Token| reader.is(token, "my our");
    let from = (end.saturating_sub(3)..end).rev().find(|at| words.get(*at).is_some_and(mine))?;
    Some(span_of(words.get(from..=end)?).of(reader.goal))
}

/// Whether words could be a todo: not a question, not a greeting, and with letters in them.
fn reads_like_a_todo(reader: &Words<'_>, words: &[Token]) -> bool {
    let Some(first) = words.first() else { return false };
    let question = reader.is(first, "what whats which who whos how hows why when where wheres is are do does did tell show calculate compute evaluate i im you youre");
    let conditional = reader.is(first, "if unless whether remind")
        || words.iter().take(2).any(|token| reader.is(token, "sum product total average"));
    // A thing to do begins with what is to be done, with its day, or is a thing that happens.
    let does = reader.is(first, VERBS)
        || reader.grammar.going.contains(first.word)
        || reader.is(first, DEEDS)
        || reader.is(first, EVENTS)
        || reader.grammar.days.contains(first.word);
    let dated = || {
        let read = dates::quick_add(span_of(words).of(reader.goal), 0, &reader.moment());
        (read.due.is_some() || read.recurrence.is_some()) && !read.text.trim().is_empty()
    };
    (2..=14).contains(&words.len())
        && first.kind == TokenKind::Word
        && (does || first.word == UNKNOWN && (words.len() <= 6 && !words.iter().any(|token| token.numeric) || dated()))
        && !question
        && !conditional
        && !reader.any_is(words, "todo todos list lists how what")
        && !words.iter().skip(1).take(1).any(|token| reader.is(token, "me us you"))
        && !changes_all(reader, words)
}

fn without_connectors(text: &str) -> &str {
    let mut text = text;
    loop {
        let trimmed = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
        let start = ["and then ", "and ", "then ", "also "]
            .iter()
            .find_map(|word| trimmed.strip_prefix(word))
            .unwrap_or(trimmed);
        let end =
            [" and then", " and", " then", " also"].iter().find_map(|word| start.strip_suffix(word)).unwrap_or(start);
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
        let Some(better) = nearest(&reader.word(token)) else { continue };
        let from = (token.span.start - start).checked_add_signed(shift)?;
        let to = (token.span.end - start).checked_add_signed(shift)?;
        text.get(from..to)?;
        text.replace_range(from..to, better);
        shift += isize::try_from(better.len()).ok()? - isize::try_from(token.span.len()).ok()?;
        changed = true;
    }
    (changed && is_request(reader, &text)).then_some(text)
}

/// Whether a text is one request.
fn is_request(reader: &Words<'_>, text: &str) -> bool {
    let tokens = tokenize(text, reader.grammar.vocabulary());
    matches!(Reader::new(text, reader.context).find(&tokens), Found::Request(_))
}
