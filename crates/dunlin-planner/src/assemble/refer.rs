//! What "it", "the result" and "instead" mean: something that an earlier clause said.

use dunlin_base::Span;
use dunlin_plan::input;
use serde_json::{Value, json};

use super::{Assembly, Pointed, TODO_STORE};
use crate::{
    confidence::Evidence,
    intent::Intent,
    reader::{Reader, Request},
    todo,
    token::Token,
};

/// Verbs after which "it" is an amount: "pay it".
const PAID: &[&str] = &["pay", "transfer", "send", "save", "deposit", "withdraw", "charge", "invoice"];

impl Assembly {
    /// Whether "put rolls on" is about the list: another request before it is, or says so with "instead". A thing with an
    /// article ("put the kettle on") is put somewhere else.
    pub(super) fn goes_on(&self, reader: &Reader<'_>, request: &Request<'_>, words: &[Token]) -> bool {
        let article = request.item.and_then(<[Token]>::first).is_some_and(|token| reader.is(token, "the my"));
        let todos = self.steps.last().is_some_and(|step| step.tool_name == TODO_STORE);
        todos && (reader.says_instead(words) || reader.says_on(words) && self.about_todos && !article)
    }

    /// Takes a change in of the todo that "it" means.
    #[inline(never)]
    pub(super) fn take_todo_meant(&mut self, reader: &Reader<'_>, request: &Request<'_>, source: Span) -> bool {
        let intent = match request.intent {
            Intent::CompleteWhat => Intent::Complete,
            Intent::DeleteWhat => Intent::Delete,
            intent => intent,
        };
        let meant = self.last_todo();
        if meant.is_none() || matches!(intent, Intent::Add | Intent::AddWhat | Intent::AddSeveral) {
            return false;
        }
        let request = Request { intent, meant, item: None, position: None, ..request.clone() };
        let Some(drafts) = todo::drafts(reader, &request, source) else { return false };
        for mut draft in drafts {
            self.stay_in_list(&mut draft.input);
            self.add_todo_step(draft);
        }
        self.evidence.push(Evidence::Pointing);
        true
    }

    /// What "it" means stands in the list named before; an update says so by a filter, for its list is where a todo goes.
    #[inline(never)]
    fn stay_in_list(&self, input: &mut Value) {
        let updates = input.get("action").and_then(Value::as_str) == Some("update");
        let (Some(list), Some(fields)) = (&self.last_list, input.as_object_mut()) else { return };
        if updates {
            fields.entry("filter").or_insert_with(|| json!({"list": list}));
        } else {
            fields.entry("list").or_insert_with(|| list.as_str().into());
        }
    }

    /// "pay the result" after a sum takes the sum's result into the todo's words.
    pub(super) fn refer_to_result(&self, intent: Intent, fields: &mut Value) {
        let Some(step) = self.last_number().filter(|_| matches!(intent, Intent::Add | Intent::AddSeveral)) else {
            return;
        };
        let Some(text) = fields.get("text").and_then(Value::as_str) else { return };
        let lower = text.to_ascii_lowercase();
        for phrase in [
            "the result",
            "that result",
            "the answer",
            "that answer",
            "the sum",
            "the total",
            "that amount",
            "that much",
            "that many",
            "the amount",
        ] {
            let Some(at) = lower.find(phrase) else { continue };
            let end = at + phrase.len();
            let inside_word = lower.get(end..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
                || lower.get(..at).is_some_and(|rest| rest.ends_with(|c: char| c.is_alphanumeric()));
            if inside_word {
                continue;
            }
            let mut parts = Vec::new();
            parts.extend(text.get(..at).filter(|part| !part.is_empty()).map(Value::from));
            parts.push(input::from_step(step, "/output"));
            parts.extend(text.get(end..).filter(|part| !part.is_empty()).map(Value::from));
            let text = input::concat(parts);
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("text".into(), text);
            }
            return;
        }
        // "… and remind me to pay it"
        let paid = match text.split_once(' ') {
            Some((verb, "it" | "that")) => PAID.iter().find(|known| verb.eq_ignore_ascii_case(known)).map(|_| verb),
            _ => None,
        };
        if let Some(verb) = paid.filter(|_| matches!(self.pointed.last(), Some(Pointed::Number(_)))) {
            let text = input::concat(vec![[verb, " "].concat().into(), input::from_step(step, "/output")]);
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("text".into(), text);
            }
        }
    }
}
