//! A step that waits for a person: what it will do, and the answers.

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PendingApproval};
use leptos::prelude::*;

use super::value::pretty;
use crate::{
    plan::{input_view, tool_word},
    state::App,
    ui::{El, Tone, button, el, note, value_of},
};

/// The question, in place.
pub(crate) fn ask(app: App, approval: &PendingApproval, step: &ExecutionStep) -> El {
    let id = StoredValue::new(approval.approval_id.clone());
    let input = StoredValue::new(pretty(&step.tool_input));
    let edited = RwSignal::new(None::<String>);
    let reason = StoredValue::new(String::new());
    let problem = RwSignal::new(None::<String>);
    let send = move |answer: Result<ApprovalAnswer, String>| {
        let sent = answer.and_then(|answer| id.with_value(|id| app.answer(id, answer)).map_err(|error| error.message));
        // The question may be gone with its answer.
        problem.try_set(sent.err());
    };
    let approve = button("button button-main", "Approve", move |_| send(answer(edited.get_untracked())));
    let reject = button("button", "Reject", move |_| {
        let said = Some(reason.get_value().trim().to_owned()).filter(|said| !said.is_empty());
        send(Ok(ApprovalAnswer::Reject { feedback: said }));
    });
    let words = el("p", "ask-words")
        .text(why(approval.reason))
        .text(" ")
        .child(el("b", "").text(&tool_word(&step.tool_name, &step.tool_input)))
        .text(" ")
        .child(input_view(&step.tool_input));
    let is_open = move || edited.with(Option::is_some);
    let editor = move || {
        el("textarea", "ask-edit")
            .attr("aria-label", "Input of the step")
            .attr("dir", "ltr")
            .attr("rows", "6")
            .attr("spellcheck", "false")
            .prop_by("value", move || edited.get().unwrap_or_default().into())
            .on("input", move |event| edited.set(Some(value_of(&event))))
    };
    let no = el("input", "ask-reason")
        .attr("type", "text")
        .attr("aria-label", "Reason for a no")
        .attr("placeholder", "Reason, if no")
        .attr("dir", "auto")
        .attr("autocomplete", "off")
        .on("input", move |event| reason.set_value(value_of(&event)));
    let edit = button("button button-bare", "Change the input", move |_| {
        edited.update(|edited| *edited = if edited.is_some() { None } else { Some(input.get_value()) });
    });
    el("div", "ask")
        .attr("role", "group")
        .attr("aria-label", &format!("Approval of step {}", step.step_number))
        .child(words)
        .when(is_open, editor)
        .slot(move || problem.get().map(|words| note(Tone::Bad, &words, None, None)))
        .child(approve)
        .child(reject)
        .child(no)
        .child(edit.attr_by("aria-expanded", move || Some(is_open().to_string())))
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
    dunlin_base::parse_json(&text)
        .map(|input| ApprovalAnswer::Edit { input })
        .map_err(|error| format!("the input is not JSON: {error}"))
}
