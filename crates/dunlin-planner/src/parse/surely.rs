//! What a bare "add" is said beside tells what it adds: "add light bulbs and cross off fix lamp" speaks of todos, where "add light bulbs"
//! alone may be said to anything.

use crate::{
    lang::en::{connectors::TODO, pauses::ADD},
    model::{
        request::{Found, Request},
        token::Token,
    },
    parse::{again::word, reader::Reader, split::split},
};

/// The words with "todo" behind each "add" that is understood only so, where another clause surely speaks of todos. Nothing where none
/// does, or everything is understood as it stands.
pub(crate) fn with_todos_said(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Vec<Token>> {
    tokens.iter().any(|token| reader.is(token, ADD)).then_some(())?;
    let clauses = split(reader, tokens);
    reader.memo.keep_clauses(tokens, &clauses);
    (clauses.len() > 1).then_some(())?;
    let bare = |words: &[Token], reader: &Reader<'_>| {
        let bare = words.get(reader.grammar.courtesy_before(words)..).unwrap_or_default();
        bare.len() > 1 && reader.first_is(bare, ADD)
    };
    // The list is asked only where something hangs on it.
    let open = clauses
        .iter()
        .any(|clause| bare(&clause.words, reader) && matches!(reader.find(&clause.words), Found::Nothing));
    let sure = open && clauses.iter().any(
        |clause| matches!(reader.find(&clause.words), Found::Request(request) if is_surely_of_todos(reader, &request)),
    );
    sure.then_some(())?;
    let mut found: Vec<Token> = Vec::new();
    let mut copied = 0;
    for (at, clause) in clauses.iter().enumerate() {
        // "add varnish, no wait, wax to my list" lends its verb.
        let lends = clauses.get(at + 1).is_some_and(|next| next.link.corrects || next.own.start > 0);
        let words = tokens.get(clause.start..clause.end)?;
        let verb = reader.grammar.courtesy_before(words);
        let bare = words.get(verb..)?;
        if lends || !reader.first_is(bare, ADD) || bare.len() < 2 || !matches!(reader.find(words), Found::Nothing) {
            continue;
        }
        let todo = word(reader, TODO, bare.get(1)?);
        let mut said = [words.get(..=verb)?, &[todo], words.get(verb + 1..)?].concat();
        reader.give_places(&mut said);
        if matches!(reader.find(&said), Found::Request(_)) {
            found.extend_from_slice(tokens.get(copied..=clause.start + verb)?);
            found.push(todo);
            copied = clause.start + verb + 1;
        }
    }
    (copied > 0).then_some(())?;
    found.extend_from_slice(tokens.get(copied..)?);
    reader.give_places(&mut found);
    Some(found)
}

/// Whether a request can only be about todos: it says so, or names one that stands on the list.
fn is_surely_of_todos(reader: &Reader<'_>, request: &Request<'_>) -> bool {
    let names = request.slots.item.is_some_and(|item| reader.names_one_todo(item));
    request.todo().is_some() && (request.anchored || request.acts_on_a_todo() && names)
}
