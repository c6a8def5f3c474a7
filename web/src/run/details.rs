//! A step in full: thought, action, observation, attempts and times.

use dunlin::ExecutionStep;
use leptos::prelude::*;

use super::value::pretty;
use crate::{
    platform::clock_time_ms,
    ui::format::{counted, duration},
};

/// Everything the record has.
pub(crate) fn details(step: &ExecutionStep, events: String) -> AnyView {
    let began = step.started_at_ms.map(|at| {
        let took = step.duration_ms.map(|ms| format!(", took {}", duration(ms))).unwrap_or_default();
        format!("{}{took}", clock_time_ms(at as f64))
    });
    let code = step.error_code.clone().map(|code| row("Error code", code));
    view! {
        <dl class="details">
            {(!step.thought.is_empty()).then(|| row("Thought", step.thought.clone()))}
            {row("Action", if step.tool_name.is_empty() { "no tool".to_owned() } else { step.tool_name.clone() })}
            {block("Input", pretty(&step.tool_input))}
            {step.output.as_ref().map(|output| block("Observation", pretty(output)))}
            {step.error.clone().map(|error| row("Error", error))} {code}
            {step.metadata.as_ref().map(|metadata| block("Metadata", pretty(metadata)))}
            {block("Events", events)} {row("Attempts", counted(step.attempts as usize, "attempt"))} {began.map(|began| row("Began", began))}
        </dl>
    }
    .into_any()
}

fn row(name: &'static str, words: String) -> AnyView {
    view! {
        <dt>{name}</dt>
        <dd dir="auto">{words}</dd>
    }
    .into_any()
}

fn block(name: &'static str, json: String) -> AnyView {
    view! {
        <dt>{name}</dt>
        <dd>
            <pre class="code" tabindex="0" dir="ltr">
                {json}
            </pre>
        </dd>
    }
    .into_any()
}
