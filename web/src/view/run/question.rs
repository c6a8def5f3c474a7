//! A step that waits for something from outside: a question with a field for each part of its answer, or a signal with the
//! button that sends it.

use dunlin::{Awaited, ExecutionStep};
use leptos::{ev, html, prelude::*};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::HtmlTextAreaElement;

use super::form::AnswerForm;
use crate::{
    model::{
        Problem, Source,
        form::{asking, missing},
        format::{sentence, shortened},
        step::{gives_up_at, place_of, signal_data},
        use_app,
    },
    view::ui::{Note, Tone, is_composing},
};

/// What a step waits for, in place.
#[component]
pub(super) fn Question(source: Source, awaits: Awaited, step: ExecutionStep) -> impl IntoView {
    let app = use_app();
    let ends = gives_up_at(app, source, &step);
    // Told anew each day: tomorrow is today after midnight.
    let until = move || ends.map(|ms| format!(" until {}", app.moment(ms))).unwrap_or_default();
    let place = place_of(app, source, &step);
    let number = step.step_number;
    match awaits {
        Awaited::Answer { question, schema } => {
            let schema = asking(schema, &question);
            app.focus_asked(source, ".ask :is(input, textarea, select)");
            view! {
                <div class="ask" role="group" aria-label=format!("Question of {place}")>
                    {ends.map(|_| view! { <p class="ask-words panel-note">{move || format!("Waiting{}.", until())}</p> })}
                    <Asked source number schema />
                </div>
            }
            .into_any()
        }
        Awaited::Signal { name } => view! {
            <div class="ask" role="group" aria-label=format!("Signal of {place}")>
                <p class="ask-words panel-note">{move || format!("The run waits for this signal{}.", until())}</p>
                <Signalled source name />
            </div>
        }
        .into_any(),
    }
}

/// The answer to a question, and what sends it: a button, or Enter.
#[component]
fn Asked(source: Source, number: u32, schema: Value) -> impl IntoView {
    let app = use_app();
    let written = RwSignal::new(None::<Value>);
    let problem = RwSignal::new(None::<String>);
    let stored = StoredValue::new(schema.clone());
    let send = move || {
        let answer = written.get_untracked();
        let lacking = stored.with_value(|schema| missing(schema, answer.as_ref()));
        let told = match (answer, lacking.as_slice()) {
            (Some(answer), []) => refused(app.runs.answer_with(source, number, answer)),
            (_, []) => Some("Nothing is said yet.".to_owned()),
            (_, lacking) => Some(format!("Still to be said: {}", lacking.join(", "))),
        };
        // The question may be gone with its answer.
        problem.try_set(told);
    };
    view! {
        <AnswerForm name="Answer" schema written on:keydown=move |event| on_enter(&event, send) />
        {move || problem.get().map(|words| view! { <Note tone=Tone::Bad words /> })}
        <button type="button" class="button button-main" on:click=move |_| send()>"Answer"</button>
    }
}

/// The button that sends a signal, and what comes with it where somebody wants to send something.
#[component]
fn Signalled(source: Source, name: String) -> impl IntoView {
    let app = use_app();
    let data = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<String>);
    let called = StoredValue::new(name.clone());
    let send = Callback::new(move |()| {
        let data = data.get_untracked().map(|text| signal_data(&text)).unwrap_or_default();
        problem.try_set(refused(called.with_value(|name| app.runs.signal(source, name, data))));
    });
    let is_open = Memo::new(move |_| data.with(Option::is_some));
    let more = move || {
        view! {
            <button type="button" class="link" on:click=move |_| data.set(Some(String::new()))>
                "Send something with it…"
            </button>
        }
    };
    view! {
        {move || problem.get().map(|words| view! { <Note tone=Tone::Bad words /> })}
        <button type="button" class="button button-main" on:click=move |_| send.run(())>
            {format!("Send “{}”", shortened(&name, 40))}
        </button>
        <Show when=move || is_open.get() fallback=more>
            <SignalData data send />
        </Show>
    }
}

/// The field for what comes with a signal.
#[component]
fn SignalData(data: RwSignal<Option<String>>, send: Callback<()>) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    Effect::new(move || drop(field.get().map(|field| field.focus())));
    view! {
        <input
            class="ask-reason"
            type="text"
            aria-label="What comes with the signal"
            placeholder="Words, a number or JSON"
            dir="auto"
            autocomplete="off"
            node_ref=field
            on:input=move |event| data.set(Some(event_target_value(&event)))
            on:keydown=move |event| on_enter(&event, || send.run(()))
        />
    }
}

/// Enter sends, unless it belongs to the composition of a character; with Shift it begins a line where there can be several.
pub(super) fn on_enter(event: &ev::KeyboardEvent, send: impl FnOnce()) {
    let is_in_lines = || event.target().is_some_and(|target| target.has_type::<HtmlTextAreaElement>());
    if event.key() == "Enter" && !is_composing(event) && !(event.shift_key() && is_in_lines()) {
        event.prevent_default();
        send();
    }
}

fn refused(sent: Result<(), Problem>) -> Option<String> {
    sent.err().map(|problem| sentence(&problem.message))
}
