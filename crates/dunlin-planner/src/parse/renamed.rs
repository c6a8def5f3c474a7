//! Names and lists that are given to a todo that is there: "call the rent one 'pay Ben'", "put it under work rather than holiday".

use crate::{
    lang::en::{
        changing::NAMES_IT,
        connectors::BEFORE_TIME,
        doubts::{ARTICLES, NOT},
        phrases::AND,
    },
    model::{
        intent::TodoIntent,
        request::Request,
        token::{Token, TokenKind, span_of},
    },
    parse::words::Words,
};

impl Words<'_> {
    /// Whether a request that names a todo of the person's gives it a name or a list; nothing where that does not tell.
    pub(super) fn means_a_change_of_name(
        &self,
        intent: TodoIntent,
        request: &Request<'_>,
        tokens: &[Token],
    ) -> Option<bool> {
        if intent == TodoIntent::Rename && request.slots.text.is_some_and(|text| self.keeps_a_correction(text)) {
            return Some(false);
        }
        // "… under work rather than holiday and the rent under home" is more than the name of a list.
        let name = request.slots.name.filter(|_| intent == TodoIntent::Relist).map(|name| span_of(name).end);
        let behind = |end: usize| tokens.iter().filter(move |token| token.span.start >= end);
        // "… and not the shopping list"
        let more =
            |end| behind(end).zip(behind(end).skip(1)).any(|(and, next)| self.is(and, AND) && !self.is(next, NOT));
        if name.is_some_and(more) {
            return Some(false);
        }
        // "call the rent one 'pay Ben'", but "call mum one evening" and "call the dentist at one 'about the tooth'"
        let (item, text) = request.slots.item.zip(request.slots.text)?;
        let (from, at) = (span_of(tokens).start, span_of(item).start);
        let names =
            intent == TodoIntent::Rename && self.first_is(tokens, NAMES_IT) && from < at && at < span_of(text).start;
        let one_of_them = self.is_at(tokens, 1, ARTICLES) && !self.last_is(item, BEFORE_TIME);
        names.then(|| one_of_them && matches!(text, [only] if only.kind == TokenKind::Quoted))
    }
}
