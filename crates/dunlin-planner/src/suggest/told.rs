//! What is offered where a clause tells something that no row understands, and the next asks for something because of it: "rent went
//! through today, you can cross it out".

use dunlin_base::Span;

use super::{gist, named::Named, offered::Offered, quoted_where_needed};
use crate::{
    lang::{
        en::offers::{self, BEFORE_A_REQUEST, CONDITIONS, ENDS_A_THING, LAST_OF, MORE, OF, WANTED, WROTE},
        grammar::Reason,
    },
    model::{
        intent::TodoIntent,
        refusal::Replaced,
        request::Found,
        token::{Token, TokenKind, span_of},
    },
    parse::{
        connector::connectors,
        reader::Reader,
        text::{text_of, without_article},
        words::Words,
    },
};

/// The fewest words of a tale.
const SHORTEST_TALE: usize = 3;

/// The whole goal for a request behind the clause that points at what the clause is about.
pub(super) fn goal(reader: &mut Reader<'_>, tokens: &[Token], failed: &[Token]) -> Option<String> {
    let asked = after(reader, tokens, failed)?;
    let Found::Pointing(request) = reader.find(asked) else { return None };
    // "books: overdue I know, make it saturday"
    if matches!(request.todo()?, TodoIntent::Reschedule)
        && let Some(named) = Named::find(reader, failed)
    {
        let when = request.slots.when.or(request.slots.text)?;
        return Some(offers::move_to(&quoted_where_needed(&named.text), span_of(when).of(reader.goal)));
    }
    let deletes = match request.todo()? {
        TodoIntent::Complete | TodoIntent::CompleteWhat => false,
        TodoIntent::Delete | TodoIntent::DeleteWhat => true,
        _ => return None,
    };
    if let Some(named) = Named::find(reader, failed) {
        let text = quoted_where_needed(&named.text);
        return Some(if deletes { offers::delete(&text) } else { offers::mark_done(&text) });
    }
    let list = deletes.then(|| gist::list_of(reader, failed)).flatten()?;
    Some(offers::clear(&list))
}

/// What is offered for a goal that tells something and then asks for something because of it, in one breath: "baking tomorrow and I
/// don't have vanilla, add it to the list", "sam's birthday is coming so wrap the present needs to go on my list".
pub(super) fn behind_a_tale(reader: &mut Reader<'_>, tokens: &[Token]) -> Option<Offered> {
    let joints = connectors(reader, tokens);
    joints.iter().rev().find_map(|joint| {
        let (told, asked) = (tokens.get(..joint.before)?, tokens.get(joint.after..)?);
        if told.len() < SHORTEST_TALE
            || matches!(reader.find(told), Found::Request(request) if !request.doubtful)
            || reader.any_is(told, CONDITIONS)
        {
            return None;
        }
        match reader.find(asked) {
            Found::Pointing(request) => {
                let list = gist::list_of(reader, asked);
                let intent = request.todo()?;
                let goal = about_it(reader, told, intent, list.as_deref())?;
                // "just fitted the new tap so that's the sink sorted, tick it off"
                let ticks = matches!(intent, TodoIntent::Complete | TodoIntent::CompleteWhat);
                let sure = ticks && reader.tells_and_asks_nothing(told) && !reader.says_must(told);
                let by = Span::new(0, goal.len());
                let sure = sure.then(|| Replaced { said: Span::new(0, reader.goal.len()), by });
                Some(Offered { sure, ..Offered::from(goal) })
            }
            Found::Request(request) if reader.first_is(asked, MORE) && request.todo() == Some(TodoIntent::Add) => {
                let list = gist::list_of(reader, asked);
                about_it(reader, told, TodoIntent::Add, list.as_deref()).map(Offered::from)
            }
            Found::Request(request) if joint.link.therefore && request.anchored && !request.doubtful => {
                Some(without_the_tale(reader, told, asked))
            }
            _ => None,
        }
    })
}

/// The request alone. It can only be meant so where what is told is no order: "shred the papers so add oats" asks for two things.
fn without_the_tale(reader: &Words<'_>, told: &[Token], asked: &[Token]) -> Offered {
    let begins = told.first().is_some_and(|first| reader.is_beginner(first));
    let orders = begins || reader.may_ask(told) || reader.says_must(told);
    let said = Span::new(0, span_of(asked).start);
    let sure = (!orders).then_some(Replaced { said, by: Span::default() });
    let of = |words: &[Token]| span_of(words).of(reader.goal).to_owned();
    Offered { left_out: vec![of(told)], sure, ..Offered::from(of(asked)) }
}

/// What is asked for with what a tale names.
fn about_it(reader: &mut Reader<'_>, told: &[Token], asked: TodoIntent, list: Option<&str>) -> Option<String> {
    match asked {
        TodoIntent::Add | TodoIntent::AddWhat => Some(offers::add_to(&lacking(reader, told)?, list)),
        TodoIntent::Delete | TodoIntent::DeleteWhat => {
            let named = Named::find(reader, told).map(|named| quoted_where_needed(&named.text));
            named.or_else(|| behind(reader, told, WROTE)).map(|item| offers::delete(&item))
        }
        TodoIntent::Complete | TodoIntent::CompleteWhat => {
            Named::find(reader, told).map(|named| offers::mark_done(&quoted_where_needed(&named.text)))
        }
        _ => None,
    }
}

/// What a tale says to be wanted: "grapes" of "my wife wants grapes".
fn lacking(reader: &mut Reader<'_>, told: &[Token]) -> Option<String> {
    let by_reason = (0..told.len()).find_map(|from| match reader.named_by_reason(told.get(from..)?)? {
        (item, Reason::Lack) => Some(without_article(&text_of(reader.goal, item))),
        _ => None,
    });
    by_reason.or_else(|| behind(reader, told, WANTED)).or_else(|| {
        let last = (0..told.len()).rfind(|at| reader.begins(told.get(*at..).unwrap_or_default(), LAST_OF))?;
        behind(reader, told.get(last + 1..)?, OF)
    })
}

/// The words behind the last of these, up to a list.
fn behind(reader: &Reader<'_>, told: &[Token], known: &'static str) -> Option<String> {
    let at = told.iter().rposition(|token| reader.is(token, known))?;
    let rest = told.get(at + 1..)?;
    let ends = |token: &Token| reader.is(token, ENDS_A_THING) || matches!(token.kind, TokenKind::Sign(_));
    let end = rest.iter().position(ends).unwrap_or(rest.len());
    let text = without_article(&text_of(reader.goal, rest.get(..end)?));
    (!text.is_empty()).then_some(text)
}

/// Whether a clause tells something, and what follows can be planned by itself.
pub(super) fn tells_before(reader: &Reader<'_>, failed: &[Token], after: &str, reads: &dyn Fn(&str) -> bool) -> bool {
    (reader.tells(failed) || reader.begins_with_somebody(failed))
        && !after.trim().is_empty()
        && reads(after)
        && gist::of_a_todo(reader, failed).is_none()
}

/// The words behind a clause, without what joins them to it.
fn after<'t>(reader: &Reader<'_>, tokens: &'t [Token], failed: &[Token]) -> Option<&'t [Token]> {
    let end = span_of(failed).end;
    let from = tokens.iter().position(|token| token.span.start >= end)?;
    let rest = tokens.get(from..)?;
    let joins = |token: &&Token| {
        matches!(token.kind, TokenKind::Sign(_) | TokenKind::LineEnd) || reader.is(token, BEFORE_A_REQUEST)
    };
    rest.get(rest.iter().take_while(joins).count()..).filter(|rest| !rest.is_empty())
}
