//! A step that waits for a person: what it will do, and the answers.

use dunlin::{ApprovalReason, ExecutionStep, PendingApproval};
use leptos::prelude::*;

use crate::{
    plan::{InputView, tool_word},
    state::{Answer, app},
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
    let why = match approval.reason {
        ApprovalReason::Destructive => "This may remove something for good. It goes on only if you approve:",
        ApprovalReason::Policy => "Your settings ask before every step:",
        ApprovalReason::UnknownOutcome => {
            "The page was closed while this was under way, so it may have happened. Do it again?"
        }
    };
    view! {
        <div class="ask" role="group" aria-label=format!("Approval of step {}", step.step_number)>
            <p class="ask-words">
                {why} " " <b>{tool_word(&step.tool_name, &step.tool_input)}</b> " " <InputView input=step.tool_input />
            </p>
            <button
                type="button"
                class="button button-main"
                on:click=move |_| app.answer(&id.get_value(), Answer::Approve)
            >
                "Approve"
            </button>
            <button type="button" class="button" on:click=move |_| app.answer(&id.get_value(), Answer::Reject)>
                "Reject"
            </button>
        </div>
    }
}
