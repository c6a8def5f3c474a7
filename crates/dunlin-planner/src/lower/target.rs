//! Which todos a request means that are there: one by its words or its place, or all that are selected.

use crate::{
    lang::en::{doubts::LIST_NOUNS, meanings, references::EVERYTHING},
    model::{
        request::{Meant, Request},
        todo::{Filter, Status, Target, Which, Yes},
        token::{Token, TokenKind, span_of},
    },
    parse::{
        places::{are_places, position, positions, several_places},
        selection::{Selection, selection},
        text::{text_of, without_article},
        words::Words,
    },
};

/// Which todo is meant: its words, or its place.
pub(super) fn target(reader: &Words<'_>, request: &Request<'_>) -> Option<(Target, String)> {
    let placed = |position: i64| Some((Which::Placed { position }.into(), meanings::placed(position)));
    if let Some(tokens) = request.slots.position {
        if several_places(reader, request).is_some() {
            return None;
        }
        return placed(position(reader, tokens)?);
    }
    match &request.meant {
        Some(Meant::Todo(text)) => return Some((Which::Named { words: text.clone() }.into(), meanings::named(text))),
        Some(Meant::Shown(filter)) => {
            let named = meanings::every(None, filter);
            return Some((Target { which: Which::every(), list: None, filter: filter.clone() }, named));
        }
        Some(Meant::Found(words)) => {
            let named = meanings::every(Some(words), &Filter::default());
            let filter = Filter { status: Some(Status::Active), ..Filter::default() };
            return Some((
                Target { which: Which::Every { all: Yes, words: Some(words.clone()) }, list: None, filter },
                named,
            ));
        }
        None => {}
    }
    let item = request.slots.item?;
    // "move todos 2 and 3 to friday" speaks of several, which one change of one todo is not.
    if positions(reader, item).is_some() || are_places(reader, item) {
        return None;
    }
    // "delete 3"
    if let [only] = item
        && only.kind == TokenKind::Number
        && only.span.len() <= 2
        && let Some(position) = position(reader, item)
    {
        return placed(position);
    }
    if reader.means_all(item) {
        return Some((Which::every().into(), meanings::every(None, &Filter::default())));
    }
    if let Some(selected) = selection(reader, item) {
        return Some(select(reader, &selected));
    }
    // "delete everything but milk"
    if reader.first_is(item, EVERYTHING) {
        return None;
    }
    let words = reader.meant_with_a_slip(item).unwrap_or_else(|| without_article(&text_of(reader.goal, item)));
    let named = meanings::named(&words);
    Some((Which::Named { words }.into(), named))
}

/// Whether a name that may as well be a list's is a tag's: "my home todos", but not "my home list".
pub(super) fn is_only_a_tag(reader: &Words<'_>, name: &[Token]) -> bool {
    let after = reader.goal.get(span_of(name).end..).unwrap_or_default().trim_start().to_lowercase();
    let list = LIST_NOUNS.split(' ').any(|noun| after.starts_with(noun));
    let tagged = || reader.context.on_list.is_some_and(|on_list| on_list.is_only_a_tag(&text_of(reader.goal, name)));
    !list && tagged()
}

/// The todos that are selected, and which they are in words.
pub(super) fn select(reader: &Words<'_>, selected: &Selection<'_>) -> (Target, String) {
    let said = |tokens: Option<&[Token]>| tokens.map(|tokens| text_of(reader.goal, tokens));
    let (words, tag, list) = (said(selected.words), said(selected.tag), said(selected.list));
    // "the home ones", where that is a tag and no list
    let (tag, list) = match (tag, list) {
        (None, list) if selected.list.is_some_and(|name| is_only_a_tag(reader, name)) => (list, None),
        other => other,
    };
    let priority = selected.priority;
    let mut filter = Filter { due: selected.due.clone(), tag, list, priority, ..Filter::default() };
    let named = meanings::every(words.as_deref(), &filter);
    if !filter.is_empty() {
        filter.status = Some(Status::Active);
    }
    (Target { which: Which::Every { all: Yes, words }, list: None, filter }, named)
}
