//! What is offered to who only asks whether to change something, or tells that it is not done yet: never the change itself. "should I
//! delete the rent one?", "I still haven't called mum", "stop reminding me to buy batteries".

use super::named::Named;
use crate::{
    lang::en::offers::{self, ALMOST, ASKS_WHETHER_TO, NOT_DONE_YET, STOPS_REMINDING},
    model::token::{Token, span_of},
    parse::words::Words,
};

/// The goal that shows what is meant, or takes back what is no more wanted.
pub(super) fn goal(reader: &Words<'_>, words: &[Token]) -> Option<String> {
    let begins = |runs: &[&[&'static str]]| runs.iter().find(|run| reader.begins(words, run)).map(|run| run.len());
    if let Some(led) = begins(STOPS_REMINDING) {
        let item = words.get(led..).filter(|item| !item.is_empty())?;
        let named = Named::find(reader, item).map(|named| named.text);
        return Some(offers::delete(&named.unwrap_or_else(|| span_of(item).of(reader.goal).to_owned())));
    }
    let asks = begins(ASKS_WHETHER_TO).is_some();
    let tells = NOT_DONE_YET.iter().any(|run| reader.holds(words, run)) || reader.first_is(words, ALMOST);
    (asks || tells).then(|| Named::find(reader, words).map(|named| offers::find(&named.text)))?
}
