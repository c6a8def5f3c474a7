//! A step that waits for a person: what it will do, and the answers.

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PendingApproval};
use leptos::prelude::*;
use serde_json::Value;

use super::value::pretty;
use crate::{
    plan::{InputView, tool_word},
    state::app,
    ui::{Tone, note},
};

/// The question, in place.
#[component]
pub(crate) fn Ask(
    /// The question.
    approval: PendingApproval,
    /// The step that waits.
    step: ExecutionStep,
) -> impl IntoView {
    let app = app();
    let id = StoredValue::new(approval.approval_id);
    let input = StoredValue::new(pretty(&step.tool_input));
    let edited = RwSignal::new(None::<String>);
    let reason = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let approve = move |_| match answer(edited.get_untracked()) {
        Ok(answer) => problem.set(app.answer(&id.get_value(), answer).err().map(|problem| problem.message)),
        Err(words) => problem.set(Some(words)),
    };
    let reject = move |_| {
        let said = Some(reason.get_untracked().trim().to_owned()).filter(|said| !said.is_empty());
        let answer = ApprovalAnswer::Reject { feedback: said };
        problem.set(app.answer(&id.get_value(), answer).err().map(|problem| problem.message));
    };
    let edit = move |_| {
        edited.update(|edited| *edited = if edited.is_some() { None } else { Some(input.get_value()) });
    };
    view! {
        <div class="ask" role="group" aria-label=format!("Approval of step {}", step.step_number)>
            <p class="ask-words">
                {why(approval.reason)} " " <b>{tool_word(&step.tool_name, &step.tool_input)}</b> " "
                <InputView input=step.tool_input />
            </p>
            <Show when=move || edited.with(Option::is_some)>
                <textarea
                    class="ask-edit"
                    aria-label="Input of the step"
                    dir="ltr"
                    rows="6"
                    spellcheck="false"
                    prop:value=move || edited.get().unwrap_or_default()
                    on:input=move |event| edited.set(Some(event_target_value(&event)))
                ></textarea>
            </Show>
            {move || problem.get().map(|words| note(Tone::Bad, &words, None, ().into_any()))}
            <button type="button" class="button button-main" on:click=approve>
                "Approve"
            </button>
            <button type="button" class="button" on:click=reject>
                "Reject"
            </button>
            <input
                class="ask-reason"
                type="text"
                aria-label="Reason for a no"
                placeholder="Reason, if no"
                dir="auto"
                autocomplete="off"
                on:input=move |event| reason.set(event_target_value(&event))
            />
            <button
                type="button"
                class="button button-bare"
                aria-expanded=move || edited.with(Option::is_some).to_string()
                on:click=edit
            >
                "Change the input"
            </button>
        </div>
    }
}

fn why(reason: ApprovalReason) -> &'static str {
    match reason {
        ApprovalReason::Destructive => "This may remove something for good. It goes on only if you approve:",
        ApprovalReason::Policy => "Your settings ask before every step:",
        ApprovalReason::UnknownOutcome => {
            "The page was closed while this was under way, so it may have happened. Do it again?"
        }
    }
}

/// Yes, to what was planned or to what was written in its place.
fn answer(edited: Option<String>) -> Result<ApprovalAnswer, String> {
    let Some(text) = edited else { return Ok(ApprovalAnswer::Approve) };
    serde_json::from_str::<Value>(&text)
        .map(|input| ApprovalAnswer::Edit { input })
        .map_err(|error| format!("the input is not JSON: {error}"))
}
