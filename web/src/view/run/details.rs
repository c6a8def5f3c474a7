//! A step in full: thought, action, observation, attempts, times, and what can be done with it.

use dunlin::ExecutionStep;
use leptos::prelude::*;

use crate::model::{
    Source,
    format::{counted, duration},
    step::{done_again, fault_in, fault_of},
    use_app,
    value::pretty,
};

/// Everything the record has.
#[component]
pub(super) fn Details(
    /// The run that it is a step of.
    source: Source,
    step: ExecutionStep,
    /// Its events, one a line, as they are stored.
    events: String,
) -> impl IntoView {
    let app = use_app();
    let number = step.step_number;
    let began = step.started_at_ms.map(|at| {
        let took = step.duration_ms.map(|ms| format!(", took {}", duration(ms))).unwrap_or_default();
        app.moment_passed(at) + &took
    });
    let fault = step.error.is_some().then(|| fault_in(&step)).flatten().map(|fault| view! { <FaultIn fault /> });
    // Its row says why it failed, and the answer of the run does.
    let error = step.error.clone().filter(|_| fault_of(&step).is_none());
    let tool = if step.tool_name.is_empty() { "no tool".to_owned() } else { step.tool_name.clone() };
    let observation = step.output.as_ref().map(pretty);
    let metadata = step.metadata.as_ref().map(pretty);
    // What runs already is not run beside itself, a run that is only looked at has no tools here, and what is within a step is
    // done again with that step.
    let is_whole = source.is_shown() && step.within.is_none();
    let again = (is_whole && app.can_fork()).then(|| {
        view! {
            <p class="details-acts">
                <button type="button" class="button" on:click=move |_| app.fork(number)>"Run again from here"</button>
                {done_again(app, &app.done_twice(number))}
            </p>
        }
    });
    view! {
        <div>
            <dl class="details">
                <Words name="Thought" words=Some(step.thought).filter(|thought| !thought.is_empty()) />
                <Words name="Action" words=Some(tool) />
                <Code name="Input" json=Some(pretty(&step.tool_input)) />
                <Code name="Observation" json=observation />
                <Words name="Error" words=error />
                {fault}
                <Words name="Error code" words=step.error_code />
                <Code name="Metadata" json=metadata />
                <Code name="Events" json=Some(events) />
                <Words name="Attempts" words=Some(counted(step.attempts as usize, "attempt")) />
                <Words name="Began" words=began />
            </dl>
            {again}
        </div>
    }
}

/// A part of the record in words, where it has any.
#[component]
fn Words(name: &'static str, words: Option<String>) -> impl IntoView {
    words.map(|words| {
        view! {
            <dt>{name}</dt>
            <dd dir="auto">{words}</dd>
        }
    })
}

/// A part of the record as JSON, where it has any.
#[component]
fn Code(name: &'static str, json: Option<String>) -> impl IntoView {
    json.map(|json| {
        view! {
            <dt>{name}</dt>
            <dd>
                <pre class="code" tabindex="0" dir="ltr">{json}</pre>
            </dd>
        }
    })
}

/// A sum with the place of its fault marked in it.
#[component]
fn FaultIn(
    /// What comes before it, itself, and what comes after.
    fault: [String; 3],
) -> impl IntoView {
    let [before, fault, after] = fault;
    view! {
        <dt>"Where"</dt>
        <dd class="mono" dir="ltr">{before} <span class="mark-unknown">{fault}</span> {after}</dd>
    }
}
