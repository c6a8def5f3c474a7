//! What is offered where a clause tells something that no row understands, and the next asks for something because of it: "rent went
//! through today, you can cross it out".

use super::{gist, named::Named, quoted_where_needed};
use crate::{
    lang::en::offers::{self, BEFORE_A_REQUEST},
    model::{
        intent::TodoIntent,
        request::Found,
        token::{Token, TokenKind, span_of},
    },
    parse::reader::Reader,
};

/// The whole goal for a request behind the clause that points at what the clause is about.
pub(super) fn goal(reader: &mut Reader<'_>, tokens: &[Token], failed: &[Token]) -> Option<String> {
    let asked = after(reader, tokens, failed)?;
    let Found::Pointing(request) = reader.find(asked) else { return None };
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

/// Whether a clause only tells something, and what follows can be planned by itself.
pub(super) fn only_tells(reader: &Reader<'_>, failed: &[Token], after: &str, reads: &dyn Fn(&str) -> bool) -> bool {
    reader.tells(failed) && !after.trim().is_empty() && reads(after) && gist::of_a_todo(reader, failed).is_none()
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
