//! Goals that begin again and again: "every friday at 9 show my overdue todos".

use crate::{
    dates,
    model::{
        asked::Schedule,
        intent::TodoIntent,
        request::{Asked, Found, Request},
        token::Token,
    },
    parse::{
        pause::MOST_WORDS_OF_A_TIME,
        reader::Reader,
        text::text_of,
        timed::{after_sign, can_wait},
        words::Words,
    },
};

/// Where no time of day is said, this one is meant.
const MORNING: &str = "T09:00";

/// The request of words in which a recurrence stands before or after another request. A todo that is added comes again itself,
/// so it is none.
pub(crate) fn schedule(reader: &mut Reader<'_>, words: &[Token]) -> Option<Request<'static>> {
    let words = reader.grammar.without_courtesy(words);
    let most = words.len().checked_sub(1)?.min(MOST_WORDS_OF_A_TIME);
    let before = (1..=most).rev().map(|at| (0..at, at..words.len()));
    let after = (1..=most).rev().map(|len| (words.len() - len..words.len(), 0..words.len() - len));
    for (often, asked) in before.chain(after) {
        let behind = often.start > 0;
        let (Some(often), Some(asked)) = (words.get(often), words.get(asked)) else { continue };
        let Some(often) = often_of(reader, often) else { continue };
        let asked = after_sign(asked);
        let Found::Request(request) = reader.find(asked) else { continue };
        // Which of several commands is meant is asked now and not when it begins.
        if let Some(command) = request.tied() {
            return Some(Request::of(Asked::Command(command.clone())));
        }
        // "what do I have to do every friday" asks now.
        if !is_repeatable(&request) || behind && reader.is_question(asked) {
            return None;
        }
        return Some(often.of(reader, asked));
    }
    None
}

/// How often something is to be done, from when on, and how the person said it.
pub(crate) struct Often {
    rule: String,
    at: String,
    said: String,
}

impl Often {
    /// The request for a schedule of what the words ask.
    pub(crate) fn of(self, reader: &Words<'_>, asked: &[Token]) -> Request<'static> {
        let asked = reader.grammar.without_courtesy(asked);
        let schedule = Schedule { goal: text_of(reader.goal, asked), at: self.at, rule: self.rule, said: self.said };
        Request::of(Asked::Schedule(schedule))
    }
}

/// What words say that are nothing but a recurrence; its first moment is still to come.
pub(crate) fn often_of(reader: &Words<'_>, words: &[Token]) -> Option<Often> {
    let said = text_of(reader.goal, words);
    let (rule, due) = dates::series(&said, &reader.moment())?;
    let due = due?;
    let at = if due.contains('T') { due } else { [&due, MORNING].concat() };
    let now = reader.context.now.to_text();
    if at > now {
        return Some(Often { rule, at, said });
    }
    let next = dunlin_date::advance(&rule, &at, Some(&now)).ok()??;
    Some(Often { rule: next.recurrence, at: next.due, said })
}

/// Whether a request makes sense again and again: one that shows or counts, or that changes what is there then.
pub(crate) fn is_repeatable(request: &Request<'_>) -> bool {
    let once =
        matches!(request.asked, Asked::Todo(TodoIntent::Undo) | Asked::Greeting | Asked::Thanks | Asked::Help(_));
    request.anchored && can_wait(request) && !once
}
