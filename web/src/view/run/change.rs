//! The step that a run failed with, changed where it failed: the form of its tool, and going on with what is written there.

use leptos::{ev, prelude::*};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::form::{FormOpener, StepForm};
use crate::{
    model::{edits::as_stored, format::sentence, use_app, value::pretty},
    platform,
    view::ui::{Note, Tone, on_escape},
};

/// What opens the form, in the row of the step with which the run ended.
#[component]
pub(super) fn ChangeFailed(number: u32) -> impl IntoView {
    let app = use_app();
    let is_it = Memo::new(move |_| app.has_failed_with(number));
    let is_open = Memo::new(move |_| app.runs.changing.get() == Some(number));
    // What is written stays when the form is closed by Escape.
    let written = RwSignal::new(None::<String>);
    let toggle = Callback::new(move |()| {
        let opens = !is_open.get_untracked();
        if !opens {
            written.set(None);
        }
        app.runs.changing.set(opens.then_some(number));
    });
    view! {
        <Show when=move || is_it.get()>
            <div class="step-change log-change">
                <FormOpener is_open on_toggle=toggle />
                <Show when=move || is_open.get()>
                    <ChangeForm number written />
                </Show>
            </div>
        </Show>
    }
}

/// The form, and what goes on with it.
#[component]
fn ChangeForm(number: u32, written: RwSignal<Option<String>>) -> impl IntoView {
    let app = use_app();
    let problem = RwSignal::new(None::<String>);
    let step = untrack(|| app.failed_step(number)).unwrap_or_default();
    let schema = app.schema_of(step.kind, &step.tool_name, &step.tool_input);
    if written.with_untracked(Option::is_none) {
        written.set(Some(pretty(&step.tool_input)));
    }
    // What opened it has the focus until it is painted.
    let opener = document().active_element().and_then(|opener| opener.dyn_into::<HtmlElement>().ok());
    let opener = StoredValue::new_local(opener);
    let close = move || {
        app.runs.changing.set(None);
        drop(opener.with_value(|opener| opener.as_ref().map(HtmlElement::focus)));
    };
    let go_on = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let input = written.with_untracked(|text| dunlin_base::json::read::<Value>(text.as_deref()?).ok());
        match as_stored(step.kind, &step.tool_name, input.unwrap_or_default(), untrack(|| app.todos.calendar())) {
            Ok(input) => app.fork_as(number, input),
            Err(refused) => problem.set(Some(sentence(&refused))),
        }
    };
    app.once_painted(|| {
        platform::focus(".log-change .ask-form :is(input, textarea, select)");
    });
    view! {
        <form class="ask-form" on:submit=go_on on:keydown=move |event| on_escape(&event, close)>
            <StepForm schema written />
            {move || problem.get().map(|words| view! { <Note tone=Tone::Bad words /> })}
            <button type="submit" class="button button-main">"Go on with this"</button>
        </form>
    }
}
