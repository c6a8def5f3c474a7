//! A step in full: why it is there, what it was given and gave, its attempts, and what can be done with it; behind that, the
//! record itself.

use dunlin::{Event, ExecutionStep};
use leptos::prelude::*;
use serde_json::Value;

use super::value::{in_full, plain_fields};
use crate::{
    model::{
        App, Source,
        attempts::{attempt_told, attempts},
        format::{counted, duration},
        lines_of, parts_told,
        step::{done_again, fault_in, fault_of, said_of},
        tabled::{are_things, columns_of},
        told_in_line, use_app,
        value::{answer, is_chart, line, pretty},
    },
    view::plan::days_said,
};

/// Everything the record has.
#[component]
pub(super) fn Details(
    /// The run that it is a step of.
    source: Source,
    step: ExecutionStep,
    /// What happened to it.
    events: Vec<Event>,
) -> impl IntoView {
    let app = use_app();
    let number = step.step_number;
    let fault = step.error.is_some().then(|| fault_in(&step)).flatten().map(|fault| view! { <FaultIn fault /> });
    // Its row says why it failed, and the answer of the run does.
    let error = step.error.clone().filter(|_| fault_of(&step).is_none());
    let tool = if step.tool_name.is_empty() { "no tool".to_owned() } else { step.tool_name.clone() };
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
    // As it was said when it was opened: what is read does not change under the eye.
    let now = untrack(|| app.todos.calendar());
    let thought = Some(days_said(&step.thought, &now)).filter(|thought| !thought.is_empty());
    let parts = parts_told(&step.tool_name, &step.tool_input, now);
    let given = (!parts.is_empty()).then(|| plain_fields(parts));
    let observed = step.output.as_ref().map(|output| observed(app, source, &step, output));
    view! {
        <div>
            <dl class="details">
                <Words name="Thought" words=thought />
                <Words name="Action" words=Some(tool) />
                <Part name="Input" told=given />
                <Part name="Observation" told=observed />
                <Words name="Error" words=error />
                {fault}
                <Words name="Error code" words=step.error_code.clone() />
                <Attempts step=step.clone() events=events.clone() />
            </dl>
            <details class="details-record">
                <summary>"As JSON"</summary>
                <dl class="details">
                    <Code name="Input" json=Some(pretty(&step.tool_input)) />
                    <Code name="Observation" json=step.output.as_ref().map(pretty) />
                    <Code name="Metadata" json=step.metadata.as_ref().map(pretty) />
                    <Code name="Events" json=Some(lines_of(&events)) />
                </dl>
            </details>
            {again}
        </div>
    }
}

/// What a step gave, in words; what is long in the result is in a line here.
fn observed(app: App, source: Source, step: &ExecutionStep, output: &Value) -> AnyView {
    let is_listed = output.as_array().is_some_and(|items| items.is_empty() || are_things(items));
    let said = || answer(step, &untrack(|| said_of(app, source, step)).words);
    let told = told_in_line(step, untrack(|| app.todos.calendar())).or_else(said);
    match told.or_else(|| (is_listed || is_chart(output)).then(|| line(output))) {
        Some(words) => view! { <p dir="auto">{words}</p> }.into_any(),
        None => in_full(output, columns_of(step).as_deref()),
    }
}

/// When a step was tried: once, or each time with what became of it.
#[component]
fn Attempts(step: ExecutionStep, events: Vec<Event>) -> impl IntoView {
    let app = use_app();
    let all = attempts(&events);
    if all.len() > 1 {
        let one = |(at, attempt)| {
            let words = attempt_told(app, attempt, at + 1 == all.len());
            view! { <li dir="auto">{words}</li> }
        };
        let all: Vec<_> = untrack(|| all.iter().enumerate().map(one).collect());
        return view! { <Part name="Attempts" told=Some(view! { <ol role="list">{all}</ol> }.into_any()) /> }
            .into_any();
    }
    let began = step.started_at_ms.map(|at| {
        let took = step.duration_ms.map(|ms| format!(", took {}", duration(ms))).unwrap_or_default();
        untrack(|| app.moment_passed(at)) + &took
    });
    view! {
        <Words name="Attempts" words=Some(counted(step.attempts as usize, "attempt")) />
        <Words name="Began" words=began />
    }
    .into_any()
}

/// A part of the record, where there is one.
#[component]
fn Part(name: &'static str, told: Option<AnyView>) -> impl IntoView {
    told.map(|told| {
        view! {
            <dt>{name}</dt>
            <dd dir="auto">{told}</dd>
        }
    })
}

/// A part of the record in words, where it has any.
#[component]
fn Words(name: &'static str, words: Option<String>) -> impl IntoView {
    view! { <Part name told=words.map(IntoAny::into_any) /> }
}

/// A part of the record as JSON, where it has any.
#[component]
fn Code(name: &'static str, json: Option<String>) -> impl IntoView {
    let code = |json| view! { <pre class="code" tabindex="0" dir="ltr">{json}</pre> }.into_any();
    view! { <Part name told=json.map(code) /> }
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
