//! A step that waits for something from outside: a question with a field for each part of its answer, or a signal with the
//! button that sends it.

use dunlin::{Awaited, ExecutionStep};
use leptos::prelude::*;
use serde_json::Value;

use super::{
    form::{answer_form, missing},
    row::place_of,
};
use crate::{
    model::format::{sentence, shortened},
    model::{App, Problem, Source},
    view::ui::{El, Tone, button, el, is_composing, key_of, link, note, soon, value_of},
};

/// What a step waits for, in place; nothing where it waits for nothing.
pub(super) fn question(app: App, source: Source, step: &ExecutionStep) -> Option<El> {
    let until = until(app, source, step);
    Some(match step.awaits.as_ref()? {
        Awaited::Answer { schema, .. } => asked(app, source, step, schema.as_ref(), until.as_deref()),
        Awaited::Signal { name } => signal(app, source, step, name, until.as_deref()),
    })
}

/// The moment at which a step gives up waiting, in words.
fn until(app: App, source: Source, step: &ExecutionStep) -> Option<String> {
    let most = app.runs.of(source, |run| run.planned(step.step_number).and_then(|step| step.timeout_ms)).flatten()?;
    // Of a later attempt the record does not say when it began.
    let began = step.started_at_ms.filter(|_| step.attempts == 1)?;
    Some(app.moment(began.saturating_add_unsigned(most)))
}

fn asked(app: App, source: Source, step: &ExecutionStep, schema: Option<&Value>, until: Option<&str>) -> El {
    let number = step.step_number;
    let schema = schema.cloned().unwrap_or_default();
    let written = RwSignal::new(None::<Value>);
    let problem = RwSignal::new(None::<String>);
    let form = answer_form("Answer", &schema, written);
    let schema = StoredValue::new(schema);
    let send = move || {
        let answer = written.get_untracked();
        let lacking = schema.with_value(|schema| missing(schema, answer.as_ref()));
        let told = match (answer, lacking.as_slice()) {
            (Some(answer), []) => refused(app.runs.answer_with(source, number, answer)),
            (_, []) => Some("Nothing is said yet.".to_owned()),
            (_, lacking) => Some(format!("Still to be said: {}", lacking.join(", "))),
        };
        // The question may be gone with its answer.
        problem.try_set(told);
    };
    let words = match until {
        Some(until) => format!("The run waits for your answer until {until}."),
        None => "The run waits for your answer.".to_owned(),
    };
    group("Question", app, source, step)
        .child(el("p", "ask-words panel-note").text(&words))
        .child(form.on("keydown", move |event| {
            let key = key_of(&event);
            if key.key() == "Enter" && !is_composing(key) {
                event.prevent_default();
                send();
            }
        }))
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .child(button("button button-main", "Answer", move |_| send()))
}

fn signal(app: App, source: Source, step: &ExecutionStep, name: &str, until: Option<&str>) -> El {
    let data = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<String>);
    let called = StoredValue::new(name.to_owned());
    let send = move || {
        let data = data.get_untracked().map(|text| read(&text)).unwrap_or_default();
        problem.try_set(refused(called.with_value(|name| app.runs.signal(source, name, data))));
    };
    let words = match until {
        Some(until) => format!("The run waits for this signal until {until}."),
        None => "The run waits for this signal.".to_owned(),
    };
    let field = move || {
        let field = el("input", "ask-reason")
            .attr("type", "text")
            .attr("aria-label", "What comes with the signal")
            .attr("placeholder", "Words, a number or JSON")
            .attr("dir", "auto")
            .attr("autocomplete", "off")
            .on("input", move |event| data.set(Some(value_of(&event))))
            .on("keydown", move |event| {
                let key = key_of(&event);
                if key.key() == "Enter" && !is_composing(key) {
                    event.prevent_default();
                    send();
                }
            });
        let first = field.clone();
        soon(move || first.focus());
        field
    };
    let is_open = move || data.with(Option::is_some);
    group("Signal", app, source, step)
        .child(el("p", "ask-words panel-note").text(&words))
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .child(button("button button-main", &format!("Send “{}”", shortened(name, 40)), move |_| send()))
        .when(move || !is_open(), move || link("Send something with it…", move |_| data.set(Some(String::new()))))
        .when(is_open, field)
}

/// What somebody typed: JSON where it is some, else the words themselves.
fn read(text: &str) -> Value {
    let text = text.trim();
    if text.is_empty() {
        return Value::Null;
    }
    dunlin_base::json::read(text).unwrap_or_else(|_| text.into())
}

fn group(what: &str, app: App, source: Source, step: &ExecutionStep) -> El {
    let name = format!("{what} of {}", place_of(app, source, step));
    el("div", "ask").attr("role", "group").attr("aria-label", &name)
}

fn refused(sent: Result<(), Problem>) -> Option<String> {
    sent.err().map(|problem| sentence(&problem.message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_comes_with_a_signal_is_json_or_words() {
        for (text, data) in [
            ("", json!(null)),
            (" 7 ", json!(7)),
            ("{\"a\": 1}", json!({"a": 1})),
            ("go on", json!("go on")),
            ("true", json!(true)),
        ] {
            assert_eq!(read(text), data, "{text}");
        }
    }
}
