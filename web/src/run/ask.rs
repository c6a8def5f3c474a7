//! A step that waits for a person: what it will do, and the answers.

use dunlin::{ApprovalAnswer, ApprovalReason, ExecutionStep, PendingApproval, TodoStore, todos_doomed};
use leptos::prelude::*;
use serde_json::Value;

use super::value::pretty;
use crate::{
    plan::{input_view, tool_word},
    state::App,
    ui::{
        El, Tone, button, el,
        format::{counted, shortened},
        note, value_of,
    },
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
    // What would be deleted is told as it is at this moment, of the input as it is at this moment.
    let is_todos = step.tool_name == "todo_store";
    let planned = step.tool_input.clone();
    let deletes = move || {
        let written = edited.with(|edited| dunlin_base::json::read::<Value>(edited.as_deref()?).ok());
        let input = written.as_ref().unwrap_or(&planned);
        app.todos.ask(|store| deletes(store, input).filter(|_| is_todos))
    };
    let deletes = Memo::new(move |_| deletes());
    let (tool, input_seen) = (tool_word(&step.tool_name, &step.tool_input), StoredValue::new(step.tool_input.clone()));
    let reason_asked = approval.reason;
    let words = el("p", "ask-words").attr("dir", "auto").slot(move || {
        let told = deletes.get().filter(|_| reason_asked == ApprovalReason::Destructive);
        vec![match told {
            Some(told) => el("span", "").text(&told),
            None => el("span", "")
                .text(why(reason_asked))
                .text(" ")
                .child(el("b", "").text(&tool))
                .text(" ")
                .child(input_seen.with_value(input_view)),
        }]
    });
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

/// What an input deletes, in a sentence: how many, which, and that there is a way back; none where it deletes no several todos.
fn deletes(store: &TodoStore, input: &Value) -> Option<String> {
    let todos = todos_doomed(store, input)?;
    let list = input.get("list").filter(|_| input.get("action").is_some_and(|action| action == "delete_list"));
    let list = list.and_then(Value::as_str).map(|list| format!("the list “{}” and ", shortened(list, 40)));
    let count = todos.len();
    let of_all = if count == store.total() && count > 1 && list.is_none() { "all " } else { "" };
    if count == 0 && list.is_none() {
        return Some("This deletes nothing: no todo is meant by it now.".to_owned());
    }
    let mut names: Vec<String> = todos.iter().take(MOST_NAMED).map(|todo| shortened(&todo.text, 40)).collect();
    if count > MOST_NAMED {
        names.push(format!("{} more", count - MOST_NAMED));
    }
    let last = names.pop().unwrap_or_default();
    let colon = if count > 0 { ": " } else { "" };
    let and = if names.is_empty() { "" } else { " and " };
    let list = list.unwrap_or_default();
    let named = format!("{of_all}{}{colon}{}{and}{last}", counted(count, "todo"), names.join(", "));
    Some(format!("This deletes {list}{named}. You can undo it."))
}

/// So many todos are named before the others are counted.
const MOST_NAMED: usize = 3;

fn why(reason: ApprovalReason) -> &'static str {
    match reason {
        ApprovalReason::Destructive => "This may delete or change several things. It goes on only if you approve:",
        ApprovalReason::Policy => "Your settings ask before every step:",
        ApprovalReason::UnknownOutcome => {
            "The page was closed while this was under way, so it may have happened. Do it again?"
        }
    }
}

/// Yes, to what was planned or to what was written in its place.
fn answer(edited: Option<String>) -> Result<ApprovalAnswer, String> {
    let Some(text) = edited else { return Ok(ApprovalAnswer::Approve) };
    dunlin_base::json::read(&text)
        .map(|input| ApprovalAnswer::Edit { input })
        .map_err(|error| format!("the input is not JSON: {error}"))
}
